"""Tries a download where there is no Rust: `python3 tests/release/try.py ARCHIVE [RUNNER…] [--node NODE.EXE]`.

RUNNER runs a program of another system: `/usr/lib/wine/wine64`, or `qemu-aarch64-static -L /usr/aarch64-linux-gnu`. The
archive is unpacked into an empty folder with a space in its name; programs get an empty environment. Needs Linux. Prints
what it has tried, and what could not be tried; stops at the first wrong answer.
"""
import json
import os
import pty
import re
import select
import shutil
import signal
import socketserver
import subprocess
import sys
import tarfile
import tempfile
import termios
import threading
import time
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 120
# Systems with this glibc or a later one run the Linux programs.
GLIBC = (2, 17)


def tried(what):
    print(f"  {what}", flush=True)


def contains(text, *parts):
    for part in parts:
        assert part in text, f"{part!r} is not in:\n{text}"


class Download:
    """The unpacked archive, and how its programs are run."""

    def __init__(self, archive, runner, node, home):
        self.runner, self.node, self.home = runner, node, home
        self.is_windows = archive.suffix == ".zip"
        self.name = archive.name.removesuffix(".zip").removesuffix(".tar.gz")
        self.folder = home / "un packed" / self.name
        if self.is_windows:
            with zipfile.ZipFile(archive) as files:
                files.extractall(self.folder.parent)
        else:
            with tarfile.open(archive) as files:
                files.extractall(self.folder.parent)
        self.program = self.folder / ("gokata.exe" if self.is_windows else "gokata")
        self.environment = {"PATH": "/usr/bin:/bin"}
        if self.is_windows:
            self.environment |= {"WINEPREFIX": str(home / "wine"), "WINEDEBUG": "-all"}
            self.prepare_wine()

    def prepare_wine(self):
        (self.home / "wine").mkdir()
        self.run(["cmd", "/C", "exit"], status=None)
        system = self.home / "wine/drive_c/windows/system32"
        library = ["-shared", "-o", system / "bcryptprimitives.dll", HERE / "bcryptprimitives.c", "-ladvapi32"]
        if not (system / "bcryptprimitives.dll").exists():
            subprocess.run(["x86_64-w64-mingw32-gcc", *library], check=True)

    def run(self, command, text="", status=0, cwd=None):
        """Returns what a command prints."""
        done = subprocess.run([*self.runner, *command], input=text.encode(), cwd=cwd or self.folder, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
        said = done.stdout.decode()
        assert "\x1b" not in said, f"escape sequences in a pipe: {said!r}"
        assert status is None or done.returncode == status, f"{command}: status {done.returncode}, not {status}\n{said}"
        return said.replace("\r\n", "\n")

    def gokata(self, *arguments, text="", status=0):
        return self.run([self.program, *arguments], text, status)

    def path(self, *parts):
        """A path as the system writes it."""
        return ("\\" if self.is_windows else "/").join(parts)

    def command(self, *words):
        """A command line for `--engine` that starts a program, from a folder with a space in its name."""
        if self.is_windows:
            words = [word.replace("/", "\\") for word in words]
            return " ".join(f'"{word}"' if " " in word else word for word in words)
        return " ".join(f"'{word}'" for word in [*self.runner, *words])

    def interrupted(self, *arguments, after, typed=""):
        """Starts gokata in a terminal, types this at the prompt of a game, presses Ctrl-C when `after(PRINTED)` is true,
        and returns what it printed, and its status."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            if self.is_windows:
                # Enter stays what it is, also before Wine reads keys.
                modes = termios.tcgetattr(0)
                modes[0] &= ~termios.ICRNL
                termios.tcsetattr(0, termios.TCSANOW, modes)
            command = [*self.runner, str(self.program), *arguments]
            os.execvpe(command[0], command, self.environment)
        said, has_pressed, until = b"", False, time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    said += os.read(terminal, 1 << 16)
                except OSError:
                    break  # the other side is closed
            if typed and b"(x)>" in said:
                os.write(terminal, typed.encode())
                typed = ""
            if not has_pressed and after(said.decode(errors="replace")):
                os.write(terminal, b"\x03")
                has_pressed = True
        else:
            os.kill(child, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.close(terminal)
        return said.decode(errors="replace"), status

    def left_behind(self):
        """The processes that have this folder in their command lines."""
        found = []
        for process in Path("/proc").iterdir():
            try:
                line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if self.home.name in line.replace("\\", "/") and int(process.name) != os.getpid() and "wineserver" not in line:
                found.append(line)
        return found

    def leaves_nothing(self):
        until = time.monotonic() + 5
        while self.left_behind() and time.monotonic() < until:
            time.sleep(0.05)
        assert not self.left_behind(), f"left behind: {self.left_behind()}"


def the_archive(it):
    files = {file.relative_to(it.folder).as_posix() for file in it.folder.rglob("*") if file.is_file()}
    wanted = {it.program.name, "README.md", "LICENSE-MIT", "LICENSE-APACHE", "LICENSES-CRATES.txt", "man1/gokata.1",
              "completions/_gokata", "completions/gokata.ps1", "fixtures/README.md", "gokata.html", "dojo.html"}
    assert wanted <= files, wanted - files
    contains((it.folder / "LICENSES-CRATES.txt").read_text(), "imbl ", "Mozilla Public License", "clap")
    for page in it.folder.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page}: {link}"
    program = it.program.read_bytes()
    assert str(Path.home()).encode() + b"/" not in program, "the program names folders of the machine that built it"
    if "linux" in it.name:
        needed = {(int(a), int(b)) for a, b in re.findall(rb"GLIBC_(\d+)\.(\d+)", program)}
        assert max(needed) <= GLIBC, max(needed)
    tried(f"the archive, its links and licences; the program has {len(program):,} bytes")


def fixtures_and_records(it):
    contains(it.gokata("--version"), "gokata " + it.name.split("-")[1])
    contains(it.gokata("check"), " questions: all as expected")
    contains(it.gokata("check", it.path("fixtures", "kata", "6-ko")), "18 files, 40 cases, 79 questions: all as expected")
    (it.folder / "my games").mkdir()
    (it.folder / "my board.txt").write_bytes(b"x\r\n-o--\r\no-o-\r\n-o--\r\n")
    (it.folder / "my games/one.sgf").write_bytes(b"(;GM[1]SZ[9]\r\nC[two\r\nlines];B[ee]\r\n;W[ed])\r\n")
    contains(it.gokata("explain", "my board.txt", "B2", status=1), "B2: not legal", "suicide")
    contains(it.gokata("explain", it.path(".", "my board.txt"), "D1"), "D1: legal")
    contains(it.gokata("check", "my board.txt"), "1 file")
    contains(it.gokata("check", it.path("my games", "one.sgf")), "1 game", "2 moves")
    contains(it.gokata("show", it.path("my games", "one.sgf")), "(o)")
    contains(it.gokata("check", "-", text="x\r\n-o-\r\n---\r\n\r\nA1 legal\r\n", status=None), "1 file")
    contains(it.gokata("nosuch", status=2), "nosuch")
    whole = it.folder / "games.npz"
    it.gokata("dataset", it.path("my games", ""), "--out", "games.npz")
    assert zipfile.ZipFile(whole).testzip() is None
    tried("check, explain, show, dataset: paths with spaces, files with CR LF")


def the_page(it):
    page = (it.folder / "gokata.html").read_text()
    place = '<meta name="gokata-link" content="'
    contains(page, place + '"')
    contains(it.gokata("try", "--print", "--out", "example.html"), "example.html")
    assert (it.folder / "example.html").read_text() == page, "the program has another page"
    it.gokata("try", "my board.txt", "B2", "--print", "--out", it.path("my games", "asked.html"))
    asked = (it.folder / "my games/asked.html").read_text()
    link = re.search(place + r'([^"]+)"', asked)[1]
    assert asked == page.replace(place, place + link), "more than the link is changed"
    contains(it.gokata("explain", "#" + link, status=1), "B2: not legal", "suicide")
    tried("try: the page of the archive, and a copy of it with a question")


def a_game(it):
    contains(it.gokata("play", "--black", "random", "--size", "19", "--seed", "7"), "(W+60.5, 513 turns)")
    said = it.gokata("play", "--white", "random", "--size", "5", "--save", it.path("my games", "two.sgf"), text="C3\r\npass\r\n")
    contains(said, "White plays", "not finished")
    contains(it.gokata("check", it.path("my games", "two.sgf")), "1 game")
    said = it.gokata("gtp", text="boardsize 5\r\nplay b c3\r\nplay w c3\r\nshowboard\r\nquit\r\n")
    contains(said, "= \n", "illegal move", "X")
    tried("play with a bot; gtp with CR LF")


def other_programs(it):
    asked = it.gokata("check", "--engine", it.command(str(it.program), "gtp"), it.path("fixtures", "kata", "6-ko"))
    contains(asked, "183 right, 0 wrong, 5 cannot be asked")
    player = it.folder / ("a player.exe" if it.is_windows else "a player")
    zig = ["cargo-zigbuild", "zig", "cc", "--", "-target", it.name.split("-", 2)[2].replace("-unknown", "")]
    compiler = ["x86_64-w64-mingw32-gcc"] if it.is_windows else zig if it.runner else ["cc"]
    subprocess.run([*compiler, "-o", player, HERE / "player.c"], check=True)
    judged = ["check", "--exec", it.command(str(player)), it.path("fixtures", "kata", "6-ko")]
    contains(it.gokata(*judged, status=1), "188 questions: 126 right, 24 wrong, 38 cannot be asked")
    it.leaves_nothing()
    run = it.gokata(*judged, "--format", "ndjson", status=1)
    (it.folder / "run.ndjson").write_text(run)
    it.gokata("report", "run.ndjson", "--out", "pa ges")
    contains((it.folder / "pa ges/index.html").read_text(), 'class="n bad"><a ', '#causes">24</a>', 'class="n">126<')
    waits = it.command(str(player), "wait")
    has_started = lambda _: any(" wait" in line and "--exec" not in line for line in it.left_behind())
    _, status = it.interrupted("check", "--exec", waits, it.path("fixtures", "kata", "6-ko"), after=has_started)
    assert status == 130, status
    it.leaves_nothing()
    tried("--engine, --exec, report; no process is left behind, at Ctrl-C either")


def pipes_and_interrupts(it):
    command = [*it.runner, it.program, "export"]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=it.folder, env=it.environment, **pipes) as export:
        export.stdout.read(100)
        export.stdout.close()
        said = export.stderr.read()
        assert (export.wait(PATIENCE), said) == (0, b""), (export.returncode, said)
    with subprocess.Popen(command, cwd=it.folder, env=it.environment, **pipes) as export:
        time.sleep(1)  # the pipe is full
        json.loads(export.stdout.read())
    said, status = it.interrupted("play", "--white", "random", typed="C3\rsave kept.sgf\r",
                                  after=lambda _: (it.folder / "kept.sgf").exists())
    assert status == 130, (status, said)
    contains(it.gokata("check", "kept.sgf"), "1 game")
    (it.folder / "list").write_text("my games/one.sgf\n" * 300_000)
    parts = lambda: [file for file in it.folder.iterdir() if ".part" in file.name or file.name == "all.npz"]
    _, status = it.interrupted("dataset", "--files-from", "list", "--out", "all.npz", after=lambda _: parts())
    assert status == 130 and not parts(), (status, parts())
    tried("a pipe that nobody reads any more, a full pipe, Ctrl-C in play and dataset")


class Mails(socketserver.StreamRequestHandler):
    """A mail server that takes all."""

    taken = []

    def handle(self):
        say = lambda text: self.wfile.write(text + b"\r\n")
        say(b"220 here")
        for line in self.rfile:
            word = line.strip().upper()[:4]
            say({b"DATA": b"354 go on", b"QUIT": b"221 bye"}.get(word, b"250 well"))
            if word == b"DATA":
                mail = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.taken.append(mail.decode())
                say(b"250 taken")


def the_web_game(it):
    mails = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mails)
    threading.Thread(target=mails.serve_forever, daemon=True).start()
    served = {}

    def play(said):
        address = re.search(r"Make a game at (http://\S+)/", said)
        if not address:
            return False
        if not served:
            fields = {"req": "one", "size": 5, "name": "Ann", "opponent_name": "Bob", "email": "ann@example.org",
                      "opponent_email": "bob@example.org"}
            form = urllib.parse.urlencode(fields).encode()
            request = urllib.request.Request(address[1] + "/games", form, {"Accept": "application/json"})
            served["game"] = json.load(urllib.request.urlopen(request, timeout=PATIENCE))
            link = served["game"]["spectators"]
            served["page"] = urllib.request.urlopen(link, timeout=PATIENCE).read().decode()
        return bool(Mails.taken)

    mail = f"smtp://localhost:{mails.server_address[1]}"
    said, status = it.interrupted("serve", "--listen", "127.0.0.1:0", "--data", "da ta", "--mail", mail, after=play)
    mails.shutdown()
    assert status == 0, (status, said)
    contains(served["page"], "<html", "Ann")
    contains(Mails.taken[0], "@example.org", "Subject:")
    contains(it.gokata("serve", "--data", "da ta", "--verify"), "1 games, ", ": 0 faults")
    tried("serve: a game made over HTTP, a mail to a host by its name, Ctrl-C, --verify")


def the_dojo(it):
    it.gokata("dojo", "an evening")
    kit = it.folder / "an evening"
    assert (kit / "hand-out/dojo.html").read_bytes() == (it.folder / "dojo.html").read_bytes(), "the program has another page"
    rows = re.findall(r"^\| ([A-Z]\S*?)[ :].*`(.*?)/(\S+?)`.*?\| (`.*`) \| (.*) \|$", (kit / "hand-out/KATA.md").read_text(), re.M)
    assert len(rows) == 8, rows
    for _, folder, file, usual, on_windows in rows:
        commands = usual if not it.is_windows or on_windows == "the same" else on_windows
        commands = re.findall(r"`(.*?)`", commands)
        here = kit / "hand-out" / folder
        run = windows_kit if it.is_windows else unix_kit
        why_not, before = run(it, here, commands)
        if 'Unknown file extension ".ts"' in before:
            why_not = "this Node does not run TypeScript"
        if why_not:
            tried(f"NOT TRIED, {why_not}: {' then '.join(commands)}")
            continue
        contains(before, "RED", "hints")
        solution = (kit / "solutions" / folder / f"7{Path(file).suffix}").read_text()
        if folder == "java":
            old = (here / file).read_text()
            solution += "\n" + old[old.index("// ---------- Below this line"):]
        (here / file).write_text(solution)
        contains(run(it, here, commands)[1], "GREEN", "last step")
        tried(f"dojo: {' then '.join(commands)}")


def unix_kit(it, here, commands):
    tool = commands[0].split()[0]
    if tool == "cargo" or not shutil.which(tool, path="/usr/bin:/bin"):
        return f"no {tool}", ""
    home = {"HOME": str(it.home), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["/bin/sh", "-c", commands[0]], cwd=here, env=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "", done.stdout.decode()


def windows_kit(it, here, commands):
    """Compilers for Windows run on this system; what they make, and the rest, as KATA.md has it."""
    words = commands[0].split()
    if words[0] == "node" and it.node:
        it.environment |= {"WINEPATH": "Z:" + str(Path(it.node).parent).replace("/", "\\"), "NODE_SKIP_PLATFORM_CHECK": "1"}
    elif words[0] == "g++" and shutil.which("x86_64-w64-mingw32-g++"):
        subprocess.run(["x86_64-w64-mingw32-g++", "-static", *words[1:]], cwd=here, check=True)
        commands = commands[1:]
    elif words[0] == "go" and shutil.which("go"):
        subprocess.run(["go", "build", "-o", "dojo.exe", "."], cwd=here, env=os.environ | {"GOOS": "windows"}, check=True)
        commands = [".\\dojo"]
    else:
        return f"no {words[0]} for Windows", ""
    # Into a file: under Wine, Node does not write into a pipe.
    it.run(["cmd", "/C", commands[-1] + " >said 2>&1"], status=None, cwd=here)
    return "", (here / "said").read_text()


def main():
    arguments = sys.argv[1:]
    node = None
    if "--node" in arguments:
        at = arguments.index("--node")
        node = arguments[at + 1]
        del arguments[at:at + 2]
    archive, runner = Path(arguments[0]).resolve(), arguments[1:]
    print(archive.name, flush=True)
    home = Path(tempfile.mkdtemp(prefix="gokata-try-"))
    try:
        it = Download(archive, runner, node, home)
        for part in [the_archive, fixtures_and_records, the_page, a_game, other_programs, pipes_and_interrupts, the_web_game, the_dojo]:
            part(it)
    finally:
        if (home / "wine").exists():
            for server in Path(runner[0]).parent.glob("wineserver*"):
                subprocess.run([server, "-k"], env=it.environment, check=False)
                break
        shutil.rmtree(home, ignore_errors=True)


main()
