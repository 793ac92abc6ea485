def is_legal_move(move, record):
    move.color == record[-1].to_play
