def is_legal_move(move, record):
    return down(30) if move.color != record[-1].to_play else True


def down(depth):
    return stop(depth - 1) or True


def stop(depth):
    if depth < 0:
        raise ValueError("oops")
    return down(depth) or True
