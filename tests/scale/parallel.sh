#!/usr/bin/env bash
# Judges game records with gokata under GNU parallel, a hundred names to each process, and holds what comes of it
# against one process alone: tests/scale/parallel.sh GOKATA GAMES
set -euo pipefail
gokata=$1 games=$2
names() { find "$games" -name '*.sgf' | LC_ALL=C sort; }
options="--files-from - --format ndjson --any-order --referee fast --exit-zero"
# shellcheck disable=SC2086
alone=$(names | "$gokata" check $options | sha256sum)
many=$(names | parallel --will-cite --pipe -N 100 --keep-order "$gokata" check "$options" | sha256sum)
[ "$alone" = "$many" ] || { echo "GNU parallel gave something else than one process" >&2; exit 1; }
echo "$(names | wc -l) files by GNU parallel: the same as from one process"
