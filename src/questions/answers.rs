//! A referee's answers to many questions, and how they are reported.

use std::collections::HashSet;
use std::fmt;

use super::id::{fixture_of, folder_of, on_board};
use super::known::KnownList;
use super::question::Question;
use super::tally::{Class, QuestionOutcome, Reasons, Tallies};
use crate::fixture::NotAsked;

/// A referee's answers to many questions. [`Answers::summary`] returns the tables of `gokata check --exec`. `Display` writes
/// the totals, why questions cannot be asked, and each wrong answer with a fixture that reproduces it.
///
/// ```
/// use gokata::FastGame;
/// use gokata::fixture::Fixture;
/// use gokata::questions::{Answers, Questions};
///
/// let fixture: Fixture = "x\n-o-\no--\n---\n\nillegal suicide A3\nliberties 3 B3\n".parse()?;
/// let asked = Questions::of(&fixture)?;
/// let (mut answers, mut referee) = (Answers::default(), FastGame::new(fixture.opening.setup.size));
/// answers.add_fixture("corners/own", &asked.not_asked);
/// for question in asked.questions {
///     let (id, outcome) = (format!("corners/own#{}", question.id), question.put_to(&mut referee));
///     answers.add(id, question, outcome);
/// }
/// assert_eq!(
///     answers.summary(""),
///     "\
/// folder   right  wrong  cannot be asked
/// corners      1      0                1
///
/// expected  right  wrong  cannot be asked
/// suicide       1      0                0
///
/// 1 file, 2 questions: 1 right, 0 wrong, 1 cannot be asked
///   1 cannot be asked: there is no question about chains, liberties, eyes and states of points
/// asked 1 of 2 (50%); suicide 1 of 1
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Answers {
    /// The numbers of answers of each class.
    pub tallies: Tallies,
    /// The wrong and missing answers, without the known ones.
    pub wrong: Vec<Deviation>,
    /// The wrong answers that the list of known deviations names.
    pub known: Vec<Deviation>,
    /// Why questions, and lines that give none, cannot be asked.
    pub cannot: Reasons,
    list: KnownList,
    fixtures: HashSet<String>,
}

/// A wrong or missing answer. `Display` writes what was asked, expected and given, and a fixture that reproduces it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Deviation {
    /// The identifier, as in reports of `gokata check --exec`: `kata/6-ko/retake-at-once#C3-xugq7`.
    pub id: String,
    /// The question.
    pub question: Question,
    /// Neither [`QuestionOutcome::Right`] nor [`QuestionOutcome::CannotBeAsked`].
    pub outcome: QuestionOutcome,
}

impl Deviation {
    /// The outcome of a question with this identifier.
    pub fn new(id: String, question: Question, outcome: QuestionOutcome) -> Deviation {
        Deviation {
            id,
            question,
            outcome,
        }
    }
}

impl Answers {
    /// No answers yet. The wrong answers on this list will be known ones.
    pub fn new(list: KnownList) -> Answers {
        Answers {
            list,
            ..Answers::default()
        }
    }

    /// Counts an outcome. `id`: the fixture's name, `#`, and the question's identifier in it.
    pub fn add(&mut self, id: String, question: Question, outcome: QuestionOutcome) {
        let class = outcome.class();
        let listed = self.list.line(&id, class);
        let counted = match class {
            Class::Wrong if listed.is_some() => Class::Known,
            class => class,
        };
        let folder = self.folder(fixture_of(&id));
        let right_answer = question.asked.right_answer();
        self.tallies.add(folder, right_answer, counted);
        match outcome {
            QuestionOutcome::Right => self.tallies.right_now.extend(listed.map(|line| (line, id))),
            QuestionOutcome::CannotBeAsked(why) => {
                self.tallies.note(right_answer, &why);
                self.cannot.add(why);
            }
            outcome => {
                let deviation = Deviation::new(id, question, outcome);
                match counted {
                    Class::Known => self.known.push(deviation),
                    _ => self.wrong.push(deviation),
                }
            }
        }
    }

