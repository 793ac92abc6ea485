//! Divides files into pieces of work for several threads, and does a piece.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gokata::sgf::{Collection, decode};
use hmac_sha256::Hash;

use super::fixture;
use super::record::{About, How};
use super::summary::{Count, FileReport};
use crate::read::files::{is_record, read_any};
use crate::read::paths::Found;
use crate::read::record::read_owned_games;
use crate::repair;
use crate::terminal::error::CommandError;

/// From this number of bytes on, several threads check a file of game records.
const LARGE_FILE: u64 = 1 << 20;

/// A piece of work for a thread.
pub(super) enum Piece {
    /// A file to be read.
    Unread,
    /// The content of a fixture, or why it cannot be read.
    Fixture(Result<Vec<u8>, CommandError>),
    /// Some games of a file.
    Games(Arc<RecordFile>, Range<usize>),
    /// A file of game records that cannot be read.
    Report(FileReport),
}

pub(super) struct RecordFile {
    sha256: Option<String>,
    encoding_warnings: Vec<String>,
    /// The index of the first game that can be judged, with which these warnings are reported.
    first_judged: Option<usize>,
    collection: Collection<'static>,
    /// Whether a damaged game has been found.
    is_damaged: AtomicBool,
}

/// Returns the work on a file; on a large one, or standard input, in pieces that are the same for any number of threads.
pub(super) fn pieces(found: Found, how: &How) -> impl Iterator<Item = (PathBuf, Piece)> + use<> {
    let (path, pieces) = match found {
        Ok(path) => {
            let is_large = path.metadata().is_ok_and(|about| about.len() >= LARGE_FILE);
            let pieces = if is_large || path.as_os_str() == "-" {
                read(&path, how)
            } else {
                vec![Piece::Unread]
            };
            (path, pieces)
        }
        Err((path, error)) => (path, vec![Piece::Fixture(Err(error))]),
    };
    pieces.into_iter().map(move |piece| (path.clone(), piece))
}

fn read(path: &Path, how: &How) -> Vec<Piece> {
    let file = |sha256| About {
        how,
        file: path,
        sha256,
    };
    let bytes = match read_any(path) {
        Ok((bytes, true)) => bytes,
        Err(error) if is_record(path) => {
            return vec![Piece::Report(file(None).not_read(&error))];
        }
        fixture => return vec![Piece::Fixture(fixture.map(|(bytes, _)| bytes))],
    };
    let hex = |hex: String, byte: &u8| hex + &format!("{byte:02x}");
    let sha256 = how.as_json.then(|| Hash::hash(&bytes));
    let sha256 = sha256.map(|hash| hash.iter().fold(String::new(), hex));
    let games = match read_owned_games(path, bytes) {
        Ok(games) => games,
        Err(error) => {
            let mut report = file(sha256.as_deref()).not_read(&error);
            let is_small = path
                .metadata()
                .is_ok_and(|about| about.len() <= repair::LARGEST);
            let again = is_small.then(|| read_any(path).ok()).flatten();
            let advice = |(bytes, _): (Vec<u8>, bool)| repair::advice(path, &decode(&bytes).text);
            report.repair = again.and_then(advice);
            return vec![Piece::Report(report)];
        }
    };
    let collection = games.collection;
    let first_judged = collection.games().position(|game| game.is_ok());
    let file = Arc::new(RecordFile {
        sha256,
        encoding_warnings: games.warnings,
        first_judged,
        collection,
        is_damaged: AtomicBool::new(false),
    });
    let mut pieces = Vec::new();
    let mut games = file.collection.share(0);
    while !games.is_empty() {
        let next = file.collection.share(games.end);
        pieces.push(Piece::Games(Arc::clone(&file), games));
        games = next;
    }
    pieces
}

impl Piece {
    /// Does the work on a piece of this file, and emits what is found.
    pub(super) fn check(self, path: &Path, how: &How, emit: &mut dyn FnMut(FileReport)) {
        match self {
            Piece::Unread => {
                let pieces = read(path, how).into_iter();
                pieces.for_each(|piece| piece.check(path, how, emit));
            }
            Piece::Fixture(bytes) => emit(fixture::check_file(path, bytes, how)),
            Piece::Games(file, games) => file.judge(path, games, how, emit),
            Piece::Report(report) => emit(report),
        }
    }
}

impl RecordFile {
    fn judge(&self, path: &Path, games: Range<usize>, how: &How, emit: &mut dyn FnMut(FileReport)) {
        let count = self.collection.games().len();
        let is_last = games.end == count;
        let about = About {
            how,
            file: path,
            sha256: self.sha256.as_deref(),
        };
        for index in games {
            let warnings = if self.first_judged == Some(index) {
                &self.encoding_warnings[..]
            } else {
                &[]
            };
            let mut report = match self.collection.game(index) {
                Some(Ok(game)) => about.judge(index + 1, count > 1, &game, warnings),
                Some(Err(error)) => about.not_parsed(Some(index + 1), &error),
                None => continue,
            };
            let is_damaged = |(count, _): &(Count, usize)| matches!(count, Count::NotUnderstood);
            if report.counts.iter().any(is_damaged)
                && !self.is_damaged.swap(true, Ordering::Relaxed)
            {
                report.repair = repair::advice(path, self.collection.text());
            }
            emit(report);
        }
        if is_last {
            emit(FileReport {
                counts: vec![(Count::Records, 1)],
                ..FileReport::default()
            });
        }
    }
}
