#!/usr/bin/env python3
"""EnvPool (PyPI): its Go, `rules` "pgx" or "chinese", named on the command line. The opening is set up by turns.

Its mask says what is legal. Under "pgx" a move that brings a board back is in the mask, and loses the game at once "by
positional superko": here it counts as illegal.
"""

import sys
from importlib.metadata import version

import envpool
import numpy
from protocol import NO_COLOR, Cannot, Refused, serve


class Game:
    sizes = "2..25"
    made = {}

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True)
        self.size = case.height
        if self.size < 2:
            raise Cannot("it has no board of one point")
        if case.spoiled():
            raise Cannot("the move makes a position that was there while the opening was set up")
        if self.size not in self.made:
            options = {"board_size": self.size, "rules": sys.argv[1], "max_terminal_steps": 10000, "num_envs": 1}
            self.made[self.size] = envpool.make("Go9x9-v1", env_type="gymnasium", **options)
        self.env = self.made[self.size]
        self.state, self.over = self.env.reset()[1], False
        for color, point in case.set_up_by_turns():
            self.play(color, point)

    def play(self, color, point):
        if self.over:
            raise Refused("game-over")
        action = self.size**2 if point is None else point[0] * self.size + point[1]
        if not self.state["legal_action_mask"][0][action]:
            raise Refused
        _, _, ended, _, self.state = self.env.step(numpy.array([action], numpy.int32), numpy.array([0], numpy.int32))
        self.over = bool(ended[0])
        if self.state["is_psk"][0]:
            raise Refused("superko")

    def rows(self):
        return ["".join("-xo"[stone] for stone in row) for row in self.state["board"][0]]


serve("EnvPool", version("envpool"), "ko=positional suicide=forbidden", Game)
