"""What records and games have in common: points, verdicts, boards; and that both give the same answers."""

import random
import xml.etree.ElementTree
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from common import RULES, SIZES, drawn, last

from gokata import BLACK, WHITE, Color, Game, IllegalMove, Position, Reason, Record, Rules, Symmetry

KO = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n"


@pytest.mark.parametrize("kind", [Record, Game])
@pytest.mark.parametrize("size", SIZES + [(25, 25)])
def test_points_have_one_meaning_in_all_forms(kind, size):
    rows, cols = size
    position = kind(size)
    assert position.size == size
    for index in range(rows * cols):
        row, col = divmod(index, cols)
        name = f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[col]}{rows - row}"
        for point in (name, name.lower(), f" {name}\n", f"({row},{col})", (row, col), index, np.int16(index), (np.uint8(row), col)):
            assert position.vertex(point) == name
            assert position.index(point) == index
            assert position.row_col(point) == (row, col)
            assert position.is_legal(point) == (rows * cols > 1)
    for passing in ("pass", "PASS", rows * cols, f"x:pass", "black pass"):
        assert (position.vertex(passing), position.index(passing)) == ("pass", rows * cols)
        assert position.is_legal(passing)


@pytest.mark.parametrize("kind", [Record, Game])
def test_off_the_board_is_a_question(kind):
    position = kind((3, 5))
    for point in ["F1", "A4", "Z99", "A0", (3, 0), (0, 5), (-1, 0), (0, -1), (10**30, 0), (0, -(10**30)), "(3,0)", (np.int64(3), 0)]:
        assert position.is_legal(point) is False
        assert position.check(point) is Reason.OFF_BOARD
        assert "off board: there is no such point" in str(position.explain(point))
        assert position.stone_at(point) is None and position.chain(point) == position.liberties(point) == []
        assert position.explain(point).board_after is None
        with pytest.raises(ValueError, match="has no index"):
            position.index(point)
        with pytest.raises(IllegalMove) as refusal:
            position.play(point)
        assert refusal.value.reason is Reason.OFF_BOARD
    # As moves of the board's own sides, rows and columns are not exchanged.
    assert position.is_legal((2, 4)) and not position.is_legal((4, 2))


class Indexed:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value if isinstance(self.value, int) else 1 / 0


NO_POINTS = {
    IndexError: [16, -1, 10**5000, np.uint64(2**64 - 1), Indexed(99)],
    TypeError: [True, np.True_, (True, 0), 1.0, np.float32(1), None, b"A1", [0, 0], (0,), (0, 0, 0), (0, "A"), ((0, 0), 0), np.array([0, 1])],
    ValueError: ["", "I1", "A１", "A1 A2", "\ud800", "tt", "(0, 0"],
    ZeroDivisionError: [Indexed(None)],
}


@pytest.mark.parametrize("kind", [Record, Game])
@pytest.mark.parametrize("error", NO_POINTS)
def test_what_is_no_point_raises(kind, error):
    position = kind((3, 5))
    asks = [position.is_legal, position.check, position.explain, position.play, position.try_play, position.vertex, position.index]
    for ask in asks + [position.row_col, position.stone_at, position.chain, position.liberties]:
        for point in NO_POINTS[error]:
            with pytest.raises(error, match="0 to 15|'C3', \\(row, col\\) or an index|is not a|surrogates|zero"):
                ask(point)
    assert position.turns == 0


def test_a_pass_is_no_point():
    for passing in ("pass", "resign", 9):
        for ask in (Record(3).stone_at, Record(3).chain, Record(3).row_col):
            with pytest.raises(ValueError, match="is not a point"):
                ask(passing)


@pytest.mark.parametrize("kind", [Record, Game])
def test_colors(kind):
    position = kind.parse(KO)
    for color in (WHITE, -1, "white", "W", "o", np.int8(-1), Indexed(-1)):
        assert position.is_legal("B3", color) and position.prisoners(color) == 0
    for color in (BLACK, 1, "x", "b", "Black"):
        assert position.check("B3", color) is Reason.TURN
    assert position.check("x:B3") is Reason.TURN and position.is_legal("o:B3")
    with pytest.raises(ValueError, match="not a move of Black"):
        position.is_legal("o:B3", BLACK)
    wrong = [(0, ValueError), (2, ValueError), (10**30, ValueError), ("red", ValueError), ("\udfff", ValueError), ("", ValueError)]
    for color, error in wrong + [(True, TypeError), (1.0, TypeError), (b"x", TypeError), ((1,), TypeError), (None, TypeError)]:
        with pytest.raises(error):
            position.prisoners(color)
    assert BLACK.other is WHITE and Color.of("B") is BLACK and (str(BLACK), BLACK.letter, WHITE.letter) == ("Black", "x", "o")
    for name, error in (("red", ValueError), (5, TypeError), (None, TypeError)):
        with pytest.raises(error):
            Color.of(name)


