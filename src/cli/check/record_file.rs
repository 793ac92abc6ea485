//! Finds the games of a file, divides them into shares for several threads, and judges a share.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gokata::sgf::{Collection, Decoded};
use hmac_sha256::Hash;

use super::record_report::{How, Reporter};
use super::summary::{Count, FileReport};
use crate::read::files::decode_record;
use crate::terminal::error::CommandError;

/// A report of more bytes or remarks is emitted in parts.
const PART_BYTES: usize = 16 << 10;
const PART_REMARKS: usize = 100;

/// A file of game records.
pub(super) struct RecordFile {
    path: PathBuf,
    /// The hash of the file, for JSON.
    sha256: Option<Arc<str>>,
    /// Warnings about the character encoding.
    encoding_warnings: Vec<String>,
    /// The index of the first game that can be judged, with which these warnings are reported.
    first_judged: Option<usize>,
    collection: Collection<'static>,
}

/// Finds the games of a file, and divides their indices into shares for several threads. The shares are the same for any
/// number of threads.
pub(super) fn shares(
    path: &Path,
    bytes: Vec<u8>,
    how: &How,
) -> Result<impl Iterator<Item = (Arc<RecordFile>, Range<usize>)> + Send + use<>, Box<FileReport>> {
    let sha256: Option<Arc<str>> = how.hashes.then(|| hex(&Hash::hash(&bytes)).into());
    let (text, encoding_warnings) = owned(path, bytes)
        .map_err(|error| Box::new(unreadable(path, sha256.clone(), &error, how)))?;
    let collection = Collection::parse_owned(text).map_err(|error| {
        let mut reporter = Reporter::new(how, path, sha256.clone());
        reporter.not_parsed(None, &error);
        Box::new(whole(reporter))
    })?;
    let first_judged = (!encoding_warnings.is_empty())
        .then(|| collection.games().position(|game| game.is_ok()))
        .flatten();
    let file = Arc::new(RecordFile {
        path: path.to_owned(),
        sha256,
        encoding_warnings,
        first_judged,
        collection,
    });
    let mut next = 0;
    Ok(iter::from_fn(move || {
        let games = file.collection.share(next);
        next = games.end;
        let file = Arc::clone(&file);
        (!games.is_empty()).then_some((file, games))
    }))
}

/// Returns the report about a file that cannot be read at all.
pub(super) fn unreadable(
    path: &Path,
    sha256: Option<Arc<str>>,
    error: &CommandError,
    how: &How,
) -> FileReport {
    let mut reporter = Reporter::new(how, path, sha256);
    let message = error.to_string();
    reporter.unreadable(None, None, &message, &message);
    whole(reporter)
}

/// Returns the last report about a file.
fn whole(reporter: Reporter<'_>) -> FileReport {
    let mut report = reporter.report;
    report.counts.push((Count::Records, 1));
    report
}

/// Decodes the bytes of a file. Also returns the warnings.
fn owned(path: &Path, mut bytes: Vec<u8>) -> Result<(String, Vec<String>), CommandError> {
    let Decoded { text, warnings, .. } = decode_record(path, &bytes)?;
    let start = match text {
        Cow::Owned(text) => return Ok((text, warnings)),
        // All but a byte order mark.
        Cow::Borrowed(text) => bytes.len() - text.len(),
    };
    bytes.drain(..start);
    let text = String::from_utf8(bytes).map_err(CommandError::other)?;
    Ok((text, warnings))
}

impl RecordFile {
    /// Judges the games with these indices, and emits the report in parts.
    pub(super) fn judge(&self, games: Range<usize>, how: &How, emit: &mut dyn FnMut(FileReport)) {
        let count = self.collection.games().len();
        let is_last = games.end == count;
        let mut reporter = Reporter::new(how, &self.path, self.sha256.clone());
        for index in games {
            let number = index + 1;
            let warnings = if self.first_judged == Some(index) {
                &self.encoding_warnings[..]
            } else {
                &[]
            };
            match self.collection.game(index) {
                Some(Ok(game)) => {
                    reporter.judge(number, count > 1, &game, warnings);
                }
                Some(Err(error)) => reporter.not_parsed(Some(number), &error),
                None => {}
            }
            if reporter.bytes >= PART_BYTES || reporter.remarks >= PART_REMARKS {
                (reporter.bytes, reporter.remarks) = (0, 0);
                emit(std::mem::take(&mut reporter.report));
            }
        }
        emit(if is_last {
            whole(reporter)
        } else {
            reporter.report
        });
    }
}

fn hex(bytes: &[u8]) -> String {
    let add = |hex: String, byte: &u8| hex + &format!("{byte:02x}");
    bytes.iter().fold(String::new(), add)
}
