#!/usr/bin/env python3
"""Programs judged by the fixtures: makes the rows of the scoreboard anew, and holds them to the known ones.

    tests/peers/judged.py [--keep FOLDER] [GOKATA [COMMAND…]]
    tests/peers/judged.py --markdown [GOKATA]

GOKATA is target/release/gokata unless given; COMMAND is as in fixtures/SCOREBOARD.tsv, in the column of that name, and every command there
unless given. What is printed are rows of a new SCOREBOARD.tsv: those of `gokata scoreboard`, with the command, where the program comes from,
and the ids of its wrong answers. With `--keep`, the data of each run is kept in a folder, and a run that is there already is not made
again.

The adapters find programs from registries on PATH (python3, node, goban_crate, go_game_board, gnugo), in that Python, and in NODE_PATH:
judged/install.sh puts them there. Programs that are only in a repository are found where the variable GOKATA_PEERS says, in a
folder that holds them as they are checked out. A row that differs from the known one (its date aside), a program that crashes, is
silent or is not there, and a row that cannot be made because GOKATA_PEERS is not set, are status 1.

`--markdown` prints the table of all known rows, and holds the pages to them: the order of SCOREBOARD.tsv, the table of
fixtures/SCOREBOARD.md, and the numbers of README.md.
"""

import csv
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

# No folder of compiled files beside the sources.
sys.dont_write_bytecode = True
import built

FOLDER = pathlib.Path(__file__).resolve().parent / "judged"
SCOREBOARD = built.REPOSITORY / "fixtures/SCOREBOARD.tsv"
COUNTED = ["right", "wrong", "cannot-be-asked"]
# More ids of wrong answers are compared by their hash.
MOST_IDS = 12
# GNU Go's options for ko and suicide, in gokata's terms, and those that say how it finds dead stones.
GNUGO = {
    "--simple-ko": "ko=simple", "--positional-superko": "ko=positional", "--situational-superko": "ko=situational",
    "--forbid-suicide": "suicide=forbidden", "--allow-suicide": "suicide=multi-stone", "--allow-all-suicide": "suicide=allowed",
    "--japanese-rules": "ko=simple,suicide=forbidden,scoring=territory,tax=none",
    "--chinese-rules": "ko=simple,suicide=forbidden,scoring=area,tax=none",
}


def table(text):
    """The rows, each by the names of its columns."""
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def scoreboard(gokata, *arguments):
    """What `gokata scoreboard` prints."""
    return subprocess.run([gokata, "scoreboard", *arguments], capture_output=True, text=True, check=True, cwd=built.REPOSITORY).stdout


def arguments(command):
    """How `gokata check` asks this program."""
    words = command.split()
    if words[0] == "gnugo":
        rules = [GNUGO[word] for word in words[1:]]
        engine = " ".join(["/usr/games/gnugo", "--mode gtp", *words[1:]])
        # Its count is not asked for: on 19x19 it thinks about life and death for minutes.
        if "scoring" in rules[0]:
            engine = shlex.join(["python3", str(FOLDER.relative_to(built.REPOSITORY) / "without_final_score.py")]) + " " + engine
        return ["--engine", engine, "--engine-rules", ",".join(rules)]
    if words[0] == "pachi":
        # Its smallest board ends it. What it plays by itself does not matter here.
        engine = shlex.join([f"{os.environ['GOKATA_PEERS']}/pachi/pachi", "-e", "random", "-d", "0"])
        return ["--engine", engine, "--engine-rules", "ko=simple,suicide=forbidden", "--sizes", "2..19"]
    runner = {".py": ["python3"], ".js": ["node"], "": []}[pathlib.Path(words[0]).suffix]
    path = str(FOLDER.relative_to(built.REPOSITORY) / words[0]) if runner else words[0]
    # The first question of a size waits until pgx has compiled its code for it.
    return ["--exec", shlex.join([*runner, path, *words[1:]]), "--timeout", "120"]


