//! *May change before 1.0.* Fixtures as a whole: their version, their questions, and the test of a referee with all of them.
//! With the feature `corpus`, those of this repository are built in, and the functions of this module are about them.
//!
#![cfg_attr(feature = "corpus", doc = "```")]
#![cfg_attr(not(feature = "corpus"), doc = "```ignore")]
//! use gokata::corpus;
//! use gokata::fixture::Fixture;
//!
//! let ko = corpus::find("kata/6-ko/retake-at-once").expect("it is in every version");
//! let fixture = Fixture::parse(ko.content)?;
//! assert_eq!(fixture.cases.len(), 1);
//! assert!(corpus::files().iter().all(|file| !file.content.is_empty()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::fixture::Fixture;
use crate::questions::{Answers, KnownList, Question, Questions, fixture_of, names_of};
use crate::referee::Referee;

#[cfg(feature = "corpus")]
mod built_in;
#[cfg(feature = "corpus")]
pub use built_in::{
    built_in, check_all, check_known, files, find, fingerprint, has_id, question, questions,
    version,
};

/// A file of a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CorpusFile {
    /// The path below the folder `fixtures`, without `.txt`: `kata/6-ko/retake-at-once`.
    pub name: &'static str,
    /// The bytes of the file.
    pub content: &'static [u8],
    /// The message with which the parser must refuse the file, if it must.
    pub refusal: Option<&'static [u8]>,
}

impl CorpusFile {
    /// Returns its questions. `None` for a file that the parser must refuse.
    pub fn asked(&self) -> Option<Questions> {
        Questions::of(&Fixture::parse(self.content).ok()?).ok()
    }
}

/// A file as the package `gokata-corpus` has it: its name, its content, its refusal.
type PackedFile = (&'static str, &'static [u8], Option<&'static [u8]>);

/// All fixtures of one version.
#[derive(Debug, Clone)]
pub struct Corpus {
    files: Vec<CorpusFile>,
    version: &'static str,
    fingerprint: &'static str,
}

impl Corpus {
    /// Takes what the package `gokata-corpus` holds: the name, the content and the refusal of each file, in the order of
    /// the names; the version; the fingerprint.
    pub fn new(files: &[PackedFile], version: &'static str, fingerprint: &'static str) -> Corpus {
        let file = |&(name, content, refusal): &_| CorpusFile {
            name,
            content,
            refusal,
        };
        Corpus {
            files: files.iter().map(file).collect(),
            version,
            fingerprint,
        }
    }

    /// Returns all files, in the order of their names.
    pub fn files(&self) -> &[CorpusFile] {
        &self.files
    }

    /// Returns the file with this name.
    pub fn find(&self, name: &str) -> Option<&CorpusFile> {
        let at = self.files.binary_search_by(|file| file.name.cmp(name));
        at.ok().map(|at| &self.files[at])
    }

    /// Returns the version, such as `1.0`; `None` if a fixture was changed after the latest version.
    pub fn version(&self) -> Option<&'static str> {
        Some(self.version).filter(|version| !version.is_empty())
    }

    /// Returns a hash of the names and contents of all files, in hexadecimal. `fixtures/VERSION` has that of the latest
    /// version.
    pub fn fingerprint(&self) -> &'static str {
        self.fingerprint
    }

    /// Asks a referee every question, as `gokata check --exec` asks a program: with the same identifiers and classes of
    /// answers. Lines about chains, liberties, eyes and states of points count as questions that cannot be asked;
    /// [`fixture::check`](crate::fixture::check) asks them, too.
    pub fn check_all(&self, referee: &mut dyn Referee) -> Answers {
        self.check_known(referee, KnownList::default())
    }

    /// As [`Corpus::check_all`], with a list of known deviations.
    pub fn check_known(&self, referee: &mut dyn Referee, known: KnownList) -> Answers {
        let mut answers = Answers::new(known);
        for (file, asked) in self.asked() {
            answers.add_fixture(file.name, &asked.not_asked);
            for question in asked.questions {
                let outcome = question.put_to(referee);
                answers.add(id(file, &question), question, outcome);
            }
        }
        answers
    }

    /// Returns every question with its identifier, in the order of the files.
    pub fn questions(&self) -> impl Iterator<Item = (String, Question)> {
        self.asked().flat_map(|(file, asked)| {
            let questions = asked.questions.into_iter();
            questions.map(move |question| (id(file, &question), question))
        })
    }

    /// Returns the question with this identifier.
    pub fn question(&self, id: &str) -> Option<Question> {
        let (file, id) = id.rsplit_once('#')?;
        let mut asked = self.find(file)?.asked()?.questions.into_iter();
        asked.find(|question| question.id == id)
    }

    /// True for the identifier of a question, a case or a fixture.
    pub fn has_id(&self, name: &str) -> bool {
        let file = self.find(fixture_of(name));
        let asked = file.and_then(|file| Some((file, file.asked()?)));
        asked.is_some_and(|(file, asked)| {
            let mut ids = asked.questions.iter().map(|question| id(file, question));
            ids.any(|id| names_of(&id).any(|own| own == name))
        })
    }

    fn asked(&self) -> impl Iterator<Item = (&CorpusFile, Questions)> {
        let files = self.files.iter();
        files.filter_map(|file| Some((file, file.asked()?)))
    }
}

fn id(file: &CorpusFile, question: &Question) -> String {
    format!("{}#{}", file.name, question.id)
}
