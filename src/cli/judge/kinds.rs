//! Groups wrong and missing answers by kind. A report shows only the first ones of each kind, so that its tables do
//! not vanish behind hundreds of similar lines.

/// The number of answers of each kind, in the order of their first ones.
pub(super) struct Kinds {
    /// The number of answers of one kind that a report shows.
    shown: usize,
    kinds: Vec<Kind>,
}

struct Kind {
    name: String,
    count: usize,
    /// The positions of those that the report shows.
    shown: Vec<String>,
}

impl Kinds {
    pub(super) fn new(shown: usize) -> Kinds {
        let kinds = Vec::new();
        Kinds { shown, kinds }
    }

    /// Counts an answer of this kind. Returns whether the report shows it: the first ones, each in another position.
    pub(super) fn is_shown(&mut self, name: String, position: String) -> bool {
        let known = self.kinds.iter().position(|kind| kind.name == name);
        let at = known.unwrap_or_else(|| {
            self.kinds.push(Kind {
                name,
                count: 0,
                shown: Vec::new(),
            });
            self.kinds.len() - 1
        });
        let kind = &mut self.kinds[at];
        kind.count += 1;
        let is_shown = kind.shown.len() < self.shown && !kind.shown.contains(&position);
        if is_shown {
            kind.shown.push(position);
        }
        is_shown
    }

    /// Returns a line for each kind with answers that are not shown.
    pub(super) fn more(&self) -> impl Iterator<Item = String> {
        let rest = self
            .kinds
            .iter()
            .map(|kind| (kind, kind.count - kind.shown.len()));
        let rest = rest.filter(|(_, more)| *more > 0);
        rest.map(|(kind, more)| format!("and {more} more {}", kind.name))
    }
}
