//! Compiles the programs that tests judge.

use crate::support::command::ROOT;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

/// Compiles `tests/support/NAME.rs`, which uses only the standard library. Returns the path of the program. Compiles it
/// once in a run: another test may be running the program, so it must not be written again.
pub(crate) fn compiled(name: &str) -> String {
    static COMPILED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let path = program.to_str().expect("UTF-8").to_owned();
    let mut compiled = COMPILED.lock().expect("no compilation has failed");
    if compiled.contains(&path) {
        return path;
    }
    let compiler = Command::new(option_env!("RUSTC").unwrap_or("rustc"))
        .args([
            "--edition=2024",
            "-Copt-level=1",
            &format!("tests/support/{name}.rs"),
            "-o",
        ])
        .arg(&program)
        .current_dir(ROOT)
        .status();
    assert!(compiler.expect("rustc").success());
    compiled.push(path.clone());
    path
}
