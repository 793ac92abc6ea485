//! Compares an answer with the expected one: what is found about a question.

use gokata::fixture::{Case, Placed, Verb};
use gokata::questions::{Asked, Class, Question};
use gokata::{Diagram, Labels, Preset, Rules, Setup, explain_move};

use super::client::{Answered, NoAnswer};
use super::explain_command::explain;
use super::ndjson::{QuestionLine, json};
use crate::ask::before_and_after;
use crate::draw::count;
use crate::findings::finding::{Failure, Finding, Level, Outcome, Remark};
use crate::read::corpus::Source;
use crate::read::position::Loaded;
use crate::score;
use crate::terminal::text::{name, plain};

/// A question with its answer, as all reports show it.
pub(super) struct Judged {
    pub(super) line: QuestionLine,
    /// `Black C3`, `the board after White B3`
    pub(super) asked: String,
    /// The rules that matter to the answer, as the program was asked.
    pub(super) rules: String,
    pub(super) missing: Option<NoAnswer>,
    /// The command that explains the right answer, for a wrong one.
    see: Option<String>,
    /// The line of the list of known deviations that names the question.
    pub(super) known: Option<usize>,
}

impl Judged {
    /// `asked`: the question as the program was asked, under its own rules, if it has any. The right answer is the same.
    pub(super) fn new(
        source: &Source,
        question: &Question,
        asked: &Question,
        id: String,
        answer: Answered,
    ) -> Judged {
        let size = question.before.size();
        let outcome = match &answer {
            Ok(answer) if question.accepts(answer) => Class::Right,
            Ok(_) => Class::Wrong,
            Err(why) => why.outcome(),
        };
        let board = diagram(question.before.setup());
        let opening = diagram(question.opening());
        let mv = question.asked.mv();
        let line = QuestionLine {
            id,
            file: source.file.display().to_string(),
            line: question.line,
            column: question.column,
            case: question.case.clone(),
            rule: source.rule().into(),
            rules: question.rules(),
            opening: (opening != board).then_some(opening),
            actions: actions(question),
            board,
            r#move: mv.map(|mv| format!("{}:{}", mv.color.letter(), mv.action.describe(size))),
            question: question.asked.kind().into(),
            expected: expected(question),
            got: answer.as_ref().ok().map(|answer| answer.describe(size)),
            outcome,
            detail: answer.as_ref().err().and_then(NoAnswer::detail),
            question_text: None,
        };
        let file = name(&source.file);
        // Another file cannot be read again, or not by this name.
        let is_readable = file != "-" && source.file.to_str() == Some(&file);
        // Random games are in no file.
        let is_readable = is_readable && !source.asks.questions.is_empty();
        let is_explained = outcome == Class::Wrong && is_readable;
        let see = is_explained
            .then(|| explain(&file, &line.id, asked))
            .flatten();
        Judged {
            asked: question.describe(),
            line,
            rules: match asked.asked.counted() {
                None => asked.rules(),
                Some(_) => of_count(asked.before.rules()),
            },
            missing: answer.err(),
            see,
            known: None,
        }
    }

    /// The class in which a report counts it.
    pub(super) fn class(&self) -> Class {
        match self.line.outcome {
            Class::Wrong if self.known.is_some() => Class::Known,
            outcome => outcome,
        }
    }

    /// The line of the list of known deviations that names the question, although the answer is right.
    pub(super) fn right_now(&self) -> Option<usize> {
        self.known.filter(|_| self.line.outcome == Class::Right)
    }

