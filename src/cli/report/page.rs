//! The page of one run: what was asked, the counts, the causes of wrong answers, and the deviations.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use gokata::questions::{Class, Reasons, fixture_of};

use super::cards::{Card, cards};
use super::deviation::{Deviation, capitalized, check_command, link, own_rules};
use super::facts::{POLITE, markdown, numbers, table};
use super::results::{Found, Run, anchor_of, simplicity};
use crate::html::{self, Style, block, element, escaped, text};
use crate::program::process::{cut, shortened};
use crate::terminal::error::CommandError;
use crate::terminal::text::{UniqueNames, number};

pub(super) const STYLE_FILE: &str = "style.css";

pub(super) const STYLE: &str = include_str!("style.css");

/// The number of deviations of one kind that a page shows with their boards.
const SHOWN_OF_A_KIND: usize = 8;

/// No more deviations are shown with their boards after this many bytes of them.
const MOST_BYTES: usize = 1_500_000;

/// `board`: the address of the page gokata.html, to which deviations are linked.
pub(super) fn page(run: &Run, found: &[Card], board: Option<&str>) -> Result<String, CommandError> {
    let under = format!(" under the rules {}", run.rules());
    let (title, badge, counts) = (run.title(), &run.page, numbers(run.total));
    let mut parts = vec![
        element("h1", &(text("bdi", &title) + &escaped(&under))),
        format!("<p><img src=\"{badge}.svg\" alt=\"{counts}\" height=\"20\"></p>"),
        element("p", &text("strong", &run.tallies.asked())),
        about(run),
        text("p", POLITE),
    ];
    if let Some(untested) = run.tallies.untested_sentence() {
        parts.insert(3, text("p class=\"bad\"", &untested));
    }
    parts.extend(cards(run, found)?);
    let groups = grouped(&run.deviations);
    if groups.is_empty() {
        let answers = number(run.total.answers(), "answer");
        let none = format!("No deviations: {answers}, and all are right.");
        parts.push(text("p", &none));
    } else {
        let link = |(nth, (heading, _)): (usize, &Group<'_>)| {
            element("li", &text(&format!("a href=\"#kind-{nth}\""), heading))
        };
        let list = block("ul", (1..).zip(&groups).map(link));
        parts.extend([text("h2", "Deviations"), list]);
    }
    let mut anchors = UniqueNames::default();
    let mut drawn = 0;
    for (nth, (heading, found)) in (1..).zip(&groups) {
        let mut section = vec![text(&format!("h2 id=\"kind-{nth}\""), heading)];
        let mut rest = Vec::new();
        let mut seen = HashSet::new();
        for found in found {
            // Without white space; with a number if it has been given before.
            let anchor = anchors.next(anchor_of(&found.question), '~');
            let is_drawn = seen.len() < SHOWN_OF_A_KIND && drawn < MOST_BYTES;
            if is_drawn && seen.insert(what_is_asked(found)) {
                let article = Deviation::of(found, &run.program)?.html(&anchor, board);
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
            let list = block("ul class=\"rest\"", rest);
            section.push(block("details", [text("summary", &summary), list]));
        }
        let open = format!("section aria-labelledby=\"kind-{nth}\"");
        parts.push(block(&open, section));
    }
    let by_folder = "Answers by folder of the fixtures";
    parts.extend([
        text("h2", "Rules and folders"),
        table("Answers by rules of the question", "rules", &run.by_rules),
        table(by_folder, "folder", &run.by_folder),
    ]);
    parts.extend(cannot(run));
    parts.extend(snippet(run));
    let nav = "<nav><a href=\"index.html\">All programs</a></nav>\n";
    let start = html::start(&(title + &under), Style::File(STYLE_FILE));
    Ok(start + nav + &block("main", parts) + html::END)
}

fn about(run: &Run) -> String {
    let program = &run.program;
    let others = "Questions whose answer depends on other rules are not asked";
    let own = match &program.own_rules {
        Some(_) => format!("the program\u{2019}s own. {others}"),
        None => cut(&program.rules, 200),
    };
    let (date, version) = (shortened(&program.date), shortened(&program.gokata));
    // The rules of a program that answers questions are part of its answers.
    let own_rules = own_rules(program).filter(|_| program.option == "engine");
    let again = check_command(program, own_rules) + " --format ndjson";
    let cannot = [run.total, run.moves, run.counts].map(|tally| tally[Class::CannotBeAsked]);
    let [all, moves, counts] = cannot;
    let others = all.saturating_sub(moves + counts);
    let others = format!("{others} about chains, liberties, eyes and states of points");
    let cannot = format!("{all}: {moves} about moves, {counts} about the count, {others}");
    let mut facts = vec![
        ("Date", format!("{date}, asked by gokata {version}")),
        ("Command", run.command()),
        ("To repeat it", again),
        ("Rules", format!("{}: {own}", run.rules())),
        ("Fixtures", run.corpus()),
        ("About moves", numbers(run.moves)),
        ("About the count", numbers(run.counts)),
        ("Cannot be asked", cannot),
    ];
    if run.left_out > 0 {
        let left_out = number(run.left_out, "question");
        facts.push(("Left out", format!("{left_out} (--only, --rules, --first)")));
    }
    let notes = program.notes.iter().take(Reasons::MOST_SHOWN);
    facts.extend(notes.map(|note| ("Note", cut(note, 500))));
    let unrequested = run.unrequested.iter().cloned();
    facts.extend(unrequested.map(|what| ("After the last answer", what)));
    let unusable = run.unusable.iter().take(Reasons::MOST_SHOWN);
    facts.extend(unusable.map(|file| ("Not used", cut(&file.error, 300))));
    let more = run.unusable.len().saturating_sub(Reasons::MOST_SHOWN);
    if more > 0 {
        facts.push(("Not used", number(more, "more file")));
    }
    let fact = |(term, fact): (&str, String)| text("dt", term) + &text("dd", &fact);
    block("dl", facts.into_iter().map(fact))
}

/// A heading, and the deviations below it.
type Group<'r> = (String, Vec<&'r Found>);

