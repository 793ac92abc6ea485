"""NumPy in and out."""

import numpy as np
import pytest
from common import SIZES, last

from gokata import BLACK, WHITE, Game, ParseError, Record

MATRIX = [[0, 1, -1, 0], [1, 0, 0, -1], [0, 0, 0, 1]]
TEXT = "-xo-\nx--o\n---x\n"


@pytest.mark.parametrize("kind", [Record, Game])
def test_boards_in(kind):
    wide = np.zeros((6, 8), np.int8)
    wide[::2, ::2] = MATRIX
    read_only = np.array(MATRIX)
    read_only.flags.writeable = False
    forms = [MATRIX, tuple(map(tuple, MATRIX)), read_only, wide[::2, ::2], np.array(MATRIX)[::-1, ::-1][::-1, ::-1]]
    forms += [np.array(MATRIX, dtype) for dtype in ("i1", "i2", ">i4", "<i8", "intp")]
    forms += [np.asfortranarray(MATRIX), np.array(MATRIX).T.copy().T, np.frombuffer(np.array(MATRIX, "i1").tobytes(), "i1").reshape(3, 4)]
    for form in forms:
        position = kind.from_board(form, WHITE, rules="chinese", komi=0.5)
        assert str(position) == "o\n" + TEXT and position.board.tolist() == MATRIX and position.rules.komi == 0.5
    assert kind.from_board(MATRIX).to_move is BLACK and kind.from_board(np.zeros((1, 25), np.uint8)).size == (1, 25)
    assert str(kind.from_board(np.eye(3, dtype="u8"), to_move="o")) == "o\nx--\n-x-\n--x\n"


WIDE = np.broadcast_to(np.int8(0), (10**6, 10**6))


@pytest.mark.parametrize("kind", [Record, Game])
@pytest.mark.parametrize(
    "error, part, boards",
    [
        (ValueError, "row 0, column 0 is", [np.full((3, 3), 255, np.uint8), np.full((3, 3), 2**64 - 1, np.uint64), [[-2]]]),
        (ValueError, "row 1, column 1 is 2", [[[0, 0], [0, 2]]]),
        (ValueError, "no liberty", [[[0, 1], [1, -1]], np.ones((2, 2), int)]),
        (ValueError, "1 to 25", [np.zeros((0, 0), int), np.zeros((3, 0), int), np.zeros((26, 1), int), WIDE]),
        (ValueError, "sequence", [[[0, 1], [0]]]),
        (TypeError, "not an array of", [np.zeros((2, 2), kind) for kind in ("?", "f8", "f2", "c8", "O", "m8[s]", "S1")] + [[["x", "o"]], [[10**30]]]),
        (TypeError, "shape", [[0, 1], np.zeros((2, 2, 2), int), 0, None, "x\n---\n", b"", object()]),
    ],
    ids=lambda it: "",
)
def test_what_is_no_board(kind, error, part, boards):
    for board in boards:
        with pytest.raises(error, match=part):
            kind.from_board(board)


def test_a_wrong_side():
    for side, error in [("red", ValueError), (0, ValueError), (True, TypeError)]:
        with pytest.raises(error):
            Record.from_board(MATRIX, side)


@pytest.mark.parametrize("size", SIZES + [(25, 25)], ids=str)
def test_boards_out(size):
    rows, cols = size
    record = last(size, seed=4, most=30)
    for position in (record, record.game()):
        made = {
            "board": (position.board, (rows, cols), np.int8),
            "mask": (position.legal_mask(), (rows * cols + 1,), np.bool_),
            "owners": (position.marks.owners(), (rows, cols), np.int8),
        }
        for array, shape, dtype in made.values():
            assert array.shape == shape and array.dtype == dtype and array.flags.writeable and array.flags.c_contiguous
            array[...] = 1  # a copy: the position stays
        lines = [["-xo"[stone] for stone in row] for row in position.board]
        assert str(position) == position.to_move.letter + "\n" + "".join("".join(line) + "\n" for line in lines)
        again = Record.from_board(position.board, position.to_move)
        assert str(again) == str(position) and (again.board == position.board).all()


def test_planes():
    game = last((3, 5), seed=1, most=9).game()
    planes = game.planes()
    assert planes.shape == (len(Game.PLANES), 3, 5) and planes.dtype == np.uint8 and set(np.unique(planes)) <= {0, 1}
    named = dict(zip(Game.PLANES, planes, strict=True))
    own = game.board * game.to_move
    for side, stones in (("own", own == 1), ("opponent", own == -1)):
        for row, col in np.ndindex(3, 5):
            liberties = min(len(game.liberties((row, col))), 3)
            assert [named[f"{side}-{n}"][row, col] for n in (1, 2, 3)] == [int(stones[row, col] and n == liberties) for n in (1, 2, 3)]
    assert (named["legal"] == game.legal_mask()[:-1].reshape(3, 5)).all() and named["ones"].all()


def test_keys():
    seen = {}
    for seed in range(20):
        record = last((4, 5), seed=seed, most=seed)
        seen.setdefault(record.key(side=True), str(record))
        assert seen[record.key(side=True)] == str(record)
        assert record.key() == record.hand_turn(record.to_move.other).key() and record.key() == Record.from_board(record.board).key()
        assert record.key(True) != record.hand_turn(record.to_move.other).key(True)
    assert len(seen) > 15 and Record((2, 3)).key() != Record((3, 2)).key() and Record(9).key() == 1902771893069587733
    for wrong in (1, "yes", None):
        with pytest.raises(TypeError):
            record.key(wrong)


def test_a_pasted_board_is_read_if_asked_for():
    text = "Who wins?\n> 3 . X O .\n> 2 X . . O\n> 1 . X O .\n>   A B C D\n"
    with pytest.raises(ParseError):
        Record.parse(text)
    with pytest.raises(ValueError, match="give to_move"):
        Record.parse(text, tolerant=True)
    record = Record.parse(text, tolerant=True, to_move="o")
    assert str(record) == "o\n-xo-\nx--o\n-xo-\n"
    assert Record.parse(text + "White to play", tolerant=True).to_move is WHITE
    assert Record.parse(text + "White to play", tolerant=True, to_move="x").to_move is BLACK
    with pytest.raises(ValueError, match="leave out to_move"):
        Record.parse("x\n--\n--\n", tolerant=True, to_move="o")
    signs = ". M .\nM N .\n. . .\n"
    with pytest.raises(ParseError, match="which stones are Black's"):
        Record.parse(signs, tolerant=True, to_move="o")
    assert Game.parse(signs, tolerant=True, black="N", to_move="o").stone_at("B2") is BLACK
    with pytest.raises(ValueError, match="tolerant"):
        Record.parse("x\n--\n--\n", to_move="x")
