//! The rules that a program plays by, whatever a fixture asks (`--engine-rules`, or its line `start`).

use gokata::Rules;
use gokata::questions::in_force;

/// Returns the remark about a program with these rules of its own.
pub(super) fn stated(own: Rules) -> String {
    format!(
        "given as {}; questions that depend on other rules are not asked",
        in_force(own)
    )
}
