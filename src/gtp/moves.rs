//! Commands that play, generate and take back moves, and those about time.

use super::answer::{CommandResult, Refusal};
use super::arguments::{Arguments, color, count, number};
use super::session::Session;
use crate::bots::Bot;

/// `play COLOR VERTEX`.
pub(super) fn play(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let mv = arguments.mv(session.size())?;
    session.play(mv)?;
    Ok(String::new())
}

/// `gogui-play_sequence COLOR VERTEX …`: plays all of these moves, or none.
pub(super) fn gogui_play_sequence(
    session: &mut Session,
    arguments: Arguments<'_>,
) -> CommandResult {
    let moves = arguments.moves(session.size());
    session.play_all(moves)?;
    Ok(String::new())
}

/// `genmove COLOR`: plays the bot's move and returns it.
pub(super) fn genmove(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let color = arguments.color()?;
    let record = session.seen_by(color);
    if record.is_over() {
        return Err(Refusal::IllegalMove);
    }
    let mv = session.bot.choose(&record);
    session.play(mv)?;
    Ok(mv.action.describe(session.size()))
}

/// `undo`: takes back the latest turn.
pub(super) fn undo(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    arguments.none()?;
    session.undo(1)?;
    Ok(String::new())
}

/// `gg-undo [TURNS]`: takes back n turns, one by default.
pub(super) fn gg_undo(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let turns = arguments.at_most_one()?.map_or(Ok(1), count)?;
    session.undo(turns)?;
    Ok(String::new())
}

/// `time_settings MAIN BYO_YOMI STONES`: checks the arguments and ignores them; there is no clock.
pub(super) fn time_settings(_: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let [main, byo_yomi, stones] = arguments.exactly()?;
    number(main)?;
    number(byo_yomi)?;
    count(stones)?;
    Ok(String::new())
}

/// `time_left COLOR TIME STONES`: checks the arguments and ignores them.
pub(super) fn time_left(_: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let [side, time, stones] = arguments.exactly()?;
    color(side)?;
    number(time)?;
    count(stones)?;
    Ok(String::new())
}
