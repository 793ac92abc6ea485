//! The game so far: the situation now, every earlier one, and the rules. Moves are checked in `legality`.

use std::fmt;
use std::sync::Arc;

use super::board::{Board, Placement};
use super::past::{Moment, PassesInRow, PastEntry, Situation};
use crate::basics::{
    Action, Color, GameEvent, KoRule, LastPass, Move, NotPassedOut, Point, Rules, Setup,
    SetupError, Size,
};

/// The game so far, from its opening board on.
///
/// A record is a value: a move makes a new record and leaves the old one unchanged, so a game can be continued from any
/// earlier record. Records share their past, and a clone only increments a reference count. Two records are equal if
/// they have the same opening, the same rules, and the same turns, hand-overs and resumptions.
///
/// Each move takes about 750 bytes on a board of any size: one leaf of the new board and one entry of the past. Under a
/// superko rule, lists of keys add 20 to 60 bytes a move. Measured on 19x19, a record of 300 moves takes 220 KiB, under
/// positional superko 230 KiB.
///
/// ```
/// use gokata::{BoardRecord, Color, Move, Size, play_move};
///
/// let empty = BoardRecord::new(Size::square(5)?);
/// let one = play_move(Move::play(Color::Black, (2, 2)), &empty)?;
/// assert_eq!((empty.turns(), one.turns()), (0, 1));
/// assert_eq!(one.undo().map(|record| record.turns()), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct BoardRecord {
    rules: Rules,
    now: Arc<PastEntry>,
}

impl BoardRecord {
    /// An empty board, Black to play, the kata's rules.
    pub fn new(size: Size) -> BoardRecord {
        BoardRecord::opening(Situation {
            board: Board::empty(size),
            to_play: Color::Black,
        })
    }

