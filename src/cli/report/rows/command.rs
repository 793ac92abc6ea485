//! The command: reads runs and rows, and prints all rows.

use std::path::{Path, PathBuf};

use super::accept::{Asked, row};
use super::row::{Row, Rows};
use super::table::{in_markdown, page};
use crate::read::corpus_version::CORPUS;
use crate::read::files::{read, read_large};
use crate::read::paths::Files;
use crate::report::page::{STYLE, STYLE_FILE};
use crate::report::results;
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, Output, Status, styled};
use crate::terminal::text::{name, number, plain};
use crate::write_file::NewFolder;

/// Collects runs that `check --exec` or `--engine` has written, here or elsewhere: a row for each program and its rules, with how much
/// was asked and what was wrong.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata check --exec ./my-program --format ndjson > runs/my-program.ndjson
  gokata scoreboard runs/ > SCOREBOARD.md
  gokata scoreboard runs/ --rows old.tsv --format tsv > new.tsv
  gokata scoreboard runs/ --rows rows.tsv --out pages
  gokata scoreboard --rows rows.tsv

A run is refused, and the others are used, if its file is cut off or holds something else, if nothing was answered, or if the \
corpus was altered: each question must be one of the version of which the run says it is, with the answer that it has there. The row of the program \
that stands in --rows is kept then. Questions of another version than this gokata's are not checked: their row names the version.

Of two runs of one program under the same rules, the newer one counts: that of the later version of the corpus, then of the later day. \
The date of a program's version comes from `check --released`, or is written into the column `released` of the rows. Columns of other names are \
kept. Nothing says who has made a run: look at who sends it.

Exit status: 0 all runs are used; 2 one is refused, or nothing can be read or written.")]
pub(crate) struct ScoreboardArgs {
    /// Runs, as `check --format ndjson` writes them: files, and folders with files that end in .ndjson; `-` is standard input.
    #[arg(value_name = "PATH", required_unless_present = "rows")]
    paths: Vec<PathBuf>,
    /// Rows that stand already, as `--format tsv` prints them.
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// What to print.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "markdown",
        conflicts_with = "out"
    )]
    format: TableFormat,
    /// Write a page and the rows into this folder: new, empty, or with an earlier page, which is replaced.
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum TableFormat {
    /// A table in Markdown.
    Markdown,
    /// The rows as data.
    Tsv,
}

pub(crate) fn run(args: &ScoreboardArgs, output: &mut Output) -> Result<Status, CommandError> {
    let folder = args.out.as_deref().map(NewFolder::with_own_files);
    let folder = folder.transpose()?;
    let rows = args.rows.as_deref().map(known).transpose()?;
    let mut rows = rows.unwrap_or_default();
    let mut asked: Option<Asked> = None;
    let mut status = Status::Fine;
    let mut refuse = |why: String| {
        Output::log(&format!("{} {why}", styled(BAD, "refused")));
        status = Status::Trouble;
    };
    for file in Files::given(args.paths.clone())?.runs() {
        let file = file.map_err(|(_, error)| error);
        let runs = file.and_then(|file| results::read(&name(&file), &read_large(&file)?));
        let runs = runs.unwrap_or_else(|error| {
            refuse(error.to_string());
            Vec::new()
        });
        for run in &runs {
            let asked = asked.get_or_insert_with(|| CORPUS.questions().collect());
            let row = row(run, asked).map_err(|why| {
                let is_its = |row: &&Row| Some(row.get("program")) == run.program.name.as_deref();
                let stands = rows.rows.iter().find(is_its);
                let stays = |row: &Row| format!("; its row of {} stays", plain(row.get("date")));
                let stays = stands.map_or_else(String::new, stays);
                refuse(format!("{}: {}: {why}{stays}", run.place, run.title()));
            });
            if let Some(said) = row.ok().and_then(|row| rows.add(row)) {
                Output::log(&format!("note {said}"));
            }
        }
    }
    if rows.rows.is_empty() {
        return Err("there is no row".into());
    }
    rows.sort();
    match (folder, &args.out) {
        (Some(mut folder), Some(out)) => {
            folder.add("index.html", page(&rows.rows).as_bytes())?;
            folder.add("rows.tsv", rows.tsv().as_bytes())?;
            folder.add(STYLE_FILE, STYLE.as_bytes())?;
            folder.publish()?;
            let index = name(&out.join("index.html"));
            output.line(format!("{index}: {}", number(rows.rows.len(), "row")));
        }
        _ => match args.format {
            TableFormat::Markdown => output.line(in_markdown(&rows.rows)),
            TableFormat::Tsv => output.at_once(&rows.tsv()),
        },
    }
    Ok(status)
}

fn known(file: &Path) -> Result<Rows, CommandError> {
    let text = String::from_utf8(read(file)?);
    let text = text.map_err(|_| CommandError::file(file, "this is not UTF-8"))?;
    Rows::parse(&text).map_err(|why| format!("{}:{}", name(file), plain(&why)).into())
}
