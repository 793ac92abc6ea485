//! Divides work among threads and returns the results in the order of the items.

use std::collections::VecDeque;
use std::num::NonZero;
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
/// several results per item. Neither may panic.
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
    let ahead = BATCHES_AHEAD * jobs;
    let batches = Mutex::new((0.., items));
    let exchange = Exchange::default();
    let worker = || {
        loop {
            let mut batches = lock(&batches);
            let Some(index) = batches.0.next() else { break };
            drop(exchange.wait_until(|state| index < state.turn + ahead));
            // The first batches have one item each, so that even a few items are spread over all threads.
            let size = (index / ahead).clamp(1, largest);
            let batch: Vec<T> = batches.1.by_ref().take(size).collect();
            drop(batches);
            if batch.is_empty() {
                break;
            }
            let mut results = Vec::new();
            for item in batch {
                work(item, &mut |result| {
                    results.push(result);
                    if results.len() >= 2 * largest {
                        exchange.add_part(index, std::mem::take(&mut results));
                    }
                });
            }
            exchange.add(index, results);
        }
        exchange.update(|state| state.workers -= 1);
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            // Boxed, so that the code that starts a thread is compiled once and not for each kind of work.
            let boxed: Box<dyn FnOnce() + Send> = Box::new(&worker);
            exchange.update(|state| state.workers += 1);
            let builder = thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, boxed).is_err() {
                exchange.update(|state| state.workers -= 1);
            }
        }
        while let Some(results) = exchange.take() {
            results.into_iter().for_each(&mut each);
        }
        // Items are left only if no thread could be spawned. Then this thread does the work.
        while let Some(item) = lock(&batches).1.next() {
            work(item, &mut each);
        }
    });
}

/// Takes results from the workers to the thread that passes them to `each`.
struct Exchange<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
}

struct State<R> {
    /// The index of the batch whose results are taken next.
    turn: usize,
    /// Results of that batch while it is in work, if it has too many to hold them all.
    part: Vec<R>,
    /// The results of the batches from `turn` on; `None` for a batch in work.
    complete: VecDeque<Option<Vec<R>>>,
    /// The number of running threads.
    workers: usize,
}

impl<R> Default for Exchange<R> {
    fn default() -> Exchange<R> {
        let state = State {
            turn: 0,
            part: Vec::new(),
            complete: VecDeque::new(),
            workers: 0,
        };
        Exchange {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }
}

impl<R> Exchange<R> {
    fn update(&self, change: impl FnOnce(&mut State<R>)) {
        change(&mut lock(&self.state));
        self.changed.notify_all();
    }

    fn wait_until(&self, condition: impl Fn(&State<R>) -> bool) -> MutexGuard<'_, State<R>> {
        let state = self
            .changed
            .wait_while(lock(&self.state), |state| !condition(state));
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the first results of a batch, once its turn has come and earlier parts are taken.
    fn add_part(&self, index: usize, results: Vec<R>) {
        // No deadlock: the worker whose turn it is waits only for the thread that takes the results.
        self.wait_until(|state| state.turn == index && state.part.is_empty())
            .part = results;
        self.changed.notify_all();
    }

    /// Adds the (last) results of a batch.
    fn add(&self, index: usize, results: Vec<R>) {
        self.update(|state| {
            let place = index - state.turn;
            if state.complete.len() <= place {
                state.complete.resize_with(place + 1, || None);
            }
            state.complete[place] = Some(results);
        });
    }

    /// Waits for the next results in order. Returns `None` once all workers have ended and all results are taken.
    fn take(&self) -> Option<Vec<R>> {
        let has_next = |state: &State<R>| {
            !state.part.is_empty() || matches!(state.complete.front(), Some(Some(_)))
        };
        let mut state = self.wait_until(|state| has_next(state) || state.workers == 0);
        self.changed.notify_all();
        if !state.part.is_empty() {
            return Some(std::mem::take(&mut state.part));
        }
        let results = state.complete.pop_front().flatten();
        state.turn += 1;
        results
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
            // The limit is for the results that the workers and the exchange hold.
            assert!(most.into_inner() <= (3 * jobs + 2) * 8);
        }
    }
}
