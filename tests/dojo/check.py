"""Runs the dojo kit as its participants do: `python3 tests/dojo/check.py LANGUAGE...`

The bonus is made by gokata: the program that the variable GOKATA names, or target/release/gokata.
For each language and step k: the solution of step k is GREEN for k, and RED for exactly k + 1 when it is run again.
Then programs with faults, damaged files, the bonus, and a first run without a network. What a runner prints equals the
files in `golden/`, which all languages share. `GOKATA_BLESS=1` writes those anew.
"""
import difflib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from compare import GOLDEN, begin, failures, golden, logged, same, screen
from kept import asked_alone, kept_runs, remains

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KIT = ROOT / "src/cli/dojo/kit"
GOKATA = Path(os.environ.get("GOKATA", ROOT / "target/release/gokata")).resolve()
# The fixture whose questions stand for the bonus: with all, each new fixture would change what runners print.
OF_BONUS = "\ncase kata/6-ko/retake-at-once#"
LAST = 7
MADE = {"progress", "lights.log", "last-question", "runs", "target", "dojo", ".scala-build"}  # by runners and by the commands that start them


@dataclass
class Language:
    edit: str  # the file that participants edit
    run: str  # the command that KATA.md names
    frame: str  # a line of a trace that names a frame; empty: there are none
    nothing: str = ""  # what is said of an answer that is no boolean; empty: the compiler refuses it
    survives: bool = True  # endless recursion is an exception that can be caught
    away: str = ""  # how to run it from the folder above; empty: there is no such way
    again: str = ""  # how to run it where nothing can be written; empty: as always
    adds: str = ""  # what the command itself says below the screen when the light is not green
    alone: dict = field(default_factory=dict)  # see asked_alone; empty: runs are not kept, and no question is asked once more
    below: str = ""  # the line of the edited file from which on it is the runner, which solutions leave out


LANGUAGES = {
    "python": Language("kata.py", "python3 dojo.py", r'  File "', "None", away="python3 python/dojo.py", alone={
        "print(alone)": True, "alone and os._exit(0)": False, "alone and sys.exit()": False, "alone and input()": False,
        "while alone: pass": False, "sys.executable = 'nothing'": False}),
    "javascript": Language("kata.mjs", "node dojo.mjs", r"    at ", "undefined", away="node javascript/dojo.mjs", alone={
        "console.log(alone);": True, "if (alone) process.exit();": False, "if (alone) throw 1;": False,
        "while (alone);": False, "process.execPath = 'nothing';": False}),
    "typescript": Language("kata.ts", "node dojo.ts", r"    at ", "undefined", away="node typescript/dojo.ts"),
    "java": Language("Kata.java", "java Kata.java", r"\s+at ", away="java java/Kata.java",
                     below="// ---------- Below this line"),
    "scala": Language("kata.scala", "scala run --server=false -q .", r"\tat ", away="scala run --server=false -q scala"),
    "go": Language("kata.go", "go run .", r"\t", survives=False, adds="exit status 1\n"),
    "cpp": Language("kata.hpp", "g++ -std=c++17 dojo.cpp -o dojo && ./dojo", "", survives=False, again="./dojo",
                    away="g++ -std=c++17 cpp/dojo.cpp -o cpp/dojo && cpp/dojo"),
    "rust": Language("kata.rs", "cargo run -q", "", survives=False, away="cargo run -q --manifest-path rust/Cargo.toml"),
}


