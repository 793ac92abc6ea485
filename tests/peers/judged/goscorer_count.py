#!/usr/bin/env python3
"""goscorer (repository lightvector/goscorer): it counts, by "area" or "territory", named on the command line, and knows no moves.

Its territory finds seki itself, and false eyes, from the marks of dead stones: more than the tax on seki of the fixtures.
"""

import sys

from protocol import Cannot, checked_out, commit, serve

folder = checked_out("goscorer")
sys.path.insert(0, str(folder / "python"))
import goscorer

COLORS = {"x": goscorer.BLACK, "o": goscorer.WHITE, "-": goscorer.EMPTY}
RULES = {"area": "scoring=area tax=none handicap-bonus=0 button=no", "territory": "scoring=territory tax=seki"}


class Game:
    knows_marks = True

    def __init__(self, case):
        if not case.count:
            raise Cannot("it knows no moves")
        if any("n" in row for row in case.marks):
            raise Cannot("it has no neutral points")
        self.stones = [[COLORS[stone] for stone in row] for row in case.boards[0][1]]
        self.dead = [[mark == "d" for mark in row] for row in case.marks]

    def owner(self):
        if sys.argv[1] == "territory":
            raise Cannot("its territory is without stones")
        letters = {color: letter for letter, color in COLORS.items()}
        return ["".join(letters[point] for point in row) for row in goscorer.area_scoring(self.stones, self.dead)]

    def margin(self, case):
        komi = float(case.count["komi"])
        if sys.argv[1] == "area":
            points = goscorer.final_area_score(self.stones, self.dead, komi)
        else:
            points = goscorer.final_territory_score(self.stones, self.dead, case.prisoners["x"], case.prisoners["o"], komi)
        return points[goscorer.BLACK] - points[goscorer.WHITE]


serve("goscorer", commit(folder), RULES[sys.argv[1]], Game)
