"""What check.py finds, compared with what is expected; all failures are collected."""
import os
import re
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"

failures = []
where = ""


def begin(what):
    """Names what is checked from now on."""
    global where
    where = what


def same(found, wanted, what):
    if found != wanted:
        failures.append(f"{where}: {what}")
        print(f"FAILED {where}: {what}\n--- wanted\n{wanted}\n--- found\n{found}\n---", flush=True)


def golden(name, found):
    file = GOLDEN / f"{name}.txt"
    if "GOKATA_BLESS" in os.environ and not (name in blessed):
        file.write_text(found)
        blessed.add(name)
    same(found, file.read_text(), f"golden/{file.name}")


blessed = set()


def screen(said):
    """Returns the screen, which is what comes from the last title on."""
    return said[said.rfind("\n  ["):]


def logged(kit, lights):
    same(re.sub(r"(?m)^\d\d:\d\d:\d\d ", "", kit.log()), "".join(f"{light}\n" for light in lights), "lights.log")
