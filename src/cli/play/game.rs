//! Runs a game: moves, then marks on dead stones, until the game is finished or a player stops it.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Arc, Mutex};

use gokata::agreement::{Accepted, Command, Game, Refusal, Request, Stage};
use gokata::bots::{Bot, RandomBot};
use gokata::scoring::Mark;
use gokata::sgf::GameInfo;
use gokata::{Action, Color, Move, Point, PureGame, explain_move};

use super::engine::{Engine, EngineError};
use super::page::Page;
use super::record_file::Keep;
use crate::draw::count::names;
use crate::terminal::error::CommandError;
use crate::terminal::output::Status;
use crate::terminal::text::wrapped;

pub(super) enum Player {
    Human,
    Bot(RandomBot),
    Engine(Box<Engine>),
}

/// The state of a game in the terminal.
pub(super) struct TerminalGame<'a> {
    pub(super) game: Game,
    /// Players, date and so on, for the saved file.
    pub(super) about: GameInfo,
    /// Black's player, then White's.
    pub(super) players: [Player; 2],
    pub(super) keep: Arc<Mutex<Keep>>,
    pub(super) page: Page<'a>,
    /// True if moves are printed and saved as they are played. Two bots play too fast for that.
    pub(super) is_followed: bool,
    /// The human player who marks dead stones now and may enter several commands.
    pub(super) marking: Option<Color>,
    /// The number of turns when the engines were last asked for dead stones.
    pub(super) proposed_at: Option<usize>,
}

/// `Break`, with what the game returns, once it is stopped before its end.
pub(super) type Flow = ControlFlow<Result<Status, CommandError>>;

