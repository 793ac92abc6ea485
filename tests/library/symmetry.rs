//! The rules of Go know neither left nor right, and treat both colors alike: every fixture holds in its eight orientations,
//! and with its colors exchanged, for both referees.

#![allow(clippy::print_stdout)] // `--nocapture` shows what is left out

use std::collections::{BTreeMap, BTreeSet};

use gokata::fixture::{
    Ask, Case, Do, Fixture, MoveWord, Picture, Placed, PointWord, Spot, Verb, check,
};
use gokata::scoring::{PointState, Score};
use gokata::{
    Action, ByColor, Color, Diagram, FastGame, HandicapBonus, Komi, Point, PureGame, Rules, Size,
    Symmetry,
};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::corpus::{corpus, read};
use crate::support::numbers::deep;

/// The points that White gets for Black's handicap stones have no counterpart, so scores under such rules cannot be
/// exchanged. This is their number; it is to fall, not to grow.
const SCORES_LEFT_OUT: usize = 35;

#[rstest]
fn every_fixture_holds_in_eight_orientations(#[values(false, true)] with_colors_exchanged: bool) {
    let mut left_out = Vec::new();
    for file in corpus("fixtures") {
        let fixture = read(&file);
        // What exchanged colors change hardly depends on the orientation.
        let is_short = with_colors_exchanged && !deep();
        let orientations = if is_short { 2 } else { 8 };
        for symmetry in Symmetry::ALL.into_iter().take(orientations) {
            let mut change = Change {
                symmetry,
                size: fixture.opening.setup.size,
                with_colors_exchanged,
                left_out: Vec::new(),
            };
            let changed = change.fixture(&fixture);
            let size = changed.opening.setup.size;
            let failures = [
                check(&changed, &mut PureGame::new(size)).failures,
                check(&changed, &mut FastGame::new(size)).failures,
            ];
            if let Some(failure) = failures.iter().flatten().next() {
                let (got, expected) = (&failure.got, &failure.expected);
                assert_str_eq!(
                    got,
                    expected,
                    "{file:?}, {symmetry:?}\n{failure:?}\n{changed}"
                );
            }
            if symmetry == Symmetry::Identity {
                let lines = change.left_out.iter();
                left_out.extend(lines.map(|line| format!("{}:{line}", file.display())));
            }
        }
    }
    let lines = left_out.join("\n");
    println!("left out, because of a handicap bonus:\n{lines}");
    let expected = SCORES_LEFT_OUT * usize::from(with_colors_exchanged);
    assert_eq!(left_out.len(), expected);
}

/// What a fixture is changed to.
struct Change {
    symmetry: Symmetry,
    /// The size of the board before.
    size: Size,
    with_colors_exchanged: bool,
    /// The lines of the steps that cannot be changed.
    left_out: Vec<usize>,
}

impl Change {
    fn fixture(&mut self, fixture: &Fixture) -> Fixture {
        // There is no bonus where stones of both colors, in one of the two fixtures white ones, are on the opening board.
        let stones = &fixture.opening.setup.stones;
        let has = |color: Color| stones.iter().any(|(_, stone)| *stone == color);
        let has_bonus = !(has(Color::Black) && has(Color::White));
        let cases = fixture.cases.iter();
        Fixture {
            opening: self.diagram(&fixture.opening),
            cases: cases.map(|case| self.case(case, has_bonus)).collect(),
        }
    }

    fn case(&mut self, case: &Case, has_bonus: bool) -> Case {
        let mut rules = Rules::default();
        let mut steps = Vec::new();
        for step in &case.steps {
            // The finder takes too long for sixteen boards of each; its playouts are random on every one.
            if let Verb::Ask(Ask::Status(..)) = step.value
                && (self.with_colors_exchanged, self.symmetry) != (true, Symmetry::MirrorDiagonal)
            {
                continue;
            }
            if let Verb::Do(Do::Rules(_, changed)) = &step.value {
                rules = *changed;
            }
            let is_score = matches!(step.value, Verb::Ask(Ask::Score(_)));
            if self.with_colors_exchanged
                && is_score
                && has_bonus
                && rules.handicap_bonus() != HandicapBonus::Zero
            {
                self.left_out.push(step.line);
            } else {
                steps.push(placed(step, self.verb(&step.value)));
            }
        }
        Case {
            name: case.name.clone(),
            steps,
        }
    }

