//! What is said of a run on its page, on the first page and on its badge.

use super::badge::{Tone, badge};
use super::results::{Counts, Run};
use crate::program::process::{cut, shortened};
use crate::terminal::text::number;

/// The longest command line that a page shows.
const LONGEST_COMMAND: usize = 300;

/// The rules of a program that plays by those of each question.
const EACH: &str = "of each question";

/// What a deviation is, and what it is not yet.
pub(super) const POLITE: &str = "A deviation is an answer that differs from the fixture\u{2019}s. It need not be a fault: a \
    program may choose another rule on purpose, or leave some moves to its caller; and the adapter between the program \
    and gokata may ask it wrongly, or a fixture may be in error. Play the position on the program itself before you call \
    it a mistake. Deviations that a list names as known (--known) count as wrong here.";

pub(super) struct Facts {
    /// Name and version; the command line if the program has not named itself.
    pub(super) title: String,
    /// The rules that it was asked under: its own, or those of each question.
    pub(super) rules: String,
    pub(super) command: String,
    /// True if every question of a corpus of gokata was put.
    is_whole: bool,
    /// The version of the fixtures, or that they are others.
    pub(super) corpus: String,
    pub(super) total: Counts,
    /// The name of its page and its badge, without their endings: at first, what it is made of.
    pub(super) slug: String,
}

impl Facts {
    pub(super) fn of(run: &Run) -> Facts {
        let program = &run.program;
        let named = program.name.as_deref().map(shortened);
        let version = program.version.as_deref().map(shortened);
        let title = match (named, version) {
            (Some(name), Some(version)) => format!("{name} {version}"),
            (Some(name), None) => name,
            (None, _) => shortened(&program.command),
        };
        let own = program.own_rules.as_deref().map(shortened);
        let rules = own.unwrap_or_else(|| EACH.to_owned());
        let short = rules.replace("ko=", "").replace("suicide=", "suicide-");
        let is_whole = program.corpus.as_ref().is_some_and(|corpus| corpus.whole);
        let corpus = match &program.corpus {
            Some(corpus) if corpus.whole && run.left_out == 0 => {
                format!("corpus {}", shortened(&corpus.version))
            }
            Some(corpus) => format!("a part of corpus {}", shortened(&corpus.version)),
            None => "other fixtures than a corpus of gokata".to_owned(),
        };
        Facts {
            slug: format!("{} {short}", cut(&title, 30)),
            title,
            rules,
            command: cut(&program.command, LONGEST_COMMAND),
            is_whole: is_whole && run.left_out == 0,
            corpus,
            total: run.total,
        }
    }

    /// Returns the rules, to follow the word "under".
    pub(super) fn rules_in_title(&self) -> String {
        if self.rules == EACH {
            "the rules of each question".to_owned()
        } else {
            self.rules.clone()
        }
    }

    /// Returns the program's badge.
    pub(super) fn badge(&self) -> String {
        let total = self.total;
        let (right, tone) = if total.failed > 0 || total.right + total.wrong == 0 {
            let answers = number(total.right + total.wrong, "answer");
            (format!("{answers}, {} missing", total.failed), Tone::Failed)
        } else if total.wrong > 0 {
            let (right, wrong) = (total.right, total.wrong);
            (format!("{right} right, {wrong} wrong"), Tone::Deviates)
        } else if self.is_whole {
            (format!("all {} right", total.right), Tone::Fine)
        } else {
            (format!("{} right, 0 wrong", total.right), Tone::Fine)
        };
        badge(&format!("gokata {}", self.fixtures()), &right, tone)
    }

    /// Returns the version of the fixtures, short.
    pub(super) fn fixtures(&self) -> &str {
        if self.corpus.starts_with("other") {
            "(other fixtures)"
        } else {
            &self.corpus
        }
    }
}

/// Returns the badge about all runs.
pub(super) fn badge_of_all(all: &[Facts]) -> String {
    if let [one] = all {
        return one.badge();
    }
    let first = all.first().map_or("", Facts::fixtures);
    let is_same = all.iter().all(|facts| facts.fixtures() == first);
    let fixtures = if is_same { first } else { "(various fixtures)" };
    let is_right = |facts: &&Facts| {
        let Counts {
            right,
            wrong,
            failed,
            ..
        } = facts.total;
        right > 0 && wrong + failed == 0
    };
    let right = all.iter().filter(is_right).count();
    let tone = if right == all.len() {
        Tone::Fine
    } else {
        Tone::Deviates
    };
    let is_whole = all.iter().all(|facts| facts.is_whole);
    let right_of = if is_whole {
        "all right"
    } else {
        "without a wrong answer"
    };
    let said = format!("{right} of {} runs {right_of}", all.len());
    badge(&format!("gokata {fixtures}"), &said, tone)
}
