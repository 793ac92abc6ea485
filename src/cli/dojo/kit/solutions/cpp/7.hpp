#include <algorithm>
#include <string>
#include <utility>
#include <vector>

// May this move be made? The rules are in ../KATA.md. To run: g++ -std=c++17 dojo.cpp -o dojo && ./dojo

struct Move {
    char color;    // 'x' is Black, 'o' is White
    int row, col;  // counted from 0, from the top left
};

struct Board {
    char to_play;                   // whose turn it is: 'x' or 'o'
    std::vector<std::string> rows;  // rows[row][col] is 'x', 'o' or '-' (empty)
};

// record: all boards so far, oldest first; the last one, record.back(), is the board now
// To print a board: for (auto& row : board.rows) std::cout << row << '\n'; and on top: #include <iostream>
// Each question gets new boards, so you may change them. A board that you change is changed in the record, too.

using Point = std::pair<int, int>;

// What stands there; a blank beside the board.
char at(const Board& board, Point point) {
    auto [row, col] = point;
    if (row < 0 || row >= int(board.rows.size()) || col < 0 || col >= int(board.rows[0].size())) return ' ';
    return board.rows[row][col];
}

std::vector<Point> neighbors(Point point) {
    auto [row, col] = point;
    return {{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}};
}

std::vector<Point> group(const Board& board, Point stone) {
    std::vector<Point> found{stone};
    for (size_t next = 0; next < found.size(); ++next)
        for (Point n : neighbors(found[next]))
            if (at(board, n) == at(board, stone) && std::count(found.begin(), found.end(), n) == 0) found.push_back(n);
    return found;
}

bool has_liberty(const Board& board, Point stone) {
    for (Point friendly : group(board, stone))
        for (Point n : neighbors(friendly))
            if (at(board, n) == '-') return true;
    return false;
}

bool is_legal_move(Move move, std::vector<Board> record) {
    Board& now = record.back();
    if (move.color != now.to_play) return false;
    Point point{move.row, move.col};
    if (at(now, point) != '-') return false;
    now.rows[move.row][move.col] = move.color;
    char enemy = move.color == 'x' ? 'o' : 'x';
    for (Point n : neighbors(point))
        if (at(now, n) == enemy && !has_liberty(now, n))
            for (auto [row, col] : group(now, n)) now.rows[row][col] = '-';
    if (!has_liberty(now, point)) return false;
    if (record.size() > 1 && now.rows == record[record.size() - 2].rows) return false;
    return true;
}
