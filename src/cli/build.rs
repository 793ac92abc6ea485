//! Lists the files of the dojo kit, which `gokata dojo` writes, and builds in two pages: that which `gokata try` opens, and
//! that of the kit.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

const KIT: &str = "dojo/kit";

/// The kit's Rust program, as one text. A crate leaves out every folder with a `Cargo.toml` of its own.
const RUST: &str = "dojo/rust.txt";
const RUST_FOLDER: &str = "hand-out/rust";
const FILE: &str = "==== ";

/// Files of the kit, by name. Everything else in their folders is what running a kit leaves behind.
const FILES: [&str; 18] = [
    "FACILITATOR.md",
    "hand-out/KATA.md",
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
    "hand-out/scala/dojo.scala",
    "hand-out/scala/kata.scala",
    "hand-out/typescript/dojo.ts",
    "hand-out/typescript/kata.ts",
    "hand-out/typescript/package.json",
    "projector.html",
];

/// Folders of the kit in which nothing is run, and the endings of their files. The names begin with the number of a
/// step; the bonus may have been moved into the steps.
const FOLDERS: [(&str, &str); 10] = [
    ("hand-out/hints", ".txt"),
    ("hand-out/steps", ".txt"),
    ("solutions/cpp", ".hpp"),
    ("solutions/go", ".go"),
    ("solutions/java", ".java"),
    ("solutions/javascript", ".mjs"),
    ("solutions/python", ".py"),
    ("solutions/rust", ".rs"),
    ("solutions/scala", ".scala"),
    ("solutions/typescript", ".ts"),
];

/// Writes `dojo_kit.rs`: the names and contents of all files of the kit, in the order of their names.
fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    for path in FOLDERS.map(|(folder, _)| folder).iter().chain(&FILES) {
        println!("cargo:rerun-if-changed={KIT}/{path}");
    }
    println!("cargo:rerun-if-changed={RUST}");
    let mut names: Vec<String> = FILES.map(str::to_owned).into();
    for (folder, ending) in FOLDERS {
        let entries = fs::read_dir(root.join(KIT).join(folder));
        for entry in entries.into_iter().flatten().flatten() {
            let name = entry.file_name().into_string().unwrap_or_default();
            let is_of_step = name.starts_with(|c: char| ('1'..='7').contains(&c));
            if is_of_step && name.ends_with(ending) {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.retain(|name| root.join(KIT).join(name).exists());
    let mut files = rust_files(&root.join(RUST));
    for name in names {
        // Not with the whole path: a copy of this folder that was moved would look for the files at the old place.
        let path = format!("/{KIT}/{name}");
        let content = format!("include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
        files.push((name, content));
    }
    files.sort();
    let lines = files.iter();
    let lines = lines.map(|(name, content)| format!("    ({name:?}, {content}),\n"));
    let list = format!("&[\n{}]\n", lines.collect::<String>());
    fs::write(out.join("dojo_kit.rs"), list).expect("cargo's folder can be written");
    built_in_page(&root, &out, "GOKATA_PAGE", "page.rs");
    built_in_page(&root, &out, "GOKATA_DOJO", "dojo_page.rs");
}

/// Writes `file`: the text of the page that a variable names, from the root of the repository, or nothing.
fn built_in_page(root: &Path, out: &Path, variable: &str, file: &str) {
    println!("cargo:rerun-if-env-changed={variable}");
    let given = env::var_os(variable).filter(|path| !path.is_empty());
    let page = given.map(|path| root.join("../..").join(path));
    let page = page.inspect(|path| println!("cargo:rerun-if-changed={}", path.display()));
    let page = page.map(|path| fs::read_to_string(path).expect(variable));
    fs::write(out.join(file), format!("{page:?}")).expect("cargo's folder can be written");
}

/// Returns the names in the kit of the files in the text, and their contents as literals.
fn rust_files(text: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(text).expect("the kit's Rust program as one text");
    let text = format!("\n{}", text.replace("\r\n", "\n"));
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let begin = format!("\n{FILE}");
    let files = text.split(&begin).skip(1).map(|file| {
        let (name, content) = file.split_once('\n').expect("a name, then the file");
        let content = format!("{:?}.as_bytes()", format!("{content}\n"));
        (format!("{RUST_FOLDER}/{name}"), content)
    });
    files.collect()
}
