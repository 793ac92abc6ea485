//! The first page, a table of all programs and rules, and the page of one run: what was asked, the counts, and the
//! deviations.

use std::collections::{HashMap, HashSet};

use super::deviation::{Deviation, capitalized, fixture_of, link};
use super::facts::{POLITE, table};
use super::results::{Found, Run};
use crate::html::{self, Style, block, element, escaped, text};
use crate::judge::ndjson::{MOST_REASONS, most_frequent};
use crate::program::process::cut;
use crate::terminal::text::{UniqueNames, number};

pub(super) const STYLE_FILE: &str = "style.css";

pub(super) const STYLE: &str = include_str!("style.css");

/// The number of deviations of one kind that a page shows with their boards.
const SHOWN_OF_A_KIND: usize = 8;

/// No more deviations are shown with their boards after this many bytes of them.
const MOST_BYTES: usize = 1_500_000;

const TITLE: &str = "Go programs and the rules of Go";

/// Returns the first page.
pub(super) fn index(runs: &[Run]) -> String {
    let rows = runs.iter().map(|run| {
        let link = text(&format!("a href=\"{}.html\"", run.page), &run.rules());
        let command = text("code class=\"more\"", &run.command());
        let title = element("th scope=\"row\"", &text("bdi", &run.title()));
        let rules = element("td class=\"rules\"", &(link + &command));
        let corpus = text("td", &run.corpus());
        (title + &rules + &corpus, run.total)
    });
    let rows: Vec<_> = rows.collect();
    let gokata = html::gokata();
    let asked = format!(
        "Each program was asked the questions of {gokata}\u{2019}s fixtures: is this move legal, and what is the board \
         after it?"
    );
    let cannot = "<b>Cannot be asked</b>: questions that depend on a rule, a board or an event that the program or the protocol \
         does not know, and lines about chains, liberties, eyes and states of points. Each page has the reasons.";
    let runs = number(runs.len(), "run");
    let heads = ["program", "rules", "fixtures"];
    let parts = [
        text("h1", TITLE),
        format!("<p><img src=\"badge.svg\" alt=\"{runs}\" height=\"20\"></p>"),
        element("p", &asked),
        text("p", POLITE),
        table("Answers by program and rules", &heads, &rows),
        element("p", cannot),
    ];
    html::start(TITLE, Style::File(STYLE_FILE)) + &block("main", &parts) + html::END
}

/// Returns the page of a run.
pub(super) fn page(run: &Run) -> Result<String, String> {
    let under = format!(" under the rules {}", run.rules());
    let (title, badge, counts) = (run.title(), &run.page, run.sentence());
    let mut parts = vec![
        element("h1", &(text("bdi", &title) + &escaped(&under))),
        format!("<p><img src=\"{badge}.svg\" alt=\"{counts}\" height=\"20\"></p>"),
        about(run),
        text("p", POLITE),
    ];
    let groups = grouped(&run.deviations);
    let headings = groups.iter().map(|(kind, found)| {
        let kind = capitalized(&cut(kind, 100));
        format!("{kind} ({})", found.len())
    });
    let headings: Vec<String> = headings.collect();
    if groups.is_empty() {
        let answers = number(run.total.answers(), "answer");
        let none = format!("No deviations: {answers}, and all are right.");
        parts.push(text("p", &none));
    } else {
        let link = |(nth, heading): (usize, &String)| {
            element("li", &text(&format!("a href=\"#kind-{nth}\""), heading))
        };
        let list: Vec<String> = (1..).zip(&headings).map(link).collect();
        parts.extend([text("h2", "Deviations"), block("ul", &list)]);
    }
    let mut anchors = UniqueNames::default();
    let mut drawn = 0;
    for ((nth, heading), (_, found)) in (1..).zip(&headings).zip(&groups) {
        let mut section = vec![text(&format!("h2 id=\"kind-{nth}\""), heading)];
        let mut rest = Vec::new();
        let mut seen = HashSet::new();
        for found in found {
            // Without white space; with a number if it has been given before.
            let id = cut(&found.question.id, 1000).replace(char::is_whitespace, "_");
            let anchor = anchors.next(id, '~');
            let is_drawn = seen.len() < SHOWN_OF_A_KIND && drawn < MOST_BYTES;
            if is_drawn && seen.insert(what_is_asked(found)) {
                let article = Deviation::of(found, &run.program)?.html(&anchor);
                drawn += article.len();
                section.push(article);
            } else {
                let item = format!("li id=\"{}\"", escaped(&anchor));
                rest.push(element(&item, &link(&anchor, &found.question)));
            }
        }
        if !rest.is_empty() {
            let more = number(rest.len(), "more deviation");
            let summary = format!("{more} of this kind, without their boards");
            let list = block("ul class=\"rest\"", &rest);
            section.push(block("details", &[text("summary", &summary), list]));
        }
        let open = format!("section aria-labelledby=\"kind-{nth}\"");
        parts.push(block(&open, &section));
    }
    let folders = run.by_folder.iter().map(|(folder, tally)| {
        let folder = text("bdi", &cut(folder, 100));
        (element("th scope=\"row\"", &folder), *tally)
    });
    let folders: Vec<_> = folders.collect();
    let folders = table("Answers by folder of the fixtures", &["folder"], &folders);
    parts.extend([text("h2", "Folders"), folders]);
    parts.extend(cannot(run));
    let nav = "<nav><a href=\"index.html\">All programs</a></nav>\n";
    let start = html::start(&(title + &under), Style::File(STYLE_FILE));
    Ok(start + nav + &block("main", &parts) + html::END)
}

