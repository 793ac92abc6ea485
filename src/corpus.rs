//! *May change before 1.0.* The fixtures of this repository, built in, their version, and the test of a referee with all of
//! their questions (feature `corpus`).
//!
//! ```
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

/// A file of the corpus. Files are in the order of their names.
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

/// Asks a referee every question of the corpus, as `gokata check --exec` asks a program: with the same identifiers and
/// classes of answers. Lines about chains, liberties, eyes and states of points count as questions that cannot be asked;
/// [`fixture::check`](crate::fixture::check) asks them, too.
///
/// ```
/// use gokata::questions::Class;
/// use gokata::{BoardRecord, Size, corpus};
///
/// let answers = corpus::check_all(&mut BoardRecord::new(Size::default()));
/// assert!(answers.tallies.total[Class::Right] > 2000 && answers.wrong.is_empty(), "{answers}");
/// ```
///
/// As a test for each question, with the crate `rstest` (or, for all of them, `libtest-mimic` and [`questions`]):
///
/// ```ignore
/// #[rstest]
/// #[case("kata/6-ko/retake-at-once#C3-xugq7")]
/// #[case("kata/5-capture/corner#B2-3rgvx")]
/// fn my_referee_is_right(#[case] id: &str) {
///     let question = corpus::question(id).unwrap();
///     assert_eq!(question.put_to(&mut MyReferee::new()), QuestionOutcome::Right);
/// }
/// ```
pub fn check_all(referee: &mut dyn Referee) -> Answers {
    check_known(referee, KnownList::default())
}

/// As [`check_all`], with a list of known deviations.
///
/// ```
/// use gokata::questions::{KnownList, QuestionIds};
/// use gokata::{BoardRecord, Size, corpus};
///
/// let ids: QuestionIds = corpus::questions().map(|(id, _)| id).collect();
/// let known = KnownList::parse("kata/6-ko/retake-at-once#C3-xugq7\n", &ids, |_| false)?;
/// let answers = corpus::check_known(&mut BoardRecord::new(Size::default()), known);
/// // Nothing is wrong, so the list is out of date.
/// assert!(answers.summary("known.txt").ends_with(
///     "  right now, so no longer a known deviation: known.txt:1: kata/6-ko/retake-at-once#C3-xugq7\n"
/// ));
/// # Ok::<(), gokata::TextError>(())
/// ```
pub fn check_known(referee: &mut dyn Referee, known: KnownList) -> Answers {
    let mut answers = Answers::new(known);
    for (file, asked) in asked() {
        answers.add_fixture(file.name, &asked.not_asked);
        for question in asked.questions {
            let outcome = question.put_to(referee);
            answers.add(id(file, &question), question, outcome);
        }
    }
    answers
}

/// Returns every question with its identifier, in the order of the files.
pub fn questions() -> impl Iterator<Item = (String, Question)> {
    asked().flat_map(|(file, asked)| {
        let questions = asked.questions.into_iter();
        questions.map(move |question| (id(file, &question), question))
    })
}

/// Returns the question with this identifier.
pub fn question(id: &str) -> Option<Question> {
    let (file, id) = id.rsplit_once('#')?;
    let mut asked = find(file)?.asked()?.questions.into_iter();
    asked.find(|question| question.id == id)
}

/// True for the identifier of a question, a case or a fixture of the corpus.
pub fn has_id(name: &str) -> bool {
    let file = find(fixture_of(name));
    let asked = file.and_then(|file| Some((file, file.asked()?)));
    asked.is_some_and(|(file, asked)| {
        let mut ids = asked.questions.iter().map(|question| id(file, question));
        ids.any(|id| names_of(&id).any(|own| own == name))
    })
}

fn id(file: &CorpusFile, question: &Question) -> String {
    format!("{}#{}", file.name, question.id)
}

/// Returns the questions of each file that asks any.
fn asked() -> impl Iterator<Item = (&'static CorpusFile, Questions)> {
    FILES.iter().filter_map(|file| Some((file, file.asked()?)))
}

impl CorpusFile {
    /// Returns its questions. `None` for a file that the parser must refuse.
    pub fn asked(&self) -> Option<Questions> {
        Questions::of(&Fixture::parse(self.content).ok()?).ok()
    }
}

static FILES: &[CorpusFile] = include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// Returns all files, in the order of their names.
pub fn files() -> &'static [CorpusFile] {
    FILES
}

/// Returns the file with this name.
pub fn find(name: &str) -> Option<&'static CorpusFile> {
    let at = FILES.binary_search_by(|file| file.name.cmp(name));
    at.ok().map(|at| &FILES[at])
}

/// Returns the version of the corpus, such as `1.0`; `None` if a fixture was changed after the latest version.
pub fn version() -> Option<&'static str> {
    Some(env!("GOKATA_CORPUS")).filter(|version| !version.is_empty())
}

/// Returns a hash of the names and contents of all files, in hexadecimal. `fixtures/VERSION` has that of the latest version.
pub fn fingerprint() -> &'static str {
    env!("GOKATA_FIXTURES")
}
