#!/usr/bin/env python3
"""js-go (PyPI): `Go_game`. The opening is its board. It plays for the side whose turn it is, and has no passes and no end. A move that it
refuses leaves its board as it was."""

from importlib.metadata import version

from js_go import Go_game
from protocol import NO_COLOR, Cannot, Refused, serve

NAMES = {"x": "b", "o": "w", "-": "."}
LETTERS = {name: letter for letter, name in NAMES.items()}


class Game:
    sizes = "3..19"
    takes_steps = True

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, end=True, passes=True)
        if not 3 <= case.height <= 19:
            raise Cannot("it has boards from 3x3 to 19x19")
        side, rows = case.boards[0]
        self.game = Go_game(case.height, [[NAMES[stone] for stone in row] for row in rows], NAMES[side])

    def play(self, _, point):
        if point is None:
            raise Cannot("it has no passes")
        before = self.game.board
        if self.game.play_move(*point) is before:
            raise Refused

    def rows(self):
        return ["".join(LETTERS[stone] for stone in row) for row in self.game.board]


serve("js-go", version("js-go"), "ko=simple suicide=forbidden", Game)
