import java.util.*;

// May this move be made? The rules are in ../KATA.md. To run: java Kata.java
//
// move.color()              'x' is Black, 'o' is White
// move.row(), move.col()    counted from 0, from the top left
// record                    all boards so far, oldest first; the last one is the board now
// board.toPlay()            whose turn it is: 'x' or 'o'
// board.rows()[row][col]    'x', 'o' or '-' (empty). The boards are copies: you may change them.

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
