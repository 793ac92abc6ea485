"""The examples in the documentation run; each public name is documented, with an example."""

import doctest
import inspect

import pytest

import gokata
from gokata import gtp, sgf, testing

MODULES = (gokata, sgf, gtp, testing)
CONSTANTS = {"gokata.BLACK", "gokata.REASONS", "gokata.WHITE", "gokata.MoveLike", "gokata.gtp.Bot"}
PUBLIC = [name for name in (f"{module.__name__}.{name}" for module in (gokata, sgf, gtp) for name in module.__all__) if name not in CONSTANTS]


def documented():
    """The modules, their public names, and what the classes define."""
    for module in MODULES:
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


def test_each_public_name_is_documented_with_an_example():
    for name, value in documented():
        assert name in TEXTS or name in CONSTANTS or name.rpartition(".")[2].startswith("_"), name
    lacking = [name for name in PUBLIC if not any(text.examples for other, text in TEXTS.items() if f"{other}.".startswith(f"{name}."))]
    assert lacking == []
