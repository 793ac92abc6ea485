//! Malformed and hostile input to the GTP engine: it must get the right answer and change nothing.

use crate::sgf_faults::bytes;
use crate::support::gtp::{ask, engine, face, say};
use crate::support::numbers::deep;
use crate::support::rows::rows;
use gokata::gtp::Engine;
use pretty_assertions::{assert_eq, assert_str_eq};

/// An engine in the middle of a game, with a ko, a dead stone, and rules and komi that are not the defaults.
fn in_the_middle() -> Engine {
    let mut engine = engine(5).with_seed(8);
    for line in [
        "kata-set-rules new-zealand",
        "komi -2.5",
        "gogui-setup b C4 b B3 b C2 w D4 w E3 w D2 b D3 w A5",
        "play w C3",
        "gokata-mark_dead A5",
    ] {
        ask(&mut engine, line);
    }
    engine
}

const SYNTAX: &str = "? syntax error\n\n";
const UNKNOWN: &str = "? unknown command\n\n";
const INVALID: &str = "? invalid color or coordinate\n\n";
const ILLEGAL: &str = "? illegal move\n\n";

/// Description | line, with escapes | answer.
const LINES: &str = r#"
an empty line |  | nothing
a line feed | \n | nothing
blanks |        | nothing
tabs | \t\t \t | nothing
a carriage return | \r | nothing
both | \r\n | nothing
NUL | \0\0\0 | nothing
every control character | \x01\x02\x07\x08\x0b\x0c\x1b\x1f\x7f | nothing
a comment | # play b A1 | nothing
a comment after blanks |  \t # 1 play b A1 | nothing
two lines in one | play b Z1\nplay b A1 | ? invalid color or coordinate
a number and a comment | 17 # play b A1 | ?17 unknown command
a command that is commented away | pl#ay b A1 | ? unknown command
a byte order mark | \xef\xbb\xbfplay b A1 | ? unknown command
a no-break space | play\xc2\xa0b A1 | ? unknown command
a no-break space between arguments | play b\xc2\xa0A1 | ? syntax error
full-width letters | play b Ａ１ | ? invalid color or coordinate
a Cyrillic letter | play b А1 | ? invalid color or coordinate
a letter and a combining mark | play b A\xcc\x811 | ? invalid color or coordinate
digits of another script | play b A١ | ? invalid color or coordinate
digits of another script in front | ١ play b A1 | ? unknown command
control characters within a command | p\x01l\x02a\x03y b\x04 A\x059 | ? invalid color or coordinate
tabs for spaces | \t3\tplay\tb\tA9\t | ?3 invalid color or coordinate
an escape sequence | \x1b[2Jplay b A1 | ? unknown command
a number that is too large | 2147483648 play b A1 | ? syntax error
a number that is much too large | 99999999999999999999999999 play b A1 | ? syntax error
a negative number | -1 play b A1 | ? unknown command
a number with a sign | +1 play b A1 | ? unknown command
a hexadecimal number | 0x1 play b A1 | ? unknown command
a broken number | 1.0 play b A1 | ? unknown command
two numbers | 1 2 play b A1 | ?1 unknown command
a number alone | 1 | ?1 unknown command
large letters | PLAY B A1 | ? unknown command
the column I | play b I3 | ? invalid color or coordinate
row 0 | play b A0 | ? invalid color or coordinate
a row above the board | play b A6 | ? invalid color or coordinate
a column beside the board | play b F1 | ? invalid color or coordinate
a row with a leading zero | play b A01 | ? invalid color or coordinate
a row with a sign | play b A-1 | ? invalid color or coordinate
a row that overflows | play b A4294967297 | ? invalid color or coordinate
a vertex of the kata | play b (0,0) | ? invalid color or coordinate
a vertex of game records | play b aa | ? invalid color or coordinate
no color | play A1 | ? syntax error
a third color | play grey A1 | ? invalid color or coordinate
a color as fixtures write it | play x A1 | ? invalid color or coordinate
no vertex | play b | ? syntax error
a word too many | play b A1 A2 | ? syntax error
a stone on a stone | play b C3 | ? illegal move
the ko | play b D3 | ? illegal move
another size in the middle of the game, too large | boardsize 26 | ? unacceptable size
another size, zero | boardsize 0 | ? unacceptable size
another size, negative | boardsize -5 | ? syntax error
another size, two numbers | boardsize 5 5 | ? syntax error
a rectangle that overflows | rectangular_boardsize 18446744073709551617 5 | ? unacceptable size
a handicap in the middle of the game | fixed_handicap 2 | ? board not empty
a free handicap | set_free_handicap A1 A2 | ? board not empty
a setup in the middle of the game | gogui-setup b A1 | ? board not empty
too many turns back | gg-undo 2 | ? cannot undo
far too many turns back | gg-undo 18446744073709551616 | ? cannot undo
a negative number of turns back | gg-undo -1 | ? syntax error
a sequence that fails at its end | gogui-play_sequence b A1 w A2 b pass w A1 | ? illegal move
a sequence with half a move | gogui-play_sequence b A1 w | ? syntax error
a position without liberties | set_position b A5 w B5 w A4 | ? bad vertex list
a point twice | set_position b A5 b A5 | ? bad vertex list
rules of chess | kata-set-rules chess | ? syntax error
half an object | kata-set-rules {"ko":"SIMPLE" | ? syntax error
an object in an object | kata-set-rules {"ko":{"ko":"SIMPLE"}} | ? syntax error
an invalid rule after a valid one | kata-set-rules {"ko":"SIMPLE","tax":1} | ? syntax error
no number | komi NaN | ? syntax error
infinity | komi -inf | ? syntax error
a komi that overflows | komi 1e400 | ? syntax error
a komi with a comma | komi 6,5 | ? syntax error
a dead point that is empty | gokata-mark_dead A5 B5 | ? vertex must not be empty
an unknown status | final_status_list undead | ? syntax error
time that is no number | time_left b soon 1 | ? syntax error
a device instead of a file | loadsgf /dev/zero | ? cannot load file
a file name of odd letters | loadsgf %s%n%x\xe2\x80\xae../../ | ? cannot load file
quit with an argument | quit please | ? syntax error
a lone continuation byte | play b A\x801 | ? invalid color or coordinate
an overlong letter | play b \xc1\x811 | ? invalid color or coordinate
half a surrogate | play b \xed\xa0\x80 | ? invalid color or coordinate
Latin-1 | play wei\xdf A1 | ? invalid color or coordinate
UTF-16 | \xff\xfep\0l\0a\0y\0 | ? unknown command
"#;

#[test]
fn hostile_lines_change_nothing() {
    let mut engine = in_the_middle();
    let before = face(&engine);
    for [what, line, answer] in rows(LINES) {
        let expected = match answer {
            "nothing" => String::new(),
            answer => format!("{answer}\n\n"),
        };
        assert_str_eq!(say(&mut engine, bytes(line)), expected, "{what}");
        assert_str_eq!(face(&engine), before, "{what}");
    }
    assert!(rows(LINES).count() >= 80);
}

/// Lines of ten million letters, and ten thousand lines.
#[test]
fn long_lines_and_many_lines_change_nothing() {
    let ten_million = 10 << 20;
    let many = |word: &str| word.repeat(ten_million / word.len());
    let mut engine = in_the_middle();
    let before = face(&engine);
    for (line, answer) in [
        (many("x"), UNKNOWN),
        (many("7"), SYNTAX),
        (many("7 "), "?7 unknown command\n\n"),
        (format!("# {}", many("play b A1 ")), ""),
        (format!("play b A1{}", many(" ")) + "A2", SYNTAX),
        (format!("play b {}", many("A")), INVALID),
        (format!("play {}", many("b A1 ")), SYNTAX),
        (
            format!("boardsize {}", many("9")),
            "? unacceptable size\n\n",
        ),
        (
            format!("set_position {}", many("b A1 ")),
            "? bad vertex list\n\n",
        ),
        (
            format!("set_free_handicap {}", many("A1 ")),
            "? board not empty\n\n",
        ),
        (format!("gogui-play_sequence {}", many("b A1 ")), ILLEGAL),
        (
            format!("gokata-mark_dead {}B1", many("C3 ")),
            "? vertex must not be empty\n\n",
        ),
        (format!("kata-set-rules {}", many("{\"ko\":")), SYNTAX),
        (format!("komi {}", many("1")), SYNTAX),
        (format!("loadsgf {}", many("../")), "? cannot load file\n\n"),
        (" ".repeat(Engine::LONGEST_LINE + 1), SYNTAX),
        (" ".repeat(Engine::LONGEST_LINE), ""),
    ] {
        let shown = &line[..20];
        assert_str_eq!(say(&mut engine, &line), answer, "{shown}");
        assert_str_eq!(face(&engine), before, "{shown}");
    }
    for _ in 0..if deep() { 50_000 } else { 5_000 } {
        assert_eq!(say(&mut engine, "play w C3"), ILLEGAL);
        assert_eq!(say(&mut engine, "is_legal b pass"), "= 1\n\n");
    }
    assert_str_eq!(face(&engine), before);
}

/// Plays up to the limit of turns, then takes them all back.
#[test]
fn the_number_of_turns_is_limited() {
    let mut engine = in_the_middle();
    let before = face(&engine);
    let left = Engine::MOST_TURNS - engine.record().turns();
    let passes = |number| format!("gogui-play_sequence {}", "b pass ".repeat(number));
    assert_eq!(say(&mut engine, passes(left + 1)), "? game too long\n\n");
    assert_str_eq!(face(&engine), before);
    ask(&mut engine, &passes(left));
    assert_eq!(engine.record().turns(), Engine::MOST_TURNS);
    // The engine has this limit; the rules allow the move.
    assert_eq!(say(&mut engine, "play w A1"), "? game too long\n\n");
    assert_eq!(say(&mut engine, "genmove w"), "? game too long\n\n");
    assert_eq!(ask(&mut engine, "gokata-legal w A1"), "legal");
    ask(&mut engine, &format!("gg-undo {left}"));
    ask(&mut engine, "gokata-mark_dead A5");
    assert_str_eq!(face(&engine), before);
}

/// The rules and the komi stay.
#[test]
fn boardsize_starts_a_new_game() {
    let mut engine = in_the_middle();
    ask(&mut engine, "boardsize 5");
    assert_eq!(say(&mut engine, "undo"), "? cannot undo\n\n");
    assert_eq!(ask(&mut engine, "list_stones w"), "");
    assert_eq!(ask(&mut engine, "final_status_list dead"), "");
    assert_eq!(ask(&mut engine, "get_komi"), "-2.5");
    assert!(ask(&mut engine, "kata-get-rules").contains("SITUATIONAL"));
}
