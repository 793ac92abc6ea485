//! `gokata dojo`: the files for a coding dojo.

use std::path::PathBuf;

use crate::terminal::output::{Output, Status};
use crate::terminal::text::name;
use crate::write_file::NewFolder;

/// Writes the files for a coding dojo into a new folder.
///
/// Programmers in pairs write the referee of the kata, step by step, in Python, JavaScript, TypeScript, Java, Scala, Go,
/// C++ or Rust. They need neither gokata nor a network.
#[derive(clap::Args)]
pub(crate) struct DojoArgs {
    /// The folder, which must be new or empty.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The names and contents of all files of the kit, as `build.rs` has found them.
const KIT: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/dojo_kit.rs"));

pub(crate) fn run(args: &DojoArgs, output: &mut Output) -> Result<Status, String> {
    let folder = NewFolder::new(&args.folder)?;
    for (file, content) in KIT {
        folder.add(file, content)?;
    }
    folder.publish()?;
    for (part, what) in [
        ("FACILITATOR.md", "read this first"),
        (
            "hand-out",
            "give this folder to everybody; KATA.md in it has one command per language",
        ),
        ("solutions", "keep this folder, for those who are stuck"),
    ] {
        output.line(format!("{}: {what}", name(&args.folder.join(part))));
    }
    Ok(Status::Fine)
}
