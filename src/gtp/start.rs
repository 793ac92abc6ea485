//! Commands that begin a game: sizes, handicaps, positions, files.

use super::answer::{Refusal, Reply};
use super::arguments::{Arguments, count, point};
use super::ask::listed;
use super::engine::Engine;
use super::game::Game;
use super::handicap;
use std::borrow::Cow;

use crate::basics::{Action, Color, IllegalMove, Point, Rules, Setup, Size};
#[cfg(feature = "encodings")]
use crate::sgf::decode;
use crate::sgf::{self, Collection};

/// `boardsize N`: an empty board.
pub(super) fn boardsize(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [side] = arguments.exactly()?;
    let side = count(side)?;
    empty(engine, side, side)
}

/// `rectangular_boardsize WIDTH HEIGHT`.
pub(super) fn rectangular_boardsize(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [width, height] = arguments.exactly()?;
    empty(engine, count(height)?, count(width)?)
}

fn empty(engine: &mut Engine, rows: usize, cols: usize) -> Reply {
    let size = Size::new(rows, cols).map_err(|_| Refusal::UnacceptableSize)?;
    engine.game = Game::new(size, engine.record().rules());
    Ok(String::new())
}

/// The number of lines; of a rectangle its width, then its height.
pub(super) fn query_boardsize(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let (rows, cols) = (engine.size().rows(), engine.size().cols());
    Ok(if rows == cols {
        rows.to_string()
    } else {
        format!("{cols} {rows}")
    })
}

pub(super) fn clear_board(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    engine.game = Game::new(engine.size(), engine.record().rules());
    Ok(String::new())
}

/// `fixed_handicap STONES`: stones where the protocol has them; answers where.
pub(super) fn fixed_handicap(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    must_be_blank(engine)?;
    let [stones] = arguments.exactly()?;
    let points = handicap::fixed(engine.size(), count(stones)?);
    give(engine, points.ok_or(Refusal::InvalidNumberOfStones)?)
}

/// `place_free_handicap STONES`: stones where the engine likes; answers where.
pub(super) fn place_free_handicap(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    must_be_blank(engine)?;
    let [stones] = arguments.exactly()?;
    let stones = count(stones)?;
    if !(2..engine.size().area()).contains(&stones) {
        return Err(Refusal::InvalidNumberOfStones);
    }
    let points = handicap::free(engine.size(), stones);
    give(engine, points)
}

/// `set_free_handicap VERTEX…`: stones where somebody else likes.
pub(super) fn set_free_handicap(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    must_be_blank(engine)?;
    let size = engine.size();
    // A longer list has a point twice.
    let vertices = arguments.words().take(size.area() + 1);
    let points: Result<Vec<Point>, Refusal> = vertices.map(|word| point(word, size)).collect();
    let points = points.map_err(|_| Refusal::BadVertexList)?;
    // A stone on every point would be no position.
    if points.len() < 2 {
        return Err(Refusal::BadVertexList);
    }
    give(engine, points).map(|_| String::new())
}

fn must_be_blank(engine: &Engine) -> Result<(), Refusal> {
    if engine.game.is_blank() {
        Ok(())
    } else {
        Err(Refusal::BoardNotEmpty)
    }
}

/// Black's handicap stones; White plays.
fn give(engine: &mut Engine, points: Vec<Point>) -> Reply {
    let vertices = listed(points.iter().copied(), engine.size());
    let stones = points.into_iter().map(|point| (point, Color::Black));
    set_up(engine, stones.collect(), Color::White)?;
    Ok(vertices)
}

/// `set_position COLOR VERTEX …`: these stones instead of what there is, and no past.
pub(super) fn set_position(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let stones = stones(engine.size(), arguments)?;
    set_up(engine, stones, Color::Black)
}

/// The same on an empty board.
pub(super) fn gogui_setup(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    must_be_blank(engine)?;
    set_position(engine, arguments)
}

fn stones(size: Size, arguments: Arguments<'_>) -> Result<Vec<(Point, Color)>, Refusal> {
    // A longer list has a point twice.
    let pairs = arguments.moves(size).take(size.area() + 1);
    let stone = pairs.map(|pair| {
        let mv = pair?;
        match mv.action {
            Action::Play(point) => Ok((point, mv.color)),
            Action::Pass | Action::Resign => Err(Refusal::BadVertexList),
        }
    });
    stone.collect()
}

fn set_up(engine: &mut Engine, stones: Vec<(Point, Color)>, to_play: Color) -> Reply {
    let setup = Setup {
        size: engine.size(),
        stones,
        to_play,
    };
    let game = Game::with_setup(&setup, engine.record().rules());
    engine.game = game.map_err(|_| Refusal::BadVertexList)?;
    Ok(String::new())
}

/// `gogui-setup_player COLOR`: who plays next.
pub(super) fn gogui_setup_player(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    engine.game.hand_turn(arguments.color()?);
    Ok(String::new())
}

/// `loadsgf FILE [MOVE]`: the game in a file, up to the turn before this number.
pub(super) fn loadsgf(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let mut words = arguments.words();
    let name = words.next().ok_or(Refusal::SyntaxError)?;
    let before = words.next().map(count).transpose()?;
    if words.next().is_some() {
        return Err(Refusal::SyntaxError);
    }
    let rules = engine.game.record().rules();
    let loaded = engine
        .file(name)
        .ok_or_else(|| "it cannot be read".to_owned());
    match loaded.and_then(|bytes| load(&bytes, before, rules)) {
        Ok(game) => {
            engine.game = game;
            Ok(String::new())
        }
        Err(why) => {
            engine.complaint = Some(format!("{name}: {why}"));
            Err(Refusal::CannotLoadFile)
        }
    }
}

/// The main line of the first game in a file, up to the turn before this number, under the rules that the file names, else the
/// present ones. A stone that those rules forbid is nothing that could be gone on from; out of turn it is, as by `play`.
fn load(file: &[u8], before: Option<usize>, rules: Rules) -> Result<Game, String> {
    let text = text(file).ok_or("it is not UTF-8")?;
    let collection = Collection::parse(&text).map_err(|error| error.to_string())?;
    let game = collection.games().next().ok_or("there is no game in it")?;
    let game = game.map_err(|error| error.to_string())?;
    let komi = game.komi().unwrap_or(rules.komi);
    let rules = game.rules().is_none().then_some(Rules { komi, ..rules });
    let moves = before.map(|number| number.saturating_sub(1));
    let replayed = game.replay(rules, moves);
    let (record, judgement) = replayed.map_err(|error| error.to_string())?;
    let is_illegal = |refusal: &&sgf::Refusal| refusal.reason != IllegalMove::Turn;
    if let Some(refusal) = judgement.illegal.iter().find(is_illegal) {
        return Err(refusal.to_string());
    }
    Game::of(record).ok_or_else(|| Refusal::GameTooLong.to_string())
}

/// In any encoding, where the feature for it is on; else in UTF-8.
#[cfg(feature = "encodings")]
#[allow(clippy::unnecessary_wraps)]
fn text(file: &[u8]) -> Option<Cow<'_, str>> {
    Some(decode(file).text)
}

#[cfg(not(feature = "encodings"))]
fn text(file: &[u8]) -> Option<Cow<'_, str>> {
    std::str::from_utf8(file).ok().map(Cow::Borrowed)
}
