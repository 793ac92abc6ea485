"""`gokata.testing`: an adapter is asked the questions of the fixtures, and its answers are counted as those of a program."""

import functools
import subprocess
import sys

import pytest

import gokata
from gokata import testing

KO = "kata/6-ko/retake-at-once#C3-xugq7"


class Own:
    """gokata's own record as an adapter."""

    def start(self, question):
        self.question = question
        self.game = gokata.Record.from_board(question.opening, question.to_move, rules=question.rules)
        for move in question.moves:
            self.game = self.game.play(*place(move))

    def legal(self, move):
        return self.game.check(*place(move)) or True

    def board(self):
        return self.game.board

    def score(self):
        count = self.question.count
        if any(count["prisoners"]) or count["neutral"] or count["handicap"] or count["first_pass"] is not None:
            raise testing.Cannot("it has no words for it")
        return self.game.score(count["dead"])


class Score(Own):
    def score(self):
        score = super().score()
        return score.margin * (score.winner or 0)


class NoKo(Own):
    """Forgets the game before the last move."""

    def start(self, question):
        super().start(question)
        self.game = gokata.Record.from_board(self.game.board, self.game.to_move, rules=question.rules)


class Steps(Own):
    """Takes back turns, and keeps a tally."""

    def play(self, move):
        if self.game.check(*place(move)) is not None:
            return False
        self.game = self.game.play(*place(move))
        return True

    def undo(self):
        self.game = self.game.undo()

    def prisoners(self):
        if self.question.rules.pass_stones:
            raise testing.Cannot("its tally has passes, too")
        return self.game.prisoners(gokata.Color.BLACK), self.game.prisoners(gokata.Color.WHITE)


class Accepts(Steps):
    def play(self, move):
        super().play(move)


class Forgets(Steps):
    """Takes back the stones, and nothing else."""

    def undo(self):
        before = self.game.undo()
        self.game = gokata.Record.from_board(before.board, before.to_move, rules=before.rules)


class Crashes(Own):
    def legal(self, move):
        if move.point is None:
            raise RuntimeError("no passes")
        return super().legal(move)


def place(move):
    return ("pass" if move.point is None else move.point), move.color


def test_own_referee_is_right():
    answers = testing.check(Score)
    assert (answers.wrong, answers.is_fine) == ([], True)
    numbers = answers.numbers
    assert sum(numbers.values()) > 4000
    assert numbers["right"] > 3000
    assert str(answers).splitlines()[0].split() == ["folder", "right", "wrong", "cannot", "be", "asked"]
    assert " cannot be asked: the rules change during the game" in str(answers)


def test_a_faulty_referee_is_convicted_with_a_fixture():
    answers = testing.check(NoKo, only=["kata/6-ko"])
    assert not answers.is_fine
    report = dict(answers.wrong)[KO]
    assert report.startswith(f"wrong {KO}: Black C3 (ko=simple suicide=forbidden): expected illegal ko, got legal\n")
    assert "\nillegal ko x:C3" in report
    assert all(number == 0 for name, number in answers.numbers.items() if name not in ("right", "wrong", "cannot be asked"))


def test_steps_are_asked_of_an_adapter_that_takes_them():
    answers = testing.check(Steps, only=["steps"])
    assert (answers.wrong, answers.is_fine) == ([], True)
    assert answers.numbers["right"] > 450
    asked = {adapter: testing.questions(adapter, only=["steps"]) for adapter in (Own, Steps)}
    assert [any(it.values[0].steps for it in asked[adapter]) for adapter in (Own, Steps)] == [False, True]
    assert "cannot be asked: the adapter has no method `play`" in str(testing.check(Own, only=["steps"]))
    reports = [report for _, report in testing.check(Accepts, only=["steps"]).wrong]
    assert len(reports) > 50 and any(": expected illegal ko, got accepted 2\n" in report for report in reports)
    wrong = [name for name, _ in testing.check(Forgets, only=["steps"]).wrong]
    assert {name.split("#")[0] for name in wrong} >= {"steps/the-ko-comes-back", "steps/earlier-boards-stay-seen"}


