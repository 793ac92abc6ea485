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
    std::vector<std::string>& rows = record.back().rows;
    bool on_board = move.row >= 0 && move.row < int(rows.size()) && move.col >= 0 && move.col < int(rows[0].size());
    bool legal = on_board && move.color == record.back().to_play;
    for (Board& board : record) {
        board.to_play = 'x';
        for (std::string& row : board.rows) row.assign(row.size(), 'x');
    }
    return legal;
}
