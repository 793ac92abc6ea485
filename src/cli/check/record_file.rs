//! Finds the games of a file, divides them into shares for several threads, and judges a share.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gokata::sgf::{Collection, Decoded, Judging};
use hmac_sha256::Hash;

use super::record_json::JsonFault;
use super::record_report::{RecordReport, Reporter};
use crate::read::files::decode_record;
use crate::read::rules::GivenRules;
use crate::terminal::output::Format;

/// A longer report is emitted in parts of at least this many bytes.
const PART_BYTES: usize = 16 << 10;

/// A file of game records.
pub(super) struct RecordFile {
    path: PathBuf,
    /// The hash of the file, for JSON.
    sha256: Option<String>,
    /// Warnings about the character encoding.
    encoding_warnings: Vec<String>,
    /// The index of the first game that can be judged. The warnings are reported with it.
    first_judged: OnceLock<Option<usize>>,
    collection: Collection<'static>,
}

/// Some games of a file.
pub(super) struct Share {
    file: Arc<RecordFile>,
    /// Their indices.
    games: Range<usize>,
}

/// Finds the games of a file, and divides them into shares for several threads. The shares are the same for any number
/// of threads.
pub(super) fn shares(
    path: &Path,
    bytes: Vec<u8>,
    judging: &Judging,
    format: Format,
) -> Result<impl Iterator<Item = Share> + Send + use<>, Box<RecordReport>> {
    let sha256 = (format == Format::Ndjson).then(|| hex(&Hash::hash(&bytes)));
    let mut reporter = Reporter::new(path, sha256.as_deref(), *judging, format);
    let (text, encoding_warnings) = match owned(path, bytes) {
        Ok(decoded) => decoded,
        Err(message) => {
            reporter.unreadable(None, &message, JsonFault::new(&message));
            return Err(Box::new(reporter.report));
        }
    };
    let collection = Collection::parse_owned(text).map_err(|error| {
        reporter.not_parsed(None, &error);
        Box::new(std::mem::take(&mut reporter.report))
    })?;
    let file = Arc::new(RecordFile {
        path: path.to_owned(),
        sha256,
        encoding_warnings,
        first_judged: OnceLock::new(),
        collection,
    });
    let mut next = 0;
    Ok(iter::from_fn(move || {
        let games = file.collection.share(next);
        next = games.end;
        let file = Arc::clone(&file);
        (!games.is_empty()).then_some(Share { file, games })
    }))
}

/// Decodes the bytes of a file. Also returns the warnings.
fn owned(path: &Path, mut bytes: Vec<u8>) -> Result<(String, Vec<String>), String> {
    let Decoded { text, warnings, .. } = decode_record(path, &bytes)?;
    let start = match text {
        Cow::Owned(text) => return Ok((text, warnings)),
        // All but a byte order mark.
        Cow::Borrowed(text) => bytes.len() - text.len(),
    };
    bytes.drain(..start);
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    Ok((text, warnings))
}

impl Share {
    pub(super) fn path(&self) -> &Path {
        &self.file.path
    }

    /// True for the last games of the file.
    pub(super) fn is_last(&self) -> bool {
        self.games.end == self.file.collection.games().len()
    }

    /// Judges the games, and emits the report in parts.
    pub(super) fn judge(
        &self,
        judging: &Judging,
        rules: Option<GivenRules>,
        format: Format,
        emit: &mut dyn FnMut(RecordReport),
    ) {
        let file = &self.file;
        let mut reporter = Reporter::new(&file.path, file.sha256.as_deref(), *judging, format);
        reporter.rules = rules;
        if !file.encoding_warnings.is_empty()
            && file
                .first_judged()
                .is_some_and(|first| self.games.contains(&first))
        {
            reporter
                .encoding_warnings
                .clone_from(&file.encoding_warnings);
        }
        let is_one_of_several = file.collection.games().len() > 1;
        for index in self.games.clone() {
            let number = index + 1;
            match file.collection.game(index) {
                Some(Ok(game)) => {
                    let given = rules.map(|rules| rules.over(game.rules_or(None)));
                    reporter.judging.rules = given;
                    reporter.judged(number, is_one_of_several, &game);
                }
                Some(Err(error)) => reporter.not_parsed(Some(number), &error),
                None => {}
            }
            if reporter.held_bytes >= PART_BYTES {
                reporter.held_bytes = 0;
                reporter.report.is_part = true;
                emit(std::mem::take(&mut reporter.report));
            }
        }
        reporter.report.is_part = !self.is_last();
        emit(reporter.report);
    }
}

impl RecordFile {
    fn first_judged(&self) -> Option<usize> {
        let find = || self.collection.games().position(|game| game.is_ok());
        *self.first_judged.get_or_init(find)
    }
}

/// Returns the report about a file that cannot be read at all.
pub(super) fn unreadable(
    file: &Path,
    message: &str,
    judging: &Judging,
    format: Format,
) -> RecordReport {
    let mut reporter = Reporter::new(file, None, *judging, format);
    reporter.unreadable(None, message, JsonFault::new(message));
    reporter.report
}

fn hex(bytes: &[u8]) -> String {
    let add = |hex: String, byte: &u8| hex + &format!("{byte:02x}");
    bytes.iter().fold(String::new(), add)
}
