#!/usr/bin/env python3
"""vim-goban (PyPI): `Board`, of 19x19. The opening is its grid. It plays for the color that is named, and has no end. Passes are its caller's:
the program that it is part of leaves the board as it is then, and so does this one."""

from importlib.metadata import version

from goban.board import Board
from protocol import ANY_COLOR, Cannot, Refused, serve

STONES = {"x": Board.BLACK, "o": Board.WHITE, "-": Board.EMPTY}
LETTERS = {stone: letter for letter, stone in STONES.items()}


class Game:
    sizes = "19x19"
    takes_steps = True

    def __init__(self, case):
        case.need(turn=ANY_COLOR, end=True)
        if (case.height, case.width) != (19, 19):
            raise Cannot("its only board is 19x19")
        self.board, self.states = Board(), []
        self.board.grid = [[STONES[stone] for stone in row] for row in case.boards[0][1]]

    def play(self, color, point):
        self.states.append(self.board.save_state())
        if point and not self.board.place(point[1], point[0], STONES[color]):
            self.states.pop()
            raise Refused

    def undo(self):
        self.board.restore_state(self.states.pop())

    def prisoners(self):
        return self.board.black_captured, self.board.white_captured

    def rows(self):
        return ["".join(LETTERS[stone] for stone in row) for row in self.board.grid]


serve("vim-goban", version("vim-goban"), "ko=simple suicide=forbidden", Game)
