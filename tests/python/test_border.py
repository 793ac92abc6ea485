"""Everything public is called with anything: only the exceptions that are documented come out, and nothing has changed then.

`GOKATA_FUZZ=100000 pytest test_border.py` tries as many calls.
"""

import inspect
import os
import sys

import numpy as np
import pytest

from gokata import _native, Batch, Color, Game, IllegalMove, ParseError, Picture, Reason, Record, Rules, Symmetry, gtp, sgf

hypothesis = pytest.importorskip("hypothesis")
st = hypothesis.strategies


class PlannedError(Exception):
    """What the objects below raise: it may come through."""


class Failing:
    """An object whose every method fails."""

    def fail(self, *arguments, **keys):
        raise PlannedError

    __index__ = __int__ = __float__ = __str__ = __iter__ = __len__ = __eq__ = __hash__ = __bool__ = __array__ = read = fail
    __getitem__ = __contains__ = __fspath__ = __call__ = start = genmove = reasons = property(fail)


class Lying:
    """An object whose methods return what they must not."""

    __array__ = lambda self, *arguments, **keys: "no array"
    __index__ = __int__ = __len__ = lambda self: "no number"
    __float__ = lambda self: None
    __iter__ = lambda self: 5
    read = lambda self: 5
    reasons = 5


class Number(int):
    __index__ = __str__ = lambda self: 1 / 0
    __hash__ = int.__hash__


class Text(str):
    __str__ = lambda self: 1 / 0
    __hash__ = str.__hash__


class Indexed:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def one(items):
    """One of these, which need not have a hash."""
    return st.integers(0, len(items) - 1).map(lambda place: items[place])


NUMBERS = [0, 1, 2, 3, 4, 8, 9, 10, 12, 13, 24, 25, 26, 255, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]
FLOATS = [0.0, -0.0, 0.5, 6.5, -3.5, 1.0, float("nan"), float("inf"), -float("inf"), 1e300, 5e-324, 1j]
TEXTS = "C3 A1 d4 Z9 (0,0) (9,9) (-1,0) pass resign x:C3 x o b white BLACK kata japanese chinese,komi=3 nonsense ko=x positional allowed 6.5 dead"
TEXTS += " alive neutral circle triangle AB B C SZ RE KM RU ;B[aa] (;SZ[3];B[bb];W[ab](;B[])(;W[bb])) x:(0,0) o:pass x:resume x:turn =1 ?2 \ud800 \0 Ｃ３ ٣"
LINES = ["", "o C3", "white B2", "x\n---\n---\n---\n", "o\n-xo\nx-x\n---\n", "1 play b C3", "genmove w", "boardsize 5", "loadsgf x", "(;CA[GB2312]SZ[5]"]
SCALARS = [value for code in np.typecodes["All"] for value in (np.zeros((), code)[()], np.ones((), code)[()])]
SCALARS += [np.uint64(2**64 - 1), np.int8(-1), np.float16("nan"), np.str_("C3"), np.bytes_(b"C3"), np.datetime64("NaT")]


@st.composite
def arrays(draw):
    shape = draw(st.sampled_from([(), (0,), (1,), (3,), (9,), (10,), (3, 3), (3, 4), (1, 1), (0, 0), (26, 1), (3, 3, 3), (1000, 1000)]))
    kind = draw(st.sampled_from(["i1", "u1", ">i4", "i8", "u8", "f4", "f8", "?", "O", "U1", "c8", "m8[s]"]))
    array = np.zeros(shape, kind) if np.prod(shape) < 1000 else np.broadcast_to(np.zeros((), kind), (10**6, 10**6))
    if array.flags.writeable and array.size and kind[-1] in "1248":
        array.flat[draw(st.integers(0, array.size - 1))] = draw(st.sampled_from([1, 2, 100]))
    form = draw(st.sampled_from([lambda it: it, lambda it: it.T, lambda it: it[..., ::-1], lambda it: it[..., :0], lambda it: np.ma.array(it)]))
    return form(array) if array.ndim and array.size < 1000 else array


