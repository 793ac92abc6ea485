//! The report of `gokata check --format ndjson` on game records: one JSON object per game, as described in
//! `record.schema.json`.

use std::path::Path;

use crate::terminal::text::one_line;
use gokata::scoring::Outcome;
use gokata::sgf::{AfterIllegal, IllegalTurn, Judgement, Judging, Lines, SgfGame, Stats};
use gokata::{Color, TextError};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The fields of an object in their order. Those that are null are left out.
pub(super) struct Fields(Vec<(&'static str, Value)>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.iter().filter(|(_, value)| !value.is_null());
        serializer.collect_map(fields.map(|(key, value)| (key, value)))
    }
}

impl Fields {
    /// The file and game that an object reports on.
    pub(super) fn of_source(file: &Path, game: Option<usize>, sha256: Option<&str>) -> Fields {
        Fields(vec![
            ("schema", "gokata-record-1".into()),
            ("file", file.display().to_string().into()),
            ("game", game.into()),
            ("sha256", sha256.into()),
        ])
    }

    /// Returns the object about a file or game that cannot be read.
    pub(super) fn unreadable(mut self, place: Option<(usize, usize)>, message: &str) -> String {
        self.0.push(("verdict", "unreadable".into()));
        self.0.push(("error", fault(place, message)));
        one_line(&self)
    }

    /// Returns the object about a game. `counted` is the result of its end, if the record has another one.
    pub(super) fn judged(
        mut self,
        game: &SgfGame<'_>,
        judging: &Judging,
        encoding_warnings: &[String],
        (judgement, counted): (&Judgement, Option<Outcome>),
    ) -> String {
        let size = game.size();
        let size = if size.rows() == size.cols() {
            Value::from(size.rows())
        } else {
            size.to_string().into()
        };
        let rules = judgement.rules.pairs();
        let rules = rules.map(|(key, value)| (key.to_owned(), Value::from(value)));
        let rules_from = match (judging.rules, game.rules()) {
            (Some(_), _) => "option",
            (None, Some(_)) => "record",
            (None, None) => "default",
        };
        let all_are_listed =
            judging.after_illegal == AfterIllegal::GoOn || judging.lines == Lines::All;
        let all_illegal = || judgement.illegal.iter().map(illegal).collect::<Value>();
        let more_illegal = all_are_listed.then_some(judgement.more_illegal);
        let encoding_warnings = encoding_warnings.iter().map(|text| fault(None, text));
        let warnings = encoding_warnings.chain(judgement.warnings.iter().map(placed));
        let error = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
        self.0.extend([
            ("size", size),
            ("rules", Value::Object(rules.collect())),
            ("rules_from", rules_from.into()),
            ("moves", judgement.moves.into()),
            ("variations_left", judgement.variations_left.into()),
            ("verdict", judgement.verdict().name().into()),
            ("illegal", judgement.illegal.first().map(illegal).into()),
            ("all_illegal", all_are_listed.then(all_illegal).into()),
            ("more_illegal", more_illegal.into()),
            ("warnings", warnings.collect()),
            ("more_warnings", judgement.more_warnings.into()),
            ("error", error.map(placed).into()),
            ("disagreement", judgement.disagreement.as_deref().into()),
        ]);
        self.0.extend(judgement.stats.iter().flat_map(statistics));
        let counted = counted.map(|counted| counted.to_string());
        self.0.push(("counted", counted.into()));
        one_line(&self)
    }
}

/// An error or warning, with its line and column if known.
fn fault(place: Option<(usize, usize)>, message: &str) -> Value {
    let (line, column) = place.unzip();
    json!({ "column": column, "line": line, "message": message })
}

fn placed(error: &TextError) -> Value {
    fault(Some((error.line(), error.column())), error.message())
}

fn illegal(refusal: &IllegalTurn) -> Value {
    json!({
        "color": refusal.mv.color.to_string().to_ascii_lowercase(),
        "column": refusal.column,
        "line": refusal.line,
        "move": refusal.number,
        "path": refusal.path.to_string(),
        "reason": refusal.reason.name(),
        "repeats": refusal.repeats,
        "vertex": refusal.mv.action.describe(refusal.size),
    })
}

/// Returns the counts under the names that `record.schema.json` defines.
fn statistics(stats: &Stats) -> [(&'static str, Value); 22] {
    let first = match stats.first {
        None => "-",
        Some(Color::Black) => "B",
        Some(Color::White) => "W",
    };
    let first_problem = match stats.first_problem {
        None => "-".to_owned(),
        Some((number, reason)) => format!("{number}:{}", reason.name()),
    };
    [
        ("setup_b", stats.setup.black.into()),
        ("setup_w", stats.setup.white.into()),
        ("first", first.into()),
        ("passes", stats.passes.into()),
        ("out_of_turn", stats.out_of_turn.into()),
        ("cap_by_b", stats.captured_by.black.into()),
        ("cap_by_w", stats.captured_by.white.into()),
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
        ("area_b", stats.area.black.into()),
        ("area_w", stats.area.white.into()),
        ("area_neutral", stats.neutral.into()),
        ("final_board", stats.final_board.as_str().into()),
    ]
}
