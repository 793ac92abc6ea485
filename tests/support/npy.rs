//! Reads arrays from the archives and folders that `gokata dataset` writes.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::bufread::DeflateDecoder;
use rawzip::ZipArchive;

/// Returns the shape and the bytes of an array in an archive or a folder.
pub(crate) fn array(file: &Path, name: &str) -> (Vec<u64>, Vec<u8>) {
    if file.is_dir() {
        return parsed(&fs::read(file.join(format!("{name}.npy"))).expect("a file"));
    }
    let file = fs::read(file).expect("a file");
    let archive = ZipArchive::from_slice(&file).expect("a zip");
    let name = format!("{name}.npy");
    let mut entries = archive.entries().map(|entry| entry.expect("an entry"));
    let entry = entries.find(|entry| entry.file_path().as_ref() == name.as_bytes());
    let entry = entry.expect("an array");
    let entry = archive.get_entry(entry.wayfinder()).expect("an array");
    let mut bytes = Vec::new();
    // Checks the size and the sum, too.
    let mut inflated = entry.verifying_reader(DeflateDecoder::new(entry.data()));
    inflated.read_to_end(&mut bytes).expect("read");
    parsed(&bytes)
}

fn parsed(bytes: &[u8]) -> (Vec<u64>, Vec<u8>) {
    // Version 1.0 of the format: the length of a Python dictionary, the dictionary, then the numbers.
    let rest = bytes.strip_prefix(b"\x93NUMPY\x01\x00").expect("an array");
    let length = usize::from(u16::from_le_bytes([rest[0], rest[1]]));
    let (header, numbers) = rest[2..].split_at(length);
    let header = std::str::from_utf8(header).expect("text");
    assert!(header.contains("'fortran_order': False,") && header.ends_with('\n'));
    let (_, shape) = header.split_once("'shape': (").expect("a shape");
    let (shape, _) = shape.split_once(')').expect("its end");
    let sides = shape
        .split(',')
        .map(str::trim)
        .filter(|side| !side.is_empty());
    let shape: Vec<u64> = sides.map(|side| side.parse().expect("a number")).collect();
    (shape, numbers.to_vec())
}

/// Returns the numbers of four bytes.
pub(crate) fn numbers(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks(4).map(|word| word.try_into().expect("four"));
    words.map(u32::from_le_bytes).collect()
}
