//! Collects the questions of fixture files, to put them to other programs.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use gokata::fixture::Fixture;
use gokata::questions::{Embedding, Question, Questions, Sizes, folder_of};

use super::corpus_version::{CORPUS, CorpusVersion, FromCorpus, in_corpus};
use super::files::{is_record, read, refusal_beside};
use super::paths::{Files, UnreadFile};
use crate::terminal::error::CommandError;
use crate::terminal::text::{name, number, plain_line};

/// The fixtures with their questions, in the order of the command line.
#[derive(Default)]
pub(crate) struct Corpus {
    pub(crate) sources: Vec<Source>,
    /// Files that cannot be read, and fixtures with a wrong statement.
    pub(crate) unusable: Vec<UnreadFile>,
    /// The number of fixtures that must be rejected: they test the parser, not moves.
    about_reading: usize,
    /// The number of game records, which have no questions.
    records: usize,
    own: FromCorpus,
}

pub(crate) struct Source {
    pub(crate) file: PathBuf,
    /// True for a fixture of gokata's own corpus.
    pub(crate) is_own: bool,
    /// The name, independent of the location of the folder `fixtures`: `kata/6-ko/retake-at-once`. May hold any characters.
    pub(crate) name: String,
    pub(crate) asks: Questions,
}

impl Source {
    /// Returns the folder, which is named after a rule: `kata/6-ko`.
    pub(crate) fn rule(&self) -> &str {
        folder_of(&self.name)
    }

    /// Returns the identifier of a question, the same on every machine and in every version of the file that asks it.
    pub(crate) fn id(&self, question: &Question) -> String {
        question.id_in(&self.name)
    }

    /// Returns the identifiers of a question, first on its own board.
    pub(crate) fn ids(&self, question: &Question) -> Vec<String> {
        if self.is_own {
            CORPUS.ids(&self.name, question)
        } else {
            vec![self.id(question)]
        }
    }

    /// Returns where a question lies on larger boards: only those of gokata's own fixtures do.
    pub(crate) fn boards_of(&self, question: &Question) -> Vec<&'static Embedding> {
        let boards = CORPUS.boards_of(&self.name, question);
        boards.filter(|_| self.is_own).collect()
    }

    /// Returns the path below the folder `fixtures`, else the path as given; `-` is standard input.
    pub(crate) fn lasting_file(&self) -> String {
        let is_text = self.file.extension().is_some_and(|ending| ending == "txt");
        let ending = if is_text { ".txt" } else { "" };
        format!("{}{ending}", self.name)
    }
}

impl Corpus {
    pub(crate) fn read(files: Files) -> Corpus {
        let mut corpus = Corpus::default();
        for file in files {
            if let Err(unread) = file.and_then(|file| corpus.add(file)) {
                corpus.unusable.push(unread);
            }
        }
        corpus
    }

    pub(crate) fn questions(&self) -> usize {
        let sources = self.sources.iter();
        sources.map(|source| source.asks.questions.len()).sum()
    }

    /// True if there is neither a question nor a line that cannot be asked.
    pub(crate) fn asks_nothing(&self) -> bool {
        let mut sources = self.sources.iter();
        sources.all(|source| source.asks.questions.is_empty() && source.asks.not_asked.is_empty())
    }

    /// The identifiers of the questions on all boards, each on one line.
    pub(crate) fn ids(&self) -> impl Iterator<Item = String> {
        let sources = self.sources.iter();
        sources.flat_map(|source| {
            let questions = source.asks.questions.iter();
            let ids = questions.flat_map(|question| source.ids(question));
            ids.map(|id| plain_line(&id))
        })
    }

    /// Keeps only these questions, of which the identifiers are known, too. Returns the number of the others.
    pub(crate) fn keep(&mut self, is_kept: impl Fn(&Source, &Question) -> bool) -> usize {
        let before = self.questions();
        for source in &mut self.sources {
            let mut questions = std::mem::take(&mut source.asks.questions);
            questions.retain(|question| is_kept(source, question));
            source.asks.questions = questions;
        }
        before - self.questions()
    }

