"""`gokata.dlgo`: boards and games under the names of *Deep Learning and the Game of Go*. `book.py` compares with the book's code."""

import copy
import doctest
import importlib
import os
import pickle
import random
import subprocess
import sys
import threading

import numpy as np
import pytest
from common import SIZES

import gokata
from gokata import Reason, Record, Rules
from gokata.dlgo import goboard, goboard_fast, goboard_slow, scoring
from gokata.dlgo.agent import helpers, helpers_fast
from gokata.dlgo.agent.helpers import is_point_an_eye
from gokata.dlgo.goboard import Board, GameState, GoString, IllegalMoveError, Move, MoveAge
from gokata.dlgo.gotypes import Player, Point
from gokata.dlgo.scoring import GameResult, Territory, compute_game_result, evaluate_territory

BLACK, WHITE = Player.black, Player.white
PASS, RESIGN = Move.pass_turn(), Move.resign()


def play(row, col):
    return Move.play(Point(row, col))


def board(*rows):
    """A board from its rows, the top one first."""
    made = Board(len(rows), len(rows[0]))
    for row, stones in zip(range(len(rows), 0, -1), rows):
        for col, stone in enumerate(stones, 1):
            if stone != ".":
                made.place_stone(BLACK if stone == "x" else WHITE, Point(row, col))
    return made


def rows(of):
    """The rows of a board, the top one first."""
    letters = {None: ".", BLACK: "x", WHITE: "o"}
    return ["".join(letters[of.get(Point(row, col))] for col in range(1, of.num_cols + 1)) for row in range(of.num_rows, 0, -1)]


def game(player, *rows):
    return GameState(board(*rows), player, None, None)


def played(size, *moves):
    state = GameState.new_game(size)
    for move in moves:
        state = state.apply_move(move)
    return state


def legal(state):
    """The points of legal plays."""
    return {tuple(move.point) for move in state.legal_moves() if move.is_play}


#: After these moves on 1x3, a white stone at A1 repeats a position.
REPEATING = [play(1, 2), PASS, play(1, 3), play(1, 1), PASS, play(1, 2), play(1, 3), play(1, 2), PASS]


# Points, players, moves


def test_points_and_players():
    assert Point(2, 3) == (2, 3) == Point(row=2, col=3) and Point(2, 3) != Point(3, 2)
    assert Point(1, 1).neighbors() == [(0, 1), (2, 1), (1, 0), (1, 2)]
    point = Point(5, 7)
    assert copy.deepcopy(point) is point and pickle.loads(pickle.dumps(point)) == point
    assert isinstance(point.neighbors()[0], Point)
    assert [player.other for player in Player] == [WHITE, BLACK]
    assert (BLACK.value, WHITE.value, BLACK.name) == (1, 2, "black")
    assert pickle.loads(pickle.dumps(WHITE)) is WHITE


def test_moves():
    move = play(3, 4)
    assert (move.is_play, move.is_pass, move.is_resign, move.point) == (True, False, False, Point(3, 4))
    assert (PASS.is_play, PASS.is_pass, PASS.is_resign, PASS.point) == (False, True, False, None)
    assert (RESIGN.is_play, RESIGN.is_pass, RESIGN.is_resign, RESIGN.point) == (False, False, True, None)
    assert [str(it) for it in (move, PASS, RESIGN)] == ["(r 3, c 4)", "pass", "resign"]
    different = [move, PASS, RESIGN, play(4, 3), play(0, 0), play(0, -1), play(-1, 0)]
    assert len(set(different)) == len(different) and all((first == second) == (first is second) for first in different for second in different)
    for it in different:
        for same in (copy.copy(it), copy.deepcopy(it), pickle.loads(pickle.dumps(it)), Move(it.point, it.is_pass, it.is_resign)):
            assert same == it and hash(same) == hash(it) and type(same) is Move
    assert move == Move(point=(3, 4)) == Move.play(Point(np.int64(3), np.int8(4)))
    assert move != Point(3, 4) and move != None and PASS != "pass"  # noqa: E711
    assert {move: 5}[play(3, 4)] == 5


@pytest.mark.parametrize(
    "arguments",
    [(), (None,), (Point(1, 1), True), (Point(1, 1), False, True), (Point(1, 1), True, True), (None, True, True), ("D4",), ((1,),), ((1.5, 2),), ([1, 2],), (7,)],
)
def test_what_is_no_move(arguments):
    with pytest.raises(AssertionError, match="either a play on a Point, or a pass, or a resignation"):
        Move(*arguments)


class TheirMove:
    """A move as another module would make it."""

    def __init__(self, point=None, is_pass=False, is_resign=False):
        self.point, self.is_pass, self.is_resign = point, is_pass, is_resign
        self.is_play = point is not None


