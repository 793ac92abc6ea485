//! What is said of a run on its page and on the first page, the name of its page, and its badge.

use std::collections::BTreeMap;

use gokata::questions::{Class, Tally};

use super::results::{Run, rules_of};
use crate::html::{block, element, escaped, text};
use crate::program::process::{cut, shortened};
use crate::terminal::text::markup;

/// The longest command line that a page shows.
pub(super) const LONGEST_COMMAND: usize = 300;

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
}

/// Returns a text that stays text in Markdown, in a table too.
pub(super) fn markdown(text: &str) -> String {
    let text = markup(text, |c| "\n\t".contains(c).then_some(" "));
    let escape = |c: char| r"|\`*_[]".contains(c).then_some('\\');
    let chars = text.chars().flat_map(|c| escape(c).into_iter().chain([c]));
    chars.collect()
}

/// Returns the numbers of right and wrong answers, of questions that cannot be asked, and of those without an answer.
pub(super) fn columns(tally: Tally) -> [usize; 4] {
    let [right, wrong, cannot] =
        [Class::Right, Class::Wrong, Class::CannotBeAsked].map(|class| tally[class]);
    [right, wrong, cannot, tally.failures()]
}

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
        let cell = |(class, count)| format!("<td class=\"n{class}\">{count}</td>");
        let cells: String = cells.iter().zip(counts).map(cell).collect();
        element("tr", &(name + &cells))
    };
    let (heads, rows) = (element("tr", &heads), rows.iter().map(row).collect());
    wide_table(caption, &heads, rows)
}

/// Returns a table that may be wider than a screen. `heads`: its first rows.
pub(super) fn wide_table(caption: &str, heads: &str, rows: Vec<String>) -> String {
    let (title, heads) = (text("caption", caption), element("thead", heads));
    let table = block("table", [title, heads, block("tbody", rows)]);
    let region = "div class=\"wide\" role=\"region\" tabindex=\"0\"";
    block(&format!("{region} aria-label=\"{caption}\""), [table])
}

// A badge is a small image with two fields, as READMEs show them. It needs no font of its own.

const FINE: &str = "#1a7f37";
const DEVIATES: &str = "#9a5b00";
/// Nothing was answered, or the program failed.
const FAILED: &str = "#b3261e";

pub(super) fn badge(run: &Run) -> String {
    let [right, wrong, _, failed] = columns(run.total);
    let answers = right + wrong;
    let untested = run.tallies.untested();
    let (counts, color) = match (failed, wrong) {
        (0, 0) if answers == 0 => ("0 answers".to_owned(), FAILED),
        (0, 0) if untested.is_empty() => (format!("{right} of {answers} right"), FINE),
        (0, 0) => (format!("{right} of {answers} right"), DEVIATES),
        (0, _) => (format!("{wrong} of {answers} wrong"), DEVIATES),
        _ => (
            format!("{wrong} of {answers} wrong, {failed} missing"),
            FAILED,
        ),
    };
    let mut parts = vec![counts, format!("{} asked", run.tallies.share())];
    if !untested.is_empty() {
        parts.push(format!("not {}", untested.join(", ")));
    }
    let counts = parts.join(", ");
    image(&run.corpus(), &counts, color)
}

pub(super) fn badge_of_all(runs: &[Run]) -> String {
    if let [run] = runs {
        return badge(run);
    }
    let mut corpora: Vec<String> = runs.iter().map(Run::corpus).collect();
    corpora.dedup();
    let fixtures = match &corpora[..] {
        [same] => same,
        _ => "(various fixtures)",
    };
    let is_right = |run: &&Run| {
        let is_tested = run.tallies.untested().is_empty();
        is_tested && matches!(columns(run.total), [right, 0, _, 0] if right > 0)
    };
    let right = runs.iter().filter(is_right).count();
    let color = if right == runs.len() { FINE } else { DEVIATES };
    let are_whole = runs.iter().all(Run::is_whole);
    let mut counts = format!("{right} of {} runs ", runs.len());
    counts += if are_whole {
        "all right"
    } else {
        "without a wrong answer"
    };
    image(fixtures, &counts, color)
}

/// The width of a letter in units; `textLength` makes the text as wide whatever the font.
const LETTER: f32 = 6.4;

fn image(fixtures: &str, right: &str, color: &str) -> String {
    let left = format!("gokata {fixtures}");
    let width = |text: &str| text.chars().map(|_| LETTER).sum::<f32>().round();
    let (text_left, text_right) = (width(&left), width(right));
    let (box_left, box_right) = (text_left + 14.0, text_right + 14.0);
    let all = box_left + box_right;
    let (left, right) = (escaped(&left), escaped(right));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" viewBox=\"0 0 {all} 20\" role=\"img\" \
         aria-label=\"{left}: {right}\">\n\
         <title>{left}: {right}</title>\n\
         <clipPath id=\"round\"><rect width=\"{all}\" height=\"20\" rx=\"3\"/></clipPath>\n\
         <g clip-path=\"url(#round)\">\n\
         <rect width=\"{box_left}\" height=\"20\" fill=\"#444\"/>\n\
         <rect x=\"{box_left}\" width=\"{box_right}\" height=\"20\" fill=\"{color}\"/>\n\
         </g>\n\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n\
         <text x=\"7\" y=\"14\" textLength=\"{text_left}\" lengthAdjust=\"spacingAndGlyphs\">{left}</text>\n\
         <text x=\"{}\" y=\"14\" textLength=\"{text_right}\" lengthAdjust=\"spacingAndGlyphs\">{right}</text>\n\
         </g>\n</svg>\n",
        box_left + 7.0
    )
}
