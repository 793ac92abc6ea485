//! One deviation: the question, rebuilt from the results, and its part of the page.

use std::fmt::Write;

use gokata::fixture::Do;
use gokata::questions::line_protocol::text as sent_text;
use gokata::questions::{Asked, OwnRules, Question};
use gokata::{BoardRecord, Color, Explanation, Move, Point, Setup, explain_move, picture};

use super::question::{question, setup};
use super::results::{Found, ResultsError};
use crate::draw::board::stone;
use crate::html::{block, element, escaped, figure, text};
use crate::judge::explain_command::explain;
use crate::judge::ndjson::{ProgramLine, QuestionLine};
use crate::program::process::cut;
use crate::read::corpus_version::comment_of;
use crate::read::rules::rules;
use crate::terminal::error::CommandError;
use crate::terminal::text::{plain_line, quoted_word};

/// The longest question in the line protocol that a page shows.
const LONGEST_SENT: usize = 6000;

/// The longest command line that stands in an example as it is.
const LONGEST_COMMAND: usize = 300;

/// A deviation that a page shows with its boards.
pub(super) struct Deviation<'r> {
    line: &'r QuestionLine,
    program: &'r ProgramLine,
    own_rules: Option<OwnRules>,
    /// As the fixture asks it.
    question: Question,
    /// As the program was asked: under its own rules, if it has any. The right answer is the same.
    asked: Question,
    /// About a move.
    explanation: Option<Explanation>,
}

