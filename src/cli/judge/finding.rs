//! One question and what came of it, in words.

use gokata::questions::{Answer, Expected, Question};
use gokata::{Color, Diagram, Labels, Setup, Size};

use super::program::Trouble;
use super::protocol::Reply;
use crate::read::corpus::Source;
use crate::terminal::output::{BAD, styled};
use crate::terminal::text::{name, plain};

/// One question and what came of it.
pub(super) struct Finding<'a> {
    pub(super) source: &'a Source,
    pub(super) question: &'a Question,
    pub(super) id: String,
    pub(super) expected: String,
    pub(super) outcome: Outcome,
    /// The whole question, if it is to be shown.
    pub(super) text: Option<String>,
}

pub(super) enum Outcome {
    Right,
    /// What it said instead.
    Wrong(String),
    CannotBeAsked(String),
    Crashed(String),
    /// What it had begun to say.
    TimedOut(Option<String>),
    Nonsense(String),
}

impl Outcome {
    /// Every outcome's name, in the order of the report.
    pub(super) const NAMES: [&'static str; 6] = [
        "right",
        "wrong",
        "cannot be asked",
        "crashed",
        "timed out",
        "nonsense",
    ];

    pub(super) fn index(&self) -> usize {
        match self {
            Outcome::Right => 0,
            Outcome::Wrong(_) => 1,
            Outcome::CannotBeAsked(_) => 2,
            Outcome::Crashed(_) => 3,
            Outcome::TimedOut(_) => 4,
            Outcome::Nonsense(_) => 5,
        }
    }

    pub(super) fn name(&self) -> &'static str {
        Outcome::NAMES[self.index()]
    }

    /// Did no answer come, although the question was asked?
    pub(super) fn is_trouble(&self) -> bool {
        matches!(
            self,
            Outcome::Crashed(_) | Outcome::TimedOut(_) | Outcome::Nonsense(_)
        )
    }

    /// Is it none of the program's merits?
    pub(super) fn is_bad(&self) -> bool {
        self.is_trouble() || matches!(self, Outcome::Wrong(_))
    }

    /// What it said, or why it said nothing.
    pub(super) fn detail(&self) -> Option<&str> {
        match self {
            Outcome::Right => None,
            Outcome::TimedOut(begun) => begun.as_deref(),
            Outcome::Wrong(said)
            | Outcome::CannotBeAsked(said)
            | Outcome::Crashed(said)
            | Outcome::Nonsense(said) => Some(said),
        }
    }
}

impl<'a> Finding<'a> {
    pub(super) fn of(source: &'a Source, question: &'a Question, id: String, reply: Reply) -> Self {
        let size = question.before.size();
        let outcome = match reply {
            Reply::Said(answer) if question.accepts(&answer) => Outcome::Right,
            Reply::Said(answer) => Outcome::Wrong(said(&answer, size)),
            Reply::CannotBeAsked(why) => Outcome::CannotBeAsked(why),
            Reply::Nothing(Trouble::TimedOut(begun)) => Outcome::TimedOut(begun),
            Reply::Nothing(Trouble::Nonsense(what)) => Outcome::Nonsense(what),
            Reply::Nothing(Trouble::Crashed(how) | Trouble::NotStarted(how)) => {
                Outcome::Crashed(how)
            }
        };
        Finding {
            source,
            question,
            id,
            expected: expected(question),
            outcome,
            text: None,
        }
    }

    /// Where it stands: file, line and column.
    pub(super) fn place(&self) -> String {
        let file = name(&self.source.file);
        format!("{file}:{}:{}", self.question.line, self.question.column)
    }

    /// The move asked about, for people.
    pub(super) fn asked(&self) -> String {
        let mv = self.question.mv.describe(self.question.before.size());
        match self.question.expected {
            Expected::Verdict(_) => mv,
            Expected::Board(_) => format!("the board after {mv}"),
        }
    }

    /// What the right answer is called in the report: a reason, `legal`, or `board`.
    pub(super) fn answer(&self) -> &'static str {
        match self.question.expected {
            Expected::Verdict(Ok(())) => "legal",
            Expected::Verdict(Err(reason)) => reason.name(),
            Expected::Board(_) => "board",
        }
    }

    /// The rules that matter to the answer.
    pub(super) fn rules(&self) -> String {
        let rules = self.question.before.rules();
        format!("ko={} suicide={}", rules.ko, rules.suicide)
    }

    /// An answer on one line: of a board, the side that plays next, if it is known, and the rows.
    pub(super) fn on_a_line(&self, answer: &str) -> String {
        let mut lines: Vec<&str> = answer.lines().collect();
        let has_side = lines.len() > self.question.before.size().rows();
        match lines.first() {
            Some(side) if has_side => {
                let side = format!("{side} ");
                side + &lines.split_off(1).join("/")
            }
            _ => lines.join("/"),
        }
    }

    /// What did not go as it should. Of trouble that is as it was before, no more than that.
    pub(super) fn sentence(&self, before: Option<&str>) -> String {
        let (place, asked, rules) = (self.place(), self.asked(), self.rules());
        let case = self.question.case.as_deref();
        let case = case.map_or(String::new(), |case| format!(", case `{}`", plain(case)));
        let head = format!(
            "{} {place}: {asked} ({rules}{case})",
            styled(BAD, self.outcome.name())
        );
        match &self.outcome {
            Outcome::Wrong(said) => {
                let (expected, said) = (self.on_a_line(&self.expected), self.on_a_line(said));
                format!("{head}: expected {expected}, got {said}")
            }
            other => match other.detail() {
                Some(detail) if Some(detail) == before => format!("{head}: as before"),
                Some(detail) => format!("{head}: {detail}"),
                None => head,
            },
        }
    }
}

fn expected(question: &Question) -> String {
    match &question.expected {
        Expected::Verdict(Ok(())) => "legal".to_owned(),
        Expected::Verdict(Err(reason)) => format!("illegal {}", reason.name()),
        Expected::Board(setup) => drawn(setup.clone()),
    }
}

fn said(answer: &Answer, size: Size) -> String {
    match answer {
        Answer::Legal => "legal".to_owned(),
        Answer::Illegal(None) => "illegal".to_owned(),
        Answer::Illegal(Some(reason)) => format!("illegal {}", reason.name()),
        Answer::Board(side, stones) => {
            let stone = |(point, stone): (_, &Option<Color>)| Some((point, (*stone)?));
            let setup = Setup {
                size,
                stones: size.points().zip(stones).filter_map(stone).collect(),
                to_play: side.unwrap_or(Color::Black),
            };
            let drawn = drawn(setup);
            match side {
                Some(_) => drawn,
                // Its first line is the side to play, of which nothing was said.
                None => drawn
                    .split_once('\n')
                    .map_or("", |(_, rows)| rows)
                    .to_owned(),
            }
        }
    }
}

fn drawn(setup: Setup) -> String {
    let labels = Labels::new();
    Diagram { setup, labels }.to_string()
}

/// A question as it is sent, between two lines that are no part of it. None of its own lines begins so.
pub(super) fn fenced(text: &str) -> String {
    format!("```text\n{text}```")
}
