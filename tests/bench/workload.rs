//! The work on which referees are timed, without the timing.
//!
//! - **W1**: light playouts from the empty board.
//! - **W2**: all legal points of positions in the middle of random games.
//! - **W3**: replays of those games, each move checked.
//!
//! And a piece of work without a referee, as a measure of the machine.

use std::hint::black_box;

use gokata::{
    Action, Batch, BoardRecord, Color, FastGame, KoRule, Move, Point, Random, Rules, Size,
    is_legal_move, legal_moves, play_move,
};

/// Random games. Each move is drawn from those that are legal under positional superko and fill no light eye (see
/// [`Worker::is_light_eye`]), until two passes or three moves per point.
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
}

fn random_game(size: Size, seed: u64) -> Vec<Move> {
    let mut random = Random::new(seed);
    let mut game = FastGame::new(size).with_rules(superko());
    while !game.is_over() && game.turns() < 3 * size.point_count() {
        let side = game.to_play();
        let plays = game.legal_points() - game.light_eyes(side);
        let drawn = plays.nth(random.below(plays.len()));
        let mv = drawn.map_or(Move::pass(side), |point| Move::play(side, point));
        if game.play(mv).is_err() {
            break;
        }
    }
    game.moves()
}

pub(crate) fn superko() -> Rules {
    Rules::default().with_ko(KoRule::Positional)
}

/// Plays all games of a batch from their start. Returns the number of moves.
pub(crate) fn play_all(batch: &mut Batch) -> usize {
    batch.reset_all();
    batch.play_out();
    (0..batch.len()).filter_map(|nth| batch.turns(nth)).sum()
}

/// A game of a referee to time.
pub(crate) trait Worker: Sized {
    fn empty(size: Size, rules: Rules) -> Self;

    fn stone(&self, point: Point) -> Option<Color>;

    fn side(&self) -> Color;

    /// The number of all stones that have been captured.
    fn taken(&self) -> usize;

    fn allows(&self, mv: Move) -> bool;

    /// Checks a move, and plays it if it is legal.
    fn make(&mut self, mv: Move);

    /// Plays a move that the referee allows.
    fn put(&mut self, mv: Move) {
        self.make(mv);
    }

    /// Finds all legal points.
    fn ask(&self);

    /// The legal points in the order of the board.
    fn points(&self) -> Vec<Point>;

    fn empty_points(&self, size: Size) -> Vec<Point> {
        let points = size.points();
        points
            .filter(|point| self.stone(*point).is_none())
            .collect()
    }

    /// Plays these moves and checks each of them.
    fn replay(size: Size, rules: Rules, moves: &[Move]) -> Self {
        let mut game = Self::empty(size, rules);
        // The caller detects an illegal move by the number of turns.
        for mv in moves {
            game.make(*mv);
        }
        game
    }

    /// Returns the positions of the games after `plies` moves. Skips shorter games.
    fn positions(games: &Games, plies: usize, rules: Rules) -> Vec<Self> {
        let openings = games.games.iter().filter_map(|game| game.get(..plies));
        openings
            .map(|moves| Self::replay(games.size, rules, moves))
            .collect()
    }

    /// Plays a light playout, whatever the referee's own way is: each move is the first point drawn from the empty points
    /// that is legal and no light eye, else a pass. Returns the end and the number of plies.
    fn one_playout(size: Size, random: &mut Random) -> (Self, usize) {
        let mut game = Self::empty(size, Rules::default());
        let mut empty: Vec<Point> = size.points().collect();
        let (mut plies, mut passes) = (0, 0);
        while passes < 2 && plies < 3 * size.point_count() {
            plies += 1;
            let (side, taken) = (game.side(), game.taken());
            let mut left = empty.len();
            let drawn = loop {
                if left == 0 {
                    break None;
                }
                let drawn = random.below(left);
                let point = empty[drawn];
                if !game.is_light_eye(size, point, side) && game.allows(Move::play(side, point)) {
                    break Some(drawn);
                }
                left -= 1;
                empty.swap(drawn, left);
            };
            let Some(drawn) = drawn else {
                passes += 1;
                game.put(Move::pass(side));
                continue;
            };
            passes = 0;
            game.put(Move::play(side, empty.swap_remove(drawn)));
            if game.taken() > taken {
                empty = game.empty_points(size);
            }
        }
        (game, plies)
    }

