//! Questions that the user names by their identifiers: those to ask (`--only`), and those whose wrong answers are known
//! (`--known`).

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::ndjson::{Outcome, QuestionLine};
use crate::read::corpus::Corpus;
use crate::read::corpus_version::questions_of;
use crate::read::files::read_list;
use crate::terminal::text::{name, plain_line};

/// The number of similar identifiers that a message names.
const MOST_NEAR: usize = 3;

/// The known deviations: their identifiers, each with its line in the list.
#[derive(Default)]
pub(super) struct Known(HashMap<String, usize>);

impl Known {
    /// Reads a list of identifiers, one per line: of a question, a case or a fixture. Each must be among these questions,
    /// or in gokata's own fixtures.
    pub(super) fn read(file: &Path, corpus: &Corpus) -> Result<Known, String> {
        let bytes = read_list(file)?;
        let list = name(file);
        let text = String::from_utf8(bytes).map_err(|_| format!("{list}: this is not UTF-8"))?;
        let ids: HashSet<String> = identifiers(corpus).flat_map(|id| with_wider(&id)).collect();
        let mut lines = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            // An identifier has `#` in it, so a comment behind one begins with a space, too. The name of a file in it
            // may have both.
            let comments = line.match_indices(" #").map(|(at, _)| at);
            let mut parts = comments.chain([line.len()]).map(|end| line[..end].trim());
            let first = parts.clone().next().unwrap_or_default();
            let id = parts.find(|part| ids.contains(*part)).unwrap_or(first);
            if id.is_empty() || id.starts_with('#') {
                continue;
            }
            if !(ids.contains(id) || is_of_own_fixtures(id)) {
                return Err(format!("{list}:{number}: {}", unknown(id, corpus)));
            }
            if let Some(first) = lines.insert(id.to_owned(), number) {
                let id = plain_line(id);
                return Err(format!(
                    "{list}:{number}: `{id}` stands in line {first}, too"
                ));
            }
        }
        Ok(Known(lines))
    }

    /// Returns the line of the list that names this question, its case or its fixture. A right answer is
    /// unexpected only where the list names the question itself.
    pub(super) fn line(&self, question: &QuestionLine) -> Option<usize> {
        let mut names = with_wider(&question.id);
        if question.outcome == Outcome::Right {
            names.truncate(1);
        }
        names.iter().find_map(|name| self.0.get(name).copied())
    }
}

/// Returns the identifier of a question, that of its case, if it has a name, and that of its fixture.
fn with_wider(id: &str) -> Vec<String> {
    let mut ids = vec![id.to_owned()];
    if let Some((fixture, question)) = id.rsplit_once('#') {
        let case = question.split_once('.').map(|(case, _)| case);
        ids.extend(case.map(|case| format!("{fixture}#{case}")));
        ids.push(fixture.to_owned());
    }
    ids
}

/// True if this is an identifier in gokata's own fixtures, which need not all be asked in a run.
fn is_of_own_fixtures(id: &str) -> bool {
    let fixture = id.rsplit_once('#').map_or(id, |(fixture, _)| fixture);
    let asked = questions_of(fixture).unwrap_or_default().into_iter();
    let mut names = asked.flat_map(|asked| with_wider(&format!("{fixture}#{}", asked.id)));
    names.any(|known| known == id)
}

fn identifiers(corpus: &Corpus) -> impl Iterator<Item = String> {
    corpus.sources.iter().flat_map(|source| {
        let questions = source.asks.questions.iter();
        questions.map(|question| plain_line(&source.id(question)))
    })
}

/// Leaves only questions with these identifiers: of one question, of all of a case, or of all of a fixture. Returns the
/// number of the others.
pub(super) fn keep_only(only: &[String], corpus: &mut Corpus) -> Result<usize, String> {
    if only.is_empty() {
        return Ok(0);
    }
    let ids: HashSet<String> = identifiers(corpus).flat_map(|id| with_wider(&id)).collect();
    if let Some(id) = only.iter().find(|id| !ids.contains(*id)) {
        return Err(format!("--only: {}", unknown(id, corpus)));
    }
    let before = corpus.questions();
    for source in &mut corpus.sources {
        let mut questions = std::mem::take(&mut source.asks.questions);
        questions.retain(|question| {
            let names = with_wider(&plain_line(&source.id(question)));
            names.iter().any(|name| only.contains(name))
        });
        source.asks.questions = questions;
        source.asks.not_asked.clear();
    }
    let sources = &mut corpus.sources;
    sources.retain(|source| !source.asks.questions.is_empty());
    Ok(before - corpus.questions())
}

/// Returns the message about an identifier that no question has, with those that are most like it.
fn unknown(id: &str, corpus: &Corpus) -> String {
    let mut ids: Vec<String> = identifiers(corpus).collect();
    ids.retain(|other| likeness(id, other) > 3);
    ids.sort_by_key(|other| Reverse(likeness(id, other)));
    ids.dedup();
    ids.truncate(MOST_NEAR);
    let near = match ids.join(", ") {
        none if none.is_empty() => none,
        near => format!("; the nearest are {near}"),
    };
    let id = plain_line(id);
    format!("no question of these fixtures has the id `{id}`{near}")
}

/// The number of equal characters at the beginning and at the end.
fn likeness(one: &str, other: &str) -> usize {
    let equal = |(one, other): &(char, char)| one == other;
    let first = one.chars().zip(other.chars()).take_while(equal).count();
    let last = one.chars().rev().zip(other.chars().rev());
    first + last.take_while(equal).count()
}
