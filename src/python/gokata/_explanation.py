"""The class `Explanation`, which the compiled module makes, and the exception that brings one."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._names import Color, Reason

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._native import Position, Rules


@dataclass(frozen=True, eq=False, repr=False)
class Explanation:
    """Why a move is legal or not: every reason with its evidence. `str` writes it for a player, as ``gokata explain`` does.

    An explanation of an illegal move is false as a condition.

    >>> from gokata import Record
    >>> ko = Record.parse("o\\n-----\\n-xo--\\nx-xo-\\n-xo--\\n-----\\n").play("B3")
    >>> print(ko.explain("C3"))
    Black C3: not legal
      ko: the board would be as it was before your opponent's last turn (the opening board)
      would take 1 stone: B3
      rules: ko=simple suicide=forbidden scoring=area komi=0
    <BLANKLINE>
    before               after, if it were legal
     5  .  .  .  .  .     5  .  .  .  .  .
     4  .  x  o  .  .     4  .  x  o  .  .
     3  x (o) .  o  .     3  x  . (x) o  .
     2  .  x  o  .  .     2  .  x  o  .  .
     1  .  .  .  .  .     1  .  .  .  .  .
        A  B  C  D  E        A  B  C  D  E
    >>> bool(ko.explain("C3")), ko.explain("C3").captured
    (False, ['B3'])
    """

    _before: Position
    #: Whose move it would be.
    color: Color
    #: The move: ``C3``, ``pass`` or ``resign``.
    asked: str
    #: The point of the move as ``(row, col)``; ``None`` for a pass and a resignation.
    point: tuple[int, int] | None
    #: Every `Reason` against the move, in the order in which rules are checked.
    reasons: tuple[Reason, ...]
    #: The opposing stones that the move takes, or would take.
    captured: list[str]
    #: The player's own stones that would be left without a liberty, the new stone included.
    self_captured: list[str]
    #: The number of turns after which the repeated position last occurred: 0 is the opening board.
    repeats: int | None
    #: The board after the move, legal or not; ``None`` for a pass, and for a play on a stone or off the board.
    board_after: npt.NDArray[np.int8] | None
    #: The reasons, and the stones that the move takes, a sentence each.
    sentences: list[str]

    __hash__ = None  # type: ignore[assignment]

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return not self.reasons

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._before.rules

    @property
    def brief(self) -> str:
        """The verdict, and the sentences below it: `str` without the rules and the boards."""
        verdict = "legal" if self.legal else "not legal"
        return "\n  ".join([f"{self.color} {self.asked}: {verdict}", *self.sentences])

    def __bool__(self) -> bool:
        return self.legal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Explanation) and self._compared() == other._compared()

    def _compared(self) -> tuple[object, ...]:
        board = None if self.board_after is None else self.board_after.tolist()
        return (self.rules, self.color, self.asked, self.reasons, self.captured, self.self_captured, self.repeats, board)

    def __reduce__(self) -> tuple[Any, ...]:
        # Not every point off the board has a name.
        return type(self._before).explain, (self._before, self.point or self.asked, self.color)

    def __str__(self) -> str:
        columns = shutil.get_terminal_size().columns
        return self._before._explained(self.point or self.asked, self.color, columns)

    def __repr__(self) -> str:
        verdict = "legal" if self.legal else f"illegal: {', '.join(self.reasons)}"
        return f"<gokata.Explanation {self.color} {self.asked} {verdict}>"


class IllegalMove(ValueError):
    """A move that the rules do not allow. The position is as it was.

    >>> from gokata import IllegalMove, Record
    >>> try:
    ...     Record.parse("o\\n-x-\\nx--\\n---\\n").play("A3")
    ... except IllegalMove as refusal:
    ...     print(refusal.reason, refusal.explanation.self_captured)
    suicide ['A3']
    """

    #: The first reason against the move.
    reason: Reason
    #: All reasons, with their evidence.
    explanation: Explanation
    #: The number of the game, if it is one of a `Batch`.
    game: int | None

    def __init__(self, explanation: Explanation, game: int | None = None) -> None:
        reasons = getattr(explanation, "reasons", None)
        if not reasons:
            raise TypeError("IllegalMove takes the Explanation of an illegal move")
        super().__init__(explanation.brief if game is None else f"game {game}: {explanation.brief}")
        self.reason = reasons[0]
        self.explanation = explanation
        self.game = game

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Any, ...]]:
        return IllegalMove, (self.explanation, self.game)
