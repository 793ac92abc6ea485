"""Eyes, as the book's `dlgo.agent.helpers` has them.

>>> from gokata.dlgo.agent.helpers import is_point_an_eye
>>> from gokata.dlgo.goboard import Board, Player, Point
>>> board = Board(5, 5)
>>> for point in Point(1, 2), Point(2, 1):
...     board.place_stone(Player.black, point)
>>> is_point_an_eye(board, Point(1, 1), Player.black)
False
>>> board.place_stone(Player.black, Point(2, 2))
>>> is_point_an_eye(board, Point(1, 1), Player.black)
True
"""

from ..goboard import is_point_an_eye

__all__ = ["is_point_an_eye"]
