//! What is found about life and death, held against a solver that shares no code with the finder.

#![allow(clippy::print_stdout)] // `--nocapture` shows what has been checked

use std::collections::BTreeMap;
use std::fs;

use rstest::rstest;

use crate::support::corpus::corpus;
use crate::support::games::cases;
use crate::support::numbers::{all_setups, deep};
use crate::support::proofs::kind;
use crate::support::solver::{Fate, Ground, MOST_POINTS, Question, Stones};
use gokata::scoring::{ChainLife, Finding, Life, Proof, Standing, Status};
use gokata::{
    BoardRecord, Color, Point, PointSet, Preset, Random, Scoring, Setup, Size, Suicide, Symmetry,
};

/// The most positions that the solver may visit for a question.
const MOST: usize = 2_000_000;

/// A board, and its points where fates are solved.
struct Board {
    setup: Setup,
    suicide: Suicide,
    points: Vec<Point>,
    ground: Ground,
}

impl Board {
    fn whole(setup: Setup, suicide: Suicide) -> Board {
        let points: Vec<Point> = setup.size.points().collect();
        Board::part(setup, suicide, points, None)
    }

    /// What the largest chain of a board walls off. It lives if it has two eyes; `None` if it has not.
    fn enclosed(setup: Setup, suicide: Suicide) -> Option<Board> {
        let record = BoardRecord::try_from(&setup).ok()?;
        let chains = setup.stones.iter();
        let chains = chains.filter_map(|(point, _)| record.board().chain(*point));
        let wall = chains.max_by_key(|chain| chain.stones.len())?;
        let size = setup.size;
        let is_eye = |point: &Point| {
            size.neighbors(*point)
                .all(|other| wall.stones.contains(other))
        };
        let eyes = PointSet::new(size, wall.liberties.iter().filter(is_eye));
        let inside = PointSet::all(size) - wall.stones - eyes;
        let is_solved = eyes.len() >= 2 && inside.len() <= MOST_POINTS;
        is_solved.then(|| Board::part(setup, suicide, inside.list(), Some(wall.color)))
    }

    /// Some points of a board. Outside of them is a chain of this color that lives.
    fn part(setup: Setup, suicide: Suicide, points: Vec<Point>, wall: Option<Color>) -> Board {
        let size = setup.size;
        let place = |point| points.iter().position(|other| *other == point);
        let beside = |point: &Point| {
            let inside = size.neighbors(*point).filter_map(place);
            inside.fold(0, |bits, nth| bits | 1 << nth)
        };
        let is_outside = |point: &Point| size.neighbors(*point).any(|other| place(other).is_none());
        let outside = points
            .iter()
            .enumerate()
            .filter(|(_, point)| is_outside(point));
        let outside = outside.fold(0, |bits, (nth, _)| bits | 1 << nth);
        let safe = Color::BOTH.map(|color| if wall == Some(color) { outside } else { 0 });
        let beside: Vec<u32> = points.iter().map(beside).collect();
        let ground = Ground::new(&beside, safe, suicide);
        Board {
            setup,
            suicide,
            points,
            ground,
        }
    }

    fn bits(&self, set: PointSet) -> u32 {
        let points = self.points.iter().enumerate();
        let inside = points.filter(|(_, point)| set.contains(**point));
        inside.fold(0, |bits, (nth, _)| bits | 1 << nth)
    }

    fn stones(&self) -> Stones {
        Color::BOTH.map(|color| {
            let own = self
                .setup
                .stones
                .iter()
                .filter(|(_, other)| *other == color);
            self.bits(PointSet::new(self.setup.size, own.map(|(point, _)| *point)))
        })
    }

    /// What is found; `None` if a chain has no liberty.
    fn life(&self) -> Option<Life> {
        let record = BoardRecord::try_from(&self.setup).ok()?;
        let rules = Preset::TrompTaylor.rules().with_suicide(self.suicide);
        Some(Standing::from(&record.with_rules(rules)).life())
    }

