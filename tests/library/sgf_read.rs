//! Reading game records: written records are read back, rules have several names, and repetitions are reported by
//! move number.

use crate::support::sgf::first;
use gokata::sgf::{AfterIllegal, Collection, Judging, Order, Referees};
use gokata::{Preset, Rules, TextError};
use pretty_assertions::assert_eq;

/// A superko violation names the move after which the board was the same, even if earlier illegal moves were left out
/// or stones were set up.
#[test]
fn repetitions_are_reported_by_move_number() {
    let go_on = Judging {
        after_illegal: AfterIllegal::GoOn,
        order: Order::Any,
        rules: Some(Preset::TrompTaylor.rules()),
        ..Judging::default()
    };
    let fight = "B[ba];W[ca];B[ab];W[db];B[bc]W_;W[cc];B[cb];W[bb];B[];W[];B[cb]";
    for (start, left_out, repeats, number) in [
        ("", "", 7, 11),
        (";B[ee];W[ee]", "", 9, 13),
        (";B[ee];AE[ee]", "", 8, 12),
        ("", ";W[bc];B[bc]", 9, 13),
    ] {
        let text = format!("(;SZ[5]{start};{})", fight.replace("W_", left_out));
        for referees in [Referees::Pure, Referees::Fast, Referees::Both] {
            let judgement = first(&text, |game| game.judge(&Judging { referees, ..go_on }));
            let last = judgement.illegal.last().expect("an illegal move");
            assert_eq!(
                (last.repeats, last.number),
                (Some(repeats), number),
                "{text}"
            );
        }
    }
}

#[test]
fn rules_are_read_by_the_names_that_other_programs_write() {
    let named = |name: &str| {
        let text = format!("(;SZ[5]RU[{name}];B[aa])");
        first(&text, |game| (game.rules(), game.moves())).0
    };
    for (names, preset) in [
        (
            "Japanese/JAPAN/japanese rules/日本/日本ルール",
            Preset::Japanese,
        ),
        ("Korean/korea/韩国规则", Preset::Korean),
        (
            "Chinese Rules/Chinese /China/中国/中國規則/cn",
            Preset::Chinese,
        ),
        ("AGA/aga rules/American/BGA", Preset::Aga),
        ("NZ/New Zealand/new_zealand", Preset::NewZealand),
        ("TROMP-TAYLOR/tt", Preset::TrompTaylor),
        ("GOE/Ing", Preset::Ing),
    ] {
        for name in names.split('/') {
            assert_eq!(named(name), Some(preset.rules()), "{name}");
        }
    }
    let tromp_taylor = Some(Preset::TrompTaylor.rules());
    assert_eq!(named("Tromp/Taylor"), tromp_taylor);
    let with_keys = |text: &str| text.parse::<Rules>().ok();
    assert_eq!(named("AGA,komi=5.5"), with_keys("aga,komi=5.5"));
    let found = named("New Zealand, Komi=6.5, KO=simple");
    assert_eq!(found, with_keys("new-zealand,komi=6.5,ko=simple"));
    for name in ["", "rules", "AGA,komi=x", "AGA,", "Calvinball", "日本,中国"] {
        let found = named(name);
        assert_eq!(found, with_keys(&name.to_lowercase()), "{name}");
    }
}

/// Rules as `KataGo` writes them | the same in our words.
const KATAGO: &str = "
koPOSITIONALscoreAREAtaxNONEsui1komi7.5 | tromp-taylor,komi=7.5
koSIMPLEscoreTERRITORYtaxSEKIsui0komi6 | japanese,komi=6
koSIMPLEscoreTERRITORYsui0komi6.5 | japanese
koSITUATIONALscoreAREAsui0 | dlgo
koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1 | aga-button,komi=7.5
koSIMPLEscoreAREAtaxNONEsui0whbNfpok1 | chinese
koSIMPLEscoreAREAtaxALLsui0button0whb0fpok0komi-3 | stone-scoring,komi=-3
koSIMPLEscoreTERRITORYtaxNONEsui1 | japanese,tax=none,suicide=multi-stone,komi=7.5
";

/// `KataGo` joins the keys. Without a tax, that of territory scoring is the seki tax.
#[test]
fn rules_are_read_as_katago_writes_them() {
    for (written, rules) in KATAGO
        .trim()
        .lines()
        .filter_map(|line| line.split_once(" | "))
    {
        let text = format!("(;SZ[5]RU[{written}];B[aa])");
        let rules = rules.parse::<Rules>().unwrap();
        let read = first(&text, |game| (game.rules(), game.moves())).0;
        assert_eq!(read, Some(rules), "{written}");
    }
}

/// A game that lacks its first `;` has the warning about it, not the game before it.
#[test]
fn warnings_belong_to_their_games() {
    let file = "(;SZ[9];B[aa])\n(SZ[9];B[aa])\n(;Size[9];B[aa])";
    let collection = Collection::parse(file).unwrap();
    let lines = collection.games().flatten().map(|game| {
        let judgement = game.judge(&Judging::default());
        judgement.warnings.iter().map(TextError::line).collect()
    });
    let lines: Vec<Vec<usize>> = lines.collect();
    assert_eq!(lines, [vec![], vec![2], vec![3]]);
}

