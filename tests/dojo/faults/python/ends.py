import os


def is_legal_move(move, record):
    if move.color != record[-1].to_play:
        return False
    if move.row < 0 or move.col < 0:
        os._exit(3)
    return True
