//! Finds and reads the fixture files.

use std::fs;
use std::path::{Path, PathBuf};

use gokata::fixture::Fixture;

/// The root of the repository. A package's tests run in the folder of the package.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns every fixture below a folder of the repository, without those in folders named `malformed`.
pub(crate) fn corpus(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(ROOT).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("malformed") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "txt") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

pub(crate) fn read(file: &Path) -> Fixture {
    let text = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Fixture::parse(&text).unwrap_or_else(|error| panic!("{}:{error}", file.display()))
}
