//! Lists the files of the dojo kit, which `gokata dojo` writes.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const KIT: &str = "dojo/kit";

/// The kit's Rust program, as one text. A crate leaves out every folder with a `Cargo.toml` of its own.
const RUST: &str = "dojo/rust.txt";
const RUST_FOLDER: &str = "hand-out/rust";
const FILE: &str = "==== ";

/// Files of the kit, by name. Everything else in their folders is what running a kit leaves behind.
const FILES: [&str; 13] = [
    "FACILITATOR.md",
    "hand-out/KATA.md",
    "hand-out/bonus/8-everything.txt",
    "hand-out/cpp/dojo.cpp",
    "hand-out/cpp/kata.hpp",
    "hand-out/go/dojo.go",
    "hand-out/go/go.mod",
    "hand-out/go/kata.go",
    "hand-out/java/Kata.java",
    "hand-out/javascript/dojo.mjs",
    "hand-out/javascript/kata.mjs",
    "hand-out/python/dojo.py",
    "hand-out/python/kata.py",
];

/// Folders of the kit in which nothing is run, and the endings of their files. The names begin with the number of a
/// step; the bonus may have been moved into the steps.
const FOLDERS: [(&str, &str); 8] = [
    ("hand-out/hints", "txt"),
    ("hand-out/steps", "txt"),
    ("solutions/cpp", "hpp"),
    ("solutions/go", "go"),
    ("solutions/java", "java"),
    ("solutions/javascript", "mjs"),
    ("solutions/python", "py"),
    ("solutions/rust", "rs"),
];

/// Writes `dojo_kit.rs`: the names and contents of all files of the kit, in the order of their names.
fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    let kit = root.join(KIT);
    let own = FILES.map(|name| (name.to_owned(), kit.join(name)));
    let mut files: Vec<(String, PathBuf)> = own.into_iter().collect();
    for file in FILES {
        println!("cargo:rerun-if-changed={KIT}/{file}");
    }
    for (folder, ending) in FOLDERS {
        println!("cargo:rerun-if-changed={KIT}/{folder}");
        files.extend(names(&kit.join(folder), ending).into_iter().map(|name| {
            let path = kit.join(folder).join(&name);
            (format!("{folder}/{name}"), path)
        }));
    }
    println!("cargo:rerun-if-changed={RUST}");
    files.extend(rust_files(&root.join(RUST), &out));
    files.sort();
    let mut list = "&[\n".to_owned();
    for (name, path) in files.iter().filter(|(_, path)| path.exists()) {
        let path = path.to_str().expect("a path in UTF-8");
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),").expect("a string grows");
    }
    list.push_str("]\n");
    fs::write(out.join("dojo_kit.rs"), list).expect("cargo's folder can be written");
}

fn names(folder: &Path, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_of_step = |name: &String| {
        name.starts_with(|c: char| ('1'..='7').contains(&c))
            && Path::new(name)
                .extension()
                .is_some_and(|found| found == ending)
    };
    names.filter(is_of_step).collect()
}

/// Writes each file of the text into a folder of its own, and returns their names in the kit.
fn rust_files(text: &Path, out: &Path) -> Vec<(String, PathBuf)> {
    let folder = out.join("dojo_rust");
    fs::create_dir_all(&folder).expect("cargo's folder can be written");
    let text = fs::read_to_string(text).expect("the kit's Rust program as one text");
    let text = format!("\n{}", text.replace("\r\n", "\n"));
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let begin = format!("\n{FILE}");
    let files = text.split(&begin).skip(1).map(|file| {
        let (name, content) = file.split_once('\n').expect("a name, then the file");
        let path = folder.join(name);
        fs::write(&path, format!("{content}\n")).expect("cargo's folder can be written");
        (format!("{RUST_FOLDER}/{name}"), path)
    });
    files.collect()
}
