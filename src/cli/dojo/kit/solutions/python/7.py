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
    now = record[-1]
    if move.color != now.to_play:
        return False
    if not is_on_board(now.rows, move.row, move.col):
        return False
    if now.rows[move.row][move.col] != "-":
        return False
    now.rows[move.row][move.col] = move.color
    for row, col in neighbors(now.rows, move.row, move.col):
        stones = group(now.rows, row, col)
        if now.rows[row][col] not in ("-", move.color) and not has_liberty(now.rows, stones):
            for r, c in stones:
                now.rows[r][c] = "-"
    if not has_liberty(now.rows, group(now.rows, move.row, move.col)):
        return False
    if len(record) > 1 and now.rows == record[-2].rows:
        return False
    return True


def is_on_board(rows, row, col):
    return 0 <= row < len(rows) and 0 <= col < len(rows[0])


def neighbors(rows, row, col):
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if is_on_board(rows, r, c)]


def group(rows, row, col):
    found = [(row, col)]
    for point in found:
        for r, c in neighbors(rows, *point):
            if rows[r][c] == rows[row][col] and (r, c) not in found:
                found.append((r, c))
    return found


def has_liberty(rows, stones):
    return any(rows[r][c] == "-" for stone in stones for r, c in neighbors(rows, *stone))
