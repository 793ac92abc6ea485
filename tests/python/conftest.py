"""Finds the package, and leaves out what takes long."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "python"

if importlib.util.find_spec("gokata") is None:
    sys.path.insert(0, str(SOURCE))
    # Programs that the tests start find it, too.
    os.environ["PYTHONPATH"] = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)

#: With this variable in the environment, everything runs, and what is missing is a failure.
DEEP = "GOKATA_DEEP" in os.environ


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: runs only with GOKATA_DEEP")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not DEEP and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="takes long; GOKATA_DEEP is not set"))


@pytest.fixture
def gnugo() -> str:
    """The command that starts GNU Go."""
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if program is None:
        (pytest.fail if DEEP else pytest.skip)("GNU Go is not installed")
    return f"{program} --mode gtp --level 1 --seed 1"


@pytest.fixture
def gymnasium() -> ModuleType:
    """The package Gymnasium, which `gokata.gym` needs."""
    if importlib.util.find_spec("gymnasium") is None:
        (pytest.fail if DEEP else pytest.skip)("Gymnasium is not installed")
    return importlib.import_module("gymnasium")
