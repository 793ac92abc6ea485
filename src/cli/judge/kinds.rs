//! Groups wrong and missing answers by kind. A report shows only the first ones of each kind, so that its tables do
//! not vanish behind hundreds of similar lines.

/// The number of answers of each kind, in the order of their first ones.
pub(super) struct Kinds {
    /// The number of answers of one kind that a report shows.
    shown: usize,
    counts: Vec<(String, usize)>,
}

impl Kinds {
    pub(super) fn new(shown: usize) -> Kinds {
        let counts = Vec::new();
        Kinds { shown, counts }
    }

    /// Counts an answer of this kind. Returns whether the report shows it.
    pub(super) fn is_shown(&mut self, kind: String) -> bool {
        if let Some((_, count)) = self.counts.iter_mut().find(|(other, _)| *other == kind) {
            *count += 1;
            return *count <= self.shown;
        }
        self.counts.push((kind, 1));
        true
    }

    /// Returns a line for each kind with answers that are not shown.
    pub(super) fn more(&self) -> impl Iterator<Item = String> {
        let more = self.counts.iter().filter(|(_, count)| *count > self.shown);
        more.map(|(kind, count)| format!("and {} more {kind}", count - self.shown))
    }
}
