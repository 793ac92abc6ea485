//! `gokata dojo`: the files for a coding dojo.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::html::{REPOSITORY, made_elsewhere};
use crate::read::corpus_version::CORPUS;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::name;
use crate::write_file::NewFolder;

pub(crate) mod sentences;
pub(crate) mod steps;

/// Writes the files for a coding dojo into a new folder.
///
/// Programmers in pairs write the referee of the kata, step by step, in Python, JavaScript, TypeScript, Java, Scala, Go,
/// C++ or Rust, or in a browser where nothing may be installed. They need neither gokata nor a network.
#[derive(clap::Args)]
pub(crate) struct DojoArgs {
    /// The folder, which must be new or empty.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Write only these languages, separated by commas: `python,cpp`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    languages: Option<Vec<String>>,
}

/// The names and contents of the files of the kit, as `build.rs` has found them.
const KIT: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/dojo_kit.rs"));

const IN_BROWSER: &str = "hand-out/dojo.html";

/// The kata in a browser, if gokata was built with it: `build.rs` says how.
const PAGE: Option<&str> = include!(concat!(env!("OUT_DIR"), "/dojo_page.rs"));

/// The file that is made of all fixtures.
const BONUS: &str = "hand-out/bonus/8-everything.txt";

pub(crate) fn run(args: &DojoArgs, output: &mut Output) -> Result<Status, CommandError> {
    let left_out = left_out(args.languages.as_deref())?;
    let mut folder = NewFolder::new(&args.folder)?;
    for (file, content) in KIT {
        if !left_out.iter().any(|name| is_of(file, name)) {
            folder.add(file, &without_rows(file, content, &left_out))?;
        }
    }
    let bonus = steps::step_file(&steps::everything(&CORPUS));
    folder.add(BONUS, bonus.as_bytes())?;
    let page = made_elsewhere(PAGE, "dojo.html")?;
    if let Some(page) = &page {
        folder.add(IN_BROWSER, page.as_bytes())?;
    }
    folder.publish()?;
    for (part, what) in [
        ("FACILITATOR.md", "read this first"),
        (
            "projector.html",
            "open this in a browser: timer, rules and wall for the room",
        ),
        (
            "hand-out",
            "give this folder to everybody; KATA.md in it has one command per language",
        ),
        (
            IN_BROWSER,
            "where nothing may be installed, send this file alone: the kata in a browser",
        ),
        ("solutions", "keep this folder, for those who are stuck"),
    ] {
        if page.is_some() || part != IN_BROWSER {
            output.line(format!("{}: {what}", name(&args.folder.join(part))));
        }
    }
    if page.is_none() {
        Output::log(&without_page());
    }
    Ok(Status::Fine)
}

fn without_page() -> String {
    let archives = match REPOSITORY {
        "" => "the archives".to_owned(),
        address => format!("the archives at {address}/releases"),
    };
    format!(
        "note: the kata in a browser, hand-out/dojo.html, is not part of this gokata: {archives} have it beside the program, and \
         in a copy of the repository `.ci/dojo` makes target/dojo/dojo.html"
    )
}

/// Returns the languages of the kit that were not asked for.
fn left_out(wanted: Option<&[String]>) -> Result<Vec<&'static str>, CommandError> {
    let mut all: Vec<&str> = KIT
        .iter()
        .filter_map(|(file, _)| Some(file.strip_prefix("solutions/")?.split_once('/')?.0))
        .collect();
    all.dedup();
    let Some(wanted) = wanted else {
        return Ok(Vec::new());
    };
    let wanted = wanted.iter().map(|name| name.trim().to_lowercase());
    let wanted: Vec<String> = wanted.collect();
    if let Some(unknown) = wanted.iter().find(|name| !all.contains(&name.as_str())) {
        return Err(CommandError::usage(format!(
            "no language {unknown:?}: there are {}",
            all.join(", ")
        )));
    }
    all.retain(|name| !wanted.iter().any(|wanted| wanted == name));
    Ok(all)
}

fn is_of(file: &str, language: &str) -> bool {
    let mut folders = file.split('/').skip(1);
    folders.next() == Some(language) && folders.next().is_some()
}

/// Leaves out the languages' rows in the table of commands, which the projector prints, too.
fn without_rows<'a>(file: &str, content: &'a [u8], left_out: &[&str]) -> Cow<'a, [u8]> {
    if !["hand-out/KATA.md", "projector.html"].contains(&file) || left_out.is_empty() {
        return content.into();
    }
    let text = String::from_utf8_lossy(content);
    let is_left_out = |line: &str| {
        let mut begins = left_out.iter().map(|name| format!(" | `{name}/"));
        begins.any(|begin| line.contains(&begin))
    };
    let lines = text.split_inclusive('\n').filter(|line| !is_left_out(line));
    lines.collect::<String>().into_bytes().into()
}
