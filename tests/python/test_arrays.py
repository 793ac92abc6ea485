"""Arrays in, arrays out: what a batch writes and reads, each game against one of its own; wrong arrays change nothing."""

import contextlib
import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest
from common import RULES, drawn
from hypothesis import given, settings
from hypothesis import strategies as st

from gokata import BLACK, REASONS, WHITE, Batch, Game, IllegalMove, Reason, Record, Rules, SavedGame, Symmetry

NAMES = ("mask", "terminated", "to_move", "rewards", "reasons")


def winner(game: Game) -> int:
    """Who has won by area, all stones alive."""
    if not game.is_over:
        return 0
    if game.last_move[1] == "resign":
        return -game.last_move[0]
    return int(game.record().with_rules(Rules("kata", komi=game.rules.komi, button=game.rules.button)).score().winner or 0)


def state(batch: Batch) -> list:
    """All that a program can see of a batch."""
    return [batch.game(nth).record() for nth in range(len(batch))]


def check(batch: Batch, games: list[Game]) -> None:
    """Asserts that the arrays say what the games say."""
    assert [game.record() for game in games] == state(batch)
    for nth, game in enumerate(games):
        assert (batch.mask[nth] == game.legal_mask()).all() and batch.terminated[nth] == game.is_over
        assert batch.to_move[nth] == game.to_move and batch.rewards[nth] == winner(game)


def resign(game: Game, action: int) -> Reason | None:
    """Makes a move as `illegal="lose"` says."""
    reason = game.try_play(action)
    if reason not in (None, Reason.GAME_OVER):
        game.play("resign")
    return reason


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.data())
def test_any_calls(data):
    """Calls of all kinds, right and wrong, in any order."""
    size = data.draw(st.sampled_from([(1, 1), (2, 3), (3, 3), (5, 4)]))
    rules, moves = data.draw(st.sampled_from(RULES)), size[0] * size[1] + 1
    komis = data.draw(st.lists(st.integers(-6, 6).map(lambda halves: halves / 2), min_size=3, max_size=3))
    batch = Batch(3, size, rules=rules, komi=komis, seed=data.draw(st.integers(0, 9)))
    games = [Game(size, rules=rules, komi=komi) for komi in komis]
    saved: tuple[SavedGame, Game, int] | None = None
    arrays = {name: getattr(batch, name) for name in data.draw(st.sets(st.sampled_from(NAMES)))}
    for _ in range(12):
        call = data.draw(st.sampled_from(["step", "draw", "choose", "play_out", "reset", "put", "save", "restore", "wrong", "write"]))
        if call == "step":
            kind, illegal = data.draw(st.sampled_from(["i1", "i8", ">i4", "i4"])), data.draw(st.sampled_from(["raise", "lose", "keep"]))
            actions = np.array(data.draw(st.lists(st.integers(-1, moves - 1), min_size=3, max_size=3)), kind)
            reasons = [None if action == -1 else game.check(int(action)) for game, action in zip(games, actions)]
            if illegal == "raise" and any(reasons):
                with pytest.raises(IllegalMove) as refusal:
                    batch.step(actions)
                first = next(nth for nth in range(3) if reasons[nth])
                assert (refusal.value.game, refusal.value.reason) == (first, reasons[first]) and f"game {first}: " in str(refusal.value)
                assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)
            else:
                batch.step(actions, illegal)
                make = resign if illegal == "lose" else Game.try_play
                assert reasons == [None if action == -1 else make(game, int(action)) for game, action in zip(games, actions)]
                assert [REASONS[code] for code in batch.reasons] == reasons
        elif call == "choose":
            logits = np.array(data.draw(st.lists(st.sampled_from([-1.5, 0, 2]), min_size=3 * moves, max_size=3 * moves))).reshape(3, moves)
            kind, order = data.draw(st.sampled_from(["f2", ">f4", "f4", "f8"])), data.draw(st.sampled_from("CF"))
            logits = np.array(np.where(batch.mask, logits, np.nan), kind, order=order)
            actions = batch.draw(logits, data.draw(st.sampled_from([0, 0.5, 1])), make=False)
            assert all((action == -1) == game.is_over and (action == -1 or game.is_legal(int(action))) for game, action in zip(games, actions))
            batch.step(actions)
            [game.play(int(action)) for game, action in zip(games, actions) if action >= 0]
        elif call in ("draw", "play_out"):
            getattr(batch, call)()
            for nth, game in enumerate(games):
                for color, move in batch.game(nth).moves[game.turns :]:
                    assert color == game.to_move and move != "resign"
                    game.play(move)
                assert call == "draw" or game.is_over or game.turns >= 3 * (moves - 1)
        elif call == "reset":
            which = data.draw(st.one_of(st.none(), st.integers(0, 2), st.lists(st.booleans(), min_size=3, max_size=3)))
            anew = [game.is_over for game in games] if which is None else [nth == which for nth in range(3)] if isinstance(which, int) else which
            batch.reset(which if data.draw(st.booleans()) or not isinstance(which, list) else np.array(which))
            games = [Game(size, rules=game.rules) if new else game for game, new in zip(games, anew)]
        elif call == "put":
            nth = data.draw(st.integers(0, 2))
            games[nth] = list(drawn(size, games[nth].rules, seed=data.draw(st.integers(0, 3)), most=9))[-1].game()
            batch.put(nth, games[nth])
            games[nth] = games[nth].copy()
        elif call == "save":
            nth = data.draw(st.integers(0, 2))
            saved = batch.save(nth), games[nth].copy(), nth
        elif call == "restore" and saved:
            batch.restore(saved[2], saved[0])
            assert saved[0].game().record() == saved[1].record()
            games[saved[2]] = saved[1].copy()
        elif call == "wrong":
            before, wrong = state(batch), data.draw(st.sampled_from(WRONG))
            with pytest.raises((TypeError, ValueError, IndexError)) as raised:
                wrong(batch, moves)
            assert str(raised.value) and state(batch) == before
        elif call == "write" and arrays:
            array = arrays[data.draw(st.sampled_from(sorted(arrays)))]
            array[...] = np.array(data.draw(st.integers(0, 255)), "u1").astype(array.dtype)
            batch.step([-1] * 3)  # written anew, of the games as they were
        if data.draw(st.booleans()):
            check(batch, games)
    check(batch, games)
    assert all(getattr(batch, name) is array for name, array in arrays.items())


