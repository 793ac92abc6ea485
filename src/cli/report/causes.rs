//! Finds short lists of conditions that hold for many wrong answers and few right ones.
//!
//! One cause after the other is taken: of the lists of one to three conditions, that with the best score among the wrong
//! answers that no cause has yet. The score weighs how many of these hold it, how few right answers do, and how short it is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::conditions::Clause;

/// The conditions of a cause, at most.
const MOST_CONDITIONS: usize = 3;

/// The lists that are kept to be made longer.
const KEPT: usize = 40;

/// The causes of a run, at most.
const MOST_CAUSES: usize = 8;

/// What each condition leaves of the score.
const SHORTER: f64 = 0.93;

/// The wrong answers that a cause must cover for each right answer that it covers.
const WRONG_PER_RIGHT: u32 = 2;

pub(super) struct Seen<'c> {
    /// What holds for it, as clauses. A cause names them in this order.
    pub(super) conditions: &'c [Clause],
    /// How the answer is wrong, as [`kind`](super::conditions::kind) says it; `None` for a right one.
    pub(super) wrong: Option<String>,
    /// True if it is no evidence of its own: the same question as another one here, moved to another board, and as right.
    pub(super) is_copy: bool,
}

/// What wrong answers have in common.
pub(super) struct Cause {
    /// Clauses that all hold.
    pub(super) conditions: Vec<String>,
    /// How three quarters or more of its answers are wrong.
    pub(super) kind: Option<String>,
    /// The wrong answers that it is the first to cover: their places in the list of what was seen.
    pub(super) wrong: Vec<usize>,
    /// The number of all wrong answers for which the conditions hold, and of right ones.
    pub(super) all_wrong: usize,
    pub(super) right: usize,
}

impl Cause {
    /// What holds for each of the wrong answers, as a sentence without a full stop.
    pub(super) fn sentence(&self) -> String {
        let conditions = self.conditions.join(", and ");
        match &self.kind {
            Some(kind) => format!("{kind}: {conditions}"),
            None => conditions,
        }
    }
}

#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    /// `count`: the number of all answers.
    fn of(count: usize, members: impl IntoIterator<Item = usize>) -> Set {
        let mut words = vec![0; count.div_ceil(64)];
        for at in members {
            words[at / 64] |= 1 << (at % 64);
        }
        Set(words)
    }

    fn and(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn without(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// The number of answers in both.
    fn common(&self, other: &Set) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a & b).count_ones()).sum()
    }

    fn list(&self) -> Vec<usize> {
        let has = |at: &usize| self.0[at / 64] >> (at % 64) & 1 == 1;
        (0..64 * self.0.len()).filter(has).collect()
    }
}

/// A list of conditions, with the answers for which it holds.
#[derive(Clone)]
struct Rule {
    conditions: Vec<usize>,
    holds: Set,
    /// The product of the weights of its conditions.
    weight: f64,
    score: f64,
    is_cause: bool,
}

