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

/// Where drawings go.
pub(super) struct Target {
    pub(super) style: DrawingStyle,
    /// Without a path, on standard output.
    pub(super) out: Option<PathBuf>,
    /// A page or a folder of pictures, with any number of positions.
    pub(super) is_large: bool,
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
        let is_folder = out.is_some_and(|out| ending != "svg" || out.is_dir());
        let named = match (out, &*ending) {
            (None, _) => Some(DrawingStyle::Book),
            (_, "html" | "htm") => Some(DrawingStyle::Html),
            (_, "svg" | "") => Some(DrawingStyle::Svg),
            (Some(out), _) => out.is_dir().then_some(DrawingStyle::Svg),
        };
        let style = style.or(named);
        let is_large = match style {
            Some(DrawingStyle::Svg) => is_folder,
            style => style == Some(DrawingStyle::Html),
        };
        let why = match style {
            None => "the name does not say in which form to draw: add --as",
            Some(DrawingStyle::Html) if ending == "svg" => {
                "--as html writes a page, so its name ends in .html"
            }
            Some(DrawingStyle::Svg) if ending.starts_with("htm") => {
                "--as svg writes pictures; for a page, --as html"
            }
            _ if are_several && !is_large => {
                "several positions need a page (--as html) or a folder of pictures (--as svg -o pictures)"
            }
            Some(style) => {
                let out = out.map(Path::to_owned);
                return Ok(Target {
                    style,
                    out,
                    is_large,
                });
            }
        };
        let shown = out.map_or(String::new(), |out| format!("{}: ", name(out)));
        Err(shown + why)
    }
}
