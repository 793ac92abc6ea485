//! The game so far: the situation now, every earlier one, and the rules. Whether a move is legal is
//! `legality`'s to say; nothing here refuses one.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::board::Board;
use super::past::{Moment, PassesInRow, PastEntry, Situation};
use crate::basics::{
    Action, Color, Diagram, Event, KoRule, Move, NotPassedOut, Rules, Setup, SetupError, Size,
    TextError,
};

/// The game so far; never empty, because a game starts with an opening board.
///
/// A record is a value: a move makes a new one and leaves the old one as it was, so any earlier
/// record can be gone on with, which is all that undo and branching are. Records share their past,
/// and cloning one only counts a reference.
///
/// A move adds about 750 bytes on any size: the one leaf of the new board and an entry of the past;
/// under a superko rule about 2 KB, with a path in the index of what must not return. Measured on
/// 19x19, a record of 300 moves takes 220 KiB, under positional superko 580 KiB.
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

    /// The same game under other rules. Board, history and side to play are kept; the rules in
    /// force decide also what past passes and boards mean. When a superko rule comes into force for
    /// the first time, an index is made, in a time linear in the length of the record.
    #[must_use]
    pub fn with_rules(&self, rules: Rules) -> BoardRecord {
        let needed = rules.ko != KoRule::Simple && !self.now.is_indexed();
        let now = if needed {
            self.now.indexed()
        } else {
            Arc::clone(&self.now)
        };
        BoardRecord { rules, now }
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The board now and whose turn it is.
    pub fn situation(&self) -> &Situation {
        &self.moment().situation
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.moment().situation.board
    }

    /// The position now as a claim, from which a game without a past can start.
    pub fn setup(&self) -> Setup {
        setup(self.situation())
    }

    /// How large the board is.
    pub fn size(&self) -> Size {
        self.board().size()
    }

    /// Whose turn it is.
    pub fn to_play(&self) -> Color {
        self.moment().situation.to_play
    }

    /// Number of turns taken so far: plays, passes and a resignation.
    pub fn turns(&self) -> usize {
        self.moment().turns as usize
    }

    /// The latest turn; `None` at the start.
    pub fn last_turn(&self) -> Option<Move> {
        self.moment().last_turn
    }

    /// Every turn so far, the first one first.
    pub fn moves(&self) -> Vec<Move> {
        self.events().into_iter().filter_map(Event::turn).collect()
    }

    /// Everything that has happened, the first event first.
    pub(crate) fn events(&self) -> Vec<Event> {
        let past: Vec<&Moment> = self.now.iter().map(|entry| &entry.moment).collect();
        let event = |pair: &[&Moment]| match (pair[0], pair[1]) {
            (now, before) if now.turns > before.turns => now.last_turn.map(Event::Turn),
            (now, before) if now.passes_in_row != before.passes_in_row => {
                Some(Event::Resume(now.situation.to_play))
            }
            (now, _) => Some(Event::Hand(now.situation.to_play)),
        };
        past.windows(2).rev().filter_map(event).collect()
    }

    /// How the game began.
    pub(crate) fn opening_setup(&self) -> Setup {
        let first = self.now.iter().last().unwrap_or(&self.now);
        setup(&first.moment.situation)
    }

    /// Has the game ended, by passes or by a resignation?
    pub fn is_over(&self) -> bool {
        self.passed_out() || self.resigned().is_some()
    }

    /// Who has resigned.
    pub fn resigned(&self) -> Option<Color> {
        self.last_turn()
            .filter(|turn| turn.action == Action::Resign)
            .map(|turn| turn.color)
    }

    /// Stones this color holds: captured ones, self-captured ones of the opponent, and under rules
    /// with pass stones one for each pass of the opponent.
    pub fn prisoners(&self, color: Color) -> usize {
        let Moment {
            prisoners,
            passes_by,
            ..
        } = self.moment();
        let passes = if self.rules.pass_stones {
            passes_by[!color as usize]
        } else {
            0
        };
        (prisoners[color as usize] + passes) as usize
    }

    /// Who was the first to pass.
    pub(crate) fn first_pass(&self) -> Option<Color> {
        let has_none = |entry: &PastEntry| entry.moment.passes_by == [0; 2];
        let before = self.now.latest(has_none)?.moment.turns as usize;
        self.at(before + 1)?.last_turn().map(|turn| turn.color)
    }

    /// The record before the latest turn; `None` at the start. What was done after that turn, by
    /// [`resume`](BoardRecord::resume) or [`hand_turn`](BoardRecord::hand_turn), goes with it.
    pub fn undo(&self) -> Option<BoardRecord> {
        self.at(self.turns().checked_sub(1)?)
    }

    /// The record as it was after so many turns, just before the next one, under the rules now in
    /// force; `None` beyond the latest turn. Takes a time logarithmic in the length of the record.
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

    /// Every situation so far, the present one first. One that was handed over counts for both
    /// sides.
    pub fn situations(&self) -> impl Iterator<Item = &Situation> {
        self.now.iter().map(|entry| &entry.moment.situation)
    }

    /// Play goes on after passes have ended the game: for `side`, or else for the side whose turn
    /// it is. History stays; the count of passes starts afresh.
    ///
    /// # Errors
    /// [`NotPassedOut`] unless passes have just ended the game.
    pub fn resume(&self, side: Option<Color>) -> Result<BoardRecord, NotPassedOut> {
        if !self.passed_out() || self.resigned().is_some() {
            return Err(NotPassedOut);
        }
        Ok(self.reopened(side.unwrap_or(self.to_play())))
    }

    /// Play goes on for `side`, whether or not the game had ended.
    pub(crate) fn reopened(&self, side: Color) -> BoardRecord {
        let mut next = self.moment().handed_to(side);
        next.passes_in_row = PassesInRow::default();
        self.then(next)
    }

    /// Hands the turn to a side without a move, as GTP and game records can. History is kept,
    /// nothing is reopened, no turn is counted.
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
            next.passes_in_row = self
                .moment()
                .passes_in_row
                .and_one(next.passes_by == [0, 0]);
            next.passes_by[turn.color as usize] += 1;
        }
        self.then(next)
    }

    /// The record after a stone that led to this board and took so many enemy and own stones.
    pub(crate) fn after_play(
        &self,
        turn: Move,
        board: Board,
        [enemies, own]: [usize; 2],
    ) -> BoardRecord {
        let mut next = self.moment().after_turn(turn);
        next.situation.board = board;
        next.made_by = Some(turn.color);
        for (holder, stones) in [(turn.color, enemies), (!turn.color, own)] {
            next.prisoners[holder as usize] += u32::try_from(stones).unwrap_or(u32::MAX);
        }
        self.then(next)
    }

    /// The number of turns after which the board stood as it did before the opponent's latest
    /// turn, if a play of `color` leads back to it.
    #[inline]
    pub(crate) fn repeats_last(
        &self,
        color: Color,
        key: u64,
        after: impl FnOnce() -> Option<Board>,
    ) -> Option<usize> {
        // Most boards differ in their keys; only if not, the new one is built.
        if key != self.moment().key_before_turn {
            return None;
        }
        let Moment {
            turns, last_turn, ..
        } = *self.moment();
        if last_turn?.color == color {
            return None;
        }
        let before = &self.now.latest(|entry| entry.moment.turns < turns)?.moment;
        (Some(&before.situation.board) == after().as_ref()).then_some(before.turns as usize)
    }

    /// The latest number of turns after which there was what, under the ko rule in force, a play of
    /// `color` may not bring back.
    pub(crate) fn repeats_any(
        &self,
        color: Color,
        key: u64,
        after: impl FnOnce() -> Option<Board>,
    ) -> Option<usize> {
        let mut same_key = self.now.with_key(key).map(|entry| &entry.moment).peekable();
        same_key.peek()?;
        // Equal keys are only a hint: the boards are compared.
        let board = after()?;
        let mut repeated = same_key.filter(|earlier| earlier.situation.board == board);
        let barred = |earlier: &&Moment| match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => true,
            KoRule::Situational => earlier.situation.to_play == !color,
            KoRule::NaturalSituational => earlier.made_by == Some(color),
        };
        Some(repeated.find(barred)?.turns as usize)
    }

    fn opening(situation: Situation) -> BoardRecord {
        let moment = Moment {
            situation,
            made_by: None,
            last_turn: None,
            key_before_turn: 0,
            turns: 0,
            passes_in_row: PassesInRow::default(),
            passes_by: [0; 2],
            prisoners: [0; 2],
        };
        BoardRecord {
            rules: Rules::default(),
            now: PastEntry::first(moment),
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
        (if self.rules.button {
            row.but_the_first
        } else {
            row.all
        }) >= 2
    }
}

fn setup(situation: &Situation) -> Setup {
    Setup {
        size: situation.board.size(),
        stones: situation.board.stones().collect(),
        to_play: situation.to_play,
    }
}

impl TryFrom<&Setup> for BoardRecord {
    type Error = SetupError;

    /// A game that starts from this position, under the kata's rules.
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

impl FromStr for BoardRecord {
    type Err = TextError;

    /// Reads a board in the kata's form: the side to move, then the rows.
    fn from_str(text: &str) -> Result<BoardRecord, TextError> {
        let diagram = Diagram::parse(text.as_bytes())?;
        BoardRecord::try_from(&diagram.setup).map_err(|error| diagram.error_at(&error))
    }
}

impl fmt::Debug for BoardRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Situation { board, to_play } = self.situation();
        write!(
            f,
            "BoardRecord after {} turns, {to_play} to play, {}\n{board}",
            self.turns(),
            self.rules
        )
    }
}
