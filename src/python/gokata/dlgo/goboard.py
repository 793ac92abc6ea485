"""Boards and games, as the book's `dlgo.goboard` has them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from gokata import BLACK, WHITE, Game, IllegalMove, Reason, Rules

from ._compiled import compiled
from .gostring import GoString, points_of
from .gotypes import Player, Point

if TYPE_CHECKING:

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

__all__ = ["Board", "GameState", "GoString", "IllegalMoveError", "Move", "MoveAge", "Player", "Point"]


class IllegalMoveError(IllegalMove, AssertionError):
    """A move that the rules do not allow. Where the book's code fails an assertion, this is raised.

    >>> from gokata.dlgo.goboard import GameState, IllegalMoveError, Move, Point
    >>> move = Move.play(Point(3, 3))
    >>> try:
    ...     GameState.new_game(5).apply_move(move).apply_move(move)
    ... except IllegalMoveError as error:
    ...     print(error)
    White C3: not legal
      occupied: there is a stone already
    """

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Any]]:
        return IllegalMoveError, (self.explanation,)


@compiled
class Move(BookMove):
    """A play on `point`, or a pass (`is_pass`), or a resignation. Moves never change; equal ones have equal hashes.

    >>> from gokata.dlgo.goboard import Move, Point
    >>> str(Move.play(Point(3, 4))), Move.pass_turn().is_play, Move(Point(3, 4)) == Move.play(Point(3, 4))
    ('(r 3, c 4)', False, True)
    """

    @classmethod
    def pass_turn(cls) -> Self:
        """A pass."""
        return cls(is_pass=True)

    @classmethod
    def resign(cls) -> Self:
        """A resignation."""
        return cls(is_resign=True)

    @property
    def is_play(self) -> bool:
        """Whether it is a play."""
        return self.point is not None

    @property
    def is_resign(self) -> bool:
        """Whether it is a resignation."""
        return self.point is None and not self.is_pass

    def __str__(self) -> str:
        if self.is_play:
            row, col = self.point
            return f"(r {row}, c {col})"
        return "pass" if self.is_pass else "resign"

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self.point, self.is_pass, self.is_resign)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.point, self.is_pass) == (other.point, other.is_pass)

    def __hash__(self) -> int:
        return hash((self.point, self.is_pass))


class MoveAge:
    """How many stones were put on a board since each of its stones: 0 for the latest one, -1 where there is none. `move_ages` has
    whole numbers by row and column, counted from 0 at the bottom left.

    >>> from gokata.dlgo.goboard import Board, Player, Point
    >>> board = Board(2, 2)
    >>> board.place_stone(Player.black, Point(1, 1))
    >>> board.place_stone(Player.white, Point(2, 2))
    >>> board.move_ages.move_ages.tolist()
    [[1, -1], [-1, 0]]
    """

    __slots__ = ("move_ages",)

    move_ages: npt.NDArray[np.int64]

    def __init__(self, board: Board) -> None:
        game = board._game
        plays = [vertex for _, vertex in game.moves if vertex not in ("pass", "resign")]
        # The stones of an opening are as old as the game.
        ages = np.where(game.board == 0, -1, len(plays))
        for age, vertex in enumerate(reversed(plays)):
            place = game.row_col(vertex)
            if ages[place] == len(plays):
                ages[place] = age
        self.move_ages = ages[::-1]

    def get(self, row: int, col: int) -> int:
        """The age of the stone at a row and a column counted from 0."""
        return int(self.move_ages[row, col])


@compiled
class Board(BookBoard):
    """The stones on a board of `num_rows` and `num_cols`, at most 25. A stone that is put on the board of a state is in the
    state, too. A copy belongs to no state.

    >>> from gokata.dlgo.goboard import Board, Player, Point
    >>> board = Board(5, 5)
    >>> board.place_stone(Player.black, Point(1, 1))
    >>> board.place_stone(Player.white, Point(1, 2))
    >>> board.place_stone(Player.white, Point(2, 1))
    >>> board.get(Point(1, 1)), board.get(Point(1, 2))
    (None, <Player.white: 2>)
    """

    def place_stone(self, player: Player, point: Point) -> None:
        """Puts a stone on the board and takes off what it captures. Raises `IllegalMoveError` where a stone is already, off the
        board, and where the stone would capture itself; on the board of a state also where the state is over, or the stone
        would repeat a position of its game."""
        game, color, place = self._game, COLORS[player], self._place(point)
        side = game.to_move
        game.hand_turn(color)
        reason = game.try_play(place)
        if reason is Reason.KO:
            # A board alone has no turns, and so no ko: two passes lift it.
            game.play("pass")
            game.play("pass")
            game.resume(color)
            reason = game.try_play(place)
        refusal = None if reason is None else IllegalMoveError(game.explain(place))
        game.hand_turn(side)
        self._known.clear()
        if refusal is not None:
            raise refusal

    def is_on_grid(self, point: Point) -> bool:
        """Whether a point is on the board."""
        row, col = point
        return 1 <= row <= self.num_rows and 1 <= col <= self.num_cols

    def neighbors(self, point: Point) -> list[Point]:
        """The adjacent points on the board."""
        return _around(self.num_rows, self.num_cols, point)[0]

    def corners(self, point: Point) -> list[Point]:
        """The diagonally adjacent points on the board."""
        return _around(self.num_rows, self.num_cols, point)[1]

    def is_self_capture(self, player: Player, point: Point) -> bool:
        """Whether a stone would have no liberty, nor its string, and capture nothing."""
        game = self._game
        if game.is_over or game.to_move is not COLORS[player]:
            game = self._with(player)
        return game.check(self._place(point)) is Reason.SUICIDE

    def will_capture(self, player: Player, point: Point) -> bool:
        """Whether a stone would capture stones of the opponent."""
        game = self._with(player)
        return game.try_play(self._place(point)) is None and game.prisoners(COLORS[player]) > 0

    def zobrist_hash(self) -> int:
        """A hash of the stones, the same in every process. Its numbers are not the book's."""
        return self._game.key()

    @property
    def move_ages(self) -> MoveAge:
        """How many stones were put on the board since each of its stones; all stones of a copy are as old as it is."""
        if "ages" not in self._known:
            self._known["ages"] = MoveAge(self)
        ages: MoveAge = self._known["ages"]
        return ages

    def _place(self, point: Point) -> tuple[int, int]:
        row, col = point
        return self.num_rows - row, col - 1

    def _with(self, player: Player) -> Game:
        """A game with these stones and no past, in which this player has the turn."""
        game = self.__copy__()._game
        game.hand_turn(COLORS[player])
        return game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and np.array_equal(self._game.board, other._game.board)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> Board:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        stones = [(player, point) for point in points_of(self.num_rows, self.num_cols) if (player := self.get(point))]
        return _board_with, (self.num_rows, self.num_cols, stones)

    def __repr__(self) -> str:
        return f"<Board {self.num_rows}x{self.num_cols}>"


