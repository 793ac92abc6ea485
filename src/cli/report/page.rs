//! The page of one run: what was asked, the counts, and the deviations.

use std::collections::HashMap;
use std::fmt::Write;

use super::deviation::Deviation;
use super::facts::{Facts, POLITE};
use super::results::{Counts, Found, Run};
use super::words::{cells, file, fragment, headings, kind};
use crate::html::{self, Style, escaped};
use crate::judge::ndjson::ProgramLine;
use crate::program::process::cut;
use crate::terminal::text::{UniqueNames, number};

pub(super) const STYLE_FILE: &str = "style.css";

pub(super) const STYLE: &str = include_str!("style.css");

/// The number of deviations of one kind that a page shows with their boards.
const SHOWN_OF_A_KIND: usize = 8;

/// No more deviations are shown with their boards after this many bytes of them.
const MOST_BYTES: usize = 1_500_000;

/// The number of reasons and notes that a page lists.
const MOST_REASONS: usize = 20;

/// Returns the page of a run.
pub(super) fn page(run: &Run, facts: &Facts) -> Result<String, String> {
    let under = format!(" under {}", facts.rules_in_title());
    let title = format!("{}{under}", facts.title);
    let mut page = html::start(&title, Style::File(STYLE_FILE));
    // Writing to a string never fails.
    let _ = write!(
        page,
        "<nav><a href=\"index.html\">All programs</a></nav>\n<main>\n<h1><bdi>{}</bdi>{}</h1>\n\
         <p><img src=\"{}.svg\" alt=\"{}\" height=\"20\"></p>\n",
        escaped(&facts.title),
        escaped(&under),
        facts.slug,
        escaped(&sentence(facts))
    );
    page.push_str(&about(run, facts));
    let groups = grouped(&run.deviations);
    if groups.is_empty() {
        let answers = number(run.total.right, "answer");
        let _ = writeln!(page, "<p>No deviations: {answers}, and all are right.</p>");
    } else {
        page.push_str(&contents(&groups));
        let mut anchors = UniqueNames::default();
        let mut drawn = 0;
        for (nth, (kind, found)) in (1..).zip(&groups) {
            let _ = write!(
                page,
                "<section aria-labelledby=\"kind-{nth}\">\n<h2 id=\"kind-{nth}\">{}</h2>\n",
                heading(kind, found.len())
            );
            let merged = merged(found, run.program.own_rules.is_some());
            let mut rest = merged.iter();
            for found in rest.by_ref().take(SHOWN_OF_A_KIND) {
                let (first, others) = (found[0], &found[1..]);
                let deviation = Deviation::of(first, &run.program)?;
                let anchor = next_anchor(&first.question.id, &mut anchors);
                let others: Vec<(&str, String)> = others
                    .iter()
                    .map(|other| {
                        (
                            &*other.question.id,
                            next_anchor(&other.question.id, &mut anchors),
                        )
                    })
                    .collect();
                let html = deviation.html(&anchor, &others);
                drawn += html.len();
                page.push_str(&html);
                if drawn > MOST_BYTES {
                    break;
                }
            }
            let rest: Vec<&Found> = rest.flatten().copied().collect();
            page.push_str(&list(&rest, &run.program, &mut anchors));
            page.push_str("</section>\n");
        }
    }
    page.push_str(&table(run));
    page.push_str(&cannot(run));
    page.push_str("</main>\n");
    Ok(page + html::END)
}

fn sentence(facts: &Facts) -> String {
    let Counts {
        right,
        wrong,
        cannot,
        failed,
    } = facts.total;
    let failed = if failed > 0 {
        format!(", {failed} without an answer")
    } else {
        String::new()
    };
    format!("{right} right, {wrong} wrong, {cannot} cannot be asked{failed}")
}

fn about(run: &Run, facts: &Facts) -> String {
    let mut about = "<dl>\n".to_owned();
    let mut add = |term: &str, text: &str, class: &str| {
        let text = escaped(text);
        let _ = writeln!(about, "<dt>{term}</dt><dd{class}>{text}</dd>");
    };
    add("Command", &facts.command, " class=\"code\"");
    let rules = match &run.program.own_rules {
        Some(_) => format!(
            "{}: the program\u{2019}s own. Questions whose answer depends on other rules are not asked",
            facts.rules
        ),
        None => format!("those of each question ({})", cut(&run.program.rules, 200)),
    };
    add("Rules", &rules, "");
    add("Fixtures", &facts.corpus, "");
    add("Answers", &sentence(facts), "");
    if run.left_out > 0 {
        let left_out = number(run.left_out, "question");
        add("Left out", &format!("{left_out} (--rules, --first)"), "");
    }
    for note in run.program.notes.iter().take(MOST_REASONS) {
        add("Note", &cut(note, 500), "");
    }
    if let Some(what) = &run.unrequested {
        add("After the last answer", what, "");
    }
    for file in run.unusable.iter().take(MOST_REASONS) {
        add("Not used", &cut(&file.error, 300), "");
    }
    let more = run.unusable.len().saturating_sub(MOST_REASONS);
    if more > 0 {
        add("Not used", &number(more, "more file"), "");
    }
    about + &format!("</dl>\n<p>{POLITE}</p>\n")
}

fn table(run: &Run) -> String {
    let failed = run.total.failed > 0;
    let headings = headings(failed);
    let mut table = format!(
        "<h2>Folders</h2>\n<div class=\"wide\" role=\"region\" aria-label=\"Answers by folder\" tabindex=\"0\">\n<table>\n\
         <caption>Answers by folder of the fixtures</caption>\n<thead><tr><th scope=\"col\">folder</th>{headings}</tr></thead>\n<tbody>\n"
    );
    for (folder, counts) in &run.by_folder {
        let _ = writeln!(
            table,
            "<tr><th scope=\"row\"><bdi>{}</bdi></th>{}</tr>",
            escaped(&cut(folder, 100)),
            cells(*counts, failed)
        );
    }
    table + "</tbody>\n</table>\n</div>\n"
}

