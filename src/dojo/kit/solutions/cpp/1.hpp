#include <string>
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

// The record: all boards so far, oldest first; the last one is the board now. They are copies: you may change them.

bool is_legal_move(Move move, std::vector<Board> record) {
    Board& now = record.back();
    if (move.color != now.to_play) return false;
    return true;
}
