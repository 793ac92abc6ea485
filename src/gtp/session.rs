//! The state that GTP commands work on: one game, its undo history, a bot and access to files.

use std::fmt;
use std::sync::Arc;

use super::response::Refusal;
use crate::basics::{ByColor, Color, Move, Point, Rules, Setup, SetupError, Size};
use crate::bots::{RandomBot, Termination};
use crate::pure::{BoardRecord, play_move};
use crate::scoring::{Life, MarkError, Standing};
use crate::sgf::{GameInfo, Territory};

pub(super) const MOST_TURNS: usize = 100_000;

/// A game in which either color may move at any time, and turns can be taken back.
#[derive(Debug, Clone)]
pub(super) struct Session {
    record: BoardRecord,
    /// The record before each turn, so that an undo restores it exactly.
    past: Vec<BoardRecord>,
    /// The game that was loaded, unless another one has begun since, and what its file says about it.
    loaded: Option<(BoardRecord, GameInfo)>,
    marks: SessionMarks,
    /// What was found last about life and death, and where: programs ask several questions about one position.
    life: Option<(Standing, Life)>,
    pub(super) bot: RandomBot,
    /// Reads a file for `loadsgf`.
    pub(super) read: fn(&str) -> Option<Vec<u8>>,
    /// Writes a file for `printsgf`.
    pub(super) write: FileWriter,
    /// Details on the latest error if the protocol's message does not contain them.
    pub(super) complaint: Option<String>,
}

/// Creates a file with this name and text, or returns why not.
#[derive(Clone)]
pub(super) struct FileWriter(pub(super) Arc<WriteFile>);

type WriteFile = dyn Fn(&str, &str) -> Result<(), String> + Send + Sync;

impl fmt::Debug for FileWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileWriter")
    }
}

/// What decides which stones are dead.
#[derive(Debug, Clone, Default)]
enum SessionMarks {
    /// What is found about life and death.
    #[default]
    Suggested,
    /// A point of each chain that was marked dead.
    Dead(Vec<Point>),
    /// The territory that the loaded file lists.
    Listed(Territory),
}

/// Creates a bot that passes when its opponent has just passed.
pub(super) fn bot(seed: u64) -> RandomBot {
    RandomBot::new(seed).with_termination(Termination {
        pass_when_passed: true,
        ..Termination::default()
    })
}

impl Session {
    /// Creates a session with an empty board under the default rules, without access to files.
    pub(super) fn new(size: Size) -> Session {
        Session {
            record: BoardRecord::new(size).with_rules(Rules::default()),
            past: Vec::new(),
            loaded: None,
            marks: SessionMarks::default(),
            life: None,
            bot: bot(0),
            read: |_| None,
            write: FileWriter(Arc::new(|_, _| {
                Err("no file can be written here".to_owned())
            })),
            complaint: None,
        }
    }

    pub(super) fn record(&self) -> &BoardRecord {
        &self.record
    }

    pub(super) fn size(&self) -> Size {
        self.record.size()
    }

    pub(super) fn rules(&self) -> Rules {
        self.record.rules()
    }

    pub(super) fn set_rules(&mut self, rules: Rules) {
        self.record = self.record.with_rules(rules);
    }

    /// Begins a game on an empty board, under the current rules.
    pub(super) fn clear(&mut self, size: Size) {
        self.begin(&BoardRecord::new(size));
    }