def test_moves_of_another_class():
    state = GameState.new_game(5)
    assert state.is_valid_move(TheirMove(Point(5, 5))) and not state.is_valid_move(TheirMove(Point(6, 5)))
    after = state.apply_move(TheirMove(Point(2, 1)))
    assert rows(after.board)[3] == "x...." and isinstance(after.last_move, TheirMove)
    assert after.apply_move(TheirMove(is_pass=True)).apply_move(TheirMove(is_pass=True)).is_over()
    assert after.apply_move(TheirMove(is_resign=True)).winner() is BLACK
    assert not state.does_move_violate_ko(BLACK, TheirMove(Point(1, 1)))
    for wrong in (None, 5, Point(1, 1), "pass"):
        with pytest.raises(AttributeError):
            state.is_valid_move(wrong)
        with pytest.raises(AttributeError):
            state.apply_move(wrong)


# Boards


@pytest.mark.parametrize("size", SIZES + [(25, 25)])
def test_rows_are_counted_from_the_bottom(size):
    height, width = size
    state = GameState.new_game(size)
    assert (state.board.num_rows, state.board.num_cols) == size
    order = [Point(row, col) for row in range(1, height + 1) for col in range(1, width + 1)]
    # On a board of one point there is no liberty.
    assert [move.point for move in state.legal_moves()[:-2]] == (order if height * width > 1 else [])
    assert state.legal_moves()[-2:] == [PASS, RESIGN]
    if height * width > 1:
        after = state.apply_move(play(1, width))
        assert rows(after.board) == ["." * width] * (height - 1) + ["." * (width - 1) + "x"]
        assert after.board.get(Point(1, width)) is BLACK and after.board.get(Point(height + 1, width)) is None
        assert after.board._game.moves[0][1] == f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[width - 1]}1"
    for point in order:
        assert state.board.is_on_grid(point)
    for point in (Point(0, 1), Point(1, 0), Point(height + 1, 1), Point(1, width + 1), Point(-1, -1)):
        assert not state.board.is_on_grid(point)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (26, 5), (-1, 5), (5,), (5, 5, 5), (2.5, 3), ("a", 3), (True, 3)])
def test_sizes_that_are_none(size):
    with pytest.raises((ValueError, TypeError)):
        Board(*size)
    with pytest.raises((ValueError, TypeError)):
        GameState.new_game(size)


def test_what_a_stone_takes():
    for before, player, point, after in (
        (("...", "oxo", ".o."), WHITE, (3, 2), [".o.", "o.o", ".o."]),
        (("...", "oxo", ".o."), WHITE, (3, 1), ["o..", "oxo", ".o."]),
        (("...", "oxo", ".o."), BLACK, (3, 2), [".x.", "oxo", ".o."]),
        ((".xo.ox.",), BLACK, (1, 4), [".x.x.x."]),
        ((".xo.o.",), BLACK, (1, 4), [".x.xo."]),
        (("x.",), WHITE, (1, 2), [".o"]),
        (("...", "oo.", "x.o"), WHITE, (1, 2), ["...", "oo.", ".oo"]),
        (("...", "o..", "xx."), WHITE, (1, 3), ["...", "o..", "xxo"]),
    ):
        stones = board(*before)
        stones.place_stone(player, Point(*point))
        assert rows(stones) == after


def test_a_stone_without_a_liberty_is_refused():
    stones = board("...", "oo.", "x.o")
    for player, point, reason in (
        (BLACK, Point(1, 2), Reason.SUICIDE),
        (WHITE, Point(1, 1), Reason.OCCUPIED),
        (BLACK, Point(1, 1), Reason.OCCUPIED),
        (BLACK, Point(4, 1), Reason.OFF_BOARD),
        (BLACK, Point(1, 0), Reason.OFF_BOARD),
    ):
        with pytest.raises(IllegalMoveError) as refusal:
            stones.place_stone(player, point)
        assert refusal.value.reason is reason and rows(stones) == ["...", "oo.", "x.o"]
        assert isinstance(refusal.value, AssertionError) and isinstance(refusal.value, gokata.IllegalMove)
        assert stones.is_self_capture(player, point) == (reason is Reason.SUICIDE) and not stones.will_capture(player, point)
    assert not stones.is_self_capture(WHITE, Point(1, 2)) and stones.will_capture(WHITE, Point(1, 2))
    assert not stones.is_self_capture(BLACK, Point(3, 3)) and not stones.will_capture(BLACK, Point(3, 3))
    open = board("...", "oo.", "x..")
    assert not open.is_self_capture(BLACK, Point(1, 2)) and open.will_capture(WHITE, Point(1, 2))


def test_a_board_knows_no_turns_and_no_ko():
    ko = board(".xo.", "x.xo", ".xo.")
    ko.place_stone(WHITE, Point(2, 2))
    assert rows(ko) == [".xo.", "xo.o", ".xo."]
    ko.place_stone(BLACK, Point(2, 3))
    ko.place_stone(WHITE, Point(2, 2))
    assert rows(ko) == [".xo.", "xo.o", ".xo."]
    row = Board(1, 5)
    for col in range(1, 5):
        row.place_stone(BLACK, Point(1, col))
    assert rows(row) == ["xxxx."]


