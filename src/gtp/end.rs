//! Commands of the end of a game: which stones are dead, and what it comes to.

use super::answer::{Refusal, Reply};
use super::arguments::{Arguments, point};
use super::ask::listed;
use super::engine::Engine;
use crate::basics::Point;
use crate::scoring::{Ending, Outcome};

/// `gokata-mark_dead VERTEX…`: exactly the chains there are dead.
pub(super) fn gokata_mark_dead(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let size = engine.size();
    let mut points = Vec::new();
    for word in arguments.words() {
        let point = point(word, size)?;
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let marked = engine.game.mark_dead(points);
    marked.map_err(|_| Refusal::VertexMustNotBeEmpty)?;
    Ok(String::new())
}

/// The count of the board as it stands, whether or not the game has ended: `B+3.5`, `W+2`, `0`.
pub(super) fn final_score(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let standing = engine.game.standing();
    if let Some(Ending::Resignation(_)) = standing.ending {
        return Err(Refusal::CannotScore);
    }
    Ok(Outcome::Counted(standing.count().score()).to_string())
}

/// `final_status_list alive|dead|seki`: the stones of this status, a chain a line.
pub(super) fn final_status_list(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [status] = arguments.exactly()?;
    let standing = engine.game.standing();
    let dead: Vec<Point> = standing.marks.dead().collect();
    let seki = standing.in_seki();
    let wanted = |point: &Point| match status {
        "dead" => Ok(dead.contains(point)),
        "seki" => Ok(seki.contains(point)),
        "alive" => Ok(!dead.contains(point) && !seki.contains(point)),
        _ => Err(Refusal::SyntaxError),
    };
    // The word is asked about even where there is no stone.
    wanted(&Point::from((0, 0)))?;
    let board = engine.record().board();
    let mut seen: Vec<Point> = Vec::new();
    let mut lines = Vec::new();
    for (point, _) in board.stones() {
        if seen.contains(&point) {
            continue;
        }
        let stones = board.chain(point).map_or(Vec::new(), |chain| chain.stones);
        seen.extend(&stones);
        if wanted(&point)? {
            lines.push(listed(stones.into_iter(), engine.size()));
        }
    }
    Ok(lines.join("\n"))
}
