//! A game, and a query at its end to which two referees respond differently. Does not decide which referee is right.

use super::log::{GameLog, counted, sorted, written};
use super::traits::{Answer, Referee};
use crate::basics::{
    Color, Diagram, GameEvent, Labels, Move, NotPassedOut, Point, Rules, Setup, Size,
};

/// A query or an action that is sent to two referees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Query {
    /// Start a game from the opening.
    Start,
    /// The stones and the side to play.
    Board,
    /// The stone on a point off the board.
    Stone(Point),
    Check(Move),
    Do(GameEvent),
    Chain(Point),
    Liberties(Point),
    Eye(Point, Color),
}

/// A referee's response to a [`Query`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Response {
    Started(Result<(), String>),
    Board(Setup),
    Stone(Option<Color>),
    Verdict(Answer),
    Resumed(Answer),
    Chain(Vec<Point>),
    Liberties(Vec<Point>),
    Eye(bool),
}

/// A game, the query at its end, and the response of each referee.
#[derive(Debug, Clone)]
pub(crate) struct Difference {
    pub(crate) game: GameLog,
    pub(crate) query: Query,
    pub(crate) says: [String; 2],
}

impl Query {
    /// Sends the query to a referee that has played the game. `None` if the referee does not support the query.
    fn ask(self, game: &GameLog, referee: &mut dyn Referee) -> Option<Response> {
        Some(match self {
            Query::Start => Response::Started(referee.start(&game.opening, Rules::default())),
            Query::Board => Response::Board(game.shown_by(referee)),
            Query::Stone(point) => Response::Stone(referee.stone_at(point)),
            Query::Check(mv) => Response::to_move(referee.judge(mv))?,
            Query::Do(event) => Response::to(event, referee.apply(event))?,
            Query::Chain(point) => Response::Chain(sorted(referee.chain(point)?)),
            Query::Liberties(point) => Response::Liberties(sorted(referee.liberties(point)?)),
            Query::Eye(point, side) => Response::Eye(referee.eye(point, side)?),
        })
    }

    /// The query as a short phrase.
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
            Query::Chain(point) => format!("the chain at {}", vertex(point)),
            Query::Liberties(point) => format!("the liberties at {}", vertex(point)),
            Query::Eye(point, side) => format!("{} as an eye of {}", vertex(point), side.letter()),
        }
    }
}

impl Response {
    /// `None` if the referee cannot answer.
    pub(super) fn to_move(answer: Answer) -> Option<Response> {
        (!matches!(answer, Answer::Cannot(_))).then_some(Response::Verdict(answer))
    }

    pub(super) fn to(event: GameEvent, answer: Answer) -> Option<Response> {
        match (event, Response::to_move(answer)?) {
            (GameEvent::Resume(_), Response::Verdict(answer)) => Some(Response::Resumed(answer)),
            (_, response) => Some(response),
        }
    }

    /// The response as text for a message; several lines if it is a board.
    pub(crate) fn describe(&self, size: Size) -> String {
        match self {
            Response::Started(Ok(())) => "a possible position".to_owned(),
            Response::Started(Err(error)) => error.clone(),
            Response::Board(setup) => bare(setup.clone()).to_string(),
            Response::Stone(None) => "no stone".to_owned(),
            Response::Stone(Some(color)) => color.letter().to_string(),
            Response::Verdict(answer) => answer.describe(size),
            Response::Resumed(Answer::Legal) => "play goes on".to_owned(),
            Response::Resumed(_) => NotPassedOut.to_string(),
            Response::Chain(points) if points.is_empty() => "no stone".to_owned(),
            Response::Chain(points) => size.vertices(points.iter().copied()),
            Response::Liberties(points) if points.is_empty() => counted(0),
            Response::Liberties(points) => {
                let names = size.vertices(points.iter().copied());
                format!("{}: {names}", counted(points.len()))
            }
            Response::Eye(is_eye) => if *is_eye { "yes" } else { "no" }.to_owned(),
        }
    }
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
        let size = game.opening.size;
        if query != Query::Start {
            let played = game.replay(*first) && game.replay(*second);
            let alike = || game.shown_by(*first) == game.shown_by(*second);
            if !played || query != Query::Board && !alike() {
                return None;
            }
        }
        let says = [query.ask(&game, *first)?, query.ask(&game, *second)?];
        let says = says.map(|response| response.describe(size));
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

/// A position without labels.
pub(crate) fn bare(setup: Setup) -> Diagram {
    let labels = Labels::new();
    Diagram { setup, labels }
}
