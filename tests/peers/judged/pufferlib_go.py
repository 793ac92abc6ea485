#!/usr/bin/env python3
"""PufferLib (repository PufferAI/PufferLib): the Go of its environments, `ocean/go/go.h`, compiled without its drawing. The opening is
its board, with its groups.

Its `step` forbids what brings back the board before the opponent's move; it has no end by passes: a pass is the caller's
business.
"""

import ctypes
import hashlib
import pathlib
import re
import subprocess
import tempfile

from protocol import ANY_COLOR, AREA, OTHER, Refused, checked_out, commit, serve

folder = checked_out("PufferLib")
header = min(folder.glob("**/ocean/go/go.h"))

# What the adapter adds: a board is set, a move is made as `step` makes it, the score is computed.
SHIM = """
static CGo* env;
void begin(int size, const int* stones) {
    if (env) free_allocated(env);
    env = calloc(1, sizeof(CGo)); env->grid_size = size; allocate(env);
    for (int i = 0; i < size * size; i++) env->board_states[i] = env->previous_board_state[i] = 0;
    for (int i = 0; i < size * size; i++) if (stones[i]) {
        env->board_states[i] = stones[i];
        int around[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (int d = 0; d < 4; d++) {
            int x = i % size + around[d][0], y = i / size + around[d][1];
            if (x >= 0 && y >= 0 && x < size && y < size && stones[y * size + x] == stones[i]) union_groups(env->groups, i, y * size + x);
        }
    }
}
int turn(int point, int player, const int* before) {
    for (int i = 0; i < env->grid_size * env->grid_size; i++) env->previous_board_state[i] = before[i];
    return make_move(env, point, player);
}
int at(int point) { return env->board_states[point]; }
float count(float komi) { env->komi = komi; compute_score_tromp_taylor(env); return env->score; }
"""


def compiled():
    """The rules of the header as a library."""
    text = header.read_text()
    # What follows the rules draws, and needs a library for that.
    rules = text[:re.search(r"^void reset\(CGo", text, re.MULTILINE).start()].replace('#include "raylib.h"', "#include <stdbool.h>")
    # The end of a game calls it.
    rules = rules.replace("void end_game(CGo", "void reset(CGo* env);\nvoid end_game(CGo")
    code = rules + "\nvoid reset(CGo* env) {}\n" + SHIM
    made = pathlib.Path(tempfile.gettempdir()) / f"pufferlib-go-{hashlib.sha256(code.encode()).hexdigest()[:16]}.so"
    if not made.exists():
        building = made.with_suffix(".building")
        subprocess.run(["gcc", "-w", "-O1", "-shared", "-fPIC", "-x", "c", "-", "-o", building, "-lm"], input=code, text=True, check=True)
        building.rename(made)
    library = ctypes.CDLL(str(made))
    library.count.restype = ctypes.c_float
    library.count.argtypes = [ctypes.c_float]
    return library


go = compiled()


class Game:
    sizes = "square"

    def __init__(self, case):
        case.need(square=True, turn=ANY_COLOR, on_board=True, end=True)
        self.size = case.height
        stones = case.opening()
        numbers = [" xo".index(stones.get((at // self.size, at % self.size), " ")) for at in range(self.size**2)]
        go.begin(self.size, (ctypes.c_int * len(numbers))(*numbers))
        # The board before the latest turn, if that was the opponent's.
        self.before = [0] * len(numbers)

    def stones(self):
        return [go.at(point) for point in range(self.size**2)]

    def play(self, color, point):
        now = self.stones()
        if point is not None:
            before = (ctypes.c_int * len(now))(*self.before)
            if not go.turn(point[0] * self.size + point[1], " xo".index(color), before):
                raise Refused
        self.before = now

    def rows(self):
        letters = "".join("-xo"[stone] for stone in self.stones())
        return [letters[at:at + self.size] for at in range(0, len(letters), self.size)]

    def margin(self, case):
        return go.count(float(case.count["komi"]))


serve("PufferLib", commit(folder), f"ko=simple suicide=forbidden {AREA}", Game)
