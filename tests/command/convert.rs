//! Tests that `convert --to sgf` keeps what a game record has.

use crate::support::command::gokata_with;
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

const TWO: &str = "(;SZ[9]GN[x]XX[1][2];B[aa]C[a \\] b]TE[1](;W[bb];B[cc]LB[dd:1])\n(;W[ee]C[other]BL[3.5]))\n(;GM[2]C[no Go])\n";

fn kept(record: &[u8], more: &[&str]) -> (Option<i32>, String, String) {
    let ran = gokata_with(&[&["convert", "-", "--to", "sgf"], more].concat(), record);
    (ran.status, ran.out, ran.err)
}

#[test]
fn games_variations_comments_and_unknown_properties_are_kept() {
    let nothing = String::new();
    assert_eq!(
        kept(TWO.as_bytes(), &[]),
        (Some(0), TWO.to_owned(), nothing.clone())
    );
    let second = "(;GM[2]C[no Go])\n".to_owned();
    assert_eq!(
        kept(TWO.as_bytes(), &["--game", "2"]),
        (Some(0), second, nothing)
    );
    let (status, out, err) = kept(TWO.as_bytes(), &["--game", "3"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        err.contains("there is no game 3: the file has 2 games"),
        "{err}"
    );
}

/// Whatever asks for one line writes it anew.
#[rstest]
#[case(&["--moves-only"], ";B[aa];W[bb];B[cc])\n")]
#[case(&["--path", "main"], ";B[aa];W[bb];B[cc])\n")]
#[case(&["--path", "1/2"], ";B[aa];W[ee])\n")]
#[case(&["--at", "1"], ";B[aa])\n")]
#[case(&["--rules", "aga"], "KM[7.5]RU[AGA]\n;B[aa];W[bb];B[cc])\n")]
fn one_line_has_moves_only(#[case] options: &[&str], #[case] end: &str) {
    let (status, out, _) = kept(TWO.as_bytes(), options);
    assert_eq!(status, Some(0));
    assert!(out.ends_with(end), "{out}");
    assert!(!out.contains("C["), "{out}");
}

/// The new text is UTF-8; `CA` says so, unless all of it is ASCII and it named nothing else.
#[rstest]
#[case::gbk(b"(;CA[GB2312]C[\xd6\xd0\x5d;B[aa])", "(;CA[UTF-8]C[中];B[aa])\n")]
#[case::western(b"(;PB[M\xfcller]\n;B[aa])", "(;PB[Müller]CA[UTF-8]\n;B[aa])\n")]
#[case::unnamed("(;PB[Müller];B[aa])".as_bytes(), "(;PB[Müller]CA[UTF-8];B[aa])\n")]
#[case::named("(;CA[UTF-8]PB[Müller];B[aa])".as_bytes(), "(;CA[UTF-8]PB[Müller];B[aa])\n")]
#[case::ascii(b"(;PB[Muller];B[aa])", "(;PB[Muller];B[aa])\n")]
#[case::each_its_own(
    b"(;CA[GBK]C[\xd6\xd0])\n(;CA[ISO-8859-1]C[\xd6])",
    "(;CA[UTF-8]C[中])\n(;CA[UTF-8]C[Ö])\n"
)]
#[case::late(b"(;CA[GBK]C[\xd6\xd0];CA[GBK]C[x])", "(;CA[UTF-8]C[中];C[x])\n")]
// What a terminal would obey stays in the record: a title, a color, and other control characters.
#[case::controls(
    b"(;C[a\x1b];B[aa]C[x\x07y\x1b[31m\\]\0\x0b])",
    "(;C[a\x1b];B[aa]C[x\x07y\x1b[31m\\]\0\x0b])\n"
)]
fn the_text_becomes_utf_8(#[case] bytes: &[u8], #[case] text: &str) {
    let (status, out, _) = kept(bytes, &[]);
    assert_eq!(status, Some(0));
    assert_str_eq!(out, text);
    assert_eq!(kept(text.as_bytes(), &[]), (Some(0), out, String::new()));
}

#[test]
fn a_damaged_record_is_not_kept_as_if_it_were_whole() {
    let (status, out, err) = kept(b"(;B[aa])\n(;B[aa]C[x];W[bb];;=)", &[]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.starts_with("gokata: -:2:20: expected a node"), "{err}");
    assert!(!err.contains("--moves-only"), "{err}"); // it would write the other game
    let in_a_variation = b"(;B[aa](;W[bb])(;W[cc];=))";
    let (status, out, err) = kept(in_a_variation, &[]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    let advice = "So not all of it can be kept; --moves-only writes the main line without it.";
    assert!(err.contains(advice), "{err}");
    assert_eq!(kept(in_a_variation, &["--moves-only"]).0, Some(0));
    let (status, out, err) = kept(b"(;CA[GBK]C[\xd6\xd0\xff\xff];B[aa])", &[]);
    assert_eq!(status, Some(1), "bytes are lost: {err}");
    assert!(out.contains('中') && out.contains('\u{fffd}'), "{out}");
    let (status, out, err) = kept(b"(;B[aa](;C[x]", &[]);
    assert_eq!((status, out.as_str()), (Some(1), "(;B[aa];C[x])\n"));
    assert_str_eq!(err, "warning -:1:14: 2 `)` are missing at the end\n");
}
