//! Damaged records are repaired to the sound ones, or refused; never to another game.

use gokata::sgf::{Collection, Repaired, Tree, repair, repair_bytes};
use pretty_assertions::assert_eq;
use rstest::rstest;

/// Sound records. None needs a change.
const SOUND: [&str; 16] = [
    "(;SZ[9]PB[Ann];B[ee];W[cc])",
    "(;GM[1]FF[4]SZ[9]PB[Ann [2d\\]]PW[Bob]KM[6.5];B[ee]C[:[ too [low\\]?];W[cc];B[gc])",
    "(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee]C[a; b (c)];B[eg])",
    "(;FF[4]SZ[13]PB[A]PW[B]RE[B+R];B[dd];W[jj]\n;B[dj];W[jd]\n;B[gg])\n",
    "(;SZ[9]C[Two ways];B[ee](;W[ce];B[cc])(;W[cc];B[ce];W[gc]))",
    "(;GM[1]SZ[19]EV[Cup\\: \\\\ final];B[pd]BL[30];W[dp]WL[29.5];B[pp];W[dd])",
    "(;GM[1]SZ[7]KM[0.5];B[dd];W[];B[ce];W[tt];B[])",
    "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[安]PW[Ünal];B[ee]N[x];W[cc]LB[ee:1][cc:2]TR[dd])",
    "(;SZ[9]GN[x];B[ee];W[cc];B[gg];W[gc];B[cg];W[ce]TB[aa:bb]TW[hh][ii])",
    "(;SZ[5]AB[bb][cb]AW[bc][cc]PL[W];W[bd];B[db])",
    "(;GM[1]SZ[9]PB[x]PW[y]DT[2026-11-01];B[ee];W[gc])\n(;GM[1]SZ[9]PB[y]PW[x];B[cc];W[ee])\n",
    "(;SZ[9]RU[Japanese];B[ee];W[ge](;B[gf];W[ff](;B[fe])(;B[hf]))(;B[fd];W[hf]))",
    "(;GM[1]SZ[9]C[Notes:\n1. e5\n2. c7\n];B[ee]C[good];W[cc]C[bad])",
    "(;GM[1]FF[3]SZ[9];B[ee]C[see (;B[cc\\];W[gg\\])];W[gc])",
    "(;GM[1]SZ[9]AP[x:1]ST[2]XX[1][2];B[ee]MN[1];W[cc])",
    "(;SZ[3];B[bb])",
];

