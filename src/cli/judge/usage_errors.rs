//! Recognizes mistakes of a command line before a program is asked anything.

use std::path::PathBuf;

use gokata::Rules;

use crate::read::corpus::Corpus;
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::text::{name, number, quoted_word};

/// Fails if a path among the arguments is probably a part of the program's command, which was not quoted.
pub(super) fn refuse_unquoted(
    (option, command): (&str, &str),
    corpus: &Corpus,
    paths: &[PathBuf],
) -> Result<(), String> {
    let is_word = |path: &PathBuf| {
        let is_fixture = path.extension().is_some_and(|ending| ending == "txt");
        let is_there_or_bare = path.is_file() || path.components().count() == 1;
        paths.contains(path) && !is_fixture && is_there_or_bare
    };
    let mut unusable = corpus.unusable.iter();
    let part = unusable.find(|(path, _)| is_word(path));
    match part.filter(|_| !command.contains(char::is_whitespace)) {
        None => Ok(()),
        Some((path, why)) => {
            let (why, path) = (why.lines().next().unwrap_or_default(), name(path));
            let whole = quoted_word(&format!("{command} {path}"));
            Err(format!(
                "{why}\nIf this is a part of the program's command, quote the whole command: {option} {whole}"
            ))
        }
    }
}

/// Prints which files cannot be used, and returns the message about a run without questions.
pub(super) fn nothing_to_ask(
    corpus: &Corpus,
    left_out: usize,
    only: Option<Rules>,
    output: &mut Output,
) -> String {
    for (_, message) in &corpus.unusable {
        output.log_in_order(&format!("{} {message}", styled(BAD, "cannot ask")));
    }
    let mut why = Vec::new();
    if let Some(only) = only.filter(|_| left_out > 0) {
        let questions = number(left_out, "question");
        let (ko, suicide) = (only.ko, only.suicide);
        why.push(format!(
            "{questions}, none under ko={ko} suicide={suicide} (--rules)"
        ));
    }
    if !corpus.unusable.is_empty() {
        let files = number(corpus.unusable.len(), "path");
        why.push(format!("{files} cannot be read, or say something wrong"));
    }
    let left_out = corpus.left_out().into_iter();
    why.extend(left_out.map(|files| files.replacen("left out: ", "no questions in ", 1)));
    if why.is_empty() {
        why.push("no fixture says anything about a move".to_owned());
    }
    format!("nothing is asked: {}", why.join("; "))
}
