//! `gokata show`: draws a position.

use gokata::{Action, Color};

use crate::draw::board::{Form, draw};
use crate::read::position::Position;
use crate::terminal::output::{Output, Status};

/// Draws a position.
///
/// A drawing has no past: a board written out after a ko has been taken does not know of it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata show board.txt
  gokata show board.txt --play 'C3 D4' --as kata    the board after two moves, as a new file
  gokata show board.txt --as svg > board.svg
  gokata show game.sgf --at 57                      a game record after 57 moves")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: Position,
    /// The form of the drawing.
    #[arg(long = "as", value_name = "FORM", default_value = "book")]
    form: Form,
}

pub(crate) fn run(args: &ShowArgs, output: &mut Output) -> Result<Status, String> {
    let (record, labels) = args.position.load()?;
    let last = record.last_turn().and_then(|turn| match turn.action {
        Action::Play(point) => Some(point),
        Action::Pass | Action::Resign => None,
    });
    output.line(draw(args.form, &record, last, &labels));
    if args.form == Form::Book {
        let held = |color| record.prisoners(color);
        let next = if record.is_over() {
            "the game is over".to_owned()
        } else {
            let side = record.to_play();
            format!("{side} ({}) to play", side.letter())
        };
        output.line(format!(
            "\n{next}; prisoners: Black {}, White {}",
            held(Color::Black),
            held(Color::White)
        ));
    }
    Ok(Status::Fine)
}
