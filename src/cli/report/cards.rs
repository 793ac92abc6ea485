//! A card for each cause: what wrong answers have in common, in words and by its smallest position.

use std::collections::BTreeMap;

use gokata::picture;
use gokata::questions::Class;

use super::causes::{Seen, causes, conditions};
use super::deviation::{Deviation, capitalized, fragment, rebuilt, words};
use super::facts::missing;
use super::results::{Found, Run, anchor_of, simplicity};
use crate::html::{block, element, figure, text};
use crate::judge::ndjson::QuestionLine;
use crate::program::process::cut;
use crate::terminal::error::CommandError;
use crate::terminal::text::number;

/// The number of a cause's deviations that a card links to.
const LINKED: usize = 12;

/// The number of folders that a card names.
const FOLDERS: usize = 4;

/// A cause, and what shows it.
#[derive(Default)]
pub(super) struct Card {
    /// What holds for each of the wrong answers, as a sentence without a full stop.
    pub(super) sentence: String,
    /// The section of `fixtures/README.md` about the rule.
    pub(super) rule: &'static str,
    /// The folders with most of the wrong answers.
    pub(super) folders: Vec<String>,
    /// The wrong answers, the simplest first: their places among the deviations.
    pub(super) wrong: Vec<usize>,
    /// The numbers of wrong and of right answers for which the sentence holds.
    pub(super) all_wrong: usize,
    pub(super) right: usize,
}

impl Card {
    /// The numbers in words.
    pub(super) fn counts(&self) -> String {
        let right = match self.right {
            0 => "no right one".to_owned(),
            right => number(right, "right answer"),
        };
        format!("{} and {right}", number(self.all_wrong, "wrong answer"))
    }
}

/// Finds the causes of a run's wrong answers.
///
/// # Errors
/// Where a line is no question as gokata writes it.
pub(super) fn cards_of(run: &Run) -> Result<Vec<Card>, CommandError> {
    let wrong: Vec<usize> = (0..run.deviations.len())
        .filter(|at| run.deviations[*at].question.outcome == Class::Wrong)
        .collect();
    if wrong.len() < 2 {
        return Ok(Vec::new());
    }
    let seen = |found: &Found, is_wrong| {
        let question = rebuilt(found, &run.program)?.1;
        Ok::<Seen, CommandError>(Seen {
            conditions: conditions(&question),
            is_wrong,
        })
    };
    let mut all = Vec::new();
    for at in &wrong {
        all.push(seen(&run.deviations[*at], true)?);
    }
    for found in &run.right {
        all.push(seen(found, false)?);
    }
    let card = |cause: super::causes::Cause| {
        let mut places: Vec<usize> = cause.wrong.iter().map(|at| wrong[*at]).collect();
        places.sort_by_cached_key(|at| simplicity(&run.deviations[*at]));
        let lines = || places.iter().map(|at| &run.deviations[*at].question);
        let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
        let mut rules: BTreeMap<&'static str, usize> = BTreeMap::new();
        for line in lines() {
            *folders.entry(&line.rule).or_default() += 1;
            *rules.entry(section(line)).or_default() += 1;
        }
        let mut folders: Vec<(&str, usize)> = folders.into_iter().collect();
        folders.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let rule = rules.into_iter().max_by_key(|(_, count)| *count);
        Card {
            sentence: capitalized(&cause.conditions.join(", and ")),
            rule: rule.map_or("", |(name, _)| name),
            folders: folders
                .into_iter()
                .take(FOLDERS)
                .map(|(name, _)| cut(name, 100))
                .collect(),
            all_wrong: cause.all_wrong,
            right: cause.right,
            wrong: places,
        }
    };
    Ok(causes(&all).into_iter().map(card).collect())
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
    let mut parts = vec![text(
        "h2 id=\"causes\"",
        "What the wrong answers have in common",
    )];
    for (nth, card) in (1..).zip(found) {
        parts.push(article(nth, card, run)?);
    }
    let covered: usize = found.iter().map(|card| card.wrong.len()).sum();
    let others = run.total[Class::Wrong].saturating_sub(covered);
    if others > 0 {
        let others = number(others, "wrong answer");
        parts.push(text(
            "p",
            &format!("In none of these: {others}. The next part has all of them."),
        ));
    }
    if run.total.failures() > 0 {
        parts.push(text(
            "p",
            &format!("{}. The next part has all of them.", missing(run)),
        ));
    }
    let how = "Found by comparing the questions, wrong and right ones, by their boards, moves and rules. Nothing here is \
               written for a program. What they have in common need not be the cause.";
    parts.push(text("p class=\"asked\"", how));
    Ok(parts)
}

fn article(nth: usize, card: &Card, run: &Run) -> Result<String, CommandError> {
    let mut parts = vec![text("h3", &card.sentence)];
    let about = format!(
        "True of {}. Rule: fixtures/README.md, {}. Folders: {}.",
        card.counts(),
        card.rule,
        card.folders.join(", ")
    );
    parts.push(text("p class=\"asked\"", &about));
    if let Some(smallest) = card.wrong.first() {
        let found = &run.deviations[*smallest];
        let deviation = Deviation::of(found, &run.program)?;
        let (question, setup) = (deviation.question(), deviation.question().before.setup());
        let svg = picture::numbered(&setup, &deviation.numbers(), question.asked.mv());
        let caption = "The smallest";
        let drawn = figure(&svg, caption, &words(&setup));
        parts.push(element("p class=\"asked\"", &deviation.answers()));
        parts.push(block("div class=\"boards\"", &[drawn]));
    }
    let link = |at: &usize| {
        let line = &run.deviations[*at].question;
        let anchor = fragment(&anchor_of(line));
        element(
            "li",
            &text(&format!("a href=\"#{anchor}\""), &cut(&line.id, 200)),
        )
    };
    let links: Vec<String> = card.wrong.iter().take(LINKED).map(link).collect();
    parts.push(block("ul", &links));
    if card.wrong.len() > LINKED {
        parts.push(text(
            "p",
            &format!("and {} more", card.wrong.len() - LINKED),
        ));
    }
    Ok(block(
        &format!("section id=\"cause-{nth}\" class=\"cause\""),
        &parts,
    ))
}
