//! Whether fixtures are those of the corpus that this gokata was built with, and the version of that corpus.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use gokata::corpus::Corpus;
use serde::{Deserialize, Serialize};

use crate::terminal::text::{number, plain_line};

/// The fixtures that this gokata was built with.
pub(crate) static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let (version, fingerprint) = (gokata_corpus::VERSION, gokata_corpus::FINGERPRINT);
    Corpus::new(gokata_corpus::FILES, version, fingerprint).with_boards(gokata_corpus::BOARDS)
});

/// The folder with fixtures that commands read by default.
pub(crate) const FIXTURES: &str = "fixtures";

/// Returns the corpus's own name of a fixture, if it has this name and content there, and must be refused or not.
pub(crate) fn in_corpus(name: &str, content: &[u8], is_refused: bool) -> Option<&'static str> {
    let file = CORPUS.find(name)?;
    (file.content == content && file.refusal.is_some() == is_refused).then_some(file.name)
}

/// Returns the files of the corpus that all these paths mean, unless there is a folder `fixtures` here.
pub(crate) fn built_in_files(paths: &[PathBuf]) -> Option<Vec<PathBuf>> {
    let all = || CORPUS.files().iter().map(|file| path_of(file.name));
    let is_meant = |file: &PathBuf| paths.iter().any(|path| file.starts_with(path));
    let is_known =
        |path: &PathBuf| path.starts_with(FIXTURES) && all().any(|it| it.starts_with(path));
    let are_known = !has_folder() && paths.iter().all(is_known);
    are_known.then(|| all().filter(is_meant).collect())
}

/// Returns the content of a file of the corpus, or of the message beside it, where there is no folder `fixtures`:
/// what reports name can be read anywhere.
pub(super) fn built_in(path: &Path) -> Option<&'static [u8]> {
    let name = path.strip_prefix(FIXTURES).ok()?.with_extension("");
    let parts = name.iter().map(OsStr::to_str);
    let name = parts.collect::<Option<Vec<&str>>>()?.join("/");
    let file = CORPUS.find(&name).filter(|_| !has_folder())?;
    match path.extension()?.to_str()? {
        "txt" => Some(file.content),
        "error" => file.refusal,
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
    let text = str::from_utf8(CORPUS.find(name)?.content).ok()?;
    let lines = text.lines().skip_while(|line| !line.starts_with('#'));
    let lines = lines.map_while(|line| line.strip_prefix('#'));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    (!words.is_empty()).then(|| words.join(" "))
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

    /// Returns the version if every fixture is of the corpus. `all`: how many of the corpus's would be all.
    pub(crate) fn version(&self, all: usize) -> Option<CorpusVersion> {
        let is_of_it = self.others == 0 && !self.names.is_empty();
        let version = CORPUS.version().filter(|_| is_of_it)?.into();
        let whole = self.names.len() == all;
        Some(CorpusVersion { version, whole })
    }

    /// Returns a sentence about the version; `None` if no fixture is of the corpus.
    pub(crate) fn note(&self, all: usize) -> Option<String> {
        let own = self.names.len();
        let note = match CORPUS.version() {
            _ if own == 0 => return None,
            None => "changed since the latest version of the corpus".to_owned(),
            Some(version) if self.others > 0 => {
                let (others, named) = (number(self.others, "file"), self.first_others.join(", "));
                let are_more = self.others > MOST_NAMED;
                let more = if are_more { ", …" } else { "" };
                format!("{own} of corpus {version}, and {others} not of it: {named}{more}")
            }
            Some(version) if own == all => format!("corpus {version}, {}", CORPUS.fingerprint()),
            Some(version) => format!("a part of corpus {version}"),
        };
        Some(format!("fixtures: {note}"))
    }
}
