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
        char[][] rows = now.rows();
        Point point = new Point(move.row(), move.col());
        if (at(rows, point) != '-') return false;
        rows[point.row][point.col] = move.color();
        char enemy = move.color() == 'x' ? 'o' : 'x';
        for (Point n : neighbors(point)) {
            if (at(rows, n) != enemy || hasLiberty(rows, n)) continue;
            for (Point stone : group(rows, n)) rows[stone.row][stone.col] = '-';
        }
        if (!hasLiberty(rows, point)) return false;
        return true;
    }

    record Point(int row, int col) {}

    /** What stands there; a blank beside the board. */
    static char at(char[][] rows, Point p) {
        if (p.row < 0 || p.row >= rows.length || p.col < 0 || p.col >= rows[0].length) return ' ';
        return rows[p.row][p.col];
    }

    static List<Point> neighbors(Point p) {
        return List.of(new Point(p.row - 1, p.col), new Point(p.row + 1, p.col),
                       new Point(p.row, p.col - 1), new Point(p.row, p.col + 1));
    }

    static List<Point> group(char[][] rows, Point stone) {
        List<Point> group = new ArrayList<>(List.of(stone));
        for (int next = 0; next < group.size(); next++) {
            for (Point n : neighbors(group.get(next))) {
                if (at(rows, n) == at(rows, stone) && !group.contains(n)) group.add(n);
            }
        }
        return group;
    }

    static boolean hasLiberty(char[][] rows, Point stone) {
        for (Point friend : group(rows, stone)) {
            for (Point n : neighbors(friend)) if (at(rows, n) == '-') return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
