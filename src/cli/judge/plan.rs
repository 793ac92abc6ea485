//! What a program is asked: the questions of files, without those that options leave out.

use std::path::{Path, PathBuf};

use gokata::questions::{KnownList, QuestionIds, UnknownId, in_force};

use super::args::{Asked, JudgeArgs};
use crate::read::corpus::Corpus;
use crate::read::corpus_version::{CORPUS, FIXTURES};
use crate::read::files::read_list;
use crate::read::rules::GivenRules;
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::text::{name, number, plain_line, quoted_word};

/// What a program is asked, and what it need not answer right.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) corpus: Corpus,
    pub(super) known: KnownList,
    /// The number of questions that are not asked.
    pub(super) left_out: usize,
    /// What is not asked, and why.
    pub(super) notes: Vec<String>,
}

impl Plan {
    /// Reads the questions. Fails if there are none, but for random games.
    pub(super) fn new(
        args: &JudgeArgs,
        asked: Asked<'_>,
        output: &mut Output,
    ) -> Result<Plan, CommandError> {
        if args.games.games.is_some() {
            return match asked.paths {
                [path] if path == Path::new(FIXTURES) => Ok(Plan::default()),
                paths => {
                    let path = paths.first().map_or(String::new(), |path| name(path));
                    let why = format!("--games asks about no files, and `{path}` is one");
                    Err(unquoted(&why, args.command(), &path))
                }
            };
        }
        let mut corpus = Corpus::read(asked.files);
        refuse_unquoted(args.command(), &corpus, asked.paths)?;
        let ids: QuestionIds = corpus.ids().collect();
        let known = args.known.as_deref().map(|list| read_known(list, &ids));
        let known = known.transpose()?.unwrap_or_default();
        let mut notes = corpus.left_out();
        let mut left_out = 0;
        if !args.only.is_empty() {
            for id in &args.only {
                let unknown = |id: UnknownId| format!("--only: {}", plain_line(&id.to_string()));
                ids.check(id).map_err(unknown)?;
            }
            left_out += corpus.keep(|source, question| {
                let mut ids = source.ids(question).into_iter();
                ids.any(|id| args.is_meant(&plain_line(&id)))
            });
            let sources = &mut corpus.sources;
            sources.retain(|source| !source.asks.questions.is_empty());
            let sources = sources.iter_mut();
            sources.for_each(|source| source.asks.not_asked.clear());
            notes.extend(left_out_note(left_out, "not named by --only"));
        }
        if let Some(only) = asked.rules.map(GivenRules::over_kata) {
            let only = in_force(only);
            let others = corpus.keep(|_, question| in_force(question.before.rules()) == only);
            left_out += others;
            let why = format!("under other rules than {only} (--rules)");
            notes.extend(left_out_note(others, &why));
        }
        if corpus.asks_nothing() {
            for (_, message) in &corpus.unusable {
                output.log_in_order(&format!("{} {message}", styled(BAD, "cannot ask")));
            }
            notes.insert(0, "nothing is asked".to_owned());
            return Err(CommandError::usage(notes.join("; ")));
        }
        Ok(Plan {
            corpus,
            known,
            left_out,
            notes,
        })
    }
}

/// Reads a list of known deviations: among these questions, or in gokata's own fixtures, which need not all be asked.
fn read_known(file: &Path, ids: &QuestionIds) -> Result<KnownList, CommandError> {
    let text = String::from_utf8(read_list(file)?);
    let text = text.map_err(|_| CommandError::file(file, "this is not UTF-8"))?;
    KnownList::parse(&text, ids, |id| CORPUS.has_id(id)).map_err(|error| {
        let (list, line) = (name(file), error.line());
        format!("{list}:{line}: {}", plain_line(error.message())).into()
    })
}

/// Returns a note about questions that are not asked, if there are any.
pub(super) fn left_out_note(questions: usize, why: &str) -> Option<String> {
    let left_out = number(questions, "question");
    (questions > 0).then(|| format!("left out: {left_out} {why}"))
}

/// Fails if a path among the arguments is probably a part of the program's command, which was not quoted.
fn refuse_unquoted(
    (option, command): (&str, &str),
    corpus: &Corpus,
    paths: &[PathBuf],
) -> Result<(), CommandError> {
    let mut unusable = corpus.unusable.iter();
    let part = unusable.find(|(path, _)| {
        let is_fixture = path.extension().is_some_and(|ending| ending == "txt");
        let is_there_or_bare = path.is_file() || path.components().count() == 1;
        paths.contains(path) && !is_fixture && is_there_or_bare
    });
    let Some((path, why)) = part.filter(|_| !command.contains(char::is_whitespace)) else {
        return Ok(());
    };
    let why = why.to_string();
    let why = why.lines().next().unwrap_or_default();
    Err(unquoted(why, (option, command), &name(path)))
}

/// Adds how to quote the command, where that may be what is wrong.
fn unquoted(why: &str, (option, command): (&str, &str), path: &str) -> CommandError {
    let whole = quoted_word(&format!("{command} {path}"));
    let hint = format!(
        "\nIf this is a part of the program's command, quote the whole command: {option} {whole}"
    );
    let is_word = !command.contains(char::is_whitespace);
    CommandError::usage(why.to_owned() + if is_word { &hint } else { "" })
}
