#!/usr/bin/env python3
"""An engine that speaks GTP, named on the command line, without its command `final_score`: GNU Go thinks for minutes about the count of
some boards of 19x19, and is asked for dead stones alone."""

import subprocess
import sys

with subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True) as engine:
    for line in engine.stdout:
        if line != "final_score\n":
            print(line, end="", flush=True)
sys.exit(engine.returncode)
