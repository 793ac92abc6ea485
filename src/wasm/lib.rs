//! What the package for JavaScript is made of: conversions between its values and those of the library. The classes that
//! users see are in `package/`; they check arguments, which WebAssembly would take for something else.
//!
//! A point or a move is a text here, as `Size::parse_move` reads it, or an index, where one call should be fast.

#![allow(unreachable_pub, reason = "wasm-bindgen exports public items alone")]
#![allow(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen hands texts over"
)]

mod convert;
mod counting;
mod explaining;
mod fixtures;
mod playing;
mod position;
mod reading;
mod rules;
#[cfg(feature = "testing")]
mod testing;

use std::panic;

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Begins: a panic, which is a bug, says on the console what it was.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| {
        error(&format!("a bug in gokata: {panic}"));
    }));
}

/// The version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The version of the fixtures; empty if one was changed after it.
#[wasm_bindgen(js_name = corpusVersion)]
pub fn corpus_version() -> String {
    gokata_corpus::VERSION.to_owned()
}

/// A hash of the fixtures, as `gokata check` prints it.
#[wasm_bindgen(js_name = corpusFingerprint)]
pub fn corpus_fingerprint() -> String {
    gokata_corpus::FINGERPRINT.to_owned()
}
