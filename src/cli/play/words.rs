//! What a person can type during a game. What comes of it is `table`'s.

use gokata::scoring::Mark;
use gokata::{Action, BoardRecord, Labels, Move, Point};

use crate::input::moves;
use crate::output::plain;

/// A line understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    Nothing,
    Move(Move),
    /// A point, when stones are marked: what it says depends on what is there.
    Touch(Point),
    Mark(Mark, Vec<Point>),
    Why(Move),
    Done,
    Back,
    Resume,
    Undo,
    Score,
    Show,
    Save(Option<String>),
    Help,
    Quit,
}

pub(super) const WHILE_PLAYING: &str = "\
What can be typed:
  d4          put a stone on D4 (or by row and column from the top left: (5,3))
  pass        two passes end the game; then dead stones are marked
  resign      give the game up
  undo        take your last move back
  why d4      may D4 be played, and if not, why?
  score       the count, as if the game had ended with every stone alive
  show        the board again
  save [FILE] write the game record (SGF)
  quit        stop here";

pub(super) const WHILE_SCORING: &str = "\
Play has ended. What can be typed now:
  d4          the stones there are dead, or alive again
  dead d4     the stones there, and all that no living enemy shuts off from them, are dead
  alive d4    they are alive
  neutral e2  nobody's region, as in a seki (where territory is counted); counted e2: it counts again
  done        you agree with the board as it is marked
  back        take that back
  resume      you do not agree: play on
  undo        take back what was done last
  resign      give the game up
  score, show, save [FILE], quit   as during play";

/// Understands a line. Points are read as `play` reads moves; capital letters are as good as small ones.
pub(super) fn understand(line: &str, record: &BoardRecord, scoring: bool) -> Result<Typed, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(Typed::Nothing);
    };
    let rest: Vec<&str> = words.collect();
    let word = first.to_ascii_lowercase();
    let alone = |typed: Typed| match rest.first() {
        None => Ok(typed),
        Some(more) => Err(format!("`{word}` stands alone; what is `{}`?", plain(more))),
    };
    match word.as_str() {
        "?" | "h" | "help" => alone(Typed::Help),
        "q" | "quit" | "exit" => alone(Typed::Quit),
        "u" | "undo" => alone(Typed::Undo),
        "score" => alone(Typed::Score),
        "show" | "board" => alone(Typed::Show),
        "done" => alone(Typed::Done),
        "back" | "undone" => alone(Typed::Back),
        "resume" => alone(Typed::Resume),
        // The rest of the line: names of files may hold spaces.
        "save" => {
            let file = line.trim_start()[first.len()..].trim();
            Ok(Typed::Save(
                Some(file.to_owned()).filter(|file| !file.is_empty()),
            ))
        }
        "why" | "explain" => one(&rest, record).map(Typed::Why),
        "dead" => points(&rest, record).map(|points| Typed::Mark(Mark::Dead, points)),
        "alive" => points(&rest, record).map(|points| Typed::Mark(Mark::Alive, points)),
        "neutral" => points(&rest, record).map(|points| Typed::Mark(Mark::Neutral, points)),
        "counted" => points(&rest, record).map(|points| Typed::Mark(Mark::Counted, points)),
        _ => {
            let all: Vec<&str> = line.split_whitespace().collect();
            let mv = one(&all, record)?;
            Ok(match mv.action {
                Action::Play(point) if scoring => Typed::Touch(point),
                _ => Typed::Move(mv),
            })
        }
    }
}

fn read(words: &[&str], record: &BoardRecord) -> Result<Vec<Move>, String> {
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let typed = moves(&lower.join(" "), record, &Labels::new());
    let typed = typed.map_err(|error| format!("{error} (? tells what can be typed)"))?;
    Ok(typed.iter().map(|typed| typed.for_side(record)).collect())
}

fn one(words: &[&str], record: &BoardRecord) -> Result<Move, String> {
    match read(words, record)?.as_slice() {
        [mv] => Ok(*mv),
        [] => Err("which point?".to_owned()),
        _ => Err("one move at a time".to_owned()),
    }
}

fn points(words: &[&str], record: &BoardRecord) -> Result<Vec<Point>, String> {
    let moves = read(words, record)?;
    let points = moves.iter().map(|mv| match mv.action {
        Action::Play(point) => Ok(point),
        Action::Pass | Action::Resign => Err("a point is needed, as in d4".to_owned()),
    });
    let points: Vec<Point> = points.collect::<Result<_, _>>()?;
    if points.is_empty() {
        return Err("which point?".to_owned());
    }
    Ok(points)
}
