//! `gokata convert`: between the kata's letters and other programs' boards.

use std::path::PathBuf;

use clap::ValueEnum;
use gokata::fixture::Fixture;
use gokata::{BoardRecord, Color, Diagram, Labels, Showboard};

use crate::input::read;
use crate::output::{Output, Status, name};

/// Turns a board from one form of text into the other.
///
/// Which form the file has is seen from its first line: x or o alone begins a kata file. Of a
/// fixture, the opening board is taken.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata convert board.txt --to showboard
  gokata convert gnugo.txt --to kata --to-play o > board.txt
  echo showboard | gnugo --mode gtp --quiet | gokata convert - --to kata")]
pub(crate) struct Arguments {
    /// The file; `-` is standard input.
    file: PathBuf,
    /// The form to write.
    #[arg(long, value_name = "FORM")]
    to: Form,
    /// Who plays next, where the form read does not say.
    #[arg(long, value_name = "SIDE", default_value = "x", value_parser = side)]
    to_play: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The kata's letters.
    Kata,
    /// As GNU Go's showboard: with coordinates, X and O. Says neither labels nor who plays next.
    Showboard,
}

fn side(text: &str) -> Result<Color, String> {
    let mut letters = text.chars();
    let color = letters
        .next()
        .and_then(Color::from_letter)
        .filter(|_| letters.next().is_none());
    color.ok_or_else(|| "the side is x or o".to_owned())
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Status, String> {
    let bytes = read(&arguments.file)?;
    let name = name(&arguments.file);
    let first = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default()
        .trim_ascii_end();
    let diagram = if matches!(first, b"x" | b"o") {
        Fixture::parse(&bytes)
            .map_err(|error| format!("{name}:{error}"))?
            .opening
    } else {
        let board = Showboard::parse(&bytes, arguments.to_play)
            .map_err(|error| format!("{name}:{error}"))?;
        Diagram {
            setup: board.0,
            labels: Labels::new(),
        }
    };
    // What no referee would read is not written either.
    BoardRecord::try_from(&diagram.setup).map_err(|error| format!("{name}: {error}"))?;
    let text = match arguments.to {
        Form::Kata => diagram.to_string(),
        Form::Showboard => {
            if !diagram.labels.is_empty() {
                Output::log(&format!("gokata: {name}: the labels are lost in this form"));
            }
            Showboard(diagram.setup).to_string()
        }
    };
    output.line(text.trim_end_matches('\n'));
    Ok(Status::Fine)
}
