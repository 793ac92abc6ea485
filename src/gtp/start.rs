//! Commands that begin a game: size, handicap, position, file.

use std::borrow::Cow;

use super::arguments::{Arguments, count, point};
use super::response::{CommandResult, Done, Refusal};
use super::session::Session;
use crate::basics::{Action, Color, Point, Rules, Setup, Size};
use crate::handicap;
use crate::pure::BoardRecord;
#[cfg(feature = "encodings")]
use crate::sgf::decode;
use crate::sgf::{Collection, GameInfo, LinePath, Order, RulesName, Territory};

/// `boardsize N`: clears the board and sets its size.
pub(super) fn boardsize(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let [side] = arguments.exactly()?;
    let side = count(side)?;
    empty(session, side, side)
}

/// `rectangular_boardsize WIDTH HEIGHT`.
pub(super) fn rectangular_boardsize(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let [width, height] = arguments.exactly()?;
    empty(session, count(height)?, count(width)?)
}

fn empty(session: &mut Session, rows: usize, cols: usize) -> Done {
    let size = Size::new(rows, cols).map_err(|_| Refusal::UnacceptableSize)?;
    session.clear(size);
    Ok(())
}

/// `query_boardsize`: the number of lines; for a rectangle the width, then the height.
pub(super) fn query_boardsize(session: &mut Session) -> String {
    session.size().columns_first(' ')
}

pub(super) fn clear_board(session: &mut Session, arguments: Arguments<'_>) -> Done {
    arguments.none()?;
    session.clear(session.size());
    Ok(())
}

/// `fixed_handicap STONES`: places black stones on the points that the protocol defines; returns their vertices.
pub(super) fn fixed_handicap(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    session.must_be_blank()?;
    let [stones] = arguments.exactly()?;
    let points = handicap::fixed(session.size(), count(stones)?);
    place_handicap(session, points.ok_or(Refusal::InvalidNumberOfStones)?)
}

/// `place_free_handicap STONES`: places black stones on points of the engine's choice; returns their vertices.
pub(super) fn place_free_handicap(
    session: &mut Session,
    arguments: Arguments<'_>,
) -> CommandResult {
    session.must_be_blank()?;
    let [stones] = arguments.exactly()?;
    let stones = count(stones)?;
    if !(2..session.size().point_count()).contains(&stones) {
        return Err(Refusal::InvalidNumberOfStones);
    }
    let points = handicap::free(session.size(), stones);
    place_handicap(session, points)
}

/// `set_free_handicap VERTEX…`: places black stones on these points.
pub(super) fn set_free_handicap(session: &mut Session, arguments: Arguments<'_>) -> Done {
    session.must_be_blank()?;
    let size = session.size();
    // A longer list repeats a point, so one extra word is enough to reject it.
    let words = arguments.words().take(size.point_count() + 1);
    let points: Result<Vec<Point>, Refusal> = words.map(|word| point(word, size)).collect();
    let points = points.map_err(|_| Refusal::BadVertexList)?;
    if points.len() < 2 {
        return Err(Refusal::BadVertexList);
    }
    place_handicap(session, points).map(drop)
}

/// Places handicap stones; White is to play.
fn place_handicap(session: &mut Session, points: Vec<Point>) -> CommandResult {
    let answer = session.size().vertices(points.iter().copied());
    let stones = points.into_iter().map(|point| (point, Color::Black));
    set_up(session, stones.collect(), Color::White)?;
    Ok(answer)
}

/// `set_position COLOR VERTEX …`: begins a game with these stones; Black is to play.
pub(super) fn set_position(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let stones = stones(session.size(), arguments)?;
    set_up(session, stones, Color::Black)
}

/// `gogui-setup COLOR VERTEX …`: as `set_position`, but only on an empty board.
pub(super) fn gogui_setup(session: &mut Session, arguments: Arguments<'_>) -> Done {
    session.must_be_blank()?;
    set_position(session, arguments)
}