def test_strings():
    chain = board("...", "xx.", "x.o")
    string = chain.get_go_string(Point(1, 1))
    assert (string.color, string.stones, string.num_liberties) == (BLACK, {(1, 1), (2, 1), (2, 2)}, 4)
    assert string.liberties == {(3, 1), (3, 2), (2, 3), (1, 2)} and all(isinstance(point, Point) for point in string.liberties | string.stones)
    assert chain.get_go_string(Point(2, 2)) is string
    assert chain.get_go_string(Point(1, 3)).liberties == {(1, 2), (2, 3)}
    for nothing in (Point(1, 2), Point(3, 3), Point(0, 1), Point(9, 9), PASS, "A1", None, (1,), (1.5, 2), (10**30, 1)):
        assert chain.get_go_string(nothing) is None and chain.get(nothing) is None
    chain.place_stone(WHITE, Point(1, 2))
    assert chain.get_go_string(Point(1, 1)).liberties == {(3, 1), (3, 2), (2, 3)} and string.num_liberties == 4
    same = GoString(BLACK, [Point(1, 1), Point(2, 1), Point(2, 2)], string.liberties)
    assert same == string and same != GoString(WHITE, same.stones, same.liberties) and same != GoString(BLACK, same.stones, []) and same != 5
    for twin in (copy.copy(string), copy.deepcopy(string), pickle.loads(pickle.dumps(string))):
        assert twin == string
    with pytest.raises(TypeError, match="unhashable"):
        hash(string)


def test_strings_made_by_hand():
    left, right = GoString(BLACK, [Point(1, 1)], [Point(1, 2), Point(2, 1)]), GoString(BLACK, iter([Point(1, 2)]), iter([Point(1, 1), Point(1, 3)]))
    both = left.merged_with(right)
    assert (both.stones, both.liberties) == ({(1, 1), (1, 2)}, {(2, 1), (1, 3)})
    assert both.without_liberty(Point(2, 1)).liberties == {(1, 3)} and both.num_liberties == 2
    assert both.with_liberty(Point(3, 3)).num_liberties == 3
    both.remove_liberty(Point(2, 1))
    both.add_liberty(Point(2, 2))
    assert both.liberties == {(1, 3), (2, 2)}
    with pytest.raises(AssertionError, match="different colors"):
        left.merged_with(GoString(WHITE, [], []))


def test_neighbors_and_corners():
    corner = Board(3, 4)
    assert corner.neighbors(Point(1, 1)) == [(2, 1), (1, 2)] and corner.corners(Point(1, 1)) == [(2, 2)]
    assert corner.neighbors(Point(3, 4)) == [(2, 4), (3, 3)] and corner.corners(Point(2, 2)) == [(1, 1), (1, 3), (3, 1), (3, 3)]


def test_boards_are_equal_by_their_stones():
    assert Board(3, 4) == Board(3, 4) != Board(4, 3)
    first, second = board("x.", ".o"), board("..", "..")
    assert first != second
    second.place_stone(WHITE, Point(1, 2))
    second.place_stone(BLACK, Point(2, 1))
    assert first == second and first.zobrist_hash() == second.zobrist_hash() != Board(2, 2).zobrist_hash()
    assert first != board("o.", ".x") and first.zobrist_hash() != board("o.", ".x").zobrist_hash()
    assert first != "board" and first != None  # noqa: E711
    with pytest.raises(TypeError, match="unhashable"):
        hash(first)


