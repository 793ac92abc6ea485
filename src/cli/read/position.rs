//! Loads a position from a board file, a game record or a board size, and plays the moves of `--play`.

use std::fs;
use std::path::{Path, PathBuf};

use gokata::fixture::Fixture;
use gokata::sgf::{GameInfo, Territory};
use gokata::{BoardRecord, Color, Diagram, Labels, Setup, Size, play_move};

use super::arguments::{in_turn, moves, rows_and_cols};
use super::files::{read, read_any};
use super::record::{LineArgs, MoveNumbers, ReplayedLine, before_resignation, replay};
use super::rules::{self, GivenRules, USUAL};
use crate::terminal::error::CommandError;
use crate::terminal::output::Output;

#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// A board, a fixture (its opening board), or a game record (its last position); `-` is standard input. Or the
    /// size of an empty board: 9x9 (rows x columns).
    #[arg(value_name = "FILE|ROWSxCOLS")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "RULES", value_parser = rules::rules)]
    #[arg(help = rules::help(USUAL), long_help = rules::long_help(USUAL))]
    pub(crate) rules: Option<GivenRules>,
    /// Play this move first: `--play C3`. May be repeated, or contain several moves: `--play 'C3 pass'`.
    #[arg(long, value_name = "MOVE")]
    pub(crate) play: Vec<String>,
    #[command(flatten)]
    pub(crate) line: LineArgs,
}

impl PositionArgs {
    /// Returns the game after the moves of `--play`, and the labels of the board file. Leaves out a resignation, so that
    /// play can go on.
    pub(crate) fn load(&self) -> Result<(BoardRecord, Labels), CommandError> {
        let loaded = self.load_with_end()?;
        Ok((before_resignation(loaded.record), loaded.labels))
    }

    /// As [`PositionArgs::load`], with the resignation that ends a game record unless moves are played after it.
    pub(crate) fn load_with_end(&self) -> Result<Loaded, CommandError> {
        self.load_to(None)
    }

    /// As [`PositionArgs::load_with_end`], but of a game record to this move, if one is given.
    pub(crate) fn load_to(&self, at: Option<MoveNumbers>) -> Result<Loaded, CommandError> {
        let mut loaded = self.load_file(at)?;
        if self.play.is_empty() {
            return Ok(loaded);
        }
        let mut record = before_resignation(loaded.record);
        for text in &self.play {
            for mv in moves(text, &record, &loaded.labels)? {
                let mv = in_turn(&mv, &record);
                record = play_move(mv, &record).map_err(|reason| {
                    let mv = mv.describe(record.size());
                    CommandError::usage(format!("--play {mv}: {reason}"))
                })?;
            }
        }
        (loaded.record, loaded.ended) = (record, None);
        Ok(loaded)
    }

    fn load_file(&self, at: Option<MoveNumbers>) -> Result<Loaded, CommandError> {
        let diagram = if let Some(empty) = empty_board(&self.file) {
            empty?
        } else {
            let (bytes, is_record) = read_any(&self.file)?;
            if is_record {
                let mut args = self.line.clone();
                args.at = at.or(args.at);
                let line = replay(&self.file, &bytes, self.rules, &args, &mut Output::log)?;
                if let Some(note) = line.note_others(&self.file, &self.line) {
                    Output::log(&note);
                }
                let ReplayedLine {
                    lost_moves,
                    record,
                    about,
                    territory,
                    judgement,
                    ..
                } = line;
                return Ok(Loaded {
                    record,
                    labels: Labels::new(),
                    lost_moves: Some(lost_moves),
                    handicap: match about.handicap {
                        _ if judgement.moves_before_set_up > 0 => Handicap::Unknown,
                        Some(0) => Handicap::None,
                        _ => Handicap::Stones,
                    },
                    ended: territory.map(|territory| Ended { about, territory }),
                });
            }
            opening_of_fixture(&self.file, &bytes)?
        };
        self.line.refuse()?;
        let record = BoardRecord::try_from(&diagram.setup).map_err(CommandError::other)?;
        let record = record.with_rules(self.rules.map(GivenRules::over_kata).unwrap_or_default());
        Ok(Loaded {
            record,
            labels: diagram.labels,
            lost_moves: None,
            ended: None,
            handicap: Handicap::Stones,
        })
    }
}

/// A position.
pub(crate) struct Loaded {
    pub(crate) record: BoardRecord,
    /// The labels of the board file.
    pub(crate) labels: Labels,
    /// The number of moves of the game record that `record` does not have; `None` if a board was read.
    pub(crate) lost_moves: Option<usize>,
    /// What the game record says about this position, if it is the last one of its line.
    pub(crate) ended: Option<Ended>,
    pub(crate) handicap: Handicap,
}

/// What a file says about the handicap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handicap {
    /// Nothing that contradicts the black stones at the beginning.
    Stones,
    /// A game record names none.
    None,
    /// The position was set up in the middle of a game.
    Unknown,
}

/// What a game record says about its last position.
pub(crate) struct Ended {
    pub(crate) about: GameInfo,
    pub(crate) territory: Territory,
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

pub(crate) fn opening_of_fixture(path: &Path, bytes: &[u8]) -> Result<Diagram, CommandError> {
    let fixture = Fixture::parse(bytes).map_err(|error| CommandError::file(path, error))?;
    Ok(fixture.opening)
}
