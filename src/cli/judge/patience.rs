//! How long a program is asked that does not answer.

use super::program::Trouble;
use super::protocol::Reply;

/// Time-outs without an answer in between, after which no more is asked: each has taken the whole time limit.
const TIME_OUTS: usize = 10;
/// The same of questions that came to nothing, whatever the trouble was.
const IN_VAIN: usize = 100;

/// The same of a program that has never answered: it has most likely not been started as it should be.
const NEVER: usize = 10;

/// What has gone wrong since the last answer.
#[derive(Default)]
pub(super) struct Patience {
    time_outs: usize,
    in_vain: usize,
    has_answered: bool,
}

impl Patience {
    /// An answer, right or wrong, gives all of it back, and nothing else does.
    pub(super) fn after(&mut self, reply: &Reply) {
        match reply {
            Reply::Said(_) => {
                *self = Patience {
                    has_answered: true,
                    ..Patience::default()
                }
            }
            Reply::Nothing(trouble) => {
                self.in_vain += 1;
                self.time_outs += usize::from(matches!(trouble, Trouble::TimedOut(_)));
            }
            Reply::CannotBeAsked(_) => {}
        }
    }

    /// Why no more is asked, if it is at its end.
    pub(super) fn end(&self) -> Option<String> {
        Some(if !self.has_answered && self.in_vain >= NEVER {
            "it has never answered".to_owned()
        } else if self.time_outs >= TIME_OUTS {
            format!("{TIME_OUTS} time-outs without an answer in between")
        } else if self.in_vain >= IN_VAIN {
            format!("{IN_VAIN} questions in a row came to nothing")
        } else {
            return None;
        })
    }
}

#[cfg(test)]
mod tests {
    use gokata::questions::Answer;

    use super::*;

    fn after(replies: &[(usize, Reply)]) -> Option<String> {
        let mut patience = Patience::default();
        for (times, reply) in replies {
            (0..*times).for_each(|_| patience.after(reply));
        }
        patience.end()
    }

    fn silence() -> Reply {
        Reply::Nothing(Trouble::TimedOut(None))
    }

    fn crash() -> Reply {
        Reply::Nothing(Trouble::Crashed("it ended".to_owned()))
    }

    fn not_asked() -> Reply {
        Reply::CannotBeAsked("no words".to_owned())
    }

    fn answer() -> Reply {
        Reply::Said(Answer::Illegal(None))
    }

    #[test]
    fn whoever_has_never_answered_is_asked_ten_times() {
        for trouble in [crash, silence] {
            assert_eq!(after(&[(9, trouble()), (5, not_asked())]), None);
            let told = after(&[(9, trouble()), (5, not_asked()), (1, crash())]);
            assert_eq!(told.as_deref(), Some("it has never answered"));
            assert_eq!(
                after(&[(9, trouble()), (1, answer()), (9, trouble())]),
                None
            );
        }
    }

    #[test]
    fn only_an_answer_gives_it_back() {
        let time_outs = "10 time-outs without an answer in between";
        for between in [crash(), not_asked()] {
            let told = after(&[(1, answer()), (9, silence()), (1, between), (1, silence())]);
            assert_eq!(told.as_deref(), Some(time_outs));
        }
        assert_eq!(
            after(&[(9, silence()), (1, answer()), (9, silence())]),
            None
        );
        let in_vain = "100 questions in a row came to nothing";
        let told = after(&[
            (1, answer()),
            (9, silence()),
            (90, crash()),
            (5, not_asked()),
            (1, crash()),
        ]);
        assert_eq!(told.as_deref(), Some(in_vain));
        let twice = [(1, answer()), (99, crash()), (1, answer()), (99, crash())];
        assert_eq!(after(&twice), None);
    }
}