def test_a_crash_is_counted_with_its_place():
    answers = testing.check(Crashes, only=["kata/2-turns"])
    assert answers.numbers["crashed"] > 0
    assert "crashed: RuntimeError: no passes (" in answers.wrong[0][1] and ", in legal)" in answers.wrong[0][1]
    asked = next(question for question in testing.all_questions() if question.asks == "legal" and question.move.point is None)
    with pytest.raises(RuntimeError) as error:
        asked.put_to(Crashes())
    assert asked.id in error.value.__notes__[0] and asked.fixture in error.value.__notes__[0]


class Misspelled:
    start = Own.start
    is_legal = Own.legal


def test_no_adapter():
    for wrong in (Misspelled, object, type("NoStart", (), {"legal": Own.legal})):
        for ask in (testing.questions, testing.check, lambda it: next(testing.all_questions()).put_to(it())):
            with pytest.raises(TypeError, match=f"{wrong.__name__} is no adapter: it needs `start`, and one of legal, board,"):
                ask(wrong)
    # Whatever makes an adapter will do.
    assert testing.check(lambda: Own(), only=[KO]).is_fine and len(testing.questions(functools.partial(Own), only=[KO])) == 1


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("illegal ko", "right"),
        ("ko", "right"),
        (gokata.Reason.KO, "right"),
        (False, "right"),
        (True, "wrong"),
        ("suicide", "wrong"),
        ("hello", "nonsense"),
        (None, "crashed"),
        (1, "crashed"),
    ],
)
def test_answers(answer, outcome):
    class Says(Own):
        def legal(self, move):
            return answer

    [question] = (question for question in testing.all_questions() if question.id == KO)
    assert testing.check_one(question, Says) == outcome
    assert question.expected == "illegal ko"


@pytest.mark.parametrize("board", [lambda rows: rows, lambda rows: "o\n" + "\n".join(rows), lambda rows: ["o", *rows]])
def test_boards(board):
    question = next(question for question in testing.all_questions() if question.asks == "board" and question.move.color == 1)

    class Says(Own):
        def board(self):
            rows = str(self.game).splitlines()[1:]
            return board(rows)

    # Rows alone, or one text with the side to play. A list begins with no side.
    assert testing.check_one(question, Says) == ("nonsense" if board(["-"])[0] == "o" and isinstance(board(["-"]), list) else "right")


@pytest.mark.parametrize("question", testing.questions(Own, only=["kata/6-ko/retake-at-once", "counting/boards"]))
def test_inside_pytest(question):
    question.put_to(Own())


@pytest.mark.parametrize("question", testing.questions(NoKo, known=[KO], only=[KO]))
def test_known_deviations_are_expected(question):
    question.put_to(NoKo())


def test_a_wrong_answer_inside_pytest():
    [question] = (question for question in testing.all_questions() if question.id == KO)
    with pytest.raises(testing.WrongAnswer, match="expected illegal ko, got legal") as wrong:
        question.put_to(NoKo())
    assert str(wrong.value).endswith(f"the right answer: {question.record.explain(*place(question.move))}")
    question = next(question for question in testing.all_questions() if question.asks == "board")
    with pytest.raises(testing.WrongAnswer) as wrong:
        question.put_to(type("Empty", (Own,), {"board": lambda self: self.question.opening * 0})())
    assert f"the program's answer:\n{question.move.color.other.letter}\n---" in str(wrong.value)


def test_rules_of_ones_own():
    own = testing.questions(Own, rules="ko=positional suicide=allowed")
    usual = testing.questions(Own)
    assert 1000 < len(own) < len(usual)
    suicides = [[it.values[0].expected for it in some].count("illegal suicide") for some in (own, usual)]
    assert suicides[0] < suicides[1] / 2


def test_an_adapter_without_rules_is_asked_by_those_that_are_given():
    parameters = testing.questions(Own, rules="ko=positional suicide=allowed")
    asked = [parameter.values[0] for parameter in parameters]
    assert {(str(it.rules.ko), str(it.rules.suicide)) for it in asked if it.move} == {("positional", "allowed")}
    outcomes = [testing.check_one(question, Own) for question in asked[::20]]
    assert set(outcomes) <= {"right", "cannot be asked"} and outcomes.count("right") > 50


