"""Game records: read, walked, edited, written, judged."""

import io
import os

import pytest
from common import RULES, SIZES, drawn, last

from gokata import BLACK, WHITE, IllegalMove, ParseError, Reason, Record, Rules, sgf

TEXT = "(;SZ[9]PB[Ann];B[ee]C[The center](;W[ce];B[])(;W[cc]C[Solid]))"


def test_trees():
    [tree] = sgf.parse(TEXT)
    first = tree.root.children[0]
    assert [node.move for node in tree.nodes] == [None, (BLACK, "E5"), (WHITE, "C5"), (BLACK, "pass"), (WHITE, "C7")]
    assert tree.main_line == tree.nodes[:4] and first.parent == tree.root and tree.root.parent is None and first != tree.root != 5
    assert hash(first) == hash(tree.nodes[1]) and len({*tree.nodes, *tree.main_line}) == 5 and sgf.parse(TEXT)[0].root != tree.root
    assert first.properties == {"B": ["ee"], "C": ["The center"]} and "C" in first and "W" not in first and first["C"] == ["The center"]
    assert first.get("W") is None and first.get("W", 5) == 5 and first.get("B", 5) == ["ee"] and tree.root.comment == ""
    assert first.children[1].record().moves == [(BLACK, "E5"), (WHITE, "C7")] and first.record("japanese").rules == Rules("japanese")
    assert (repr(tree), repr(tree.root), repr(first)) == (
        "<gokata.sgf.Tree 9x9, 5 nodes>", "<gokata.sgf.Node without a move>", "<gokata.sgf.Node Black E5>",
    )  # fmt: skip
    assert not tree.is_incomplete and sgf.parse(TEXT[:-1])[0].is_incomplete and tree.warnings == [] != sgf.parse("x" + TEXT)[0].warnings
    assert sgf.parse(str(tree))[0].write() == str(tree)


def test_edits():
    [tree] = sgf.parse(TEXT)
    first = tree.root.children[0]
    first["XX"] = ("a]b\\", "c:d")
    assert first["XX"] == ["a]b\\", "c:d"] and "XX[a\\]b\\\\][c:d]" in str(tree) and sgf.parse(str(tree))[0].nodes[1]["XX"] == first["XX"]
    del first["XX"]
    first.comment = "日本]"
    first["YY"] = []
    assert "XX" not in first and "YY" not in first and first.comment == "日本]"
    before = str(tree)
    for change, error in [
        (lambda: first["W"], KeyError), (lambda: first.__delitem__("W"), KeyError), (lambda: first.__setitem__("w", ["1"]), ParseError),
        (lambda: first.__setitem__("", []), ParseError), (lambda: first.__setitem__("W", "cc"), TypeError),
        (lambda: first.__setitem__("W", [5]), TypeError), (lambda: first.__setitem__("W", ["\ud800"]), ValueError),
        (lambda: setattr(first, "comment", 5), TypeError), (lambda: first.__delattr__("comment"), AttributeError),
        (lambda: first.add_move("E5"), IllegalMove), (lambda: first.add_move("A1", "x"), IllegalMove), (lambda: first.add_move(99), IndexError),
    ]:  # fmt: skip
        with pytest.raises(error):
            change()
        assert str(tree) == before
    added = first.add_move((0, 0))
    assert added.move == (WHITE, "A9") and added.add_move("pass").move == (BLACK, "pass") and added.record().turns == 2
    assert added.add_node().properties == {} and [child.move for child in first.children][-1] == (WHITE, "A9")
    assert added.children[0].add_move("resign") == added.children[0] and "RE" not in tree.root
    first.children[0].children[0].add_move("resign")
    assert tree.root["RE"] == ["B+R"]
    first.comment = ""
    assert "C" not in first


def test_nodes_that_were_removed():
    [tree] = sgf.parse(TEXT)
    node = tree.root.children[0].children[0]
    node.remove()
    tree.root.remove()
    assert len(tree.nodes) == 3 and node.parent is None and node.move == (WHITE, "C5") and node not in tree.nodes
    for ask in (node.record, lambda: node.add_move("A1")):
        with pytest.raises(ParseError, match="no such node any more"):
            ask()
    node.comment = "kept by nobody"
    node.remove()
    assert node.add_node() and "nobody" not in str(tree)


