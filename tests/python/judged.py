#!/usr/bin/env python3
"""Asks programs through `gokata.testing` that have adapters for `gokata check --exec`, and holds the numbers of answers to those of
the scoreboard, which come from there.

    tests/python/judged.py [COMMAND…]

COMMAND is as in fixtures/SCOREBOARD.tsv, in the column of that name. The programs must be in this Python: tests/peers/judged/install.sh.
"""

import collections
import csv
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

    if hasattr(game, "sizes"):
        Adapter.sizes = game.sizes
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
    """How many questions about moves, the count and dead stones are answered, and how many of them wrongly; and all numbers."""
    numbers = collections.Counter()
    for question in testing.all_questions():
        kind = {"score": "count", "owner": "count", "dead": "dead"}.get(question.asks, "moves")
        numbers[kind, testing.check_one(question, adapter)] += 1
    found = {f"{kind} wrong": numbers[kind, "wrong"] for kind in ("moves", "count", "dead")}
    return found | {f"{kind} asked": numbers[kind, "right"] + numbers[kind, "wrong"] for kind in ("moves", "count", "dead")}, numbers


def main():
    sys.path.insert(0, str(ADAPTERS))
    lines = (REPOSITORY / "fixtures/SCOREBOARD.tsv").read_text().splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    differ = 0
    for command in sys.argv[1:] or COMMANDS:
        row = next(row for row in rows if row["command"] == command)
        found, numbers = row_of(adapter_of(command))
        expected = {name: int(row[name]) for name in found}
        others = {name for _, name in numbers} - {"right", "wrong", "cannot be asked"}
        if found != expected or others:
            differ = 1
        print(command, found, "as through --exec" if found == expected and not others else f"through --exec: {expected} {others}")
    sys.exit(differ)


main()
