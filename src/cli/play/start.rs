//! Starts a game: on an empty board, or from a saved game.

use std::path::Path;

use gokata::agreement::{Command, Game, Request, Stage, Terms};
use gokata::handicap;
use gokata::scoring::Outcome;
use gokata::sgf::GameInfo;
use gokata::{BoardRecord, Color, IllegalMove, Preset, Rules, Setup, Size};

use super::game::command;
use crate::read::arguments::today;
use crate::read::files::read_any;
use crate::read::pasted::{BoardArgs, Unnamed};
use crate::read::position::{LineArgs, before_resignation, replay};
use crate::read::rules::GivenRules;
use crate::terminal::error::CommandError;
use crate::terminal::output::Output;
use crate::terminal::text::{name, number};

/// A game that has not begun, or has been loaded, with players, date and so on, as far as the record names them.
pub(super) type Start = (Game, GameInfo);

/// Starts a game on an empty board, or with this number of handicap stones.
pub(super) fn on_empty_board(
    size: Size,
    given: Option<GivenRules>,
    handicap: Option<usize>,
) -> Result<Start, CommandError> {
    let mut record = BoardRecord::new(size);
    if let Some(stones) = handicap {
        let points = handicap::fixed(size, stones).ok_or_else(|| {
            let has = |stones: &usize| handicap::fixed(size, *stones).is_some();
            let most = match (2..=9).rev().find(has) {
                Some(most) => format!("points for at most {most} handicap stones"),
                None => "no points for handicap stones".to_owned(),
            };
            CommandError::usage(format!("--handicap {stones}: a {size} board has {most}"))
        })?;
        let black = |point| (point, Color::Black);
        let setup = Setup {
            stones: points.into_iter().map(black).collect(),
            ..Setup::new(size, Color::White)
        };
        record = BoardRecord::try_from(&setup).map_err(CommandError::other)?;
    }
    Ok(under(&record, Preset::Chinese.rules(), given))
}

/// Starts a game from a position, under the given rules, else the usual ones.
fn under(record: &BoardRecord, usual: Rules, given: Option<GivenRules>) -> Start {
    let rules = given.map_or(usual, GivenRules::over_kata);
    let is_chinese = usual == Preset::Chinese.rules();
    let preset = given.map_or(is_chinese.then_some(Preset::Chinese), |given| given.preset);
    let about = GameInfo {
        date: Some(today()),
        ..GameInfo::default()
    };
    (
        with_log(&record.with_rules(rules), terms(rules, preset)),
        about,
    )
}

/// Loads a saved game. Logs notes and warnings.
pub(super) fn load(
    path: &Path,
    given: Option<GivenRules>,
    args: &LineArgs,
    board: &BoardArgs,
) -> Result<Start, CommandError> {
    let file = name(path);
    if file == "-" {
        return Err("--load needs a file, because the moves are read from standard input".into());
    }
    let (bytes, is_record) = read_any(path)?;
    if !is_record {
        args.refuse()?;
        let board = board.read(path, &bytes, Unnamed::Refuse)?;
        let named = board.rules.unwrap_or(Preset::Chinese.rules());
        return Ok(under(&board.record, named, given));
    }
    board.refuse()?;
    let line = replay(path, &bytes, given, args, &mut Output::log)?;
    let others = line.note_others(path, args);
    let mut about = line.about;
    if args.path.is_none() && args.at.is_none() {
        match about.result {
            None | Some(Outcome::Void | Outcome::Unknown) => {}
            Some(outcome @ Outcome::Counted(_)) => Output::log(&format!(
                "note {file}: the result in the record is {outcome}; it is counted again"
            )),
            Some(outcome) => {
                let (words, moves) = (outcome.sentence(), number(line.judgement.moves, "move"));
                let why = format!(
                    "the game is over: {words} ({outcome}). To go on from an earlier position, add --at: this game has \
                     {moves}"
                );
                return Err(CommandError::file(path, why));
            }
        }
        if let Some(note) = others {
            Output::log(&note);
        }
    }
    let mut illegal = line.judgement.illegal.iter();
    if let Some(first) = illegal.find(|refusal| refusal.reason != IllegalMove::Turn) {
        let at = first.number.saturating_sub(1);
        let why = format!(
            "the game is not legal. To go on from the position before its first illegal move, add --at {at}"
        );
        return Err(CommandError::file(path, why));
    }
    if line.lost_moves > 0 {
        let moves = number(line.lost_moves, "move");
        Output::log(&format!(
            "warning {file}: left out: {moves} before a set-up in the middle of the game"
        ));
    }
    about.date.get_or_insert_with(today);
    let record = before_resignation(line.record);
    let rules = record.rules();
    // The preset whose games end without marks, if these are its rules with any komi.
    let tromp_taylor = Preset::TrompTaylor.rules().with_komi(rules.komi());
    let recorded = (rules == tromp_taylor).then_some(Preset::TrompTaylor);
    let preset = given.and_then(|given| given.preset).or(recorded);
    Ok((with_log(&record, terms(rules, preset)), about))
}

/// Returns the terms by which a game under these rules ends.
fn terms(rules: Rules, preset: Option<Preset>) -> Terms {
    let terms = Terms::for_rules(rules);
    // The preset decides what players mark, unless the scoring has been changed.
    let preset = preset.filter(|preset| preset.rules().scoring() == rules.scoring());
    let marking = preset.map_or(terms.marking, |preset| Terms::of(preset).marking);
    Terms { marking, ..terms }
}

fn new_game(record: BoardRecord, terms: Terms) -> Game {
    Game::new(record, terms).with_most_events(u64::MAX)
}

/// Returns a game with this record. Its turns can be taken back if two players could have entered them.
fn with_log(record: &BoardRecord, terms: Terms) -> Game {
    let replayed = || {
        let mut game = new_game(record.at(0)?, terms);
        for mv in record.moves() {
            if game.state().stage() == Stage::Scoring {
                resume(&mut game, mv.color)?;
            }
            let command = command(mv, game.state().record().turns());
            game.handle(Request::new(mv.color, command)).result.ok()?;
        }
        if game.state().stage() == Stage::Scoring && !record.is_over() {
            resume(&mut game, record.to_play())?;
        }
        (game.state().record() == record).then_some(game)
    };
    replayed().unwrap_or_else(|| new_game(record.clone(), terms))
}

/// Resumes play with the turn of this player. Under territory rules, their opponent has to ask for it.
fn resume(game: &mut Game, next: Color) -> Option<()> {
    let number = game.state().scoring_number();
    let request = Request::new(!next, Command::Resume { number });
    game.handle(request).result.ok().map(drop)
}
