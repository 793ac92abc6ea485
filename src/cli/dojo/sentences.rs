//! Sentences of fixtures for the screens of the dojo kit, where points have no labels and no names such as C4.

use gokata::fixture::{Ask, Fixture, Verb};
use gokata::{Labels, Size};

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
        let word = rest.len() - rest.trim_start_matches(is_of_word).len();
        if word == 0 {
            let other = rest.find(is_of_word).unwrap_or(rest.len());
            shown.push_str(&rest[..other]);
            rest = &rest[other..];
            continue;
        }
        let (found, after) = rest.split_at(word);
        let shown_word = match point(found, &shown, after, labels, size) {
            // Parentheses that are there already will do.
            Some((row, col)) if shown.ends_with('(') && after.starts_with(')') => {
                format!("{row},{col}")
            }
            Some((row, col)) => format!("({row},{col})"),
            None => found.to_owned(),
        };
        shown.push_str(&shown_word);
        rest = after;
    }
    shown
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-'
}

/// Returns the row and the column of a word that names a point.
fn point(word: &str, before: &str, after: &str, labels: &Labels, size: Size) -> Option<(i32, i32)> {
    let mut letters = word.chars();
    let letter = letters.next()?;
    let number = letters.as_str();
    if number.is_empty() {
        let point = labels.get(&letter)?;
        let is_part = before.ends_with(['\'', '.']); // of "don't" and "e.g."
        let is_label = !is_part && (letter != 'a' || !is_article(before, after));
        return is_label.then_some((point.row, point.col));
    }
    if !letter.is_ascii_uppercase() || letter == 'I' {
        return None;
    }
    let number: i32 = number.parse().ok()?;
    if !(0..=25).contains(&number) {
        return None;
    }
    let col = i32::from(letter as u8 - b'A') - i32::from(letter > 'I');
    Some((i32::try_from(size.rows()).ok()? - number, col))
}

/// True if an `a` between these texts is the article.
fn is_article(before: &str, after: &str) -> bool {
    let previous = before.trim_end().rsplit(' ').next().unwrap_or("");
    let Some(after) = after.strip_prefix(' ') else {
        return false;
    };
    let next = after.split(|letter| !is_of_word(letter)).next();
    let next = next.unwrap_or("");
    let is_after_place = ["at", "At"].contains(&previous) && next != "time";
    let is_label = is_after_place
        || BEFORE_A_LABEL.split(' ').any(|word| word == previous)
        || AFTER_A_LABEL.split(' ').any(|word| word == next)
        || after.starts_with("right back");
    next.starts_with(|letter: char| letter.is_ascii_lowercase()) && !is_label
}
