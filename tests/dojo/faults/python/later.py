def is_legal_move(move, record):
    rows = record[-1].rows
    if move.row < 0 or move.row >= len(rows) or move.col < 0 or move.col >= len(rows[0]):
        raise IndexError("oops")
    return move.color == record[-1].to_play
