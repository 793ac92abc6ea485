//! Replays one line of a game record to a position.

use std::num::NonZero;
use std::path::Path;

use gokata::sgf::{Collection, GameInfo, Judgement, LinePath, RulesName, Territory};
use gokata::{BoardRecord, IllegalMove, Move, Rules, TextError};

use super::arguments::plain_number;
use super::files::decode_record;
use super::rules::GivenRules;
use crate::terminal::error::CommandError;
use crate::terminal::text::{self, name, plain};

#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct LineArgs {
    /// The number of the game in the file, from 1. By default the first; on a page and in a folder of pictures, all.
    #[arg(help_heading = "Game records", long, value_name = "N")]
    pub(crate) game: Option<NonZero<usize>>,
    /// A variation, as `check` names it: 12/2 is the second one after move 12, and 12/2,30/3 continues with the
    /// third one after move 30. By default the main line.
    #[arg(help_heading = "Game records", long, value_name = "PATH")]
    path: Option<LinePath>,
    /// The number of moves to play: 8 for the position before the move that `check` calls move 9. By default all.
    /// `show` takes several: 10,20,50-60.
    #[arg(help_heading = "Game records", long, value_name = "N", value_parser = move_numbers)]
    pub(crate) at: Option<MoveNumbers>,
}

impl LineArgs {
    pub(crate) fn is_main_line(&self) -> bool {
        self.path.is_none()
    }

    pub(crate) fn path(&self) -> LinePath {
        self.path.clone().unwrap_or_default()
    }

    /// True if neither `--path` nor `--at` asks for a single line.
    pub(crate) fn is_every_line(&self) -> bool {
        self.path.is_none() && self.at.is_none()
    }

    /// True without `--at`.
    pub(crate) fn is_whole(&self) -> bool {
        self.at.is_none()
    }

    /// Fails if one of these options is given. Called for a file that is not a game record.
    pub(crate) fn refuse(&self) -> Result<(), CommandError> {
        if *self == LineArgs::default() {
            Ok(())
        } else {
            Err("--game, --path and --at go with a game record".into())
        }
    }
}

/// The numbers of moves in an argument, `57` or `10,20,50-60`, as ranges; the last number is `None` for the end of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MoveNumbers(Vec<(usize, Option<usize>)>);

