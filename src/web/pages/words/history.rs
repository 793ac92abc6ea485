//! What has happened: events, moves, earlier positions.

use super::number::count;
use crate::pages::scene::Scene;
use gokata::BoardRecord;
use gokata::agreement::Event;
use gokata::scoring::Marked;
use gokata::{Action, Color, Move, Point, Size};

/// The latest event as a sentence, which a screen reader says: `White plays H17, takes 2 stones`.
pub(crate) fn latest(scene: &Scene) -> Option<String> {
    let log = scene.shown.live.game.log();
    let entry = log.iter().rfind(|entry| {
        !matches!(
            entry.event,
            Event::Finished { .. } | Event::ScoringEntered { .. }
        )
    })?;
    said(scene, &entry.event)
}

fn said(scene: &Scene, event: &Event) -> Option<String> {
    let view = scene.view;
    Some(match event {
        Event::Started(_) | Event::Finished { .. } | Event::ScoringEntered { .. } => return None,
        Event::Played { by, point } => {
            let taken = taken(scene.state().record());
            let taken = if taken == 0 {
                String::new()
            } else {
                format!(", takes {}", count(taken, "stone", "stones"))
            };
            format!("{by} plays {}{taken}", point.vertex(view.size))
        }
        Event::Passed { by } => format!("{by} passes"),
        Event::TakeBackAsked { by } => {
            let turns = asked_back(*by, scene);
            format!("{} asks to take back {turns}", scene.name(*by))
        }
        Event::TakenBack { by, .. } => {
            let [by, asker, color] = [scene.name(*by), scene.name(!*by), (!*by).to_string()];
            format!("{by} lets {asker} take back: {color} to move")
        }
        Event::Marked { by, changes, .. } if scene.player() == Some(*by) => {
            let [what, back] = [changed(changes, view.size), mark_again(changes).to_owned()];
            format!("You {what}. {back}")
        }
        Event::Marked { by, changes, .. } => {
            format!("{} {}", scene.name(*by), changed(changes, view.size))
        }
        Event::Suggested { by, changes, .. } => {
            let is_you = scene.player() == Some(*by);
            let who = if is_you {
                "You".to_owned()
            } else {
                scene.name(*by)
            };
            let changed = match changed(changes, view.size) {
                none if none.is_empty() && scene.state().marks().dead().is_empty() => {
                    "no stone seems to be dead, so nothing is marked".to_owned()
                }
                none if none.is_empty() => "it agrees with the marks on the board".to_owned(),
                changed => changed,
            };
            format!("{who} asked for a suggestion: {changed}")
        }
        Event::Done { by, .. } => format!("{} is done", scene.name(*by)),
        Event::Undone { by } => format!("{} is no longer done", scene.name(*by)),
        Event::Resumed { by, to_play, .. } => {
            format!("{} resumed play: {to_play} to move", scene.name(*by))
        }
        Event::Resigned { by } => format!("{by} resigns"),
        Event::Claimed { by } => format!("{} claims the result", scene.name(*by)),
        Event::VoidOffered { by } => format!("{} offers to call the game off", scene.name(*by)),
        Event::VoidAccepted { by } => format!("{} agrees to call the game off", scene.name(*by)),
    })
}

/// What the opponent has done to the marks, or to the end of play. It stays on the page until there is something newer,
/// because a player who does not see it may approve a board that they have not looked at.
pub(crate) fn news(scene: &Scene) -> Option<String> {
    let you = scene.player()?;
    let entries = scene.shown.live.game.log();
    // The status says who is done, and offers have a sentence of their own.
    let apart = ["done", "void_offered", "take_back_asked"];
    let entry = entries
        .iter()
        .rfind(|entry| !apart.contains(&entry.event.name()))?;
    let is_own = entry.by == Some(you);
    match &entry.event {
        // Marks are set without a question, so the sentence says how to take them back.
        Event::Marked { .. } | Event::Suggested { .. } if is_own => {
            entries.last().filter(|last| last.seq == entry.seq)?;
        }
        Event::Undone { .. } | Event::Resumed { .. } | Event::TakenBack { .. } if !is_own => (),
        Event::Marked { number, .. } | Event::Suggested { number, .. } => {
            let own = entries.iter().rev().find_map(|entry| match &entry.event {
                Event::Done { by, number, .. } if *by == you => Some(Some(*number)),
                Event::Undone { by } if *by == you => Some(None),
                _ => None,
            });
            if own.flatten() == Some(number.saturating_sub(1)) {
                let sentence = said(scene, &entry.event)?;
                return Some(format!("{sentence}. {DONE_IS_VOID}"));
            }
        }
        _ => return None,
    }
    Some(format!("{}.", said(scene, &entry.event)?))
}

