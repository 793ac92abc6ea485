//! Compares an answer with the expected one, and builds the sentence that reports the result.

use std::borrow::Cow;

use gokata::questions::{Answer, Expected, Question};
use gokata::{Color, Diagram, Labels, Rules, Setup, Size};

use super::client::NoAnswer;
use super::explain_command::explain;
use super::own_rules::in_force;
use crate::program::error::{Crash, ProgramError};
use crate::read::corpus::Source;
use crate::terminal::text::{name, plain};

pub(super) struct JudgedQuestion<'a> {
    pub(super) source: &'a Source,
    /// As the fixture asks it.
    pub(super) question: &'a Question,
    /// As the program is asked: under its own rules, if it has any. The right answer is the same.
    pub(super) as_asked: Cow<'a, Question>,
    pub(super) id: String,
    pub(super) expected: String,
    pub(super) outcome: AnswerOutcome,
    /// The question as it was sent, if the report shows it.
    pub(super) text: Option<String>,
    /// The line of the list of known deviations that names the question.
    pub(super) known: Option<usize>,
}

pub(super) enum AnswerOutcome {
    /// Holds the text of the answer.
    Right(String),
    Wrong(String),
    Missing(NoAnswer),
}

impl AnswerOutcome {
    /// The names of all outcomes, in the order of the report.
    pub(super) const NAMES: [&'static str; 6] = [
        "right",
        "wrong",
        "cannot be asked",
        "crashed",
        "timed out",
        "nonsense",
    ];

    /// The index in `NAMES` of the outcome for a question that cannot be sent, or that the program says it cannot answer.
    pub(super) const UNASKABLE: usize = 2;

    pub(super) fn index(&self) -> usize {
        match self {
            AnswerOutcome::Right(_) => 0,
            AnswerOutcome::Wrong(_) => 1,
            AnswerOutcome::Missing(NoAnswer::Unaskable(_) | NoAnswer::Declined(_)) => {
                AnswerOutcome::UNASKABLE
            }
            AnswerOutcome::Missing(NoAnswer::Failed(error)) => match error {
                ProgramError::Crashed(_) | ProgramError::NotStarted(_) => 3,
                ProgramError::TimedOut(_) => 4,
                ProgramError::Nonsense(_) | ProgramError::Unrequested(_) => 5,
            },
        }
    }

    pub(super) fn name(&self) -> &'static str {
        AnswerOutcome::NAMES[self.index()]
    }

    /// True if the question was sent but the program did not answer it.
    pub(super) fn is_failure(&self) -> bool {
        matches!(self, AnswerOutcome::Missing(NoAnswer::Failed(_)))
    }

    /// True for a wrong answer or a failure to answer.
    pub(super) fn is_bad(&self) -> bool {
        self.is_failure() || matches!(self, AnswerOutcome::Wrong(_))
    }

    /// Returns the answer, right or wrong.
    pub(super) fn answer(&self) -> Option<&str> {
        match self {
            AnswerOutcome::Right(answer) | AnswerOutcome::Wrong(answer) => Some(answer),
            AnswerOutcome::Missing(_) => None,
        }
    }

    /// Returns the reason why there is no answer.
    pub(super) fn why_none(&self) -> Option<String> {
        match self {
            AnswerOutcome::Right(_) | AnswerOutcome::Wrong(_) => None,
            AnswerOutcome::Missing(NoAnswer::Unaskable(why) | NoAnswer::Declined(why)) => {
                Some(why.clone())
            }
            AnswerOutcome::Missing(NoAnswer::Failed(error)) => error.detail(),
        }
    }

    /// Returns how the program ended, if it did not answer for this reason.
    pub(super) fn crash(&self) -> Option<&Crash> {
        match self {
            AnswerOutcome::Missing(NoAnswer::Failed(ProgramError::Crashed(crash))) => Some(crash),
            _ => None,
        }
    }
}

impl<'a> JudgedQuestion<'a> {
    pub(super) fn new(
        source: &'a Source,
        question: &'a Question,
        id: String,
        answer: Result<Answer, NoAnswer>,
        own_rules: Option<Rules>,
    ) -> Self {
        let mut as_asked = Cow::Borrowed(question);
        if let Some(own) = own_rules {
            let asked = as_asked.to_mut();
            asked.before = asked.before.with_rules(own);
        }
        let size = question.before.size();
        let outcome = match answer {
            Ok(answer) if question.accepts(&answer) => {
                AnswerOutcome::Right(describe(&answer, size))
            }
            Ok(answer) => AnswerOutcome::Wrong(describe(&answer, size)),
            Err(why) => AnswerOutcome::Missing(why),
        };
        let expected = match &question.expected {
            Expected::Verdict(Ok(())) => "legal".to_owned(),
            Expected::Verdict(Err(reason)) => format!("illegal {}", reason.name()),
            Expected::Board(setup) => diagram(setup.clone()),
        };
        JudgedQuestion {
            source,
            question,
            as_asked,
            id,
            expected,
            outcome,
            text: None,
            known: None,
        }
    }

    /// True for a wrong answer that the list of known deviations names.
    pub(super) fn is_known(&self) -> bool {
        self.known.is_some() && matches!(self.outcome, AnswerOutcome::Wrong(_))
    }

