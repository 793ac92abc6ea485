//! Compiles the programs that tests judge.

use std::path::Path;
use std::process::Command;

/// Compiles `tests/support/NAME.rs`, which uses only the standard library. Returns the path of the program.
pub(crate) fn compiled(name: &str) -> String {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let compiler = Command::new(option_env!("RUSTC").unwrap_or("rustc"))
        .args([
            "--edition=2024",
            "-Copt-level=1",
            &format!("tests/support/{name}.rs"),
            "-o",
        ])
        .arg(&program)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(compiler.expect("rustc").success());
    program.to_str().expect("UTF-8").to_owned()
}
