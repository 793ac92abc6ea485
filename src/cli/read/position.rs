//! Loads a position from a board file, a line of a game record or a board size, and plays the moves of `--play`.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use gokata::fixture::Fixture;
use gokata::sgf::{Collection, GameInfo, Judgement, LinePath, RulesName, SgfGame, Territory};
use gokata::{
    BoardRecord, Color, Diagram, IllegalMove, Labels, Move, Rules, Setup, Size, TextError,
    play_move,
};

use super::arguments::{in_turn, moves, plain_number, rows_and_cols};
use super::files::{read, read_any};
use super::link::{self, instead_of_file};
use super::pasted::{BoardArgs, Unnamed};
use super::record::{Games, read_games};
use super::rules::{self, GivenRules, USUAL};
use crate::repair;
use crate::terminal::error::CommandError;
use crate::terminal::output::Output;
use crate::terminal::text::{self, name, plain};

#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// A board, a fixture (its opening board), or a game record (its last position); `-` is standard input. Or the
    /// size of an empty board, 9x9 (rows x columns), the id of a question of gokata's own fixtures, or a link to a
    /// position.
    #[arg(value_name = "FILE|ROWSxCOLS")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "RULES", value_parser = rules::rules)]
    #[arg(help = rules::help(USUAL), long_help = rules::long_help(USUAL))]
    pub(crate) rules: Option<GivenRules>,
    /// Play this move first: `--play C3`. May be repeated, or contain several moves: `--play 'C3 pass'`.
    #[arg(long, value_name = "MOVE")]
    pub(crate) play: Vec<String>,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) line: LineArgs,
}

impl PositionArgs {
    /// Returns the position after the moves of `--play`. Without such moves, the last turn of a game record may be a
    /// resignation; the record is replayed to the move `at`, if that is given.
    pub(crate) fn load(&self, at: Option<MoveNumbers>) -> Result<Loaded, CommandError> {
        self.load_from(self.read()?, at)
    }

    /// Reads the file, and says whether it is a game record; `None` for a link, a question of gokata's own, and an empty board.
    pub(crate) fn read(&self) -> Result<Option<(Vec<u8>, bool)>, CommandError> {
        let is_file = instead_of_file(&self.file).is_none() && empty_board(&self.file).is_none();
        is_file.then(|| read_any(&self.file)).transpose()
    }

    /// As [`PositionArgs::load`], from what [`PositionArgs::read`] has returned.
    pub(crate) fn load_from(
        &self,
        read: Option<(Vec<u8>, bool)>,
        at: Option<MoveNumbers>,
    ) -> Result<Loaded, CommandError> {
        let mut loaded = self.load_file(read, at)?;
        if self.play.is_empty() {
            return Ok(loaded);
        }
        let mut record = before_resignation(loaded.record);
        for text in &self.play {
            for mv in moves(text, &record, &loaded.labels)? {
                let mv = in_turn(&mv, &record);
                let (played, mv) = (play_move(mv, &record), mv.describe(record.size()));
                record = played.map_err(|reason| format!("--play {mv}: {reason}"))?;
            }
        }
        loaded.record = record;
        if let Some(line) = &mut loaded.line {
            line.territory = None;
        }
        Ok(loaded)
    }

    fn load_file(
        &self,
        read: Option<(Vec<u8>, bool)>,
        at: Option<MoveNumbers>,
    ) -> Result<Loaded, CommandError> {
        let link = match &read {
            Some((bytes, _)) => link::inside(&self.file, bytes),
            None => instead_of_file(&self.file),
        };
        if let Some(link) = link.transpose()? {
            self.line.refuse()?;
            self.board.refuse()?;
            let record = link.shown();
            let rules = self.rules.map(|rules| rules.over(record.rules()));
            return Ok(Loaded {
                record: record.with_rules(rules.unwrap_or(record.rules())),
                labels: Labels::new(),
                line: None,
                asked: link.asked,
            });
        }
        let board = if let Some((bytes, is_record)) = read {
            if is_record {
                self.board.refuse()?;
                let mut args = self.line.clone();
                args.at = at.or(args.at);
                let line = replay(&self.file, &bytes, self.rules, &args, &mut Output::log)?;
                if let Some(note) = line.note_others(&self.file, &self.line) {
                    Output::log(&note);
                }
                return Ok(Loaded {
                    record: line.record.clone(),
                    labels: Labels::new(),
                    line: Some(line),
                    asked: None,
                });
            }
            self.line.refuse()?;
            self.board.read(&self.file, &bytes, Unnamed::Refuse)?
        } else {
            self.line.refuse()?;
            self.board.read(
                &self.file,
                opening(&self.file)?.to_string().as_bytes(),
                Unnamed::Refuse,
            )?
        };
        Ok(Loaded {
            record: board.under(self.rules),
            labels: board.labels,
            line: None,
            asked: None,
        })
    }
}

