//! Game records in GIB, NGF and UGF: the same game as in SGF, and messages about places in the original.

use gokata::sgf::{Collection, Format, Judgement, Judging, Verdict, decode};
use gokata::{BoardRecord, Color};
use pretty_assertions::assert_eq;

const FORMATS: [Format; 3] = [Format::Gib, Format::Ngf, Format::Ugf];

/// A column and a row from 0; `None` for a pass.
type Moves<'a> = &'a [Option<(u32, u32)>];

const CAPTURE: Moves<'_> = &[
    Some((1, 0)),
    Some((0, 0)),
    Some((0, 1)),
    None,
    Some((18, 18)),
    Some((8, 9)),
    None,
    None,
];

/// Writes a game on 19x19. The first move has the line 6 in GIB, 13 in NGF, 8 in UGF.
fn written(format: Format, handicap: usize, moves: Moves<'_>) -> String {
    let white_first = u32::from(handicap > 1);
    let mut text = match format {
        Format::Gib => format!(
            "\\HS\n\\[GAMEINFOMAIN=GRLT:1,ZIPSU:125,GONGJE:65\\]\n\\HE\n\\GS\nINI 0 1 {handicap} &4 \n"
        ),
        Format::Ngf => format!(
            "\n19\nW\nB\n\n{handicap}\n0\n6.5\n20261128\n5\nW+12.5\n{}\n",
            moves.len()
        ),
        Format::Ugf => format!(
            "[Header]\nSize=19\nHdcp={handicap},6.50\nWinner=W,12.50\nCoordinateType=IGS\n\n[Data]\n"
        ),
        _ => format!(
            "(;SZ[19]KM[6.5]RE[W+12.5]{}",
            if handicap == 2 { "HA[2]AB[pd][dp]" } else { "" }
        ),
    };
    if handicap == 2 && format == Format::Ugf {
        text += "PP,B1,0,0\nDD,B1,0,0\n";
    }
    let [small, large] =
        ['a', 'A'].map(|first| move |place: u32| char::from_u32(u32::from(first) + place).unwrap());
    for (index, point) in (0..).zip(moves) {
        let (number, is_white) = (index + 1, (index + white_first) % 2 == 1);
        let (color, gib) = if is_white { ('W', 2) } else { ('B', 1) };
        let line = match (format, *point) {
            (Format::Gib, Some((col, row))) => format!("STO 0 {} {gib} {col} {row} \n", number + 1),
            (Format::Gib, None) => format!("SKI 0 {} \n", number + 1),
            (Format::Ngf, point) => {
                let (col, row) =
                    point.map_or(('A', 'A'), |(col, row)| (large(col + 1), large(row + 1)));
                let number = [number / 26 % 26, number % 26].map(large);
                format!("PM{}{}{color}{col}{row}{row}{col}\n", number[0], number[1])
            }
            (Format::Ugf, point) => {
                let (col, row) =
                    point.map_or(('Y', 'A'), |(col, row)| (large(col), large(18 - row)));
                format!("{col}{row},{color}1,{number},7\n")
            }
            (_, Some((col, row))) => format!(";{color}[{}{}]", small(col), small(row)),
            (_, None) => format!(";{color}[]"),
        };
        text += &line;
    }
    match format {
        Format::Gib => text + "\\GE\n",
        Format::Sgf => text + ")",
        _ => text,
    }
}

