def is_legal_move(move, record):
    return forever(0) if move.color != record[-1].to_play else True


def forever(depth):
    return forever(depth + 1) + 1
