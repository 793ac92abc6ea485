//! What wrong answers have in common: the folder of their fixtures, which is named after a rule, and what was said instead of
//! what.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use gokata::questions::Class;

use super::results::{Found, Run, simplicity};
use crate::program::process::cut;
use crate::terminal::text::number;

/// The heading of what is listed.
pub(super) const IN_COMMON: &str = "What the wrong answers have in common";

/// The most groups that are listed.
const MOST: usize = 8;

/// Wrong answers of one kind, in one folder.
pub(super) struct Group<'r> {
    folder: &'r str,
    /// `expected illegal ko, got legal`
    kind: String,
    pub(super) wrong: usize,
    /// The number of all answers in the folder.
    asked: usize,
    pub(super) smallest: &'r Found,
}

impl fmt::Display for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (folder, kind) = (cut(self.folder, 100), cut(&self.kind, 100));
        let wrong = number(self.wrong, "wrong answer");
        write!(f, "{folder}, {kind}: {wrong} of {}", self.asked)
    }
}

/// Returns the largest groups of wrong answers.
pub(super) fn groups(run: &Run) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<(&str, String), Group<'_>> = BTreeMap::new();
    let deviations = run.deviations.iter();
    for found in deviations.filter(|it| it.question.outcome == Class::Wrong) {
        let (folder, kind) = (&*found.question.rule, found.question.kind());
        let kind = kind.trim_start_matches("wrong: ").to_owned();
        let group = groups.entry((folder, kind.clone())).or_insert(Group {
            folder,
            kind,
            wrong: 0,
            asked: run.by_folder[folder].answers(),
            smallest: found,
        });
        group.wrong += 1;
        if simplicity(found) < simplicity(group.smallest) {
            group.smallest = found;
        }
    }
    let mut groups: Vec<Group<'_>> = groups.into_values().collect();
    groups.sort_by_key(|group| Reverse(group.wrong));
    groups.truncate(MOST);
    groups
}
