//! Commands that play, generate and take back moves, and those about time and the end of a game.

use super::arguments::{Arguments, color, count, number, point};
use super::response::{CommandResult, Done, Refusal};
use super::session::Session;
use crate::basics::{Color, PointSet};
use crate::bots::Bot;
use crate::referee::PureGame;
use crate::scoring::Outcome;

pub(super) fn play(session: &mut Session, arguments: Arguments<'_>) -> Done {
    session.play(arguments.mv(session.size())?)
}

/// `gogui-play_sequence COLOR VERTEX …`: plays all of these moves, or none.
pub(super) fn gogui_play_sequence(session: &mut Session, arguments: Arguments<'_>) -> Done {
    session.play_all(arguments.moves(session.size()))
}

/// `genmove COLOR`: plays the bot's move and returns it.
pub(super) fn genmove(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let color = arguments.color()?;
    let record = session.seen_by(color);
    if record.is_over() {
        return Err(Refusal::IllegalMove);
    }
    let mv = session.bot.choose(&PureGame::from(record));
    session.play(mv)?;
    Ok(mv.action.describe(session.size()))
}

/// `undo`: takes back the latest turn.
pub(super) fn undo(session: &mut Session, arguments: Arguments<'_>) -> Done {
    arguments.none()?;
    session.undo(1)
}

/// `gg-undo [TURNS]`: takes back n turns, one by default.
pub(super) fn gg_undo(session: &mut Session, arguments: Arguments<'_>) -> Done {
    session.undo(arguments.at_most_one()?.map_or(Ok(1), count)?)
}

/// `time_settings MAIN BYO_YOMI STONES`: checks the arguments and ignores them; there is no clock.
pub(super) fn time_settings(_: &mut Session, arguments: Arguments<'_>) -> Done {
    let [main, byo_yomi, stones] = arguments.exactly()?;
    number(main)?;
    number(byo_yomi)?;
    count(stones)?;
    Ok(())
}

/// `time_left COLOR TIME STONES`: checks the arguments and ignores them.
pub(super) fn time_left(_: &mut Session, arguments: Arguments<'_>) -> Done {
    let [side, time, stones] = arguments.exactly()?;
    color(side)?;
    number(time)?;
    count(stones)?;
    Ok(())
}

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
    let in_seki = || standing.in_seki();
    let seki = standing.seki.map_or_else(in_seki, |seki| seki - dead);
    let wanted = match status {
        "dead" => dead,
        "seki" => seki,
        "alive" => PointSet::all(session.size()) - dead - seki,
        _ => return Err(Refusal::SyntaxError),
    };
    let stones = Color::BOTH.map(|color| session.record().board().stones_of(color));
    let mut chains: Vec<PointSet> = stones.into_iter().flat_map(PointSet::parts).collect();
    chains.retain(|chain| chain.meets(wanted));
    chains.sort_by_key(|chain| chain.nth(0));
    let lines = chains.iter().map(|chain| session.size().vertices(chain));
    Ok(lines.collect::<Vec<String>>().join("\n"))
}
