//! What has happened: events, moves, earlier positions.

use super::number::count;
use crate::agreement::Event;
use crate::basics::{Action, Color, Move, Size};
use crate::pure::BoardRecord;
use crate::scoring::Marked;
use crate::web::pages::shown::Scene;

/// The latest event as a sentence, which a screen reader says: `White plays H17, takes 2 stones`.
pub(crate) fn latest(scene: &Scene) -> Option<String> {
    let view = &scene.view;
    let log = scene.shown.game.log();
    let entry = log.iter().rfind(|entry| {
        !matches!(
            entry.event,
            Event::Finished { .. } | Event::ScoringEntered { .. }
        )
    })?;
    Some(match &entry.event {
        Event::Started(_) | Event::Finished { .. } | Event::ScoringEntered { .. } => return None,
        Event::Played { by, point } => {
            let taken = taken(scene.shown.game.state().record());
            let taken = if taken == 0 {
                String::new()
            } else {
                format!(", takes {}", count(taken, "stone", "stones"))
            };
            format!("{by} plays {}{taken}", point.vertex(view.size))
        }
        Event::Passed { by } => format!("{by} passes"),
        Event::Marked { by, changes, .. } => format!("{} {}", scene.name(*by), changed(changes)),
        Event::Done { by, .. } => format!("{} is done", scene.name(*by)),
        Event::Undone { by } => format!("{} is no longer done", scene.name(*by)),
        Event::Resumed { by, to_play, .. } => {
            format!("{} resumed play: {to_play} to move", scene.name(*by))
        }
        Event::Resigned { by } => format!("{by} resigns"),
        Event::Claimed { by } => format!("{} claims the result", scene.name(*by)),
        Event::VoidOffered { by } => format!("{} offers to void the game", scene.name(*by)),
        Event::VoidAccepted { by } => format!("{} accepts to void the game", scene.name(*by)),
    })
}

fn changed(changes: &Marked) -> String {
    let lists = [
        (&changes.killed, "stone", "stones", "dead"),
        (&changes.revived, "stone", "stones", "alive"),
        (&changes.neutral, "point", "points", "neutral"),
        (&changes.counted, "point", "points", "counted again"),
    ];
    let said = lists.into_iter().filter(|(points, ..)| !points.is_empty());
    let said: Vec<String> = said
        .map(|(points, one, more, what)| {
            format!("marked {} {what}", count(points.len(), one, more))
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

pub(crate) fn earlier(turns: usize, all: usize) -> String {
    match turns {
        0 => format!("The board before the first of {all} moves"),
        _ => format!("The board after move {turns} of {all}"),
    }
}
