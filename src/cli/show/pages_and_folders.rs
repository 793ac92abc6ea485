//! Draws many positions: one after another, so that a large collection is not held in memory.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;

use super::folder::Folder;
use super::html;
use super::positions::{Choice, Item, Picture, Title};
use crate::html::END;
use crate::read::paths::{Files, Found, given};
use crate::terminal::output::{BAD, Output, Status, styled};
use crate::terminal::progress;
use crate::terminal::text::{name, number};
use crate::terminal::workers::{LARGE, in_order, jobs};
use crate::write_file::NewFile;

/// Where the pictures go.
enum Sink<'o> {
    Folder(Folder),
    Page(NewFile),
    /// A page on standard output.
    Output(&'o mut Output),
}

/// Draws the positions of these files on a page.
pub(super) fn page(
    files: &[PathBuf],
    choice: &Choice<'_>,
    out: Option<&Path>,
    output: &mut Output,
) -> Result<Status, String> {
    let Some(out) = out else {
        return Ok(Drawing::of(files, choice, Sink::Output(output))?.status);
    };
    let drawing = Drawing::of(files, choice, Sink::Page(NewFile::new(out)?))?;
    output.line(format!("{}: {}", name(out), drawing.summary()));
    Ok(drawing.status)
}

/// Draws the positions of these files into a new folder.
pub(super) fn folder(
    files: &[PathBuf],
    choice: &Choice<'_>,
    out: &Path,
    output: &mut Output,
) -> Result<Status, String> {
    let drawing = Drawing::of(files, choice, Sink::Folder(Folder::new(out)?))?;
    output.line(format!("{}: {}", name(out), drawing.summary()));
    Ok(drawing.status)
}

/// What has been drawn so far.
struct Drawing {
    title: String,
    titles: usize,
    pictures: usize,
    status: Status,
    bar: ProgressBar,
}

impl Drawing {
    fn of(files: &[PathBuf], choice: &Choice<'_>, mut sink: Sink<'_>) -> Result<Drawing, String> {
        let title = match files {
            [first, _, ..] => {
                let others = number(files.len() - 1, "more file");
                format!("Go boards: {} and {others}", name(first))
            }
            _ => format!(
                "Go boards: {}",
                files.first().map_or_else(String::new, |file| name(file))
            ),
        };
        let mut drawing = Drawing {
            title,
            titles: 0,
            pictures: 0,
            status: Status::Fine,
            bar: progress::counter("{pos} pictures, {elapsed}"),
        };
        let files = Files::new(given(files.to_vec())?);
        let mut result = Ok(());
        // After an error, the workers do nothing more.
        let is_stopped = AtomicBool::new(false);
        let work = |found: Found, emit: &mut dyn FnMut(Item)| {
            if !is_stopped.load(Ordering::Relaxed) {
                choice.show(found, emit);
            }
        };
        in_order(files, jobs(None), LARGE, work, |item| {
            if result.is_ok() {
                result = drawing.add(item, &mut sink);
                is_stopped.store(result.is_err() || sink.is_cut_off(), Ordering::Relaxed);
            }
        });
        drawing.bar.finish_and_clear();
        result?;
        if drawing.pictures == 0 {
            return Err("there is nothing to draw".to_owned());
        }
        sink.end()?;
        Ok(drawing)
    }

    fn add(&mut self, item: Item, sink: &mut Sink<'_>) -> Result<(), String> {
        match item {
            Item::Title(title) => {
                if self.titles == 0 {
                    sink.write(&html::start(&self.title))?;
                } else {
                    sink.write(html::SECTION_END)?;
                }
                self.titles += 1;
                let note = sink.begin(&title)?;
                if let Some(note) = note {
                    self.log(&format!("note {note}"));
                }
                Ok(())
            }
            Item::Picture(picture) => {
                self.pictures += 1;
                self.bar.inc(1);
                sink.add(&picture)
            }
            Item::LeftOut(message) => {
                self.status = Status::Trouble;
                self.log(&format!("{} {message}", styled(BAD, "left out")));
                Ok(())
            }
            Item::Warning(message) => {
                self.log(&format!("warning {message}"));
                Ok(())
            }
        }
    }

    fn log(&self, message: &str) {
        self.bar.suspend(|| Output::log(message));
    }

    fn summary(&self) -> String {
        let pictures = number(self.pictures, "picture");
        match self.titles {
            1 => pictures,
            titles => format!("{pictures} of {titles} games or boards"),
        }
    }
}

impl Sink<'_> {
    /// Writes a part of a page. Does nothing for a folder.
    fn write(&mut self, text: &str) -> Result<(), String> {
        match self {
            Sink::Folder(_) => Ok(()),
            Sink::Page(page) => page.write(text),
            Sink::Output(output) => {
                output.line(text.trim_end_matches('\n'));
                Ok(())
            }
        }
    }

    fn begin(&mut self, title: &Title) -> Result<Option<String>, String> {
        if let Sink::Folder(folder) = self {
            return Ok(folder.begin(title));
        }
        self.write(&html::section(title)).map(|()| None)
    }

    fn add(&mut self, picture: &Picture) -> Result<(), String> {
        match self {
            Sink::Folder(folder) => folder.add(picture),
            _ => self.write(&html::figure(picture)),
        }
    }

    /// True if nobody reads standard output any more.
    fn is_cut_off(&self) -> bool {
        matches!(self, Sink::Output(output) if output.is_cut_off())
    }

    fn end(mut self) -> Result<(), String> {
        self.write(html::SECTION_END)?;
        self.write(END)?;
        match self {
            Sink::Folder(folder) => folder.publish(),
            Sink::Page(page) => page.publish(),
            Sink::Output(_) => Ok(()),
        }
    }
}