@pytest.mark.parametrize("kind", [Record, Game])
def test_each_reason(kind):
    cases = [
        ("x\n-x-\nx--\n---\n", "A3", None),
        ("o\n-x-\nx--\n---\n", "A3", Reason.SUICIDE),
        ("o\n-x-\nx--\n---\n", "B3", Reason.OCCUPIED),
        ("o\n-x-\nx--\n---\n", "x:C1", Reason.TURN),
        ("o\n-x-\nx--\n---\n", "D1", Reason.OFF_BOARD),
    ]
    for text, point, reason in cases:
        position = kind.parse(text)
        assert position.check(point) is reason and bool(position.explain(point)) == (reason is None)
        if reason:
            with pytest.raises(IllegalMove) as refusal:
                position.play(point)
            assert refusal.value.reason is position.try_play(point) is reason and str(refusal.value) == position.explain(point).brief
            assert str(position) == text and position.events == []
    game = Game.parse(KO)
    game.play("B3")
    assert game.stone_at("C3") is None and game.prisoners(WHITE) == 1
    assert (game.check("C3"), game.explain("C3").repeats, game.explain("C3").captured) == (Reason.KO, 0, ["B3"])
    events = ["x:(0,3)", "o:pass", "x:(0,1)", "o:(0,2)", "x:(0,0)", "o:(0,0)"]
    assert kind._load("x\n----\n", "tromp-taylor", events).check("B1") is Reason.SUPERKO
    game.play("resign")
    assert game.is_over and game.legal_moves() == [] and not game.legal_mask().any() and game.check(25) is Reason.GAME_OVER
    assert {reason.value for reason in Reason} == {"game-over", "turn", "off-board", "occupied", "suicide", "ko", "superko"}
    assert all(reason.sentence for reason in Reason) and Reason("ko") is Reason.KO


def same(record: Record, game: Game, chance: random.Random) -> None:
    """Asserts that both say the same, at one ply; and that what one says fits together."""
    rows, cols = record.size
    for name in ("size", "rules", "to_move", "turns", "is_over", "moves", "last_move", "events"):
        assert getattr(record, name) == getattr(game, name), name
    board = record.board
    assert (board == game.board).all() and str(record) == str(game)
    assert record.key() == game.key() and record.key(side=True) == game.key(side=True)
    mask = record.legal_mask()
    assert (mask == game.legal_mask()).all() and mask.shape == (rows * cols + 1,)
    assert record.legal_moves() == game.legal_moves()
    assert record.legal_moves() == [record.vertex(int(index)) for index in mask.nonzero()[0]] + ["resign"] * (not record.is_over)
    assert [record.is_legal(index) for index in range(len(mask))] == mask.tolist() == [game.is_legal(index) for index in range(len(mask))]
    for color in Color:
        assert record.prisoners(color) == game.prisoners(color)
    for point in chance.choices(range(rows * cols), k=3):
        color = chance.choice([None, BLACK, WHITE])
        why = record.explain(point, color)
        assert why == game.explain(point, color) and str(why) == str(game.explain(point, color))
        assert record.check(point, color) is game.check(point, color) is (why.reasons[0] if why.reasons else None)
        stone = record.stone_at(point)
        assert stone is game.stone_at(point) and (stone or 0) == board.flat[point] == board[record.row_col(point)]
        assert set(record.chain(point)) == set(game.chain(point)) and set(record.liberties(point)) == set(game.liberties(point))
        assert all(record.stone_at(other) is stone for other in record.chain(point))
        if why:
            after = record.play(point, color)
            assert (after.board == why.board_after).all() and after.prisoners(record.to_move) >= len(why.captured)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_records_and_games_agree(rules):
    turn = RULES.index(rules)
    for seed, size in enumerate(SIZES[turn % 2 :: 2]):
        chance = random.Random(seed)
        game = Game(size, rules=rules)
        for record in drawn(size, rules, seed + turn, most=20):
            if record.turns > game.turns:
                game.play(record.last_move[1])
            elif game.is_over:
                game.resume()
            same(record, game, chance)
            if chance.random() < 0.1:
                same(game.record(), record.game(), chance)
                assert game.record() == record
        assert float(record.score()) == record.count().black - record.count().white
        assert str(record.count()) == str(game.count()) and record.score() == game.score() and record.outcome() == game.outcome()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(9, 9), (13, 13), (19, 19), (25, 25), (7, 25), (25, 7)], ids=str)
