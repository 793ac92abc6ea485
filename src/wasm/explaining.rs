//! Why a move is legal or not: explanations, other sets of rules, the drawing.

use gokata::{BoardRecord, IllegalMove, Point, PointSet, Preset, explain_move};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{Result, color_name, json, names, stone_number, vertices};
use crate::position::Position;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Explained {
    legal: bool,
    color: &'static str,
    #[serde(rename = "move")]
    mv: String,
    reasons: Vec<&'static str>,
    sentences: Vec<String>,
    captured: Vec<String>,
    self_captured: Vec<String>,
    repeats: Option<usize>,
    after: Option<Vec<Vec<i8>>>,
    brief: String,
    text: String,
}

#[derive(Serialize)]
struct Group {
    reasons: Vec<&'static str>,
    rules: Vec<&'static str>,
}

/// The names of the reasons against moves, in the order in which rules are checked.
#[wasm_bindgen(js_name = reasonNames)]
pub fn reason_names() -> Vec<String> {
    let names = IllegalMove::ALL.iter().map(|reason| reason.name());
    names.map(str::to_owned).collect()
}

#[wasm_bindgen]
impl Position {
    /// Every reason for and against a move, as JSON.
    pub fn explain(&self, text: &str, color: Option<String>) -> Result<String> {
        let mv = self.read(text, color.as_deref())?;
        let (record, size) = (self.to_record(), self.inner_size());
        let why = explain_move(mv, &record);
        let after = why.board_after().map(|board| {
            let stones: Vec<i8> = board.points().map(stone_number).collect();
            stones.chunks(size.cols()).map(<[i8]>::to_vec).collect()
        });
        json(&Explained {
            legal: why.is_legal(),
            color: color_name(mv.color),
            mv: mv.action.describe(size),
            reasons: names(why.reasons()),
            sentences: why.sentences(),
            captured: vertices(why.captured().iter().copied(), size),
            self_captured: vertices(why.self_captured().iter().copied(), size),
            repeats: why.repeats(),
            after,
            brief: why.to_string(),
            text: why.to_string(),
        })
    }

    /// The verdicts about a move under each named set of rules, grouped by the reasons, as JSON; the legal ones come last.
    #[wasm_bindgen(js_name = underAll)]
    pub fn under_all(&self, text: &str, color: Option<String>) -> Result<String> {
        let mv = self.read(text, color.as_deref())?;
        let record = self.to_record();
        let mut groups: Vec<Group> = Vec::new();
        for preset in Preset::ALL {
            let record = record.with_rules(preset.rules());
            let reasons = names(explain_move(mv, &record).reasons());
            match groups.iter_mut().find(|group| group.reasons == reasons) {
                Some(group) => group.rules.push(preset.name()),
                None => groups.push(Group {
                    reasons,
                    rules: vec![preset.name()],
                }),
            }
        }
        groups.sort_by_key(|group| group.reasons.is_empty());
        json(&groups)
    }

    /// The points about which the named sets of rules disagree.
    pub fn disputed(&self) -> Vec<String> {
        vertices(disputed(&self.to_record()), self.inner_size())
    }
}

/// Returns the points where a play is legal under some of the named sets of rules, and illegal under others.
fn disputed(record: &BoardRecord) -> Vec<Point> {
    let rules = Preset::ALL.iter().map(|preset| preset.rules());
    let legal = rules.map(|rules| record.with_rules(rules).legal_points());
    let legal: Vec<PointSet> = legal.collect();
    let all = record.size().points();
    let is_disputed = |point: &Point| {
        let mut verdicts = legal.iter().map(|legal| legal.contains(*point));
        let first = verdicts.next();
        verdicts.any(|verdict| Some(verdict) != first)
    };
    all.filter(is_disputed).collect()
}
