//! Perft: counts the sequences of moves that can follow a position, by length. Two referees with the same rules find
//! the same counts.

use std::ops::AddAssign;

use crate::basics::{Action, IllegalMove, Move};
use crate::fast::FastGame;
use crate::pure::BoardRecord;
use crate::pure::legality::verdict;
use crate::referee::Playable;

/// Whether a pass is one of the moves that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// Passes are counted.
    Counted,
    /// Passes are not counted: a player without a legal play has no move.
    LeftOut,
}

/// Defines [`Counts`], its columns and their sum.
macro_rules! counts {
    ($($(#[$doc:meta])* $count:ident,)+) => {
        /// The counts of sequences of one length. All but `nodes` describe the last ply only.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Counts {
            $($(#[$doc])* pub $count: u64,)+
        }

        impl Counts {
            /// The names of the columns, in the order of [`Counts::columns`].
            pub const COLUMNS: [&str; 9] = [$(stringify!($count)),+];

            /// Every count.
            pub fn columns(self) -> [u64; 9] {
                [$(self.$count),+]
            }
        }

        impl AddAssign for Counts {
            fn add_assign(&mut self, more: Counts) {
                $(self.$count += more.$count;)+
            }
        }
    };
}

counts! {
    /// Sequences of moves of exactly this length. Resignations are not counted.
    nodes,
    /// The number of sequences that end in a play.
    plays,
    /// The number that end in a pass.
    pass_leaves,
    /// The number that end in a play that takes opposing stones.
    capturing_plays,
    /// The number of opposing stones taken by the last plays.
    stones_captured,
    /// The number that end in a suicide.
    suicide_plays,
    /// The number of points where a play is illegal as suicide at the last ply.
    rejected_suicide,
    /// The number of points where a play is illegal for ko or superko at the last ply.
    rejected_ko,
    /// The number that end the game with a pass.
    ended_leaves,
}

/// A game whose moves can be counted. Both referees implement it.
pub trait Countable: Playable {
    /// Counts the plays of the side to play. `nodes`, `pass_leaves` and `ended_leaves` stay 0.
    fn plays(&self) -> Counts;

    /// True if a pass would end the game.
    fn ends_with_a_pass(&self) -> bool {
        let mut next = self.clone();
        next.play(Move::pass(self.to_play())).is_ok() && next.is_over()
    }
}

/// Counts the sequences of moves that can follow, for every length from 1 to `depth`: the first element is for one
/// move, the last for `depth`. Takes memory linear in `depth`.
///
/// ```
/// use gokata::perft::{Passes, perft};
/// use gokata::{BoardRecord, FastGame, Size};
///
/// let empty = BoardRecord::new(Size::square(9)?);
/// let nodes = |passes| perft(&empty, 2, passes).iter().map(|counts| counts.nodes).collect::<Vec<_>>();
/// assert_eq!(nodes(Passes::LeftOut), [81, 81 * 80]);
/// assert_eq!(nodes(Passes::Counted), [82, 82 + 81 * 81]);
///
/// let fast = FastGame::new(Size::square(9)?);
/// assert_eq!(perft(&fast, 2, Passes::Counted), perft(&empty, 2, Passes::Counted));
/// # Ok::<(), gokata::SizeError>(())
/// ```
pub fn perft<G: Countable>(game: &G, depth: usize, passes: Passes) -> Vec<Counts> {
    let mut levels = vec![Counts::default(); depth];
    let mut games = vec![game.clone(); depth];
    walk(game, passes, &mut levels, &mut games);
    levels
}

/// Returns the game after each move: plays in reading order, then the pass.
pub fn children<G: Countable>(game: &G, passes: Passes) -> impl Iterator<Item = G> {
    moves(game, passes).filter_map(|mv| {
        let mut next = game.clone();
        next.play(mv).ok().map(|()| next)
    })
}

fn moves<G: Countable>(game: &G, passes: Passes) -> impl Iterator<Item = Move> {
    game.legal_moves().filter(move |mv| match mv.action {
        Action::Play(_) => true,
        Action::Pass => passes == Passes::Counted,
        Action::Resign => false,
    })
}

/// Counts the moves of one ply for each element of `levels`, beginning with this game. Each level plays on its own game
/// in `games`, whose memory is reused.
fn walk<G: Countable>(game: &G, passes: Passes, levels: &mut [Counts], games: &mut [G]) {
    let (Some((counts, deeper)), Some((next, games))) =
        (levels.split_first_mut(), games.split_first_mut())
    else {
        return;
    };
    if game.is_over() {
        return;
    }
    let mut ply = game.plays();
    if passes == Passes::Counted {
        ply.pass_leaves = 1;
        ply.ended_leaves = u64::from(game.ends_with_a_pass());
    }
    ply.nodes = ply.plays + ply.pass_leaves;
    *counts += ply;
    if !deeper.is_empty() {
        for mv in moves(game, passes) {
            next.clone_from(game);
            if next.play(mv).is_ok() {
                walk(next, passes, deeper, games);
            }
        }
    }
}

impl Countable for BoardRecord {
    fn plays(&self) -> Counts {
        let mut counts = Counts::default();
        for point in self.size().points() {
            match verdict(Move::play(self.to_play(), point), self) {
                Ok(Some(placement)) => {
                    counts.plays += 1;
                    counts.capturing_plays += u64::from(!placement.captured().is_empty());
                    counts.stones_captured += placement.captured().len() as u64;
                    counts.suicide_plays += u64::from(!placement.self_captured().is_empty());
                }
                Err(IllegalMove::Suicide) => counts.rejected_suicide += 1,
                Err(IllegalMove::Ko | IllegalMove::Superko) => counts.rejected_ko += 1,
                Ok(None) | Err(_) => {}
            }
        }
        counts
    }
}

impl Countable for FastGame {
    fn plays(&self) -> Counts {
        let mut counts = Counts::default();
        let plain = self.each_play(|verdict| match verdict {
            Ok(taken) => {
                counts.plays += 1;
                counts.capturing_plays += u64::from(taken.captured > 0);
                counts.stones_captured += u64::from(taken.captured);
                counts.suicide_plays += u64::from(taken.own > 0);
            }
            Err(IllegalMove::Suicide) => counts.rejected_suicide += 1,
            Err(_) => counts.rejected_ko += 1,
        });
        counts.plays += plain;
        counts
    }

    fn ends_with_a_pass(&self) -> bool {
        FastGame::ends_with_a_pass(self)
    }
}
