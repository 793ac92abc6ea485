//! How long a program is asked that does not answer.

use super::Reply;
use super::program::Trouble;

/// Time-outs without an answer in between, after which no more is asked: each has taken the whole time limit.
const TIME_OUTS: usize = 10;
/// The same of questions that came to nothing, whatever the trouble was.
const IN_VAIN: usize = 100;

/// What has gone wrong since the last answer.
#[derive(Default)]
pub(super) struct Patience {
    time_outs: usize,
    in_vain: usize,
}

impl Patience {
    /// An answer, right or wrong, gives all of it back, and nothing else does.
    pub(super) fn after(&mut self, reply: &Reply) {
        match reply {
            Reply::Said(_) => *self = Patience::default(),
            Reply::Nothing(trouble) => {
                self.in_vain += 1;
                self.time_outs += usize::from(matches!(trouble, Trouble::TimedOut(_)));
            }
            Reply::CannotBeAsked(_) => {}
        }
    }

    /// Why no more is asked, if it is at its end.
    pub(super) fn end(&self) -> Option<String> {
        let spent = if self.time_outs >= TIME_OUTS {
            format!("{TIME_OUTS} time-outs without an answer in between")
        } else if self.in_vain >= IN_VAIN {
            format!("{IN_VAIN} questions in a row came to nothing")
        } else {
            return None;
        };
        Some(format!("no more is asked after {spent}"))
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

    #[test]
    fn only_an_answer_gives_it_back() {
        let not_asked = || Reply::CannotBeAsked("no words".to_owned());
        let answer = || Reply::Said(Answer::Illegal(None));
        let time_outs = "no more is asked after 10 time-outs without an answer in between";
        for between in [crash(), not_asked()] {
            let told = after(&[(9, silence()), (1, between), (1, silence())]);
            assert_eq!(told.as_deref(), Some(time_outs));
        }
        assert_eq!(
            after(&[(9, silence()), (1, answer()), (9, silence())]),
            None
        );
        let in_vain = "no more is asked after 100 questions in a row came to nothing";
        let told = after(&[
            (9, silence()),
            (90, crash()),
            (5, not_asked()),
            (1, crash()),
        ]);
        assert_eq!(told.as_deref(), Some(in_vain));
        assert_eq!(after(&[(99, crash()), (1, answer()), (99, crash())]), None);
    }
}
