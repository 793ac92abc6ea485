"""A program for `gokata check --exec` that counts Black's stones and nothing else."""

import sys

print("start counts-wrongly 1 can=score scoring=area tax=none", flush=True)
lines = []
for line in sys.stdin:
    lines.append(line.strip())
    if line.endswith("?\n"):
        stones = "".join(row for row in lines if set(row) <= set("xo-"))
        print({"legal?": "legal", "board?": "cannot"}.get(lines[-1]) or f"x+{stones.count('x') or 1}", flush=True)
        lines = []