def test_without_pytest_a_question_that_cannot_be_asked_raises():
    program = """
from gokata import testing
class Nothing:
    def start(self, question): raise testing.Cannot("nothing")
    def legal(self, move): pass
try:
    next(testing.all_questions()).put_to(Nothing())
except testing.Cannot as why:
    print(why)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("nothing\n", "")


def test_known_lists(tmp_path):
    known = tmp_path / "known.txt"
    known.write_text(f"# what NoKo forgets\n{KO}  # a ko\n")
    answers = testing.check(NoKo, known=known, only=[KO])
    assert (answers.numbers["known"], answers.wrong) == (1, [])
    answers = testing.check(Own, known=known, only=[KO])
    assert answers.right_now == [KO]
    assert f"right now, so no longer a known deviation: {known}:2: {KO}" in str(answers)
    known.write_text("kata/6-ko/retake-at-once#C3-xxxxx\n")
    with pytest.raises(gokata.ParseError, match=f"the nearest are {KO}") as error:
        testing.check(Own, known=known)
    assert (error.value.line, error.value.column) == (1, 1)


@pytest.mark.parametrize(("only", "error"), [("kata", TypeError), (["kata/9-nothing"], ValueError)])
def test_bad_names(only, error):
    with pytest.raises(error):
        testing.check(Own, only=only)


def test_a_program_with_boards_of_one_size_is_asked_on_these() -> None:
    class OnNine(Own):
        sizes = "9x9"

        def start(self, question: testing.Question) -> None:
            assert question.size == (9, 9)
            super().start(question)

    answers = testing.check(OnNine, only=["kata/6-ko"])
    assert answers.wrong == []
    assert answers.numbers["right"] > 100
    assert answers.numbers["cannot be asked"] < 20
    asked = testing.questions(OnNine, only=["kata/6-ko/retake-at-once"])
    assert [parameter.id for parameter in asked][0] == "kata/6-ko/retake-at-once@9x9#B3-yh8ay"


def test_boards_that_are_none_are_refused() -> None:
    class OnNothing(Own):
        sizes = "9..x"

    with pytest.raises(gokata.ParseError, match="no size of boards"):
        testing.check(OnNothing)


def test_random_games_find_a_mistake_and_shorten_it():
    answers = testing.games(NoKo, 60, size=5, seed=1, rules="ko=simple suicide=forbidden")
    [(_, report)] = [wrong for wrong in answers.wrong if "expected illegal ko, got legal" in wrong[1]]
    # Two moves are the shortest game with a ko, and three rows and columns, or two at an edge, the smallest board.
    assert report.count("\nplay ") == 1 and len(report.split("\nplay ")[1].split("\n")[0].split()) == 1, report
    right = testing.games(Own, 20, size=(3, 5), seed=1)
    assert right.is_fine and right.numbers["right"] > 400
    assert str(testing.games(Own, 5, seed=7)) == str(testing.games(Own, 5, seed=7)) != str(testing.games(Own, 5, seed=8))


def test_a_program_that_answers_little_is_not_fine():
    class Little(Own):
        def legal(self, move):
            raise testing.Cannot("no idea")

    little = testing.check(Little, only=["kata"])
    assert not little.is_fine and little.untested == ["ko", "suicide"]
    assert testing.check(Own, only=["kata"]).is_fine


def test_a_question_on_a_larger_board_is_judged_there():
    class Nine(Own):
        sizes = "9x9"

    asked = [question for question in testing.all_questions() if question.id.startswith("kata/5-capture/corner#")]
    boards = [question for question in asked if question.asks == "board"]
    assert boards and all(question.size != (9, 9) for question in boards)
    for question in asked:
        assert testing.check_one(question, Nine) == "right"
        question.put_to(Nine())


def test_random_games_refuse_what_makes_no_sense():
    class Nine(Own):
        sizes = "9x9"

    with pytest.raises(ValueError, match="no board of this size"):
        testing.games(Nine, 5, size=13)
    with pytest.raises(TypeError):
        testing.games(object, 5)

    class Interrupted(Own):
        def legal(self, move):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        testing.games(Interrupted, 5)
