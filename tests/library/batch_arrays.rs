//! A batch as arrays: each number against a game of its own.

use std::num::NonZero;

use gokata::planes::{History, Layout};
use gokata::scoring::Standing;
use gokata::{
    Action, Batch, BatchError, Color, FastGame, IllegalMove, KoRule, Komi, Move, Observation,
    OnIllegal, Point, Random, Rules, Size, Suicide,
};
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::pair::size;

/// The slices of an observation.
#[derive(Debug, Clone, Default, PartialEq)]
struct Seen {
    mask: Vec<u8>,
    ended: Vec<u8>,
    to_play: Vec<i8>,
    rewards: Vec<f32>,
    reasons: Vec<u8>,
}

impl Seen {
    /// Slices with numbers that none of them may keep.
    fn new(batch: &Batch) -> Seen {
        let games = batch.len();
        Seen {
            mask: vec![9; games * (batch.size().point_count() + 1)],
            ended: vec![9; games],
            to_play: vec![9; games],
            rewards: vec![9.0; games],
            reasons: vec![9; games],
        }
    }

    fn slices(&mut self) -> Observation<'_> {
        Observation {
            mask: &mut self.mask,
            ended: &mut self.ended,
            to_play: &mut self.to_play,
            rewards: &mut self.rewards,
            reasons: &mut self.reasons,
        }
    }
}

fn sign(color: Option<Color>) -> i8 {
    match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
    }
}

/// Who has won, by the count of the library.
fn winner(game: &FastGame) -> Option<Color> {
    match game.last_turn() {
        _ if !game.is_over() => None,
        Some(Move {
            color,
            action: Action::Resign,
        }) => Some(!color),
        _ => Standing::from(game).count().score().winner(),
    }
}

/// What the batch must show of these games.
fn expected(games: &[FastGame], reasons: &[Option<IllegalMove>]) -> Seen {
    let mut seen = Seen::default();
    for (game, reason) in games.iter().zip(reasons) {
        let side = game.to_play();
        for mv in game.size().points().map(|point| Move::play(side, point)) {
            seen.mask.push(u8::from(game.is_legal(mv)));
        }
        seen.mask.push(u8::from(game.is_legal(Move::pass(side))));
        seen.ended.push(u8::from(game.is_over()));
        seen.to_play.push(sign(Some(side)));
        seen.rewards.push(f32::from(sign(winner(game))));
        let place = IllegalMove::ALL
            .iter()
            .position(|one| Some(*one) == *reason);
        seen.reasons
            .push(place.map_or(0, |place| u8::try_from(place).unwrap() + 1));
    }
    seen
}

fn move_of(game: &FastGame, index: usize) -> Move {
    let point = game.size().points().nth(index);
    point.map_or(Move::pass(game.to_play()), |point| {
        Move::play(game.to_play(), point)
    })
}

/// An index of any kind, mostly of a legal move.
fn any_index(game: &FastGame, random: &mut Random) -> i32 {
    let points = game.size().point_count();
    let legal = game.legal_points();
    let index = match random.below(12) {
        0 => return -1,
        1 => random.below(points + 1),
        2 => points,
        _ => legal
            .nth(random.below(legal.len()))
            .map_or(points, |point| {
                let cols = i32::try_from(game.size().cols()).unwrap();
                usize::try_from(point.row * cols + point.col).unwrap()
            }),
    };
    i32::try_from(index).unwrap()
}

/// The planes of a game from its boards, the latest last.
fn planes(boards: &[FastGame], count: usize) -> Vec<u8> {
    let now = boards.last().unwrap();
    let mut planes = Vec::new();
    for ago in 0..count {
        let board = boards.len().checked_sub(ago + 1).map(|nth| &boards[nth]);
        for color in [now.to_play(), !now.to_play()] {
            let has =
                |point: Point| board.is_some_and(|board| board.stone_at(point) == Some(color));
            planes.extend(now.size().points().map(|point| u8::from(has(point))));
        }
    }
    let is_black = u8::from(now.to_play() == Color::Black);
    planes.resize(planes.len() + now.size().point_count(), is_black);
    planes
}

