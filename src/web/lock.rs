//! Locks of what stays sound whatever happens meanwhile: each change is one step.

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
