//! The options of `gokata show`, and the drawing of one position.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gokata::{BoardRecord, Color, Diagram, Showboard};

use super::pages_and_folders::{Drawing, Sink};
use super::positions::{Choice, Numbers};
use crate::draw::grid::Grid;
use crate::read::position::{MoveNumbers, before_resignation};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, number, wrapped};
use crate::write_file::{NewFile, NewFolder};

/// Draws a position, or many positions in a folder of pictures or on one page.
///
/// A drawing has no history: after the capture of a ko, it does not show which point is forbidden.
///
/// A folder or a page shows the last position of every game, or the positions that --every or --at choose; of a
/// fixture the opening board, or with --cases the end of every case.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata show board.txt
  gokata show board.txt --play 'C3 D4' --as kata   the board after two moves
  gokata show board.txt --as svg > board.svg
  gokata show game.sgf --at 57                     a game record after 57 moves
  gokata show game.sgf --numbers 40-60             moves with their numbers
  gokata show game.sgf --every 10 -o game.html     a page: every tenth move
  gokata show game.sgf --at 10,50-60 -o moves      a folder of pictures
  gokata show games/ -o games.html                 the end of every game
  gokata show fixtures/ --cases -o cases.html      the end of every case

No existing file is overwritten. If a page or folder cannot be completed, nothing is written. A page needs no \
other file. A picture in a folder is named after its record: game-move-010.svg.

Exit status: 2 if a file cannot be read or understood, or something asked for does not exist; a page or folder \
has the rest.")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    choice: Choice,
    /// More files, and folders of them, for a page or a folder of pictures.
    #[arg(value_name = "FILE")]
    more: Vec<PathBuf>,
    /// The form of the drawing. By default as the name given to --out ends (.svg or .html; a folder of pictures
    /// without an ending), else book.
    #[arg(long = "as", value_name = "FORM")]
    style: Option<DrawingStyle>,
    /// The file or folder to create. By default, and with -, standard output.
    #[arg(short, long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawingStyle {
    /// With coordinates, as in the book *Deep Learning and the Game of Go*.
    Book,
    /// The kata's format, for use as a fixture.
    Kata,
    /// The format of GNU Go's showboard.
    Showboard,
    /// An SVG image; of several positions, a folder of images.
    Svg,
    /// A page with all positions, for browsers and printers. Needs no other file.
    Html,
}

pub(crate) fn run(args: &ShowArgs, output: &mut Output) -> Result<Status, CommandError> {
    let choice = &args.choice;
    let position = &choice.position;
    let at = position.line.at.as_ref();
    let are_several = !args.more.is_empty()
        || choice.every.is_some()
        || choice.cases
        || at.is_some_and(|at| at.single().is_none())
        || position.file.is_dir() && (args.out.is_some() || args.style.is_some());
    let out = args.out.as_deref().filter(|out| out.as_os_str() != "-");
    let (style, is_large) = form(args.style, out, are_several)?;
    if !position.play.is_empty() && is_large {
        return Err("--play goes with one position, not with a page or a folder".into());
    }
    let is_text = matches!(style, DrawingStyle::Kata | DrawingStyle::Showboard);
    if choice.numbers.is_some() && is_text {
        return Err("--numbers goes with --as book, svg or html".into());
    }
    let (status, drawn) = if is_large {
        let sink = match out {
            None => Sink::Output(output),
            Some(out) if style == DrawingStyle::Html => Sink::Page(NewFile::new(out)?),
            Some(out) => Sink::Folder(NewFolder::new(out)?),
        };
        let files = [std::slice::from_ref(&position.file), &args.more].concat();
        Drawing::of(&files, choice, sink)?
    } else {
        let drawing = one(choice, style, out.is_none())?;
        let drawing = drawing.trim_end_matches('\n');
        if let Some(out) = out {
            let mut file = NewFile::new(out)?;
            file.write(&format!("{drawing}\n"))?;
            file.publish()?;
        } else {
            output.line(drawing);
        }
        (Status::Fine, "1 picture".to_owned())
    };
    if let Some(out) = out {
        output.line(format!("{}: {drawn}", name(out)));
    }
    Ok(status)
}

