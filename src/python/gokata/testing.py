"""The questions of the fixtures for a Go program in Python: inside pytest, or all at once.

An adapter is a class with some of these methods; an object of it is made for each question:

- ``start(question)`` sets up ``question.opening`` and makes ``question.moves``,
- ``legal(move)`` returns whether a move is legal, or the reason against it as text (such as ``"ko"``),
- ``board()`` returns the board as it stands, as rows of text or numbers,
- ``score()`` returns Black's points minus White's, a `Score`, or a text such as ``"x+3.5"``,
- ``owner()`` returns the owner of each point, as ``board()`` does; ``dead()`` the rows of ``d`` for dead stones and ``-``.

These three are about a finished game: ``question.opening`` is its final board, there are no moves, and ``question.count`` has
all else on which the count depends, prisoners among it.

A program that changes a game in place may have these, too:

- ``play(move)`` makes a move, and returns ``False`` if it refuses an illegal one; all must be as before then,
- ``undo()`` takes back the last turn,
- ``prisoners()`` returns what Black and White have captured, or gained by suicides of the other one, as two numbers; passes cost
  nothing.

With them it is asked behind moves that must be refused, and behind turns that are taken back: ``start`` sets up the opening, and
``question.steps`` are done one after the other.

A method raises `Cannot` for what the program has no words for. The class may have ``rules``, those that the program plays by,
such as ``"ko=simple suicide=allowed"``: a question whose answer depends on other rules is not asked. It may have ``sizes``, the
boards that the program has, such as ``"9x9,13x13"``, ``"5..19"`` or ``"square"``: a question on another one is asked on a larger board,
where it can be. A program without turns, say,
raises `Cannot` for moves of the wrong side. A call that does not return is not stopped; ``pytest-timeout`` can do that.

>>> import gokata
>>> from gokata import testing
>>> class OwnReferee:
...     def start(self, question):
...         self.game = gokata.Record.from_board(question.opening, question.to_move, rules=question.rules)
...         for color, point in question.moves:
...             self.game = self.game.play("pass" if point is None else point, color)
...     def legal(self, move):
...         return self.game.check("pass" if move.point is None else move.point, move.color) or True
>>> answers = testing.check(OwnReferee, only=["kata/6-ko"])
>>> answers.wrong, answers.numbers["right"] > 20
([], True)
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._counting import Score
from ._names import Color
from ._native import Record, Rules, _Answers, _games, _Question, _questions

__all__ = ["Answers", "Cannot", "Move", "Question", "Step", "WrongAnswer", "all_questions", "check", "check_one", "games", "questions"]


class Cannot(Exception):
    """The program cannot be asked this; the text says why."""


class WrongAnswer(AssertionError):
    """A wrong answer, or none. The text has the question, both answers, and a fixture."""


class Move(NamedTuple):
    """A move: whose it is, and its row and column from the top left; `None` for a pass."""

    color: Color
    point: tuple[int, int] | None


#: The methods that answer the kinds of questions.
_METHODS = {kind: kind for kind in ("legal", "board", "score", "owner", "dead", "prisoners")}


class Step(NamedTuple):
    """A step on the way to a question: ``play``, a legal move; ``try``, one that must be refused; or ``undo``."""

    do: str
    move: Move | None


class Question:
    """A question of the fixtures: a game, and what is asked about it. Boards are NumPy arrays: 1 Black, -1 White, 0."""

    def __init__(self, native: _Question) -> None:
        self._native = native

    def __repr__(self) -> str:
        return f"<gokata.testing.Question {self.id}>"

    @property
    def size(self) -> tuple[int, int]:
        """`(rows, cols)`."""
        return self._native.size

    @property
    def opening(self) -> npt.NDArray[np.int8]:
        """The board on which the moves begin; in a question about the count, the final board."""
        return self._native.opening

    @property
    def to_move(self) -> Color:
        """The side that plays on the opening."""
        return self._native.to_move

    @property
    def record(self) -> Record:
        """The game before the question."""
        return self._native.record

    @property
    def count(self) -> dict[str, Any] | None:
        """What a count depends on besides the board: `dead` and `neutral` points, `prisoners` that Black and White hold,
        `handicap` stones, `first_pass` (the side that passed first). `None` for a question about a move."""
        return self._native.count

    @property
    def text(self) -> str | None:
        """The question in the line protocol; `None` if the protocol cannot express it."""
        return self._native.text

    @property
    def expected(self) -> str:
        """The right answer, as the protocol writes it."""
        return self._native.expected

    @property
    def fixture(self) -> str:
        """A fixture that asks this question."""
        return self._native.fixture

    @property
    def id(self) -> str:
        """The identifier, as in reports of `gokata check --exec`."""
        return self._native.id

    @property
    def asks(self) -> str:
        """`legal`, `board`, `prisoners`, `score`, `owner` or `dead`: the method that answers it."""
        return self._native.asks

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._native.rules

    @property
    def moves(self) -> list[Move]:
        """The moves from the opening to the question, where `steps` do not have them. If it asks for a board, the last one leads
        to that board."""
        return [Move(*move) for move in self._native._moves]

    @property
    def steps(self) -> list[Step]:
        """What leads from the opening to the question, where moves must be refused, or turns are taken back, on the way. Else
        none."""
        return [Step(do, None if move is None else Move(*move)) for do, move in self._native._steps]

    @property
    def move(self) -> Move | None:
        """The move that is asked about; `None` for a count, for prisoners, and for the board as it stands."""
        move = self._native._move
        return None if move is None else Move(*move)

    def put_to(self, adapter: Any) -> None:
        """Asks an adapter. Raises `WrongAnswer` for a wrong answer; an error of the adapter is raised as it is, with the question as
        a note. Of a question that cannot be asked, pytest is told to skip it; without pytest, `Cannot` is raised."""
        __tracebackhide__ = True  # pytest shows the report, not this function
        try:
            lines = _ask(self, adapter)
        except Cannot as why:
            if "pytest" not in sys.modules:
                raise
            import pytest

            pytest.skip(f"cannot be asked: {why}")
        except Exception as error:
            error.add_note(f"\n{self.id} asks this, and expects {self.expected}:\n\n{self.fixture}")
            raise
        # The adapter may have been asked on a larger board.
        asked = _moved(self, adapter) or self
        class_name, report = asked._native._judge(lines)
        if class_name != "right":
            raise WrongAnswer("\n\n".join([report, *asked._seen(lines)]))

    def _seen(self, lines: list[str]) -> list[str]:
        """What helps to see the mistake: the position in which a move is judged, or the board that the program gave."""
        if self.asks != "legal" or self.move is None:
            return ["the program's answer:\n" + "\n".join(lines)] if len(lines) > 1 else []
        point = "pass" if self.move.point is None else self.move.point
        return [f"the right answer: {self.record.explain(point, self.move.color)}"]


def _ask(question: Question, adapter: Any) -> list[str]:
    """Asks an adapter, and returns its answer in the lines of the protocol."""
    native = question._native
    method = _METHODS[native.asks]
    _look_at(adapter)
    lacks = _lacks(question, adapter)
    if lacks is not None:
        raise Cannot(f"the adapter has no method `{lacks}`")
    own = getattr(adapter, "rules", None)
    if own is not None:
        asked, why = question._native._under(str(own))
        if asked is None:
            raise Cannot(why)
        question = Question(asked)
    moved = _moved(question, adapter)
    if moved is None:
        raise Cannot("the program has no board on which it can be asked")
    question = moved
    unaskable = question._native._unaskable
    if unaskable is not None:
        raise Cannot(unaskable)
    try:
        adapter.start(question)
    except Exception as error:
        # A referee with one set of rules a game may refuse a move that other rules have allowed.
        if native._rules_change and not isinstance(error, Cannot):
            raise Cannot("the rules change during the game") from error
        raise
    steps = question.steps
    accepted = _accepted(steps, adapter)
    if accepted is not None:
        return [f"accepted {accepted}"]
    if method == "legal":
        return [_verdict(adapter.legal(question.move))]
    if steps and question.move is not None and adapter.play(question.move) is False:
        return ["illegal"]
    answer = getattr(adapter, method)()
    if method == "score":
        return [_score(answer)]
    if method == "prisoners":
        black, white = answer
        return [f"x {int(black)} o {int(white)}"]
    if isinstance(answer, str):
        # A refusal in place of a board, or rows in one text.
        return answer.split("\n")
    rows = [_row(row) for row in answer]
    if method != "board":
        return rows
    last = question.move
    return [(question.record.to_move if last is None else last.color.other).letter, *rows]


def _lacks(question: Question, adapter: Any) -> str | None:
    """A method that the question needs and the adapter has not."""
    words = {step.do for step in question.steps}
    needed = [_METHODS[question.asks], *(["play"] if words else []), *(["undo"] if "undo" in words else [])]
    return next((method for method in needed if not hasattr(adapter, method)), None)


def _accepted(steps: list[Step], adapter: Any) -> int | None:
    """Does the steps, and returns the number of the first illegal move that is accepted."""
    for number, (do, move) in enumerate(steps, 1):
        if do == "undo":
            adapter.undo()
            continue
        is_refused = adapter.play(move) is False
        if do == "try" and not is_refused:
            return number
        if do == "play" and is_refused:
            raise Cannot(f"step {number}, a legal move, is refused")
    return None


def _moved(question: Question, adapter: Any) -> Question | None:
    """The question on a board that the program has, if it says which it has."""
    sizes = getattr(adapter, "sizes", None)
    if sizes is None:
        return question
    moved = question._native._on(str(sizes))
    return None if moved is None else Question(moved)


def _look_at(adapter: Any) -> None:
    """Refuses what can answer nothing, such as an adapter with a method `is_legal`."""
    if not callable(getattr(adapter, "start", None)) or not any(hasattr(adapter, method) for method in _METHODS.values()):
        raise TypeError(f"{type(adapter).__name__} is no adapter: it needs `start`, and one of {', '.join(_METHODS.values())}")


def _verdict(answer: Any) -> str:
    if isinstance(answer, str):
        return "legal" if answer == "legal" else answer if answer.startswith("illegal") else f"illegal {answer}"
    # NumPy's bools are bools to everybody who writes an adapter.
    if isinstance(answer, bool) or type(answer).__name__ in ("bool", "bool_"):
        return "legal" if answer else "illegal"
    raise TypeError(f"legal() returns True, False or a reason, not {answer!r}")


def _score(answer: Any) -> str:
    if isinstance(answer, (str, Score)):
        return str(answer)
    margin = float(answer)
    return f"{'x' if margin > 0 else 'o'}+{abs(margin):g}" if margin else "draw"


def _row(row: Any) -> str:
    if isinstance(row, str):
        return row
    letters = {1: "x", -1: "o", 0: "-"}
    try:
        return "".join(letters[int(stone)] for stone in row)
    except KeyError as error:
        raise TypeError(f"a board has 1 for Black, -1 for White, 0, not {error}") from None


def all_questions() -> Iterator[Question]:
    """Yields every question of the fixtures, in the order of their files."""
    yield from map(Question, _questions())


def _listed(known: str | os.PathLike[str] | Iterable[str] | None) -> tuple[str, str]:
    """The text of a list of known deviations, and its name."""
    if known is None:
        return "", ""
    if isinstance(known, (str, os.PathLike)):
        return Path(known).read_text(encoding="utf-8"), os.fspath(known)
    return "\n".join(known), "known"


def _selected(only: Sequence[str] | None) -> list[Question]:
    """The questions with these names: identifiers, cases, fixtures or folders."""
    if isinstance(only, str):
        raise TypeError("only is a list of names, such as ['kata/6-ko']")
    asked = list(all_questions())
    if only is None:
        return asked

    def is_named(question: Question, name: str) -> bool:
        name = name.rstrip("/")
        return question.id == name or any(question.id.startswith(name + end) for end in "/#.")

    for name in only:
        if not any(is_named(question, name) for question in asked):
            raise ValueError(f"no question has the name {name!r}")
    return [question for question in asked if any(is_named(question, name) for name in only)]


def questions(
    adapter: Callable[[], Any] | None = None,
    *,
    rules: str | Rules | None = None,
    known: str | os.PathLike[str] | Iterable[str] | None = None,
    only: Sequence[str] | None = None,
) -> list[Any]:
    """Returns parameters for `pytest.mark.parametrize`, with the identifiers of `gokata check --exec`.

    Without what the program cannot be asked: of kinds that the adapter has no method for, or with other answers under its
    rules, which are `rules`, else those of the adapter. `only` names questions, fixtures or folders.

    `known` lists questions, cases or fixtures whose wrong answers are expected: their identifiers as texts, or a file with one a
    line. They are marked `xfail`. `[id for id, _ in check(adapter).wrong]` has the identifiers of all wrong answers.
    """
    import pytest

    made = None if adapter is None else adapter()
    if made is not None:
        _look_at(made)
    text, _ = _listed(known)
    answers = _Answers(text)
    own = rules if rules is not None else getattr(made, "rules", None)
    parameters = []
    for question in _selected(only):
        if made is not None and _lacks(question, made) is not None:
            continue
        moved = question if made is None else _moved(question, made)
        if moved is None:
            continue
        question = moved
        asked = question._native if own is None else question._native._under(str(own))[0]
        if asked is None or asked._unaskable is not None:
            continue
        marks = [pytest.mark.xfail(reason="a known deviation")] if answers.is_known(question._native) else []
        # Under the program's rules: an adapter without rules of its own is asked by those that are given here.
        parameters.append(pytest.param(Question(asked), id=question.id, marks=marks))
    return parameters


class Answers:
    """The answers of a program to all questions. `str` is the report of `gokata check --exec`: tables, totals, reasons."""

    def __init__(self, native: _Answers, name: str) -> None:
        self._native = native
        self._name = name

    @property
    def numbers(self) -> dict[str, int]:
        """The number of answers of each class: right, wrong, cannot be asked, crashed, nonsense, known."""
        return dict(self._native.numbers())

    @property
    def wrong(self) -> list[tuple[str, str]]:
        """The wrong and missing answers that are not known: identifiers, and reports with a fixture each."""
        return self._native.wrong()

    @property
    def right_now(self) -> list[str]:
        """The identifiers on the list of known deviations whose answers are right."""
        return self._native.right_now()

    @property
    def is_fine(self) -> bool:
        """Whether enough was answered about each rule, and nothing wrong but what is known."""
        return not self.wrong and self.numbers["right"] > 0 and not self.untested

    @property
    def untested(self) -> list[str]:
        """The rules about which fewer than five questions were answered, although there are more: ko, superko, suicide; and of the
        count what was asked: score, owner, dead. Rules of the adapter's own may exclude some."""
        return self._native.untested()

    def __str__(self) -> str:
        return self._native.summary(self._name)

    def __repr__(self) -> str:
        numbers = ", ".join(f"{number} {name}" for name, number in self.numbers.items() if number)
        return f"<gokata.testing.Answers {numbers}>"


