"""The life of a game: changes, the past, equality, copies and pickles."""

import copy
import pickle
import random

import pytest
from common import RULES, SIZES, drawn, last

from gokata import BLACK, WHITE, Batch, Explanation, Game, IllegalMove, ParseError, Reason, Record, Rules, sgf


def test_a_record_never_changes():
    start = Record(5)
    after = start.play("C3")
    assert (start.turns, after.turns, after.undo() == start, start.undo()) == (0, 1, True, None)
    assert start.try_play("C3") == after and start.try_play("K9") is Reason.OFF_BOARD
    with pytest.raises(IllegalMove):
        after.play("C3")
    assert after.turns == 1 and after == start.play((2, 2)) == start.play(12)


def test_equality_and_hash():
    one, two = Record(5).play("A1").play("B2"), Record(5).play("A1").play("B2")
    assert one == two and hash(one) == hash(two) and len({one, two}) == 1 and not one != two
    others = [
        one.undo(), one.play("pass"), one.with_rules("japanese"), one.with_rules(komi=1), one.hand_turn("o"),
        Record(5).play("A1").play("B3"), Record((5, 6)).play("A1").play("B2"), Record.parse(str(one)), one.game(), None, str(one), 5,
    ]  # fmt: skip
    for other in others:
        assert one != other and other != one
    assert one.__eq__(5) is NotImplemented  # so that the other object is asked
    game = one.game()
    assert game == game and game != one.game() and game.record() == one


def test_the_past():
    for rules in RULES[::3]:
        records = list(drawn((3, 4), rules, seed=7, most=40))
        end = records[-1]
        turns = {record.turns: record for record in records if not record.events or not record.events[-1].endswith("resume")}
        for turn, record in turns.items():
            assert end.at(turn) == record
        assert end.at(end.turns + 1) is end.at(10**18) is None and end.at(0).undo() is None
        game = end.game()
        for record in reversed(list(turns.values())[:-1]):
            assert game.undo() is not None
            assert game.record() == record
        assert game.undo() is None
    for turn, error in [(-1, ValueError), (10**30, ValueError), ("1", TypeError), (1.0, TypeError), (None, TypeError)]:
        with pytest.raises(error):
            end.at(turn)


@pytest.mark.parametrize("kind", [Record, Game])
def test_turns_handed_over_and_play_resumed(kind):
    def after(position, change, *arguments):
        changed = getattr(position, change)(*arguments)
        return position if kind is Game else changed

    position = after(after(kind(5), "play", "C3"), "hand_turn", BLACK)
    assert position.to_move is BLACK and position.events == ["x:(2,2)", "x:turn"] and position.turns == 1
    with pytest.raises(ValueError, match="only after passes"):
        position.resume()
    ended = after(after(position, "play", "pass"), "play", "pass")
    assert ended.is_over and str(ended.outcome()) == "B+25"
    for wrong, error in [("red", ValueError), (0, ValueError), (True, TypeError), (1.5, TypeError)]:
        with pytest.raises(error):
            ended.resume(wrong)
        with pytest.raises(error):
            ended.hand_turn(wrong)
    resumed = after(ended, "resume", WHITE)
    assert not resumed.is_over and resumed.to_move is WHITE and resumed.events[-1] == "o:resume" and resumed.outcome() is None
    resigned = after(resumed, "play", "resign")
    assert str(resigned.outcome()) == "B+R" and resigned.outcome().margin is None
    with pytest.raises(ValueError, match="only after passes"):
        resigned.resume()


def rules_changed() -> Record:
    """A game with a suicide, under rules that forbid it."""
    record = Record.parse("x\n-xo\noo-\n---\n", rules="new-zealand").play("A3")
    return record.with_rules("japanese")


def test_rules_change():
    record = rules_changed()
    assert record.rules == Rules("japanese") and record.board[0].tolist() == [0, 0, -1]
    assert record.game().rules == record.rules and record.game().record() == record and record.undo().turns == 0
    assert record.with_rules(komi=0.5).rules == Rules("japanese", komi=0.5) and record.with_rules() == record
    assert copy.copy(record) is record and copy.deepcopy([record]) == [record]
    assert copy.copy(record.explain(0)) == record.explain(0)
    for refuse in (pickle.dumps, lambda it: pickle.dumps(it.game()), lambda it: it.transformed(1), lambda it: pickle.dumps(it.explain(0))):
        with pytest.raises(ValueError, match="suicide"):
            refuse(record)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol):
    for seed, rules in enumerate(RULES):
        record = last(SIZES[seed % len(SIZES)], rules, seed, most=15)
        again = pickle.loads(pickle.dumps(record, protocol))
        assert again == record and hash(again) == hash(record) and again.events == record.events
        game = pickle.loads(pickle.dumps(record.game(), protocol))
        assert type(game) is Game and game.record() == record
        assert pickle.loads(pickle.dumps(record.rules, protocol)) == record.rules
        for point in ("A1", "Z9", (-3, 10**12), "pass", "resign"):
            for color in (BLACK, WHITE):
                why = record.explain(point, color)
                assert pickle.loads(pickle.dumps(why, protocol)) == copy.deepcopy(why) == why
    for error in (IllegalMove(record.explain("Z99")), ParseError("a sentence", 3, 2), ParseError("another")):
        again = pickle.loads(pickle.dumps(error, protocol))
        assert type(again) is type(error) and str(again) == str(error) and vars(again) == vars(error)
    for value in (record.count(), record.score(), record.outcome()):
        assert pickle.loads(pickle.dumps(value, protocol)) == value and repr(copy.copy(value)) == repr(value)
    for value in (Batch(1), record.marks, record.suggest(), sgf.parse("(;)")[0].root):
        with pytest.raises(TypeError, match="cannot (be copied or )?pickle|is not safe"):
            pickle.loads(pickle.dumps(value, protocol))