    /// True if all neighbors of a point are stones of `color`, and fewer than two of its diagonals are enemy stones; the
    /// edge of the board counts as one enemy stone.
    fn is_light_eye(&self, size: Size, point: Point, color: Color) -> bool {
        let is = |color: Color| move |beside: &Point| self.stone(*beside) == Some(color);
        size.neighbors(point).all(|beside| is(color)(&beside)) && {
            let at_edge = usize::from(size.diagonals(point).count() < 4);
            size.diagonals(point).filter(is(!color)).count() + at_edge < 2
        }
    }

    /// Plays `count` light playouts from the empty board. Returns the number of plies.
    fn playouts(size: Size, count: usize, random: &mut Random) -> usize {
        let plies = (0..count).map(|_| Self::one_playout(size, random).1);
        plies.sum()
    }

    /// Returns the mean length of `count` playouts, the same on every machine.
    #[allow(clippy::cast_precision_loss)] // about a million plies, printed with one decimal
    fn length(size: Size, count: usize) -> f64 {
        Self::playouts(size, count, &mut Random::new(1)) as f64 / count as f64
    }
}

/// Finds the legal points of as many positions as there are, each drawn anew, so that the processor cannot learn their
/// order. Returns their number.
pub(crate) fn ask_all(games: &[impl Worker], random: &mut Random) -> usize {
    for _ in games {
        games[random.below(games.len())].ask();
    }
    games.len()
}

/// The legal points of each position.
pub(crate) fn all_points(games: &[impl Worker]) -> Vec<Vec<Point>> {
    games.iter().map(Worker::points).collect()
}

/// The stones at the ends of playouts in which all referees draw the same moves.
pub(crate) fn playout_ends<W: Worker>(size: Size, count: u64) -> Vec<Vec<Option<Color>>> {
    let ends = (0..count).map(|seed| W::one_playout(size, &mut Random::new(seed)).0);
    ends.map(|end| size.points().map(|point| end.stone(point)).collect())
        .collect()
}

impl Worker for FastGame {
    fn empty(size: Size, rules: Rules) -> FastGame {
        FastGame::new(size).with_rules(rules)
    }

    fn stone(&self, point: Point) -> Option<Color> {
        self.stone_at(point)
    }

    fn side(&self) -> Color {
        self.to_play()
    }

    fn taken(&self) -> usize {
        Color::BOTH.map(|color| self.prisoners(color)).iter().sum()
    }

    fn allows(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    fn make(&mut self, mv: Move) {
        let _ = self.play(mv);
    }

    fn ask(&self) {
        black_box(self.legal_points());
    }

    fn points(&self) -> Vec<Point> {
        self.legal_points().iter().collect()
    }

    fn playouts(size: Size, count: usize, random: &mut Random) -> usize {
        let game = FastGame::new(size);
        (0..count).map(|_| game.playout(random).plies).sum()
    }
}

impl Worker for BoardRecord {
    fn empty(size: Size, rules: Rules) -> BoardRecord {
        BoardRecord::new(size).with_rules(rules)
    }

    fn stone(&self, point: Point) -> Option<Color> {
        self.board().stone_at(point)
    }

    fn side(&self) -> Color {
        self.to_play()
    }

    fn taken(&self) -> usize {
        Color::BOTH.map(|color| self.prisoners(color)).iter().sum()
    }

    fn allows(&self, mv: Move) -> bool {
        is_legal_move(mv, self)
    }

    fn make(&mut self, mv: Move) {
        if let Ok(next) = play_move(mv, self) {
            *self = next;
        }
    }

    fn ask(&self) {
        black_box(legal_moves(self));
    }

    fn points(&self) -> Vec<Point> {
        let moves = legal_moves(self).into_iter();
        let points = moves.filter_map(|mv| match mv.action {
            Action::Play(point) => Some(point),
            Action::Pass | Action::Resign => None,
        });
        let mut points: Vec<Point> = points.collect();
        points.sort_unstable();
        points
    }
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