fn replayed(format: Format, text: &str) -> (BoardRecord, Judgement) {
    let file = Collection::parse_as(format, text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let game = file.games().next().unwrap().unwrap();
    let (record, mut judgement) = game.replay(None, None).unwrap();
    assert_eq!(
        judgement.verdict(),
        game.judge(&Judging::default()).verdict()
    );
    for refusal in &mut judgement.illegal {
        (refusal.line, refusal.column) = (0, 0);
    }
    (record, judgement)
}

fn judged(format: Format, text: &str) -> Judgement {
    let file = Collection::parse_as(format, text).unwrap();
    file.games()
        .next()
        .unwrap()
        .unwrap()
        .judge(&Judging::default())
}

#[test]
fn a_game_is_the_same_in_each_format() {
    let ko: Moves<'_> = &[
        (1, 0),
        (2, 0),
        (0, 1),
        (3, 1),
        (1, 2),
        (2, 2),
        (2, 1),
        (1, 1),
        (2, 1),
    ]
    .map(Some);
    for (handicap, moves) in [
        (0, CAPTURE),
        (2, CAPTURE),
        (0, ko),
        (2, &ko[1..4]),
        (0, &[]),
    ] {
        let same = replayed(Format::Sgf, &written(Format::Sgf, handicap, moves));
        for format in FORMATS {
            let text = written(format, handicap, moves);
            for text in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), text] {
                assert_eq!(Format::of(text.as_bytes()), Some(format), "{text:?}");
                assert_eq!(replayed(format, &text), same, "{format:?} {handicap}");
                let file = Collection::parse_as(format, &*text).unwrap();
                let result = file.games().next().unwrap().unwrap().about().result;
                assert_eq!(result.map(|it| it.to_string()).as_deref(), Some("W+12.5"));
                // What is written is a record in SGF.
                let tree = file.trees().next().unwrap().unwrap().to_string();
                assert_eq!(replayed(Format::Sgf, &tree), same, "{tree}");
            }
        }
    }
}

#[test]
fn an_illegal_move_has_the_place_of_its_line() {
    let moves: Moves<'_> = &[Some((3, 3)), Some((4, 3)), Some((3, 3))];
    for (format, line) in [(Format::Gib, 8), (Format::Ngf, 15), (Format::Ugf, 10)] {
        let judgement = judged(format, &written(format, 0, moves));
        let place = judgement
            .illegal
            .first()
            .map(|it| (it.line, it.column, it.number));
        assert_eq!(place, Some((line, 1, 3)), "{format:?}");
    }
}

/// A line that is damaged, missing or doubled ends what is judged, and so does a text that ends too early.
#[test]
fn a_damaged_record_is_never_legal() {
    for (format, first, off) in [
        (Format::Gib, 6, "STO 0 2 1 19 19"),
        (Format::Ngf, 13, "PMABBUUUU"),
        (Format::Ugf, 8, "TA,B1,1,0"),
    ] {
        let text = written(format, 0, CAPTURE);
        let lines: Vec<&str> = text.lines().collect();
        let with = |nth: usize, line: &[&str]| {
            let lines = [&lines[..first + nth - 2], line, &lines[first + nth - 1..]];
            lines.concat().join("\n")
        };
        let third = lines[first + 1];
        let middle = third.len() / 2;
        for (line, changed) in [
            (first + 2, with(3, &[&third[..middle]])),
            (first + 2, with(3, &[&third[..1]])),
            (first + 3, with(3, &["", "x"])),
            (first + 2, with(3, &[&format!("{third}{third}")])),
            (first + 2, with(3, &[&third.replace([',', ' ', 'B'], "")])),
            (first + 2, with(3, &[])),
            (first + 3, with(3, &[third, third])),
            (first + 3, with(4, &[&third.to_lowercase()])),
        ] {
            let judgement = judged(format, &changed);
            let place = judgement.fault.as_ref().map(|it| (it.line(), it.column()));
            assert_eq!(judgement.verdict(), Verdict::Partial, "{changed}");
            assert_eq!(place, Some((line, 1)), "{changed}");
        }
        let fault = judged(format, &with(1, &[off])).fault.unwrap();
        assert_eq!((fault.line(), fault.column()), (first, 1));
        assert!(
            fault.message().contains("lies off the board of 19x19"),
            "{fault}"
        );
        // Cut off after a line. Only UGF has no sign of its end.
        let cut = lines[..first + 3].join("\n");
        let verdict = judged(format, &cut).verdict();
        let expected = if format == Format::Ugf {
            Verdict::Legal
        } else {
            Verdict::Incomplete
        };
        assert_eq!(verdict, expected, "{cut}");
    }
    assert_eq!(
        judged(Format::Ugf, "[Header]\nSize=19\n").verdict(),
        Verdict::NoMoves
    );
    let gib = written(Format::Gib, 0, CAPTURE);
    // Only after a pass it takes off dead stones.
    let removed = gib.replace("\\GE", "REM 0 10 -1 -1 0 1 \n\\GE");
    assert_eq!(judged(Format::Gib, &removed).verdict(), Verdict::Legal);
    let removed = gib.replace("SKI 0 5", "REM 0 5 -1 -1 0 1");
    assert_eq!(judged(Format::Gib, &removed).verdict(), Verdict::Partial);
    for (changed, line) in [
        (gib.replace("INI 0 1 0", "INI 0 1 10"), 5),
        (gib.replace("INI 0 1 0 &4", "INI 0"), 5),
        (format!("{gib}{gib}"), 15),
        (
            gib.replace("GRLT", "LINE:4,GRLT").replace("0 &4", "3 &4"),
            5,
        ),
    ] {
        let fault = judged(Format::Gib, &changed).fault.unwrap();
        assert_eq!(fault.line(), line, "{fault}");
    }
}