    /// Leaves each question on the first of these boards on which it can be asked, and drops the others.
    pub(crate) fn move_to(&mut self, sizes: &Sizes) {
        for source in &mut self.sources {
            let questions = std::mem::take(&mut source.asks.questions);
            let has = |size| sizes.has(size);
            let on = |question: Question| {
                if source.is_own {
                    CORPUS.on(&source.name, &question, has)
                } else {
                    Some(question).filter(|question| has(question.before.size()))
                }
            };
            source.asks.questions = questions.into_iter().filter_map(on).collect();
        }
    }

    /// Returns a message for each kind of file that has no questions.
    pub(crate) fn left_out(&self) -> Vec<String> {
        let files = number(self.about_reading, "file");
        let files = format!("left out: {files} for parser tests");
        let files = (self.about_reading > 0).then_some(files);
        files.into_iter().chain(self.records_left_out()).collect()
    }

    pub(crate) fn records_left_out(&self) -> Option<String> {
        let records = number(self.records, "game record");
        (self.records > 0).then(|| format!("left out: {records}"))
    }

    /// Returns a message for each fixture with the name of an earlier one.
    pub(crate) fn same_names(&self) -> Vec<String> {
        let mut names = HashSet::new();
        let again = self.sources.iter().filter(|it| !names.insert(&it.name));
        let names = again.map(|source| plain_line(&source.name));
        let why = "another fixture has this name, so their questions have the same ids";
        names.map(|name| format!("note {name}: {why}")).collect()
    }

    /// Returns the version of gokata's own corpus, if all these fixtures are from it.
    pub(crate) fn version(&self) -> Option<CorpusVersion> {
        let version = self.own.version(readable());
        version.filter(|_| self.unusable.is_empty())
    }

    /// Returns a sentence about the version.
    pub(crate) fn version_note(&self) -> Option<String> {
        self.own.note(readable())
    }

    fn add(&mut self, file: PathBuf) -> Result<(), UnreadFile> {
        if is_record(&file) {
            self.records += 1;
        } else if refusal_beside(&file).is_some() {
            self.about_reading += 1;
        } else {
            let read = read(&file).and_then(|bytes| Ok((asks(&file, &bytes)?, bytes)));
            let (asks, bytes) = read.map_err(|error| (file.clone(), error))?;
            let name = lasting_name(&file);
            let own = in_corpus(&name, &bytes, false);
            self.own.add(&name, own);
            self.sources.push(Source {
                file,
                is_own: own.is_some(),
                name,
                asks,
            });
        }
        Ok(())
    }
}

/// The number of files of the corpus that have questions: all but those that must be rejected.
fn readable() -> usize {
    let files = CORPUS.files().iter();
    files.filter(|file| file.refusal.is_none()).count()
}

fn asks(file: &Path, bytes: &[u8]) -> Result<Questions, CommandError> {
    let fixture = Fixture::parse(bytes).map_err(|error| CommandError::file(file, error))?;
    Questions::of(&fixture).map_err(|failure| {
        let failure = failure.describe(&name(file));
        let why = "This fixture has a wrong statement, so its questions are not used.";
        CommandError::usage(format!("{failure}\n{why}"))
    })
}

/// Returns the path below the last folder named `fixtures`, else the path as given; without `.txt`.
pub(crate) fn lasting_name(file: &Path) -> String {
    let parts = file.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    let parts: Vec<_> = parts.collect();
    let folders = &parts[..parts.len().saturating_sub(1)];
    let below = folders.iter().rposition(|part| part == "fixtures");
    let root = if file.has_root() && below.is_none() {
        "/"
    } else {
        ""
    };
    let name = parts[below.map_or(0, |at| at + 1)..].join("/");
    format!("{root}{}", name.strip_suffix(".txt").unwrap_or(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_independent_of_where_the_fixtures_are() {
        for (path, expected) in [
            ("fixtures/kata/6-ko/a.txt", "kata/6-ko/a"),
            ("./fixtures/kata/6-ko/a.txt", "kata/6-ko/a"),
            ("/home/fixtures/old/fixtures/eyes/a.txt", "eyes/a"),
            ("boards/a.txt", "boards/a"),
            ("/boards/a.txt", "/boards/a"),
            ("/a.txt", "/a"),
            ("../a\u{7}.txt", "../a\u{7}"),
            ("fixtures", "fixtures"),
            ("-", "-"),
        ] {
            assert_eq!(lasting_name(Path::new(path)), expected);
        }
    }
}
