"""Names the crates that need a later Rust than ours. `python3 .ci/rust_version.py FILE`, with what `cargo metadata` prints."""

import json
import sys

packages = json.load(open(sys.argv[1]))["packages"]


def version(text):
    return tuple(map(int, text.split(".")[:2]))


ours = next(package["rust_version"] for package in packages if package["name"] == "gokata")
newer = [package["name"] for package in packages if version(package["rust_version"] or "0.0") > version(ours)]
sys.exit(f"newer than {ours}: {newer}" if newer else 0)
