//! Compression in chunks: each by itself, on any thread, and all of them joined to one stream (RFC 1951).

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// The lowest level, which suits planes of mostly zeros: higher ones take five times as long to save a quarter.
const LEVEL: Compression = Compression::new(1);

/// A compressed chunk of a stream, and the length and checksum of what it was made of. It ends at a whole byte and does
/// not end the stream, so that another chunk can follow it.
pub(super) struct Deflated {
    bytes: Vec<u8>,
    crc: Crc,
    length: usize,
}

impl Deflated {
    pub(super) fn new(plain: &[u8]) -> io::Result<Deflated> {
        let mut encoder = DeflateEncoder::new(Vec::new(), LEVEL);
        encoder.write_all(plain)?;
        // Ends the last block at a whole byte.
        encoder.flush()?;
        let mut crc = Crc::new();
        crc.update(plain);
        Ok(Deflated {
            bytes: std::mem::take(encoder.get_mut()),
            crc,
            length: plain.len(),
        })
    }
}

/// A stream of compressed chunks.
pub(super) struct Joined<W> {
    to: W,
    crc: Crc,
    length: u64,
}

impl<W: Write> Joined<W> {
    pub(super) fn new(to: W) -> Joined<W> {
        Joined {
            to,
            crc: Crc::new(),
            length: 0,
        }
    }

    pub(super) fn append(&mut self, chunk: &Deflated) -> io::Result<()> {
        self.crc.combine(&chunk.crc);
        self.length += chunk.length as u64;
        self.to.write_all(&chunk.bytes)
    }

    /// Ends the stream. Returns the writer, and the checksum (CRC-32) and length of all chunks before compression.
    pub(super) fn finish(mut self) -> io::Result<(W, u32, u64)> {
        let end = DeflateEncoder::new(Vec::new(), LEVEL).finish()?;
        self.to.write_all(&end)?;
        Ok((self.to, self.crc.sum(), self.length))
    }
}
