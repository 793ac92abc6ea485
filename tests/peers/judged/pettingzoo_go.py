#!/usr/bin/env python3
"""PettingZoo (PyPI): the environment `go_v5`. The opening is set up by turns. Its action mask says what is legal."""

from importlib.metadata import version

from pettingzoo.classic import go_v5
from protocol import AREA, NO_COLOR, OTHER, Cannot, Refused, serve


class Game:
    sizes = "square"

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True)
        self.size = case.height
        # The komi is not asked about where no count is.
        self.env = go_v5.raw_env(board_size=self.size, komi=float(case.count["komi"]) if case.count else 7.5)
        self.env.reset()
        self.last = "o"
        for color, point in case.set_up_by_turns():
            self.step(color, point)

    def action(self, point):
        return self.size**2 if point is None else point[0] * self.size + point[1]

    def play(self, color, point):
        agent = self.env.agent_selection
        if self.env.terminations[agent]:
            raise Refused("game-over")
        if not self.env.observe(agent)["action_mask"][self.action(point)]:
            raise Refused
        self.step(color, point)

    def step(self, color, point):
        try:
            self.env.step(self.action(point))
        except OverflowError:
            raise Cannot("a chain has more than 255 liberties, and its numbers end there") from None
        self.last = color

    def rows(self):
        # The planes are those of the player of the last turn: own stones, then the opponent's.
        planes = self.env.observe(self.env.agent_selection)["observation"]
        own, others = self.last, OTHER[self.last]
        return ["".join(own if a else others if b else "-" for a, b in zip(*row)) for row in zip(planes[:, :, 0], planes[:, :, 1])]

    def margin(self, _):
        # What decides its rewards.
        return float(self.env._go.score())


serve("PettingZoo", version("pettingzoo"), f"ko=simple suicide=forbidden {AREA}", Game)
