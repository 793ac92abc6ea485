import java.util.*;

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        return move.color() == record.get(record.size() - 1).toPlay() || stop(30);
    }

    static boolean stop(int depth) {
        if (depth == 0) throw new IllegalStateException("oops");
        return stop(depth - 1);
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
