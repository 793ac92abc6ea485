//! Runs a game: moves, then marks on dead stones, until the game is finished or a player stops it.

use std::path::Path;
use std::sync::{Arc, Mutex};

use gokata::agreement::{Accepted, Command, Game, Refusal, Request, Stage, Viewer};
use gokata::bots::{Bot, RandomBot};
use gokata::scoring::{Mark, Marked, Outcome};
use gokata::sgf::{self, GameInfo, TooLong};
use gokata::{Action, Color, Move, Point, PointSet, PureGame, explain_move};

use super::engine::{Engine, Rejected};
use super::record_file::Keep;
use crate::draw::count::{self, names};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, window, wrapped};
use crate::terminal::workers::lock;

pub(super) enum Player {
    Human,
    Bot(RandomBot),
    Engine(Box<Engine>),
}

/// The state of a game in the terminal.
pub(super) struct TerminalGame<'a> {
    pub(super) output: &'a mut Output,
    pub(super) game: Game,
    /// Players, date and so on, for the saved file.
    pub(super) about: GameInfo,
    /// Black's player, then White's.
    pub(super) players: [Player; 2],
    pub(super) keep: Arc<Mutex<Keep>>,
    /// The board that was printed last.
    pub(super) shown: String,
    /// The human player who marks dead stones now and may enter several commands.
    pub(super) marking: Option<Color>,
    /// The number of turns when the engines were last asked for dead stones.
    pub(super) proposed_at: Option<usize>,
}

/// The exit status, once the game is stopped.
pub(super) type Stop = Option<Status>;

