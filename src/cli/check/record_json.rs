//! The report of `gokata check --format ndjson` on game records: one JSON object per game, as described in
//! `record.schema.json`.

use crate::terminal::text::one_line;
use gokata::sgf::{Judgement, Judging, Lines, Refusal, Refused, SgfGame, Stats};
use gokata::{Color, Rules, Size, TextError};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// The file and game that a line reports on.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "gokata-record-1")]
pub(super) struct JsonSource<'a> {
    pub(super) file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sha256: Option<&'a str>,
}

pub(super) fn unreadable(source: JsonSource<'_>, error: JsonFault<'_>) -> String {
    #[derive(Serialize)]
    struct Unreadable<'a> {
        #[serde(flatten)]
        source: JsonSource<'a>,
        verdict: &'static str,
        error: JsonFault<'a>,
    }
    one_line(&Unreadable {
        source,
        verdict: "unreadable",
        error,
    })
}

pub(super) fn judged(
    source: JsonSource<'_>,
    game: &SgfGame<'_>,
    judging: &Judging,
    encoding_warnings: &[String],
    judgement: &Judgement,
) -> String {
    let rules = Rules::KEYS.map(str::to_owned).into_iter();
    let rules = rules.zip(judgement.rules.values().map(Value::from));
    let all_are_listed = judging.refused == Refused::GoOn || judging.lines == Lines::All;
    let encoding_warnings = encoding_warnings.iter().map(|text| JsonFault::new(text));
    one_line(&JsonGame {
        source,
        size: game.size(),
        rules: rules.collect(),
        rules_from: match (judging.rules, game.rules()) {
            (Some(_), _) => "option",
            (None, Some(_)) => "record",
            (None, None) => "default",
        },
        moves: judgement.moves,
        variations_left: judgement.variations_left,
        verdict: judgement.verdict().name(),
        illegal: judgement.illegal.first().map(illegal_json),
        all_illegal: all_are_listed.then(|| judgement.illegal.iter().map(illegal_json).collect()),
        more_illegal: all_are_listed.then_some(judgement.more_illegal),
        warnings: encoding_warnings
            .chain(judgement.warnings.iter().map(JsonFault::from))
            .collect(),
        more_warnings: judgement.more_warnings,
        error: judgement
            .fault
            .as_ref()
            .or(judgement.incomplete.as_ref())
            .map(JsonFault::from),
        disagreement: judgement.disagreement.as_deref(),
        stats: judgement.stats.as_ref().map(PublishedStats),
    })
}

#[derive(Serialize)]
struct JsonGame<'a> {
    #[serde(flatten)]
    source: JsonSource<'a>,
    #[serde(serialize_with = "side_or_sides")]
    size: Size,
    rules: Map<String, Value>,
    rules_from: &'static str,
    moves: usize,
    variations_left: usize,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_illegal: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_illegal: Option<usize>,
    warnings: Vec<JsonFault<'a>>,
    more_warnings: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JsonFault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disagreement: Option<&'a str>,
    #[serde(flatten)]
    stats: Option<PublishedStats<'a>>,
}

/// Serializes a square size as a number (19), and any other as a string (`5x7`).
#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
fn side_or_sides<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    if size.rows() == size.cols() {
        size.rows().serialize(serializer)
    } else {
        serializer.collect_str(size)
    }
}

/// An error or warning, with its place if known.
#[derive(Serialize)]
pub(super) struct JsonFault<'a> {
    column: Option<usize>,
    line: Option<usize>,
    message: &'a str,
}

impl<'a> JsonFault<'a> {
    /// Line and column.
    pub(super) fn place(&self) -> Option<(usize, usize)> {
        self.line.zip(self.column)
    }

    pub(super) fn new(message: &'a str) -> JsonFault<'a> {
        JsonFault {
            column: None,
            line: None,
            message,
        }
    }
}

impl<'a> From<&'a TextError> for JsonFault<'a> {
    fn from(error: &'a TextError) -> JsonFault<'a> {
        JsonFault {
            column: Some(error.column()),
            line: Some(error.line()),
            message: error.message(),
        }
    }
}

fn illegal_json(refusal: &Refusal) -> Value {
    json!({
        "color": refusal.mv.color.to_string().to_ascii_lowercase(),
        "column": refusal.column,
        "line": refusal.line,
        "move": refusal.number,
        "path": refusal.path,
        "reason": refusal.reason.name(),
        "repeats": refusal.repeats,
        "vertex": refusal.mv.action.describe(refusal.size),
    })
}

/// Serializes the counts under the names that `record.schema.json` defines.
struct PublishedStats<'a>(&'a Stats);

impl Serialize for PublishedStats<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stats = self.0;
        let first = match stats.first {
            None => "-",
            Some(Color::Black) => "B",
            Some(Color::White) => "W",
        };
        let first_problem = match stats.first_problem {
            None => "-".to_owned(),
            Some((number, reason)) => format!("{number}:{}", reason.name()),
        };
        let fields: [(&str, Value); 22] = [
            ("setup_b", stats.setup[0].into()),
            ("setup_w", stats.setup[1].into()),
            ("first", first.into()),
            ("passes", stats.passes.into()),
            ("out_of_turn", stats.out_of_turn.into()),
            ("cap_by_b", stats.captured_by[0].into()),
            ("cap_by_w", stats.captured_by[1].into()),
            ("ko_captures", stats.ko_captures.into()),
            ("max_capture", stats.max_capture.into()),
            ("occupied", stats.occupied.into()),
            ("single_suicides", stats.single_suicides.into()),
            ("multi_suicides", stats.multi_suicides.into()),
            ("simple_ko_violations", stats.simple_ko_violations.into()),
            ("psk_repeats", stats.positional_repeats.into()),
            ("ssk_repeats", stats.situational_repeats.into()),
            ("first_problem_simple_F", first_problem.into()),
            ("final_fnv", format!("{:016x}", stats.final_fnv).into()),
            ("seq_fnv", format!("{:016x}", stats.sequence_fnv).into()),
            ("area_b", stats.area[0].into()),
            ("area_w", stats.area[1].into()),
            ("area_neutral", stats.neutral.into()),
            ("final_board", stats.final_board.as_str().into()),
        ];
        serializer.collect_map(fields)
    }
}
