//! A game under way: whose turn it is to speak, and what comes of what he says.

use std::io::{BufRead, IsTerminal, Read, stdin};
use std::path::PathBuf;

use gokata::agreement::{Answer, Command, Entry, Event, Game, Refusal, Request, Stage};
use gokata::bots::{Bot, RandomBot};
use gokata::scoring::{Mark, Marked, Outcome, Standing};
use gokata::sgf::{self, GameInfo};
use gokata::{Action, BoardRecord, Color, Move, Point, explain_move};

use super::keep::Keep;
use super::screen::Screen;
use super::words::{Typed, WHILE_PLAYING, WHILE_SCORING, understand};
use crate::output::{Output, Status, name, plain};

/// Who sits at a side of the board.
pub(super) enum Seat {
    Human,
    Bot(RandomBot),
}

pub(super) struct Table<'a> {
    pub(super) game: Game,
    pub(super) seats: [Seat; 2],
    pub(super) keep: Keep,
    pub(super) screen: Screen,
    pub(super) output: &'a mut Output,
}

/// Whether the game goes on at this table.
enum Next {
    GoesOn,
    Stopped,
}

/// The longest line that is read.
const LONGEST: u64 = 4096;

impl Table<'_> {
    /// To the end of the game, or of what is typed.
    pub(super) fn play(&mut self) -> Result<Status, String> {
        let with_people = self.has_people();
        if with_people {
            self.output.line("Type ? for what can be typed.\n");
            self.show();
        }
        loop {
            let next = match self.game.state().stage() {
                Stage::Play => self.turn(),
                Stage::Scoring => self.talk(),
                Stage::Finished => break,
            };
            if matches!(next, Next::Stopped) {
                return self.stop();
            }
            if with_people || self.screen.is_show() {
                self.save_as_it_is();
            }
        }
        self.end()
    }

    fn turn(&mut self) -> Next {
        let record = self.game.state().record().clone();
        let side = record.to_play();
        let Seat::Bot(bot) = &mut self.seats[side as usize] else {
            return self.ask(side);
        };
        let mv = bot.choose(&record);
        self.screen.wait();
        if let Err(refusal) = self.make(mv) {
            // It chose among the legal moves.
            self.output
                .line(format!("the bot's move is refused: {refusal}"));
            return Next::Stopped;
        }
        if self.has_people() || self.screen.is_show() {
            self.tell_move(mv, &record);
            self.show();
        }
        Next::GoesOn
    }

    /// After play has ended: people speak first, bots agree with what is left.
    fn talk(&mut self) -> Next {
        let open = |color: &Color| !self.game.state().is_done(*color);
        let people = Color::BOTH.into_iter().filter(open);
        let mut people = people.filter(|color| matches!(self.seats[*color as usize], Seat::Human));
        if let Some(color) = people.next() {
            return self.ask(color);
        }
        if let Some(bot) = Color::BOTH.into_iter().find(open) {
            let done = self.done();
            let _ = self.hear(bot, done);
            if self.has_people() {
                self.output.line(format!("{bot} agrees."));
            }
        }
        Next::GoesOn
    }

    /// Asks a person until something is done.
    fn ask(&mut self, color: Color) -> Next {
        let scoring = self.game.state().stage() == Stage::Scoring;
        let question = match (scoring, self.game.state().record().turns() + 1) {
            (true, _) => format!("{color}: mark dead stones, or `done`> "),
            (false, turn) => format!("{turn}. {color} ({})> ", color.letter()),
        };
        self.output.prompt(&question);
        let line = match read_line() {
            Ok(Some(line)) => line,
            Ok(None) => {
                self.output.line("");
                return Next::Stopped;
            }
            Err(fault) => {
                self.output.line(fault);
                return Next::GoesOn;
            }
        };
        if !stdin().is_terminal() {
            self.output.line(plain(&line));
        }
        match understand(&line, self.game.state().record(), scoring) {
            Ok(typed) => self.obey(color, typed),
            Err(fault) => {
                self.output.line(fault);
                Next::GoesOn
            }
        }
    }

    fn obey(&mut self, color: Color, typed: Typed) -> Next {
        match typed {
            Typed::Nothing => {}
            Typed::Quit => return Next::Stopped,
            Typed::Help => {
                let scoring = self.game.state().stage() == Stage::Scoring;
                self.output.line(if scoring {
                    WHILE_SCORING
                } else {
                    WHILE_PLAYING
                });
            }
            Typed::Show => self.show(),
            Typed::Score => self.score(),
            Typed::Why(mv) => {
                let explanation = explain_move(mv, self.game.state().record());
                self.output.line(explanation);
            }
            Typed::Save(file) => self.save(file),
            Typed::Undo => self.undo(),
            Typed::Move(mv) => self.move_typed(color, mv),
            Typed::Touch(point) => self.touch(color, point),
            Typed::Mark(mark, points) => {
                for point in points {
                    if !self.mark(color, point, mark) {
                        break;
                    }
                }
            }
            Typed::Done => {
                let done = self.done();
                self.hear_and_tell(color, done);
            }
            Typed::Back => {
                let number = self.game.state().scoring_number();
                // In one terminal, whoever is done has no other moment to say so.
                let who = if self.game.state().is_done(!color) {
                    !color
                } else {
                    color
                };
                if self.hear_and_tell(who, Command::Undone { number }) {
                    self.output.line(format!("{who} is not done any more."));
                }
            }
            Typed::Resume => {
                let number = self.game.state().scoring_number();
                if self.hear_and_tell(color, Command::Resume { number }) {
                    self.output.line("Play goes on.");
                    self.show();
                }
            }
        }
        Next::GoesOn
    }

    fn move_typed(&mut self, color: Color, mv: Move) {
        let record = self.game.state().record().clone();
        if self.game.state().stage() == Stage::Scoring {
            match mv.action {
                Action::Resign => {
                    self.hear_and_tell(color, Command::Resign);
                }
                Action::Pass | Action::Play(_) => {
                    self.output.line(
                        "Play has ended: `done` if you agree with the board, `resume` to play on.",
                    );
                }
            }
            return;
        }
        match self.make(mv) {
            Ok(()) => {
                if self.game.state().stage() != Stage::Finished {
                    self.tell_captures(mv, &record);
                    self.show();
                }
            }
            Err(Refusal::Illegal(_) | Refusal::NotYourTurn) => {
                self.output.line(explain_move(mv, &record));
            }
            Err(refusal) => self.output.line(refusal),
        }
    }

    /// What a click would do: stones die or live, a region is nobody's or counts.
    fn touch(&mut self, color: Color, point: Point) {
        let marks = self.game.state().marks();
        let mark = if marks.stone_at(point).is_some() {
            if marks.dead().any(|dead| dead == point) {
                Mark::Alive
            } else {
                Mark::Dead
            }
        } else if marks.neutral().any(|neutral| neutral == point) {
            Mark::Counted
        } else {
            Mark::Neutral
        };
        self.mark(color, point, mark);
    }

    /// Whether it was understood.
    fn mark(&mut self, color: Color, point: Point, mark: Mark) -> bool {
        let base = self.game.state().scoring_number();
        let answer = self.hear(color, Command::Mark { point, mark, base });
        match answer {
            Ok(Answer::Changed { events, .. }) => {
                let changes = events.iter().find_map(|event| match event {
                    Event::Marked { changes, .. } => Some(changes.clone()),
                    _ => None,
                });
                self.show();
                self.tell_changes(&changes.unwrap_or_default());
                true
            }
            Ok(Answer::Unchanged) => {
                self.output.line("That changes nothing.");
                true
            }
            Err(Refusal::Mark(error)) => {
                let size = self.game.state().record().size();
                self.output.line(error.describe(size));
                false
            }
            Err(refusal) => {
                self.output.line(refusal);
                false
            }
        }
    }

    /// Takes back what a person did last, and what the bots have answered.
    fn undo(&mut self) {
        let is_humans = |entry: &Entry| {
            let human = |color: Color| matches!(self.seats[color as usize], Seat::Human);
            entry.event.by().is_some_and(human)
        };
        let Some(last) = self.game.log().iter().rposition(is_humans) else {
            return self.output.line("There is nothing to take back.");
        };
        match Game::replay(&self.game.log()[..last]) {
            Ok(game) => {
                self.game = game;
                self.output.line("Taken back.");
                self.show();
            }
            Err(error) => self
                .output
                .line(format!("That cannot be taken back: {error}")),
        }
    }

    fn make(&mut self, mv: Move) -> Result<(), Refusal> {
        let move_no = self.game.state().record().turns();
        let command = match mv.action {
            Action::Play(point) => Command::Play { point, move_no },
            Action::Pass => Command::Pass { move_no },
            Action::Resign => Command::Resign,
        };
        self.hear(mv.color, command).map(|_| ())
    }

    fn hear(&mut self, by: Color, command: Command) -> Result<Answer, Refusal> {
        self.game.handle(Request::new(by, command)).result
    }

    /// Whether it was accepted.
    fn hear_and_tell(&mut self, by: Color, command: Command) -> bool {
        match self.hear(by, command) {
            Ok(_) => true,
            Err(refusal) => {
                self.output.line(refusal);
                false
            }
        }
    }

    fn done(&self) -> Command {
        Command::Done {
            number: self.game.state().scoring_number(),
            board: self.game.state().board(),
        }
    }

    fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    fn show(&mut self) {
        let state = self.game.state();
        let picture = match state.stage() {
            Stage::Play => self.screen.position(state.record()),
            Stage::Scoring | Stage::Finished => self.screen.marked(&state.marks()),
        };
        self.output.line(picture);
    }

    fn tell_move(&mut self, mv: Move, before: &BoardRecord) {
        let verb = match mv.action {
            Action::Play(point) => format!("plays {}", point.vertex(before.size())),
            Action::Pass => "passes".to_owned(),
            Action::Resign => "resigns".to_owned(),
        };
        self.output.line(format!("\n{} {verb}.", mv.color));
        self.tell_captures(mv, before);
    }

    fn tell_captures(&mut self, mv: Move, before: &BoardRecord) {
        let after = self.game.state().record();
        for (color, what) in [(mv.color, "takes"), (!mv.color, "gets by suicide")] {
            // Pass stones are handed over, not taken.
            let taken = after.prisoners(color) - before.prisoners(color);
            if taken > 0 && mv.action != Action::Pass {
                let word = if taken == 1 { "stone" } else { "stones" };
                self.output.line(format!("{color} {what} {taken} {word}."));
            }
        }
        if mv.action == Action::Pass && self.game.state().stage() == Stage::Scoring {
            self.output.line("Both have passed. Which stones are dead?");
        }
    }

    fn tell_changes(&mut self, changes: &Marked) {
        let record = self.game.state().record();
        let size = record.size();
        for (what, points) in [
            ("dead now", &changes.killed),
            ("alive again", &changes.revived),
            ("nobody's now", &changes.neutral),
            ("counted again", &changes.counted),
        ] {
            if points.is_empty() {
                continue;
            }
            let names: Vec<String> = points.iter().map(|point| point.vertex(size)).collect();
            self.output.line(format!("{what}: {}", names.join(" ")));
        }
        let score = self.game.state().count().map(|count| count.score());
        if let Some(score) = score {
            self.output
                .line(format!("so far: {}", Outcome::Counted(score).sentence()));
        }
    }

    fn score(&mut self) {
        let state = self.game.state();
        let standing = Standing {
            marks: state.marks(),
            ..Standing::from(state.record())
        };
        let size = state.record().size();
        self.output
            .line(crate::score::told_in_full(&standing, size));
    }

    /// The game has ended.
    fn end(&mut self) -> Result<Status, String> {
        let state = self.game.state();
        let turns = state.record().turns();
        if let Some(finish) = state.finish().cloned() {
            self.show_end();
            if let Some(counted) = &finish.counted {
                self.output.line(&counted.count);
            }
            self.output.line(format!(
                "{} ({}, {turns} turns)",
                finish.outcome.sentence(),
                finish.outcome
            ));
        }
        let saved = self.keep.write(&self.record());
        self.tell_saved(saved)
    }

    fn show_end(&mut self) {
        let board = self.screen.position(self.game.state().record());
        self.output.line(format!("\n{board}"));
    }

    /// Somebody has stopped before the end. What was played is kept, whatever was said before.
    fn stop(&mut self) -> Result<Status, String> {
        if self.game.state().record().turns() == 0 && self.keep.file().is_none() {
            return Ok(Status::Fine);
        }
        let kept = self.keep.keep_anywhere();
        let saved = kept.and_then(|()| self.keep.write(&self.record()));
        self.output.line("The game is not finished.");
        self.tell_saved(saved)
    }

    fn tell_saved(&mut self, saved: Result<(), String>) -> Result<Status, String> {
        match (saved, self.keep.file()) {
            (Ok(()), Some(file)) => self.output.line(format!("saved: {}", name(file))),
            (Ok(()), None) => {}
            (Err(fault), _) => {
                // Better on the screen than nowhere.
                let record = self.record();
                self.output.line(record);
                return Err(fault);
            }
        }
        Ok(Status::Fine)
    }

    fn save(&mut self, file: Option<String>) {
        let kept = match file {
            Some(file) => self.keep.keep_in(PathBuf::from(file)),
            None => self.keep.keep_anywhere(),
        };
        match kept.and_then(|()| self.keep.write(&self.record())) {
            Err(fault) => self.output.line(fault),
            Ok(()) => {
                let file = self.keep.file().map(name).unwrap_or_default();
                self.output
                    .line(format!("saved: {file}; it is kept up to date from now on"));
            }
        }
    }

    /// The file is never behind what is on the board.
    fn save_as_it_is(&mut self) {
        if let Err(fault) = self.keep.write(&self.record()) {
            self.output.line(fault);
        }
    }

    /// The game record so far.
    fn record(&self) -> String {
        let state = self.game.state();
        let player = |color: Color| match self.seats[color as usize] {
            Seat::Human => "human".to_owned(),
            Seat::Bot(_) => "gokata random bot".to_owned(),
        };
        let finish = state.finish();
        let territory = |color: Color| {
            let marks = finish
                .and_then(|finish| finish.counted.as_ref())
                .map(|counted| &counted.marks);
            let is_owned = |point: &Point| {
                marks.is_some_and(|marks| {
                    marks.state(*point).is_some_and(|state| {
                        state.owner() == Some(color) && (state.is_dead() || state.stone().is_none())
                    })
                })
            };
            state.record().size().points().filter(is_owned).collect()
        };
        let about = GameInfo {
            black: Some(player(Color::Black)),
            white: Some(player(Color::White)),
            result: Some(
                finish
                    .map_or(Outcome::Unknown, |finish| finish.outcome)
                    .to_string(),
            ),
            black_territory: territory(Color::Black),
            white_territory: territory(Color::White),
            ..GameInfo::default()
        };
        sgf::write(state.record(), &about)
    }
}

/// The next line, without its end; `None` when there is no more. Whatever bytes it holds, it can be looked at.
fn read_line() -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let mut input = stdin().lock();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
    // A terminal that has gone is the end of input.
    if read.is_err() || bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        loop {
            let (skipped, ended) = match input.fill_buf() {
                Ok([]) | Err(_) => break,
                Ok(more) => match more.iter().position(|byte| *byte == b'\n') {
                    Some(end) => (end + 1, true),
                    None => (more.len(), false),
                },
            };
            input.consume(skipped);
            if ended {
                break;
            }
        }
        return Err("that line is too long".to_owned());
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}
