//! Where drawings go, and in which form: decided from `--as` and `--out` together.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::terminal::text::name;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DrawingStyle {
    /// With coordinates, as in the book *Deep Learning and the Game of Go*.
    Book,
    /// The kata's format, for use as a fixture.
    Kata,
    /// The format of GNU Go's showboard.
    Showboard,
    /// An SVG image; of several positions, a folder of images.
    Svg,
    /// A page with all positions, for browsers and printers. Needs no other file.
    Html,
}

/// What to write, and where. Without a path, on standard output.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// One position.
    One(DrawingStyle, Option<PathBuf>),
    /// A folder of pictures.
    Folder(PathBuf),
    /// A page.
    Page(Option<PathBuf>),
}

impl Target {
    /// `are_several`: true if the other options ask for more than one position.
    pub(super) fn of(
        style: Option<DrawingStyle>,
        out: Option<&Path>,
        are_several: bool,
    ) -> Result<Target, String> {
        let out = out.filter(|out| out.as_os_str() != "-");
        let ending = out.and_then(Path::extension).unwrap_or_default();
        let ending = ending.to_string_lossy().to_ascii_lowercase();
        let is_folder = |out: &Path| ending != "svg" || out.is_dir();
        let named = match (out, &*ending) {
            (None, _) => Some(DrawingStyle::Book),
            (_, "html" | "htm") => Some(DrawingStyle::Html),
            (_, "svg" | "") => Some(DrawingStyle::Svg),
            (Some(out), _) => out.is_dir().then_some(DrawingStyle::Svg),
        };
        let shown = out.map_or(String::new(), name);
        let style = style.or(named).ok_or_else(|| {
            format!("{shown}: the name does not say in which form to draw: add --as")
        })?;
        match (style, out) {
            (DrawingStyle::Html, _) if ending == "svg" => Err(format!(
                "{shown}: --as html writes a page, so its name ends in .html"
            )),
            (DrawingStyle::Svg, _) if ending.starts_with("htm") => Err(format!(
                "{shown}: --as svg writes pictures; for a page, --as html"
            )),
            (DrawingStyle::Html, _) => Ok(Target::Page(out.map(Path::to_owned))),
            (DrawingStyle::Svg, Some(out)) if is_folder(out) => Ok(Target::Folder(out.to_owned())),
            _ if are_several => Err(
                "several positions need a page (--as html) or a folder of pictures (--as svg -o pictures)"
                    .to_owned(),
            ),
            _ => Ok(Target::One(style, out.map(Path::to_owned))),
        }
    }
}
