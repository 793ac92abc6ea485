"""How many plies a processor second takes when actions come from NumPy or logits: gokata beside other programs.

    pip install envpool==1.2.5 pgx==2.6.0 "jax[cpu]==0.10.2" open_spiel==2.0.2 pettingzoo==1.27.0 pygame==2.6.1
    python tests/bench/arrays.py [--turns 5] [--only NAME] [--before FOLDER]

Each program makes a ply in each game, says whether it has ended and who has won, begins ended games anew, and gives the legal
moves of all games as a mask, from which the same function draws the next actions. Programs take turns; a figure is the median of the
turns. `--before` is a folder with an older package `gokata`, which is asked by `legal_masks` and `step` in a process of its own.
Prints a table in Markdown.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

import numpy as np

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

SUPERKO, SIMPLE = "chinese,ko=positional", "chinese,ko=simple"


def drawn(mask, rng):
    """A move for each row of a mask, all equally likely; 0 where there is none."""
    legal, counts = np.flatnonzero(mask), np.count_nonzero(mask, axis=1)
    places = np.cumsum(counts) - 1 - (rng.random(len(mask)) * counts).astype(np.int64)
    return np.where(counts > 0, legal[places] % mask.shape[1], 0)


class Gokata:
    def __init__(self, games, size, rules, logits=False, planes=False):
        from gokata import Batch

        self.batch = Batch(games, size, rules=rules, komi=7.5, seed=1)
        self.planes, self.logits = planes, None
        if logits:
            self.logits = np.random.default_rng(1).standard_normal((games, size * size + 1), np.float32)

    def mask(self):
        return self.batch.mask

    def step(self, actions):
        batch = self.batch
        if self.logits is None:
            batch.step(actions)
        else:
            batch.draw(self.logits)
        if self.planes:
            batch.planes()
        ended, _ = batch.terminated, batch.rewards
        if ended.any():
            batch.reset(ended)


class Before:
    def __init__(self, games, size, rules):
        from gokata import Batch

        self.batch = Batch(games, size, rules=rules, seed=1)

    def mask(self):
        return self.batch.legal_masks()

    def step(self, actions):
        self.batch.step(actions)
        ended = self.batch.over
        if ended.any():
            self.batch.areas()
            self.batch.reset()


class EnvPool:
    def __init__(self, games, size, rules):
        import envpool

        name = f"Go{size}x{size}-v1"
        self.envs = envpool.make(name, env_type="gymnasium", num_envs=games, num_threads=1, rules=rules)
        self.info = self.envs.reset()[1]

    def mask(self):
        return self.info["legal_action_mask"]

    def step(self, actions):
        *_, self.info = self.envs.step(actions.astype(np.int32))


class Pgx:
    def __init__(self, games, size):
        import jax
        import pgx

        env = pgx.make(f"go_{size}x{size}")
        self.jax, self.keys = jax, jax.random.split(jax.random.PRNGKey(1), games)
        self.make = jax.jit(jax.vmap(pgx.experimental.auto_reset(env.step, env.init)))
        self.state = jax.jit(jax.vmap(env.init))(self.keys)
        self.step(np.zeros(games, np.int64))  # compiles

    def mask(self):
        return np.asarray(self.state.legal_action_mask)

    def step(self, actions):
        self.state = self.make(self.state, actions.astype(np.int32), self.keys)
        self.jax.block_until_ready((self.state.rewards, self.state.terminated))


class OpenSpiel:
    def __init__(self, games, size):
        import pyspiel

        self.game = pyspiel.load_game("go", {"board_size": size, "komi": 7.5})
        self.states = [self.game.new_initial_state() for _ in range(games)]

    def mask(self):
        return np.array([state.legal_actions_mask() for state in self.states], bool)

    def step(self, actions):
        for nth, (state, action) in enumerate(zip(self.states, actions.tolist(), strict=True)):
            state.apply_action(action)
            if state.is_terminal():
                state.returns()
                self.states[nth] = self.game.new_initial_state()


class PettingZoo:
    def __init__(self, games, size):
        from pettingzoo.classic import go_v5

        self.envs = [go_v5.env(board_size=size, komi=7.5) for _ in range(games)]
        for env in self.envs:
            env.reset()

    def mask(self):
        return np.array([env.last()[0]["action_mask"] for env in self.envs], bool)

    def step(self, actions):
        for env, action in zip(self.envs, actions.tolist(), strict=True):
            env.step(action)
            if env.terminations[env.agent_selection]:
                env.reset()


#: Name, most games, how to make it.
ROWS = [
    ("gokata, superko, `draw(logits)`", 2048, lambda games, size: Gokata(games, size, SUPERKO, logits=True)),
    ("gokata, superko, `draw(logits)`, 17 planes", 2048, lambda games, size: Gokata(games, size, SUPERKO, logits=True, planes=True)),
    ("gokata, simple ko, `draw(logits)`", 2048, lambda games, size: Gokata(games, size, SIMPLE, logits=True)),
    ("gokata, superko", 2048, lambda games, size: Gokata(games, size, SUPERKO)),
    ("gokata, simple ko", 2048, lambda games, size: Gokata(games, size, SIMPLE)),
    ("EnvPool, rules of pgx, 17 planes", 256, lambda games, size: EnvPool(games, size, "pgx")),
    ("EnvPool, Chinese, 17 planes", 256, lambda games, size: EnvPool(games, size, "chinese")),
    ("pgx", 256, Pgx),
    ("OpenSpiel", 32, OpenSpiel),
    ("PettingZoo", 1, PettingZoo),
]


def plies_a_second(program, games, seconds):
    """Plies a processor second, and the part of the time that goes into drawing actions."""
    rng, plies = np.random.default_rng(1), 0
    logits = getattr(program, "logits", None)
    start = time.process_time()
    while time.process_time() - start < seconds:
        program.step(None if logits is not None else drawn(program.mask(), rng))
        plies += games
        if logits is not None:
            program.mask()
    return plies / (time.process_time() - start)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--turns", type=int, default=5, help="turns of each program (default: 5)")
    options.add_argument("--seconds", type=float, default=0.5, help="processor seconds a turn")
    options.add_argument("--only", default="", help="programs whose names have this in them")
    options.add_argument("--before", help="a folder with an older package gokata")
    options.add_argument("--measure-before", nargs=2, type=int, help=argparse.SUPPRESS)
    options = options.parse_args()
    if options.measure_before:
        games, size = options.measure_before
        print(plies_a_second(Before(games, size, SUPERKO), games, options.seconds))
        return
    columns = [(size, games) for size in (9, 19) for games in (1, 32, 256, 2048)]
    found = {}
    programs = [row for row in ROWS if options.only in row[0]]
    for size, games in columns:
        running = [(name, make(games, size)) for name, most, make in programs if games <= most]
        for _ in range(options.turns):
            for name, program in running:
                found.setdefault((name, size, games), []).append(plies_a_second(program, games, options.seconds))
            if options.before and games <= 256:
                command = [sys.executable, __file__, "--measure-before", str(games), str(size), "--seconds", str(options.seconds)]
                said = subprocess.run(command, env={**os.environ, "PYTHONPATH": options.before}, capture_output=True, text=True, check=True)
                found.setdefault(("gokata before, superko", size, games), []).append(float(said.stdout))
    names = [row[0] for row in programs] + ["gokata before, superko"] * bool(options.before)
    print("| thousand plies a processor second |", " | ".join(f"{size}x{size}, {games}" for size, games in columns), "|")
    print("|---|" + "---:|" * len(columns))
    for name in names:
        figures = [found.get((name, *column)) for column in columns]
        middle = [statistics.median(figure) / 1e3 if figure else None for figure in figures]
        cells = ["" if it is None else f"{it:,.0f}" if it >= 100 else f"{it:.3g}" for it in middle]
        print(f"| {name} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
