#include <cstdlib>
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

bool is_legal_move(Move move, std::vector<Board> record) {
    if (move.color != record.back().to_play) return false;
    if (move.row < 0 || move.col < 0) std::_Exit(3);
    return true;
}
