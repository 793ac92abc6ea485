//! Fixtures: read, checked on both referees, and written.

use std::collections::BTreeMap;

use gokata::fixture::{self, Do, Fixture, Placed, Verb};
use gokata::questions::Question;
use gokata::{BoardRecord, FastGame, Preset, PureGame, Rules, Size};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{Result, color_name, json, sentence, text_error};
use crate::position::{Position, on};

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
    let mut failures: Vec<Line> = Vec::new();
    for failure in pure.failures.iter().chain(&fast.failures) {
        let (line, text) = (failure.line, failure.unplaced());
        // What both answer wrongly is one failure.
        if failures.iter().all(|known| known.text != text) {
            failures.push(Line { line, text });
        }
    }
    let not_asked = pure.not_asked.into_iter().map(|it| Line {
        line: it.line,
        text: it.why,
    });
    json(&Report {
        asked: pure.asked,
        failures,
        not_asked: not_asked.collect(),
    })
}

pub(crate) fn parsed(text: &str) -> Result<Fixture> {
    text.parse().map_err(|error| text_error(&error))
}

#[wasm_bindgen]
impl Position {
    /// The game as a fixture, which asks about a move, if one is given. It names the rules, also where they are about counts
    /// alone, so that it is read as the same game.
    pub fn fixture(&self, asked: Option<String>) -> Result<String> {
        let asked = asked.map(|text| self.read(&text, None)).transpose()?;
        let (record, rules) = (self.to_record(), on!(self, game => game.rules()));
        let mut fixture = Question::written(&record, asked);
        let presets = Preset::ALL.iter().copied();
        let nearest = presets.min_by_key(|preset| rules.changes(*preset).count());
        let value = Verb::Do(Do::Rules(nearest.unwrap_or_default(), rules));
        for case in fixture
            .cases
            .iter_mut()
            .filter(|_| rules != Rules::default())
        {
            let is_rules = |step: &Placed<Verb>| matches!(step.value, Verb::Do(Do::Rules(..)));
            case.steps.retain(|step| !is_rules(step));
            let (line, column, value) = (0, 0, value.clone());
            case.steps.insert(
                0,
                Placed {
                    line,
                    column,
                    value,
                },
            );
        }
        fixture.cases.retain(|case| !case.steps.is_empty());
        Ok(fixture.to_string())
    }
}
