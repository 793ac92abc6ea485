//! Writes the step files of the dojo kit from fixtures: the question in the line protocol, the right answer below it,
//! and above it, as comments, the screen that a runner shows.

use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use gokata::questions::line_protocol::text;
use gokata::questions::{self, Question, Questions};
use gokata::{Action, Color, IllegalMove, KoRule, Move, Situation, Suicide};

use super::corpus::{corpus, read};
use super::dojo_sentences::{labels_at, on_screen};

/// The widest line of a screen, with the two columns that runners put before it.
const WIDTH: usize = 76;

/// The steps in their order: the name, and the names of the fixtures below `fixtures/dojo`.
pub(crate) fn order() -> Vec<(String, Vec<String>)> {
    let order = fs::read_to_string(dojo().join("ORDER")).unwrap();
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    for line in order.lines() {
        let file = line.strip_suffix(".txt").unwrap();
        let (step, _) = file.split_once('/').unwrap();
        match steps.last_mut().filter(|(last, _)| last == step) {
            Some((_, files)) => files.push(file.to_owned()),
            None => steps.push((step.to_owned(), vec![file.to_owned()])),
        }
    }
    steps
}

fn dojo() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/dojo"))
}

/// A question of a step: its name, the question, and the sentence that says why.
pub(crate) struct Asked {
    pub(crate) name: String,
    pub(crate) question: Question,
    pub(crate) why: String,
}

/// Returns the questions of a fixture of the path: its lines `legal` and `illegal`, not its moves.
pub(crate) fn questions(file: &str) -> Vec<Asked> {
    let path = dojo().join(format!("{file}.txt"));
    let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let asks = Questions::of(&read(&path)).expect("the fixture holds");
    let lines: Vec<&str> = source.lines().collect();
    let is_ask = |question: &Question| {
        let words = lines[question.line - 1].trim_start();
        words.starts_with("legal") || words.starts_with("illegal")
    };
    let asked = asks.questions.into_iter().filter(is_ask);
    let asked = asked.map(|question| Asked {
        name: format!("{file}#{}", question.id),
        why: sentence(&lines, question.line),
        question,
    });
    asked.collect()
}

