//! The rules that a program plays by, whatever a fixture asks (`--engine-rules`, or its line `start`).

use gokata::questions::{Expected, Question};
use gokata::{Rules, check_move};

use super::client::{NoAnswer, unaskable};

/// Returns those of the rules that say which moves are legal.
pub(crate) fn in_force(rules: Rules) -> String {
    format!("ko={} suicide={}", rules.ko(), rules.suicide())
}

/// Returns the remark about a program with these rules of its own.
pub(super) fn stated(own: Rules) -> String {
    format!(
        "given as {}; questions that depend on other rules are not asked",
        in_force(own)
    )
}

/// Fails if a move before the question is illegal under the program's own rules, or if the right answer is another one.
pub(super) fn can_ask_under(own: Rules, question: &Question) -> Result<(), NoAnswer> {
    let rules = in_force(own);
    if !question.can_come_about(own) {
        return unaskable(format!(
            "under the program's own rules ({rules}) a move before the question is illegal"
        ));
    }
    let verdict = check_move(question.mv, &question.before.with_rules(own));
    let is_same = match question.expected {
        // If the reasons differ, the question is about a rule that the program does not have.
        Expected::Verdict(expected) => verdict == expected,
        Expected::Board(_) => verdict.is_ok(),
    };
    if is_same {
        return Ok(());
    }
    unaskable(format!(
        "under the program's own rules ({rules}) the right answer is another one"
    ))
}
