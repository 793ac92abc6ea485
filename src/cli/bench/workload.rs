//! The work on which referees are timed, without the timing.
//!
//! - **W1**: light playouts from the empty board.
//! - **W2**: all legal points of positions in the middle of random games.
//! - **W3**: replays of those games, each move checked.

use std::hint::black_box;

use gokata::{
    BoardRecord, Color, FastGame, KoRule, Move, Point, PointSet, Random, Rules, Size,
    is_legal_move, legal_moves, play_move,
};

/// Random games. Each move is drawn from those that are legal under positional superko and fill no light eye (see
/// [`is_light_eye`]), until two passes or three moves per point.
pub(crate) struct Games {
    pub(crate) size: Size,
    pub(crate) games: Vec<Vec<Move>>,
}

impl Games {
    pub(crate) fn random(size: Size, count: u64) -> Games {
        let games = (0..count).map(|seed| random_game(size, seed)).collect();
        Games { size, games }
    }

    pub(crate) fn moves(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }

    /// Returns the first `plies` moves of each game. Skips shorter games.
    pub(crate) fn openings(&self, plies: usize) -> impl Iterator<Item = &[Move]> {
        self.games.iter().filter_map(move |game| game.get(..plies))
    }
}

fn random_game(size: Size, seed: u64) -> Vec<Move> {
    let mut random = Random::new(seed);
    let mut game = FastGame::new(size).with_rules(superko());
    while !game.is_over() && game.turns() < 3 * size.area() {
        let side = game.to_play();
        let plays = game.legal_points().without(&game.light_eyes(side));
        let drawn = plays.nth(random.below(plays.len()));
        let mv = drawn.map_or(Move::pass(side), |point| Move::play(side, point));
        if game.play(mv).is_err() {
            break;
        }
    }
    game.moves()
}

pub(crate) fn superko() -> Rules {
    Rules {
        ko: KoRule::Positional,
        ..Rules::default()
    }
}

/// A referee to time.
pub(crate) trait Worker {
    type Game;

    /// The legal points or moves of a position.
    type Legal;

    /// Plays these moves and checks each of them.
    fn replay(size: Size, rules: Rules, moves: &[Move]) -> Self::Game;

    fn legal(game: &Self::Game) -> Self::Legal;

    fn count(legal: &Self::Legal) -> usize;

    /// Plays `count` light playouts from the empty board. Returns the number of plies.
    fn playouts(size: Size, count: usize, random: &mut Random) -> usize;

    /// Returns the mean length of `count` playouts, the same on every machine.
    #[allow(clippy::cast_precision_loss)] // about a million plies, printed with one decimal
    fn length(size: Size, count: usize) -> f64 {
        Self::playouts(size, count, &mut Random::new(1)) as f64 / count as f64
    }

    /// Returns the positions of the games after `plies` moves. Skips shorter games.
    fn positions(games: &Games, plies: usize, rules: Rules) -> Vec<Self::Game> {
        let openings = games.openings(plies);
        openings
            .map(|moves| Self::replay(games.size, rules, moves))
            .collect()
    }
}

/// Finds the legal points of each position. Returns the number of positions.
pub(crate) fn ask_all<W: Worker>(games: &[W::Game]) -> usize {
    for game in games {
        drop(black_box(W::legal(game)));
    }
    games.len()
}

/// Returns the number of legal points of all positions.
pub(crate) fn count_all<W: Worker>(games: &[W::Game]) -> usize {
    games.iter().map(|game| W::count(&W::legal(game))).sum()
}

pub(crate) struct Fast;

impl Worker for Fast {
    type Game = FastGame;
    type Legal = PointSet;

    fn replay(size: Size, rules: Rules, moves: &[Move]) -> FastGame {
        let mut game = FastGame::new(size).with_rules(rules);
        // An illegal move stops the replay; the caller detects it by the number of turns.
        let _ = game.play_all(moves.iter().copied());
        game
    }

    fn legal(game: &FastGame) -> PointSet {
        game.legal_points()
    }

