//! The options of `gokata check` about another program.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use gokata::Size;
use gokata::questions::{OwnRules, Sizes, names_of};

use super::client::Client;
use super::gtp_client::GtpClient;
use super::line_client::LineClient;
use crate::program::error::ProgramError;
use crate::read::arguments::{date, is_short, seconds, size};
use crate::read::paths::Files;
use crate::read::rules::{GivenRules, rules};
use crate::terminal::error::CommandError;
use crate::terminal::text::plain;

/// Options that select the program to judge.
#[derive(clap::Args)]
#[command(next_help_heading = "Judging another program (see fixtures/README.md)")]
pub(crate) struct JudgeArgs {
    /// Ask this program, by gokata's line protocol.
    #[arg(long, value_name = "CMD", group = "asked", value_parser = NonEmptyStringValueParser::new())]
    #[arg(conflicts_with_all = OWN_OPTIONS, conflicts_with = "no_warnings")]
    pub(super) exec: Option<String>,
    /// Ask this Go engine, by GTP version 2.
    #[arg(long, value_name = "CMD", group = "asked", value_parser = NonEmptyStringValueParser::new())]
    #[arg(conflicts_with_all = OWN_OPTIONS)]
    pub(super) engine: Option<String>,
    /// The rules that it always plays by, and is asked by.
    #[arg(long, value_name = "RULES", requires = "asked", conflicts_with = "no_warnings", value_parser = rules)]
    pub(super) engine_rules: Option<GivenRules>,
    /// The time for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "asked")]
    pub(super) timeout: Duration,
    /// Stop after N wrong answers, and show them all.
    #[arg(long, value_name = "N", requires = "asked")]
    #[arg(conflicts_with = "list_all")]
    pub(super) first: Option<NonZero<usize>>,
    /// The boards that it has: 9x9,13x13, 5..19, square.
    #[arg(long, value_name = "SIZES", requires = "asked")]
    pub(super) sizes: Option<Sizes>,
    /// Ask only this question, case or fixture.
    #[arg(long, value_name = "ID", requires = "asked")]
    pub(super) only: Vec<String>,
    /// A list of ids whose wrong answers are known.
    #[arg(long, value_name = "FILE", requires = "asked")]
    pub(super) known: Option<PathBuf>,
    /// The date of its version, for the scoreboard.
    #[arg(long, value_name = "DATE", requires = "asked", value_parser = date, hide = is_short())]
    pub(super) released: Option<String>,
    /// Write the wrong answers as such a list.
    #[arg(long, value_name = "FILE", requires = "asked", hide = is_short())]
    pub(crate) write_known: Option<PathBuf>,
    /// Write a report, too: .txt, .ndjson, .xml (`JUnit`), .md or .svg (a badge).
    #[arg(long, value_name = "FILE", requires = "asked")]
    pub(crate) write: Vec<PathBuf>,
    /// Fail with fewer than N answers, right or wrong.
    #[arg(long, value_name = "N", requires = "asked", hide = is_short())]
    pub(super) at_least: Option<NonZero<usize>>,
    /// Print the question below each wrong answer.
    #[arg(long, requires = "asked")]
    pub(super) show_questions: bool,
    #[command(flatten)]
    pub(super) games: GamesArgs,
}

/// The options of `gokata check` that apply only to gokata's own referees.
const OWN_OPTIONS: [&str; 7] = [
    "referee",
    "jobs",
    "variations",
    "keep_going",
    "any_order",
    "stats",
    "verbose",
];

impl JudgeArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.exec.is_some() || self.engine.is_some()
    }

    /// True if no wrong answer may be left out of a report as text.
    pub(crate) fn shows_all(&self) -> bool {
        self.first.is_some() || !self.only.is_empty()
    }

    /// True if the question with this identifier is to be asked.
    pub(super) fn is_meant(&self, id: &str) -> bool {
        self.only.is_empty() || names_of(id).any(|name| self.only.contains(&name))
    }

    pub(super) fn command(&self) -> (&'static str, &str) {
        match (&self.engine, &self.exec) {
            (Some(command), _) => ("--engine", command),
            (None, command) => ("--exec", command.as_deref().unwrap_or_default()),
        }
    }

    pub(super) fn client(&self, command: &str) -> Result<Box<dyn Client>, CommandError> {
        let rules = self.engine_rules.map(OwnRules);
        if self.engine.is_none() {
            return Ok(Box::new(LineClient::new(command, rules)));
        }
        match GtpClient::start(command, self.timeout, rules) {
            Ok(client) => Ok(Box::new(client)),
            Err(ProgramError::NotStarted(why)) => Err(not_started(command, &why)),
            Err(error) => {
                let why = format!("{error}; does it speak GTP? (gnugo: --mode gtp)");
                Err(CommandError::usage(format!("`{}`: {why}", plain(command))))
            }
        }
    }
}

pub(crate) struct Asked<'a> {
    pub(crate) files: Files,
    /// The paths among the arguments, where the files do not come from a list.
    pub(crate) paths: &'a [PathBuf],
    /// Only those under these rules.
    pub(crate) rules: Option<GivenRules>,
}

/// Options about random games.
#[derive(clap::Args)]
pub(super) struct GamesArgs {
    /// Ask about N random games, not the fixtures.
    #[arg(long, value_name = "N", requires = "asked", conflicts_with_all = NOT_OF_GAMES)]
    pub(super) games: Option<NonZero<usize>>,
    /// The board of the games, such as 9 or 5x7, else many sizes.
    #[arg(long, value_name = "N", requires = "games", value_parser = size, hide = is_short())]
    pub(super) size: Option<Size>,
    /// The same games for the same number; else they are drawn anew.
    #[arg(long, value_name = "N", requires = "games", hide = is_short())]
    pub(super) seed: Option<u64>,
    /// Draw no game after this time.
    #[arg(long, value_name = "SECONDS", requires = "games", value_parser = seconds, hide = is_short())]
    pub(super) time: Option<Duration>,
}

/// Options that choose fixtures, or what to do with their questions.
const NOT_OF_GAMES: [&str; 5] = ["files_from", "only", "known", "write_known", "first"];

pub(super) fn not_started(command: &str, why: &str) -> CommandError {
    CommandError::usage(format!("cannot start `{}`: {why}", plain(command)))
}