@pytest.mark.parametrize("size", SIZES + [(25, 25)], ids=str)
def test_games_written_and_read(size):
    for seed, rules in enumerate(RULES[::4]):
        records = [record for record in drawn(size, rules, seed, most=12) if not any("resume" in event for event in record.events)]
        text = sgf.write(records[-1], black="A]nn", white="Bób", date="2026-01-01")
        [tree] = sgf.parse(text)
        assert tree.main_line[-1].record(rules) == records[-1] and str(tree) in text
        assert (tree.root["PB"], tree.root["PW"], tree.root["DT"]) == (["A]nn"], ["Bób"], ["2026-01-01"])
        [judged] = sgf.judge(text.encode(), rules=rules)
        assert judged.verdict in ("legal", "no-moves") and judged.moves == records[-1].turns and judged.illegal == [] and judged.rules == rules
        assert sgf.write(records[-1].game()) == sgf.write(records[-1])
    opening = Record.parse("o\n-xo\n---\n---\n", rules="japanese").play("A1")
    assert sgf.parse(sgf.write(opening))[0].main_line[-1].record() == opening


def test_judgements():
    ko = b"(;SZ[5]RU[Japanese]AB[bb][ac][cc][bd]AW[cb][dc][cd]PL[W];W[bc];B[cc])"
    for text, keys, verdict, moves, reasons in [
        (b"(;SZ[3];B[bb];W[ab])", {}, "legal", 2, []),
        (b"(;SZ[3];B[bb];W[bb];B[bb])", {}, "illegal", 2, [Reason.OCCUPIED]),
        (b"(;SZ[3];B[bb];W[bb];B[bb])", {"keep_going": True}, "illegal", 3, [Reason.OCCUPIED] * 2),
        (b"(;SZ[3];B[bb];B[ab])", {}, "illegal", 2, [Reason.TURN]),
        (b"(;SZ[3];B[bb];B[ab])", {"any_order": True}, "legal", 2, []),
        (b"(;SZ[3];B[bb](;W[ab])(;W[bb]))", {}, "legal", 2, []),
        (b"(;SZ[3];B[bb](;W[ab])(;W[bb]))", {"variations": True, "both": True}, "illegal", 3, [Reason.OCCUPIED]),
        (b"(;SZ[3];B[bb];W[ab]", {}, "incomplete", 2, []),
        (b"(;SZ[3])", {}, "no-moves", 0, []),
        (b"(;SZ[5];B[zz])", {}, "illegal", 1, [Reason.OFF_BOARD]),
    ]:
        for source in (text, bytearray(text), memoryview(text), io.BytesIO(text), io.StringIO(text.decode())):
            [judged] = sgf.judge(source, **keys)
            assert (judged.verdict, judged.moves, [illegal.reason for illegal in judged.illegal]) == (verdict, moves, reasons)
        assert (judged.fault is not None) == (verdict == "incomplete") and repr(judged) == f"<gokata.sgf.Judgement {verdict}, {moves} move{'s' * (moves != 1)}>"
    [illegal] = sgf.judge(ko)[0].illegal
    assert (illegal.number, illegal.color, illegal.move, illegal.reason, illegal.repeats) == (2, BLACK, "C3", Reason.KO, 0)
    assert (illegal.line, illegal.column) == (1, ko.rindex(b"B[") + 3) and str(illegal) in repr(illegal)
    assert sgf.judge(ko, rules="tromp-taylor")[0].rules == sgf.judge(ko, rules=Rules("tromp-taylor"))[0].rules == Rules("tromp-taylor")
    assert len(sgf.judge(b"(;SZ[3])(;SZ[5])")) == 2 and sgf.judge(sgf.parse(TEXT)[0])[0].verdict == "legal"
    # A game that cannot be read does not stop the next one.
    unreadable, judged = sgf.judge(b"(;SZ[99];B[aa])(;SZ[3];B[bb];W[bb])")
    assert (unreadable.verdict, unreadable.moves, unreadable.illegal) == ("unreadable", 0, []) and "1:6: " in unreadable.fault
    assert judged.verdict == "illegal" and judged.fault is None
    for arguments, keys, error in [
        ((5,), {}, TypeError), ((b"(;)",), {"rules": 5}, TypeError), ((b"(;)",), {"rules": "x"}, ValueError), ((b"",), {}, ParseError),
        (("/no/such.sgf",), {}, OSError), (("(;SZ[9])",), {}, ValueError), ((b"SZ[9]",), {}, ParseError), ((io.StringIO("\ud800"),), {}, ValueError),
    ]:  # fmt: skip
        with pytest.raises(error):
            sgf.judge(*arguments, **keys)


