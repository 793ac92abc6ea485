//! Whether fixtures are those of the corpus that this gokata was built with, and the version of that corpus.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gokata::fixture::Fixture;
use gokata::questions::{Question, Questions};
use serde::{Deserialize, Serialize};

use crate::terminal::text::{number, plain_line};

/// The folder with fixtures that commands read by default.
pub(crate) const FIXTURES: &str = "fixtures";

/// The version in `fixtures/VERSION`. Empty if the fixtures had changed since when gokata was built.
const VERSION: &str = env!("GOKATA_CORPUS");

/// A fixture of the corpus: its name, its content, and the message with which it must be refused, if there is one.
type CorpusFile = (&'static str, &'static [u8], Option<&'static [u8]>);

/// Every fixture of the corpus, in the order of the names.
static FILES: &[CorpusFile] = include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// Returns the version of the corpus, if it has one.
pub(crate) fn version() -> Option<&'static str> {
    Some(VERSION).filter(|version| !version.is_empty())
}

/// Returns the corpus's own name of a fixture, if it has this name and this content there. `refusal`: the content of
/// `NAME.error`, for a fixture that must be refused.
pub(crate) fn in_corpus(
    name: &str,
    content: &[u8],
    refusal: Option<&[u8]>,
) -> Option<&'static str> {
    let at = FILES.binary_search_by(|(other, ..)| (*other).cmp(name));
    let file = FILES[at.ok()?];
    (file.1 == content && file.2 == refusal).then_some(file.0)
}

/// Returns the files of the corpus that these paths mean: `fixtures`, folders in it, fixtures. `None` if there is a folder of
/// this name here, or if a path means none of them.
pub(crate) fn built_in_files(paths: &[PathBuf]) -> Option<Vec<PathBuf>> {
    if has_folder() {
        return None;
    }
    let all = || FILES.iter().map(|file| path_of(file.0));
    let is_meant = |file: &PathBuf| paths.iter().any(|path| file.starts_with(path));
    let is_known =
        |path: &PathBuf| path.starts_with(FIXTURES) && all().any(|file| file.starts_with(path));
    paths
        .iter()
        .all(is_known)
        .then(|| all().filter(is_meant).collect())
}

/// Returns the content of a file of the corpus, or of the message beside it, where there is no folder `fixtures`:
/// what reports name can be read anywhere.
pub(super) fn built_in(path: &Path) -> Option<&'static [u8]> {
    if !path.starts_with(FIXTURES) || has_folder() {
        return None;
    }
    let file = FILES
        .iter()
        .find(|file| path_of(file.0) == path.with_extension("txt"))?;
    match path.extension()?.to_str()? {
        "txt" => Some(file.1),
        "error" => file.2,
        _ => None,
    }
}

fn has_folder() -> bool {
    fs::symlink_metadata(FIXTURES).is_ok()
}

/// Returns the path of a fixture in gokata's repository.
pub(crate) fn path_of(name: &str) -> PathBuf {
    Path::new(FIXTURES).join(format!("{name}.txt"))
}

/// Returns the first comment of a fixture of the corpus with this name, on one line: what it is about.
pub(crate) fn comment_of(name: &str) -> Option<String> {
    let at = FILES.binary_search_by(|(other, ..)| (*other).cmp(name));
    let text = str::from_utf8(FILES[at.ok()?].1).ok()?;
    let lines = text.lines().skip_while(|line| !line.starts_with('#'));
    let lines = lines.map_while(|line| line.strip_prefix('#'));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Returns the questions of a fixture of the corpus with this name.
pub(crate) fn questions_of(name: &str) -> Option<Vec<Question>> {
    let at = FILES.binary_search_by(|(other, ..)| (*other).cmp(name));
    let fixture = Fixture::parse(FILES[at.ok()?].1).ok()?;
    Some(Questions::of(&fixture).ok()?.questions)
}

/// The fixtures of a run, as far as they are of the corpus.
#[derive(Default)]
pub(crate) struct FromCorpus {
    names: BTreeSet<&'static str>,
    others: usize,
    /// The first of the others.
    first_others: Vec<String>,
}

/// The number of files not of the corpus that a sentence names.
const MOST_NAMED: usize = 3;

/// The version of the corpus, and whether all of it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CorpusVersion {
    pub(crate) version: Cow<'static, str>,
    pub(crate) whole: bool,
}

impl FromCorpus {
    /// Counts a fixture with this name, and its name in the corpus, if it is there.
    pub(crate) fn add(&mut self, name: &str, in_corpus: Option<&'static str>) {
        if let Some(name) = in_corpus {
            self.names.insert(name);
            return;
        }
        self.others += 1;
        if self.first_others.len() < MOST_NAMED {
            self.first_others.push(plain_line(name));
        }
    }

    /// Returns the version if every fixture is of the corpus. `files`: which of the corpus's would be all.
    pub(crate) fn version(&self, files: CorpusFiles) -> Option<CorpusVersion> {
        let is_of_it = self.others == 0 && !self.names.is_empty();
        version().filter(|_| is_of_it).map(|version| CorpusVersion {
            version: version.into(),
            whole: self.names.len() == files.count(),
        })
    }

    /// Returns a sentence about the version; `None` if no fixture is of the corpus.
    pub(crate) fn note(&self, files: CorpusFiles) -> Option<String> {
        let own = self.names.len();
        let note = if own == 0 {
            return None;
        } else if version().is_none() {
            "changed since the latest version of the corpus".to_owned()
        } else if self.others > 0 {
            let others = number(self.others, "file");
            let more = if self.others > MOST_NAMED {
                ", …"
            } else {
                ""
            };
            let named = self.first_others.join(", ");
            format!("{own} of corpus {VERSION}, and {others} not of it: {named}{more}")
        } else if own == files.count() {
            format!("corpus {VERSION}")
        } else {
            format!("a part of corpus {VERSION}")
        };
        Some(format!("fixtures: {note}"))
    }
}

/// A part of the corpus.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CorpusFiles {
    All,
    /// Without those that must be refused.
    Readable,
}

impl CorpusFiles {
    fn count(self) -> usize {
        let files = FILES.iter();
        let is_meant = |file: &&CorpusFile| matches!(self, CorpusFiles::All) || file.2.is_none();
        files.filter(is_meant).count()
    }
}