    fn count(legal: &PointSet) -> usize {
        legal.len()
    }

    fn playouts(size: Size, count: usize, random: &mut Random) -> usize {
        let game = FastGame::new(size);
        (0..count).map(|_| game.playout(random).plies).sum()
    }
}

pub(crate) struct Pure;

impl Worker for Pure {
    type Game = BoardRecord;
    type Legal = Vec<Move>;

    fn replay(size: Size, rules: Rules, moves: &[Move]) -> BoardRecord {
        let empty = BoardRecord::new(size).with_rules(rules);
        moves.iter().fold(empty, |record, mv| {
            play_move(*mv, &record).unwrap_or(record)
        })
    }

    fn legal(record: &BoardRecord) -> Vec<Move> {
        legal_moves(record)
    }

    /// Subtracts the pass and the resignation in the list.
    fn count(legal: &Vec<Move>) -> usize {
        legal.len().saturating_sub(2)
    }

    fn playouts(size: Size, count: usize, random: &mut Random) -> usize {
        let empty = BoardRecord::new(size);
        let mut plies = 0;
        for _ in 0..count {
            let mut record = empty.clone();
            playout(size, random, |attempt| {
                let side = record.to_play();
                let Attempt::Play(point) = attempt else {
                    record = play_move(Move::pass(side), &record).unwrap_or(record.clone());
                    return Answer::Made;
                };
                let eye = is_light_eye(size, point, |point| record.board().stone_at(point), side);
                let mv = Move::play(side, point);
                if eye || !is_legal_move(mv, &record) {
                    return Answer::Refused;
                }
                let held = record.prisoners(side);
                record = play_move(mv, &record).unwrap_or(record.clone());
                if record.prisoners(side) == held {
                    return Answer::Made;
                }
                let empty = |point: &Point| record.board().stone_at(*point).is_none();
                Answer::Captured(size.points().filter(empty).collect())
            });
            plies += record.turns();
        }
        plies
    }
}

/// The next move that a playout tries.
pub(crate) enum Attempt {
    Play(Point),
    Pass,
}

/// The referee's answer to an [`Attempt`]. `Captured` lists all points that are empty after the capture.
pub(crate) enum Answer {
    Refused,
    Made,
    Captured(Vec<Point>),
}

/// Plays a light playout with a referee that has no playout function: each move is the first point drawn from the empty
/// points that `attempt` accepts, else a pass.
pub(crate) fn playout(size: Size, random: &mut Random, mut attempt: impl FnMut(Attempt) -> Answer) {
    let mut empty: Vec<Point> = size.points().collect();
    let (mut plies, mut passes) = (0, 0);
    while passes < 2 && plies < 3 * size.area() {
        plies += 1;
        let mut left = empty.len();
        loop {
            if left == 0 {
                attempt(Attempt::Pass);
                passes += 1;
                break;
            }
            let drawn = random.below(left);
            match attempt(Attempt::Play(empty[drawn])) {
                Answer::Refused => {
                    left -= 1;
                    empty.swap(drawn, left);
                    continue;
                }
                Answer::Made => {
                    empty.swap_remove(drawn);
                }
                Answer::Captured(now) => empty = now,
            }
            passes = 0;
            break;
        }
    }
}

/// True if all neighbors of a point are stones of `color`, and fewer than two of its diagonals are enemy stones; the
/// edge of the board counts as one enemy stone. For referees without `light_eyes`.
pub(crate) fn is_light_eye(
    size: Size,
    point: Point,
    stone_at: impl Fn(Point) -> Option<Color>,
    color: Color,
) -> bool {
    size.neighbors(point)
        .all(|beside| stone_at(beside) == Some(color))
        && {
            let corners = size.diagonals(point);
            let (mut on_board, mut enemies) = (0, 0);
            for corner in corners {
                on_board += 1;
                enemies += usize::from(stone_at(corner) == Some(!color));
            }
            enemies + usize::from(on_board < 4) < 2
        }
}
