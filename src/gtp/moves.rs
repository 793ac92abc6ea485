//! Commands that play, generate and take back moves, and those about time.

use super::arguments::{Arguments, color, count, number};
use super::refusal::{CommandResult, Done, Refusal};
use super::session::Session;
use crate::bots::Bot;
use crate::referee::PureGame;

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
