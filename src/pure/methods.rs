//! The functions of `legality` and `explain` as methods of a record, under the same names as those of the fast referee; and a
//! record from text.

use std::str::FromStr;

use super::explain::{Explanation, explain_move};
use super::legality::{check_move, is_legal_move, legal_moves, play_move};
use super::record::BoardRecord;
use crate::basics::{
    Chain, Color, Diagram, GameEvent, IllegalEvent, IllegalMove, Move, PlayError, Point, PointSet,
    Setup, TextError,
};

impl BoardRecord {
    /// The stone on a point; `None` where there is none, and off the board.
    pub fn stone_at(&self, point: Point) -> Option<Color> {
        self.board().stone_at(point)
    }

    /// The chain of the stone on this point, with its liberties; `None` where there is no stone.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        self.board().chain(point)
    }

    /// True if the move is legal now: [`is_legal_move`].
    pub fn is_legal(&self, mv: Move) -> bool {
        is_legal_move(mv, self)
    }

    /// Checks whether a move is legal now: [`check_move`].
    ///
    /// # Errors
    /// [`IllegalMove`]: the first reason why it is illegal.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        check_move(mv, self)
    }

    /// Explains why a move is legal or not: [`explain_move`].
    #[must_use]
    pub fn explain(&self, mv: Move) -> Explanation {
        explain_move(mv, self)
    }

    /// Every legal move for the side to play: [`legal_moves`].
    pub fn legal_moves(&self) -> Vec<Move> {
        legal_moves(self)
    }

    /// Every point where the side to play has a legal play; none when the game is over.
    pub fn legal_points(&self) -> PointSet {
        let moves = self.legal_moves().into_iter();
        PointSet::new(self.size(), moves.filter_map(|mv| mv.action.point()))
    }

    /// Makes a move and returns the new record; this one does not change: [`play_move`].
    ///
    /// # Errors
    /// [`IllegalMove`]: the first reason why it is illegal.
    pub fn play(&self, mv: Move) -> Result<BoardRecord, IllegalMove> {
        play_move(mv, self)
    }

    /// Returns the record after an event: a move, the turn handed over, or play resumed.
    ///
    /// # Errors
    /// [`IllegalEvent`]: the move is illegal, the turn is that side's already, or passes have not just ended the game.
    pub fn apply(&self, event: GameEvent) -> Result<BoardRecord, IllegalEvent> {
        let illegal = |reason| IllegalEvent::new(event, reason);
        match event {
            GameEvent::Turn(mv) => self.play(mv).map_err(|reason| illegal(Some(reason))),
            GameEvent::HandTurn(side) if side == self.to_play() => Err(illegal(None)),
            GameEvent::HandTurn(side) => Ok(self.hand_turn(side)),
            GameEvent::Resume(side) => self.resume(Some(side)).map_err(|_| illegal(None)),
        }
    }

    /// Returns the record after these events.
    ///
    /// # Errors
    /// [`IllegalEvent`], with its number: the first one that cannot happen.
    pub fn apply_all(&self, events: &[GameEvent]) -> Result<BoardRecord, IllegalEvent> {
        (1..)
            .zip(events)
            .try_fold(self.clone(), |record, (number, event)| {
                let next = record.apply(*event);
                next.map_err(|illegal| IllegalEvent { number, ..illegal })
            })
    }

    /// Makes the move of the side to play that this text names, `C3`, `(2,2)`, `pass` or `resign`, and returns the new
    /// record.
    ///
    /// ```
    /// use gokata::{BoardRecord, Size};
    ///
    /// let empty = BoardRecord::new(Size::square(9)?);
    /// let game = empty.play_at("E5")?.play_at("C3")?.play_at("pass")?;
    /// assert_eq!((game.turns(), game.board().stones().count()), (3, 2));
    /// let error = game.play_at("e5").unwrap_err();
    /// assert_eq!(error.to_string(), "White E5: occupied: there is a stone already");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`]: the text names no move, or the move is illegal.
    pub fn play_at(&self, text: &str) -> Result<BoardRecord, PlayError> {
        let mv = Move {
            color: self.to_play(),
            action: self.size().parse_action(text)?,
        };
        self.play(mv)
            .map_err(|reason| PlayError::illegal(mv, self.size(), reason))
    }
}

impl From<&BoardRecord> for Setup {
    /// The position now, without its past.
    fn from(record: &BoardRecord) -> Setup {
        record.setup()
    }
}

impl FromStr for BoardRecord {
    type Err = TextError;

    /// Parses a board in the kata's form: the side to move, then the rows.
    fn from_str(text: &str) -> Result<BoardRecord, TextError> {
        let diagram = Diagram::parse(text.as_bytes())?;
        BoardRecord::try_from(&diagram.setup).map_err(|error| diagram.error_at(&error))
    }
}
