//! What is said of a run on its page and on the first page, and the name of its page.

use gokata::questions::{Class, Tally};

use super::results::Run;
use crate::html::{block, element, text};
use crate::program::process::{cut, shortened};
use crate::terminal::text::{markup, number};

/// The longest command line that a page shows.
const LONGEST_COMMAND: usize = 300;

/// The rules of a program that plays by those of each question.
const EACH: &str = "of each question";

/// What a deviation is, and what it is not yet.
pub(super) const POLITE: &str = "A deviation is an answer that differs from the fixture\u{2019}s. It need not be a fault: a \
    program may choose another rule on purpose, or leave some moves to its caller; and the adapter between the program \
    and gokata may ask it wrongly, or a fixture may be in error. Play the position on the program itself before you call \
    it a mistake. Deviations that a list names as known (--known) count as wrong here.";

impl Run {
    /// Name and version; the command line if the program has not named itself.
    pub(super) fn title(&self) -> String {
        let title = self.program.title();
        title.map_or_else(
            || shortened(&self.program.command),
            |title| cut(&title, 120),
        )
    }

    /// The rules that it was asked under: its own, as far as they tell runs apart, or those of each question.
    pub(super) fn rules(&self) -> String {
        let Some(own) = self.program.own_rules.as_deref() else {
            return EACH.to_owned();
        };
        let keys = ["ko=", "suicide=", "scoring=", "komi="];
        let words = own
            .split(' ')
            .filter(|word| keys.iter().any(|key| word.starts_with(key)));
        shortened(&words.collect::<Vec<_>>().join(" "))
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

    /// The numbers of answers in a sentence.
    pub(super) fn sentence(&self) -> String {
        numbers(self.total)
    }

    /// Returns what the name of its page is made of: small letters, digits and `-`, safe on every system and in a URL.
    pub(super) fn slug(&self) -> String {
        let rules = self.rules();
        let named = ["ko=", "suicide=", "scoring="];
        let rules = rules
            .split(' ')
            .filter(|word| named.iter().any(|key| word.starts_with(key)) || !word.contains('='));
        let rules: Vec<&str> = rules.collect();
        let rules = rules.join(" ");
        let rules = rules
            .replace("ko=", "")
            .replace("suicide=", "suicide-")
            .replace("scoring=", "");
        let named = format!("{} {rules}", cut(&self.title(), 30));
        let words = named.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match words.join("-").to_ascii_lowercase() {
            none if none.is_empty() => "program".to_owned(),
            slug => slug,
        }
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

/// Returns how many questions have no answer, in words.
pub(super) fn missing(run: &Run) -> String {
    format!(
        "Without an answer (a crash, a time-out, nonsense): {}",
        number(run.total.failures(), "question")
    )
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

/// Returns a table with the numbers of answers. `heads`: the headings before the numbers. Each row: its first cells, the
/// numbers.
pub(super) fn table(caption: &str, heads: &[&str], rows: &[(String, Tally)]) -> String {
    let heads = heads.iter().map(|name| text("th scope=\"col\"", name));
    let numbers = ["right", "wrong", "cannot be asked", "no answer"];
    let numbers = numbers.map(|name| text("th scope=\"col\" class=\"n\"", name));
    let heads: String = heads.chain(numbers).collect();
    let row = |(first, tally): &(String, Tally)| {
        let [right, wrong, cannot, failed] = columns(*tally);
        let bad = if wrong > 0 { " bad" } else { "" };
        let cell = |count, class| format!("<td class=\"n{class}\">{count}</td>");
        let answers = cell(right, "") + &cell(wrong, bad);
        let others = cell(cannot, "") + &cell(failed, "");
        element("tr", &format!("{first}{answers}{others}"))
    };
    let body: Vec<String> = rows.iter().map(row).collect();
    let head = element("thead", &element("tr", &heads));
    let table = [text("caption", caption), head, block("tbody", &body)];
    let region = "div class=\"wide\" role=\"region\" tabindex=\"0\"";
    let region = format!("{region} aria-label=\"{caption}\"");
    block(&region, &[block("table", &table)])
}
