#!/usr/bin/env python3
"""pgx (PyPI): its Go. The opening is set up by turns.

Its mask says what is legal. A move that brings a board back is in the mask, and loses the game at once "by positional superko":
here it counts as illegal.
"""

import os
from importlib.metadata import version

# Each size of board is compiled when it is first asked about; without this, half of the time goes into faster code.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

import jax
import numpy
from pgx._src.games.go import _count_scores as count_scores
from pgx.go import Go
from protocol import AREA, NO_COLOR, Cannot, Refused, serve


class Game:
    sizes = "2..19"
    made = {}

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True)
        self.size = case.height
        if self.size > 19:
            raise Cannot("its largest board is 19x19")
        if self.size == 1:
            raise Cannot("a step on a board of one point divides by zero, and ends the process")
        if case.spoiled():
            raise Cannot("the move makes a position that was there while the opening was set up")
        if self.size not in self.made:
            env = Go(size=self.size, max_terminal_steps=1000)
            self.made[self.size] = (jax.jit(env.init)(jax.random.PRNGKey(0)), jax.jit(env.step))
        self.state, self.step = self.made[self.size]
        for color, point in case.set_up_by_turns():
            self.play(color, point)

    def play(self, color, point):
        if self.state.terminated:
            raise Refused("game-over")
        action = self.size**2 if point is None else point[0] * self.size + point[1]
        if not numpy.asarray(self.state.legal_action_mask)[action]:
            raise Refused
        self.state = self.step(self.state, action)
        if self.state._x.is_psk:
            raise Refused("superko")

    def rows(self):
        board = self.state._x.board.reshape(self.size, self.size)
        return ["".join("x" if stone > 0 else "o" if stone < 0 else "-" for stone in row) for row in board.tolist()]

    def margin(self, case):
        # What decides its rewards, in which a draw goes to White.
        black, white = count_scores(self.state._x, self.size)
        margin = float(black) - float(white) - float(case.count["komi"])
        if margin == 0:
            raise Cannot("it has no draws: where both sides have the same points, its reward makes White the winner")
        return margin


serve("pgx", version("pgx"), f"ko=positional suicide=forbidden {AREA}", Game)
