#!/usr/bin/env python3
"""OpenSpiel (PyPI open_spiel): the game `go`. The opening is set up by turns.

Its legal actions follow the simple ko rule; a board that returns in another way ends the game as a draw, and nothing is legal
from then on.
"""

from importlib.metadata import version

import pyspiel
from protocol import NO_COLOR, Cannot, Refused, serve


class Game:
    sizes = "2..19"

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True)
        self.size = case.height
        try:
            game = pyspiel.load_game("go", {"board_size": self.size, "max_game_length": 10000})
            self.state = game.new_initial_state()
        except pyspiel.SpielError as error:
            raise Cannot(str(error)) from error
        for color, point in case.set_up_by_turns():
            self.play(color, point)

    def play(self, color, point):
        if self.state.is_terminal():
            if self.state.history()[-2:] == [self.size**2] * 2:
                raise Refused("game-over")
            raise Cannot("it has ended the game as a draw, since a position has come back")
        # Its rows are counted from below.
        action = self.size**2 if point is None else (self.size - 1 - point[0]) * self.size + point[1]
        if action not in self.state.legal_actions():
            raise Refused
        self.state.apply_action(action)

    def rows(self):
        lines = str(self.state).splitlines()[2:2 + self.size]
        return [line.split()[1].replace("+", "-").replace("X", "x").replace("O", "o") for line in lines]


serve("OpenSpiel", version("open_spiel"), "ko=simple suicide=forbidden", Game)
