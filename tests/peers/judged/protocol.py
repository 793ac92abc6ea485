"""The line protocol of `gokata check --exec`, for the adapters in Python here.

An adapter is a class. An object of it is one game of the program: `Game(case)` sets up the opening board, `play(color, point)`
makes a turn (`None` is a pass) or raises `Refused`, and `rows()` is the board as it stands. What the program cannot be asked
raises `Cannot`. Who counts has `margin(case)`, Black's points minus White's, or `owner()`, the rows of owners, or both.
Who can be asked behind refused moves has `takes_steps = True`, `undo()` if it takes back turns, and `prisoners()`, Black's and
White's, if it keeps a tally. `sizes` says which boards it has; a reason that speaks of boards, sizes or lines means that this
board is not one of them.
"""

import os
import pathlib
import sys

OTHER = {"x": "o", "o": "x"}

# Why a program knows no moves out of turn.
NO_COLOR = "a move there names no color: it has no moves out of turn"
ANY_COLOR = "it plays for either color at any time"

# The own rules of a program that counts nothing but area and komi.
AREA = "scoring=area tax=none handicap-bonus=0 button=no"


def checked_out(repository):
    """The folder of a repository below the folder that `GOKATA_PEERS` names."""
    folder = pathlib.Path(os.environ.get("GOKATA_PEERS", "")) / repository
    if not os.environ.get("GOKATA_PEERS") or not folder.is_dir():
        sys.exit(f"GOKATA_PEERS must name a folder that holds {repository}, as it is checked out")
    return folder


