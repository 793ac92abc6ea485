//! Questions that the user names by their identifiers: those to ask (`--only`), and those whose wrong answers are known
//! (`--known`).

use std::path::Path;

use gokata::questions::{KnownList, QuestionIds, names_of};

use crate::read::corpus::Corpus;
use crate::read::corpus_version::CORPUS;
use crate::read::files::read_list;
use crate::terminal::error::CommandError;
use crate::terminal::text::{name, plain_line};

/// Reads a list of known deviations. Each identifier must be among these questions, or in gokata's own fixtures, which need
/// not all be asked in a run.
pub(super) fn read_known(file: &Path, corpus: &Corpus) -> Result<KnownList, CommandError> {
    let bytes = read_list(file)?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| CommandError::file(file, "this is not UTF-8"))?;
    KnownList::parse(&text, &identifiers(corpus), |id| CORPUS.has_id(id)).map_err(|error| {
        let (list, line) = (name(file), error.line());
        CommandError::usage(format!("{list}:{line}: {}", plain_line(error.message())))
    })
}

fn identifiers(corpus: &Corpus) -> QuestionIds {
    let ids = corpus.sources.iter().flat_map(|source| {
        let questions = source.asks.questions.iter();
        questions.map(|question| plain_line(&source.id(question)))
    });
    ids.collect()
}

/// Leaves only questions with these identifiers: of one question, of all of a case, or of all of a fixture. Returns the
/// number of the others.
pub(super) fn keep_only(only: &[String], corpus: &mut Corpus) -> Result<usize, CommandError> {
    if only.is_empty() {
        return Ok(0);
    }
    let ids = identifiers(corpus);
    only.iter()
        .try_for_each(|id| ids.check(id))
        .map_err(|unknown| {
            CommandError::usage(format!("--only: {}", plain_line(&unknown.to_string())))
        })?;
    let before = corpus.questions();
    for source in &mut corpus.sources {
        let mut questions = std::mem::take(&mut source.asks.questions);
        questions.retain(|question| {
            let id = plain_line(&source.id(question));
            names_of(&id).any(|name| only.iter().any(|only| only == name))
        });
        source.asks.questions = questions;
        source.asks.not_asked.clear();
    }
    let sources = &mut corpus.sources;
    sources.retain(|source| !source.asks.questions.is_empty());
    Ok(before - corpus.questions())
}
