//! Draws random games.

use super::kind::{GameKind, MOST};
use super::play;
use crate::basics::{KoRule, Random, Rules, Size, Suicide};
use crate::pure::BoardRecord;
use crate::questions::question::{Asked, Question, about_moves};

/// A random game, with what a program is asked about it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RandomGame {
    /// Its number, from 1.
    pub number: usize,
    /// What is frequent in it.
    pub kind: GameKind,
    /// The whole game.
    pub record: BoardRecord,
    /// At most [`RandomGame::MOST`] questions, in the order of their turns. The last one is about the board after the last
    /// turn, which shows what has gone wrong anywhere before.
    pub questions: Vec<Question>,
}

impl RandomGame {
    /// The most questions about one game.
    pub const MOST: usize = MOST;

    /// The name under which its questions are counted, as that of a fixture: `games/kos/17`.
    pub fn name(&self) -> String {
        format!("games/{}/{}", self.kind.name(), self.number)
    }

    /// Asks about each move of the game whether it is legal, and for the board after it: for a program that cannot answer a later
    /// question, because it has refused a move, or has another board.
    pub fn moves(&self) -> impl Iterator<Item = Question> {
        let turns = (0..).zip(self.record.moves());
        let asked = turns.filter_map(|(turns, mv)| {
            let before = self.record.at(turns)?;
            let after = self.record.at(turns + 1)?.setup();
            let asked = [Asked::Legal(mv, Ok(())), Asked::Board(mv, after)];
            Some(asked.map(|asked| Question::of_game(before.clone(), asked)))
        });
        asked.flatten()
    }
}

/// Draws random games. Equal arguments give equal games on every machine, as long as the same games are left out.
#[derive(Debug, Clone)]
pub struct RandomGames {
    seed: u64,
    /// The sizes and rules that are drawn. Those that a program does not know are taken away.
    left: Vec<(Size, Rules)>,
    /// The number of games so far.
    drawn: usize,
}

impl RandomGames {
    /// `sizes`: of the boards; none stands for [`RandomGames::sizes`]. `rules`: those of the games; none stands for all rules about
    /// ko and suicide.
    pub fn new(seed: u64, sizes: &[Size], rules: &[Rules]) -> RandomGames {
        let all_sizes: Vec<Size> = RandomGames::sizes().collect();
        let all_rules: Vec<Rules> = KoRule::ALL
            .iter()
            .flat_map(|ko| {
                let suicides = Suicide::ALL.iter();
                suicides.map(|suicide| Rules::default().with_ko(*ko).with_suicide(*suicide))
            })
            .collect();
        let sizes = if sizes.is_empty() { &all_sizes } else { sizes };
        let rules = if rules.is_empty() { &all_rules } else { rules };
        let of_size = |size: &Size| {
            let size = *size;
            rules.iter().map(move |rules| (size, about_moves(*rules)))
        };
        RandomGames {
            seed,
            left: sizes.iter().flat_map(of_size).collect(),
            drawn: 0,
        }
    }

    /// The sizes of boards that are drawn where none is named: small ones, where boards return, the usual ones, and some that
    /// are not square.
    pub fn sizes() -> impl Iterator<Item = Size> {
        const SIZES: [(usize, usize); 16] = [
            (2, 2),
            (3, 3),
            (4, 4),
            (5, 5),
            (6, 6),
            (7, 7),
            (9, 9),
            (9, 9),
            (13, 13),
            (19, 19),
            (1, 4),
            (2, 3),
            (2, 5),
            (4, 3),
            (5, 8),
            (7, 13),
        ];
        let sizes = SIZES.iter();
        sizes.filter_map(|(rows, cols)| Size::new(*rows, *cols).ok())
    }

    /// Draws the next game. `None` if no size and no rules are left.
    pub fn draw(&mut self) -> Option<RandomGame> {
        self.drawn += 1;
        let mut random = Random::new(self.seed);
        random = Random::new(random.number() ^ self.drawn as u64);
        let (size, rules) = *self.left.get(random.below(self.left.len()))?;
        let kind = GameKind::ALL[random.below(GameKind::ALL.len())];
        let (record, questions) = play::game(kind, size, rules, &mut random)?;
        Some(RandomGame {
            number: self.drawn,
            kind,
            record,
            questions,
        })
    }

    /// Draws no more games of this size under these rules: the program does not know them.
    pub fn leave_out(&mut self, game: &RandomGame) {
        let (size, rules) = (game.record.size(), game.record.rules());
        self.left.retain(|left| *left != (size, rules));
    }
}
