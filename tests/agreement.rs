//! Both referees give the same verdict, on every point, at every ply, under all rules.

use gokata::fixture::Referee;
use gokata::{
    Action, BoardRecord, Color, FastGame, KoRule, Move, Point, Preset, Random, Rules, Setup, Size,
    Suicide, check_move, legal_moves,
};
use pretty_assertions::assert_eq;

/// Two games side by side.
struct Pair {
    pure: BoardRecord,
    fast: FastGame,
}

impl Pair {
    fn new(size: Size, rules: Rules) -> Pair {
        Pair {
            pure: BoardRecord::new(size).with_rules(rules),
            fast: FastGame::new(size).with_rules(rules),
        }
    }

    /// Every point and what else can be asked, for both colors. Gives the legal moves.
    fn compare(&self) -> Vec<Move> {
        let (pure, fast) = (&self.pure, &self.fast);
        let side = pure.to_play();
        assert_eq!(fast.to_play(), side);
        for point in pure.size().points() {
            assert_eq!(
                fast.stone_at(point),
                pure.board().stone_at(point),
                "{point}\n{pure:?}"
            );
            let mv = Move::play(side, point);
            assert_eq!(fast.check(mv), check_move(mv, pure), "{mv:?}\n{pure:?}");
        }
        let moves = legal_moves(pure);
        assert_eq!(fast.legal_moves().collect::<Vec<_>>(), moves, "{pure:?}");
        assert_eq!(fast.is_over(), pure.is_over());
        assert_eq!(fast.turns(), pure.turns());
        for color in Color::BOTH {
            assert_eq!(fast.prisoners(color), pure.prisoners(color), "{pure:?}");
        }
        moves
    }

    fn play(&mut self, mv: Move) {
        let answers = (self.fast.play(mv), Referee::play(&mut self.pure, mv));
        assert_eq!(answers.0, answers.1, "{mv:?}\n{:?}", self.pure);
    }
}

#[test]
fn quick() {
    let mut random = Random::new(5);
    let mut plies = 0;
    while plies < 100_000 {
        let most = [3, 5, 9, 25][random.below(4)];
        let size = Size::new(1 + random.below(most), 1 + random.below(most)).unwrap();
        let rules = Rules {
            ko: KoRule::ALL[random.below(4)],
            suicide: Suicide::ALL[random.below(3)],
            button: random.below(4) == 0,
            ..Preset::Kata.rules()
        };
        let spare = random.below(2) == 0;
        let mut pair = Pair::new(size, rules);
        for _ in 0..size.area() * 4 {
            plies += 1;
            let mut moves = pair.compare();
            match random.below(40) {
                0 => {
                    let side = Color::BOTH[random.below(2)];
                    pair.fast.hand_turn(side);
                    Referee::hand_turn(&mut pair.pure, side);
                    continue;
                }
                1 => {
                    let side = [None, Some(Color::Black), Some(Color::White)][random.below(3)];
                    assert_eq!(
                        pair.fast.resume(side),
                        Referee::resume(&mut pair.pure, side)
                    );
                    continue;
                }
                2 => {
                    let r = Rules {
                        ko: KoRule::ALL[random.below(4)],
                        ..rules
                    };
                    pair.fast = pair.fast.clone().with_rules(r);
                    pair.pure = pair.pure.with_rules(r);
                    continue;
                }
                3 => {
                    pair.play(Move::pass(pair.pure.to_play()));
                    continue;
                }
                _ => {}
            }
            let side = pair.pure.to_play();
            moves.retain(|mv| match mv.action {
                Action::Play(p) => !spare || !pair.pure.board().is_eye(p, side),
                a => a == Action::Pass,
            });
            if moves.is_empty() {
                break;
            }
            let n = if moves.len() > 1 && random.below(20) > 0 {
                moves.len() - 1
            } else {
                moves.len()
            };
            pair.play(moves[random.below(n)]);
        }
    }
}
