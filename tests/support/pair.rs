//! Plays the same game with both referees, and compares all their answers.

use std::collections::BTreeSet;

use gokata::fixture::Both;
use gokata::{
    Action, Answer, BoardRecord, ByColor, Color, FastGame, GameEvent, KoRule, LastPass, Move,
    Point, PointSet, Preset, PureGame, Random, Referee, Rules, Setup, Size, Suicide, legal_moves,
};
use pretty_assertions::assert_eq;

const NAMES: [&str; 2] = ["pure", "fast"];

/// The same game in both referees. Every call goes to both; a difference panics with a fixture that reproduces it.
pub(crate) struct Pair(Both<PureGame, FastGame>);

impl Pair {
    pub(crate) fn new(size: Size, rules: Rules) -> Pair {
        let both = Both::new(PureGame::new(size), FastGame::new(size), NAMES);
        let mut pair = Pair(both);
        pair.start(&Setup::new(size, Color::Black), rules);
        pair
    }

    pub(crate) fn of_games(pure: BoardRecord, fast: FastGame) -> Pair {
        Pair(Both::of_games(pure.into(), fast, NAMES))
    }

    pub(crate) fn pure(&self) -> &BoardRecord {
        self.0.first().record()
    }

    pub(crate) fn fast(&self) -> &FastGame {
        self.0.second()
    }

    fn start(&mut self, setup: &Setup, rules: Rules) {
        assert_eq!(self.0.start(setup, rules), Ok(()));
        self.agree();
    }

    /// Panics if any call so far has shown a difference.
    fn agree(&self) {
        if let Some(disagreement) = self.0.disagreements().first() {
            panic!("{disagreement}");
        }
    }

    /// Compares the legal moves, the verdicts on some other moves, and the state of the game. Returns the legal moves.
    pub(crate) fn compare(&self) -> Vec<Move> {
        let (pure, fast) = (self.pure(), self.fast());
        let side = pure.to_play();
        let moves = legal_moves(pure);
        assert_eq!(fast.legal_moves(), moves, "{pure:?}");
        let others = [
            Move::pass(side),
            Move::resign(!side),
            Move::play(!side, (0, 0)),
            Move::play(side, (-1, 0)),
        ];
        for mv in others {
            let _ = self.0.judge(mv);
        }
        self.agree();
        let legal = fast.legal_points();
        assert_eq!(legal.len(), legal.iter().count());
        assert_eq!(legal.is_empty(), legal.iter().next().is_none());
        assert_eq!(fast.is_over(), pure.is_over());
        assert_eq!(fast.turns(), pure.turns());
        assert_eq!(fast.rules(), pure.rules());
        for color in Color::BOTH {
            assert_eq!(fast.prisoners(color), pure.prisoners(color), "{pure:?}");
        }
        moves
    }

    /// Compares chains, liberties, eyes and area, and recomputes the key.
    pub(crate) fn compare_boards(&self) {
        let (board, fast) = (self.pure().board(), self.fast());
        let points = || board.size().points();
        let same = |set: PointSet, expected: Vec<Point>| {
            assert_eq!(set.list(), expected, "{board:?}");
        };
        for point in points() {
            let chain = board.chain(point);
            assert_eq!(fast.chain(point), chain);
            let liberties = chain.map_or_else(Vec::new, |chain| chain.liberties.list());
            assert_eq!(fast.liberties(point).len(), liberties.len());
            same(fast.liberties(point), liberties);
        }
        for color in Color::BOTH {
            let is_eye = |point: &Point| board.is_eye(*point, color);
            same(fast.eyes(color), points().filter(is_eye).collect());
            let is_light = |point: &Point| is_light_eye(self.pure(), *point, color);
            same(fast.light_eyes(color), points().filter(is_light).collect());
            let is_stone = |point: &Point| board.stone_at(*point) == Some(color);
            same(fast.stones_of(color), points().filter(is_stone).collect());
        }
        assert_eq!(fast.area(), area(self.pure()), "{board:?}");
        assert!(
            board
                .points()
                .eq(points().map(|point| fast.stone_at(point)))
        );
        let again = BoardRecord::try_from(&self.pure().setup()).unwrap();
        assert_eq!(again.board(), board);
        let again = FastGame::try_from(&self.pure().setup()).unwrap();
        assert_eq!(fast.key(), again.key(), "{board:?}");
        // Only the empty board has the key 0.
        let stones = Color::BOTH.map(|color| fast.stones_of(color).len());
        assert_eq!(fast.key() == 0, stones == [0, 0]);
        assert_eq!(Setup::from(fast), self.pure().setup());
    }