def run(gokata, command, folder):
    """What the program answered: a file, and the lines of the data."""
    file = pathlib.Path(folder) / (command.replace(" ", "_").replace("/", "_") + ".ndjson")
    if not file.is_file():
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        check = [gokata, "check", "fixtures", *arguments(command), "--format", "ndjson"]
        ran = subprocess.run(check, capture_output=True, text=True, cwd=built.REPOSITORY, env=environment)
        records = [json.loads(line) for line in ran.stdout.splitlines()]
        outcomes = {record["outcome"] for record in records if "outcome" in record}
        if ran.returncode not in (0, 1) or outcomes - set(COUNTED) or not outcomes:
            failed = next((record for record in records if record.get("outcome") not in [None, *COUNTED]), {})
            sys.exit(f"{command}: status {ran.returncode}\n{failed}\n{ran.stderr}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(ran.stdout)
    return file, [json.loads(line) for line in file.read_text().splitlines()]


def judge(gokata, command, source, folder):
    """The row of a command."""
    file, records = run(gokata, command, folder)
    [row] = table(scoreboard(gokata, file, "--format", "tsv"))
    ids = sorted(record["id"] for record in records if record.get("outcome") == "wrong")
    if len(ids) > MOST_IDS:
        digest = hashlib.sha256("\n".join(ids).encode()).hexdigest()[:12]
        ids = [f"{len(ids)} ids, {digest}"]
    return {**row, "command": command, "source": source, "wrong ids": " ".join(ids)}


def markdown(gokata):
    """Prints the table of fixtures/SCOREBOARD.md. Ends with status 1 if the pages have another one."""
    page = scoreboard(gokata, "--rows", SCOREBOARD)
    shown = "\n".join(line for line in page.splitlines() if line.startswith("|"))
    print("fixtures/SCOREBOARD.md:", shown, sep="\n")
    if f"\n\n{shown}\n\n" not in (built.REPOSITORY / "fixtures/SCOREBOARD.md").read_text():
        sys.exit("fixtures/SCOREBOARD.md does not have this table")
    if scoreboard(gokata, "--rows", SCOREBOARD, "--format", "tsv") != SCOREBOARD.read_text():
        sys.exit("fixtures/SCOREBOARD.tsv is in another order: `gokata scoreboard --rows fixtures/SCOREBOARD.tsv --format tsv` prints it")
    # Three boards of one book are one program, and so are two ways of one.
    rows = table(SCOREBOARD.read_text())
    programs, faulty = [{row["program"].split("-goboard")[0] for row in some} for some in (
        rows, [row for row in rows if any(row[f"{about} wrong"] != "0" for about in ("moves", "count", "dead"))])]
    built.hold_to_readme([
        f"Of {len(programs)} that were asked,\n[{len(faulty)} gave wrong answers](fixtures/SCOREBOARD.md)",
        f"{len(programs)} programs were asked in ", f"{len(programs) - len(faulty)} gave no wrong answer. {len(faulty)} did:"])


def main(gokata, commands, folder):
    rows = {row["command"]: row for row in table(SCOREBOARD.read_text())}
    wrong, missing, heading = [], [], SCOREBOARD.read_text().splitlines()[0].split("\t")
    print(*heading, sep="\t")
    for command in commands or rows:
        known = rows[command]
        if known["source"].startswith("repository ") and not os.environ.get("GOKATA_PEERS"):
            missing.append(f"{command}: GOKATA_PEERS must name a folder with {known['source']}")
            continue
        row = judge(gokata, command, known["source"], folder)
        # When it was asked says nothing about the program, and which day its version is of was written by hand.
        row |= {"released": known["released"]}
        print(*(row[name] for name in heading), sep="\t", flush=True)
        if {**row, "date": known["date"]} != known:
            wrong.append(f"{command} was known as {list(known.values())}")
    sys.exit("\n".join(wrong + missing) or None)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--markdown"]:
        del sys.argv[1]
        sys.exit(markdown(built.gokata()))
    if sys.argv[1:2] == ["--keep"]:
        keep = sys.argv[2]
        del sys.argv[1:3]
        main(built.gokata(), sys.argv[2:], keep)
    with tempfile.TemporaryDirectory() as scratch:
        main(built.gokata(), sys.argv[2:], scratch)
