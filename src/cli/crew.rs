//! Work divided among threads, its results in the order of the work. What the work is, is for others to say.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many pieces of work are begun or wait for their turn at once, for each thread.
const AHEAD: usize = 8;

/// Stated, because it is the same on no two systems.
const STACK: usize = 8 << 20;

/// As many threads as asked for, else as the machine has for us.
pub(crate) fn jobs(asked: Option<NonZero<u16>>) -> usize {
    let here = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(here, |asked| usize::from(asked.get()))
}

/// Does the work on every item and hands each result over, in the order of the items. However many items there are,
/// a few for each thread are held at once.
pub(crate) fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    jobs: usize,
    work: impl Fn(T) -> R + Sync,
    mut each: impl FnMut(R),
) {
    if jobs == 1 {
        items.for_each(|item| each(work(item)));
        return;
    }
    let (tokens, taken) = mpsc::channel();
    for _ in 0..AHEAD * jobs {
        let _ = tokens.send(());
    }
    let queue = Mutex::new(Queue {
        items: items.enumerate(),
        tokens: taken,
    });
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (results, done) = mpsc::channel();
    thread::scope(|scope| {
        let mut hired = 0;
        for _ in 0..jobs {
            let results = results.clone();
            let (next, work) = (&next, &work);
            let worker = move || {
                while let Some((index, item)) = next() {
                    if results.send((index, work(item))).is_err() {
                        break;
                    }
                }
            };
            let spawned = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, worker);
            hired += usize::from(spawned.is_ok());
        }
        drop(results);
        if hired == 0 {
            // Where no threads can be had, this one does the work.
            while let Some((_, item)) = next() {
                each(work(item));
                let _ = tokens.send(());
            }
        }
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (index, result) in done {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&turn) {
                each(result);
                turn += 1;
                let _ = tokens.send(());
            }
        }
    });
}

struct Queue<I> {
    items: I,
    /// One for each item that may still be begun.
    tokens: Receiver<()>,
}

impl<I: Iterator> Queue<I> {
    fn next(&mut self) -> Option<I::Item> {
        self.tokens.recv().ok()?;
        self.items.next()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// The first one takes longest; meanwhile only so many others are begun.
    #[test]
    fn results_keep_their_order_and_few_are_held() {
        for jobs in [1, 2, 5] {
            let begun = AtomicUsize::new(0);
            let most = AtomicUsize::new(0);
            let work = |item: usize| {
                begun.fetch_add(1, Ordering::SeqCst);
                if item == 0 && jobs > 1 {
                    thread::sleep(Duration::from_millis(50));
                    most.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
                }
                item * 2
            };
            let mut results = Vec::new();
            in_order(0..1000, jobs, work, |result| results.push(result));
            assert_eq!(results, (0..1000).map(|item| item * 2).collect::<Vec<_>>());
            assert!(most.into_inner() <= AHEAD * jobs);
        }
    }
}