def test_copies_of_boards():
    first = board("x.", ".o")
    for twin in (copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
        assert twin == first and type(twin) is Board
        twin.place_stone(BLACK, Point(2, 2))
        assert rows(twin) == ["xx", ".o"] and rows(first) == ["x.", ".o"]


def test_ages():
    ages = board("x.", "o.").move_ages
    assert isinstance(ages, MoveAge) and ages.move_ages.tolist() == [[0, -1], [1, -1]]
    assert (ages.get(0, 0), ages.get(1, 1)) == (0, -1)
    # A pass makes no stone older, and a stone that was taken has no age.
    state = played((2, 3), play(1, 1), play(1, 2), PASS, PASS, play(2, 3), play(2, 1))
    assert rows(state.board) == ["o.x", ".o."]
    assert state.board.move_ages.move_ages.tolist() == [[-1, 2, -1], [0, -1, 1]] and state.board.move_ages is state.board.move_ages
    state.board.place_stone(WHITE, Point(1, 1))
    assert state.board.move_ages.move_ages.tolist() == [[0, 3, -1], [1, -1, 2]]
    assert game(BLACK, "x.", ".o").apply_move(play(1, 1)).board.move_ages.move_ages.tolist() == [[0, 1], [1, -1]]


# Games


def test_a_game():
    start = GameState.new_game(9)
    assert (start.next_player, start.previous_state, start.last_move, start.is_over(), start.winner()) == (BLACK, None, None, False, None)
    move = play(3, 3)
    after = start.apply_move(move)
    assert (after.next_player, after.last_move) == (WHITE, move) and after.previous_state is start and after.last_move is move
    assert after.situation == (WHITE, after.board) and after.board is after.board
    assert rows(start.board) == ["." * 9] * 9
    assert not after.is_valid_move(move) and after.is_valid_move(PASS) and after.is_valid_move(RESIGN)
    assert start != GameState.new_game(9) and start == start and len({start, after}) == 2
    assert GameState.new_game((3, 5)).board.num_cols == 5


@pytest.mark.parametrize("size, seed", [((1, 3), 1), ((2, 2), 2), ((3, 3), 3), ((2, 5), 4), ((5, 5), 5), ((9, 9), 6), ((4, 7), 7)])
def test_the_verdicts_are_those_of_the_pure_referee(size, seed):
    """Both referees of the library, one behind each name."""
    chance, state, record = random.Random(seed), GameState.new_game(size), Record(size, rules="dlgo")
    height, width = size
    for _ in range(150):
        mask = record.legal_mask()
        for index in range(height * width):
            row, col = divmod(index, width)
            move = play(height - row, col + 1)
            assert state.is_valid_move(move) == mask[index]
            reason = record.check((row, col))
            assert state.is_move_self_capture(state.next_player, move) == (reason == "suicide")
            assert state.does_move_violate_ko(state.next_player, move) == (reason in ("ko", "superko"))
        assert len(legal(state)) == mask[:-1].sum()
        assert [[{None: 0, BLACK: 1, WHITE: -1}[state.board.get(Point(height - row, col + 1))] for col in range(width)] for row in range(height)] == record.board.tolist()
        assert (state.is_over(), state.winner()) == (record.is_over, record.is_over and (BLACK if record.outcome().winner == 1 else WHITE) or None)
        if state.is_over():
            break
        plays = sorted(legal(state))
        if plays and chance.random() < 0.85:
            row, col = chance.choice(plays)
            state, record = state.apply_move(play(row, col)), record.play((height - row, col - 1))
        else:
            state, record = state.apply_move(PASS), record.play("pass")


def test_ko():
    start = game(WHITE, ".xo.", "x.xo", ".xo.")
    taken = start.apply_move(play(2, 2))
    assert rows(taken.board) == [".xo.", "xo.o", ".xo."]
    back = play(2, 3)
    assert not taken.is_valid_move(back) and taken.does_move_violate_ko(BLACK, back) and not taken.is_move_self_capture(BLACK, back)
    assert back not in taken.legal_moves()
    with pytest.raises(IllegalMoveError) as refusal:
        taken.apply_move(back)
    assert refusal.value.reason is Reason.KO
    elsewhere = taken.apply_move(play(1, 1)).apply_move(play(3, 4))
    assert elsewhere.is_valid_move(back) and not elsewhere.does_move_violate_ko(BLACK, back)
    # White's point of the ko is no repetition for White.
    assert not taken.does_move_violate_ko(WHITE, play(1, 1))


def test_superko_is_by_player_and_board():
    # The book's `goboard_fast` allows this play, which takes nothing.
    state = played((1, 3), *REPEATING)
    assert (state.next_player, rows(state.board)) == (WHITE, [".o."])
    assert not state.is_valid_move(play(1, 1)) and state.does_move_violate_ko(WHITE, play(1, 1)) and state.is_valid_move(play(1, 3))
    assert ["oo."] in [rows(it.board) for it in line(state) if it.next_player is BLACK]
    assert played((1, 3), *REPEATING[:-1]).is_valid_move(PASS)
    # This play makes a board that was there before, but with Black to play.
    state = played((1, 3), play(1, 1), play(1, 3), play(1, 2), play(1, 3))
    assert state.is_valid_move(play(1, 1)) and not state.does_move_violate_ko(BLACK, play(1, 1))
    after = state.apply_move(play(1, 1))
    assert rows(after.board) == rows(line(after)[2].board) == ["x.o"] and after.next_player is not line(after)[2].next_player


def line(state):
    found = []
    while state is not None:
        found.append(state)
        state = state.previous_state
    return found[::-1]


def test_apply_move_makes_repetitions_that_records_have():
    state = played((1, 3), *REPEATING)
    after = state.apply_move(play(1, 1))
    assert rows(after.board) == ["oo."] and after.next_player is BLACK
    # The past is known as before, that of the repetition included.
    assert after.board._game.rules == Rules("dlgo") and len(after.previous_states) == 10 and after.board._game.turns == 10
    assert not after.is_valid_move(play(1, 3)) and after.does_move_violate_ko(BLACK, play(1, 3))
    assert game(BLACK, "oo.").is_valid_move(play(1, 3))
    assert copy.deepcopy(after).next_player is BLACK and rows(pickle.loads(pickle.dumps(after)).board) == ["oo."]


@pytest.mark.parametrize(
    "move, reason", [(play(2, 2), Reason.OCCUPIED), (play(0, 1), Reason.OFF_BOARD), (play(4, 1), Reason.OFF_BOARD), (play(1, 4), Reason.OFF_BOARD), (play(3, 3), Reason.SUICIDE)]
)
def test_apply_move_refuses(move, reason):
    state = game(BLACK, ".o.", "oxo", "...")
    assert not state.is_valid_move(move)
    with pytest.raises(IllegalMoveError) as refusal:
        state.apply_move(move)
    assert refusal.value.reason is reason and str(refusal.value).startswith("Black ")
    assert state.is_move_self_capture(BLACK, move) == (reason is Reason.SUICIDE)
    assert not state.does_move_violate_ko(BLACK, move) and not state.is_move_self_capture(WHITE, play(3, 3))
    again = pickle.loads(pickle.dumps(refusal.value))
    assert type(again) is IllegalMoveError and again.reason is reason


def test_the_end():
    one = played(3, play(2, 2), PASS)
    assert not one.is_over() and one.winner() is None
    end = one.apply_move(PASS)
    assert end.is_over() and end.legal_moves() == [] and end.next_player is WHITE
    assert not any(end.is_valid_move(move) for move in (PASS, RESIGN, play(1, 1)))
    assert end.winner() is BLACK and str(compute_game_result(end)) == "B+1.5"
    # Questions about points are answered as before the passes.
    assert not end.is_move_self_capture(WHITE, play(1, 1)) and not end.does_move_violate_ko(BLACK, play(1, 1))
    # Programs that read records go on after the end.
    third = end.apply_move(PASS)
    assert third.is_over() and third.next_player is BLACK
    on = third.apply_move(play(1, 1))
    assert not on.is_over() and rows(on.board) == ["...", ".x.", "x.."] and on.next_player is WHITE
    assert on.apply_move(PASS).apply_move(PASS).is_over() and not on.apply_move(PASS).is_over()


def test_a_resignation():
    end = played(3, play(2, 2), RESIGN)
    assert end.is_over() and end.winner() is BLACK is end.next_player and end.legal_moves() == []
    for move in (PASS, RESIGN, play(1, 1)):
        with pytest.raises(IllegalMoveError) as refusal:
            end.apply_move(move)
        assert refusal.value.reason is Reason.GAME_OVER
    assert played(3, RESIGN).winner() is WHITE
    assert not end.is_move_self_capture(BLACK, play(1, 1)) and not end.does_move_violate_ko(WHITE, play(1, 1))


@pytest.mark.parametrize("moves", [(PASS, PASS), (PASS, PASS, PASS), (RESIGN,)])
def test_questions_about_points_after_the_end(moves):
    state, ko = game(BLACK, ".o.", "oxo", "..."), game(WHITE, ".xo.", "x.xo", ".xo.").apply_move(play(2, 2))
    for move in moves:
        state, ko = state.apply_move(move), ko.apply_move(move)
    assert state.is_over() and not state.is_valid_move(play(1, 1))
    assert state.is_move_self_capture(BLACK, play(3, 3)) and not state.is_move_self_capture(WHITE, play(3, 3))
    # Black would make the first board of the game, again with White to move.
    assert ko.does_move_violate_ko(BLACK, play(2, 3)) and not ko.does_move_violate_ko(WHITE, play(2, 3))
    assert not ko.does_move_violate_ko(BLACK, PASS) and not ko.is_move_self_capture(BLACK, RESIGN)


def test_a_state_that_begins_with_a_board():
    stones = board("...", "xx.", "...")
    state = GameState(stones, WHITE, None, None)
    assert (state.next_player, state.previous_state, state.last_move, state.previous_states) == (WHITE, None, None, frozenset())
    assert rows(state.apply_move(play(1, 1)).board) == ["...", "xx.", "o.."]
    stones.place_stone(BLACK, Point(3, 3))
    assert rows(state.board) == ["...", "xx.", "..."]
    # `dlgo.data` gives a pair of numbers as the last move of a handicap.
    odd = GameState(stones, WHITE, None, (3, 4))
    assert odd.last_move == (3, 4) and not odd.is_over() and not odd.apply_move(PASS).is_over()
    passed = GameState(stones, WHITE, None, PASS)
    assert not passed.is_over() and passed.apply_move(PASS).is_over() and not passed.apply_move(play(1, 1)).is_over()
    resigned = GameState(stones, WHITE, None, RESIGN)
    assert resigned.is_over() and resigned.winner() is WHITE


def test_a_state_that_follows_on_another():
    first = GameState.new_game(3)
    after = copy.deepcopy(first.board)
    after.place_stone(BLACK, Point(2, 2))
    state = GameState(after, WHITE, first, play(2, 2))
    assert state.previous_state is first and rows(state.board) == ["...", ".x.", "..."] and state.next_player is WHITE
    # The same player again, as with handicap stones; and the turn handed over.
    again = GameState(after, BLACK, first, play(2, 2))
    assert again.next_player is BLACK and not again.is_valid_move(play(2, 2)) and again.is_valid_move(play(1, 1))
    handed = GameState(after, BLACK, state, None)
    assert (handed.next_player, handed.last_move) == (BLACK, None)
    for state in (again, handed):
        twin = pickle.loads(pickle.dumps(state))
        assert twin.next_player is BLACK and twin.board == after and len(line(twin)) == len(line(state))
    with pytest.raises(ValueError, match="not what the move makes"):
        GameState(after, WHITE, first, play(1, 1))
    with pytest.raises(IllegalMoveError):
        GameState(after, WHITE, handed, play(2, 2))


@pytest.mark.parametrize("arguments", [(), (Board(2, 2),), (Board(2, 2), BLACK, None), (None, BLACK, None, None), (Board(2, 2), 1, None, None), (Board(2, 2), BLACK, 5, None)])
def test_what_makes_no_state(arguments):
    with pytest.raises((TypeError, AttributeError, KeyError)):
        GameState(*arguments)


def test_stones_put_on_the_board_of_a_state_are_in_the_state():
    state = GameState.new_game(3)
    state.board.place_stone(BLACK, Point(3, 3))
    assert state.next_player is BLACK and not state.is_over() and state.previous_state is None
    state = GameState.new_game(3)
    assert state.is_valid_move(play(2, 2)) and state.is_valid_move(play(1, 1))
    for point in (Point(2, 1), Point(1, 2)):
        state.board.place_stone(WHITE, point)
    assert state.next_player is BLACK and rows(state.board) == ["...", "o..", ".o."]
    assert not state.is_valid_move(play(2, 1)) and not state.is_valid_move(play(1, 1)) and state.is_valid_move(play(2, 2))
    assert state.is_move_self_capture(BLACK, play(1, 1)) and len(legal(state)) == 6
    after = state.apply_move(play(2, 2))
    assert rows(after.board) == ["...", "ox.", ".o."] and after.next_player is WHITE
    assert rows(pickle.loads(pickle.dumps(after)).board) == rows(copy.deepcopy(after).board) == rows(after.board)
    # In the middle of a game they are no moves.
    after.board.place_stone(BLACK, Point(3, 3))
    assert rows(copy.deepcopy(after).board) == ["..x", "ox.", ".o."]
    with pytest.raises(ValueError, match="stones were put on a board during this game"):
        pickle.loads(pickle.dumps(after))
    with pytest.raises(IllegalMoveError):
        state.board.place_stone(BLACK, Point(1, 1))
    assert state.next_player is BLACK and rows(state.board) == ["...", "o..", ".o."]


def test_a_copy_of_the_board_of_a_state_has_no_ko():
    taken = game(WHITE, ".xo.", "x.xo", ".xo.").apply_move(play(2, 2))
    with pytest.raises(IllegalMoveError):
        taken.board.place_stone(BLACK, Point(2, 3))
    twin = copy.deepcopy(taken.board)
    twin.place_stone(BLACK, Point(2, 3))
    assert twin == taken.previous_state.board and twin != taken.board


def test_questions_for_the_other_player():
    state = game(BLACK, ".o.", "oxo", "...")
    assert state.is_move_self_capture(BLACK, play(3, 3)) and not state.is_move_self_capture(WHITE, play(3, 3))
    assert not state.is_move_self_capture(WHITE, play(2, 2)) and not state.is_move_self_capture(BLACK, PASS)
    assert not state.does_move_violate_ko(BLACK, RESIGN)
    taken = game(WHITE, ".xo.", "x.xo", ".xo.").apply_move(play(2, 2))
    # If Black passed, White would not be barred anywhere.
    assert not any(taken.does_move_violate_ko(WHITE, play(row, col)) for row in (1, 2, 3) for col in (1, 2, 3, 4))


# Copies, memory, threads


def test_copies_of_states():
    state = played(5, play(3, 3), play(2, 2), PASS)
    for twin in (copy.copy(state), copy.deepcopy(state)):
        assert (twin.next_player, twin.last_move, twin.board) == (state.next_player, PASS, state.board)
        assert twin.previous_state is state.previous_state and twin is not state
        twin.board.place_stone(WHITE, Point(1, 1))
        assert state.board.get(Point(1, 1)) is None
    loaded = pickle.loads(pickle.dumps(state))
    assert [(it.next_player, it.last_move, it.board) for it in line(loaded)] == [(it.next_player, it.last_move, it.board) for it in line(state)]
    assert loaded.apply_move(PASS).is_over() and loaded.previous_states == state.previous_states
    both = pickle.loads(pickle.dumps([state, state]))
    assert both[0] is both[1]


def test_a_game_may_be_long():
    state = played(3, play(2, 2), *[PASS] * 5000)
    assert state.is_over() and len(line(pickle.loads(pickle.dumps(state)))) == 5002
    assert copy.deepcopy(state).is_over()
    # A small stack: what is dropped, is not dropped in depth.
    dropped = []
    threading.stack_size(1 << 18)
    thread = threading.Thread(target=lambda: dropped.append(played(3, *[PASS] * 5000).next_player))
    threading.stack_size(0)
    thread.start()
    thread.join()
    assert dropped == [BLACK]


def test_classes_can_be_extended():
    class Mine(GameState):
        def stones(self):
            return sum(len(row) - row.count(".") for row in rows(self.board))

    mine = Mine(board("x.", ".."), WHITE, None, None)
    mine.note = "mine"
    assert mine.stones() == 1 and mine.is_valid_move(play(1, 1)) and type(mine.apply_move(PASS)) is GameState
    assert type(type("Own", (Board,), {})(3, 3)).__name__ == "Own" and type(type("Own", (Move,), {}).pass_turn()).__name__ == "Own"


def test_attributes_cannot_be_set():
    state = GameState.new_game(2)
    for thing, name in ((state, "board"), (state, "next_player"), (state, "previous_state"), (state, "other"), (state.board, "num_rows"), (PASS, "point"), (PASS, "is_pass")):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)