def logits(moves: int, number: float, kind: str = "f4") -> np.ndarray:
    return np.full((3, moves), number, kind)


#: Calls that are wrong in any state, but for logits where all games are over.
WRONG = [
    lambda batch, moves: batch.step(np.full(3, moves)),
    lambda batch, moves: batch.step([0, -2, 0]),
    lambda batch, moves: batch.step(np.full(3, 2**64 - 1, "u8")),
    lambda batch, moves: batch.step(np.zeros(3)),
    lambda batch, moves: batch.step(np.ma.array([-1, -1, -1])),
    lambda batch, moves: batch.step(np.zeros((3, 1), int)),
    lambda batch, moves: batch.step(np.zeros(4, int)[::4]),
    lambda batch, moves: batch.step([-1, -1, -1], "win"),
    lambda batch, moves: batch.draw(logits(moves + 1, 0)),
    lambda batch, moves: batch.draw(logits(moves, 0).T[::-1]),
    lambda batch, moves: batch.draw(logits(moves, 0, "i4")),
    lambda batch, moves: batch.draw(logits(moves, 0, "c8")),
    lambda batch, moves: batch.draw(logits(moves, 0), -1),
    lambda batch, moves: batch.draw(logits(moves, 0), float("nan")),
    lambda batch, moves: batch.draw(logits(moves, 0), 1e300),
    lambda batch, moves: batch.draw(make=False),
    lambda batch, moves: batch.planes(0),
    lambda batch, moves: batch.planes(9),
    lambda batch, moves: batch.planes(2**64 - 1),
    lambda batch, moves: batch.planes(1, "NHCW"),
    lambda batch, moves: batch.reset([True, False]),
    lambda batch, moves: batch.reset([0, 1, 0]),
    lambda batch, moves: batch.reset(3),
    lambda batch, moves: batch.reset(-1),
    lambda batch, moves: batch.reset(True),
    lambda batch, moves: batch.planes(True),
    lambda batch, moves: batch.reseed(True),
    lambda batch, moves: copy.copy(batch),
    lambda batch, moves: batch.put(0, Record(7)),
    lambda batch, moves: batch.restore(0, Batch(1, 7).save(0)),
    lambda batch, moves: batch.restore(0, None),
]


