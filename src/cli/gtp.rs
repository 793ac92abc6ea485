//! `gokata gtp`: connects the GTP engine to standard input and output.

use std::fs;
use std::io::{self, BufRead, Read};
use std::path::{Component, Path, PathBuf};

use gokata::Size;
use gokata::gtp::Engine;

use crate::read::arguments::{any_seed, size};
use crate::read::files::read;
use crate::read::rules::{self, GivenRules};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::plain;
use crate::write_file::{OwnFile, not_made};

const RULES: &str = "The rules at the start: a name, key=value changes of the kata's rules, or both: `aga`, \
    `ko=positional` or `aga,komi=6.5`.";

/// Speaks the Go Text Protocol: a referee for other programs, and a bot that plays at random.
///
/// Reads commands from standard input, one per line, and answers on standard output, until `quit` or the end of the
/// input. `list_commands` lists all commands: those of GTP 2, many extensions of other programs, and gokata's
/// own, such as `gokata-legal`, `gokata-explain` (why is this move illegal?) and `gokata-mark_dead`.
///
/// `final_score` and `final_status_list` count with the dead stones and sekis that are found, as `gokata score --suggest`
/// does; marks of `gokata-mark_dead` and the territory that a loaded record lists replace them until the next move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata gtp --rules tromp-taylor,komi=7.5
  printf 'boardsize 5\\nplay b C3\\nshowboard\\n' | gokata gtp
  printf 'play b C3\\ngokata-explain w C3\\n' | gokata gtp --size 5
  gokata gtp --files games        `printsgf one.sgf` creates games/one.sgf

To attach it to another program, give its full path:
  GoGui     Program > New Program; Command: /path/to/gokata gtp --size 9
  Sabaki    Engines > Manage Engines > Add; Path: /path/to/gokata,
            Arguments: gtp
  twogtp    gogui-twogtp -black '/path/to/gokata gtp' -white 'gnugo --mode gtp' \\
              -referee '/path/to/gokata gtp --rules chinese' -size 9 -games 10")]
pub(crate) struct GtpArgs {
    /// The size of the board at the start: 19, or 9x13 (rows x columns).
    #[arg(long, value_name = "N|ROWSxCOLS", default_value = "19", value_parser = size)]
    size: Size,
    #[arg(long, value_name = "RULES", default_value = "kata", value_parser = rules::rules)]
    #[arg(help = rules::help(RULES), long_help = rules::long_help(RULES))]
    rules: GivenRules,
    /// The seed of the bot for genmove. With the same seed, the same commands get the same answers.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The folder below which `printsgf FILE` may create files; without it, `printsgf` only prints. No file is ever
    /// replaced, and no link is followed.
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
}

pub(crate) fn run(args: &GtpArgs, output: &mut Output) -> Result<Status, CommandError> {
    let files = args.files.as_deref().map(folder).transpose()?;
    let seed = args.seed.unwrap_or_else(any_seed);
    if args.seed.is_none() {
        Output::log(&format!("gokata: genmove plays with --seed {seed}"));
    }
    let mut engine = Engine::new(args.size)
        .with_rules(args.rules.over_kata())
        .with_seed(seed)
        .with_files(file)
        .with_writer(move |name, text| match &files {
            Some(folder) => save(folder, name, text),
            None => Err("only `gokata gtp --files DIR` lets this program write files".to_owned()),
        });
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while !output.is_cut_off() && next_line(&mut input, &mut line)? {
        let Some(answer) = engine.answer(&line) else {
            continue;
        };
        let answer = answer.to_string();
        if let Some(complaint) = engine.complaint().filter(|why| !answer.contains(why)) {
            Output::log(&format!("gokata: {}", plain(complaint)));
        }
        output.at_once(&answer);
        if engine.has_quit() {
            break;
        }
    }
    Ok(Status::Fine)
}

/// Reads the next line. Returns false at the end of the input. Truncates a long line to one byte more than the engine
/// accepts.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, CommandError> {
    let cannot_read =
        |error: io::Error| CommandError::usage(format!("cannot read the input: {error}"));
    let limit = Engine::LONGEST_LINE as u64 + 1;
    line.clear();
    let mut start = input.by_ref().take(limit);
    start.read_until(b'\n', line).map_err(cannot_read)?;
    if line.len() as u64 == limit && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').map_err(cannot_read)?;
    }
    Ok(!line.is_empty())
}

/// Reads a file for `loadsgf`.
fn file(name: &str) -> Option<Vec<u8>> {
    // `-` is not supported here, because standard input has the commands.
    (name != "-").then(|| read(Path::new(name)).ok()).flatten()
}

/// Returns the absolute path of the folder of `--files`.
fn folder(path: &Path) -> Result<PathBuf, CommandError> {
    let folder = path.canonicalize();
    let folder = folder.map_err(|error| CommandError::file(path, error))?;
    if !folder.is_dir() {
        return Err(CommandError::file(path, "--files takes a folder"));
    }
    Ok(folder)
}

/// Creates a file below a folder for `printsgf`. An absolute name must begin with the folder's.
fn save(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let below = Path::new(name);
    let below = below.strip_prefix(folder).unwrap_or(below);
    let mut path = folder.to_owned();
    for part in below.components() {
        if fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
            return Err("a folder in its path is a link".to_owned());
        }
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            _ => return Err("only files below the folder of --files are written".to_owned()),
        }
    }
    // The message names the file as the controller does.
    let made = OwnFile::create(&path, text).map_err(|error| not_made(&path, &error));
    match made {
        Err(CommandError::File(_, why)) => Err(why.to_string()),
        Err(error) => Err(error.to_string()),
        Ok(_) => Ok(()),
    }
}
