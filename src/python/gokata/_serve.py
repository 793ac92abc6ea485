"""The engine's side of GTP: bots in Python that speak it. `gokata.gtp` has these."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable
from typing import IO, TypeAlias

from ._names import Color, MoveLike
from ._native import Record, _Session

__all__ = ["Bot", "serve"]

#: A bot: a function from the game to its move.
Bot: TypeAlias = Callable[[Record], MoveLike]


def serve(
    bot: Bot,
    *,
    name: str = "gokata bot",
    version: str = "1",
    rules: str = "chinese",
    input: IO[bytes] | None = None,
    output: IO[bytes] | None = None,
) -> None:
    """Lets a bot speak GTP until the controller says `quit` or closes its end. All commands of `gokata gtp` are there; `genmove`
    asks the bot.

    An illegal move of the bot, and an exception in it, are answered by an error; the game is then as it was, and the details
    go to standard error. So does what the bot prints while standard output belongs to the dialogue; a process serves one bot there.

    >>> import io
    >>> from gokata import gtp
    >>> answers = io.BytesIO()
    >>> gtp.serve(lambda record: "E5", input=io.BytesIO(b"1 genmove b\\n2 quit\\n"), output=answers)
    >>> answers.getvalue().decode().split("\\n\\n")
    ['=1 E5', '=2', '']
    """
    source = input or sys.stdin.buffer
    sink = output or sys.stdout.buffer
    session = _Session(rules=rules)
    while not session.has_quit and (line := source.readline()):
        with contextlib.nullcontext() if output else contextlib.redirect_stdout(sys.stderr):
            answer = _answer(session, line, bot, name, version)
        if answer is not None:
            try:
                sink.write(answer.encode())
                sink.flush()
            except BrokenPipeError:
                return


def _answer(session: _Session, line: bytes, bot: Bot, name: str, version: str) -> str | None:
    command = _Session.command(line)
    if command is None:
        return session.answer(line)
    number, asked, arguments = command
    head = "" if number is None else str(number)
    if asked == "name" and not arguments:
        return f"={head} {name}\n\n"
    if asked == "version" and not arguments:
        return f"={head} {version}\n\n"
    if asked != "genmove":
        return session.answer(line)
    try:
        color = Color.of(arguments)
        record = session.record()
        if record.is_over:
            record = record.resume(color)
    except ValueError:
        return session.answer(line)  # the session rejects it, too: no color, or a resignation has ended the game
    if record.to_move != color:
        record = record.hand_turn(color)
    try:
        move = record.play(bot(record)).moves[-1][1]
    except Exception as error:  # the controller must get an answer, whatever the bot does
        traceback.print_exc()
        return f"?{head} the bot failed: {' '.join(str(error).split()) or type(error).__name__}\n\n"
    if move != "resign":
        refused = session.answer(f"play {color} {move}".encode())
        if refused is None or not refused.startswith("="):
            return f"?{head} {refused}\n\n"
    return f"={head} {move}\n\n"
