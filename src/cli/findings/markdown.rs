//! A page in Markdown about a program.

use super::finding::{Finding, Level};
use super::renderer::{Page, Renderer, Totals};
use super::text;
use crate::terminal::output::Output;
use crate::terminal::text::{fence, fenced, plain};

const HEADINGS: &str =
    "\n| id | fixture | case | rules | asked | expected | got |\n|---|---|---|---|---|---|---|";

pub(super) struct Markdown;

impl Renderer for Markdown {
    /// Prints files that cannot be read. The rest is a page, once all is known.
    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output) {
        for Finding { file, evidence, .. } in findings {
            let unread = evidence.iter().filter(|it| it.level == Level::Unread);
            unread.for_each(|remark| text::print(&file, remark, output));
        }
    }

    fn end(&mut self, totals: Option<&Totals>, output: &mut Output) {
        if let Some(page) = totals.and_then(|totals| totals.page.as_ref()) {
            print(page, output);
        }
    }
}

fn print(page: &Page, output: &mut Output) {
    let title = page.title.iter();
    let title: String = title.map(|title| escaped(title) + ": ").collect();
    output.line(format!("{title}{}\n", code(&page.command)));
    output.line(escaped(&page.sentence) + ".");
    for why in &page.shortfalls {
        output.line(format!("\n**Too little was asked**: {}", escaped(why)));
    }
    if let Some(warning) = page.warning {
        output.line(format!("\n**Warning**: {}.", escaped(warning)));
    }
    for table in &page.tables {
        for (nth, cells) in table.rows().iter().enumerate() {
            let numbers = "---:|".repeat(cells.len() - 1);
            output.line(match nth {
                0 => format!("\n{}\n|---|{numbers}", row(cells)),
                _ => row(cells),
            });
        }
    }
    if !page.wrong.is_empty() {
        output.line(HEADINGS);
    }
    for wrong in &page.wrong {
        output.line(row(wrong));
    }
    for (heading, text) in &page.questions {
        output.line(format!("\n{}\n\n{}", escaped(heading), fenced(text)));
    }
    output.line("");
    for note in &page.notes {
        output.line(format!("- {}", escaped(note)));
    }
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| escaped(text)).collect();
    format!("| {} |", cells.join(" | "))
}

/// Escapes a text, so that Markdown shows it as it is, on one line: in a paragraph, an item of a list or a cell of a
/// table. What GitHub makes of `@name` and of mail addresses cannot be escaped.
fn escaped(text: &str) -> String {
    let text = plain(text.trim()).replace('\n', " / ");
    let mut escaped = String::with_capacity(text.len());
    let (mut before, mut letters) = (' ', text.chars().peekable());
    while let Some(c) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // Inside a word it is a letter.
            '_' if before.is_alphanumeric() && after.is_alphanumeric() => escaped.push(c),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '#' => escaped.extend(['\\', c]),
            '!' if after == '[' => escaped.push_str("\\!"),
            // What GitHub would make a link of.
            ':' if letters.clone().take(2).eq(['/', '/']) => escaped.push_str("\\:"),
            '.' if ends_with_www(&escaped) => escaped.push_str("\\."),
            c => escaped.push(c),
        }
        before = c;
    }
    // A text that begins like an item of a list, a line between paragraphs, or the underline of a heading.
    let marker = escaped.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = marker.len() < escaped.len();
    let after = match marker.chars().next() {
        Some('.' | ')') if has_number => &marker[1..],
        Some(sign @ ('-' | '+' | '=')) if !has_number => marker.trim_start_matches(sign),
        _ => marker,
    };
    if after.len() < marker.len() && (after.is_empty() || after.starts_with(' ')) {
        escaped.insert(escaped.len() - marker.len(), '\\');
    }
    escaped
}

fn ends_with_www(text: &str) -> bool {
    let last = text.len().checked_sub(3).and_then(|from| text.get(from..));
    last.is_some_and(|last| last.eq_ignore_ascii_case("www"))
}

/// Returns a text as a code span, on one line. Not for tables, whose cells a `|` would split.
fn code(text: &str) -> String {
    let text = plain(text.trim()).replace('\n', " / ");
    let fence = fence(&text, 1);
    // A space between two runs of backticks is not part of the code.
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{space}{text}{space}{fence}")
}
