#!/usr/bin/env python3
"""GNU Go plays itself, says which stones are dead and what the score is; gokata counts the same board.

Usage: gnugo_scores.py [GOKATA [GAMES]]

A difference is status 1, and so are fewer games than asked for. GOKATA is target/release/gokata unless given; GNU Go is
/usr/games/gnugo, version 3.8. It knows of seki, which a count without a tax does not: a difference tells which stones it
takes to be in one.
"""

import random
import re
import subprocess
import sys
import tempfile

# No folder of compiled files beside the sources.
sys.dont_write_bytecode = True
import built

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class GnuGo:
    """A conversation by GTP."""

    def __init__(self, rules):
        arguments = ["/usr/games/gnugo", "--mode", "gtp", "--quiet", "--level", "1", rules]
        self.program = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, command):
        self.program.stdin.write(command + "\n")
        self.program.stdin.flush()
        lines = []
        while True:
            line = self.program.stdout.readline()
            if line in ("\n", ""):
                break
            lines.append(line.rstrip("\n"))
        answer = "\n".join(lines)
        if not answer.startswith("="):
            raise RuntimeError(f"{command}: {answer}")
        return answer[1:].strip()

    def close(self):
        self.program.stdin.close()
        self.program.wait(timeout=20)


def vertices(text):
    return re.findall(r"[A-Z]\d+", text)


def play(gnugo, side, seed, numbers):
    """A game with a random opening, without which GNU Go repeats itself. False if it does not end."""
    for command in [f"boardsize {side}", "clear_board", "komi 6.5", f"set_random_seed {seed}"]:
        gnugo.say(command)
    colors = ["black", "white"]
    turn = 0
    for _ in range(numbers.randrange(2, 7)):
        free = vertices(gnugo.say(f"all_legal {colors[turn % 2]}"))
        gnugo.say(f"play {colors[turn % 2]} {numbers.choice(free)}")
        turn += 1
    passes = 0
    while passes < 2 and turn < 4 * side * side:
        passes = passes + 1 if gnugo.say(f"genmove {colors[turn % 2]}").lower() == "pass" else 0
        turn += 1
    return passes == 2


def counted(gokata, gnugo, side, preset):
    """The result by gokata, from the stones, the dead and the prisoners that GNU Go tells."""
    stones = {color: set(vertices(gnugo.say(f"list_stones {color}"))) for color in ("black", "white")}
    rows = []
    for row in range(side, 0, -1):
        names = [f"{column}{row}" for column in COLUMNS[:side]]
        rows.append("".join("x" if n in stones["black"] else "o" if n in stones["white"] else "-" for n in names))
    dead = vertices(gnugo.say("final_status_list dead"))
    # What GNU Go calls "captures black" are the stones that Black has taken.
    held = {color: int(gnugo.say(f"captures {color}")) for color in ("black", "white")}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as board:
        board.write("x\n" + "\n".join(rows) + "\n")
        board.flush()
        command = [gokata, "score", board.name, "--rules", f"{preset},komi=6.5,tax=none,handicap-bonus=0"]
        if preset == "japanese":  # the others count no prisoners
            command += ["--given", f"x={held['black']}", "--given", f"o={held['white']}"]
        if dead:
            command += ["--dead", " ".join(dead)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.search(r"^result: (.*)$", printed, re.MULTILINE)[1], printed, len(dead)


def main():
    gokata, games = built.gokata(), int(sys.argv[2]) if len(sys.argv) > 2 else 24
    numbers = random.Random(4)
    equal = compared = with_dead = sekis = 0
    # A game that goes round in circles is given up, and another one played.
    for number in range(2 * games):
        if compared == games:
            break
        side = [7, 9, 11][number % 3]
        rules, preset = [("--japanese-rules", "japanese"), ("--chinese-rules", "chinese")][number % 2]
        gnugo = GnuGo(rules)
        try:
            if not play(gnugo, side, number, numbers):
                print(f"game {number}: no end")
                continue
            theirs = gnugo.say("final_score").split()[0]
            ours, printed, dead = counted(gokata, gnugo, side, preset)
            seki = vertices(gnugo.say("final_status_list seki"))
        finally:
            gnugo.close()
        # Where a quarter of the board is still between both sides, GNU Go counts what it thinks will happen there.
        open_points = sum(int(n) for n in re.findall(r"^(\d+) points between both", printed, re.MULTILINE))
        if 4 * open_points > side * side:
            print(f"game {number}: not played to its end, {open_points} points are open")
            continue
        compared += 1
        sekis += bool(seki)
        with_dead += bool(dead)
        same = float(ours[2:]) == float(theirs[2:]) and ours[0] == theirs[0] if "+" in theirs else ours == theirs
        if same:
            equal += 1
        else:
            print(f"game {number}, {side}x{side}, {preset}: GNU Go says {theirs}, gokata {ours}; in seki: {seki}\n{printed}")
    print(f"{equal} of {games} games counted alike, {with_dead} with dead stones, {sekis} with a seki")
    sys.exit(equal != games)


if __name__ == "__main__":
    main()
