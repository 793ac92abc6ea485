"""Prints the first Python program on a page, which promises thirty lines. `python3 tests/peers/page_program.py PAGE`."""

import sys

program = open(sys.argv[1]).read().split("```python\n")[1].split("```")[0]
assert len(program.splitlines()) <= 30, "a program of thirty lines at most"
print(program, end="")
