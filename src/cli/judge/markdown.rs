//! The report as a page in Markdown.

use std::collections::BTreeMap;

use super::summary::{JudgeSummary, OutcomeCounts};
use super::verdict::{AnswerOutcome, fenced};
use crate::terminal::output::Output;
use crate::terminal::text::plain;

pub(super) fn print(summary: &JudgeSummary<'_>, output: &mut Output) {
    let name = summary.program.name.as_ref();
    let name = name.map_or(String::new(), |name| format!("{}: ", cell(name)));
    output.line(format!("{name}`{}`\n", cell(summary.command)));
    output.line(cell(&summary.sentence()) + ".");
    if let Some(warning) = &summary.program.warning {
        output.line(format!("\n**Warning**: {}.", cell(warning)));
    }
    print_table(summary, "folder", &summary.by_folder, output);
    print_table(summary, "right answer", &summary.by_right_answer, output);
    if !summary.bad.is_empty() {
        output.line(
            "\n| fixture | case | rules | asked | expected | got |\n|---|---|---|---|---|---|",
        );
        for judged in &summary.bad {
            let got = match &judged.outcome {
                AnswerOutcome::Wrong(answer) => judged.on_one_line(answer),
                other => match other.detail() {
                    Some(detail) => format!("{}: {detail}", other.name()),
                    None => other.name().to_owned(),
                },
            };
            let cells = [
                judged.place(),
                judged.question.case.clone().unwrap_or_default(),
                judged.rules(),
                judged.asked(),
                judged.on_one_line(&judged.expected),
                got,
            ];
            output.line(row(&cells.map(|text| cell(&text))));
        }
    }
    for judged in &summary.bad {
        if let Some(text) = &judged.text {
            let heading = format!("{}: {}", cell(&judged.place()), judged.asked());
            output.line(format!("\n{heading}\n\n{}", fenced(text)));
        }
    }
    output.line("");
    for note in summary.notes() {
        output.line(format!("- {}", cell(&note)));
    }
}

fn print_table(
    summary: &JudgeSummary<'_>,
    heading: &str,
    rows: &BTreeMap<&str, OutcomeCounts>,
    output: &mut Output,
) {
    let columns = summary.columns();
    let table_row = |name: &str, text: &dyn Fn(usize) -> String| {
        let cells = columns.iter().map(|index| text(*index));
        row(&[cell(name)].into_iter().chain(cells).collect::<Vec<_>>())
    };
    let heading = table_row(heading, &|index| AnswerOutcome::NAMES[index].to_owned());
    output.line(format!("\n{heading}"));
    output.line(format!("|---|{}", "---:|".repeat(columns.len())));
    for (name, counts) in rows {
        output.line(table_row(name, &|index| counts.0[index].to_string()));
    }
}

fn row(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// A text on one line, fit for a cell of a table.
fn cell(text: &str) -> String {
    plain(text.trim_end())
        .replace('\n', " / ")
        .replace('|', "\\|")
}