    /// Converts each referee's game, with its past, to the other's, and compares the results with the originals.
    pub(crate) fn exchanged(&self) -> Pair {
        let (pure, fast) = (BoardRecord::from(self.fast()), FastGame::from(self.pure()));
        assert_eq!(&pure, self.pure());
        assert_eq!(self.fast().moves(), self.pure().moves());
        let crosswise = [
            (self.pure().clone(), fast.clone()),
            (pure.clone(), self.fast().clone()),
        ];
        for (pure, fast) in crosswise {
            let pair = Pair::of_games(pure, fast);
            pair.compare();
            pair.compare_boards();
            assert_eq!(pair.fast().moves(), pair.pure().moves());
        }
        let situations = [self.pure(), &pure].map(|record| record.situations().collect::<Vec<_>>());
        assert_eq!(situations[0], situations[1]);
        Pair::of_games(pure, fast)
    }

    pub(crate) fn make(&mut self, mv: Move) {
        let _ = self.0.play(mv);
        self.agree();
    }

    fn apply(&mut self, event: GameEvent) {
        let _ = self.0.follow(event);
    }

    pub(crate) fn under(&mut self, rules: Rules) {
        assert_eq!(self.0.under(rules), Ok(()));
        self.agree();
    }

    /// Makes a random move, mostly a play; sometimes resumes play, hands the turn over or changes the rules.
    pub(crate) fn go_on(&mut self, moves: &[Move], spare_eyes: bool, random: &mut Random) {
        let side = self.pure().to_play();
        // In a game that is over, makes no moves.
        match random.below(if self.pure().is_over() { 3 } else { 60 }) {
            0 => self.apply(GameEvent::HandTurn(Color::BOTH[random.below(2)])),
            1 => {
                let sides = [side, Color::Black, Color::White];
                self.apply(GameEvent::Resume(sides[random.below(3)]));
            }
            2 => self.under(some_rules(random)),
            3 => self.make(Move::pass(side)),
            _ => {
                let fits = |mv: &Move| match mv.action {
                    Action::Play(point) => !spare_eyes || !self.pure().board().is_eye(point, side),
                    Action::Pass | Action::Resign => false,
                };
                let plays: Vec<Move> = moves.iter().copied().filter(fits).collect();
                let none = if random.below(20) == 0 {
                    Move::resign(side)
                } else {
                    Move::pass(side)
                };
                self.make(*plays.get(random.below(plays.len())).unwrap_or(&none));
            }
        }
        self.agree();
    }
}

pub(crate) fn some_rules(random: &mut Random) -> Rules {
    Preset::Kata
        .rules()
        .with_ko(KoRule::ALL[random.below(KoRule::ALL.len())])
        .with_suicide(Suicide::ALL[random.below(Suicide::ALL.len())])
        .with_button(random.below(4) == 0)
        .with_pass_stones(random.below(4) == 0)
        .with_last_pass(LastPass::ALL[random.below(2)])
}

/// True if the point is an eye for light playouts; looks at each neighbor and diagonal.
fn is_light_eye(record: &BoardRecord, point: Point, color: Color) -> bool {
    let (board, size) = (record.board(), record.size());
    let enemies = size.diagonals(point);
    let enemies = enemies.filter(|corner| board.stone_at(*corner) == Some(!color));
    let edge = usize::from(size.diagonals(point).count() < 4);
    let mut beside = size.neighbors(point);
    board.stone_at(point).is_none()
        && beside.all(|beside| board.stone_at(beside) == Some(color))
        && enemies.count() + edge < 2
}

