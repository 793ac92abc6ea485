"""Go engines: programs that speak GTP, driven from Python, and bots in Python that speak it.

An engine, here GNU Go, plays Black; the referee checks its moves::

    from gokata import Record, gtp

    with gtp.Engine("gnugo --mode gtp --level 1") as engine:
        engine.start(Record(9, rules="chinese"))
        print(engine.genmove())           # such as E5: it is Black's turn
        engine.play("C3")                 # White
        print(engine.record)

A bot of a few lines, for Sabaki, GoGui and others::

    import random
    from gokata import Record, gtp

    def bot(record: Record) -> str:
        return random.choice(record.legal_moves()[:-1])  # without the resignation

    gtp.serve(bot, name="random")
"""

from __future__ import annotations

import asyncio
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Protocol

from ._names import Color, MoveLike
from ._native import Record, _Controller
from ._serve import Bot, serve

__all__ = ["AsyncEngine", "Bot", "Engine", "EngineError", "Player", "play_game", "serve"]

#: The longest line that an engine may write, in bytes, and the most lines that may wait to be read.
_LONGEST_LINE = 1 << 18
_MOST_LINES = 10_000

#: The longest command, in bytes: a pipe takes it even if the engine does not read.
_LONGEST_COMMAND = 1 << 14

#: The lines of an engine's standard error that an error message repeats.
_LAST_LINES = 5


class EngineError(Exception):
    """An engine that rejects a command, answers with an illegal move or with nonsense, or has ended.

    >>> from gokata import gtp
    >>> gtp.Engine("no-such-program --gtp")
    Traceback (most recent call last):
        ...
    gokata.gtp.EngineError: cannot start 'no-such-program': No such file or directory
    """


class Player(Protocol):
    """Whoever can play a game: an `Engine`, or an object of one's own with these two methods.

    >>> from gokata import Record, gtp
    >>> class First:
    ...     def start(self, record: Record) -> None:
    ...         self.record = record
    ...     def genmove(self) -> str:
    ...         return self.record.legal_moves()[0]
    >>> gtp.play_game(First(), First(), Record(3), most=2).moves
    [(<Color.BLACK: 1>, 'A3'), (<Color.WHITE: -1>, 'B3')]
    """

    def start(self, record: Record) -> None:
        """Begins or continues the game with this position."""
        ...

    def genmove(self) -> str:
        """Chooses a move for the side to play, and makes it: `C3`, `pass` or `resign`."""
        ...


