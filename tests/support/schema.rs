//! The part of JSON Schema that our schemas use. An unknown keyword counts as a mismatch.

use std::fs;

use crate::support::command::root;
use serde_json::Value;

/// Reads a schema in `src/cli`.
pub(crate) fn read(file: &str) -> Value {
    let text = fs::read_to_string(root("src/cli").join(file)).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// The objects of a text that has one on each line.
pub(crate) fn objects(text: &str) -> Vec<Value> {
    let objects = text.lines().map(serde_json::from_str);
    objects
        .map(|object| object.expect("one object per line"))
        .collect()
}

/// The objects about a judged program; each matches the schema.
pub(crate) fn judged(text: &str) -> Vec<Value> {
    let schema = read("judge/judge.schema.json");
    let objects = objects(text);
    for object in &objects {
        assert_eq!(faults(&schema, object), [""; 0], "{object}");
    }
    objects
}

/// Returns the places where a value does not match the schema.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, schema, value, "", &mut faults);
    faults
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let empty = serde_json::Map::new();
    for (keyword, wanted) in schema.as_object().unwrap_or(&empty) {
        let holds = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" | "additionalProperties" => true,
            "$ref" => {
                let place = wanted.as_str().and_then(|place| place.strip_prefix('#'));
                let target = place.and_then(|place| root.pointer(place));
                target
                    .inspect(|target| check(root, target, value, at, faults))
                    .is_some()
            }
            "type" => match wanted {
                Value::Array(kinds) => kinds.iter().any(|kind| is(value, kind)),
                kind => is(value, kind),
            },
            "const" => value == wanted,
            "enum" => wanted.as_array().is_some_and(|words| words.contains(value)),
            "anyOf" => wanted.as_array().into_iter().flatten().any(|one| {
                let mut inside = Vec::new();
                check(root, one, value, at, &mut inside);
                inside.is_empty()
            }),
            "oneOf" => {
                let fits = wanted.as_array().into_iter().flatten().filter(|one| {
                    let mut inside = Vec::new();
                    check(root, one, value, at, &mut inside);
                    inside.is_empty()
                });
                fits.count() == 1
            }
            "minLength" => value
                .as_str()
                .is_none_or(|text| Some(text.len() as u64) >= wanted.as_u64()),
            "minItems" => value
                .as_array()
                .is_none_or(|items| Some(items.len() as u64) >= wanted.as_u64()),
            "minimum" => value
                .as_i64()
                .is_none_or(|number| Some(number) >= wanted.as_i64()),
            "maximum" => value
                .as_i64()
                .is_none_or(|number| Some(number) <= wanted.as_i64()),
            "pattern" => value
                .as_str()
                .is_none_or(|text| matches(wanted.as_str().unwrap_or_default(), text)),
            "required" => wanted
                .as_array()
                .into_iter()
                .flatten()
                .all(|key| value.get(key.as_str().unwrap_or_default()).is_some()),
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(root, wanted, item, &format!("{at}[]"), faults);
                }
                true
            }
            "properties" => {
                for (key, inside) in value.as_object().unwrap_or(&empty) {
                    let other = &schema["additionalProperties"];
                    match wanted.get(key) {
                        Some(known) => check(root, known, inside, &format!("{at}.{key}"), faults),
                        None if *other == Value::Bool(false) => {
                            faults.push(format!("{at}: {key} is not known"));
                        }
                        None => {}
                    }
                }
                true
            }
            _ => false,
        };
        if !holds {
            faults.push(format!("{at}: {keyword} {wanted}: {value}"));
        }
    }
}

fn is(value: &Value, kind: &Value) -> bool {
    match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => false,
    }
}

/// Supports only the patterns that our schemas use.
fn matches(pattern: &str, text: &str) -> bool {
    let all = |length: usize, letters: &str| {
        text.len() == length && text.chars().all(|c| letters.contains(c))
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match pattern {
        "^[0-9a-f]{64}$" => all(64, "0123456789abcdef"),
        "^[0-9a-f]{16}$" => all(16, "0123456789abcdef"),
        "^[xo/-]+$" => !text.is_empty() && all(text.len(), "xo/-"),
        "^[0-9]{1,2}x[0-9]{1,2}$" => text
            .split_once('x')
            .is_some_and(|(rows, cols)| digits(rows) && digits(cols)),
        "^(-|[0-9]+:[a-z-]+)$" => {
            text == "-"
                || text
                    .split_once(':')
                    .is_some_and(|(number, _)| digits(number))
        }
        _ => false,
    }
}
