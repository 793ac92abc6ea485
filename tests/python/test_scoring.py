"""Who has won: counts, marks, findings, outcomes."""

import copy

import pytest
from common import last

from gokata import BLACK, WHITE, Game, Record, Score

DEAD = "o\n--xo-\n--xo-\n--xo-\n--xo-\no-xo-\n"


@pytest.mark.parametrize("kind", [Record, Game])
def test_counts(kind):
    end = kind.parse(DEAD, rules="chinese", komi=0.5)
    alive = end.count()
    assert str(end.score()) == str(alive.score) == "o+5.5" or alive.black + alive.white <= 25.5
    dead = end.count(["A1"])
    assert (dead.black, dead.white, str(dead.score)) == (15.0, 10.5, "x+4.5")
    assert dead.score.winner is BLACK and dead.score.margin == 4.5 and dead.lines["komi"] == (0.0, 0.5)
    assert sum(black for black, _ in dead.lines.values()) == dead.black and "Black wins by 4.5" in str(dead)
    assert dead == end.count([(4, 0)]) == end.count(iter([20])) != alive and repr(dead) == "<gokata.Count x+4.5>"
    assert len({end.score(["A1"]), end.score(["A1"]), end.score()}) == 2
    even = kind.parse("x\n-xo-\n", komi=0).score()
    assert (str(even), even.winner, even.margin, repr(even)) == ("draw", None, 0.0, "<gokata.Score draw>") and isinstance(even, Score)


def test_marks():
    end = Record.parse(DEAD, rules="japanese", komi=0)
    marks = end.marks
    assert marks.dead == marks.neutral == [] and marks.owners()[4, 0] == WHITE
    other = copy.deepcopy(marks)
    marks.mark("A1", "dead")
    assert marks.dead == ["A1"] and other.dead == [] and marks != other and repr(marks) == '<gokata.Marks dead=["A1"] neutral=[]>'
    assert (marks.owners()[:, :3] == BLACK).all() and (marks.owners()[:, 3:] == WHITE).all()
    assert end.score(marks) == end.score(["A1"]) and end.game().count(marks) == end.count(marks)
    marks.mark((4, 0), "alive")
    assert marks == other
    marks.mark("E5", "neutral")
    assert marks.neutral == ["E5", "E4", "E3", "E2", "E1"] and marks.owners()[0, 4] == 0
    marks.mark("E1", "counted")
    assert marks.neutral == []
    for point, mark in [("B1", "dead"), ("A1", "neutral"), ("Z9", "dead"), ("pass", "dead"), ("A1", "gone")]:
        with pytest.raises(ValueError):
            marks.mark(point, mark)
    assert marks == other
    for wrong, error in [
        (["B1"], ValueError), (["Z9"], ValueError), ("A1", TypeError), (5, TypeError), ([26], IndexError), (Record(5).marks, ValueError),
        (Record(9).suggest(), ValueError),
    ]:  # fmt: skip
        for ask in (end.count, end.score, end.outcome, end.game().count):
            with pytest.raises(error):
                ask(wrong)


def test_findings():
    end = Record.parse("x\n-x-xo-\nxxxxo-\noooxo-\n---xo-\nxxxxo-\n-x-xo-\n", rules="japanese")
    life = end.suggest()
    assert life.dead == ["A4", "B4", "C4"] and life.open == life.unsettled == life.seki == [] and set(life.dead) <= set(life.proven)
    assert end.score(life) == end.score(life.marks) == life.score == life.range[0] == life.range[1]
    assert repr(life).startswith("<gokata.Life 3 dead, 0 in seki, 0 open")
    assert sorted(point for chain in life.chains for point in chain["stones"]) == sorted(
        end.vertex(index) for index in range(36) if end.board.flat[index]
    )
    for chain in life.chains:
        assert all(end.stone_at(point) is chain["color"] for point in chain["stones"])
        assert chain["status"] in ("alive", "dead", "seki") and chain["how"] in ("proven", "likely", "ruling", "open", "unsettled")
        assert {"moves", "ko"}.isdisjoint(chain)
    rows = "ooooooooo oooxxxxoo ooxxooxoo oox--xxoo ooxxxxooo ooooooooo ooooooooo ooooooooo oooooo-o-"
    life = Record.parse("\n".join(["x", *rows.split(), ""])).suggest()
    [chain] = [chain for chain in life.chains if chain["how"] == "unsettled"]
    assert sorted(chain["stones"]) == sorted(life.unsettled) and set(life.unsettled) <= set(life.open) and len(life.unsettled) == 14
    assert (chain["color"], chain["moves"], chain["ko"]) == (BLACK, ("E6", "E6"), False) and life.range[0] != life.range[1]
    middle = last(7, "japanese", seed=3, most=25)
    assert isinstance(middle.suggest().score, Score) and middle.game().suggest().chains == middle.suggest().chains


@pytest.mark.parametrize("kind", [Record, Game])
def test_outcomes(kind):
    for moves, text, winner, how, margin, sentence in [
        (["C3"], None, None, None, None, None),
        (["C3", "pass", "pass"], "B+17.5", BLACK, "count", 17.5, "Black wins by 17.5 points"),
        (["resign"], "W+R", WHITE, "resignation", None, "Black resigns: White wins"),
        (["C3", "resign"], "B+R", BLACK, "resignation", None, "White resigns: Black wins"),
    ]:
        record = Record(5, rules="chinese")
        for move in moves:
            record = record.play(move)
        outcome = (record if kind is Record else record.game()).outcome()
        if text is None:
            assert outcome is None
            continue
        assert (str(outcome), outcome.winner, outcome.how, outcome.margin, outcome.sentence) == (text, winner, how, margin, sentence)
        assert hash(outcome) == hash(record.outcome()) and outcome == record.outcome() and repr(outcome) == f"<gokata.Outcome {text}>"
    draw = Record((1, 2)).play("pass").play("pass").outcome()
    assert (str(draw), draw.winner, draw.margin) == ("0", None, 0.0)
