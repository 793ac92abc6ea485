import java.util.*;

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        return move.color() == record.get(record.size() - 1).toPlay() || forever(1) > 0;
    }

    static int forever(int depth) {
        return forever(depth + 1) + 1;
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
