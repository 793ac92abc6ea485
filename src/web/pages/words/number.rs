//! Numbers of things.

/// `1 stone`, `2 stones`.
pub(crate) fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}
