//! Every form of vectors that this processor has draws the same games. `tests/library/batch_drawn.rs` checks that their moves
//! are those that may be drawn. Here is also how threads end their work.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::form::Form;
use super::games::Batch;
use super::parallel::share_while;
use crate::basics::{KoRule, Rules, Size, Suicide};

/// Rows, columns and games.
const SIZES: [[usize; 3]; 17] = [
    [9, 9, 60],
    [1, 1, 3],
    [1, 2, 20],
    [2, 1, 20],
    [2, 2, 100],
    [2, 3, 100],
    [3, 3, 100],
    [1, 15, 40],
    [9, 1, 40],
    [4, 4, 60],
    [5, 4, 40],
    [9, 15, 20],
    [10, 9, 10],
    [13, 13, 6],
    [2, 16, 20],
    // From a list, and boards return.
    [1, 16, 40],
    [19, 19, 2],
];

#[test]
fn drawn_games_are_the_same_in_every_form() {
    for ([rows, cols, games], ko) in SIZES
        .into_iter()
        .flat_map(|size| KoRule::ALL.iter().map(move |ko| (size, *ko)))
        // Miri is slow.
        .filter(|case| !cfg!(miri) || *case == ([2, 2, 100], KoRule::Positional))
    {
        let games = if cfg!(miri) { 2 } else { games };
        for (button, suicide) in [(false, Suicide::Forbidden), (true, Suicide::Allowed)] {
            let rules = Rules::default()
                .with_ko(ko)
                .with_button(button)
                .with_suicide(suicide);
            let batch = Batch::new(games, Size::new(rows, cols).expect("a size"), rules, 7);
            let ends = Form::possible().map(|form| {
                let mut batch = batch.clone().with_form(form);
                batch.play_out();
                batch
            });
            let ends: Vec<Batch> = ends.collect();
            for nth in 0..games {
                let game = ends[0].game(nth).expect("a game");
                for end in &ends {
                    assert_eq!(end.game(nth).expect("a game").moves(), game.moves());
                    assert_eq!(end.owned(nth), ends[0].owned(nth));
                    assert_eq!(end.is_over(nth), Some(game.is_over()));
                    assert_eq!(end.turns(nth), Some(game.turns()));
                }
                assert_eq!(ends[0].area(nth), Some(game.area()));
            }
        }
    }
    // `.ci/run` shows this line: forms that this processor has not are not tested.
    #[allow(clippy::print_stdout)]
    {
        let forms: Vec<Form> = Form::possible().collect();
        println!("games were drawn in these forms of vectors: {forms:?}");
    }
}

/// This thread waits until the other has begun a part, and that one until every part that nobody took is dropped.
#[test]
fn no_thread_begins_a_part_of_work_that_is_to_end() {
    const PATIENCE: Duration = Duration::from_secs(60);
    let (part, all_dropped) = channel::<()>();
    let (begins, begun) = channel::<()>();
    let channels = Mutex::new((Some(begun), Some(all_dropped)));
    let caller = thread::current().id();
    let work = |part| {
        drop(part);
        let channels = || channels.lock().expect("no panic");
        if thread::current().id() == caller {
            let begun = channels().0.take().expect("one part");
            assert_eq!(begun.recv_timeout(PATIENCE), Ok(()));
        } else {
            let all_dropped = channels().1.take().expect("one part");
            begins.send(()).expect("a thread that waits");
            let end = all_dropped.recv_timeout(PATIENCE);
            assert_eq!(end, Err(RecvTimeoutError::Disconnected));
        }
    };
    let asked = Cell::new(0);
    let go_on = || asked.replace(asked.get() + 1) < 1;
    share_while(2, vec![part; 100].into_iter(), work, go_on);
    assert_eq!(asked.get(), 2);
}
