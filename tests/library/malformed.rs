//! Parse errors have a place inside the text. (`tests/fixtures.rs` compares the messages of the files in `fixtures/malformed`.)

use std::fs;
use std::path::Path;

use gokata::fixture::Fixture;
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::corpus::{ROOT, corpus, read};

#[test]
fn every_message_belongs_to_a_file() {
    let folder = Path::new(ROOT).join("fixtures/malformed");
    let mut messages = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "error") {
            assert!(
                path.with_extension("txt").is_file(),
                "{} has no file",
                path.display()
            );
            messages += 1;
        }
    }
    assert!(messages >= 60, "there are {messages}");
}

/// Cuts a fixture at every byte, leaves out every byte, and changes every byte. Each text must be accepted, or
/// refused with a place inside the text.
#[rstest]
#[case("kata/6-ko/retake-at-once.txt")]
#[case("superko/three-points.txt")]
#[case("superko/eternal-life.txt")]
#[case("scoring/closed-wall-protects.txt")]
#[case("rulesets/key-ko.txt")]
fn damaged_fixtures_are_accepted_or_refused_with_a_place(#[case] name: &str) {
    let whole = bytes(&Path::new(ROOT).join("fixtures").join(name));
    assert!(Fixture::parse(&whole).is_ok());
    let mut refused = 0;
    let mut read = |text: &[u8]| {
        if let Err(error) = Fixture::parse(text) {
            refused += 1;
            let lines = text.split(|byte| *byte == b'\n').count() + 1;
            assert!(
                (1..=lines).contains(&error.line()) && error.column() >= 1,
                "{error}"
            );
            assert!(error.to_string().lines().count() <= 3, "{error}");
        }
    };
    for at in 0..whole.len() {
        read(&whole[..at]);
        read(&[&whole[..at], &whole[at + 1..]].concat());
        for byte in [
            0, b'\n', b'\r', b' ', b'#', b'-', b'x', b'z', b'Z', b'9', b':', 0x7f, 0xc3, 0xff,
        ] {
            let mut text = whole.clone();
            text[at] = byte;
            read(&text);
        }
    }
    assert!(refused > whole.len(), "only {refused} were refused");
}

#[test]
fn every_fixture_can_be_printed_and_parsed_again() {
    for file in corpus("fixtures") {
        let fixture = read(&file);
        let printed = fixture.to_string();
        assert_eq!(printed.parse(), Ok(fixture), "{}", file.display());
    }
}

/// Texts that look malformed but are allowed.
#[rstest]
#[case::lines_end_in_cr_lf("x\r\nab\r\n\r\nlegal a\r\n")]
#[case::the_last_line_has_no_end("x\nab\n\nlegal a")]
#[case::blank_lines_behind_a_bare_board("x\nab\n\n   \n\n")]
#[case::a_tab_in_a_comment("x\nab\n\nlegal a #\tfoolish\n")]
#[case::other_letters_in_a_comment("x\nab\n\nlegal a # 黒\n")]
#[case::spaces_around_words_and_rows(
    "x\nab\n\n  board  \n  x  \n  ab  # as it was\n\n   legal   a   \n"
)]
#[case::a_comment_inside_a_diagram("x\nab\n\nboard\nx\n# the row\nab\n")]
#[case::points_that_are_not_there(
    "x\nab\n\nillegal off-board A0 Z999999 (-1,2) (999999,-999999)\n"
)]
fn unusual_texts_are_allowed(#[case] text: &str) {
    let fixture: Fixture = text.parse().unwrap();
    let report = gokata::fixture::check(
        &fixture,
        &mut gokata::PureGame::new(fixture.opening.setup.size),
    );
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

/// Parsing takes linear time. In quadratic time, this test would not end.
#[rstest]
#[case::tabs_in_a_comment("legal a #", "\t")]
#[case::words("legal", " a")]
#[case::comments("", "# foolish\n")]
#[case::blank_lines("legal a\n", "\n")]
fn large_texts_are_parsed_in_linear_time(#[case] first: &str, #[case] then: &str) {
    let long_case = "x".repeat(2_000_000);
    let text = format!(
        "x\nab\n\ncase {long_case} #{}\n{first}{}",
        "\t".repeat(2_000_000),
        then.repeat(500_000)
    );
    assert_eq!(
        text.parse::<Fixture>().map(|fixture| fixture.cases.len()),
        Ok(1)
    );
}

fn bytes(file: &Path) -> Vec<u8> {
    fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