impl TerminalGame<'_> {
    /// Plays until the game is finished, a player stops it, or the input ends.
    pub(super) fn play(&mut self) -> Result<Status, CommandError> {
        self.print_loaded_state();
        loop {
            let next = match self.game.state().stage() {
                // Stop if nobody reads the output any more; two bots would otherwise play on.
                _ if self.output.is_cut_off() => Ok(Some(Status::Fine)),
                Stage::Play => self.take_turn(),
                Stage::Scoring => self.agree(),
                Stage::Finished => {
                    self.print_result();
                    Ok(Some(Status::Fine))
                }
            };
            if let Some(ending) = next.transpose() {
                self.end()?;
                return ending;
            }
            if self.is_followed() {
                self.save_changes();
            }
        }
    }

    fn take_turn(&mut self) -> Result<Stop, CommandError> {
        let record = self.game.state().record().clone();
        let side = record.to_play();
        let mv = match &mut self.players[side as usize] {
            Player::Human => return Ok(self.ask(side)),
            Player::Bot(bot) => bot.choose(&PureGame::from(record.clone())),
            Player::Engine(engine) => {
                wait(self.output, &format!("{side} is thinking ..."));
                let chosen = engine.choose(&record);
                match chosen.map_err(|why| failed(side, &why))? {
                    Ok(mv) => mv,
                    Err(rejected) => return Ok(self.take_back_rejected(side, &rejected)),
                }
            }
        };
        if self.play_move(mv).is_err() {
            let explanation = explain_move(mv, &record);
            self.print_refusal(format!(
                "{side}'s engine plays an illegal move, so the game stops.\n{explanation}"
            ));
            return Ok(Some(Status::NotAsExpected));
        }
        if self.is_followed() {
            self.print_move(mv, &record);
        }
        Ok(None)
    }

    /// Takes back the human move that an engine rejects. The game stops if the move is not the latest of a human.
    fn take_back_rejected(&mut self, engine: Color, Rejected { mv, why }: &Rejected) -> Stop {
        let record = self.game.state().record();
        let (name, turns) = (mv.describe(record.size()), record.turns());
        let rejects = format!("{engine}'s engine rejects {name}, which is legal here: {why}.");
        let is_latest = self.is_human(mv.color) && record.last_turn() == Some(*mv);
        let before = self.game.undo().filter(|_| is_latest);
        let before = before.filter(|before| before.state().record().turns() + 1 == turns);
        let (what, stop) = match before {
            Some(before) => {
                self.game = before;
                ("It is taken back, so that the game can go on.", None)
            }
            None => ("The game stops.", Some(Status::NotAsExpected)),
        };
        self.output.line(wrapped(&format!("{rejects} {what}")));
        stop
    }

    /// After play has ended, marks the stones that an engine takes as dead and lets human players change the marks; then
    /// bots and engines agree with them.
    fn agree(&mut self) -> Result<Stop, CommandError> {
        let turns = self.game.state().record().turns();
        if self.has_engines() && self.proposed_at != Some(turns) {
            self.proposed_at = Some(turns);
            if !self.mark_for_engines()? {
                self.output
                    .line("The engines disagree about dead stones, so the game stops.");
                return Ok(Some(Status::NotAsExpected));
            }
        }
        let state = self.game.state();
        let mut sides = self.marking.into_iter().chain(Color::BOTH);
        if let Some(human) = sides.find(|side| !state.is_done(*side) && self.is_human(*side)) {
            self.marking = Some(human);
            return Ok(self.ask(human));
        }
        let bot = Color::BOTH.into_iter().find(|side| !state.is_done(*side));
        if let Some(bot) = bot {
            let done = self.game.view(Viewer::Player(bot)).done();
            let _ = self.request(bot, done);
            if self.has_humans() {
                self.output.line(format!("{bot} agrees."));
            }
        }
        Ok(None)
    }

    /// Marks the stones that the engines take as dead, for the human player to decide. Returns false if two engines do not
    /// name the same stones.
    fn mark_for_engines(&mut self) -> Result<bool, CommandError> {
        let record = self.game.state().record().clone();
        wait(self.output, "looking for dead stones ...");
        let mut named: Option<(Color, PointSet)> = None;
        for (side, player) in Color::BOTH.into_iter().zip(&mut self.players) {
            let Player::Engine(engine) = player else {
                continue;
            };
            let found = engine.dead_stones(&record);
            let Some(stones) = found.map_err(|why| failed(side, &why))? else {
                self.output.line(format!(
                    "{side}'s engine does not say which stones are dead."
                ));
                continue;
            };
            let names = match names(stones, record.size()) {
                none if none.is_empty() => "none".to_owned(),
                names => names,
            };
            let line = format!("{side}'s engine takes as dead: {names}");
            self.output.line(wrapped(&line));
            if named.is_some_and(|(_, others)| others != stones) {
                return Ok(false);
            }
            named = Some((side, stones));
        }
        match named {
            Some((side, stones)) if !stones.is_empty() => {
                for point in stones {
                    let (base, mark) = (self.game.state().scoring_number(), Mark::Dead);
                    // A stone stays alive if only stones of its own color are around it.
                    let _ = self.request(side, Command::Mark { point, mark, base });
                }
                let (marks, mut all) = (self.game.state().marks(), Marked::default());
                (all.killed, all.neutral) = (marks.dead().list(), marks.neutral().list());
                self.print_mark_changes(&all);
            }
            _ => self.print_unfinished_borders(),
        }
        Ok(true)
    }

    /// Saves the record of a game that is finished or stopped. If it cannot be saved, prints it.
    fn end(&mut self) -> Result<(), CommandError> {
        self.save_changes();
        let is_finished = self.game.state().finish().is_some();
        if !is_finished {
            self.output.line("The game is not finished.");
        }
        // Nobody has asked for the games of bots and engines.
        let saved = lock(&self.keep).end(self.has_humans() || !is_finished);
        let record = self.sgf();
        let report = saved.inspect_err(|_| self.output.line(record))?;
        if !report.is_empty() {
            self.output.line(report);
            if let Err(long) = self.written() {
                Output::log(&format!("gokata: {long}"));
            }
        }
        Ok(())
    }

    /// Carries out the command `save`, with the name of a file or nothing.
    pub(super) fn save(&mut self, file: &str) -> Result<(), CommandError> {
        self.save_changes();
        let mut keep = lock(&self.keep);
        keep.save(Some(Path::new(file)).filter(|_| !file.is_empty()))?;
        keep.first.clear();
        if let Some(file) = &keep.file {
            let name = name(&file.path);
            self.output
                .line(format!("saved: {name}; it is kept up to date from now on"));
        }
        Ok(())
    }

    /// Writes the record to its file, if there is one and the record has changed.
    fn save_changes(&mut self) {
        let record = self.sgf();
        let mut keep = lock(&self.keep);
        keep.is_finished = self.game.state().finish().is_some();
        if keep.record == record {
            return;
        }
        keep.record = record;
        let written = keep.write();
        drop(keep);
        if let Err(error) = written {
            self.print_refusal(error);
        }
    }

    pub(super) fn sgf(&self) -> String {
        self.written().unwrap_or_else(|long| long.text)
    }

    fn written(&self) -> Result<String, TooLong> {
        let state = self.game.state();
        let finish = state.finish();
        // Writes the points that the count has used, so that board and result agree; and the marks of a game that is
        // stopped before all agree, if there are any.
        let standing = state.standing();
        let is_marked = || {
            let marked = standing.marks.dead() | standing.marks.neutral();
            state.stage() == Stage::Scoring && !marked.is_empty()
        };
        let is_counted = finish.is_some_and(|finish| finish.counted.is_some()) || is_marked();
        let map = count::map(&standing);
        let territory = |letters: [char; 2]| {
            let counts = |point: &Point| is_counted && letters.contains(&map(*point));
            state.record().size().points().filter(counts).collect()
        };
        let info = GameInfo {
            result: Some(finish.map_or(Outcome::Unknown, |finish| finish.outcome)),
            other_result: None,
            // The result depends on the komi in force.
            other_komi: None,
            black_territory: territory(['+', 'O']),
            white_territory: territory(['-', 'X']),
            ..self.about.clone()
        };
        sgf::write(state.record(), &info)
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

    /// True if moves are printed and saved as they are played. Two bots play too fast for that.
    fn is_followed(&self) -> bool {
        self.has_humans() || self.has_engines()
    }

    pub(super) fn play_move(&mut self, mv: Move) -> Result<Accepted, Refusal> {
        let move_no = self.game.state().record().turns();
        self.request(mv.color, command(mv, move_no))
    }

    pub(super) fn request(&mut self, by: Color, command: Command) -> Result<Accepted, Refusal> {
        self.game.handle(Request::new(by, command)).result
    }
}

/// Shows everything before a long wait; in a terminal, also what is waited for.
pub(super) fn wait(output: &mut Output, what: &str) {
    if window().is_some() {
        output.line(what);
    }
    output.flush();
}

fn failed(side: Color, why: &CommandError) -> CommandError {
    CommandError::usage(format!("{side}'s engine {why}"))
}

/// Returns the command that makes a move after this number of turns. Players at one board have `undo`, and ask nobody.
pub(super) fn command(mv: Move, move_no: usize) -> Command {
    match mv.action {
        Action::Play(point) => Command::Play {
            point,
            move_no,
            taken_back: 0,
        },
        Action::Pass => Command::Pass {
            move_no,
            taken_back: 0,
        },
        Action::Resign => Command::Resign,
    }
}
