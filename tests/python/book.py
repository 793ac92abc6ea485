#!/usr/bin/env python3
"""Holds `gokata.dlgo` against the code of the book *Deep Learning and the Game of Go*.

    tests/python/book.py CHECKOUT [--seconds 60] [--rounds 11]

CHECKOUT is a clone of github.com/maxpumperla/deep_learning_and_the_game_of_go. Compares random positions, runs the book's tests and
programs on our modules, and prints what differs, and how fast both are. The exit status is 1 after a difference without an
explanation and after a program that fails. Needs NumPy only: what the book's networks import is replaced, see `Stubs`.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import copy
import importlib
import importlib.abc
import importlib.machinery
import io
import pathlib
import pickle
import random
import runpy
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import types
import unittest
import unittest.mock

import numpy as np

#: The book's modules of boards.
NAMES = "goboard_slow", "goboard", "goboard_fast"


class Anything:
    """Stands for a class or a function of Keras."""

    def __init__(self, *arguments, **named):
        pass

    def __getattr__(self, name):
        return Anything()

    def __call__(self, *arguments, **named):
        return Anything()


class Stub(types.ModuleType):
    __path__: list[str] = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything


class Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules that the book imports and no test calls."""

    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("keras", "tensorflow", "h5py", "flask"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, module):
        pass


def prepare(code):
    """Makes the book's modules importable in this Python."""
    sys.path.insert(0, str(code))
    sys.meta_path.append(Stubs())
    six, moves = types.ModuleType("six"), types.ModuleType("six.moves")
    six.moves, moves.range, moves.input = moves, range, input
    six.PY2, six.text_type, six.binary_type = False, str, bytes
    six.assertCountEqual = lambda case, first, second: case.assertCountEqual(first, second)
    sys.modules.update({"six": six, "six.moves": moves})
    # Removed in Python 3.12.
    unittest.TestCase.assertEquals = unittest.TestCase.assertEqual


# Positions


class Side:
    """One of the two implementations: a module of boards, with the players, points, eyes and counts that belong to it."""

    def __init__(self, package, name):
        self.name = name if package == "dlgo" else "ours"
        board, types, count = (importlib.import_module(f"{package}.{module}") for module in (name, "gotypes", "scoring"))
        eyes = [importlib.import_module(f"{package}.agent.helpers").is_point_an_eye]
        if name == "goboard_fast":
            # Needs the method `neighbors` of this board.
            eyes.append(importlib.import_module(f"{package}.agent.helpers_fast").is_point_an_eye)
        self.board, self.eyes, self.count = board, eyes, count
        self.Point, self.Player = types.Point, types.Player

    def new_game(self, size):
        return self.board.GameState.new_game(size)

    def move(self, action):
        move = self.board.Move
        return move.pass_turn() if action == "pass" else move.resign() if action == "resign" else move.play(self.Point(*action))

    def played(self, size, *actions):
        state = self.new_game(size)
        for action in actions:
            state = state.apply_move(self.move(action))
        return state

    def answers(self, state, points):
        """What it says of a position, by question and point."""
        said, board = {}, state.board
        for at in points:
            point, move = self.Point(*at), self.move(at)
            stone, string = board.get(point), board.get_go_string(point)
            said["stone", at] = stone and stone.name
            said["string", at] = string and (string.color.name, set(string.stones), set(string.liberties), string.num_liberties)
            said["legal", at] = state.is_valid_move(move)
            for player in self.Player:
                said["eye", at, player.name] = [is_eye(board, point, player) for is_eye in self.eyes][-1]
                if stone is None:
                    said["self-capture", at, player.name] = state.is_move_self_capture(player, move)
                    said["ko", at, player.name] = state.does_move_violate_ko(player, move)
        territory, result, winner = self.count.evaluate_territory(board), self.count.compute_game_result(state), state.winner()
        said["territory",] = {**vars(territory), "dame_points": set(territory.dame_points)}
        said["result",] = *result, str(result), result.winner.name, result.winning_margin
        said["game",] = state.is_over(), winner and winner.name, state.next_player.name
        return said