fn check_boards(batch: &mut Batch, boards: &[Vec<FastGame>], count: usize) {
    let (size, games) = (batch.size(), batch.len());
    let points = size.point_count();
    let width = History::planes(count) * points;
    let mut first = vec![9; games * width];
    batch
        .planes_into(count, Layout::ChannelsFirst, &mut first)
        .unwrap();
    let mut last = vec![9; games * width];
    batch
        .planes_into(count, Layout::ChannelsLast, &mut last)
        .unwrap();
    let (mut numbers, mut owners) = (vec![9; games * points], vec![9; games * points]);
    batch.boards_into(&mut numbers).unwrap();
    batch.owners_into(&mut owners).unwrap();
    let mut areas = vec![9; 2 * games];
    batch.areas_into(&mut areas).unwrap();
    for (nth, boards) in boards.iter().enumerate() {
        let (game, planes) = (boards.last().unwrap(), planes(boards, count));
        assert_eq!(first[nth * width..][..width], planes, "{game:?}");
        let turned =
            (0..points).flat_map(|point| planes.chunks(points).map(move |plane| plane[point]));
        assert!(
            turned.eq(last[nth * width..][..width].iter().copied()),
            "{game:?}"
        );
        let stones = size.points().map(|point| sign(game.stone_at(point)));
        assert!(stones.eq(numbers[nth * points..][..points].iter().copied()));
        let owner = Standing::from(game).marks.owners();
        let owner = owner.iter().map(|owner| sign(*owner));
        assert!(owner.eq(owners[nth * points..][..points].iter().copied()));
        let area = Color::BOTH.map(|color| i32::try_from(game.area()[color]).unwrap());
        assert_eq!(areas[2 * nth..2 * nth + 2], area);
    }
}

fn all_rules() -> impl Iterator<Item = Rules> {
    let rules = KoRule::ALL.iter().map(|ko| Rules::default().with_ko(*ko));
    let rules = rules.flat_map(|rules| Suicide::ALL.iter().map(move |of| rules.with_suicide(*of)));
    rules.flat_map(|rules| [false, true].map(|button| rules.with_button(button)))
}

