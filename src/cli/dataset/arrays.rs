//! Writes the arrays of games to `.npz` archives, which get their names when the last one is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::{Path, PathBuf};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use gokata::planes::{PLANES, append_planes};
use gokata::{Color, Size};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, DataDescriptorOutput, ZipArchiveWriter};

use super::games::TrainingGame;
use crate::terminal::error::CommandError;
use crate::terminal::workers::{LARGE, in_order};
use crate::write_file::{Drafts, folder_of, not_made};

/// 1 January 1980, the first time that an archive can state, in seconds since 1970.
const FIRST_TIME: i64 = 315_532_800;

/// The number of bytes of planes that a thread collects before it compresses them. Most games have fewer.
const CHUNK: usize = 1 << 20;

/// Drafts of the files of a data set. Unpublished ones are deleted on drop and on Ctrl-C.
pub(super) struct Parts {
    out: PathBuf,
    several: bool,
    drafts: Drafts,
    /// The names of the drafts, and those that they get.
    names: Vec<(String, PathBuf)>,
}

impl Parts {
    /// Prepares one file of this name, or `several` numbered ones. Fails if a name is taken or the folder is missing.
    pub(super) fn new(out: &Path, several: bool) -> Result<Parts, CommandError> {
        if out.file_name().is_none() || fs::metadata(out).is_ok_and(|found| found.is_dir()) {
            return Err(CommandError::file(out, "this is not the name of a file"));
        }
        check_names_are_free(out, several)?;
        Ok(Parts {
            out: out.to_owned(),
            several,
            drafts: Drafts::new(folder_of(out), out)?,
            names: Vec::new(),
        })
    }

