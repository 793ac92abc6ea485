//! Sets of rules. A `Rules` of the package is their text.

use gokata::{Preset, Rules};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{Result, json, unreadable};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    name: Option<&'static str>,
    ko: &'static str,
    suicide: &'static str,
    scoring: &'static str,
    tax: &'static str,
    komi: f64,
    button: bool,
    handicap_bonus: &'static str,
    pass_stones: bool,
    last_pass: &'static str,
    text: String,
}

/// The rules in a text, with changes, as JSON. `changes` are keys, each with its value behind it.
#[wasm_bindgen(js_name = rulesOf)]
pub fn rules_of(text: &str, changes: Vec<String>) -> Result<String> {
    let mut rules = read_rules(text)?;
    for change in changes.chunks_exact(2) {
        let changed = rules.set(&change[0], &change[1]);
        changed.map_err(|error| unreadable(&error))?;
    }
    let mut named = Preset::ALL.iter();
    let named = named.find(|preset| preset.rules() == rules);
    json(&Fields {
        name: named.map(|preset| preset.name()),
        ko: rules.ko().name(),
        suicide: rules.suicide().name(),
        scoring: rules.scoring().name(),
        tax: rules.tax().name(),
        komi: f64::from(rules.komi().halves()) / 2.0,
        button: rules.button(),
        handicap_bonus: rules.handicap_bonus().name(),
        pass_stones: rules.pass_stones(),
        last_pass: rules.last_pass().name(),
        text: rules.to_string(),
    })
}

/// The names of the sets of rules.
#[wasm_bindgen(js_name = rulesNames)]
pub fn rules_names() -> Vec<String> {
    let names = Preset::ALL.iter().map(|preset| preset.name());
    names.map(str::to_owned).collect()
}

pub(crate) fn read_rules(text: &str) -> Result<Rules> {
    text.parse().map_err(|error| unreadable(&error))
}