/// Returns all questions of the corpus outside the path that a program can answer with yes or no and the rules of the
/// kata, each once.
pub(crate) fn everything() -> Vec<Asked> {
    let mut everything = Vec::new();
    for path in corpus("fixtures") {
        let name = path.strip_prefix(dojo().parent().unwrap());
        let name = name.expect("below fixtures").with_extension("");
        let name = name.to_str().unwrap().replace('\\', "/");
        if name.starts_with("dojo/") {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = source.lines().collect();
        let fixture = read(&path);
        let asks = Questions::of(&fixture).expect("the fixture holds");
        let mut asked = HashSet::new();
        let is_new = |question: &Question| asked.insert(text(question, ""));
        let questions = asks.questions.into_iter().filter(is_yes_or_no);
        for question in questions.filter(is_new) {
            let labels = labels_at(&fixture, question.line);
            let why = sentence(&lines, question.line);
            everything.push(Asked {
                name: format!("{name}#{}", question.id),
                why: on_screen(&why, labels, question.before.size()),
                question,
            });
        }
    }
    everything
}

fn is_yes_or_no(question: &Question) -> bool {
    let rules = question.before.rules();
    rules.ko() == KoRule::Simple
        && rules.suicide() == Suicide::Forbidden
        && text(question, "").is_ok()
        && matches!(
            question.asked,
            questions::Asked::Legal(Move { action: Action::Play(_), .. }, verdict)
                if verdict != Err(IllegalMove::GameOver)
        )
}

/// Returns the comment on the line, or else the comment lines next above it, as one line.
fn sentence(lines: &[&str], line: usize) -> String {
    let comment = |line: &&str| line.split_once('#').map(|(_, text)| text.trim().to_owned());
    let is_comment = |line: &&&str| line.trim_start().starts_with('#');
    if let Some(text) = comment(&lines[line - 1]) {
        return text;
    }
    let above = lines[..line - 1].iter().rev();
    let mut block: Vec<_> = above
        .skip_while(|line| !is_comment(line))
        .take_while(is_comment)
        .filter_map(comment)
        .collect();
    block.reverse();
    block.join(" ")
}

/// Returns the text of a step file.
pub(crate) fn step_file(asked: &[Asked]) -> String {
    let blocks = asked.iter().map(|asked| {
        let screen = screen(asked).into_iter();
        let screen = screen.map(|line| format!("# {line}").trim_end().to_owned() + "\n");
        let answer = asked.question.asked.answer();
        let answer = answer.describe(asked.question.before.size());
        let sent = text(&asked.question, &asked.name).unwrap();
        format!("{}{sent}{answer}\n", screen.collect::<String>())
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// Returns the lines that a runner shows: the last boards, the move, the right answer, and why.
fn screen(asked: &Asked) -> Vec<String> {
    let question = &asked.question;
    let mut lines = boards(question);
    let questions::Asked::Legal(mv, verdict) = question.asked else {
        panic!("{}: not about a move", asked.name);
    };
    let Action::Play(point) = mv.action else {
        panic!("{}: not a stone", asked.name);
    };
    let (row, col) = (point.row, point.col);
    let side = side(mv.color);
    let should = match verdict {
        Err(reason) => format!("not legal: {}", because(reason)),
        _ => "legal".to_owned(),
    };
    lines.push(String::new());
    lines.push(format!("{side} wants to play at row {row}, column {col}."));
    lines.push(format!("should be:  {should}"));
    if !asked.why.is_empty() {
        lines.push(String::new());
        lines.extend(wrapped(&asked.why));
    }
    lines
}

fn because(reason: IllegalMove) -> &'static str {
    match reason {
        IllegalMove::Turn => "it is the other side's turn",
        IllegalMove::OffBoard => "that is not on the board",
        IllegalMove::Occupied => "a stone stands there already",
        IllegalMove::Suicide => "the stone, or its group, would have no liberty",
        IllegalMove::Ko => "the board would be as before the opponent's last turn",
        other => panic!("{other:?} is not a rule of the kata"),
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Draws the last boards side by side, at most three and as many as fit; the last one with the point asked about.
fn boards(question: &Question) -> Vec<String> {
    let titles = ["now", "before", "2 turns ago"];
    let situations = question.before.situations().take(titles.len());
    let mut drawn: Vec<Vec<String>> = Vec::new();
    let mut width = 2;
    for (situation, title) in situations.zip(titles) {
        let next = drawing(situation, title, question);
        let next_width = next.iter().map(String::len).max().unwrap_or(0);
        width += next_width + GAP.len();
        if !drawn.is_empty() && width - GAP.len() > WIDTH {
            break;
        }
        let padded = next.iter().map(|line| format!("{line:next_width$}"));
        drawn.insert(0, padded.collect());
    }
    let height = drawn.first().map_or(0, Vec::len);
    let line = |at: usize| drawn.iter().map(move |board| board[at].as_str());
    (0..height)
        .map(|at| line(at).collect::<Vec<_>>().join(GAP))
        .collect()
}

const GAP: &str = "     ";

fn drawing(situation: &Situation, title: &str, question: &Question) -> Vec<String> {
    let asked = |row: usize, col: usize| match question.asked.mv().map(|mv| mv.action) {
        Some(Action::Play(point)) => {
            title == "now" && (point.row, point.col) == (index(row), index(col))
        }
        _ => false,
    };
    let board = situation.board.to_string();
    let cols = question.before.size().cols();
    let mut lines = vec![format!("{title}: {}'s turn", side(situation.to_play))];
    let mut header = "   ".to_owned();
    for col in 0..cols {
        let _ = write!(header, "{col:3}");
    }
    lines.push(header);
    for (row, stones) in board.lines().enumerate() {
        let mut line = format!("{row:3}");
        let mut is_after = false;
        for (col, stone) in stones.chars().enumerate() {
            let is_asked = asked(row, col);
            line.push(if is_after { ']' } else { ' ' });
            line.push(if is_asked { '[' } else { ' ' });
            line.push(stone);
            is_after = is_asked;
        }
        line.push_str(if is_after { "]" } else { "" });
        lines.push(line);
    }
    lines
}

fn index(at: usize) -> i32 {
    i32::try_from(at).unwrap()
}

/// Breaks a sentence into lines that fit.
fn wrapped(sentence: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split_whitespace() {
        let last = lines.last_mut().unwrap();
        if last.is_empty() {
            last.push_str(word);
        } else if 2 + last.len() + 1 + word.len() <= WIDTH {
            let _ = write!(last, " {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
