//! Games -> the arrays of a file. How a file comes to its name is not said here.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use gokata::planes::{PLANES, append_planes};
use gokata::{Color, Size};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::games::Kept;
use crate::terminal::text::reason;
use crate::terminal::workers::{LARGE, in_order};

/// Planes are mostly zeros: more effort takes five times as long to save a quarter of the bytes.
const EFFORT: i64 = 1;

/// Planes are handed over in pieces of so many bytes: most games are one.
const A_PIECE: usize = 1 << 20;

/// Writes an archive of arrays, of games that are counted from `first`.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(
    file: &mut File,
    size: Size,
    games: &[Kept],
    first: usize,
    jobs: usize,
) -> Result<(), String> {
    let told = |error: io::Error| reason(&error);
    let mut archive = Archive(ZipWriter::new(BufWriter::new(file)));
    let positions: usize = games.iter().map(Kept::moves).sum();
    let shape = [positions, PLANES.len(), size.rows(), size.cols()];
    archive.begin("planes", "|u1", 1, &shape).map_err(told)?;
    planes(&mut archive, games, jobs)?;
    let mut array = |name: &str, kind: &str, width: usize, rows: &[u8]| {
        archive.begin(name, kind, width, &[rows.len() / width])?;
        archive.0.write_all(rows)
    };
    let mut arrays = || {
        let moves = games.iter().flat_map(Kept::actions);
        let moves: Vec<u8> = moves.flat_map(|(_, action)| action.to_le_bytes()).collect();
        array("move", "<u2", 2, &moves)?;
        let colors = games.iter().flat_map(Kept::actions);
        let colors: Vec<u8> = colors
            .map(|(color, _)| u8::from(color == Color::White))
            .collect();
        array("color", "|u1", 1, &colors)?;
        let winners = games.iter();
        let winners: Vec<u8> = winners
            .flat_map(|game| std::iter::repeat_n(game.winner, game.moves()))
            .collect();
        array("winner", "|u1", 1, &winners)?;
        let numbers = games.iter().zip(first..);
        let numbers: Vec<u8> = numbers
            .flat_map(|(game, number)| std::iter::repeat_n(number, game.moves()))
            .flat_map(word)
            .collect();
        array("game", "<u4", 4, &numbers)?;
        let plies = games.iter().flat_map(|game| 0..game.moves());
        let plies: Vec<u8> = plies.flat_map(word).collect();
        array("ply", "<u4", 4, &plies)?;
        let longest = games.iter().map(|game| game.source.len()).max();
        let longest = longest.unwrap_or(1);
        let mut sources = Vec::new();
        for game in games {
            sources.extend_from_slice(&game.source);
            sources.resize(sources.len() + longest - game.source.len(), 0);
        }
        array("source", &format!("|S{longest}"), longest, &sources)
    };
    arrays().map_err(told)?;
    let finished = archive.0.finish().map_err(io::Error::from);
    let flushed = finished.and_then(|mut file| file.flush());
    flushed.map_err(told)
}

/// The planes of every position, worked out for several games at once.
fn planes(archive: &mut Archive<'_>, games: &[Kept], jobs: usize) -> Result<(), String> {
    let work = |game: &Kept, say: &mut dyn FnMut(Result<Vec<u8>, String>)| {
        let mut bytes = Vec::new();
        let replayed = game.replay(|position| {
            append_planes(position, &mut bytes);
            if bytes.len() >= A_PIECE {
                say(Ok(std::mem::take(&mut bytes)));
            }
        });
        say(replayed.map(|()| bytes));
    };
    let mut done = Ok(());
    in_order(games.iter(), jobs, LARGE, work, |bytes| {
        if done.is_ok() {
            done = bytes.and_then(|bytes| archive.add(&bytes));
        }
    });
    done
}

/// Four bytes: there are fewer games and moves than that can tell.
fn word(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

/// A zip of arrays.
struct Archive<'f>(ZipWriter<BufWriter<&'f mut File>>);

impl Archive<'_> {
    fn add(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = self.0.write_all(bytes);
        written.map_err(|error| reason(&error))
    }

    /// A new array, whose numbers come next.
    fn begin(&mut self, name: &str, kind: &str, width: usize, shape: &[usize]) -> io::Result<()> {
        let bytes = shape
            .iter()
            .fold(width, |bytes, side| bytes.saturating_mul(*side));
        // Nothing of the time, the user or the machine, so that the same games are the same bytes.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(EFFORT))
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644)
            .system(System::Unix)
            // Compressed, what cannot be is a little longer.
            .large_file(bytes >= usize::try_from(u32::MAX / 2).unwrap_or(usize::MAX));
        self.0
            .start_file(format!("{name}.npy"), options)
            .map_err(io::Error::from)?;
        self.0.write_all(&header(kind, shape))
    }
}

/// What stands before the numbers of an array: version 1.0 of the format `npy`.
fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let one = if sides.len() == 1 { "," } else { "" };
    let sides = sides.join(", ") + one;
    let mut about = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sides}), }}");
    // The numbers begin at a multiple of 64.
    while !(MAGIC.len() + 2 + about.len() + 1).is_multiple_of(64) {
        about.push(' ');
    }
    about.push('\n');
    // A few words: the length is far below what two bytes can tell.
    let length = u16::try_from(about.len()).unwrap_or(u16::MAX);
    [MAGIC, &length.to_le_bytes(), about.as_bytes()].concat()
}

const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
