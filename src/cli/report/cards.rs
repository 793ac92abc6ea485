//! A card for each cause: what wrong answers have in common, in words and by its smallest position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use gokata::questions::Class;

use super::causes::{Cause, Seen, causes};
use super::conditions::{Clause, conditions, kind};
use super::deviation::{Deviation, capitalized, fragment, rebuilt};
use super::results::{Run, anchor_of, simplicity};
use crate::html::{block, element, text};
use crate::judge::ndjson::QuestionLine;
use crate::program::process::cut;
use crate::terminal::error::CommandError;
use crate::terminal::text::number;

/// The number of a cause's deviations that a card links to.
const LINKED: usize = 12;

/// The number of folders that a card names.
const FOLDERS: usize = 4;

const NO_ANSWER: &str = "Without an answer (a crash, a time-out, nonsense)";

/// A cause, and what shows it.
pub(super) struct Card {
    /// The places of its wrong answers are those among the deviations, the simplest first.
    pub(super) cause: Cause,
    /// The section of `fixtures/README.md` about the rule.
    rule: &'static str,
    /// The folders with most of the wrong answers.
    folders: Vec<String>,
}

impl Card {
    /// How the answers are wrong, and what holds for each, as a sentence without a full stop.
    pub(super) fn sentence(&self) -> String {
        capitalized(&self.cause.sentence())
    }

    pub(super) fn counts(&self) -> String {
        let right = match self.cause.right {
            0 => "no right one".to_owned(),
            right => number(right, "right answer"),
        };
        let wrong = number(self.cause.all_wrong, "wrong answer");
        format!("{wrong} and {right}")
    }
}

/// Finds the causes of a run's wrong answers. Fails where a line is no question as gokata writes it.
pub(super) fn cards_of(run: &Run) -> Result<Vec<Card>, CommandError> {
    let is_wrong = |at: &usize| run.deviations[*at].question.outcome == Class::Wrong;
    let wrong: Vec<usize> = (0..run.deviations.len()).filter(is_wrong).collect();
    if wrong.len() < 2 {
        return Ok(Vec::new());
    }
    let deviations = wrong.iter().map(|at| (&run.deviations[*at], true));
    let right = run.right.iter().map(|found| (found, false));
    let mut ids = HashSet::new();
    let known = deviations.chain(right).map(|(found, is_wrong)| {
        let asked = &rebuilt(found, &run.program)?[1];
        let got = found.question.got.as_deref().unwrap_or_default();
        let wrong = is_wrong.then(|| kind(asked, got));
        let is_copy = !ids.insert((wherever(&found.question.id), is_wrong));
        Ok((conditions(asked), wrong, is_copy))
    });
    let known = known.collect::<Result<Vec<(Vec<Clause>, _, _)>, CommandError>>()?;
    let seen = known.iter().map(|(conditions, wrong, is_copy)| Seen {
        conditions,
        wrong: wrong.clone(),
        is_copy: *is_copy,
    });
    let seen: Vec<Seen<'_>> = seen.collect();
    let card = |mut cause: Cause| {
        cause.wrong = cause.wrong.iter().map(|at| wrong[*at]).collect();
        (cause.wrong).sort_by_cached_key(|at| simplicity(&run.deviations[*at]));
        let (mut folders, mut rules) = (BTreeMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
        for line in cause.wrong.iter().map(|at| &run.deviations[*at].question) {
            *folders.entry(&line.rule).or_default() += 1;
            *rules.entry(section(line)).or_default() += 1;
        }
        let rule = rules.into_iter().max_by_key(|(_, count)| *count);
        let mut folders: Vec<_> = folders.into_iter().collect();
        folders.sort_by_key(|(_, count)| Reverse(*count));
        let folders = folders.iter().take(FOLDERS).map(|(name, _)| cut(name, 100));
        Card {
            rule: rule.map_or("", |(name, _)| name),
            folders: folders.collect(),
            cause,
        }
    };
    Ok(causes(&seen).into_iter().map(card).collect())
}

/// Returns the id without the size of the board to which the question was moved.
fn wherever(id: &str) -> String {
    match id.split_once('@').zip(id.split_once('#')) {
        Some(((name, _), (_, question))) => format!("{name}#{question}"),
        None => id.to_owned(),
    }
}

/// Says how many wrong answers are in none of these cards, and how many questions have no answer, if there are such.
pub(super) fn others(run: &Run, cards: &[Card]) -> Vec<String> {
    let covered: usize = cards.iter().map(|card| card.cause.wrong.len()).sum();
    let wrong = run.total[Class::Wrong].saturating_sub(covered);
    let missing = run.total.failures();
    let kinds = [
        (wrong, "wrong answer", "In none of these"),
        (missing, "question", NO_ANSWER),
    ];
    let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
    let sentence = |(count, noun, what)| format!("{what}: {}", number(count, noun));
    kinds.map(sentence).collect()
}

/// The section of `fixtures/README.md` that a question is about.
fn section(line: &QuestionLine) -> &'static str {
    match line.right_answer() {
        "ko" | "superko" => "Ko",
        "suicide" | "board" => "Playing a stone",
        "game-over" => "The end of the game",
        "score" | "owner" | "dead" => "Counting",
        "turn" | "off-board" | "occupied" => "Order of refusal",
        _ if line.got.as_deref().is_some_and(|got| got.contains("ko")) => "Ko",
        _ => "Playing a stone",
    }
}

/// Returns the part of a run's page about causes.
pub(super) fn cards(run: &Run, found: &[Card]) -> Result<Vec<String>, CommandError> {
    if run.deviations.is_empty() {
        return Ok(Vec::new());
    }
    let heading = "What the wrong answers have in common";
    let mut parts = vec![text("h2 id=\"causes\"", heading)];
    for (nth, card) in (1..).zip(found) {
        let section = format!("section id=\"cause-{nth}\" class=\"cause\"");
        parts.push(block(&section, about(card, run)?));
    }
    for rest in others(run, found) {
        let rest = format!("{rest}. The next part has all of them.");
        parts.push(text("p", &rest));
    }
    let how = "Found by comparing the questions, wrong and right ones, by their boards, moves and rules. Nothing here is \
               written for a program. What they have in common need not be the cause.";
    parts.push(text("p class=\"asked\"", how));
    Ok(parts)
}

fn about(card: &Card, run: &Run) -> Result<Vec<String>, CommandError> {
    let (counts, folders) = (card.counts(), card.folders.join(", "));
    let rule = format!("Rule: fixtures/README.md, {}", card.rule);
    let facts = format!("True of {counts}. {rule}. Folders: {folders}.");
    let mut parts = vec![text("h3", &card.sentence())];
    parts.push(text("p class=\"asked\"", &facts));
    if let Some(smallest) = card.cause.wrong.first() {
        let smallest = Deviation::of(&run.deviations[*smallest], &run.program)?;
        parts.push(element("p class=\"asked\"", &smallest.answers()));
        parts.push(block("div class=\"boards\"", smallest.drawn()));
    }
    let links = card.cause.wrong.iter().take(LINKED).map(|at| {
        let line = &run.deviations[*at].question;
        let link = format!("a href=\"#{}\"", fragment(&anchor_of(line)));
        element("li", &text(&link, &cut(&line.id, 200)))
    });
    parts.push(block("ul", links));
    if card.cause.wrong.len() > LINKED {
        let more = format!("and {} more", card.cause.wrong.len() - LINKED);
        parts.push(text("p", &more));
    }
    Ok(parts)
}
