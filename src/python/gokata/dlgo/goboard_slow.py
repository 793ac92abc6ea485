"""Boards and games, as the book's `dlgo.goboard_slow` has them: the same classes as `goboard`."""

from .goboard import Board, GameState, GoString, IllegalMoveError, Move, MoveAge, Player, Point

__all__ = ["Board", "GameState", "GoString", "IllegalMoveError", "Move", "MoveAge", "Player", "Point"]
