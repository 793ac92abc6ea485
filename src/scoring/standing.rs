//! What a count is taken of, as either referee hands it in.

use super::{Marks, Outcome};
use crate::basics::{Action, Color, Event, Move, Point, Rules, Setup};
use crate::fast::FastGame;
use crate::pure::{Board, BoardRecord};

/// How a game stands: the stones with what is said of them, and all else that a count asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Stones, dead stones, neutral points.
    pub marks: Marks,
    /// Stones that Black and White hold: captured ones, self-captured ones of the other side, pass stones.
    /// Dead ones are not among them.
    pub prisoners: [u32; 2],
    /// Black stones on the board just before White's first move of any kind, or now if there was none; 0 for
    /// a single one, and if white stones were set up.
    pub handicap: u32,
    /// Who was the first to pass.
    pub first_pass: Option<Color>,
    /// How it is counted.
    pub rules: Rules,
    /// How the game has ended, if it has.
    pub ending: Option<Ending>,
}

/// What has ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Passes.
    Passes,
    /// This color's resignation.
    Resignation(Color),
}

impl Standing {
    /// How the game has come out, the marks obeyed; `None` while it goes on.
    ///
    /// ```
    /// use gokata::scoring::Standing;
    /// use gokata::{Color, FastGame, Move, Size};
    ///
    /// let mut game = FastGame::new(Size::square(3)?);
    /// game.play(Move::play(Color::Black, (1, 1)))?;
    /// assert_eq!(Standing::from(&game).outcome(), None);
    /// game.play(Move::pass(Color::White))?;
    /// game.play(Move::pass(Color::Black))?;
    /// let outcome = Standing::from(&game).outcome().map(|outcome| outcome.to_string());
    /// assert_eq!(outcome, Some("B+9".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self.ending? {
            Ending::Passes => Outcome::Counted(self.count().score()),
            Ending::Resignation(loser) => Outcome::Resignation { winner: !loser },
        })
    }
}

/// All stones alive. The length of the game does not matter.
impl From<&BoardRecord> for Standing {
    fn from(record: &BoardRecord) -> Standing {
        Standing {
            marks: Marks::of(record.board()),
            prisoners: Color::BOTH.map(|color| small(record.prisoners(color))),
            handicap: handicap_of(record),
            first_pass: record.first_pass(),
            rules: record.rules(),
            ending: ending(record.resigned(), record.is_over()),
        }
    }
}

/// All stones alive. Goes through the moves once: about 10 ns each.
impl From<&FastGame> for Standing {
    fn from(game: &FastGame) -> Standing {
        let events = game.events();
        let turns = || events.iter().copied().filter_map(Event::turn);
        let resigned = turns().find(|turn| turn.action == Action::Resign);
        let first_pass = turns().find(|turn| turn.action == Action::Pass);
        Standing {
            marks: Marks::of_game(game),
            prisoners: Color::BOTH.map(|color| small(game.prisoners(color))),
            handicap: handicap(&game.opening(), turns()),
            first_pass: first_pass.map(|turn| turn.color),
            rules: game.rules(),
            ending: ending(resigned.map(|turn| turn.color), game.is_over()),
        }
    }
}

fn ending(resigned: Option<Color>, is_over: bool) -> Option<Ending> {
    let passes = is_over.then_some(Ending::Passes);
    resigned.map(Ending::Resignation).or(passes)
}

/// Looks at the boards: White's first move comes early.
fn handicap_of(record: &BoardRecord) -> u32 {
    let has_white = |board: &Board| board.stones().any(|(_, color)| color == Color::White);
    if record.at(0).is_some_and(|start| has_white(start.board())) {
        return 0;
    }
    let by_white = |turns: &usize| {
        let turn = record.at(*turns).and_then(|record| record.last_turn());
        turn.is_some_and(|turn| turn.color == Color::White)
    };
    let before = match (1..=record.turns()).find(by_white) {
        Some(first) => record.at(first - 1),
        None => Some(record.clone()),
    };
    let stones = before.map_or(0, |before| before.board().stones().count());
    but_one(small(stones))
}

/// Looks at the moves. While there is no white stone, black ones are only added, and the one that fills the
/// board takes all of them off.
fn handicap(opening: &Setup, turns: impl Iterator<Item = Move>) -> u32 {
    let is_white = |(_, color): &(Point, Color)| *color == Color::White;
    if opening.stones.iter().any(is_white) {
        return 0;
    }
    let blacks = turns.take_while(|turn| turn.color == Color::Black);
    let stones = blacks.fold(opening.stones.len(), |stones, turn| match turn.action {
        Action::Play(_) => (stones + 1) % opening.size.area(),
        Action::Pass | Action::Resign => stones,
    });
    but_one(small(stones))
}

/// A single stone is no handicap.
fn but_one(stones: u32) -> u32 {
    if stones == 1 { 0 } else { stones }
}

fn small(stones: usize) -> u32 {
    u32::try_from(stones).unwrap_or(u32::MAX)
}
