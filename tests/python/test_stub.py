"""The types: the stub and the compiled module have the same names, parameters and defaults; type checkers pass."""

import ast
import inspect
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

import gokata
from gokata import Batch, Record, _native, gtp, sgf

PACKAGE = Path(gokata.__file__).parent
STUB = ast.parse((PACKAGE / "_native.pyi").read_text("utf-8"))

#: Protocols that every class has, or that need no types of their own.
INHERITED = {"__doc__", "__module__", "__new__", "__repr__", "__str__", "__lt__", "__le__", "__gt__", "__ge__", "__ne__", "__slotnames__"}

#: Typed in `gokata.dlgo`, which adds to them.
OF_THE_BOOK = {"Board", "GameState", "Move", "is_point_an_eye"}

COMPILED = [name for name in vars(_native) if not name.startswith("__") and name not in OF_THE_BOOK]


def described(function: ast.FunctionDef) -> list[tuple[str, object, object]]:
    """The parameters in the stub, without `self` and `cls`: name, kind and default."""
    for argument in ast.walk(function.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return signature(eval(f"lambda {ast.unparse(function.args)}: 0"))


def signature(value: Callable[..., object]) -> list[tuple[str, object, object]]:
    """The parameters of a compiled function."""
    assert getattr(value, "__text_signature__", None) or inspect.isfunction(value), f"{value} has no signature"
    return [(it.name, it.kind, it.default) for it in inspect.signature(value).parameters.values() if it.name not in ("self", "cls")]


def members(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """What a class or the module of the stub defines; of overloads and properties the first one."""
    found: dict[str, ast.stmt] = {}
    for item in body:
        name = item.target.id if isinstance(item, ast.AnnAssign) else getattr(item, "name", None)
        if name:
            found.setdefault(name, item)
    return found


def decorators(item: ast.FunctionDef) -> set[str]:
    return {it.id for it in item.decorator_list if isinstance(it, ast.Name)}


def test_the_module_has_the_names_of_the_stub():
    # Aliases and dictionaries are types only.
    types_only = {"_Chain", "_ColorLike", "_Komi", "_MarksLike", "_RulesLike", "_SizeLike", "_Turn"}
    assert set(members(STUB.body)) - types_only == set(COMPILED)


@pytest.mark.parametrize("name", COMPILED)
def test_each_name_is_as_in_the_stub(name):
    value, item = getattr(_native, name), members(STUB.body)[name]
    if isinstance(item, ast.FunctionDef):
        assert described(item) == signature(value)
        return
    if isinstance(item, ast.AnnAssign):
        assert ast.unparse(item.annotation) == type(value).__name__
        return
    stub, compiled = members(item.body), {name: found for name, found in vars(value).items() if name not in INHERITED}
    assert set(stub) - {"__new__"} == set(compiled)
    assert [it.id for it in item.bases] == [it.__name__ for it in value.__bases__ if it is not object]
    is_base = bool(value.__flags__ & 1 << 10)
    assert is_base != any(it.id == "final" for it in item.decorator_list)
    if "__new__" in stub:
        assert described(stub["__new__"]) == signature(value)
    else:
        with pytest.raises(TypeError):
            value()
    for member, found in compiled.items():
        inner = stub[member]
        if isinstance(inner, ast.AnnAssign):
            assert found is None or isinstance(found, tuple)
            continue
        if inspect.isgetsetdescriptor(found) or inspect.ismemberdescriptor(found):
            assert decorators(inner) == {"property"}, member
        elif isinstance(found, staticmethod):
            assert decorators(inner) == {"staticmethod"} and described(inner) == signature(found.__func__), member
        elif isinstance(found, types.ClassMethodDescriptorType):
            assert decorators(inner) == {"classmethod"} and described(inner) == signature(getattr(value, member)), member
        elif inspect.ismethoddescriptor(found) and not member.startswith("__"):
            assert decorators(inner) <= {"overload"} and described(inner) == signature(found), member
        else:
            assert len(described(inner)) == len(signature(found)), member  # the parameters of a protocol have no names
        assert found.__doc__ or member.startswith("_"), f"{name}.{member} is not documented"


def test_what_can_be_set():
    record = Record(3).play("B2").play("resign")
    [tree] = sgf.parse("(;)")
    objects = [record, record.game(), Batch(1, 3), record.rules, record.marks, record.suggest()]
    objects += [objects[2].save(0), tree, tree.root, _native._Controller(), _native._Session()]
    for value in objects:
        for kind in type(value).__mro__[:-1]:
            body = next(item for item in STUB.body if isinstance(item, ast.ClassDef) and item.name in (kind.__name__, f"_{kind.__name__}")).body
            for member in (member for member, found in vars(kind).items() if inspect.isgetsetdescriptor(found)):
                has_setter = sum(getattr(item, "name", "") == member for item in body) == 2
                with pytest.raises(TypeError if has_setter else AttributeError):
                    setattr(value, member, object())
                with pytest.raises(AttributeError):
                    delattr(value, member)
    for value in (record.explain("B2"), record.count()):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
    for value, member in [(record.explain("B2"), "color"), (record.score(), "winner"), (record.count(), "lines"), (record.outcome(), "how")]:
        with pytest.raises(AttributeError):
            setattr(value, member, object())


def test_the_package_is_typed():
    assert (PACKAGE / "py.typed").exists() and all(hasattr(module, name) for module in (gokata, gtp, sgf) for name in module.__all__)


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_pass(checker, tmp_path):
    # Type checkers report nothing about an installed package.
    shutil.copytree(PACKAGE, tmp_path / "gokata", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (tmp_path / "examples.py").write_text(EXAMPLES)
    options = {"mypy": ["--strict"], "pyright": [f"--pythonpath={sys.executable}"]}[checker]
    for sources in ("gokata", "examples.py"):
        done = subprocess.run([sys.executable, "-m", checker, *options, sources], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


#: What must pass `mypy --strict` and `pyright`, with the types that are expected.
EXAMPLES = """
import gokata
import numpy as np
import numpy.typing as npt
from typing import assert_type
from gokata import BLACK, Batch, Color, Count, Game, Life, Marks, MoveLike, Outcome, Reason, Record, Rules, Score, Symmetry
from gokata import gtp, sgf

point: MoveLike = (np.int64(3), 4)
record = Record((9, 7), rules=Rules("japanese", komi=6.5), komi=np.float32(0.5)).play(point).play(np.int8(3), "white").play("C3", BLACK)
assert_type(record.try_play("E5"), Record | Reason)
assert_type(record.game().try_play("E5"), Reason | None)
assert_type(record.board, npt.NDArray[np.int8])
assert_type(record.legal_mask(), npt.NDArray[np.bool_])
assert_type(record.transformed(Symmetry.MIRROR_ROWS), Record)
assert_type(record.game().transformed(3), Game)
assert_type(Symmetry.MIRROR_ROWS.permutation((3, 4)), npt.NDArray[np.int64])
assert_type(gokata.sgf.read(b"(;)"), list[sgf.Tree])
assert_type(gokata.gym.VectorEnv(3, komi=[0.5, 1, 1.5]).batch, Batch)
assert_type(record.moves, list[tuple[Color, str]])
assert_type(record.undo(), Record | None)
assert_type(record.outcome(record.suggest()), Outcome | None)
assert_type(record.count(["A1", (2, 3), 4]), Count)
assert_type(record.score(record.marks), Score)
assert_type(record.explain("C3").reasons, tuple[Reason, ...])
record.svg(marks={"C3": "circle"}, labels={(2, 3): 5}, heat=np.zeros((9, 7)), size=np.int16(200))
Record.from_board([[0, 1], [0, -1]], "o")
batch = Batch(100, 9, seed=5)
batch.step(np.zeros(100, int), illegal="lose")
assert_type(batch.draw(np.zeros((100, 82), np.float32), 0.5), npt.NDArray[np.int32])
assert_type(batch.rewards, npt.NDArray[np.float32])
batch.restore(1, batch.save(0))
batch.put(0, record)
[tree] = sgf.read(b"(;)")
assert_type(tree.root.get("C"), list[str] | None)
assert_type(tree.root.get("C", 5), list[str] | int)
assert_type(sgf.judge(tree)[0].illegal, list[sgf.IllegalTurn])


def bot(record: Record) -> MoveLike:
    return record.legal_moves()[0]


class First:
    def start(self, record: Record) -> None: ...
    def genmove(self) -> str:
        return "pass"


with gtp.Engine(["gnugo", "--mode", "gtp"]) as engine:
    assert_type(gtp.play_game(engine, bot, record), Record)
    gtp.play_game(First(), engine)
"""
