//! The command that explains the right answer to a question.

use gokata::questions::{Counted, Question};
use gokata::scoring::{Mark, Marks, Standing};
use gokata::{Action, BoardRecord, Color, Move, Preset, Scoring, check_move, play_move};

use crate::terminal::text::{quoted, quoted_word};

/// The rules that say which moves are legal.
const RULES: [&str; 3] = ["ko", "suicide", "button"];

/// Returns the command `gokata explain`, or `gokata score`, about a question whose opening board is in this file, if that
/// board and moves under one set of rules lead to it. A question on a larger board is named by its id: it is in no file.
pub(crate) fn explain(file: &str, id: &str, question: &Question) -> Option<String> {
    let before = &question.before;
    let (file, moves, opening) = if question.on.is_some() {
        (id, Vec::new(), before.clone())
    } else {
        let opening = BoardRecord::try_from(&question.opening()).ok()?;
        (file, before.moves(), opening)
    };
    let opening = opening.with_rules(before.rules());
    let mut turns = moves.iter();
    let end = turns.try_fold(opening, |game, mv| play_move(*mv, &game).ok())?;
    (end.board() == before.board()).then_some(())?;
    let size = before.size();
    // A vertex has no name off the board.
    let word = |action: Action| match action {
        Action::Play(point) if size.contains(point) => action.describe(size),
        action => action.to_string(),
    };
    let file = quoted(file);
    let (mut command, counted) = match (question.asked.mv(), question.asked.counted()) {
        (Some(mv), _) => {
            let is_same = check_move(mv, &end) == check_move(mv, before);
            (is_same && end.to_play() == before.to_play()).then_some(())?;
            let asked = quoted_word(&format!("{}:{}", mv.color.letter(), word(mv.action)));
            (format!("gokata explain {file} {asked}"), String::new())
        }
        (None, Some(counted)) => (format!("gokata score {file}"), options(&end, counted)?),
        (None, None) => return None,
    };
    if !moves.is_empty() {
        // The moves of one side in a row need their colors.
        let named = |mv: &Move| match question.asked.mv() {
            Some(_) => word(mv.action),
            None => format!("{}:{}", mv.color.letter(), word(mv.action)),
        };
        let words: Vec<String> = moves.iter().map(named).collect();
        command = format!("{command} --play {}", quoted_word(&words.join(" ")));
    }
    let changes = before.rules().changes(Preset::Kata);
    let matters = |key: &str| question.asked.mv().is_none() || RULES.contains(&key);
    let changes = changes.filter(|(key, _)| matters(key));
    let changes = changes.map(|(key, value)| format!("{key}={value}"));
    let changes: Vec<String> = changes.collect();
    if !changes.is_empty() {
        command = format!("{command} --rules {}", changes.join(","));
    }
    Some(command + &counted)
}

/// Returns the options of `gokata score` that mark and count this game as the question does, if there are such.
fn options(end: &BoardRecord, counted: &Counted) -> Option<String> {
    let asked = &counted.standing;
    let (size, mut options) = (end.size(), String::new());
    let mut standing = Standing::from(end);
    let mut marks = Marks::of(end.board());
    let (mut dead, mut neutral) = (Vec::new(), Vec::new());
    // A point of each part is enough.
    for point in asked.marks.dead() {
        if !marks.dead().contains(point) {
            dead.push(point);
            marks = marks.with_dead(&dead).ok()?;
        }
    }
    for point in asked.marks.neutral() {
        if !marks.neutral().contains(point) {
            neutral.push(point);
            marks.mark(point, Mark::Neutral).ok()?;
        }
    }
    for (option, points) in [("dead", dead), ("neutral", neutral)] {
        if !points.is_empty() {
            let names: Vec<String> = points.iter().map(|point| point.vertex(size)).collect();
            options = format!("{options} --{option} {}", names.join(" "));
        }
    }
    for color in Color::BOTH {
        let stones = counted.given[color];
        if stones > 0 && asked.rules.scoring() != Scoring::Area {
            options = format!("{options} --given {}={stones}", color.letter());
            standing.prisoners[color] = standing.prisoners[color].saturating_add(stones);
        }
    }
    standing.marks = marks;
    let is_same = standing.marks == asked.marks && standing.count() == asked.count();
    is_same.then_some(options)
}
