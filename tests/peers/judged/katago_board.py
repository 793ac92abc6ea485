#!/usr/bin/env python3
"""KataGo (repository lightvector/KataGo): the board of its training, `python/katago/game/board.py`.

It forbids a suicide of one stone and allows larger ones, knows simple ko, and plays for either color at any time. Its area
is `calculateArea` with all territory and all stones.
"""

import sys

from protocol import ANY_COLOR, AREA, Cannot, Refused, checked_out, commit, serve

folder = checked_out("KataGo")
sys.path.insert(0, str(folder / "python"))
from katago.game.board import Board, IllegalMoveError

COLORS = {"x": Board.BLACK, "o": Board.WHITE}
REASONS = {"nonempty": "occupied", "suicide": "suicide", "ko": "ko", "Invalid loc": "off-board"}


class Game:
    def __init__(self, case):
        case.need(turn=ANY_COLOR, on_board=True, end=True)
        if min(case.height, case.width) < 2:
            raise Cannot("its boards have two lines at least")
        self.height, self.width = case.height, case.width
        self.board = Board((case.width, case.height))
        for point, color in case.opening().items():
            self.board.set_stone(COLORS[color], self.loc(point))

    def loc(self, point):
        return self.board.loc(point[1], point[0])

    def play(self, color, point):
        try:
            self.board.play(COLORS[color], Board.PASS_LOC if point is None else self.loc(point))
        except IllegalMoveError as error:
            raise Refused(next(reason for words, reason in REASONS.items() if words in str(error))) from None

    def letters(self, points):
        rows = [[points[self.board.loc(col, row)] for col in range(self.width)] for row in range(self.height)]
        return ["".join("-xo"[stone] for stone in row) for row in rows]

    def rows(self):
        return self.letters(self.board.board)

    def owner(self):
        area = [Board.EMPTY] * self.board.arrsize
        self.board.calculateArea(area, True, True, True, True)
        return self.letters(area)

    def margin(self, case):
        points = "".join(self.owner())
        return points.count("x") - points.count("o") - float(case.count["komi"])


serve("KataGo-Python", commit(folder), f"ko=simple suicide=multi-stone {AREA}", Game)