@compiled
class GameState(BookState):
    """A game so far: its `board`, the `next_player`, the `previous_state` and the `last_move`. A move makes a new state.

    It is made of these four. Without a state before it, a state is the first one of a game. Otherwise its board must be what the
    last move makes of the board before.

    >>> from gokata.dlgo.goboard import GameState, Move, Point
    >>> game = GameState.new_game(9)
    >>> after = game.apply_move(Move.play(Point(3, 3)))
    >>> after.next_player, after.previous_state is game, after.is_valid_move(Move.play(Point(3, 3)))
    (<Player.white: 2>, True, False)
    """

    @classmethod
    def new_game(cls, board_size: int | tuple[int, int]) -> GameState:
        """An empty board, Black to play. The size is a number of lines, or rows and columns."""
        rows, cols = (board_size, board_size) if isinstance(board_size, int) else board_size
        return GameState(Game((rows, cols), rules=RULES), Player.black, None, None)

    @property
    def previous_state(self) -> GameState | None:
        """The state before the last move; `None` at the start."""
        return self._links[0]

    @property
    def last_move(self) -> Move | None:
        """The last move; `None` at the start."""
        return self._links[1]

    def is_over(self) -> bool:
        """Whether two passes or a resignation have ended the game."""
        return self.board._game.is_over

    def legal_moves(self) -> list[Move]:
        """Every legal move: plays from the lowest row up, then the pass and the resignation. None after the end of the game."""
        game = self.board._game
        if game.is_over:
            return []
        rows, cols = game.size
        legal = game.legal_mask()[:-1].reshape(rows, cols)[::-1].ravel().nonzero()[0].tolist()
        moves = _moves(rows, cols)
        return [moves[place] for place in legal] + [Move.pass_turn(), Move.resign()]

    def is_move_self_capture(self, player: Player, move: Move) -> bool:
        """Whether a play would leave the player's own stone without a liberty. That is not allowed."""
        is_legal = player is self.next_player and self.is_valid_move(move)
        return not is_legal and self._reason(player, move) is Reason.SUICIDE

    def does_move_violate_ko(self, player: Player, move: Move) -> bool:
        """Whether a play would make a board that was there before with the same player to move."""
        is_legal = player is self.next_player and self.is_valid_move(move)
        return not is_legal and self._reason(player, move) in (Reason.KO, Reason.SUPERKO)

    def _reason(self, player: Player, move: Move) -> Reason | None:
        """Why a player may not make a play, also after the end of the game."""
        if not move.is_play:
            return None
        game = self.board._game.copy()
        if game.is_over:
            game.undo()
        game.hand_turn(COLORS[player])
        return game.check(_action(game, move))

    @property
    def situation(self) -> tuple[Player, Board]:
        """The player whose turn it is, and the board."""
        return self.next_player, self.board

    @property
    def previous_states(self) -> frozenset[tuple[Player, int]]:
        """The situations of the states before, with a hash for the board."""
        states = _line(self)[:-1]
        return frozenset((state.next_player, state.board.zobrist_hash()) for state in states)

    def winner(self) -> Player | None:
        """The winner; `None` while the game goes on. All stones count as alive."""
        outcome = self.board._game.outcome()
        return None if outcome is None else Player.black if outcome.winner is BLACK else Player.white

    def __copy__(self) -> GameState:
        return GameState(self.board._game.copy(), self.next_player, self.previous_state, self.last_move)

    def __deepcopy__(self, memo: object) -> GameState:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        first, *others = _line(self)
        turns = [(state.last_move, state.next_player) for state in others]
        return _replayed, (first.board, first.next_player, first.last_move, turns, self.board)

    def __repr__(self) -> str:
        return f"<GameState {self.board.num_rows}x{self.board.num_cols}, {self.next_player.name} to play>"


