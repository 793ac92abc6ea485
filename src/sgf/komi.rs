//! The komi (`KM`) as the standard, people and servers write it.
//!
//! | written | read as | by whom |
//! |---|---|---|
//! | `6.5`, `6.50`, `0` | itself | the standard |
//! | `6½`, `6,5 moku`, `7点半`, `6目半コミ`, `덤 6집반` | points | people |
//! | `3又3/4子`, `贴3.75子`, `3.75` | stones of two points: 7.5 | Chinese rules; only stones have quarters |
//! | `375`, `325`, `275`, `350` | hundredths of stones: 7.5, 6.5, 5.5, 7 | Fox (`AP[foxwq]`) and programs that copy its records |
//! | `650`, `750`, `50` | hundredths of points: 6.5, 7.5, 0.5 | the same |
//!
//! A number above 20 is read as hundredths if the record says that it is Fox's, if the number is above 150, which no komi
//! is, or if it is 50 in a game with handicap, in which half a point is usual. Else it is the komi, with a warning.
//! `350` is 3.5 points if the record names rules that count territory.

use super::amounts::{Amount, Unit, narrow};
use crate::basics::{Komi, Rules, Scoring};

/// The parts of a record that say what its komi is counted in.
pub(super) struct Hints {
    pub(super) is_in_hundredths: bool,
    pub(super) has_handicap: bool,
    pub(super) rules: Option<Rules>,
}

/// How a komi is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    Usual,
    Unusual,
    /// A number so large that it may mean something else.
    Large,
}

/// The largest usual komi, in half-points.
const LARGEST: u16 = 2 * 20;

/// The most stones of a komi, in quarters.
const MOST_STONES: u32 = 4 * 5;

/// The words before and after a komi.
const BEFORE: [&str; 9] = [
    "黑贴", "黑貼", "贴目", "貼目", "贴", "貼", "コミ", "덤", "komi",
];
const AFTER: [&str; 4] = ["コミ", "コミ出し", "덤", "komi"];

/// Parses a komi. `hints` is asked only about a number that is no usual komi.
pub(super) fn komi(text: &str, hints: impl FnOnce() -> Hints) -> Option<(Komi, Spelling)> {
    let is_usual = |komi: &Komi| komi.halves().unsigned_abs() <= LARGEST;
    if let Some(komi) = standard(text).filter(is_usual) {
        return Some((komi, Spelling::Usual));
    }
    let narrowed = narrow(text);
    let mut bare = narrowed.as_str();
    for word in BEFORE {
        bare = bare.strip_prefix(word).unwrap_or(bare).trim_start();
    }
    for word in AFTER {
        bare = bare.strip_suffix(word).unwrap_or(bare).trim_end();
    }
    let unsigned = bare.strip_prefix(['-', '+']).unwrap_or(bare);
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    if unsigned.len() < bare.len() && !unsigned.starts_with(is_digit) {
        return None;
    }
    let amount = Amount::read(unsigned)?;
    let halves = match amount.unit {
        Unit::Unnamed if amount.quarters > 4 * 20 => hundredths(amount.quarters, &hints())?,
        _ if amount.quarters.is_multiple_of(2) && amount.unit != Unit::Stones => {
            amount.quarters / 2
        }
        Unit::Points => return None,
        _ => (amount.quarters <= MOST_STONES).then_some(amount.quarters)?,
    };
    let halves = i16::try_from(halves).ok()?;
    let komi = Komi::from_halves(if bare.starts_with('-') {
        -halves
    } else {
        halves
    })?;
    let spelling = if is_usual(&komi) {
        Spelling::Unusual
    } else {
        Spelling::Large
    };
    Some((komi, spelling))
}

/// Reads what the standard has: `6.5`, also with zeros at the end.
pub(super) fn standard(text: &str) -> Option<Komi> {
    let short = match text.split_once('.') {
        Some((whole, fraction)) if !whole.is_empty() => {
            let fraction = fraction.trim_end_matches('0');
            let dot = if fraction.is_empty() { "" } else { "." };
            &format!("{whole}{dot}{fraction}")
        }
        _ => text,
    };
    short.parse().ok()
}

/// Reads a number above 20, given in quarters. Returns half-points.
fn hundredths(number: u32, hints: &Hints) -> Option<u32> {
    let is_half = number == 4 * 50 && hints.has_handicap;
    if number <= 4 * 150 && !is_half && !hints.is_in_hundredths {
        return number.is_multiple_of(2).then_some(number / 2);
    }
    let quarters = (number <= 4 * 1000 && number.is_multiple_of(100)).then_some(number / 100)?;
    let counts_territory = hints
        .rules
        .is_some_and(|rules| rules.scoring() == Scoring::Territory);
    let is_350 = quarters == 14;
    if !quarters.is_multiple_of(2) || (is_350 && !counts_territory) {
        return (quarters <= MOST_STONES).then_some(quarters);
    }
    // Where no server says so, only what is usual.
    let is_clear = hints.is_in_hundredths || is_half || is_350 || quarters >= MOST_STONES;
    is_clear.then_some(quarters / 2)
}
