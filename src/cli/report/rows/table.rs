//! The table of all rows, in Markdown and as a page.

use super::row::{PARTS, Row};
use crate::html::{self, Style, block, element, text};
use crate::read::corpus_version::CORPUS;
use crate::report::facts::{POLITE, markdown, wide_table};
use crate::report::page::STYLE_FILE;
use crate::report::results::rules_of;
use crate::terminal::text::number;

const TITLE: &str = "Go programs and the rules of Go";

#[rustfmt::skip]
const COLUMNS: [&str; 10] = [
    "program", "rules", "right", "moves: asked", "wrong", "count: asked", "wrong", "dead?: asked", "wrong", "run",
];

/// Nothing was asked.
const DASH: &str = "\u{2013}";

const ABOUT: &str = "Each was asked the questions that its rules allow: is this move legal, what is the board after it, who wins by how \
    much, who owns what, and which stones are dead?";

const NOTES: [&str; 5] = [
    "Right: of all questions whose answer is the same under the program\u{2019}s rules. The rows are in this order: a question that was never \
     asked counts no more than a wrong answer. Of equal shares, that with fewer wrong answers comes first.",
    "Asked: answered, of these questions. The others depend on a board, an event or an answer that the program, its adapter or \
     the protocol does not know.",
    "Wrong: answered otherwise, or not at all (a crash, a time-out). A dash: nothing was asked.",
    "Behind a program\u{2019}s version is the date of that version, where it is known. Run: when it was asked. A version of the corpus there is an \
     older one, or one that was not checked.",
    POLITE,
];

/// The cells of a row.
fn cells(row: &Row) -> Vec<String> {
    let mut program = format!("{} {}", row.get("program"), row.get("version"));
    if !row.get("released").is_empty() {
        program.extend([" (", row.get("released"), ")"]);
    }
    let mut rules = rules_of(row.get("rules"), &["ko=", "suicide=", "scoring="]);
    if rules.is_empty() {
        rules += "of each question";
    }
    let [right, of, _] = row.total();
    let mut cells = vec![program.trim_end().to_owned(), rules, share(right, of)];
    for [asked, of, wrong] in PARTS.map(|part| row.part(part)) {
        cells.extend(match (asked, of) {
            (0, 0) => [DASH.to_owned(), DASH.to_owned()],
            (0, _) => [format!("0 of {of}"), DASH.to_owned()],
            _ => [
                format!("{asked} of {of} ({})", share(asked, of)),
                wrong.to_string(),
            ],
        });
    }
    let (mut run, corpus) = (row.get("date").to_owned(), row.get("corpus"));
    if !corpus.is_empty() && Some(corpus) != CORPUS.version() {
        run.extend([", corpus ", corpus]);
    }
    cells.push(run);
    cells
}

/// Rounded down: only all are 100 %. The number and its sign stay on one line.
fn share(count: usize, of: usize) -> String {
    match 100 * count / of.max(1) {
        0 if count > 0 => "under 1\u{a0}%".to_owned(),
        percent => format!("{percent}\u{a0}%"),
    }
}

/// True for columns with numbers.
fn is_number(column: usize) -> bool {
    (2..9).contains(&column)
}

pub(super) fn in_markdown(rows: &[Row]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = (0..COLUMNS.len()).map(|at| if is_number(at) { "---:" } else { "---" });
    let heads =
        line(COLUMNS.map(str::to_owned).to_vec()) + &line(rule.map(str::to_owned).collect());
    let row = |row: &Row| line(cells(row).iter().map(|cell| markdown(cell)).collect());
    let table: String = rows.iter().map(row).collect();
    let notes = NOTES.map(|note| format!("\n- {note}")).concat();
    format!("# {TITLE}\n\n{ABOUT}\n\n{heads}{table}{notes}")
}

pub(super) fn page(rows: &[Row]) -> String {
    let n = |at| if is_number(at) { " class=\"n\"" } else { "" };
    let heads = COLUMNS.iter().enumerate();
    let heads = heads.map(|(at, name)| text(&format!("th scope=\"col\"{}", n(at)), name));
    let heads = element("tr", &heads.collect::<String>());
    let row = |row: &Row| {
        let cells = cells(row).into_iter().enumerate();
        let cells = cells.map(|(at, cell)| match COLUMNS[at] {
            "program" => element("th scope=\"row\"", &text("bdi", &cell)),
            "wrong" if cell != "0" && cell != DASH => text("td class=\"n bad\"", &cell),
            _ => text(&format!("td{}", n(at)), &cell),
        });
        element("tr", &cells.collect::<String>())
    };
    let caption = number(rows.len(), "row");
    let table = wide_table(&caption, &heads, rows.iter().map(row).collect());
    let data = format!(
        "Asked by {}. {}",
        html::gokata(),
        text("a href=\"rows.tsv\"", "The rows as data")
    );
    let mut parts = vec![
        text("h1", TITLE),
        text("p", ABOUT),
        element("p", &data),
        table,
    ];
    parts.extend(NOTES.map(|note| text("p", note)));
    html::start(TITLE, Style::File(STYLE_FILE)) + &block("main", parts) + html::END
}
