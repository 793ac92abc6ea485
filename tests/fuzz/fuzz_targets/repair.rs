//! Repairs any bytes. A repaired record is read without a fault, and needs no change any more.
#![no_main]

use gokata::sgf::{Tree, decode, repair, repair_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = repair_bytes(bytes);
    let text = decode(bytes).text;
    match repair(&text) {
        Ok(repaired) => {
            let again = repair(&repaired.text).expect("a sound record");
            assert!(again.changes.is_empty() && again.text == repaired.text);
            assert_eq!(repaired.changes.is_empty(), repaired.text == text);
            if let Err(error) = Tree::parse(&repaired.text) {
                assert_eq!(error.message(), "a second game begins here");
            }
        }
        Err(error) => assert!(error.line() >= 1 && error.column() >= 1),
    }
});
