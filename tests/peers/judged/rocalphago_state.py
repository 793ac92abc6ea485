#!/usr/bin/env python3
"""RocAlphaGo (repository Rochester-NRT/RocAlphaGo): `GameState`, with simple ko or, with the word "superko" on the command line, with
its positional superko. The opening is set up by turns.

Its count gives a winner and no score, and takes a point off for each pass: it is not asked.
"""

import re
import sys
import types

import numpy
from protocol import NO_COLOR, Cannot, Refused, checked_out, commit, serve

folder = checked_out("RocAlphaGo")
# As in Python 2, and with the names of an older NumPy.
source = re.sub(r"\b(\d+)L\b", r"\1", (folder / "AlphaGo/go_python.py").read_text())
numpy.bool, numpy.float, numpy.int = bool, float, int
go = types.ModuleType("go_python")
exec(compile(source, "go_python.py", "exec"), go.__dict__)

superko = "superko" in sys.argv


class Game:
    sizes = "square"

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True)
        if superko and case.spoiled():
            raise Cannot("the move makes a position that was there while the opening was set up")
        self.state = go.GameState(size=case.height, enforce_superko=superko)
        for color, point in case.set_up_by_turns():
            self.play(color, point)

    def play(self, _, point):
        if self.state.is_end_of_game:
            raise Refused("game-over")
        try:
            self.state.do_move(go.PASS_MOVE if point is None else point)
        except go.IllegalMove:
            raise Refused from None

    def rows(self):
        letters = {go.BLACK: "x", go.WHITE: "o", go.EMPTY: "-"}
        return ["".join(letters[int(stone)] for stone in row) for row in self.state.board]


serve("RocAlphaGo", commit(folder), f"ko={'positional' if superko else 'simple'} suicide=forbidden", Game)