    /// True for a right answer although the list of known deviations names the question.
    pub(super) fn is_right_now(&self) -> bool {
        self.known.is_some() && matches!(self.outcome, AnswerOutcome::Right(_))
    }

    /// True for a wrong or missing answer that a report must show.
    pub(super) fn is_bad(&self) -> bool {
        self.outcome.is_bad() && !self.is_known()
    }

    pub(super) fn place(&self) -> String {
        let file = name(&self.source.file);
        format!("{file}:{}:{}", self.question.line, self.question.column)
    }

    pub(super) fn asked(&self) -> String {
        let mv = self.question.mv.describe(self.question.before.size());
        match self.question.expected {
            Expected::Verdict(_) => mv,
            Expected::Board(_) => format!("the board after {mv}"),
        }
    }

    /// Returns the row of the table that counts this question: a reason, `legal` or `board`.
    pub(super) fn right_answer(&self) -> &'static str {
        match self.question.expected {
            Expected::Verdict(Ok(())) => "legal",
            Expected::Verdict(Err(reason)) => reason.name(),
            Expected::Board(_) => "board",
        }
    }

    /// Returns the rules that matter to the answer, as the program is asked.
    pub(super) fn rules(&self) -> String {
        in_force(self.as_asked.before.rules())
    }

    /// Returns what is wrong, without the place and the board.
    pub(super) fn kind(&self) -> String {
        let name = self.outcome.name();
        let AnswerOutcome::Wrong(answer) = &self.outcome else {
            return name.to_owned();
        };
        match &self.question.expected {
            Expected::Verdict(_) => format!("{name}: expected {}, got {answer}", self.expected),
            // Only a board has line ends.
            Expected::Board(_) if answer.contains('\n') => format!("{name}: another board"),
            Expected::Board(_) => format!("{name}: expected a board, got {answer}"),
        }
    }

    /// Puts an answer on one line. For a board: the side to play, if the answer contains it, and the rows.
    pub(super) fn on_one_line(&self, answer: &str) -> String {
        let has_side = answer.lines().count() > self.question.before.size().rows();
        let answer = answer.trim_end();
        match answer.split_once('\n') {
            Some((side, rows)) if has_side => format!("{side} {}", rows.replace('\n', "/")),
            _ => answer.replace('\n', "/"),
        }
    }

    /// Returns the sentence without the outcome and the place. `why`: why there is no answer.
    pub(super) fn unplaced(&self, why: Option<&str>) -> String {
        let (asked, rules) = (self.asked(), self.rules());
        let case = self.question.case.as_deref();
        let case = case.map_or(String::new(), |case| format!(", case `{}`", plain(case)));
        let head = format!("{asked} ({rules}{case})");
        match (&self.outcome, why) {
            (AnswerOutcome::Wrong(_), _) => format!("{head}: {}", self.expected_and_got()),
            (_, Some(why)) => format!("{head}: {why}"),
            (_, None) => head,
        }
    }

    /// Returns what was expected, and what came instead.
    pub(super) fn expected_and_got(&self) -> String {
        let expected = self.on_one_line(&self.expected);
        let outcome = self.outcome.name();
        match (&self.outcome, self.outcome.why_none()) {
            (AnswerOutcome::Wrong(answer), _) => {
                format!("expected {expected}, got {}", self.on_one_line(answer))
            }
            (_, Some(why)) => format!("expected {expected}, {outcome}: {why}"),
            (_, None) => format!("expected {expected}, {outcome}"),
        }
    }

    /// Returns the lines below the sentence: the identifier, and the command that explains the right answer.
    pub(super) fn references(&self) -> Vec<String> {
        let id = format!("  id: {}", self.id);
        [id].into_iter().chain(self.see()).collect()
    }

    /// Returns the command that explains the right answer, for a wrong one.
    pub(super) fn see(&self) -> Option<String> {
        let is_wrong = matches!(self.outcome, AnswerOutcome::Wrong(_));
        let command = is_wrong.then(|| explain(self.source, &self.as_asked))??;
        Some(format!("  see: {command}"))
    }
}

/// Returns an answer in the format of the line protocol.
fn describe(answer: &Answer, size: Size) -> String {
    match answer {
        Answer::Legal => "legal".to_owned(),
        Answer::Illegal(None) => "illegal".to_owned(),
        Answer::Illegal(Some(reason)) => format!("illegal {}", reason.name()),
        Answer::Board(side, stones) => {
            let stone = |(point, stone): (_, &Option<Color>)| Some((point, (*stone)?));
            let diagram = diagram(Setup {
                size,
                stones: size.points().zip(stones).filter_map(stone).collect(),
                to_play: side.unwrap_or(Color::Black),
            });
            match (side, diagram.split_once('\n')) {
                // The answer does not name the side to play, so the description leaves it out.
                (None, Some((_, rows))) => rows.to_owned(),
                _ => diagram,
            }
        }
    }
}

/// Returns the side to play, then the rows.
fn diagram(setup: Setup) -> String {
    let labels = Labels::new();
    Diagram { setup, labels }.to_string()
}

/// Returns a question as a code block in Markdown.
pub(super) fn fenced(text: &str) -> String {
    let fence = fence(text, 3);
    format!("{fence}text\n{}{fence}", plain(text))
}

/// Returns at least `least` backticks, more than any run of backticks in a text.
pub(super) fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}
