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

use crate::basics::Size;
use crate::fixture::Fixture;
use crate::questions::{
    Answers, Embedding, KnownList, Question, Questions, Sizes, fixture_of, names_of, on_board,
};
use crate::referee::Referee;

mod boards;
#[cfg(feature = "corpus")]
mod built_in;
#[cfg(feature = "corpus")]
pub use built_in::{
    built_in, check_all, check_known, files, find, fingerprint, has_id, question, questions,
    questions_on, version,
};

use boards::Boards;

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
    boards: Boards,
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
            boards: Boards::default(),
        }
    }

    /// Takes the file `fixtures/BOARDS`: which questions can be asked on larger boards, and where they lie there.
    #[must_use]
    pub fn with_boards(self, text: &'static str) -> Corpus {
        Corpus {
            boards: Boards::new(text),
            ..self
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
    /// answers, each on the first board that the referee [has](Referee::has_board). Lines about chains, liberties, eyes and
    /// states of points count as questions that cannot be asked; [`fixture::check`](crate::fixture::check) asks them, too.
    pub fn check_all(&self, referee: &mut dyn Referee) -> Answers {
        self.check_known(referee, KnownList::default())
    }

    /// As [`Corpus::check_all`], with a list of known deviations.
    pub fn check_known(&self, referee: &mut dyn Referee, known: KnownList) -> Answers {
        let mut answers = Answers::new(known);
        for (file, asked) in self.asked() {
            answers.add_fixture(file.name, &asked.not_asked);
            for question in asked.questions {
                let moved = self.on(file.name, &question, |size| referee.has_board(size));
                // Without a board for it, the referee says why.
                let question = moved.unwrap_or(question);
                let outcome = question.put_to(referee);
                answers.add(question.id_in(file.name), question, outcome);
            }
        }
        answers
    }

    /// Returns every question with its identifier, in the order of the files.
    pub fn questions(&self) -> impl Iterator<Item = (String, Question)> {
        self.asked().flat_map(|(file, asked)| {
            let questions = asked.questions.into_iter();
            questions.map(move |question| (question.id_in(file.name), question))
        })
    }

    /// Returns every question that a program with these boards can be asked, each once: on its own board, or else on the
    /// smallest one to which it can be moved.
    pub fn questions_on(&self, sizes: &Sizes) -> impl Iterator<Item = (String, Question)> {
        self.asked().flat_map(move |(file, asked)| {
            let on = |question| self.on(file.name, question, |size| sizes.has(size));
            let moved = asked.questions.iter().filter_map(on);
            let named = moved.map(|question| (question.id_in(file.name), question));
            named.collect::<Vec<_>>()
        })
    }

    /// Returns where a question lies on larger boards, the smallest board first. `fixture`: its name in the corpus.
    pub fn boards_of(
        &self,
        fixture: &str,
        question: &Question,
    ) -> impl Iterator<Item = &Embedding> {
        self.boards.of(fixture, &question.id)
    }

    /// Returns the question itself if a program has its board, or else on the smallest board to which it can be moved.
    pub fn on(
        &self,
        fixture: &str,
        question: &Question,
        has: impl Fn(Size) -> bool,
    ) -> Option<Question> {
        if has(question.before.size()) {
            return Some(question.clone());
        }
        let boards = self.boards_of(fixture, question);
        let mut boards = boards.filter(|board| has(board.size));
        boards.find_map(|board| board.question(question))
    }

    /// Returns the question with this identifier.
    pub fn question(&self, id: &str) -> Option<Question> {
        let (fixture, id) = id.rsplit_once('#')?;
        let (fixture, size) = match on_board(fixture) {
            Some((fixture, size)) => (fixture, Some(size)),
            None => (fixture, None),
        };
        let mut asked = self.find(fixture)?.asked()?.questions.into_iter();
        let question = asked.find(|question| question.id == id)?;
        match size {
            None => Some(question),
            Some(size) => self.on(fixture, &question, |it| it == size),
        }
    }

    /// True for the identifier of a question, a case or a fixture of the corpus, on its own board or on a larger one.
    pub fn has_id(&self, name: &str) -> bool {
        let fixture = fixture_of(name);
        let smaller = on_board(fixture).map_or(fixture, |(fixture, _)| fixture);
        let file = self.find(smaller);
        let asked = file.and_then(|file| Some((file, file.asked()?)));
        asked.is_some_and(|(file, asked)| {
            let questions = asked.questions.iter();
            let mut ids = questions.flat_map(|question| self.ids(file.name, question));
            ids.any(|id| names_of(&id).any(|own| own == name))
        })
    }

    /// Returns the identifiers of a question on all boards.
    pub fn ids(&self, fixture: &str, question: &Question) -> Vec<String> {
        let mut ids = vec![question.id_in(fixture)];
        let larger = self.boards_of(fixture, question);
        ids.extend(larger.map(|board| format!("{fixture}@{}#{}", board.size, question.id)));
        ids
    }

    fn asked(&self) -> impl Iterator<Item = (&CorpusFile, Questions)> {
        let files = self.files.iter();
        files.filter_map(|file| Some((file, file.asked()?)))
    }
}
