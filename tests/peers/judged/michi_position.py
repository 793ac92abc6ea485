#!/usr/bin/env python3
"""Michi (repository pasky/michi): `Position`, whose board is a string of the player to move. The opening is that string.

Its size is a constant of the module, so there is a module for each size. It has no turns but those of a game, and no end.
"""

import importlib.util

from protocol import AREA, NO_COLOR, Cannot, Refused, checked_out, commit, serve

folder = checked_out("michi")
# Up to what it knows of good moves.
rules = (folder / "michi.py").read_text().split("\n###############\n# go heuristics")[0]


class Bytes(bytearray):
    """As in Python 2, for which it was written."""

    def __init__(self, text):
        super().__init__(text, "ascii")

    def __str__(self):
        return self.decode("ascii")


def module(size):
    """Michi for boards of this size."""
    spec = importlib.util.spec_from_loader(f"michi{size}", loader=None)
    made = importlib.util.module_from_spec(spec)
    made.bytearray = Bytes
    exec(compile(rules.replace("\nN = 13\n", f"\nN = {size}\n"), "michi.py", "exec"), made.__dict__)
    return made


class Game:
    sizes = "1..19"
    made = {}

    def __init__(self, case):
        case.need(square=True, turn=NO_COLOR, on_board=True, end=True)
        if case.height > 19:
            raise Cannot("its largest board is 19x19")
        self.size = case.height
        if self.size not in self.made:
            self.made[self.size] = module(self.size)
        self.michi, self.side = self.made[self.size], case.boards[0][0]
        board = list(self.michi.empty)
        for (row, col), color in case.opening().items():
            board[self.place(row, col)] = "X" if color == self.side else "x"
        # Whose turn it is follows from the number of moves.
        komi = float(case.count["komi"]) if case.count else 7.5
        moves = int(self.side == "o")
        self.position = self.michi.Position("".join(board), (0, 0), moves, None, None, None, komi)

    def place(self, row, col):
        return (row + 1) * self.michi.W + 1 + col

    def play(self, _, point):
        if point is None:
            self.position = self.position.pass_move()
        else:
            place = self.place(*point)
            if self.position.board[place] != ".":
                # It takes moves to empty points alone: `moves` names them.
                raise Refused("occupied")
            moved = self.position.move(place)
            if moved is None:
                raise Refused
            self.position = moved
        self.side = "xo"[self.position.n % 2]

    def rows(self):
        own, other = (self.side, "xo"[self.side == "x"])
        letters = {"X": own, "x": other, ".": "-"}
        rows = self.position.board.split("\n")[1:self.size + 1]
        return ["".join(letters[stone] for stone in row.strip(" ")) for row in rows]

    def margin(self, _):
        margin = self.position.score()
        return margin if self.side == "x" else -margin


serve("Michi", commit(folder), f"ko=simple suicide=forbidden {AREA}", Game)
