//! Perft: counts the sequences of moves that can follow a position, by length. Two referees with the same rules find
//! the same counts.

use std::ops::AddAssign;

use crate::basics::{IllegalMove, Move};
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
        #[non_exhaustive]
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

/// Counts the sequences of moves that can follow, for every length from 1 to `depth`: the first element is for one
/// move, the last for `depth`. Takes memory linear in `depth`.
///
/// ```
/// use gokata::perft::{Passes, perft};
/// use gokata::{FastGame, PureGame, Size};
///
/// let empty = PureGame::new(Size::square(9)?);
/// let nodes = |passes| perft(&empty, 2, passes).iter().map(|counts| counts.nodes).collect::<Vec<_>>();
/// assert_eq!(nodes(Passes::LeftOut), [81, 81 * 80]);
/// assert_eq!(nodes(Passes::Counted), [82, 82 + 81 * 81]);
///
/// let fast = FastGame::new(Size::square(9)?);
/// assert_eq!(perft(&fast, 2, Passes::Counted), perft(&empty, 2, Passes::Counted));
/// # Ok::<(), gokata::SizeError>(())
/// ```
pub fn perft<G: Playable + Clone>(game: &G, depth: usize, passes: Passes) -> Vec<Counts> {
    let mut levels = vec![Counts::default(); depth];
    let mut games = vec![game.clone(); depth];
    walk(game, passes, &mut levels, &mut games);
    levels
}

/// Returns the game after each move: plays in reading order, then the pass.
pub fn children<G: Playable + Clone>(game: &G, passes: Passes) -> impl Iterator<Item = G> {
    moves(game, passes).filter_map(|mv| {
        let mut next = game.clone();
        next.make(mv).ok().map(|()| next)
    })
}

fn moves<G: Playable>(game: &G, passes: Passes) -> impl Iterator<Item = Move> + use<G> {
    let side = game.to_play();
    let pass = (passes == Passes::Counted && !game.is_over()).then_some(Move::pass(side));
    let plays = game.legal_points().iter();
    plays.map(move |point| Move::play(side, point)).chain(pass)
}

/// Counts the plays of the side to play. `nodes`, `pass_leaves` and `ended_leaves` stay 0.
fn plays<G: Playable>(game: &G) -> Counts {
    let mut counts = Counts::default();
    let plain = game.each_play(|play| match play {
        Ok([captured, own]) => {
            counts.plays += 1;
            counts.capturing_plays += u64::from(captured > 0);
            counts.stones_captured += u64::from(captured);
            counts.suicide_plays += u64::from(own > 0);
        }
        Err(IllegalMove::Suicide) => counts.rejected_suicide += 1,
        Err(IllegalMove::Ko | IllegalMove::Superko) => counts.rejected_ko += 1,
        Err(_) => {}
    });
    counts.plays += plain;
    counts
}

/// Counts the moves of one ply for each element of `levels`, beginning with this game. Each level plays on its own game
/// in `games`, whose memory is reused.
fn walk<G: Playable + Clone>(game: &G, passes: Passes, levels: &mut [Counts], games: &mut [G]) {
    let (Some((counts, deeper)), Some((next, games))) =
        (levels.split_first_mut(), games.split_first_mut())
    else {
        return;
    };
    if game.is_over() {
        return;
    }
    let mut ply = plays(game);
    if passes == Passes::Counted {
        ply.pass_leaves = 1;
        ply.ended_leaves = u64::from(game.ends_with_a_pass());
    }
    ply.nodes = ply.plays + ply.pass_leaves;
    *counts += ply;
    if !deeper.is_empty() {
        for mv in moves(game, passes) {
            next.clone_from(game);
            if next.make(mv).is_ok() {
                walk(next, passes, deeper, games);
            }
        }
    }
}
