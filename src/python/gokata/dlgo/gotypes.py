"""Players and points, as the book's `dlgo.gotypes` has them."""

from __future__ import annotations

import enum
from typing import NamedTuple

__all__ = ["Player", "Point"]


class Player(enum.Enum):
    """A player, and the color of that player's stones.

    >>> from gokata.dlgo.gotypes import Player
    >>> Player.black.other
    <Player.white: 2>
    """

    black = 1
    white = 2

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.white if self is Player.black else Player.black


class Point(NamedTuple):
    """A point: the row is counted from 1 at the bottom, the column from 1 at the left. It may lie off the board.

    >>> from gokata.dlgo.gotypes import Point
    >>> Point(row=1, col=3).neighbors()
    [Point(row=0, col=3), Point(row=2, col=3), Point(row=1, col=2), Point(row=1, col=4)]
    """

    row: int
    col: int

    def neighbors(self) -> list[Point]:
        """The four adjacent points, also those off the board."""
        row, col = self
        return [Point(row - 1, col), Point(row + 1, col), Point(row, col - 1), Point(row, col + 1)]

    def __deepcopy__(self, memo: object = None) -> Point:
        return self
