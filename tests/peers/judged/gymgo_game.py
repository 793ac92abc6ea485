#!/usr/bin/env python3
"""GymGo (repository aigagror/GymGo): `gym_go.gogame`, whose states are planes. The opening is set up by turns."""

import sys
import types

import numpy
from protocol import AREA, NO_COLOR, Refused, checked_out, commit, serve

folder = checked_out("GymGo")
# The package registers itself with gym when it is imported; the rules do not need it, nor a newer NumPy's old names.
package = types.ModuleType("gym_go")
package.__path__ = [str(folder / "gym_go")]
sys.modules["gym_go"] = package
sys.modules["sklearn"] = types.ModuleType("sklearn")
sys.modules["sklearn"].preprocessing = None
from gym_go import gogame, govars


class Game:
    sizes = "square"

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True)
        self.size = case.height
        self.state = gogame.init_state(self.size)
        for color, point in case.set_up_by_turns():
            self.play(color, point)

    def play(self, _, point):
        if gogame.game_ended(self.state):
            raise Refused("game-over")
        action = self.size**2 if point is None else point[0] * self.size + point[1]
        if gogame.invalid_moves(self.state)[action]:
            raise Refused
        self.state = gogame.next_state(self.state, action)

    def rows(self):
        black, white = numpy.asarray(self.state[[govars.BLACK, govars.WHITE]])
        return ["".join("x" if a else "o" if b else "-" for a, b in zip(*row)) for row in zip(black, white)]

    def margin(self, case):
        black, white = gogame.areas(self.state)
        return float(black) - float(white) - float(case.count["komi"])


serve("GymGo", commit(folder), f"ko=simple suicide=forbidden {AREA}", Game)