impl<'r> Deviation<'r> {
    /// Rebuilds the question.
    pub(super) fn of(
        found: &'r Found,
        program: &'r ProgramLine,
    ) -> Result<Deviation<'r>, CommandError> {
        let line = &found.question;
        let (question, asked) = rebuilt(found, program)?;
        let own_rules = own_rules(program);
        Ok(Deviation {
            explanation: (asked.asked.mv()).map(|mv| explain_move(mv, &asked.before)),
            line,
            program,
            own_rules,
            question,
            asked,
        })
    }

    /// As the fixture asks it.
    pub(super) fn question(&self) -> &Question {
        &self.question
    }

    /// Returns its part of the page. `anchor`: its id there.
    pub(super) fn html(&self, anchor: &str) -> String {
        let (line, is_own) = (self.line, self.program.corpus.is_some());
        let name = fixture_of(line);
        let comment = comment_of(name).filter(|_| is_own);
        let case = line.case.as_deref();
        let case = case.map(|case| format!("Case: {}", cut(case, 200)));
        let about = comment.into_iter().chain(case);
        let claim = name.rsplit('/').next().unwrap_or_default();
        let mut parts = vec![text("h3", &capitalized(&cut(claim, 100).replace('-', " ")))];
        parts.extend(about.map(|about| text("p class=\"asked\"", &about)));
        let sentences = self.explanation.as_ref().map(Explanation::sentences);
        let sentences = sentences.unwrap_or_default();
        let mut reasons: Vec<String> = sentences
            .iter()
            .map(|why| text("li", &capitalized(why)))
            .collect();
        let counted = self.explanation.is_none();
        if reasons.is_empty() && !counted {
            reasons.push(text("li", "No rule forbids the move."));
        }
        let place = link(anchor, line) + &escaped(&self.rules());
        let fixture = "As a fixture, to be saved as <code>question.txt</code>:";
        let fixture = [
            element("p", fixture),
            pre(&self.question.fixture().to_string()),
        ];
        let again = [text("p", "To ask it again:"), pre(&self.commands())];
        parts.extend([
            element("p class=\"asked\"", &self.answers()),
            block("div class=\"boards\"", &self.figures()),
            if counted {
                pre(&self.count())
            } else {
                block("ul", &reasons)
            },
            element("p class=\"place\"", &place),
            block(
                "div class=\"again\"",
                &[block("div", &fixture), block("div", &again)],
            ),
        ]);
        if let Some(sent) = self.sent() {
            let summary = text("summary", "What the program was sent");
            parts.push(block("details", &[summary, pre(&sent)]));
        }
        block(&format!("article id=\"{}\"", escaped(anchor)), &parts)
    }

    /// Returns the sentence about the right answer and the program's.
    pub(super) fn answers(&self) -> String {
        let (line, question) = (self.line, &self.question);
        let asked = capitalized(&question.describe());
        let got = line.got.as_deref().map(said);
        format!(
            "{}: expected {}, got {}",
            text("b", &asked),
            text("b class=\"good\"", &said(&line.expected)),
            text(
                "b class=\"bad\"",
                &got.unwrap_or_else(|| cut(&line.instead(), 300))
            )
        )
    }

    fn figures(&self) -> Vec<String> {
        let (question, record) = (&self.question, &self.question.before);
        let numbers = self.numbers();
        let now = record.setup();
        let mut caption = format!("{} to play.", now.to_play);
        let moves = self.moves();
        if !moves.is_empty() {
            caption = format!("{caption} Moves so far: {}.", moves.join(", "));
        }
        let svg = picture::numbered(&now, &numbers, question.asked.mv());
        let mut figures = vec![figure(&svg, &caption, &words(&now))];
        let mut add = |setup: &Setup, caption: &str| {
            let svg = picture::numbered(setup, &[], None);
            figures.push(figure(&svg, caption, &words(setup)));
        };
        let explanation = self.explanation.as_ref();
        match &question.asked {
            Asked::Board(_, expected) => {
                add(expected, "Expected");
                if let Some((_, got)) = self.line.got.as_deref().and_then(board) {
                    add(&got, "Got");
                }
            }
            Asked::Legal(_, Err(_)) => {
                if let Some(turns) = explanation.and_then(Explanation::repeats)
                    && let Some(then) = record.at(turns)
                {
                    let when = match turns {
                        0 => "The opening board".to_owned(),
                        turns => format!("The board after move {turns}"),
                    };
                    let side = then.to_play();
                    add(
                        &then.setup(),
                        &format!("{when}, {side} to play, which would return"),
                    );
                }
            }
            Asked::Legal(mv, Ok(())) => {
                if let Some(after) = explanation.and_then(Explanation::board_after) {
                    let setup = Setup {
                        size: after.size(),
                        stones: after.stones().collect(),
                        to_play: !mv.color,
                    };
                    add(
                        &setup,
                        &format!("After the move, {} to play", setup.to_play),
                    );
                }
            }
            Asked::Score(counted, _) | Asked::Owner(counted, _) | Asked::Dead(counted, _) => {
                let size = record.size();
                let owned = counted.standing.marks.owners();
                let owned = size
                    .points()
                    .zip(owned)
                    .filter_map(|(point, owner)| Some((point, owner?)));
                let stones = owned.collect();
                add(
                    &Setup {
                        size,
                        stones,
                        to_play: record.to_play(),
                    },
                    "Who owns each point",
                );
                let got = self
                    .line
                    .got
                    .as_deref()
                    .filter(|_| self.line.question == "owner");
                if let Some((_, got)) = got.and_then(board) {
                    add(&got, "Who owns each point, by the program");
                }
            }
        }
        figures
    }

    /// The right count in words.
    fn count(&self) -> String {
        let counted = self.asked.asked.counted();
        counted.map_or_else(String::new, |counted| counted.standing.count().to_string())
    }

    /// The points of the moves so far, with their numbers.
    pub(super) fn numbers(&self) -> Vec<(Point, usize)> {
        let numbered = self.question.before.moves().into_iter().zip(1..);
        let numbers = numbered.filter_map(|(mv, number)| Some((stone(mv.action)?, number)));
        numbers.collect()
    }

    /// The moves in words, with what else has happened: `1 White B3 takes C3`.
    fn moves(&self) -> Vec<String> {
        let before = &self.question.before;
        let mut moves = (0..).zip(before.moves());
        let acts = self.question.actions().into_iter();
        let acts = acts.filter_map(|act| match act {
            Do::Play(_) => {
                let (turns, mv) = moves.next()?;
                let taken = taken(mv, &before.at(turns)?);
                Some(format!(
                    "{} {}{taken}",
                    turns + 1,
                    mv.describe(before.size())
                ))
            }
            Do::ToPlay(side) => Some(format!("the turn is handed to {side}")),
            Do::Resume(side) => Some(format!("play is resumed with {}", side?)),
            _ => None,
        });
        acts.collect()
    }

    /// Returns under which rules it was asked.
    fn rules(&self) -> String {
        let [rules, asked] = [&self.question, &self.asked].map(Question::rules);
        let own = format!(
            "; asked under the program\u{2019}s own, {asked}, where the answer is the same"
        );
        let own = if asked == rules { "" } else { &own };
        format!(", under {rules}{own}")
    }

    /// Returns the command lines that ask and explain it.
    fn commands(&self) -> String {
        let program = self.program;
        let command = if program.command.len() > LONGEST_COMMAND {
            "'CMD'".to_owned()
        } else {
            quoted_word(&program.command)
        };
        let option = if program.option == "engine" {
            "engine"
        } else {
            "exec"
        };
        let own = self
            .own_rules
            .map(|own| format!(" --engine-rules {}", own.0));
        // gokata's own fixtures are asked from anywhere.
        let id = program.corpus.is_some().then(|| quoted_word(&self.line.id));
        let asked = id.map_or("question.txt".to_owned(), |id| format!("--only {id}"));
        let check = format!(
            "gokata check --{option} {command}{} {asked}",
            own.unwrap_or_default()
        );
        let explain = explain("question.txt", &self.asked);
        explain.map_or(check.clone(), |explain| format!("{check}\n{explain}"))
    }

    /// Returns the question as it was sent, if that is known and not too long.
    fn sent(&self) -> Option<String> {
        let rebuilt = || sent_text(&self.asked, &plain_line(&self.line.id)).ok();
        let rebuilt = || rebuilt().filter(|_| self.program.option == "exec");
        let sent = self.line.question_text.clone().or_else(rebuilt)?;
        (sent.len() <= LONGEST_SENT).then_some(sent)
    }
}

