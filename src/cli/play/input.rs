//! Parses the commands of a game in the terminal, and lists them for `?`.

use gokata::agreement::{Allowed, State};
use gokata::scoring::Mark;
use gokata::{Action, BoardRecord, Color, Move, Point, Size};

use crate::program::process::shortened;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    Nothing,
    Move(Move),
    /// A point without a command word, while players mark stones: changes its mark to the opposite.
    Toggle(Point),
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

/// Returns the commands that are possible now, with a point of this board as an example.
pub(super) fn help(size: Size, allowed: &[Allowed], state: &State) -> String {
    let middle = middle_point(size);
    let point = middle.vertex(size).to_ascii_lowercase();
    let stage = if allowed.contains(&Allowed::Done) {
        let regions = if allowed.contains(&Allowed::MarkRegions) {
            format!(
                "  neutral {point:6} mark an empty region as nobody's (seki); `counted {point}`: not so
"
            )
        } else {
            String::new()
        };
        format!(
            "  {point:14} mark the stones there dead, or alive if they are dead
  dead {point:9} mark stones dead, as far as no living enemy stone is between
  alive {point:8} mark stones alive again in the same way
{regions}  done           agree with the board as it is marked; `back` withdraws that
  resume         disagree, and play on
  undo           take back the latest of these"
        )
    } else {
        let row_and_col = middle.to_string();
        let end = if state.passes_decide() {
            "two passes end the game, with all stones alive"
        } else {
            "after two passes, dead stones are marked"
        };
        format!(
            "  {point:14} put a stone there
  {row_and_col:14} the same, by row and column from the top left, from 0
  pass           pass; {end}
  undo           take back your latest move
  why {point:10} explain whether a stone may be put there, and why not"
        )
    };
    format!(
        "Commands:
{stage}
  resign         give up the game
  score, show    count the board as it stands; show the board again
  save [FILE]    save the game record (SGF)
  quit           stop here; the game so far is saved"
    )
}

fn middle_point(size: Size) -> Point {
    let middle = |side: usize| i32::try_from(side / 2).unwrap_or(0);
    Point::from((middle(size.rows()), middle(size.cols())))
}

/// Parses a line, ignoring case.
pub(super) fn parse(
    line: &str,
    asked: Color,
    record: &BoardRecord,
    scoring: bool,
) -> Result<Input, String> {
    let words = joined(line);
    let Some((first, rest)) = words.split_first() else {
        return Ok(Input::Nothing);
    };
    let word = first.to_ascii_lowercase();
    let alone = |typed: Input| match rest.first() {
        None => Ok(typed),
        Some(more) => {
            let more = shortened(more);
            Err(format!("`{word}` takes no argument: remove `{more}`"))
        }
    };
    let marked = |mark: Mark| Ok(Input::Mark(mark, points(rest, record)?));
    match word.as_str() {
        "?" | "h" | "help" => alone(Input::Help),
        "q" | "quit" | "exit" => alone(Input::Quit),
        "u" | "undo" => alone(Input::Undo),
        "score" => alone(Input::Score),
        "show" | "board" => alone(Input::Show),
        "done" => alone(Input::Done),
        "back" | "undone" => alone(Input::Back),
        "resume" => alone(Input::Resume),
        // Takes the rest of the line, because a file name may contain spaces.
        "save" => {
            let file = line.trim_start()[first.len()..].trim();
            let file = (!file.is_empty()).then(|| file.to_owned());
            Ok(Input::Save(file))
        }
        "why" | "explain" => one_move(rest, asked, record).map(Input::Why),
        "dead" => marked(Mark::Dead),
        "alive" => marked(Mark::Alive),
        "neutral" => marked(Mark::Neutral),
        "counted" => marked(Mark::Counted),
        _ => {
            let mv = one_move(&words, asked, record)?;
            Ok(match mv.action {
                Action::Play(point) if scoring => Input::Toggle(point),
                _ => Input::Move(mv),
            })
        }
    }
}

/// Parses one move: a point, `pass` or `resign`, with or without its color (`x:`, `o:`).
fn one_move(words: &[String], asked: Color, record: &BoardRecord) -> Result<Move, String> {
    let word = match words {
        [] => return Err("which point?".to_owned()),
        [word] => word.to_ascii_lowercase(),
        words if words.iter().all(|word| point(word, record.size()).is_ok()) => {
            return Err("one move at a time".to_owned());
        }
        words => return Err(no_point(&words.join(" "), record.size())),
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

fn points(words: &[String], record: &BoardRecord) -> Result<Vec<Point>, String> {
    if words.is_empty() {
        return Err("which point?".to_owned());
    }
    let points = words.iter().map(|word| point(word, record.size()));
    points.collect()
}

fn point(word: &str, size: Size) -> Result<Point, String> {
    Point::from_vertex(word, size)
        .or_else(|| Point::from_row_col(word))
        .ok_or_else(|| no_point(word, size))
}

/// Returns the message about a text that is no point. If it may be meant as one, shows how to enter a point.
fn no_point(text: &str, size: Size) -> String {
    let is_i = text.starts_with(['i', 'I']) && text[1..].parse::<u32>().is_ok();
    let why = if is_i {
        ": there is no column I".to_owned()
    } else if text.contains(|c: char| c.is_ascii_digit()) {
        let point = middle_point(size);
        let vertex = point.vertex(size);
        format!(
            ": enter a point as {vertex}, or as {point}: row and column from the top left, from 0"
        )
    } else {
        String::new()
    };
    let text = shortened(text);
    format!("`{text}` is neither a point nor a command{why} (type ? for help)")
}

/// Splits a line into words. Joins the parts of a point: `D 4`, `x: D4`, `( 4, 4 )`.
fn joined(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let is_continued = words.last().is_some_and(|last| {
            let lower = last.to_ascii_lowercase();
            let what = lower.strip_prefix("x:").or(lower.strip_prefix("o:"));
            let what = what.unwrap_or(&lower);
            let is_column = what.len() == 1 && what.bytes().all(|b| b.is_ascii_alphabetic());
            let is_number = word.bytes().all(|b| b.is_ascii_digit());
            what.is_empty()
                || is_column && is_number
                || what.starts_with('(') && !what.ends_with(')')
        });
        match words.last_mut() {
            Some(last) if is_continued => last.push_str(word),
            _ => words.push(word.to_owned()),
        }
    }
    words
}
