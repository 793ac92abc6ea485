#!/usr/bin/env bash
# Installs the programs of the adapters into a folder, and prints the variables that they are found by: eval "$(install.sh FOLDER)".
# `install.sh FOLDER brief` installs only those of the two fastest adapters, sgfmill and @sabaki/go-board.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

python=(sgfmill==1.1.1)
npm=(@sabaki/go-board@1.4.3)
if [ "${2:-}" != brief ]; then
  # pygame is what PettingZoo's Go draws with, and asks for when it is imported; wcwidth
  # is what lets-go writes with, without asking for it.
  python+=(open_spiel==2.0.2 pettingzoo==1.27.0 pygame==2.6.1 envpool==1.2.5 pgx==2.6.0 jax==0.10.2)
  python+=(js-go==0.1.4 lets-go==0.3.11 wcwidth==0.9.4 vim-goban==0.3.3)
  npm+=(goban@8.3.64 tenuki@0.3.1 godash@2.1.0 weiqi@1.0.0 @sabaki/deadstones@2.1.2)
  cargo build --quiet --release --locked --manifest-path "$here/rust/Cargo.toml" --target-dir "$folder/rust" >&2
fi
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet "${python[@]}" >&2
# The screens of baduk need a package that is no longer in the registry; its rules do not.
[ "${2:-}" = brief ] || "$folder/python/bin/pip" install --quiet --no-deps baduk==1.0.4 >&2
npm install --silent --no-fund --no-audit --prefix "$folder/npm" "${npm[@]}" >&2
printf 'export PATH=%q:$PATH NODE_PATH=%q\n' "$folder/python/bin:$folder/rust/release" "$folder/npm/node_modules"
