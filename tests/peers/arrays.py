"""Plays games beside the vector environments of EnvPool and pgx, and compares each step: masks, ends, winners, boards or planes.

    pip install envpool==1.2.5 pgx==2.6.0 "jax[cpu]==0.10.2"
    python tests/peers/arrays.py [GAMES]     # of each program and size; 640 by default

Moves are drawn from what the other program allows: own eyes are filled, stones are thrown in, kos are fought. Where it differs, the
difference must be one of those known; each is confirmed by the pure referee. One that is not ends with status 1.
"""

import sys
from collections import Counter

import numpy as np

from gokata import Batch


class EnvPool:
    """Begins ended games at the next step, which ignores the action."""

    is_next_step, has_planes = True, False

    def __init__(self, games, size, rules):
        import envpool

        self.envs = envpool.make(f"Go{size}x{size}-v1", env_type="gymnasium", num_envs=games, num_threads=1, rules=rules, seed=7)
        self.info = self.envs.reset()[1]
        self.black = self.info["current_player"].copy()
        self.ended = np.zeros(games, bool)

    def mask(self):
        return self.info["legal_action_mask"].copy()

    def board(self):
        return self.info["board"]

    def step(self, actions):
        began = self.ended
        _, rewards, terminated, truncated, self.info = self.envs.step(actions.astype(np.int32))
        self.black[began] = self.info["current_player"][began]
        self.ended = terminated | truncated
        return self.ended, rewards.reshape(-1, 2)[np.arange(len(actions)), self.black]


class Pgx:
    """Begins ended games at once."""

    is_next_step, has_planes = False, True

    def __init__(self, games, size, _):
        import jax
        import pgx

        env = pgx.make(f"go_{size}x{size}")
        self.keys = jax.random.split(jax.random.PRNGKey(7), games)
        self.split = jax.jit(jax.vmap(lambda key: jax.random.split(key)[0]))
        self.make, self.init = jax.jit(jax.vmap(env.step)), jax.jit(jax.vmap(env.init))
        self.select = jax.jit(lambda ended, new, old: jax.tree.map(lambda n, o: jax.numpy.where(ended.reshape(-1, *[1] * (n.ndim - 1)), n, o), new, old))
        self.state = self.init(self.keys)
        self.black = np.asarray(self.state.current_player).copy()

    def mask(self):
        return np.asarray(self.state.legal_action_mask)

    def board(self):
        """Its last plane has ones if White is to play, ours (and AlphaGo Zero's) if Black is."""
        planes = np.array(self.state.observation, np.uint8)
        planes[..., -1] ^= 1
        return planes

    def step(self, actions):
        state = self.make(self.state, actions.astype(np.int32))
        ended, rewards = np.asarray(state.terminated), np.asarray(state.rewards)
        black = rewards[np.arange(len(actions)), self.black]
        self.keys = self.split(self.keys)
        self.state = self.select(ended, self.init(self.keys), state) if ended.any() else state
        self.black[ended] = np.asarray(self.state.current_player)[ended]
        return ended, black


def compare(name, make, rules, size, wanted, found):
    """Plays until so many games have ended."""
    games, points, rng = min(wanted, 100), size * size, np.random.default_rng(1)
    peer, batch = make(games, size, rules), Batch(games, size, rules="chinese,ko=positional", komi=7.5)
    fresh, turns, ended_games = np.zeros(games, bool), np.zeros(games, int), 0

    def note(kind, game, why=None):
        found[name, size, kind] += 1
        if why is None:
            print(f"{name} {size}x{size}, turn {turns[game]}: {kind}\n{batch.game(game)}", file=sys.stderr)
            found["unexplained"] += 1

    while ended_games < wanted:
        theirs, live = peer.mask(), ~fresh
        for game, action in np.argwhere((theirs != batch.mask) & live[:, None]):
            reason = next(iter(batch.game(game).record().explain(int(action)).reasons), None)
            known = theirs[game, action] and reason == "superko"
            note("allows a repetition, which loses" if known else "mask", game, "known" if known else None)
        seen, ours = peer.board(), batch.planes(8, "NHWC") if peer.has_planes else batch.boards()
        for game in np.flatnonzero((seen != ours).reshape(games, -1).any(1) & live):
            note("board", game)
        legal, counts = np.flatnonzero(theirs), np.count_nonzero(theirs, axis=1)
        places = np.cumsum(counts) - 1 - (rng.random(games) * counts).astype(int)
        actions = np.where(counts > 0, legal[np.maximum(places, 0)] % (points + 1), points)
        ended, black = peer.step(actions)
        batch.step(np.where(fresh, -1, actions), illegal="lose")
        batch.reset(fresh)
        turns = np.where(fresh, 0, turns + 1)
        found[name, size, "plies"] += int(live.sum())
        for game in np.flatnonzero((ended != batch.terminated) & live):
            known = ended[game] and turns[game] >= 2 * points
            note("ends after two plies a point" if known else "end", game, "known" if known else None)
        for game in np.flatnonzero(ended & batch.terminated & live & (black != batch.rewards)):
            note("winner", game)
        ended_games += int((ended & live).sum())
        if peer.is_next_step:
            fresh = ended
        else:
            batch.reset(ended)
            turns[ended] = 0
    found[name, size, "games"] += ended_games


def main():
    wanted, found = int(sys.argv[1]) if sys.argv[1:] else 640, Counter()
    for size, part in ((9, 1), (19, 10)):
        compare("EnvPool, pgx's rules", EnvPool, "pgx", size, wanted // part, found)
        compare("EnvPool, Chinese", EnvPool, "chinese", size, wanted // part, found)
        compare("pgx", Pgx, None, size, wanted // part, found)
    unexplained = found.pop("unexplained", 0)
    for (name, size, kind), count in found.items():
        print(f"{name:20} {size:2}x{size:<2} {kind:34} {count:9,}")
    print(f"{unexplained} differences that are not explained")
    sys.exit(unexplained > 0)


if __name__ == "__main__":
    main()
