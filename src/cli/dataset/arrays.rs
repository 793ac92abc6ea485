//! Writes the arrays of games to an `.npz` archive.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter::repeat_n;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use gokata::planes::{PLANES, append_planes};
use gokata::{Color, Size};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::games::TrainingGame;
use crate::terminal::workers::{LARGE, in_order};

/// The lowest level, which suits planes of mostly zeros: higher ones take five times as long to save a quarter.
const COMPRESSION_LEVEL: u32 = 1;

/// 1 January 1980, the first time that an archive can state, in seconds since 1970.
const FIRST_TIME: i64 = 315_532_800;

/// The number of bytes of planes that a thread collects before it emits them. Most games have fewer.
const CHUNK: usize = 1 << 20;

/// Writes the arrays of these games. `first` is the number of the first game.
pub(super) fn write(
    file: &mut File,
    size: Size,
    games: &[TrainingGame],
    first: usize,
    jobs: usize,
) -> io::Result<()> {
    let mut archive = Archive(ZipArchiveWriter::new(BufWriter::new(file)));
    let positions: usize = games.iter().map(TrainingGame::moves).sum();
    let shape = [positions, PLANES.len(), size.rows(), size.cols()];
    archive.add("planes", "|u1", &shape, |items| {
        write_planes(items, games, jobs)
    })?;
    write_columns(&mut archive, games, first)?;
    archive.0.finish().map_err(io::Error::other)?.flush()
}

fn write_columns(
    archive: &mut Archive<'_>,
    games: &[TrainingGame],
    first: usize,
) -> io::Result<()> {
    let actions = || games.iter().flat_map(TrainingGame::actions);
    let moves = actions().flat_map(|(_, index)| index.to_le_bytes());
    archive.add_column("move", "<u2", 2, &moves.collect::<Vec<_>>())?;
    let colors = actions().map(|(color, _)| u8::from(color == Color::White));
    archive.add_column("color", "|u1", 1, &colors.collect::<Vec<_>>())?;
    let winners = games
        .iter()
        .flat_map(|game| repeat_n(game.winner, game.moves()));
    archive.add_column("winner", "|u1", 1, &winners.collect::<Vec<_>>())?;
    let numbers = games.iter().zip(first..);
    let numbers = numbers.flat_map(|(game, number)| u32_bytes(number).repeat(game.moves()));
    archive.add_column("game", "<u4", 4, &numbers.collect::<Vec<_>>())?;
    let plies = games
        .iter()
        .flat_map(|game| (0..game.moves()).flat_map(u32_bytes));
    archive.add_column("ply", "<u4", 4, &plies.collect::<Vec<_>>())?;
    let longest = games
        .iter()
        .map(|game| game.source.len())
        .max()
        .unwrap_or(1);
    let mut sources = Vec::new();
    for game in games {
        sources.extend_from_slice(&game.source);
        sources.resize(sources.len() + longest - game.source.len(), 0);
    }
    archive.add_column("source", &format!("|S{longest}"), longest, &sources)
}

/// Writes the planes of every position. Computes them for several games in parallel.
fn write_planes(items: &mut dyn Write, games: &[TrainingGame], jobs: usize) -> io::Result<()> {
    let work = |game: &TrainingGame, emit: &mut dyn FnMut(io::Result<Vec<u8>>)| {
        let mut bytes = Vec::new();
        let replayed = game.replay(|position| {
            append_planes(position, &mut bytes);
            if bytes.len() >= CHUNK {
                emit(Ok(std::mem::take(&mut bytes)));
            }
        });
        emit(replayed.map(|()| bytes).map_err(io::Error::other));
    };
    let mut written = Ok(());
    in_order(games.iter(), jobs, LARGE, work, |bytes| {
        if written.is_ok() {
            written = bytes.and_then(|bytes| items.write_all(&bytes));
        }
    });
    written
}

/// Encodes the number of a game or move. All of them are below 2^32.
fn u32_bytes(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

struct Archive<'f>(ZipArchiveWriter<BufWriter<&'f mut File>>);

impl Archive<'_> {
    /// Adds a one-dimensional array whose items have `width` bytes.
    fn add_column(&mut self, name: &str, kind: &str, width: usize, items: &[u8]) -> io::Result<()> {
        let shape = [items.len() / width];
        self.add(name, kind, &shape, |to| to.write_all(items))
    }

    /// Adds an array. `write` writes its items.
    fn add(
        &mut self,
        name: &str,
        kind: &str,
        shape: &[usize],
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        // A fixed time and fixed permissions, so that the same games give the same bytes.
        let (mut entry, config) = self
            .0
            .new_file(format!("{name}.npy"))
            .compression_method(CompressionMethod::DEFLATE)
            .last_modified(UtcDateTime::from_unix(FIRST_TIME))
            .unix_permissions(0o100_644)
            .start()
            .map_err(io::Error::other)?;
        let deflated = DeflateEncoder::new(&mut entry, Compression::new(COMPRESSION_LEVEL));
        let mut items = config.wrap(deflated);
        items.write_all(&header(kind, shape))?;
        write(&mut items)?;
        let (deflated, sums) = items.finish().map_err(io::Error::other)?;
        deflated.finish()?;
        entry.finish(sums).map_err(io::Error::other)?;
        Ok(())
    }
}

/// Returns the header of an array in version 1.0 of the `npy` format.
fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let comma = if sides.len() == 1 { "," } else { "" };
    let sides = sides.join(", ") + comma;
    let mut about = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sides}), }}");
    // The format requires that the items start at a multiple of 64 bytes.
    while !(MAGIC.len() + 2 + about.len() + 1).is_multiple_of(64) {
        about.push(' ');
    }
    about.push('\n');
    // The header is much shorter than the limit of 65,535 bytes.
    let length = u16::try_from(about.len()).unwrap_or(u16::MAX);
    [MAGIC, &length.to_le_bytes(), about.as_bytes()].concat()
}

const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
