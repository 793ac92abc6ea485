//! Searches any bytes for a board. An error names a place; a board is possible, and is read again from its text.
#![no_main]

use gokata::{Pasted, Showboard};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for black in [None, Some("O")] {
        match Pasted::read(&text, black) {
            Err(error) => assert!(error.text_error().line() >= 1),
            Ok(pasted) => {
                pasted.record(None).expect("the board is possible");
                let again = Pasted::read(&Showboard(pasted.setup.clone()).to_string(), None);
                let keys = again.map(|again| again.setup.position_key());
                assert_eq!(keys, Ok(pasted.setup.position_key()));
            }
        }
    }
});
