//! Lists the fixtures for the feature `corpus`, so that a new file becomes a new test without touching any code.

#![allow(clippy::disallowed_methods)] // runs while the library is built, not in it

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "basics/fnv.rs"]
mod fnv;

const FIXTURES: &str = "fixtures";

/// Writes `corpus.rs`: each fixture's name, its content, and the message with which it must be refused, if there is one.
/// Sets `GOKATA_FIXTURES`, a hash of what the fixtures ask, and `GOKATA_CORPUS`, the version: empty if `fixtures/VERSION`
/// has another hash, that is, if the fixtures have changed since.
fn main() {
    println!("cargo:rerun-if-changed={FIXTURES}");
    if env::var_os("CARGO_FEATURE_CORPUS").is_none() {
        return;
    }
    let fixtures =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join(FIXTURES);
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let mut names = Vec::new();
    find_fixtures(&fixtures, "", &mut names);
    names.sort();
    // Not with the whole path: a copy of this folder that was moved would look for the files at the old place.
    let include = |file: &str| {
        let path = format!("/{FIXTURES}/{file}");
        format!("include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))")
    };
    let (mut list, mut all) = ("&[\n".to_owned(), fnv::START);
    for name in &names {
        let fixture = fixtures.join(format!("{name}.txt"));
        let content = fs::read(&fixture).expect("a fixture");
        all = fnv::fnv(all, format!("{name} {}\n", content.len()).as_bytes());
        all = fnv::fnv(all, &content);
        let refusal = if fixture.with_extension("error").exists() {
            format!("Some({})", include(&format!("{name}.error")))
        } else {
            "None".to_owned()
        };
        let content = include(&format!("{name}.txt"));
        writeln!(
            list,
            "    CorpusFile {{ name: {name:?}, content: {content}, refusal: {refusal} }},"
        )
        .expect("a string grows");
    }
    list.push_str("]\n");
    fs::write(out.join("corpus.rs"), list).expect("cargo's folder can be written");
    let all = format!("{all:016x}");
    let stated = fs::read_to_string(fixtures.join("VERSION")).unwrap_or_default();
    let version = match stated.trim().split_once(' ') {
        Some((version, of)) if of == all => version,
        _ => "",
    };
    println!("cargo:rustc-env=GOKATA_FIXTURES={all}");
    println!("cargo:rustc-env=GOKATA_CORPUS={version}");
}

/// Adds the names of the fixtures in this folder and below, without `.txt`. `path`: that of the folder, with `/` behind it.
fn find_fixtures(folder: &Path, path: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        if name.starts_with('.') {
            // What an editor leaves is no fixture.
        } else if entry.path().is_dir() {
            find_fixtures(&entry.path(), &format!("{path}{name}/"), names);
        } else if let Some(name) = name.strip_suffix(".txt") {
            names.push(format!("{path}{name}"));
        }
    }
}
