//! A game under way: whose turn it is to speak, and what comes of what he says.

use std::io::{IsTerminal, stdin};

use gokata::agreement::{Answer, Command, Event, Game, Refusal, Request, Stage, Viewer};
use gokata::bots::{Bot, RandomBot};
use gokata::scoring::Mark;
use gokata::{Action, Color, IllegalMove, Move, Point, Scoring, explain_move};

use super::keep::Keep;
use super::keyboard::read_line;
use super::screen::Screen;
use super::words::{Typed, help, understand};
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{plain, wrapped};

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
    /// The picture that was shown last.
    pub(super) shown: String,
    /// The number of events when the record was last saved.
    pub(super) saved: Option<u64>,
    /// Who is being asked about the stones: he may say several things.
    pub(super) speaker: Option<Color>,
}

/// Whether the game goes on at this table.
enum Next {
    GoesOn,
    Stopped,
}

impl Table<'_> {
    /// To the end of the game, or of what is typed.
    pub(super) fn play(&mut self) -> Result<Status, String> {
        let with_people = self.has_people();
        if with_people {
            self.keep.guard()?;
            self.output.line("Type ? for what can be typed.");
        }
        loop {
            let next = match self.game.state().stage() {
                Stage::Play => self.turn(),
                Stage::Scoring => self.talk(),
                Stage::Finished => break,
            };
            // Nobody plays on where nothing can be shown any more.
            if matches!(next, Next::Stopped) || self.output.is_cut_off() {
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
        if self.screen.is_show() {
            self.output.flush();
            self.screen.wait();
        }
        if let Err(refusal) = self.make(mv) {
            // It chose among the legal moves.
            self.output
                .line(format!("the bot's move is refused: {refusal}"));
            return Next::Stopped;
        }
        if self.has_people() || self.screen.is_show() {
            self.tell_move(mv, &record);
        }
        if self.screen.is_show() {
            self.show();
        }
        Next::GoesOn
    }

    /// After play has ended: people speak first, bots agree with what is left.
    fn talk(&mut self) -> Next {
        let open = |color: &Color| !self.game.state().is_done(*color);
        let sides = self.speaker.into_iter().chain(Color::BOTH).filter(open);
        let mut people = sides.filter(|color| matches!(self.seats[*color as usize], Seat::Human));
        if let Some(color) = people.next() {
            self.speaker = Some(color);
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
        self.show_if_new();
        let question = match (scoring, self.game.state().record().turns() + 1) {
            (true, _) => format!("{color}: mark dead stones, or `done`> "),
            (false, turn) => format!("{turn}. {color} ({})> ", color.letter()),
        };
        self.output.at_once(&question);
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
        match understand(&line, color, self.game.state().record(), scoring) {
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
                let allowed = self.game.view(Viewer::Player(color)).allowed;
                let terms = self.game.state().terms();
                self.output.line(help(self.screen.size, &allowed, terms));
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
                match self.hear(who, Command::Undone { number }) {
                    Ok(Answer::Unchanged) => self.output.line("Nobody is done yet."),
                    Ok(Answer::Changed { .. }) => {
                        self.output.line(format!("{who} is not done any more."));
                    }
                    Err(refusal) => self.output.line(refusal),
                }
            }
            Typed::Resume => {
                let number = self.game.state().scoring_number();
                if self.hear_and_tell(color, Command::Resume { number }) {
                    let state = self.game.state();
                    let (next, scoring) =
                        (state.record().to_play(), state.record().rules().scoring);
                    self.output.line(format!("Play goes on: {next} moves."));
                    if scoring == Scoring::Area {
                        let end =
                            "Two passes without a stone now end the game, with all stones alive.";
                        self.output.line(end);
                    }
                }
            }
        }
        Next::GoesOn
    }

    fn move_typed(&mut self, color: Color, mv: Move) {
        let record = self.game.state().record().clone();
        // Nobody gives up for another.
        if mv.color != color && mv.action == Action::Resign {
            return self.output.line(IllegalMove::Turn);
        }
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
                if mv.action == Action::Pass {
                    self.output.line(format!("{color} passes."));
                }
                if self.game.state().stage() != Stage::Finished {
                    self.tell_captures(mv, &record);
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
        let opponent_was_done = self.game.state().is_done(!color);
        let answer = self.hear(color, Command::Mark { point, mark, base });
        match answer {
            Ok(Answer::Changed { events, .. }) => {
                let changes = events.iter().find_map(|event| match event {
                    Event::Marked { changes, .. } => Some(changes.clone()),
                    _ => None,
                });
                let marks = self.game.state().marks();
                if mark == Mark::Dead && marks.dead().next().is_none() {
                    self.output
                        .line("Not all stones of a board can be dead, so all live again.");
                }
                self.tell_changes(&changes.unwrap_or_default());
                if opponent_was_done {
                    self.output.line(format!("{} has to agree again.", !color));
                }
                true
            }
            Ok(Answer::Unchanged) => {
                let marks = self.game.state().marks();
                let stays_alive = mark == Mark::Dead && !marks.dead().any(|dead| dead == point);
                self.output.line(if stays_alive {
                    "It stays alive: only enemies can live around a dead stone."
                } else {
                    "It is so already."
                });
                true
            }
            Err(Refusal::Mark(error)) => {
                let size = self.game.state().record().size();
                self.output.line(error.describe(size));
                false
            }
            Err(Refusal::MarkNotOffered(_)) => {
                let size = self.game.state().record().size();
                let point = point.vertex(size);
                self.output.line(format!("there is no stone on {point}"));
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
        let mut game = self.game.clone();
        let mut back = Vec::new();
        loop {
            let latest = game
                .log()
                .iter()
                .rfind(|entry| !entry.event.is_consequence());
            let latest =
                latest.and_then(|entry| Some((entry.event.by()?, self.in_words(&entry.event)?)));
            let (Some((by, words)), Some(before)) = (latest, game.undo()) else {
                return self.output.line("There is nothing to take back.");
            };
            back.insert(0, words);
            game = before;
            if matches!(self.seats[by as usize], Seat::Human) {
                break;
            }
        }
        self.game = game;
        // Other events may follow, and as many.
        self.saved = None;
        let told = format!("Taken back: {}.", back.join(", "));
        self.output.line(wrapped(&told));
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

    pub(super) fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }
}
