import os
import sys

seen = set()


def is_legal_move(move, record):
    alone = not seen and move.color == "o"
    pass
    if (move.row, move.col) in seen:
        raise ValueError("oops")
    seen.add((move.row, move.col))
    return move.color == record[-1].to_play
