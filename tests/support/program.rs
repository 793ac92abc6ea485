//! Compiles the programs that tests judge.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Compiles `tests/support/NAME.rs`, which uses only the standard library. Returns the path of the program. Compiles it
/// only if a file of that folder has changed; never twice in a run, where another test may be running the program.
pub(crate) fn compiled(name: &str) -> String {
    static COMPILED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let path = program.to_str().expect("UTF-8").to_owned();
    let mut compiled = COMPILED.lock().expect("no compilation has failed");
    if compiled.contains(&path) {
        return path;
    }
    let source = format!("tests/support/{name}.rs");
    let changed = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    // A program may include others of these files.
    let sources = fs::read_dir(Path::new(ROOT).join("tests/support")).expect("a folder");
    let sources = sources.map(|source| changed(&source.expect("a file").path()).expect("a time"));
    let written = sources.max().expect("a source");
    if changed(&program).is_ok_and(|compiled| compiled > written) {
        compiled.push(path.clone());
        return path;
    }
    // Under another name first: an interrupted compiler may leave half a program.
    let draft = program.with_extension("draft");
    let compiler = Command::new(option_env!("RUSTC").unwrap_or("rustc"))
        .args(["--edition=2024", "-Copt-level=1", &source, "-o"])
        .arg(&draft)
        .current_dir(ROOT)
        .status();
    assert!(compiler.expect("rustc").success());
    fs::rename(&draft, &program).expect("renamed");
    compiled.push(path.clone());
    path
}
