"""The classes `Score`, `Count` and `Outcome`, which the compiled module makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ._names import Color


@dataclass(frozen=True, repr=False)
class Score:
    """The margin of a count. `str` writes the form of fixtures: ``x+3.5``, ``o+1``, ``draw``; `float` is Black's points minus
    White's.

    >>> from gokata import Record
    >>> score = Record(5, komi=6.5).play("C3").score()
    >>> score.winner, score.margin, str(score), float(score)
    (<Color.BLACK: 1>, 18.5, 'x+18.5', 18.5)
    """

    #: The winner; ``None`` for a draw.
    winner: Color | None
    #: By how many points; 0.0 for a draw.
    margin: float
    _text: str = field(compare=False)

    def __float__(self) -> float:
        return self.margin * (self.winner or 0)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<gokata.Score {self}>"


@dataclass(frozen=True, repr=False)
class Count:
    """The points of both sides, item by item. `str` writes a table.

    >>> from gokata import Record
    >>> print(Record.parse("x\\n-xo-\\n-xo-\\n-xo-\\n", rules="chinese").count())
                     Black   White
    living stones        3       3
    territory            3       3
    komi                       7.5
    total                6    13.5   White wins by 7.5
    """

    #: The items that count under the rules: for each name, Black's and White's points.
    lines: dict[str, tuple[float, float]]
    #: Black's total.
    black: float
    #: White's total.
    white: float
    #: The difference.
    score: Score
    _table: str = field(compare=False)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self._table

    def __repr__(self) -> str:
        return f"<gokata.Count {self.score}>"


@dataclass(frozen=True, repr=False)
class Outcome:
    """How a game has ended. `str` writes the form of game records: ``B+3.5``, ``W+R``, ``0``.

    >>> from gokata import Record
    >>> outcome = Record(9).play("E5").play("resign").outcome()
    >>> outcome.winner, outcome.how, outcome.margin, outcome.sentence
    (<Color.BLACK: 1>, 'resignation', None, 'White resigns: Black wins')
    """

    #: The winner; ``None`` for a draw, and for a game without a result.
    winner: Color | None
    #: ``win`` if it is not known how.
    how: Literal["count", "resignation", "time", "forfeit", "win", "void", "unknown"]
    #: By how many points, if it was counted.
    margin: float | None
    #: The outcome in words: ``Black wins by 3.5 points``.
    sentence: str
    _text: str = field(compare=False)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<gokata.Outcome {self}>"
