//! `gokata show`: draws a position.

use clap::ValueEnum;
use gokata::{BoardRecord, Color, Diagram, Showboard, picture};

use crate::draw::board::{last_stone, position};
use crate::read::position::PositionArgs;
use crate::terminal::output::{Output, Status};

/// Draws a position.
///
/// A drawing has no history: after the capture of a ko, it does not show which point is forbidden.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata show board.txt
  gokata show board.txt --play 'C3 D4' --as kata   the board after two moves
  gokata show board.txt --as svg > board.svg
  gokata show game.sgf --at 57                     a game record after 57 moves")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The form of the drawing.
    #[arg(long = "as", value_name = "FORM", default_value = "book")]
    style: DrawingStyle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawingStyle {
    /// With coordinates, as in the book *Deep Learning and the Game of Go*.
    Book,
    /// The kata's format, for use as a fixture.
    Kata,
    /// The format of GNU Go's showboard.
    Showboard,
    /// An SVG image.
    Svg,
}

pub(crate) fn run(args: &ShowArgs, output: &mut Output) -> Result<Status, String> {
    let (record, mut labels) = args.position.load()?;
    let drawing = match args.style {
        DrawingStyle::Book => {
            let rows = position(&record, &labels).join("\n");
            format!("{rows}\n\n{}", state(&record))
        }
        DrawingStyle::Kata => {
            // In the kata's format, only an empty point can have a label.
            labels.retain(|_, point| record.board().stone_at(*point).is_none());
            let setup = record.setup();
            Diagram { setup, labels }.to_string()
        }
        DrawingStyle::Showboard => Showboard(record.setup()).to_string(),
        DrawingStyle::Svg => picture::svg(record.board(), last_stone(&record), &labels),
    };
    output.line(drawing.trim_end_matches('\n'));
    Ok(Status::Fine)
}

/// Describes the side to play and the prisoners.
fn state(record: &BoardRecord) -> String {
    let next = if record.is_over() {
        "the game is over".to_owned()
    } else {
        let side = record.to_play();
        format!("{side} ({}) to play", side.letter())
    };
    let [black, white] = Color::BOTH.map(|color| record.prisoners(color));
    format!("{next}; prisoners: Black {black}, White {white}")
}
