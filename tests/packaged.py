"""Makes a copy of this repository in which the packaged crates stand in place of the sources.

`python3 tests/packaged.py FOLDER-WITH-CRATES NEW-FOLDER`, after `cargo package` of the packages below. In the new folder, `cargo test`
tests what would be published: the library and the command that the suites use are the unpacked crates.
"""

import re
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"gokata": ".", "gokata-corpus": "fixtures", "gokata-cli": "src/cli", "gokata-web": "src/web"}
# What is not published: the tests, what they read beside the packages, and other members of the workspace.
BESIDE = ["Cargo.lock", "src/README.md", "src/cli/dojo", "src/python", "src/wasm", "tests"]
# Sections of a manifest that are not published.
LEFT_OUT = re.compile(r"\[(\[test\]\]|workspace[.\]])")

crates, new = map(Path, sys.argv[1:])
new.mkdir(parents=True)
for package, folder in PACKAGES.items():
    [crate] = crates.glob(f"{package}-[0-9]*.crate")
    with tarfile.open(crate) as archive:
        for file in archive.getmembers():
            file.name = file.name.split("/", 1)[1]
            archive.extract(file, new / folder, filter="data")
tracked = subprocess.run(["git", "ls-files", "-z", *BESIDE], cwd=ROOT, capture_output=True, check=True, text=True)
for name in filter(None, tracked.stdout.split("\0")):
    if name == "Cargo.lock" or not (new / name).exists():
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        (new / name).write_bytes((ROOT / name).read_bytes())
for folder in PACKAGES.values():
    sections = re.split(r"(?m)^(?=\[)", (ROOT / folder / "Cargo.toml").read_text())
    published = new / folder / "Cargo.toml"
    kept = [section for section in sections if LEFT_OUT.match(section)]
    published.write_text("\n".join([published.read_text(), *kept]))
with open(new / "Cargo.toml", "a") as manifest:
    manifest.write(
        """
[dev-dependencies.gokata]
path = "."
features = ["corpus", "encodings", "serde"]

[patch.crates-io]
gokata.path = "."
gokata-corpus.path = "fixtures"
gokata-web.path = "src/web"
"""
    )
