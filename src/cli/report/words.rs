//! Words of a page: answers, rules, positions.

use std::fmt::Write;
use std::path::Path;

use gokata::{Color, KoRule, Setup, Suicide};

use super::results::Counts;
use crate::html::escaped;
use crate::judge::ndjson::{ProgramLine, QuestionLine};
use crate::program::process::cut;
use crate::read::corpus_version::path_of;

/// Returns in words what is wrong. Deviations of one kind stand together.
pub(super) fn kind(line: &QuestionLine) -> String {
    let is_board = |answer: &str| answer.contains('\n');
    match (&*line.outcome, &line.got) {
        ("wrong", Some(got)) if &*line.question != "board" => {
            format!("expected {}, got {}", said(&line.expected), said(got))
        }
        ("wrong", Some(got)) if is_board(got) => "expected a board, got another one".to_owned(),
        ("wrong", Some(got)) => format!("expected a board, got {}", said(got)),
        ("timed-out", _) => "no answer in time".to_owned(),
        (other, _) => format!("no answer: {}", cut(other, 20)),
    }
}

/// Returns an answer in words: `illegal: ko`.
pub(super) fn said(answer: &str) -> String {
    cut(&answer.replace("illegal ", "illegal: "), 40)
}

/// Returns the path of the fixture; for gokata's own, that in its repository.
pub(super) fn file(line: &QuestionLine, program: &ProgramLine) -> String {
    let name = line.id.split('#').next().unwrap_or_default();
    let own = path_of(name).display().to_string();
    let path = line.file.replace('\\', "/");
    let is_below = path == own || path.ends_with(&format!("/{own}"));
    // An absolute path says more about the user's machine than about the fixture.
    let is_meant = program.corpus.is_some() || Path::new(&*line.file).is_absolute();
    if is_below && is_meant {
        own
    } else {
        line.file.clone()
    }
}

/// Returns what the fixture is about: its name, which is its claim.
pub(super) fn claim(line: &QuestionLine) -> String {
    let name = line.id.split('#').next().unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    capitalized(&cut(name, 100).replace('-', " "))
}

/// Returns the headings of a table's columns that [`cells`] fills. `failed`: whether one counts missing answers.
pub(super) fn headings(failed: bool) -> String {
    let names = ["right", "wrong", "cannot be asked"].into_iter();
    let names = names.chain(failed.then_some("no answer"));
    let cell = |name| format!("<th scope=\"col\" class=\"n\">{name}</th>");
    names.map(cell).collect()
}

/// Returns the counts as cells of a row.
pub(super) fn cells(counts: Counts, failed: bool) -> String {
    let bad = if counts.wrong > 0 { " bad" } else { "" };
    let cells = [(counts.right, ""), (counts.wrong, bad), (counts.cannot, "")];
    let cells = cells
        .into_iter()
        .chain(failed.then_some((counts.failed, "")));
    let cell = |(count, class)| format!("<td class=\"n{class}\">{count}</td>");
    cells.map(cell).collect()
}

pub(super) fn ko_in_words(ko: KoRule) -> &'static str {
    match ko {
        KoRule::Simple => "the board must not be as it was before the opponent\u{2019}s last turn",
        KoRule::Positional => "no earlier board of the game may return",
        KoRule::Situational => "no earlier board may return with the same side to play",
        KoRule::NaturalSituational => {
            "no board may return that the same player has made by playing a stone"
        }
    }
}

pub(super) fn suicide_in_words(suicide: Suicide) -> &'static str {
    match suicide {
        Suicide::Forbidden => {
            "a move must leave its own stones a liberty, once captured stones are off"
        }
        Suicide::MultiStone => {
            "a move may take off two or more of its own stones, but not one alone"
        }
        Suicide::Allowed => "a move may take off its own stones",
    }
}

/// Returns the position in words.
pub(super) fn words(setup: &Setup) -> String {
    let stones = |color: Color| {
        let of_color = setup.stones.iter().filter(|(_, stone)| *stone == color);
        let points = of_color.map(|(point, _)| point.vertex(setup.size));
        let points: Vec<String> = points.collect();
        if points.is_empty() {
            "none".to_owned()
        } else {
            points.join(" ")
        }
    };
    let (rows, cols) = (setup.size.rows(), setup.size.cols());
    format!(
        "Board of {rows} rows and {cols} columns. Black: {}. White: {}.",
        stones(Color::Black),
        stones(Color::White)
    )
}

pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Returns a text for an element `pre`, whose line ends are kept.
pub(super) fn pre(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(escaped).collect();
    lines.join("\n")
}

/// Returns an id as the fragment of an address.
pub(super) fn fragment(id: &str) -> String {
    let mut fragment = String::new();
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:@!$*+,;=".contains(&byte) {
            fragment.push(char::from(byte));
        } else {
            let _ = write!(fragment, "%{byte:02X}");
        }
    }
    fragment
}
