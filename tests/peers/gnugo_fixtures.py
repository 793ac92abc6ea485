#!/usr/bin/env python3
"""GNU Go judged by the fixtures under each of its ko and suicide options: prints the table, and holds it to what is known.

    tests/peers/gnugo_fixtures.py [GOKATA]

GOKATA is target/release/gokata unless given.

Ends with status 1 if anything else than the deviations below is found, or if a number is not the one in the table of fixtures/README.md or in that of README.md: fewer right ones may
mean that something is no longer asked.
"""
import collections
import json
import re
import subprocess
import sys

# No folder of compiled files beside the sources.
sys.dont_write_bytecode = True
import built

KO = {"simple": "--simple-ko", "positional": "--positional-superko", "situational": "--situational-superko"}
SUICIDE = {"forbidden": "--forbid-suicide", "multi-stone": "--allow-suicide", "allowed": "--allow-all-suicide"}

# GNU Go 3.8 asks no ko rule at all about a move that is a suicide.
ONE, TWO, OLD = "one-stone-suicide-on-a-square", "suicide-ko-on-a-square", "suicide-is-not-called-ko"
KNOWN = {
    ("simple", "allowed"): [f"superko/{ONE}#jg65x.A3-r689j"],
    ("positional", "multi-stone"): [f"superko/{TWO}#dzuhg.B3-p0puu"],
    ("positional", "allowed"): [f"superko/{ONE}#p9dya.A3-4eru5", f"superko/{OLD}#3mw2p.A3-8rm0g", f"superko/{TWO}#dzuhg.B3-p0puu"],
    ("situational", "allowed"): [f"superko/{ONE}#jg65x.A3-r689j"],
}


README = built.REPOSITORY / "fixtures/README.md"


def in_the_readme():
    """The numbers of its table, by the options."""
    rows = re.findall(r"^\| `(--[a-z -]+)` \| (\d+) \| (\d+) \| (\d+) \|$", README.read_text(), re.MULTILINE)
    return {options: tuple(map(int, numbers)) for options, *numbers in rows}


def main(gokata):
    found, numbers = {}, {}
    print("| gnugo | right | wrong | cannot be asked | deviations |")
    print("|---|---:|---:|---:|---|")
    for ko, ko_option in KO.items():
        for suicide, suicide_option in SUICIDE.items():
            engine = f"/usr/games/gnugo --mode gtp {ko_option} {suicide_option}"
            arguments = ["check", "--engine", engine, "--engine-rules", f"kata,ko={ko},suicide={suicide}"]
            ran = subprocess.run([gokata, *arguments, "--format", "ndjson"], stdout=subprocess.PIPE, text=True, cwd=built.REPOSITORY)
            records = [json.loads(line) for line in ran.stdout.splitlines()]
            counts = collections.Counter(record["outcome"] for record in records if "outcome" in record)
            wrong = [record for record in records if record.get("outcome") == "wrong"]
            found[ko, suicide] = [record["id"] for record in wrong]
            examples = "; ".join(
                f"[{record['id'].split('/')[-1].split('#')[0]}]({record['file']}#L{record['line']}) {record['move']}: {record['expected']}, "
                f"got {record['got']}"
                for record in wrong
            )
            row = tuple(counts[outcome] for outcome in ("right", "wrong", "cannot-be-asked"))
            numbers[f"{ko_option} {suicide_option}"] = row
            print(f"| `{ko_option} {suicide_option}` | {' | '.join(map(str, row))} | {examples or '-'} |")
            if ran.returncode != bool(wrong) or set(counts) - {"right", "wrong", "cannot-be-asked"}:
                sys.exit(f"{engine}: status {ran.returncode}, {dict(counts)}")
    known = {rules: KNOWN.get(rules, []) for rules in found}
    if found != known:
        sys.exit(f"deviations have changed:\n{found}\nknown are\n{known}")
    shown = in_the_readme()
    if numbers != shown:
        changed = [f"{options}: {numbers.get(options)}, in fixtures/README.md {shown.get(options)}" for options in sorted({*numbers, *shown})
                   if numbers.get(options) != shown.get(options)]
        sys.exit("\n".join(["the numbers are not those of fixtures/README.md:", *changed]))
    built.hold_to_readme([built.summary("GNU Go 3.8", [wrong for _, wrong, _ in numbers.values()])])


if __name__ == "__main__":
    main(built.gokata())