/// Returns the form of the drawing, and whether it is a page or a folder of pictures, with any number of positions.
/// `are_several`: true if the other options ask for more than one position.
fn form(
    style: Option<DrawingStyle>,
    out: Option<&Path>,
    are_several: bool,
) -> Result<(DrawingStyle, bool), CommandError> {
    let ending = out.and_then(Path::extension).unwrap_or_default();
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    let is_dir = out.is_some_and(Path::is_dir);
    let named = match &*ending {
        _ if out.is_none() => Some(DrawingStyle::Book),
        "html" | "htm" => Some(DrawingStyle::Html),
        "svg" | "" => Some(DrawingStyle::Svg),
        _ => is_dir.then_some(DrawingStyle::Svg),
    };
    let style = style.or(named);
    let is_large = match style {
        Some(DrawingStyle::Svg) => out.is_some() && (ending != "svg" || is_dir),
        style => style == Some(DrawingStyle::Html),
    };
    let why = match style {
        None => "the name does not say in which form to draw: add --as",
        Some(DrawingStyle::Html) if ending == "svg" => {
            "--as html writes a page, so its name ends in .html"
        }
        Some(DrawingStyle::Svg) if ending.starts_with("htm") => {
            "--as svg writes pictures; for a page, --as html"
        }
        _ if are_several && !is_large => {
            "several positions need a page (--as html) or a folder of pictures (--as svg -o pictures)"
        }
        Some(style) => return Ok((style, is_large)),
    };
    Err(out.map_or_else(|| why.into(), |out| CommandError::file(out, why)))
}

/// Draws the one position that is chosen. Only output, not a file, is colored, and then says what the latest move was.
fn one(choice: &Choice, style: DrawingStyle, is_output: bool) -> Result<String, CommandError> {
    let position = &choice.position;
    let is_open = position.play.is_empty() && position.line.at.is_none();
    let end = choice.numbers.as_ref().filter(|_| is_open);
    let end = end.and_then(MoveNumbers::largest).map(MoveNumbers::one);
    let loaded = position.load(end)?;
    if position.rules.is_some() && position.play.is_empty() && loaded.line.is_none() {
        let why = "--rules has no effect on a board: it goes with --play or a game record";
        return Err(why.into());
    }
    let (record, mut labels) = (before_resignation(loaded.record), loaded.labels);
    let mut numbers = Numbers::default();
    if let Some(given) = &choice.numbers {
        let line = loaded.line.ok_or("--numbers goes with a game record")?;
        numbers = Numbers::new(given, &record, line.lost_moves)?;
        let (numbered, turns) = (
            given.in_game(record.turns()),
            number(record.turns(), "move"),
        );
        let why = |at: usize| format!("--numbers: there is no move {at} here, after {turns}");
        numbered.map_err(why)?;
    }
    Ok(match style {
        DrawingStyle::Book => {
            let mut grid = Grid::of_game(&record, &labels);
            grid.numbers = numbers.stones;
            let rows = if is_output {
                grid.shown()
            } else {
                grid.plain()
            };
            let mut text = rows.join("\n") + "\n\n";
            if !numbers.others.is_empty() {
                // No line ends inside of `52 at 46`.
                let others = numbers.others.join(", ").replace(' ', "\u{a0}");
                let others = wrapped(&others.replace(",\u{a0}", ", "));
                text += &(others.replace('\u{a0}', " ") + "\n");
            }
            if is_output && Output::has_colors() {
                text += &latest(&record);
            }
            text + &state(&record)
        }
        DrawingStyle::Kata => {
            // In the kata's format, only an empty point can have a label.
            labels.retain(|_, point| record.board().stone_at(*point).is_none());
            let setup = record.setup();
            Diagram { setup, labels }.to_string()
        }
        DrawingStyle::Showboard => Showboard(record.setup()).to_string(),
        DrawingStyle::Svg | DrawingStyle::Html => numbers.svg(&record, &labels),
    })
}

/// Describes the latest turn, and the stones that it has taken, in a line; empty before the first turn.
fn latest(record: &BoardRecord) -> String {
    let (Some(turn), Some(before)) = (record.last_turn(), record.undo()) else {
        return String::new();
    };
    let taken = Color::BOTH.map(|color| record.prisoners(color) - before.prisoners(color));
    let taken = match taken.iter().sum() {
        0 => String::new(),
        taken => format!(" takes {}", number(taken, "stone")),
    };
    let (turns, turn) = (record.turns(), turn.describe(record.size()));
    format!("move {turns}: {turn}{taken}\n")
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
