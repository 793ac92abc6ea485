"""Puts the modules of this package in the place of the book's. Import it first, before anything of `dlgo`:

    import gokata.dlgo.install
    from dlgo import agent, goboard

From then on `dlgo.gotypes`, `dlgo.goboard`, `dlgo.goboard_slow`, `dlgo.goboard_fast`, `dlgo.scoring`, `dlgo.agent.helpers` and
`dlgo.agent.helpers_fast` are those of `gokata.dlgo`. `dlgo` itself and its other modules come from where Python finds them.

>>> import sys
>>> from gokata.dlgo.install import MODULES, Finder
>>> "dlgo.goboard" in MODULES, "dlgo.zobrist" in MODULES
(True, False)
>>> any(isinstance(finder, Finder) for finder in sys.meta_path)
True
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

__all__ = ["MODULES", "Finder"]

#: Ours, by the book's names.
MODULES = {
    f"dlgo.{name}": f"gokata.dlgo.{name}"
    for name in (
        "agent.helpers",
        "agent.helpers_fast",
        "goboard",
        "goboard_fast",
        "goboard_slow",
        "gotypes",
        "scoring",
    )
}


class Finder(MetaPathFinder, Loader):
    """Finds our modules under the book's names. They are loaded once: both names mean the same module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is one of `MODULES`."""
        return ModuleSpec(fullname, self) if fullname in MODULES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module of this package."""
        module = importlib.import_module(MODULES[spec.name])
        # Python is about to set these to the other name.
        spec.loader_state = module.__spec__, module.__loader__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restores what Python has set: the module has been executed under its own name."""
        spec = module.__spec__
        if spec is not None and isinstance(spec.loader, Finder):
            module.__spec__, module.__loader__ = spec.loader_state


loaded = [name for name, ours in MODULES.items() if name in sys.modules and sys.modules[name] is not sys.modules.get(ours)]
if loaded:
    raise ImportError(f"gokata.dlgo.install must be imported first, but {', '.join(loaded)} has been imported already")
if not any(isinstance(finder, Finder) for finder in sys.meta_path):
    sys.meta_path.insert(0, Finder())
