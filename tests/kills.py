#!/usr/bin/env python3
"""Kills each command that writes files, at any moment of its run: what it leaves is what was there before, or all that it writes,
and one hidden folder at most; and the next run writes it all.

    tests/kills.py GOKATA [KILLS]      KILLS: how often, all commands together (default: 100)
"""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOKATA = str(pathlib.Path(sys.argv[1]).resolve())
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
POINTS = [f"{column}{row}" for row in "abcdefghij" for column in "abcdefghijklmnopqrs"]
GAME = "(;SZ[19]RE[B+1]" + "".join(f";{'BW'[turn % 2]}[{point}]" for turn, point in enumerate(POINTS)) + ")\n"
# A program that calls every move legal, so that there is something to report.
LEGAL = 'while read -r word; do case $word in *\\?) echo legal;; esac; done'
# A title, what is there before, and the command; all are run in a folder with what `prepare` writes.
COMMANDS = [
    ("a page", None, "show games.sgf --every 1 -o out.html"),
    ("a folder of pictures", None, "show games.sgf --every 20 --as svg -o out"),
    ("training data", None, "dataset games.sgf --out out.npz"),
    ("training data in files", None, "dataset games.sgf --games-per-file 5 --out out.npz"),
    ("pages over older pages", "report one.ndjson --out out", "report two.ndjson --out out"),
    ("the dojo kit", None, "dojo out"),
    ("manual pages", None, "man --out out"),
    ("a game in play", None, "play --black random --white random --size 19 --save out.sgf --seed 7"),
]


def gokata(command, folder, **options):
    return subprocess.run([GOKATA, *command.split()], cwd=folder, capture_output=True, text=True, **options)


def prepare(folder):
    folder.mkdir()
    (folder / "games.sgf").write_text(GAME * 20)
    for name, fixtures in [("one", "fixtures/kata/6-ko"), ("two", "fixtures/kata fixtures/superko")]:
        ran = subprocess.run([GOKATA, "check", "--exec", LEGAL, "--format", "ndjson", *fixtures.split()], cwd=ROOT, capture_output=True, text=True)
        assert '"kind":"end"' in ran.stdout, ran.stderr
        (folder / f"{name}.ndjson").write_text(ran.stdout)


def found(folder):
    """The files that a command has written: names and contents."""
    files = (it for it in folder.rglob("*") if it.is_file())
    files = {str(it.relative_to(folder)): it.read_bytes() for it in files}
    return {name: text for name, text in files.items() if name.startswith("out") and "/." not in name}


def killed_between(start, whole, command):
    """Kills a command that replaces files at each of its renamings: the next run completes them."""
    folder, wrong = start.with_name("renamed"), []
    for call in ["rename", "renameat2"]:
        for nth in range(1, 100):
            shutil.copytree(start, folder)
            strace = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={nth}"]
            killed = subprocess.run([*strace, GOKATA, *command.split()], cwd=folder, capture_output=True).returncode
            again = gokata(command, folder)
            if (again.returncode, found(folder)) != (0, whole):
                wrong.append(f"{command}: killed at {call} {nth}, the next run: {again.returncode}, {again.stderr}")
            shutil.rmtree(folder)
            if killed == 0:
                break
        assert nth > 1, f"{command}: no {call}"
    return wrong


def main():
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="gokata-kills-"))
    chance, wrong = random.Random(1), []
    prepare(scratch / "start")
    for nth, (title, before, command) in enumerate(COMMANDS):
        start, whole = scratch / f"start-{nth}", scratch / f"whole-{nth}"
        shutil.copytree(scratch / "start", start)
        if before:
            assert gokata(before, start).returncode == 0
        shutil.copytree(start, whole)
        began = time.monotonic()
        ran = gokata(command, whole)
        seconds = time.monotonic() - began
        assert ran.returncode == 0, (command, ran.stderr)
        outcomes = {"before": 0, "whole": 0}
        for _ in range(KILLS // len(COMMANDS) + (nth < KILLS % len(COMMANDS))):
            folder = scratch / "killed"
            shutil.copytree(start, folder)
            child = subprocess.Popen([GOKATA, *command.split()], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Half of them near the end, when files get their names.
            time.sleep(seconds * chance.uniform(*chance.choice([(0, 1), (0.8, 1.1)])))
            child.kill()
            child.wait()
            left = found(folder)
            if left == found(start):
                outcomes["before"] += 1
            elif left == found(whole):
                outcomes["whole"] += 1
            elif "--save" in command and gokata("convert out.sgf --to sgf", folder).returncode == 0:
                outcomes["a turn of it"] = outcomes.get("a turn of it", 0) + 1
            else:
                wrong.append(f"{title}: neither what was there before nor all of it: {sorted(left)}")
            hidden = [it.name for it in folder.iterdir() if it.name.startswith(".")]
            if len(hidden) > 1:
                wrong.append(f"{title}: left {hidden}")
            if left != found(whole):
                again = gokata(command, folder)
                if (again.returncode, found(folder)) != (0, found(whole)) and "--save" not in command:
                    wrong.append(f"{title}: the next run: {again.returncode}, {again.stderr}")
            shutil.rmtree(folder)
        if before:
            wrong += killed_between(start, found(whole), command)
        print(f"{title}: {', '.join(f'{count} {name}' for name, count in outcomes.items())}", flush=True)
    shutil.rmtree(scratch)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
