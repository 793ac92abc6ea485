//! The end of a game by its marks alone.

use gokata::scoring::{Marks, Standing};
use gokata::{ByColor, Rules};

/// A standing without prisoners, handicap or an ending.
pub(crate) fn standing(marks: Marks, rules: Rules) -> Standing {
    Standing {
        marks,
        seki: None,
        prisoners: ByColor::default(),
        handicap: 0,
        first_pass: None,
        rules,
        ending: None,
    }
}
