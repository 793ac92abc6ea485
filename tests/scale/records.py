"""Makes game records to judge: python3 tests/scale/records.py FOLDER COUNT [SEED]

Random plays on empty points of random sizes; about one record in ten ends with a play on a stone, one in twenty is cut
short. The same seed makes the same files.
"""

import pathlib
import random
import sys


def record(chance):
    side = chance.choice([9, 9, 13, 19])
    letters = "abcdefghijklmnopqrs"[:side]
    points = [x + y for x in letters for y in letters]
    chance.shuffle(points)
    # Fewer stones than would fill the board: most of them are legal wherever they lie.
    moves = points[: chance.randrange(side, side * side // 3)]
    if chance.random() < 0.1:
        moves.append(moves[-1])
    rules = chance.choice(["Japanese", "Chinese", "AGA", "New Zealand", "Tromp-Taylor"])
    nodes = "".join(f";{'BW'[turn % 2]}[{move}]" for turn, move in enumerate(moves))
    text = f"(;GM[1]FF[4]SZ[{side}]KM[6.5]RU[{rules}]\n{nodes})\n"
    return text[:-9] if chance.random() < 0.05 else text


def main(folder, count, seed=1):
    chance = random.Random(int(seed))
    for number in range(int(count)):
        path = pathlib.Path(folder, f"{number // 1000:03}", f"{number:06}.sgf")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(record(chance))


if __name__ == "__main__":
    main(*sys.argv[1:])
