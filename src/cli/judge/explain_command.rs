//! The command that explains the right answer to a question.

use std::fmt::Write;

use gokata::questions::Question;
use gokata::{Action, BoardRecord, Move, Rules, Setup, check_move, play_move};

use crate::read::corpus::Source;
use crate::terminal::text::{name, quoted, quoted_word};

/// Returns a `gokata explain` command about the move of a question. `None` where a board and moves under one set of rules
/// do not lead to the question, and where the file cannot be read again.
pub(super) fn explain(source: &Source, question: &Question) -> Option<String> {
    let shown = name(&source.file);
    if shown == "-" || source.file.to_str() != Some(&shown) {
        return None;
    }
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
    let asked = format!(
        "{}:{}",
        question.mv.color.letter(),
        word(question.mv.action)
    );
    let mut command = format!("gokata explain {} {}", quoted(&shown), quoted_word(&asked));
    if !moves.is_empty() {
        let words: Vec<String> = moves.iter().map(|mv| word(mv.action)).collect();
        let _ = write!(command, " --play {}", quoted_word(&words.join(" ")));
    }
    if let Some(rules) = changed_rules(before.rules()) {
        let _ = write!(command, " --rules {rules}");
    }
    Some(command)
}

/// True if these moves from the opening board lead to the same answer, all under the rules of the question.
fn leads_to(question: &Question, moves: &[Move]) -> bool {
    let before = &question.before;
    // The turn may have been handed over before the first move: the oldest situation is that of the file.
    let Some(opening) = before.situations().last() else {
        return false;
    };
    let setup = Setup {
        size: before.size(),
        stones: opening.board.stones().collect(),
        to_play: opening.to_play,
    };
    let Ok(mut game) = BoardRecord::try_from(&setup) else {
        return false;
    };
    game = game.with_rules(before.rules());
    for mv in moves {
        match play_move(*mv, &game) {
            Ok(after) => game = after,
            Err(_) => return false,
        }
    }
    let is_same = game.board() == before.board() && game.to_play() == before.to_play();
    is_same && check_move(question.mv, &game) == check_move(question.mv, before)
}

/// Returns the rules that affect legality, as far as they are not those of the kata.
fn changed_rules(rules: Rules) -> Option<String> {
    let usual = Rules::default();
    let mut words = Vec::new();
    if rules.ko != usual.ko {
        words.push(format!("ko={}", rules.ko));
    }
    if rules.suicide != usual.suicide {
        words.push(format!("suicide={}", rules.suicide));
    }
    if rules.button != usual.button {
        words.push("button=yes".to_owned());
    }
    (!words.is_empty()).then(|| words.join(","))
}