pub(crate) struct Loaded {
    pub(crate) record: BoardRecord,
    /// The labels of the board file.
    pub(crate) labels: Labels,
    /// The line of a game record that it is from. Its territory is `None` after moves of `--play`, too.
    pub(crate) line: Option<ReplayedLine>,
    /// The question of a link.
    pub(crate) asked: Option<Move>,
}

impl Loaded {
    /// Returns the position that moves are asked about: of a game record, the one before a resignation. A link says itself
    /// whether it is asked before or after one.
    pub(crate) fn asked_position(&self) -> BoardRecord {
        let record = self.record.clone();
        match self.line {
            Some(_) => before_resignation(record),
            None => record,
        }
    }
}

/// Loads the opening board of a fixture, or an empty board if `path` is a size such as `9x9`.
pub(crate) fn opening(path: &Path) -> Result<Diagram, CommandError> {
    empty_board(path).unwrap_or_else(|| opening_of_fixture(path, &read(path)?))
}

/// Returns an empty board if `path` is a size and no file of that name exists.
pub(crate) fn empty_board(path: &Path) -> Option<Result<Diagram, CommandError>> {
    let (rows, cols) = rows_and_cols(path.to_str()?)?;
    if fs::metadata(path).is_ok() {
        return None;
    }
    let size = Size::new(rows, cols).map_err(CommandError::other);
    Some(size.map(|size| Diagram {
        setup: Setup::new(size, Color::Black),
        labels: Labels::new(),
    }))
}

fn opening_of_fixture(path: &Path, bytes: &[u8]) -> Result<Diagram, CommandError> {
    let fixture = Fixture::parse(bytes).map_err(|error| CommandError::file(path, error))?;
    Ok(fixture.opening)
}

#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct LineArgs {
    /// The number of the game in the file, from 1. By default the first; on a page and in a folder of pictures, all.
    #[arg(help_heading = "Game records", long, value_name = "N")]
    pub(crate) game: Option<NonZero<usize>>,
    /// A variation, as `check` names it: 12/2 is the second one after move 12, and 12/2,30/3 continues with the
    /// third one after move 30. By default the main line.
    #[arg(help_heading = "Game records", long, value_name = "PATH")]
    pub(crate) path: Option<LinePath>,
    /// The number of moves to play: 8 for the position before the move that `check` calls move 9. By default all.
    /// `show` takes several: 10,20,50-60.
    #[arg(help_heading = "Game records", long, value_name = "N", value_parser = move_numbers)]
    pub(crate) at: Option<MoveNumbers>,
}

