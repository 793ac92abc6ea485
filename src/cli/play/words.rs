//! What a person can type during a game. What comes of it is `table`'s.

use gokata::agreement::{Allowed, Marking, Terms};
use gokata::scoring::Mark;
use gokata::{Action, BoardRecord, Color, Move, Point, Size};

use crate::terminal::text::plain;

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

/// What can be typed now, with points that are on this board.
pub(super) fn help(size: Size, allowed: &[Allowed], terms: Terms) -> String {
    let middle = Point::from((middle(size.rows()), middle(size.cols())));
    let point = middle.vertex(size).to_ascii_lowercase();
    let mut lines = vec!["What can be typed:".to_owned()];
    let mut line = |words: &str, meaning: &str| lines.push(format!("  {words:14} {meaning}"));
    if allowed.contains(&Allowed::Done) {
        line(&point, "the stones there are dead; or, if they were, alive");
        line(
            &format!("dead {point}"),
            "the stones there are dead, and all others of their color that no",
        );
        line("", "living enemy shuts off from them");
        line(&format!("alive {point}"), "the same, the other way round");
        if allowed.contains(&Allowed::MarkRegions) {
            line(
                &format!("neutral {point}"),
                "this empty region is nobody's, as in a seki",
            );
            line(&format!("counted {point}"), "it counts again");
        }
        line("done", "you agree with the board as it is marked");
        line("back", "you do not, after all");
        line("resume", "you disagree: play on");
        line("undo", "take back what was said last");
    } else {
        line(&point, "put a stone there");
        line(
            &middle.to_string(),
            "the same, by row and column from the top left, from 0",
        );
        let end = match terms.marking {
            Marking::Nothing => "two passes end the game, and what stands is alive",
            Marking::Stones | Marking::StonesAndRegions => {
                "two passes end play; then dead stones are marked"
            }
        };
        line("pass", end);
        line("undo", "take back your last move");
        line(
            &format!("why {point}"),
            "may it be played, and if not, why?",
        );
    }
    line("resign", "give the game up");
    line("score", "the count as the board stands");
    line("show", "the board again");
    line("save [FILE]", "write the game record (SGF)");
    line("quit", "stop here; the game so far is saved");
    lines.join("\n")
}

fn middle(side: usize) -> i32 {
    i32::try_from(side / 2).unwrap_or(0)
}

/// Understands a line of the player who was asked. Capital letters are as good as small ones.
pub(super) fn understand(
    line: &str,
    asked: Color,
    record: &BoardRecord,
    scoring: bool,
) -> Result<Typed, String> {
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
    let marked = |mark: Mark| Ok(Typed::Mark(mark, points(&rest, record)?));
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
        "why" | "explain" => one(&rest, asked, record).map(Typed::Why),
        "dead" => marked(Mark::Dead),
        "alive" => marked(Mark::Alive),
        "neutral" => marked(Mark::Neutral),
        "counted" => marked(Mark::Counted),
        _ => {
            let all: Vec<&str> = line.split_whitespace().collect();
            let mv = one(&all, asked, record)?;
            Ok(match mv.action {
                Action::Play(point) if scoring => Typed::Touch(point),
                _ => Typed::Move(mv),
            })
        }
    }
}

/// One move: a point, `pass` or `resign`, perhaps with the side before it.
fn one(words: &[&str], asked: Color, record: &BoardRecord) -> Result<Move, String> {
    let word = match words {
        [] => return Err("which point?".to_owned()),
        [word] => word.to_ascii_lowercase(),
        [..] => return Err("one move at a time".to_owned()),
    };
    let (color, what) = match word.split_once(':') {
        Some(("x", what)) => (Color::Black, what),
        Some(("o", what)) => (Color::White, what),
        _ => (asked, word.as_str()),
    };
    let action = match what {
        "pass" => Action::Pass,
        "resign" => Action::Resign,
        _ => Action::Play(point(what, record.size())?),
    };
    Ok(Move { color, action })
}

fn points(words: &[&str], record: &BoardRecord) -> Result<Vec<Point>, String> {
    if words.is_empty() {
        return Err("which point?".to_owned());
    }
    words
        .iter()
        .map(|word| point(word, record.size()))
        .collect()
}

fn point(word: &str, size: Size) -> Result<Point, String> {
    Point::from_vertex(word, size)
        .or_else(|| Point::from_row_col(word))
        .ok_or_else(|| {
            let letter_i = word.starts_with(['i', 'I']) && word[1..].parse::<u32>().is_ok();
            let why = if letter_i {
                ": there is no column I"
            } else {
                ""
            };
            format!(
                "`{}` is no point and no word I know{why} (? tells what can be typed)",
                plain(word)
            )
        })
}
