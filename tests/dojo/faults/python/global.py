seen = set()


def is_legal_move(move, record):
    rows = record[-1].rows
    if move.color != record[-1].to_play or not is_on_board(rows, move.row, move.col) or rows[move.row][move.col] != "-":
        return False
    rows[move.row][move.col] = move.color
    return has_liberty(rows, move.row, move.col)


def is_on_board(rows, row, col):
    return 0 <= row < len(rows) and 0 <= col < len(rows[0])


def has_liberty(rows, row, col):
    seen.add((row, col))
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    around = [(r, c) for r, c in around if is_on_board(rows, r, c)]
    friends = [(r, c) for r, c in around if rows[r][c] == rows[row][col] and (r, c) not in seen]
    return any(rows[r][c] == "-" for r, c in around) or any(has_liberty(rows, r, c) for r, c in friends)
