import java.util.*;

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        Board now = record.get(record.size() - 1);
        if (move.color() != now.toPlay() && now.rows().length < 3) throw new IllegalStateException("oops");
        return true;
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
