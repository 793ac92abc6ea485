//! Reads any text as a link. What is read is written so that it is read again.
#![no_main]

use gokata::link::Link;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Link::read(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(link) => {
            let written = link.to_string();
            assert!(Link::is_meant(&written), "{written}");
            assert_eq!(Link::read(&written).as_ref(), Ok(&link), "{written}");
            assert_eq!(
                link.shown().turns(),
                link.turn.unwrap_or(link.record.turns())
            );
        }
    }
});