def _read_answers(output: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with output:
        while (line := output.readline(_LONGEST_LINE)) and lines.qsize() < _MOST_LINES:
            lines.put(line)
    lines.put(None)


def _read_errors(output: IO[bytes], last: deque[str]) -> None:
    with output:
        while line := output.readline(_LONGEST_LINE):
            last.append(line.decode("utf-8", "replace").rstrip())


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Ends a process with all that it has started, unless this is a copy of the program that started it."""
    if os.getpid() != owner:
        return
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # the group: also what a shell has started
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()
    assert process.stdin
    try:
        process.stdin.close()
    except OSError:
        pass  # what was not yet written cannot be


def _seconds(limit: float) -> float:
    if not limit > 0:
        raise ValueError(f"a time limit is more than 0 seconds, not {limit}")
    return min(limit, threading.TIMEOUT_MAX)


class Engine:
    """A Go engine in a process of its own.

    Use it in a `with` statement: at its end, the process and all that it has started are gone. Every command waits for its
    answer, by default for at most `timeout` seconds. After a time limit (`TimeoutError`) or an interruption, and when the
    engine answers nonsense, the process is ended, because later answers could not be told apart.

    The engine's game is kept as `record`, and each move is judged by the referee: an illegal move of the engine raises
    `EngineError`, an illegal move that is given to it raises `IllegalMove` and is not sent.

    >>> import sys
    >>> from gokata import Record, gtp
    >>> bot = "from gokata import gtp; gtp.serve(lambda record: record.legal_moves()[0])"
    >>> with gtp.Engine([sys.executable, "-c", bot]) as engine:
    ...     engine.start(Record(5))
    ...     engine.play("C3")
    ...     print(engine.genmove(), engine.record)
    A5 x
    o----
    -----
    --x--
    -----
    -----
    <BLANKLINE>
    """

    def __init__(self, command: str | Sequence[str], *, timeout: float = 60.0, cwd: str | os.PathLike[str] | None = None) -> None:
        arguments = shlex.split(command, posix=os.name == "posix") if isinstance(command, str) else list(command)
        if not arguments:
            raise ValueError("the command of the engine is empty")
        #: The command, as it was given.
        self.command = command
        #: The time for an answer, in seconds.
        self.timeout = _seconds(timeout)
        #: The game; an empty board of 19 lines until `start`.
        self.record = Record()
        self._lock = threading.RLock()
        self._controller = _Controller()
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=_LAST_LINES)
        try:
            self._process = subprocess.Popen(
                arguments,
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise EngineError(f"cannot start {arguments[0]!r}: {error.strerror or error}") from error
        # Also when the engine is forgotten, or the program ends. The readers do not know the engine, or it would stay.
        self._end = weakref.finalize(self, _end, self._process, os.getpid())
        assert self._process.stdout and self._process.stderr
        self._readers = [
            threading.Thread(target=_read_answers, args=(self._process.stdout, self._lines), daemon=True),
            threading.Thread(target=_read_errors, args=(self._process.stderr, self._errors), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def is_running(self) -> bool:
        """Whether the process is still there."""
        return self._process.poll() is None

    def close(self) -> None:
        """Asks the engine to quit, and ends its process, with all that it has started, if it does not. Can be called again.
        A command that another thread waits for longer than two seconds is interrupted."""
        limit = min(self.timeout, 2.0)
        is_free = self._lock.acquire(timeout=limit)
        try:
            if is_free and self.is_running:
                self.send("quit", timeout=limit)
                self._process.wait(limit)
        except (EngineError, TimeoutError, subprocess.TimeoutExpired):
            pass
        finally:
            self._end()
            if is_free:
                self._lock.release()
        for reader in self._readers:
            reader.join(0.5)  # longer if a process that has left the group holds the pipe

    def send(self, command: str, *, timeout: float | None = None) -> str:
        """Sends a command, and returns the text of the answer. Raises `EngineError` if the engine rejects it.

        Nothing here looks at what the command does: after one that changes the game, begin anew with `start`."""
        if "\n" in command or "\r" in command or not command.strip():
            raise ValueError(f"{command!r} is not one command")
        if len(command.encode()) > _LONGEST_COMMAND:
            raise ValueError(f"a command has at most {_LONGEST_COMMAND} bytes")
        limit = self.timeout if timeout is None else _seconds(timeout)
        with self._lock:
            if not self.is_running:
                raise EngineError(self._obituary())
            try:
                accepted, text = self._exchange(command, limit)
            except BaseException:
                self._end()  # an answer may come later
                raise
        if not accepted:
            raise EngineError(f"the engine rejects `{command}`: {text or 'without a reason'}")
        return text

    def _exchange(self, command: str, limit: float) -> tuple[bool, str]:
        end = time.monotonic() + limit
        assert self._process.stdin
        try:
            while not self._lines.empty():
                self._receive(self._lines.get())
            self._process.stdin.write(self._controller.send(command).encode())
            self._process.stdin.flush()
            while True:
                left = max(end - time.monotonic(), 0)
                try:
                    answer = self._receive(self._lines.get(timeout=min(left, 0.5)))
                except queue.Empty:
                    if not self.is_running:  # although the output is open: another process has it
                        raise EngineError(self._obituary()) from None
                    if left <= 0.5:
                        raise TimeoutError(f"no answer to `{command}` in {limit:g} seconds; the engine was ended") from None
                    continue
                if answer is not None:
                    return answer
        except ValueError as error:
            raise EngineError(f"nonsense instead of an answer to `{command}`: {error}; the engine was ended") from None
        except BrokenPipeError as error:
            raise EngineError(self._obituary()) from error

    def _receive(self, line: bytes | None) -> tuple[bool, str] | None:
        if line is None:
            raise EngineError(self._obituary())
        return self._controller.receive(line)

    def _obituary(self) -> str:
        try:
            status = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._end()
            status = self._process.returncode
        self._readers[1].join(0.5)
        said = " / ".join(line for line in self._errors if line)
        return f"the engine has ended with status {status}" + (f": {said}" if said else "")

    def start(self, record: Record | None = None) -> None:
        """Begins a game, or puts the engine into the middle of one: board, komi, opening and moves. The engine keeps its own
        rules: GTP has no command for them that all engines know."""
        record = _record(record)
        rows, cols = record.size
        with self._lock:
            self.send(f"boardsize {rows}" if rows == cols else f"rectangular_boardsize {cols} {rows}")
            self.send("clear_board")
            self.send(f"komi {record.rules.komi:g}")
            opening = record.at(0)
            assert opening is not None
            # Stone by stone no chain loses its last liberty, because none lacks one at the end.
            for row, stones in enumerate(opening.board.tolist()):
                for col, stone in enumerate(stones):
                    if stone:
                        self._send_move(Color(stone), opening.vertex((row, col)))
            for color, move in record.moves:
                self._send_move(color, move)
            self.record = record

    def _send_move(self, color: Color, move: str) -> None:
        if move != "resign":  # which engines do not know as a move
            self.send(f"play {str(color)[0]} {move}")

    def play(self, move: MoveLike, color: Color | str | None = None) -> None:
        """Makes a move in the engine's game, of the side to play if no color is given."""
        with self._lock:
            record = self._with_side(color)
            side, after = record.to_move, record.play(move)
            self._send_move(side, after.moves[-1][1])
            self.record = after

    def _with_side(self, color: Color | str | None) -> Record:
        record = self.record
        handed = record if color is None else record.hand_turn(color)
        return record if handed.to_move == record.to_move else handed

    def genmove(self, color: Color | str | None = None, *, timeout: float | None = None) -> str:
        """Lets the engine choose and make a move, of the side to play if no color is given, and returns it: `C3`, `pass` or
        `resign`."""
        with self._lock:
            record = self._with_side(color)
            if record.is_over:
                raise ValueError("the game is over")
            side = record.to_move
            answer = self.send(f"genmove {str(side)[0]}", timeout=timeout).strip()
            try:
                after = record.play(answer)
            except ValueError as error:
                raise EngineError(f"the engine answers `{answer}`: {error}") from error
            self.record = after
            return after.moves[-1][1]

    def undo(self) -> None:
        """Takes the last move back. Raises `ValueError` if there is none."""
        with self._lock:
            before = self.record.undo()
            if before is None:
                raise ValueError("there is no move to take back")
            self.send("undo")
            self.record = before


class AsyncEngine:
    """An `Engine` for `async` programs: the same methods, each to be awaited. One command runs at a time.

    >>> import asyncio, sys
    >>> from gokata import Record, gtp
    >>> async def opening() -> str:
    ...     bot = "from gokata import gtp; gtp.serve(lambda record: 'C3')"
    ...     async with gtp.AsyncEngine([sys.executable, "-c", bot]) as engine:
    ...         await engine.start(Record(9))
    ...         return await engine.genmove()
    >>> asyncio.run(opening())
    'C3'
    """

    def __init__(self, command: str | Sequence[str], *, timeout: float = 60.0, cwd: str | os.PathLike[str] | None = None) -> None:
        self._engine = Engine(command, timeout=timeout, cwd=cwd)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def record(self) -> Record:
        """The game."""
        return self._engine.record

    @property
    def is_running(self) -> bool:
        """Whether the process is still there."""
        return self._engine.is_running

    async def close(self) -> None:
        """As `Engine.close`."""
        await asyncio.to_thread(self._engine.close)

    async def send(self, command: str, *, timeout: float | None = None) -> str:
        """As `Engine.send`."""
        return await asyncio.to_thread(self._engine.send, command, timeout=timeout)

    async def start(self, record: Record | None = None) -> None:
        """As `Engine.start`."""
        await asyncio.to_thread(self._engine.start, record)

    async def play(self, move: MoveLike, color: Color | str | None = None) -> None:
        """As `Engine.play`."""
        await asyncio.to_thread(self._engine.play, move, color)

    async def genmove(self, color: Color | str | None = None, *, timeout: float | None = None) -> str:
        """As `Engine.genmove`."""
        return await asyncio.to_thread(self._engine.genmove, color, timeout=timeout)

    async def undo(self) -> None:
        """As `Engine.undo`."""
        await asyncio.to_thread(self._engine.undo)


def _record(record: Record | None) -> Record:
    if record is None:
        return Record()
    if not isinstance(record, Record):
        raise TypeError(f"a game begins with a Record, not {type(record).__name__}")
    return record


def play_game(black: Player | Bot, white: Player | Bot, record: Record | None = None, *, most: int | None = None) -> Record:
    """Plays a game between two engines or bots to its end, and returns it. The referee judges every move.

    `most` limits the number of turns, by default to three for each point; then the game is returned as it stands.

    >>> from gokata import Record, gtp
    >>> def first(record: Record) -> str:
    ...     return record.legal_moves()[0]
    >>> def passes(record: Record) -> str:
    ...     return "pass"
    >>> gtp.play_game(first, passes, Record(3), most=4)
    <gokata.Record 3x3, 4 turns, Black to play>
    """
    record = _record(record)
    if most is None:
        most = 3 * record.size[0] * record.size[1]
    players = {Color.BLACK: black, Color.WHITE: white}
    for player in players.values():
        is_player = hasattr(player, "start") and hasattr(player, "genmove") and not isinstance(player, AsyncEngine)
        if not is_player and not callable(player):
            raise TypeError(f"a player is an Engine, or a function from a Record to a move, not {type(player).__name__}")
    known: dict[Color, Record | None] = {Color.BLACK: None, Color.WHITE: None}
    while not record.is_over and record.turns < most:
        color = record.to_move
        player = players[color]
        if isinstance(player, Engine):
            before = known[color]
            # An engine that knows the game is sent only what the other side has played.
            if before is not None and player.record == before and before.play(*reversed(record.moves[-1])) == record:
                player.play(record.moves[-1][1])
            else:
                player.start(record)
            move: MoveLike = player.genmove()
        elif callable(player):
            move = player(record)
        else:
            player.start(record)
            move = player.genmove()
        record = record.play(move)
        known[color] = record
    return record