def test_pickles_that_were_tampered_with():
    good = ("x\n---\n---\n", "kata", ["x:(0,0)", "o:pass"])
    for kind in (Record, Game):
        assert kind._load(*good).turns == 2
        for opening, rules, events, error in [
            ("x\n---\n--\n", "kata", [], ParseError), ("", "kata", [], ParseError), ("x\nox-\nx--\n", "kata", [], ParseError),
            ("x\n---\n", "nonsense", [], ParseError), ("x\n---\n", "kata,komi=1e9", [], ParseError), ("x\n---\n", "kata", ["x:A1"], ParseError),
            ("x\n---\n", "kata", ["x:(9,9)"], ValueError), ("x\n---\n", "kata", ["x:(0,99999999999)"], ValueError),
            ("x\n---\n", "kata", ["o:(0,0)"], ValueError), ("x\n---\n", "kata", ["x:(0,0)", "o:(0,0)"], ValueError),
            ("x\n---\n", "kata", ["x:resume"], ValueError), ("x\n---\n", "kata", ["x:resign", "o:turn", "x:pass"], ValueError),
            ("x\n---\n", "kata", ["\ud800"], ValueError), ("x\n---\n", "kata", "x:pass", TypeError), ("x\n---\n", "kata", [5], TypeError),
            ("x\n---\n", "kata", None, TypeError), ("x\n---\n", None, [], TypeError), (b"x\n---\n", "kata", [], TypeError),
        ]:  # fmt: skip
            with pytest.raises(error):
                kind._load(opening, rules, events)
    text = pickle.dumps(last((3, 3), seed=5), protocol=0)
    chance = random.Random(1)
    for _ in range(300):
        bad = bytearray(text)
        for _ in range(chance.randint(1, 3)):
            bad[chance.randrange(len(bad))] = chance.choice(b"xo()0123:-\n .")
        try:
            loaded = pickle.loads(bytes(bad))
        except Exception as error:
            assert "panic" not in f"{type(error).__name__}{error}".lower()
        else:
            assert not isinstance(loaded, Record) or loaded.undo() != loaded


def test_copies_of_games_are_apart():
    game = last(5, seed=2).game()
    for made in (copy.copy(game), copy.deepcopy(game), game.copy(), pickle.loads(pickle.dumps(game)), game.record().game()):
        before = str(made)
        assert type(made) is Game and before == str(game)
        made.undo()
        assert str(game) == before and game.turns == made.turns + 1


def test_playouts():
    game = Game(9)
    game.play("E5")
    ends = [game.playout(seed) for seed in (0, 1, 2**64 - 1)]
    assert game.turns == 1 and len(set(ends)) == 3 and ends[0] == game.playout(0)
    assert all(plies > 30 and 0 <= black + white <= 81 for plies, (black, white) in ends)
    for seed, error in [(-1, ValueError), (2**64, ValueError), (10**5000, ValueError), (1.5, TypeError)]:
        with pytest.raises(error):
            game.playout(seed)


def test_a_long_game():
    record = Record((1, 2))
    for _ in range(3000):
        record = record.play("pass").play("pass").resume(BLACK)
    game = record.game()
    assert game.turns == record.turns == 6000 and pickle.loads(pickle.dumps(game)).turns == 6000
    assert record.at(1).turns == 1 and hash(record) == hash(game.record())


def test_exceptions():
    why = Record(5).explain("K9")
    refusal = IllegalMove(why)
    assert isinstance(refusal, ValueError) and refusal.explanation is why and refusal.reason is Reason.OFF_BOARD
    for wrong in ("text", None, Record(5).explain("A1")):
        with pytest.raises(TypeError, match="Explanation"):
            IllegalMove(wrong)
    assert isinstance(why, Explanation) and not why
    for text, line, column in [
        ("x\n-x-\nx?-\n---\n", 3, 2), ("z\n---\n", 1, 1), ("x\n-xo\n-x\n", 3, 3), ("x\n" + "-" * 26 + "\n", 2, 26), ("x\n\n", 2, 1),
        ("x\n---\n" + "-\t-\n", 3, 2), ("x\n--w\nb--\n", 2, 3), ("x\nä--\n", 2, 1), ("o\n-oo\noxo\noo-\n", 3, 2),
    ]:  # fmt: skip
        for kind in (Record, Game):
            with pytest.raises(ParseError) as error:
                kind.parse(text)
            assert (error.value.line, error.value.column) == (line, column) and isinstance(error.value, ValueError)
    with pytest.raises(ParseError) as error:
        Rules("nonsense")
    assert error.value.line is error.value.column is None
