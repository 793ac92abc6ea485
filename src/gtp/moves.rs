//! Commands that move, and take back.

use super::answer::{Refusal, Reply};
use super::arguments::{Arguments, color, count, number};
use super::engine::Engine;
use crate::bots::Bot;

/// `play COLOR VERTEX`.
pub(super) fn play(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let mv = arguments.mv(engine.size())?;
    engine.game.play(mv)?;
    Ok(String::new())
}

/// `gogui-play_sequence COLOR VERTEX …`: all of these moves, or none.
pub(super) fn gogui_play_sequence(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let moves = arguments.moves(engine.size());
    engine.game.play_all(moves)?;
    Ok(String::new())
}

/// `genmove COLOR`: the bot's move, which is played.
pub(super) fn genmove(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let record = engine.game.seen_by(color);
    if record.is_over() {
        return Err(Refusal::IllegalMove);
    }
    let mv = engine.bot.choose(&record);
    engine.game.play(mv)?;
    Ok(mv.action.describe(engine.size()))
}

pub(super) fn undo(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    take_back(engine, 1)
}

/// `gg-undo [TURNS]`.
pub(super) fn gg_undo(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let turns = arguments.at_most_one()?.map_or(Ok(1), count)?;
    take_back(engine, turns)
}

fn take_back(engine: &mut Engine, turns: usize) -> Reply {
    if engine.game.undo(turns) {
        Ok(String::new())
    } else {
        Err(Refusal::CannotUndo)
    }
}

/// `time_settings MAIN BYO_YOMI STONES`: read and forgotten, for nobody looks at a clock here.
pub(super) fn time_settings(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [main, byo_yomi, stones] = arguments.exactly()?;
    number(main)?;
    number(byo_yomi)?;
    count(stones)?;
    Ok(String::new())
}

/// `time_left COLOR TIME STONES`: the same.
pub(super) fn time_left(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [side, time, stones] = arguments.exactly()?;
    color(side)?;
    number(time)?;
    count(stones)?;
    Ok(String::new())
}
