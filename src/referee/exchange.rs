//! A game handed from one referee to the other, with its whole past. Nothing is judged again: an event may have been
//! legal under earlier rules of the game.

use crate::basics::{Action, GameEvent, Move};
use crate::fast::FastGame;
use crate::pure::legality::made;
use crate::pure::{BoardRecord, Placement};

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
        // The opening of a record is always a possible position.
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
        game.events().iter().fold(opened(game), followed_by)
    }
}

/// The record of a game's opening, under its present rules.
pub(crate) fn opened(game: &FastGame) -> BoardRecord {
    let opening = BoardRecord::try_from(&game.opening());
    opening
        .unwrap_or_else(|_| BoardRecord::new(game.size()))
        .with_rules(game.rules())
}

/// The record after an event.
#[allow(clippy::needless_pass_by_value)] // a step of a fold
pub(crate) fn followed_by(record: BoardRecord, event: &GameEvent) -> BoardRecord {
    match *event {
        GameEvent::Turn(mv) => made(mv, &record, placed(mv, &record).as_ref()),
        GameEvent::Hand(side) => record.hand_turn(side),
        GameEvent::Resume(side) => record.reopened(side),
    }
}

fn placed(mv: Move, record: &BoardRecord) -> Option<Placement<'_>> {
    match mv.action {
        Action::Play(point) => record.board().place(point, mv.color),
        Action::Pass | Action::Resign => None,
    }
}

/// Both referees in games whose keys have two bits (see `basics::keys`).
#[cfg(test)]
mod tests {
    use crate::basics::{IllegalMove, KoRule, Move, Point, Random, Rules, Size, Suicide};
    use crate::fast::FastGame;
    use crate::pure::{BoardRecord, check_move, play_move};

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap_or_else(|error| panic!("{error}"))
    }

    /// With keys of two bits, every fourth board has the same key; the verdicts stay right.
    #[test]
    fn verdicts_rest_on_boards_not_on_keys() {
        let mut superko = 0;
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let size = size(1 + random.below(3), 1 + random.below(4));
            let (ko, suicide) = (
                KoRule::ALL[1 + random.below(3)],
                Suicide::ALL[random.below(3)],
            );
            let rules = Rules {
                ko,
                suicide,
                ..Rules::default()
            };
            let mut pure = BoardRecord::new(size).with_rules(rules);
            let mut fast = FastGame::new(size).with_rules(rules);
            for _ in 0..60 {
                let side = pure.to_play();
                for point in size.points() {
                    let mv = Move::play(side, point);
                    assert_eq!(fast.check(mv), check_move(mv, &pure), "{mv:?} {pure:?}");
                    superko += u32::from(fast.check(mv) == Err(IllegalMove::Superko));
                }
                let plays: Vec<Point> = fast.legal_points().iter().collect();
                let mv = plays
                    .get(random.below(plays.len()))
                    .map_or(Move::pass(side), |point| Move::play(side, *point));
                let played = play_move(mv, &pure);
                assert_eq!(fast.play(mv).is_ok(), played.is_ok());
                pure = played.unwrap_or(pure);
                if fast.resume(None).is_ok() {
                    pure = pure.resume(None).unwrap_or(pure);
                }
            }
        }
        assert!(superko > 500, "{superko}");
    }

    /// A game so long that the fast referee's table of boards grows several times.
    #[test]
    fn a_long_past_stays_whole() {
        let rules = Rules {
            ko: KoRule::Situational,
            suicide: Suicide::Allowed,
            ..Rules::default()
        };
        let mut fast = FastGame::new(size(2, 2)).with_rules(rules);
        let mut pure = BoardRecord::new(size(2, 2)).with_rules(rules);
        let mut random = Random::new(9);
        for _ in 0..2000 {
            let plays: Vec<Point> = fast.legal_points().iter().collect();
            let side = fast.to_play();
            let mv = plays
                .get(random.below(plays.len()))
                .map_or(Move::pass(side), |point| Move::play(side, *point));
            if fast.is_over() {
                assert_eq!(fast.resume(None), Ok(()));
                pure = pure.resume(None).unwrap_or(pure);
            }
            assert_eq!(fast.play(mv).is_ok(), check_move(mv, &pure).is_ok());
            pure = play_move(mv, &pure).unwrap_or(pure);
            let verdicts = |mv| (fast.check(mv), check_move(mv, &pure));
            for point in fast.size().points() {
                let (found, expected) = verdicts(Move::play(fast.to_play(), point));
                assert_eq!(found, expected);
            }
        }
        assert!(fast.turns() > 1000);
    }
}
