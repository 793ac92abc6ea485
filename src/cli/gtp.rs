//! `gokata gtp`: the engine between standard input and standard output.

use std::io::{self, BufRead, Read};
use std::path::Path;

use gokata::gtp::Engine;
use gokata::{Rules, Size};

use crate::read::arguments::{any_seed, rules, size};
use crate::read::files::read;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::plain;

/// Answers the Go Text Protocol: a referee for other programs, and a bot that plays at random.
///
/// Commands are read from standard input, a line each, and answered on standard output. `list_commands` names
/// them all; besides those of GTP 2 it knows many of other programs', and its own: `gokata-legal`,
/// `gokata-explain` (why is this move illegal?), `gokata-mark_dead`. It ends with `quit` or with its input.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata gtp --rules tromp-taylor,komi=7.5
  printf 'boardsize 5\\nplay b C3\\nshowboard\\n' | gokata gtp
  printf 'play b C3\\ngokata-explain w C3\\n' | gokata gtp --size 5

To attach it, give its whole path:
  GoGui     Program > New Program; Command: /path/to/gokata gtp --size 9
  Sabaki    Engines > Manage Engines > Add; Path: /path/to/gokata, Arguments: gtp
  twogtp    gogui-twogtp -black '/path/to/gokata gtp' -white 'gnugo --mode gtp' \\
              -referee '/path/to/gokata gtp --rules chinese' -size 9 -games 10")]
pub(crate) struct GtpArgs {
    /// How large the board is at the start: 19, or 9x13 (rows x columns).
    #[arg(long, value_name = "N|ROWSxCOLS", default_value = "19", value_parser = size)]
    size: Size,
    /// The rules at the start: a name, then perhaps key=value, as in `aga` or `kata,ko=positional,komi=6.5`.
    #[arg(long, value_name = "RULES", default_value = "kata", value_parser = rules)]
    rules: Rules,
    /// The seed of the bot that answers genmove: with the same number, the same commands get the same answers.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub(crate) fn run(args: &GtpArgs, output: &mut Output) -> Result<Status, String> {
    let seed = args.seed.unwrap_or_else(any_seed);
    if args.seed.is_none() {
        Output::log(&format!("gokata: genmove plays with --seed {seed}"));
    }
    let mut engine = Engine::new(args.size)
        .with_rules(args.rules)
        .with_seed(seed)
        .with_files(file);
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while !output.is_cut_off() && next_line(&mut input, &mut line)? {
        let Some(answer) = engine.answer(&line) else {
            continue;
        };
        if let Some(complaint) = engine.complaint() {
            Output::log(&format!("gokata: {}", plain(complaint)));
        }
        output.at_once(&answer.to_string());
        if answer.is_last() {
            break;
        }
    }
    Ok(Status::Fine)
}

/// Reads the next line; false at the end of the input. Of a line that is too long for the engine only so much
/// is kept that it sees that.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, String> {
    let fault = |fault: io::Error| format!("cannot read the input: {fault}");
    let limit = Engine::LONGEST_LINE as u64 + 1;
    line.clear();
    let mut start = input.by_ref().take(limit);
    start.read_until(b'\n', line).map_err(fault)?;
    if line.len() as u64 == limit && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').map_err(fault)?;
    }
    Ok(!line.is_empty())
}

/// The bytes of a file that `loadsgf` names.
fn file(name: &str) -> Option<Vec<u8>> {
    // Standard input is where the commands come from.
    let path = Path::new(name);
    (name != "-").then(|| read(path).ok()).flatten()
}
