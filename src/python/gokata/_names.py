"""Colors, reasons, pictures and an exception: what the compiled module hands out and raises."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: A point or a move: `"C3"`, `(row, col)` counted from 0 at the top left, an index, `"pass"` or `"resign"`.
MoveLike: TypeAlias = str | SupportsIndex | tuple[SupportsIndex, SupportsIndex]


class Color(enum.IntEnum):
    """The color of a stone, or of a player; its value is that of the stone on a board in numbers.

    >>> from gokata import BLACK, Color
    >>> BLACK.other, Color.of("white")
    (<Color.WHITE: -1>, <Color.WHITE: -1>)
    """

    BLACK = 1
    WHITE = -1

    @property
    def other(self) -> Color:
        """The opponent."""
        return Color(-self)

    @property
    def letter(self) -> str:
        """``x`` for Black, ``o`` for White, as on boards in text."""
        return "x" if self is Color.BLACK else "o"

    def __str__(self) -> str:
        return "Black" if self is Color.BLACK else "White"

    @classmethod
    def of(cls, text: str) -> Color:
        """Returns the color with this name: ``x``, ``b`` or ``black``; ``o``, ``w`` or ``white``. Others raise `ParseError`."""
        from ._native import _color

        return _color(text)


class Reason(enum.StrEnum):
    """Why a move is illegal, in the order in which the rules are checked. Each is the text that fixtures use.

    >>> from gokata import Reason
    >>> Reason.KO == "ko", Reason.KO.sentence
    (True, "the board would be as it was before your opponent's last turn")
    """

    GAME_OVER = "game-over"
    TURN = "turn"
    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    SUICIDE = "suicide"
    KO = "ko"
    SUPERKO = "superko"

    @property
    def sentence(self) -> str:
        """The reason in words, for a player."""
        from ._native import _sentence

        return _sentence(self.value) or ""


#: What the numbers in `Batch.reasons` mean: 0 is none.
REASONS: tuple[Reason | None, ...] = (None, *Reason)


class Symmetry(enum.IntEnum):
    """The eight ways to turn and mirror a board. The odd ones exchange rows and columns.

    >>> from gokata import Record, Symmetry
    >>> Record(9).play("C3").transformed(Symmetry.QUARTER_TURN).last_move[1]
    'C7'
    """

    IDENTITY = 0
    QUARTER_TURN = 1
    HALF_TURN = 2
    THREE_QUARTER_TURN = 3
    MIRROR_COLUMNS = 4
    MIRROR_ANTIDIAGONAL = 5
    MIRROR_ROWS = 6
    MIRROR_DIAGONAL = 7

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return Symmetry((-self) % 4) if self < 4 else self

    def permutation(self, size: SupportsIndex | tuple[SupportsIndex, SupportsIndex]) -> npt.NDArray[np.int64]:
        """Where each number of a policy on the turned board comes from, as an index into one on a board of this size; the pass is
        last in both. `policy[..., permutation]` turns policies and masks, `planes.reshape(…, rows * cols)[..., permutation[:-1]]`
        planes in the layout NCHW.

        A move goes the other way: `permutation.argsort()[move]` is its index on the turned board.

        >>> from gokata import Symmetry
        >>> turned = Symmetry.QUARTER_TURN.permutation((2, 3))
        >>> turned.tolist(), turned.argsort().tolist()
        ([3, 0, 4, 1, 5, 2, 6], [1, 3, 5, 0, 2, 4, 6])
        """
        import numpy as np  # late: the compiled module refuses other interpreters in better words

        rows, cols = size if isinstance(size, tuple) else (size, size)
        board = np.arange(int(rows) * int(cols)).reshape(int(rows), int(cols))
        turned = np.rot90(board[:, ::-1] if self > 3 else board, -int(self))
        return np.append(turned, board.size)


class ParseError(ValueError):
    """A text that is not what it is read as.

    >>> from gokata import ParseError, Record
    >>> try:
    ...     Record.parse("o\\n-x-\\nx?-\\n---\\n")
    ... except ParseError as error:
    ...     print(error.line, error.column)
    3 2
    """

    #: The line in a text of several lines, counted from 1.
    line: int | None
    #: The column in a text of several lines, counted from 1 in characters.
    column: int | None

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int | None, int | None]]:
        return ParseError, (str(self), self.line, self.column)


class Picture(str):
    """A picture in SVG: its text. A notebook draws it.

    >>> from gokata import Record
    >>> Record(9).svg()[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)
