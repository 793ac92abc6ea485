//! Work divided among threads, its results in the order of the work. What the work is, is for others to say.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many batches of work are begun or wait for their turn at once, for each thread.
const AHEAD: usize = 8;

/// Items in a batch, once many have gone before: to hand over a small file takes longer than to judge it (40,000 small
/// records one by one took two threads 1.6 times as long as one thread).
const LARGEST_BATCH: usize = 64;

/// Stated, because it is the same on no two systems.
const STACK: usize = 8 << 20;

/// As many threads as asked for, else as the machine has for us.
pub(crate) fn jobs(asked: Option<NonZero<u16>>) -> usize {
    let here = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(here, |asked| usize::from(asked.get()))
}

/// Does the work on every item and hands each result over, in the order of the items. However many items
/// there are, some hundreds for each thread are held at once, at most.
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
        items,
        batches: 0,
        jobs,
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
                while let Some((index, batch)) = next() {
                    let batch: Vec<R> = batch.into_iter().map(work).collect();
                    if results.send((index, batch)).is_err() {
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
            while let Some((_, batch)) = next() {
                for item in batch {
                    each(work(item));
                }
                let _ = tokens.send(());
            }
        }
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (index, result) in done {
            waiting.insert(index, result);
            while let Some(batch) = waiting.remove(&turn) {
                Vec::into_iter(batch).for_each(&mut each);
                turn += 1;
                let _ = tokens.send(());
            }
        }
    });
}

struct Queue<I> {
    items: I,
    /// How many batches have been begun.
    batches: usize,
    jobs: usize,
    /// One for each batch that may still be begun.
    tokens: Receiver<()>,
}

impl<I: Iterator> Queue<I> {
    /// The next batch with its number. The first ones are small: with few items, every thread shall have some.
    fn next(&mut self) -> Option<(usize, Vec<I::Item>)> {
        self.tokens.recv().ok()?;
        let size = (self.batches / (AHEAD * self.jobs)).clamp(1, LARGEST_BATCH);
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
