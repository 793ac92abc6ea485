//! A game as a log, and the wording of moves, points and reasons in messages.

use super::traits::{Answer, Referee};
use crate::basics::{Color, GameEvent, Move, Point, Rules, Setup, Size};

/// What happens to a game: an event, or a change of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Logged {
    Rules(Rules),
    Event(GameEvent),
    /// An illegal move that is attempted.
    Try(Move),
    /// The latest turn is taken back.
    Undo,
}

impl Logged {
    /// Applies it to a referee's game. Changes nothing if the answer is not [`Answer::Legal`], which also says that an
    /// attempted move has been refused, and [`Answer::Illegal`] that it has not.
    pub(crate) fn apply<R: Referee + ?Sized>(self, referee: &mut R) -> Answer {
        match self {
            Logged::Rules(rules) => referee
                .under(rules)
                .map_or_else(Answer::Cannot, |()| Answer::Legal),
            Logged::Event(event) => referee.follow(event),
            Logged::Try(mv) => match referee.play(mv) {
                Answer::Illegal(_) => Answer::Legal,
                Answer::Legal => Answer::Illegal(None),
                other => other,
            },
            Logged::Undo => referee.undo(),
        }
    }
}

/// A game as its opening and what happened since. Like a fixture, it starts under the kata's rules.
#[derive(Debug, Clone)]
pub(crate) struct GameLog {
    pub(crate) opening: Setup,
    pub(crate) steps: Vec<Logged>,
}

impl GameLog {
    pub(crate) fn new(opening: Setup, rules: Rules) -> GameLog {
        let other_rules = (rules != Rules::default()).then_some(Logged::Rules(rules));
        GameLog {
            opening,
            steps: other_rules.into_iter().collect(),
        }
    }

    /// Applies a step to a referee that has played this game. Logs it if the answer is [`Answer::Legal`].
    pub(crate) fn apply<R: Referee + ?Sized>(&mut self, step: Logged, referee: &mut R) -> Answer {
        let is_rules = |step: &Logged| matches!(step, Logged::Rules(_));
        let answer = match step {
            Logged::Rules(rules) if rules == self.rules() => Answer::Legal,
            // A referee that cannot change its rules can begin under others.
            Logged::Rules(rules) if self.steps.iter().all(is_rules) => referee
                .start(&self.opening, rules)
                .map_or_else(Answer::Cannot, |()| Answer::Legal),
            _ => step.apply(referee),
        };
        if answer == Answer::Legal {
            self.steps.push(step);
        }
        answer
    }

    pub(crate) fn rules(&self) -> Rules {
        let mut steps = self.steps.iter().rev();
        let rules = steps.find_map(|step| match step {
            Logged::Rules(rules) => Some(*rules),
            _ => None,
        });
        rules.unwrap_or_default()
    }

    /// The events that have not been taken back, the latest one first.
    pub(crate) fn events(&self) -> impl Iterator<Item = GameEvent> {
        let mut undone = 0_usize;
        self.steps.iter().rev().filter_map(move |step| match step {
            Logged::Event(event) if undone == 0 => Some(*event),
            Logged::Event(event) => {
                undone -= usize::from(event.turn().is_some());
                None
            }
            Logged::Undo => {
                undone += 1;
                None
            }
            Logged::Rules(_) | Logged::Try(_) => None,
        })
    }

    /// The side to play, as it follows from the events.
    pub(crate) fn to_play(&self) -> Color {
        let last = self.events().next();
        last.map_or(self.opening.to_play, GameEvent::next_side)
    }

    /// The stones according to the referee, and the side to play, by the moves if the referee does not name it.
    pub(crate) fn shown_by<R: Referee + ?Sized>(&self, referee: &R) -> Setup {
        let size = self.opening.size;
        let points = size.points().map(|point| referee.stone_at(point));
        let side = referee.side_to_play().unwrap_or(self.to_play());
        Setup::of_points(size, points, side)
    }

    /// Replays the game. False if the referee rejects the opening or a step.
    pub(crate) fn replay(&self, referee: &mut dyn Referee) -> bool {
        // A referee that cannot change its rules can begin under those of the first move.
        let leading = self.steps.iter().map_while(|step| match step {
            Logged::Rules(rules) => Some(*rules),
            _ => None,
        });
        let leading: Vec<Rules> = leading.collect();
        let rules = leading.last().copied().unwrap_or_default();
        let mut steps = self.steps[leading.len()..].iter();
        referee.start(&self.opening, rules).is_ok()
            && steps.all(|step| step.apply(referee) == Answer::Legal)
    }
}

/// Each point once, in reading order.
pub(crate) fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    points
}

/// A move in a form that does not depend on labels: `x:C4`.
pub(crate) fn written(mv: Move, size: Size) -> String {
    format!("{}:{}", mv.color.letter(), mv.action.describe(size))
}

/// `1 liberty`, `2 liberties`.
pub(crate) fn counted(liberties: usize) -> String {
    match liberties {
        1 => "1 liberty".to_owned(),
        _ => format!("{liberties} liberties"),
    }
}
