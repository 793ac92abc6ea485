"""Game records in SGF: read, walk, edit, write without loss, and judge.

>>> from gokata import Record, sgf
>>> text = sgf.write(Record(5, rules="japanese").play("C3").play("B2"), black="Ann")
>>> [tree] = sgf.parse(text)
>>> [node.move for node in tree.main_line if node.move]
[(<Color.BLACK: 1>, 'C3'), (<Color.WHITE: -1>, 'B2')]
>>> [judged] = sgf.judge(b"(;SZ[3];B[bb];W[bb])")
>>> judged.verdict, str(judged.illegal[0])
('illegal', '1:17: move 2: White B2: occupied: there is a stone already')
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TypeAlias

from ._native import (
    IllegalTurn,
    Judgement,
    Node,
    Position,
    Rules,
    Tree,
    _judge,
    _read,
    _write,
)

__all__ = ["IllegalTurn", "Judgement", "Node", "Tree", "judge", "parse", "read", "write"]

#: A path, the bytes of a record, or a file that is open for reading.
Source: TypeAlias = "str | os.PathLike[str] | bytes | IO[bytes] | IO[str]"


def _bytes(source: Source) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, (str, os.PathLike)):
        return Path(source).read_bytes()
    content = source.read()
    return content.encode() if isinstance(content, str) else content


def read(source: Source) -> list[Tree]:
    """Reads the games of a file: a path, bytes, or an open file. Its encoding is found out. Raises `ParseError` with line and
    column for what is no record."""
    return _read(_bytes(source))


def parse(text: str) -> list[Tree]:
    """Reads the games of a text."""
    return _read(text.encode())


def write(
    what: Tree | Iterable[Tree] | Position,
    path: str | os.PathLike[str] | None = None,
    *,
    black: str | None = None,
    white: str | None = None,
    date: str | None = None,
) -> str:
    """Returns the text of trees as they are, or of a game, with the names of the players and the date. With a path, also
    writes the file: completely, or not at all."""
    if isinstance(what, Position):
        text = _write(what, black, white, date)
    elif black or white or date:
        raise ValueError("a tree has its own players and date: tree.root['PB'] = ['Ann']")
    else:
        trees = [what] if isinstance(what, Tree) else list(what)
        text = "\n".join(tree.write() for tree in trees)
    if path is not None:
        target = Path(path)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text if text.endswith("\n") else text + "\n")
            os.chmod(draft, 0o666 & ~_umask())
            os.replace(draft, target)
        except BaseException:
            os.unlink(draft)
            raise
    return text


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def judge(
    source: Source | Tree,
    *,
    rules: str | Rules | None = None,
    variations: bool = False,
    any_order: bool = False,
    keep_going: bool = False,
    both: bool = False,
) -> list[Judgement]:
    """Judges every move of each game, by the rules given here, else those that the record names.

    `variations` judges all lines instead of the main one, `any_order` lets a color move twice in a row, `keep_going` goes on
    after an illegal move, `both` asks both referees.
    """
    data = source.write().encode() if isinstance(source, Tree) else _bytes(source)
    return _judge(data, rules, variations, any_order, keep_going, both)
