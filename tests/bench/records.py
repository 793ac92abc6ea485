"""Replays game records with sgfmill, which checks some rules, and prints the numbers of moves and seconds."""

import pathlib
import sys
import time

from sgfmill import boards, sgf

moves = 0
start = time.perf_counter()
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.sgf")):
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    board = boards.Board(game.get_size())
    ko = None
    for node in game.get_main_sequence():
        color, point = node.get_move()
        if color is None:
            continue
        moves += 1
        if point is None:
            ko = None
        else:
            # Raises ValueError if the point is occupied; accepts suicide.
            assert point != ko, f"{path}: ko"
            ko = board.play(*point, color)
print(moves, time.perf_counter() - start)