/// A kind of damage: the name, and how it changes the n-th place of a sound record where it can occur.
type Damage = (&'static str, fn(&str, usize) -> Option<String>);

const DAMAGES: [Damage; 24] = [
    ("an inner bracket", |text, n| {
        after(text, &["PB[", "PW[", "C[", "EV["], n, "[x] ")
    }),
    ("a bracket in a sentence", |text, n| {
        after(text, &["C["], n, "play [a] and B[ee] or ] ")
    }),
    ("a smile", |text, n| after(text, &["C["], n, "nice :] but ")),
    ("a line of dashes", |text, n| {
        before(text, &[";B[", ";W["], n, "\n------\n")
    }),
    ("words", |text, n| {
        before(text, &[";B[", ";W["], n, " move (two) <br> ")
    }),
    ("mail", |text, _| {
        Some(format!(
            "From: Ann <a@example.org>\nSubject: [go] B; (x)\n\n{text}\n-- \nAnn\n"
        ))
    }),
    ("a page", |text, _| {
        Some(format!("<pre class=\"sgf\">{text}</pre>"))
    }),
    ("no semicolon", |text, n| {
        replaced(text, &["];W["], n, "]W[")
    }),
    ("no end", |text, _| {
        Some(text.trim_end().strip_suffix(')')?.to_owned())
    }),
    ("no `)`", |text, n| replaced(text, &["])"], n, "]")),
    ("no `(`", |text, n| replaced(text, &["(;"], n, ";")),
    ("no `(;`", |text, _| {
        Some(text.strip_prefix("(;")?.to_owned())
    }),
    ("a `)` at the end", |text, _| Some(format!("{text})"))),
    ("a `)` between nodes", |text, n| {
        before(text, &[";B[", ";W["], n, ")")
    }),
    ("no bracket after a move", |text, n| {
        let (at, _) = place(text, &["c];", "e];", "f];"], n)?;
        Some(format!("{}{}", &text[..=at], &text[at + 2..]))
    }),
    ("no bracket before a move", |text, n| {
        replaced(text, &[";Bee]", ";B[ee]"], n, ";Bee]")
    }),
    ("no bracket after a number", |text, n| {
        replaced(text, &["SZ[9]"], n, "SZ[9")
    }),
    ("a doubled property", |text, n| {
        before(text, &["]PB["], n, "]SZ[9").filter(|_| text.contains("SZ[9]PB"))
    }),
    ("another name", |text, n| {
        replaced(text, &["]PW[", "];B["], n, "]KM[0]KM[0];B[")
            .filter(|_| !text.contains("PW[") && !text.contains("KM["))
    }),
    ("small letters", |text, n| {
        replaced(text, &[";W["], n, ";w[")
    }),
    ("full-width signs", |text, n| {
        replaced(text, &[";B[ee]"], n, "；B［ee］")
    }),
    ("blanks in a move", |text, n| {
        replaced(text, &["B[ee]"], n, "B[ e e ]")
    }),
    ("a path", |text, n| {
        replaced(text, &["];W["], n, "]C[in C:\\];W[").filter(|_| !text.contains("C["))
    }),
    ("mail quotes", |text, _| {
        let quoted = text.trim_end().replace('\n', "\n> ");
        Some(format!("> {quoted}\n")).filter(|_| !text.contains("[Notes"))
    }),
];

fn place(text: &str, signs: &[&str], n: usize) -> Option<(usize, usize)> {
    let found = |sign: &&str| {
        text.match_indices(*sign)
            .map(|(at, it)| (at, it.len()))
            .collect::<Vec<_>>()
    };
    let mut places: Vec<_> = signs.iter().flat_map(found).collect();
    places.sort_unstable();
    places.get(n).copied()
}

fn replaced(text: &str, signs: &[&str], n: usize, new: &str) -> Option<String> {
    let (at, length) = place(text, signs, n)?;
    Some(format!("{}{new}{}", &text[..at], &text[at + length..]))
}

fn before(text: &str, signs: &[&str], n: usize, new: &str) -> Option<String> {
    let (at, _) = place(text, signs, n)?;
    Some(format!("{}{new}{}", &text[..at], &text[at..]))
}

fn after(text: &str, signs: &[&str], n: usize, new: &str) -> Option<String> {
    let (at, length) = place(text, signs, n)?;
    Some(format!(
        "{}{new}{}",
        &text[..at + length],
        &text[at + length..]
    ))
}

/// The moves and stones of all games, each with the number of its node's parent.
fn moves(text: &str) -> Vec<String> {
    let file = Collection::parse(text).unwrap();
    let trees: Vec<Tree<'_>> = file.trees().collect::<Result<_, _>>().unwrap();
    let mut moves = Vec::new();
    for tree in &trees {
        let nodes: Vec<_> = tree.nodes().collect();
        for node in &nodes {
            let parent = tree
                .parent(*node)
                .and_then(|parent| nodes.iter().position(|node| *node == parent));
            let played = ["B", "W", "AB", "AW", "AE", "PL", "SZ"].map(|name| {
                let property = tree.property(*node, name);
                property.map(|it| {
                    it.values()
                        .map(|value| value.raw().trim().to_owned())
                        .collect::<Vec<_>>()
                })
            });
            moves.push(format!("{parent:?} {played:?}"));
        }
    }
    moves
}

/// What holds for each repaired record.
fn assert_clean(damaged: &str, repaired: &Repaired) {
    let again = repair(&repaired.text).unwrap();
    assert_eq!(
        (&again.text, again.changes.len()),
        (&repaired.text, 0),
        "{damaged}"
    );
    let is_same = repaired.text == damaged;
    assert_eq!(is_same, repaired.changes.is_empty(), "{damaged}");
}

#[test]
fn sound_records_stay_as_they_are() {
    for text in SOUND {
        let repaired = repair(text).unwrap();
        assert_eq!((&*repaired.text, &repaired.changes[..]), (text, &[][..]));
        assert!(!repaired.is_incomplete);
    }
}

/// Each damage to each sound record is repaired to the same moves, or refused.
#[test]
fn damaged_records_are_repaired_or_refused() {
    let (mut repaired, mut all) = (0, 0);
    for (name, damage) in DAMAGES {
        let (mut right, mut tried) = (0, 0);
        for sound in SOUND {
            for n in 0..4 {
                let Some(damaged) = damage(sound, n).filter(|text| text != sound) else {
                    break;
                };
                tried += 1;
                let Ok(new) = repair(&damaged) else { continue };
                assert_clean(&damaged, &new);
                assert_eq!(
                    moves(&new.text),
                    moves(sound),
                    "{name}: {damaged}\nread as {}",
                    new.text
                );
                right += 1;
                if damage(sound, 0) == damage(sound, 1) {
                    break;
                }
            }
        }
        assert!(
            right * 3 >= tried * 2 && tried > 1,
            "{name}: {right} of {tried} repaired"
        );
        (repaired, all) = (repaired + right, all + tried);
    }
    assert!(
        all > 300 && repaired * 10 > all * 9,
        "{repaired} of {all} repaired"
    );
}

/// Two records that run together are two games.
#[test]
fn games_that_run_together_are_divided() {
    for sound in SOUND.iter().filter(|text| text.starts_with("(;GM")) {
        let first = sound.trim_end().strip_suffix(')').unwrap();
        for between in ["", "\n", "\n----\n"] {
            let damaged = format!("{first}{between}{sound}");
            let new = repair(&damaged).unwrap();
            assert_eq!(
                moves(&new.text),
                [moves(sound), moves(sound)].concat(),
                "{damaged}"
            );
            assert!(!new.is_incomplete);
        }
    }
}

/// Each text is cut at every byte. What is left is a beginning of the same game, and is incomplete.
#[test]
fn what_a_cut_leaves_is_kept() {
    for sound in SOUND.iter().filter(|text| !text.contains("](;")) {
        let whole = moves(sound);
        let last = sound.trim_end().len();
        for end in (6..last).filter(|end| sound.is_char_boundary(*end)) {
            let Ok(new) = repair(&sound[..end]) else {
                continue;
            };
            let left = moves(&new.text);
            let same = left
                .iter()
                .zip(&whole)
                .filter(|(left, whole)| left == whole)
                .count();
            assert!(
                new.is_incomplete || sound.contains(")\n("),
                "{}",
                &sound[..end]
            );
            assert!(
                same + 1 >= left.len() && left.len() <= whole.len(),
                "{}: {}",
                &sound[..end],
                new.text
            );
        }
    }
}

#[rstest]
#[case::bracket("(;SZ[9]PB[Ann [2d]];B[ee];W[cc])", "(;SZ[9]PB[Ann [2d\\]];B[ee];W[cc])", &["1:18"])]
#[case::unopened_bracket("(;B[ee]C[so] and so];W[cc])", "(;B[ee]C[so\\] and so];W[cc])", &["1:12"])]
#[case::game_in_a_comment("(;B[ee]C[or [a] ;B[gg];W[ff] then];W[cc])", "(;B[ee]C[or [a\\] ;B[gg\\];W[ff\\] then];W[cc])", &["1:15", "1:22", "1:28"])]
#[case::comment_without_end("(;B[ee]C[good;W[cc];B[gg])", "(;B[ee]C[good];W[cc];B[gg])", &["1:14"])]
#[case::name_without_end("(;SZ[9]PB[AnnPW[Bob];B[ee])", "(;SZ[9]PB[Ann]PW[Bob];B[ee])", &["1:14"])]
#[case::second_move("(;B[ee]C[x]W[cc]WL[3])", "(;B[ee]C[x];W[cc]WL[3])", &["1:12"])]
#[case::lists("(;AB[aa]AW[bb]AB[cc]AB[dd])", "(;AB[aa][cc][dd]AW[bb])", &["1:15", "1:21"])]
#[case::values("(;KM[6.5]PB[x]KM[0];B[ee])", "(;KM[6.5]PB[x];B[ee])", &["1:15"])]
#[case::variation_goes_on("(;B[aa](;W[bb];B[cc](;W[dd]);B[ee])(;W[ff])))", "(;B[aa](;W[bb];B[cc](;W[dd];B[ee])(;W[ff])))", &["1:28"])]
#[case::variation_begins("(;B[aa](;W[bb]);W[cc];B[dd]))", "(;B[aa](;W[bb])(;W[cc];B[dd]))", &["1:16"])]
#[case::comments("(;B[ee]C[a [b] c]N[x]C[d \\] [e] f];W[cc])", "(;B[ee]C[a [b\\] c\n\nd \\] [e\\] f]N[x];W[cc])", &["1:14", "1:22", "1:31"])]
#[case::cut_list("(;AB[aa]AB[bb][c", "(;AB[aa][bb])", &["1:9", "1:15", "1:17"])]
#[case::old_names("(;Size[9];Black[ee];wHITE[cc])", "(;SZ[9];B[ee];W[cc])", &["1:3", "1:11", "1:21"])]
#[case::padding("(;B[ee]\0;W[cc])\u{1a}\0\0", "(;B[ee];W[cc])\u{1a}\0\0", &["1:8"])]
#[case::half_a_move("(;B[ee];W[c", "(;B[ee];)", &["1:9", "1:12"])]
#[case::cut_after_a_backslash("(;B[ee]C[a\\", "(;B[ee]C[a\\\\])", &["1:12", "1:12"])]
#[case::list_with_other_text("(;TW[aa]\n> [bb]];B[cc])", "(;TW[aa]\n[bb];B[cc])", &["2:1", "2:7"])]
fn a_damage_and_its_repair(#[case] damaged: &str, #[case] expected: &str, #[case] places: &[&str]) {
    let new = repair(damaged).unwrap();
    assert_eq!(new.text, expected);
    assert_clean(damaged, &new);
    let found = new
        .changes
        .iter()
        .map(|change| format!("{}:{}", change.line(), change.column()));
    assert_eq!(found.collect::<Vec<_>>(), places);
}

/// What the bytes are decides where they contradict `CA`.
#[rstest]
#[case::utf8("(;CA[ISO-8859-1]PB[Müller];B[aa])".as_bytes(), "(;CA[UTF-8]PB[Müller];B[aa])", 1)]
#[case::gbk(
    b"(;CA[UTF-8]PB[\xb0\xb2\xcf\xbc];B[aa])",
    "(;CA[UTF-8]PB[安霞];B[aa])",
    1
)]
#[case::no_big5("(;CA[Big5]PB[Müller];B[aa])".as_bytes(), "(;CA[UTF-8]PB[Müller];B[aa])", 1)]
#[case::no_gbk(b"(;CA[GBK]PB[M\xfc];B[aa])", "(;CA[UTF-8]PB[Mü];B[aa])", 1)]
#[case::right(b"(;CA[GBK]PB[\xb0\xb2];B[aa])", "(;CA[GBK]PB[安];B[aa])", 0)]
#[case::without(b"(;PB[M\xfcller];B[aa])", "(;CA[UTF-8]PB[Müller];B[aa])", 1)]
#[case::mark(b"\xef\xbb\xbf(;B[aa];W[bb])", "(;CA[UTF-8]B[aa];W[bb])", 1)]
#[case::wide(b"(\0;\0B\0[\0a\0a\0]\0)\0", "(;CA[UTF-8]B[aa])", 1)]
fn bytes_decide(#[case] bytes: &[u8], #[case] expected: &str, #[case] changes: usize) {
    let new = repair_bytes(bytes).unwrap();
    assert_eq!(
        (&*new.text, new.changes.len()),
        (expected, changes),
        "{new:?}"
    );
    assert!(!new.is_incomplete);
}

