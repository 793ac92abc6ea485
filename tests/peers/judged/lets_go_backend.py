#!/usr/bin/env python3
"""lets-go (PyPI): `GoBackend`. The opening is the board that its list of moves begins with. It plays for the side whose turn it is, and keeps no
end; the two players of its terminal do."""

from importlib.metadata import version

from lets_go.backend import BLACK_STONE, WHITE_STONE, GoBackend, Move
from protocol import NO_COLOR, Refused, serve

NUMBERS = {"x": BLACK_STONE, "o": WHITE_STONE, "-": None}
LETTERS = {number: letter for letter, number in NUMBERS.items()}


class Game:
    sizes = "square"
    takes_steps = True

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, end=True)
        side, rows = case.boards[0]
        first = NUMBERS[side]
        self.backend = GoBackend(case.height, first)
        grid = [[NUMBERS[stone] for stone in row] for row in rows]
        self.backend._moves = [Move(0, grid, -1, -1, not first, None, [0, 0])]

    def play(self, _, point):
        if point is None:
            self.backend.pass_move()
        elif not self.backend.try_move(*point):
            raise Refused

    def undo(self):
        self.backend.undo()

    def prisoners(self):
        # What each side has lost.
        black, white = self.backend.game_state[2]
        return white, black

    def rows(self):
        grid = self.backend._moves[self.backend._pointer].grid
        return ["".join(LETTERS[stone] for stone in row) for row in grid]


serve("lets-go", version("lets-go"), "ko=positional suicide=forbidden", Game)