#[test]
fn results_komi_and_names_are_read() {
    let gib = |main: &str, more: &str| {
        format!("\\HS\n\\[GAMEINFOMAIN={main}\\]\n{more}\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n")
    };
    let ngf = |lines: [&str; 5]| {
        let [name, handicap, komi, date, result] = lines;
        format!("t\n9\n{name}\nb\nx\n{handicap}\n0\n{komi}\n{date}\n5\n{result}\n1\nPMABWEEEE\n")
    };
    let ugf =
        |lines: &str| format!("# by hand\n[Header]\n{lines}[Data]\nAA,B1,1,0\n[Figure]\n.Text,1\n");
    let mut found = Vec::new();
    for (format, text) in [
        (
            Format::Gib,
            gib(
                "GRLT:0,ZIPSU:45,GONGJE:65",
                "\\[GAMEBLACKNAME=Kim (3D)\\]\n\\[GAMEDATE=2015- 8- 9-22-5\\]\n",
            ),
        ),
        (
            Format::Gib,
            gib("GRLT:3", "\\[GAMETAG=C2016:03:26:17,G75\\]\n"),
        ),
        (
            Format::Gib,
            gib(
                "GRLT:8,DUM:5,GONGJE:0",
                "\\[BUSERINFO=BLV:3,BID:a\\]b\\[WUSERINFO=WID:c\\]\n",
            ),
        ),
        (Format::Gib, gib("GRLT:255,DUM:0", "\\[GAMERESULT=\\]\n")),
        (Format::Gib, gib("GRLT:6", "")),
        (
            Format::Gib,
            gib("GRLT:9,GONGJE:x", "\\[GAMERESULT=black wins by time\\]\n"),
        ),
        (Format::Gib, gib("GRLT:9", "")),
        (
            Format::Ngf,
            ngf([
                "Lee Sedol",
                "0",
                "6",
                "20110812 [09:31]",
                "White wins by  resign!",
            ]),
        ),
        (
            Format::Ngf,
            ngf([
                "江維傑      5段P ",
                "2",
                "0",
                "20110812",
                "Black wins by 2.5! >> White(1):Black(4)",
            ]),
        ),
        (
            Format::Ngf,
            ngf(["", "0", "7.5", "", "White loses on time"]),
        ),
        (
            Format::Ugf,
            ugf(
                "Title=2019,Cup,\nPlayerB=a]b,7d,,x\nHdcp=0,-5.50\nWinner=W,C\nDate=2019/03/08,22:09\n",
            ),
        ),
        (
            Format::Ugf,
            ugf("Size=9\nHdcp=0,0.00\nWinner=D,\nDate=//,\nRule=JPN\n"),
        ),
        (Format::Ugf, ugf("Winner=N1,E\nRule=x\n")),
    ] {
        let file = Collection::parse_as(format, text).unwrap();
        let game = file.games().next().unwrap().unwrap();
        let about = game.about();
        let result = about.result.map(|result| result.to_string());
        let komi = game.komi().map(|komi| komi.to_string());
        let names = [&about.black, &about.white, &about.date];
        let names = names.map(|name| name.clone().unwrap_or_default()).join("/");
        let result = result.or(about.other_result.clone()).unwrap_or_default();
        found.push(format!("{result} {} {names}", komi.unwrap_or_default()));
    }
    let expected = [
        "B+4.5 6.5 Kim//2015-08-09",
        "B+R 7.5 //2016-03-26",
        "W+T -5 a/c/",
        "  //",
        "W+F  //",
        "B+T  //",
        "GRLT 9  //",
        "W+R 6.5 b/Lee Sedol/2011-08-12",
        "B+2.5 0 b/江維傑/2011-08-12",
        "B+T 7.5 b//",
        "W+R -5.5 a]b//2019-03-08",
        "0 0 //",
        "N1,E  //",
    ];
    assert_eq!(found, expected);
}

