//! Fixtures: read, checked on both referees, and written.

use std::collections::{BTreeMap, BTreeSet};

use gokata::fixture::{self, Fixture};
use gokata::questions::Question;
use gokata::{BoardRecord, FastGame, PureGame, Size};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{Result, color_name, json, sentence, text_error};
use crate::position::Position;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    size: [usize; 2],
    to_move: &'static str,
    labels: BTreeMap<char, String>,
    cases: Vec<Option<String>>,
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    asked: usize,
    failures: Vec<Line>,
    not_asked: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    line: usize,
    text: String,
}

/// What is in a fixture, as JSON.
#[wasm_bindgen(js_name = readFixture)]
pub fn read_fixture(text: &str) -> Result<String> {
    let fixture = parsed(text)?;
    let (setup, size) = (&fixture.opening.setup, fixture.opening.setup.size);
    let labels = fixture.opening.labels.iter();
    let cases = fixture.cases.iter().map(|case| case.name.clone());
    json(&Fields {
        size: [size.rows(), size.cols()],
        to_move: color_name(setup.to_play),
        labels: labels
            .map(|(label, point)| (*label, point.vertex(size)))
            .collect(),
        cases: cases.collect(),
        text: fixture.to_string(),
    })
}

/// The opening of a fixture.
#[wasm_bindgen(js_name = openingOfFixture)]
pub fn opening_of_fixture(text: &str) -> Result<Position> {
    let record = BoardRecord::try_from(&parsed(text)?.opening.setup);
    Ok(record.map_err(sentence)?.into())
}

/// Checks a fixture on both referees, and returns what came of it, as JSON.
#[wasm_bindgen(js_name = checkFixture)]
pub fn check_fixture(text: &str) -> Result<String> {
    let fixture = parsed(text)?;
    let pure = fixture::check(&fixture, &mut PureGame::new(Size::default()));
    let fast = fixture::check(&fixture, &mut FastGame::new(Size::default()));
    let mut known = BTreeSet::new();
    let failures = pure.failures.iter().chain(&fast.failures);
    // What both answer wrongly is one failure.
    let failures = failures.filter(|failure| known.insert(failure.to_string()));
    let failures = failures.map(|failure| Line {
        line: failure.line,
        text: failure.unplaced(),
    });
    let not_asked = pure.not_asked.into_iter().map(|it| Line {
        line: it.line,
        text: it.why,
    });
    json(&Report {
        asked: pure.asked,
        failures: failures.collect(),
        not_asked: not_asked.collect(),
    })
}

pub(crate) fn parsed(text: &str) -> Result<Fixture> {
    text.parse().map_err(|error| text_error(&error))
}

#[wasm_bindgen]
impl Position {
    /// The game as a fixture, which asks about a move, if one is given.
    pub fn fixture(&self, asked: Option<String>) -> Result<String> {
        let asked = asked.map(|text| self.read(&text, None)).transpose()?;
        Ok(Question::written(&self.to_record(), asked).to_string())
    }
}
