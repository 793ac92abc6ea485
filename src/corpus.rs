//! The fixtures of this repository, built in, and their version (feature `corpus`).
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
