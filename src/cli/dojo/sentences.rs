//! Sentences of fixtures for the screens of the dojo kit, where points have no labels and no names such as C4.

use std::fmt::Write;

use gokata::fixture::{Ask, Fixture, Verb};
use gokata::{Labels, Point, Size};

/// Words of sentences that are left out: about the file, about names of points, about rules that the kata does not have.
const LEFT_OUT: &str = ".txt | the file | first line | line of rules | names such as | names a column | no I, | column is | \
    is named | may say whose | can be named | A map | (k) | KataGo | ko= | ule set | superko | suicide | \
    core | coring | count once | counted | counts | seki | andicap | tax";

/// Words after the label `a`, and not after the article.
const AFTER_A_LABEL: &str = "all and are becomes can does gains gives had has have is joins leaves lifts makes may must nor offers or \
    repeats takes the there touches will would";

/// Words before the label `a`, and not before the article.
const BEFORE_A_LABEL: &str = "Black White Neither neither Points points adds";

/// Returns the labels in force on a line of a fixture.
pub(crate) fn labels_at(fixture: &Fixture, line: usize) -> &Labels {
    let mut cases = fixture.cases.iter();
    let case = cases.rfind(|case| case.steps.first().is_some_and(|step| step.line <= line));
    let steps = case.map_or(&[][..], |case| &case.steps);
    let drawn = steps.iter().filter(|step| step.line < line);
    let mut drawn = drawn.filter_map(|step| match &step.value {
        Verb::Ask(Ask::Board(drawn)) if !drawn.labels.is_empty() => Some(&drawn.labels),
        _ => None,
    });
    drawn.next_back().unwrap_or(&fixture.opening.labels)
}

/// Returns the sentence with `(row,column)` for each label and vertex, as the screens count rows and columns. Returns
/// nothing if the sentence is left out. A chain is called a group, as in `KATA.md`.
pub(crate) fn on_screen(sentence: &str, labels: &Labels, size: Size) -> String {
    if LEFT_OUT.split(" | ").any(|words| sentence.contains(words)) {
        return String::new();
    }
    let sentence = sentence.replace("chain", "group").replace("Chain", "Group");
    let mut shown = String::new();
    let mut rest = sentence.as_str();
    while !rest.is_empty() {
        let between = rest.find(is_of_word).unwrap_or(rest.len());
        let length = rest[between..].find(|letter| !is_of_word(letter));
        let (before, found) = rest.split_at(between);
        let (word, after) = found.split_at(length.unwrap_or(found.len()));
        shown.push_str(before);
        match point(word, &shown, after, labels, size) {
            // Parentheses that are there already will do.
            Some(Point { row, col }) if shown.ends_with('(') && after.starts_with(')') => {
                let _ = write!(shown, "{row},{col}");
            }
            Some(point) => shown += &point.to_string(),
            None => shown.push_str(word),
        }
        rest = after;
    }
    shown
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-'
}

/// Returns the point that a word names.
fn point(word: &str, before: &str, after: &str, labels: &Labels, size: Size) -> Option<Point> {
    let letter = word.chars().next()?;
    if word.len() > 1 {
        return Point::from_vertex(word, size).filter(|_| letter.is_ascii_uppercase());
    }
    let is_part = before.ends_with(['\'', '.']); // of "don't" and "e.g."
    let is_label = !is_part && (letter != 'a' || !is_article(before, after));
    labels.get(&letter).copied().filter(|_| is_label)
}

/// True if an `a` between these texts is the article.
fn is_article(before: &str, after: &str) -> bool {
    let previous = before.trim_end().rsplit(' ').next().unwrap_or("");
    let Some(after) = after.strip_prefix(' ') else {
        return false;
    };
    let next = after.split(|letter| !is_of_word(letter)).next();
    let next = next.unwrap_or("");
    let is_label = ["at", "At"].contains(&previous) && next != "time"
        || BEFORE_A_LABEL.split(' ').any(|word| word == previous)
        || AFTER_A_LABEL.split(' ').any(|word| word == next)
        || after.starts_with("right back");
    next.starts_with(|letter: char| letter.is_ascii_lowercase()) && !is_label
}
