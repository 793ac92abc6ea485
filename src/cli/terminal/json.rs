//! JSON, one object a line.

use gokata::is_unseen;
use serde::Serialize;

/// JSON on one line. What a terminal would obey can stand in strings only, where it may be written with its
/// number.
pub(crate) fn one_line(object: &impl Serialize) -> String {
    let json = serde_json::to_string(object).unwrap_or_default();
    if !json.chars().any(is_unseen) {
        return json;
    }
    json.chars()
        .fold(String::with_capacity(json.len()), |json, c| {
            if is_unseen(c) {
                json + &format!("\\u{:04x}", u32::from(c))
            } else {
                json + c.encode_utf8(&mut [0; 4])
            }
        })
}
