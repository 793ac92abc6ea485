//! Writes the arrays of games to an `.npz` archive.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter::repeat_n;

use gokata::planes::{PLANES, append_planes};
use gokata::{Color, Size};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::games::TrainingGame;
use crate::terminal::workers::{LARGE, in_order};

/// The lowest level, which suits planes of mostly zeros: higher ones take five times as long to save a quarter.
const COMPRESSION_LEVEL: i64 = 1;

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
    let mut archive = Archive(ZipWriter::new(BufWriter::new(file)));
    let positions: usize = games.iter().map(TrainingGame::moves).sum();
    let shape = [positions, PLANES.len(), size.rows(), size.cols()];
    archive.begin("planes", "|u1", 1, &shape)?;
    write_planes(&mut archive, games, jobs)?;
    write_columns(&mut archive, games, first)?;
    archive.0.finish()?.flush()
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
fn write_planes(archive: &mut Archive<'_>, games: &[TrainingGame], jobs: usize) -> io::Result<()> {
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
            written = bytes.and_then(|bytes| archive.0.write_all(&bytes));
        }
    });
    written
}

/// Encodes the number of a game or move. All of them are below 2^32.
fn u32_bytes(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

struct Archive<'f>(ZipWriter<BufWriter<&'f mut File>>);

impl Archive<'_> {
    /// Writes a one-dimensional array whose items have `width` bytes.
    fn add_column(&mut self, name: &str, kind: &str, width: usize, items: &[u8]) -> io::Result<()> {
        self.begin(name, kind, width, &[items.len() / width])?;
        self.0.write_all(items)
    }

    /// Writes the header of an array. The caller must write the items next.
    fn begin(&mut self, name: &str, kind: &str, width: usize, shape: &[usize]) -> io::Result<()> {
        let bytes = shape.iter().copied().fold(width, usize::saturating_mul);
        // Fix the time, permissions and system, so that the same games give the same bytes.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(COMPRESSION_LEVEL))
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644)
            .system(System::Unix)
            // Half the limit of 4 GiB, because compression may make the data a little longer.
            .large_file(bytes >= usize::try_from(u32::MAX / 2).unwrap_or(usize::MAX));
        self.0.start_file(format!("{name}.npy"), options)?;
        self.0.write_all(&header(kind, shape))
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