    fn verb(&self, verb: &Verb) -> Verb {
        match verb {
            Verb::Do(act) => Verb::Do(self.act(act)),
            Verb::Ask(ask) => Verb::Ask(self.ask(ask)),
        }
    }

    fn act(&self, act: &Do) -> Do {
        match act {
            Do::Rules(preset, rules) => Do::Rules(*preset, self.rules(*rules)),
            Do::Play(word) => Do::Play(self.mv(word)),
            Do::Resume(side) => Do::Resume(side.map(|side| self.color(side))),
            Do::ToPlay(side) => Do::ToPlay(self.color(*side)),
            Do::Given(prisoners) => Do::Given(self.pair(*prisoners)),
            Do::Dead(points) => Do::Dead(self.points(points)),
            Do::Mark(mark, points) => Do::Mark(*mark, self.points(points)),
        }
    }

    fn ask(&self, ask: &Ask) -> Ask {
        match ask {
            Ask::Legal(moves) => Ask::Legal(self.moves(moves)),
            Ask::Illegal(reason, moves) => Ask::Illegal(*reason, self.moves(moves)),
            Ask::Liberties(count, points) => Ask::Liberties(*count, self.points(points)),
            Ask::Chain(points) => Ask::Chain(self.points(points)),
            Ask::Prisoners(prisoners) => Ask::Prisoners(self.pair(*prisoners)),
            Ask::Board(diagram) => Ask::Board(self.diagram(diagram)),
            Ask::Forbidden(picture) => {
                Ask::Forbidden(self.picture(picture, |spot| self.spot(spot)))
            }
            Ask::Eyes(side, picture) => {
                let eyes = self.picture(picture, |spot| self.spot(spot));
                Ask::Eyes(self.color(*side), eyes)
            }
            Ask::Owner(picture) => {
                Ask::Owner(self.picture(picture, |owner| owner.map(|color| self.color(color))))
            }
            Ask::Status(status, points) => Ask::Status(*status, self.points(points)),
            Ask::State(picture) => Ask::State(self.picture(picture, |state| self.state(state))),
            Ask::Score(Score::Win(color, margin)) => {
                Ask::Score(Score::Win(self.color(*color), *margin))
            }
            Ask::Captured(_) | Ask::Score(Score::Draw) | Ask::Over => ask.clone(),
        }
    }

    fn color(&self, color: Color) -> Color {
        self.pair(ByColor::new(color, !color)).black
    }

    /// What Black has first, then what White has.
    fn pair<T: Copy>(&self, pair: ByColor<T>) -> ByColor<T> {
        ByColor::from_fn(|color| {
            pair[if self.with_colors_exchanged {
                !color
            } else {
                color
            }]
        })
    }

    fn rules(&self, rules: Rules) -> Rules {
        let halves = rules.komi().halves();
        let halves = self.pair(ByColor::new(halves, -halves)).black;
        rules.with_komi(Komi::from_halves(halves).unwrap())
    }

    fn point(&self, point: Point) -> Point {
        self.symmetry.point(point, self.size)
    }

    fn vertex(&self, point: Point) -> String {
        self.point(point).vertex(self.symmetry.size(self.size))
    }

    fn mv(&self, word: &MoveWord) -> MoveWord {
        let color = word.color.map(|color| self.color(color));
        let (action, text) = match word.action {
            Action::Play(point) => (Action::Play(self.point(point)), self.vertex(point)),
            Action::Pass => (Action::Pass, "pass".to_owned()),
            Action::Resign => (Action::Resign, "resign".to_owned()),
        };
        let prefix = color.map_or(String::new(), |color| format!("{}:", color.letter()));
        MoveWord {
            word: prefix + &text,
            color,
            action,
        }
    }

    fn moves(&self, moves: &[Placed<MoveWord>]) -> Vec<Placed<MoveWord>> {
        let moves = moves.iter();
        moves
            .map(|word| placed(word, self.mv(&word.value)))
            .collect()
    }