def check(
    adapter: Callable[[], Any],
    *,
    rules: str | Rules | None = None,
    known: str | os.PathLike[str] | Iterable[str] | None = None,
    only: Sequence[str] | None = None,
) -> Answers:
    """Asks a program all questions. The arguments are those of `questions`; `print` the result."""
    made = adapter()
    _look_at(made)
    text, name = _listed(known)
    answers = _Answers(text)
    if only is None:
        answers.add_lines()
    for question in _selected(only):
        # A question without a board for it keeps its identifier, and cannot be asked.
        question = _moved(question, made) or question
        lines, crash = _answered(question, adapter, rules)
        answers.add(question._native, lines, crash)
    return Answers(answers, name)


def games(
    adapter: Callable[[], Any],
    count: int = 200,
    *,
    size: int | tuple[int, int] | None = None,
    seed: int = 1,
    rules: str | Rules | None = None,
) -> Answers:
    """Asks a program about random games, on boards of this size, else of many sizes. Equal seeds give equal games. The first wrong
    answer of each kind comes with a fixture, from which no move, stone, row or column can be left out."""
    made = adapter()
    _look_at(made)
    sizes, own = getattr(made, "sizes", None), rules if rules is not None else getattr(made, "rules", None)
    texts = [None if it is None else str(it) for it in (sizes, own)]
    return Answers(_games(lambda asked: _answered(Question(asked), adapter, rules), count, size, seed, *texts), "")


def check_one(question: Question, adapter: Callable[[], Any], *, rules: str | Rules | None = None) -> str:
    """Asks a program one question. Returns the class of the answer: `right`, `wrong`, `cannot be asked`, `crashed` or `nonsense`."""
    made = adapter()
    _look_at(made)
    question = _moved(question, made) or question
    lines, crash = _answered(question, adapter, rules)
    return "crashed" if crash else question._native._judge(lines)[0]


def _answered(question: Question, adapter: Callable[[], Any], rules: str | Rules | None) -> tuple[list[str], str | None]:
    """The lines of an answer, and the reason of a crash in one line."""
    try:
        player = adapter()
        if rules is not None:
            player.rules = rules
        return _ask(question, player), None
    except Cannot as why:
        return [f"cannot {why}"], None
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = "".join(traceback.format_exception_only(error)).strip()
        return [], f"{what} ({place.filename}:{place.lineno}, in {place.name})"
