//! Boards as people paste them, each with what is read from it: `pasted/boards.txt`. Between the lines `%%%% NAME` and `%%%%`
//! is the text, behind it what is expected. `GOKATA_BLESS=1` writes that anew.

use std::fmt::Write as _;
use std::{env, fs};

use gokata::{Diagram, Pasted, PastedError};
use pretty_assertions::assert_eq;

const FILE: &str = "tests/library/pasted/boards.txt";

fn read(text: &str) -> String {
    let pasted = Pasted::read(text, None);
    let pasted = pasted.and_then(|pasted| Ok((pasted.record(None)?, pasted)));
    let (record, pasted) = match pasted {
        Ok(read) => read,
        Err(error) => return refusal(&error),
    };
    let Pasted { setup, labels, .. } = &pasted;
    let (setup, labels) = (setup.clone(), labels.clone());
    let board = Diagram { setup, labels }.to_string();
    let side = pasted.to_play.map_or('?', gokata::Color::letter);
    let mut lines = format!("{side}{}{}\n", &board[1..], pasted.taken_for);
    if !pasted.moves.is_empty() {
        let moves = pasted.moves.iter();
        let moves: Vec<String> = moves.map(|mv| mv.describe(record.size())).collect();
        writeln!(lines, "moves: {}", moves.join(", ")).unwrap();
    }
    if let Some(rules) = pasted.rules {
        writeln!(lines, "rules: {rules}").unwrap();
    }
    for note in &pasted.notes {
        writeln!(lines, "note: {note}").unwrap();
    }
    lines
}

fn refusal(error: &PastedError) -> String {
    let kind = format!("{error:?}");
    let kind = kind.split('(').next().unwrap().to_owned();
    let text = error.text_error();
    format!(
        "{kind} {}:{}: {}\n",
        text.line(),
        text.column(),
        text.message()
    )
}

#[test]
fn boards_are_read_as_expected() {
    let path = format!("{}/{FILE}", crate::support::corpus::ROOT);
    let file = fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    for part in file.split("%%%% ").skip(1) {
        let (name, rest) = part.split_once('\n').unwrap();
        let (text, _) = rest.split_once("%%%%\n").unwrap();
        write!(written, "%%%% {name}\n{text}%%%%\n{}", read(text)).unwrap();
    }
    if env::var_os("GOKATA_BLESS").is_some() {
        fs::write(&path, &written).unwrap();
    }
    assert_eq!(written, file);
}