    /// Begins a game with these stones, under the current rules.
    pub(super) fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        self.begin(&BoardRecord::try_from(setup)?);
        Ok(())
    }

    fn begin(&mut self, record: &BoardRecord) {
        self.record = record.with_rules(self.rules());
        self.past.clear();
        self.loaded = None;
        self.marks = SessionMarks::default();
    }

    /// Continues from this record, under its own rules; its turns can be taken back. `about` is what its file says about
    /// the game, `territory` what it lists at the end of the record.
    pub(super) fn load(
        &mut self,
        record: BoardRecord,
        about: GameInfo,
        territory: Territory,
    ) -> Result<(), Refusal> {
        if record.turns() > MOST_TURNS {
            return Err(Refusal::GameTooLong);
        }
        let before = 0..record.turns();
        self.past = before.filter_map(|turns| record.at(turns)).collect();
        self.loaded = Some((record.clone(), about));
        self.record = record;
        self.marks = if territory.is_empty() {
            SessionMarks::Suggested
        } else {
            SessionMarks::Listed(territory)
        };
        Ok(())
    }

    /// Returns what the loaded file says about the game: the result only if the game has not changed since, the
    /// territory only if neither the board nor the marks have.
    pub(super) fn about(&self) -> GameInfo {
        let Some((loaded, about)) = &self.loaded else {
            return GameInfo::default();
        };
        let mut about = about.clone();
        if *loaded != self.record {
            (about.result, about.other_result) = (None, None);
        }
        if let SessionMarks::Listed(territory) = &self.marks {
            let ByColor { black, white } = territory.points.clone();
            (about.black_territory, about.white_territory) = (black, white);
        }
        about
    }

    /// Returns the game with this color to play, resumed if passes have ended it.
    pub(super) fn seen_by(&self, color: Color) -> BoardRecord {
        let resumed = self.record.resume(None);
        let record = resumed.unwrap_or_else(|_| self.record.clone());
        record.hand_turn(color)
    }

    pub(super) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if self.past.len() >= MOST_TURNS {
            return Err(Refusal::GameTooLong);
        }
        let next = play_move(mv, &self.seen_by(mv.color)).map_err(|_| Refusal::IllegalMove)?;
        self.past.push(std::mem::replace(&mut self.record, next));
        self.marks = SessionMarks::default();
        Ok(())
    }

    /// Plays all of these moves, or none.
    pub(super) fn play_all(
        &mut self,
        mut moves: impl Iterator<Item = Result<Move, Refusal>>,
    ) -> Result<(), Refusal> {
        let (turns, record, marks) = (self.past.len(), self.record.clone(), self.marks.clone());
        let played = moves.try_for_each(|mv| self.play(mv?));
        if played.is_err() {
            self.past.truncate(turns);
            (self.record, self.marks) = (record, marks);
        }
        played
    }

    /// Takes back n turns but keeps the rules; fails if there are fewer turns.
    pub(super) fn undo(&mut self, turns: usize) -> Result<(), Refusal> {
        let left = self.past.len().checked_sub(turns);
        let left = left.ok_or(Refusal::CannotUndo)?;
        if let Some(record) = self.past.get(left) {
            self.record = record.with_rules(self.rules());
            self.past.truncate(left);
            self.marks = SessionMarks::default();
        }
        Ok(())
    }

    /// Fails if a stone is on the board or a turn has been taken: then no handicap or position can be set up.
    pub(super) fn must_be_blank(&self) -> Result<(), Refusal> {
        let is_blank = self.past.is_empty() && self.record.board().stones().next().is_none();
        is_blank.then_some(()).ok_or(Refusal::BoardNotEmpty)
    }

    pub(super) fn hand_turn(&mut self, color: Color) {
        let handed = if self.past.is_empty() {
            // A new opening, so that superko does not see a situation with the other side to move.
            let opening = Setup {
                to_play: color,
                ..self.record.setup()
            };
            BoardRecord::try_from(&opening).map(|record| record.with_rules(self.rules()))
        } else {
            Ok(self.record.hand_turn(color))
        };
        if let Ok(record) = handed {
            self.record = record;
        }
    }

    /// Marks exactly the chains at these points as dead.
    pub(super) fn mark_dead(&mut self, points: Vec<Point>) -> Result<(), MarkError> {
        Standing::from(&self.record).marks.with_dead(&points)?;
        self.marks = SessionMarks::Dead(points);
        Ok(())
    }

    /// Returns the board with its dead stones, ready for counting: as marked, else as found.
    pub(super) fn standing(&mut self) -> Standing {
        let mut standing = Standing::from(&self.record);
        let handicap = self.loaded.as_ref().and_then(|(_, about)| about.handicap);
        if handicap == Some(0) {
            standing.handicap = 0;
        }
        match &self.marks {
            SessionMarks::Suggested => return self.suggested(standing),
            SessionMarks::Listed(territory) => territory.mark(&mut standing),
            SessionMarks::Dead(points) => {
                if let Ok(marks) = standing.marks.with_dead(points) {
                    standing.marks = marks;
                }
            }
        }
        standing
    }

    fn suggested(&mut self, standing: Standing) -> Standing {
        match &self.life {
            Some((known, life)) if *known == standing => life.standing(),
            _ => {
                let life = standing.life();
                let suggested = life.standing();
                self.life = Some((standing, life));
                suggested
            }
        }
    }
}
