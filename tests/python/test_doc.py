"""The examples in the documentation run, and each public name has one."""

import doctest
import inspect

import pytest

import gokata
from gokata import gtp, sgf


def documented():
    """Each public name of the modules, the modules, and what the classes define."""
    for module in (gokata, sgf, gtp):
        yield module.__name__, module
        for name in module.__all__:
            value = getattr(module, name)
            yield f"{module.__name__}.{name}", value
            for member, inner in vars(value).items() if inspect.isclass(value) else ():
                yield f"{module.__name__}.{name}.{member}", getattr(inner, "__func__", inner)


TEXTS = {name: doctest.DocTestParser().get_doctest(value.__doc__, {}, name, name, 0) for name, value in documented() if isinstance(value.__doc__, str)}


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if text.examples])
def test_examples(name):
    said: list[str] = []
    result = doctest.DocTestRunner().run(TEXTS[name], out=said.append)
    assert result.failed == 0, "".join(said)


def test_each_public_name_has_an_example():
    constants = {"gokata.BLACK", "gokata.WHITE", "gokata.MoveLike", "gokata.gtp.Bot"}
    tops = [name for name, value in documented() if name not in constants and (inspect.isclass(value) or inspect.isroutine(value)) and name.count(".") <= 2]
    public = [f"{module.__name__}.{name}" for module in (gokata, sgf, gtp) for name in module.__all__]
    lacking = [
        name
        for name in public
        if name in tops and not any(text.examples for other, text in TEXTS.items() if other == name or other.startswith(f"{name}."))
    ]
    assert lacking == []