impl LineArgs {
    pub(crate) fn path(&self) -> LinePath {
        self.path.clone().unwrap_or_default()
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

pub(crate) fn move_numbers(text: &str) -> Result<MoveNumbers, CommandError> {
    let range = |word: &str| {
        let word = word.trim();
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let first = plain_number(first)?;
        if last.is_empty() {
            return Some((first, None));
        }
        let last = plain_number(last).filter(|last| first <= *last)?;
        Some((first, Some(last)))
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
        let lasts: Option<BTreeSet<usize>> = self.0.iter().map(|(_, last)| *last).collect();
        lasts?.pop_last()
    }

    /// Returns the numbers for a game of this number of moves, in ascending order, each once. Fails with the first number
    /// that is too large.
    pub(crate) fn in_game(&self, moves: usize) -> Result<BTreeSet<usize>, usize> {
        let ends = self.0.iter().map(|(first, last)| last.unwrap_or(*first));
        if let Some(end) = ends.filter(|end| *end > moves).min() {
            return Err(end);
        }
        let ranges = self.0.iter();
        let numbers = ranges.flat_map(|(first, last)| *first..=last.unwrap_or(moves));
        Ok(numbers.collect())
    }
}

pub(crate) struct ReplayedLine {
    /// The game. Its last turn may be the resignation that the result names.
    pub(crate) record: BoardRecord,
    /// Players, date and so on; the result only at the end of the main line. The handicap is 0 after a set-up.
    pub(crate) about: GameInfo,
    pub(crate) judgement: Judgement,
    /// The number of moves missing from `record`, because a set-up follows them or they could not be played.
    pub(crate) lost_moves: usize,
    /// What the record lists at the end of the line; `None` if the line goes on after `--at`.
    pub(crate) territory: Option<Territory>,
}

pub(crate) fn before_resignation(record: BoardRecord) -> BoardRecord {
    let before = record.resigned().and_then(|_| record.undo());
    before.unwrap_or(record)
}

pub(crate) fn illegal_moves(judgement: &Judgement) -> Vec<(Move, IllegalMove)> {
    let refusals = judgement.illegal.iter();
    refusals.map(|it| (it.mv, it.reason)).collect()
}

impl ReplayedLine {
    /// Returns a note on the other variations, for a reader of the main line.
    pub(crate) fn note_others(&self, file: &Path, args: &LineArgs) -> Option<String> {
        let others = self.judgement.variations_left;
        (args.path.is_none() && others > 0).then(|| {
            let (file, others) = (name(file), text::number(others, "variation"));
            format!("note {file}: this is the main line; --path chooses from {others} besides")
        })
    }
}

/// Returns a game of a file, by its number from 1.
pub(crate) fn game_at<'c>(
    path: &Path,
    collection: &'c Collection<'_>,
    number: usize,
) -> Result<SgfGame<'c>, CommandError> {
    let game = collection.game(number - 1);
    let game = game.ok_or_else(|| no_game(path, number, collection.games().len()))?;
    game.map_err(|error| CommandError::file(path, error))
}

pub(crate) fn no_game(path: &Path, number: usize, count: usize) -> CommandError {
    let games = text::number(count, "game");
    let why = format!("there is no game {number}: the file has {games}");
    CommandError::file(path, why)
}

pub(crate) fn no_position(path: &Path, at: usize, of: &Judgement, args: &LineArgs) -> CommandError {
    let moves = text::number(of.moves, "move");
    let others = match of.variations_left {
        1.. if args.path.is_none() => "; --path chooses another one",
        _ => "",
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
    let one = |at: &MoveNumbers| at.single().ok_or("--at takes one number here");
    let at = args.at.as_ref().map(one).transpose()?;
    let file = name(path);
    let located = |error: TextError| CommandError::file(path, error);
    let Games {
        collection,
        warnings: assumed,
    } = read_games(path, bytes)?;
    let number = args.game.map_or(1, NonZero::get);
    let count = collection.games().len();
    let game = game_at(path, &collection, number)?;
    let rules = rules.map(|rules| rules.over(game.rules_or(None)));
    let mut note = |what: &str| log(&format!("note {file}: {what}"));
    if args.game.is_none() && count > 1 {
        note(&format!("this is game 1 of {count}; --game chooses"));
    }
    let komi = rules.map(Rules::komi).zip(game.komi());
    if let Some((given, komi)) = komi.filter(|(given, komi)| given != komi) {
        let komi = format!("the komi is {given} by --rules, {komi} in the record");
        note(&komi);
    }
    if let Some(line) = &args.path {
        // First look whether the file has that line, because the place of this error in the file says nothing.
        game.replay_path(line, rules, Some(0)).map_err(|error| {
            CommandError::file(path, format!("--path {line}: {}", error.message()))
        })?;
    }
    let line = args.path();
    let replayed = game.replay_path(&line, rules, at).map_err(|error| {
        let hint = repair::hint(path, collection.text());
        CommandError::usage(format!("{}{hint}", located(error)))
    });
    let (record, judgement) = replayed?;
    if let Some(at) = at.filter(|at| *at > judgement.moves) {
        return Err(no_position(path, at, &judgement, args));
    }
    let territory = game.territory(&line, at).map_err(located)?;
    let mut warn = |place: String| log(&plain(&format!("warning {file}:{place}")));
    for warning in &assumed {
        warn(format!(" {warning}"));
    }
    let of_territory = territory.iter().flat_map(|listed| &listed.warnings);
    let warnings = judgement.warnings.iter().chain(&judgement.incomplete);
    // A parse error after the requested position is only a warning.
    for warning in warnings.chain(&judgement.fault).chain(of_territory) {
        let (line, column, message) = (warning.line(), warning.column(), warning.message());
        warn(format!("{line}:{column}: {message}"));
    }
    for refusal in &judgement.illegal {
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
