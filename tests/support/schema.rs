//! JSON held against a checked-in schema: as much of JSON Schema as ours use. A word that is not known here
//! is a failure, not a promise.

use std::fs;

use serde_json::Value;

pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn read(file: &str) -> Schema {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        Schema(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}")))
    }

    pub(crate) fn holds(&self, value: &Value) {
        if let Err(fault) = self.fits(&self.0, value) {
            panic!("{fault}\n{value}");
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let words = schema.as_object().expect("a schema is an object");
        for (word, wanted) in words {
            let fits = match word.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let name = wanted
                        .as_str()
                        .and_then(|name| name.strip_prefix("#/$defs/"));
                    let definition = &self.0["$defs"][name.expect("a definition")];
                    self.fits(definition, value)?;
                    true
                }
                "const" => value == wanted,
                "enum" => wanted
                    .as_array()
                    .is_some_and(|values| values.contains(value)),
                "type" => match wanted {
                    Value::Array(types) => types.iter().any(|name| is(name, value)),
                    name => is(name, value),
                },
                "minimum" => value
                    .as_i64()
                    .is_none_or(|number| Some(number) >= wanted.as_i64()),
                "minLength" => value
                    .as_str()
                    .is_none_or(|text| Some(text.len() as u64) >= wanted.as_u64()),
                "minItems" => value
                    .as_array()
                    .is_none_or(|items| Some(items.len() as u64) >= wanted.as_u64()),
                "required" => wanted.as_array().is_some_and(|names| {
                    names
                        .iter()
                        .filter_map(Value::as_str)
                        .all(|name| value.get(name).is_some())
                }),
                "properties" => {
                    for (name, schema) in wanted.as_object().expect("properties") {
                        if let Some(value) = value.get(name) {
                            self.fits(schema, value)
                                .map_err(|fault| format!("{name}: {fault}"))?;
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    assert_eq!(*wanted, Value::Bool(false));
                    let known = schema["properties"].as_object().expect("properties");
                    value
                        .as_object()
                        .is_none_or(|object| object.keys().all(|name| known.contains_key(name)))
                }
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.fits(wanted, item)?;
                    }
                    true
                }
                "oneOf" => {
                    let schemas = wanted.as_array().expect("schemas");
                    let faults: Vec<String> = schemas
                        .iter()
                        .filter_map(|schema| self.fits(schema, value).err())
                        .collect();
                    if faults.len() + 1 != schemas.len() {
                        return Err(format!("fits not one of: {}", faults.join("; ")));
                    }
                    true
                }
                word => panic!("the schema says {word}, which is not known here"),
            };
            if !fits {
                return Err(format!("{word} {wanted} does not hold of {value}"));
            }
        }
        Ok(())
    }
}

fn is(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        name => panic!("the schema says type {name:?}, which is not known here"),
    }
}
