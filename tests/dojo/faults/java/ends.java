import java.util.*;

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        if (move.color() != record.get(record.size() - 1).toPlay()) return false;
        if (move.row() < 0 || move.col() < 0) System.exit(3);
        return true;
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