fn about(run: &Run) -> String {
    let own = match &run.program.own_rules {
        Some(_) => {
            "the program\u{2019}s own. Questions whose answer depends on other rules are not asked"
                .to_owned()
        }
        None => cut(&run.program.rules, 200),
    };
    let mut facts = vec![
        ("Command", run.command()),
        ("Rules", format!("{}: {own}", run.rules())),
        ("Fixtures", run.corpus()),
        ("Answers", run.sentence()),
    ];
    if run.left_out > 0 {
        let left_out = number(run.left_out, "question");
        facts.push(("Left out", format!("{left_out} (--only, --rules, --first)")));
    }
    let notes = run.program.notes.iter().take(MOST_REASONS);
    facts.extend(notes.map(|note| ("Note", cut(note, 500))));
    facts.extend(
        run.unrequested
            .iter()
            .map(|what| ("After the last answer", what.clone())),
    );
    let unusable = run.unusable.iter().take(MOST_REASONS);
    facts.extend(unusable.map(|file| ("Not used", cut(&file.error, 300))));
    let more = run.unusable.len().saturating_sub(MOST_REASONS);
    if more > 0 {
        facts.push(("Not used", number(more, "more file")));
    }
    let fact = |(term, fact): (&str, String)| text("dt", term) + &text("dd", &fact);
    block("dl", &facts.into_iter().map(fact).collect::<Vec<_>>())
}

/// Groups deviations by kind. In each, the simplest of every fixture come first: few moves, a small board.
fn grouped(deviations: &[Found]) -> Vec<(String, Vec<&Found>)> {
    let mut simplest: Vec<&Found> = deviations.iter().collect();
    simplest.sort_by_cached_key(|found| simplicity(found));
    let mut groups: Vec<(String, Vec<&Found>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for found in simplest {
        let kind = found.question.kind();
        let at = *places.entry(kind.clone()).or_insert(groups.len());
        if at == groups.len() {
            groups.push((kind, Vec::new()));
        }
        groups[at].1.push(found);
    }
    for (_, group) in &mut groups {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        group.sort_by_cached_key(|found| {
            let nth = seen.entry(fixture_of(&found.question)).or_default();
            *nth += 1;
            *nth
        });
    }
    groups
}

/// The number of words in the actions, then whether the board is so small that it confuses, then its size.
fn simplicity(found: &Found) -> (usize, bool, usize) {
    let actions = found.question.actions.iter();
    let words = actions.map(|act| act.split_whitespace().count()).sum();
    let board = &found.question.board;
    let mut rows = board.lines().skip(1);
    let is_tiny = rows.clone().count() < 3 || rows.any(|row| row.len() < 3);
    (words, is_tiny, board.len())
}

/// Equal for questions about the same move in the same game, whatever the rules of their fixtures.
fn what_is_asked(found: &Found) -> String {
    let asked = &found.question;
    let opening = asked.opening.as_deref().unwrap_or_default();
    let acts = asked.actions.iter().filter(|act| !act.starts_with("rules"));
    // A change of rules ends a line of moves.
    let words: Vec<&str> = acts
        .flat_map(|act| act.split_whitespace())
        .filter(|word| *word != "play")
        .collect();
    let mv = asked.r#move.as_ref().unwrap_or(&asked.question);
    [opening, &asked.board, mv, &words.join(" ")].join("\n")
}

/// Lists the reasons why questions were not asked, the most frequent first.
fn cannot(run: &Run) -> Vec<String> {
    let (reasons, others, questions) = most_frequent(&run.cannot);
    let reasons = reasons
        .into_iter()
        .map(|(why, count)| format!("{count}: {}", cut(why, 300)));
    let others = (others > 0).then(|| format!("{questions}: other reasons"));
    let reasons: Vec<String> = reasons
        .chain(others)
        .map(|reason| text("li", &reason))
        .collect();
    if reasons.is_empty() {
        return Vec::new();
    }
    let [_, _, cannot, ..] = run.total.0;
    vec![
        text("h2", &format!("Cannot be asked ({cannot})")),
        block("ul", &reasons),
    ]
}
