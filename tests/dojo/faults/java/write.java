import java.util.*;

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        Board now = record.get(record.size() - 1);
        char[][] rows = now.rows();
        boolean onBoard = move.row() >= 0 && move.row() < rows.length && move.col() >= 0 && move.col() < rows[0].length;
        for (Board board : record) {
            for (char[] row : board.rows()) Arrays.fill(row, 'x');
        }
        return onBoard && move.color() == now.toPlay();
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
