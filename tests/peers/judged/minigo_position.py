#!/usr/bin/env python3
"""Minigo (repository tensorflow/minigo): `go.Position`. The opening is its board, and the side to play.

Its size is a constant of the module, so there is a module for each size.
"""

import importlib.util
import os
import sys
import types

import numpy
from protocol import AREA, NO_COLOR, Cannot, Refused, checked_out, commit, serve

folder = checked_out("minigo")
sys.path.insert(0, str(folder))
# Coordinates in Go's notation need its other modules, which nothing here asks for.
sys.modules.setdefault("coords", types.SimpleNamespace(to_gtp=str))


class Game:
    sizes = "1..19"
    made = {}

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True)
        if case.height > 19:
            raise Cannot("its largest board is 19x19")
        self.go = self.made.get(case.height)
        if not self.go:
            os.environ["BOARD_SIZE"] = str(case.height)
            spec = importlib.util.spec_from_file_location(f"go{case.height}", folder / "go.py")
            self.go = self.made[case.height] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(self.go)
        colors = {"x": self.go.BLACK, "o": self.go.WHITE}
        board = numpy.copy(self.go.EMPTY_BOARD)
        for point, color in case.opening().items():
            board[point] = colors[color]
        komi = float(case.count["komi"]) if case.count else 7.5
        self.position = self.go.Position(board=board, komi=komi, to_play=colors[case.boards[0][0]])

    def play(self, _, point):
        if self.position.is_game_over():
            raise Refused("game-over")
        try:
            self.position = self.position.play_move(point)
        except self.go.IllegalMove:
            raise Refused from None

    def rows(self):
        letters = {self.go.BLACK: "x", self.go.WHITE: "o", self.go.EMPTY: "-"}
        return ["".join(letters[stone] for stone in row) for row in self.position.board]

    def margin(self, _):
        return float(self.position.score())


serve("Minigo", commit(folder), f"ko=simple suicide=forbidden {AREA}", Game)
