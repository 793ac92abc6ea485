//! `gokata score`: the count of a position, line by line.

use gokata::scoring::{Mark, MarkError, Outcome, Standing};
use gokata::{Action, BoardRecord, Color, Labels, Point, Size};

use crate::draw;
use crate::input::{Position, moves};
use crate::output::{Output, Status, plain};

/// Counts a position, line by line.
///
/// It is counted as it stands: every stone is alive unless it is named, however hopeless it is.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata score board.txt --rules japanese
  gokata score board.txt --rules japanese --dead 'A1 C3'      exactly these chains are dead
  gokata score board.txt --rules japanese --mark A1           what a player's mark there would do
  gokata score board.txt --rules chinese,komi=5.5 --neutral E2
  gokata score board.txt --rules jp --given x=3 --given o=1   prisoners from before
  gokata score game.sgf --dead C3                             a game record, under the rules it names")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: Position,
    /// Dead chains: exactly those at these points. May be given again.
    #[arg(long, value_name = "POINT")]
    dead: Vec<String>,
    /// Stones that a player marks as dead, with all others of their color that no living enemy shuts off, as on a
    /// server. May be given again; after --dead.
    #[arg(long, value_name = "POINT")]
    mark: Vec<String>,
    /// Empty regions that are nobody's, as in a seki. May be given again; after the dead stones.
    #[arg(long, value_name = "POINT")]
    neutral: Vec<String>,
    /// Prisoners that a side (x Black, o White) held before this position.
    #[arg(long, value_name = "x=N|o=N", value_parser = given)]
    given: Vec<(Color, u32)>,
}

/// Points of an open region that are named.
const MOST_NAMED: usize = 10;

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Status, String> {
    let (record, labels) = arguments.position.load()?;
    let mut standing = Standing::from(&record);
    let size = record.size();
    let told = |error: MarkError| error.describe(size);
    let points = |option: &str, words: &[String]| points(option, words, &record, &labels);
    standing.marks = standing
        .marks
        .with_dead(&points("dead", &arguments.dead)?)
        .map_err(|error| format!("--dead: {}", told(error)))?;
    for (option, words, mark) in [
        ("mark", &arguments.mark, Mark::Dead),
        ("neutral", &arguments.neutral, Mark::Neutral),
    ] {
        for point in points(option, words)? {
            let marked = standing.marks.mark(point, mark);
            marked.map_err(|error| format!("--{option}: {}", told(error)))?;
        }
    }
    for (color, stones) in &arguments.given {
        let held = &mut standing.prisoners[*color as usize];
        *held = held.saturating_add(*stones);
    }
    output.line(drawing(&standing, &record, &labels));
    output.line("");
    output.line(told_in_full(&standing, size));
    Ok(Status::Fine)
}

/// The board, and beside it whose each point is.
fn drawing(standing: &Standing, record: &BoardRecord, labels: &Labels) -> String {
    let last = record.last_turn().and_then(|turn| match turn.action {
        Action::Play(point) => Some(point),
        Action::Pass | Action::Resign => None,
    });
    let board = draw::book(record.board(), last, labels);
    let owners = draw::owners(&standing.marks);
    draw::beside(("the board", &board), ("whose it is", &owners))
}

/// Which stones are dead, what looks unfinished, the rules and the count.
pub(crate) fn told_in_full(standing: &Standing, size: Size) -> String {
    let mut lines = Vec::new();
    let names = |points: &mut dyn Iterator<Item = Point>| {
        let names: Vec<String> = points.map(|point| point.vertex(size)).collect();
        names.join(" ")
    };
    for (what, points) in [
        ("dead", names(&mut standing.marks.dead())),
        (
            "neutral by the players' word",
            names(&mut standing.marks.neutral()),
        ),
    ] {
        if !points.is_empty() {
            lines.push(format!("{what}: {points}"));
        }
    }
    for border in standing.marks.open_borders() {
        let count = border.points.len();
        let points = names(&mut border.points.into_iter().take(MOST_NAMED));
        let more = if count > MOST_NAMED { " ..." } else { "" };
        lines.push(format!(
            "between both sides, nobody's (unfinished?): {count} points: {points}{more}"
        ));
    }
    lines.push(format!("rules: {}", standing.rules));
    let count = standing.count();
    lines.push(count.to_string());
    lines.push(format!("result: {}", Outcome::Counted(count.score())));
    lines.join("\n")
}

/// Points in the words of one option.
fn points(
    option: &str,
    words: &[String],
    record: &BoardRecord,
    labels: &Labels,
) -> Result<Vec<Point>, String> {
    let mut points = Vec::new();
    for text in words {
        for typed in moves(text, record, labels).map_err(|error| format!("--{option}: {error}"))? {
            match typed.for_side(record).action {
                Action::Play(point) => points.push(point),
                Action::Pass | Action::Resign => {
                    return Err(format!("--{option}: `{}` is no point", plain(text)));
                }
            }
        }
    }
    Ok(points)
}

fn given(text: &str) -> Result<(Color, u32), String> {
    let read = || {
        let (side, stones) = text.split_once('=')?;
        let mut letters = side.chars();
        let color = Color::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
        Some((
            color,
            stones.parse().ok().filter(|stones| *stones <= 999_999)?,
        ))
    };
    read().ok_or_else(|| "a side and a number are needed, as in x=3 or o=1".to_owned())
}