/// Groups deviations by kind, the largest group first. In each, the simplest of every fixture come first: few moves, a small board.
fn grouped(deviations: &[Found]) -> Vec<Group<'_>> {
    let mut simplest: Vec<&Found> = deviations.iter().collect();
    simplest.sort_by_cached_key(|found| simplicity(found));
    let mut groups: Vec<Group<'_>> = Vec::new();
    for found in simplest {
        let kind = found.question.kind();
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, group)) => group.push(found),
            None => groups.push((kind, vec![found])),
        }
    }
    groups.sort_by_key(|(_, group)| Reverse(group.len()));
    for (heading, group) in &mut groups {
        *heading = format!("{} ({})", capitalized(&cut(heading, 100)), group.len());
        let mut seen: HashMap<&str, usize> = HashMap::new();
        group.sort_by_cached_key(|found| {
            let nth = seen.entry(fixture_of(&found.question.id)).or_default();
            *nth += 1;
            *nth
        });
    }
    groups
}

/// Returns what others may paste to show the result.
fn snippet(run: &Run) -> [String; 3] {
    let address = format!("https://example.org/pages/{}", run.page);
    let alt = format!("{} and the rules of Go", markdown(&run.title()));
    let counts = markdown(&numbers(run.total));
    let how = "With the address of these pages instead of https://example.org/pages, in Markdown:";
    let link = format!("[![{alt}]({address}.svg)]({address}.html) {counts}");
    [text("h2", "To paste"), text("p", how), text("pre", &link)]
}

/// Equal for questions about the same move in the same game, whatever the rules of their fixtures.
fn what_is_asked(found: &Found) -> String {
    let asked = &found.question;
    let opening = asked.opening.as_deref().unwrap_or_default();
    let acts = asked.actions.iter().filter(|act| !act.starts_with("rules"));
    // A change of rules ends a line of moves.
    let words = acts.flat_map(|act| act.split_whitespace());
    let words: Vec<&str> = words.filter(|word| *word != "play").collect();
    let mv = asked.r#move.as_ref().unwrap_or(&asked.question);
    [opening, &asked.board, mv, &words.join(" ")].join("\n")
}

/// Lists the reasons why questions were not asked, the most frequent first.
fn cannot(run: &Run) -> Vec<String> {
    let (reasons, others) = run.cannot.most_frequent();
    let questions: usize = others.iter().map(|(_, count)| count).sum();
    let others = (questions > 0).then(|| ("other reasons".to_owned(), questions));
    let mut reasons = reasons.into_iter().chain(others).peekable();
    if reasons.peek().is_none() {
        return Vec::new();
    }
    let all = run.total[Class::CannotBeAsked];
    let reason = |(why, count): (String, _)| text("li", &format!("{count}: {}", cut(&why, 300)));
    let heading = text("h2", &format!("Cannot be asked ({all})"));
    vec![heading, block("ul", reasons.map(reason))]
}