def test_wrong_logits():
    batch, before = Batch(3, 5), [Record(5)] * 3
    for number in (np.nan, np.inf):
        with pytest.raises(ValueError, match="game 1: the logit of move 3 is not finite"):
            batch.draw(np.where(np.arange(78).reshape(3, 26) == 29, number, 0.0))
    masked = logits(26, 0)
    masked[2] = -np.inf
    with pytest.raises(ValueError, match="game 2: .* all legal moves are minus infinity"):
        batch.draw(masked)
    with pytest.raises(ValueError, match="not finite, or too large for float32"):
        batch.draw(logits(26, 1e300, "f8"))
    assert state(batch) == before
    least = logits(26, np.finfo("f8").min, "f8")
    least[:, 3] = 0
    with warnings.catch_warnings(action="error"):
        assert batch.draw(least, make=False).tolist() == [3, 3, 3]
    masked[:, 7] = 30
    masked[:2, 7] = np.nan
    masked[1, :7], masked[0, 7:] = -np.inf, np.nan
    batch.step([7, 7, -1])  # what the logits of illegal moves are does not matter
    masked[0, 8:] = 0
    actions = batch.draw(masked)
    assert actions.dtype == np.int32 and actions[2] == 7 and 7 not in actions[:2] and actions[1] > 7


@pytest.mark.parametrize("action", [-(2**40), 2**31, 2**63, 2**64 - 1, 26, -2])
def test_the_action_is_named(action):
    with pytest.raises(IndexError, match=f"^game 1: an index is 0 to 25, or -1, not {action}$"):
        Batch(2, 5).step(np.array([0, action], "i8" if action < 2**63 else "u8"))


