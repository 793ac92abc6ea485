//! Parses any bytes as a fixture. An error names a place; a fixture is printed, parsed again, and checked with the pure
//! referee.
#![no_main]

use gokata::PureGame;
use gokata::fixture::{Fixture, check};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Fixture::parse(bytes) {
        Err(error) => {
            assert!(error.line() >= 1 && error.column() >= 1);
            assert!(error.to_string().lines().count() <= 3);
        }
        Ok(fixture) => {
            let again: Result<Fixture, _> = fixture.to_string().parse();
            assert_eq!(again.as_ref(), Ok(&fixture));
            check(&fixture, &mut PureGame::new(fixture.opening.setup.size));
        }
    }
});
