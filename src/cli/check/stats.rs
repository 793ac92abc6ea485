//! What happened in a game, in sentences.

use gokata::sgf::Stats;

use crate::terminal::text::number;

/// The counts of a game, a few on each line. The boards and their hashes are in the JSON only.
pub(super) fn sentences(stats: &Stats) -> String {
    let moves = number(stats.moves, "move");
    let first = stats.first.map(|color| format!(", {color} first"));
    let first = first.unwrap_or_default();
    let passes = match stats.passes {
        1 => "1 pass".to_owned(),
        passes => format!("{passes} passes"),
    };
    let [black, white] = stats.captured_by;
    let (black, kos) = (number(black, "stone"), number(stats.ko_captures, "ko"));
    let most = match stats.max_capture {
        0 => String::new(),
        most => format!(", at most {most} by one move"),
    };
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
    let odd = match odd.as_slice() {
        [] => String::new(),
        odd => format!("  of the moves {}\n", odd.join(", ")),
    };
    let ([area_black, area_white], neutral) = (stats.area, stats.neutral);
    format!(
        "{moves}{first}, {passes}\n  Black took {black}, White {white}{most}; {kos} taken\n{odd}  \
         area at the end: Black {area_black}, White {area_white}, nobody's {neutral}"
    )
}