def test_files(tmp_path):
    path = tmp_path / "games.sgf"
    game = last(9, seed=3)
    assert sgf.write(game, path, black="Ann") == path.read_text("utf-8") and os.listdir(tmp_path) == ["games.sgf"]
    trees = sgf.parse(TEXT + "(;SZ[5])")
    sgf.write(trees, str(path))
    for source in (path, str(path), path.read_bytes(), open(path, "rb"), open(path, encoding="utf-8")):
        assert [str(tree) for tree in sgf.read(source)] == [str(tree) for tree in trees]
        if hasattr(source, "close"):
            source.close()
            with pytest.raises(ValueError, match="closed"):
                sgf.read(source)
    for what in (5, None, [5], ["(;)"], [game], TEXT):
        with pytest.raises(TypeError):
            sgf.write(what, path)
    for what, target, keys, error in [
        (game, path, {"black": "\ud800"}, ValueError), (game, path, {"white": 5}, TypeError), (trees, path, {"black": "Ann"}, ValueError),
        (game, tmp_path / "no" / "such.sgf", {}, OSError), (game, tmp_path, {}, OSError),
    ]:  # fmt: skip
        with pytest.raises(error):
            sgf.write(what, target, **keys)
    assert len(sgf.read(path)) == 2 and os.listdir(tmp_path) == ["games.sgf"]


def test_encodings(tmp_path):
    text = "(;CA[ISO-8859-1]PB[日本é];B[aa]CA[GB2312])"
    [tree] = sgf.parse(text)  # a text has no encoding any more, whatever it says
    assert tree.root["PB"] == ["日本é"] and str(tree) == sgf.write(tree) == text and sgf.judge(tree)[0].verdict == "legal"
    sgf.write(tree, tmp_path / "record.sgf")
    [again] = sgf.read(tmp_path / "record.sgf")
    assert again.root["PB"] == ["日本é"] and again.root["CA"] == ["UTF-8"] and "CA" not in again.nodes[1] and again.warnings == []
    [latin] = sgf.read("(;PB[Müller])".encode("latin-1"))
    assert latin.root["PB"] == ["Müller"] and len(latin.warnings) == 1
    [ascii_only] = sgf.read(b"(;CA[GB2312];B[aa])")
    assert "CA[GB2312]" in sgf.write(ascii_only, tmp_path / "ascii.sgf")
    for wrong, error in [(5, TypeError), (b"(;)", TypeError), (None, TypeError), ("", ParseError), ("\ud800", ValueError), ("(;B[aa", ParseError)]:
        with pytest.raises(error):
            sgf.parse(wrong)
    with pytest.raises(ParseError) as error:
        sgf.parse("(;SZ[5]\n;B[aa])(;\n\x01")
    assert error.value.line is not None


def test_records_of_servers():
    gib = "\\HS\n\\[GAMEBLACKNAME=Ann (3D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n"
    [tree] = sgf.parse(gib + "SKI 0 3\n\\GE\n")
    assert (tree.root["PB"], [node.move for node in tree.nodes[1:]]) == (["Ann"], [(BLACK, "Q16"), (WHITE, "pass")])
    [judged] = sgf.judge((gib + "STO 0 3 2 15 3\n\\GE\n").encode())
    assert str(judged.illegal[0]) == "7:1: move 2: White Q16: occupied: there is a stone already"
    with pytest.raises(ParseError, match="7:1: number 4 follows number 2"):
        sgf.parse(gib + "STO 0 4 2 3 3\n\\GE\n")
