#!/usr/bin/env python3
"""Mutants: small faults, planted one by one, and the test that catches each.

    tests/mutants.py                         what is not yet in tests/mutants.tsv: the pure referee, the count, the questions
    tests/mutants.py --minutes 20 pure       for twenty minutes, of one group
    tests/mutants.py --shard 1/4 --out FILE  a quarter, on one of four machines; `--merge FILE…` joins the files

`cargo mutants --list` makes the faults. A row of tests/mutants.tsv holds for as long as the function that it speaks of is
unchanged (its hash is in the row), so that a run that was stopped goes on where it was, and a change costs what it touches.
A mutant that no test catches is tried again each time, and is a failure, until somebody writes into its row why nothing can
catch it (`equivalent: …`).
"""

import argparse
import collections
import filecmp
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests/mutants.tsv"
WORK = ROOT / "target/mutants"
TREE = WORK / "tree"
# A mutant that takes this long has made something endless: the tests of a group take a few seconds.
SECONDS = 120
MEMORY = 8 << 30
SWITCH = """ match { static MUTANT: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| std::env::var("GOKATA_MUTANT").map_or(0, |it| it.parse().unwrap())); *MUTANT } {
"""

# The targets in the order in which they are built and asked: most mutants are caught by the first, and `weak_keys`, in the
# library itself, is slow without optimization. Always all packages of the group: fewer would have other features, and compile
# everything anew.
PACKAGES = "-p gokata -p gokata-test-fixtures -p gokata-test-library"
LIBRARY = (PACKAGES, ["--test fixtures", "--test library", "--lib"])
SLOW = (f"{PACKAGES} -p gokata-test-slow", ["--test fixtures", "--test library", "--test slow", "--lib"])
COMMAND = ("-p gokata -p gokata-test-library -p gokata-cli", ["--test library", "--test command --test console", "--lib --bins"])
# The boards that questions lie on are in a test of their own.
ASKED = ("-p gokata -p gokata-test-library -p gokata-test-slow -p gokata-cli", ["--test library", "--test slow", "--test command --test console", "--lib --bins"])
JUDGING = "tests:: judge:: judge_patience:: check:: report:: ids:: answers:: liars:: strangers:: link:: export:: questions:: corpus"
# Files, what is left out, the tests' packages and targets, their names.
GROUPS = {
    "pure": ("src/pure/*.rs", "", SLOW, "tests:: weak_keys:: pure::file small:: conformance:: undo:: surface:: memory:: both_referees"),
    "scoring": ("src/scoring/*.rs src/fixture/asks.rs", "", SLOW, "tests:: weak_keys:: fixtures_ scoring ending_suggested:: teire:: liars:: malformed:: strangers::"),
    "questions": ("src/questions/*.rs", "", ASKED, f"{JUDGING} boards::"),
    "fast": ("src/fast/*.rs src/fast/batch/*.rs", "plain::", LIBRARY, "tests:: weak_keys:: fast:: small:: conformance:: batch"),
    # What guesses is not among them: it may guess in many ways.
    "life": ("src/scoring/life/*.rs", "life/playouts/", SLOW, "life:: status"),
    "agreement": ("src/agreement/*.rs src/bots.rs", "", LIBRARY, "ending bots::"),
    "records": ("src/sgf/*.rs", "", COMMAND, "tests:: weak_keys:: sgf convert:: check:: show:: records::"),
    "gtp": ("src/gtp/*.rs", "", COMMAND, "gtp"),
    "judge": ("src/cli/judge/*.rs src/cli/program/*.rs src/cli/dataset/*.rs src/planes.rs", "", COMMAND, f"{JUDGING} planes:: dataset"),
}


def mutants(group):
    """The mutants of a group as the repository is, by their keys: file, function, change, which of several equal ones."""
    files, left_out, _, _ = GROUPS[group]
    command = ["cargo", "mutants", "--list", "--json", "--workspace", "--exclude-re", "fmt::(Display|Debug)"]
    command += [word for file in files.split() for word in ("-f", file)] + (["--exclude-re", left_out] if left_out else [])
    listed = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    equal, found = collections.Counter(), {}
    for mutant in listed:
        lines = (ROOT / mutant["file"]).read_text().splitlines()
        span = (mutant["function"] or mutant)["span"]
        text = "\n".join(lines[span["start"]["line"] - 1 : span["end"]["line"]])
        change = re.sub(r"^\S+:\d+:\d+: ", "", mutant["name"])
        equal[mutant["file"], change] += 1
        key = (mutant["file"], change, str(equal[mutant["file"], change]))
        found[key] = (hashlib.sha256(text.encode()).hexdigest()[:8], mutant)
    return found


