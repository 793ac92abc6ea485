#!/usr/bin/env python3
"""Shows that `gokata serve` answers a change only after it is on the disk. A killed process cannot show that: the
system keeps what it has written.

    tests/web/fsync.py GOKATA

Runs GOKATA under strace, sends moves one by one, and looks for a finished fdatasync between each answer and the one before.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

MOVES = 40


def post(url, fields):
    data = urllib.parse.urlencode(fields).encode()
    request = urllib.request.Request(url, data, {"Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def main(gokata):
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder, "trace")
        watched = "trace=fdatasync,fsync,sendto,sendmsg,write,writev"
        # -D: the server is this program's own child, so that signals reach it.
        command = ["strace", "-D", "-f", "-qq", "-s", "16", "-e", watched, "-o", trace, gokata]
        server = subprocess.Popen([*command, "serve", "--no-limits", "--mail", "none", "--listen", "127.0.0.1:0", "--data", f"{folder}/data"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().removeprefix("Make a game at ").strip()
            made = post(f"{url}games", {"req": "fsync", "size": 19})
            for number in range(MOVES):
                link = made[["black", "white"][number % 2]]
                point = "ABCDEFGHJKLMNOPQRS"[number // 2] + str(number % 2 * 2 + 1)
                post(f"{link}/play", {"req": f"move-{number}", "move_no": number, "point": point})
        finally:
            server.terminate()
            server.wait(60)
        time.sleep(1)  # strace writes its last lines after the server has ended
        synced, answers, unsynced = False, 0, []
        for number, line in enumerate(trace.read_text().splitlines(), 1):
            if re.search(r"fdatasync\(.*= 0|fdatasync resumed.*= 0|fsync\(.*= 0|fsync resumed.*= 0", line):
                synced = True
            elif "HTTP/1.1 20" in line:
                answers += 1
                if not synced:
                    unsynced.append(f"line {number}: {line}")
                synced = False
    if answers != MOVES + 1 or unsynced:
        sys.exit("\n".join([f"{answers} answers to {MOVES + 1} changes", *unsynced]))
    print(f"{answers} changes: each on the disk before its answer")


if __name__ == "__main__":
    main(sys.argv[1])
