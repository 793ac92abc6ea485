//! Divides work among threads and returns the results in the order of the items.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
/// several results per item. Neither may panic.
///
/// Memory is bounded: for each thread, at most eight batches of up to `largest` items are held, and about twice as
/// many results of each. A thread with more of them waits until all earlier results are taken.
pub(crate) fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    jobs: usize,
    largest: usize,
    work: impl Fn(T, &mut dyn FnMut(R)) + Sync,
    mut each: impl FnMut(R),
) {
    // What is sent has no results in it: a channel would be compiled for each kind of them, a tenth of the program.
    let (announce, announced) = sync_channel(BATCHES_AHEAD * jobs - 1);
    // The items; what announces each batch in order, with a channel that says when there are results, and holds back those
    // who are far ahead (`None` at the end of the items); and the number of batches taken.
    let source = Mutex::new((items, Some(announce), 0));
    let places = Mutex::new(VecDeque::new());
    // Takes a batch of items, adds a place for its results, and announces it.
    let next = || {
        // Held while the next items are found and until the announcement is accepted: another thread could do nothing but
        // wait for the same.
        let mut source = lock(&source);
        let (items, announce, batches) = &mut *source;
        // The first batches have one item each, so that even a few items are spread over all threads.
        let size = (*batches / (BATCHES_AHEAD * jobs)).clamp(1, largest);
        *batches += 1;
        let announcing = announce.take()?;
        let batch: Vec<T> = items.by_ref().take(size).collect();
        if batch.is_empty() {
            return None;
        }
        // Room for one: a thread that is done with a batch takes the next one.
        let (sender, results) = sync_channel(1);
        let place = Arc::<Mutex<Vec<R>>>::default();
        lock(&places).push_back(Arc::clone(&place));
        announcing.send(results).ok()?;
        *announce = Some(announcing);
        Some((batch, place, sender))
    };
    let worker = || {
        while let Some((batch, place, sender)) = next() {
            let mut results = Vec::new();
            let hand_over = |results: &mut Vec<R>| {
                lock(&place).append(results);
                // The receiver lives as long as this thread, so that nothing gets lost.
                let _ = sender.send(());
            };
            for item in batch {
                work(item, &mut |result| {
                    results.push(result);
                    if results.len() >= 2 * largest {
                        hand_over(&mut results);
                    }
                });
            }
            hand_over(&mut results);
        }
    };
    let spawned = jobs > 1
        && thread::scope(|scope| {
            let spawn = |_| {
                // Boxed, so that the code that starts a thread is compiled once and not for each kind of work.
                let boxed: Box<dyn FnOnce() + Send> = Box::new(&worker);
                let builder = thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, boxed).is_ok()
            };
            let spawned = (0..jobs).filter(|nth| spawn(*nth)).count() > 0;
            if spawned {
                for batch in announced {
                    let place = lock(&places).pop_front().unwrap_or_default();
                    for () in batch {
                        let results = std::mem::take(&mut *lock(&place));
                        results.into_iter().for_each(&mut each);
                    }
                }
            }
            spawned
        });
    if !spawned {
        let (items, ..) = source.into_inner().unwrap_or_else(PoisonError::into_inner);
        items.for_each(|item| work(item, &mut each));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Condvar;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// While the first item takes long, the workers start only a few others.
    #[test]
    fn results_keep_their_order_and_few_are_held() {
        for jobs in [1, 2, 5, 64] {
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
        for jobs in [1, 2, 5, 64] {
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
            // The limit is for the results that the workers and the exchange hold.
            assert!(most.into_inner() <= (3 * jobs + 2) * 8);
        }
    }

    /// Items are in work at the same time on all threads.
    #[test]
    fn a_few_items_are_worked_on_in_parallel() {
        let jobs = 3;
        let (together, changed) = (Mutex::new(0), Condvar::new());
        let work = |item: usize, emit: &mut dyn FnMut(usize)| {
            // Waits for the other threads.
            *lock(&together) += 1;
            changed.notify_all();
            let limit = Duration::from_secs(60);
            let all = changed.wait_timeout_while(lock(&together), limit, |all| *all < jobs);
            assert!(all.is_ok_and(|(all, _)| *all == jobs), "not in parallel");
            emit(item);
        };
        let mut results = Vec::new();
        in_order(0..jobs, jobs, SMALL, work, |result| results.push(result));
        assert_eq!(results, (0..jobs).collect::<Vec<_>>());
    }
}