class Kit:
    """A fresh copy of the hand-out, for one language."""

    def __init__(self, name, home, bonus=False):
        self.name, self.language, self.home = name, LANGUAGES[name], home
        self.folder = Path(tempfile.mkdtemp(dir=home.parent, prefix="D\u00fcsseldorf, 1 "))
        self.hand_out = self.folder / "hand-out"
        (self.hand_out / "bonus").mkdir(parents=True)
        for part in ["steps", name]:
            shutil.copytree(KIT / "hand-out" / part, self.hand_out / part, ignore=lambda _, names: MADE & set(names))
        if bonus:
            subprocess.run([GOKATA, "dojo", self.folder / "kit"], check=True, stdout=subprocess.DEVNULL)
            self.bonus = (self.folder / "kit/hand-out/bonus/8-everything.txt").read_text()
            questions = [question for question in self.bonus.split("\n\n") if OF_BONUS in question]
            (self.hand_out / "steps/8-everything.txt").write_text("\n\n".join(questions) + "\n")
        self.here = self.hand_out / name
        self.edit = self.here / self.language.edit

    def paste(self, text):
        """Puts a program where the starter was, as an editor does. What is below the line stays, if there is a line."""
        old, below = self.edit.read_text(), self.language.below
        if below:
            text = text.rstrip("\n") + "\n\n" + old[old.index(below):]
        self.edit.write_text(text)

    def solve(self, step):
        if step:
            self.paste((KIT / "solutions" / self.name / f"{step}{self.edit.suffix}").read_text())

    def fault(self, name):
        """Pastes the program with this fault; returns whether there is one."""
        file = HERE / "faults" / self.name / f"{name}{self.edit.suffix}"
        if file.exists():
            self.paste(file.read_text())
        return file.exists()

    def progress(self, text=None):
        file = self.here / "progress"
        if text is not None:
            file.write_text(text)
        return file.read_text() if file.exists() else None

    def load(self, name):
        file = self.here / name
        return file.read_text() if file.exists() else ""

    def log(self):
        return self.load("lights.log")

    def run(self, before=(), command=None, status=None):
        """Returns what the runner prints, and compares the status."""
        command = [*before, "sh", "-c", command or self.language.run]
        done = subprocess.run(command, cwd=self.here, env=environment(self.home), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        said = done.stdout.decode(errors="replace").replace("\r\n", "\n")
        if status is not None:
            same(done.returncode, status, f"status of {' '.join(command)}\n{said}")
        return said[:-len(self.language.adds)] if status and self.language.adds else said


def environment(home):
    kept = {name: os.environ[name] for name in ["PATH", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "TMPDIR"] if name in os.environ}
    rustup = Path.home() / ".rustup"
    if rustup.is_dir():
        kept.setdefault("RUSTUP_HOME", str(rustup))  # only the toolchain; Cargo's own files are looked for in HOME
    return {**kept, "HOME": str(home), "LANG": "C.UTF-8"}


def solutions(kit_of):
    """Every solution is the one before and a few new lines; consoles and editors show all of it everywhere."""
    kit = kit_of()
    texts = [kit.edit.read_text()]
    for k in range(1, LAST + 1):
        kit.solve(k)
        texts.append(kit.edit.read_text())
    for k in range(LAST):
        changed = difflib.ndiff(texts[k].splitlines(), texts[k + 1].splitlines())
        new = [line for line in changed if line.startswith("+ ") and line.strip() != "+"]
        same(1 <= len(new) <= 18, True, f"{len(new)} new lines in step {k + 1}")
    for file in [*(KIT / "solutions" / kit.name).iterdir(), *kit.here.iterdir()]:
        same(file.read_text(errors="replace").isascii(), True, f"ASCII in {file.name}")


def steps(kit_of):
    """Every solution, twice: its own step is done, and then the next one shows."""
    for k in range(LAST + 1):
        kit = kit_of()
        kit.solve(k)
        lights = []
        if k > 0:
            kit.progress(f"{k}\n")
            golden(f"green-{k}", kit.run(status=0))
            same(kit.progress(), f"{k + 1}\n", "progress")
            lights.append(f"{k} green")
        if k < LAST:
            golden(f"red-{k + 1}", kit.run(status=1))
            lights.append(f"{k + 1} red")
        else:
            golden(f"green-{k}", kit.run(status=0))
            lights.append(f"{k} green")
        same(kit.progress(), f"{k + 1}\n" if k else None, "progress")
        logged(kit, lights)
        names = {file.name for file in kit.here.iterdir()} - MADE
        same(names, {file.name for file in (KIT / "hand-out" / kit.name).iterdir()} - MADE, "files")


def from_elsewhere(kit_of):
    kit = kit_of()
    if kit.language.away:
        golden("red-1", kit.run(command=f"cd .. && {kit.language.away}", status=1))
        logged(kit, ["1 red"])


def jumps(kit_of):
    """A rescued pair is at once where it belongs; what breaks later shows as an earlier step."""
    kit = kit_of()
    kit.solve(4)
    golden("green-4", kit.run(status=0))
    kit.solve(2)
    golden("back-3", kit.run(status=1))
    same(kit.progress(), "5\n", "progress")
    logged(kit, ["4 green", "3 red"])


def exception(kit_of):
    """At most ten frames, directly above the screen; the light is amber."""
    kit = kit_of()
    kit.fault("exception")
    said = kit.run(status=1)
    golden("amber-1", screen(said))
    trace = said[:-len(screen(said))]
    frames = re.findall(f"(?m)^{kit.language.frame}.*", trace) if kit.language.frame else [""]
    same("dojo." in trace.lower(), False, f"no frame of the runner:\n{trace}")
    dots = trace.split("\n")[0].replace("!", "")
    same(dots, "." * 8, f"eight dots first:\n{trace}")
    same("oops" in trace, True, f"the message:\n{trace}")
    same(1 <= len(frames) <= 10 and len(trace.splitlines()) <= 40, True, f"one to ten frames:\n{trace}")
    logged(kit, ["1 amber"])


def exception_later(kit_of):
    """A program that stops in the next step has done its own: no trace is in the way."""
    kit = kit_of()
    kit.fault("later")
    golden("green-1", kit.run(status=0))
    said = kit.run(status=1)
    golden("amber-2", screen(said))
    same("dojo." in said[:-len(screen(said))].lower(), False, f"no frame of the runner:\n{said}")
    logged(kit, ["1 green", "2 amber"])


def wrong_then_exception(kit_of):
    """What is shown is the first wrong answer, so its light counts, and no trace of a later question is in the way."""
    kit = kit_of()
    kit.fault("mixed")
    golden("red-1", kit.run(status=1))
    logged(kit, ["1 red"])


def no_boolean(kit_of):
    kit = kit_of()
    if kit.language.nothing:
        kit.fault("no-boolean")
        golden("no-boolean", kit.run(status=1).replace(f"you said:   {kit.language.nothing} (", "you said:   NOTHING ("))
        logged(kit, ["1 red"])
        kit.fault("number")
        golden("no-boolean", kit.run(status=1).replace("you said:   1 (", "you said:   NOTHING ("))


def recursion(kit_of):
    kit = kit_of()
    kit.fault("recursion")
    if kit.language.survives:
        said = kit.run(status=1)
        golden("amber-1", screen(said))
        same(len(said.splitlines()) <= 60, True, f"a short trace, not {len(said.splitlines())} lines")
    else:
        said = kit.run(command=f"exec 2>/dev/null; ({kit.language.run}); [ $? != 0 ]", status=0)
        same(said.strip(), "..", "dots up to the question that ended it")
    logged(kit, ["1 amber"])


def ends(kit_of):
    """A program that ends in the next step has done its own. The next run shows the question before it asks it."""
    kit = kit_of()
    kit.fault("ends")
    run = f"exec 2>/dev/null; ({kit.language.run}); [ $? != 0 ]"
    kit.run(command=run, status=0)
    same(kit.progress(), "2\n", "progress")
    logged(kit, ["1 green"])
    golden("stopped", kit.run(command=run, status=0))
    logged(kit, ["1 green", "2 amber"])
    kit.solve(2)
    said, stopped = kit.run(status=0), (GOLDEN / "stopped.txt").read_text()
    same(said[:len(stopped)], stopped, "the question, once more")
    same(screen(said), screen((GOLDEN / "green-2.txt").read_text()), "the screen")
    golden("red-3", kit.run(status=1))
    logged(kit, ["1 green", "2 amber", "2 green", "3 red"])


def prints(kit_of):
    kit = kit_of()
    kit.fault("print")
    dots, rest = (GOLDEN / "red-1.txt").read_text().split("\n", 1)
    wanted = dots.replace(".", ".hello\n") + "\n" + rest
    same(kit.run(status=1), wanted, "what the program prints, and the same screen")
    logged(kit, ["1 red"])


def written_boards(kit_of):
    kit = kit_of()
    if not kit.fault("write"):  # boards do not change
        return
    kit.progress("2\n")
    golden("green-2", kit.run(status=0))
    golden("red-3", kit.run(status=1))


def carriage_returns(kit_of):
    """Git writes all files so on Windows."""
    for k, name, status in [(0, "red-1", 1), (7, "green-7", 0)]:
        kit = kit_of()
        kit.solve(k)
        for file in [*(kit.hand_out / "steps").iterdir(), *kit.here.iterdir()]:
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
        golden(name, kit.run(status=status))


def strange_progress(kit_of):
    for text in ["abc", "", "0\n", "-3\n", "2 3", "12abc"]:
        kit = kit_of()
        kit.progress(text)
        golden("red-1", kit.run(status=1))
        same(kit.progress(), text, "progress, which stays")
        if text == "abc":
            kit.solve(1)
            golden("green-1", kit.run(status=0))
            same(kit.progress(), "2\n", "progress")
    kit = kit_of()
    kit.progress("  3  \r\n")
    kit.solve(2)
    golden("red-3", kit.run(status=1))


def at_the_same_time(kit_of):
    """Of two runs in one folder, each may fail; the next one is as ever."""
    kit = kit_of()
    kit.solve(2)
    kit.progress("3\n")
    golden("red-3", kit.run(status=1))  # compiled: what two compilers do to each other is not our concern
    runs = [subprocess.Popen(["sh", "-c", kit.language.run], cwd=kit.here, env=environment(kit.home), stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
    for run in runs:
        run.wait(300)
    golden("red-3", kit.run(status=1))
    same(kit.progress(), "3\n", "progress")


def read_only(kit_of):
    """Without the right to write wherever he likes, even the superuser is refused."""
    kit = kit_of()
    before = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    before = [*before, "env", f"CARGO_TARGET_DIR={kit.folder}/target"]
    kit.solve(3)
    kit.run(before)
    for name in ["progress", "lights.log"]:
        (kit.here / name).unlink()
    shutil.rmtree(kit.here / "runs", ignore_errors=True)
    kit.here.chmod(0o555)
    try:
        for _ in range(2):  # nothing is remembered, so the second run is as the first
            golden("read-only", kit.run(before, kit.language.again, status=0))
        same([kit.progress(), (kit.here / "runs").exists()], [None, False], "progress, runs")
    finally:
        kit.here.chmod(0o755)
    for name in ["progress", "lights.log"]:  # one of the two is enough
        kit = kit_of()
        kit.solve(3)
        (kit.here / name).mkdir()
        golden("read-only", kit.run(status=0))


def no_steps(kit_of):
    kit = kit_of()
    steps = kit.hand_out / "steps"
    steps.rename(kit.hand_out / "moved")
    golden("no-steps", kit.run(status=1))
    steps.mkdir()
    (steps / "readme.txt").write_text("not a step")
    golden("no-steps", kit.run(status=1))
    logged(kit, ["1 amber", "1 amber"])


def edited_steps(kit_of):
    kit = kit_of()
    file = kit.hand_out / "steps/5-a-group.txt"
    good = file.read_text().splitlines()
    first = {word: next(at for at, line in enumerate(good) if line.startswith(word)) for word in
             ["case", "rules", "size", "boards", "move", "legal?"]}
    row = first["boards"] + 2
    changes = [(at, "foo") for at in first.values()] + [
        (row - 1, "z"), (row, good[row][1:]), (row, good[row] + "-"), (row, good[row].replace("x", "z")),
        (row, good[row] + " "), (first["size"], "size 5"), (first["size"], "size five 5"), (first["boards"], "boards"),
        (first["move"], "move o 1"), (first["move"], "move o 1 b"), (first["move"], "move z 1 1"),
        (first["move"], "move o pass"), (first["move"], good[first["move"]] + " 1"),
        (first["legal?"], "legal? yes"), (first["legal?"] + 1, "yes"), (first["legal?"] + 1, "illegal"), (first["legal?"] + 2, "case next"),
        (first["legal?"] + 2, None), (len(good), "more")]
    for at, line in changes:
        new = good[:at] + ([] if line is None else [line]) + good[at + 1:]
        if line is None:  # two blank lines
            new = good[:at] + ["", ""] + good[at + 1:]
            at += 1
        edited(kit, file, new, at)
    for end in [first["case"], row, first["legal?"] + 1]:  # the rest is missing
        edited(kit, file, good[:end], end)
    edited(kit, file, [], 0)
    edited(kit, file, ["", *good], 0)
    file.write_text("\n".join(good) + "\n\n\n")
    golden("red-1", kit.run(status=1))


def edited(kit, file, lines, wrong):
    file.write_text("".join(f"{line}\n" for line in lines))
    wanted = f"\n  steps/{file.name}, line {wrong + 1}: this is not a line of a step file\n\n"
    same(kit.run(status=1), wanted, f"the wrong line: {lines[wrong] if wrong < len(lines) else 'missing'}")


def bonus(kit_of):
    kit = kit_of(bonus=True)
    kit.solve(7)
    kit.progress("8\n")
    golden("green-8", kit.run(status=0))
    same(kit.progress(), "9\n", "progress")
    file = kit.hand_out / "steps/8-everything.txt"
    head, tail = file.read_text().split("\nlegal?\n", 1)
    file.write_text(kit.bonus)
    same(screen(kit.run(status=0)), screen((GOLDEN / "green-8.txt").read_text()), "the whole bonus")
    file.write_text(head + "\nlegal?\nillegal turn\n" + tail.split("\n", 1)[1])
    golden("red-8", kit.run(status=1))


def first_red(name, home):
    """Without a network, and with an empty home folder. Measures both runs, with the copying of the folder."""
    net = ["unshare", "-rn"]
    if subprocess.run([*net, "true"], capture_output=True).returncode != 0:
        print("note: no network can be taken away here, so it stayed on")
        net = []
    shutil.rmtree(home)
    home.mkdir()
    figures = []
    kit = None
    for _ in range(2):
        began, spent = time.monotonic(), seconds()
        kit = kit or Kit(name, home)
        golden("red-1", kit.run(net, status=1))
        figures += [seconds() - spent, time.monotonic() - began]
    print("{:11} first red {:5.2f} CPU s ({:.1f} s), again {:5.2f} CPU s ({:.1f} s)".format(name, *figures), flush=True)


def seconds():
    """Processor seconds of this process and of all that it has started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


CHECKS = [solutions, steps, from_elsewhere, jumps, exception, exception_later, wrong_then_exception, no_boolean, recursion, ends,
          prints, remains, asked_alone, kept_runs, written_boards, carriage_returns, strange_progress, at_the_same_time, read_only, no_steps, edited_steps, bonus]


def main(names):
    unknown = [name for name in names if name not in LANGUAGES]
    if not GOKATA.exists():
        sys.exit(f"{GOKATA} is not there: `cargo build --release` makes it, or let GOKATA name another gokata")
    if unknown or not names:
        sys.exit(f"usage: check.py LANGUAGE... (there are: {' '.join(LANGUAGES)})")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            home = Path(folder) / "home"
            home.mkdir(exist_ok=True)
            begin(f"{name}, first_red")
            first_red(name, home)
            for check in CHECKS:
                begin(f"{name}, {check.__name__}")
                check(lambda **options: Kit(name, home, **options))
    if failures:
        sys.exit(f"{len(failures)} failed:\n" + "\n".join(failures))
    print("dojo:", ", ".join(names), "ok")


main(sys.argv[1:])
