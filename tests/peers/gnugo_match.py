#!/usr/bin/env python3
"""A match by GTP: gokata's random bot against GNU Go, and after every move both are asked about the board.

Usage: gnugo_match.py [GOKATA [GAMES]]

Fixed handicaps of all sizes come first. Half of the games are on 9x9, half on 19x19; colors change; every fifth game has
handicap stones. After each move the stones of both colors, the prisoners, the last move, and the liberties of the chain just
played must be the same; every few moves all legal points of both colors, and now and then both take moves back. A difference is
status 1. GOKATA is target/release/gokata unless given; GNU Go is /usr/games/gnugo, version 3.8, with its own rules: simple ko,
no suicide.
"""

import random
import subprocess
import sys

# No folder of compiled files beside the sources.
sys.dont_write_bytecode = True
import built


class Engine:
    """A conversation by GTP, commands numbered."""

    def __init__(self, name, arguments):
        self.name = name
        self.number = 0
        self.program = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, command):
        understood, text = self.ask(command)
        if not understood:
            raise RuntimeError(f"{self.name}: {command}: {text}")
        return text

    def ask(self, command):
        """Whether it was done, and the answer."""
        self.number += 1
        self.program.stdin.write(f"{self.number} {command}\n")
        self.program.stdin.flush()
        lines = []
        while True:
            line = self.program.stdout.readline()
            if line == "":
                raise RuntimeError(f"{self.name} has gone at: {command}")
            if line == "\n":
                break
            lines.append(line.rstrip("\n"))
        answer = "\n".join(lines)
        if answer[1 : len(str(self.number)) + 1] != str(self.number):
            raise RuntimeError(f"{self.name}: {command}: this answers something else: {answer}")
        return answer[0] == "=", answer[len(str(self.number)) + 1 :].strip()

    def close(self):
        self.say("quit")
        self.program.stdin.close()
        if self.program.wait(timeout=20) != 0:
            raise RuntimeError(f"{self.name} ended with {self.program.returncode}")


class Match:
    def __init__(self, engines, numbers):
        self.engines = engines
        self.numbers = numbers
        self.compared = self.moves = 0

    def both(self, command, order=sorted):
        """Asks both; the words of their answers, in any order, must be the same."""
        answers = [order(engine.say(command).upper().split()) for engine in self.engines]
        self.compared += 1
        if answers[0] != answers[1]:
            answered = "\n".join(f"{engine.name}: {' '.join(answer)}" for engine, answer in zip(self.engines, answers))
            board = self.engines[0].say("showboard")
            history = self.engines[0].say("move_history")
            raise AssertionError(f"{command}\n{answered}\n{board}\n{history}")
        return answers[0]

    def compare(self, last):
        for color in ("black", "white"):
            self.both(f"list_stones {color}")
            self.both(f"captures {color}")
        if last is not None:
            self.both("last_move", order=list)
            if last not in ("PASS", "RESIGN"):
                self.both(f"countlib {last}")
                self.both(f"findlib {last}")
        if self.numbers.random() < 0.2:
            for color in ("black", "white"):
                self.both(f"all_legal {color}")

    def handicaps(self):
        """Fixed handicaps: the same points, or none. On 12x12 GNU Go has the fourth line, the protocol the third."""
        for side in (side for side in range(5, 20) if side != 12):
            for stones in range(12):
                answers = []
                for engine in self.engines:
                    engine.say(f"boardsize {side}")
                    engine.say("clear_board")
                    done, points = engine.ask(f"fixed_handicap {stones}")
                    answers.append(points.split() if done else None)
                self.compared += 1
                if answers[0] != answers[1]:
                    raise AssertionError(f"{stones} handicap stones on {side}x{side}: {answers}")

    def take_back(self, turns):
        for engine in self.engines:
            engine.say(f"gg-undo {turns}")
        self.compare(None)

    def game(self, side, gokata_is, handicap):
        for command in [f"boardsize {side}", "clear_board", "komi 6.5"]:
            for engine in self.engines:
                engine.say(command)
        turn = 0
        if handicap:
            self.both(f"fixed_handicap {handicap}")
            self.compare(None)
            turn = 1
        played, passes = 0, 0
        while passes < 2 and played < 4 * side * side:
            color = ("black", "white")[turn % 2]
            mover, other = self.engines if color == gokata_is else self.engines[::-1]
            move = mover.say(f"genmove {color}").upper()
            if move == "RESIGN":
                break
            other.say(f"play {color} {move}")
            passes = passes + 1 if move == "PASS" else 0
            turn, played = turn + 1, played + 1
            self.compare(move)
            if played > 4 and self.numbers.random() < 0.01:
                turns = self.numbers.randrange(1, 4)
                self.take_back(turns)
                turn, played, passes = turn - turns, played - turns, 0
        self.both("move_history", order=list)
        self.moves += played
        gokata, gnugo = self.engines
        dead = gnugo.say("final_status_list dead").split()
        gokata.say("gokata-mark_dead " + " ".join(dead))
        self.both("final_status_list dead")
        return gokata.say("final_score")


def main():
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    match = Match(
        [
            Engine("gokata", [built.gokata(), "gtp", "--seed", "5"]),
            Engine("GNU Go", ["/usr/games/gnugo", "--mode", "gtp", "--quiet", "--level", "0", "--seed", "5"]),
        ],
        random.Random(5),
    )
    match.handicaps()
    for number in range(games):
        side = (9, 19)[number % 2]
        gokata_is = ("black", "white")[number // 2 % 2]
        handicap = 2 + number % 8 if number % 5 == 4 else 0
        score = match.game(side, gokata_is, handicap)
        print(f"game {number}: {side}x{side}, gokata is {gokata_is}, {handicap} handicap stones: {score}", flush=True)
    for engine in match.engines:
        engine.close()
    print(f"{games} games, {match.moves} moves, {match.compared} answers compared: the same on both sides")


if __name__ == "__main__":
    main()
