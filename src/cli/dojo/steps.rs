//! The step files of the dojo kit, made of fixtures: the question in the line protocol, the right answer below it,
//! and above it, as comments, the screen that a runner shows.

use std::collections::HashSet;
use std::fmt::Write;

use gokata::corpus::Corpus;
use gokata::fixture::Fixture;
use gokata::questions::line_protocol::text;
use gokata::questions::{self, Question, Questions};
use gokata::{Action, Color, IllegalMove, KoRule, Point, Situation, Suicide};

use super::sentences::{labels_at, on_screen};

/// The widest line of a screen, with the two columns that runners put before it.
const WIDTH: usize = 76;

/// A question of a step: may this stone be placed?
pub(crate) struct Asked {
    /// The fixture and the identifier.
    pub(crate) name: String,
    pub(crate) question: Question,
    /// The sentence that says why.
    pub(crate) why: String,
    stone: (Color, Point),
    verdict: Result<(), IllegalMove>,
}

impl Asked {
    /// Returns `None` if the question is not about a stone, or not one that the line protocol can ask.
    pub(crate) fn of(name: String, question: Question, why: String) -> Option<Asked> {
        let questions::Asked::Legal(mv, verdict) = question.asked else {
            return None;
        };
        let Action::Play(point) = mv.action else {
            return None;
        };
        text(&question, &name).ok()?;
        Some(Asked {
            stone: (mv.color, point),
            verdict,
            name,
            why,
            question,
        })
    }
}

/// Returns all questions of the corpus outside the path that a program can answer with yes or no and the rules of the
/// kata, each once.
pub(crate) fn everything(corpus: &Corpus) -> Vec<Asked> {
    let mut everything = Vec::new();
    let files = corpus.files().iter();
    for file in files.filter(|file| !file.name.starts_with("dojo/")) {
        let Ok(fixture) = Fixture::parse(file.content) else {
            continue;
        };
        let source = String::from_utf8_lossy(file.content);
        let lines: Vec<&str> = source.lines().collect();
        let mut asked = HashSet::new();
        let is_new = |question: &Question| asked.insert(text(question, ""));
        let questions = Questions::of(&fixture).into_iter();
        let questions = questions.flat_map(|asked| asked.questions);
        for question in questions.filter(is_yes_or_no).filter(is_new) {
            let (line, size) = (question.line, question.before.size());
            let why = on_screen(&sentence(&lines, line), labels_at(&fixture, line), size);
            let name = format!("{}#{}", file.name, question.id);
            everything.extend(Asked::of(name, question, why));
        }
    }
    everything
}

fn is_yes_or_no(question: &Question) -> bool {
    let rules = question.before.rules();
    question.steps.is_empty()
        && rules.ko() == KoRule::Simple
        && rules.suicide() == Suicide::Forbidden
        && question.asked.right_answer() != "game-over"
}

/// Returns the comment on the line, or else the comment lines next above it, as one line.
pub(crate) fn sentence(lines: &[&str], line: usize) -> String {
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
        let sent = text(&asked.question, &asked.name).unwrap_or_default();
        format!("{}{sent}{answer}\n", screen.collect::<String>())
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// Returns the lines that a runner shows: the last boards, the move, the right answer, and why.
fn screen(asked: &Asked) -> Vec<String> {
    let mut lines = boards(asked);
    let (side, Point { row, col }) = asked.stone;
    let should = match asked.verdict {
        Err(reason) => format!("not legal: {}", because(reason)),
        Ok(()) => "legal".to_owned(),
    };
    lines.extend([
        String::new(),
        format!("{side} wants to play at row {row}, column {col}."),
        format!("should be:  {should}"),
    ]);
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
        IllegalMove::Superko | IllegalMove::GameOver => "that is no rule of the kata",
    }
}

/// Draws the last boards side by side, at most three and as many as fit; the last one with the point asked about.
fn boards(asked: &Asked) -> Vec<String> {
    let titles = ["now", "before", "2 turns ago"];
    let situations = asked.question.before.situations().take(titles.len());
    let widest = |lines: &[String]| lines.iter().map(String::len).max().unwrap_or(0);
    let mut drawn: Vec<String> = Vec::new();
    for (situation, title) in situations.zip(titles) {
        let next = drawing(situation, title, asked.stone.1);
        let width = widest(&next);
        if drawn.is_empty() {
            drawn = next;
        } else if 2 + width + GAP.len() + widest(&drawn) <= WIDTH {
            let rows = next.iter().zip(&drawn);
            drawn = rows
                .map(|(left, right)| format!("{left:width$}{GAP}{right}"))
                .collect();
        } else {
            break;
        }
    }
    drawn
}

const GAP: &str = "     ";

fn drawing(situation: &Situation, title: &str, asked: Point) -> Vec<String> {
    let board = situation.board.to_string();
    let cols = situation.board.size().cols();
    let columns: Vec<String> = (0..cols).map(|col| format!("{col:3}")).collect();
    let mut lines = vec![
        format!("{title}: {}'s turn", situation.to_play),
        format!("   {}", columns.concat()),
    ];
    for (row, stones) in (0..).zip(board.lines()) {
        let mut line = format!("{row:3}");
        let mut is_after = false;
        for (col, stone) in (0..).zip(stones.chars()) {
            let is_asked = title == "now" && asked == Point { row, col };
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

/// Breaks a sentence into lines that fit.
fn wrapped(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        match lines.last_mut() {
            Some(last) if 2 + last.len() + 1 + word.len() <= WIDTH => {
                let _ = write!(last, " {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
