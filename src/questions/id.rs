//! Identifiers of cases and questions, made from the case's name and what is asked, and not from where it stands.

use std::collections::HashMap;
use std::fmt::Write;

use crate::basics::{Action, GameEvent, Rules, Size, fnv};

use super::line_protocol::count_lines;
use super::question::{Asked, Question, Step};
use crate::pure::BoardRecord;

#[derive(Default)]
pub(super) struct Ids(HashMap<String, usize>);

impl Ids {
    /// Returns the identifier of the next question: the move, or else the kind of question, and five letters for the game before it,
    /// the rules, the marks, and the kind of question: `C2-h7x3q`. In a case with a name, that of the case stands before it:
    /// `k2m4p.C2-h7x3q`. A question that the case has asked before gets a number: `C2-h7x3q-2`.
    pub(super) fn next(&mut self, question: &Question) -> String {
        let Question { asked, before, .. } = question;
        let size = before.size();
        let what = match asked.mv().map(|mv| mv.action) {
            Some(Action::Play(point)) if size.contains(point) => point.vertex(size),
            Some(other) => other.to_string(),
            None => asked.kind().to_owned(),
        };
        let case = question.case.as_ref().map(|name| letters(name) + ".");
        let everything = letters(&everything(question));
        let mut id = format!("{}{what}-{everything}", case.unwrap_or_default());
        let given = self.0.entry(id.clone()).or_default();
        *given += 1;
        if *given > 1 {
            let _ = write!(id, "-{given}");
        }
        id
    }
}

impl Question {
    /// A question about a game that is in no file.
    pub(crate) fn of_game(before: BoardRecord, asked: Asked) -> Question {
        let mut question = Question {
            id: String::new(),
            on: None,
            case: None,
            line: 1,
            column: 1,
            rules_then: vec![before.rules(); before.turns()],
            steps: Vec::new(),
            before,
            asked,
        };
        question.id = Ids::default().next(&question);
        question
    }
}

/// Returns all that the answer may depend on, but not the answer: a corrected fixture asks the same question.
fn everything(question: &Question) -> String {
    let Question { asked, before, .. } = question;
    let mut text = String::new();
    // Komi and counting do not affect which moves are legal.
    let about_moves =
        |rules: Rules| format!("{} {} {}", rules.ko(), rules.suicide(), rules.button());
    if let Some(opening) = before.situations().last() {
        let _ = write!(text, "{} {}", opening.to_play.letter(), opening.board);
    }
    for step in &question.steps {
        let _ = match step {
            Step::Play(mv) => write!(text, "\nplay {mv}"),
            Step::Try(mv) => write!(text, "\ntry {mv}"),
            Step::Undo => write!(text, "\nundo"),
        };
    }
    for (event, rules) in question.events() {
        let _ = match event {
            GameEvent::Turn(mv) => write!(text, "\n{mv} {}", about_moves(rules)),
            GameEvent::HandTurn(side) => write!(text, "\nto-play {}", side.letter()),
            GameEvent::Resume(side) => write!(text, "\nresume {}", side.letter()),
        };
    }
    match (asked.mv(), asked.counted()) {
        (Some(mv), _) => {
            let _ = write!(text, "\n{mv} {}", about_moves(before.rules()));
        }
        (None, Some(counted)) => {
            let _ = write!(text, "\n{}", count_lines(&counted.standing).trim_end());
        }
        (None, None) => {
            let _ = write!(text, "\n{}", about_moves(before.rules()));
        }
    }
    let _ = write!(text, "\n{}?", asked.kind());
    text
}

/// Returns the identifier of a question, that of its case, if this has a name, and that of its fixture, from a question's
/// identifier in a run: `kata/6-ko/a#k2m4p.C3-xugq7`, `kata/6-ko/a#k2m4p`, `kata/6-ko/a`. A question on a larger board has those
/// of the question that was moved there, too.
///
/// ```
/// use gokata::questions::names_of;
///
/// let names: Vec<_> = names_of("kata/6-ko/a@9x9#C3-xugq7").collect();
/// let there = ["kata/6-ko/a@9x9#C3-xugq7", "kata/6-ko/a@9x9"];
/// assert_eq!(names, [there, ["kata/6-ko/a#C3-xugq7", "kata/6-ko/a"]].concat());
/// ```
pub fn names_of(id: &str) -> impl Iterator<Item = String> {
    let fixture = fixture_of(id);
    let rest = &id[fixture.len()..];
    let smaller = on_board(fixture).map(|(original, _)| original);
    [Some(fixture), smaller]
        .into_iter()
        .flatten()
        .flat_map(move |fixture| {
            let case = rest.find('.').map(|at| format!("{fixture}{}", &rest[..at]));
            let alone = (!rest.is_empty()).then(|| fixture.to_owned());
            [Some(format!("{fixture}{rest}")), case, alone]
                .into_iter()
                .flatten()
        })
}

/// Returns the fixture and the larger board from the fixture's part of an identifier: `kata/6-ko/a` and 9x9 of `kata/6-ko/a@9x9`.
pub fn on_board(fixture: &str) -> Option<(&str, Size)> {
    let (fixture, size) = fixture.rsplit_once('@')?;
    let is_whole = size.contains('x');
    Some((fixture, size.parse().ok().filter(|_| is_whole)?))
}

/// Returns the fixture's part of a question's identifier in a run: `kata/6-ko/a` of `kata/6-ko/a#C3-xugq7`.
pub fn fixture_of(id: &str) -> &str {
    id.rsplit_once('#').map_or(id, |(fixture, _)| fixture)
}

/// Returns the folder of a fixture, which is named after a rule: `kata/6-ko` of `kata/6-ko/a`, and `.` of `a`.
pub fn folder_of(fixture: &str) -> &str {
    match fixture.rsplit_once('/') {
        None => ".",
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
    }
}

/// Returns the identifier of a case with this name: five letters, with which the identifiers of its questions begin.
pub fn case_id(name: &str) -> String {
    letters(name)
}

/// Returns 25 bits of a text's hash as letters and digits that are hard to confuse.
fn letters(text: &str) -> String {
    const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";
    let hash = fnv::fnv(fnv::START, text.as_bytes());
    let bytes = hash.to_be_bytes().into_iter().take(5);
    let letters = bytes.map(|byte| char::from(LETTERS[usize::from(byte) % 32]));
    letters.collect()
}
