"""Threads that share an object, copies of the process, and several interpreters."""

import concurrent.futures
import os
import subprocess
import sys
import textwrap

import pytest
from common import last

from gokata import Batch, Game, IllegalMove, Record, sgf


def together(work, count=4):
    """Runs this in several threads, and returns what they raised."""
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            return [error for error in [future.exception(60) for future in [pool.submit(work, nth) for nth in range(count)]] if error]
    finally:
        sys.setswitchinterval(switch)


def test_threads_share_a_game():
    game = Game(9)
    made = []

    def work(nth):
        for turn in range(30):
            point = (nth * 37 + turn * 11) % 81
            try:
                game.play(point)
                made.append(point)
            except IllegalMove:
                pass
            assert game.board.shape == (9, 9) and len(game.legal_mask()) == 82
            str(game.explain(point)), game.copy(), game.record().turns
            if turn % 15 == 14:
                game.suggest()

    assert together(work) == []
    again = Record(9)
    for color, move in game.moves:
        again = again.play(move, color)
    assert game.turns == len(made) == again.turns and again == game.record()


def test_threads_share_a_record_and_a_tree():
    record = last(9, seed=1)
    [tree] = sgf.parse(sgf.write(record))
    expected = [(str(record.explain(point)), record.key()) for point in range(81)]

    def work(nth):
        for turn in range(40):
            point = (nth * 20 + turn) % 81
            assert (str(record.explain(point)), record.key()) == expected[point]
            node = tree.main_line[turn % 30 + 1]
            node.comment = f"{nth}"
            node[f"X{'ABCD'[nth]}"] = [str(turn)]
            assert node.comment.isdigit() and node.properties and node.record().turns > 0
            tree.root.add_node().remove()

    assert together(work) == []
    assert len(sgf.parse(str(tree))[0].nodes) == record.turns + 1


def test_a_busy_batch():
    batch = Batch(2_000, 7)

    def work(nth):
        for _ in range(3):
            batch.play_out()
            batch.reset()
            batch.legal_masks()

    raised = together(work)
    assert all(type(error) is RuntimeError and "borrowed" in str(error) for error in raised)
    assert len(batch) == 2_000 and batch.boards().shape == (2_000, 7, 7)


class Meddler:
    """An index that changes what it is asked about."""

    def __init__(self, meddle):
        self.meddle = meddle

    def __index__(self):
        self.meddle()
        return 12


def test_objects_that_change_while_they_are_asked():
    game = Game(5)
    with pytest.raises(IllegalMove) as refusal:
        game.play(Meddler(lambda: game.play("A1")), "x")
    assert refusal.value.reason == "turn" and [move for _, move in game.moves] == ["A1"]
    marks = Record(5).play("C3").marks
    with pytest.raises(RuntimeError, match="borrowed"):
        marks.mark(Meddler(lambda: marks.mark("C3", "dead")), "dead")
    batch = Batch(1, 5)
    with pytest.raises(RuntimeError, match="borrowed"):
        batch.reset(0) or batch.put(Meddler(batch.draw), game)


def program(text: str) -> list[str]:
    """Runs a program, and returns the lines that it prints."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    return done.stdout.splitlines()


def test_finalizers_may_read_the_tree():
    """Some versions of Python collect garbage while a list is made."""
    said = program("""
        import gc
        from gokata import sgf
        [tree] = sgf.parse("(;SZ[9]" + "".join(f"X{letter}[1]" for letter in "ABCDEFGHIJKLMNOP") + ")")
        class Cycle:
            def __del__(self):
                assert tree.root.comment == ""
        kept = [[] for _ in range(200)]  # so that lists are made anew
        for more in range(40):
            gc.disable()
            garbage = Cycle()
            garbage.itself = garbage
            del garbage
            gc.set_threshold(gc.get_count()[0] + more)
            gc.enable()
            kept.append(tree.root.properties)
            assert len(kept[-1]) == 17 and tree.root.get("XA") == ["1"]
        print("done")
    """)
    assert said == ["done"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_copies_of_the_process():
    game, batch = last(9, seed=1).game(), Batch(600, 9, threads=4)
    batch.play_out()
    boards = batch.boards()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            batch.reset()
            batch.play_out()
            assert game.record().game().undo() and game.try_play("pass") is None and game.suggest().score
            status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (batch.boards() == boards).all()


def test_a_game_is_not_locked_while_python_runs():
    said = program("""
        import numpy
        from gokata import Game
        game, make = Game(3), numpy.frombuffer
        numpy.frombuffer = lambda *arguments: (game.to_move, make(*arguments))[1]
        print(game.board.sum(), game.legal_mask().sum())
    """)
    assert said == ["0 10"]


def test_other_interpreters():
    """They get an error in words: PyO3 and NumPy know one interpreter in a process."""
    first, last = program("""
        import sys
        import gokata
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            import _interpreters as interpreters
        code = f"import sys; sys.path[:] = {sys.path}\\ntry: import gokata\\nexcept ImportError as error: print(error, flush=True)"
        interpreters.run_string(interpreters.create(), code)
        print(gokata.Record(5).turns)
    """)
    assert "interpreter" in first and last == "0"
