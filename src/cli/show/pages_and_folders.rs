//! Draws many positions, on a page or into a folder of pictures: one after another, so that a large collection is not
//! held in memory.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::positions::{Choice, Item};
use crate::html::{self, END, Style, escaped};
use crate::read::paths::{Files, Found};
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, Output, Status, styled};
use crate::terminal::text::{UniqueNames, name, number};
use crate::terminal::workers::{LARGE, in_order, jobs};
use crate::write_file::{NewFile, NewFolder};

/// The longest name of a picture taken from a game record, in bytes. Numbers and the ending are added to it.
const LONGEST: usize = 100;

/// The style sheet of a page, which needs no other file.
const STYLE: &str = "\
:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.4}
body{margin:1rem auto;max-width:80rem;padding:0 1rem}
h2{font-size:1.1rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
.boards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
figure{margin:0;break-inside:avoid}
figure svg{display:block;width:100%;height:auto;border-radius:.25rem}
figcaption{margin-top:.25rem;overflow-wrap:anywhere}";

const SECTION_END: &str = "</div>\n</section>\n";

/// Where the pictures go.
pub(super) enum Sink<'o> {
    Folder(NewFolder),
    Page(NewFile),
    /// A page on standard output.
    Output(&'o mut Output),
}

/// What has been drawn so far.
pub(super) struct Drawing<'o> {
    sink: Sink<'o>,
    /// What comes before the next section.
    start: String,
    /// True if the title names the only file, so that its games need not.
    is_named: bool,
    titles: usize,
    pictures: usize,
    /// The names of records so far, in lower case, because some file systems do not distinguish case.
    stems: UniqueNames,
    /// The name of the current game in a folder: `game-2`.
    stem: String,
    status: Status,
}

impl Drawing<'_> {
    /// Draws the positions of these files. Returns the status, and how much was drawn.
    pub(super) fn of(
        files: &[PathBuf],
        choice: &Choice,
        sink: Sink<'_>,
    ) -> Result<(Status, String), CommandError> {
        let mut title = files.first().map_or_else(String::new, |file| name(file));
        if files.len() > 1 {
            title = format!("{title} and {}", number(files.len() - 1, "more file"));
        }
        let title = format!("Go boards: {title}");
        let start = html::start(&title, Style::Inside(STYLE));
        let mut drawing = Drawing {
            sink,
            start: format!("{start}<h1>{}</h1>\n", escaped(&title)),
            is_named: matches!(files, [file] if !file.is_dir()),
            titles: 0,
            pictures: 0,
            stems: UniqueNames::default(),
            stem: String::new(),
            status: Status::Fine,
        };
        let files = Files::given(files.to_vec())?;
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
                result = drawing.add(item);
                // Nobody may read standard output any more.
                let is_cut_off = matches!(&drawing.sink, Sink::Output(out) if out.is_cut_off());
                is_stopped.store(result.is_err() || is_cut_off, Ordering::Relaxed);
            }
        });
        result?;
        if drawing.pictures == 0 {
            return Err("there is nothing to draw".into());
        }
        drawing.write(&format!("{SECTION_END}{END}"))?;
        match drawing.sink {
            Sink::Folder(folder) => folder.publish()?,
            Sink::Page(page) => page.publish()?,
            Sink::Output(_) => {}
        }
        let mut summary = number(drawing.pictures, "picture");
        if drawing.titles > 1 {
            summary = format!("{summary} of {} games or boards", drawing.titles);
        }
        Ok((drawing.status, summary))
    }

    fn add(&mut self, item: Item) -> Result<(), CommandError> {
        match item {
            Item::Title(path, game, about) => {
                let start = mem::replace(&mut self.start, SECTION_END.to_owned());
                self.titles += 1;
                self.begin_pictures(&path, game);
                self.write(&(start + &section(&path, game, &about, self.is_named)))?;
            }
            Item::Picture {
                svg,
                suffix,
                caption,
                words,
            } => {
                self.pictures += 1;
                if let Sink::Folder(folder) = &mut self.sink {
                    let file = format!("{}{suffix}.svg", self.stem);
                    return folder.add(&file, svg.as_bytes());
                }
                let words = format!("{caption}. {words}");
                self.write(&html::figure(&svg, &caption, &words))?;
            }
            Item::LeftOut(message) => {
                self.status = Status::Trouble;
                Output::log(&format!("{} {message}", styled(BAD, "left out")));
            }
            Item::Warning(message) => Output::log(&format!("warning {message}")),
        }
        Ok(())
    }

    /// Chooses the names of the pictures of a game in a folder.
    fn begin_pictures(&mut self, path: &Path, game: Option<usize>) {
        self.stem = safe_stem(path);
        if let Some(game) = game {
            self.stem = format!("{}-game-{game}", self.stem);
        }
        let lower = self.stem.to_lowercase();
        let unique = self.stems.next(lower.clone(), '~');
        self.stem += unique.strip_prefix(&lower).unwrap_or_default();
        if unique != lower && matches!(self.sink, Sink::Folder(_)) {
            let (file, stem) = (name(path), &self.stem);
            let why = "another record has this name too, so its pictures are named";
            Output::log(&format!("{file}: {why} {stem}"));
        }
    }

    /// Writes a part of a page. Does nothing for a folder.
    fn write(&mut self, text: &str) -> Result<(), CommandError> {
        match &mut self.sink {
            Sink::Folder(_) => {}
            Sink::Page(page) => page.write(text)?,
            Sink::Output(output) => output.line(text.trim_end_matches('\n')),
        }
        Ok(())
    }
}

/// Returns the start of a section of a page, with the name of its file unless the title `is_named` for it.
fn section(path: &Path, game: Option<usize>, about: &str, is_named: bool) -> String {
    let file = format!("<bdi>{}</bdi>", escaped(&name(path)));
    let heading = match (game, is_named) {
        (None, true) => String::new(),
        (None, false) => format!("<h2>{file}</h2>\n"),
        (Some(game), true) => format!("<h2>Game {game}</h2>\n"),
        (Some(game), false) => format!("<h2>{file}, game {game}</h2>\n"),
    };
    let about = match about {
        "" => String::new(),
        about => format!("<p><bdi>{}</bdi></p>\n", escaped(about)),
    };
    format!("<section>\n{heading}{about}<div class=\"boards\">\n")
}

/// Returns a name that is safe in names of files on every system and in a shell: letters, digits, `_`, and inside `-.`.
fn safe_stem(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "stdin".to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let fitting = stem.char_indices();
    let fitting = fitting.take_while(|(at, c)| at + c.len_utf8() <= LONGEST);
    let safe = fitting.map(|(at, c)| {
        let is_safe = c.is_alphanumeric() || c == '_' || at > 0 && "-.".contains(c);
        if is_safe { c } else { '_' }
    });
    safe.collect()
}