@pytest.mark.parametrize("player", [None, 1, "black", gokata.BLACK, True, Point(1, 1)])
def test_what_is_no_player(player):
    state = GameState.new_game(2)
    with pytest.raises(TypeError, match="expected a Player of gokata.dlgo"):
        is_point_an_eye(state.board, Point(1, 1), player)
    for ask in (state.board.place_stone, state.board.is_self_capture, state.board.will_capture):
        with pytest.raises(KeyError):
            ask(player, Point(1, 1))


def test_the_modules_have_the_same_classes():
    for module in (goboard, goboard_fast, goboard_slow):
        assert (module.Board, module.GameState, module.Move, module.GoString, module.IllegalMoveError) == (Board, GameState, Move, GoString, IllegalMoveError)
        assert (module.Player, module.Point) == (Player, Point)
    assert helpers.is_point_an_eye is helpers_fast.is_point_an_eye is is_point_an_eye
    assert (repr(GameState.new_game(3)), repr(Board(2, 3)), repr(PASS)) == ("<GameState 3x3, black to play>", "<Board 2x3>", "<Move pass>")


MODULES = ["", ".gotypes", ".goboard", ".goboard_slow", ".goboard_fast", ".scoring", ".agent", ".agent.helpers", ".agent.helpers_fast", ".install"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name):
    module = importlib.import_module(f"gokata.dlgo{name}")
    assert module.__doc__ and doctest.testmod(module).failed == 0


