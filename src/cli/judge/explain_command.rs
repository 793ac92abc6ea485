//! The command that explains the right answer to a question.

use gokata::questions::{Counted, Question};
use gokata::scoring::{Mark, Marks, Standing};
use gokata::{
    Action, BoardRecord, Color, Move, Point, PointSet, Preset, Scoring, check_move, play_move,
};

use crate::terminal::text::{quoted, quoted_word};

/// The rules that say which moves are legal.
const RULES: [&str; 3] = ["ko", "suicide", "button"];

/// Returns the command `gokata explain`, or `gokata score`, about a question whose opening board is in this file. `None` where
/// that board and moves under one set of rules do not lead to the question.
pub(crate) fn explain(file: &str, question: &Question) -> Option<String> {
    let before = &question.before;
    let moves = before.moves();
    let end = replayed(question, &moves)?;
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
    let is_of_moves = |key: &str| RULES.contains(&key);
    let changes = changes.filter(|(key, _)| question.asked.mv().is_none() || is_of_moves(key));
    let changes: Vec<String> = changes
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    if !changes.is_empty() {
        command = format!("{command} --rules {}", changes.join(","));
    }
    Some(command + &counted)
}

/// Plays these moves from the opening board, all under the rules of the question. `None` if another board comes of it.
fn replayed(question: &Question, moves: &[Move]) -> Option<BoardRecord> {
    let before = &question.before;
    let opening = BoardRecord::try_from(&question.opening()).ok()?;
    let opening = opening.with_rules(before.rules());
    let mut moves = moves.iter();
    let end = moves.try_fold(opening, |game, mv| play_move(*mv, &game).ok())?;
    (end.board() == before.board()).then_some(end)
}

/// Returns the options of `gokata score` that mark and count this game as the question does, if there are such.
fn options(end: &BoardRecord, counted: &Counted) -> Option<String> {
    let asked = &counted.standing;
    let (size, mut options) = (end.size(), String::new());
    let mut standing = Standing::from(end);
    // A point of each part is enough.
    let parts = |mut points: PointSet, of: &dyn Fn(Point) -> PointSet| {
        let mut firsts = Vec::new();
        while let Some(first) = points.iter().next() {
            firsts.push(first);
            points -= of(first);
        }
        firsts
    };
    let marks = &asked.marks;
    let is_dead = |point: Point| {
        marks
            .with_dead(&[point])
            .map_or_else(|_| marks.dead(), |one| one.dead())
    };
    let dead = parts(marks.dead(), &is_dead);
    let region = |point: Point| {
        marks
            .region(point)
            .map_or(marks.neutral(), |region| region.points)
    };
    let neutral = parts(marks.neutral(), &region);
    standing.marks = Marks::of(end.board()).with_dead(&dead).ok()?;
    for point in &neutral {
        standing.marks.mark(*point, Mark::Neutral).ok()?;
    }
    for (option, points) in [("dead", dead), ("neutral", neutral)] {
        if !points.is_empty() {
            let names: Vec<String> = points.iter().map(|point| point.vertex(size)).collect();
            options = format!("{options} --{option} {}", names.join(" "));
        }
    }
    let by_area = asked.rules.scoring() == Scoring::Area;
    let given = Color::BOTH.map(|color| (color, counted.given[color]));
    for (color, stones) in given
        .into_iter()
        .filter(|(_, stones)| !by_area && *stones > 0)
    {
        options = format!("{options} --given {}={stones}", color.letter());
        standing.prisoners[color] = standing.prisoners[color].saturating_add(stones);
    }
    let is_same = standing.marks == *marks && standing.count() == asked.count();
    is_same.then_some(options)
}
