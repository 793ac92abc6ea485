"""How classes that are compiled get the methods that are written in Python."""

from __future__ import annotations

from typing import Any, TypeVar

__all__ = ["compiled"]

Class = TypeVar("Class", bound=type)


def compiled(written: Class) -> Class:
    """Adds what is written in a class to the compiled class under it, and returns that one. So the compiled methods make
    objects with all methods: those of a subclass would take three times as long to make."""
    base: Any = written.__base__
    for name, value in vars(written).items():
        if name not in ("__dict__", "__qualname__", "__weakref__"):
            setattr(base, name, value)
    made: Class = base
    return made
