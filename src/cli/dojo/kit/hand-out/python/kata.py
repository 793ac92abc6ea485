# May this move be made? The rules are in ../KATA.md. To run: python3 dojo.py
#
# move.color            "x" is Black, "o" is White
# move.row, move.col    counted from 0, from the top left
# record                all boards so far, oldest first; the last one, record[-1], is the board now
# board.to_play         whose turn it is: "x" or "o"
# board.rows[row][col]  "x", "o" or "-" (empty); each row is a list. To print a board: for row in board.rows: print(*row)
#
# Each question gets new boards, so you may change them. A board that you change is changed in the record, too.


def is_legal_move(move, record):
    return True
