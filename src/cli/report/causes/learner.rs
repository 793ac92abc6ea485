//! Finds short lists of conditions that hold for many wrong answers and few right ones.
//!
//! One cause after the other is taken: of the lists of one to three conditions, that with the best score among the wrong
//! answers that no cause has yet. The score weighs how many of these hold it, how few right answers do, and how short it is.

use std::collections::HashMap;

/// The conditions of a cause, at most.
const MOST_CONDITIONS: usize = 3;

/// The lists that are kept to be made longer.
const KEPT: usize = 12;

/// The causes of a run, at most.
const MOST_CAUSES: usize = 8;

/// The wrong answers that a cause must cover for each right answer that it covers.
const WRONG_PER_RIGHT: usize = 2;

/// A question that was answered.
pub(in crate::report) struct Seen {
    /// What holds for it, as clauses. A cause names them in this order.
    pub(in crate::report) conditions: Vec<String>,
    pub(in crate::report) is_wrong: bool,
}

/// What wrong answers have in common.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::report) struct Cause {
    /// Clauses that all hold.
    pub(in crate::report) conditions: Vec<String>,
    /// The wrong answers that it is the first to cover: their places in the list of what was seen.
    pub(in crate::report) wrong: Vec<usize>,
    /// The number of all wrong answers for which the conditions hold, and of right ones.
    pub(in crate::report) all_wrong: usize,
    pub(in crate::report) right: usize,
}

/// A set of answers.
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

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn list(&self) -> Vec<usize> {
        let all = 0..64 * self.0.len();
        all.filter(|at| self.0[at / 64] >> (at % 64) & 1 == 1)
            .collect()
    }
}

/// A list of conditions, with the answers for which it holds.
#[derive(Clone)]
struct Rule {
    conditions: Vec<usize>,
    holds: Set,
    score: f64,
}

/// Returns the causes, that of the most wrong answers first. Wrong answers that have nothing in common with others are in
/// none.
pub(in crate::report) fn causes(seen: &[Seen]) -> Vec<Cause> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut names: Vec<&str> = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (at, one) in seen.iter().enumerate() {
        for condition in &one.conditions {
            let number = *numbers.entry(condition).or_insert_with(|| {
                names.push(condition);
                members.push(Vec::new());
                names.len() - 1
            });
            members[number].push(at);
        }
    }
    let count = seen.len();
    let members = members.into_iter();
    let sets: Vec<Set> = members.map(|members| Set::of(count, members)).collect();
    let wrong = Set::of(count, (0..count).filter(|at| seen[*at].is_wrong));
    let right = Set::of(count, (0..count).filter(|at| !seen[*at].is_wrong));
    let mut left = wrong.clone();
    let mut found = Vec::new();
    while left.len() > 1 && found.len() < MOST_CAUSES {
        let Some(rule) = best(&sets, &left, &right) else {
            break;
        };
        let (covered, in_error) = (rule.holds.and(&left), rule.holds.and(&right).len());
        let all_wrong = rule.holds.and(&wrong).len();
        if covered.len() < 2 || WRONG_PER_RIGHT * in_error > all_wrong {
            break;
        }
        let mut conditions = rule.conditions.clone();
        conditions.sort_by_key(|number| order(seen, &covered, names[*number]));
        found.push(Cause {
            conditions: conditions
                .iter()
                .map(|number| names[*number].to_owned())
                .collect(),
            wrong: covered.list(),
            all_wrong,
            right: in_error,
        });
        left = left.without(&rule.holds);
    }
    found.sort_by_key(|cause| std::cmp::Reverse(cause.wrong.len()));
    found
}

/// The place of a condition among those of the first answer that has it.
fn order(seen: &[Seen], covered: &Set, name: &str) -> usize {
    let first = covered.list().first().copied().unwrap_or_default();
    let mut names = seen[first].conditions.iter();
    names.position(|other| other == name).unwrap_or(usize::MAX)
}