def explained(side, question, ours, state):
    """The reason for a difference, or `None`."""
    kind, *of = question
    if side == "goboard_fast" and kind in ("legal", "ko"):
        at, player = of[0], state.next_player if kind == "legal" else ours.Player[of[1]]
        repeats = state.does_move_violate_ko(player, ours.move(at))
        if repeats and not state.board.will_capture(player, ours.Point(*at)):
            return "goboard_fast asks for a repetition only where a play captures"
    return None


#: On small boards positions repeat.
SIZES = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 8), (2, 2), (2, 3), (3, 2), (2, 7), (3, 3), (4, 4), (5, 5), (7, 7), (9, 9), (13, 9), (19, 19)]


def compare(seconds, seed=1):
    """Plays random games on all sides and compares their answers. Returns the number of positions, that of answers, and the
    differences by reason: how many there are, and an example on a small board after few moves."""
    chance, until = random.Random(seed), time.monotonic() + seconds
    book, ours = [Side("dlgo", name) for name in NAMES], Side("gokata.dlgo", "goboard_fast")
    positions, count, found = 0, 0, {}
    while time.monotonic() < until:
        size = chance.choice(SIZES)
        points = [(row, col) for row in range(1, size[0] + 1) for col in range(1, size[1] + 1)]
        passing, actions = chance.choice((0.02, 0.1, 0.3)), []
        state, states = ours.new_game(size), [side.new_game(size) for side in book]
        for ply in range(5 * len(points) + 5):
            # The book takes long on large boards: a part of their positions will do.
            if chance.randrange(1 + len(points) ** 2 // 1000) == 0:
                positions += 1
                expected = ours.answers(state, points)
                for side, its in zip(book, states):
                    for question, said in side.answers(its, points).items():
                        count += 1
                        if said != expected[question]:
                            reason = explained(side.name, question, ours, state)
                            example = len(points) + len(actions), size, [*actions], side.name, question, said, expected[question]
                            number, shortest = found.get(reason, (0, example))
                            found[reason] = number + 1, min(shortest, example, key=lambda it: it[0])
            if state.is_over():
                break
            plays = [move for move in state.legal_moves() if move.is_play]
            action = tuple(chance.choice(plays).point) if plays and chance.random() > passing else "pass"
            actions.append(action)
            state = state.apply_move(ours.move(action))
            states = [its.apply_move(side.move(action)) for side, its in zip(book, states)]
    return positions, count, found


# Differences, each with a position


def self_capture(side):
    return side.played((2, 2), (1, 2), "pass", (2, 1), (1, 1)).board.get_go_string(side.Point(1, 1)).num_liberties


def ko_retaken(side):
    state = side.played((2, 4), (1, 2), (1, 3), (2, 1), (2, 4), "pass", (2, 2), (2, 3), (2, 2))
    return state.board.get(side.Point(2, 3))


def eye_off_the_board(side):
    board = side.board.Board(2, 2)
    for col in 1, 2:
        board.place_stone(side.Player.black, side.Point(1, col))
    return side.eyes[-1](board, side.Point(0, 1), side.Player.black)


def opened(side, move, *actions):
    state = side.board.GameState(side.board.Board(2, 2), side.Player.white, None, move)
    for action in actions:
        state = state.apply_move(side.move(action))
    return state.is_over()


def assigned(side):
    state = side.new_game(2)
    state.next_player = side.Player.white
    return state.next_player.name


LONG = ["pass"] * 400
REPEATING = (1, 2), "pass", (1, 3), (1, 1), "pass", (1, 2), (1, 3), (1, 2), "pass"

#: What differs, code that shows it, and the answers of the book's three modules and ours.
CASES = [
    (
        "whether A1 is legal that repeats a position and captures nothing: 1x3, B1, pass, C1, A1, pass, B1, C1, B1, pass",
        lambda side: side.played((1, 3), *REPEATING).is_valid_move(side.move((1, 1))),
        "False, False, True, False",
    ),
    ("`legal_moves` after the end: 2x2, pass, pass", lambda side: len(side.played(2, "pass", "pass").legal_moves()), "2, 2, 2, 0"),
    ("liberties of A1 after `apply_move` of a self-capture: 2x2, B1, pass, A2, A1", self_capture, "0, 0, 0, IllegalMoveError"),
    ("C1 after `apply_move` of a ko retaken at once: 2x4, B1, C1, A2, D2, pass, B2, C2, B2", ko_retaken, "None, None, None, IllegalMoveError"),
    (
        "`apply_move` on a stone: 2x2, A1, A1",
        lambda side: side.played(2, (1, 1), (1, 1)),
        "AssertionError, AssertionError, AssertionError, IllegalMoveError",
    ),
    (
        "`is_over` after a resignation and a pass: 2x2",
        lambda side: side.played(2, "resign", "pass").is_over(),
        "False, False, False, IllegalMoveError",
    ),
    (
        "`is_valid_move` off the board: 2x2, A0",
        lambda side: side.new_game(2).is_valid_move(side.move((0, 1))),
        "AssertionError, AssertionError, KeyError, False",
    ),
    (
        "`is_move_self_capture` on a stone: 2x2, A1, A1",
        lambda side: side.played(2, (1, 1)).is_move_self_capture(side.Player.white, side.move((1, 1))),
        "AssertionError, AssertionError, False, False",
    ),
    ("whether a point off the board is an eye: 2x2, Black A1 and B1, A0", eye_off_the_board, "True, True, KeyError, False"),
    (
        "`move_ages` of A1: 2x2, A1, B2",
        lambda side: side.played(2, (1, 1), (2, 2)).board.move_ages.get(0, 0),
        "AttributeError, AttributeError, -1.0, 1",
    ),
    ("`is_over` of a first state with the last move pass", lambda side: opened(side, side.move("pass")), "AttributeError, AttributeError, AttributeError, False"),
    (
        "`is_over` after a pass in a first state with a pair as last move, as `dlgo.data` makes them",
        lambda side: opened(side, (3, 4), "pass"),
        "AttributeError, AttributeError, AttributeError, False",
    ),
    ("equal boards", lambda side: side.board.Board(2, 2) == side.board.Board(2, 2), "True, TypeError, TypeError, True"),
    ("equal moves", lambda side: side.move("pass") == side.move("pass"), "False, False, True, True"),
    ("a move and `None` are equal", lambda side: side.move("pass") == None, "False, False, AttributeError, False"),  # noqa: E711
    (
        "a move that is a play, a pass and a resignation",
        lambda side: side.board.Move(side.Point(1, 1), True, True).is_pass,
        "True, True, True, AssertionError",
    ),
    (
        "`copy.deepcopy` of a state after 400 moves",
        lambda side: type(copy.deepcopy(side.played(2, *LONG))).__name__,
        "RecursionError, RecursionError, RecursionError, GameState",
    ),
    (
        "`pickle` of a state after 400 moves",
        lambda side: type(pickle.loads(pickle.dumps(side.played(2, *LONG)))).__name__,
        "RecursionError, RecursionError, RecursionError, GameState",
    ),
    ("the stone on 20x20, after T20", lambda side: side.played(20, (20, 19)).board.get(side.Point(20, 19)).name, "black, KeyError, KeyError, black"),
    ("rows of a board of 26x26", lambda side: side.board.Board(26, 26).num_rows, "26, 26, 26, ValueError"),
    ("`state.next_player = Player.white`", assigned, "white, white, white, AttributeError"),
]


def answer(ask, side):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return str(ask(side))
    except Exception as error:
        return type(error).__name__


# Programs of the book, in a process of their own


class Policy:
    """In place of a network: all points are equally good."""

    def __init__(self, moves, values=False):
        self.moves, self.values = moves, values

    def predict(self, states):
        likely = np.full((len(states), self.moves), 1 / self.moves)
        return (likely, np.zeros((len(states), 1))) if self.values else likely


def program(code, name, *lines):
    """Runs a program of the book. It ends when it asks for more lines."""
    given = iter(lines)

    def line(prompt=""):
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    sys.modules["six.moves"].input = line
    time.sleep = lambda seconds: None
    with contextlib.suppress(EOFError):
        runpy.run_path(str(code / name), run_name="__main__")


def tests(code):
    names = ["goboard_test", "goboard_fast_test", "scoring_test", "agent.helpers_test", "encoders.alphago_test", "rl.experience_test"]
    suite = unittest.defaultTestLoader.loadTestsFromNames([f"dlgo.{name}" for name in names])
    with contextlib.redirect_stdout(io.StringIO()):
        result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
    for _, text in result.failures + result.errors:
        print(text, file=sys.stderr)
    print(f"{result.testsRun} tests of the book, {len(result.failures + result.errors)} failures")
    return result.wasSuccessful()


def encoders(code):
    from dlgo.agent.naive_fast import FastRandomBot
    from dlgo.encoders.base import get_encoder_by_name
    from dlgo.goboard_fast import GameState

    for size, names in ((9, ("oneplane", "simple", "sevenplane", "betago", "alphago")), (19, ("oneplane", "simple", "sevenplane", "betago"))):
        state, bot = GameState.new_game(size), FastRandomBot()
        for ply in range(60):
            for name in names:
                encoder = get_encoder_by_name(name, (size, size))
                with contextlib.redirect_stdout(io.StringIO()):
                    planes = encoder.encode(state)
                if name == "alphago":
                    # The ages of stones differ, see CASES.
                    planes = np.delete(planes, range(6, 15), axis=0)
                print(size, name, ply, (planes.ravel() * np.arange(planes.size)).sum())
            state = state.apply_move(bot.select_move(state))


def self_play(code):
    from dlgo.agent.pg import PolicyAgent
    from dlgo.encoders.base import get_encoder_by_name
    from dlgo.rl.simulate import experience_simulation

    agents = [PolicyAgent(Policy(361), get_encoder_by_name("simple", 19)) for _ in "ab"]
    print(experience_simulation(1, *agents).states.shape[1:])


def mcts(code):
    from dlgo import goboard_fast, mcts
    from dlgo.gotypes import Player

    state, bot = goboard_fast.GameState.new_game(5), mcts.MCTSAgent(60, 1.4)
    for _ in range(12):
        state = state.apply_move(bot.select_move(state))
    assert mcts.MCTSAgent.simulate_random_game(state) in Player


def zero(code):
    from dlgo import goboard_fast, zero

    encoder, collector = zero.ZeroEncoder(5), zero.ZeroExperienceCollector()
    bot, state = zero.ZeroAgent(Policy(26, values=True), encoder, rounds_per_move=20, c=2.0), goboard_fast.GameState.new_game(5)
    bot.set_collector(collector)
    collector.begin_episode()
    for _ in range(6):
        state = state.apply_move(bot.select_move(state))
        print(state.last_move)


def data(code):
    from dlgo.data.processor import GoDataProcessor

    game = b"(;GM[1]SZ[19]HA[2]AB[dd][pp];W[pd];B[dp];W[];B[];W[qq];B[aa])"
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(f"{folder}/games.tar.gz", "w:gz") as archive:
            for name, content in (("games", b""), ("games/1.sgf", game)):
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        processor = GoDataProcessor("simple", folder)
        saved = []
        with unittest.mock.patch("numpy.save", lambda name, rows: saved.append(rows)):
            # Files of 1,024 positions: as many times the same game.
            processor.process_zip("games.tar.gz", "games", [0] * 256)
    print([(rows.shape, int(rows.sum())) for rows in saved])


def gtp(code):
    from dlgo.agent.naive import RandomBot
    from dlgo.agent.termination import PassWhenOpponentPasses, TerminationAgent
    from dlgo.gtp.frontend import GTPFrontend

    frontend = GTPFrontend(TerminationAgent(RandomBot(), PassWhenOpponentPasses()))
    frontend._input = io.StringIO("fixed_handicap 4\ngenmove w\nplay b D10\ngenmove w\nplay b pass\ngenmove w\nplay b K10\nshowboard\nquit\n")
    frontend.run()


#: Each with whether it prints the same on our modules, after the same seed. The tree search sees other moves after the end of a game.
PROGRAMS = {
    "tests": (tests, True),
    "bot_v_bot.py": (lambda code: program(code, "bot_v_bot.py"), True),
    "human_v_bot.py": (lambda code: program(code, "human_v_bot.py", "C3", "D5", "E5"), True),
    "alpha_beta_go.py": (lambda code: program(code, "alpha_beta_go.py", "C3", "B2"), True),
    "mcts_go.py": (lambda code: program(code, "mcts_go.py", "C3", "B2"), False),
    "dlgo.mcts": (mcts, False),
    "dlgo.rl": (self_play, True),
    "dlgo.zero": (zero, True),
    "dlgo.encoders": (encoders, True),
    "dlgo.data": (data, True),
    "dlgo.gtp": (gtp, True),
}


def run_program(code, name):
    """Runs one of PROGRAMS with the book's modules and on ours. Returns how that went, and the seconds of both."""
    outputs, seconds = [], []
    for modules in "book", "ours":
        command = [sys.executable, __file__, str(code), "--program", name, "--modules", modules]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
        if done.returncode:
            return f"FAILED with {modules}: {done.stderr.strip()[-500:]}", seconds
        outputs.append(done.stdout)
        seconds.append(float(done.stderr.split()[-1]))
    if outputs[0] == outputs[1]:
        return "the same output", seconds
    return "FAILED: another output" if PROGRAMS[name][1] else "runs", seconds


# Figures


def random_bot(code):
    """The book's `RandomBot` on our modules, in a Python that has imported the book's."""
    books = {name: sys.modules[name] for name in ("dlgo.gotypes", "dlgo.goboard_slow", "dlgo.agent.helpers")}
    sys.modules.update({name: importlib.import_module(f"gokata.{name}") for name in books})
    try:
        return runpy.run_path(str(code / "dlgo/agent/naive.py"))["RandomBot"]()
    finally:
        sys.modules.update(books)


def game_of(side, bot, size, seed):
    """Plays a random game. Returns its moves, and the time for a ply."""
    random.seed(seed)
    state, start = side.new_game(size), time.perf_counter()
    while not state.is_over():
        state = state.apply_move(bot.select_move(state))
    spent, actions = time.perf_counter() - start, []
    while state.previous_state is not None:
        actions.append("pass" if state.last_move.is_pass else tuple(state.last_move.point))
        state = state.previous_state
    return actions[::-1], spent / len(actions)


def replayed(side, size, actions):
    """Returns the time of `apply_move`, when a game is replayed."""
    state, moves = side.new_game(size), [side.move(action) for action in actions]
    start = time.perf_counter()
    for move in moves:
        state = state.apply_move(move)
    return (time.perf_counter() - start) / len(moves)


def asked(side, size, actions):
    """Asks what the bot has asked in a game, and nothing else. Returns the times of a call of `is_valid_move`, of `is_point_an_eye`
    and of `apply_move` between them, and that of all of them for a ply. The time of the loops and of the clock is not counted."""
    moves = [side.move((row, col)) for row in range(1, size + 1) for col in range(1, size + 1)]
    state, clock, is_eye = side.new_game(size), time.perf_counter, side.eyes[0]
    spent, calls = collections.Counter(), collections.Counter()
    for action in actions:
        board, player, last = state.board, state.next_player, side.move(action)
        times = [clock()]
        times.append(clock())
        for move in moves:
            state.is_valid_move(move)
        times.append(clock())
        points = [move.point for move in moves if state.is_valid_move(move)]
        times.append(clock())
        for point in points:
            is_eye(board, point, player)
        times.append(clock())
        for move in moves:
            pass
        times.append(clock())
        after = state.apply_move(last)
        times.append(clock())
        state = after
        reading, valid, _, eye, loop, apply = (later - earlier for earlier, later in zip(times, times[1:]))
        valid, eye, apply = valid - loop, eye - loop * len(points) / len(moves), apply - reading
        spent += collections.Counter({"is_valid_move": valid, "is_point_an_eye": eye, "apply_move after them": apply})
        calls += collections.Counter({"is_valid_move": len(moves), "is_point_an_eye": len(points), "apply_move after them": 1})
    return {name: spent[name] / calls[name] for name in spent}, sum(spent.values()) / len(actions)


def figures(code, rounds):
    from dlgo.agent.naive import RandomBot

    sides = (Side("dlgo", "goboard_fast"), RandomBot()), (Side("gokata.dlgo", "goboard_fast"), random_bot(code))
    medians = {}
    for size in 9, 19:
        measured = collections.defaultdict(list)
        for seed in range(rounds):
            games = set()
            for side, bot in sides:
                actions, ply = game_of(side, bot, size, seed)
                games.add(tuple(actions))
                calls, questions = asked(side, size, actions)
                ply = {"a ply": ply, "these calls of a ply": questions, "the bot's own time of a ply": ply - questions}
                for name, value in ({"apply_move": replayed(side, size, actions)} | calls | ply).items():
                    measured[name, side.name].append(value * 1e6)
            if len(games) > 1:
                print(f"The games {seed} on {size}x{size} differ: one of the sides has allowed another move.")
        medians[size] = {key: statistics.median(values) for key, values in measured.items()}
    print(f"\nMicroseconds, medians of {rounds} whole random games of the book's RandomBot on each board, with Python {sys.version.split()[0]}:\n")
    print("| board | | book | ours | times as fast |\n|---|---|---|---|---|")
    for size, of in medians.items():
        for name in dict.fromkeys(name for name, _ in of):
            book, ours = of[name, "goboard_fast"], of[name, "ours"]
            print(f"| {size}x{size} | {name} | {book:.2f} | {ours:.3f} | {book / ours:.1f} |")
        shares = [of["a ply", side] / of["the bot's own time of a ply", side] for side in ("goboard_fast", "ours")]
        print(f"| {size}x{size} | a ply, divided by the bot's own time | {shares[0]:.2f} | {shares[1]:.2f} | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=120, help="for random positions")
    parser.add_argument("--rounds", type=int, default=9, help="games for each figure; 0 for none")
    parser.add_argument("--program", choices=PROGRAMS, help="run this one only, in this process")
    parser.add_argument("--modules", choices=("book", "ours"), default="ours")
    asked_for = parser.parse_args()
    checkout = asked_for.checkout.resolve()
    code = checkout / "code" if (checkout / "code").is_dir() else checkout
    if not (code / "dlgo/goboard_fast.py").is_file():
        parser.error(f"{checkout} is not a checkout of the book's code")
    if asked_for.program:
        if asked_for.modules == "ours":
            import gokata.dlgo.install  # noqa: F401
        prepare(code)
        random.seed(7)
        np.random.seed(7)
        start = time.perf_counter()
        went_well = PROGRAMS[asked_for.program][0](code) is not False
        print(time.perf_counter() - start, file=sys.stderr)
        return 0 if went_well else 1

    prepare(code)
    failures = 0
    positions, count, found = compare(asked_for.seconds)
    print(f"{positions} random positions, {count} answers of the book's three modules compared with ours.\n")
    for reason, (number, (_, size, actions, name, question, said, expected)) in found.items():
        failures += reason is None
        print(f"- {number} differences: {reason or 'NOT EXPLAINED'}.")
        print(f"  The shortest: {size} after {actions}: {name} says {said} to {question}, we say {expected}.")

    sides = [Side("dlgo", name) for name in NAMES] + [Side("gokata.dlgo", "goboard_fast")]
    print("\n| what differs | goboard_slow | goboard | goboard_fast | ours |\n|---|---|---|---|---|")
    for what, ask, expected in CASES:
        answers = [answer(ask, side) for side in sides]
        wrong = ", ".join(answers) != expected
        failures += wrong
        print(f"| {what} | {' | '.join(answers)} |" + (f" NOT AS EXPECTED: {expected}" if wrong else ""))

    print("\n| program | | seconds with the book's modules | with ours |\n|---|---|---|---|")
    for name in PROGRAMS:
        result, seconds = run_program(code, name)
        failures += result.startswith("FAILED")
        print(f"| {name} | {result} | {' | '.join(f'{it:.2f}' for it in seconds)} |")
    if asked_for.rounds:
        figures(code, asked_for.rounds)
    print(f"\n{failures} differences without an explanation, and failures.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
