#include <stdexcept>
#include <string>
#include <vector>

struct Move {
    char color;    // 'x' is Black, 'o' is White
    int row, col;  // counted from 0, from the top left
};

struct Board {
    char to_play;                   // whose turn it is: 'x' or 'o'
    std::vector<std::string> rows;  // rows[row][col] is 'x', 'o' or '-' (empty)
};

bool stop(int depth) {
    if (depth == 0) throw std::runtime_error("oops");
    return stop(depth - 1);
}

bool is_legal_move(Move move, std::vector<Board> record) {
    return move.color == record.back().to_play || stop(30);
}