def read(file):
    """The rows of a file of results: by key, the hash and what caught the mutant."""
    if not file.exists():
        return {}
    rows = (line.split("\t") for line in file.read_text().splitlines()[1:])
    return {tuple(row[:3]): tuple(row[3:]) for row in rows}


def write(file, rows):
    lines = ["\t".join(("file", "change", "number", "function", "caught by"))]
    lines += ["\t".join((*key, *row)) for key, row in sorted(rows.items(), key=lambda row: (*row[0][:2], int(row[0][2])))]
    new = file.with_suffix(".new")
    new.write_text("\n".join(lines) + "\n")
    new.replace(file)


def offset(text, place):
    """Where a place, a line and a column from 1 on, lies in a text."""
    return sum(map(len, text.splitlines(keepends=True)[: place["line"] - 1])) + place["column"] - 1


def borders(text, thing):
    return offset(text, thing["span"]["start"]), offset(text, thing["span"]["end"])


def planted(mutant):
    """The text of the file with the fault in it."""
    text = (ROOT / mutant["file"]).read_text()
    start, end = borders(text, mutant)
    return text[:start] + mutant["replacement"] + text[end:]


def head(text, start):
    """Where the line with `fn` of a function begins, and the place after the brace that opens its body; what begins at `start`
    may be its documentation."""
    line = re.compile(r"^[^\n/#]*\bfn ", re.MULTILINE).search(text, text.rfind("\n", 0, start) + 1).start()
    return line, text.index("{", line) + 1


def switched(file, mutants):
    """The text of a file with all these mutants in it, by their numbers: each function has its body once more for each of its
    mutants, and the variable GOKATA_MUTANT says which runs. Gives also the lines of each of these bodies.
    """
    text = (ROOT / file).read_text()
    functions = {}
    for number, mutant in mutants.items():
        functions.setdefault(borders(text, mutant["function"]), {})[number] = mutant
    for inner in sorted(functions):
        for outer in functions:
            if outer != inner and outer[0] <= inner[0] and inner[1] <= outer[1]:
                functions[outer] |= functions[inner]
                functions[inner] = {}
    new, done, lines = "", 0, {}
    for (start, end), own in sorted(functions.items()):
        if not own:
            continue
        _, body = head(text, start)
        new += text[done:body] + SWITCH
        for number, mutant in own.items():
            first, last = borders(text, mutant)
            line = new.count("\n") + 1
            new += f"{number}_u32 => {{{text[body:first]}{mutant['replacement']}{text[last : end - 1]}}}\n"
            lines[number] = (line, new.count("\n"))
        new += f"_ => {{{text[body : end - 1]}}} }} }}"
        done = end
    return new + text[done:], lines


def together(mutant):
    """Whether a mutant can be built with others. A constant function cannot ask which is wanted, nor can a function have two
    bodies if each gives its result a type of its own."""
    if not mutant["function"]:
        return False
    text = (ROOT / mutant["file"]).read_text()
    line, body = head(text, borders(text, mutant["function"])[0])
    signature = text[line:body]
    return "const fn" not in signature and "impl " not in signature.partition("->")[2]


def plant(group, numbered):
    """Writes all these mutants into the tree, and builds it. What does not compile is taken out again; its numbers."""
    out = set()
    while True:
        places, files = {}, collections.defaultdict(dict)
        for number, mutant in numbered.items():
            if number not in out:
                files[mutant["file"]][number] = mutant
        for file in {mutant["file"] for mutant in numbered.values()}:
            text, places[file] = switched(file, files[file])
            (TREE / file).write_text(text)
        errors = set()
        for command, environment in commands(group, "test"):
            built = subprocess.run([*command, "--no-run", "--message-format", "json"], cwd=TREE, env=environment, capture_output=True, text=True)
            if built.returncode == 0:
                continue
            for message in map(json.loads, filter(lambda line: line.startswith("{"), built.stdout.splitlines())):
                if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                    for span in message["message"]["spans"]:
                        lines = places.get(span["file_name"], {})
                        errors |= {number for number, (first, last) in lines.items() if first <= span["line_start"] <= last}
            if not errors:
                sys.exit(f"the mutants of {group} do not compile together: {built.stderr}")
            break
        else:
            return out
        out |= errors


