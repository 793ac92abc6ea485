//! Work divided among threads, its results in the order of the work. What the work is, is for others to say.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// How many batches of work are begun or wait for their turn at once, for each thread.
const AHEAD: usize = 8;

/// The largest batch of small items: to hand over a small file takes longer than to judge it (40,000 small records one by
/// one took two threads 1.6 times as long as one thread).
pub(crate) const SMALL: usize = 64;

/// The largest batch of items of which a million bytes may be said: each by itself.
pub(crate) const LARGE: usize = 1;

/// Stated, because it is the same on no two systems.
const STACK: usize = 8 << 20;

/// As many threads as asked for, else as the machine has for us.
pub(crate) fn jobs(asked: Option<NonZero<u16>>) -> usize {
    let here = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(here, |asked| usize::from(asked.get()))
}

/// Does the work on every item and hands over what is said of it, once or more often, in the order of the
/// items. However many items there are, and however often something is said of one, only so much is held at
/// once: for each thread eight batches, each of up to `largest` items, and twice as many results.
pub(crate) fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    jobs: usize,
    largest: usize,
    work: impl Fn(T, &mut dyn FnMut(R)) + Sync,
    mut each: impl FnMut(R),
) {
    if jobs == 1 {
        items.for_each(|item| work(item, &mut each));
        return;
    }
    let (tokens, taken) = mpsc::channel();
    for _ in 0..AHEAD * jobs {
        let _ = tokens.send(());
    }
    let queue = Mutex::new(Queue {
        items,
        batches: 0,
        jobs,
        largest,
        tokens: taken,
    });
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let turn = Turn::default();
    let (parts, done) = mpsc::sync_channel(jobs);
    thread::scope(|scope| {
        let mut hired = 0;
        for _ in 0..jobs {
            let parts = parts.clone();
            let (next, work, turn) = (&next, &work, &turn);
            let worker = move || {
                while let Some((index, batch)) = next() {
                    let mut said = Vec::new();
                    for item in batch {
                        work(item, &mut |result| {
                            said.push(result);
                            if said.len() >= 2 * largest {
                                // Nobody waits for ever: whoever has the turn is at work.
                                turn.wait_for(index);
                                let _ = parts.send((index, std::mem::take(&mut said), false));
                            }
                        });
                    }
                    if parts.send((index, said, true)).is_err() {
                        break;
                    }
                }
            };
            let spawned = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, worker);
            hired += usize::from(spawned.is_ok());
        }
        drop(parts);
        if hired == 0 {
            // Where no threads can be had, this one does the work.
            while let Some((_, batch)) = next() {
                for item in batch {
                    work(item, &mut each);
                }
                let _ = tokens.send(());
            }
        }
        let mut waiting = BTreeMap::new();
        for (index, said, is_last) in done {
            if !is_last {
                // It is this one's turn.
                said.into_iter().for_each(&mut each);
                continue;
            }
            waiting.insert(index, said);
            while let Some(said) = waiting.remove(&turn.now()) {
                Vec::into_iter(said).for_each(&mut each);
                turn.pass();
                let _ = tokens.send(());
            }
        }
    });
}

/// Whose results are handed over now.
#[derive(Default)]
struct Turn {
    batch: Mutex<usize>,
    passed: Condvar,
}

impl Turn {
    fn now(&self) -> usize {
        *self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pass(&self) {
        *self.batch.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.passed.notify_all();
    }

    fn wait_for(&self, index: usize) {
        let batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.passed.wait_while(batch, |batch| *batch != index);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

struct Queue<I> {
    items: I,
    /// How many batches have been begun.
    batches: usize,
    jobs: usize,
    /// How many items a batch has, once many have gone before.
    largest: usize,
    /// One for each batch that may still be begun.
    tokens: Receiver<()>,
}

impl<I: Iterator> Queue<I> {
    /// The next batch with its number. The first ones are small: with few items, every thread shall have some.
    fn next(&mut self) -> Option<(usize, Vec<I::Item>)> {
        self.tokens.recv().ok()?;
        let size = (self.batches / (AHEAD * self.jobs)).clamp(1, self.largest);
        let batch: Vec<I::Item> = self.items.by_ref().take(size).collect();
        if batch.is_empty() {
            return None;
        }
        self.batches += 1;
        Some((self.batches - 1, batch))
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
            let work = |item: usize, say: &mut dyn FnMut(usize)| {
                begun.fetch_add(1, Ordering::SeqCst);
                if item == 0 && jobs > 1 {
                    thread::sleep(Duration::from_millis(50));
                    most.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
                }
                say(item * 2);
            };
            let mut results = Vec::new();
            in_order(0..1000, jobs, SMALL, work, |result| results.push(result));
            assert_eq!(results, (0..1000).map(|item| item * 2).collect::<Vec<_>>());
            assert!(most.into_inner() <= AHEAD * jobs);
        }
    }

    /// Of an item much may be said: it waits for its turn before more than a little is held.
    #[test]
    fn much_that_is_said_of_one_item_is_not_held() {
        for jobs in [1, 2, 5] {
            let held = AtomicUsize::new(0);
            let most = AtomicUsize::new(0);
            let work = |item: usize, say: &mut dyn FnMut((usize, usize))| {
                if item == 0 {
                    thread::sleep(Duration::from_millis(50));
                }
                for part in 0..2000 {
                    most.fetch_max(held.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
                    say((item, part));
                }
            };
            let mut results = Vec::new();
            in_order(0..10, jobs, 4, work, |result| {
                held.fetch_sub(1, Ordering::SeqCst);
                results.push(result);
            });
            let all = (0..10).flat_map(|item| (0..2000).map(move |part| (item, part)));
            assert_eq!(results, all.collect::<Vec<_>>());
            // Of each worker what it holds back, and what is on its way.
            assert!(most.into_inner() <= (3 * jobs + 2) * 8);
        }
    }
}
