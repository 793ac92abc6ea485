//! What is found about a game as a JSON object, as described in `record.schema.json`.

use gokata::scoring::Outcome;
use gokata::sgf::{IllegalTurn, Judgement, Stats};
use gokata::{Color, Size, TextError};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

pub(super) fn unreadable(place: Option<(usize, usize)>, why: &str) -> Fields {
    let verdict = ("verdict", "unreadable".into());
    Fields(vec![verdict, ("error", fault(place, why))])
}

/// The fields of an object in their order. Those that are null are left out.
pub(super) struct Fields(pub(super) Vec<(&'static str, Value)>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.iter().filter(|(_, value)| !value.is_null());
        serializer.collect_map(fields.map(|(key, value)| (key, value)))
    }
}

/// What is found about a game. `rules_from`: where the rules are from (`record`). `lists_all`: whether all illegal moves are
/// listed, not only the first. `counted`: the result of the end of the game, if the record has another one; `unread`: the
/// result of the record, if it is not understood.
pub(super) fn judged(
    judgement: &Judgement,
    size: Size,
    (rules_from, lists_all): (&str, bool),
    encoding_warnings: &[String],
    (counted, unread): (Option<Outcome>, Option<&str>),
) -> Fields {
    let size = if size.rows() == size.cols() {
        Value::from(size.rows())
    } else {
        size.to_string().into()
    };
    let rules = judgement.rules.pairs();
    let rules = rules.map(|(key, value)| (key.to_owned(), Value::from(value)));
    let all_illegal = || judgement.illegal.iter().map(illegal).collect::<Value>();
    let more_illegal = lists_all.then_some(judgement.more_illegal);
    let encoding_warnings = encoding_warnings.iter().map(|text| fault(None, text));
    let warnings = encoding_warnings.chain(judgement.warnings.iter().map(placed));
    let error = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
    let mut fields = vec![
        ("size", size),
        ("rules", Value::Object(rules.collect())),
        ("rules_from", rules_from.into()),
        ("moves", judgement.moves.into()),
        ("variations_left", judgement.variations_left.into()),
        ("verdict", judgement.verdict().name().into()),
        ("illegal", judgement.illegal.first().map(illegal).into()),
        ("all_illegal", lists_all.then(all_illegal).into()),
        ("more_illegal", more_illegal.into()),
        ("warnings", warnings.collect()),
        ("more_warnings", judgement.more_warnings.into()),
        ("error", error.map(placed).into()),
        ("disagreement", judgement.disagreement.as_deref().into()),
    ];
    fields.extend(judgement.stats.iter().flat_map(statistics));
    let counted = counted.map(|counted| counted.to_string());
    fields.push(("counted", counted.into()));
    fields.push(("unread_result", unread.into()));
    Fields(fields)
}

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