/// The Korean, Chinese and Japanese for "black" in the encodings of the servers.
#[test]
fn names_are_decoded() {
    let gib = |kind: &str, name: &[u8]| {
        let start = format!("\\HS\n\\[GIBOKIND={kind}\\]\n\\[GAMEBLACKNAME=");
        [
            start.as_bytes(),
            name,
            b"\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n",
        ]
        .concat()
    };
    let ugf = |lang: &str, name: &[u8]| {
        let start = format!("[Header]\n{lang}PlayerB=");
        [start.as_bytes(), name, b",1d\n[Data]\nAA,B1,1,0\n"].concat()
    };
    for (bytes, name) in [
        (gib("Korea", b"\xc8\xe6"), "흑"),
        (gib("China", b"\xba\xda\\"), "黑\\"),
        (gib("Japan", b"\x8d\x95"), "黒"),
        (gib("Global", "흑黑".as_bytes()), "흑黑"),
        (gib("Korea", "黑".as_bytes()), "黑"),
        (ugf("Lang=SJIS\n", b"\x8d\x95\x83\\"), "黒ソ"),
        (ugf("", b"\x8d\x95"), "黒"),
        (ugf("Lang=UTF-8\n", "黒".as_bytes()), "黒"),
    ] {
        let format = Format::of(&bytes).unwrap();
        let decoded = decode(&bytes);
        assert_eq!(decoded.warnings, [""; 0]);
        let file = Collection::parse_as(format, decoded.text).unwrap();
        let game = file.games().next().unwrap().unwrap();
        assert_eq!(game.about().black.as_deref(), Some(name));
        assert_eq!(
            replayed(format, &decode(&bytes).text).0.to_play(),
            Color::White
        );
    }
}

#[test]
fn other_texts_are_in_no_format() {
    for text in [
        "",
        " ",
        "x\n---\n---\n",
        "\\H",
        "[Headers]\n",
        "[Data]\n",
        "a\n19\n",
        "a\nb\nc\nd\ne\n0\n0\n0\n0\n0\n0\n0\n",
        "\n19\nW\nB\n\n0\n0\n6\n\n5\nx\nPMABBREER\n",
        "GI\nGI\nGI\nGI\nGI\nGI\nGI19\nGI0\nGI0\nGI6\n",
    ] {
        assert_eq!(Format::of(text.as_bytes()), None, "{text:?}");
        for format in FORMATS {
            let error = Collection::parse_as(format, text);
            assert!(
                error.is_err() || format == Format::Ngf,
                "{text:?} {format:?}"
            );
        }
    }
    assert_eq!(Format::of("\u{feff} (;)".as_bytes()), Some(Format::Sgf));
    for ending in ["gib", "NGF", "ugf", "UGI", "sgf"] {
        assert!(Format::of_ending(ending).is_some());
    }
}

/// A line of 20,000 nodes at most, and time that does not grow with the square of the length.
#[test]
fn long_texts_are_read_in_linear_time() {
    let points: Vec<_> = (0..100_000)
        .map(|nth| Some((nth % 19, nth / 19 % 19)))
        .collect();
    let starts = ["\\HS\n", "\n19\n\n\n\n0\n0\n6\n\n\n\n9\n", "[Header]\n"];
    for (format, start) in FORMATS.into_iter().zip(starts) {
        let judgement = judged(format, &written(format, 0, &points));
        assert!(
            judgement.fault.unwrap().message().contains("20000"),
            "{format:?}"
        );
        for part in [
            "x",
            "\\[",
            "=",
            "\\[GAMETAG=",
            "(",
            ",",
            " ",
            "STO 0 2 ",
            "GI",
            "PMAB",
            "AA,B1,0,\n",
            "\r",
            "ü",
        ] {
            let text = start.to_owned() + &part.repeat((1 << 20) / part.len());
            if let Ok(file) = Collection::parse_as(format, &*text) {
                let verdict = file
                    .games()
                    .next()
                    .unwrap()
                    .unwrap()
                    .judge(&Judging::default())
                    .verdict();
                assert_ne!(verdict, Verdict::Legal);
            }
        }
    }
}
