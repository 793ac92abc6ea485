#!/usr/bin/env python3
"""Programs from the registries judged by the fixtures, through the adapters in judged/: prints the table, and holds it to the known one.

    tests/peers/judged.py [GOKATA [COMMAND…]]
    tests/peers/judged.py --markdown

GOKATA is target/release/gokata unless given; COMMAND is as in the first column of judged/expected.tsv, and every command there
unless given. What is printed is a new expected.tsv. The adapters find their programs on PATH (python3, node, goban_crate), in that
Python, and in NODE_PATH; judged/install.sh puts them there. A number that differs from the known one, and a program that crashes, is
silent or is not there, is status 1.

`--markdown` prints the known numbers as the table of fixtures/README.md, and as rows of README.md for the programs with
wrong answers, and holds these files to them.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

# No folder of compiled files beside the sources.
sys.dont_write_bytecode = True
import built

FOLDER = pathlib.Path(__file__).resolve().parent / "judged"
COUNTED = ["right", "wrong", "cannot-be-asked"]


def judge(gokata, command):
    """The row of a command: what the program says it is, and the numbers."""
    words = command.split()
    runner = {".py": ["python3"], ".js": ["node"], "": []}[pathlib.Path(words[0]).suffix]
    line = " ".join([*runner, f"{FOLDER}/{words[0]}" if runner else words[0], *words[1:]])
    # The first question of a size waits until pgx has compiled its code for it.
    arguments = [gokata, "check", "--exec", line, "--timeout", "120", "--format", "ndjson"]
    ran = subprocess.run(arguments, capture_output=True, text=True, cwd=built.REPOSITORY, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    records = [json.loads(line) for line in ran.stdout.splitlines()]
    counts = collections.Counter(record["outcome"] for record in records if "outcome" in record)
    program = next((record for record in records if record.get("kind") == "program"), None)
    if not program or set(counts) - set(COUNTED) or ran.returncode not in (0, 1):
        failed = next((record for record in records if record.get("outcome") not in [None, *COUNTED]), {})
        sys.exit(f"{command}: status {ran.returncode}, {dict(counts)}\n{failed}\n{ran.stderr}")
    return [command, program["name"], program["version"], program["own_rules"], *(str(counts[outcome]) for outcome in COUNTED)]


def markdown():
    """Prints the table of fixtures/README.md, and the rows of README.md up to its remarks. Ends with status 1 if they have
    other ones."""
    _, *rows = [line.split("\t") for line in (FOLDER / "expected.tsv").read_text().splitlines()]
    rows.sort(key=lambda row: row[1].lstrip("@").lower())
    table = ["| program | adapter | rules | right | wrong | cannot be asked |", "|---|---|---|---:|---:|---:|"]
    wrong = collections.defaultdict(list)
    for command, program, version, rules, *counts in rows:
        table.append(f"| {program} {version} | `{command}` | {rules} | {' | '.join(counts)} |")
        wrong[f"{program} {version}"].append(int(counts[1]))
    summary = [built.summary(program, counts) for program, counts in wrong.items() if any(counts)]
    print("fixtures/README.md:", *table, "README.md:", *summary, sep="\n")
    if "\n\n" + "\n".join(table) + "\n\n" not in (built.REPOSITORY / "fixtures/README.md").read_text():
        sys.exit("fixtures/README.md does not have this table")
    built.hold_to_readme(summary)


def main(gokata):
    heading, *known = [line.split("\t") for line in (FOLDER / "expected.tsv").read_text().splitlines()]
    wanted = sys.argv[2:] or [row[0] for row in known]
    known = {row[0]: row for row in known}
    print(*heading, sep="\t")
    changed = []
    for command in wanted:
        row = judge(gokata, command)
        print(*row, sep="\t", flush=True)
        if row != known.get(command):
            changed.append(f"{command} was known as {known.get(command)}")
    sys.exit("\n".join(changed) or None)


if __name__ == "__main__":
    if sys.argv[1:] == ["--markdown"]:
        sys.exit(markdown())
    main(built.gokata())
