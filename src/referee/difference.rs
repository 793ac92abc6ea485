//! A game, and a query at its end to which two referees respond differently. Does not decide which referee is right.

use super::log::{GameLog, counted, sorted, written};
use super::traits::{Answer, Referee};
use crate::basics::{Color, Diagram, GameEvent, Labels, Move, NotPassedOut, Point, Setup, Size};

/// A query or an action that is sent to two referees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Query {
    Start,
    /// The stones and the side to play.
    Board,
    /// The stone on a point off the board.
    Stone(Point),
    Check(Move),
    Do(GameEvent),
    Undo,
    Prisoners,
    Chain(Point),
    Liberties(Point),
    Eye(Point, Color),
}

/// A game, the query at its end, and the response of each referee.
#[derive(Debug, Clone)]
pub(crate) struct Difference {
    pub(crate) game: GameLog,
    pub(crate) query: Query,
    pub(crate) says: [String; 2],
}

impl Query {
    /// Sends the query to a referee that has played the game, and returns the response as text for a message; several
    /// lines if it is a board. `None` if the referee does not support the query.
    fn ask(self, game: &GameLog, referee: &mut dyn Referee) -> Option<String> {
        match self {
            Query::Start => {
                let started = referee.start(&game.opening, game.rules());
                Some(start_text(started))
            }
            Query::Do(event) => self.answer_text(&referee.follow(event), game),
            Query::Undo => self.answer_text(&referee.undo(), game),
            _ => self.look(game, referee),
        }
    }

    /// As [`Query::ask`], for a query that changes nothing.
    pub(super) fn look(self, game: &GameLog, referee: &dyn Referee) -> Option<String> {
        let size = game.opening.size;
        let names = |points: &[Point]| size.vertices(points.iter().copied());
        Some(match self {
            Query::Start | Query::Do(_) | Query::Undo => return None,
            Query::Prisoners => Answer::Prisoners(referee.prisoners()?).describe(size),
            Query::Board => game.shown_by(referee).to_string(),
            Query::Stone(point) => match referee.stone_at(point) {
                None => "no stone".to_owned(),
                Some(color) => color.letter().to_string(),
            },
            Query::Check(mv) => return self.answer_text(&referee.judge(mv), game),
            Query::Chain(point) => match &sorted(referee.chain_stones(point)?)[..] {
                [] => "no stone".to_owned(),
                points => names(points),
            },
            Query::Liberties(point) => match &sorted(referee.chain_liberties(point)?)[..] {
                [] => counted(0),
                points => format!("{}: {}", counted(points.len()), names(points)),
            },
            Query::Eye(point, side) => {
                let words = ["no", "yes"];
                words[usize::from(referee.eye(point, side)?)].to_owned()
            }
        })
    }

    /// The answer as text; `None` if the referee cannot answer.
    pub(super) fn answer_text(self, answer: &Answer, game: &GameLog) -> Option<String> {
        Some(match (self, answer) {
            (_, Answer::Cannot(_)) => return None,
            (Query::Do(GameEvent::Resume(_)), Answer::Legal) => "play goes on".to_owned(),
            (Query::Do(GameEvent::Resume(_)), _) => NotPassedOut.to_string(),
            _ => answer.describe(game.opening.size),
        })
    }

    pub(crate) fn describe(self, size: Size) -> String {
        let vertex = |point: Point| point.vertex(size);
        match self {
            Query::Start => "the opening board".to_owned(),
            Query::Board => "the board".to_owned(),
            Query::Stone(point) => format!("the stone at {}", vertex(point)),
            Query::Check(mv) => written(mv, size),
            Query::Do(GameEvent::Turn(mv)) => format!("play {}", written(mv, size)),
            Query::Do(GameEvent::Resume(_)) => "resume".to_owned(),
            Query::Do(GameEvent::HandTurn(_)) => "to-play".to_owned(),
            Query::Undo => "undo".to_owned(),
            Query::Prisoners => "the prisoners".to_owned(),
            Query::Chain(point) => format!("the chain at {}", vertex(point)),
            Query::Liberties(point) => format!("the liberties at {}", vertex(point)),
            Query::Eye(point, side) => format!("{} as an eye of {}", vertex(point), side.letter()),
        }
    }
}

pub(super) fn start_text(started: Result<(), String>) -> String {
    started.map_or_else(|error| error, |()| "a possible position".to_owned())
}

impl Difference {
    /// Replays the game with both referees and sends them the query. `None` if one of them rejects the game or does
    /// not support the query, if their boards differ before the query, or if their responses are equal.
    pub(crate) fn find(
        game: GameLog,
        query: Query,
        referees: &mut [&mut dyn Referee; 2],
    ) -> Option<Difference> {
        let [first, second] = referees;
        if query != Query::Start {
            let played = game.replay(*first) && game.replay(*second);
            let alike = || game.shown_by(*first) == game.shown_by(*second);
            if !played || query != Query::Board && !alike() {
                return None;
            }
        }
        let says = [query.ask(&game, *first)?, query.ask(&game, *second)?];
        (says[0] != says[1]).then_some(Difference { game, query, says })
    }

    pub(crate) fn size(&self) -> Size {
        self.game.opening.size
    }
}

/// `pure says legal, fast says illegal ko`; boards stand on lines of their own.
pub(crate) fn report(names: [&str; 2], says: &[String; 2]) -> String {
    let [first, second] = names;
    let [first_says, second_says] = says.each_ref().map(|says| says.trim_end());
    if first_says.contains('\n') || second_says.contains('\n') {
        format!("{first} says\n{first_says}\n{second} says\n{second_says}")
    } else {
        format!("{first} says {first_says}, {second} says {second_says}")
    }
}

pub(crate) fn bare(setup: Setup) -> Diagram {
    let labels = Labels::new();
    Diagram { setup, labels }
}
