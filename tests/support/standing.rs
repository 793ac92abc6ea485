//! The end of a game by its marks alone.

use gokata::Rules;
use gokata::scoring::{Marks, Standing};

/// A standing without prisoners, handicap or an ending.
pub(crate) fn standing(marks: Marks, rules: Rules) -> Standing {
    Standing {
        marks,
        prisoners: [0; 2],
        handicap: 0,
        first_pass: None,
        rules,
        ending: None,
    }
}
