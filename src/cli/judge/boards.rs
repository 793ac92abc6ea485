//! On which boards a program is asked: those that it has.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::time::Duration;

use gokata::Size;
use gokata::questions::{Question, Sizes};

use super::client::{Answered, Client, NoAnswer};
use crate::read::corpus::Source;
use crate::terminal::text::plain_line;

/// What the answers so far say about a program's boards.
#[derive(Default)]
pub(super) struct Boards {
    given: Option<Sizes>,
    /// The sizes on which it has answered.
    answered: HashSet<Size>,
    /// Those that it has declined, and why.
    declined: HashMap<Size, String>,
}

const NO_BOARD: &str = "the program has no board on which it can be asked";

impl Boards {
    /// `given`: the boards that the command line names.
    pub(super) fn new(given: Option<Sizes>) -> Boards {
        Boards {
            given,
            ..Boards::default()
        }
    }

    /// Asks on the first board that the program has: that of the fixture, or a larger one. Returns the question as it was
    /// asked, if that was on a larger one. `is_meant`: whether a question with this identifier is to be asked.
    pub(super) fn ask(
        &mut self,
        client: &mut dyn Client,
        (source, question): (&Source, &Question),
        is_meant: impl Fn(&str) -> bool,
        patience: Duration,
    ) -> (Option<Question>, Answered) {
        let mut why_not = NoAnswer::NoBoard(NO_BOARD.to_owned());
        let places = source.boards_of(question).into_iter().map(Some);
        // In the same order: first its own board, then larger ones.
        for (place, id) in iter::once(None).chain(places).zip(source.ids(question)) {
            // It is sent as a part of a line.
            let id = plain_line(&id);
            let size = place.map_or(question.before.size(), |place| place.size);
            if !is_meant(&id) {
                continue;
            }
            if let Some(why) = self.lacks(client, size) {
                if !matches!(why_not, NoAnswer::Declined(_)) {
                    why_not = NoAnswer::NoBoard(why);
                }
                continue;
            }
            let moved = place.and_then(|place| place.question(question));
            if place.is_some() && moved.is_none() {
                continue;
            }
            let answer = client.ask(moved.as_ref().unwrap_or(question), &id, patience);
            if self.lacks(client, size).is_some() {
                // It has said only now which boards it has.
                continue;
            }
            match answer {
                Err(NoAnswer::NoBoard(why))
                    if self.named(client).is_none() && !self.answered.contains(&size) =>
                {
                    self.declined.insert(size, why.clone());
                    why_not = NoAnswer::Declined(why);
                }
                Err(NoAnswer::NoBoard(why)) => return (moved, Err(NoAnswer::Declined(why))),
                answer => {
                    if answer.is_ok() {
                        self.answered.insert(size);
                    }
                    return (moved, answer);
                }
            }
        }
        // Rules of its own that exclude the question say more than the boards that it lacks.
        let own = client.about().own.map(|own| own.under(question));
        let excluded = own.and_then(Result::err).map(NoAnswer::Unaskable);
        (None, Err(excluded.unwrap_or(why_not)))
    }

    /// Returns why a program has no board of this size: it says so, or it has declined the first question on one.
    fn lacks(&self, client: &dyn Client, size: Size) -> Option<String> {
        let others = self.named(client).filter(|sizes| !sizes.has(size));
        let why = others.map(|sizes| format!("{NO_BOARD} (sizes={sizes})"));
        why.or_else(|| self.declined.get(&size).cloned())
    }

    /// The boards of the program, as the command line names them, else the program itself.
    pub(super) fn named<'a>(&'a self, client: &'a dyn Client) -> Option<&'a Sizes> {
        self.given.as_ref().or(client.about().sizes.as_ref())
    }
}
