//! What a batch refuses changes no game, and work that is interrupted leaves each game whole.

use std::num::NonZero;

use gokata::planes::Layout;
use gokata::{Batch, BatchError, Observation, OnIllegal, Rules, Size};
use pretty_assertions::assert_eq;
use rstest::rstest;

#[test]
fn what_is_refused_changes_nothing() {
    let mut batch = Batch::new(3, Size::square(2).unwrap(), Rules::default(), 5);
    let mut other = batch.clone();
    let none = || Observation::default();
    let length = |name, expected, found| {
        Err(BatchError::Length {
            name,
            expected,
            found,
        })
    };
    assert_eq!(
        batch.step_into(&[0, 0], OnIllegal::Keep, none()),
        length("actions", 3, 2)
    );
    let not_a_move = |action| {
        Err(BatchError::NotAMove {
            game: 1,
            action,
            points: 4,
        })
    };
    for action in [5, -2, i32::MAX, i32::MIN] {
        assert_eq!(
            batch.step_into(&[0, action, 0], OnIllegal::Lose, none()),
            not_a_move(action)
        );
    }
    let mut mask = [0; 14];
    let seen = Observation {
        mask: &mut mask,
        ..none()
    };
    assert_eq!(
        batch.step_into(&[0, 0, 0], OnIllegal::Keep, seen),
        length("mask", 15, 14)
    );
    let mut rewards = [0.0; 2];
    let seen = Observation {
        rewards: &mut rewards,
        ..none()
    };
    assert_eq!(batch.observe(seen), length("rewards", 3, 2));
    let mut actions = [7; 3];
    let logits = [0.0; 15];
    assert_eq!(
        batch.choose_from(&logits[1..], 1.0, &mut actions),
        length("logits", 15, 14)
    );
    assert_eq!(
        batch.choose_from(&logits, 1.0, &mut actions[1..]),
        length("actions", 3, 2)
    );
    for temperature in [-1.0, f32::INFINITY, f32::NAN, -f32::MIN_POSITIVE] {
        let found = batch.draw_from(&logits, temperature, &mut actions, none());
        assert!(matches!(found, Err(BatchError::Temperature(_))));
    }
    let mut wrong = logits;
    for (index, number) in [(5, f32::NAN), (14, f32::INFINITY)] {
        wrong[index] = number;
        let expected = BatchError::NotFinite {
            game: index / 5,
            action: index % 5,
        };
        assert_eq!(
            batch.draw_from(&wrong, 1.0, &mut actions, none()),
            Err(expected)
        );
        wrong[index] = 0.0;
    }
    wrong[10..].fill(f32::NEG_INFINITY);
    let found = batch.draw_from(&wrong, 1.0, &mut actions, none());
    assert_eq!(found, Err(BatchError::NothingToDraw { game: 2 }));
    for boards in [0, 9, usize::MAX] {
        let found = batch.planes_into(boards, Layout::ChannelsFirst, &mut []);
        assert_eq!(found, Err(BatchError::Boards(boards)));
    }
    assert_eq!(
        batch.planes_into(8, Layout::ChannelsFirst, &mut [0; 7]),
        length("planes", 3 * 17 * 4, 7)
    );
    assert_eq!(batch.areas_into(&mut [0; 7]), length("areas", 6, 7));
    // The games and their draws go on as if nothing had been asked.
    assert_eq!(batch.turns(1), Some(0));
    let mut others = [0; 3];
    for _ in 0..5 {
        batch.draw_from(&logits, 1.0, &mut actions, none()).unwrap();
        other.draw_from(&logits, 1.0, &mut others, none()).unwrap();
        assert_eq!(actions, others);
    }
}

/// Each game is played out or as it was. One thread leaves most games alone; of two, the other may be so fast that it leaves
/// none.
#[rstest]
fn work_that_is_interrupted(#[values(9, 10)] side: usize, #[values(1, 2)] threads: usize) {
    let size = Size::square(side).unwrap();
    let threads = NonZero::new(threads).unwrap();
    let mut batch = Batch::new(10_000, size, Rules::default(), 5).with_threads(threads);
    batch.play_out_while(|| false);
    assert!((0..batch.len()).all(|nth| batch.turns(nth) == Some(0)));
    let asked = std::cell::Cell::new(0);
    batch.play_out_while(|| asked.replace(asked.get() + 1) < 1);
    let mut whole = Batch::new(10_000, size, Rules::default(), 5);
    whole.play_out();
    let played: Vec<usize> = (0..batch.len())
        .filter(|nth| batch.turns(*nth) != Some(0))
        .collect();
    let most = batch.len() - usize::from(threads.get() == 1);
    assert!((1..=most).contains(&played.len()), "{}", played.len());
    assert!(
        played
            .iter()
            .all(|nth| batch.area(*nth) == whole.area(*nth))
    );
    batch.play_out();
    assert!((0..batch.len()).all(|nth| batch.area(nth) == whole.area(nth)));
}
