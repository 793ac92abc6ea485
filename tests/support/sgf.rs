//! The first game of a record.

use gokata::Rules;
use gokata::sgf::{Collection, SgfGame};

/// Calls `look` with the first game of a text.
pub(crate) fn first<T>(text: &str, look: impl FnOnce(&SgfGame<'_>) -> T) -> T {
    let collection = Collection::parse(text).unwrap();
    match collection.games().next() {
        Some(Ok(game)) => look(&game),
        other => panic!("{text}: {other:?}"),
    }
}

#[allow(clippy::redundant_closure_for_method_calls)] // the method is not general enough for any lifetime
pub(crate) fn rules_of(text: &str) -> Option<Rules> {
    first(text, |game| game.rules())
}
