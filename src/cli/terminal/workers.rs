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

/// The items that take the place of one: parts of a large item.
pub(crate) type Parts<'p, T> = Box<dyn Iterator<Item = T> + Send + 'p>;

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
    each: impl FnMut(R),
) {
    let undivided = |item: T, emit: &mut dyn FnMut(R)| {
        work(item, emit);
        None
    };
    in_order_of_parts(items, jobs, largest, undivided, each);
}

/// As [`in_order`]; `work` may also return parts of the item. They are worked on in parallel, before all later items,
/// and their results follow those of the item.
pub(crate) fn in_order_of_parts<'p, T: Send + 'p, R: Send>(
    items: impl Iterator<Item = T> + Send + 'p,
    jobs: usize,
    largest: usize,
    work: impl Fn(T, &mut dyn FnMut(R)) -> Option<Parts<'p, T>> + Sync,
    mut each: impl FnMut(R),
) {
    if jobs == 1 {
        one_by_one(vec![Box::new(items)], &work, &mut each);
        return;
    }
    let items: Parts<'p, T> = Box::new(items);
    let queue = Queue::new(items, BATCHES_AHEAD * jobs, largest);
    let worker = || {
        while let Some(mut batch) = queue.next_batch() {
            let (mut results, mut parts) = (Vec::new(), None);
            while parts.is_none()
                && let Some(item) = batch.items.next()
            {
                parts = work(item, &mut |result| {
                    results.push(result);
                    if results.len() >= 2 * largest {
                        queue.add_part(batch.id, std::mem::take(&mut results));
                    }
                });
            }
            queue.finish(batch, results, parts, largest);
        }
        queue.update(|state| state.workers -= 1);
        queue.results.notify_one();
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            // Boxed, so that the code that starts a thread is compiled once and not for each kind of work.
            let boxed: Box<dyn FnOnce() + Send> = Box::new(&worker);
            queue.update(|state| state.workers += 1);
            let builder = thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, boxed).is_err() {
                queue.update(|state| state.workers -= 1);
            }
        }
        while let Some(results) = queue.take() {
            results.into_iter().for_each(&mut each);
        }
    });
    // Items are left only if no thread could be spawned. Then this thread does the work.
    one_by_one(queue.left(), &work, &mut each);
}

/// Works on the items of the last source, then on those of the one before it, and so on.
fn one_by_one<'p, T, R>(
    mut sources: Vec<Parts<'p, T>>,
    work: &impl Fn(T, &mut dyn FnMut(R)) -> Option<Parts<'p, T>>,
    each: &mut dyn FnMut(R),
) {
    while let Some(source) = sources.last_mut() {
        match source.next() {
            Some(item) => sources.extend(work(item, each)),
            None => drop(sources.pop()),
        }
    }
}

/// Hands batches of items to the workers, and their results to the thread that passes them to `each`.
struct Queue<'p, T, R> {
    state: Mutex<State<'p, T, R>>,
    /// Wakes workers that wait for items: one for each batch that can be taken, so that many waiting threads do not
    /// wake each other for nothing; all of them at the end.
    items: Condvar,
    /// Wakes workers that wait until earlier results are taken.
    turn: Condvar,
    /// Wakes the thread that takes the results.
    results: Condvar,
    /// The number of batches that may be in work or wait for earlier results.
    ahead: usize,
}

struct State<'p, T, R> {
    /// In the order of the items.
    entries: VecDeque<Entry<'p, T, R>>,
    next_id: usize,
    /// The number of running threads.
    workers: usize,
}

struct Entry<'p, T, R> {
    id: usize,
    kind: Kind<'p, T, R>,
}

enum Kind<'p, T, R> {
    /// A batch, until all its results are taken.
    Batch { results: Vec<R>, in_work: bool },
    /// Items that no worker has taken.
    Source(Source<'p, T>),
}

struct Source<'p, T> {
    /// `None` while a worker takes a batch.
    items: Option<Parts<'p, T>>,
    /// The number of batches taken.
    batches: usize,
    largest: usize,
}

/// Items that a worker has taken, and the identifier of their batch.
struct Batch<T> {
    id: usize,
    items: std::vec::IntoIter<T>,
}

