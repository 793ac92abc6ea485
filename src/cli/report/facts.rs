//! What is said of a run on its page and on the first page, and the name of its page.

use std::collections::BTreeMap;

use gokata::questions::{Class, Tally};

use super::results::{Run, rules_of};
use crate::html::{block, element, text};
use crate::program::process::{cut, shortened};
use crate::terminal::text::{markup, number};

/// The longest command line that a page shows.
const LONGEST_COMMAND: usize = 300;

/// What a deviation is, and what it is not yet.
pub(super) const POLITE: &str = "A deviation is an answer that differs from the fixture\u{2019}s. It need not be a fault: a \
    program may choose another rule on purpose, or leave some moves to its caller; and the adapter between the program \
    and gokata may ask it wrongly, or a fixture may be in error. Play the position on the program itself before you call \
    it a mistake. Deviations that a list names as known (--known) count as wrong here.";

impl Run {
    /// Name and version; the command line if the program has not named itself.
    pub(super) fn title(&self) -> String {
        match self.program.title() {
            Some(title) => cut(&title, 120),
            None => shortened(&self.program.command),
        }
    }

    /// The rules that it was asked under: its own, as far as they tell runs apart, or those of each question.
    pub(super) fn rules(&self) -> String {
        match &self.program.own_rules {
            Some(own) => rules_of(own, &["ko=", "suicide=", "scoring=", "komi="]),
            None => "of each question".to_owned(),
        }
    }

    pub(super) fn command(&self) -> String {
        cut(&self.program.command, LONGEST_COMMAND)
    }

    /// True if every question of a corpus of gokata was put.
    pub(super) fn is_whole(&self) -> bool {
        let corpus = self.program.corpus.as_ref();
        self.left_out == 0 && corpus.is_some_and(|corpus| corpus.whole)
    }

    /// The version of the fixtures, or that they are others.
    pub(super) fn corpus(&self) -> String {
        let part = if self.is_whole() { "" } else { "a part of " };
        match &self.program.corpus {
            Some(corpus) => format!("{part}corpus {}", shortened(&corpus.version)),
            None => "(other fixtures)".to_owned(),
        }
    }

    /// Returns what the name of its page is made of: small letters, digits and `-`, safe on every system and in a URL.
    pub(super) fn slug(&self) -> String {
        let rules = self.rules().replace("ko=", "").replace("scoring=", "");
        let rules = rules.split(' ').filter(|word| !word.starts_with("komi="));
        let title = cut(&self.title(), 30);
        let words = [&*title].into_iter().chain(rules);
        let words = words.flat_map(|word| word.split(|c: char| !c.is_ascii_alphanumeric()));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match words.join("-").to_ascii_lowercase() {
            none if none.is_empty() => "program".to_owned(),
            slug => slug,
        }
    }

    /// How many questions have no answer, in words.
    pub(super) fn missing(&self) -> String {
        let missing = number(self.total.failures(), "question");
        format!("Without an answer (a crash, a time-out, nonsense): {missing}")
    }
}

/// Returns a text that stays text in Markdown, in a table too.
pub(super) fn markdown(text: &str) -> String {
    markup(text, |c| match c {
        '|' => Some("\\|"),
        '\\' => Some("\\\\"),
        '`' => Some("\\`"),
        '*' => Some("\\*"),
        '_' => Some("\\_"),
        '[' => Some("\\["),
        ']' => Some("\\]"),
        '\n' | '\t' => Some(" "),
        _ => None,
    })
}

/// Returns the numbers of right and wrong answers, of questions that cannot be asked, and of those without an answer.
pub(super) fn columns(tally: Tally) -> [usize; 4] {
    let [right, wrong, cannot] =
        [Class::Right, Class::Wrong, Class::CannotBeAsked].map(|class| tally[class]);
    [right, wrong, cannot, tally.failures()]
}

/// Returns the numbers of answers in a sentence.
pub(super) fn numbers(tally: Tally) -> String {
    let [right, wrong, cannot, failed] = columns(tally);
    format!("{right} right, {wrong} wrong, {cannot} cannot be asked, {failed} without an answer")
}

/// Returns a table with the numbers of answers for each name. `heading`: that of the names.
pub(super) fn table(caption: &str, heading: &str, rows: &BTreeMap<String, Tally>) -> String {
    let numbers = ["right", "wrong", "cannot be asked", "no answer"];
    let numbers = numbers.map(|name| text("th scope=\"col\" class=\"n\"", name));
    let heads = text("th scope=\"col\"", heading) + &numbers.concat();
    let row = |(name, tally): (&String, &Tally)| {
        let name = element("th scope=\"row\"", &text("bdi", &cut(name, 100)));
        let counts = columns(*tally);
        let cells = ["", if counts[1] > 0 { " bad" } else { "" }, "", ""];
        let cells = (cells.iter().zip(counts))
            .map(|(class, count)| format!("<td class=\"n{class}\">{count}</td>"));
        element("tr", &(name + &cells.collect::<String>()))
    };
    wide_table(caption, &element("tr", &heads), rows.iter().map(row))
}

/// Returns a table that may be wider than a screen. `heads`: its first rows.
pub(super) fn wide_table(
    caption: &str,
    heads: &str,
    rows: impl IntoIterator<Item = String>,
) -> String {
    let head = element("thead", heads);
    let table = block(
        "table",
        [text("caption", caption), head, block("tbody", rows)],
    );
    let region = "div class=\"wide\" role=\"region\" tabindex=\"0\"";
    block(&format!("{region} aria-label=\"{caption}\""), [table])
}