#[rstest]
fn steps_and_what_is_seen(
    #[values((1, 1), (1, 2), (2, 2), (3, 3), (3, 5), (9, 9), (8, 8), (9, 15), (13, 13), (19, 19), (21, 25))]
    (rows, cols): (usize, usize),
) {
    let size = size(rows, cols);
    let turns = if size.point_count() < 100 { 40 } else { 24 };
    let mut refused = [0; 3];
    for (seed, rules) in (0..).zip(all_rules()) {
        let mut random = Random::new(seed);
        let mut batch = Batch::new(5, size, rules, 7);
        let komis = [0, 1, -3, 15, 4].map(|halves| Komi::from_halves(halves).unwrap());
        batch.set_komis(&komis);
        let openings = komis.map(|komi| FastGame::new(size).with_rules(rules.with_komi(komi)));
        let mut boards: Vec<Vec<FastGame>> =
            openings.iter().map(|game| vec![game.clone()]).collect();
        for turn in 0..turns {
            let games: Vec<FastGame> = boards
                .iter()
                .map(|boards| boards.last().unwrap().clone())
                .collect();
            let actions: Vec<i32> = games
                .iter()
                .map(|game| any_index(game, &mut random))
                .collect();
            let on_illegal = [OnIllegal::Refuse, OnIllegal::Lose, OnIllegal::Keep][random.below(3)];
            let mut after = games.clone();
            let mut reasons = [None; 5];
            for ((game, action), reason) in after.iter_mut().zip(&actions).zip(&mut reasons) {
                let Ok(index) = usize::try_from(*action) else {
                    continue;
                };
                *reason = game.play(move_of(game, index)).err();
                if on_illegal == OnIllegal::Lose && reason.is_some() {
                    // A game that is over stays as it is.
                    let _ = game.play(Move::resign(game.to_play()));
                }
            }
            let mut seen = Seen::new(&batch);
            let stepped = batch.step_into(&actions, on_illegal, seen.slices());
            let wrong = reasons.iter().position(Option::is_some);
            if let Some(wrong) = wrong.filter(|_| on_illegal == OnIllegal::Refuse) {
                let mv = move_of(&games[wrong], usize::try_from(actions[wrong]).unwrap());
                let Err(BatchError::Illegal {
                    game,
                    mv: named,
                    reason,
                    ..
                }) = stepped
                else {
                    panic!("{stepped:?}")
                };
                assert_eq!((game, named, Some(reason)), (wrong, mv, reasons[wrong]));
                assert_eq!(seen, expected(&games, &[None; 5]));
                refused[0] += 1;
            } else {
                assert_eq!(stepped, Ok(()));
                assert_eq!(seen, expected(&after, &reasons));
                refused[1] += usize::from(wrong.is_some());
                for (boards, after) in boards.iter_mut().zip(after) {
                    if after.turns() > boards.last().unwrap().turns() {
                        boards.push(after);
                    }
                }
            }
            if turn % 6 == 5 {
                check_boards(&mut batch, &boards, 1 + random.below(8));
            }
            if turn % 8 == 7 {
                let saved = batch.save(1).unwrap();
                let which = [0, 1, 0, u8::from(batch.is_over(3).unwrap()), 0];
                batch.reset_where(&which);
                for (nth, _) in which.iter().enumerate().filter(|(_, which)| **which == 1) {
                    boards[nth] = vec![openings[nth].clone()];
                }
                assert!(!batch.restore(0, &saved) && !batch.restore(5, &saved)); // another komi, no game
                if turn % 16 == 7 {
                    assert!(batch.restore(1, &saved));
                    let game = saved.game();
                    let mut again = openings[1].clone();
                    boards[1] = vec![again.clone()];
                    for mv in game.moves() {
                        again.play(mv).unwrap();
                        boards[1].push(again.clone());
                    }
                }
            }
        }
        refused[2] += usize::from(boards.iter().any(|boards| boards.last().unwrap().is_over()));
        for (nth, boards) in boards.iter().enumerate() {
            let (game, expected) = (batch.game(nth).unwrap(), boards.last().unwrap());
            assert_eq!(
                (game.moves(), game.rules()),
                (expected.moves(), expected.rules())
            );
        }
    }
    assert!(refused.iter().all(|count| *count > 0), "{refused:?}");
}

/// Drawn moves that a batch keeps back are among the boards, too.
#[rstest]
fn planes_after_drawn_moves(
    #[values((2, 2), (5, 5), (9, 9), (13, 13))] (rows, cols): (usize, usize),
) {
    let rules = Rules::default().with_ko(KoRule::Positional);
    let mut batch = Batch::new(4, size(rows, cols), rules, 3);
    batch
        .planes_into(1, Layout::ChannelsFirst, &mut vec![0; 4 * 3 * rows * cols])
        .unwrap();
    for round in 0..12 {
        if round % 5 == 4 {
            batch.play_out();
        } else {
            batch.draw();
        }
        let mut seen = Seen::new(&batch);
        batch.observe(seen.slices()).unwrap();
        let boards: Vec<Vec<FastGame>> = (0..4)
            .map(|nth| boards_of(&batch.game(nth).unwrap()))
            .collect();
        let games: Vec<FastGame> = boards
            .iter()
            .map(|boards| boards.last().unwrap().clone())
            .collect();
        assert_eq!(seen, expected(&games, &[None; 4]));
        check_boards(&mut batch, &boards, 8);
        if round % 5 == 4 {
            batch.reset_where(&[1, 1, 0, 1]);
        }
    }
}

fn boards_of(game: &FastGame) -> Vec<FastGame> {
    let mut again = FastGame::new(game.size()).with_rules(game.rules());
    let mut boards = vec![again.clone()];
    for mv in game.moves() {
        again.play(mv).unwrap();
        boards.push(again.clone());
    }
    boards
}