    /// Benson's theorem: what lives unconditionally is what the enemy cannot take by playing alone. Where suicide is allowed,
    /// it may be more in general, but is not on boards as small as these.
    fn check_theorem(&self, life: &Life) {
        for chain in life.chains() {
            let is_found = matches!(chain.finding, Finding::Proven(_, Proof::Eyes(_)));
            let target = self.target(chain).unwrap();
            let stays = !self.ground.falls(self.stones(), target);
            assert_eq!(is_found, stays, "{:?}, {:?}", self.setup, self.suicide);
        }
    }

    /// The stone that stands for a chain; `None` for a wall.
    fn target(&self, chain: &ChainLife) -> Option<u32> {
        let bits = self.bits(chain.stones);
        let is_inside = bits.count_ones() as usize == chain.stones.len();
        is_inside.then_some(bits & bits.wrapping_neg())
    }
}

/// The chains of which something is proven, by kind of proof, and what the solver says about them.
#[derive(Debug, Default)]
struct Tally {
    proven: [usize; 5],
    too_large: usize,
    /// By kind of proof; the smallest boards come first.
    wrong: [Vec<String>; 5],
}

impl Tally {
    fn check(&mut self, board: &Board) -> Option<Life> {
        let life = board.life()?;
        for chain in life.chains() {
            let target = board.target(chain);
            let (Some(target), Finding::Proven(status, proof)) = (target, &chain.finding) else {
                continue;
            };
            let question = match status {
                Status::Dead => Question::DEAD,
                Status::Alive | Status::Seki => Question::ALIVE,
            };
            let kind = kind(proof);
            self.proven[kind] += 1;
            match board.ground.answer(board.stones(), target, question, MOST) {
                Ok(true) => {}
                Ok(false) => self.wrong[kind].push(format!(
                    "{:2} points: {}: {} {status:?} {:?}",
                    board.points.len(),
                    board.setup.to_string().trim().replace('\n', " / "),
                    board.setup.size.vertices(chain.stones.nth(0)),
                    board.suicide
                )),
                Err(_) => self.too_large += 1,
            }
        }
        Some(life)
    }

    /// Prints what has been checked, and fails if something is contradicted, or if the solver leaves out much. Returns the
    /// number of chains with each kind of proof.
    fn judge(mut self) -> [usize; 5] {
        println!("proven {:?}, too large {}", self.proven, self.too_large);
        for (kind, wrong) in self.wrong.iter_mut().enumerate() {
            wrong.sort();
            println!("kind {kind}: {} wrong", wrong.len());
            wrong.iter().take(5).for_each(|text| println!("  {text}"));
        }
        assert!(self.wrong.iter().all(Vec::is_empty));
        let all: usize = self.proven.iter().sum();
        assert!(
            100 * self.too_large <= all,
            "{} of {all} too large",
            self.too_large
        );
        self.proven
    }
}

/// True for one of the boards that differ by a symmetry or the colors.
fn is_first(setup: &Setup) -> bool {
    let key = setup.position_key();
    Symmetry::ALL.iter().all(|symmetry| {
        let other = symmetry.setup(setup);
        let mut exchanged = other.clone();
        for (_, color) in &mut exchanged.stones {
            *color = !*color;
        }
        other.size != setup.size || key <= other.position_key().min(exchanged.position_key())
    })
}