    fn points(&self, points: &[Placed<PointWord>]) -> Vec<Placed<PointWord>> {
        let word = |point| PointWord {
            word: self.vertex(point),
            point: self.point(point),
        };
        let points = points.iter();
        points
            .map(|point| placed(point, word(point.value.point)))
            .collect()
    }

    fn diagram(&self, diagram: &Diagram) -> Diagram {
        let mut setup = self.symmetry.setup(&diagram.setup);
        setup.to_play = self.color(setup.to_play);
        for (_, color) in &mut setup.stones {
            *color = self.color(*color);
        }
        setup.stones.sort_unstable();
        let labels = diagram.labels.iter();
        let labels = labels
            .map(|(label, point)| (*label, self.point(*point)))
            .collect();
        Diagram { setup, labels }
    }

    fn picture<T: Copy>(&self, picture: &Picture<T>, value: impl Fn(T) -> T) -> Picture<T> {
        let values = picture.points();
        let values = values.map(|(point, cell)| (self.point(point), value(*cell)));
        let values: BTreeMap<Point, T> = values.collect();
        Picture::new(self.symmetry.size(self.size), |point| values[&point])
    }

    fn spot<T>(&self, spot: Spot<T>) -> Spot<T> {
        match spot {
            Spot::Stone(color) => Spot::Stone(self.color(color)),
            Spot::Empty(value) => Spot::Empty(value),
        }
    }

    fn state(&self, state: PointState) -> PointState {
        use PointState::{
            BlackAlive, BlackDead, BlackPoint, Nobody, WhiteAlive, WhiteDead, WhitePoint,
        };
        match state {
            same if !self.with_colors_exchanged => same,
            Nobody => Nobody,
            BlackPoint => WhitePoint,
            WhitePoint => BlackPoint,
            BlackAlive => WhiteAlive,
            WhiteAlive => BlackAlive,
            BlackDead => WhiteDead,
            WhiteDead => BlackDead,
        }
    }
}

fn placed<T, U>(place: &Placed<T>, value: U) -> Placed<U> {
    Placed {
        line: place.line,
        column: place.column,
        value,
    }
}

/// On every board of up to four rows and five columns: eight different ways to lay the same neighbors beside each other,
/// closed under composition, with an inverse each. Two have order 4, so this is the dihedral group.
#[test]
fn the_symmetries_are_the_dihedral_group() {
    use Symmetry::Identity;
    let sizes = (1..=4).flat_map(|rows| (1..=5).map(move |cols| Size::new(rows, cols)));
    for size in sizes.map(Result::unwrap) {
        let beside = [Point::from((-1, 2)), Point::from((7, -3))];
        for one in Symmetry::ALL {
            let turned = one.size(size);
            let image = |point| one.point(point, size);
            let mut points: Vec<Point> = size.points().map(image).collect();
            for point in size.points() {
                let mut neighbors: Vec<Point> = size.neighbors(point).map(image).collect();
                neighbors.sort_unstable();
                let expected: Vec<Point> = turned.neighbors(image(point)).collect();
                assert_eq!(neighbors, expected, "{one:?} {size}");
            }
            points.sort_unstable();
            let expected: Vec<Point> = turned.points().collect();
            assert_eq!(points, expected, "{one:?} {size}");
            assert!(beside.iter().all(|point| !turned.contains(image(*point))));
            for two in Symmetry::ALL {
                assert_eq!(one.then(two).size(size), two.size(turned));
                for point in size.points().chain(beside) {
                    let twice = two.point(one.point(point, size), turned);
                    let at_once = one.then(two).point(point, size);
                    assert_eq!(at_once, twice, "{one:?}, then {two:?}, {size}");
                }
            }
            assert_eq!(one.then(one.inverse()), Identity);
            assert_eq!(one.inverse().then(one), Identity);
        }
    }
    let corner = |one: &Symmetry| one.point(Point::from((0, 1)), Size::square(5).unwrap());
    let images: BTreeSet<Point> = Symmetry::ALL.iter().map(corner).collect();
    assert_eq!(images.len(), 8, "{images:?}");
    let of_order_4 = Symmetry::ALL.map(|one| one.then(one) != Identity);
    assert_eq!(of_order_4.iter().filter(|is_so| **is_so).count(), 2);
}