/// Returns the question of a line, and the same as the program was asked: under its own rules, if it has any.
///
/// # Errors
/// Where the line is no question as gokata writes it.
pub(super) fn rebuilt(
    found: &Found,
    program: &ProgramLine,
) -> Result<(Question, Question), CommandError> {
    let question = question(&found.question)
        .map_err(|error| ResultsError::NoQuestion(error).at(&found.place))?;
    let own = own_rules(program);
    let asked = own.map_or_else(|| question.clone(), |own| own.put_under(&question));
    Ok((question, asked))
}

fn own_rules(program: &ProgramLine) -> Option<OwnRules> {
    let own = program.own_rules.as_deref()?;
    rules(own).ok().map(OwnRules)
}

/// Returns the board in an answer, and the side to play, which may be missing.
fn board(answer: &str) -> Option<(Option<Color>, Setup)> {
    if let Ok(setup) = setup(answer) {
        return Some((Some(setup.to_play), setup));
    }
    Some((None, setup(&format!("x\n{answer}")).ok()?))
}

/// Returns an answer in words.
fn said(answer: &str) -> String {
    match board(answer) {
        Some((Some(side), _)) => format!("the board below, {side} to play"),
        Some((None, _)) => "the board below".to_owned(),
        None => cut(answer, 40),
    }
}

/// Returns which stones a move takes off, in words.
fn taken(mv: Move, before: &BoardRecord) -> String {
    let explanation = explain_move(mv, before);
    let (whose, points) = match explanation.captured() {
        [] => ("its own ", explanation.self_captured()),
        points => ("", points),
    };
    if points.is_empty() {
        return String::new();
    }
    let points: Vec<String> = points
        .iter()
        .map(|point| point.vertex(before.size()))
        .collect();
    format!(" takes {whose}{}", points.join(" "))
}

/// Returns the position in words.
pub(super) fn words(setup: &Setup) -> String {
    let stones = |color: Color| {
        let stones = setup.stones.iter().filter(|(_, stone)| *stone == color);
        let points: Vec<String> = stones.map(|(point, _)| point.vertex(setup.size)).collect();
        if points.is_empty() {
            "none".to_owned()
        } else {
            points.join(" ")
        }
    };
    let (rows, cols) = (setup.size.rows(), setup.size.cols());
    let (black, white) = (stones(Color::Black), stones(Color::White));
    format!("Board of {rows} rows and {cols} columns. Black: {black}. White: {white}.")
}

/// Returns the name of the fixture, which is its claim.
pub(super) fn fixture_of(line: &QuestionLine) -> &str {
    line.id.split('#').next().unwrap_or_default()
}

/// Returns a link to a deviation on its page, and where the fixture asks it.
pub(super) fn link(anchor: &str, line: &QuestionLine) -> String {
    let fragment = fragment(anchor);
    let link = text(&format!("a href=\"#{fragment}\""), &cut(&line.id, 300));
    format!("{link}, line {}, column {}", line.line, line.column)
}

/// Returns an anchor as a link names it.
pub(super) fn fragment(anchor: &str) -> String {
    let mut fragment = String::new();
    for byte in anchor.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:@!$*+,;=".contains(&byte) {
            fragment.push(char::from(byte));
        } else {
            let _ = write!(fragment, "%{byte:02X}");
        }
    }
    fragment
}

pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Returns a text in an element that keeps its line ends.
fn pre(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(escaped).collect();
    element("pre", &lines.join("\n"))
}
