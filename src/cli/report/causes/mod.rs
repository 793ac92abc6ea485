//! What the wrong answers of a run have in common, found from the questions alone.

mod conditions;
mod learner;

pub(super) use conditions::conditions;
pub(super) use learner::{Cause, Seen, causes};