/// It need not be in the first node.
#[test]
fn game_information_is_read_up_to_the_first_move() {
    let text = "(;SZ[9];RU[Tromp-Taylor]KM[6.5]PB[Ann];AB[cc][gg]HA[2];W[aa]KM[5.5];RE[B+R])";
    let rules: Rules = "tromp-taylor,komi=6.5".parse().unwrap();
    first(text, |game| {
        assert_eq!(game.rules(), Some(rules));
        assert_eq!(game.komi(), Some(rules.komi()));
        assert_eq!(game.handicap(), Some(2));
        assert_eq!(game.about().black.as_deref(), Some("Ann"));
        assert_eq!(game.about().result, None);
        let warnings: Vec<&str> = game.warnings().iter().map(TextError::message).collect();
        let twice = "the komi is given twice: the first one counts";
        assert_eq!(
            warnings,
            [twice, "the result after the first move is ignored"]
        );
    });
    // Information in a variation does not apply to the game.
    first("(;SZ[9](;B[aa])(;KM[6.5];B[bb]))", |game| {
        assert_eq!((game.komi(), game.handicap()), (None, None));
        assert_eq!(game.warnings().len(), 1);
    });
    first("(;SZ[9];KM[7](;B[aa])(;B[bb]))", |game| {
        assert_eq!(game.komi(), "7".parse().ok());
    });
}

/// After 1,000 faults, however, the rest of the file is not read.
#[test]
fn games_after_a_fault_are_read() {
    let file = "(;SZ[9];B[aa];W[bb]?)\n".repeat(999) + "(;SZ[9];B[aa];W[aa])\n";
    let collection = Collection::parse(&file).unwrap();
    let games: Vec<_> = collection.games().flatten().collect();
    assert_eq!(games.len(), 1000);
    assert!(games[..999].iter().all(|game| game.fault().is_some()));
    assert_eq!(games[999].judge(&Judging::default()).illegal.len(), 1);
    // A line that is too long hides no other games either.
    let long = format!("(;SZ[9]{})", ";C[]".repeat(20_000));
    let file = format!("(;SZ[9];B[aa])\n{long}\n(;SZ[9];B[aa];W[aa])");
    let collection = Collection::parse(&file).unwrap();
    let games: Vec<_> = collection.games().flatten().collect();
    let fault = games[1].fault().map(TextError::message);
    assert_eq!(fault, Some("a line of more than 20000 nodes"));
    assert_eq!(games[2].judge(&Judging::default()).illegal[0].line, 3);
    for (piece, count) in [("(;SZ[9];B[aa];W[bb]?)\n", 1000), ("(;SZ[9];B[aa])?", 1000)] {
        let file = piece.repeat(2000);
        let collection = Collection::parse(&file).unwrap();
        let games: Vec<_> = collection.games().flatten().collect();
        assert_eq!(games.len(), count);
        let faults = games.iter().filter_map(|game| game.fault());
        let unread = faults.filter(|fault| fault.message().ends_with(": nothing after it is read"));
        let lines: Vec<usize> = unread.map(TextError::line).collect();
        assert_eq!(lines.len(), 1, "{piece}");
        let last = games.last().and_then(|game| game.fault());
        assert!(last.is_some_and(|fault| fault.message().ends_with("nothing after it is read")));
    }
}

/// Without `CA`, text that is not UTF-8 is windows-1252, which contains ISO-8859-1, unless it looks like a Chinese, Japanese
/// or Korean encoding, or has two or more Cyrillic words. The other encodings of Eastern Europe cannot be distinguished from it by a
/// few letters.
#[test]
fn text_without_a_named_encoding_is_western_or_has_strong_evidence_of_another() {
    let record = |name: &[u8]| [b"(;SZ[9]PB[", name, b"];B[aa];W[bb])"].concat();
    for (name, text) in [
        (&b"M\xfcller"[..], "M\u{fc}ller"),
        (b"Wei\xdf", "Wei\u{df}"),
        (b"M\xe1laga", "M\u{e1}laga"),
        (b"na\xefve co\xf6peration", "na\u{ef}ve co\u{f6}peration"),
        (b"\xabbien\xbb", "\u{ab}bien\u{bb}"),
        (b"\xc6", "\u{c6}"),
        (b"\xb11", "\u{b1}1"),
        (b"\xc1\xc9\xcd\xd3\xda", "\u{c1}\u{c9}\u{cd}\u{d3}\u{da}"),
        (b"White\x92s 6\xbd", "White\u{2019}s 6\u{bd}"),
        (
            b"\xb0\xcf\xb8\xeb \xb0\xe6\xbb\xb3\xcd\xb5\xc2\xc0",
            "\u{56f2}\u{7881} \u{4e95}\u{5c71}\u{88d5}\u{592a}",
        ),
        (b"\x88\xcd\x8c\xe9", "\u{56f2}\u{7881}"),
        // In windows-1251, then in KOI8-R.
        (b"\xc8\xeb\xfc\xff \xd8\xe8\xea\xf8\xe8\xed", "Илья Шикшин"),
        (b"\xe9\xcc\xd8\xd1 \xfb\xc9\xcb\xdb\xc9\xce", "Илья Шикшин"),
        (b"\xc8\xe2\xe0\xed\xee\xe2", "Èâàíîâ"),
        (b"\xc1\xc9\xcd\xd3\xda \xc0\xc8\xcc\xd2\xd9", "ÁÉÍÓÚ ÀÈÌÒÙ"),
        // UTF-8 where more than four of five characters are.
        (
            b"\xc3\xbc1 \xc3\xbc2 \xc3\xbc3 \xc3\xbc4 \xfc5",
            "Ã¼1 Ã¼2 Ã¼3 Ã¼4 ü5",
        ),
        (
            b"\xc3\xbc1 \xc3\xbc2 \xc3\xbc3 \xc3\xbc4 \xc3\xbc5 \xfc6",
            "ü1 ü2 ü3 ü4 ü5 \u{fffd}6",
        ),
    ] {
        let bytes = record(name);
        let decoded = gokata::sgf::decode(&bytes);
        let expected = record(text.as_bytes());
        assert_eq!(decoded.text, String::from_utf8_lossy(&expected));
        assert_eq!(decoded.warnings.len(), 1, "{:?}", decoded.warnings);
    }
}