/// Counts each color's stones and the empty points that are connected only to that color.
fn area(record: &BoardRecord) -> ByColor<usize> {
    let (board, size) = (record.board(), record.size());
    let [black, white] = Color::BOTH.map(|color| {
        let stones = size
            .points()
            .filter(|point| board.stone_at(*point) == Some(color));
        let (mut reached, mut next) = (BTreeSet::new(), stones.collect::<Vec<Point>>());
        while let Some(here) = next.pop() {
            if reached.insert(here) {
                let beside = size.neighbors(here);
                next.extend(beside.filter(|beside| board.stone_at(*beside).is_none()));
            }
        }
        reached
    });
    ByColor::new(&black - &white, &white - &black).map(|alone| alone.len())
}

pub(crate) fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// Plays a random game, from an empty board or from a position without its past. Returns the number of moves.
pub(crate) fn random_game(seed: u64) -> u64 {
    let mut random = Random::new(seed);
    // Repetitions and suicides are most frequent on small boards.
    let most = [3, 4, 5, 9, 13, 19, 25][random.below(7)];
    let shape = match random.below(4) {
        0 => size(most, most),
        _ => size(1 + random.below(most), 1 + random.below(most)),
    };
    let spare_eyes = random.below(2) == 0;
    let mut pair = Pair::new(shape, some_rules(&mut random));
    let turns = 4 * shape.point_count() + 20;
    let mut made = 0;
    for turn in 0..turns {
        let moves = pair.compare();
        if turn % 64 == 63 || turn % 16 == 15 && shape.point_count() < 30 {
            pair.compare_boards();
        }
        if random.below(4 * turns) == 0 {
            pair.start(&pair.pure().setup(), pair.pure().rules());
        }
        if random.below(4 * turns) == 0 {
            pair = pair.exchanged();
        }
        if pair.pure().resigned().is_some() {
            break;
        }
        let before = pair.pure().turns();
        pair.go_on(&moves, spare_eyes, &mut random);
        made += u64::from(pair.pure().turns() > before);
    }
    pair.compare_boards();
    let other = pair.exchanged();
    other.compare();
    made
}

/// Plays a short game on a tiny board under a superko rule. Many passes, turns handed over and resumptions make the
/// same pairs of board and side to play occur again.
pub(crate) fn passing_game(seed: u64) {
    let mut random = Random::new(seed);
    let shape = size(1 + random.below(3), 1 + random.below(3));
    let rules = some_rules(&mut random).with_ko(KoRule::ALL[1 + random.below(3)]);
    let mut pair = Pair::new(shape, rules);
    for _ in 0..60 {
        let moves = pair.compare();
        let side = pair.pure().to_play();
        let other = Color::BOTH[random.below(2)];
        match random.below(6) {
            _ if pair.pure().is_over() => {
                assert_eq!(pair.0.follow(GameEvent::Resume(other)), Answer::Legal);
            }
            0 | 1 => pair.make(Move::pass(side)),
            2 => {
                pair.apply(GameEvent::HandTurn(other));
            }
            _ => pair.make(moves[random.below(moves.len() - 1)]),
        }
    }
    pair.exchanged();
}

/// Compares the legal moves on the board with this number in base 3, for both colors and each suicide rule.
/// Returns false if both referees reject the board.
pub(crate) fn small_board(shape: Size, number: u64) -> bool {
    let stone = |(nth, point)| match number / 3u64.pow(nth) % 3 {
        1 => Some((point, Color::Black)),
        2 => Some((point, Color::White)),
        _ => None,
    };
    let stones: Vec<(Point, Color)> = (0..).zip(shape.points()).filter_map(stone).collect();
    for to_play in Color::BOTH {
        let setup = Setup {
            size: shape,
            stones: stones.clone(),
            to_play,
        };
        let (pure, fast) = (BoardRecord::try_from(&setup), FastGame::try_from(&setup));
        let (Ok(pure), Ok(fast)) = (&pure, &fast) else {
            assert_eq!(fast.err(), pure.err());
            return false;
        };
        for suicide in Suicide::ALL {
            let rules = Rules::default().with_suicide(*suicide);
            let expected = legal_moves(&pure.with_rules(rules));
            let found = fast.clone().with_rules(rules).legal_moves();
            assert_eq!(found, expected, "{pure:?}");
        }
    }
    true
}
