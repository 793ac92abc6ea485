#!/usr/bin/env python3
"""Programs judged by the fixtures: makes the rows of the scoreboard anew, and holds them to the known ones.

    tests/peers/judged.py [--keep FOLDER] [GOKATA [COMMAND…]]
    tests/peers/judged.py --markdown

GOKATA is target/release/gokata unless given; COMMAND is as in the first column of fixtures/SCOREBOARD.tsv, and every command
there unless given. What is printed is a new SCOREBOARD.tsv. With `--keep`, the data of each run is kept in a folder, and a run
that is there already is not made again.

The adapters find programs from registries on PATH (python3, node, goban_crate, gnugo), in that Python, and in NODE_PATH:
judged/install.sh puts them there. Programs that are only in a repository are found where the variable GOKATA_PEERS says, in a
folder that holds them as they are checked out. A row that differs from the known one (its date aside), a program that crashes, is
silent or is not there, and a row that cannot be made because GOKATA_PEERS is not set, are status 1.

`--markdown` prints the known rows as the table of fixtures/SCOREBOARD.md, and holds that page and the numbers of README.md to them.
"""

import collections
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

# No folder of compiled files beside the sources.
sys.dont_write_bytecode = True
import built

FOLDER = pathlib.Path(__file__).resolve().parent / "judged"
SCOREBOARD = built.REPOSITORY / "fixtures/SCOREBOARD.tsv"
COUNTED = ["right", "wrong", "cannot-be-asked"]
# More ids of wrong answers are compared by their hash.
MOST_IDS = 12
# GNU Go's options for ko and suicide, in gokata's terms.
GNUGO = {
    "--simple-ko": "ko=simple", "--positional-superko": "ko=positional", "--situational-superko": "ko=situational",
    "--forbid-suicide": "suicide=forbidden", "--allow-suicide": "suicide=multi-stone", "--allow-all-suicide": "suicide=allowed",
}


def known():
    heading, *rows = [line.split("\t") for line in SCOREBOARD.read_text().splitlines()]
    return heading, rows


def arguments(command):
    """How `gokata check` asks this program."""
    words = command.split()
    if words[0] == "gnugo":
        rules = [GNUGO[word] for word in words[1:]]
        engine = " ".join(["/usr/games/gnugo", "--mode gtp", *words[1:]])
        # Its count is not asked for: on 19x19 it thinks about life and death for minutes.
        return ["--engine", engine, "--engine-rules", ",".join(rules)]
    runner = {".py": ["python3"], ".js": ["node"], "": []}[pathlib.Path(words[0]).suffix]
    path = str(FOLDER / words[0]) if runner else words[0]
    # The first question of a size waits until pgx has compiled its code for it.
    return ["--exec", shlex.join([*runner, path, *words[1:]]), "--timeout", "120"]


def run(gokata, command, keep):
    """What the program answered, as the lines of the data."""
    kept = keep and pathlib.Path(keep) / (command.replace(" ", "_").replace("/", "_") + ".ndjson")
    if kept and kept.is_file():
        return kept.read_text().splitlines()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    # What becomes of chains has no column; it came later (fixtures/status).
    folders = sorted(path for path in (built.REPOSITORY / "fixtures").iterdir() if path.is_dir() and path.name != "status")
    folders = [path.relative_to(built.REPOSITORY) for path in folders]
    check = [gokata, "check", *folders, *arguments(command), "--format", "ndjson"]
    ran = subprocess.run(check, capture_output=True, text=True, cwd=built.REPOSITORY, env=environment)
    lines = ran.stdout.splitlines()
    records = [json.loads(line) for line in lines]
    outcomes = {record["outcome"] for record in records if "outcome" in record}
    if ran.returncode not in (0, 1) or outcomes - set(COUNTED) or not outcomes:
        failed = next((record for record in records if record.get("outcome") not in [None, *COUNTED]), {})
        sys.exit(f"{command}: status {ran.returncode}\n{failed}\n{ran.stderr}")
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(ran.stdout)
    return lines


def judge(gokata, command, source, keep):
    """The row of a command: what the program says it is, and the numbers."""
    records = [json.loads(line) for line in run(gokata, command, keep)]
    program = next(record for record in records if record["kind"] == "program")
    questions = [record for record in records if record["kind"] == "question"]
    counts = collections.Counter((record["question"] in ("score", "owner", "dead"), record["outcome"]) for record in questions)
    numbers = [str(counts[about, outcome]) for about in (False, True) for outcome in COUNTED]
    ids = sorted(record["id"] for record in questions if record["outcome"] == "wrong")
    if len(ids) > MOST_IDS:
        digest = hashlib.sha256("\n".join(ids).encode()).hexdigest()[:12]
        ids = [f"{len(ids)} ids, {digest}"]
    return [command, program["name"], program["version"], source, program["date"], program["own_rules"], *numbers, " ".join(ids)]


def markdown():
    """Prints the table of fixtures/SCOREBOARD.md. Ends with status 1 if it has another one, or README.md other numbers."""
    _, rows = known()
    rows.sort(key=lambda row: (row[1].lstrip("@").lower(), row[0]))
    table = ["| program | as asked by | rules | moves: right | wrong | not asked | count: right | wrong | not asked |", "|---|---|---|---:|---:|---:|---:|---:|---:|"]
    for command, program, version, _, _, rules, *numbers in rows:
        shown = " ".join(word for word in rules.split() if word.split("=")[0] in ("ko", "suicide", "scoring"))
        if numbers[3:5] == ["0", "0"]:
            numbers[3:6] = ["–", "–", "–"]
        table.append(f"| {program} {version} | `{command}` | {shown} | {' | '.join(numbers[:6])} |")
    print("fixtures/SCOREBOARD.md:", *table, sep="\n")
    if "\n\n" + "\n".join(table) + "\n\n" not in (built.REPOSITORY / "fixtures/SCOREBOARD.md").read_text():
        sys.exit("fixtures/SCOREBOARD.md does not have this table")
    # Three boards of one book are one program.
    programs, faulty = [{name.split("-goboard")[0] for name in names} for names in (
        {row[1] for row in rows}, {row[1] for row in rows if row[7] != "0" or row[10] not in ("0", "–")})]
    built.hold_to_readme([
        f"Of {len(programs)} that were asked,\n[{len(faulty)} gave wrong answers](fixtures/SCOREBOARD.md)",
        f"{len(programs)} programs were asked in ", f"{len(programs) - len(faulty)} gave no wrong answer. {len(faulty)} did:"])


def main(gokata, commands, keep):
    heading, rows = known()
    rows = {row[0]: row for row in rows}
    print(*heading, sep="\t")
    wrong, missing = [], []
    for command in commands or rows:
        source = rows[command][3]
        if source.startswith("repository ") and not os.environ.get("GOKATA_PEERS"):
            missing.append(f"{command}: GOKATA_PEERS must name a folder with {source}")
            continue
        row = judge(gokata, command, source, keep)
        print(*row, sep="\t", flush=True)
        # The date is when, not what.
        if row[:4] + row[5:] != rows[command][:4] + rows[command][5:]:
            wrong.append(f"{command} was known as {rows[command]}")
    sys.exit("\n".join(wrong + missing) or None)


if __name__ == "__main__":
    if sys.argv[1:] == ["--markdown"]:
        sys.exit(markdown())
    keep = None
    if sys.argv[1:2] == ["--keep"]:
        keep = sys.argv[2]
        del sys.argv[1:3]
    main(built.gokata(), sys.argv[2:], keep)
