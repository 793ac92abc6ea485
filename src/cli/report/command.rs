//! The command: reads the runs, and writes the pages into a new folder.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::facts::{Facts, badge_of_all};
use super::index::index;
use super::page::{STYLE, STYLE_FILE, page};
use super::page_names::PageNames;
use super::results::{self, Run};
use crate::read::files::read_large;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, number};
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
  gokata check --engine 'gnugo --mode gtp' --format ndjson |
    gokata report - -o pages

The folder has index.html (programs and rules: right, wrong, cannot be asked), a page for each run, \
and badges: badge.svg about all runs, and one beside each page. They say which version of the fixtures \
was asked. On a page, each deviation has the id of its question as an anchor, the board with the moves \
numbered, the reasons, a fixture to paste, and the commands to ask it again.

Deviations that a list names as known (check --known) count as wrong here. A file may hold several runs. Nothing is written if one cannot be read, or is not complete.

Exit status: 0 the pages are written; 2 a file cannot be read, or DIR cannot be written.")]
pub(crate) struct ReportArgs {
    /// Results of `check --exec` or `--engine` with `--format ndjson`; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder for the pages, which must be new or empty.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
}

pub(crate) fn run(args: &ReportArgs, output: &mut Output) -> Result<Status, String> {
    refuse_twice(&args.files)?;
    let folder = NewFolder::new(&args.out)?;
    let mut slugs = PageNames::default();
    // Names of other files.
    for taken in ["index", "style", "badge"] {
        slugs.next(taken);
    }
    let mut contents = Vec::new();
    for file in &args.files {
        contents.push((name(file), read_large(file)?));
    }
    let mut runs = Vec::new();
    let mut seen: HashMap<u64, String> = HashMap::new();
    for (file, bytes) in &contents {
        for run in results::read(file, bytes)? {
            if let Some(first) = seen.insert(run.hash, run.place.clone()) {
                return Err(format!("{}: the same run as {first}", run.place));
            }
            let facts = Facts::of(&run);
            runs.push((run, facts));
        }
    }
    // The names of pages do not depend on the order of the files.
    let mut by_content: Vec<&mut (Run, Facts)> = runs.iter_mut().collect();
    by_content.sort_by(|(one, of_one), (other, of_other)| {
        let key = |run: &Run, facts: &Facts| (facts.slug.clone(), facts.command.clone(), run.hash);
        key(one, of_one).cmp(&key(other, of_other))
    });
    for (_, facts) in by_content {
        facts.slug = slugs.next(&facts.slug);
    }
    let mut all = Vec::new();
    for (run, facts) in runs {
        folder.add(
            &format!("{}.html", facts.slug),
            page(&run, &facts)?.as_bytes(),
        )?;
        folder.add(&format!("{}.svg", facts.slug), facts.badge().as_bytes())?;
        all.push(facts);
    }
    folder.add("badge.svg", badge_of_all(&all).as_bytes())?;
    folder.add(STYLE_FILE, STYLE.as_bytes())?;
    // Runs of one program stand together, in the order given.
    let mut order: Vec<String> = Vec::new();
    for facts in &all {
        if !order.contains(&facts.title) {
            order.push(facts.title.clone());
        }
    }
    all.sort_by_key(|facts| order.iter().position(|title| *title == facts.title));
    folder.add("index.html", index(&all).as_bytes())?;
    folder.publish()?;
    output.line(format!(
        "{}: {}",
        name(&args.out.join("index.html")),
        number(all.len(), "run")
    ));
    Ok(Status::Fine)
}

/// Fails if a file is given twice.
fn refuse_twice(files: &[PathBuf]) -> Result<(), String> {
    let mut seen = HashSet::new();
    for file in files {
        let real = std::fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        if !seen.insert(real) {
            return Err(format!("{}: this file is given twice", shown(file)));
        }
    }
    Ok(())
}

fn shown(file: &Path) -> String {
    if file.as_os_str() == "-" {
        "-".to_owned()
    } else {
        name(file)
    }
}