/// Every board of up to 12 points, and the number of chains with each kind of proof: no less is proven than it was.
#[rstest]
#[case("1x5", [12, 0, 4, 9, 0])]
#[case("1x6", [16, 0, 8, 13, 0])]
#[case("2x2", [6, 0, 0, 0, 0])]
#[case("2x3", [46, 21, 14, 12, 0])]
#[ignore = "takes minutes"]
#[case("1x7", [40, 0, 16, 23, 0])]
#[ignore = "takes minutes"]
#[case("1x8", [63, 0, 26, 31, 0])]
#[ignore = "takes minutes"]
#[case("1x9", [131, 0, 52, 55, 0])]
#[ignore = "takes minutes"]
#[case("1x10", [211, 0, 88, 81, 0])]
#[ignore = "takes minutes"]
#[case("1x11", [410, 0, 164, 137, 0])]
#[ignore = "takes minutes"]
#[case("2x4", [227, 96, 240, 294, 24])]
#[ignore = "takes minutes"]
#[case("2x5", [1546, 780, 1594, 1945, 417])]
#[ignore = "takes minutes"]
#[case("3x3", [436, 348, 449, 489, 16])]
fn what_is_proven_holds_on_every_board(#[case] size: Size, #[case] proven: [usize; 5]) {
    let mut tally = Tally::default();
    for setup in all_setups(size).filter(is_first) {
        for suicide in Suicide::ALL {
            let board = Board::whole(setup.clone(), *suicide);
            if let Some(life) = tally.check(&board) {
                board.check_theorem(&life);
            }
        }
    }
    assert_eq!(tally.judge(), proven);
}

/// Random stones on some points: as many of a hundred as these shares, black and white.
fn fill(setup: &mut Setup, points: &[Point], shares: [usize; 2], random: &mut Random) {
    for point in points {
        let number = random.below(100);
        if number < shares[0] {
            setup.stones.push((*point, Color::Black));
        } else if number < shares[0] + shares[1] {
            setup.stones.push((*point, Color::White));
        }
    }
}

#[test]
fn what_is_proven_holds_on_random_boards() {
    let mut random = Random::new(1);
    let mut tally = Tally::default();
    let mut left = if deep() { 20_000 } else { cases() / 20 };
    while left > 0 {
        let [rows, cols] = [1 + random.below(4), 2 + random.below(15)];
        if rows * cols > 16 {
            continue;
        }
        let size = Size::new(rows, cols).unwrap();
        let mut setup = Setup::new(size, Color::Black);
        let share = 25 + random.below(21);
        let points: Vec<Point> = size.points().collect();
        fill(&mut setup, &points, [share, share], &mut random);
        let board = Board::whole(setup, Suicide::ALL[left as usize % 3]);
        if board.ground.is_possible(board.stones()) {
            tally.check(&board);
            left -= 1;
        }
    }
    let proven: usize = tally.judge().iter().sum();
    assert!(proven >= cases() as usize / 100, "{proven}");
}

/// A random area of 6 to 12 points with random stones, in a chain of one color that fills the rest of the board but for two
/// eyes; `None` if that is no chain, or some other chain has no liberty.
fn shape(suicide: Suicide, random: &mut Random) -> Option<Board> {
    let size = Size::new(5 + random.below(4), 5 + random.below(4)).unwrap();
    let all = PointSet::all(size);
    let wanted = 6 + random.below(7);
    let mut any = |set: PointSet| set.nth(random.below(set.len().max(1)));
    let mut inside = PointSet::new(size, any(all));
    while inside.len() < wanted {
        let beside = inside.iter().flat_map(|point| size.neighbors(point));
        let beside = PointSet::new(size, beside) - inside;
        let near = |point: &Point| {
            size.neighbors(*point)
                .filter(|other| inside.contains(*other))
                .count()
        };
        let tried = [any(beside), any(beside)];
        inside |= PointSet::new(size, tried.into_iter().flatten().max_by_key(near));
    }
    let mut wall = all - inside;
    for _ in 0..2 {
        let is_eye = |point: &Point| size.neighbors(*point).all(|other| wall.contains(other));
        let eye = any(PointSet::new(size, wall.iter().filter(is_eye)))?;
        wall -= PointSet::new(size, [eye]);
    }
    let color = Color::BOTH[random.below(2)];
    let mut setup = Setup::new(size, Color::Black);
    setup.stones.extend(wall.iter().map(|point| (point, color)));
    let mut shares = [5 + random.below(25), 35 + random.below(35)];
    if color == Color::White {
        shares.reverse();
    }
    fill(&mut setup, &inside.list(), shares, random);
    Board::enclosed(setup, suicide)
}

fn shapes(number: usize, random: &mut Random) -> impl Iterator<Item = Board> {
    let made = (0..).filter_map(|nth| shape(Suicide::ALL[nth % 3], random));
    made.take(number)
}

