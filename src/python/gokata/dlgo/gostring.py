"""Strings of stones, as the book's `dlgo.goboard` has them."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from .gotypes import Player, Point

__all__ = ["GoString", "points_of"]


class GoString:
    """A string: linked stones of one `color`, and their liberties. It stays as it is when the board changes.

    >>> from gokata.dlgo.goboard import Board, Player, Point
    >>> board = Board(5, 5)
    >>> board.place_stone(Player.black, Point(1, 1))
    >>> board.place_stone(Player.black, Point(1, 2))
    >>> string = board.get_go_string(Point(1, 1))
    >>> sorted(string.stones), string.num_liberties
    ([Point(row=1, col=1), Point(row=1, col=2)], 3)
    """

    __slots__ = ("_liberties", "_size", "_stones", "color")

    def __init__(
        self, color: Player, stones: Iterable[Any], liberties: Iterable[Any], size: tuple[int, int] | None = None
    ) -> None:
        self.color = color
        # A board gives its size, and indices in place of points: many programs ask only for numbers and colors.
        self._size = size
        self._stones: Any = stones if size else frozenset(stones)
        self._liberties: Any = liberties if size else frozenset(liberties)

    @property
    def stones(self) -> frozenset[Point]:
        """The stones."""
        return self._points()[0]

    @property
    def liberties(self) -> frozenset[Point]:
        """The empty points beside the stones."""
        return self._points()[1]

    @property
    def num_liberties(self) -> int:
        """The number of liberties."""
        return len(self._liberties)

    def _points(self) -> tuple[frozenset[Point], frozenset[Point]]:
        if self._size is not None:
            point = points_of(*self._size).__getitem__
            self._stones, self._liberties = frozenset(map(point, self._stones)), frozenset(map(point, self._liberties))
            self._size = None
        return self._stones, self._liberties

    def without_liberty(self, point: Point) -> GoString:
        """The same string without this liberty."""
        return GoString(self.color, self.stones, self.liberties - {point})

    def with_liberty(self, point: Point) -> GoString:
        """The same string with this liberty."""
        return GoString(self.color, self.stones, self.liberties | {point})

    def remove_liberty(self, point: Point) -> None:
        """Takes away a liberty, as the strings of `goboard_slow` can."""
        self._liberties = self.liberties - {point}

    def add_liberty(self, point: Point) -> None:
        """Adds a liberty, as the strings of `goboard_slow` can."""
        self._liberties = self.liberties | {point}

    def merged_with(self, go_string: GoString) -> GoString:
        """The string of the stones of both."""
        if go_string.color is not self.color:
            raise AssertionError("strings of different colors cannot be merged")
        stones = self.stones | go_string.stones
        return GoString(self.color, stones, (self.liberties | go_string.liberties) - stones)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GoString):
            return NotImplemented
        return (self.color, self.stones, self.liberties) == (other.color, other.stones, other.liberties)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<GoString {self.color.name}: {len(self.stones)} stones, {self.num_liberties} liberties>"


@functools.cache
def points_of(rows: int, cols: int) -> list[Point]:
    """The points of a board, row by row from the top, as the referee counts them."""
    return [Point(row, col) for row in range(rows, 0, -1) for col in range(1, cols + 1)]