RULES = Rules("dlgo")
COLORS = {Player.black: BLACK, Player.white: WHITE}


def _board_with(num_rows: int, num_cols: int, stones: list[tuple[Player, Point]]) -> Board:
    board = Board(num_rows, num_cols)
    for player, point in stones:
        board.place_stone(player, point)
    return board


def _opening(of: Board | Game, player: Player, previous: GameState | None, move: Move | None) -> Game:
    """The game of a new state."""
    if isinstance(of, Game):
        return of
    if previous is None:
        game = of._with(player).record().with_rules(RULES).game()
        if getattr(move, "is_pass", False) or getattr(move, "is_resign", False):
            # The next pass may end the game.
            game.hand_turn(COLORS[player.other])
            game.play(_action(game, move))
        return game
    game = (previous if move is None else previous.apply_move(move)).board._game.copy()
    if not np.array_equal(game.board, of._game.board):
        raise ValueError("the board is not what the move makes of the board of the previous state")
    game.hand_turn(COLORS[player])
    return game


def _line(state: GameState) -> list[GameState]:
    """The states of a game up to this one, in order."""
    line = [state]
    while line[-1].previous_state is not None:
        line.append(line[-1].previous_state)
    return line[::-1]


def _replayed(
    board: Board, player: Player, move: Move | None, turns: list[tuple[Move | None, Player]], end: Board
) -> GameState:
    state = GameState(board, player, None, move)
    for move, player in turns:
        after = state if move is None else state.apply_move(move)
        state = after if after.next_player is player and move else GameState(after.board, player, state, move)
    if state.board != end:
        raise ValueError("stones were put on a board during this game: it cannot be played again from its moves")
    return state


def _action(game: Game, move: Any) -> str | tuple[int, int]:
    """A move as `gokata` takes it."""
    if move.is_play:
        row, col = move.point
        return game.size[0] - row, col - 1
    return "pass" if move.is_pass else "resign"


def _read_move(move: Any) -> Move:
    """A move of another class."""
    return Move(move.point, move.is_pass, move.is_resign)


def _after(game: Game, move: Any) -> Game:
    """The game after an illegal move that game records have: a play after two passes, a third pass, and a play that repeats a
    position. The book makes every move. Raises `IllegalMoveError` for the others."""
    after, action = game.copy(), _action(game, move)
    if after.is_over and after.moves[-1][1] == "pass":
        if action == "pass":
            after.hand_turn(after.to_move.other)
            return after
        after.resume()
    reason = after.try_play(action)
    if reason is Reason.SUPERKO:
        other = after.record().with_rules(Rules("dlgo", ko="simple")).game()
        if other.try_play(action) is None:
            return other.record().with_rules(RULES).game()
    if reason is not None:
        raise IllegalMoveError(after.explain(action))
    return after


@functools.cache
def _moves(rows: int, cols: int) -> list[Move]:
    """A play on every point of a board, row by row from the bottom. They never change, so all states share them."""
    return [Move.play(point) for point in sorted(points_of(rows, cols))]


@functools.cache
def _around(rows: int, cols: int, point: Point) -> tuple[list[Point], list[Point]]:
    """The adjacent and the diagonally adjacent points."""
    on_board = set(points_of(rows, cols))
    row, col = point
    corners = [Point(row + down, col + right) for down in (-1, 1) for right in (-1, 1)]
    return [it for it in Point(row, col).neighbors() if it in on_board], [it for it in corners if it in on_board]


#: For the compiled classes.
PLAYERS = Player.black, Player.white