/// Any number of threads sees, refuses and draws the same.
#[test]
fn threads_change_nothing() {
    let size = Size::square(5).unwrap();
    let rules = Rules::default().with_ko(KoRule::Situational);
    let mut batches = [1, 2, 3].map(|threads| {
        Batch::new(900, size, rules, 7).with_threads(NonZero::new(threads).unwrap())
    });
    let mut random = Random::new(1);
    for turn in 0..60 {
        #[allow(clippy::cast_precision_loss)]
        let logits: Vec<f32> = (0..900 * 26)
            .map(|_| random.below(1000) as f32 / 100.0 - 5.0)
            .collect();
        let mut found = Vec::new();
        for batch in &mut batches {
            let (mut seen, mut actions) = (Seen::new(batch), vec![0; 900]);
            let drawn = batch.draw_from(&logits, 1.0, &mut actions, seen.slices());
            let mut planes = vec![0; 900 * 17 * 25];
            batch
                .planes_into(8, Layout::ChannelsLast, &mut planes)
                .unwrap();
            // The same point once more is illegal wherever a stone was put.
            let again = batch.step_into(&actions, OnIllegal::Refuse, Observation::default());
            found.push((drawn, seen, actions, planes, again));
        }
        assert_eq!(found[0].0, Ok(()));
        assert!(turn == 0 || found[0].4.is_err());
        assert!(found.iter().all(|other| *other == found[0]));
        let ended = found[0].1.ended.clone();
        for batch in &mut batches {
            batch.reset_where(&ended);
        }
    }
}

#[test]
fn draws_follow_the_logits() {
    const GAMES: usize = 40_000;
    let mut batch = Batch::new(GAMES, Size::new(1, 4).unwrap(), Rules::default(), 5);
    let mut actions = vec![0; GAMES];
    let count = |actions: &[i32]| {
        [0, 1, 2, 3, 4].map(|of| actions.iter().filter(|action| **action == of).count())
    };
    // Probabilities 0.1, 0.2, 0.3, 0 and 0.4.
    let row = [1.0, 2.0, 3.0, 0.0, 4.0].map(f32::ln);
    let logits = row.repeat(GAMES);
    batch.choose_from(&logits, 1.0, &mut actions).unwrap();
    for (found, tenths) in count(&actions).into_iter().zip([1, 2, 3, 0, 4]) {
        assert!(
            found.abs_diff(tenths * GAMES / 10) < 400 * tenths.min(1) + 1,
            "{found} of {tenths}"
        );
    }
    // At temperature 1/2, the probabilities are in proportion to the squares.
    let before = actions.clone();
    batch.choose_from(&logits, 0.5, &mut actions).unwrap();
    assert!(actions != before);
    for (found, square) in count(&actions).into_iter().zip([1, 4, 9, 0, 16]) {
        assert!(
            found.abs_diff(square * GAMES / 30) < 500 * square.min(1) + 1,
            "{found} of {square}"
        );
    }
    for (temperature, expected) in [(0.0, [0, 0, 0, 0, GAMES]), (1e-45, [0, 0, 0, 0, GAMES])] {
        batch
            .choose_from(&logits, temperature, &mut actions)
            .unwrap();
        assert_eq!(count(&actions), expected);
    }
    batch
        .choose_from(&[0.0, 7.0, 7.0, -1.0, 7.0].repeat(GAMES), 0.0, &mut actions)
        .unwrap();
    assert_eq!(count(&actions), [0, GAMES, 0, 0, 0]);
    // Logits as large as they can be.
    let large = [f32::MAX, f32::MIN, f32::MIN, f32::NEG_INFINITY, f32::MIN].repeat(GAMES);
    batch.choose_from(&large, f32::MAX, &mut actions).unwrap();
    assert_eq!(count(&actions)[3], 0);
    // What stands at illegal moves does not matter.
    batch
        .step_into(&vec![1; GAMES], OnIllegal::Refuse, Observation::default())
        .unwrap();
    let barred = [0.0, f32::NAN, 1.0, f32::INFINITY, 0.0].repeat(GAMES);
    assert_eq!(
        batch.choose_from(&barred, 1.0, &mut actions),
        Err(BatchError::NotFinite { game: 0, action: 3 })
    );
    let barred = [0.0, f32::NAN, 1.0, 0.0, 0.0].repeat(GAMES);
    batch.choose_from(&barred, 1.0, &mut actions).unwrap();
    assert_eq!(count(&actions)[1], 0);
}