    /// Returns what is found. `drawing`: what to show at a terminal.
    pub(super) fn finding(&self, source: &Source, drawing: Option<String>) -> Finding {
        let (line, class) = (&self.line, self.class());
        let outcome = match class {
            Class::Right => Outcome::Right,
            Class::Wrong => Outcome::Wrong(self.compared()),
            Class::Known => Outcome::Known(format!("known: {}", self.compared())),
            Class::CannotBeAsked => Outcome::NotAsked(line.detail.clone().unwrap_or_default()),
            _ => Outcome::Trouble(self.compared()),
        };
        let mut finding = Finding {
            is_own: source.is_own,
            line: Some(line.line),
            json: Some(json("question", line)),
            ..Finding::new(&source.file, &*line.id, outcome)
        };
        if self.right_now().is_some() {
            let aside = Remark::line(Level::Aside, "known as wrong, and right now");
            finding.evidence.push(aside);
        }
        if !class.is_bad() {
            return finding;
        }
        finding.kind = Some(match drawing {
            Some(_) => format!("in {}", line.rule),
            None => line.kind(),
        });
        let case = line.case.as_deref();
        let case = case.map_or(String::new(), |case| format!(", case `{}`", plain(case)));
        let mut sentence = format!("{} ({}{case})", self.asked, self.rules);
        if class == Class::Wrong {
            sentence = format!("{sentence}: {}", self.compared());
        }
        let message = match &line.detail {
            Some(why) => format!("{sentence}: {why}"),
            None => sentence.clone(),
        };
        let place = Some((line.line, line.column));
        let failure = match (&self.missing, &line.detail) {
            (Some(NoAnswer::Failed(error)), Some(all)) => {
                let (short, trace) = error.short();
                let (all, trace) = (all.clone(), trace.to_vec());
                Some(Failure { all, short, trace })
            }
            _ => None,
        };
        finding.evidence.push(Remark {
            id: Some(line.id.clone()),
            text: Some(format!("{}: {sentence}", line.place())),
            failure,
            see: self.see.clone(),
            drawing: drawing.filter(|_| class == Class::Wrong),
            question: line.question_text.clone(),
            ..Remark::new(Level::Error, line.outcome.name(), place, message)
        });
        finding
    }

    /// Returns what was expected, and what came instead.
    fn compared(&self) -> String {
        let line = &self.line;
        let got = if line.got.is_some() { "got " } else { "" };
        let expected = line.on_one_line(&line.expected);
        format!("expected {expected}, {got}{}", line.instead())
    }
}

/// Returns the right answer, as reports have it.
pub(crate) fn expected(question: &Question) -> String {
    match &question.asked {
        Asked::Board(_, setup) => diagram(setup.clone()),
        asked => asked.answer().describe(question.before.size()),
    }
}

/// The side to play, then the rows.
fn diagram(setup: Setup) -> String {
    let labels = Labels::new();
    Diagram { setup, labels }.to_string()
}

/// Draws a question for a person at a terminal, as `gokata explain` and `gokata score` do.
pub(super) fn drawing(question: &Question) -> String {
    let (record, labels) = (&question.before, Labels::new());
    match (question.asked.mv(), question.asked.counted()) {
        (Some(mv), _) => {
            let explanation = explain_move(mv, record);
            let boards = before_and_after(&explanation, record, &labels);
            format!("{explanation}\n\n{boards}\n")
        }
        (None, Some(counted)) => {
            let standing = &counted.standing;
            let (record, line) = (record.clone(), None);
            let shown = Loaded {
                record,
                labels,
                line,
                asked: None,
            };
            let boards = score::drawing(&shown, standing, None);
            format!("{boards}\n{}\n", count::points(standing))
        }
        (None, None) => String::new(),
    }
}

fn of_count(rules: Rules) -> String {
    let changes = rules.changes(Preset::Kata);
    let changes = changes.map(|(key, value)| format!(" {key}={value}"));
    changes.fold("rules kata".to_owned(), |text, change| text + &change)
}

fn actions(question: &Question) -> Vec<String> {
    let steps = question.actions().into_iter().map(|act| Placed {
        line: 1,
        column: 1,
        value: Verb::Do(act),
    });
    let steps = steps.collect();
    let text = Case { name: None, steps }.to_string();
    text.lines().map(str::to_owned).collect()
}
