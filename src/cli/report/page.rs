//! The page of one run: what was asked, the counts, and the deviations.

use std::collections::HashMap;
use std::fmt::Write;

use super::deviation::Deviation;
use super::facts::{Facts, POLITE};
use super::results::{Counts, Found, Run};
use super::words::{file, fragment, kind};
use crate::html::{self, Style, escaped};
use crate::judge::ndjson::ProgramLine;
use crate::program::process::cut;
use crate::terminal::text::number;

pub(super) const STYLE_FILE: &str = "style.css";

pub(super) const STYLE: &str = include_str!("style.css");

/// The number of deviations of one kind that a page shows with their boards.
const SHOWN_OF_A_KIND: usize = 8;

/// No more deviations are shown with their boards after this many bytes of them.
const MOST_BYTES: usize = 1_500_000;

/// The number of reasons and notes that a page lists.
const MOST_REASONS: usize = 20;

/// Returns the page of a run.
pub(super) fn page(run: &Run<'_>, facts: &Facts) -> Result<String, String> {
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
        let mut anchors = Anchors::default();
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
                let anchor = anchors.next(&first.question.id);
                let others: Vec<(&str, String)> = others
                    .iter()
                    .map(|other| (&*other.question.id, anchors.next(&other.question.id)))
                    .collect();
                let html = deviation.html(&anchor, &others);
                drawn += html.len();
                page.push_str(&html);
                if drawn > MOST_BYTES {
                    break;
                }
            }
            let rest: Vec<&Found<'_>> = rest.flatten().copied().collect();
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

fn about(run: &Run<'_>, facts: &Facts) -> String {
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

fn table(run: &Run<'_>) -> String {
    let failed = run.total.failed > 0;
    let heading = if failed {
        "<th scope=\"col\" class=\"n\">no answer</th>"
    } else {
        ""
    };
    let mut table = format!(
        "<h2>Folders</h2>\n<div class=\"wide\" role=\"region\" aria-label=\"Answers by folder\" tabindex=\"0\">\n<table>\n\
         <caption>Answers by folder of the fixtures</caption>\n<thead><tr><th scope=\"col\">folder</th>\
         <th scope=\"col\" class=\"n\">right</th><th scope=\"col\" class=\"n\">wrong</th>\
         <th scope=\"col\" class=\"n\">cannot be asked</th>{heading}</tr></thead>\n<tbody>\n"
    );
    for (folder, counts) in &run.by_folder {
        let bad = if counts.wrong > 0 { " bad" } else { "" };
        let _ = write!(
            table,
            "<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"n\">{}</td><td class=\"n{bad}\">{}</td><td class=\"n\">{}</td>",
            escaped(&cut(folder, 100)),
            counts.right,
            counts.wrong,
            counts.cannot
        );
        if failed {
            let _ = write!(table, "<td class=\"n\">{}</td>", counts.failed);
        }
        table.push_str("</tr>\n");
    }
    table + "</tbody>\n</table>\n</div>\n"
}

/// Groups deviations by kind. In each, the simplest of every fixture come first: few moves, a small board.
fn grouped<'r, 'a>(deviations: &'r [Found<'a>]) -> Vec<(String, Vec<&'r Found<'a>>)> {
    let mut groups: Vec<(String, Vec<&Found<'_>>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for found in deviations {
        let kind = kind(&found.question);
        let at = *places.entry(kind.clone()).or_insert_with(|| {
            groups.push((kind, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(found);
    }
    for (_, group) in &mut groups {
        group.sort_by_key(|found| simplicity(found));
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let nth = group.iter().map(|found| {
            let fixture = found.question.id.split('#').next().unwrap_or_default();
            let nth = seen.entry(fixture).or_default();
            *nth += 1;
            *nth
        });
        let mut numbered: Vec<(usize, &Found<'_>)> = nth.zip(group.iter().copied()).collect();
        numbered.sort_by_key(|(nth, _)| *nth);
        *group = numbered.into_iter().map(|(_, found)| found).collect();
    }
    groups.sort_by_key(|(_, group)| group.first().map(|found| simplicity(found)));
    groups
}

/// Puts those together that ask the same of the same game, under the same rules, and are answered alike. `own_rules`: all
/// are asked under the program's own, whatever rules their fixtures name.
fn merged<'r, 'a>(group: &[&'r Found<'a>], own_rules: bool) -> Vec<Vec<&'r Found<'a>>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut merged: Vec<Vec<&Found<'_>>> = Vec::new();
    for found in group {
        let asked = &found.question;
        let mut words = vec![&*asked.board, &*asked.r#move, &*asked.question];
        words.extend(asked.opening.as_deref());
        words.push(asked.got.as_deref().unwrap_or_default());
        words.push(asked.detail.as_deref().unwrap_or_default());
        let is_said = |act: &&str| !own_rules || !act.starts_with("rules");
        // A change of rules ends a line of moves.
        let acts = asked.actions.iter().map(|act| &**act).filter(is_said);
        let acts = acts.flat_map(|act| match act.strip_prefix("play") {
            Some(moves) => moves.split_whitespace().collect(),
            None => vec![act],
        });
        words.extend(acts);
        let at = *places.entry(words.join("\n")).or_insert_with(|| {
            merged.push(Vec::new());
            merged.len() - 1
        });
        merged[at].push(found);
    }
    merged
}

/// The number of words in the actions, then whether the board is so small that it confuses, then its size.
fn simplicity(found: &Found<'_>) -> (usize, bool, usize) {
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

fn contents(groups: &[(String, Vec<&Found<'_>>)]) -> String {
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
fn list(rest: &[&Found<'_>], program: &ProgramLine<'_>, anchors: &mut Anchors) -> String {
    if rest.is_empty() {
        return String::new();
    }
    let mut list = format!(
        "<details>\n<summary>{} of this kind, without their boards</summary>\n<ul class=\"rest\">\n",
        number(rest.len(), "more deviation")
    );
    for found in rest {
        let question = &found.question;
        let anchor = anchors.next(&question.id);
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
fn cannot(run: &Run<'_>) -> String {
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

/// The ids on a page. Each is given once.
#[derive(Default)]
struct Anchors {
    given: HashMap<String, usize>,
}

impl Anchors {
    /// Returns the id of a question, without white space; with a number if it has been given before.
    fn next(&mut self, id: &str) -> String {
        let id = cut(id, 1000).replace(char::is_whitespace, "_");
        let given = self.given.entry(id.clone()).or_default();
        *given += 1;
        if *given > 1 {
            format!("{id}~{given}")
        } else {
            id
        }
    }
}