const DONE_IS_VOID: &str = "Your Done no longer counts: look again.";

/// The turns that a player asks to take back: their latest own one, and the answer to it.
fn asked_back(by: Color, scene: &Scene) -> String {
    let record = scene.state().record();
    let is_own = record.last_turn().is_some_and(|turn| turn.color == by);
    let turns = record.moves();
    let turns = &turns[turns.len().saturating_sub(if is_own { 1 } else { 2 })..];
    let named = |turn: &Move| match turn.action {
        Action::Play(point) => point.vertex(scene.view.size),
        _ => format!("{}’s pass", turn.color),
    };
    let turns: Vec<String> = turns.iter().map(named).collect();
    turns.join(" and ")
}

/// An open request to take back a turn.
pub(crate) fn take_back(scene: &Scene) -> Option<String> {
    let by = scene.view.take_back_ask?;
    let turns = asked_back(by, scene);
    Some(if scene.player() == Some(by) {
        let opponent = scene.opponent();
        format!(
            "You have asked to take back {turns}. The request lapses with the next move of {opponent} or you."
        )
    } else {
        format!("{} asks to take back {turns}.", scene.name(by))
    })
}

/// How a mark of one's own is taken back.
fn mark_again(changes: &Marked) -> &'static str {
    match (changes.killed.as_slice(), changes.revived.as_slice()) {
        ([_], _) | ([], [_]) => "Choose the stone again to take that back",
        ([], []) => "Choose a point of it again to take that back",
        _ => "Choose one of them again to take that back",
    }
}

/// Points as a player names them, six at most.
pub(crate) fn named(points: &[Point], size: Size) -> String {
    let named = size.vertices(points.iter().take(6).copied());
    let more = if points.len() > 6 { " …" } else { "" };
    format!("{named}{more}")
}

fn changed(changes: &Marked, size: Size) -> String {
    let lists = [
        (&changes.killed, "stone", "stones", "dead"),
        (&changes.revived, "stone", "stones", "alive"),
        (&changes.neutral, "point", "points", "neutral"),
        (&changes.counted, "point", "points", "counted again"),
    ];
    let said = lists.into_iter().filter(|(points, ..)| !points.is_empty());
    let said: Vec<String> = said
        .map(|(points, one, more, what)| {
            let count = count(points.len(), one, more);
            format!("marked {count} {what} ({})", named(points, size))
        })
        .collect();
    said.join(", ")
}

/// How many stones the latest turn took.
pub(crate) fn taken(record: &BoardRecord) -> usize {
    let prisoners = |record: &BoardRecord| {
        Color::BOTH
            .map(|color| record.prisoners(color))
            .iter()
            .sum::<usize>()
    };
    let before = record.undo().map_or(0, |before| prisoners(&before));
    match record.last_turn().map(|turn| turn.action) {
        Some(Action::Play(_)) => prisoners(record).saturating_sub(before),
        _ => 0,
    }
}

/// A turn in the list of moves: `12 D4`.
pub(crate) fn turn(number: usize, turn: Move, size: Size) -> String {
    match turn.action {
        Action::Play(point) => format!("{number} {}", point.vertex(size)),
        Action::Pass => format!("{number} pass"),
        Action::Resign => format!("{number} resigns"),
    }
}

/// What an earlier board is, and the move that led to it.
pub(crate) fn earlier(scene: &Scene) -> String {
    let (all, size) = (scene.view.move_no, scene.view.size);
    let turns = scene.record.turns();
    match scene.record.last_turn() {
        None => format!("The board before the first of {all} moves"),
        Some(last) => {
            let by = match last.action {
                Action::Play(point) => format!("{} {}", last.color, point.vertex(size)),
                Action::Pass => format!("{} passed", last.color),
                Action::Resign => format!("{} resigned", last.color),
            };
            format!("The board after move {turns} of {all}: {by}")
        }
    }
}

/// After a click on an earlier board.
pub(crate) fn is_earlier(turns: usize) -> String {
    match turns {
        0 => "This is the board before the first move.".to_owned(),
        _ => format!("This is the board after move {turns}."),
    }
}

pub(crate) const GO_TO_LAST: &str = "Go back to the game to play.";