def test_what_is_public_is_documented():
    examples = {}
    for module in (goboard, scoring, importlib.import_module("gokata.dlgo.gotypes")):
        for name in module.__all__:
            value = getattr(module, name)
            assert value.__doc__, name
            examples[name] = ">>>" in value.__doc__
            if isinstance(value, type) and value.__module__.startswith("gokata.dlgo"):
                for member, found in vars(value).items():
                    is_described = found.__doc__ or f"`{member}`" in value.__doc__ or member in ("black", "white", "play")
                    assert member.startswith("_") or is_described, f"{name}.{member}"
    assert all(examples.values()), examples


# Eyes and counts


@pytest.mark.parametrize(
    "stones, point, of",
    [
        (("...", "xx.", ".x."), (1, 1), BLACK),
        (("...", "x..", ".x."), (1, 1), None),
        (("...", "xo.", ".x."), (1, 1), None),
        ((".xx", "x.x", "xxx"), (2, 2), BLACK),
        ((".x.", "x.x", "xxx"), (2, 2), None),
        (("ox.", "x.x", "xxx"), (2, 2), None),
        (("oxx", "x.x", "xxx"), (2, 2), BLACK),
        (("...", "ooo", "o.o"), (1, 2), WHITE),
        (("...", "oo.", "o.o"), (1, 2), None),
        (("...", "oxo", "o.o"), (1, 2), None),
        (("xx.", "x..", "..."), (3, 1), None),
        (("xx.", "x..", "..."), (4, 1), None),
        (("xx.", "x..", "..."), (0, 1), None),
    ],
)
def test_eyes(stones, point, of):
    stones = board(*stones)
    assert [player for player in Player if is_point_an_eye(stones, Point(*point), player)] == ([of] if of else [])


