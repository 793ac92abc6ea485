"""The README of the package and its notebook: the examples run, and show what is written there.

`GOKATA_BLESS=1 pytest test_pages.py` writes the outputs of the notebook anew.
"""

import ast
import contextlib
import doctest
import io
import json
import os
import pathlib

import pytest

PACKAGE = pathlib.Path(__file__).parents[2] / "src" / "python"

pages = pytest.mark.skipif(not PACKAGE.is_dir(), reason="the pages are in the repository, not in the wheel")


@pages
@pytest.mark.parametrize("page", ["README.md", "DLGO.md", "ARENA.md", "LEARN.md", "../../README.md"])
def test_examples_of_a_page(page):
    text = (PACKAGE / page).read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert examples.examples or page == "DLGO.md"
    said = io.StringIO()
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=said.write)
    assert result.failed == 0, said.getvalue()


def outputs(source: str, names: dict) -> list[dict]:
    """Runs a cell as a notebook does: what it prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    found = []
    if printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        picture = value._repr_svg_()
        data = {"image/svg+xml": str(picture).splitlines(keepends=True)}
        found.append({"output_type": "display_data", "metadata": {}, "data": data})
    return found


@pages
def test_notebook():
    path = PACKAGE / "ko.ipynb"
    notebook, names = json.loads(path.read_text(encoding="utf-8")), {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    found = [outputs("".join(cell["source"]), names) for cell in cells]
    if os.environ.get("GOKATA_BLESS"):
        for cell, said in zip(cells, found):
            cell["outputs"] = said
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert found == [cell["outputs"] for cell in cells]
    assert sum("image/svg+xml" in said.get("data", {}) for cell in found for said in cell) >= 3