def commit(folder):
    """The commit of a repository, which a file `VERSION` there names, or git."""
    named = folder / "VERSION"
    if named.is_file():
        return named.read_text().strip()
    import subprocess
    return subprocess.run(["git", "-C", folder, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()


class Cannot(Exception):
    """The program cannot be asked this; the text says why."""


class Refused(Exception):
    """The program says that the move is illegal; the text is the reason in gokata's words, if it gives any."""


class Case:
    """One question: the boards before it, oldest first, each a side to play and rows, or the opening and steps; then the move."""

    def __init__(self, lines):
        self.rules = dict(word.split("=") for word in next(lines)[1:])
        self.height, self.width = map(int, next(lines)[1:])
        boards = int(next(lines)[1])
        self.boards = [(next(lines)[0], [next(lines)[0] for _ in range(self.height)]) for _ in range(boards)]
        about = next(lines)
        self.count, self.steps = None, []
        self.color, self.point = self.side(), None
        if about[0] == "steps":
            self.steps = [(words[0], *self.turn_of(words)) for words in (next(lines) for _ in range(int(about[1])))]
            about = next(lines)
        self.has_move = about[0] == "move"
        if about[0] == "count":
            self.count = dict(word.split("=") for word in about[1:])
            self.prisoners = {word[0]: int(word[2:]) for word in next(lines)[1:]}
            next(lines)  # marks
            self.marks = [next(lines)[0] for _ in range(self.height)]
            # A count needs no game.
            self.boards = self.boards[-1:]
            self.color, self.point = self.side(), None
        elif self.has_move:
            self.color, self.point = self.turn_of(about)
        self.asks = next(lines)[0] if self.count or self.has_move else about[0]

    @staticmethod
    def turn_of(words):
        """The color and the point of a line such as `move x 2 2`; nothing of `undo`."""
        return (words[1], None if words[2] == "pass" else tuple(map(int, words[2:]))) if words[1:] else (None, None)

    def take_off(self):
        """Takes off the dead stones, as players do before they count area."""
        if any("n" in row for row in self.marks):
            raise Cannot("it has no neutral points")
        side, rows = self.boards[0]
        self.boards = [(side, ["".join("-" if mark == "d" else stone for stone, mark in zip(*pair)) for pair in zip(rows, self.marks)])]

    def stones(self, rows):
        return {(r, c): rows[r][c] for r in range(self.height) for c in range(self.width) if rows[r][c] in OTHER}

    def opening(self):
        """The stones of the first board."""
        return self.stones(self.boards[0][1])

    def side(self):
        """Whose turn it is."""
        return self.boards[-1][0]

    def over(self):
        """Whether two passes in a row have ended the game."""
        shown = [rows for _, rows in self.boards]
        return any(a == b == c for a, b, c in zip(shown, shown[1:], shown[2:]))

    def need(self, square=False, turn=None, on_board=False, end=False, passes=False):
        """What the program has no words for: a board that is not square; a move out of turn, off the board, after the end; a pass."""
        if square and self.height != self.width:
            raise Cannot("it has square boards only")
        for side, over, color, point in self.moves():
            if turn and color != side:
                raise Cannot(turn)
            if on_board and point and not (0 <= point[0] < self.height and 0 <= point[1] < self.width):
                raise Cannot("a move there is the number of a point")
            if end and over:
                raise Cannot("it keeps no account of the end of a game")
            if passes and point is None:
                raise Cannot("it has no passes: its caller leaves the stones as they are")

    def moves(self):
        """Each move of a step, and the one that is asked about, with whose turn it is then, and whether the game is over."""
        made = []
        for step, color, point in self.steps:
            side = OTHER[made[-1][0]] if made else self.side()
            if step == "undo":
                made.pop()
                continue
            yield side, [point for _, point in made[-2:]] == [None, None], color, point
            if step == "play":
                made.append((color, point))
        if self.has_move:
            side = OTHER[made[-1][0]] if made else self.side()
            over = [point for _, point in made[-2:]] == [None, None] or not self.steps and self.over()
            yield side, over, self.color, self.point

    def turns(self):
        """The turns that led from the first board to the last one."""
        return [(side, self.turn(before, after)) for (side, before), (_, after) in zip(self.boards, self.boards[1:])]

    def turn(self, before, after):
        old, new = self.stones(before), self.stones(after)
        for point in new.keys() - old.keys():
            return point
        # A suicide leaves no stone; its point was the last liberty of the stones that are gone.
        return next((free for stone in old.keys() - new.keys() for free in self.beside(stone) if free not in old), None)

    def beside(self, point):
        row, col = point
        steps = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [(r, c) for r, c in steps if 0 <= r < self.height and 0 <= c < self.width]

    def set_up_by_turns(self):
        """The opening as turns from the empty board, Black first, with passes where a side has too few stones.

        Part of a board on which every chain has a liberty is such a board, so nothing is captured. The last turn is a stone
        where the side that made it has any.
        """
        stones = self.opening()
        ahead = {color: sorted(point for point in stones if stones[point] == color) for color in OTHER}
        blacks, whites = len(ahead["x"]), len(ahead["o"])
        if self.boards[0][0] == "x":
            blacks = whites = max(blacks, whites)
        else:
            blacks, whites = max(blacks, whites + 1), max(blacks - 1, whites)
        ahead["x"][:0] = [None] * (blacks - len(ahead["x"]))
        ahead["o"][:0] = [None] * (whites - len(ahead["o"]))
        turns = [("xo"[at % 2], ahead["xo"[at % 2]][at // 2]) for at in range(blacks + whites)]
        first = [point for _, point in [*self.turns(), *[step[1:] for step in self.steps], (self.color, self.point)]][0]
        if turns and turns[-1][1] is first is None and not self.count and (self.steps or self.has_move):
            raise Cannot("the opening is set up by turns, the last one a pass: with one more the game would be over")
        return turns

    def spoiled(self):
        """Whether the move makes a board that the set-up by turns has put into the program's history, and the game never had."""
        if self.steps:
            raise Cannot("the opening is set up by turns, and a step may make one of their positions")
        if self.point is None:
            return False
        stones, made = {}, []
        turns = self.set_up_by_turns()
        for color, point in turns:
            if point:
                stones = {**stones, point: color}
            made.append(stones)
        after = self.after()
        ko = self.rules["ko"]
        if after == self.opening():
            # Nobody made the opening board; here the player of the last stone did, before a pass with the other side to play.
            last = next((color for color, point in reversed(turns) if point), None)
            return self.color == last and (ko == "natural-situational" or ko == "situational" and turns[-1][1] is None)
        return after in [*made, {}]

    def after(self):
        """The stones as they lie after the move."""
        stones = {**self.stones(self.boards[-1][1]), self.point: self.color}
        for start in [*self.beside(self.point), self.point]:
            if start in stones and (stones[start] != self.color or start == self.point):
                chain, ahead = {start}, [start]
                while ahead:
                    for other in self.beside(ahead.pop()):
                        if stones.get(other) == stones[start] and other not in chain:
                            chain.add(other)
                            ahead.append(other)
                if all(free in stones for stone in chain for free in self.beside(stone)):
                    stones = {point: stone for point, stone in stones.items() if point not in chain}
        return stones


def counted(case, game):
    """The answer to a question about the count."""
    if not getattr(game, "knows_marks", False):
        case.take_off()
    playing = game(case)
    if case.asks == "owner?":
        return "\n".join(playing.owner())
    margin = playing.margin(case)
    return f"{'x' if margin > 0 else 'o'}+{abs(margin):g}" if margin else "draw"


def answer(case, game):
    """The answer of a program, of which `game` makes games."""
    if case.count:
        return counted(case, game)
    playing = game(case)
    for number, (color, point) in enumerate(case.turns(), 1):
        try:
            playing.play(color, point)
        except Refused as why:
            raise Cannot(f"it refuses turn {number} of the game before the question {why}".rstrip()) from why
    for number, (step, color, point) in enumerate(case.steps, 1):
        if step == "undo":
            if not hasattr(game, "undo"):
                raise Cannot("it takes back no turns")
            playing.undo()
            continue
        try:
            playing.play(color, point)
        except Refused as why:
            if step == "play":
                raise Cannot(f"it refuses step {number} {why}".rstrip()) from why
            continue
        if step == "try":
            return f"accepted {number}"
    side, rows = case.boards[-1]
    if case.asks == "prisoners?":
        black, white = playing.prisoners()
        return f"x {black} o {white}"
    if not case.has_move:
        made = []
        for step, *turn in case.steps:
            made = made[:-1] if step == "undo" else [*made, *[turn][: step == "play"]]
        return "\n".join([OTHER[made[-1][0]] if made else side, *playing.rows()])
    if not case.steps and playing.rows() != rows:
        raise Cannot(f"it has other stones before the question: {'/'.join(playing.rows())}")
    try:
        playing.play(case.color, case.point)
    except Refused as why:
        return f"illegal {why}".rstrip()
    return "\n".join([OTHER[case.color], *playing.rows()]) if case.asks == "board?" else "legal"


def serve(name, version, rules, game):
    """Answers all questions of the standard input."""
    able = [("score", "margin"), ("owner", "owner"), ("steps", "takes_steps"), ("prisoners", "prisoners")]
    can = [word for word, name in able if hasattr(game, name)]
    sizes = getattr(game, "sizes", "")
    print("start", name, version, *[f"sizes={sizes}"][:len(sizes)], *[f"can={','.join(can)}"][:len(can)], rules, flush=True)
    lines = (line.split() for line in sys.stdin)
    for _ in lines:  # case NAME
        case = Case(lines)
        try:
            print(answer(case, game), flush=True)
        except Cannot as why:
            print("cannot", why, flush=True)
