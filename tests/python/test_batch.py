"""Many games at once: each verdict against a game of its own."""

import random

import numpy as np
import pytest
from common import RULES, SIZES

from gokata import BLACK, REASONS, WHITE, Batch, Game, Reason, Record


def check(batch: Batch, games: list[Game]) -> None:
    """Asserts that a batch says what its games say."""
    masks, boards, areas = batch.legal_masks(), batch.boards(), batch.areas()
    rows, cols = batch.size
    assert len(batch) == len(games) and masks.shape == (len(games), rows * cols + 1) and boards.shape == (len(games), rows, cols)
    assert (masks.dtype, boards.dtype, batch.to_move.dtype, batch.over.dtype, areas.shape) == (bool, np.int8, np.int8, bool, (len(games), 2))
    for nth, game in enumerate(games):
        assert batch.to_move[nth] == game.to_move and batch.over[nth] == game.is_over
        assert (masks[nth] == game.legal_mask()).all() and (boards[nth] == game.board).all()
        assert batch.game(nth).record() == game.record()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_verdict_is_that_of_a_game(size):
    area = size[0] * size[1]
    for rules in RULES[:: 4 if area < 50 else 12]:
        chance = random.Random(area)
        batch, games = Batch(4, size, rules=rules), [Game(size, rules=rules) for _ in range(4)]
        assert batch.rules == rules and batch.size == size
        for turn in range(30 if area < 50 else 12):
            # Mostly legal moves, some of any kind, and games that are left as they are.
            moves = [chance.choice([*np.flatnonzero(game.legal_mask()), chance.randrange(area + 1), -1]) for game in games]
            batch.step(np.array(moves, chance.choice(["i2", "i4", "i8", ">i8"])), illegal="keep")
            for game, move, code in zip(games, moves, batch.reasons, strict=True):
                assert REASONS[code] is (None if move == -1 else game.try_play(move))
            if turn % 5 == 0:
                check(batch, games)
        check(batch, games)
        batch.reset()
        check(batch, [Game(size, rules=rules) if game.is_over else game for game in games])


@pytest.mark.parametrize("size", [(1, 1), (3, 5), (6, 6), (5, 15)], ids=str)
def test_drawn_games(size):
    one, other, third = (Batch(600, size, rules="tromp-taylor", seed=seed, threads=threads) for seed, threads in [(1, 1), (1, 3), (2, 1)])
    for batch in (one, other, third):
        for _ in range(3):
            batch.draw()
        if size[1] < 15:
            batch.play_out()
    assert (one.boards() == other.boards()).all() and (size == (1, 1) or (one.boards() != third.boards()).any())
    for nth in range(0, 600, 100):
        game, replayed = one.game(nth), Record(size, rules="tromp-taylor")
        for color, move in game.moves:
            replayed = replayed.play(move, color)  # each is legal
        assert replayed.is_over == game.is_over == one.over[nth] and (replayed.board == one.boards()[nth]).all()
        assert one.areas()[nth].sum() <= size[0] * size[1]
    one.reset()
    assert not one.over[other.over].any() and not one.boards()[other.over].any()


def test_games_in_and_out():
    batch = Batch(3, 5, rules="chinese")
    game = Game(5, rules="chinese")
    game.play("C3")
    batch.put(1, game)
    batch.put(np.int8(2), game.record().play("B2"))
    game.play("A1")
    assert [batch.game(nth).turns for nth in range(3)] == [0, 1, 2] and batch.to_move.tolist() == [BLACK, WHITE, BLACK]
    batch.game(1).play("D4")
    assert batch.game(1).turns == 1
    batch.reset(1)
    assert [batch.game(nth).turns for nth in range(3)] == [0, 0, 2]
    for other in (Game(6, rules="chinese"), Game(5), Game(5, rules="chinese", komi=1), Record((5, 6), rules="chinese")):
        with pytest.raises(ValueError, match=f"another size or other rules: .*, {other.rules}, not 5x5, {batch.rules}$"):
            batch.put(0, other)
    for ask in (batch.game, batch.reset, lambda nth: batch.put(nth, game)):
        for nth, error in [(3, IndexError), (10**18, IndexError), (-1, IndexError), (10**30, IndexError), (0.0, TypeError), (True, TypeError)]:
            with pytest.raises(error, match=f"there is no game {nth}: the batch has 3" if error is IndexError else "expected an integer, not"):
                ask(nth)
        with pytest.raises(ValueError, match="digits"):
            ask(10**5000)
    assert [batch.game(nth).turns for nth in range(3)] == [0, 0, 2] and repr(batch) == "<gokata.Batch of 3 games, 5x5>"


def test_moves_that_are_none():
    batch = Batch(2, 5)
    for error, wrong in [
        (TypeError, [[0], [0, 0, 0], [[0], [0]], 0, [0.0, 1.0], [True, False], ["A1", "A2"], [None, None], [10**30, 0], None]),
        (ValueError, [[0, [1, 2]]]),
        (IndexError, [[0, 26], [-2, 0], np.array([0, 255], "u1"), np.array([2**64 - 1, 0], "u8"), np.array([0, -(2**63)])]),
    ]:
        for moves in wrong:
            with pytest.raises(error):
                batch.step(moves)
    assert not batch.boards().any() and batch.game(0).turns == batch.game(1).turns == 0


def test_strides_and_refusals():
    batch = Batch(3, 5)
    reasons = batch.reasons
    batch.step(np.array([3, 9, 9, 9, 25, 9])[::2])
    batch.step(np.array([25, 9, 3])[::-1], "keep")
    assert [REASONS[code] for code in reasons] == [Reason.OCCUPIED, Reason.OCCUPIED, None]
    assert [move for _, move in batch.game(2).moves] == ["pass", "pass"] and batch.over.tolist() == [False, False, True]
    batch.step([-1, -1, 0], "keep")
    assert [REASONS[code] for code in reasons] == [None, None, Reason.GAME_OVER] and not batch.legal_masks()[2].any()
    Batch(0, 5).step([])
    assert Batch(0, 5).boards().shape == (0, 5, 5) and Batch(0).legal_masks().shape == (0, 362)


def test_wrong_batches():
    for arguments, keys, error in [
        ((-1,), {}, ValueError), ((10**8,), {}, ValueError), ((10**30,), {}, ValueError), ((1.5,), {}, TypeError), ((1, 26), {}, ValueError),
        ((1,), {"seed": -1}, ValueError), ((1,), {"seed": 2**64}, ValueError), ((1,), {"threads": 0}, ValueError), ((1,), {"rules": 5}, TypeError),
        ((True, 9), {}, TypeError), ((1,), {"seed": True}, TypeError), ((1,), {"threads": np.True_}, TypeError),
    ]:  # fmt: skip
        with pytest.raises(error):
            Batch(*arguments, **keys)
    Batch(1, 3, threads=2**64 - 1).play_out()
