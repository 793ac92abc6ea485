//! Work on many games, shared among threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does some work on each part, with this thread and others, so many in all; each takes one part after the other.
pub(super) fn share<T>(
    threads: usize,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    share_while(threads, parts, work, || true);
}

/// Asks whether to go on before all, and after each part of this thread; if not, no thread begins another.
pub(super) fn share_while<T>(
    threads: usize,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
    go_on: impl Fn() -> bool,
) {
    if !go_on() {
        return;
    }
    let parts = Mutex::new(parts.fuse());
    // A thread that panicked has left the list of parts as it was.
    let parts = || parts.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || parts().next();
    #[allow(clippy::disallowed_methods)] // no thread outlives the call
    thread::scope(|scope| {
        for _ in 1..threads {
            // The system may refuse a thread. The others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, || {
                while let Some(part) = next() {
                    work(part);
                }
            });
        }
        while let Some(part) = next() {
            work(part);
            if !go_on() {
                return parts().by_ref().for_each(drop);
            }
        }
    });
}
