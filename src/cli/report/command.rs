//! The command: reads the runs, and writes the pages into a new folder.

use std::collections::HashMap;
use std::hash::Hasher;
use std::path::PathBuf;

use super::cards::cards_of;
use super::facts::{badge, badge_of_all};
use super::page::{STYLE, STYLE_FILE, page};
use super::results::{self, Run};
use super::scoreboard::{in_markdown, index};
use crate::read::files::read_large;
use crate::read::link::page_address;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{UniqueNames, name, number};
use crate::write_file::NewFolder;

/// Writes pages about programs that `check --exec` or `--engine` has judged: a table of all, and for each program its
/// deviations, with boards.
///
/// The pages are HTML without scripts, in one folder that can be put on any web server.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata check --exec ./my-program --format ndjson > run.ndjson
  gokata report run.ndjson --out pages
  gokata report runs/*.ndjson -o pages
  gokata report runs/*.ndjson --format markdown > SCOREBOARD.md
  gokata check --engine 'gnugo --mode gtp' --format ndjson |
    gokata report - -o pages

The folder has index.html (all programs and their rules, moves and count apart), a page for each run, \
and badges: badge.svg about all runs, and one beside each page. They say which version of the fixtures \
was asked. A page begins with what the wrong answers have in common. Each deviation has the id of its question \
as an anchor, the board with the moves numbered, the reasons, a fixture to paste, and the commands to ask it again.

A later report into the same folder replaces the pages of the earlier one, which the file gokata-report.txt there \
lists. Other files, and pages that somebody has changed, are never touched.

Deviations that a list names as known (check --known) count as wrong here. A file may hold several runs. Nothing is written if one cannot be read, or is not complete.

Exit status: 0 the pages are written; 2 a file cannot be read, or DIR cannot be written.")]
pub(crate) struct ReportArgs {
    /// Results of `check --exec` or `--engine` with `--format ndjson`; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder for the pages: new, empty, or with pages of an earlier report, which are replaced.
    #[arg(long, short, value_name = "DIR", required_unless_present = "format")]
    out: Option<PathBuf>,
    /// Print the table of all runs and their causes as a text instead.
    #[arg(long, value_name = "FORMAT", conflicts_with = "out")]
    format: Option<TextFormat>,
    /// Link each deviation about a move to its position in the page gokata.html at this address.
    #[arg(long, value_name = "BASE", value_parser = page_address, conflicts_with = "format")]
    link: Option<String>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum TextFormat {
    /// A text in Markdown.
    Markdown,
}

pub(crate) fn run(args: &ReportArgs, output: &mut Output) -> Result<Status, CommandError> {
    let folder = args.out.as_deref().map(NewFolder::with_own_files);
    let folder = folder.transpose()?;
    let mut runs: Vec<Run> = Vec::new();
    let mut seen: HashMap<u64, String> = HashMap::new();
    for file in &args.files {
        for run in results::read(&name(file), &read_large(file)?)? {
            if let Some(first) = seen.insert(run.hash.finish(), run.place.clone()) {
                return Err(format!("{}: the same run as {first}", run.place).into());
            }
            runs.push(run);
        }
    }
    // Runs of one program stand together, and the names of pages do not depend on the order of the files.
    runs.sort_by_cached_key(|run| (run.title(), run.slug(), run.command(), run.hash.finish()));
    let mut names = UniqueNames::default();
    // Names of other files.
    for taken in ["index", "style", "badge"] {
        names.next(taken.to_owned(), '.');
    }
    let mut cards = Vec::new();
    for run in &mut runs {
        cards.push(cards_of(run)?);
        run.page = names.next(run.slug(), '.');
        // Only their numbers are needed now.
        (run.right, run.not_asked) = (Vec::new(), Vec::new());
    }
    let (Some(mut folder), Some(out)) = (folder, &args.out) else {
        output.line(in_markdown(&runs, &cards));
        return Ok(Status::Fine);
    };
    for (run, cards) in runs.iter().zip(&cards) {
        folder.add(
            &format!("{}.html", run.page),
            page(run, cards, args.link.as_deref())?.as_bytes(),
        )?;
        folder.add(&format!("{}.svg", run.page), badge(run).as_bytes())?;
    }
    folder.add("badge.svg", badge_of_all(&runs).as_bytes())?;
    folder.add(STYLE_FILE, STYLE.as_bytes())?;
    folder.add("index.html", index(&runs).as_bytes())?;
    folder.publish()?;
    let index = name(&out.join("index.html"));
    output.line(format!("{index}: {}", number(runs.len(), "run")));
    Ok(Status::Fine)
}