impl<'p, T: Send + 'p, R> Queue<'p, T, R> {
    fn new(items: Parts<'p, T>, ahead: usize, largest: usize) -> Queue<'p, T, R> {
        let mut state = State {
            entries: VecDeque::new(),
            next_id: 0,
            workers: 0,
        };
        state.insert(0, Kind::source(items, largest));
        Queue {
            state: Mutex::new(state),
            items: Condvar::new(),
            turn: Condvar::new(),
            results: Condvar::new(),
            ahead,
        }
    }

    fn update(&self, change: impl FnOnce(&mut State<'p, T, R>)) {
        change(&mut lock(&self.state));
    }

    fn wait_until(
        &self,
        changed: &Condvar,
        condition: impl Fn(&State<'p, T, R>) -> bool,
    ) -> MutexGuard<'_, State<'p, T, R>> {
        let state = changed.wait_while(lock(&self.state), |state| !condition(state));
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for items, and takes a batch of the first ones. Returns `None` once all work is done.
    fn next_batch(&self) -> Option<Batch<T>> {
        loop {
            // A batch in work may still be divided into parts, so a worker without items waits for it.
            let mut state = self.wait_until(&self.items, |state| match state.first_source() {
                Some((place, source)) => place < self.ahead && source.items.is_some(),
                None => !state.is_any_in_work(),
            });
            let (place, _) = state.first_source()?;
            let from = state.entries[place].id;
            let Kind::Source(source) = &mut state.entries[place].kind else {
                continue;
            };
            let mut items = source.items.take()?;
            // The first batches have one item each, so that even a few items are spread over all threads.
            let size = (source.batches / self.ahead).clamp(1, source.largest);
            source.batches += 1;
            // Finding the next items may take long. Results are taken in the meantime.
            drop(state);
            let batch: Vec<T> = items.by_ref().take(size).collect();
            let is_last = batch.is_empty();
            let mut id = 0;
            self.update(|state| {
                let place = state.place(from);
                if is_last {
                    state.entries.remove(place);
                } else {
                    if let Kind::Source(source) = &mut state.entries[place].kind {
                        source.items = Some(items);
                    }
                    id = state.insert(place, Kind::batch());
                }
            });
            if is_last {
                // The end, or the turn of what follows this source.
                self.items.notify_all();
                self.turn.notify_all();
                self.results.notify_one();
            } else {
                self.items.notify_one();
                let items = batch.into_iter();
                return Some(Batch { id, items });
            }
        }
    }

    /// Adds the first results of a batch, once its turn has come and earlier results are taken.
    fn add_part(&self, batch: usize, part: Vec<R>) {
        // No deadlock: the worker whose turn it is waits only for the thread that takes the results.
        let mut state = self.wait_until(&self.turn, |state| match state.entries.front() {
            Some(Entry { id, kind }) => {
                *id == batch && matches!(kind, Kind::Batch { results, .. } if results.is_empty())
            }
            None => false,
        });
        if let Some(first) = state.entries.front_mut() {
            first.kind = Kind::Batch {
                results: part,
                in_work: true,
            };
        }
        drop(state);
        self.results.notify_one();
    }

    /// Adds the (last) results of a batch. The parts of its last item, and the items not worked on, come after them.
    fn finish(&self, batch: Batch<T>, last: Vec<R>, parts: Option<Parts<'p, T>>, largest: usize) {
        let mut is_end = false;
        let has_parts = parts.is_some();
        self.update(|state| {
            let place = state.place(batch.id);
            if let Kind::Batch { results, in_work } = &mut state.entries[place].kind {
                results.extend(last);
                *in_work = false;
            }
            if let Some(parts) = parts {
                state.insert(place + 1, Kind::source(parts, 1));
                state.insert(place + 2, Kind::source(Box::new(batch.items), largest));
            }
            is_end = state.first_source().is_none() && !state.is_any_in_work();
        });
        self.results.notify_one();
        if has_parts || is_end {
            self.items.notify_all();
        }
    }

    /// Waits for the next results in order. Returns `None` once all workers have ended and all results are taken.
    fn take(&self) -> Option<Vec<R>> {
        let has_next =
            |state: &State<'p, T, R>| match state.entries.front().map(|entry| &entry.kind) {
                Some(Kind::Batch { results, in_work }) => !in_work || !results.is_empty(),
                _ => false,
            };
        let mut state =
            self.wait_until(&self.results, |state| has_next(state) || state.workers == 0);
        let Kind::Batch { results, in_work } = &mut state.entries.front_mut()?.kind else {
            return None;
        };
        let taken = std::mem::take(results);
        if !*in_work {
            state.entries.pop_front();
        }
        drop(state);
        self.items.notify_one();
        self.turn.notify_all();
        Some(taken)
    }

    /// Returns the items that no worker has taken, those of the first source last.
    fn left(self) -> Vec<Parts<'p, T>> {
        let state = self.state.into_inner();
        let entries = state.unwrap_or_else(PoisonError::into_inner).entries;
        let sources = entries
            .into_iter()
            .rev()
            .filter_map(|entry| match entry.kind {
                Kind::Source(source) => source.items,
                Kind::Batch { .. } => None,
            });
        sources.collect()
    }
}

impl<'p, T, R> State<'p, T, R> {
    /// Returns the first source and its place.
    fn first_source(&self) -> Option<(usize, &Source<'p, T>)> {
        let mut entries = self.entries.iter().enumerate();
        entries.find_map(|(place, entry)| match &entry.kind {
            Kind::Source(source) => Some((place, source)),
            Kind::Batch { .. } => None,
        })
    }

    fn is_any_in_work(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| matches!(entry.kind, Kind::Batch { in_work: true, .. }))
    }

    /// Returns the place of an entry that has not been removed.
    fn place(&self, id: usize) -> usize {
        let place = self.entries.iter().position(|entry| entry.id == id);
        place.unwrap_or(self.entries.len())
    }

    fn insert(&mut self, place: usize, kind: Kind<'p, T, R>) -> usize {
        let id = self.next_id;
        self.next_id += 1;
        self.entries.insert(place, Entry { id, kind });
        id
    }
}