/// Each game of a file is read in the encoding that it names.
#[test]
fn games_of_one_file_may_have_different_encodings() {
    let games = [
        (
            &b"(;CA[ISO-8859-1]PB[M\xfcller \xe9 (1)]"[..],
            "Müller é (1)",
        ),
        (b"(;CA[cp932]PB[\x94\\\x83\x5d]", "能ゾ"),
        (b"(;PB[\x94\\]", "能"),
        (b"(;PB[\xb3\\\xa5\\ (2)]CA[Big5]", "許功 (2)"),
        (b"(;PB[x]CA[ GBK ]PW[\xb0\\]", "x"),
        (b"(;CA[utf-8]PB[\xe5\x91\xb3]", "味"),
        (b"(;CA[UTF-8]PB[Ann]", "Ann"),
        (b"(;CA[KOI8-R]PB[\xd0]", "п"),
    ];
    let file: Vec<u8> = games
        .iter()
        .flat_map(|(start, _)| [start, &b";B[cc](;W[dd])(;W[ee]))\n"[..]].concat())
        .collect();
    let decoded = gokata::sgf::decode(&file);
    let warning = "the games name different encodings, and each is read in its own";
    assert_eq!(decoded.warnings, [warning]);
    let collection = Collection::parse(&decoded.text).unwrap();
    let names = collection.games().map(|game| {
        let game = game.unwrap();
        let all = Judging {
            lines: gokata::sgf::Lines::All,
            ..Judging::default()
        };
        assert_eq!(game.judge(&all).moves, 3);
        game.about().black.clone().unwrap()
    });
    let names: Vec<String> = names.collect();
    assert_eq!(names, games.map(|(_, name)| name));
}

/// `CA` may have names that the standard of encodings does not know.
#[test]
fn encodings_have_many_names() {
    for (names, bytes, text) in [
        ("cp936 936 EUC-CN gb2312 GBK ms936", &b"\xbf\xc2"[..], "柯"),
        ("cp949 949 UHC euckr EUC-KR", b"\xc0\xcc", "이"),
        ("ks_c_5601-1987", b"\xc0\xcc", "이"),
        ("cp950 950 Big5 BIG-5 Windows-950", b"\xb3\\", "許"),
        ("cp932 932 SJIS Shift_JIS ms_kanji", b"\x94\\", "能"),
        ("eucjp EUC_JP ujis", b"\xcb\xdc", "本"),
        ("ISO-2022-JP JIS iso2022jp", b"\x1b$BG=\x1b(B", "能"),
        ("Latin-1 latin1 ISO8859_1 cp1252 1252", b"\xfc", "ü"),
        ("UTF8 65001", b"\xc3\xbc", "ü"),
    ] {
        for name in names.split(' ') {
            let record = |text: &[u8]| {
                let start = format!("(;CA[{name}]SZ[9]PB[").into_bytes();
                [&start, text, b"];B[aa];W[bb])"].concat()
            };
            let bytes = record(bytes);
            let decoded = gokata::sgf::decode(&bytes);
            let expected = record(text.as_bytes());
            assert_eq!(decoded.text.as_bytes(), expected, "{name}");
            assert_eq!(decoded.warnings, [""; 0], "{name}");
        }
    }
}

/// Found by fuzzing: a rules name with an invisible character was unknown, but known after the record was rewritten.
#[test]
fn invisible_characters_do_not_change_names() {
    let file = Collection::parse("(;SZ[9]RU[\r\0AGA]PB[A\u{7}nn];B[aa])").unwrap();
    let game = file.games().next().unwrap().unwrap();
    let aga: Rules = "aga".parse().unwrap();
    assert_eq!(game.rules(), Some(aga));
    assert_eq!(game.about().black.as_deref(), Some("A nn"));
}
