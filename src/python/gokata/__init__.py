"""The referee of the game of Go: is this move legal, and if not, why?

>>> import gokata
>>> ko = gokata.Record.parse('''o
... -----
... -xo--
... x-xo-
... -xo--
... -----
... ''').play("B3")
>>> ko.is_legal("C3")
False
>>> print(ko.explain("C3").brief)
Black C3: not legal
  ko: the board would be as it was before your opponent's last turn (the opening board)
  would take 1 stone: B3
"""

from ._counting import Count, Outcome, Score
from ._explanation import Explanation, IllegalMove
from ._names import Color, MoveLike, ParseError, Picture, Reason, Symmetry
from ._native import (
    Batch,
    Game,
    Life,
    Marks,
    Position,
    Record,
    Rules,
    _version,
)

#: The version of the package.
__version__ = _version

BLACK = Color.BLACK
WHITE = Color.WHITE

__all__ = [
    "BLACK",
    "WHITE",
    "Batch",
    "Color",
    "Count",
    "Explanation",
    "Game",
    "IllegalMove",
    "Life",
    "Marks",
    "MoveLike",
    "Outcome",
    "ParseError",
    "Picture",
    "Position",
    "Reason",
    "Record",
    "Rules",
    "Score",
    "Symmetry",
]