impl<'p, T, R> Kind<'p, T, R> {
    fn batch() -> Kind<'p, T, R> {
        Kind::Batch {
            results: Vec::new(),
            in_work: true,
        }
    }

    fn source(items: Parts<'p, T>, largest: usize) -> Kind<'p, T, R> {
        Kind::Source(Source {
            items: Some(items),
            batches: 0,
            largest,
        })
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

    /// An item, or an item divided into parts.
    #[derive(Debug, Clone, PartialEq, Eq)]
    enum Piece {
        Whole(usize),
        Divided(Vec<Piece>),
    }

    fn numbers(piece: &Piece) -> Vec<usize> {
        match piece {
            Piece::Whole(number) => vec![*number],
            Piece::Divided(parts) => parts.iter().flat_map(numbers).collect(),
        }
    }

    /// Parts take the place of their item, in any depth, and several threads work on them.
    #[test]
    fn parts_of_an_item_keep_its_place() {
        let mut next = 0..;
        let mut whole =
            |count: usize| -> Vec<Piece> { next.by_ref().take(count).map(Piece::Whole).collect() };
        let mut items = whole(150);
        for parts in [1, 0, 300, 2] {
            let mut divided = whole(parts);
            divided.push(Piece::Divided(whole(40)));
            divided.extend(whole(3));
            items.push(Piece::Divided(divided));
            items.extend(whole(200));
        }
        let expected: Vec<usize> = items.iter().flat_map(numbers).collect();
        assert_eq!(expected, (0..next.start).collect::<Vec<_>>());
        for jobs in [1, 2, 5, 64] {
            for largest in [1, SMALL] {
                let work = |piece: Piece, emit: &mut dyn FnMut(usize)| match piece {
                    Piece::Whole(number) => {
                        emit(number);
                        None
                    }
                    Piece::Divided(parts) => Some(Box::new(parts.into_iter()) as Parts<'_, Piece>),
                };
                let mut results = Vec::new();
                let all = items.clone().into_iter();
                in_order_of_parts(all, jobs, largest, work, |result| results.push(result));
                assert_eq!(results, expected, "{jobs} jobs, batches of {largest}");
            }
        }
    }

    /// Two parts of the only item are in work at the same time, and while the first one takes long, only a few others
    /// are begun.
    #[test]
    fn parts_of_one_item_are_worked_on_in_parallel_and_few_are_held() {
        let (jobs, begun) = (3, AtomicUsize::new(0));
        let (together, changed) = (Mutex::new(0), Condvar::new());
        let work = |number: usize, emit: &mut dyn FnMut(usize)| {
            if number == 0 {
                return Some(Box::new(1..=1000_usize) as Parts<'_, usize>);
            }
            begun.fetch_add(1, Ordering::SeqCst);
            if number <= jobs {
                // Waits for the other threads.
                *lock(&together) += 1;
                changed.notify_all();
                let limit = Duration::from_secs(60);
                let all = changed.wait_timeout_while(lock(&together), limit, |all| *all < jobs);
                assert!(all.is_ok_and(|(all, _)| *all == jobs), "not in parallel");
            }
            if number == 1 {
                thread::sleep(Duration::from_millis(50));
                let begun = begun.load(Ordering::SeqCst);
                assert!(begun <= BATCHES_AHEAD * jobs, "{begun} parts begun");
            }
            emit(number);
            None
        };
        let mut results = Vec::new();
        in_order_of_parts(0..1, jobs, SMALL, work, |result| results.push(result));
        assert_eq!(results, (1..=1000).collect::<Vec<_>>());
    }
}
