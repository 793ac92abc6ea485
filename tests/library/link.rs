//! Links: what those of version 1 mean, forever, and what is no link.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gokata::link::Link;
use gokata::questions::fixture_of;
use gokata::{BoardRecord, Color, LastPass, Move, Preset, Random, Rules, Setup, Size};
use pretty_assertions::assert_eq;

use crate::support::built_in::CORPUS;

/// Links of version 1, and what they open: rules, opening, events, the turn and the question. A link that has once been
/// written stays readable: never change a line.
const VERSION_1: [(&str, &str); 11] = [
    (
        "1.1",
        "ko=simple suicide=forbidden scoring=area komi=0|x/-||None|None",
    ),
    (
        "1.5.x-bbacccbd.o-cbdccd.side-o.play-bc.ask-xcc",
        "ko=simple suicide=forbidden scoring=area komi=0|o/-----/-xo--/x-xo-/-xo--/-----|o:(2,1)|None|x:(2,2)",
    ),
    (
        "1.2x3.japanese.play-abztbbzpzpzxaazpzr.at-3.ask-oca",
        "ko=simple suicide=forbidden scoring=territory tax=seki komi=6.5|x/---/---\
         |x:(1,0) x:turn x:(1,1) o:pass x:pass x:resume x:(0,0) o:pass x:resign|Some(3)|o:(0,2)",
    ),
    (
        "1.9.aga.komi-m0_5.ask-xzp",
        "ko=situational suicide=forbidden scoring=area komi=-0.5 handicap-bonus=n-1 last-pass=white|x/EMPTY||None|x:pass",
    ),
    (
        "1.9.aga.pass-stones-yes.last-pass-white",
        "ko=situational suicide=forbidden scoring=area komi=7.5 handicap-bonus=n-1 pass-stones=yes last-pass=white|x/EMPTY||None|None",
    ),
    (
        "1.9.aga.pass-stones-yes.last-pass-any",
        "ko=situational suicide=forbidden scoring=area komi=7.5 handicap-bonus=n-1 pass-stones=yes|x/EMPTY||None|None",
    ),
    (
        "1.1.ko-natural-situational.suicide-multi-stone.button-yes.pass-stones-yes.ask-ozr",
        "ko=natural-situational suicide=multi-stone scoring=area komi=0 button=yes pass-stones=yes|x/-||None|o:resign",
    ),
    (
        "1.25x1.new-zealand.play-aaay.ask-xm1_2",
        "ko=situational suicide=multi-stone scoring=area komi=7|x/COLUMN|x:(0,0) o:(24,0)|None|x:(-1,2)",
    ),
    (
        "1.5.tromp-taylor.handicap-bonus-n.tax-all.scoring-territory.ask-oaz",
        "ko=positional suicide=multi-stone scoring=territory tax=all komi=7.5 handicap-bonus=n|x/FIVE||None|o:(25,0)",
    ),
    (
        "1.1x2.side-o.play-bazp.ask-x2147483647_m2147483648",
        "ko=simple suicide=forbidden scoring=area komi=0|o/--|o:(0,1) x:pass|None|x:(2147483647,-2147483648)",
    ),
    (
        "1.1x2.play-zpztzpzozpzpzo",
        "ko=simple suicide=forbidden scoring=area komi=0|x/--|x:pass x:turn x:pass o:resume o:pass x:pass o:resume|None|None",
    ),
];

fn meaning(link: &Link) -> String {
    let record = &link.record;
    let opening = record.opening_setup().to_string();
    let events: Vec<String> = record.events().iter().map(ToString::to_string).collect();
    let asked = link.asked.map(|mv| mv.to_string());
    let (rules, opening) = (record.rules(), opening.trim_end().replace('\n', "/"));
    let (events, asked) = (events.join(" "), asked.unwrap_or("None".to_owned()));
    format!("{rules}|{opening}|{events}|{:?}|{asked}", link.turn)
}

