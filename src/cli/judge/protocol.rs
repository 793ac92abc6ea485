//! How a program is asked, whichever protocol it speaks.

use gokata::questions::{Answer, Question};

use super::program::Trouble;

/// Whoever can put a question to a program.
pub(super) trait Judge {
    /// Before the first question.
    fn begin(&mut self) -> Result<About, Trouble>;

    fn ask(&mut self, question: &Question, id: &str) -> Reply;

    /// What was sent to ask the last question, where this is not the line protocol's text.
    fn sent(&self) -> String {
        String::new()
    }

    /// There are no more questions. What it says all the same is nonsense.
    fn end(&mut self) -> Option<Trouble>;
}

/// Who is asked.
pub(super) struct About {
    /// What it calls itself.
    pub(super) name: Option<String>,
    /// How it knows the rules.
    pub(super) rules: String,
    /// What else one must know to make something of the results.
    pub(super) notes: Vec<String>,
    /// Why its answers may be called wrong although they are not, and what can be done about it.
    pub(super) warning: Option<String>,
}

/// What came of a question.
pub(super) enum Reply {
    Said(Answer),
    /// There is no way to ask it, and why.
    CannotBeAsked(String),
    Nothing(Trouble),
}
