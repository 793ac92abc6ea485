//! For `ending_games.rs`: what happens in a random game between two players.

use gokata::agreement::{Allowed, Command, Suggestion, View};
use gokata::scoring::Mark;
use gokata::{Color, Point, Preset};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// An event in a random game.
#[derive(Debug, Clone)]
pub(crate) enum Happening {
    /// A player refreshes one of their windows.
    Look(Color, usize),
    /// A player refreshes a window and sends a sensible request, which arrives at once.
    Act(Color, usize, Index, Wish),
    /// A player sends a request that depends on what one of their windows shows.
    Ask(Color, usize, Wish, Twist),
    /// A message arrives; it may arrive again; its answer may be lost.
    Arrive {
        which: Index,
        stays: bool,
        answered: bool,
    },
    /// A message is lost.
    Lose(Index),
    /// A player sends the same command again, as a new request.
    Again(Index),
    /// The server is restarted.
    Restart,
}

#[derive(Debug, Clone)]
pub(crate) enum Wish {
    Play(Index),
    Pass,
    AskTakeBack,
    GrantTakeBack,
    Mark(Index, Mark),
    /// The marks and the seki of a suggestion are the stones of up to three points.
    Suggest([Index; 3]),
    Done,
    Undone,
    Resume,
    Resign,
    Claim(u64),
    Void,
}

/// How a request differs from what the player's window shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Twist {
    None,
    NumberTooLow,
    NumberTooHigh,
    /// Another board, or a point off it.
    Nonsense,
}

#[derive(Debug, Clone)]
pub(crate) struct Talk {
    pub(crate) board: &'static str,
    pub(crate) preset: Preset,
    pub(crate) claims: bool,
    pub(crate) happenings: Vec<Happening>,
}

const BOARDS: [&str; 4] = [
    "x\n---\n---\n---\n",
    "o\n-x-xo-o-\nxxxxoooo\n--xxoo--\n-o-xo-x-\n",
    "x\n-x-o-\n-xxo-\nox-ox\n",
    "x\nx-o\n",
];

pub(crate) fn talk() -> impl Strategy<Value = Talk> {
    let presets = [
        Preset::Japanese,
        Preset::Japanese,
        Preset::Aga,
        Preset::AgaButton,
        Preset::NewZealand,
        Preset::TrompTaylor,
    ];
    let parts = (
        select(BOARDS.to_vec()),
        select(presets.to_vec()),
        any::<bool>(),
        prop::collection::vec(happening(), 0..120),
    );
    parts.prop_map(|(board, preset, claims, happenings)| Talk {
        board,
        preset,
        claims,
        happenings,
    })
}

fn happening() -> impl Strategy<Value = Happening> {
    let color = || select(Color::BOTH.to_vec());
    let arrive = (
        any::<Index>(),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.8),
    );
    prop_oneof![
        4 => (color(), 0..2usize).prop_map(|(color, window)| Happening::Look(color, window)),
        16 => (color(), 0..2usize, any::<Index>(), wish()).prop_map(|(color, window, which, wish)| Happening::Act(color, window, which, wish)),
        8 => (color(), 0..2usize, wish(), twist()).prop_map(|(color, window, wish, twist)| Happening::Ask(color, window, wish, twist)),
        8 => arrive.prop_map(|(which, stays, answered)| Happening::Arrive { which, stays, answered }),
        1 => any::<Index>().prop_map(Happening::Lose),
        1 => any::<Index>().prop_map(Happening::Again),
        1 => Just(Happening::Restart),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    let marks = vec![
        Mark::Dead,
        Mark::Dead,
        Mark::Alive,
        Mark::Neutral,
        Mark::Counted,
    ];
    prop_oneof![
        20 => any::<Index>().prop_map(Wish::Play),
        60 => Just(Wish::Pass),
        6 => Just(Wish::AskTakeBack),
        6 => Just(Wish::GrantTakeBack),
        50 => (any::<Index>(), select(marks)).prop_map(|(point, mark)| Wish::Mark(point, mark)),
        10 => any::<[Index; 3]>().prop_map(Wish::Suggest),
        60 => Just(Wish::Done),
        10 => Just(Wish::Undone),
        25 => Just(Wish::Resume),
        1 => Just(Wish::Resign),
        30 => (0..200u64).prop_map(Wish::Claim),
        4 => Just(Wish::Void),
    ]
}

fn twist() -> impl Strategy<Value = Twist> {
    prop_oneof![
        20 => Just(Twist::None),
        3 => Just(Twist::NumberTooLow),
        3 => Just(Twist::NumberTooHigh),
        3 => Just(Twist::Nonsense),
    ]
}

