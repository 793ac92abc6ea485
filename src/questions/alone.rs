//! A question as a fixture of its own, to be tried alone.

use crate::basics::{ByColor, Diagram, GameEvent, Labels, Move, Preset, Rules, Setup};
use crate::fixture::{Ask, Case, Do, Fixture, MoveWord, Picture, Placed, PointWord, Verb};

use super::question::{Asked, Question};

/// The number of moves that one line of the fixture holds at most.
const MOVES_PER_LINE: usize = 8;

impl Question {
    /// The position in which the game began.
    pub fn opening(&self) -> Setup {
        self.before.opening_setup()
    }

    /// Returns what leads from the opening board to the question, as the actions of a fixture: moves, turns handed over, play
    /// resumed, and the rules wherever they change, those for the count only where it is asked about: then they come last,
    /// with given prisoners and marks.
    pub fn actions(&self) -> Vec<Do> {
        let mut actions = Actions::default();
        let mut rules_then = self.rules_then.iter().copied().peekable();
        for event in self.before.events() {
            let next = rules_then.peek().copied();
            let next = next.unwrap_or_else(|| self.before.rules());
            let act = match event {
                GameEvent::Turn(mv) => {
                    actions.under(next);
                    rules_then.next();
                    Do::Play(self.word(mv))
                }
                GameEvent::HandTurn(side) => Do::ToPlay(side),
                GameEvent::Resume(side) => {
                    // With the button, the passes before may not have ended the game.
                    if !next.button() {
                        actions.under(next);
                    }
                    Do::Resume(Some(side))
                }
            };
            actions.list.push(act);
        }
        let rules = self.before.rules();
        let Some(counted) = self.asked.counted() else {
            actions.under(rules);
            return actions.list;
        };
        if rules != actions.rules {
            actions.list.push(Do::Rules(Preset::Kata, rules));
        }
        if counted.given != ByColor::default() {
            actions.list.push(Do::Given(counted.given));
        }
        actions.list.extend(counted.marking.iter().cloned());
        actions.list
    }

    /// Returns a fixture that asks this question last: after the moves, which are questions, too.
    pub fn fixture(&self) -> Fixture {
        let mut lines = Lines::default();
        for act in self.actions() {
            lines.add(Verb::Do(act));
        }
        match &self.asked {
            Asked::Legal(mv, verdict) => {
                let words = vec![lines.placed(self.word(*mv))];
                lines.add(Verb::Ask(match verdict {
                    Ok(()) => Ask::Legal(words),
                    Err(reason) => Ask::Illegal(*reason, words),
                }));
            }
            Asked::Board(mv, setup) => {
                lines.add(Verb::Do(Do::Play(self.word(*mv))));
                lines.add(Verb::Ask(Ask::Board(Diagram {
                    setup: setup.clone(),
                    labels: Labels::new(),
                })));
            }
            Asked::Score(_, score) => lines.add(Verb::Ask(Ask::Score(*score))),
            Asked::Owner(_, owners) => {
                let picture = Picture::of(self.before.size(), owners.clone());
                lines.add(Verb::Ask(Ask::Owner(picture)));
            }
            Asked::Dead(_, known) => {
                for (stones, status) in known {
                    let first = stones.iter().take(1);
                    let word = |point| lines.placed(PointWord::new(point, self.before.size()));
                    let words = first.map(word).collect();
                    lines.add(Verb::Ask(Ask::Status(*status, words)));
                }
            }
        }
        let case = Case {
            name: self.case.clone(),
            steps: lines.steps,
        };
        Fixture {
            opening: Diagram {
                setup: self.opening(),
                labels: Labels::new(),
            },
            cases: vec![case],
        }
    }

    fn word(&self, mv: Move) -> MoveWord {
        MoveWord::new(mv, self.before.size())
    }
}

/// The actions of a game so far.
#[derive(Default)]
struct Actions {
    list: Vec<Do>,
    /// The rules in force, as far as they say which moves are legal.
    rules: Rules,
}

impl Actions {
    /// Names the rules if they are others than before.
    fn under(&mut self, rules: Rules) {
        let rules = about_moves(rules);
        if rules != self.rules {
            self.rules = rules;
            self.list.push(Do::Rules(Preset::Kata, rules));
        }
    }
}

/// The kata's rules with those of these rules that say which moves are legal.
pub(super) fn about_moves(rules: Rules) -> Rules {
    Rules::default()
        .with_ko(rules.ko())
        .with_suicide(rules.suicide())
        .with_button(rules.button())
}

/// The steps of a case, with the numbers of the lines on which they will be printed.
#[derive(Default)]
struct Lines {
    steps: Vec<Placed<Verb>>,
    /// The number of moves on the last line.
    moves: usize,
    line: usize,
}

impl Lines {
    fn add(&mut self, verb: Verb) {
        let is_move = matches!(verb, Verb::Do(Do::Play(_)));
        if !is_move || self.moves == MOVES_PER_LINE {
            self.moves = 0;
        }
        if self.moves == 0 {
            self.line += 1;
        }
        self.moves += usize::from(is_move);
        let step = self.placed(verb);
        self.steps.push(step);
    }

    fn placed<T>(&self, value: T) -> Placed<T> {
        Placed {
            line: self.line,
            column: 1,
            value,
        }
    }
}
