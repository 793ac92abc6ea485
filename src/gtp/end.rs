//! Commands about the end of a game: dead stones and the score.

use super::arguments::{Arguments, point};
use super::refusal::{CommandResult, Done, Refusal};
use super::session::Session;
use crate::basics::{Point, PointSet};
use crate::scoring::Outcome;

/// `gokata-mark_dead VERTEX…`: marks exactly the chains at these points as dead.
pub(super) fn gokata_mark_dead(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let size = session.size();
    let mut points = Vec::new();
    for word in arguments.words() {
        let point = point(word, size)?;
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let marked = session.mark_dead(points);
    marked.map_err(|_| Refusal::VertexMustNotBeEmpty)
}

/// `final_score`: the score of the current board, during or after a game: `B+3.5`, `W+2`, `0`. Dead stones are those of
/// [`gokata_mark_dead`] or of the loaded file, else those that are found. Fails after a resignation.
pub(super) fn final_score(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    arguments.none()?;
    if session.record().resigned().is_some() {
        return Err(Refusal::CannotScore);
    }
    Ok(Outcome::Counted(session.standing().count().score()).to_string())
}

/// `final_status_list alive|dead|seki`: the stones with this status, one chain per line. An open chain has the more
/// likely one.
pub(super) fn final_status_list(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let [status] = arguments.exactly()?;
    let standing = session.standing();
    let dead = standing.marks.dead();
    // Stones that a search found in seki, whatever the rules; without a search, those that the tax for seki implies.
    let seki = standing
        .seki
        .map_or_else(|| standing.in_seki(), |seki| seki - dead);
    let wanted = |point: Point| match status {
        "dead" => Ok(dead.contains(point)),
        "seki" => Ok(seki.contains(point)),
        "alive" => Ok(!dead.contains(point) && !seki.contains(point)),
        _ => Err(Refusal::SyntaxError),
    };
    // Rejects an unknown status even on an empty board.
    wanted(Point::from((0, 0)))?;
    let board = session.record().board();
    let mut seen = PointSet::empty(board.size());
    let mut lines = Vec::new();
    for (point, _) in board.stones() {
        let chain = board.chain(point).filter(|_| !seen.contains(point));
        let Some(chain) = chain else { continue };
        seen |= chain.stones;
        if wanted(point)? {
            lines.push(session.size().vertices(chain.stones));
        }
    }
    Ok(lines.join("\n"))
}
