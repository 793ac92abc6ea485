#!/usr/bin/env bash
# Three repositories of strangers make rows with fixtures/scoreboard.sh, and their rows are collected: a program in Python, an
# engine, and one whose second run is refused. `tests/peers/strangers.sh GOKATA [FOLDER]`: their page goes into the
# folder. Without a network.
set -euo pipefail
cd "$(dirname "$0")/../.."
gokata=$(realpath "$1")
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/runs"

# Only a part of the corpus, to be quick.
row() { # REPOSITORY [VARIABLE=VALUE…]
  cd "$scratch/$1"
  shift
  env GOKATA="$gokata" "$@" sh scoreboard.sh fixtures/kata/6-ko
}
refused() { # TEXT REPOSITORY [VARIABLE=VALUE…]
  local text=$1 status=0 said
  shift
  said=$(row "$@" 2>&1) || status=$?
  [ "$status" = 2 ] && grep -F "$text" <<<"$said" || { echo "status $status instead of: $text"; echo "$said"; exit 1; }
}
for name in python engine faulty; do
  git init --quiet "$scratch/$name"
  cp fixtures/scoreboard.sh "$scratch/$name"
  (cd "$scratch/$name" && git -c user.name=stranger -c user.email=stranger@example.org commit --quiet --allow-empty --message first --date 2026-01-02)
done
python3 tests/peers/page_program.py fixtures/README.md >"$scratch/python/referee.py"
# A folder of this name is the stranger's own: gokata asks its own fixtures.
mkdir "$scratch/python/fixtures"
(row python PROGRAM='python3 referee.py' RELEASED=2026-01-02 OUT=../runs/python.ndjson) | grep -F '| my-program 0.1 (2026-01-02) | '

# An archive, as .ci/release makes them.
mkdir "$scratch/gokata-0"
cp "$gokata" "$scratch/gokata-0/gokata"
tar -czf "$scratch/gokata.tar.gz" -C "$scratch" gokata-0
(row engine GOKATA=../gokata.tar.gz PROTOCOL=engine PROGRAM='/usr/games/gnugo --mode gtp' OUT=../runs/engine.ndjson) | grep -F '| GNU Go 3.8 ('

answers='echo "start Faulty 1"; while read -r word; do case $word in *"?") echo legal;; esac; done'
(row faulty PROGRAM="$answers" OUT=../runs/faulty.ndjson) | grep -F '| Faulty 1 ('
"$gokata" scoreboard "$scratch/runs" --format tsv >"$scratch/rows.tsv"
[ "$(wc -l <"$scratch/rows.tsv")" = 4 ]

# Its next run says that a wrong answer is the right one.
sed -i 's/"expected":"illegal ko","got":"legal","outcome":"wrong"/"expected":"legal","got":"legal","outcome":"right"/' "$scratch/runs/faulty.ndjson"
if "$gokata" scoreboard "$scratch/runs" --rows "$scratch/rows.tsv" --format tsv >"$scratch/renewed.tsv" 2>"$scratch/said"; then exit 1; fi
grep -F 'it was asked an altered corpus' "$scratch/said"
cmp "$scratch/rows.tsv" "$scratch/renewed.tsv"
[ -z "${2:-}" ] || "$gokata" scoreboard --rows "$scratch/rows.tsv" --out "$2"

# Mistakes.
refused 'PROGRAM must be the command to ask' faulty
refused 'GOKATA must name an archive' faulty PROGRAM=x GOKATA=
refused 'there is no no-such' faulty PROGRAM=x GOKATA=no-such
refused 'is no archive' faulty PROGRAM=x GOKATA=scoreboard.sh
refused 'has another sum' faulty PROGRAM=x GOKATA=../gokata.tar.gz SHA256="$(printf '%064d' 0)"
# A repository at a commit. A cargo that copies the program stands for the one that builds it.
mkdir "$scratch/cargo"
printf '#!/bin/sh\nmkdir -p "${6%%/Cargo.toml}/target/release" && cp "%s" "${6%%/Cargo.toml}/target/release/gokata"\n' "$gokata" >"$scratch/cargo/cargo"
chmod +x "$scratch/cargo/cargo"
commit=$(git rev-parse HEAD)
(row python GOKATA="$root#$commit" XDG_CACHE_HOME="$scratch/cache" PATH="$scratch/cargo:$PATH" PROGRAM='python3 referee.py') | grep -F '| my-program 0.1 ('
refused 'there is no commit 1234567 in ' faulty PROGRAM=x GOKATA="$root#1234567" XDG_CACHE_HOME="$scratch/cache"
refused 'CORPUS is 0.1, and GOKATA has corpus ' faulty PROGRAM=x CORPUS=0.1
refused 'no-such-program: not found' faulty PROGRAM=no-such-program
refused 'nothing was asked' faulty PROGRAM=cat PROTOCOL=engine
mkdir "$scratch/bin"
for tool in sh mktemp sed tar rm git env; do ln -s "$(command -v $tool)" "$scratch/bin"; done
refused 'cargo is not here: install Rust' faulty PROGRAM=x GOKATA="$root" PATH="$scratch/bin"
[ ! -e "$scratch/faulty/gokata.ndjson" ]
