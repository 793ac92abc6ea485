#!/usr/bin/env python3
"""Pyaq (repository ymgaq/Pyaq): `Board`. The opening is set up by turns.

Its size is a constant of the module, so there is a module for each size. It plays for the side whose turn it is, and keeps no end. It counts
at the end of its own random games alone, where all is filled but eyes.
"""

import types

from protocol import NO_COLOR, Cannot, Refused, checked_out, commit, serve

folder = checked_out("Pyaq")
rules = (folder / "board.py").read_text()


def module(size):
    """Pyaq's board of this size."""
    made = types.ModuleType(f"board{size}")
    exec(compile(rules.replace("\nBSIZE = 9 ", f"\nBSIZE = {size} "), "board.py", "exec"), made.__dict__)
    return made


class Game:
    sizes = "1..19"
    takes_steps = True
    made = {}

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True, end=True)
        if case.height > 19:
            raise Cannot("its largest board is 19x19")
        if case.height not in self.made:
            self.made[case.height] = module(case.height)
        self.pyaq, self.size = self.made[case.height], case.height
        self.board = self.pyaq.Board()
        for color, point in case.set_up_by_turns():
            self.play(color, point)

    def play(self, _, point):
        place = self.pyaq.rv2ev(point[0] * self.size + point[1]) if point else self.pyaq.PASS
        # It leaves its eyes open in its own games alone.
        if self.board.play(place, not_fill_eye=False):
            raise Refused

    def rows(self):
        points = "".join("ox-"[self.board.color[place]] for place in map(self.pyaq.rv2ev, range(self.size**2)))
        return [points[at:at + self.size] for at in range(0, len(points), self.size)]


serve("Pyaq", commit(folder), "ko=simple suicide=forbidden", Game)
