#!/usr/bin/env python3
"""dlgo, the code of the book *Deep Learning and the Game of Go* (repository maxpumperla/deep_learning_and_the_game_of_go): one of its
three boards, "goboard_slow", "goboard" or "goboard_fast", named on the command line.

Its `GameState` needs a board, so the opening is placed stone by stone, and begins a game.
"""

import importlib
import sys

from protocol import AREA, NO_COLOR, Cannot, Refused, checked_out, commit, serve

folder = checked_out("deep_learning_and_the_game_of_go")
sys.path.insert(0, str(folder / "code"))
sys.setrecursionlimit(10000)
board = importlib.import_module(f"dlgo.{sys.argv[1]}")
from dlgo.gotypes import Player, Point
from dlgo.scoring import compute_game_result

PLAYERS = {"x": Player.black, "o": Player.white}


class Game:
    takes_steps = True

    def __init__(self, case):
        case.need(turn=NO_COLOR, on_board=True)
        if max(case.height, case.width) > 19 and sys.argv[1] != "goboard_slow":
            raise Cannot("its hash has keys for 19x19 points")
        self.height, self.width = case.height, case.width
        goban = board.Board(case.height, case.width)
        for point, color in case.opening().items():
            goban.place_stone(PLAYERS[color], self.point(point))
        self.state = board.GameState(goban, PLAYERS[case.boards[0][0]], None, None)

    def point(self, point):
        return Point(row=self.height - point[0], col=point[1] + 1)

    def play(self, _, point):
        if self.state.is_over():
            raise Refused("game-over")
        move = board.Move.pass_turn() if point is None else board.Move.play(self.point(point))
        if not self.state.is_valid_move(move):
            raise Refused
        self.state = self.state.apply_move(move)

    def undo(self):
        self.state = self.state.previous_state

    def rows(self):
        letters = {None: "-", Player.black: "x", Player.white: "o"}
        grid = [[self.state.board.get(self.point((row, col))) for col in range(self.width)] for row in range(self.height)]
        return ["".join(letters[stone] for stone in row) for row in grid]

    def margin(self, _):
        result = compute_game_result(self.state)
        return result.b - result.w - result.komi


serve(f"dlgo-{sys.argv[1]}", commit(folder), f"ko=situational suicide=forbidden komi=7.5 {AREA}", Game)
