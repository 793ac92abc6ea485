//! What `gokata check --format ndjson` reports about game records: one JSON object a game, as `record.schema.json`
//! describes it.

use std::collections::BTreeMap;

use gokata::sgf::{Game, Judgement, Judging, Lines, Refusal, Refused, Stats};
use gokata::{Color, Rules, Size, TextError};
use serde::{Serialize, Serializer};

use crate::terminal::json::one_line;

const SCHEMA: &str = "gokata-record-1";

/// The file that a line is about, and the game in it.
#[derive(Clone, Copy, Serialize)]
pub(super) struct JsonSource<'a> {
    schema: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<&'a str>,
}

impl<'a> JsonSource<'a> {
    pub(super) fn new(
        file: &'a str,
        game: Option<usize>,
        sha256: Option<&'a str>,
    ) -> JsonSource<'a> {
        JsonSource {
            schema: SCHEMA,
            file,
            game,
            sha256,
        }
    }
}

/// The line about a file or game that cannot be read.
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

/// The line about a game that was judged.
pub(super) fn judged(
    source: JsonSource<'_>,
    game: &Game<'_>,
    judging: &Judging,
    encoding_warnings: &[String],
    judgement: &Judgement,
) -> String {
    let all_are_listed = judging.refused == Refused::GoOn || judging.lines == Lines::All;
    let encoding_warnings = encoding_warnings
        .iter()
        .map(|message| JsonFault::new(message));
    one_line(&JsonGame {
        source,
        size: game.size(),
        rules: Rules::KEYS
            .into_iter()
            .zip(judgement.rules.values())
            .collect(),
        rules_from: match (judging.rules, game.rules()) {
            (Some(_), _) => "option",
            (None, Some(_)) => "record",
            (None, None) => "default",
        },
        moves: judgement.moves,
        variations_left: judgement.variations_left,
        verdict: judgement.verdict().name(),
        illegal: judgement.illegal.first().map(JsonIllegal::from),
        all_illegal: all_are_listed
            .then(|| judgement.illegal.iter().map(JsonIllegal::from).collect()),
        more_illegal: all_are_listed.then_some(judgement.more_illegal),
        warnings: encoding_warnings
            .chain(judgement.warnings.iter().map(JsonFault::from))
            .collect(),
        more_warnings: judgement.more_warnings,
        error: judgement.fault.as_ref().map(JsonFault::from),
        disagreement: judgement.disagreement.as_deref(),
        stats: judgement.stats.as_ref().map(JsonStats::from),
    })
}

#[derive(Serialize)]
struct JsonGame<'a> {
    #[serde(flatten)]
    source: JsonSource<'a>,
    #[serde(serialize_with = "side_or_sides")]
    size: Size,
    rules: BTreeMap<&'static str, String>,
    rules_from: &'static str,
    moves: usize,
    variations_left: usize,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<JsonIllegal<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_illegal: Option<Vec<JsonIllegal<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_illegal: Option<usize>,
    warnings: Vec<JsonFault<'a>>,
    more_warnings: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JsonFault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disagreement: Option<&'a str>,
    #[serde(flatten)]
    stats: Option<JsonStats<'a>>,
}

/// 19, or `5x7` if there are not as many rows as columns.
#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks for a reference
fn side_or_sides<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    if size.rows() == size.cols() {
        size.rows().serialize(serializer)
    } else {
        serializer.collect_str(size)
    }
}

/// What is wrong, and where, if the place is known.
#[derive(Serialize)]
pub(super) struct JsonFault<'a> {
    column: Option<usize>,
    line: Option<usize>,
    message: &'a str,
}

impl<'a> JsonFault<'a> {
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

#[derive(Serialize)]
struct JsonIllegal<'a> {
    color: &'static str,
    column: usize,
    line: usize,
    r#move: usize,
    path: &'a str,
    reason: &'static str,
    repeats: Option<usize>,
    vertex: String,
}

impl<'a> From<&'a Refusal> for JsonIllegal<'a> {
    fn from(refusal: &'a Refusal) -> JsonIllegal<'a> {
        JsonIllegal {
            color: match refusal.mv.color {
                Color::Black => "black",
                Color::White => "white",
            },
            column: refusal.column,
            line: refusal.line,
            r#move: refusal.number,
            path: &refusal.path,
            reason: refusal.reason.name(),
            repeats: refusal.repeats,
            vertex: refusal.mv.action.describe(refusal.size),
        }
    }
}

/// The counts under the names under which other programs' counts are published.
#[derive(Serialize)]
struct JsonStats<'a> {
    setup_b: usize,
    setup_w: usize,
    first: &'static str,
    passes: usize,
    out_of_turn: usize,
    cap_by_b: usize,
    cap_by_w: usize,
    ko_captures: usize,
    max_capture: usize,
    occupied: usize,
    single_suicides: usize,
    multi_suicides: usize,
    simple_ko_violations: usize,
    psk_repeats: usize,
    ssk_repeats: usize,
    #[serde(rename = "first_problem_simple_F")]
    first_problem: String,
    final_fnv: String,
    seq_fnv: String,
    area_b: usize,
    area_w: usize,
    area_neutral: usize,
    final_board: &'a str,
}

impl<'a> From<&'a Stats> for JsonStats<'a> {
    fn from(stats: &'a Stats) -> JsonStats<'a> {
        let [setup_b, setup_w] = stats.setup;
        let [cap_by_b, cap_by_w] = stats.captured_by;
        let [area_b, area_w] = stats.area;
        JsonStats {
            setup_b,
            setup_w,
            first: match stats.first {
                None => "-",
                Some(Color::Black) => "B",
                Some(Color::White) => "W",
            },
            passes: stats.passes,
            out_of_turn: stats.out_of_turn,
            cap_by_b,
            cap_by_w,
            ko_captures: stats.ko_captures,
            max_capture: stats.max_capture,
            occupied: stats.occupied,
            single_suicides: stats.single_suicides,
            multi_suicides: stats.multi_suicides,
            simple_ko_violations: stats.simple_ko_violations,
            psk_repeats: stats.positional_repeats,
            ssk_repeats: stats.situational_repeats,
            first_problem: match stats.first_problem {
                None => "-".to_owned(),
                Some((number, reason)) => format!("{number}:{}", reason.name()),
            },
            final_fnv: format!("{:016x}", stats.final_fnv),
            seq_fnv: format!("{:016x}", stats.sequence_fnv),
            area_b,
            area_w,
            area_neutral: stats.neutral,
            final_board: &stats.final_board,
        }
    }
}
