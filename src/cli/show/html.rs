//! The parts of a page with boards: HTML that needs no other file and no script.

use super::positions::{Picture, Title};
use crate::html::{self, Style, escaped};

const STYLE: &str = "\
:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.4}
body{margin:1rem auto;max-width:80rem;padding:0 1rem}
h2{font-size:1.1rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
.boards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
figure{margin:0;break-inside:avoid}
figure svg{display:block;width:100%;height:auto;border-radius:.25rem}
figcaption{margin-top:.25rem;overflow-wrap:anywhere}";

/// Returns the start of a page.
pub(super) fn start(title: &str) -> String {
    let page = html::start(title, Style::Inside(STYLE));
    format!("{page}<h1>{}</h1>\n", escaped(title))
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
    let words = format!("{}. {}", picture.caption, picture.words);
    html::figure(&picture.svg, &picture.caption, &words)
}
