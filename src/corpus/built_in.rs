//! The corpus of this repository, built in.

use std::sync::LazyLock;

use super::{Corpus, CorpusFile};
use crate::questions::{Answers, KnownList, Question, Sizes};
use crate::referee::Referee;

static BUILT_IN: LazyLock<Corpus> = LazyLock::new(|| {
    use gokata_corpus::{BOARDS, FILES, FINGERPRINT, VERSION};
    Corpus::new(FILES, VERSION, FINGERPRINT).with_boards(BOARDS)
});

/// Returns the corpus that is built in.
pub fn built_in() -> &'static Corpus {
    &BUILT_IN
}

/// Asks a referee every question: [`Corpus::check_all`].
///
/// ```
/// use gokata::questions::Class;
/// use gokata::{FastGame, Size, corpus};
///
/// let answers = corpus::check_all(&mut FastGame::new(Size::default()));
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
    BUILT_IN.check_all(referee)
}

/// As [`check_all`], with a list of known deviations.
///
/// ```
/// use gokata::questions::{KnownList, QuestionIds};
/// use gokata::{FastGame, Size, corpus};
///
/// let ids: QuestionIds = corpus::questions().map(|(id, _)| id).collect();
/// let known = KnownList::parse("kata/6-ko/retake-at-once#C3-xugq7\n", &ids, |_| false)?;
/// let answers = corpus::check_known(&mut FastGame::new(Size::default()), known);
/// // Nothing is wrong, so the list is out of date.
/// assert!(answers.summary("known.txt").contains(
///     "  right now, so no longer a known deviation: known.txt:1: kata/6-ko/retake-at-once#C3-xugq7\n"
/// ));
/// # Ok::<(), gokata::TextError>(())
/// ```
pub fn check_known(referee: &mut dyn Referee, known: KnownList) -> Answers {
    BUILT_IN.check_known(referee, known)
}

/// Returns every question with its identifier, in the order of the files.
pub fn questions() -> impl Iterator<Item = (String, Question)> {
    BUILT_IN.questions()
}

/// Returns every question that a program with these boards can be asked: [`Corpus::questions_on`].
pub fn questions_on(sizes: &Sizes) -> impl Iterator<Item = (String, Question)> {
    BUILT_IN.questions_on(sizes)
}

/// Returns the question with this identifier.
pub fn question(id: &str) -> Option<Question> {
    BUILT_IN.question(id)
}

/// True for the identifier of a question, a case or a fixture of the corpus.
pub fn has_id(name: &str) -> bool {
    BUILT_IN.has_id(name)
}

/// Returns all files, in the order of their names.
pub fn files() -> &'static [CorpusFile] {
    BUILT_IN.files()
}

/// Returns the file with this name.
pub fn find(name: &str) -> Option<&'static CorpusFile> {
    BUILT_IN.find(name)
}

/// Returns the version of the corpus, such as `1.0`; `None` if a fixture was changed after the latest version.
pub fn version() -> Option<&'static str> {
    BUILT_IN.version()
}

/// Returns the hash of the corpus: [`Corpus::fingerprint`].
pub fn fingerprint() -> &'static str {
    BUILT_IN.fingerprint()
}
