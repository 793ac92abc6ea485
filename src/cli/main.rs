//! The command line of gokata: everything that reads files, writes to terminals or starts programs.

mod ask;
mod check;
mod completions;
mod convert;
mod dataset;
mod dojo;
mod draw;
mod export;
mod findings;
mod gtp;
mod html;
mod judge;
mod man;
mod perft;
mod play;
mod program;
mod read;
mod repair;
mod report;
mod score;
mod serve;
mod show;
mod terminal;
mod try_page;
mod write_file;

use std::process::ExitCode;

use anstream::ColorChoice;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{plain, plain_line};

/// The referee of the game of Go: is this move legal, and if not, why?
#[derive(Parser)]
#[command(name = "gokata", version, max_term_width = HELP_WIDTH, after_help = EXAMPLES)]
struct MainArgs {
    #[command(subcommand)]
    command: Command,
    /// Exit with status 0 whatever is found in the files.
    #[arg(long, global = true)]
    exit_zero: bool,
    /// When to use colors. By default only in a terminal, as `NO_COLOR` and `CLICOLOR` allow.
    // Found before the arguments are parsed: see `set_color`.
    #[arg(id = "color", long, value_name = "WHEN", global = true, value_parser = ["auto", "always", "never"])]
    _color: Option<String>,
}

/// Finds `--color` before the arguments are parsed: messages about wrong arguments, and the help, obey it too.
fn set_color(args: &[String]) {
    let mut args = args
        .iter()
        .map(String::as_str)
        .take_while(|arg| *arg != "--");
    while let Some(arg) = args.next() {
        let value = match arg.strip_prefix("--color") {
            Some("") => args.next(),
            value => value.and_then(|value| value.strip_prefix('=')),
        };
        match value {
            Some("auto") => ColorChoice::Auto.write_global(),
            Some("always") => ColorChoice::Always.write_global(),
            Some("never") => ColorChoice::Never.write_global(),
            _ => {}
        }
    }
}

/// Help is wrapped at words, at this width or that of a narrower terminal. Examples are not wider.
const HELP_WIDTH: usize = 80;

const EXAMPLES: &str = "\
Examples:
  gokata check                          check every fixture below ./fixtures
  gokata check board.txt                check one fixture
  gokata check games/                   is every move of these game records (.sgf) legal?
  gokata explain board.txt C3           is C3 legal for the side to play, and if not, why?
  gokata legal board.txt --play C3 B3   is B3 legal after C3?
  gokata try board.txt C3               the same question in a page in the browser
  gokata show board.txt --as svg        a picture of the board
  gokata show games/ -o games.html      a page with the end of every game
  gokata score board.txt --dead A1      who wins, counted line by line
  gokata play                           a game in the terminal, against a bot or a friend
  gokata gtp                            a GTP engine: referee, and bot that plays at random
  gokata perft 5x5 --depth 4            count the games of one to four moves
  gokata dataset games/ --out data.npz  training data from game records, for NumPy
  gokata export                         the questions of the fixtures as JSON
  gokata check --exec CMD               does this program know the rules of Go?
  gokata report run.ndjson -o pages     pages about its answers, with boards
  gokata scoreboard runs/               a table of all programs that were asked
  gokata dojo evening                   the files for a coding dojo, in a new folder
  gokata serve                          the web game for two (feature web)
  eval \"$(gokata completions bash)\"     complete commands and options with Tab
  gokata man --out man1                 manual pages

Exit status: 0 everything is as expected, or legal; 1 something is not; 2 wrong usage, or a file that \
cannot be read or understood; 3 a bug of gokata.

Files appear under their names when they are complete. A killed run may leave a hidden folder \
.gokata-….part beside them: delete it.

A board is a text file: the side to play (x or o) on the first line, then one line per row with x for \
Black, o for White, - for an empty point.";

#[derive(Subcommand)]
enum Command {
    Check(check::CheckArgs),
    Legal(ask::LegalArgs),
    Explain(ask::ExplainArgs),
    Try(try_page::TryArgs),
    Show(show::ShowArgs),
    Score(score::ScoreArgs),
    Play(play::PlayArgs),
    Gtp(gtp::GtpArgs),
    Perft(perft::PerftArgs),
    Convert(convert::ConvertArgs),
    Export(export::ExportArgs),
    Report(report::ReportArgs),
    Scoreboard(report::rows::ScoreboardArgs),
    Dataset(dataset::DatasetArgs),
    Dojo(dojo::DojoArgs),
    Serve(serve::ServeArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Command {
    /// True if `--exit-zero` would not change the exit status.
    fn has_no_findings(&self) -> bool {
        use Command::{Completions, Dojo, Gtp, Man, Perft, Report, Scoreboard, Serve, Try};
        matches!(
            self,
            Gtp(_)
                | Perft(_)
                | Dojo(_)
                | Serve(_)
                | Report(_)
                | Scoreboard(_)
                | Completions(_)
                | Man(_)
                | Try(_)
        )
    }
}

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        Output::log(&format!(
            "gokata: internal error: {panic}\n\
             This is a bug in gokata. Please report it with the command and the file that led to it."
        ));
    }));
    let ran = std::panic::catch_unwind(run);
    ExitCode::from(ran.unwrap_or(Status::Internal) as u8)
}

