import builtins, json, sys


class Sys:
    def setrecursionlimit(self, limit):
        pass

    def __getattr__(self, name):
        return getattr(sys, name)


def no_input(*prompt):
    raise EOFError("there is no keyboard here")


builtins.RecursionError = RuntimeError
builtins.ModuleNotFoundError = ImportError
builtins.input = no_input
builtins.vars = lambda it: it.__dict__
builtins.format = lambda it, how="": ("{:%s}" % how).format(it)
sys.path[:] = ["/lib", "", ".frozen"]
sys.modules["sys"] = Sys()


class Move:
    def __init__(self, color, row, col):
        self.color, self.row, self.col = color, row, col

    def __repr__(self):
        return "Move(color=%r, row=%r, col=%r)" % (self.color, self.row, self.col)

    def __eq__(self, other):
        return isinstance(other, Move) and (self.color, self.row, self.col) == (other.color, other.row, other.col)


class Board:
    def __init__(self, to_play, rows):
        self.to_play, self.rows = to_play, rows

    def __repr__(self):
        return "Board(to_play=%r, rows=%r)" % (self.to_play, self.rows)

    def __eq__(self, other):
        return isinstance(other, Board) and (self.to_play, self.rows) == (other.to_play, other.rows)


def ask(text, loads=json.loads, repr=repr, str=str):
    asked = loads(text)
    move = asked["move"]
    record = [Board(board["toPlay"], board["rows"]) for board in asked["record"]]
    answer = is_legal_move(Move(move["color"], move["row"], move["col"]), record)
    if answer is True:
        return "legal"
    if answer is False:
        return "not legal"
    return repr(answer)[:4000] + " (it must be true or false)"


from kata import is_legal_move