def test_records_and_games_agree_in_long_games(size):
    for seed, rules in enumerate(RULES):
        game = Game(size, rules=rules)
        for record in drawn(size, rules, seed, most=400):
            if record.turns > game.turns:
                game.play(*reversed(record.last_move))
            elif game.is_over:
                game.resume()
            if record.turns % 20 == 0:
                same(record, game, random.Random(seed))


@pytest.mark.parametrize("kind", [Record, Game])
def test_symmetries(kind):
    end = last((4, 7), seed=3).with_rules("japanese")
    position = end if kind is Record else end.game()
    boards = [
        np.asarray(board)
        for half in (position.board, position.board[:, ::-1])
        for board in (half, np.rot90(half), np.rot90(half, 2), np.rot90(half, 3))
    ]
    seen = set()
    for symmetry in Symmetry:
        turned = position.transformed(symmetry)
        assert type(turned) is kind and turned.turns == position.turns and turned.rules == position.rules
        [place] = [place for place, board in enumerate(boards) if board.shape == turned.board.shape and (board == turned.board).all()]
        seen.add(place)
    assert seen == set(range(8)) and (position.transformed(0).board == position.board).all()
    wrong = [(8, IndexError), (-1, ValueError), (10**30, IndexError), ("x", TypeError), (None, TypeError)]
    for symmetry, error in wrong:
        with pytest.raises((error, ValueError)):
            position.transformed(symmetry)


def test_sizes_and_rules():
    for size, error in [
        (0, ValueError), (26, ValueError), (-1, ValueError), (10**5000, ValueError), ((0, 5), ValueError), ((5, -(10**30)), ValueError),
        ("9", TypeError), (9.0, TypeError), (True, TypeError), ((9,), TypeError), ((True, 9), TypeError), ([9, 9], TypeError), (b"", TypeError),
    ]:  # fmt: skip
        for kind in (Record, Game):
            with pytest.raises(error, match="1 to 25"):
                kind(size)
    assert Record(np.int8(9)).size == Record((9, np.uint64(9))).size == (9, 9) and Record().size == (19, 19)
    for komi in (6.5, "6.5", np.float32(6.5), np.float64(6.5), Decimal("6.50"), Fraction(13, 2)):
        assert Record(9, komi=komi).rules.komi == 6.5
    for name in Rules.NAMES:
        rules = Rules(name)
        assert Record(9, rules=name).rules == rules == Rules(str(rules)) and hash(rules) == hash(Rules(str(rules)))
        assert eval(repr(rules)) == rules and Game(9, rules=rules, komi=3).rules == Rules(name, komi=3)
    changed = Rules("japanese", ko="positional", suicide="allowed", scoring="area", tax="all", button=True, handicap_bonus="n", pass_stones=True, last_pass="white")
    got = (changed.ko, changed.suicide, changed.scoring, changed.tax, changed.komi, changed.button, changed.handicap_bonus, changed.pass_stones, changed.last_pass)
    assert got == ("positional", "allowed", "area", "all", 6.5, True, "n", True, "white")
    for arguments, changes, error in [
        (("nonsense",), {}, ValueError), (("\ud800",), {}, ValueError), ((5,), {}, TypeError), ((), {"nonsense": 1}, ValueError),
        ((), {"ko": None}, TypeError), ((), {"komi": 10**5000}, TypeError), ((), {"komi": float("nan")}, ValueError),
        ((), {"komi": 0.25}, ValueError), ((), {"\ud800": 1}, ValueError), ((), {"ko": b"simple"}, TypeError),
    ]:  # fmt: skip
        with pytest.raises(error):
            Rules(*arguments, **changes)
    for komi, error in [(float("inf"), ValueError), (151, ValueError), (True, TypeError), (b"6", TypeError), ((), TypeError)]:
        with pytest.raises(error):
            Record(9, komi=komi)
    for rules in (5, b"kata", ("kata",)):
        with pytest.raises(TypeError, match="rules are a text"):
            Record(9, rules=rules)


