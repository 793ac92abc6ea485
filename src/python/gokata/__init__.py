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

import importlib
from typing import TYPE_CHECKING, Any

from ._counting import Count, Outcome, Score
from ._explanation import Explanation, IllegalMove
from ._names import REASONS, Color, MoveLike, ParseError, Picture, Reason, Symmetry
from ._native import (
    Batch,
    Game,
    Life,
    Marks,
    Position,
    Record,
    Rules,
    SavedGame,
    _version,
)

if TYPE_CHECKING:
    from . import dlgo as dlgo
    from . import gtp as gtp
    from . import gym as gym
    from . import sgf as sgf
    from . import testing as testing

#: The version of the package.
__version__ = _version

BLACK = Color.BLACK
WHITE = Color.WHITE

__all__ = [
    "BLACK",
    "REASONS",
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
    "SavedGame",
    "Score",
    "Symmetry",
]

#: Imported when they are asked for.
_MODULES = ("dlgo", "gtp", "gym", "sgf", "testing")


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ImportError as error:  # what `gokata.gym` needs is not installed
        raise AttributeError(str(error)) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
