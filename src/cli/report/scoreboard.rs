//! All runs side by side: the first page, and the same as a text in Markdown.

use gokata::questions::Class;

use super::cards::{Card, others};
use super::facts::{POLITE, columns, markdown, wide_table};
use super::page::STYLE_FILE;
use super::results::Run;
use crate::html::{self, Style, block, element, text};
use crate::terminal::text::number;

const TITLE: &str = "Go programs and the rules of Go";

const COLUMNS: [&str; 6] = ["right", "wrong", "right", "wrong", "moves", "count"];

const CANNOT: &str = "Not asked: questions that depend on a rule, a board or an event that the program or the protocol does \
    not know. Lines about chains, liberties, eyes and states of points are not among them: no program is asked about these.";

/// The numbers of a run, about moves and about the count: right, wrong or without an answer, and not asked.
fn numbers(run: &Run) -> [[usize; 3]; 2] {
    [run.moves, run.counts].map(|tally| {
        let [right, wrong, cannot, failed] = columns(tally);
        [right, wrong + failed, cannot]
    })
}

/// Returns when and by what the runs were made, as a sentence.
fn made(runs: &[Run]) -> String {
    let all = |of: &dyn Fn(&Run) -> String| {
        let mut values: Vec<String> = runs.iter().map(of).collect();
        values.sort();
        values.dedup();
        match &values[..] {
            [first, .., last] => format!("{first} to {last}"),
            one => one.concat(),
        }
    };
    let (dates, corpora) = (all(&|run| run.program.date.clone()), all(&Run::corpus));
    let versions = all(&|run| run.program.gokata.clone());
    format!("Asked on {dates} by gokata {versions}, about {corpora}.")
}

/// Returns the first page.
pub(super) fn index(runs: &[Run]) -> String {
    let group = |name| text("th colspan=\"2\" scope=\"colgroup\" class=\"group\"", name);
    let groups = ["moves", "count", "not asked"].map(group).concat();
    let first = text("th scope=\"col\"", "program, rules");
    let columns = COLUMNS.map(|name| text("th scope=\"col\" class=\"n\"", name));
    let groups = element("tr", &format!("<td></td>{groups}"));
    let heads = groups + &element("tr", &(first + &columns.concat()));
    let mut previous = String::new();
    let row = |run: &Run| {
        let (title, page) = (run.title(), &run.page);
        // The name stands above the first of its rules.
        let named = (title != previous).then(|| text("bdi", &title));
        let link = format!("a class=\"rules\" href=\"{page}.html\"");
        let rules = text(&link, &run.rules());
        let first = element("th scope=\"row\"", &(named.unwrap_or_default() + &rules));
        let number = |count: usize| text("td class=\"n\"", &count.to_string());
        let answers = |[right, wrong, _]: [usize; 3]| match (right, wrong) {
            // Nothing was answered there.
            (0, 0) => "<td class=\"n\">\u{2013}</td>".repeat(2),
            (_, 0) => number(right) + &number(0),
            _ => {
                let link = format!("a href=\"{page}.html#causes\"");
                let wrong = text(&link, &wrong.to_string());
                number(right) + &element("td class=\"n bad\"", &wrong)
            }
        };
        let numbers = numbers(run);
        // What was not asked comes last, since a phone shows the first four columns only.
        let not_asked = numbers.map(|[.., cannot]| number(cannot)).concat();
        let cells = numbers.map(answers).concat() + &not_asked;
        previous = title;
        element("tr", &(first + &cells))
    };
    let caption = "Answers by program and its rules";
    let table = wide_table(caption, &heads, runs.iter().map(row).collect());
    let count = number(runs.len(), "run");
    let asked = format!(
        "Each program was asked the questions of {}\u{2019}s fixtures: is this move legal, what is the board after it, who wins \
         by how much, and who owns what? A number of wrong answers leads to what they have in common.",
        html::gokata()
    );
    let parts = [
        text("h1", TITLE),
        format!("<p><img src=\"badge.svg\" alt=\"{count}\" height=\"20\"></p>"),
        text("p", &made(runs)),
        element("p", &asked),
        text("p", POLITE),
        table,
        text("p", CANNOT),
    ];
    html::start(TITLE, Style::File(STYLE_FILE)) + &block("main", parts) + html::END
}

/// Returns a table of all runs, and below it what the wrong answers have in common.
pub(super) fn in_markdown(runs: &[Run], cards: &[Vec<Card>]) -> String {
    let mut lines = vec![
        format!("# {TITLE}\n\n{}\n", markdown(&made(runs))),
        "| program | rules | moves: right | wrong | cannot be asked | count: right | wrong | cannot be asked |".to_owned(),
        "|---|---|---:|---:|---:|---:|---:|---:|".to_owned(),
    ];
    let names = |run: &Run| [run.title(), run.rules()].map(|name| markdown(&name));
    for run in runs {
        let numbers = numbers(run).concat();
        let numbers = numbers.iter().map(usize::to_string);
        let cells: Vec<String> = names(run).into_iter().chain(numbers).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    let is_wrong = |run: &Run| run.total[Class::Wrong] + run.total.failures() > 0;
    if runs.iter().any(is_wrong) {
        lines.push("\n## What the wrong answers have in common".to_owned());
    }
    for (run, cards) in runs.iter().zip(cards).filter(|(run, _)| is_wrong(run)) {
        let [title, rules] = names(run);
        lines.push(format!("\n**{title}**, {rules}:\n"));
        for card in cards {
            let smallest = card.cause.wrong.first();
            let smallest = smallest.map_or_else(String::new, |at| {
                format!(" Smallest: {}.", markdown(&run.deviations[*at].question.id))
            });
            let (sentence, counts) = (markdown(&card.sentence()), card.counts());
            lines.push(format!("- {sentence}: {counts}.{smallest}"));
        }
        let others = others(run, cards).into_iter();
        lines.extend(others.map(|others| format!("- {others}.")));
    }
    lines.join("\n")
}