RECORD = Record(3, rules="japanese").play("B2").play("A1")
TREE = sgf.parse("(;SZ[3]PB[Ann];B[bb]C[x];W[aa](;B[])(;B[cc]))")[0]
THINGS = [
    None, True, False, b"C3", b"(;SZ[3];B[bb])", b"\xff", bytearray(b"x"), memoryview(b"ab"), ..., NotImplemented, int, object(), Record, np, len,
    RECORD, RECORD.game(), Record((3, 4)), Batch(2, 3), RECORD.marks, RECORD.suggest(), RECORD.rules, RECORD.explain("A1"), RECORD.explain("C1"),
    RECORD.score(), TREE, TREE.root, *Color, *Reason, Symmetry.HALF_TURN, Failing(), Lying(), Number(3), Text("C3"), Indexed(3), Indexed(10**30),
    ValueError(), Picture("x"), range(3), {1, 2}, {}, {"A1": "circle"}, {(0, 0): "x"}, {None: None}, {"C1": Failing()}, {Text("A1"): Text("square")},
]  # fmt: skip
things = one(THINGS + NUMBERS + [-number for number in NUMBERS] + FLOATS + TEXTS.split() + LINES + SCALARS) | arrays() | st.integers() | st.integers(-3, 12)
things |= st.tuples(st.integers(-1, 3), st.integers(-1, 3)) | st.text(st.characters(codec=None) | st.sampled_from("xo-\n()[];:,BWC3 "), max_size=12)
anything = st.recursive(
    things,
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner) | st.tuples(inner, inner) | st.tuples(inner, inner, inner) | st.builds(iter, st.lists(inner, max_size=3)),
    max_leaves=5,
)
#: NumPy has no memory for copies of the largest arrays.
ALLOWED = (ValueError, TypeError, IndexError, KeyError, MemoryError, PlannedError, ZeroDivisionError)
FILES = (sgf.read, sgf.judge)


def state(value):
    """What can be seen of an object."""
    if isinstance(value, (Record, Game)):
        return str(value), value.events, str(value.rules)
    if isinstance(value, Batch):
        return value.boards().tobytes(), value.to_move.tobytes(), [value.game(nth).events for nth in range(len(value))]
    return str(value)


OBJECTS = [
    lambda: Record(3, rules="chinese").play("B2").play("A1").play("C1"),
    lambda: Record((3, 4)).play("pass").play("pass"),
    lambda: RECORD.game(),
    lambda: Batch(2, 3),
    lambda: RECORD.marks,
    lambda: Rules("aga"),
    lambda: RECORD.explain("A1"),
    lambda: RECORD.count(),
    lambda: sgf.parse(str(TREE))[0],
    lambda: sgf.parse(str(TREE))[0].root.children[0],
    lambda: _native._Session(3),
    lambda: _native._Controller(),
]
PROTOCOLS = {"__getitem__", "__setitem__", "__delitem__", "__contains__", "__eq__", "__lt__", "__deepcopy__", "__init__", "__setattr__", "_repr_svg_", "_load"}
METHODS = [(make, name) for make in OBJECTS for name in dir(make()) if name in PROTOCOLS or not name.startswith("_") and callable(getattr(make(), name))]
#: Engines are not here: what they start is a program.
FUNCTIONS = [Record, Game, Batch, Rules, IllegalMove, ParseError, Picture, Color.of, sgf.parse, sgf.judge, sgf.read, gtp.play_game]
FUNCTIONS += [_native._read, _native._judge, _native._write, _native._sentence, _native._Session, _native._Controller]
FUNCTIONS += [lambda what, *, black=None, white=None: sgf.write(what, black=black, white=white)]


@st.composite
def calls(draw):
    """What is called, and with what: mostly as many arguments as it takes."""
    target = draw(one(METHODS + FUNCTIONS))
    called = getattr(target[0](), target[1]) if isinstance(target, tuple) else target
    try:
        parameters = list(inspect.signature(called).parameters.values())
    except (ValueError, TypeError):
        parameters = []
    if not parameters or draw(st.integers(0, 9)) == 0:
        return target, draw(st.lists(anything, max_size=4)), {}
    needed = [it for it in parameters if it.default is it.empty and it.kind in (it.POSITIONAL_ONLY, it.POSITIONAL_OR_KEYWORD)]
    others = [it.name for it in parameters if it.default is not it.empty] + ["ko", "komi"] * (called is Rules)
    chosen = draw(st.lists(one(others), max_size=2)) if others else []
    return target, [draw(anything) for _ in needed], {name: draw(anything) for name in chosen}


def check(target, arguments, keys):
    owner, name = (target[0](), target[1]) if isinstance(target, tuple) else (None, "")
    before = state(owner)
    called = target if owner is None else getattr(owner, name)
    try:
        result = called(*arguments, **keys) if callable(called) else called
        repr(result), str(result)
        return
    except OSError as error:
        assert called in FILES, error
    except RuntimeError as error:
        assert "borrowed" in str(error)
    except AttributeError as error:
        assert name == "__setattr__", error
    except BaseException as error:
        assert isinstance(error, ALLOWED), (type(error), error)
        assert "panic" not in str(error).lower()
        assert str(error) or isinstance(error, (KeyError, PlannedError)), type(error)
    assert state(owner) == before


@hypothesis.settings(
    max_examples=int(os.environ.get("GOKATA_FUZZ", 150)), deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
)
@hypothesis.given(calls())
@pytest.mark.filterwarnings("ignore")
def test_anything_goes_in(call):
    unraisable, hook = [], sys.unraisablehook
    sys.unraisablehook = lambda it: unraisable.append((it.exc_type, it.err_msg))
    try:
        check(*call)
    finally:
        sys.unraisablehook = hook
    assert unraisable == []
