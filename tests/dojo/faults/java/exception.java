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