#[test]
fn links_of_version_1_mean_what_they_have_always_meant() {
    for (text, expected) in VERSION_1 {
        let link = Link::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let rows = |count: usize, row: &str| vec![row; count].join("/");
        let expected = expected
            .replace("EMPTY", &rows(9, "---------"))
            .replace("COLUMN", &rows(25, "-"))
            .replace("FIVE", &rows(5, "-----"));
        assert_eq!(meaning(&link), expected, "{text}");
        // The same state is written again, perhaps in a shorter form.
        assert_eq!(Link::read(&link.to_string()), Ok(link.clone()), "{text}");
        assert!(Link::is_meant(text));
    }
    for preset in Preset::ALL {
        let read = Link::read(&format!("1.9.{preset}")).unwrap();
        assert_eq!(read.record.rules(), preset.rules());
    }
}

#[test]
fn what_mails_and_chats_do_to_a_link_is_undone() {
    let link = Link::read("1.5.komi-6_5.play-ccbc.ask-xbb").unwrap();
    let fragment = link.to_string();
    let address = link.address("https://example.org/a%20b.html");
    let encoded = fragment
        .replace('-', "%2D")
        .replace('.', "%2e")
        .replace('_', "%5F");
    for text in [
        format!("#{fragment}"),
        format!("  {address}\r\n"),
        format!("<{address}>."),
        format!("[ko]({address})"),
        address.replace('#', "%23"),
        format!("{address}?utm_source=chat"),
        format!("{address}&fbclid=1#again"),
        address.replace(".play", ".\u{200b}play"),
        format!("file:///C%23/gokata.html#{encoded}"),
        format!("{}=\n{}", &address[..50], &address[50..]).replace('=', ""),
    ] {
        assert_eq!(Link::read(&text), Ok(link.clone()), "{text}");
        assert!(Link::is_meant(&text), "{text}");
    }
}

/// Texts that are refused, and the sentences.
const REFUSED: &[(&str, &str)] = &[
    ("", "`` is not a link to a position, such as 1.19.play-pddp"),
    (
        "https://example.org/",
        "`https://example.org` is not a link to a position, such as 1.19.play-pddp",
    ),
    (
        "0.5",
        "`0.5` is not a link to a position, such as 1.19.play-pddp",
    ),
    (
        "x#2.5.zoom-3",
        "this link was made by a newer gokata: its version is `2`, not 1",
    ),
    (
        "99999999999999999999999.5",
        "this link was made by a newer gokata: its version is `99999999999999999999999`, not 1",
    ),
    ("1", "`` is not a size, such as 19 or 9x13"),
    (
        "1.0",
        "`0` is not a size: a board has 1 to 25 rows and columns, not 0x0",
    ),
    (
        "1.26",
        "`26` is not a size: a board has 1 to 25 rows and columns, not 26x26",
    ),
    (
        "1.9x9999",
        "`9x9999` is not a size: a board has 1 to 25 rows and columns, not 9x9999",
    ),
    ("1.9.zoom-3", "`zoom-3` is no part of a link of version 1"),
    (
        "1.9.<b>hi</b>",
        "`<b>hi</b` is no part of a link of version 1",
    ),
    (
        "1.9.\u{7}\u{202e}",
        "`\u{fffd}\u{fffd}`, with `\u{fffd}` (U+202E) in it, is no part of a link of version 1",
    ),
    ("1.9..play-cc", "`` is no part of a link of version 1"),
    ("1.9.play-cc.play-dd", "play is given twice"),
    ("1.9.komi-6_5.komi-7", "komi is given twice"),
    (
        "1.9.komi-999",
        "komi: `999` is not a komi such as 7, 6.5 or -0.5, from -150 to 150",
    ),
    ("1.9.aga.japanese", "preset is given twice"),
    (
        "1.9.ko-simple,komi=7",
        "ko: `simple,komi=7` is none of: simple, positional, situational, natural-situational",
    ),
    (
        "1.9.side-z",
        "`z` is not a color: x, b or black; o, w or white",
    ),
    (
        "1.9.play-c",
        "`c` is not a point, such as cc, nor zp, zr, zt, zx or zo",
    ),
    (
        "1.9.play-ccz",
        "`z` is not a point, such as cc, nor zp, zr, zt, zx or zo",
    ),
    (
        "1.9.play-c%C3%A9",
        "`c%` is not a point, such as cc, nor zp, zr, zt, zx or zo",
    ),
    (
        "1.9.play-cé",
        "`cé`, with `é` (U+00E9) in it, is not a point, such as cc, nor zp, zr, zt, zx or zo",
    ),
    (
        "1.9.ask-xzt",
        "`zt` is not a point, such as cc, nor zp, zr, zt, zx or zo",
    ),
    (
        "1.9.ask-cc",
        "`c` is not a color: x, b or black; o, w or white",
    ),
    (
        "1.9.ask-é",
        "`é` (U+00E9) is not a color: x, b or black; o, w or white",
    ),
    ("1.9.play-cc.at-2", "the link shows turn 2, its game has 1"),
    (
        "1.9.x-cccc",
        "the opening of the link is impossible: there are two stones on (2,2)",
    ),
    (
        "1.5.x-ff",
        "the opening of the link is impossible: the stone at (5,5) lies off the board",
    ),
    (
        "1.2.x-aaab.o-babb",
        "the opening of the link is impossible: the chain at (0,0) has no liberty",
    ),
    (
        "1.5.play-cccc",
        "the game of the link cannot be played: event 2, White C3: occupied: there is a stone already",
    ),
    (
        "1.5.play-ff",
        "the game of the link cannot be played: event 1, Black F0: off board: there is no such point",
    ),
    (
        "1.5.play-zrcc",
        "the game of the link cannot be played: event 2, White C3: game over: the game has ended",
    ),
    (
        "1.5.play-zpzx",
        "the game of the link cannot be played: event 2, x:resume: play can be resumed only after passes have just ended the game",
    ),
];

