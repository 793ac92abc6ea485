"""The count, as the book's `dlgo.scoring` has it: all stones are alive, and White has a komi of 7.5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from gokata import BLACK, WHITE, Rules

from .gotypes import Player, Point

if TYPE_CHECKING:
    from .goboard import Board, GameState

__all__ = ["GameResult", "Territory", "compute_game_result", "evaluate_territory"]


class Territory:
    """Stones, territory and neutral points of a board, in numbers.

    >>> from gokata.dlgo.gotypes import Player, Point
    >>> from gokata.dlgo.scoring import Territory
    >>> Territory({Point(1, 1): Player.black, Point(1, 2): "dame"}).dame_points
    [Point(row=1, col=2)]
    """

    def __init__(self, territory_map: Mapping[Point, Player | str]) -> None:
        states = list(territory_map.values())
        self.num_black_territory = states.count("territory_b")
        self.num_white_territory = states.count("territory_w")
        self.num_black_stones = states.count(Player.black)
        self.num_white_stones = states.count(Player.white)
        self.dame_points = [point for point, state in territory_map.items() if state == "dame"]
        self.num_dame = len(self.dame_points)


class GameResult(NamedTuple):
    """The points of both players, and White's komi.

    >>> from gokata.dlgo.scoring import GameResult
    >>> result = GameResult(b=40, w=30, komi=7.5)
    >>> str(result), result.winner, result.winning_margin
    ('B+2.5', <Player.black: 1>, 2.5)
    """

    b: int
    w: int
    komi: float

    @property
    def winner(self) -> Player:
        """The player with more points; White, if they are equal."""
        return Player.black if self.b > self.w + self.komi else Player.white

    @property
    def winning_margin(self) -> float:
        """The difference of the points."""
        return abs(self.b - self.w - self.komi)

    def __str__(self) -> str:
        return f"{self.winner.name[0].upper()}+{self.winning_margin:.1f}"


def evaluate_territory(board: Board) -> Territory:
    """Stones, territory and neutral points of a board. A region beside stones of one color only is territory.

    >>> from gokata.dlgo.goboard import Board, Player, Point
    >>> from gokata.dlgo.scoring import evaluate_territory
    >>> board = Board(3, 3)
    >>> for row in 1, 2, 3:
    ...     board.place_stone(Player.black, Point(row, 2))
    >>> board.place_stone(Player.white, Point(1, 1))
    >>> territory = evaluate_territory(board)
    >>> territory.num_black_territory, territory.num_white_stones, territory.dame_points
    (3, 1, [Point(row=2, col=1), Point(row=3, col=1)])
    """
    game = board._game
    stones, owners = game.board[::-1].ravel().tolist(), game.marks.owners()[::-1].ravel().tolist()
    points = (Point(row, col) for row in range(1, board.num_rows + 1) for col in range(1, board.num_cols + 1))
    states = map(_STATES.__getitem__, zip(stones, owners))
    return Territory(dict(zip(points, states)))


def compute_game_result(game_state: GameState) -> GameResult:
    """The points of both players if the game ends now.

    >>> from gokata.dlgo.goboard import GameState, Move, Point
    >>> from gokata.dlgo.scoring import compute_game_result
    >>> str(compute_game_result(GameState.new_game(5).apply_move(Move.play(Point(3, 3)))))
    'B+17.5'
    """
    owners = game_state.board._game.marks.owners()
    return GameResult(int((owners == BLACK).sum()), int((owners == WHITE).sum()), KOMI)


#: White's compensation.
KOMI = Rules("dlgo").komi

#: What `Territory` calls a point, by its stone and its owner.
_STATES: dict[tuple[int, int], Player | str] = {
    (BLACK, BLACK): Player.black,
    (WHITE, WHITE): Player.white,
    (0, BLACK): "territory_b",
    (0, WHITE): "territory_w",
    (0, 0): "dame",
}
