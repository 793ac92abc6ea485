"""The compiled classes, with their types: `compiled` adds the methods of Python to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from typing import Self

    from gokata import Game

    from .goboard import Board, GameState, GoString, Move
    from .gotypes import Player, Point

    class BookMove:
        point: Point
        is_pass: bool

        def __new__(cls, point: Point | None = None, is_pass: bool = False, is_resign: bool = False) -> Self: ...
        @classmethod
        def play(cls, point: Point) -> Self: ...

    class BookBoard:
        num_rows: int
        num_cols: int
        _game: Game
        _known: dict[Any, Any]

        def __new__(cls, num_rows: int, num_cols: int) -> Self: ...
        def get(self, point: Point) -> Player | None: ...
        def get_go_string(self, point: Point) -> GoString | None: ...
        def __copy__(self) -> Board: ...

    class BookState:
        board: Board
        next_player: Player
        _links: tuple[GameState | None, Move | None]

        def __new__(
            cls, board: Board | Game, next_player: Player, previous: GameState | None, move: Move | None
        ) -> Self: ...
        def apply_move(self, move: Move) -> GameState: ...
        def is_valid_move(self, move: Move) -> bool: ...

    def is_point_an_eye(board: BookBoard, point: Point, color: Player) -> bool: ...
else:
    from gokata._native import Board as BookBoard
    from gokata._native import GameState as BookState
    from gokata._native import Move as BookMove
    from gokata._native import is_point_an_eye

    # A method would take longer than the class itself.
    BookMove.play = BookMove

__all__ = ["BookBoard", "BookMove", "BookState", "compiled", "is_point_an_eye"]

Class = TypeVar("Class", bound=type)


def compiled(written: Class) -> Class:
    """Adds what is written in a class to the compiled class under it, and returns that one. So the compiled methods make
    objects with all methods: those of a subclass would take three times as long to make."""
    base: Any = written.__base__
    for name, value in vars(written).items():
        if name not in ("__dict__", "__qualname__", "__weakref__"):
            setattr(base, name, value)
    made: Class = base
    return made
