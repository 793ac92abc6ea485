#!/usr/bin/env python3
"""baduk (PyPI): `Game`. The opening is set up by turns. It plays for the side whose turn it is, prints that the game has ended, and plays on."""

import contextlib
import io
from importlib.metadata import version

from baduk.constants.constants import ALPHA_KEY
from baduk.exception.exceptions import ValidationError
from baduk.game.game import Game as Baduk
from protocol import NO_COLOR, Cannot, Refused, serve


class Game:
    sizes = "1..25"
    takes_steps = True

    def __init__(self, case):
        case.need(turn=NO_COLOR, on_board=True, end=True)
        if max(case.height, case.width) > 25:
            raise Cannot("its largest board is 25x25")
        self.game, self.size = Baduk(case.width, case.height), (case.height, case.width)
        for color, point in case.set_up_by_turns():
            self.play(color, point)

    def play(self, _, point):
        # It says so of two passes.
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                self.game.move(f"{point[0] + 1}{ALPHA_KEY[point[1]]}" if point else "pass")
            except ValidationError as error:
                raise Refused from error

    def undo(self):
        self.game.rollback(1)

    def prisoners(self):
        black, white = self.game.players
        return black.killed_stones, white.killed_stones

    def rows(self):
        rows = self.game._board.board
        return ["".join({"BLACK": "x", "WHITE": "o"}.get(link.stone.name, "-") for link in row) for row in rows]


serve("baduk", version("baduk"), "ko=simple suicide=forbidden", Game)