pub(crate) fn command(wish: &Wish, twist: Twist, seen: &View) -> Command {
    let number = match twist {
        Twist::NumberTooLow => seen.scoring_number.saturating_sub(1),
        Twist::NumberTooHigh => seen.scoring_number + 1,
        Twist::None | Twist::Nonsense => seen.scoring_number,
    };
    let move_no = match twist {
        Twist::NumberTooLow => seen.move_no.saturating_sub(1),
        Twist::NumberTooHigh => usize::MAX,
        Twist::None | Twist::Nonsense => seen.move_no,
    };
    let seq = || match twist {
        Twist::NumberTooLow => seen.seq - 1,
        Twist::NumberTooHigh => seen.seq + 1,
        Twist::None | Twist::Nonsense => seen.seq,
    };
    let point = |index: &Index| match twist {
        Twist::Nonsense => Point::from((i32::MAX, -1)),
        _ => *index.get(&seen.size.points().collect::<Vec<_>>()),
    };
    match wish {
        Wish::Play(index) => Command::Play {
            point: point(index),
            move_no,
            taken_back: seen.taken_back,
        },
        Wish::Pass => Command::Pass {
            move_no,
            taken_back: seen.taken_back,
        },
        Wish::AskTakeBack => Command::AskTakeBack { seq: seq() },
        Wish::GrantTakeBack => Command::GrantTakeBack { ask: seq() },
        Wish::Mark(index, mark) => Command::Mark {
            point: point(index),
            mark: *mark,
            base: number,
        },
        Wish::Suggest(indices) => {
            let stones = seen.size.points().zip(seen.board.chars());
            let stones = stones.filter(|(_, letter)| "bBwW".contains(*letter));
            let stones: Vec<Point> = stones.map(|(point, _)| point).collect();
            let chosen = indices.iter().map(|index| match twist {
                Twist::None if !stones.is_empty() => *index.get(&stones),
                _ => point(index),
            });
            let [dead, seki, open] = [0, 1, 2].map(|at| chosen.clone().skip(at).take(1).collect());
            Command::Suggest {
                suggestion: Suggestion {
                    dead,
                    seki,
                    open,
                    ..Suggestion::default()
                },
                number,
            }
        }
        Wish::Done => Command::Done {
            number,
            retracted: seen.retracted,
            board: match twist {
                Twist::Nonsense => seen.board.to_uppercase() + "é",
                _ => seen.board.clone(),
            },
        },
        Wish::Undone => Command::Undone {
            approval: match (twist, seen.approval) {
                (Twist::NumberTooLow, _) | (_, None) => seen.seq.saturating_sub(2),
                (Twist::NumberTooHigh, _) => u64::MAX,
                (_, Some(approval)) => approval,
            },
        },
        Wish::Resume => Command::Resume { number },
        Wish::Resign => Command::Resign,
        Wish::Claim(silent_for) => Command::Claim {
            number,
            silent_for: *silent_for,
            reminders: u32::MAX,
        },
        Wish::Void => Command::Void { seq: seq() },
    }
}

/// Returns an allowed wish, except resigning or offering to void the game. Returns `wish` if nothing else is allowed.
pub(crate) fn sensible(seen: &View, which: Index, wish: &Wish) -> Wish {
    let ends = [Allowed::Resign, Allowed::OfferVoid];
    let mut allowed = seen.allowed.clone();
    allowed.retain(|what| !ends.contains(what));
    if allowed.is_empty() {
        return wish.clone();
    }
    match which.get(&allowed) {
        Allowed::Play => Wish::Play(which),
        Allowed::Pass => Wish::Pass,
        Allowed::AskTakeBack => Wish::AskTakeBack,
        Allowed::GrantTakeBack => Wish::GrantTakeBack,
        Allowed::MarkStones if matches!(wish, Wish::Suggest(_)) => wish.clone(),
        Allowed::MarkStones => Wish::Mark(which, Mark::Dead),
        Allowed::MarkRegions => Wish::Mark(which, Mark::Neutral),
        Allowed::Done => Wish::Done,
        Allowed::Undone => Wish::Undone,
        Allowed::Resume => Wish::Resume,
        // Seldom too soon.
        Allowed::Claim if matches!(wish, Wish::Resume) => Wish::Claim(0),
        Allowed::Claim => Wish::Claim(u64::MAX),
        Allowed::OfferVoid | Allowed::AcceptVoid => Wish::Void,
        Allowed::Resign => Wish::Resign,
    }
}
