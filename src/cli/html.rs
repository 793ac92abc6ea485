//! Pages in HTML: what comes before and after the content, texts that are safe in it, boards, and pages made elsewhere.

use std::env;
use std::fs;

use crate::terminal::error::CommandError;
use crate::terminal::text::markup;

/// The address where gokata is published, or nothing.
pub(crate) const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Returns the name of this program, as a link to the place where it is published, if there is one.
pub(crate) fn gokata() -> String {
    match REPOSITORY {
        "" => "gokata".to_owned(),
        address => text(&format!("a href=\"{address}\""), "gokata"),
    }
}

/// Returns a page that was built in, or else the file of this name beside the program, if there is one.
pub(crate) fn made_elsewhere(
    built_in: Option<&str>,
    name: &str,
) -> Result<Option<String>, CommandError> {
    if let Some(page) = built_in {
        return Ok(Some(page.to_owned()));
    }
    let beside = env::current_exe().ok();
    let beside = beside.map(|program| program.with_file_name(name));
    let Some(path) = beside.filter(|path| path.is_file()) else {
        return Ok(None);
    };
    let page = fs::read_to_string(&path);
    page.map(Some)
        .map_err(|error| CommandError::file(&path, error))
}

/// Where a page's style sheet is.
#[derive(Clone, Copy)]
pub(crate) enum Style {
    /// In the page, which then needs no other file.
    Inside(&'static str),
    /// In a file beside the page.
    File(&'static str),
}

pub(crate) const END: &str = "</body>\n</html>\n";

/// Returns the start of a page, up to its body.
pub(crate) fn start(title: &str, style: Style) -> String {
    let title = escaped(title);
    let style = match style {
        Style::Inside(rules) => format!("<style>\n{rules}\n</style>"),
        Style::File(name) => format!("<link rel=\"stylesheet\" href=\"{name}\">"),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n{style}\n</head>\n<body>\n"
    )
}

/// Returns a picture with its caption. `words`: the picture in words.
pub(crate) fn figure(svg: &str, caption: &str, words: &str) -> String {
    let words = escaped(words);
    let drawn = svg.strip_prefix("<svg").unwrap_or(svg);
    let caption = escaped(caption);
    format!(
        "<figure>\n<svg role=\"img\" aria-label=\"{words}\"{drawn}<figcaption><bdi>{caption}</bdi></figcaption>\n</figure>\n"
    )
}

/// Returns an element. `open`: its name and its attributes. `content`: HTML.
pub(crate) fn element(open: &str, content: &str) -> String {
    let name = open.split(' ').next().unwrap_or(open);
    format!("<{open}>{content}</{name}>")
}

/// Returns an element with a text.
pub(crate) fn text(open: &str, text: &str) -> String {
    element(open, &escaped(text))
}

/// Returns an element with others in it, each on a line of its own.
pub(crate) fn block(open: &str, parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    element(open, &format!("\n{}\n", parts.join("\n")))
}

/// Returns a text that is safe in HTML, also between quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    markup(text, |c| match c {
        '\'' => Some("&#39;"),
        '\n' | '\t' => Some(" "),
        _ => None,
    })
}