/// What a link means never changes: older ones know nothing of a last pass.
#[test]
fn an_older_link_owes_no_last_pass() {
    for (text, last_pass) in [
        ("1.9.aga.scoring-territory.pass-stones-yes", LastPass::Any),
        (
            "1.9.aga.scoring-territory.pass-stones-yes.last-pass-white",
            LastPass::White,
        ),
        ("1.9.aga", LastPass::White),
    ] {
        let link = Link::read(text).unwrap();
        assert_eq!(link.record.rules().last_pass(), last_pass, "{text}");
    }
}

#[test]
fn what_is_no_link_is_a_sentence() {
    for &(text, expected) in REFUSED {
        let error = Link::read(text).map(|link| link.to_string());
        assert_eq!(
            error.map_err(|error| error.to_string()),
            Err(expected.to_owned()),
            "{text}"
        );
    }
    assert!(Link::is_meant("x#2.5.zoom-3"));
    for text in [
        "",
        "1.",
        "games/1.9.sgf/#",
        "x#a.9",
        "1.5\nx\n",
        "(;SZ[9])",
        "1.0 0.0\n0.0 1.0",
        "x\n-\n\n# 1.5 points",
    ] {
        assert!(!Link::is_meant(text), "{text}");
    }
}

/// A page shows the position before the illegal move, and asks about it.
#[test]
fn the_game_up_to_an_illegal_event_can_be_shown() {
    let ko = "1.5.x-bbacccbd.o-cbdccd.side-o.play-bc";
    let error = Link::read(&format!("{ko}cczp.at-1")).unwrap_err();
    let before = error.before.unwrap();
    assert_eq!(before.to_string(), format!("{ko}.ask-xcc"));
}

