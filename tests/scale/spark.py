"""Judges game records with gokata under Apache Spark, and holds what comes of it against one process alone.

    python3 tests/scale/spark.py GOKATA GAMES [SLICES]

GAMES is a folder of .sgf files that every worker sees. Each slice of their names is piped through one process of
`gokata check`, which prints one JSON object a game; what Spark gives back is an RDD of these. Needs pyspark and Java.
"""

import collections
import json
import pathlib
import subprocess
import sys

from pyspark.sql import SparkSession

OPTIONS = ["--files-from", "-", "--format", "ndjson", "--stats", "--any-order", "--referee", "fast"]


def alone(gokata, names):
    """The objects that one process gives for all names."""
    command = [gokata, "check", *OPTIONS]
    ran = subprocess.run(command, input="\n".join(names), capture_output=True, text=True)
    if ran.returncode not in (0, 1, 2) or ran.stderr:
        sys.exit(f"gokata ended with {ran.returncode}: {ran.stderr}")
    return ran.stdout.splitlines()


def main(gokata, games, slices=8):
    names = sorted(str(path) for path in pathlib.Path(games).rglob("*.sgf"))
    spark = SparkSession.builder.master("local[2]").appName("gokata").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    # --exit-zero: that a game is illegal is a finding, not a failure of the job. Every other end of the process is one.
    command = f'"{gokata}" check {" ".join(OPTIONS)} --exit-zero'
    objects = spark.sparkContext.parallelize(names, int(slices)).pipe(command, checkCode=True)
    lines = objects.collect()
    expected = alone(gokata, names)
    if lines != expected:
        sys.exit(f"Spark gave {len(lines)} objects, which are not the {len(expected)} of one process")
    verdicts = collections.Counter(json.loads(line)["verdict"] for line in lines)
    moves = sum(json.loads(line).get("moves", 0) for line in lines)
    print(f"{len(names)} files in {slices} slices, {moves} moves: the same as from one process: {dict(verdicts)}")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