/// A text with two readings is refused, and both are named.
#[rstest]
#[case(
    "(;B[aa](;W[bb];B[cc](;W[dd]))",
    "before this variation, or at the end"
)]
#[case(
    "(;B[aa](;W[bb];B[cc]);W[dd])(;W[ee]))",
    "either the `)` before it is one too many, or a `(`"
)]
#[case(
    "(;B[aa];W[bb];B[cc])(;W[dd]))",
    "a `)` is one too many at the end, or a `(` is missing"
)]
#[case("(;B[aa]);B[bb])", "one too many, or another game")]
#[case("(;B[aa];[bb];B[cc])", "its name is missing, or this is other text")]
#[case("(;B[aa]B[bb])", "is wrong, or a node is missing")]
#[case("(;SZ[9]SZ[13];B[aa])", "is wrong, or a node is missing")]
#[case(
    "(;B[aa]C[nice :] ;W[bb] is good];B[cc])",
    "ends the value, or it belongs to the text"
)]
#[case(
    "(;B[aa]C[I play B[cc];W[dd])",
    "belongs to the text of the value before it, or a `]` is missing"
)]
#[case(
    "(;B[aa]C[see] this W[cc];B[dd])",
    "ends the value, or it belongs to the text"
)]
#[case("(;SZ[9];B[ee];W cc;B[dd])", "whose brackets are missing")]
#[case("(;SZ9;B[ee])", "whose brackets are missing")]
#[case("(;B1[aa];W[bb])", "a digit in the name of a move")]
#[case("(;B[aa];W[xyz])", "`xyz` is no point")]
#[case("no record", "there is no game record")]
fn what_cannot_be_repaired_is_refused(#[case] damaged: &str, #[case] why: &str) {
    let error = repair(damaged).unwrap_err();
    assert!(error.message().contains(why), "{error}");
}

/// Many equal signs, which would take minutes if each were looked at again for the next one.
#[rstest]
fn large_texts_come_to_an_end(
    #[values("", "(;B[aa]C[", "(;C[[a] ")] first: &str,
    #[values(
        "[", "]", "(", ")", ";", "[]", "];", "]a[b", "(;", "B[aa]", ";B[aa", "C[a]", "]B[aa]", " ",
        "\\]", "x [a] ", "\u{ff3b}", ";Bee]", "AB[aa]x", ")(", "-;", "]\n>[aa"
    )]
    sign: &str,
) {
    let text = first.to_owned() + &sign.repeat(200_000 / sign.len());
    if let Ok(new) = repair(&text) {
        assert_clean(&text, &new);
    }
}
