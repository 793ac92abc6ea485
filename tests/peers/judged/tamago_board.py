#!/usr/bin/env python3
"""TamaGo (repository kobanium/TamaGo): `GoBoard`, with its ko alone ("simple") or with `check_superko` ("superko"), named on the command
line. The opening is put down as handicap stones, and stands as the board that the game began with in its record.

Its size is a constant of a module, so its modules are loaded for each size. It plays for the color that is named, keeps no end, and
counts for the end of its own games.
"""

import importlib
import sys
import types

from protocol import ANY_COLOR, AREA, Cannot, Refused, checked_out, commit, serve

folder = checked_out("TamaGo")
sys.path.insert(0, str(folder))
superko = sys.argv[1:] == ["superko"]
constants = (folder / "board/constant.py").read_text()


def modules(size):
    """Its modules about the board, for boards of this size."""
    for name in [name for name in sys.modules if name.split(".")[0] == "board"]:
        del sys.modules[name]
    constant = types.ModuleType("board.constant")
    exec(constants.replace("\nBOARD_SIZE = 9\n", f"\nBOARD_SIZE = {size}\n"), constant.__dict__)
    sys.modules["board.constant"] = constant
    record = importlib.import_module("board.record").Record
    save = record.save
    # NumPy takes an array of one number for a number no longer.
    record.save = lambda self, moves, color, pos, value: save(self, moves, color, pos, value[0])
    return importlib.import_module("board.go_board").GoBoard, importlib.import_module("board.stone").Stone


class Game:
    sizes = "2..19"
    takes_steps = True
    made = {}

    def __init__(self, case):
        case.need(square=True, turn=ANY_COLOR, on_board=True, end=True)
        if not 2 <= case.height <= 19:
            raise Cannot("it has boards from 2x2 to 19x19")
        if case.height not in self.made:
            self.made[case.height] = modules(case.height)
        board, self.stone = self.made[case.height]
        self.board = board(case.height, check_superko=superko)
        self.colors = {"x": self.stone.BLACK, "o": self.stone.WHITE}
        for point, color in case.opening().items():
            self.board.put_handicap_stone(self.place(point), self.colors[color])
        # Its moves are counted from 1; 0 stands for the board before them.
        self.board.record.hash_value[0] = self.board.positional_hash[0]

    def place(self, point):
        return self.board.onboard_pos[point[0] * self.board.board_size + point[1]] if point else 0

    def play(self, color, point):
        if point and not self.board.is_legal(self.place(point), self.colors[color]):
            raise Refused
        self.board.put_stone(self.place(point), self.colors[color])

    def prisoners(self):
        return tuple(self.board.prisoner)

    def rows(self):
        size = self.board.board_size
        letters = {self.stone.EMPTY: "-", self.stone.BLACK: "x", self.stone.WHITE: "o"}
        points = "".join(letters[self.board.board[place]] for place in self.board.onboard_pos)
        return [points[at:at + size] for at in range(0, len(points), size)]

    def margin(self, case):
        return self.board.count_score() - float(case.count["komi"])


serve("TamaGo", commit(folder), f"ko={'positional' if superko else 'simple'} suicide=forbidden {AREA}", Game)
