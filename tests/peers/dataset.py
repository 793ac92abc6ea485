#!/usr/bin/env python3
"""NumPy reads the training data of gokata; a board that is simpler still says what must be in it.

Usage: dataset.py GOKATA

Games are made up here, with captures, kos, passes, handicaps, a set-up in the middle, on several boards, and played
through by flood fill. A number that differs is status 1.
"""

import os
import random
import subprocess
import sys
import tempfile

import numpy

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Board:
    """Stones, and every board before. Positional superko, no suicide."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.stones = {}
        self.past = {frozenset()}

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

    def play(self, color, point):
        if point is not None:
            self.stones = self.after(color, point)
            self.past.add(frozenset(self.stones.items()))

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


def sgf(point):
    return "" if point is None else LETTERS[point[1]] + LETTERS[point[0]]


def made_up(numbers, rows, cols, most, setup):
    """A record, and what must come of it: (planes, move, color, ply) for every move."""
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
        rows_expected.append((board.planes(color), action, color, ply))
        board.play(color, point)
        text += f";{'BW'[color]}[{sgf(point)}]"
        color = 1 - color
    return text, rows_expected


def compare(file, games, first):
    """Every number of a file that holds these games."""
    data = numpy.load(file)
    rows = [(*row, winner, first + at) for at, (_, given, winner) in enumerate(games) for row in given]
    expected = {
        "planes": numpy.stack([row[0] for row in rows]),
        "move": numpy.array([row[1] for row in rows], numpy.uint16),
        "color": numpy.array([row[2] for row in rows], numpy.uint8),
        "ply": numpy.array([row[3] for row in rows], numpy.uint32),
        "winner": numpy.array([row[4] for row in rows], numpy.uint8),
        "game": numpy.array([row[5] for row in rows], numpy.uint32),
        "source": numpy.array([f"{path}:1".encode() for path, _, _ in games]),
    }
    assert sorted(data.files) == sorted(expected), data.files
    for name, numbers in expected.items():
        found = data[name]
        assert found.dtype == numbers.dtype, f"{file}: {name}: {found.dtype}, not {numbers.dtype}"
        assert found.shape == numbers.shape, f"{file}: {name}: {found.shape}, not {numbers.shape}"
        at = numpy.argwhere(found != numbers)
        assert not len(at), f"{file}: {name}: {len(at)} differ, the first at {at[0]}"
    return expected["planes"]


def main(gokata):
    numbers = random.Random(5)
    met, positions = numpy.zeros(9, int), 0
    with tempfile.TemporaryDirectory() as folder:
        for rows, cols, most, count in [(9, 9, 120, 8), (3, 4, 60, 25), (19, 19, 90, 2), (1, 6, 20, 10)]:
            path = os.path.join(folder, f"{rows}x{cols}")
            os.mkdir(path)
            games = []
            for at in range(count):
                text, given = made_up(numbers, rows, cols, most, at % 2 == 1)
                file = os.path.join(path, f"{at:02}.sgf")
                result, winner = [("B+R", 0), ("W+0.5", 1), ("0", 2), ("Void", 3), ("", 3)][at % 5]
                with open(file, "w") as record:
                    record.write(f"(;GM[1]FF[4]{f'RE[{result}]' if result else ''}{text})")
                games.append((file, given, winner))
            # What must be left out, between the others: illegal, not understood, of another size.
            for at, text in enumerate(["B[aa];W[aa]", "B[aa", "B[zz];W[**]"]):
                with open(os.path.join(path, f"00{at}.sgf"), "w") as record:
                    record.write(f"(;SZ[{cols}:{rows}];{text})" if rows != cols else f"(;SZ[{rows}];{text})")
            with open(os.path.join(path, "003.sgf"), "w") as record:
                record.write("(;SZ[7];B[aa])")
            options = ["--rules", "kata,ko=positional", "--size", f"{rows}x{cols}"]
            for name, more in [("whole", []), ("again", ["--jobs", "1"]), ("part", ["--games-per-file", "3"])]:
                out = os.path.join(folder, f"{name}-{rows}x{cols}.npz")
                ran = subprocess.run([gokata, "dataset", path, "--out", out, *options, *more], capture_output=True, text=True)
                left = "left out: 2 with an illegal move, 1 not understood, 1 on 7x7"
                assert ran.returncode == 2 and left in ran.stdout, ran
            whole, again = (open(os.path.join(folder, f"{name}-{rows}x{cols}.npz"), "rb").read() for name in ["whole", "again"])
            assert whole == again, "the same input gave other bytes"
            planes = compare(os.path.join(folder, f"whole-{rows}x{cols}.npz"), games, 0)
            for number, first in enumerate(range(0, count, 3)):
                compare(os.path.join(folder, f"part-{rows}x{cols}-{number:05}.npz"), games[first:first + 3], first)
            positions += len(planes)
            met += planes.any(axis=(2, 3)).sum(axis=0)
        left = [name for name in os.listdir(folder) if name.endswith(".part")]
        assert not left, left
    assert met.min() > 50, f"too little happened: {met}"
    print(f"{positions} positions, {9 * positions} planes: all as a flood fill says")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
