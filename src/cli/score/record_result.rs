//! The territory and the result in a game record: their use in a count, and the comparison with it.

use gokata::scoring::{Outcome, Standing};
use gokata::sgf::{RulesName, Territory};

use crate::read::position::Ended;
use crate::read::territory;
use crate::terminal::output::Status;
use crate::terminal::text::{plain, wrapped};

/// Marks the position as the record lists its territory. Returns the lines that report it.
pub(super) fn mark(standing: &mut Standing, listed: &Territory) -> Vec<String> {
    let tax = standing.rules.tax;
    let mut lines = territory::mark(standing, listed);
    if standing.rules.tax != tax {
        let counts = "the listed territory counts as it is (tax=none), although tax=seki excludes a part of it";
        lines.insert(1, counts.to_owned());
    }
    lines.iter().map(|line| wrapped(line)).collect()
}

/// True if the result of a record was not found by counting.
pub(super) fn decides(result: Outcome) -> bool {
    match result {
        Outcome::Resignation { .. }
        | Outcome::Time { .. }
        | Outcome::Forfeit { .. }
        | Outcome::Void => true,
        Outcome::Counted(_) | Outcome::Win { .. } | Outcome::Unknown => false,
    }
}

/// Returns the lines with the result of the count and of the record, and the status. `is_marked`: the record or the user
/// has named dead stones or territory.
pub(super) fn compare(ended: &Ended, counted: Outcome, is_marked: bool) -> (Vec<String>, Status) {
    let about = &ended.about;
    let lines = |result: Outcome, record: &str| {
        vec![
            wrapped(&format!("record: {record}")),
            format!("result: {result}"),
        ]
    };
    let fine = |result, record: &str| (lines(result, record), Status::Fine);
    let Some(result) = about.result else {
        return match &about.other_result {
            None => (vec![format!("result: {counted}")], Status::Fine),
            Some(other) => fine(counted, &format!("`{}` is not understood", plain(other))),
        };
    };
    if decides(result) {
        return fine(result, &result.sentence());
    }
    let is_same = match result {
        Outcome::Unknown => return fine(counted, &format!("?: {}", result.sentence())),
        Outcome::Win { winner } => counted.winner() == Some(winner),
        _ => counted == result,
    };
    let written = match &about.other_result {
        None => result.to_string(),
        Some(other) => format!("`{}`: {}", plain(other), result.sentence()),
    };
    if is_same {
        return fine(counted, &format!("{written}, as counted"));
    }
    let mut record = format!("{written}; the count differs");
    if !is_marked {
        record += ": no dead stones are marked (--dead or --mark)";
    }
    if about.rules != RulesName::InForce {
        record += "; the record names no known rules: --rules names them";
    }
    let status = if is_marked {
        Status::NotAsExpected
    } else {
        Status::Fine
    };
    (lines(counted, &record), status)
}