    /// The same game under other rules: board, history and side to play stay, and the new rules also apply to past
    /// passes and boards.
    #[must_use]
    pub fn with_rules(&self, rules: Rules) -> BoardRecord {
        let now = Arc::clone(&self.now);
        BoardRecord { rules, now }
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The current board and the side to play.
    pub fn situation(&self) -> &Situation {
        &self.moment().situation
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.moment().situation.board
    }

    /// The position now, without its past.
    pub fn setup(&self) -> Setup {
        setup(self.situation())
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.board().size()
    }

    /// Whose turn it is.
    pub fn to_play(&self) -> Color {
        self.moment().situation.to_play
    }

    /// The number of turns so far: plays, passes and a resignation.
    pub fn turns(&self) -> usize {
        self.moment().turns as usize
    }

    /// The latest turn; `None` at the start.
    pub fn last_turn(&self) -> Option<Move> {
        self.moment().last_turn
    }

    /// Every turn so far, in order.
    pub fn moves(&self) -> Vec<Move> {
        self.events()
            .into_iter()
            .filter_map(GameEvent::turn)
            .collect()
    }

    /// Every event so far, in order: turns, and what else changed the side to play.
    pub fn events(&self) -> Vec<GameEvent> {
        self.now.events()
    }

    /// The position in which the game began, with its prisoners and the side to play.
    pub fn opening_setup(&self) -> Setup {
        let first = self.now.iter().last().unwrap_or(&self.now);
        setup(&first.moment.situation)
    }

    /// True if passes or a resignation have ended the game.
    pub fn is_over(&self) -> bool {
        self.passed_out() || self.resigned().is_some()
    }

    /// The player who has resigned.
    pub fn resigned(&self) -> Option<Color> {
        let turn = self.last_turn()?;
        (turn.action == Action::Resign).then_some(turn.color)
    }

    /// The number of prisoners that `color` holds: captured stones, the opponent's self-captured ones, and under rules
    /// with pass stones one for each pass of the opponent, the [last one](Rules::last_pass) that White owes included.
    pub fn prisoners(&self, color: Color) -> usize {
        let moment = self.moment();
        let owed = u32::from(color == Color::Black && self.white_owes_a_pass());
        let passes = moment.passes_by[!color as usize] + owed;
        (moment.prisoners[color as usize] + u32::from(self.rules.pass_stones()) * passes) as usize
    }

    fn white_owes_a_pass(&self) -> bool {
        let white_is_last = self.rules.last_pass() == LastPass::White;
        white_is_last && self.passed_out() && self.last_turn() == Some(Move::pass(Color::Black))
    }

    pub(crate) fn first_pass(&self) -> Option<Color> {
        let has_none = |entry: &PastEntry| entry.moment.passes_by == [0; 2];
        let before = self.now.latest(has_none)?.moment.turns as usize;
        self.at(before + 1)?.last_turn().map(|turn| turn.color)
    }

    /// The record before the latest turn and before any [`resume`](BoardRecord::resume) or
    /// [`hand_turn`](BoardRecord::hand_turn) that followed it; `None` at the start.
    #[must_use]
    pub fn undo(&self) -> Option<BoardRecord> {
        self.at(self.turns().checked_sub(1)?)
    }

    /// The record after this many turns, just before the next one, under the rules now in force; `None` beyond the
    /// latest turn. Takes a time logarithmic in the length of the record.
    #[must_use]
    pub fn at(&self, turns: usize) -> Option<BoardRecord> {
        let turns = u32::try_from(turns)
            .ok()
            .filter(|turns| *turns <= self.moment().turns)?;
        let now = Arc::clone(self.now.latest(|entry| entry.moment.turns <= turns)?);
        Some(BoardRecord {
            rules: self.rules,
            now,
        })
    }

    /// Every situation so far, the present one first. A handed turn and resumed play each add a situation.
    pub fn situations(&self) -> impl Iterator<Item = &Situation> {
        self.now.iter().map(|entry| &entry.moment.situation)
    }

    /// Resumes play after passes have ended the game. `side` plays next; if it is `None`, the side whose turn it is.
    /// Keeps the history and resets the number of consecutive passes.
    ///
    /// # Errors
    /// [`NotPassedOut`] unless passes have just ended the game.
    pub fn resume(&self, side: Option<Color>) -> Result<BoardRecord, NotPassedOut> {
        if !self.passed_out() || self.resigned().is_some() {
            return Err(NotPassedOut);
        }
        Ok(self.reopened(side.unwrap_or(self.to_play())))
    }

    /// Resumes play for `side`, whether or not the game had ended.
    pub(crate) fn reopened(&self, side: Color) -> BoardRecord {
        let mut next = self.moment().handed_to(side);
        next.passes_in_row = PassesInRow::default();
        self.then(next)
    }

    /// Makes `side` the side to play without a move, as GTP and game records allow. Keeps the history, counts no turn,
    /// and leaves an ended game ended.
    #[must_use]
    pub fn hand_turn(&self, side: Color) -> BoardRecord {
        if side == self.to_play() {
            self.clone()
        } else {
            self.then(self.moment().handed_to(side))
        }
    }

    /// The record after a pass or a resignation.
    pub(crate) fn after_no_play(&self, turn: Move) -> BoardRecord {
        let mut next = self.moment().after_turn(turn);
        if turn.action == Action::Pass {
            let row = self.moment().passes_in_row;
            next.passes_in_row = row.and_one(next.passes_by == [0, 0]);
            next.passes_by[turn.color as usize] += 1;
        }
        self.then(next)
    }

    pub(crate) fn after_play(&self, turn: Move, effect: &Placement<'_>) -> BoardRecord {
        let mut next = self.moment().after_turn(turn);
        next.situation.board = effect.board();
        next.made_by = Some(turn.color);
        next.take_off(!turn.color, effect.captured());
        next.take_off(turn.color, effect.self_captured());
        self.then(next)
    }

    /// False if a play of `color` here that takes no stones leads to a board that no earlier one can be equal to: the
    /// earlier one would have this stone, which would have been taken off since.
    pub(crate) fn may_return(&self, color: Color, point: Point) -> bool {
        self.moment().has_taken_off(color, point)
    }

    /// If a play of `color` brings back the board before the opponent's latest turn, returns the number of turns after
    /// which that board occurred.
    #[inline]
    pub(crate) fn repeats_last(
        &self,
        color: Color,
        key: u64,
        after: impl FnOnce() -> Option<Board>,
    ) -> Option<usize> {
        // The board is built only if its key is the same.
        if key != self.moment().key_before_turn {
            return None;
        }
        let now = self.moment();
        if now.last_turn?.color == color {
            return None;
        }
        let entry = self.now.latest(|entry| entry.moment.turns < now.turns)?;
        let before = Some(&entry.moment).filter(|before| self.counts(before))?;
        (Some(&before.situation.board) == after().as_ref()).then_some(before.turns as usize)
    }

    /// If a play of `color` brings back a position that the superko rule in force forbids, returns the number of turns
    /// after which that position last occurred.
    pub(crate) fn repeats_any(
        &self,
        color: Color,
        key: u64,
        after: impl FnOnce() -> Option<Board>,
    ) -> Option<usize> {
        let mut same_key = self.now.with_key(key).map(|entry| &entry.moment).peekable();
        same_key.peek()?;
        // Different boards may have the same key.
        let board = after()?;
        let mut repeated =
            same_key.filter(|earlier| earlier.situation.board == board && self.counts(earlier));
        let barred = |earlier: &&Moment| match self.rules.ko() {
            KoRule::Simple => false,
            KoRule::Positional => true,
            KoRule::Situational => earlier.situation.to_play == !color,
            KoRule::NaturalSituational => earlier.made_by == Some(color),
        };
        Some(repeated.find(barred)?.turns as usize)
    }

    /// True if ko and superko compare boards with this earlier one: with the button in force, the first pass of the
    /// game takes it, and the boards before that pass no longer count.
    fn counts(&self, earlier: &Moment) -> bool {
        let has_passed = |moment: &Moment| moment.passes_by != [0; 2];
        !self.rules.button() || has_passed(earlier) == has_passed(self.moment())
    }

    fn opening(situation: Situation) -> BoardRecord {
        BoardRecord {
            rules: Rules::default(),
            now: PastEntry::first(Moment::opening(situation)),
        }
    }

    fn moment(&self) -> &Moment {
        &self.now.moment
    }

    fn then(&self, moment: Moment) -> BoardRecord {
        BoardRecord {
            rules: self.rules,
            now: self.now.followed_by(moment),
        }
    }

    fn passed_out(&self) -> bool {
        let row = self.moment().passes_in_row;
        (if self.rules.button() {
            row.but_the_first
        } else {
            row.all
        }) >= 2
    }
}

fn setup(situation: &Situation) -> Setup {
    let Situation { board, to_play } = situation;
    Setup::of_points(board.size(), board.points(), *to_play)
}

impl TryFrom<&Setup> for BoardRecord {
    type Error = SetupError;

    /// A game that starts in this position, under the kata's rules.
    fn try_from(setup: &Setup) -> Result<BoardRecord, SetupError> {
        let board = Board::from_points(setup.size, &setup.points()?);
        match board.without_liberty() {
            Some(point) => Err(SetupError::NoLiberty(point)),
            None => Ok(BoardRecord::opening(Situation {
                board,
                to_play: setup.to_play,
            })),
        }
    }
}

impl PartialEq for BoardRecord {
    fn eq(&self, other: &BoardRecord) -> bool {
        self.rules == other.rules && self.now.is_same_game(&other.now)
    }
}

impl Eq for BoardRecord {}

impl fmt::Display for BoardRecord {
    /// The situation in the kata's form, which `parse` reads: the side to play, then the rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Situation { board, to_play } = self.situation();
        writeln!(f, "{}\n{board}", to_play.letter())
    }
}

impl fmt::Debug for BoardRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turns, rules) = (self.turns(), self.rules);
        write!(f, "BoardRecord after {turns} turns, {rules}\n{self}")
    }
}