fn stones(size: Size, arguments: Arguments<'_>) -> Result<Vec<(Point, Color)>, Refusal> {
    // A longer list repeats a point, so one extra word is enough to reject it.
    let pairs = arguments.moves(size).take(size.point_count() + 1);
    let stone = pairs.map(|pair| {
        let mv = pair?;
        match mv.action {
            Action::Play(point) => Ok((point, mv.color)),
            Action::Pass | Action::Resign => Err(Refusal::BadVertexList),
        }
    });
    stone.collect()
}

fn set_up(session: &mut Session, stones: Vec<(Point, Color)>, to_play: Color) -> Done {
    let setup = Setup {
        size: session.size(),
        stones,
        to_play,
    };
    session.set_up(&setup).map_err(|_| Refusal::BadVertexList)
}

/// `gogui-setup_player COLOR`: sets who plays next.
pub(super) fn gogui_setup_player(session: &mut Session, arguments: Arguments<'_>) -> Done {
    session.hand_turn(arguments.color()?);
    Ok(())
}

/// `loadsgf FILE [MOVE]`: loads the first game in a file, up to the position before move `MOVE`. Play can go on there,
/// even if a player has resigned.
pub(super) fn loadsgf(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let mut words = arguments.words();
    let name = words.next().ok_or(Refusal::SyntaxError)?;
    let before = words.next().map(count).transpose()?;
    if words.next().is_some() {
        return Err(Refusal::SyntaxError);
    }
    load(session, name, before).map_err(|reason| {
        session.complaint = Some(format!("{name}: {reason}"));
        Refusal::CannotLoadFile
    })
}

fn load(session: &mut Session, name: &str, before: Option<usize>) -> Result<(), String> {
    let bytes = (session.read)(name).ok_or("it cannot be read")?;
    let (record, about, territory) = read_game(&bytes, before, session.rules())?;
    let loaded = session.load(record, about, territory);
    loaded.map_err(|refusal| refusal.text().to_owned())
}

/// Reads the main line of the first game in a file, up to the position before move `before`, under the rules that the
/// file names, else under `rules`. An illegal move is an error, but as in `play` either color may move at any time.
/// Also returns what the file says about the game; the result and the territory at the end only without `before`.
fn read_game(
    file: &[u8],
    before: Option<usize>,
    rules: Rules,
) -> Result<(BoardRecord, GameInfo, Territory), String> {
    let text = text(file).ok_or("it is not UTF-8")?;
    let collection = Collection::parse(&text).map_err(|error| error.to_string())?;
    let game = collection.games().next().ok_or("there is no game in it")?;
    let game = game.map_err(|error| error.to_string())?;
    let komi = game.komi().unwrap_or(rules.komi());
    let rules = game.rules().is_none().then_some(rules.with_komi(komi));
    let moves = before.map(|number| number.saturating_sub(1));
    let replayed = game.replay_nodes(game.main_line(), Order::Any, rules, moves);
    let (record, judgement) = replayed.map_err(|error| error.to_string())?;
    if let Some(refusal) = judgement.illegal.first() {
        return Err(refusal.to_string());
    }
    let resigned = record.resigned().and_then(|_| record.undo());
    let record = resigned.unwrap_or(record);
    // The rules and the komi are those of the session.
    let mut about = GameInfo {
        rules: RulesName::InForce,
        other_komi: None,
        other_handicap: None,
        ..game.about().clone()
    };
    if judgement.moves_before_set_up > 0 {
        // The stones at the beginning of `record` are those of a game under way.
        about.handicap = Some(0);
    }
    if before.is_some() {
        (about.result, about.other_result) = (None, None);
        return Ok((record, about, Territory::default()));
    }
    let territory = game.territory(&LinePath::MAIN, None);
    let territory = territory.map_err(|error| error.to_string())?;
    Ok((record, about, territory.unwrap_or_default()))
}

/// Decodes any encoding with the feature `encodings`; without it, only UTF-8.
#[cfg(feature = "encodings")]
#[allow(clippy::unnecessary_wraps)]
fn text(file: &[u8]) -> Option<Cow<'_, str>> {
    Some(decode(file).text)
}

#[cfg(not(feature = "encodings"))]
fn text(file: &[u8]) -> Option<Cow<'_, str>> {
    std::str::from_utf8(file).ok().map(Cow::Borrowed)
}