fn run() -> Status {
    let given = std::env::args_os();
    let texts = given.map(|arg| arg.to_string_lossy().into_owned());
    let texts: Vec<String> = texts.collect();
    set_color(&texts);
    let mut output = Output::new();
    let args = match MainArgs::try_parse() {
        Ok(args) => args,
        // clap also returns help and version as errors, and selects the stream for each.
        Err(error) if !error.use_stderr() => {
            output.at_once(&error.render().ansi().to_string());
            return ended(output, Status::Fine);
        }
        Err(error) => return misunderstood(&error, &texts),
    };
    if args.exit_zero && args.command.has_no_findings() {
        return failed(&CommandError::usage(
            "--exit-zero has no effect: this command has no findings to report by its status",
        ));
    }
    let result = perform(args.command, &mut output);
    ended(output, status(result, args.exit_zero))
}

/// Prints clap's message about wrong arguments.
fn misunderstood(error: &clap::Error, texts: &[String]) -> Status {
    // clap repeats arguments as they are, so it gets them once more, as they are safe for a terminal.
    match MainArgs::try_parse_from(texts.iter().map(|arg| plain_line(arg))) {
        Err(error) => drop(error.print()),
        Ok(_) => Output::log(plain(&error.to_string()).trim_end()),
    }
    let is_command = |arg: &String| {
        let option = arg.split('=').next();
        matches!(option, Some("--exec" | "--engine"))
    };
    if error.kind() == ErrorKind::UnknownArgument && texts.iter().any(is_command) {
        Output::log(
            "\nThe value of --exec and --engine is a whole command. Quote it: --exec 'python3 -u program.py'",
        );
    }
    Status::Trouble
}

fn perform(command: Command, output: &mut Output) -> Result<Status, CommandError> {
    match command {
        Command::Check(args) => check::run(&args, output),
        Command::Legal(args) => ask::legal(&args, output),
        Command::Explain(args) => ask::explain(&args, output),
        Command::Try(args) => try_page::run(&args, output),
        Command::Show(args) => show::run(&args, output),
        Command::Score(args) => score::run(&args, output),
        Command::Play(args) => play::run(&args, output),
        Command::Gtp(args) => gtp::run(&args, output),
        Command::Perft(args) => perft::run(&args, output),
        Command::Convert(args) => convert::run(&args, output),
        Command::Export(args) => export::run(&args, output),
        Command::Report(args) => report::run(&args, output),
        Command::Scoreboard(args) => report::rows::run(&args, output),
        Command::Dataset(args) => dataset::run(&args, output),
        Command::Dojo(args) => dojo::run(&args, output),
        Command::Serve(args) => serve::run(&args, output),
        Command::Completions(args) => Ok(completions::run(&args, MainArgs::command(), output)),
        Command::Man(args) => man::run(&args, MainArgs::command(), output),
    }
}

fn ended(output: Output, status: Status) -> Status {
    let finished = output.finish();
    finished.map_or_else(|error| failed(&error), |()| status)
}

fn failed(error: &CommandError) -> Status {
    Output::log(&format!("gokata: {error}"));
    Status::Trouble
}

/// Returns the exit status. `--exit-zero` hides neither a failed command nor a bug.
fn status(result: Result<Status, CommandError>, exit_zero: bool) -> Status {
    match result {
        Ok(status) if exit_zero && status != Status::Internal => Status::Fine,
        result => result.unwrap_or_else(|error| failed(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_zero_hides_neither_errors_nor_bugs() {
        use Status::{Fine, Internal, NotAsExpected, Trouble};
        let all = [Fine, NotAsExpected, Trouble, Internal];
        assert_eq!(all.map(|given| status(Ok(given), false)), all);
        let hidden = all.map(|given| status(Ok(given), true));
        assert_eq!(hidden, [Fine, Fine, Fine, Internal]);
        assert_eq!(status(Err(CommandError::usage("an error")), true), Trouble);
    }
}
