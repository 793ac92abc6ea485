//! The trait that any referee can implement, and its answers.

use crate::basics::diagram::rows_of;
use crate::basics::{
    ByColor, Color, GameEvent, IllegalMove, Move, Point, PointSet, Rules, Setup, Size,
};
use crate::scoring::{Score, Standing};

/// Any program that knows the rules of Go. Fixtures and questions test it: [`fixture::check`](crate::fixture::check),
/// `corpus::check_all` (with the feature `corpus`).
///
/// Four methods are required. The others decline: what depends on them is not asked. Their docs say what a test cannot
/// ask without them.
pub trait Referee {
    /// Starts a new game from this position under these rules.
    ///
    /// # Errors
    /// Why it cannot, such as `no boards that are not square`. Nothing is asked about this game then.
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String>;

    /// True if it has boards of this size. Questions on others are asked on a larger board, where they can be.
    fn has_board(&self, _size: Size) -> bool {
        true
    }

    /// Answers whether the move is legal now. The coordinates may lie off the board, and the move may be one of the other
    /// side.
    fn judge(&self, mv: Move) -> Answer;

    /// Makes the move, if it is legal. Otherwise the game is unchanged.
    fn play(&mut self, mv: Move) -> Answer;

    /// The stone on a point; `None` on an empty point and off the board.
    fn stone_at(&self, point: Point) -> Option<Color>;

    /// Follows what happens in a game. Otherwise than moves, the default declines it: the turn handed over without a
    /// move, and play resumed after passes.
    fn follow(&mut self, event: GameEvent) -> Answer {
        match event {
            GameEvent::Turn(mv) => self.play(mv),
            GameEvent::HandTurn(_) => Answer::Cannot("the turn cannot be handed over".to_owned()),
            GameEvent::Resume(_) => Answer::Cannot("play cannot be resumed".to_owned()),
        }
    }

    /// Takes back the latest turn, and what came after it: the turn handed over, play resumed. The rules stay. The default
    /// declines it: questions behind a turn taken back are not asked.
    fn undo(&mut self) -> Answer {
        Answer::Cannot("turns cannot be taken back".to_owned())
    }

    /// Changes the rules and keeps the board, the history and the side to play.
    ///
    /// # Errors
    /// Why it cannot. Games with such a change are not tested any further then.
    fn under(&mut self, _rules: Rules) -> Result<(), String> {
        Err("the rules cannot be changed during a game".to_owned())
    }

    /// The rules that it plays by when it is asked to play by these: the same ones with its own values, such as
    /// `asked.with_ko(KoRule::Positional)`. `check_all` does not ask questions that depend on other rules. For
    /// [`fixture::check`](crate::fixture::check), decline other rules in [`start`](Referee::start).
    fn own_rules(&self, asked: Rules) -> Rules {
        asked
    }

    /// Counts the board as it stands, with these marks and prisoners and by these rules.
    ///
    /// # Errors
    /// Why it cannot, such as `no territory scoring`.
    fn score(&self, _counted: &Standing) -> Result<Score, String> {
        Err("it does not count".to_owned())
    }

    /// The owner of each point in reading order, with these marks: the color of a living stone, or of all living stones
    /// beside the region.
    ///
    /// # Errors
    /// Why it cannot.
    fn owners(&self, _counted: &Standing) -> Result<Vec<Option<Color>>, String> {
        Err("it does not find the owners of points".to_owned())
    }

    /// The stones that are dead at the end of the game; nothing is marked in this standing.
    ///
    /// # Errors
    /// Why it cannot find them.
    fn dead(&self, _standing: &Standing) -> Result<PointSet, String> {
        Err("it does not find dead stones".to_owned())
    }

    /// The side to play. Without it, a test takes the side that follows from the moves.
    fn side_to_play(&self) -> Option<Color> {
        None
    }

    /// Its own tally of this game, by the color that holds them: stones captured, and stones that the other side lost by
    /// suicide. `None` if it keeps none.
    fn prisoners(&self) -> Option<ByColor<u32>> {
        None
    }

