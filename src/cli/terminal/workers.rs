//! Divides work among threads and returns the results in the order of the items.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The number of batches per thread that may be in work or wait for earlier results.
const BATCHES_AHEAD: usize = 8;

/// The largest batch of small items. Sending a small file to a thread takes longer than judging it: with batches of
/// one, two threads took 1.6 times as long for 40,000 small records as one thread.
pub(crate) const SMALL: usize = 64;

/// The largest batch of items with megabytes of results: one item.
pub(crate) const LARGE: usize = 1;

/// The stack size of each thread in bytes, set because the default depends on the system.
const STACK: usize = 8 << 20;

/// Returns the requested number of threads, else one per processor.
pub(crate) fn jobs(asked: Option<NonZero<u16>>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(processors, |asked| usize::from(asked.get()))
}

/// Locks a value, even if another thread panicked while it held the lock.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` on every item in parallel, and `each` on every result in the order of the items. `work` may emit
/// several results per item.
///
/// Memory is bounded: for each thread, at most eight batches of up to `largest` items are held, and about twice as
/// many results.
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
    for _ in 0..BATCHES_AHEAD * jobs {
        let _ = tokens.send(());
    }
    let queue = Mutex::new(Queue {
        items,
        batches: 0,
        jobs,
        largest,
        tokens: taken,
    });
    let next = || lock(&queue).next();
    let turn = Turn::default();
    let (sender, receiver) = mpsc::sync_channel(jobs);
    thread::scope(|scope| {
        let mut spawned = 0;
        for _ in 0..jobs {
            let sender = sender.clone();
            let (next, work, turn) = (&next, &work, &turn);
            let worker = move || {
                while let Some((index, batch)) = next() {
                    let mut results = Vec::new();
                    for item in batch {
                        work(item, &mut |result| {
                            results.push(result);
                            if results.len() >= 2 * largest {
                                // No deadlock: the worker whose turn it is does not wait here.
                                turn.wait_for(index);
                                let _ = sender.send((index, std::mem::take(&mut results), false));
                            }
                        });
                    }
                    if sender.send((index, results, true)).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, worker);
            spawned += usize::from(thread.is_ok());
        }
        drop(sender);
        if spawned == 0 {
            // No thread could be spawned, so this thread does the work.
            while let Some((_, batch)) = next() {
                for item in batch {
                    work(item, &mut each);
                }
                let _ = tokens.send(());
            }
        }
        let mut waiting = BTreeMap::new();
        for (index, results, is_last) in receiver {
            if !is_last {
                // Incomplete results come only from the batch whose turn it is.
                results.into_iter().for_each(&mut each);
                continue;
            }
            waiting.insert(index, results);
            while let Some(results) = waiting.remove(&turn.now()) {
                Vec::into_iter(results).for_each(&mut each);
                turn.pass();
                let _ = tokens.send(());
            }
        }
    });
}

/// The index of the batch whose results are passed to `each` now.
#[derive(Default)]
struct Turn {
    batch: Mutex<usize>,
    passed: Condvar,
}

impl Turn {
    fn now(&self) -> usize {
        *lock(&self.batch)
    }

    fn pass(&self) {
        *lock(&self.batch) += 1;
        self.passed.notify_all();
    }

    fn wait_for(&self, index: usize) {
        let waited = self
            .passed
            .wait_while(lock(&self.batch), |batch| *batch != index);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

struct Queue<I> {
    items: I,
    batches: usize,
    jobs: usize,
    largest: usize,
    /// Holds one token for each batch that may be started now.
    tokens: Receiver<()>,
}

impl<I: Iterator> Queue<I> {
    /// Returns the next batch and its index. The first batches have one item, so that all threads share a few items.
    fn next(&mut self) -> Option<(usize, Vec<I::Item>)> {
        self.tokens.recv().ok()?;
        let size = (self.batches / (BATCHES_AHEAD * self.jobs)).clamp(1, self.largest);
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

    /// While the first item takes long, the workers start only a few others.
    #[test]
    fn results_keep_their_order_and_few_are_held() {
        for jobs in [1, 2, 5] {
            let begun = AtomicUsize::new(0);
            let most = AtomicUsize::new(0);
            let work = |item: usize, emit: &mut dyn FnMut(usize)| {
                begun.fetch_add(1, Ordering::SeqCst);
                if item == 0 && jobs > 1 {
                    thread::sleep(Duration::from_millis(50));
                    most.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
                }
                emit(item * 2);
            };
            let mut results = Vec::new();
            in_order(0..1000, jobs, SMALL, work, |result| results.push(result));
            assert_eq!(results, (0..1000).map(|item| item * 2).collect::<Vec<_>>());
            assert!(most.into_inner() <= BATCHES_AHEAD * jobs);
        }
    }

    /// A worker with many results for one item waits for its turn before it holds more than a few of them.
    #[test]
    fn many_results_of_one_item_are_not_held() {
        for jobs in [1, 2, 5] {
            let held = AtomicUsize::new(0);
            let most = AtomicUsize::new(0);
            let work = |item: usize, emit: &mut dyn FnMut((usize, usize))| {
                if item == 0 {
                    thread::sleep(Duration::from_millis(50));
                }
                for part in 0..2000 {
                    most.fetch_max(held.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
                    emit((item, part));
                }
            };
            let mut results = Vec::new();
            in_order(0..10, jobs, 4, work, |result| {
                held.fetch_sub(1, Ordering::SeqCst);
                results.push(result);
            });
            let all = (0..10).flat_map(|item| (0..2000).map(move |part| (item, part)));
            assert_eq!(results, all.collect::<Vec<_>>());
            // The limit is for the results that the workers hold and those in the channel.
            assert!(most.into_inner() <= (3 * jobs + 2) * 8);
        }
    }
}
