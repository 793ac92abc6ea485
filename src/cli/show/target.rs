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
        let ends_in = |wanted: &str| ending.eq_ignore_ascii_case(wanted);
        let is_page = ends_in("html") || ends_in("htm");
        let owned = || out.map(Path::to_owned);
        let style = match (style, out) {
            (Some(style), _) => style,
            (None, None) => DrawingStyle::Book,
            (None, Some(_)) if is_page => DrawingStyle::Html,
            (None, Some(out)) if ends_in("svg") || ending.is_empty() || out.is_dir() => {
                DrawingStyle::Svg
            }
            (None, Some(out)) => {
                return Err(format!(
                    "{}: the name does not say in which form to draw: add --as",
                    name(out)
                ));
            }
        };
        match (style, out) {
            (DrawingStyle::Html, Some(out)) if ends_in("svg") => Err(format!(
                "{}: --as html writes a page, so its name ends in .html",
                name(out)
            )),
            (DrawingStyle::Html, _) => Ok(Target::Page(owned())),
            (DrawingStyle::Svg, Some(out)) if is_page => Err(format!(
                "{}: --as svg writes pictures; for a page, --as html",
                name(out)
            )),
            (DrawingStyle::Svg, Some(out)) if !ends_in("svg") || out.is_dir() => {
                Ok(Target::Folder(out.to_owned()))
            }
            (DrawingStyle::Svg, Some(out)) if are_several => Err(format!(
                "{}: a file has one picture; for several, give a folder (-o pictures) or a page (-o page.html)",
                name(out)
            )),
            (_, None) | (DrawingStyle::Svg, _) if !are_several => Ok(Target::One(style, owned())),
            (DrawingStyle::Svg, _) => Err(
                "several pictures need a folder (-o pictures); on one page: --as html".to_owned(),
            ),
            (_, _) if are_several => {
                Err("several positions need --as html, or --as svg -o pictures".to_owned())
            }
            (_, _) => Ok(Target::One(style, owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DrawingStyle::{Book, Html, Kata, Svg};
    use super::Target::{Folder, One, Page};
    use super::*;

    #[test]
    fn the_form_follows_from_the_options() {
        let of = |style, out: Option<&str>, are_several| {
            Target::of(style, out.map(Path::new), are_several).ok()
        };
        let path = |name: &str| Some(PathBuf::from(name));
        for (style, out, several, expected) in [
            (None, None, false, Some(One(Book, None))),
            (None, None, true, None),
            (Some(Kata), None, true, None),
            (
                Some(Kata),
                Some("board.txt"),
                false,
                Some(One(Kata, path("board.txt"))),
            ),
            (Some(Kata), Some("board.txt"), true, None),
            (None, Some("board.txt"), false, None),
            (None, Some("-"), false, Some(One(Book, None))),
            (Some(Svg), None, false, Some(One(Svg, None))),
            (Some(Svg), None, true, None),
            (Some(Svg), Some("-"), true, None),
            (
                Some(Svg),
                Some("b.svg"),
                false,
                Some(One(Svg, path("b.svg"))),
            ),
            (None, Some("b.SVG"), false, Some(One(Svg, path("b.SVG")))),
            (None, Some("b.svg"), true, None),
            (None, Some("b"), true, Some(Folder("b".into()))),
            (None, Some("b"), false, Some(Folder("b".into()))),
            (Some(Svg), Some("b.c"), false, Some(Folder("b.c".into()))),
            (Some(Svg), Some("b.html"), true, None),
            (Some(Html), None, false, Some(Page(None))),
            (Some(Html), Some("-"), true, Some(Page(None))),
            (Some(Html), Some("b"), true, Some(Page(path("b")))),
            (Some(Html), Some("b.svg"), true, None),
            (None, Some("b.htm"), true, Some(Page(path("b.htm")))),
        ] {
            let target = of(style, out, several);
            assert_eq!(target, expected, "{style:?} {out:?} {several}");
        }
    }
}
