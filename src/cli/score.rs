//! `gokata score`: the count of a position, line by line.

use gokata::scoring::{Mark, MarkError, Standing};
use gokata::{Action, BoardRecord, Color, HandicapBonus, Labels, Point, Scoring};

use crate::draw::board as draw;
use crate::draw::count;
use crate::read::arguments::moves;
use crate::read::position::PositionArgs;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::plain;

/// Counts a position, line by line.
///
/// It is counted as it stands: every stone is alive unless it is named, however hopeless it is.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata score board.txt --rules japanese
  gokata score board.txt --rules japanese --dead A1 C3        exactly these chains are dead
  gokata score board.txt --rules japanese --mark A1           what a player's mark there would do
  gokata score board.txt --rules chinese,komi=5.5 --neutral E2
  gokata score board.txt --rules jp --given x=3 --given o=1   prisoners from before
  gokata score game.sgf --dead C3                             a game record, under the rules it names")]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Dead chains: exactly those at these points. May be given again.
    #[arg(long, value_name = "POINT", num_args = 1..)]
    dead: Vec<String>,
    /// Stones that a player marks as dead, with all others of their color that no living enemy shuts off, as
    /// on a server. May be given again; after --dead.
    #[arg(long, value_name = "POINT", num_args = 1..)]
    mark: Vec<String>,
    /// Empty regions that are nobody's, as in a seki. May be given again; after the dead stones.
    #[arg(long, value_name = "POINT", num_args = 1..)]
    neutral: Vec<String>,
    /// The number of handicap stones, for the bonus that White gets for them by some area rules.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=625))]
    handicap: Option<u32>,
    /// Prisoners that a side (x Black, o White) held before this position; the last number of a side counts.
    #[arg(long, value_name = "x=N|o=N", value_parser = given)]
    given: Vec<(Color, u32)>,
}

pub(crate) fn run(args: &ScoreArgs, output: &mut Output) -> Result<Status, String> {
    let (record, labels) = args.position.load()?;
    let mut standing = Standing::from(&record);
    let size = record.size();
    let told = |error: MarkError| error.describe(size);
    let points = |option: &str, words: &[String]| points(option, words, &record, &labels);
    standing.marks = standing
        .marks
        .with_dead(&points("dead", &args.dead)?)
        .map_err(|error| format!("--dead: {}", told(error)))?;
    for (option, words, mark) in [
        ("mark", &args.mark, Mark::Dead),
        ("neutral", &args.neutral, Mark::Neutral),
    ] {
        for point in points(option, words)? {
            let marked = standing.marks.mark(point, mark);
            marked.map_err(|error| format!("--{option}: {}", told(error)))?;
        }
    }
    for (color, stones) in &args.given {
        standing.prisoners[*color as usize] = *stones;
    }
    if let Some(stones) = args.handicap {
        standing.handicap = if stones == 1 { 0 } else { stones };
    }
    output.line(drawing(&standing, &record, &labels));
    output.line(format!("{}\n", count::LEGEND));
    if args.handicap.is_none() && is_bonus_unknown(&standing, &record) {
        output.line("no handicap bonus: the board does not tell how many stones there were (--handicap N does)");
    }
    output.line(count::in_full(&standing));
    Ok(Status::Fine)
}

/// The board, and beside it whose each point is.
fn drawing(standing: &Standing, record: &BoardRecord, labels: &Labels) -> String {
    let board = draw::position(record, labels);
    let owners = draw::grid(record.size(), None, count::map(standing));
    draw::beside(("the board", &board), ("whose it is", &owners))
}

/// Would there be a bonus if the handicap stones could be told from the others?
fn is_bonus_unknown(standing: &Standing, record: &BoardRecord) -> bool {
    let start = record.at(0);
    let has_white = |start: BoardRecord| {
        start
            .board()
            .stones()
            .any(|(_, color)| color == Color::White)
    };
    standing.rules.handicap_bonus != HandicapBonus::Zero
        && standing.rules.scoring == Scoring::Area
        && start.is_some_and(has_white)
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
        // Lists are often written with commas; inside parentheses they belong to the point.
        let text = &if text.contains('(') {
            text.clone()
        } else {
            text.replace(',', " ")
        };
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
        let is_plain = stones.len() <= 6 && stones.bytes().all(|b| b.is_ascii_digit());
        Some((color, stones.parse().ok().filter(|_| is_plain)?))
    };
    read().ok_or_else(|| "a side and a number are needed, as in x=3 or o=1".to_owned())
}
