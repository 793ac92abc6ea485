//! The report as a page in Markdown.

use super::summary::JudgeSummary;
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
    for table in summary.tables() {
        print_table(&table, output);
    }
    if !summary.bad.is_empty() {
        output.line(
            "\n| fixture | case | rules | asked | expected | got |\n|---|---|---|---|---|---|",
        );
        for judged in &summary.bad {
            let outcome = judged.outcome.name();
            let got = match (&judged.outcome, judged.outcome.detail()) {
                (AnswerOutcome::Wrong(answer), _) => judged.on_one_line(answer),
                (_, Some(detail)) => format!("{outcome}: {detail}"),
                (_, None) => outcome.to_owned(),
            };
            output.line(row(&[
                judged.place(),
                judged.question.case.clone().unwrap_or_default(),
                judged.rules(),
                judged.asked(),
                judged.on_one_line(&judged.expected),
                got,
            ]));
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
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    format!("| {} |", cells.join(" | "))
}

/// Escapes a text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    plain(text.trim_end())
        .replace('\n', " / ")
        .replace('|', "\\|")
}
