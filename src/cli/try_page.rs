//! `gokata try`: opens the page gokata.html in a browser, with a position and a question.

use std::env;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::builder::{OsStringValueParser, TypedValueParser as _};

use crate::html::{escaped, made_elsewhere};
use crate::read::arguments::{in_turn, moves};
use crate::read::link::link_to;
use crate::read::position::PositionArgs;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, reason};
use crate::write_file::NewFile;

/// Opens a page in the browser that answers questions about a position: tap a point, change the rules.
///
/// The page is one file, which needs no network. A copy with the position in it is written into the folder for temporary
/// files, and its name is printed.
#[derive(clap::Args)]
#[command(mut_arg("file", may_be_left_out))]
#[command(after_help = "\
Examples:
  gokata try                              the page, with its own example
  gokata try board.txt C3                 may Black play at C3?
  gokata try game.sgf --at 57 --rules aga
  gokata try 19x19 --play 'Q16 D4' -o mine.html --print

A browser that may not read the folder for temporary files, as in some packages of Linux, needs --out.

Exit status: 0 the page is written; 2 it is not, or this gokata has no page.")]
pub(crate) struct TryArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The move that the page asks about first: C4, (2,3), a label or pass; x: or o: before it names the side.
    #[arg(value_name = "MOVE", index = 2)]
    asked: Option<String>,
    /// Write the copy of the page to this new file.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the name of the file, and open nothing.
    #[arg(long)]
    print: bool,
}

/// `gokata try` needs no file; its name is then empty.
fn may_be_left_out(file: clap::Arg) -> clap::Arg {
    let any = OsStringValueParser::new().map(PathBuf::from);
    let file = file.index(1).required(false).value_parser(any);
    file.default_value("").hide_default_value(true)
}

/// The page, if gokata was built with one: `build.rs` says how.
const PAGE: Option<&str> = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Where the page expects a link.
const PLACE: &str = "<meta name=\"gokata-link\" content=\"\">";

const NO_PAGE: &str = "this gokata was built without the page gokata.html, which the archives have beside the program. \
    In a copy of the repository, `.ci/browser` makes it, and then \
    `GOKATA_PAGE=target/wasm/gokata.html cargo install --path src/cli` builds gokata with it.";

pub(crate) fn run(args: &TryArgs, output: &mut Output) -> Result<Status, CommandError> {
    let link = args.link()?;
    let page = made_elsewhere(PAGE, "gokata.html")?.ok_or(NO_PAGE)?;
    let Some((before, after)) = page.split_once(PLACE) else {
        return Err("the page gokata.html beside this program is not that of this gokata".into());
    };
    let place = PLACE.replace("\"\"", &format!("\"{}\"", escaped(&link)));
    let page = format!("{before}{place}{after}");
    let path = match &args.out {
        Some(path) => {
            let mut file = NewFile::new(path)?;
            file.write(&page)?;
            file.publish()?;
            path.clone()
        }
        None => in_temporary_folder(&page)?,
    };
    output.line(name(&path));
    if !args.print
        && let Err(why) = open(&path)
    {
        Output::log(&format!("note: open this file in a browser ({why})"));
    }
    Ok(Status::Fine)
}

impl TryArgs {
    /// Returns the link to the position and the question; nothing if no file is given.
    fn link(&self) -> Result<String, CommandError> {
        let position = &self.position;
        if position.file.as_os_str().is_empty() {
            position.line.refuse()?;
            position.board.refuse()?;
            return match (&position.rules, position.play.first()) {
                (None, None) => Ok(String::new()),
                _ => Err("--rules and --play go with a board: name one, such as 19x19".into()),
            };
        }
        let loaded = position.load(None)?;
        let record = loaded.asked_position();
        let mut asked = loaded.asked.filter(|_| position.play.is_empty());
        if let Some(text) = &self.asked {
            let [mv] = &moves(text, &record, &loaded.labels)?[..] else {
                return Err("the page asks about one move".into());
            };
            asked = Some(in_turn(mv, &record));
        }
        Ok(link_to(record, asked)?.to_string())
    }
}

fn in_temporary_folder(page: &str) -> Result<PathBuf, CommandError> {
    let folder = env::temp_dir();
    let mut file = tempfile::Builder::new();
    let file = file.prefix("gokata-").suffix(".html").tempfile_in(&folder);
    let written = file.and_then(|mut file| {
        file.write_all(page.as_bytes())?;
        let (_, path) = file.keep()?;
        Ok(path)
    });
    written.map_err(|error| CommandError::file(&folder, error))
}

/// Starts the system's program that opens files. It goes on when this program ends.
fn open(path: &Path) -> Result<(), String> {
    let program = match env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let started = command.arg(path).spawn();
    started
        .map(drop)
        .map_err(|error| format!("{program}: {}", reason(&error)))
}
