//! Sends commands to an engine, and reads its whole state.

use gokata::Size;
use gokata::gtp::Engine;

/// An engine with an empty square board, under the kata's rules.
pub(crate) fn engine(side: usize) -> Engine {
    Engine::new(Size::square(side).unwrap())
}

/// Returns the whole answer to a line; empty if there is none.
pub(crate) fn say(engine: &mut Engine, line: impl AsRef<[u8]>) -> String {
    let answer = engine.answer(line.as_ref());
    answer.map_or(String::new(), |answer| answer.to_string())
}

/// Returns the text of an answer. Panics if the command fails.
pub(crate) fn ask(engine: &mut Engine, line: &str) -> String {
    let answer = engine.answer(line.as_bytes());
    let answer = answer.unwrap_or_else(|| panic!("{line}: no answer"));
    let text = answer.text;
    text.unwrap_or_else(|refusal| panic!("{line}: {refusal}"))
}

/// The most points of a board on which [`face`] asks who is dead: to find that out takes long on larger ones.
const MOST_POINTS: usize = 9;

/// Returns everything that can be seen of an engine, the bot's next moves included. Sends the commands to a clone.
pub(crate) fn face(engine: &Engine) -> String {
    let mut twin = engine.clone();
    let questions = [
        "query_boardsize",
        "showboard",
        "move_history",
        "captures b",
        "captures w",
        "all_legal b",
        "all_legal w",
        "kata-get-rules",
        "get_komi",
        "final_score",
        "final_status_list dead",
        "printsgf",
        "genmove b",
        "genmove w",
        "gg-undo 3",
        "showboard",
    ];
    let mut seen = format!("{:?}\n", engine.record());
    let is_small = engine.record().size().point_count() <= MOST_POINTS;
    for question in questions {
        if is_small || !question.starts_with("final_") {
            seen += &say(&mut twin, question);
        }
    }
    seen
}