impl TerminalGame<'_> {
    /// Plays until the game is finished, a player stops it, or the input ends.
    pub(super) fn play(&mut self) -> Result<Status, CommandError> {
        self.print_loaded_state();
        loop {
            let next = match self.game.state().stage() {
                // Stop if nobody reads the output any more; two bots would otherwise play on.
                _ if self.page.output.is_cut_off() => Break(Ok(Status::Fine)),
                Stage::Play => self.take_turn(),
                Stage::Scoring => self.agree(),
                Stage::Finished => return self.finish().map(|()| Status::Fine),
            };
            if let Break(ending) = next {
                self.stop()?;
                return ending;
            }
            if self.is_followed {
                self.save_changes();
            }
        }
    }

    fn take_turn(&mut self) -> Flow {
        let record = self.game.state().record().clone();
        let side = record.to_play();
        let has_humans = self.has_humans();
        let mv = match &mut self.players[side as usize] {
            Player::Human => return self.ask(side),
            Player::Bot(bot) => bot.choose(&PureGame::from(record.clone())),
            Player::Engine(engine) => {
                if !has_humans {
                    self.page.flush();
                }
                self.page.flush_before(&format!("{side} is thinking ..."));
                match engine.choose(&record) {
                    Ok(mv) => mv,
                    Err(EngineError::Refused(mv, why)) => {
                        return self.take_back_refused(side, mv, &why);
                    }
                    Err(EngineError::Failed(why)) => {
                        return Break(Err(failed(side, &why)));
                    }
                }
            }
        };
        if self.play_move(mv).is_err() {
            let explanation = explain_move(mv, &record);
            self.page.refusal(format!(
                "{side}'s engine plays an illegal move, so the game stops.\n{explanation}"
            ));
            return Break(Ok(Status::NotAsExpected));
        }
        if self.is_followed {
            self.print_move(mv, &record);
        }
        Continue(())
    }

    /// Takes back the human move that an engine rejects. The game stops if the move is not the latest of a human.
    fn take_back_refused(&mut self, engine: Color, mv: Move, why: &str) -> Flow {
        let record = self.game.state().record();
        let (name, turns) = (mv.describe(record.size()), record.turns());
        let refusal = format!("{engine}'s engine rejects {name}, which is legal here: {why}.");
        let is_latest = self.is_human(mv.color) && record.last_turn() == Some(mv);
        let before = self.game.undo().filter(|before| {
            let has_one_less = before.state().record().turns() + 1 == turns;
            is_latest && has_one_less
        });
        let Some(before) = before else {
            let message = format!("{refusal} The game stops.");
            self.page.line(wrapped(&message));
            return Break(Ok(Status::NotAsExpected));
        };
        self.game = before;
        let message = format!("{refusal} It is taken back, so that the game can go on.");
        self.page.line(wrapped(&message));
        Continue(())
    }

    /// After play has ended, marks the stones that an engine takes as dead and lets human players change the marks; then
    /// bots and engines agree with them.
    fn agree(&mut self) -> Flow {
        self.mark_for_engines()?;
        let state = self.game.state();
        let mut sides = self.marking.into_iter().chain(Color::BOTH);
        if let Some(human) = sides.find(|side| !state.is_done(*side) && self.is_human(*side)) {
            self.marking = Some(human);
            return self.ask(human);
        }
        let bot = Color::BOTH.into_iter().find(|side| !state.is_done(*side));
        if let Some(bot) = bot {
            let _ = self.request(bot, self.done(bot));
            if self.has_humans() {
                self.page.line(format!("{bot} agrees."));
            }
        }
        Continue(())
    }

    /// Marks the stones that the engines take as dead, once after each end of play. The human player decides; two engines
    /// must name the same stones.
    fn mark_for_engines(&mut self) -> Flow {
        let record = self.game.state().record().clone();
        if !self.has_engines() || self.proposed_at == Some(record.turns()) {
            return Continue(());
        }
        self.proposed_at = Some(record.turns());
        self.page.flush_before("looking for dead stones ...");
        let mut lists: Vec<(Color, Vec<Point>)> = Vec::new();
        for (side, player) in Color::BOTH.into_iter().zip(&mut self.players) {
            let Player::Engine(engine) = player else {
                continue;
            };
            match engine.dead_stones(&record) {
                Ok(Some(stones)) => {
                    let named = match &stones[..] {
                        [] => "none".to_owned(),
                        stones => names(stones.iter().copied(), record.size()),
                    };
                    let line = format!("{side}'s engine takes as dead: {named}");
                    self.page.line(wrapped(&line));
                    lists.push((side, stones));
                }
                Ok(None) => self.page.line(format!(
                    "{side}'s engine does not say which stones are dead."
                )),
                Err(why) => return Break(Err(failed(side, &why))),
            }
        }
        if let [(_, black), (_, white)] = &lists[..]
            && black != white
        {
            self.page
                .line("The engines disagree about dead stones, so the game stops.");
            return Break(Ok(Status::NotAsExpected));
        }
        match lists.pop() {
            Some((side, stones)) if !stones.is_empty() => {
                for point in stones {
                    let (base, mark) = (self.game.state().scoring_number(), Mark::Dead);
                    // A stone stays alive if only stones of its own color are around it.
                    let _ = self.request(side, Command::Mark { point, mark, base });
                }
                self.print_mark_changes(&self.all_marks());
            }
            _ => self.print_unfinished_borders(),
        }
        Continue(())
    }

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

    pub(super) fn play_move(&mut self, mv: Move) -> Result<Accepted, Refusal> {
        let move_no = self.game.state().record().turns();
        self.request(mv.color, command(mv, move_no))
    }

    pub(super) fn request(&mut self, by: Color, command: Command) -> Result<Accepted, Refusal> {
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

fn failed(side: Color, why: &CommandError) -> CommandError {
    CommandError::usage(format!("{side}'s engine {why}"))
}

/// Returns the command that makes a move after this number of turns.
pub(super) fn command(mv: Move, move_no: usize) -> Command {
    match mv.action {
        Action::Play(point) => Command::Play { point, move_no },
        Action::Pass => Command::Pass { move_no },
        Action::Resign => Command::Resign,
    }
}
