//! Writes the positions of all games in a random order, with the memory for those of one file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::mem;
use std::path::Path;

use gokata::Random;

use super::arrays::{self, CHUNK, in_parallel};
use super::fields::Field;
use super::games::{Texts, TrainingGame};
use super::npy::{Archive, Chunk};
use super::parts::{Part, Parts};
use crate::terminal::error::CommandError;
use crate::terminal::workers::{LARGE, in_order};

/// Positions on their way to the files in which they end.
pub(super) struct Shuffle {
    random: Random,
    /// For each file the rows of its positions, in the order of the games. The system deletes these files when the program
    /// ends, however it ends.
    piles: Vec<BufWriter<File>>,
    /// The files that have got no position since each of them had as many as the others.
    left: Vec<usize>,
    texts: Vec<Texts>,
}

impl Shuffle {
    /// Prepares so many files, which need room in `folder`.
    pub(super) fn new(seed: u64, files: usize, folder: &Path) -> io::Result<Shuffle> {
        let pile = |_| Ok(BufWriter::new(tempfile::tempfile_in(folder)?));
        Ok(Shuffle {
            random: Random::new(seed),
            piles: (0..files).map(pile).collect::<io::Result<_>>()?,
            left: Vec::new(),
            texts: Vec::new(),
        })
    }

    /// Deals the positions of games out to the files, at random, but so that all files have the same number, or one more.
    pub(super) fn add(
        &mut self,
        fields: &[Field],
        games: Vec<TrainingGame>,
        jobs: usize,
    ) -> io::Result<()> {
        let first = self.texts.len();
        let length = row_length(fields);
        let work = |(game, number): (&TrainingGame, usize),
                    emit: &mut dyn FnMut(io::Result<Vec<u8>>)| {
            let (mut rows, mut item) = (Vec::new(), Vec::new());
            let replayed = game.replay(number, |turn, board, history| {
                for field in fields {
                    item.clear();
                    field.append(turn, board, history, &mut item);
                    pack(field, &item, &mut rows);
                }
                if rows.len() >= CHUNK {
                    emit(Ok(mem::take(&mut rows)));
                }
            });
            emit(replayed.map(|()| rows).map_err(io::Error::other));
        };
        let mut dealt = Ok(());
        in_order(games.iter().zip(first..), jobs, LARGE, work, |rows| {
            if dealt.is_ok() {
                dealt =
                    rows.and_then(|rows| rows.chunks(length).try_for_each(|row| self.deal(row)));
            }
        });
        self.texts.extend(games.into_iter().map(|game| game.texts));
        dealt
    }

    fn deal(&mut self, row: &[u8]) -> io::Result<()> {
        if self.left.is_empty() {
            self.left.extend(0..self.piles.len());
        }
        let file = self.left.swap_remove(self.random.below(self.left.len()));
        self.piles[file].write_all(row)
    }

    /// Writes `part`, or all files with one more for the texts.
    pub(super) fn write(
        mut self,
        fields: &[Field],
        parts: &mut Parts,
        only: Option<Part>,
        jobs: usize,
    ) -> Result<(), CommandError> {
        for (number, pile) in mem::take(&mut self.piles).into_iter().enumerate() {
            let part = only.unwrap_or(Part::Number(number));
            parts.add(part, |archive| {
                self.write_pile(pile, fields, archive, jobs)?;
                let texts = only.map(|_| arrays::write_texts(archive, &self.texts));
                texts.unwrap_or(Ok(()))
            })?;
        }
        let texts = |archive: &mut Archive<'_>| arrays::write_texts(archive, &self.texts);
        only.map_or_else(|| parts.add(Part::Games, texts), |_| Ok(()))
    }

    /// Writes the positions of a file in a random order.
    fn write_pile(
        &mut self,
        pile: BufWriter<File>,
        fields: &[Field],
        archive: &mut Archive<'_>,
        jobs: usize,
    ) -> io::Result<()> {
        let mut pile = pile.into_inner()?;
        pile.rewind()?;
        let mut bytes = Vec::new();
        pile.read_to_end(&mut bytes)?;
        drop(pile);
        let mut rows: Vec<&[u8]> = bytes.chunks(row_length(fields)).collect();
        for last in (1..rows.len()).rev() {
            rows.swap(last, self.random.below(last + 1));
        }
        let (format, mut start) = (archive.format(), 0);
        for field in fields {
            let width = packed_width(field);
            let shape = [&[rows.len()], &field.shape[..]].concat();
            let work = |rows: &[&[u8]], emit: &mut dyn FnMut(io::Result<Chunk>)| {
                let mut items = Vec::new();
                for row in rows {
                    unpack(field, &row[start..][..width], &mut items);
                }
                emit(Chunk::new(format, &items));
            };
            let many = (CHUNK / field.width()).max(1);
            archive.add(field.name, field.kind, &shape, |append| {
                in_parallel(rows.chunks(many), jobs, work, append)
            })?;
            start += width;
        }
        Ok(())
    }
}

/// The length in bytes of a position with all its fields.
fn row_length(fields: &[Field]) -> usize {
    fields.iter().map(packed_width).sum()
}

fn packed_width(field: &Field) -> usize {
    let width = field.width();
    if field.is_bits() {
        width.div_ceil(8)
    } else {
        width
    }
}

/// Appends an item to a row: zeros and ones as bits.
fn pack(field: &Field, item: &[u8], row: &mut Vec<u8>) {
    if field.is_bits() {
        row.extend(item.chunks(8).map(bits));
    } else {
        row.extend_from_slice(item);
    }
}

/// Appends an item as it was before [`pack`].
fn unpack(field: &Field, packed: &[u8], items: &mut Vec<u8>) {
    if field.is_bits() {
        let end = items.len() + field.width();
        items.extend(packed.iter().copied().flat_map(bytes));
        items.truncate(end);
    } else {
        items.extend_from_slice(packed);
    }
}

/// The first of up to eight zeros and ones is the lowest bit.
fn bits(numbers: &[u8]) -> u8 {
    let mut eight = [0; 8];
    eight[..numbers.len()].copy_from_slice(numbers);
    // Byte n of the sum has the bit 8n; the product moves it to bit 56 + n.
    (u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The reverse of [`bits`].
fn bytes(bits: u8) -> [u8; 8] {
    let own = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    // A byte that is not zero carries into its highest bit.
    let ones = ((own + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101;
    ones.to_le_bytes()
}
