#!/usr/bin/env python3
"""sgfmill (PyPI): `boards.Board`. The opening is set up by its `apply_setup`.

It plays stones of either color and takes off what has no liberty, suicides too. It has no turns, passes or end; of ko it only
says which point the next player may not take, and here that player does not take it.
"""

from importlib.metadata import version

from protocol import ANY_COLOR, AREA, Cannot, Refused, serve
from sgfmill.boards import Board


class Game:
    sizes = "2..25"
    takes_steps = True

    def __init__(self, case):
        case.need(square=True, turn=ANY_COLOR, end=True, passes=True)
        if case.height < 2:
            raise Cannot("it has no board of one point")
        self.board, self.ko, self.passed = Board(case.height), None, False
        stones = case.opening()
        self.board.apply_setup(*([point for point in stones if stones[point] == color] for color in "xo"), [])

    def play(self, color, point):
        passed, self.passed = self.passed, point is None
        if point is None:
            self.ko = None
            return
        if point == self.ko:
            raise Refused("ko")
        before = passed and self.rows()
        try:
            self.ko = self.board.play(*point, {"x": "b", "o": "w"}[color])
        except IndexError:
            raise Refused("off-board") from None
        except ValueError:
            raise Refused("occupied") from None
        if before == self.rows():
            raise Cannot("a pass is its caller's, and so is a suicide of one stone after it")

    def rows(self):
        return ["".join({"b": "x", "w": "o", None: "-"}[stone] for stone in row) for row in self.board.board]

    def margin(self, case):
        return self.board.area_score() - float(case.count["komi"])


serve("sgfmill", version("sgfmill"), f"ko=simple suicide=allowed {AREA}", Game)