    /// Creates the next draft and fills it with `write`.
    pub(super) fn add(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), CommandError> {
        let draft = self.count().to_string();
        let path = path(&self.out, self.several, self.count());
        let mut file = self.drafts.with(&path, |folder| folder.create(&draft))?;
        let written = write(&mut file).and_then(|()| file.sync_all());
        written.map_err(|error| not_made(&path, &error))?;
        self.names.push((draft, path));
        Ok(())
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Renames all files to their final names. If one of these names exists by now, no file is kept.
    pub(super) fn publish(&self) -> Result<(), CommandError> {
        self.drafts.with(&self.out, |drafts| {
            let free = check_names_are_free(&self.out, self.several);
            Ok(free.and_then(|()| drafts.publish_all(&self.names)))
        })?
    }
}

/// Fails if the first name is taken. With `several`, also fails if there is a file of any other number, because it could
/// be mistaken for part of this data set.
fn check_names_are_free(out: &Path, several: bool) -> Result<(), CommandError> {
    let first = path(out, several, 0);
    let mut taken = fs::symlink_metadata(&first).is_ok().then_some(first);
    if several && taken.is_none() {
        let entries = fs::read_dir(folder_of(out));
        let entries = entries.into_iter().flatten().flatten();
        let found = entries.map(|entry| out.with_file_name(entry.file_name()));
        taken = found.filter(|found| is_numbered(out, found)).min();
    }
    let exists: io::Error = io::ErrorKind::AlreadyExists.into();
    taken.map_or(Ok(()), |path| Err(not_made(&path, &exists)))
}

/// True if a path is that of a file of the data set `out`.
fn is_numbered(out: &Path, found: &Path) -> bool {
    let stem = found.file_stem().and_then(|stem| stem.to_str());
    let number = stem.and_then(|stem| stem.rsplit_once('-')?.1.parse().ok());
    number.is_some_and(|number| path(out, true, number) == *found)
}

/// Returns the final path of a file: `data.npz`, or with `several` `data-00000.npz`.
fn path(out: &Path, several: bool, number: usize) -> PathBuf {
    if !several {
        return out.to_owned();
    }
    let mut numbered = out.file_stem().unwrap_or_default().to_owned();
    numbered.push(format!("-{number:05}"));
    if let Some(ending) = out.extension() {
        numbered.push(".");
        numbered.push(ending);
    }
    out.with_file_name(numbered)
}

/// Writes the arrays of these games. `first` is the number of the first game.
pub(super) fn write(
    file: &mut File,
    size: Size,
    games: &[TrainingGame],
    first: usize,
    jobs: usize,
) -> io::Result<()> {
    let mut archive = ZipArchiveWriter::new(BufWriter::new(file));
    let positions: usize = games.iter().map(TrainingGame::moves).sum();
    let shape = [positions, PLANES.len(), size.rows(), size.cols()];
    add(&mut archive, "planes", "|u1", &shape, |append| {
        write_planes(append, games, jobs)
    })?;
    let (mut moves, mut colors, mut winners) = (Vec::new(), Vec::new(), Vec::new());
    let (mut numbers, mut plies, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    let lengths = games.iter().map(|game| game.source.len());
    let longest = lengths.max().unwrap_or(1);
    // All numbers of games and moves are below 2^32.
    let u32_bytes = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    for (game, number) in games.iter().zip(first..) {
        for ((color, index), ply) in game.actions().zip(0..) {
            moves.extend(index.to_le_bytes());
            colors.push(u8::from(color == Color::White));
            winners.push(game.winner);
            numbers.extend(u32_bytes(number));
            plies.extend(u32_bytes(ply));
        }
        sources.extend_from_slice(&game.source);
        sources.resize(sources.len() + longest - game.source.len(), 0);
    }
    for (name, kind, count, items) in [
        ("move", "<u2", positions, moves),
        ("color", "|u1", positions, colors),
        ("winner", "|u1", positions, winners),
        ("game", "<u4", positions, numbers),
        ("ply", "<u4", positions, plies),
        ("source", &format!("|S{longest}"), games.len(), sources),
    ] {
        add(&mut archive, name, kind, &[count], |append| {
            append(Deflated::new(&items)?)
        })?;
    }
    archive.finish().map_err(io::Error::other)?.flush()
}

/// Writes the planes of every position. Computes and compresses them for several games in parallel.
fn write_planes(append: Append<'_>, games: &[TrainingGame], jobs: usize) -> io::Result<()> {
    let work = |game: &TrainingGame, emit: &mut dyn FnMut(io::Result<Deflated>)| {
        let mut bytes = Vec::new();
        let replayed = game.replay(|position| {
            append_planes(position, &mut bytes);
            if bytes.len() >= CHUNK {
                emit(Deflated::new(&bytes));
                bytes.clear();
            }
        });
        let replayed = replayed.map_err(io::Error::other);
        emit(replayed.and_then(|()| Deflated::new(&bytes)));
    };
    let mut written = Ok(());
    in_order(games.iter(), jobs, LARGE, work, |chunk| {
        if written.is_ok() {
            written = chunk.and_then(&mut *append);
        }
    });
    written
}

/// Adds a chunk to an array.
type Append<'a> = &'a mut dyn FnMut(Deflated) -> io::Result<()>;

/// Adds an array in version 1.0 of the `npy` format. `write` writes its items.
fn add(
    archive: &mut ZipArchiveWriter<impl Write>,
    name: &str,
    kind: &str,
    shape: &[usize],
    write: impl FnOnce(Append<'_>) -> io::Result<()>,
) -> io::Result<()> {
    // A fixed time and fixed permissions, so that the same games give the same bytes.
    let (mut entry, _) = archive
        .new_file(format!("{name}.npy"))
        .compression_method(CompressionMethod::DEFLATE)
        .last_modified(UtcDateTime::from_unix(FIRST_TIME))
        .unix_permissions(0o100_644)
        .start()
        .map_err(io::Error::other)?;
    let (mut crc, mut length) = (Crc::new(), 0);
    let mut append = |chunk: Deflated| {
        crc.combine(&chunk.crc);
        length += chunk.length as u64;
        entry.write_all(&chunk.bytes)
    };
    let (sides, comma) = (
        format!("{shape:?}"),
        if shape.len() == 1 { "," } else { "" },
    );
    let sides = sides.trim_matches(['[', ']']);
    let about =
        format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sides}{comma}), }}");
    // The format requires that the items start at a multiple of 64 bytes. The text is far below its limit of 65,535 bytes.
    let width = (START.len() + 2 + about.len() + 1).next_multiple_of(64) - START.len() - 3;
    let length_of_text = u16::try_from(width + 1).unwrap_or(u16::MAX).to_le_bytes();
    let text = format!("{about:width$}\n");
    append(Deflated::new(
        &[START, &length_of_text, text.as_bytes()].concat(),
    )?)?;
    write(&mut append)?;
    let end = DeflateEncoder::new(Vec::new(), LEVEL).finish()?;
    entry.write_all(&end)?;
    let sums = DataDescriptorOutput::new(crc.sum(), length);
    entry.finish(sums).map_err(io::Error::other)?;
    Ok(())
}

/// What every array in this format begins with.
const START: &[u8] = b"\x93NUMPY\x01\x00";

/// The lowest level, which suits planes of mostly zeros: higher ones take five times as long to save a quarter.
const LEVEL: Compression = Compression::new(1);

/// A compressed chunk of a stream (RFC 1951), and the checksum and length of what it was made of. It ends at a whole byte
/// and does not end the stream, so that another chunk, compressed on any thread, can follow it.
struct Deflated {
    bytes: Vec<u8>,
    crc: Crc,
    /// [`Crc::amount`] is wrong from 4 GiB on, which an array of one chunk may have.
    length: usize,
}

impl Deflated {
    fn new(plain: &[u8]) -> io::Result<Deflated> {
        let mut encoder = DeflateEncoder::new(Vec::new(), LEVEL);
        encoder.write_all(plain)?;
        // Ends the last block at a whole byte.
        encoder.flush()?;
        let mut crc = Crc::new();
        crc.update(plain);
        let bytes = mem::take(encoder.get_mut());
        let length = plain.len();
        Ok(Deflated { bytes, crc, length })
    }
}