/// Groups deviations by a key, in the order of the first of each group.
fn by_key<'r>(
    deviations: impl IntoIterator<Item = &'r Found>,
    key: impl Fn(&Found) -> String,
) -> Vec<(String, Vec<&'r Found>)> {
    let mut groups: Vec<(String, Vec<&Found>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for found in deviations {
        let key = key(found);
        let at = *places.entry(key.clone()).or_insert(groups.len());
        if at == groups.len() {
            groups.push((key, Vec::new()));
        }
        groups[at].1.push(found);
    }
    groups
}

/// Groups deviations by kind. In each, the simplest of every fixture come first: few moves, a small board.
fn grouped(deviations: &[Found]) -> Vec<(String, Vec<&Found>)> {
    let mut groups = by_key(deviations, |found| kind(&found.question));
    for (_, group) in &mut groups {
        group.sort_by_key(|found| simplicity(found));
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut numbered: Vec<(usize, &Found)> = Vec::new();
        for found in group.iter().copied() {
            let fixture = found.question.id.split('#').next().unwrap_or_default();
            let nth = seen.entry(fixture).or_default();
            *nth += 1;
            numbered.push((*nth, found));
        }
        numbered.sort_by_key(|(nth, _)| *nth);
        *group = numbered.into_iter().map(|(_, found)| found).collect();
    }
    groups.sort_by_key(|(_, group)| group.first().map(|found| simplicity(found)));
    groups
}

/// Puts those together that ask the same of the same game, under the same rules, and are answered alike. `own_rules`: all
/// are asked under the program's own, whatever rules their fixtures name.
fn merged<'r>(group: &[&'r Found], own_rules: bool) -> Vec<Vec<&'r Found>> {
    let key = |found: &Found| {
        let asked = &found.question;
        let mut words = vec![&*asked.board, &*asked.r#move, &*asked.question];
        words.extend(asked.opening.as_deref());
        words.push(asked.got.as_deref().unwrap_or_default());
        words.push(asked.detail.as_deref().unwrap_or_default());
        // A change of rules ends a line of moves.
        for act in &asked.actions {
            match act.strip_prefix("play") {
                Some(moves) => words.extend(moves.split_whitespace()),
                None if own_rules && act.starts_with("rules") => {}
                None => words.push(act),
            }
        }
        words.join("\n")
    };
    let groups = by_key(group.iter().copied(), key);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The number of words in the actions, then whether the board is so small that it confuses, then its size.
fn simplicity(found: &Found) -> (usize, bool, usize) {
    let actions = found.question.actions.iter();
    let words = actions.map(|act| act.split_whitespace().count()).sum();
    let board = &found.question.board;
    let rows = board.lines().skip(1);
    let is_tiny = rows.clone().count() < 3 || rows.clone().any(|row| row.len() < 3);
    (words, is_tiny, board.len())
}

fn heading(kind: &str, count: usize) -> String {
    let kind = escaped(kind);
    let first = kind.chars().next().map(|c| c.to_uppercase().to_string());
    let rest: String = kind.chars().skip(1).collect();
    format!("{}{rest} ({count})", first.unwrap_or_default())
}

fn contents(groups: &[(String, Vec<&Found>)]) -> String {
    let mut list = "<h2>Deviations</h2>\n<ul>\n".to_owned();
    for (nth, (kind, found)) in (1..).zip(groups) {
        let _ = writeln!(
            list,
            "<li><a href=\"#kind-{nth}\">{}</a></li>",
            heading(kind, found.len())
        );
    }
    list + "</ul>\n"
}

/// Lists deviations without their boards.
fn list(rest: &[&Found], program: &ProgramLine, anchors: &mut UniqueNames) -> String {
    if rest.is_empty() {
        return String::new();
    }
    let mut list = format!(
        "<details>\n<summary>{} of this kind, without their boards</summary>\n<ul class=\"rest\">\n",
        number(rest.len(), "more deviation")
    );
    for found in rest {
        let question = &found.question;
        let anchor = next_anchor(&question.id, anchors);
        let _ = writeln!(
            list,
            "<li id=\"{}\"><a href=\"#{}\">{}</a> {}:{}:{}</li>",
            escaped(&anchor),
            fragment(&anchor),
            escaped(&cut(&question.id, 300)),
            escaped(&cut(&file(question, program), 300)),
            question.line,
            question.column
        );
    }
    list + "</ul>\n</details>\n"
}

/// Lists the reasons why questions were not asked, the most frequent first.
fn cannot(run: &Run) -> String {
    if run.cannot.is_empty() {
        return String::new();
    }
    let mut reasons: Vec<(&String, &usize)> = run.cannot.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let mut list = format!("<h2>Cannot be asked ({})</h2>\n<ul>\n", run.total.cannot);
    for (why, count) in reasons.iter().take(MOST_REASONS) {
        let _ = writeln!(list, "<li>{count}: {}</li>", escaped(&cut(why, 300)));
    }
    let others = reasons.iter().skip(MOST_REASONS);
    let count: usize = others.map(|(_, count)| **count).sum();
    if count > 0 {
        let _ = writeln!(list, "<li>{count}: other reasons</li>");
    }
    list + "</ul>\n"
}

/// Returns the id of a question on the page, without white space; with a number if it has been given before.
fn next_anchor(id: &str, given: &mut UniqueNames) -> String {
    given.next(cut(id, 1000).replace(char::is_whitespace, "_"), '~')
}
