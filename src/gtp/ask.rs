//! Commands that only ask: what may be played, what lies on the board, what has happened.

use super::answer::{Refusal, Reply};
use super::arguments::{Arguments, action, color, point};
use super::engine::Engine;
use crate::basics::{Action, Color, Move, Point, Showboard, Size};
use crate::pure::{Chain, check_move, explain_move, is_legal_move, legal_moves};
use crate::sgf::{self, GameInfo};

/// `is_legal COLOR VERTEX`: 1 or 0.
pub(super) fn is_legal(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let mv = arguments.mv(engine.size())?;
    let legal = is_legal_move(mv, &engine.game.seen_by(mv.color));
    Ok(if legal { "1" } else { "0" }.to_owned())
}

/// `all_legal COLOR`: the points where it may play.
pub(super) fn all_legal(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let moves = legal_moves(&engine.game.seen_by(color)).into_iter();
    let points = moves.filter_map(|mv| match mv.action {
        Action::Play(point) => Some(point),
        Action::Pass | Action::Resign => None,
    });
    Ok(listed(points, engine.size()))
}

/// `gokata-legal COLOR VERTEX`: `legal`, or `illegal` and the first reason in a word. The vertex may lie off the board.
pub(super) fn gokata_legal(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let mv = asked(engine, arguments)?;
    let verdict = check_move(mv, &engine.game.seen_by(mv.color));
    Ok(match verdict {
        Ok(()) => "legal".to_owned(),
        Err(reason) => format!("illegal {}", reason.name()),
    })
}

/// `gokata-explain COLOR VERTEX`: every reason, in sentences. The vertex may lie off the board.
pub(super) fn gokata_explain(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let mv = asked(engine, arguments)?;
    Ok(explain_move(mv, &engine.game.seen_by(mv.color)).to_string())
}

fn asked(engine: &Engine, arguments: Arguments<'_>) -> Result<Move, Refusal> {
    let [by, what] = arguments.exactly()?;
    Ok(Move {
        color: color(by)?,
        action: action(what, engine.size())?,
    })
}

/// `list_stones COLOR`.
pub(super) fn list_stones(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let stones = engine.record().board().stones();
    let stones = stones.filter(|(_, of)| *of == color);
    Ok(listed(stones.map(|(point, _)| point), engine.size()))
}

/// `countlib VERTEX`: the number of liberties of the chain there.
pub(super) fn countlib(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    Ok(chain(engine, arguments)?.liberties.len().to_string())
}

/// `findlib VERTEX`: the liberties of the chain there.
pub(super) fn findlib(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let liberties = chain(engine, arguments)?.liberties;
    Ok(listed(liberties.into_iter(), engine.size()))
}

fn chain(engine: &Engine, arguments: Arguments<'_>) -> Result<Chain, Refusal> {
    let [vertex] = arguments.exactly()?;
    let point = point(vertex, engine.size())?;
    let chain = engine.record().board().chain(point);
    chain.ok_or(Refusal::VertexMustNotBeEmpty)
}

/// `captures COLOR`: the prisoners that it holds.
pub(super) fn captures(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    Ok(engine.record().prisoners(color).to_string())
}

pub(super) fn last_move(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let last = engine.record().last_turn();
    last.map(|mv| told(mv, engine.size()))
        .ok_or(Refusal::NoPreviousMove)
}

/// Every turn, the latest first.
pub(super) fn move_history(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let moves = engine.record().moves().into_iter().rev();
    let lines: Vec<String> = moves.map(|mv| told(mv, engine.size())).collect();
    Ok(lines.join("\n"))
}

/// The board, from the next line on.
pub(super) fn showboard(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let board = Showboard(engine.record().setup()).to_string();
    Ok(format!("\n{}", board.trim_end_matches('\n')))
}

/// The game as a game record. A count is no result yet, so only a resignation is told.
pub(super) fn printsgf(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let text = sgf::write(engine.record(), &GameInfo::default());
    Ok(text.trim_end_matches('\n').to_owned())
}

/// Vertices in a row.
pub(super) fn listed(points: impl Iterator<Item = Point>, size: Size) -> String {
    let names: Vec<String> = points.map(|point| point.vertex(size)).collect();
    names.join(" ")
}

/// `black C3`.
fn told(mv: Move, size: Size) -> String {
    let color = match mv.color {
        Color::Black => "black",
        Color::White => "white",
    };
    format!("{color} {}", mv.action.describe(size))
}
