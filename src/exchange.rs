//! A game told by one referee to the other, with its whole past. Nothing is judged again: what was
//! legal under the rules of its time has happened.

use crate::board::Placement;
use crate::fast::FastGame;
use crate::legality::made;
use crate::moves::{Action, Event, Move};
use crate::record::BoardRecord;

impl From<&BoardRecord> for FastGame {
    /// The same game, with its past and its rules.
    ///
    /// ```
    /// use gokata::{BoardRecord, Color, FastGame, Move, Size, play_move};
    ///
    /// let record = play_move(Move::play(Color::Black, (2, 2)), &BoardRecord::new(Size::square(5)?))?;
    /// let game = FastGame::from(&record);
    /// assert_eq!(game.moves(), record.moves());
    /// assert_eq!(BoardRecord::from(&game).board(), record.board());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(record: &BoardRecord) -> FastGame {
        // The opening of a record is a position that can be.
        let opening = FastGame::try_from(&record.opening_setup());
        let mut game = opening
            .unwrap_or_else(|_| FastGame::new(record.size()))
            .with_rules(record.rules());
        record
            .events()
            .into_iter()
            .for_each(|event| game.replay(event));
        game
    }
}

impl From<&FastGame> for BoardRecord {
    /// The same game, with its past and its rules.
    fn from(game: &FastGame) -> BoardRecord {
        let opening = BoardRecord::try_from(&game.opening());
        let opening = opening
            .unwrap_or_else(|_| BoardRecord::new(game.size()))
            .with_rules(game.rules());
        game.events()
            .into_iter()
            .fold(opening, |record, event| match event {
                Event::Turn(mv) => made(mv, &record, placed(mv, &record).as_ref()),
                Event::Hand(side) => record.hand_turn(side),
                Event::Resume(side) => record.reopened(side),
            })
    }
}

fn placed(mv: Move, record: &BoardRecord) -> Option<Placement<'_>> {
    match mv.action {
        Action::Play(point) => record.board().place(point, mv.color),
        Action::Pass | Action::Resign => None,
    }
}
