"""Holds the function `move_between` of fixtures/README.md against every game of the fixtures: the move that it finds must
lead from the one board to the other.

    python3 tests/peers/move_between.py GOKATA
"""

import json
import re
import subprocess
import sys

page = open("fixtures/README.md").read()
blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
[function] = [block for block in blocks if "def move_between" in block]
assert len(function.splitlines()) <= 6, "a few lines"
exec(function)


def after(board, move, side):
    """The board after a move that captures, but is no suicide."""
    stones = {(r, c): stone for r, row in enumerate(board) for c, stone in enumerate(row)}
    stones[move] = side
    for start in [p for p in stones if stones[p] not in ("-", side)]:
        chain, new = set(), {start}
        while new:
            chain |= new
            beside = {(r + y, c + x) for r, c in new for y, x in ((0, 1), (0, -1), (1, 0), (-1, 0))}
            new = {p for p in beside if stones.get(p) == stones[start]} - chain
        near = {(r + y, c + x) for r, c in chain for y, x in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        if all(stones.get(p) != "-" for p in near):
            stones |= dict.fromkeys(chain, "-")
    return ["".join(stones[r, c] for c in range(len(row))) for r, row in enumerate(board)]


moves, passes, suicides = 0, 0, 0
ran = subprocess.run([sys.argv[1], "export"], capture_output=True, text=True, check=True)
for question in json.loads(ran.stdout)["questions"]:
    past = question["history"]
    for one, other in zip(past, past[1:]):
        move = move_between(one["board"], other["board"])
        if move is not None:
            assert after(one["board"], move, one["to_play"]) == other["board"], question["id"]
            moves += 1
        elif one["board"] == other["board"]:
            passes += 1
        else:
            own = [sum(row.count(one["to_play"]) for row in then["board"]) for then in (one, other)]
            assert own[1] < own[0] and question["rules"]["suicide"] != "forbidden", question["id"]
            suicides += 1
assert moves > 1000 and passes > 100 and suicides > 0, (moves, passes, suicides)
print(f"{moves} moves, {passes} passes and {suicides} suicides between boards")
