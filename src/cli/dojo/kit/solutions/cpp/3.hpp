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

bool is_legal_move(Move move, std::vector<Board> record) {
    Board& now = record.back();
    if (move.color != now.to_play) return false;
    Point point{move.row, move.col};
    if (at(now, point) != '-') return false;
    return true;
}
