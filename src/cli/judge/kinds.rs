//! Groups wrong and missing answers by kind. A report shows only the first ones of each kind, so that its tables do
//! not vanish behind hundreds of similar lines.

/// The number of answers of one kind that a report shows.
const SHOWN: usize = 3;

/// The number of answers of each kind, in the order of their first ones.
#[derive(Default)]
pub(super) struct Kinds(Vec<(String, usize)>);

impl Kinds {
    /// Counts an answer of this kind. Returns whether the report shows it.
    pub(super) fn is_shown(&mut self, kind: String) -> bool {
        if let Some((_, count)) = self.0.iter_mut().find(|(other, _)| *other == kind) {
            *count += 1;
            return *count <= SHOWN;
        }
        self.0.push((kind, 1));
        true
    }

    /// Returns a line for each kind with answers that are not shown.
    pub(super) fn more(&self) -> impl Iterator<Item = String> {
        let more = self.0.iter().filter(|(_, count)| *count > SHOWN);
        more.map(|(kind, count)| format!("and {} more {kind}", count - SHOWN))
    }
}
