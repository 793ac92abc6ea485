"""Asks kata.py the questions in ../steps, and shows the first one that it gets wrong."""
import os
import re
import subprocess
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path


RIGHT = 86  # the status of a process that was right alone: no program ends so by accident


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
        answer = "legal" if answer == "legal" else "not legal"
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


def right_alone(step, number):
    """Asks a question once more, in a process of its own, in which no question came before it."""
    if "pydevd" in sys.modules:  # a debugger would stop there, too
        return False
    command, nothing = [sys.executable, "dojo.py", "alone", str(step), str(number)], subprocess.DEVNULL
    try:
        return subprocess.run(command, stdin=nothing, stdout=nothing, stderr=nothing, timeout=5).returncode == RIGHT
    except (OSError, subprocess.SubprocessError, KeyboardInterrupt):
        return False


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


class Log:
    """The line of this run in lights.log, and its copy of kata.py in runs: the light of both may change until it ends."""

    def __init__(self):
        self.before = load("lights.log")
        self.copy = None

    def write(self, step, light):
        now = time.strftime("%H:%M:%S")
        try:
            self.keep(f"-{now.replace(':', '')}-{step}-{light}.py")
        except OSError:
            pass  # a file named runs says that nothing is to be kept
        return save("lights.log", f"{self.before}\n{now} {step} {light}\n".lstrip())

    def keep(self, ending):
        if self.copy:
            self.copy = self.copy.replace(self.copy.with_name(self.copy.name.split("-")[0] + ending))
            return
        code, runs = Path("kata.py").read_bytes(), Path("runs")
        runs.mkdir(exist_ok=True)
        names = [file.name for file in runs.iterdir()]
        names = [name for name in names if re.fullmatch(r"[0-9]{4,9}-[0-9]{6}-[0-9]+-(red|amber|green)\.py", name)]
        names.sort(key=lambda name: int(name.split("-")[0]))
        for name in names[:-199]:
            (runs / name).unlink()
        number = int(names[-1].split("-")[0]) + 1 if names else 1
        copy = runs / f"{number:04}{ending}"
        copy.write_bytes(code)
        self.copy = copy

    def finish(self, step):
        """Remembers that this step is green; returns whether both files can be written."""
        written = self.write(step, "green")
        return save("progress", f"{step + 1}\n") and written


def show(lines):
    print("\n" + "\n".join(f"  {line}".rstrip() for line in lines) + "\n")


def main():
    os.chdir(Path(__file__).resolve().parent)
    sys.dont_write_bytecode = True
    files = [file for file in Path("../steps").glob("*.txt") if re.match("[0-9]+-", file.name)]
    files.sort(key=lambda file: int(file.name.split("-")[0]))
    if sys.argv[1:2] == ["alone"]:
        step, number = map(int, sys.argv[2:])
        _, record, move, answer = read(files[step - 1])[number - 1]
        from kata import is_legal_move
        os._exit(RIGHT if ask(is_legal_move, move, record)[0] == answer else 1)
    progress = load("progress")
    reached = int(progress) if re.fullmatch("[1-9][0-9]{0,5}", progress) else 1
    log = Log()
    log.write(reached, "amber")
    if not files:
        sys.exit("\n  There is no folder steps with step files beside this one.\n")
    steps = [read(file) for file in files]
    from kata import is_legal_move

    stopped = load("last-question")
    wrong, step, saved = [], 0, True
    while step < len(steps) and not wrong:
        step += 1
        if step > reached:  # at once: a question of this step may end the program
            saved = log.finish(step - 1)
        if step > 1:
            print(" ", end="", flush=True)
        questions = steps[step - 1]
        for number, (screen, record, move, answer) in enumerate(questions, 1):
            if stopped == f"{step} {number}":
                show(["", *screen, "", f"AMBER  The last run stopped at this question of step {step}. It is asked again:"])
            save("last-question", f"{step} {number}\n")
            said, trace = ask(is_legal_move, move, record)
            if said != answer:
                print("!", end="", flush=True)
                wrong.append((screen, said, trace, number))
    print()
    save("last-question", "")

    done = step > reached or not wrong
    light = "green" if done else "amber" if wrong[0][2] else "red"
    shown = step - 1 if wrong and done else step
    if not wrong:
        step += 1
        saved = log.finish(shown)
    elif not done:
        saved = log.write(shown, light)
    if not saved:
        print("\n  (cannot write progress and lights.log here)")

    title = files[shown - 1].stem.split("-", 1)[1].replace("-", " ")
    bar = "#" * (step - 1) + "." * (len(steps) - step + 1)
    lines = [f"[{bar}]  step {shown} of {len(steps)}: {title}", ""]
    if not done:
        screen, said, trace, number = wrong[0]
        print(trace, end="", flush=True)
        lines += [*screen, "", f"you said:   {said}"]
        if right_alone(step, number):
            lines += ["right alone, wrong after another question: does something remain from before?"]
        right = f"{len(questions) - len(wrong)} of {len(questions)} right."
        hint = f" Stuck? ../hints/{step}-1.txt" if step < 8 else ""
        if step < reached:
            hint = " This step was GREEN before. Mend it first."
        lines += ["", f"{light.upper()}  {right}{hint}"]
    elif wrong:
        lines += [f"GREEN  Done! Change places. Then run it again for step {step}."]
    elif len(steps) == 7:
        lines += ["GREEN  Done! That was the last step. More: move ../bonus/8-everything.txt into ../steps/."]
    else:
        lines += ["GREEN  Done! That was the last step."]
    show(lines)
    sys.exit(not done)


main()
