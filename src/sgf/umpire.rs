//! The referee that judges a record, alone or with the fast referee beside it, which must agree.

use std::ops::Deref;

use crate::basics::{GameEvent, IllegalMove, Move, Rules, Setup, SetupError};
use crate::fast::FastGame;
use crate::referee::difference::{Query, report};
use crate::referee::{Answer, Internal, Playable, Sealed};

/// A game of the referee that judges. Queries go to that game, changes to both.
#[derive(Clone)]
pub(super) struct Umpire<G> {
    pub(super) game: G,
    beside: Option<FastGame>,
    /// The first difference.
    difference: Option<String>,
}

impl<G: Playable> Umpire<G> {
    pub(super) fn begin(
        setup: &Setup,
        rules: Rules,
        with_fast: bool,
    ) -> Result<Umpire<G>, SetupError> {
        let beside = with_fast.then(|| FastGame::begin(setup, rules));
        Ok(Umpire {
            game: G::begin(setup, rules)?,
            beside: beside.transpose()?,
            difference: None,
        })
    }

    pub(super) fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let made = self.game.make(mv);
        if let Some(also) = self.beside.as_mut().map(|fast| fast.make(mv))
            && also != made
        {
            let size = self.size();
            let says = [made, also].map(|made| Answer::from(made).describe(size));
            self.differ(Query::Check(mv), &says);
        }
        made
    }

    /// Applies an event. False if it cannot happen.
    pub(super) fn apply(&mut self, event: GameEvent) -> bool {
        if let Some(fast) = &mut self.beside {
            let _ = fast.apply(event);
        }
        self.game.apply(event).is_ok()
    }

    /// Makes an illegal move of the side to play on an empty point.
    pub(super) fn force(&mut self, mv: Move) {
        self.game.force(mv, Sealed(()));
        if let Some(fast) = &mut self.beside {
            fast.force(mv, Sealed(()));
        }
    }

    /// Compares the boards, and returns the first difference so far.
    pub(super) fn disagreement(&mut self) -> Option<String> {
        let fast = self.beside.as_ref()?;
        let boards = [self.game.setup(), Setup::from(fast)];
        if boards[0] != boards[1] {
            let says = boards.map(|board| board.to_string());
            self.differ(Query::Board, &says);
        }
        self.difference.clone()
    }

    /// Notes a difference, unless there is an earlier one.
    fn differ(&mut self, query: Query, says: &[String; 2]) {
        let says = report(["pure", "fast"], says);
        let text = format!("{}: {says}", query.describe(self.size()));
        self.difference.get_or_insert(text);
    }
}

impl<G> Deref for Umpire<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basics::{Color, Size};
    use crate::referee::PureGame;

    /// A difference is planted: a move that only the fast referee has made.
    #[test]
    fn the_first_difference_is_kept() {
        let opening = Setup::new(Size::default(), Color::Black);
        let begin = || Umpire::<PureGame>::begin(&opening, Rules::default(), true);
        let mut umpire = begin().expect("an empty board");
        let mv = Move::play(Color::Black, (0, 0));
        assert_eq!((umpire.make(mv), umpire.disagreement()), (Ok(()), None));
        let pass = Move::pass(Color::White);
        let made = umpire.beside.as_mut().map(|fast| fast.make(pass));
        assert_eq!((made, umpire.make(pass)), (Some(Ok(())), Ok(())));
        let first = Some("o:pass: pure says legal, fast says illegal turn".to_owned());
        assert_eq!(umpire.disagreement(), first);
        umpire.force(Move::play(Color::Black, (0, 1)));
        assert_eq!(umpire.disagreement(), first);
    }
}
