#!/usr/bin/env python3
"""NumPy reads the training data of gokata; a board that is simpler still says what must be in it.

Usage: dataset.py GOKATA

Games are made up here, with captures, kos, passes, handicaps, a set-up in the middle, territory marked at the end, on several
boards, and played through by flood fill. A number that differs is status 1.
"""

import os
import random
import subprocess
import sys
import tempfile

import numpy

HISTORY, KOMI = 3, 5.5
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Board:
    """Stones, and every board before. Positional superko, no suicide."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.stones = {}
        self.past = {frozenset()}
        self.latest = [{}] * HISTORY

    def points(self):
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def beside(self, point):
        row, col = point
        steps = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [(r, c) for r, c in steps if 0 <= r < self.rows and 0 <= c < self.cols]

    def chain(self, stones, point):
        met, ahead = {point}, [point]
        while ahead:
            for other in self.beside(ahead.pop()):
                if other not in met and stones.get(other) == stones[point]:
                    met.add(other)
                    ahead.append(other)
        return met, {free for stone in met for free in self.beside(stone) if free not in stones}

    def after(self, color, point):
        stones = {**self.stones, point: color}
        for other in self.beside(point):
            if stones.get(other) == 1 - color:
                chain, liberties = self.chain(stones, other)
                if not liberties:
                    stones = {at: stone for at, stone in stones.items() if at not in chain}
        return stones

    def verdict(self, color, point):
        if point in self.stones:
            return "occupied"
        stones = self.after(color, point)
        if not self.chain(stones, point)[1]:
            return "suicide"
        return "ko" if frozenset(stones.items()) in self.past else "legal"

    def set_up(self, stones):
        self.stones = dict(stones)
        self.past = {frozenset(stones.items())}
        self.latest = [self.stones] + [{}] * (HISTORY - 1)

    def play(self, color, point):
        if point is not None:
            self.stones = self.after(color, point)
            self.past.add(frozenset(self.stones.items()))
        self.latest = [self.stones] + self.latest[:-1]

    def planes(self, color):
        planes = numpy.zeros((9, self.rows, self.cols), numpy.uint8)
        for point in self.points():
            if point in self.stones:
                liberties = len(self.chain(self.stones, point)[1])
                planes[(0 if self.stones[point] == color else 3) + min(liberties, 3) - 1][point] = 1
            planes[6][point] = self.verdict(color, point) == "ko"
            planes[7][point] = self.verdict(color, point) == "legal"
        planes[8] = 1
        return planes

    def history(self, color):
        planes = numpy.zeros((2 * HISTORY + 1, self.rows, self.cols), numpy.uint8)
        for ago, stones in enumerate(self.latest):
            for point, stone in stones.items():
                planes[2 * ago + (stone != color)][point] = 1
        planes[-1] = color == 0
        return planes

    def owners(self):
        """1 for Black's stones and the empty regions beside them alone, -1 for White's, else 0."""
        owners, left = numpy.zeros((self.rows, self.cols), numpy.int8), set(self.points()) - self.stones.keys()
        for point, stone in self.stones.items():
            owners[point] = 1 - 2 * stone
        while left:
            region, ahead = set(), [left.pop()]
            while ahead:
                region.add(point := ahead.pop())
                near = [other for other in self.beside(point) if other in left]
                left.difference_update(near)
                ahead += near
            beside = {self.stones[other] for point in region for other in self.beside(point) if other in self.stones}
            for point in region:
                owners[point] = 1 - 2 * min(beside) if len(beside) == 1 else 0
        return owners


def sgf(point):
    return "" if point is None else LETTERS[point[1]] + LETTERS[point[0]]


def made_up(numbers, rows, cols, most, setup):
    """A record, what must come of it: (planes, history, move, color, ply) for every move, and the owners at its end."""
    board, rows_expected, text, color = Board(rows, cols), [], f"SZ[{cols}:{rows}]" if rows != cols else f"SZ[{rows}]", 0
    if setup:
        handicap = numbers.sample(board.points(), 2)
        board.set_up({point: 0 for point in handicap})
        text, color = text + "HA[2]AB" + "".join(f"[{sgf(point)}]" for point in handicap), 1
    middle = numbers.randrange(most) if setup else None
    for ply in range(most):
        if ply == middle:
            # A stone comes from nowhere, and with it a new past.
            legal = [point for point in board.points() if board.verdict(color, point) == "legal"]
            if legal and board.after(color, legal[0]).keys() > board.stones.keys():
                text += f";A{'BW'[color]}[{sgf(legal[0])}]"
                board.set_up({**board.stones, legal[0]: color})
        legal = [point for point in board.points() if board.verdict(color, point) == "legal"]
        point = None if not legal or numbers.random() < 0.03 else numbers.choice(legal)
        action = rows * cols if point is None else point[0] * cols + point[1]
        rows_expected.append((board.planes(color), board.history(color), action, color, ply))
        board.play(color, point)
        text += f";{'BW'[color]}[{sgf(point)}]"
        color = 1 - color
    owners = board.owners()
    for name, owner in [("TB", 1), ("TW", -1)]:
        points = [point for point in board.points() if owners[point] == owner and point not in board.stones]
        text += f"{name}{''.join(f'[{sgf(point)}]' for point in points)}" if points else ""
    is_marked = (owners != 0).sum() > len(board.stones)
    return text, rows_expected, owners if is_marked else None


def expected_of(games, first):
    """Every array of a file that holds these games."""
    rows = [(*row, number, *game) for number, game in enumerate(games, first) for row in game[1]]
    column = lambda nth, kind: numpy.array([row[nth] for row in rows], kind)
    owners = [row[8] if row[8] is not None else numpy.zeros(row[0].shape[1:], numpy.int8) for row in rows]
    scores = [row[8].sum(dtype=int) - KOMI if row[8] is not None else numpy.nan for row in rows]
    return {
        "planes": numpy.stack([row[0] for row in rows]),
        "history": numpy.stack([row[1] for row in rows]),
        "move": column(2, numpy.uint16),
        "color": column(3, numpy.uint8),
        "ply": column(4, numpy.uint32),
        "game": column(5, numpy.uint32),
        "winner": column(9, numpy.uint8),
        "margin": column(10, numpy.float32),
        "komi": numpy.full(len(rows), KOMI, numpy.float32),
        "handicap": column(11, numpy.uint16),
        "ownership": numpy.stack(owners),
        "score": numpy.array(scores, numpy.float32),
        "score_by": numpy.array([row[8] is not None for row in rows], numpy.uint8),
    }, {
        "source": numpy.array([f"{game[0]}:1".encode() for game in games]),
        "black_rank": numpy.array([game[6].encode() for game in games]),
        "white_rank": numpy.array([b"" for game in games], "S1"),
        "date": numpy.array([b"2026-11-29" for game in games]),
    }


def load(path):
    """The arrays of an archive, or of a folder."""
    if path.endswith(".npz"):
        return dict(numpy.load(path))
    return {name[:-4]: numpy.load(os.path.join(path, name), mmap_mode="r") for name in os.listdir(path)}


def compare(path, data, expected):
    assert sorted(data) == sorted(expected), f"{path}: {sorted(data)}"
    for name, numbers in expected.items():
        found = data[name]
        assert found.dtype == numbers.dtype, f"{path}: {name}: {found.dtype}, not {numbers.dtype}"
        assert found.shape == numbers.shape, f"{path}: {name}: {found.shape}, not {numbers.shape}"
        differ = (found != numbers) & ((found == found) | (numbers == numbers))
        assert not differ.any(), f"{path}: {name}: {differ.sum()} differ, the first at {numpy.argwhere(differ)[0]}"


def shuffled(parts, expected):
    """Files that together have the same positions, in another order."""
    lengths = [len(part["ply"]) for part in parts]
    assert max(lengths) - min(lengths) <= 1, f"shuffled: {lengths}"
    data = {name: numpy.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = numpy.lexsort((data["ply"], data["game"]))
    moved = (order != numpy.arange(len(order))).mean()
    assert moved > 0.9 or len(order) < 100, f"only {moved} are in another place"
    compare("shuffled", {name: numbers[order] for name, numbers in data.items()}, expected)


def main(gokata):
    numbers = random.Random(5)
    met, positions, marked = numpy.zeros(9, int), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for rows, cols, most, count in [(9, 9, 120, 8), (3, 4, 60, 25), (19, 19, 90, 2), (1, 6, 20, 10)]:
            path = os.path.join(folder, f"{rows}x{cols}")
            os.mkdir(path)
            games = []
            for at in range(count):
                handicap, rank = 2 * (at % 2), ["", "3k", "9 dan"][at % 3]
                text, given, owners = made_up(numbers, rows, cols, most, handicap > 0)
                file = os.path.join(path, f"{at:02}.sgf")
                result, winner, margin = [("B+R", 0, numpy.nan), ("W+0.5", 1, -0.5), ("0", 2, 0), ("Void", 3, numpy.nan), ("", 3, numpy.nan)][at % 5]
                about = "".join(f"{name}[{value}]" for name, value in [("RE", result), ("BR", rank)] if value)
                with open(file, "w") as record:
                    record.write(f"(;GM[1]FF[4]KM[{KOMI}]DT[2026-11-29]{about}{text})")
                games.append((file, given, owners, winner, margin, handicap, rank))
            # What must be left out, between the others: illegal, not understood, of another size.
            for at, text in enumerate(["B[aa];W[aa]", "B[aa", "B[zz];W[**]"]):
                with open(os.path.join(path, f"00{at}.sgf"), "w") as record:
                    record.write(f"(;SZ[{cols}:{rows}];{text})" if rows != cols else f"(;SZ[{rows}];{text})")
            with open(os.path.join(path, "003.sgf"), "w") as record:
                record.write("(;SZ[7];B[aa])")
            options = ["--rules", "kata,ko=positional", "--size", f"{rows}x{cols}", "--history", str(HISTORY), "--ownership", "record"]
            made = lambda name: os.path.join(folder, f"{rows}x{cols}-{name}")
            for name, more in [
                ("whole.npz", []),
                ("again.npz", ["--jobs", "1"]),
                ("part.npz", ["--games-per-file", "3"]),
                ("mixed.npz", ["--shuffle", "1"]),
                ("mixed", ["--shuffle", "1", "--files", "3", "--format", "npy"]),
            ]:
                ran = subprocess.run([gokata, "dataset", path, "--out", made(name), *options, *more], capture_output=True, text=True)
                left = "left out: 2 with an illegal move, 1 not understood, 1 on 7x7"
                assert ran.returncode == 2 and left in ran.stdout, ran
            whole, again = (open(made(name), "rb").read() for name in ["whole.npz", "again.npz"])
            assert whole == again, "the same input gave other bytes"
            each, texts = expected_of(games, 0)
            compare(made("whole.npz"), load(made("whole.npz")), each | texts)
            for number, first in enumerate(range(0, count, 3)):
                part = made(f"part-{number:05}.npz")
                both = expected_of(games[first:first + 3], first)
                compare(part, load(part), both[0] | both[1])
            mixed = load(made("mixed.npz"))
            compare(made("mixed.npz"), {name: mixed.pop(name) for name in texts}, texts)
            shuffled([mixed], each)
            compare(made("mixed-games"), load(made("mixed-games")), texts)
            shuffled([load(made(f"mixed-{number:05}")) for number in range(3)], each)
            positions += len(each["ply"])
            marked += sum(game[2] is not None for game in games)
            met += each["planes"].any(axis=(2, 3)).sum(axis=0)
        left = [name for name in os.listdir(folder) if name.endswith(".part")]
        assert not left, left
    assert met.min() > 50 and marked > 9, f"too little happened: {met}, {marked}"
    print(f"{positions} positions, {(10 + 2 * HISTORY) * positions} planes, {marked} games with owners: all as a flood fill says")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
