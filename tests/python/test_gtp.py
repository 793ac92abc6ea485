"""Engines: one's own, misbehaving ones, and GNU Go; and that no process is left behind."""

import asyncio
import gc
import io
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from common import last

from gokata import BLACK, WHITE, Game, IllegalMove, Record, gtp

posix = pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")

#: A bot that plays the first legal move.
FIRST = [sys.executable, "-c", "from gokata import gtp; gtp.serve(lambda record: record.legal_moves()[0], name='First')"]

#: An engine that keeps no game: `answer` is a body that sets `text`, or does what it likes.
LOOP = """
import os, sys, time
for line in sys.stdin:
    number, command = line.split(maxsplit=1)
    command = command.strip()
    text = "= "
    {answer}
    sys.stdout.write(text + "\\n\\n")
    sys.stdout.flush()
    if command == "quit":
        break
"""


def engine(answer: str = "pass", *, timeout: float = 20.0, before: str = "") -> gtp.Engine:
    program = before + LOOP.format(answer=answer)
    return gtp.Engine([sys.executable, "-S", "-c", program], timeout=timeout)


def running(mark: str) -> list[int]:
    """The processes with this text in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes():  # empty for those that have ended
                found.append(int(path.parent.name))
        except OSError:
            pass
    return found


def soon(happens: Callable[[], bool]) -> bool:
    """Whether this happens within two seconds."""
    return any(happens() or time.sleep(0.02) for _ in range(100))


def gone(mark: str) -> bool:
    return soon(lambda: not running(mark))


@pytest.fixture
def mark() -> str:
    return f"mark{uuid.uuid4().hex}"


def test_an_engine_of_ones_own():
    with gtp.Engine(FIRST, timeout=60) as first:
        assert first.send("name") == "First" and first.is_running and first.command == FIRST
        first.start(Record((3, 4), rules="chinese", komi=5.5))
        first.play("B2")
        assert first.genmove() == "A3" and first.record.moves == [(BLACK, "B2"), (WHITE, "A3")]
        assert first.genmove("white") == "B3" and first.record.events[-2:] == ["o:turn", "o:(0,1)"]
        first.undo()
        first.play((0, 3), WHITE)
        assert first.record.last_move == (WHITE, "D3") and "komi" in first.send("list_commands").split()
        for ask, wrong, error in [
            (first.play, "B2", IllegalMove), (first.play, "Z9", IllegalMove), (first.play, 99, IndexError), (first.play, None, TypeError),
            (first.play, "\ud800", ValueError), (first.genmove, "red", ValueError), (first.genmove, 0, ValueError), (first.genmove, True, TypeError),
            (first.start, Game(5), TypeError), (first.start, 5, TypeError), (first.send, "nonsense", gtp.EngineError),
        ]:  # fmt: skip
            with pytest.raises(error):
                ask(wrong)
        middle = Record.parse("o\n-xo-\n---x\n----\n", rules="chinese").play("A1").hand_turn("o").play("pass")
        first.start(middle)
        assert first.record == middle and first.genmove() == "A3"
        first.undo()
        first.play("pass")
        with pytest.raises(ValueError, match="the game is over"):
            first.genmove()
        first.start()
        first.play("resign")
        assert first.record.is_over and first.is_running
        first.start(Record((3, 3)))
        with pytest.raises(ValueError, match="no move to take back"):
            first.undo()
    assert not first.is_running
    with pytest.raises(gtp.EngineError, match="has ended"):
        first.send("name")
    first.close()


def test_engines_know_the_position():
    """Openings, handed turns and passes reach the engine: here one that fails, and says what it sees."""
    tells = "from gokata import gtp\ndef bot(record): raise ValueError(str(record) + str(record.rules.komi))\ngtp.serve(bot)"
    records = [last((4, 5), seed=seed, most=seed * 4) for seed in range(4)]
    records += [Record.parse("x\nx-x\nooo\n-x-\n", komi=-0.5), Record(5, komi=7.5).play("C3").hand_turn("x").play("C2")]
    records += [Record((5, 4)).play("pass").play("pass").resume("x").play("A1"), Record.from_board(last(7, seed=2).board, "o", komi=149.5)]
    with gtp.Engine([sys.executable, "-c", tells], timeout=60) as teller:
        for record in records:
            if record.is_over:
                record = record.resume()
            teller.start(record)
            with pytest.raises(gtp.EngineError) as error:
                teller.genmove()
            assert " ".join(f"{record}{record.rules.komi}".split()) in str(error.value)
            assert teller.record == record


@pytest.mark.parametrize(
    "before, answer, error, part",
    [
        ("raise SystemExit(3)", "", gtp.EngineError, "ended with status 3"),
        ("", "raise SystemExit(0)", gtp.EngineError, "ended with status 0"),
        ("", "os.kill(os.getpid(), 9)", gtp.EngineError, "ended with status -9"),
        ("import sys\nprint('no\\nnetwork', file=sys.stderr)\nraise SystemExit(1)", "", gtp.EngineError, "no / network"),
        ("print('Welcome!', flush=True)", "", gtp.EngineError, "nonsense.*Welcome!"),
        ("", "text = 'hello'", gtp.EngineError, "nonsense.*hello"),
        ("", "text = '=99'", gtp.EngineError, "nonsense.*no answer to command 1"),
        ("", "text = '= ' + 'x\\n' * 2000", gtp.EngineError, "nonsense.*1000 lines"),
        ("", "text = '\\0\\x80\\xff'", gtp.EngineError, "nonsense"),
        ("", "text = ''; sys.stdout.buffer.write(b'\\xff\\xfe\\0\\n')", gtp.EngineError, "nonsense"),
        ("", "text = '? cannot'", gtp.EngineError, "rejects `name`: cannot"),
        ("", "text = '?'", gtp.EngineError, "without a reason"),
        ("", "time.sleep(60)", TimeoutError, "no answer to `name` in 0.4 seconds"),
        ("", "sys.stdout.write('=1 half'); sys.stdout.flush(); time.sleep(60)", TimeoutError, "no answer"),
        ("", "os.close(1); time.sleep(60)", gtp.EngineError, "has ended"),
        ("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)", "time.sleep(60)", TimeoutError, "no answer"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", "", TimeoutError, "no answer"),
    ],
    ids=lambda it: "",
)
@posix
def test_engines_that_misbehave(before, answer, error, part, mark):
    wrong = engine(answer or "pass", before=f"{before} # {mark}\n")
    with pytest.raises(error, match=part):
        # A program needs its time to start.
        wrong.send("name", timeout=0.4 if error is TimeoutError else 20)
    assert "reject" in part or "reason" in part or not wrong.is_running and gone(mark)
    wrong.close()
    assert gone(mark)


@posix
def test_engines_that_are_unusual():
    with engine("text = '\\n\\n=' + number + ' C3\\r\\n\\r\\n'") as crlf:
        assert [crlf.send("name"), crlf.send("version")] == ["C3", "C3"]
    with engine("text = '= ' + command") as echo:
        assert echo.send("  some  words ") == "some words" and echo.send("x" * 16000) == "x" * 16000
        said: list[bool] = []
        talk = lambda nth: said.extend(echo.send(f"c{nth}-{turn}") == f"c{nth}-{turn}" for turn in range(30))  # noqa: E731
        threads = [threading.Thread(target=talk, args=(nth,)) for nth in range(4)]
        [thread.start() for thread in threads], [thread.join(30) for thread in threads]
        assert said == [True] * 120
    with engine("text = '=\\na\\n\\tb'") as lines:
        assert lines.send("name") == "\na\n\tb"
    with engine("text = '=\\n\\n=' if command == 'twice' else '= right'") as twice:
        assert twice.send("twice") == ""
        time.sleep(0.2)
        with pytest.raises(gtp.EngineError, match="no command waits"):
            twice.send("name")


@posix
@pytest.mark.parametrize("answer", ["A1", "Z9", "", "I5", "C3 C4", "0", "x:B2", "Ｂ２", "None", "E5\n="])
def test_illegal_answers(answer):
    with engine(f"text = '= ' + {answer!r} if command.startswith('genmove') else '= '") as wrong:
        wrong.start(Record(3))
        wrong.play("A1")
        with pytest.raises(gtp.EngineError, match="the engine answers"):
            wrong.genmove()
        assert wrong.record.turns == 1 and wrong.send("name") == ""


def test_wrong_arguments(mark):
    with engine(before=f"# {mark}\n") as fine:
        for command, error in [
            ("  ", ValueError), ("a\nb", ValueError), ("a\r", ValueError), ("\ud800", ValueError), ("é" * 9000, ValueError), (5, TypeError),
            (b"name", TypeError),
        ]:  # fmt: skip
            with pytest.raises(error):
                fine.send(command)
        for limit, error in [(0, ValueError), (-1, ValueError), (float("nan"), ValueError), ("1", TypeError)]:
            for ask in (lambda: fine.send("name", timeout=limit), lambda: gtp.Engine(FIRST, timeout=limit)):  # noqa: B023
                with pytest.raises(error):
                    ask()
        assert fine.send("name", timeout=float("inf")) == fine.send("name", timeout=10**400) == ""
    for command, error in [
        ("", ValueError), ("'", ValueError), (["a\0b"], ValueError), ("no-such-program", gtp.EngineError), (["/"], gtp.EngineError), (5, TypeError),
    ]:  # fmt: skip
        with pytest.raises(error):
            gtp.Engine(command)
    with pytest.raises(gtp.EngineError, match="cannot start"):
        gtp.Engine(FIRST, cwd="/no/such/folder")
    assert gone(mark)


@posix
def test_no_process_is_left(mark):
    child = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60) # {mark}'])\n"
    with engine(before=child) as parent:
        parent.send("name")
        assert soon(lambda: len(running(mark)) == 2)
    assert gone(mark)
    forgotten = engine(before=child)
    forgotten.send("name")
    del forgotten
    gc.collect()
    assert gone(mark)
    with pytest.raises(ZeroDivisionError), engine("time.sleep(60) if command == 'quit' else 0", timeout=0.5, before=f"# {mark}\n"):
        1 / 0
    assert gone(mark)


@posix
def test_programs_that_end_without_closing(mark):
    program = f"""
        import sys
        from gokata import gtp
        deaf = "import time\\nfor line in open(0): print('=', flush=True), print(flush=True)\\ntime.sleep(60) # {mark}"
        engine = gtp.Engine([sys.executable, "-S", "-c", deaf])
        engine.send("name")
        raise SystemExit(3)
    """
    assert subprocess.run([sys.executable, "-c", textwrap.dedent(program)], timeout=60).returncode == 3
    assert gone(f"time.sleep(60) # {mark}")


@posix
def test_a_process_that_leaves_the_group(mark):
    """It cannot be found, but it does not hold up the end, although it has the pipes."""
    child = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60) # {mark}'], start_new_session=True)\n"
    escaped = engine("if command == 'end': raise SystemExit(7)", before=child)
    assert escaped.send("name") == ""
    start = time.monotonic()
    with pytest.raises(gtp.EngineError, match="status 7"):
        escaped.send("end")
    escaped.close()
    assert time.monotonic() - start < 10 and not escaped.is_running
    for process in running(mark):
        os.kill(process, signal.SIGKILL)
    assert gone(mark)


@posix
def test_a_copy_of_the_program_does_not_end_the_engine():
    with engine() as shared:
        shared.send("name")
        child = os.fork()
        if child == 0:
            shared._end()
            os._exit(0)
        os.waitpid(child, 0)
        assert shared.send("name") == ""


@posix
def test_interruptions(mark):
    # Whoever starts the tests in the background may ignore the signal, and Python then leaves it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    slow = engine("time.sleep(60)", before=f"# {mark}\n")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        slow.send("name")
    assert not slow.is_running and gone(mark)
    # Closed while another thread waits.
    slow, raised = engine("time.sleep(60)", before=f"# {mark}\n"), []

    def wait() -> None:
        try:
            slow.send("name")
        except gtp.EngineError as error:
            raised.append(str(error))

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.2)
    slow.close()
    waiting.join(10)
    assert "has ended" in raised[0] and gone(mark)


@posix
def test_async_engines(mark):
    async def main() -> None:
        async with gtp.AsyncEngine(FIRST, timeout=60) as one, gtp.AsyncEngine(FIRST, timeout=60) as other:
            await asyncio.gather(one.start(Record(3)), other.start(Record(4)))
            assert await asyncio.gather(one.genmove(), other.genmove()) == ["A3", "A4"] and one.is_running
            await one.play("B2", WHITE)
            await one.undo()
            assert one.record.moves == [(BLACK, "A3")] and await one.send("name", timeout=5) == "First"
        assert not one.is_running
        slow = gtp.AsyncEngine([sys.executable, "-S", "-c", f"import time; time.sleep(60) # {mark}"])
        start = time.monotonic()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(slow.genmove(), 0.2)
        await slow.close()
        assert time.monotonic() - start < 10 and gone(mark)

    asyncio.run(main())


def dialogue(bot: gtp.Bot, *commands: str, **keys: str) -> list[str]:
    """What `serve` answers to these commands."""
    output = io.BytesIO()
    gtp.serve(bot, input=io.BytesIO("\n".join(commands).encode("utf-8", "surrogateescape") + b"\n"), output=output, **keys)
    return output.getvalue().decode().split("\n\n")[:-1]


def test_serving(capsys):
    first = lambda record: record.legal_moves()[0]  # noqa: E731
    assert dialogue(first, "1 name", "version", "2 protocol_version", "# comment", "", "quit", "name", name="N", version="7") == ["=1 N", "= 7", "=2 2", "="]
    assert dialogue(first, "boardsize 3", "9 genmove b", "genmove w", "genmove w", "showboard")[1:4] == ["=9 A3", "= B3", "= C3"]
    assert dialogue(lambda record: "pass", "genmove b", "genmove w", "genmove b", "genmove w") == ["= pass"] * 4
    assert dialogue(lambda record: "resign", "genmove b", "genmove w", "play w A1") == ["= resign", "= resign", "="]
    assert dialogue(lambda record: (0, 1), "boardsize 2", "genmove w") == ["=", "= B2"]
    board = dialogue(lambda record: str(1 / 0), "boardsize 5", "1 genmove b", "play b C3", "genmove w", "2 genmove b")
    assert board[1] == "?1 the bot failed: division by zero" and board[2] == "=" and "ZeroDivisionError" in capsys.readouterr().err
    for answer in ("Z9", "A1", None, True, 99, "\ud800", (1,), "", object()):
        said = dialogue(lambda record: answer, "boardsize 5", "play b A1", "genmove w", "genmove w", "undo", "undo")  # noqa: B023
        assert said[2] == said[3] and said[2].startswith("? the bot failed: ") and said[4] == "=" and said[5].startswith("?")
    assert [line[0] for line in dialogue(first, "genmove", "genmove red", "play b Z99", "\udcff\udcfe", "boardsize 99", "loadsgf /no/such")] == list("??????")
    # What a bot prints is no part of the dialogue.
    program = "from gokata import gtp; gtp.serve(lambda record: print('thinking') or 'C3')"
    done = subprocess.run([sys.executable, "-c", program], input="genmove b\n", capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("= C3\n\n", "thinking\n")
    seen: list[Record] = []
    dialogue(lambda record: seen.append(record) or "pass", "boardsize 7", "komi 5", "fixed_handicap 2", "genmove w", rules="japanese")
    assert seen[0].size == (7, 7) and seen[0].rules.scoring == "territory" and seen[0].board.sum() == 2 and seen[0].to_move is WHITE


def chance(seed: int) -> gtp.Bot:
    """A bot that plays at random, and passes seldom."""
    draw = random.Random(seed)

    def bot(record: Record) -> str:
        *plays, passing, _ = record.legal_moves()
        return draw.choice(plays) if plays and draw.random() > 0.02 else passing

    return bot


def test_games():
    with gtp.Engine(FIRST, timeout=60) as first:
        end = gtp.play_game(first, chance(1), Record(5, rules="chinese"), most=40)
        assert end.turns == 40 or end.is_over
        again = Record(5, rules="chinese")
        for color, move in end.moves:
            again = again.play(move, color)
        assert again == end == gtp.play_game(first, chance(1), Record(5, rules="chinese"), most=40)
        assert gtp.play_game(first, first, Record(2), most=10).turns > 2
        middle = Record(3).play("B2").hand_turn("x")
        assert gtp.play_game(chance(2), first, middle, most=3).moves[:1] == [(BLACK, "B2")]
    assert gtp.play_game(lambda record: "pass", lambda record: "pass").turns == 2
    assert gtp.play_game(lambda record: 4, lambda record: (0, 0), Record(3), most=0) == Record(3)
    with pytest.raises(IllegalMove):
        gtp.play_game(lambda record: "A1", lambda record: "A1", Record(3))
    later = gtp.AsyncEngine([sys.executable, "-S", "-c", ""])
    for black, record in [(5, None), (lambda record: None, None), (chance(1), Game(5)), (chance(1), 5), (later, None)]:
        with pytest.raises(TypeError):
            gtp.play_game(black, chance(2), record)
    asyncio.run(later.close())


def test_gnu_go(gnugo):
    with gtp.Engine(gnugo) as engine:
        assert engine.send("name") == "GNU Go"
        engine.start(Record.parse("o\n-------\n--x----\n-------\n---o---\n-------\n-----x-\n-------\n", rules="chinese", komi=5.5))
        for _ in range(6):
            engine.genmove()
        assert engine.record.turns == 6 and float(engine.send("get_komi")) == 5.5
        stones = {color: engine.send(f"list_stones {name}").split() for color, name in ((BLACK, "black"), (WHITE, "white"))}
        assert {point: color for color, points in stones.items() for point in points} == {
            engine.record.vertex(index): engine.record.stone_at(index) for index in range(49) if engine.record.stone_at(index)
        }
        with pytest.raises(gtp.EngineError, match="rejects `boardsize 25`"):
            engine.start(Record(25))


@pytest.mark.slow
@pytest.mark.parametrize("is_black", [True, False])
def test_a_match_with_gnu_go(gnugo, is_black):
    """Ten games: each move is legal for both, and GNU Go wins nearly all."""
    won = 0
    with gtp.Engine(gnugo) as engine:
        for seed in range(10):
            players = [engine, chance(seed)] if is_black else [chance(seed), engine]
            end = gtp.play_game(*players, Record(9, rules="chinese", komi=7.5), most=400)
            outcome = end.outcome(end.suggest())
            won += outcome is not None and outcome.winner is (BLACK if is_black else WHITE)
    assert won >= 8
