"""What several tests use."""

import random
from collections.abc import Iterator

from gokata import Record, Rules

#: Sizes at the borders, and boards whose rows and columns must not be exchanged.
SIZES = [(1, 1), (1, 2), (1, 25), (25, 1), (2, 3), (3, 2), (5, 5), (4, 7), (9, 9)]

RULES = [Rules(name) for name in Rules.NAMES] + [
    Rules(ko=ko, suicide=suicide)
    for ko in ("simple", "positional", "situational", "natural-situational")
    for suicide in ("forbidden", "multi-stone", "allowed")
]


def drawn(size: tuple[int, int] | int, rules: Rules | str = "kata", seed: int = 0, most: int = 60) -> Iterator[Record]:
    """A game of random moves, ply by ply, that begins with the empty board. Passes are rare, and play goes on after them."""
    chance = random.Random(seed)
    record = Record(size, rules=rules)
    yield record
    for _ in range(most):
        if record.is_over:
            record = record.resume()
        else:
            *plays, passing, _ = record.legal_moves()
            record = record.play(chance.choice(plays) if plays and chance.random() > 0.05 else passing)
        yield record


def last(size: tuple[int, int] | int, rules: Rules | str = "kata", seed: int = 0, most: int = 60) -> Record:
    """The end of such a game."""
    return list(drawn(size, rules, seed, most))[-1]
