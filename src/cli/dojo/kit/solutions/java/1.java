// Paste this over all that stands above the line "Below this line" in Kata.java.

import java.util.*;

// May this move be made? The rules are in ../KATA.md. To run: java Kata.java
//
// move.color()              'x' is Black, 'o' is White
// move.row(), move.col()    counted from 0, from the top left
// record                    all boards so far, oldest first; the board now is record.get(record.size() - 1)
// board.toPlay()            whose turn it is: 'x' or 'o'
// board.rows()[row][col]    'x', 'o' or '-' (empty); each row is a char[]
// To print a board:         for (char[] row : board.rows()) System.out.println(row);
//
// Each question gets new boards, so you may change them. A board that you change is changed in the record, too.

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        Board now = record.get(record.size() - 1);
        if (move.color() != now.toPlay()) return false;
        return true;
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
