"""Reads a JUnit document as continuous integration does, and holds it against the totals that gokata prints in text.

    python3 tests/peers/junit.py GOKATA    (needs the package junitparser)
"""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from junitparser import Error, Failure, JUnitXml, Skipped

GOKATA = sys.argv[1]
LEGAL = "while read -r word; do case $word in legal\\?) echo legal;; board\\?) echo illegal;; esac; done"


def check(arguments, status):
    ran = subprocess.run([GOKATA, "check", *arguments], capture_output=True, text=True)
    assert ran.returncode == status, (arguments, ran)
    return ran.stdout


def read(arguments, status):
    document = check([*arguments, "--format", "junit"], status)
    counts, skipped = {"all": 0, Failure: 0, Error: 0, Skipped: 0}, 0
    for suite in JUnitXml.fromstring(document.encode()):
        of_suite = {"all": 0, Failure: 0, Error: 0, Skipped: 0}
        for case in suite:
            skipped += sum(int(result.message.split()[0]) for result in case.result if isinstance(result, Skipped))
            assert case.name and case.classname == suite.name, case.name
            of_suite["all"] += 1
            for result in case.result:
                of_suite[type(result)] += 1
        printed = suite.tests, suite.failures, suite.errors, suite.skipped
        assert printed == tuple(of_suite.values()), (suite.name, printed, of_suite)
        for kind, count in of_suite.items():
            counts[kind] += count
    cases = len(list(ElementTree.fromstring(document).iter("testcase")))
    assert cases == counts["all"], (cases, counts)
    return tuple(counts.values()), skipped


def number(text, before):
    return int(text.split(before)[0].split()[-1])


# What is not asked is one case for each folder, which says how much it is: `41 questions or lines not asked`.
# Lines about chains that the finder leaves open are not asked, and no others: `1 line not asked: D4 is open: …`.
left = [line for line in check(["--verbose"], 0).splitlines() if " not asked: " in line]
assert left and all(" is open: " in line for line in left), left
found, skipped = read([], 0)
assert found[1:3] == (0, 0) and skipped == sum(int(line.split()[0]) for line in left), (found, skipped, left)

text = check(["--exec", LEGAL], 1)
printed = text.splitlines()
total = next(line for line in printed if " questions: " in line)
found, skipped = read(["--exec", LEGAL], 1)
assert found[1:3] == (number(total, " wrong"), 0) and skipped == number(total, " cannot be asked"), (found, skipped, total)
# One more case says how much was asked.
asked = found[0] - found[3] - 1
assert asked == number(total, " questions") - skipped, (found, skipped, total)

records = ["tests/records", "--variations"]
status = subprocess.run([GOKATA, "check", *records], capture_output=True).returncode
read(records, status)
print(f"junitparser reads {asked} questions: {found[1]} failures, {skipped} skipped in {found[3]} folders")
