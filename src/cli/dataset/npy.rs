//! Arrays in the formats of `NumPy`: `.npz` archives, and folders of `.npy` files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::mem;

use clap::ValueEnum;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, DataDescriptorOutput, ZipArchiveWriter};

use crate::write_file::Drafts;

/// How arrays are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A compressed archive: `numpy.load("data.npz")["planes"]`
    #[default]
    Npz,
    /// A folder with an uncompressed file for each array: `numpy.load("data/planes.npy", mmap_mode="r")`
    Npy,
}

/// Arrays that are being written.
pub(super) enum Archive<'d> {
    Npz(Box<ZipArchiveWriter<BufWriter<File>>>),
    Npy { drafts: &'d Drafts, folder: String },
}

impl<'d> Archive<'d> {
    /// Creates the draft of a file or a folder.
    pub(super) fn new(format: Format, drafts: &'d Drafts, draft: &str) -> io::Result<Archive<'d>> {
        drafts.now(|folder| match format {
            Format::Npz => {
                let file = BufWriter::new(folder.create(draft)?);
                Ok(Archive::Npz(Box::new(ZipArchiveWriter::new(file))))
            }
            Format::Npy => {
                folder.create_folder(draft)?;
                let folder = draft.to_owned();
                Ok(Archive::Npy { drafts, folder })
            }
        })
    }

    pub(super) fn format(&self) -> Format {
        match self {
            Archive::Npz(_) => Format::Npz,
            Archive::Npy { .. } => Format::Npy,
        }
    }

    /// Adds an array in version 1.0 of the `npy` format. `write` writes its items.
    pub(super) fn add(
        &mut self,
        name: &str,
        kind: &str,
        shape: &[usize],
        write: impl FnOnce(Append<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = format!("{name}.npy");
        let start = Chunk::new(self.format(), &start(kind, shape))?;
        match self {
            Archive::Npz(archive) => {
                // A fixed time and fixed permissions, so that the same games give the same bytes.
                let (mut entry, _) = archive
                    .new_file(name)
                    .compression_method(CompressionMethod::DEFLATE)
                    .last_modified(UtcDateTime::from_unix(FIRST_TIME))
                    .unix_permissions(0o100_644)
                    .start()
                    .map_err(io::Error::other)?;
                let (mut crc, mut length) = (Crc::new(), 0);
                let mut append = |chunk: Chunk| {
                    crc.combine(&chunk.crc);
                    length += chunk.length as u64;
                    entry.write_all(&chunk.bytes)
                };
                append(start)?;
                write(&mut append)?;
                let end = DeflateEncoder::new(Vec::new(), LEVEL).finish()?;
                entry.write_all(&end)?;
                let sums = DataDescriptorOutput::new(crc.sum(), length);
                entry.finish(sums).map_err(io::Error::other)?;
                Ok(())
            }
            Archive::Npy { drafts, folder } => {
                let mut file = drafts.now(|drafts| drafts.create(&format!("{folder}/{name}")))?;
                let mut append = |chunk: Chunk| file.write_all(&chunk.bytes);
                append(start)?;
                write(&mut append)?;
                file.sync_all()
            }
        }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        let Archive::Npz(archive) = self else {
            return Ok(());
        };
        let file = archive.finish().map_err(io::Error::other)?;
        file.into_inner()?.sync_all()
    }
}

/// Adds a chunk to an array.
pub(super) type Append<'a> = &'a mut dyn FnMut(Chunk) -> io::Result<()>;

/// 1 January 1980, the first time that an archive can state, in seconds since 1970.
const FIRST_TIME: i64 = 315_532_800;

/// What every array in this format begins with.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Returns what precedes the items of an array.
fn start(kind: &str, shape: &[usize]) -> Vec<u8> {
    let comma = if shape.len() == 1 { "," } else { "" };
    let sides = format!("{shape:?}");
    let sides = sides.trim_matches(['[', ']']);
    let about =
        format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sides}{comma}), }}");
    // The format requires that the items start at a multiple of 64 bytes. The text is far below its limit of 65,535 bytes.
    let width = (MAGIC.len() + 2 + about.len() + 1).next_multiple_of(64) - MAGIC.len() - 3;
    let length = u16::try_from(width + 1).unwrap_or(u16::MAX).to_le_bytes();
    let text = format!("{about:width$}\n");
    [MAGIC, &length, text.as_bytes()].concat()
}

/// The lowest level, which suits planes of mostly zeros: higher ones take five times as long to save a quarter.
const LEVEL: Compression = Compression::new(1);

/// A part of an array. For an archive it is a compressed chunk of a stream (RFC 1951), with the checksum and length of
/// what it was made of. It ends at a whole byte and does not end the stream, so that another chunk, compressed on any
/// thread, can follow it.
pub(super) struct Chunk {
    bytes: Vec<u8>,
    crc: Crc,
    /// [`Crc::amount`] is wrong from 4 GiB on, which an array of one chunk may have.
    length: usize,
}

impl Chunk {
    pub(super) fn new(format: Format, plain: &[u8]) -> io::Result<Chunk> {
        let (mut crc, length) = (Crc::new(), plain.len());
        if format == Format::Npy {
            let bytes = plain.to_vec();
            return Ok(Chunk { bytes, crc, length });
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), LEVEL);
        encoder.write_all(plain)?;
        // Ends the last block at a whole byte.
        encoder.flush()?;
        crc.update(plain);
        let bytes = mem::take(encoder.get_mut());
        Ok(Chunk { bytes, crc, length })
    }
}
