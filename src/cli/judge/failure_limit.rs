//! Decides when to stop sending questions to a program that does not answer.

use std::time::Duration;

use gokata::questions::Answer;

use super::client::NoAnswer;
use crate::program::error::ProgramError;

/// The number of time-outs after the latest answer at which the run stops. Each takes the whole time limit.
const TIME_OUTS: usize = 10;
/// The number of failures of any kind after the latest answer at which the run stops.
const FAILURES: usize = 100;
/// The number of failures before the first answer at which the run stops: the command line is probably wrong.
const FAILURES_AT_FIRST: usize = 10;

/// The time without an answer before the first one at which the run stops, unless one answer may take longer.
const PATIENCE_AT_FIRST: Duration = Duration::from_secs(15);

/// Returns how long a program may take in all until its first answer.
pub(super) fn patience_at_first(timeout: Duration) -> Duration {
    PATIENCE_AT_FIRST.max(timeout)
}

pub(super) struct FailureLimit {
    /// How long the program may still take until its first answer.
    patience: Duration,
    time_outs: usize,
    failures: usize,
    has_answered: bool,
}

impl FailureLimit {
    /// `timeout`: the time limit for each answer.
    pub(super) fn new(timeout: Duration) -> FailureLimit {
        FailureLimit {
            patience: patience_at_first(timeout),
            time_outs: 0,
            failures: 0,
            has_answered: false,
        }
    }

    /// Counts a failure, which took so long. An answer, right or wrong, resets the counts, and so does `cannot WHY`; an
    /// unaskable question changes nothing.
    pub(super) fn count(&mut self, answer: &Result<Answer, NoAnswer>, took: Duration) {
        match answer {
            Ok(_) | Err(NoAnswer::Declined(_)) => {
                (self.time_outs, self.failures, self.has_answered) = (0, 0, true);
            }
            Err(NoAnswer::Failed(error)) => {
                self.patience = self.patience.saturating_sub(took);
                self.failures += 1;
                self.time_outs += usize::from(matches!(error, ProgramError::TimedOut(_)));
            }
            Err(NoAnswer::Unaskable(_)) => {}
        }
    }

    /// Returns the reason to stop if a limit is reached.
    pub(super) fn reached(&self) -> Option<String> {
        let is_over = self.failures >= FAILURES_AT_FIRST || self.patience.is_zero();
        if !self.has_answered && is_over {
            Some("it has never answered".to_owned())
        } else if self.time_outs >= TIME_OUTS {
            Some(format!(
                "{TIME_OUTS} time-outs without an answer in between"
            ))
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
    use rstest::rstest;

    use super::*;
    use crate::program::error::Crash;

    const NEVER: &str = "it has never answered";
    const TIME_OUTS: &str = "10 time-outs without an answer in between";
    const FAILURES: &str = "100 failures without an answer in between";

    #[rstest]
    #[case("9 crash, 5 unaskable", "1 crash", NEVER)]
    #[case("9 time-out, 5 unaskable", "1 crash", NEVER)]
    #[case("1 answer, 9 time-out, 1 crash", "1 time-out", TIME_OUTS)]
    #[case("1 answer, 9 time-out, 1 unaskable", "1 time-out", TIME_OUTS)]
    #[case("1 answer, 9 time-out, 90 crash, 5 unaskable", "1 crash", FAILURES)]
    fn one_more_failure_is_the_limit(#[case] before: &str, #[case] last: &str, #[case] why: &str) {
        assert_eq!(after(before), None);
        let reached = after(&format!("{before}, {last}"));
        assert_eq!(reached.as_deref(), Some(why));
    }

    #[rstest]
    #[case("9 crash, 1 answer, 9 crash")]
    #[case("9 time-out, 1 answer, 9 time-out")]
    #[case("9 crash, 1 cannot, 9 time-out, 1 cannot, 9 crash")]
    #[case("1 answer, 99 crash, 1 answer, 99 crash")]
    fn an_answer_resets_the_counts(#[case] answers: &str) {
        assert_eq!(after(answers), None);
    }

    /// 15 s in all, or the time limit for one answer, if that is longer.
    #[rstest]
    #[case(10, &[10, 4], &[1])]
    #[case(10, &[10], &[5])]
    #[case(1, &[1, 1, 1, 1, 1, 1, 1, 1], &[1, 6])]
    #[case(60, &[59], &[1])]
    fn patience_with_the_first_answer_has_an_end(
        #[case] timeout: u64,
        #[case] before: &[u64],
        #[case] last: &[u64],
    ) {
        let silent = || Err(ProgramError::TimedOut(None).into());
        let mut limit = FailureLimit::new(Duration::from_secs(timeout));
        for seconds in before {
            limit.count(&silent(), Duration::from_secs(*seconds));
            assert_eq!(limit.reached(), None);
        }
        for seconds in last {
            limit.count(&silent(), Duration::from_secs(*seconds));
        }
        assert_eq!(limit.reached().as_deref(), Some(NEVER));
        assert!(limit.was_always_silent());
        // Later, only the number of time-outs counts.
        limit.count(&Ok(Answer::Legal), Duration::ZERO);
        limit.count(&silent(), Duration::from_secs(1000));
        assert_eq!(limit.reached(), None);
        assert!(!limit.was_always_silent());
    }

    fn after(answers: &str) -> Option<String> {
        let mut limit = FailureLimit::new(Duration::from_secs(10));
        for part in answers.split(", ") {
            let (times, answer) = part.split_once(' ').expect("a number and an answer");
            let answer = match answer {
                "answer" => Ok(Answer::Illegal(None)),
                "crash" => Err(ProgramError::Crashed(Crash::default()).into()),
                "cannot" => Err(NoAnswer::Declined("no superko".to_owned())),
                "time-out" => Err(ProgramError::TimedOut(None).into()),
                _ => Err(NoAnswer::Unaskable("no words".to_owned())),
            };
            for _ in 0..times.parse().expect("a number") {
                limit.count(&answer, Duration::ZERO);
            }
        }
        limit.reached()
    }
}
