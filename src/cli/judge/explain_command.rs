//! The command that explains the right answer to a question.

use gokata::questions::Question;
use gokata::{Action, BoardRecord, Move, Preset, check_move, play_move};

use crate::terminal::text::{quoted, quoted_word};

/// The rules that say which moves are legal.
const RULES: [&str; 3] = ["ko", "suicide", "button"];

/// Returns a `gokata explain` command about the move of a question, whose opening board is in this file. `None` where that
/// board and moves under one set of rules do not lead to the question.
pub(crate) fn explain(file: &str, question: &Question) -> Option<String> {
    let before = &question.before;
    let moves = before.moves();
    if !leads_to(question, &moves) {
        return None;
    }
    let size = before.size();
    // A vertex has no name off the board.
    let word = |action: Action| match action {
        Action::Play(point) if size.contains(point) => action.describe(size),
        action => action.to_string(),
    };
    let color = question.mv.color.letter();
    let asked = quoted_word(&format!("{color}:{}", word(question.mv.action)));
    let mut command = format!("gokata explain {} {asked}", quoted(file));
    if !moves.is_empty() {
        let words: Vec<String> = moves.iter().map(|mv| word(mv.action)).collect();
        command = format!("{command} --play {}", quoted_word(&words.join(" ")));
    }
    let rules = before.rules();
    let changes = rules.changes(Preset::Kata);
    let changes = changes.filter(|(key, _)| RULES.contains(key));
    let changes: Vec<String> = changes
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    if !changes.is_empty() {
        command = format!("{command} --rules {}", changes.join(","));
    }
    Some(command)
}

/// True if these moves from the opening board lead to the same answer, all under the rules of the question.
fn leads_to(question: &Question, moves: &[Move]) -> bool {
    let before = &question.before;
    let opening = BoardRecord::try_from(&question.opening());
    let opening = opening.ok().map(|game| game.with_rules(before.rules()));
    let mut moves = moves.iter();
    let game = opening.and_then(|game| moves.try_fold(game, |game, mv| play_move(*mv, &game).ok()));
    game.is_some_and(|game| {
        let is_same = game.board() == before.board() && game.to_play() == before.to_play();
        is_same && check_move(question.mv, &game) == check_move(question.mv, before)
    })
}
