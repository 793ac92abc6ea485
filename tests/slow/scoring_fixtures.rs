//! The second scorer agrees with every line about the count in the corpus. It tracks marks, prisoners, passes and handicap itself,
//! as `fixtures/README.md` defines them; only the moves are played by a referee.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::mem;

use gokata::fixture::{Ask, Case, Do, Fixture, Picture, Verb};
use gokata::scoring::{Mark, PointState, Score};
use gokata::{Action, BoardRecord, ByColor, Color, GameEvent, LastPass, Move, Point, Rules};

use crate::support::corpus::corpus;
use crate::support::naive::{CountInput, Points, naive, walk};

/// A case as the second scorer sees it.
#[derive(Clone)]
struct Books {
    game: BoardRecord,
    input: CountInput,
    given: ByColor<u32>,
    taken: ByColor<u32>,
    passes: ByColor<u32>,
    /// The number of black stones before White's first move.
    before_white: Option<usize>,
    white_at_first: bool,
    /// The case before each turn.
    earlier: Vec<Books>,
}

fn stones(game: &BoardRecord) -> BTreeMap<Point, Color> {
    game.board().stones().collect()
}

impl Books {
    fn new(game: BoardRecord) -> Books {
        let input = CountInput::new(game.size(), stones(&game));
        let white_at_first = input.stones.values().any(|color| *color == Color::White);
        Books {
            game,
            input,
            given: ByColor::default(),
            taken: ByColor::default(),
            passes: ByColor::default(),
            before_white: None,
            white_at_first,
            earlier: Vec::new(),
        }
    }

    fn act(&mut self, act: &Do) {
        let side = self.game.to_play();
        match act {
            Do::Rules(_, rules) => self.under(*rules),
            Do::Play(word) => {
                let mut earlier = mem::take(&mut self.earlier);
                earlier.push(self.clone());
                self.earlier = earlier;
                let color = word.color.unwrap_or(side);
                let before = stones(&self.game);
                let black = before
                    .values()
                    .filter(|stone| **stone == Color::Black)
                    .count();
                if color == Color::White {
                    self.before_white.get_or_insert(black);
                }
                let mv = Move {
                    color,
                    action: word.action,
                };
                self.game = self.game.play(mv).expect("a legal move");
                match word.action {
                    Action::Play(point) => {
                        self.clear();
                        let after = &self.input.stones;
                        for (gone, stone) in before
                            .iter()
                            .filter(|(point, _)| !after.contains_key(point))
                        {
                            assert_ne!(*gone, point);
                            self.taken[!*stone] += 1;
                        }
                        // A stone that is gone at once is a suicide.
                        self.taken[!color] += u32::from(!after.contains_key(&point));
                    }
                    Action::Pass => {
                        self.passes[color] += 1;
                        self.input.first_pass.get_or_insert(color);
                    }
                    Action::Resign => {}
                }
            }
            Do::Undo(turns) => {
                // What was given and the rules stay.
                let (given, rules) = (self.given, self.input.rules);
                let mut earlier = mem::take(&mut self.earlier);
                let before = earlier.drain(earlier.len() - *turns as usize..);
                *self = before.into_iter().next().expect("as many turns");
                self.earlier = earlier;
                self.given = given;
                self.under(rules);
                self.clear();
            }
            Do::Resume(to) => {
                let event = GameEvent::Resume(to.unwrap_or(side));
                self.game = self.game.apply(event).expect("passes before");
                self.clear();
            }
            Do::ToPlay(to) if *to != side => {
                self.game = self
                    .game
                    .apply(GameEvent::HandTurn(*to))
                    .expect("always possible");
            }
            Do::ToPlay(_) | Do::Try(_) => {}
            Do::Given(given) => self.given = *given,
            Do::Dead(words) => {
                self.clear();
                for word in words {
                    let color = self.input.stones[&word.value.point];
                    let same = self.of(color);
                    self.input
                        .dead
                        .extend(walk(self.input.size, word.value.point, &same));
                }
            }
            Do::Mark(mark, words) => words
                .iter()
                .for_each(|word| self.mark(*mark, word.value.point)),
        }
    }

    fn under(&mut self, rules: Rules) {
        self.game = self.game.with_rules(rules);
        self.input.rules = rules;
    }

    fn clear(&mut self) {
        self.input.stones = stones(&self.game);
        self.input.dead.clear();
        self.input.neutral.clear();
    }