@pytest.mark.parametrize(
    ("call", "kept"),
    [
        (lambda batch: batch.mask, [4, 4]), (lambda batch: batch.draw(np.zeros((2, 10), "f4"), make=False), [4, 4]), (lambda batch: batch.reseed(3), [4, 4]),
        (lambda batch: batch.reset([False, True]), [4, 0]), (lambda batch: batch.reset(0), [0, 4]), (lambda batch: batch.put(0, Game(3)), [0, 4]),
        (lambda batch: batch.restore(1, batch.save(0)), [4, 0]), (Batch.draw, [0, 0]), (Batch.play_out, [0, 0]),
        (lambda batch: batch.step([10, 0]), [0, 0]), (lambda batch: batch.step([0, 0]), [0, 0]), (lambda batch: batch.step(None), [0, 0]),
        (lambda batch: batch.step([-1, -1], "win"), [0, 0]), (lambda batch: batch.reset(2), [4, 4]), (lambda batch: batch.draw(None, make=False), [4, 4]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("asks", [(), ("mask",), ("terminated", "mask", "rewards")])
def test_reasons_are_those_of_the_latest_step(call, kept, asks):
    batch = Batch(2, 3)
    batch.step([0, 1])
    batch.step([0, 1], "keep")
    [getattr(batch, name) for name in asks]
    with contextlib.suppress(TypeError, ValueError, IndexError):
        call(batch)
    [getattr(batch, name) for name in asks]
    assert batch.reasons.tolist() == kept


def test_reseed():
    batch, other = Batch(3, 5, seed=1), Batch(3, 5, seed=8)
    batch.draw()
    before = state(batch)
    batch.reseed(8)
    assert state(batch) == before
    batch.reset([True] * 3)
    for one in (batch, other):
        one.draw(np.zeros((3, 26), "f4"))
        one.play_out()
    assert state(batch) == state(other) != before


def test_equal_seeds_draw_equal_moves():
    def played(seed: int, threads: int) -> list:
        batch, numbers = Batch(600, 5, seed=seed, threads=threads), np.random.default_rng(5)
        for _ in range(20):
            batch.draw(numbers.normal(size=(600, 26)).astype("f4"), 1.5)
        return state(batch)

    assert played(1, 1) == played(1, 3) != played(2, 1)


def test_planes():
    batch = Batch(2, (2, 3))
    for actions in ([0, 1], [6, 2], [5, -1]):
        batch.step(actions)
    planes = batch.planes(history=3)
    assert planes.shape == (2, 7, 2, 3) and planes.dtype == np.uint8 and planes is batch.planes(3) is not batch.planes(2)
    assert planes[0].reshape(7, 6).tolist() == [[0] * 6, [1, 0, 0, 0, 0, 1], [0] * 6, [1, 0, 0, 0, 0, 0], [0] * 6, [1, 0, 0, 0, 0, 0], [0] * 6]
    assert planes[1, 0].ravel().tolist() == [0, 1, 0, 0, 0, 0] and planes[1, 6].all()
    assert (batch.planes(3, "NHWC") == planes.transpose(0, 2, 3, 1)).all()
    assert np.shares_memory(np.from_dlpack(planes), planes)  # as PyTorch and JAX see it
    planes[:] = 9
    assert batch.planes(3).max() == 1 and (batch.planes(1) == batch.planes(3)[:, [0, 1, 6]]).all()
    batch.reset(0)
    assert not batch.planes(8)[0, :16].any()


def test_arrays_that_are_changed():
    batch = Batch(2, 3)
    mask, base = batch.mask, batch.mask.base
    with pytest.raises(ValueError):
        mask.resize((1, 1))
    mask.setflags(write=False)
    batch.step([0, 1])
    assert mask.tolist() == [[nth != game for nth in range(10)] for game in range(2)]
    base.setflags(write=False)
    with pytest.raises(TypeError, match="`base` .* not writeable"):
        batch.step([4, 4])
    base.setflags(write=True)
    base.dtype = bool
    with pytest.raises(TypeError, match="`base` .* has another type"):
        batch.step([4, 4])
    base.dtype = "u1"
    assert batch.game(0).turns == 1
    batch.step(base[10:12].view("i1"))  # overlapping arrays: read before they are written
    assert [batch.game(nth).moves[-1][1] for nth in range(2)] == ["B3", "A3"]


def test_komi():
    batch = Batch(3, 3, rules="chinese", komi=np.array([7.5, 9, 9.5]))
    assert [batch.game(nth).rules.komi for nth in range(3)] == [7.5, 9, 9.5]
    for actions in ([4] * 3, [9] * 3, [9] * 3):
        batch.step(actions)
    assert batch.rewards.tolist() == [BLACK, 0, WHITE] and batch.owners().all() and batch.areas()[0].tolist() == [9, 0]
    batch.reset()
    assert [batch.game(nth).rules.komi for nth in range(3)] == [7.5, 9, 9.5] and not batch.rewards.any()
    for komi, error in [([1, 2], ValueError), ([1, 2, 0.3], ValueError), ([[1], [2], [3]], TypeError), ([1, 2, None], TypeError),
        ({1: 1, 2: 2, 3: 3}, TypeError), (b"123", TypeError), (bytearray(3), TypeError), (np.ma.array([1, 2, 3]), TypeError)]:  # fmt: skip
        with pytest.raises(error):
            Batch(3, 3, komi=komi)
    assert Batch(1, 3, komi="6.5").rules.komi == Batch(1, 3, komi=np.float32(6.5)).rules.komi == Batch(1, 3, komi=np.array(6.5)).rules.komi == 6.5


def test_threads_share_a_batch():
    batch, arrays = Batch(2_000, 7, threads=2), []
    still = np.full(2_000, -1)

    def work(nth):
        for _ in range(20):
            try:
                arrays.append(batch.mask)
                batch.step(still)
                batch.draw(np.zeros((2_000, 50), "f4"))
            except RuntimeError as error:
                assert "borrowed" in str(error)

    workers = [threading.Thread(target=work, args=(nth,)) for nth in range(4)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    assert all(array is batch.mask for array in arrays)
    check(batch, [batch.game(nth) for nth in range(2_000)])


INTERRUPTED = """
import os, signal, threading, time
from gokata import Batch
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started this in the background, without Ctrl-C
batch = Batch(200_000, 19)
ready = threading.Event()
threading.Thread(target=lambda: (ready.wait(), time.sleep(0.2), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
try:
    ready.set()
    batch.play_out()
except KeyboardInterrupt:
    print(0 < batch.terminated.sum() < 200_000, batch.game(0).is_over)
    batch.reset()
    batch.step([0] * 100_000 + [-1] * 100_000, "keep")
    print(batch.reasons.any(), batch.game(0).turns)
"""


@pytest.mark.skipif(os.name != "posix", reason="no signals")
def test_interrupts():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == ["True True", "False 1"], done
    assert signal.getsignal(signal.SIGINT) is not None


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (5, 4), (5, 5), (9, 9)], ids=str)
def test_permutations(size):
    record = list(drawn(size, seed=3, most=15))[-1]
    batch = Batch(1, size)
    batch.put(0, record.with_rules(batch.rules))
    planes, mask = batch.planes(4), record.legal_mask()
    for symmetry in Symmetry:
        turned, permutation = record.transformed(symmetry), symmetry.permutation(size)
        assert (mask[permutation] == turned.legal_mask()).all() and (record.board.ravel()[permutation[:-1]] == turned.board.ravel()).all()
        other = Batch(1, turned.size)
        other.put(0, turned.with_rules(other.rules))
        assert (planes.reshape(1, 9, -1)[..., permutation[:-1]].reshape(1, 9, *turned.size) == other.planes(4)).all()
        back = symmetry.inverse.permutation(turned.size)
        assert (permutation[back] == np.arange(len(mask))).all() and (back == permutation.argsort()).all()
        for (color, move), (_, there) in zip(record.moves, turned.moves, strict=True):
            assert turned.index(there) == back[record.index(move)]
    assert Symmetry.QUARTER_TURN.permutation(3).tolist() == [6, 3, 0, 7, 4, 1, 8, 5, 2, 9]