#[test]
fn what_is_proven_holds_in_enclosed_shapes() {
    let mut tally = Tally::default();
    let number = cases() as usize / 4;
    for board in shapes(number, &mut Random::new(2)) {
        tally.check(&board);
    }
    let proven: usize = tally.judge().iter().sum();
    assert!(proven >= number, "{proven}");
}

/// The solver agrees with what is published, where it sees all. A ruling says what a ko, without threats, says too.
#[test]
fn the_solver_says_what_is_published() {
    let mut agreed = 0;
    for file in corpus("fixtures/status") {
        let text = fs::read_to_string(&file).unwrap();
        let board: BoardRecord = text.split("\n\n").next().unwrap().parse().unwrap();
        let (size, mut rules) = (board.size(), Preset::Kata.rules());
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let ["rules", name] = words[..] {
                rules = name.parse::<Preset>().unwrap().rules();
            }
            let ["status", status, ref points @ ..] = words[..] else {
                continue;
            };
            let board = if size.point_count() <= MOST_POINTS {
                Board::whole(board.setup(), rules.suicide())
            } else if let Some(board) = Board::enclosed(board.setup(), rules.suicide()) {
                board
            } else {
                continue;
            };
            for text in points {
                let point = Point::from_vertex(text, size).unwrap();
                let Some(nth) = board.points.iter().position(|other| *other == point) else {
                    continue;
                };
                let fate = board.ground.fate(board.stones(), 1 << nth, MOST).unwrap();
                let is_right = match fate {
                    Fate::Alive => status != "dead",
                    Fate::Dead => status == "dead",
                    Fate::Ko([true, true]) => {
                        status == "dead" && rules.scoring() == Scoring::Territory
                    }
                    // Both sides of a ten-thousand-year ko.
                    Fate::Ko([false, false]) => {
                        status == "seki" && rules.scoring() == Scoring::Territory
                    }
                    Fate::FirstMove | Fate::Ko(_) => false,
                };
                assert!(is_right, "{file:?}: {line}: {text} {fate:?}");
                agreed += 1;
            }
        }
    }
    assert!(agreed >= 100, "{agreed}");
}

/// How often the solver confirms what is likely: a table.
#[test]
#[ignore = "prints a table"]
fn likely_findings_and_what_the_solver_says() {
    // Where a ko decides: what happens if nobody has a ko threat.
    let mut table: BTreeMap<String, [usize; 7]> = BTreeMap::new();
    for board in shapes(2000, &mut Random::new(3)) {
        let Some(life) = board.life() else { continue };
        for chain in life.chains() {
            let Some(target) = board.target(chain) else {
                continue;
            };
            let row = match &chain.finding {
                Finding::Proven(status, _) => format!("proven {status:?}"),
                Finding::Ruling => "ruling".to_owned(),
                Finding::Likely { status, percent } => {
                    let band = match percent {
                        ..80 => "63-79",
                        80..95 => "80-94",
                        95..100 => "95-99",
                        _ => "100",
                    };
                    format!("likely {status:?} {band}")
                }
                Finding::Unsettled { .. } => "unsettled".to_owned(),
                Finding::Open { .. } => "open".to_owned(),
            };
            let is_dead = chain.finding.better_guess() == Status::Dead;
            let column = match board.ground.fate(board.stones(), target, MOST) {
                Ok(Fate::Dead) => usize::from(!is_dead),
                Ok(Fate::Alive) => usize::from(is_dead),
                Ok(Fate::FirstMove) => 2,
                Ok(Fate::Ko(dies)) => 3 + dies.into_iter().filter(|dies| *dies).count(),
                Err(_) => 6,
            };
            table.entry(row).or_default()[column] += 1;
        }
    }
    println!("{:20} right wrong first ko: lives first  dies large", "");
    for (row, counts) in table {
        let counts = counts.map(|count| format!("{count:6}"));
        println!("{row:20}{}", counts.concat());
    }
}
