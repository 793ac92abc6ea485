//! The work on which referees are timed, without the timing.
//!
//! - **W1**: light playouts from the empty board.
//! - **W2**: all legal points of positions in the middle of random games.
//! - **W3**: replays of those games, each move checked.
//!
//! And a piece of work without a referee, as a measure of the machine.

use std::hint::black_box;

use gokata::{
    Action, BoardRecord, Color, FastGame, KoRule, Move, Point, PointSet, Random, Rules, Size,
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

    fn stone_at(game: &Self::Game, point: Point) -> Option<Color>;

    /// Plays these moves and checks each of them.
    fn replay(size: Size, rules: Rules, moves: &[Move]) -> Self::Game;

    fn legal(game: &Self::Game) -> Self::Legal;

    /// The legal points in the order of the board.
    fn points(legal: &Self::Legal) -> Vec<Point>;

    /// Plays the playout of these random numbers, each move drawn by [`playout`], whatever the referee's own way is.
    fn one_playout(size: Size, random: &mut Random) -> Self::Game;

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

/// Finds the legal points of each position once, in an order that is drawn anew, so that the processor cannot learn it.
/// Returns the number of positions.
pub(crate) fn ask_all<W: Worker>(games: &[W::Game], random: &mut Random) -> usize {
    let count = games.len();
    let mut step = 1 + random.below(count);
    while greatest_common_divisor(step, count) > 1 {
        step += 1;
    }
    let mut at = random.below(count);
    for _ in 0..count {
        drop(black_box(W::legal(&games[at])));
        at = (at + step) % count;
    }
    count
}

fn greatest_common_divisor(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        greatest_common_divisor(other, one % other)
    }
}

/// The legal points of each position.
pub(crate) fn all_points<W: Worker>(games: &[W::Game]) -> Vec<Vec<Point>> {
    let points = |game| W::points(&W::legal(game));
    games.iter().map(points).collect()
}

/// The stones at the ends of playouts in which all referees draw the same moves.
pub(crate) fn playout_ends<W: Worker>(size: Size, count: u64) -> Vec<Vec<Option<Color>>> {
    let ends = (0..count).map(|seed| W::one_playout(size, &mut Random::new(seed)));
    let stones = |end| size.points().map(move |point| W::stone_at(&end, point));
    ends.map(|end| stones(end).collect()).collect()
}

/// A measure of the machine: counts the liberties of all chains by flood fill on a plain array, as the first version of
/// many a Go program does.
pub(crate) struct FloodFill {
    /// 0 empty, 1 and 2 stones, 3 the border around the board.
    boards: Vec<Vec<u8>>,
    /// The distance of two points in a column.
    width: usize,
}

impl FloodFill {
    pub(crate) fn new(games: &[FastGame]) -> FloodFill {
        let size = games[0].size();
        let width = size.cols() + 2;
        let board = |game: &FastGame| {
            let mut board = vec![3; width * (size.rows() + 2)];
            for (nth, point) in size.points().enumerate() {
                let stone = game.stone_at(point);
                let stone = stone.map_or(0, |color| 1 + color as u8);
                board[(nth / size.cols() + 1) * width + nth % size.cols() + 1] = stone;
            }
            board
        };
        let boards = games.iter().map(board).collect();
        FloodFill { boards, width }
    }

    /// Returns the number of boards.
    pub(crate) fn count_all(&self) -> usize {
        for board in &self.boards {
            black_box(self.liberties(board));
        }
        self.boards.len()
    }

    /// The sum of the liberties of all chains.
    pub(crate) fn liberties(&self, board: &[u8]) -> usize {
        let mut total = 0;
        let mut filled = vec![false; board.len()];
        // The number of the chain that last counted a point.
        let mut counted_by = vec![0; board.len()];
        let mut open = Vec::new();
        for start in 0..board.len() {
            if filled[start] || !matches!(board[start], 1 | 2) {
                continue;
            }
            filled[start] = true;
            open.push(start);
            while let Some(at) = open.pop() {
                for beside in [at - self.width, at - 1, at + 1, at + self.width] {
                    if board[beside] == 0 && counted_by[beside] != start {
                        counted_by[beside] = start;
                        total += 1;
                    } else if board[beside] == board[start] && !filled[beside] {
                        filled[beside] = true;
                        open.push(beside);
                    }
                }
            }
        }
        total
    }
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

    fn stone_at(game: &FastGame, point: Point) -> Option<Color> {
        game.stone_at(point)
    }

    fn legal(game: &FastGame) -> PointSet {
        game.legal_points()
    }

    fn points(legal: &PointSet) -> Vec<Point> {
        legal.iter().collect()
    }

    fn one_playout(size: Size, random: &mut Random) -> FastGame {
        let mut game = FastGame::new(size);
        playout(size, random, |attempt| {
            let side = game.to_play();
            let Attempt::Play(point) = attempt else {
                let _ = game.play(Move::pass(side));
                return Answer::Made;
            };
            let held = game.prisoners(side);
            if game.light_eyes(side).contains(point) || game.play(Move::play(side, point)).is_err()
            {
                return Answer::Refused;
            }
            if game.prisoners(side) == held {
                return Answer::Made;
            }
            Answer::Captured(empty_points::<Fast>(size, &game))
        });
        game
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

    fn stone_at(record: &BoardRecord, point: Point) -> Option<Color> {
        record.board().stone_at(point)
    }

    fn legal(record: &BoardRecord) -> Vec<Move> {
        legal_moves(record)
    }

    fn points(legal: &Vec<Move>) -> Vec<Point> {
        let point = |mv: &Move| match mv.action {
            Action::Play(point) => Some(point),
            Action::Pass | Action::Resign => None,
        };
        let mut points: Vec<Point> = legal.iter().filter_map(point).collect();
        points.sort_unstable();
        points
    }

    fn one_playout(size: Size, random: &mut Random) -> BoardRecord {
        let mut record = BoardRecord::new(size);
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
            Answer::Captured(empty_points::<Pure>(size, &record))
        });
        record
    }

    fn playouts(size: Size, count: usize, random: &mut Random) -> usize {
        let plies = (0..count).map(|_| Pure::one_playout(size, random).turns());
        plies.sum()
    }
}

fn empty_points<W: Worker>(size: Size, game: &W::Game) -> Vec<Point> {
    let empty = |point: &Point| W::stone_at(game, *point).is_none();
    size.points().filter(empty).collect()
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_flood_fill_counts_a_shared_liberty_once_for_each_chain() {
        // Here, because benches compile this module without its tests.
        use super::{BoardRecord, FastGame, FloodFill};
        // One chain; then two stones of different colors with two liberties in common.
        for (board, liberties) in [
            ("x\n-----\n-xx--\n-----\n-----\n-----\n", 6),
            ("x\n-----\n-x---\no----\n-----\n-----\n", 4 + 3),
        ] {
            let record: BoardRecord = board.parse().expect("a board");
            let game = FastGame::try_from(&record.setup()).expect("a legal position");
            let filled = FloodFill::new(&[game]);
            assert_eq!(filled.liberties(&filled.boards[0]), liberties, "{board}");
        }
    }
}