def copy():
    """The tracked files as they are here. What is the same stays untouched, for cargo looks at the times of files."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    there = {str(path.relative_to(TREE)) for path in TREE.rglob("*") if path.is_file()}
    for name in there - set(names):
        (TREE / name).unlink()
    for name in filter(None, names):
        if not (ROOT / name).exists() or (TREE / name).exists() and filecmp.cmp(ROOT / name, TREE / name, shallow=False):
            continue
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, TREE / name)


def commands(group, profile, number=0):
    """What builds and asks the tests of a group, target by target, with a mutant that was built together with others."""
    _, _, (packages, targets), _ = GROUPS[group]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(WORK / "target"), "GOKATA_QUICK": "1", "GOKATA_MUTANT": str(number), "RUSTC_BOOTSTRAP": "1"}
    for target in targets:
        yield ["cargo", "test", "--quiet", "--locked", "--profile", profile, *packages.split(), *target.split()], environment


def run(group, profile, number=0):
    """What failed of the tests of a group, or None."""
    for command, environment in commands(group, profile, number):
        if not number and subprocess.run([*command, "--no-run"], cwd=TREE, env=environment, capture_output=True).returncode != 0:
            return "does not compile"
        if failed := first_failure([*command, "--", "-Z", "unstable-options", "--fail-fast", *GROUPS[group][3].split()], environment):
            return failed
    return None


def first_failure(command, environment):
    """What failed of tests that are built, or None. A test that never ends is ended with all its processes."""
    command = ["prlimit", f"--as={MEMORY}", *command]
    process = subprocess.Popen(command, cwd=TREE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "never ends"
    if process.returncode == 0:
        return None
    failed = re.search(r"^(?:test )?(\S+) (?:\.\.\.|---) FAILED", output, re.MULTILINE)
    return failed[1] if failed else "ends without a result"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)} (default: the first three)")
    arguments.add_argument("--shard", default="0/1", metavar="K/N", help="every Nth mutant, from the one with the number K on")
    arguments.add_argument("--minutes", type=float, default=float("inf"), help="start no further mutant after this time")
    arguments.add_argument("--together", action="store_true", help="only those that are built together: a second each, the others a minute")
    arguments.add_argument("--missed", type=int, default=0, metavar="PERCENT", help="how many may be caught by nothing, of a group (default: 0)")
    arguments.add_argument("--out", type=pathlib.Path, default=KEPT, metavar="FILE", help="where results go (default: tests/mutants.tsv)")
    arguments.add_argument("--merge", nargs="+", type=pathlib.Path, metavar="FILE", help="join files of results to tests/mutants.tsv")
    options = arguments.parse_args()
    if options.merge:
        write(KEPT, read(KEPT) | {key: row for file in options.merge for key, row in read(file).items()})
        return
    if unknown := set(options.groups) - set(GROUPS):
        arguments.error(f"no such group: {', '.join(sorted(unknown))}")
    first, shards = map(int, options.shard.split("/"))
    nothing = ("", "nothing")
    end = time.monotonic() + 60 * options.minutes
    rows, missed, left = read(KEPT) | read(options.out), [], 0
    WORK.mkdir(parents=True, exist_ok=True)
    for group in options.groups or list(GROUPS)[:3]:
        found = mutants(group)
        files = {key[0] for key in found}
        # What the code no longer has.
        rows = {key: row for key, row in rows.items() if key[0] not in files or (key in found and found[key][0] == row[0])}
        todo = [key for number, key in enumerate(found) if rows.get(key, nothing)[1] == "nothing" and number % shards == first]
        # By numbers from 1 on; at first those that are built together.
        todo.sort(key=lambda key: not together(found[key][1]))
        if options.together:
            todo = [key for key in todo if together(found[key][1])]
        numbered = {number: found[key][1] for number, key in enumerate(todo, 1) if together(found[key][1])}
        broken = set()
        if todo and time.monotonic() < end:
            copy()
            broken = plant(group, numbered)
            if failed := run(group, "test"):
                sys.exit(f"the tests of {group} fail without any mutant: {failed}")
        for number, key in enumerate(todo, 1):
            if time.monotonic() > end:
                left += len(todo) + 1 - number
                break
            digest, mutant = found[key]
            if number in broken:
                caught = "does not compile"
            elif number in numbered:
                caught = run(group, "test", number) or "nothing"
            else:
                copy()
                (TREE / mutant["file"]).write_text(planted(mutant))
                caught = run(group, "mutants") or "nothing"
            rows[key] = (digest, caught)
            write(options.out, rows)
            print(f"{group} {number}/{len(todo)}: {mutant['name']}: {caught}", flush=True)
        kept = [rows[key][1] for key in found if key in rows]
        valid = [caught for caught in kept if caught != "does not compile"]
        explained = sum(caught.startswith("equivalent: ") for caught in valid)
        if 100 * valid.count("nothing") > options.missed * len(valid):
            missed += [" ".join(key) for key in found if key in rows and rows[key][1] == "nothing"]
        print(f"{group}: {len(found)} mutants, {len(valid)} of {len(kept)} tried compile, {valid.count('nothing')} are caught by nothing, {explained} are equivalent")
    write(options.out, rows)
    if left:
        print(f"{left} are left for the next run")
    if missed:
        sys.exit("caught by nothing:\n  " + "\n  ".join(missed))


if __name__ == "__main__":
    main()
