//! Watches the fixtures, so that a new file becomes a new test without touching any code.

fn main() {
    println!("cargo:rerun-if-changed=fixtures");
}