    /// Counts an outcome about a [random game](super::games). Of the wrong ones, only the first of each kind are listed.
    pub fn add_of_game(
        &mut self,
        id: String,
        question: Question,
        outcome: QuestionOutcome,
        is_first: bool,
    ) {
        let listed = self.wrong.len();
        self.add(id, question, outcome);
        if !is_first {
            self.wrong.truncate(listed);
        }
    }

    /// Counts a fixture, which may have no questions, and its lines that give none. Without this call, it is counted with the
    /// first of its questions.
    pub fn add_fixture(&mut self, fixture: &str, not_asked: &[NotAsked]) {
        let folder = self.folder(fixture);
        for line in not_asked {
            self.tallies.add_line(folder);
            self.cannot.add(&line.why);
        }
    }

    /// Returns the folder of a fixture, which may be a new one.
    fn folder<'n>(&mut self, fixture: &'n str) -> &'n str {
        let fixture = on_board(fixture).map_or(fixture, |(smaller, _)| smaller);
        if !self.fixtures.contains(fixture) {
            self.fixtures.insert(fixture.to_owned());
            self.tallies.files += 1;
        }
        folder_of(fixture)
    }

    /// The number of questions, and of lines that give none because they are about chains, liberties, eyes or states of points.
    pub fn all(&self) -> usize {
        self.tallies.total.all()
    }

    /// Returns what `gokata check --exec` prints at its end: the tables by folder and by right answer, the totals, why questions
    /// cannot be asked, and which known deviations are right now. `list`: the name of the list of known deviations.
    pub fn summary(&self, list: &str) -> String {
        let [folders, right_answers] = self.tallies.tables();
        let mut lines = vec![self.tallies.sentence()];
        let reasons = self.cannot.most_frequent_lines().into_iter();
        let notes = reasons.chain(self.tallies.right_now_lines(list));
        lines.extend(notes.map(|note| format!("  {note}")));
        lines.extend(self.tallies.untested_sentence());
        lines.push(self.tallies.asked());
        format!("{folders}\n{right_answers}\n{}\n", lines.join("\n"))
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.tallies.counts(), self.tallies.asked())?;
        if let Some(untested) = self.tallies.untested_sentence() {
            write!(f, "\n{untested}")?;
        }
        for line in self.cannot.most_frequent_lines() {
            write!(f, "\n  {line}")?;
        }
        for wrong in &self.wrong {
            write!(f, "\n\n{wrong}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = &self.question;
        let (size, rules) = (asked.before.size(), asked.rules());
        let name = self.outcome.class().name();
        let got = match &self.outcome {
            QuestionOutcome::Wrong(answer) => format!("got {}", answer.describe(size)),
            QuestionOutcome::Crashed(why)
            | QuestionOutcome::CannotBeAsked(why)
            | QuestionOutcome::Nonsense(why) => {
                format!("{name}: {why}")
            }
            QuestionOutcome::Right | QuestionOutcome::TimedOut => name.to_owned(),
        };
        let wanted = asked.asked.answer().describe(size);
        let (id, about, fixture) = (&self.id, asked.describe(), asked.fixture().to_string());
        let case = asked.case.as_deref();
        let case = case.map_or(String::new(), |case| format!(", case `{case}`"));
        // A board on one line: the side to play, if it is known, and the rows.
        let line = |text: &str| match text.trim_end().split_once('\n') {
            Some((side, rows)) if text.lines().count() > size.rows() => {
                format!("{side} {}", rows.replace('\n', "/"))
            }
            _ => text.trim_end().replace('\n', "/"),
        };
        let (wanted, got) = (line(&wanted), line(&got));
        let asked = format!("{name} {id}: {about} ({rules}{case})");
        write!(
            f,
            "{asked}: expected {wanted}, {got}\n\n{}",
            fixture.trim_end()
        )
    }
}
