//! JSON, one object per line.

use std::fmt::Write;

use gokata::is_unseen;
use serde::Serialize;

/// The JSON of a value on one line. Characters that a terminal would interpret are escaped; they occur in strings
/// only.
pub(crate) fn one_line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    if !json.chars().any(is_unseen) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unseen(c) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}
