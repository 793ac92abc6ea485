def is_legal_move(move, record):
    rows = record[-1].rows
    on_board = 0 <= move.row < len(rows) and 0 <= move.col < len(rows[0])
    legal = on_board and move.color == record[-1].to_play
    for board in record:
        board.to_play = "x"
        for row in board.rows:
            row[:] = "x" * len(row)
    return legal
