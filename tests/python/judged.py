#!/usr/bin/env python3
"""Asks programs through `gokata.testing` that have adapters for `gokata check --exec`, and holds the numbers of answers to those of
the scoreboard, which come from there.

    tests/python/judged.py [COMMAND…]

COMMAND is as in the first column of fixtures/SCOREBOARD.tsv. The programs must be in this Python: tests/peers/judged/install.sh.
"""

import collections
import pathlib
import runpy
import sys

from gokata import testing

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
ADAPTERS = REPOSITORY / "tests/peers/judged"
COMMANDS = ["sgfmill_board.py", "open_spiel_go.py", "pettingzoo_go.py"]


def adapter_of(command):
    """The adapter of a program as a class for `gokata.testing`."""
    import protocol

    said = {}

    def noted(name, version, own, game):
        said.update(own=own, game=game)

    protocol.serve = noted
    file, *arguments = command.split()
    sys.argv = [file, *arguments]
    runpy.run_path(str(ADAPTERS / file), run_name="__main__")
    game = said["game"]

    class Adapter:
        rules = said["own"]

        def start(self, question):
            self.steps = [(number, do) for number, (do, _) in enumerate(question.steps, 1) if do != "undo"]
            lines = iter([line.split() for line in question.text.splitlines()[1:]])
            try:
                self.answer = protocol.answer(protocol.Case(lines), game)
            except protocol.Cannot as why:
                raise testing.Cannot(why) from None

        def legal(self, move):
            return self.answer

        def board(self):
            return self.answer

        # The adapter has done the steps already.
        def _play(self, move):
            number, do = self.steps.pop(0) if self.steps else (0, "play")
            return do == "play" or self.answer == f"accepted {number}"

        def _prisoners(self):
            _, black, _, white = self.answer.split()
            return black, white

    if hasattr(game, "takes_steps"):
        Adapter.play, Adapter.undo = Adapter._play, lambda self: None
    if hasattr(game, "prisoners"):
        Adapter.prisoners = Adapter._prisoners
    if hasattr(game, "margin"):
        Adapter.score = Adapter.board
    if hasattr(game, "owner"):
        Adapter.owner = Adapter.board
    return Adapter


def row_of(adapter):
    """Right, wrong and impossible questions about moves, then about the count; and the identifiers of wrong answers."""
    numbers, wrong = collections.Counter(), []
    for question in testing.all_questions():
        if question.id.startswith("status/"):
            continue  # the scoreboard has no column for what becomes of chains
        answers = testing.check_one(question, adapter)
        kind = "count" if question.asks in ("score", "owner", "dead") else "moves"
        numbers[kind, answers] += 1
        if answers == "wrong":
            wrong.append(question.id)
    return [numbers[kind, name] for kind in ("moves", "count") for name in ("right", "wrong", "cannot be asked")], numbers


def main():
    sys.path.insert(0, str(ADAPTERS))
    heading, *rows = [line.split("\t") for line in (REPOSITORY / "fixtures/SCOREBOARD.tsv").read_text().splitlines()]
    first = heading.index("moves right")
    differ = 0
    for command in sys.argv[1:] or COMMANDS:
        known = next(row for row in rows if row[0] == command)
        expected = [int(number) for number in known[first : first + 6]]
        found, numbers = row_of(adapter_of(command))
        others = {name for _, name in numbers} - {"right", "wrong", "cannot be asked"}
        if found != expected or others:
            differ = 1
        print(command, found, "as through --exec" if found == expected and not others else f"through --exec: {expected} {others}")
    sys.exit(differ)


main()