/// Returns the causes, that of the most wrong answers first. Not every wrong answer has something in common with others.
pub(super) fn causes(seen: &[Seen<'_>]) -> Vec<Cause> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let (mut members, mut weights) = (Vec::<Vec<usize>>::new(), Vec::new());
    for (at, one) in seen.iter().enumerate() {
        for condition in one.conditions {
            let number = *numbers.entry(&condition.text).or_insert(members.len());
            if number == members.len() {
                members.push(Vec::new());
                weights.push(condition.weight);
            }
            members[number].push(at);
        }
    }
    let count = seen.len();
    let sets: Vec<Set> = members.into_iter().map(|of| Set::of(count, of)).collect();
    let of = |is_wrong| (0..count).filter(move |at| seen[*at].wrong.is_some() == is_wrong);
    let (wrong, right) = (Set::of(count, of(true)), Set::of(count, of(false)));
    let copies = Set::of(count, (0..count).filter(|at| seen[*at].is_copy));
    let evidence = right.without(&copies);
    let mut left = wrong.clone();
    let mut found = Vec::new();
    while found.len() < MOST_CAUSES
        && let Some(rule) = best(&sets, &weights, &left.without(&copies), &evidence)
    {
        let covered = rule.holds.and(&left).list();
        let mut conditions: Vec<String> = Vec::new();
        let first = seen[covered[0]].conditions.iter();
        for clause in first.filter(|it| rule.conditions.contains(&numbers[&*it.text])) {
            if !conditions.contains(&clause.text.to_string()) {
                conditions.push(clause.text.to_string());
            }
        }
        let mut kinds = BTreeMap::<&str, usize>::new();
        for kind in covered.iter().filter_map(|at| seen[*at].wrong.as_deref()) {
            *kinds.entry(kind).or_default() += 1;
        }
        let kind = kinds.into_iter().find(|(_, n)| 4 * n >= 3 * covered.len());
        // What the kind says already.
        let kind = kind.map(|(kind, _)| kind.to_owned());
        let said = |condition: &str| match condition {
            "the ko rule forbids the board that comes back" => "ko is called",
            "the board after the move is asked for" => " ",
            "the move is a suicide" => "suicide is called",
            "the game is over" => "game-over is called",
            _ => "\n",
        };
        let is_new = |it: &String| !kind.as_ref().is_some_and(|kind| kind.contains(said(it)));
        if conditions.iter().any(is_new) {
            conditions.retain(is_new);
        }
        found.push(Cause {
            conditions,
            kind,
            all_wrong: rule.holds.common(&wrong) as usize,
            right: rule.holds.common(&right) as usize,
            wrong: covered,
        });
        left = left.without(&rule.holds);
    }
    found.sort_by_key(|cause| Reverse(cause.wrong.len()));
    found
}

/// Returns the list of conditions with the best score: the best short ones are made longer, as long as that helps.
fn best(sets: &[Set], weights: &[f64], left: &Set, right: &Set) -> Option<Rule> {
    let usable = (0..sets.len()).filter(|at| sets[*at].common(left) > 1);
    let usable: Vec<usize> = usable.collect();
    let mut best: Option<Rule> = None;
    let mut kept = vec![Rule {
        conditions: Vec::new(),
        holds: Set(vec![u64::MAX; left.0.len()]),
        weight: 1.0,
        score: 0.0,
        is_cause: false,
    }];
    for _ in 1..=MOST_CONDITIONS {
        let mut longer = Vec::new();
        for rule in &kept {
            for at in usable.iter().filter(|at| !rule.conditions.contains(at)) {
                let holds = rule.holds.and(&sets[*at]);
                let (wrong, right) = (holds.common(left), holds.common(right));
                let precision = f64::from(wrong) / f64::from(wrong + right).max(1.0);
                let weight = rule.weight * weights[*at] * SHORTER;
                longer.push(Rule {
                    conditions: [&rule.conditions[..], &[*at]].concat(),
                    holds,
                    weight,
                    score: f64::from(wrong) * precision.powi(2) * weight,
                    is_cause: wrong > 1 && wrong >= WRONG_PER_RIGHT * right,
                });
            }
        }
        longer.sort_by(|a, b| {
            let by_score = b.score.total_cmp(&a.score);
            by_score.then_with(|| a.conditions.cmp(&b.conditions))
        });
        let least = best.as_ref().map_or(0.0, |best| best.score);
        let better = longer.iter().find(|it| it.is_cause);
        let better = better.filter(|it| it.score > least);
        best = better.cloned().or(best);
        // A condition that most answers have may be the second half of a good list.
        let mut wide = Vec::new();
        if kept.len() == 1 {
            wide.clone_from(&longer);
            wide.sort_by_key(|rule| Reverse(rule.holds.common(left)));
            wide.truncate(KEPT);
        }
        longer.truncate(KEPT);
        longer.append(&mut wide);
        kept = longer;
    }
    best
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn divides(divisor: usize, number: usize) -> bool {
        number.is_multiple_of(divisor)
    }

    /// What the wrong answers to questions about the numbers below `count` have in common.
    fn found(count: usize, is_wrong: fn(usize) -> bool) -> Vec<String> {
        let held = |number| -> Vec<Clause> {
            let clauses = [
                (divides(2, number), "even"),
                (divides(3, number), "three"),
                (divides(5, number), "five"),
                (number >= 60, "60 or more"),
                (true, "all"),
            ];
            let held = clauses.iter().filter(|(holds, _)| *holds);
            held.map(|(_, clause)| Clause::of_rule(clause)).collect()
        };
        let all: Vec<Vec<Clause>> = (0..count).map(held).collect();
        let seen = all.iter().enumerate().map(|(number, conditions)| Seen {
            conditions,
            wrong: is_wrong(number).then(|| "wrong".to_owned()),
            is_copy: false,
        });
        let causes = causes(&seen.collect::<Vec<_>>());
        let text = |it: &Cause| {
            let conditions = it.conditions.join(" ");
            assert_eq!(it.kind.as_deref(), Some("wrong"));
            format!("{conditions}: {}, {}", it.all_wrong, it.right)
        };
        causes.iter().map(text).collect()
    }

    #[test]
    fn one_condition_two_or_three() {
        assert_eq!(found(100, |n| divides(3, n)), ["three: 34, 0"]);
        assert_eq!(found(100, |n| divides(6, n)), ["even three: 17, 0"]);
        let three = found(400, |n| divides(6, n) && n >= 60);
        assert_eq!(three, ["even three 60 or more: 57, 0"]);
        let two_causes = found(100, |n| divides(5, n) || divides(6, n));
        assert_eq!(two_causes, ["five: 20, 0", "even three: 17, 0"]);
    }

    /// Right answers that hold the conditions, too, are counted; if they are too many, it is no cause.
    #[test]
    fn right_answers_are_counted() {
        let most = found(100, |n| divides(3, n) && n != 33 && n != 66);
        assert_eq!(most, ["three: 32, 2"]);
        assert_eq!(found(100, |n| n % 17 == 1), [""; 0]);
        assert_eq!(found(100, |_| false), [""; 0]);
        assert_eq!(found(0, |_| true), [""; 0]);
        assert_eq!(found(100, |_| true), ["all: 100, 0"]);
    }
}
