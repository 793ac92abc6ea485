//! Converts a game of one referee to a game of the other, with its whole past. Events are not checked again, because
//! they may have been legal only under earlier rules of the game.

use crate::basics::{Action, GameEvent, Move};
use crate::fast::FastGame;
use crate::pure::legality::made;
use crate::pure::{BoardRecord, Explanation, explain_move};

impl From<&BoardRecord> for FastGame {
    /// Converts the game, with its past and its rules.
    fn from(record: &BoardRecord) -> FastGame {
        // The opening of a record is always a possible position.
        let opening = FastGame::try_from(&record.opening_setup());
        let opening = opening.unwrap_or_else(|_| FastGame::new(record.size()));
        let mut game = opening.with_rules(record.rules());
        for event in record.events() {
            game.replay(event);
        }
        game
    }
}

impl From<&FastGame> for BoardRecord {
    /// Converts the game, with its past and its rules.
    fn from(game: &FastGame) -> BoardRecord {
        let opening = BoardRecord::try_from(&game.opening());
        let opening = opening.unwrap_or_else(|_| BoardRecord::new(game.size()));
        let opening = opening.with_rules(game.rules());
        game.events().iter().fold(opening, followed_by)
    }
}

impl FastGame {
    /// Returns every reason why a move is illegal, with its evidence: [`explain_move`]. Converts the game to a record, which
    /// takes as long as playing it once more with the pure referee.
    ///
    /// ```
    /// use gokata::{BoardRecord, Color, FastGame, Move};
    ///
    /// let board: BoardRecord = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n".parse()?;
    /// let mut game = FastGame::from(&board);
    /// game.play_at("B3")?;
    /// let explanation = game.explain(Move::play(Color::Black, (2, 2)));
    /// assert_eq!((explanation.repeats(), explanation.captured().len()), (Some(0), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self, mv: Move) -> Explanation {
        explain_move(mv, &BoardRecord::from(self))
    }
}

#[allow(clippy::needless_pass_by_value)] // a step of a fold
pub(crate) fn followed_by(record: BoardRecord, event: &GameEvent) -> BoardRecord {
    match *event {
        GameEvent::Turn(mv) => {
            let placement = match mv.action {
                Action::Play(point) => record.board().place(point, mv.color),
                Action::Pass | Action::Resign => None,
            };
            made(mv, &record, placement.as_ref())
        }
        GameEvent::HandTurn(side) => record.hand_turn(side),
        GameEvent::Resume(side) => record.reopened(side),
    }
}

/// Both referees in games whose keys have two bits (see `basics::keys`).
#[cfg(test)]
mod tests {
    use crate::basics::{IllegalMove, KoRule, Move, Point, Random, Rules, Size, Suicide};
    use crate::fast::FastGame;
    use crate::pure::{BoardRecord, check_move, explain_move, play_move};

    /// Plays this number of random moves with both referees, which must agree about every play. Returns the number of
    /// turns, and the number of plays that superko forbids.
    fn play(rows: usize, cols: usize, rules: Rules, moves: u32, random: &mut Random) -> [usize; 2] {
        let size = Size::new(rows, cols).unwrap_or_else(|error| panic!("{error}"));
        let mut pure = BoardRecord::new(size).with_rules(rules);
        let mut fast = FastGame::new(size).with_rules(rules);
        let mut superko = 0;
        for _ in 0..moves {
            let side = pure.to_play();
            for point in size.points() {
                let mv = Move::play(side, point);
                assert_eq!(fast.check(mv), check_move(mv, &pure), "{mv:?} {pure:?}");
                superko += usize::from(fast.check(mv) == Err(IllegalMove::Superko));
                let repeats = match fast.check(mv) {
                    Err(IllegalMove::Ko | IllegalMove::Superko) => {
                        explain_move(mv, &pure).repeats()
                    }
                    _ => None,
                };
                assert_eq!(fast.repeats(mv), repeats, "{mv:?} {pure:?}");
            }
            let plays: Vec<Point> = fast.legal_points().iter().collect();
            let play = plays.get(random.below(plays.len()));
            let mv = play.map_or(Move::pass(side), |point| Move::play(side, *point));
            let played = play_move(mv, &pure);
            assert_eq!(fast.play(mv).is_ok(), played.is_ok());
            pure = played.unwrap_or(pure);
            if fast.resume(None).is_ok() {
                pure = pure.resume(None).unwrap_or(pure);
            }
        }
        [fast.turns(), superko]
    }

    /// In unit tests keys have two bits, so about one board in four has the same key. The verdicts must still be right.
    #[test]
    fn verdicts_compare_boards_and_not_only_keys() {
        let mut superko = 0;
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let (rows, cols) = (1 + random.below(3), 1 + random.below(4));
            let rules = Rules::default()
                .with_ko(KoRule::ALL[1 + random.below(3)])
                .with_suicide(Suicide::ALL[random.below(3)])
                .with_button(seed % 3 == 0);
            superko += play(rows, cols, rules, 60, &mut random)[1];
        }
        assert!(superko > 500, "{superko}");
    }

    /// A game so long that the fast referee's table of boards grows several times.
    #[test]
    fn no_board_of_a_long_game_is_forgotten() {
        let rules = Rules::default()
            .with_ko(KoRule::Situational)
            .with_suicide(Suicide::Allowed);
        let [turns, _] = play(2, 2, rules, 2000, &mut Random::new(9));
        assert!(turns > 1000);
    }
}
