//! Decides when to stop sending questions to a program that does not answer.

use gokata::questions::Answer;

use super::client::{NoAnswer, ProgramError};

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
            Ok(_) => {
                *self = FailureLimit {
                    has_answered: true,
                    ..FailureLimit::default()
                }
            }
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
    use super::*;

    fn after(answers: &[(usize, Result<Answer, NoAnswer>)]) -> Option<String> {
        let mut limit = FailureLimit::default();
        for (times, answer) in answers {
            (0..*times).for_each(|_| limit.count(answer));
        }
        limit.reached()
    }

    fn time_out() -> Result<Answer, NoAnswer> {
        Err(ProgramError::TimedOut(None).into())
    }

    fn crash() -> Result<Answer, NoAnswer> {
        Err(ProgramError::Crashed("it ended".to_owned()).into())
    }

    fn unaskable() -> Result<Answer, NoAnswer> {
        Err(NoAnswer::Unaskable("no words".to_owned()))
    }

    const ANSWER: Result<Answer, NoAnswer> = Ok(Answer::Illegal(None));

    #[test]
    fn ten_failures_before_the_first_answer_are_the_limit() {
        for failure in [crash, time_out] {
            assert_eq!(after(&[(9, failure()), (5, unaskable())]), None);
            let reached = after(&[(9, failure()), (5, unaskable()), (1, crash())]);
            assert_eq!(reached.as_deref(), Some("it has never answered"));
            assert_eq!(after(&[(9, failure()), (1, ANSWER), (9, failure())]), None);
        }
    }

    #[test]
    fn only_an_answer_resets_the_counts() {
        let time_outs = "10 time-outs without an answer in between";
        for between in [crash(), unaskable()] {
            let reached = after(&[(1, ANSWER), (9, time_out()), (1, between), (1, time_out())]);
            assert_eq!(reached.as_deref(), Some(time_outs));
        }
        let answered = [(9, time_out()), (1, ANSWER), (9, time_out())];
        assert_eq!(after(&answered), None);
        let failures = "100 failures without an answer in between";
        let mixed = [
            (1, ANSWER),
            (9, time_out()),
            (90, crash()),
            (5, unaskable()),
            (1, crash()),
        ];
        assert_eq!(after(&mixed).as_deref(), Some(failures));
        let twice = [(1, ANSWER), (99, crash()), (1, ANSWER), (99, crash())];
        assert_eq!(after(&twice), None);
    }
}