#[test]
fn long_and_hostile_texts_are_refused_at_once() {
    let most = Link::MAX_LENGTH;
    for unit in [
        "zp",
        "zt",
        "aa",
        "%",
        "%25",
        "#",
        ".",
        "-",
        "\u{1f600}",
        "<script>",
        " ",
        "1.9.",
        "\0",
    ] {
        for start in [
            "",
            "1.19.play-",
            "1.19.x-",
            "1.19.",
            "1.25.ko-positional.play-",
            "#1.9.ask-x",
        ] {
            let text = start.to_owned() + &unit.repeat(1_000_000 / unit.len());
            let error = Link::read(&text).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("a link has at most {most} characters, not {}", text.len())
            );
            let shorter = start.to_owned() + &unit.repeat((most - start.len()) / unit.len());
            if let Err(error) = Link::read(&shorter) {
                assert!(error.to_string().len() < 300, "{error}");
            }
        }
    }
}

/// 250 moves on 19x19 take 600 characters; what every page and program must cope with is a link of at most this length.
#[test]
fn a_game_has_a_short_link() {
    let mut random = Random::new(1);
    let mut record = BoardRecord::new(Size::default()).with_rules(Preset::Aga.rules());
    while record.turns() < 250 {
        let points: Vec<_> = record.legal_points().into_iter().collect();
        let point = points[random.below(points.len())];
        record = record.play(Move::play(record.to_play(), point)).unwrap();
    }
    let mut link = Link::from(record);
    link.turn = Some(249);
    link.asked = Some(Move::play(Color::White, (18, 18)));
    let text = link.to_string();
    assert!(text.len() <= 600, "{text}");
    assert!(
        text.bytes().all(|byte| byte.is_ascii_lowercase()
            || byte.is_ascii_digit()
            || b".-_".contains(&byte))
    );
    let shown = link.shown();
    assert_eq!((shown.turns(), Link::read(&text)), (249, Ok(link)));
}

/// What `gokata explain --link` prints and `gokata report --link` writes opens the same question, with the same answer.
#[test]
fn questions_of_the_corpus_come_back() {
    let (mut asked, mut left_out) = (0, BTreeSet::new());
    for (file, question) in CORPUS.questions() {
        let Some(mv) = question.asked.mv() else {
            continue;
        };
        let mut link = Link::from(question.before.clone());
        link.asked = Some(mv);
        match Link::read(&link.to_string()) {
            Err(_) => drop(left_out.insert(fixture_of(&file).to_owned())),
            Ok(read) => {
                assert_eq!(read, link, "{}", question.id);
                let [here, there] = [&question.before, &read.shown()].map(|game| game.explain(mv));
                assert_eq!(here.to_string(), there.to_string(), "{}", question.id);
                asked += 1;
            }
        }
    }
    assert!(asked > 3000, "{asked}");
    // Their rules change during the game, and do not allow what was played before.
    let known = [
        "only-a-pass-takes-the-button",
        "rules-changed-midway",
        "the-button-forgets-what-was-before",
    ];
    assert_eq!(
        Vec::from_iter(left_out),
        known.map(|name| format!("superko/{name}"))
    );
}

/// Each value of each rule, alone, and openings full of stones.
#[test]
fn all_rules_and_full_boards_come_back() {
    for preset in Preset::ALL {
        for (key, value) in Preset::ALL.iter().flat_map(|preset| preset.rules().pairs()) {
            let mut rules: Rules = preset.rules();
            rules.set(key, &value).unwrap();
            rules
                .set("komi", if rules.button() { "-149.5" } else { "0.5" })
                .unwrap();
            let link = Link::from(BoardRecord::new(Size::square(2).unwrap()).with_rules(rules));
            assert_eq!(Link::read(&link.to_string()), Ok(link.clone()), "{link}");
        }
    }
    let size = Size::square(25).unwrap();
    let mut opening = Setup::new(size, Color::White);
    for point in size.points().skip(1) {
        let color = if point.row % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        // A liberty in each row.
        if point.col != 12 {
            opening = opening.with(point, color);
        }
    }
    let link = Link::from(BoardRecord::try_from(&opening).unwrap());
    let mut text = link.to_string();
    assert_eq!(Link::read(&text), Ok(link));
    write!(text, ".komi-6_5").unwrap();
    assert_eq!(
        Link::read(&text).unwrap().record.rules().komi().halves(),
        13
    );
}
