def is_legal_move(move, record):
    return 1
