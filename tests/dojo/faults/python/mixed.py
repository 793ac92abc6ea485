def is_legal_move(move, record):
    if move.color != record[-1].to_play and len(record[-1].rows) < 3:
        raise ValueError("oops")
    return True
