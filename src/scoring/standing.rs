//! What a count is taken of, as either referee hands it in.

use super::{Marks, Outcome};
use crate::color::Color;
use crate::fast::FastGame;
use crate::moves::{Action, Event};
use crate::record::BoardRecord;
use crate::rules::Rules;
use crate::setup::Setup;

/// How a game stands: the stones with what is said of them, and all else that a count asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Stones, dead stones, neutral points.
    pub marks: Marks,
    /// Stones that Black and White hold: captured ones, self-captured ones of the other side, pass stones. Dead
    /// ones are not among them.
    pub prisoners: [u32; 2],
    /// Black stones on the board just before White's first move of any kind, or now if there was none; 0 for a single one, and if
    /// white stones were set up.
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
    /// Passes in a row.
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

    fn new(
        marks: Marks,
        rules: Rules,
        prisoners: [usize; 2],
        opening: &Setup,
        events: &[Event],
        is_over: bool,
    ) -> Standing {
        let turns = || events.iter().copied().filter_map(Event::turn);
        let resigned = turns().find(|turn| turn.action == Action::Resign);
        let first_pass = turns().find(|turn| turn.action == Action::Pass);
        Standing {
            marks,
            prisoners: prisoners.map(|stones| u32::try_from(stones).unwrap_or(u32::MAX)),
            handicap: handicap(opening, events),
            first_pass: first_pass.map(|turn| turn.color),
            rules,
            ending: resigned
                .map(|turn| Ending::Resignation(turn.color))
                .or(is_over.then_some(Ending::Passes)),
        }
    }
}

/// All stones alive.
impl From<&BoardRecord> for Standing {
    fn from(record: &BoardRecord) -> Standing {
        Standing::new(
            Marks::of(record.board()),
            record.rules(),
            Color::BOTH.map(|color| record.prisoners(color)),
            &record.opening_setup(),
            &record.events(),
            record.is_over(),
        )
    }
}

/// All stones alive.
impl From<&FastGame> for Standing {
    fn from(game: &FastGame) -> Standing {
        Standing::new(
            Marks::of_game(game),
            game.rules(),
            Color::BOTH.map(|color| game.prisoners(color)),
            &game.opening(),
            &game.events(),
            game.is_over(),
        )
    }
}

/// While there is no white stone, Black's stones only become more, but for one that fills the board: it takes all off.
fn handicap(opening: &Setup, events: &[Event]) -> u32 {
    if opening
        .stones
        .iter()
        .any(|(_, color)| *color == Color::White)
    {
        return 0;
    }
    let turns = events.iter().copied().filter_map(Event::turn);
    let blacks = turns.take_while(|turn| turn.color == Color::Black);
    let stones = blacks.fold(opening.stones.len(), |stones, turn| match turn.action {
        Action::Play(_) => (stones + 1) % opening.size.area(),
        Action::Pass | Action::Resign => stones,
    });
    match u32::try_from(stones) {
        Ok(0 | 1) | Err(_) => 0,
        Ok(stones) => stones,
    }
}
