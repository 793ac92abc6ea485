//! The same as a page in Markdown, to be put where others can read it.

use super::finding::{Outcome, fenced};
use super::summary::{Counts, Tally};
use crate::terminal::output::Output;
use crate::terminal::text::plain;

pub(super) fn print(tally: &Tally<'_>, output: &mut Output) {
    let name = tally
        .about
        .name
        .as_ref()
        .map(|name| format!("{}: ", cell(name)));
    let command = cell(tally.command);
    output.line(format!("{}`{command}`", name.unwrap_or_default()));
    output.line("");
    output.line(cell(&tally.sentence()) + ".");
    if let Some(warning) = &tally.about.warning {
        output.line(format!("\n**Warning**: {}.", cell(warning)));
    }
    let folders = tally.rules.iter().map(|(rule, counts)| (*rule, counts));
    table(tally, "folder", folders, output);
    let answers = tally
        .answers
        .iter()
        .map(|(answer, counts)| (*answer, counts));
    table(tally, "right answer", answers, output);
    if !tally.bad.is_empty() {
        output.line(
            "\n| fixture | case | rules | asked | expected | got |\n|---|---|---|---|---|---|",
        );
        for finding in &tally.bad {
            let got = match &finding.outcome {
                Outcome::Wrong(said) => finding.on_a_line(said),
                other => match other.detail() {
                    Some(detail) => format!("{}: {detail}", other.name()),
                    None => other.name().to_owned(),
                },
            };
            let cells = [
                finding.place(),
                finding.question.case.clone().unwrap_or_default(),
                finding.rules(),
                finding.asked(),
                finding.on_a_line(&finding.expected),
                got,
            ];
            output.line(format!("| {} |", cells.map(|text| cell(&text)).join(" | ")));
        }
    }
    for finding in &tally.bad {
        if let Some(text) = &finding.text {
            let head = format!("{}: {}", cell(&finding.place()), finding.asked());
            output.line(format!("\n{head}\n\n{}", fenced(text)));
        }
    }
    output.line("");
    for note in tally.notes() {
        output.line(format!("- {}", cell(&note)));
    }
}

fn table<'a>(
    tally: &Tally<'_>,
    first: &str,
    rows: impl Iterator<Item = (&'a str, &'a Counts)>,
    output: &mut Output,
) {
    let columns = tally.columns();
    let row =
        |name: &str, cells: Vec<String>| format!("| {} | {} |", cell(name), cells.join(" | "));
    let head = columns
        .iter()
        .map(|index| Outcome::NAMES[*index].to_owned());
    output.line(format!("\n{}", row(first, head.collect())));
    output.line(format!("|---|{}", "---:|".repeat(columns.len())));
    for (name, counts) in rows {
        let cells = columns.iter().map(|index| counts.0[*index].to_string());
        output.line(row(name, cells.collect()));
    }
}

/// A text in one line and one cell.
fn cell(text: &str) -> String {
    plain(text.trim_end())
        .replace('\n', " / ")
        .replace('|', "\\|")
}