def test_nobody_makes_a_position():
    for kind in (Position, type("Mine", (Position,), {}), lambda: object.__new__(Record), *(lambda: type("Mine", (it,), {}) for it in (Record, Game))):
        with pytest.raises(TypeError):
            kind()
    with pytest.raises(AttributeError):
        Record(9).size = (5, 5)


def test_texts():
    record = Record((3, 5), komi=0.5).play("B2")
    assert str(record) == str(record.game()) == "o\n-----\n-x---\n-----\n" and record.last_move == (BLACK, "B2") and Game(9).last_move is None
    assert repr(record) == "<gokata.Record 3x5, 1 turn, White to play>" and repr(record.play("resign").game()).endswith("2 turns, over>")
    why = record.explain("B2")
    assert repr(why) == "<gokata.Explanation White B2 illegal: occupied>" and repr(record.explain("pass")).endswith("legal>")
    assert why.sentences and why.color is WHITE and why.asked == "B2" and why.rules.komi == 0.5 and why.board_after is None
    assert why == record.game().explain("B2") != record.with_rules(komi=1).explain("B2") and why != str(why)


def test_an_explanation_as_text(monkeypatch):
    monkeypatch.setenv("COLUMNS", "43")
    text = str(Record((2, 3)).play("pass").explain("C2"))
    assert text.splitlines() == [
        "White C2: legal",
        f"  rules: {Record(3).rules}",
        "",
        "before         after",
        " 2  .  .  .     2  .  . (o)",
        " 1  .  .  .     1  .  .  .",
        "    A  B  C        A  B  C",
    ]  # fmt: skip
    # On a stone, and off the board, there is no board after the move; two boards that are too wide are one below the other.
    after = Record(9).play("J1")
    for wrong in ("J1", (9, 0), "pass"):
        shown = str(after.explain(wrong)).split("\n\n")
        assert len(shown) == 2 and shown[1].splitlines()[-2:] == [" 1  .  .  .  .  .  .  .  . (x)", "    A  B  C  D  E  F  G  H  J"]
    assert [part.split()[0] for part in str(after.explain("A9")).split("\n\n")] == ["White", "before", "after"]


def test_pictures():
    record = last((3, 5), seed=1)
    shapes = {"A1": "circle", (0, 0): "square", 1: "triangle", "C1": "cross", "Z9": "circle"}
    texts = {"A1": "<&>\"'", (1, 1): 17, 2: "\U0001f600", 3: "\t"[:0], "B1": None}
    for svg in (
        record.svg(),
        record._repr_svg_(),
        record.svg(marks=shapes, labels=texts, heat=np.linspace(-1, 1, 15).reshape(3, 5), size=100),
        record.svg(marks=["A1", 3], heat=[float("nan")] * 15 + [1], size=0),
        record.game().svg(marks=record.marks, heat=np.full((3, 5), np.inf, order="F")),
        record.svg(size=2**64 - 1, heat=np.eye(3, 5, dtype=bool)),
    ):
        assert xml.etree.ElementTree.fromstring(svg).tag.endswith("svg")
    for keys, error in [
        ({"labels": {"A1": "\0"}}, ValueError), ({"labels": {"A1": "\uffff"}}, ValueError), ({"labels": {"A1": "\ud800"}}, ValueError),
        ({"labels": ["A1"]}, TypeError), ({"labels": {None: "x"}}, TypeError), ({"labels": {99: "x"}}, IndexError),
        ({"marks": {"A1": "star"}}, ValueError), ({"marks": {"A1": 5}}, TypeError), ({"marks": "A1"}, TypeError), ({"marks": 5}, TypeError),
        ({"heat": np.zeros((5, 3))}, TypeError), ({"heat": "x"}, TypeError), ({"heat": [["x"] * 5] * 3}, ValueError),
        ({"heat": np.broadcast_to(np.int8(0), (10**6, 10**6))}, TypeError), ({"size": -1}, ValueError), ({"size": "x"}, TypeError),
    ]:  # fmt: skip
        with pytest.raises(error):
            record.svg(**keys)