def test_the_eyes_of_a_state_follow_its_board():
    state = GameState.new_game(3)
    for point in (Point(1, 2), Point(2, 1)):
        state.board.place_stone(BLACK, point)
    assert not is_point_an_eye(state.board, Point(1, 1), BLACK)
    state.board.place_stone(BLACK, Point(2, 2))
    assert is_point_an_eye(state.board, Point(1, 1), BLACK) and not is_point_an_eye(state.board, Point(1, 1), WHITE)
    for nothing in ("A1", None, (1,), PASS):
        assert not is_point_an_eye(state.board, nothing, BLACK)
    with pytest.raises(TypeError):
        is_point_an_eye(state, Point(1, 1), BLACK)


def test_territory():
    found = evaluate_territory(board(".x.o.", "xx.oo", "oo...", ".o.o.", ".o.o."))
    assert (found.num_black_stones, found.num_white_stones, found.num_black_territory, found.num_white_territory) == (3, 9, 1, 3)
    # One region, beside stones of both colors.
    assert found.dame_points == [(1, 3), (1, 5), (2, 3), (2, 5), (3, 3), (3, 4), (3, 5), (4, 3), (5, 3)]


def test_small_territories():
    for stones, numbers, dame in (
        ((".",), (0, 0, 0, 0), [(1, 1)]),
        ((".x",), (1, 0, 1, 0), []),
        ((".x.o",), (1, 0, 1, 1), [(1, 3)]),
        (("x..", "...", "..."), (8, 0, 1, 0), []),
        (("x..", "...", "..o"), (0, 0, 1, 1), [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3)]),
    ):
        found = evaluate_territory(board(*stones))
        assert (found.num_black_territory, found.num_white_territory, found.num_black_stones, found.num_white_stones) == numbers
        assert (found.dame_points, found.num_dame) == (dame, len(dame))
        assert all(isinstance(point, Point) for point in found.dame_points)