    fn of(&self, color: Color) -> Points {
        let stones = self
            .input
            .stones
            .iter()
            .filter(|(_, stone)| **stone == color);
        stones.map(|(point, _)| *point).collect()
    }

    /// The points without a living stone.
    fn free(&self) -> Points {
        let lives = |point: &Point| {
            self.input.stones.contains_key(point) && !self.input.dead.contains(point)
        };
        self.input
            .size
            .points()
            .filter(|point| !lives(point))
            .collect()
    }

    fn mark(&mut self, mark: Mark, point: Point) {
        let size = self.input.size;
        if mark == Mark::Neutral {
            let region = walk(size, point, &self.free());
            self.input.neutral.extend(region);
            return;
        }
        let (color, kill) = (self.input.stones[&point], mark == Mark::Dead);
        if self.input.dead.contains(&point) == kill {
            return;
        }
        let own = self.of(color);
        let ground: Points = self.free().union(&own).copied().collect();
        for stone in walk(size, point, &ground).intersection(&own) {
            if kill {
                self.input.dead.insert(*stone);
            } else {
                self.input.dead.remove(stone);
            }
        }
        if self.input.dead.len() == self.input.stones.len() {
            self.input.dead.clear();
        }
        let (free, input) = (self.free(), &self.input);
        let stays = |stone: &Point| {
            let region = walk(size, *stone, &free);
            let beside = region.iter().flat_map(|point| size.neighbors(*point));
            let living = beside.filter(|point| !free.contains(point));
            let colors: BTreeSet<Color> = living.map(|point| input.stones[&point]).collect();
            colors.into_iter().eq([!input.stones[stone]])
        };
        let dead = input.dead.iter().copied().filter(stays).collect();
        self.input.dead = dead;
    }

    /// Brings the input up to date.
    fn counted(&mut self) -> &CountInput {
        let pass_stones = u32::from(self.input.rules.pass_stones());
        self.input.prisoners = ByColor::from_fn(|color| {
            self.given[color] + self.taken[color] + pass_stones * self.passes[!color]
        });
        let ends = self.game.is_over() && self.game.last_turn() == Some(Move::pass(Color::Black));
        if ends && self.input.rules.last_pass() == LastPass::White {
            self.input.prisoners[Color::Black] += pass_stones;
        }
        let black = self.of(Color::Black).len();
        self.input.handicap = match self.before_white.unwrap_or(black) {
            _ if self.white_at_first => 0,
            1 => 0,
            stones => stones,
        };
        &self.input
    }

    /// Returns the number of lines that it has compared: one, or none.
    fn compare(&mut self, ask: &Ask, place: &str) -> usize {
        let input = self.counted();
        let found = naive(input.size, &input.stones, &input.dead, &input.neutral);
        let owner = |point: Point| match found.live.get(&point) {
            Some(color) => Some(*color),
            None => found.owner[&point],
        };
        match ask {
            Ask::Score(score) => {
                let [black, white] = input.totals();
                assert_eq!(Score::from_margin(black - white), *score, "{place}");
            }
            Ask::Owner(expected) => {
                assert_eq!(Picture::new(input.size, owner), *expected, "{place}");
            }
            Ask::State(expected) => {
                let state = |point: Point| {
                    let stone = input.stones.get(&point).copied();
                    let is_dead = input.dead.contains(&point);
                    let is = |state: &&PointState| {
                        (state.stone(), state.is_dead(), state.owner())
                            == (stone, is_dead, owner(point))
                    };
                    *PointState::ALL.iter().find(is).expect("a state")
                };
                assert_eq!(Picture::new(input.size, state), *expected, "{place}");
            }
            _ => return 0,
        }
        1
    }
}

#[test]
fn the_second_scorer_agrees_with_every_count_of_the_corpus() {
    let mut compared = 0;
    for file in corpus("fixtures") {
        let fixture = Fixture::parse(&fs::read(&file).unwrap()).unwrap();
        for Case { steps, .. } in &fixture.cases {
            let mut books = Books::new(BoardRecord::try_from(&fixture.opening.setup).unwrap());
            for step in steps {
                match &step.value {
                    Verb::Do(act) => books.act(act),
                    Verb::Ask(ask) => {
                        let place = format!("{}:{}", file.display(), step.line);
                        compared += books.compare(ask, &place);
                    }
                }
            }
        }
    }
    assert!(compared > 700, "{compared} lines");
}