/// Parses the numbers of moves.
pub(crate) fn move_numbers(text: &str) -> Result<MoveNumbers, CommandError> {
    let range = |word: &str| {
        let word = word.trim();
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let first = plain_number(first)?;
        let last = match last {
            "" => None,
            last => Some(plain_number(last)?),
        };
        last.is_none_or(|last| first <= last)
            .then_some((first, last))
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    let ranges = ranges.ok_or(
        "numbers of moves are needed, as in 57, or 10,20,50-60 (the smaller one first), or 90-",
    )?;
    Ok(MoveNumbers(ranges))
}

impl MoveNumbers {
    pub(crate) fn one(number: usize) -> MoveNumbers {
        MoveNumbers(vec![(number, Some(number))])
    }

    /// Returns the number, if there is only one.
    pub(crate) fn single(&self) -> Option<usize> {
        match self.0[..] {
            [(first, last)] => Some(first).filter(|_| last == Some(first)),
            _ => None,
        }
    }

    pub(crate) fn has(&self, number: usize) -> bool {
        let mut ranges = self.0.iter();
        ranges.any(|(first, last)| number >= *first && last.is_none_or(|last| number <= last))
    }

    /// Returns the largest number; `None` if it is that of the last move.
    pub(crate) fn largest(&self) -> Option<usize> {
        let lasts: Option<Vec<usize>> = self.0.iter().map(|(_, last)| *last).collect();
        lasts.and_then(|lasts| lasts.into_iter().max())
    }

    /// Returns the numbers for a game of this number of moves, in ascending order, each once. Fails with the first number
    /// that is too large.
    pub(crate) fn in_game(&self, moves: usize) -> Result<Vec<usize>, usize> {
        let ends = self.0.iter().map(|(first, last)| last.unwrap_or(*first));
        if let Some(end) = ends.filter(|end| *end > moves).min() {
            return Err(end);
        }
        let ranges = self.0.iter().copied();
        let numbers = ranges.flat_map(|(first, last)| first..=last.unwrap_or(moves));
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }
}

pub(crate) struct ReplayedLine {
    /// The game. Its last turn may be the resignation that the result names.
    pub(crate) record: BoardRecord,
    /// Players, date and so on; the result only at the end of the main line. The handicap is 0 if the game
    /// begins with a set-up after moves.
    pub(crate) about: GameInfo,
    pub(crate) judgement: Judgement,
    /// The number of moves missing from `record`, because a set-up follows them or they could not be played.
    pub(crate) lost_moves: usize,
    /// What the record lists at the end of the line; `None` if the line goes on after `--at`.
    pub(crate) territory: Option<Territory>,
}

/// Returns the game before a resignation.
pub(crate) fn before_resignation(record: BoardRecord) -> BoardRecord {
    let before = record.resigned().and_then(|_| record.undo());
    before.unwrap_or(record)
}

pub(crate) fn illegal_moves(judgement: &Judgement) -> Vec<(Move, IllegalMove)> {
    let refusals = judgement.illegal.iter();
    refusals
        .map(|refusal| (refusal.mv, refusal.reason))
        .collect()
}

impl ReplayedLine {
    /// Returns a note on the other variations, for a reader of the main line.
    pub(crate) fn note_others(&self, file: &Path, args: &LineArgs) -> Option<String> {
        let others = self.judgement.variations_left;
        (args.is_main_line() && others > 0).then(|| {
            let (file, others) = (name(file), text::number(others, "variation"));
            format!("note {file}: this is the main line; --path chooses from {others} besides")
        })
    }
}

/// Returns the error about a game that a file does not have.
pub(crate) fn no_game(path: &Path, number: usize, count: usize) -> CommandError {
    let games = text::number(count, "game");
    let why = format!("there is no game {number}: the file has {games}");
    CommandError::file(path, why)
}

/// Returns the error about a position that a line does not have.
pub(crate) fn no_position(
    path: &Path,
    at: usize,
    line: &Judgement,
    args: &LineArgs,
) -> CommandError {
    let moves = text::number(line.moves, "move");
    let others = if args.is_main_line() && line.variations_left > 0 {
        "; --path chooses another one"
    } else {
        ""
    };
    let why = format!("there is no position after move {at}: this line has {moves}{others}");
    CommandError::file(path, why)
}

/// Replays a line of a game record. Hands notes and warnings to `log`.
pub(crate) fn replay(
    path: &Path,
    bytes: &[u8],
    rules: Option<GivenRules>,
    args: &LineArgs,
    log: &mut dyn FnMut(&str),
) -> Result<ReplayedLine, CommandError> {
    let at = match &args.at {
        Some(numbers) => Some(numbers.single().ok_or("--at takes one number here")?),
        None => None,
    };
    let file = name(path);
    let decoded = decode_record(path, bytes)?;
    let located = |error: TextError| CommandError::file(path, error);
    let collection = Collection::parse(&decoded.text).map_err(located)?;
    let number = args.game.map_or(1, NonZero::get);
    let mut games = collection.games();
    let count = games.len();
    let game = games.nth(number - 1);
    let game = game.ok_or_else(|| no_game(path, number, count))?;
    let game = game.map_err(located)?;
    let rules = rules.map(|rules| rules.over(game.rules_or(None)));
    if args.game.is_none() && count > 1 {
        log(&format!(
            "note {file}: this is game 1 of {count}; --game chooses"
        ));
    }
    if let (Some(given), Some(komi)) = (rules.map(Rules::komi), game.komi())
        && given != komi
    {
        log(&format!(
            "note {file}: the komi is {given} by --rules, {komi} in the record"
        ));
    }
    if let Some(line) = &args.path {
        // First look whether the file has that line, because the place of this error in the file says nothing.
        game.replay_path(line, rules, Some(0)).map_err(|error| {
            CommandError::file(path, format!("--path {line}: {}", error.message()))
        })?;
    }
    let line = args.path();
    let (record, judgement) = game.replay_path(&line, rules, at).map_err(located)?;
    if let Some(at) = at.filter(|at| *at > judgement.moves) {
        return Err(no_position(path, at, &judgement, args));
    }
    let territory = game.territory(&line, at).map_err(located)?;
    let mut warn = |place: String| log(&plain(&format!("warning {file}:{place}")));
    for warning in &decoded.warnings {
        warn(format!(" {warning}"));
    }
    // A parse error after the requested position is only a warning.
    let Judgement {
        warnings,
        incomplete,
        fault,
        illegal,
        ..
    } = &judgement;
    let of_territory = territory.iter().flat_map(|listed| &listed.warnings);
    let warnings = warnings.iter().chain(incomplete).chain(fault);
    for warning in warnings.chain(of_territory) {
        let (line, column, message) = (warning.line(), warning.column(), warning.message());
        warn(format!("{line}:{column}: {message}"));
    }
    for refusal in illegal {
        warn(refusal.to_string());
    }
    let turns = record.turns() - usize::from(record.resigned().is_some());
    let mut about = game.about().clone();
    if judgement.moves_before_set_up > 0 {
        // The stones at the beginning of `record` are those of a game under way.
        (about.handicap, about.other_handicap) = (Some(0), None);
    }
    if rules.is_some() {
        about.rules = RulesName::InForce;
        about.other_komi = None;
    }
    let is_cut = at.is_some_and(|at| at < game.moves());
    if is_cut || !line.is_main() {
        (about.result, about.other_result) = (None, None);
    }
    Ok(ReplayedLine {
        lost_moves: judgement.moves.saturating_sub(turns),
        record,
        about,
        judgement,
        territory,
    })
}
