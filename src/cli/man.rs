//! `gokata man`: manual pages, made from the definitions of the arguments.

use std::io;
use std::iter;
use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;

use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::name;
use crate::write_file::NewFolder;

/// Prints the manual page of gokata, or writes those of all commands into a folder.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata man | man -l -                   the main page (man-db: Linux)
  gokata man --out man1                   gokata.1, gokata-check.1 and the others
  man -M ~/.local/share/man gokata-check  after `--out ~/.local/share/man/man1`")]
pub(crate) struct ManArgs {
    /// Write one page for each command into this folder, which must be new or empty.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(
    args: &ManArgs,
    command: Command,
    output: &mut Output,
) -> Result<Status, CommandError> {
    // `help` is no page: it prints the others.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let commands = iter::once(&command).chain(command.get_subcommands());
    let pages: io::Result<Vec<(String, String)>> = commands.map(page).collect();
    let pages = pages.map_err(|error| format!("a manual page cannot be made: {error}"))?;
    let Some(folder) = &args.out else {
        let main = pages.first();
        output.at_once(main.map_or("", |(_, page)| page));
        return Ok(Status::Fine);
    };
    let mut new = NewFolder::new(folder)?;
    for (file, page) in &pages {
        new.add(file, page.as_bytes())?;
    }
    new.publish()?;
    output.line(format!("{}: {} manual pages", name(folder), pages.len()));
    Ok(Status::Fine)
}

/// Returns the name of a command's page, and the page.
fn page(command: &Command) -> io::Result<(String, String)> {
    let man = Man::new(command.clone()).source(concat!("gokata ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    Ok((man.get_filename(), with_sections(&page)))
}

/// Divides the text below the options of a page, which its maker calls `EXTRA`: into examples, whose lines stay as they
/// are, and notes.
fn with_sections(page: &str) -> String {
    let Some((options, extra)) = page.split_once("\n.SH EXTRA\n") else {
        return page.to_owned();
    };
    let Some(extra) = extra.strip_prefix("Examples:\n") else {
        return format!("{options}\n.SH NOTES\n{extra}");
    };
    // The first line that is not indented ends them.
    let lines = extra.split_inclusive('\n');
    let length = lines.take_while(|line| line.starts_with("  "));
    let (examples, notes) = extra.split_at(length.map(str::len).sum());
    let notes = notes.trim_start();
    let has_notes = !notes.is_empty() && !notes.starts_with('.');
    let heading = if has_notes { ".SH NOTES\n" } else { "" };
    format!("{options}\n.SH EXAMPLES\n.nf\n{examples}.fi\n{heading}{notes}")
}
