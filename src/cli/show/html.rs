//! The parts of a page with boards: HTML that needs no other file and no script.

use gokata::is_unseen;

use super::positions::{Picture, Title};

const STYLE: &str = "\
:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.4}
body{margin:1rem auto;max-width:80rem;padding:0 1rem}
h2{font-size:1.1rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
.boards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
figure{margin:0;break-inside:avoid}
figure svg{display:block;width:100%;height:auto;border-radius:.25rem}
figcaption{margin-top:.25rem;overflow-wrap:anywhere}";

pub(super) const END: &str = "</body>\n</html>\n";

/// Returns the start of a page.
pub(super) fn start(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    )
}

/// Returns the start of a section.
pub(super) fn section(title: &Title) -> String {
    let file = escaped(&title.file);
    let game = title.game.map(|game| format!(", game {game}"));
    let about = if title.about.is_empty() {
        String::new()
    } else {
        format!("<p><bdi>{}</bdi></p>\n", escaped(&title.about))
    };
    format!(
        "<section>\n<h2><bdi>{file}</bdi>{}</h2>\n{about}<div class=\"boards\">\n",
        game.unwrap_or_default()
    )
}

pub(super) const SECTION_END: &str = "</div>\n</section>\n";

/// Returns a picture with its caption.
pub(super) fn figure(picture: &Picture) -> String {
    let words = escaped(&format!("{}. {}", picture.caption, picture.words));
    let drawn = picture.svg.strip_prefix("<svg").unwrap_or(&picture.svg);
    let caption = escaped(&picture.caption);
    format!(
        "<figure>\n<svg role=\"img\" aria-label=\"{words}\"{drawn}<figcaption><bdi>{caption}</bdi></figcaption>\n</figure>\n"
    )
}

/// Returns a text that is safe in HTML, also between quotation marks.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            c if is_unseen(c) => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
