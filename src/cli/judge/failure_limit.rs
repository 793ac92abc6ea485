//! Decides when to stop sending questions to a program that does not answer.

use std::time::Duration;

use super::client::{Answered, NoAnswer};
use crate::program::error::ProgramError;

/// The number of time-outs after the latest answer at which the run stops. Each takes the whole time limit.
const TIME_OUTS: usize = 10;
/// The number of failures of any kind after the latest answer at which the run stops.
const FAILURES: usize = 100;
/// The number of failures before the first answer at which the run stops: the command line is probably wrong.
const FAILURES_AT_FIRST: usize = 10;

/// The time without an answer before the first one at which the run stops, unless one answer may take longer.
const PATIENCE_AT_FIRST: Duration = Duration::from_secs(15);

pub(super) struct FailureLimit {
    timeout: Duration,
    /// How long the program may still take until its first answer.
    patience: Duration,
    time_outs: usize,
    failures: usize,
    has_answered: bool,
}

impl FailureLimit {
    pub(super) fn new(timeout: Duration) -> FailureLimit {
        FailureLimit {
            timeout,
            patience: PATIENCE_AT_FIRST.max(timeout),
            time_outs: 0,
            failures: 0,
            has_answered: false,
        }
    }

    pub(super) fn patience(&self) -> Duration {
        if self.has_answered {
            self.timeout
        } else {
            self.timeout.min(self.patience)
        }
    }

    /// Counts a failure, which took so long. An answer, right or wrong, resets the counts, and so does `cannot WHY`.
    pub(super) fn count(&mut self, answer: &Answered, took: Duration) {
        match answer {
            Ok(_) | Err(NoAnswer::Declined(_)) => {
                (self.time_outs, self.failures, self.has_answered) = (0, 0, true);
            }
            Err(NoAnswer::Failed(error)) => {
                self.patience = self.patience.saturating_sub(took);
                self.failures += 1;
                self.time_outs += usize::from(matches!(error, ProgramError::TimedOut(_)));
            }
            Err(NoAnswer::Unaskable(_) | NoAnswer::NoBoard(_)) => {}
        }
    }

    /// Returns the reason to stop if a limit is reached.
    pub(super) fn reached(&self) -> Option<String> {
        let is_over = self.failures >= FAILURES_AT_FIRST || self.patience.is_zero();
        if !self.has_answered && is_over {
            Some("it has never answered".to_owned())
        } else if self.time_outs >= TIME_OUTS {
            let what = "time-outs without an answer in between";
            Some(format!("{TIME_OUTS} {what}"))
        } else if self.failures >= FAILURES {
            Some(format!("{FAILURES} failures without an answer in between"))
        } else {
            None
        }
    }

    /// True if the program has been silent instead of answering, every time.
    pub(super) fn was_always_silent(&self) -> bool {
        !self.has_answered && self.time_outs > 0 && self.time_outs == self.failures
    }
}

#[cfg(test)]
mod tests {
    use gokata::Answer;

    use super::*;

    /// Counts answers, each with the time that it took: `1*cannot 9*timed-out/2`.
    fn after(answers: &str, timeout: u64) -> FailureLimit {
        let mut limit = FailureLimit::new(Duration::from_secs(timeout));
        for part in answers.split(' ') {
            let (times, answer) = part.split_once('*').expect("a number and an answer");
            let (answer, seconds) = answer.split_once('/').unwrap_or((answer, "0"));
            let answer = match answer {
                "illegal" => Ok(Answer::Illegal(None)),
                "cannot" => Err(NoAnswer::Declined(String::new())),
                "unaskable" => Err(NoAnswer::Unaskable(String::new())),
                "timed-out" => Err(ProgramError::TimedOut(String::new()).into()),
                _ => Err(ProgramError::Nonsense(String::new()).into()),
            };
            let took = Duration::from_secs(seconds.parse().expect("a number"));
            (0..times.parse().expect("a number")).for_each(|_| limit.count(&answer, took));
        }
        limit
    }

    /// 15 s in all before the first answer, or the time limit for one, if that is longer.
    #[test]
    fn one_more_failure_is_the_limit() {
        // The time limit, the answers before, the last one, the reason to stop.
        let cases = "
            10 | 9*crash 5*unaskable | 1*crash | it has never answered
            10 | 9*timed-out 5*unaskable | 1*crash | it has never answered
            10 | 1*timed-out/10 1*timed-out/4 | 1*timed-out/1 | it has never answered
            1 | 7*timed-out/1 1*timed-out/7 | 1*timed-out/1 | it has never answered
            60 | 1*timed-out/59 | 1*timed-out/1 | it has never answered
            10 | 9*crash 1*cannot 9*timed-out/99 1*illegal 9*timed-out | 1*timed-out | 10 time-outs
            10 | 1*illegal 9*timed-out 90*crash | 1*crash | 100 failures
            10 | 1*cannot 9*timed-out 1*illegal 99*crash | 1*crash | 100 failures";
        for case in cases.lines().skip(1) {
            let parts: Vec<&str> = case.split('|').map(str::trim).collect();
            let [timeout, before, last, why] = parts[..] else {
                panic!("{case}")
            };
            let timeout = timeout.parse().expect("a number");
            assert_eq!(after(before, timeout).reached(), None, "{case}");
            let limit = after(&format!("{before} {last}"), timeout);
            let reached = limit.reached().unwrap_or_default();
            assert!(reached.starts_with(why), "{case}: {reached}");
            let is_silent = last.starts_with("1*timed-out/1");
            assert_eq!(limit.was_always_silent(), is_silent, "{case}");
        }
    }
}
