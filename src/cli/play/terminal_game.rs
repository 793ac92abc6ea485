//! The state of a game in the terminal.

use gokata::agreement::{Answer, Command, Game, Refusal, Request};
use gokata::bots::RandomBot;
use gokata::scoring::{Marks, Standing};
use gokata::sgf::GameInfo;
use gokata::{Action, BoardRecord, Color, Move};

use super::engine::Engine;
use super::page::Page;
use super::record_file::Keep;
use super::screen::Screen;
use crate::terminal::output::Status;

pub(super) enum Player {
    Human,
    Bot(RandomBot),
    Engine(Box<Engine>),
}

pub(super) struct TerminalGame<'a> {
    pub(super) game: Game,
    /// The record at the start: empty, or loaded.
    pub(super) start: BoardRecord,
    pub(super) start_marks: Marks,
    /// Players, date and so on, for the saved file.
    pub(super) about: GameInfo,
    /// Black's player, then White's.
    pub(super) players: [Player; 2],
    pub(super) keep: Keep,
    pub(super) screen: Screen,
    pub(super) output: Page<'a>,
    pub(super) last_picture: String,
    /// The number of events when the record was last handed to `keep`.
    pub(super) saved_events: Option<u64>,
    /// True once the player has entered `save`.
    pub(super) is_save_wanted: bool,
    /// The human player who marks dead stones now and may enter several commands.
    pub(super) marking: Option<Color>,
    /// The number of turns when the engines were last asked for dead stones.
    pub(super) proposed_at: Option<usize>,
    /// What a game returns that an engine has stopped.
    pub(super) ending: Option<Result<Status, String>>,
}

/// Returns the command that makes a move after this number of turns.
pub(super) fn command(mv: Move, move_no: usize) -> Command {
    match mv.action {
        Action::Play(point) => Command::Play { point, move_no },
        Action::Pass => Command::Pass { move_no },
        Action::Resign => Command::Resign,
    }
}

impl TerminalGame<'_> {
    pub(super) fn is_human(&self, color: Color) -> bool {
        matches!(self.players[color as usize], Player::Human)
    }

    pub(super) fn has_humans(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.is_human(color))
    }

    pub(super) fn has_engines(&self) -> bool {
        let mut players = self.players.iter();
        players.any(|player| matches!(player, Player::Engine(_)))
    }

    /// True if moves are printed and saved as they are played. Two bots play too fast for that.
    pub(super) fn is_followed(&self) -> bool {
        self.has_humans() || self.has_engines() || self.screen.shows_every_board()
    }

    /// True if the game differs from what it was at the start.
    pub(super) fn has_gone_on(&self) -> bool {
        let state = self.game.state();
        state.finish().is_some()
            || *state.record() != self.start
            || state.marks() != self.start_marks
    }

    /// Returns the position with the marks on its stones and regions.
    pub(super) fn standing(&self) -> Standing {
        let state = self.game.state();
        Standing {
            marks: state.marks(),
            ..Standing::from(state.record())
        }
    }

    pub(super) fn play_move(&mut self, mv: Move) -> Result<Answer, Refusal> {
        let move_no = self.game.state().record().turns();
        self.request(mv.color, command(mv, move_no))
    }

    pub(super) fn request(&mut self, by: Color, command: Command) -> Result<Answer, Refusal> {
        self.game.handle(Request::new(by, command)).result
    }

    /// Returns the command by which this player agrees with the current marks.
    pub(super) fn done(&self, by: Color) -> Command {
        let state = self.game.state();
        Command::Done {
            number: state.scoring_number(),
            retracted: state.retracted(by),
            board: state.board(),
        }
    }
}
