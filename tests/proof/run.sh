#!/usr/bin/env bash
# Compiles the proofs, extracts the referee, and asks it all that can be asked: tests/proof/run.sh GOKATA [GAMES]
set -euo pipefail
gokata=$(realpath "$1")
games=${2:-200}
here=$(cd "$(dirname "$0")" && pwd)
oracles=$here/../oracles
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here"/*.v "$here/Main.ml" "$scratch"
cd "$scratch"

if grep -nwE 'Axioms?|Admitted|admit|Parameters?|Conjecture|Constant' ./*.v; then
  echo "assumed, not proven" >&2
  exit 1
fi
# What has to be read stays short.
[ "$(wc -l <Statements.v)" -le 200 ]
[ "$(cat ./*.v | wc -l)" -le 2000 ]
for file in Statements Program Flood Grid Verdict Bounds Symmetry Benson All Extract; do coqc -q -Q . Proof $file.v; done
echo 'From Proof Require Import All. Print Assumptions proven.' >Assumptions.v
assumed=$(coqc -q -Q . Proof Assumptions.v)
if [ "$assumed" != "Closed under the global context" ]; then
  echo "$assumed" >&2
  exit 1
fi
coqchk -silent -Q . Proof Proof.All
echo "proven: $(grep -h '^Theorem' Flood.v Grid.v Verdict.v Bounds.v Symmetry.v Benson.v | sed 's/Theorem //;s/ :.*//' | xargs)"

ocamlfind ocamlopt -I . referee.mli referee.ml Main.ml -o referee
for size in "1 1 1" "1 2 5" "2 2 57" "2 3 489" "3 3 12675"; do
  read -r rows cols boards <<<"$size"
  counted=$(./referee legal "$rows" "$cols")
  [ "$counted" = "$boards" ] || { echo "$rows x $cols: $counted legal boards, not $boards" >&2; exit 1; }
done
# Of each kind of game, the depths before the first with more than 20,000 sequences. No key of the rules has `none`.
awk -F'\t' '$6 == 1 { split($2, size, "x"); small = size[1] * size[2] <= 49 && $3 != "none" }
  NR == 1 || !small || $7 > 20000 { small = 0; next } { print }' "$oracles/perft_empty.tsv" >rows
awk -F'\t' '$6 == 1 && last { print last } { last = $2 " " $3 " " $4 " " $5 " " $6 } END { print last }' rows >asked
./referee perft <asked | cmp - <(cut -f7 rows)
echo "perft: $(wc -l <rows) numbers, as published or counted by others"

"$gokata" check --exec ./referee --at-least 9000 | tail -n 15
"$gokata" check --exec ./referee --games "$games" --seed 1 | tail -n 5
