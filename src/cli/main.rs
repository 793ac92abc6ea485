//! `gokata`: thin words over the library. The only room that reads files and writes to terminals.

mod ask;
mod bench;
mod check;
mod convert;
mod dataset;
mod draw;
mod export;
mod gtp;
mod judge;
mod perft;
mod play;
mod read;
mod score;
mod show;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::terminal::output::{Output, Status};

/// The referee of the game of Go: is this move legal, and if not, why?
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// End with status 0 whatever was found in the files. Wrong usage, output that cannot be written
    /// and internal errors keep their status.
    #[arg(long, global = true)]
    exit_zero: bool,
}

const EXAMPLES: &str = "\
Examples:
  gokata check                          check every fixture below ./fixtures
  gokata check game.txt                 check one
  gokata check games/                   is every move of these game records (.sgf) legal?
  gokata explain board.txt C3           may the side to play play C3, and if not, why?
  gokata legal board.txt --play C3 B3   is B3 legal after C3?
  gokata show board.txt --as svg        a picture of the board
  gokata score board.txt --dead A1      who wins, counted line by line
  gokata play                           a game in the terminal, against a bot or a friend
  gokata gtp                            a GTP engine: referee, and bot that plays at random
  gokata perft 5x5 --depth 4            count the games of up to four moves
  gokata dataset games/ --out data.npz  training data of game records, for NumPy
  gokata bench                          how fast is it here?
  gokata export                         the fixtures as data (JSON)

Exit status: 0 all as expected, or legal; 1 something is not; 2 wrong usage, a file that cannot
be read or understood; 3 a bug of gokata.

A board is a text file: the side to move (x or o) on the first line, then one line a row with
x for Black, o for White, - for an empty point.";

#[derive(Subcommand)]
enum Command {
    Check(check::CheckArgs),
    Legal(ask::LegalArgs),
    Explain(ask::ExplainArgs),
    Show(show::ShowArgs),
    Score(score::ScoreArgs),
    Play(play::PlayArgs),
    Gtp(gtp::GtpArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Convert(convert::ConvertArgs),
    Export(export::ExportArgs),
    Dataset(dataset::DatasetArgs),
}

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        Output::log(&format!(
            "gokata: internal error: {panic}\n\
             This is a bug in gokata. Please report it with the command and the file that led to it."
        ));
    }));
    let ran = std::panic::catch_unwind(run);
    ran.unwrap_or(Status::Internal).into()
}

fn run() -> Status {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; clap knows the stream for each.
            let printed = error.print().is_ok();
            return if error.use_stderr() || !printed {
                Status::Trouble
            } else {
                Status::Fine
            };
        }
    };
    let mut output = Output::new();
    let found = match arguments.command {
        Command::Check(arguments) => check::run(&arguments, &mut output),
        Command::Legal(arguments) => ask::legal(&arguments, &mut output),
        Command::Explain(arguments) => ask::explain(&arguments, &mut output),
        Command::Show(arguments) => show::run(&arguments, &mut output),
        Command::Play(arguments) => play::run(&arguments, &mut output),
        Command::Score(arguments) => score::run(&arguments, &mut output),
        Command::Bench(arguments) => bench::run(&arguments, &mut output),
        Command::Gtp(arguments) => gtp::run(&arguments, &mut output),
        Command::Perft(arguments) => perft::run(&arguments, &mut output),
        Command::Convert(arguments) => convert::run(&arguments, &mut output),
        Command::Export(arguments) => export::run(&arguments, &mut output),
        Command::Dataset(arguments) => dataset::run(&arguments, &mut output),
    };
    // What could not be done at all is not "what was found".
    let (status, is_found) = match found {
        Ok(status) => (status, true),
        Err(trouble) => {
            Output::log(&format!("gokata: {trouble}"));
            (Status::Trouble, false)
        }
    };
    match output.finish() {
        Err(trouble) => {
            Output::log(&format!("gokata: {trouble}"));
            Status::Trouble
        }
        Ok(()) if arguments.exit_zero && is_found && status != Status::Internal => Status::Fine,
        Ok(()) => status,
    }
}
