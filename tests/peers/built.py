"""Which gokata a script here is about: the one that it is given, or else the one that this repository has built; and what
README.md says about programs."""

import pathlib
import shutil
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def gokata():
    """Its path, whole, so that a script may work in another folder."""
    given = len(sys.argv) > 1
    named = sys.argv[1] if given else REPOSITORY / "target/release/gokata"
    found = shutil.which(named)
    if found:
        return str(pathlib.Path(found).resolve())
    way = "is no program" if given else "is not there: `cargo build --release` makes it, or name another gokata"
    sys.exit(f"{named} {way}")


def hold_to_readme(sentences):
    """Ends with status 1 if README.md has not each of these parts of sentences."""
    page = (REPOSITORY / "README.md").read_text()
    missing = [part for part in sentences if part not in page]
    if missing:
        sys.exit("\n".join(["README.md does not have these:", *missing]))
