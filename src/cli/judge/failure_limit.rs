//! Decides when to stop sending questions to a program that does not answer.

use gokata::questions::Answer;

use super::client::NoAnswer;
use crate::program::error::ProgramError;

/// The number of time-outs after the latest answer at which the run stops. Each takes the whole time limit.
const TIME_OUTS: usize = 10;
/// The number of failures of any kind after the latest answer at which the run stops.
const FAILURES: usize = 100;
/// The number of failures before the first answer at which the run stops: the command line is probably wrong.
const FAILURES_AT_FIRST: usize = 10;

#[derive(Default)]
pub(super) struct FailureLimit {
    time_outs: usize,
    failures: usize,
    has_answered: bool,
}

impl FailureLimit {
    /// Counts a failure. An answer, right or wrong, resets the counts; an unaskable question changes nothing.
    pub(super) fn count(&mut self, answer: &Result<Answer, NoAnswer>) {
        match answer {
            Ok(_) => (self.time_outs, self.failures, self.has_answered) = (0, 0, true),
            Err(NoAnswer::Failed(error)) => {
                self.failures += 1;
                self.time_outs += usize::from(matches!(error, ProgramError::TimedOut(_)));
            }
            Err(NoAnswer::Unaskable(_)) => {}
        }
    }

    /// Returns the reason to stop if a limit is reached.
    pub(super) fn reached(&self) -> Option<String> {
        if !self.has_answered && self.failures >= FAILURES_AT_FIRST {
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
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

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
    #[case("1 answer, 99 crash, 1 answer, 99 crash")]
    fn an_answer_resets_the_counts(#[case] answers: &str) {
        assert_eq!(after(answers), None);
    }

    fn after(answers: &str) -> Option<String> {
        let mut limit = FailureLimit::default();
        for part in answers.split(", ") {
            let (times, answer) = part.split_once(' ').expect("a number and an answer");
            let answer = match answer {
                "answer" => Ok(Answer::Illegal(None)),
                "crash" => Err(ProgramError::Crashed("it ended".to_owned()).into()),
                "time-out" => Err(ProgramError::TimedOut(None).into()),
                _ => Err(NoAnswer::Unaskable("no words".to_owned())),
            };
            for _ in 0..times.parse().expect("a number") {
                limit.count(&answer);
            }
        }
        limit.reached()
    }
}
