//! What happened in a game, told for people and for programs.

use gokata::Color;
use gokata::sgf::Stats;
use serde_json::Value;

use crate::terminal::text::number;

/// In sentences, a line each. The boards and their sums are for programs.
pub(super) fn happened(stats: &Stats) -> String {
    let first = stats.first.map(|color| format!("{color} first"));
    let passes = match stats.passes {
        1 => "1 pass".to_owned(),
        passes => format!("{passes} passes"),
    };
    let moves = [Some(number(stats.moves, "move")), first, Some(passes)];
    let moves: Vec<String> = moves.into_iter().flatten().collect();
    let [black, white] = stats.captured_by;
    let most = match stats.max_capture {
        0 => String::new(),
        most => format!(", at most {most} by one move"),
    };
    let (black, kos) = (number(black, "stone"), number(stats.ko_captures, "ko"));
    let taken = format!("  Black took {black}, White {white}{most}; {kos} taken");
    let odd = [
        (stats.out_of_turn, "out of turn"),
        (stats.occupied, "on a stone or off the board"),
        (stats.single_suicides, "suicide of one stone"),
        (stats.multi_suicides, "suicide of several"),
        (stats.simple_ko_violations, "retook a ko at once"),
        (stats.positional_repeats, "brought back an earlier board"),
    ];
    let odd = odd.iter().filter(|(count, _)| *count > 0);
    let odd: Vec<String> = odd.map(|(count, what)| format!("{count} {what}")).collect();
    let odd = (!odd.is_empty()).then(|| format!("  of the moves {}", odd.join(", ")));
    let ([black, white], neutral) = (stats.area, stats.neutral);
    let area = format!("  area at the end: Black {black}, White {white}, nobody's {neutral}");
    let lines = [Some(moves.join(", ")), Some(taken), odd, Some(area)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// The counts under the names under which other programs' are published.
pub(super) fn columns(stats: &Stats) -> Vec<(&'static str, Value)> {
    let first = match stats.first {
        None => "-",
        Some(Color::Black) => "B",
        Some(Color::White) => "W",
    };
    let problem = stats.first_problem.map_or_else(
        || "-".to_owned(),
        |(number, reason)| format!("{number}:{}", reason.name()),
    );
    vec![
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
        ("first_problem_simple_F", problem.into()),
        ("final_fnv", format!("{:016x}", stats.final_fnv).into()),
        ("seq_fnv", format!("{:016x}", stats.sequence_fnv).into()),
        ("area_b", stats.area[0].into()),
        ("area_w", stats.area[1].into()),
        ("area_neutral", stats.neutral.into()),
        ("final_board", stats.final_board.clone().into()),
    ]
}
