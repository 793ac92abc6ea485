//! Why a move is legal or not: explanations, other sets of rules, the drawing.

use gokata::picture::{self, Coordinates, Form, Overlay, Shape};
use gokata::{
    Board, BoardRecord, Color, IllegalMove, Move, Point, PointSet, Preset, Setup, explain_move,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{
    Result, color_name, json, names, read_point, sentence, stone_number, vertices,
};
use crate::position::Position;

/// The width of explanations: that of a pipe for the command.
const COLUMNS: usize = 80;

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
        })
    }

    /// The text that `gokata explain` prints about a move.
    pub fn explained(&self, text: &str, color: Option<String>) -> Result<String> {
        let mv = self.read(text, color.as_deref())?;
        let record = self.to_record();
        Ok(picture::explained(
            &record,
            &explain_move(mv, &record),
            COLUMNS,
        ))
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

    /// The board as a picture. `words`: what it shows, and how; `asked`: a move; `labels` and `shapes`: a point, and behind it its text or
    /// the name of its shape.
    pub fn svg(
        &self,
        words: Vec<String>,
        width: Option<usize>,
        title: Option<String>,
        asked: Option<String>,
        labels: Vec<String>,
        shapes: Vec<String>,
    ) -> Result<String> {
        let (record, size) = (self.to_record(), self.inner_size());
        let has = |word: &str| words.iter().any(|it| it == word);
        let pairs = |list: &[String]| {
            let pairs = list.chunks_exact(2);
            let pairs = pairs.map(|pair| Ok((read_point(&pair[0], size)?, pair[1].clone())));
            pairs.collect::<Result<Vec<_>>>()
        };
        let shape = |(point, name): (Point, String)| {
            let known = Shape::ALL.into_iter().find(|shape| shape.name() == name);
            let known = known.ok_or_else(|| sentence(format!("{name:?} is not a shape")))?;
            Ok((point, known))
        };
        let mut overlay = Overlay {
            last: record.last_turn().and_then(|mv| mv.action.point()),
            labels: pairs(&labels)?,
            shapes: pairs(&shapes)?
                .into_iter()
                .map(shape)
                .collect::<Result<_>>()?,
            width,
            title,
            ..Overlay::default()
        };
        if has("classes") {
            overlay.form = Form::Classes;
        }
        if has("bare") {
            overlay.coordinates = Coordinates::Hidden;
        }
        let asked = asked.map(|asked| self.read(&asked, None)).transpose()?;
        let why = asked.map(|mv| explain_move(mv, &record));
        let after = why.as_ref().filter(|_| has("after"));
        if let Some((board, mv)) = after.and_then(|why| Some((why.board_after()?, why.asked()))) {
            overlay.last = mv.action.point();
            return Ok(picture::drawn(&setup_of(board, record.to_play()), &overlay));
        }
        if let Some(why) = &why {
            overlay.asked = asked;
            overlay.captured = why.captured().to_vec();
            overlay.self_captured = why.self_captured().to_vec();
        }
        if has("reasons") {
            let refused = |point| {
                let verdict = record.check(Move::play(record.to_play(), point));
                Some((point, verdict.err()?))
            };
            overlay.refused = size.points().filter_map(refused).collect();
        }
        if has("disputed") {
            overlay.disputed = disputed(&record);
        }
        Ok(picture::drawn(&record.setup(), &overlay))
    }

    /// The points about which the named sets of rules disagree.
    pub fn disputed(&self) -> Vec<String> {
        vertices(disputed(&self.to_record()), self.inner_size())
    }
}

fn setup_of(board: &Board, to_play: Color) -> Setup {
    Setup {
        size: board.size(),
        stones: board.stones().collect(),
        to_play,
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
