//! The first page: a table of all programs and rules.

use std::fmt::Write;

use super::facts::{Facts, POLITE};
use super::page::STYLE_FILE;
use super::words::{cells, headings};
use crate::html::{self, Style, escaped};
use crate::terminal::text::number;

const TITLE: &str = "Go programs and the rules of Go";

/// Returns the page.
pub(super) fn index(all: &[Facts]) -> String {
    let mut page = html::start(TITLE, Style::File(STYLE_FILE));
    let runs = number(all.len(), "run");
    // Writing to a string never fails.
    let _ = write!(
        page,
        "<main>\n<h1>{TITLE}</h1>\n<p><img src=\"badge.svg\" alt=\"{runs}\" height=\"20\"></p>\n\
         <p>Each program was asked the questions of <a href=\"https://github.com/SingaporeScalaProgrammers/gokata\">gokata</a>\u{2019}s \
         fixtures: is this move legal, and what is the board after it?</p>\n<p>{POLITE}</p>\n"
    );
    let failed = all.iter().any(|facts| facts.total.failed > 0);
    let headings = headings(failed);
    let _ = write!(
        page,
        "<div class=\"wide\" role=\"region\" aria-label=\"Programs\" tabindex=\"0\">\n<table>\n\
         <caption>Answers by program and rules</caption>\n<thead><tr><th scope=\"col\">program</th>\
         <th scope=\"col\">rules</th>{headings}<th scope=\"col\" class=\"more\">fixtures</th></tr></thead>\n"
    );
    for runs in all.chunk_by(|one, next| one.title == next.title) {
        page.push_str("<tbody>\n");
        for (nth, facts) in runs.iter().enumerate() {
            page.push_str(&row(facts, nth, runs.len(), failed));
        }
        page.push_str("</tbody>\n");
    }
    page.push_str("</table>\n</div>\n");
    page.push_str(
        "<p><b>Cannot be asked</b>: questions that depend on a rule, a board or an event that the program or the protocol \
         does not know, and lines that are not about a move. Each page has the reasons.</p>\n</main>\n",
    );
    page + html::END
}

fn row(facts: &Facts, nth: usize, runs: usize, failed: bool) -> String {
    let mut row = "<tr>".to_owned();
    if nth == 0 {
        let _ = write!(
            row,
            "<th scope=\"rowgroup\" rowspan=\"{runs}\"><bdi>{}</bdi></th>",
            escaped(&facts.title)
        );
    }
    let _ = writeln!(
        row,
        "<th scope=\"row\" class=\"rules\"><a href=\"{}.html\">{}</a><code class=\"more\">{}</code></th>{}\
         <td class=\"more\">{}</td></tr>",
        facts.slug,
        escaped(&facts.rules),
        escaped(&facts.command),
        cells(facts.total, failed),
        escaped(&facts.corpus)
    );
    row
}
