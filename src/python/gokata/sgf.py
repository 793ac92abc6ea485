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

import errno
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, TypeAlias

from ._names import Color, Reason
from ._native import (
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
Source: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | IO[str]


@dataclass(frozen=True)
class IllegalTurn:
    """An illegal move of a record. `str` writes it with its place.

    >>> from gokata import sgf
    >>> [illegal] = sgf.judge(b"(;SZ[3];B[bb];W[bb])")[0].illegal
    >>> illegal.number, illegal.color, illegal.move, illegal.reason, illegal.column
    (2, <Color.WHITE: -1>, 'B2', <Reason.OCCUPIED: 'occupied'>, 17)
    """

    #: The number of the move, from 1.
    number: int
    #: Whose move it is.
    color: Color
    #: `C3` or `pass`.
    move: str
    #: The first `Reason` against it.
    reason: Reason
    #: Line in the text, counted from 1.
    line: int
    #: Column in the text, counted from 1.
    column: int
    #: The number of turns after which the repeated position last occurred.
    repeats: int | None
    #: All of this, for a reader.
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Judgement:
    """What the referee says about the moves of a record.

    >>> from gokata import sgf
    >>> [judged] = sgf.judge(b"(;RU[Japanese]SZ[3];B[bb];W[bb])")
    >>> judged.verdict, judged.moves, judged.rules.scoring
    ('illegal', 2, 'territory')
    """

    #: `legal`, `illegal`, `partial`, `incomplete`, `no-moves`, `disagreement`, or `unreadable`: `fault` says why.
    verdict: Literal["legal", "illegal", "partial", "incomplete", "no-moves", "disagreement", "unreadable"]
    #: The rules in force; of an unreadable game those that were given, else those of the kata.
    rules: Rules
    #: The number of moves that were judged.
    moves: int
    #: The illegal moves: the first one of each line, or all.
    illegal: list[IllegalTurn]
    #: What is unusual about the record but understood.
    warnings: list[str]
    #: The first part that could not be understood, with its place.
    fault: str | None

    def __repr__(self) -> str:
        return f"<gokata.sgf.Judgement {self.verdict}, {self.moves} move{'s' if self.moves != 1 else ''}>"


def _content(source: Source) -> bytes | str:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, str) and re.match(r"\s*\(\s*;", source):
        raise ValueError("this is the text of a record, not a path: `parse` reads it, and `judge` takes its trees or text.encode()")
    if isinstance(source, (str, os.PathLike)):
        return Path(source).read_bytes()
    if not hasattr(source, "read"):
        raise TypeError(f"a record is a path, bytes or an open file, not {type(source).__name__}")
    return source.read()


def read(source: Source) -> list[Tree]:
    """Reads the games of a file: a path, bytes, or an open file. The encoding of bytes is found out. A record in GIB, NGF or UGF is
    read, too, and becomes SGF. Raises `ParseError` with line and column for what is no record.

    >>> from gokata import sgf
    >>> [tree] = sgf.read(b"(;SZ[9]PB[M\\xfcller];B[ee])")
    >>> tree.root["PB"], tree.warnings
    (['Müller'], ['the bytes are not UTF-8; read as windows-1252'])
    """
    return _read(_content(source))


def parse(text: str) -> list[Tree]:
    """Reads the games of a text.

    >>> from gokata import sgf
    >>> sgf.parse("(;SZ[9];B[ee])(;SZ[5])")
    [<gokata.sgf.Tree 9x9, 2 nodes>, <gokata.sgf.Tree 5x5, 1 node>]
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a record, not {type(text).__name__}: `read` takes bytes, paths and files")
    return _read(text)


def write(
    what: Tree | Iterable[Tree] | Position,
    path: str | os.PathLike[str] | None = None,
    *,
    black: str | None = None,
    white: str | None = None,
    date: str | None = None,
) -> str:
    """Returns the text of trees as they are, or of a game, with the names of the players and the date. With a path, also
    writes the file: completely, or not at all. It is UTF-8; a tree with other characters than ASCII is changed to say so
    (`CA`).

    >>> from gokata import Game, sgf
    >>> print(sgf.write(Game(9, komi=6.5), black="Ann", white="Bob"))  # doctest: +ELLIPSIS
    (;GM[1]FF[4]CA[UTF-8]AP[gokata:...]
    SZ[9]KM[6.5]RU[kata]
    PB[Ann]PW[Bob])
    <BLANKLINE>
    """
    if isinstance(what, Position):
        text = _write(what, black, white, date)
    elif black or white or date:
        raise ValueError("a tree has its own players and date: tree.root['PB'] = ['Ann']")
    else:
        trees = [what] if isinstance(what, Tree) else list(what)
        for tree in trees:
            if not isinstance(tree, Tree):
                raise TypeError(f"trees are written, or one game, but not a list with a {type(tree).__name__}")
            if path is not None and not str(tree).isascii():
                for node in tree.nodes:
                    if "CA" in node:
                        del node["CA"]
                tree.root["CA"] = ["UTF-8"]
        text = "\n".join(tree.write() for tree in trees)
    if path is not None:
        target = Path(path)
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
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
    """Judges every move of each game, by the rules given here, else those that the record names. A game that cannot be read
    is reported as `unreadable`, and the others are judged; a text that is no record at all raises `ParseError`.

    `variations` judges all lines instead of the main one, `any_order` lets a color move twice in a row, `keep_going` goes on
    after an illegal move, `both` asks both referees.

    >>> from gokata import sgf
    >>> sgf.judge(b"(;SZ[3];B[bb];W[ab])")
    [<gokata.sgf.Judgement legal, 2 moves>]
    """
    content = source.write() if isinstance(source, Tree) else _content(source)
    found = _judge(content, rules, variations, any_order, keep_going, both)
    return [
        Judgement(verdict, rules, moves, [IllegalTurn(*turn) for turn in illegal], warnings, fault)
        for verdict, rules, moves, illegal, warnings, fault in found
    ]