    /// The stones of the chain at a point, in any order; empty if there is no stone. `None` if it finds no chains.
    fn chain_stones(&self, _point: Point) -> Option<Vec<Point>> {
        None
    }

    /// The liberties of the chain at a point, in any order. `None` if it finds no liberties.
    fn chain_liberties(&self, _point: Point) -> Option<Vec<Point>> {
        None
    }

    /// True if the point is an eye of that side. `None` if it knows no eyes.
    fn eye(&self, _point: Point, _side: Color) -> Option<bool> {
        None
    }

    /// Evidence that a move is illegal, as a short phrase for a message: `repeats turn 2`.
    fn evidence(&self, _mv: Move) -> Option<String> {
        None
    }
}

/// A program's answer: whether a move is legal, or an action possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The move is legal.
    Legal,
    /// The move is illegal; some programs give the reason.
    Illegal(Option<IllegalMove>),
    /// The program cannot answer, for this reason.
    Cannot(String),
    /// The move is legal and leads to this board: the side to play, if the program gives it, and the stones in reading
    /// order. Only questions about boards are answered so ([`Asked::Board`](crate::questions::Asked)).
    Board(Option<Color>, Vec<Option<Color>>),
    /// The result of a count.
    Score(Score),
    /// The owner of each point, in reading order.
    Owners(Vec<Option<Color>>),
    /// True for each point with a dead stone, in reading order. `None` where either is right.
    Dead(Vec<Option<bool>>),
    /// The stones that each color has captured or gained by a suicide of the other one.
    Prisoners(ByColor<u32>),
    /// The program has accepted an illegal move on the way to the question: the step with this number, from 1.
    Accepted(usize),
}

impl Answer {
    /// True if the answer is right, where this is the right verdict. The reason is compared only if the program gives it.
    pub fn agrees_with(&self, verdict: Result<(), IllegalMove>) -> bool {
        match (self, verdict) {
            (Answer::Legal, Ok(())) | (Answer::Illegal(None), Err(_)) => true,
            (Answer::Illegal(Some(given)), Err(reason)) => *given == reason,
            _ => false,
        }
    }

    /// True if the answers do not contradict each other: reasons are compared only if both have one.
    pub(crate) fn is_alike(&self, other: &Answer) -> bool {
        match (self, other) {
            (Answer::Illegal(None), Answer::Illegal(_))
            | (Answer::Illegal(_), Answer::Illegal(None)) => true,
            _ => self == other,
        }
    }

    /// The answer in the format of the line protocol; a board of this size as several lines.
    pub fn describe(&self, size: Size) -> String {
        match self {
            Answer::Legal => "legal".to_owned(),
            Answer::Illegal(None) => "illegal".to_owned(),
            Answer::Illegal(Some(reason)) => format!("illegal {}", reason.name()),
            Answer::Cannot(why) => format!("cannot {why}"),
            Answer::Board(side, stones) => {
                let side = side.map(|side| format!("{}\n", side.letter()));
                side.unwrap_or_default() + &rows(size, stones)
            }
            Answer::Score(score) => score.to_string(),
            Answer::Owners(owners) => rows(size, owners),
            Answer::Dead(dead) => {
                let letter =
                    |dead: &Option<bool>| dead.map_or('?', |dead| if dead { 'd' } else { '-' });
                rows_of(size, dead.iter().map(letter)) + "\n"
            }
            Answer::Prisoners(ByColor { black, white }) => format!("x {black} o {white}"),
            Answer::Accepted(step) => format!("accepted {step}"),
        }
    }
}

/// One line per row: `x`, `o`, `-`.
fn rows(size: Size, points: &[Option<Color>]) -> String {
    let letters = points.iter().map(|point| point.map_or('-', Color::letter));
    rows_of(size, letters) + "\n"
}

impl From<Result<(), IllegalMove>> for Answer {
    fn from(verdict: Result<(), IllegalMove>) -> Answer {
        verdict.map_or_else(|reason| Answer::Illegal(Some(reason)), |()| Answer::Legal)
    }
}
