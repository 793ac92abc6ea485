"""Asks kata.py the questions in ../steps, and shows the first one that it gets wrong."""
import os
import re
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Move:
    color: str
    row: int
    col: int


@dataclass
class Board:
    to_play: str
    rows: list


def read(file):
    """Returns the questions of a step file: what to show, the record, the move, the right answer."""
    lines = file.read_text("utf-8", "replace").rstrip().split("\n")
    at = 0

    def take(pattern):
        nonlocal at
        found = re.fullmatch(pattern, lines[at] if at < len(lines) else "")
        if not found:
            sys.exit(f"\n  steps/{file.name}, line {at + 1}: this is not a line of a step file\n")
        at += 1
        return found.groups()

    questions = []
    while at < len(lines):
        screen = []
        while at < len(lines) and lines[at].startswith("#"):
            screen += take("# ?(.*)")
        take("case .+")
        take("rules .+")
        height, width = map(int, take(r"size (\d+) (\d+)"))
        boards, = take(r"boards (\d+)")
        record = []
        for _ in range(int(boards)):
            to_play, = take("([xo])")
            record.append(Board(to_play, [list(*take("([xo-]{%d})" % width)) for _ in range(height)]))
        color, row, col = take(r"move ([xo]) (-?\d+) (-?\d+)")
        take(r"legal\?")
        answer, = take("(legal|illegal .+)")
        questions.append((screen, record, Move(color, int(row), int(col)), answer))
        if at < len(lines):
            take("")
    return questions


def ask(is_legal_move, move, record):
    """Returns what the function says; if it stops, also the trace."""
    print(".", end="", flush=True)
    try:
        answer = is_legal_move(move, record)
    except (Exception, SystemExit) as error:
        trace = traceback.format_exception(type(error), error, error.__traceback__.tb_next, limit=-10)
        return "nothing: it stopped, see above", "".join(trace)
    return {"True": "legal", "False": "not legal"}.get(repr(answer), f"{answer!r} (it must be true or false)"), ""


def load(name):
    try:
        return Path(name).read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def save(name, text):
    try:
        Path(name).write_bytes(text.encode())
        return True
    except OSError:
        return False


def log(before, step, light):
    line = f"{time.strftime('%H:%M:%S')} {step} {light}"
    return save("lights.log", f"{before}\n{line}\n".lstrip())


def finished(before, step):
    """Remembers that this step is green; returns whether both files can be written."""
    logged = log(before, step, "green")
    return save("progress", f"{step + 1}\n") and logged


def show(lines):
    print("\n" + "\n".join(f"  {line}".rstrip() for line in lines) + "\n")


def main():
    os.chdir(Path(__file__).resolve().parent)
    sys.dont_write_bytecode = True
    progress = load("progress")
    reached = int(progress) if re.fullmatch("[1-9][0-9]{0,5}", progress) else 1
    before = load("lights.log")
    log(before, reached, "amber")

    files = [file for file in Path("../steps").glob("*.txt") if re.match("[0-9]+-", file.name)]
    files.sort(key=lambda file: int(file.name.split("-")[0]))
    if not files:
        sys.exit("\n  There is no folder steps with step files beside this one.\n")
    steps = [read(file) for file in files]
    from kata import is_legal_move

    stopped = load("last-question")
    wrong, step, saved = [], 0, True
    while step < len(steps) and not wrong:
        step += 1
        if step > reached:  # at once: a question of this step may end the program
            saved = finished(before, step - 1)
        if step > 1:
            print(" ", end="", flush=True)
        questions = steps[step - 1]
        for number, (screen, record, move, answer) in enumerate(questions, 1):
            if stopped == f"{step} {number}":
                show(["", *screen, "", f"AMBER  The last run stopped at this question of step {step}. It is asked again:"])
            save("last-question", f"{step} {number}\n")
            said, trace = ask(is_legal_move, move, record)
            if said != ("legal" if answer == "legal" else "not legal"):
                print("!", end="", flush=True)
                wrong.append((screen, said, trace))
    print()
    save("last-question", "")

    done = step > reached or not wrong
    light = "green" if done else "amber" if wrong[0][2] else "red"
    shown = step - 1 if wrong and done else step
    if not wrong:
        step += 1
        saved = finished(before, shown)
    elif not done:
        saved = log(before, shown, light)
    if not saved:
        print("\n  (cannot write progress and lights.log here)")

    title = files[shown - 1].stem.split("-", 1)[1].replace("-", " ")
    bar = "#" * (step - 1) + "." * (len(steps) - step + 1)
    lines = [f"[{bar}]  step {shown} of {len(steps)}: {title}", ""]
    if not done:
        screen, said, trace = wrong[0]
        print(trace, end="")
        right = f"{len(questions) - len(wrong)} of {len(questions)} right."
        hint = f" Stuck? ../hints/{step}-1.txt" if step < 8 else ""
        if step < reached:
            hint = " This step was GREEN before. Mend it first."
        lines += screen + ["", f"you said:   {said}", "", f"{light.upper()}  {right}{hint}"]
    elif wrong:
        lines += [f"GREEN  Done! Change places. Then run it again for step {step}."]
    elif len(steps) == 7:
        lines += ["GREEN  Done! That was the last step. More: move ../bonus/8-everything.txt into ../steps/."]
    else:
        lines += ["GREEN  Done! That was the last step."]
    show(lines)
    sys.exit(not done)


main()