/// Returns the list of conditions with the best score: the best short ones are made longer, as long as that helps.
fn best(sets: &[Set], left: &Set, right: &Set) -> Option<Rule> {
    let scored = |conditions: Vec<usize>, holds: Set| {
        let (wrong, in_error) = (real(holds.and(left).len()), real(holds.and(right).len()));
        let precision = if wrong > 0.0 {
            wrong / (wrong + in_error)
        } else {
            0.0
        };
        let shortness = 0.93_f64.powi(i32::try_from(conditions.len()).unwrap_or(i32::MAX));
        let score = wrong * precision.powi(2) * shortness;
        Rule {
            conditions,
            holds,
            score,
        }
    };
    let by_score = |rules: &mut Vec<Rule>| {
        rules.sort_by(|a, b| {
            b.score
                .total_cmp(&a.score)
                .then(a.conditions.cmp(&b.conditions))
        });
    };
    let usable: Vec<usize> = (0..sets.len())
        .filter(|at| sets[*at].and(left).len() > 1)
        .collect();
    let mut kept: Vec<Rule> = usable
        .iter()
        .map(|at| scored(vec![*at], sets[*at].clone()))
        .collect();
    by_score(&mut kept);
    let mut best = kept.first()?.clone();
    // A condition that most answers have may be the second half of a good list.
    let by_wrong = |rule: &Rule| rule.holds.and(left).len();
    let mut wide = kept.clone();
    wide.sort_by_key(|rule| std::cmp::Reverse(by_wrong(rule)));
    kept.truncate(KEPT);
    kept.extend(wide.into_iter().take(KEPT));
    for _ in 1..MOST_CONDITIONS {
        let mut longer = Vec::new();
        for rule in &kept {
            for at in usable.iter().filter(|at| !rule.conditions.contains(at)) {
                let holds = rule.holds.and(&sets[*at]);
                let mut conditions = rule.conditions.clone();
                conditions.push(*at);
                longer.push(scored(conditions, holds));
            }
        }
        by_score(&mut longer);
        longer.truncate(KEPT);
        if let Some(first) = longer.first().filter(|first| first.score > best.score) {
            best = first.clone();
        }
        kept = longer;
    }
    Some(best)
}

fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    /// A question for each number, with what holds for it.
    fn seen(count: usize, is_wrong: impl Fn(usize) -> bool) -> Vec<Seen> {
        let conditions = |at: usize| {
            let of = |is: bool, what: &str| is.then(|| what.to_owned());
            let list = [
                of(at.is_multiple_of(2), "it is even"),
                of(at.is_multiple_of(3), "three divides it"),
                of(at.is_multiple_of(5), "five divides it"),
                of(at >= 60, "it is 60 or more"),
                of(true, "it is a number"),
            ];
            list.into_iter().flatten().collect()
        };
        (0..count)
            .map(|at| Seen {
                conditions: conditions(at),
                is_wrong: is_wrong(at),
            })
            .collect()
    }

    fn found(count: usize, is_wrong: impl Fn(usize) -> bool) -> Vec<(String, usize, usize)> {
        let causes = causes(&seen(count, is_wrong));
        let short = |cause: Cause| (cause.conditions.join(", "), cause.all_wrong, cause.right);
        causes.into_iter().map(short).collect()
    }

    #[test]
    fn one_condition_two_or_three() {
        let one = found(100, |at| at.is_multiple_of(3));
        assert_eq!(one, [("three divides it".to_owned(), 34, 0)]);
        let two = found(100, |at| at.is_multiple_of(3) && at.is_multiple_of(2));
        assert_eq!(two, [("it is even, three divides it".to_owned(), 17, 0)]);
        let three = found(400, |at| {
            at.is_multiple_of(3) && at.is_multiple_of(2) && at >= 60
        });
        assert_eq!(
            three,
            [(
                "it is even, three divides it, it is 60 or more".to_owned(),
                57,
                0
            )]
        );
    }

    #[test]
    fn two_causes_stand_apart() {
        let two = found(100, |at| {
            at.is_multiple_of(5) || at.is_multiple_of(3) && at.is_multiple_of(2)
        });
        assert_eq!(
            two,
            [
                ("five divides it".to_owned(), 20, 0),
                ("it is even, three divides it".to_owned(), 17, 0)
            ]
        );
    }

    /// Right answers that hold the conditions, too, are counted; if they are too many, it is no cause.
    #[test]
    fn right_answers_are_counted() {
        let most = found(100, |at| at.is_multiple_of(3) && at != 33 && at != 66);
        assert_eq!(most, [("three divides it".to_owned(), 32, 2)]);
        assert_eq!(found(100, |at| at % 17 == 1), []);
        assert_eq!(found(100, |_| false), []);
        assert_eq!(found(0, |_| true), []);
        assert_eq!(
            found(100, |_| true),
            [("it is a number".to_owned(), 100, 0)]
        );
    }
}
