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

    fn end(&mut self, totals: Option<&dyn Totals>, output: &mut Output) {
        if let Some(page) = totals.and_then(Totals::page) {
            print(&page, output);
        }
    }
}

fn print(page: &Page<'_>, output: &mut Output) {
    let title = page.title.as_ref();
    let title = title.map_or(String::new(), |title| format!("{}: ", escaped(title)));
    output.line(format!("{title}{}\n", code(page.command)));
    output.line(escaped(&page.sentence) + ".");
    if let Some(warning) = page.warning {
        output.line(format!("\n**Warning**: {}.", escaped(warning)));
    }
    for table in &page.tables {
        print_table(table.rows(), output);
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

fn print_table(table: &[Vec<String>], output: &mut Output) {
    for (nth, cells) in table.iter().enumerate() {
        if nth == 0 {
            let numbers = "---:|".repeat(cells.len() - 1);
            output.line(format!("\n{}\n|---|{numbers}", row(cells)));
        } else {
            output.line(row(cells));
        }
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
    let is_marker = begins_with_marker(&text);
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            _ => {
                let is_markup = match c {
                    '\\' | '`' | '*' | '[' | ']' | '|' | '~' | '$' | '#' => true,
                    '!' => after.starts_with('['),
                    // Inside a word it is a letter.
                    '_' => {
                        !(before.ends_with(char::is_alphanumeric)
                            && after.starts_with(char::is_alphanumeric))
                    }
                    ':' => after.starts_with("//"),
                    '.' if ends_with_www(before) => true,
                    '-' | '+' | '=' => is_marker && at == 0,
                    '.' | ')' => is_marker && text[..at].bytes().all(|b| b.is_ascii_digit()),
                    _ => false,
                };
                if is_markup {
                    escaped.push('\\');
                }
                escaped.push(c);
            }
        }
    }
    escaped
}

fn ends_with_www(text: &str) -> bool {
    let last = text.len().checked_sub(3).and_then(|from| text.get(from..));
    last.is_some_and(|last| last.eq_ignore_ascii_case("www"))
}

/// True if a text begins like an item of a list, a line between paragraphs, or the underline of a heading.
fn begins_with_marker(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match text[digits..].chars().next() {
        Some('.' | ')') if digits > 0 => &text[digits + 1..],
        Some(marker @ ('-' | '+' | '=')) if digits == 0 => text.trim_start_matches(marker),
        _ => return false,
    };
    rest.is_empty() || rest.starts_with(' ')
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
