//! Writes the arrays of games in the order of their moves.

use std::io;
use std::ops::Range;

use super::fields::Field;
use super::games::{TEXTS, Texts, TrainingGame};
use super::npy::{Append, Archive, Chunk};
use crate::terminal::workers::{LARGE, in_order};

/// The number of bytes that a thread collects before it compresses them.
pub(super) const CHUNK: usize = 1 << 20;

/// Writes the arrays of these games. `first` is the number of the first game.
pub(super) fn write(
    archive: &mut Archive<'_>,
    fields: &[Field],
    games: &[TrainingGame],
    first: usize,
    jobs: usize,
) -> io::Result<()> {
    let positions: usize = games.iter().map(TrainingGame::moves).sum();
    for field in fields {
        let shape = [&[positions], &field.shape[..]].concat();
        let format = archive.format();
        archive.add(field.name, field.kind, &shape, |append| {
            let work = |range: Range<usize>, emit: &mut dyn FnMut(io::Result<Chunk>)| {
                let mut bytes = Vec::new();
                for (game, number) in games[range.clone()].iter().zip(first + range.start..) {
                    let replayed = field.append_all(game, number, &mut bytes, |bytes| {
                        if bytes.len() >= CHUNK {
                            emit(Chunk::new(format, bytes));
                            bytes.clear();
                        }
                    });
                    if let Err(error) = replayed {
                        return emit(Err(io::Error::other(error)));
                    }
                }
                emit(Chunk::new(format, &bytes));
            };
            in_parallel(ranges(games, field.width()), jobs, work, append)
        })?;
    }
    write_texts(archive, games.iter().map(|game| &game.texts))
}

/// Writes the arrays that have an item for each game.
pub(super) fn write_texts<'t>(
    archive: &mut Archive<'_>,
    games: impl IntoIterator<Item = &'t Texts>,
) -> io::Result<()> {
    let games: Vec<&Texts> = games.into_iter().collect();
    let format = archive.format();
    for (nth, name) in TEXTS.iter().enumerate() {
        let texts = games.iter().map(|texts| &texts[nth]);
        let width = texts.clone().map(Vec::len).max().unwrap_or(0).max(1);
        let mut bytes = Vec::new();
        for text in texts {
            bytes.extend(text);
            bytes.resize(bytes.len() + width - text.len(), 0);
        }
        let shape = [games.len()];
        archive.add(name, &format!("|S{width}"), &shape, |append| {
            append(Chunk::new(format, &bytes)?)
        })?;
    }
    Ok(())
}

/// Divides games among ranges of about a [`CHUNK`], whose positions have items of this many bytes.
fn ranges(games: &[TrainingGame], width: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let (first, mut bytes) = (start, 0);
        while bytes < CHUNK && start < games.len() {
            bytes += games[start].moves() * width;
            start += 1;
        }
        (first < start).then_some(first..start)
    })
}

/// Calls `work` on every item in parallel, and appends the chunks in the order of the items.
pub(super) fn in_parallel<T: Send>(
    items: impl Iterator<Item = T> + Send,
    jobs: usize,
    work: impl Fn(T, &mut dyn FnMut(io::Result<Chunk>)) + Sync,
    append: Append<'_>,
) -> io::Result<()> {
    let mut written = Ok(());
    in_order(items, jobs, LARGE, work, |chunk| {
        if written.is_ok() {
            written = chunk.and_then(&mut *append);
        }
    });
    written
}