def test_results():
    assert GameResult(40, 32, 7.5) == GameResult(b=40, w=32, komi=7.5) == (40, 32, 7.5)
    for result, winner, margin, text in (((40, 32, 7.5), BLACK, 0.5, "B+0.5"), ((40, 33, 7.5), WHITE, 0.5, "W+0.5"), ((5, 5, 0), WHITE, 0, "W+0.0"), ((6, 5, 0), BLACK, 1, "B+1.0")):
        result = GameResult(*result)
        assert (result.winner, result.winning_margin, str(result)) == (winner, margin, text)
    assert compute_game_result(GameState.new_game(5)) == (0, 0, 7.5)
    assert compute_game_result(game(WHITE, ".x.", "xx.", ".oo")) == (4, 2, 7.5)
    assert scoring.KOMI == 7.5
    assert vars(Territory({})) == {"num_black_territory": 0, "num_white_territory": 0, "num_black_stones": 0, "num_white_stones": 0, "dame_points": [], "num_dame": 0}


# In the place of the book's modules

CHECKOUT = {
    "dlgo/__init__.py": "",
    "dlgo/gotypes.py": "raise RuntimeError('theirs')",
    "dlgo/goboard.py": "from dlgo.gotypes import Point",
    "dlgo/utils.py": "from dlgo import gotypes\nCOLS = 'ABC'\n",
    "dlgo/zobrist.py": "from dlgo.gotypes import Player, Point\nHASH_CODE = {(Point(row=1, col=1), Player.black): 5}\n",
    "dlgo/agent/__init__.py": "from .naive import *\n",
    "dlgo/agent/helpers.py": "raise RuntimeError('theirs')",
    "dlgo/agent/naive.py": "from dlgo.agent.helpers import is_point_an_eye\nfrom dlgo import goboard\nfrom ..goboard_slow import Move\n__all__ = ['choose']\n"
    "def choose(state):\n    return Move.pass_turn()\n",
}


def run(folder, program):
    for name, text in CHECKOUT.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / "program.py").write_text(program)
    return subprocess.run([sys.executable, "program.py"], cwd=folder, capture_output=True, text=True, env=os.environ)


def test_install(tmp_path):
    done = run(
        tmp_path,
        """
import gokata.dlgo.install
import sys, pickle, importlib
import dlgo.goboard_fast
from dlgo import agent, goboard, scoring, utils, zobrist
from dlgo.goboard import GameState, Move, Player, Point
from dlgo.agent.helpers_fast import is_point_an_eye
import gokata.dlgo.goboard as ours
import gokata.dlgo.install

assert goboard is ours is dlgo.goboard is sys.modules["dlgo.goboard"]
assert ours.__name__ == ours.__spec__.name == "gokata.dlgo.goboard" and ours.__loader__ is ours.__spec__.loader
assert importlib.reload(sys.modules["gokata.dlgo.scoring"]) is scoring
assert utils.gotypes.Player is Player and utils.COLS == "ABC" and utils.__file__.endswith("utils.py")
assert zobrist.HASH_CODE[Point(1, 1), Player.black] == 5
state = GameState.new_game(9)
assert agent.choose(state) == Move.pass_turn() and agent.naive.is_point_an_eye is is_point_an_eye
assert sum(isinstance(finder, gokata.dlgo.install.Finder) for finder in sys.meta_path) == 1
open("state", "wb").write(pickle.dumps(state))
""",
    )
    assert done.returncode == 0, done.stderr
    # What one program saves, another one reads that does not install.
    assert rows(pickle.loads((tmp_path / "state").read_bytes()).board) == ["." * 9] * 9


def test_install_comes_first(tmp_path):
    done = run(tmp_path, "import sys, types\nsys.modules['dlgo.gotypes'] = types.ModuleType('dlgo.gotypes')\nimport gokata.dlgo.install\n")
    assert done.returncode == 1 and "gokata.dlgo.install must be imported first, but dlgo.gotypes has been imported already" in done.stderr


def test_without_install_the_book_is_as_it_was(tmp_path):
    done = run(tmp_path, "import gokata.dlgo.goboard\ntry:\n    import dlgo.goboard\nexcept RuntimeError as error:\n    print(error)\n")
    assert done.stdout == "theirs\n"


def test_install_needs_the_checkout(tmp_path):
    (tmp_path / "alone.py").write_text("import gokata.dlgo.install\nimport dlgo.goboard\n")
    done = subprocess.run([sys.executable, "alone.py"], cwd=tmp_path, capture_output=True, text=True)
    assert "No module named 'dlgo'" in done.stderr
