//! Makes rows of runs, and refuses those whose questions are not those of the corpus.

use std::collections::{HashMap, HashSet};

use gokata::questions::{OwnRules, Question, on_board};

use super::row::{PARTS, Part, Row};
use crate::judge::expected;
use crate::judge::ndjson::COUNTS;
use crate::program::process::{cut, shortened};
use crate::read::corpus_version::CORPUS;
use crate::report::deviation::own_rules;
use crate::report::facts::numbers;
use crate::report::results::{Found, Run};

/// The corpus with which this gokata was built.
pub(super) struct Asked {
    /// The questions on their own boards, by their identifiers.
    questions: HashMap<String, Question>,
    /// For rules, how many questions of each part have the same answer.
    same_under: HashMap<String, HashMap<&'static str, usize>>,
}

impl Asked {
    pub(super) fn new() -> Asked {
        let questions = CORPUS.questions().collect();
        let same_under = HashMap::new();
        Asked {
            questions,
            same_under,
        }
    }

    /// Returns the row of a run.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn row(&mut self, run: &Run) -> Result<Row, String> {
        let program = &run.program;
        if run.total.answers() == 0 {
            return Err(format!("nothing was answered: {}", numbers(run.total)));
        }
        let mut reasons = run.cannot.iter().map(|(why, _)| why);
        if let Some(why) = reasons.find(|why| why.starts_with("gokata has stopped asking")) {
            return Err(cut(why, 200));
        }
        let rules = cut(program.own_rules.as_deref().unwrap_or_default(), 300);
        let own = own_rules(program);
        if own.is_none() && !rules.is_empty() {
            return Err(format!("`{rules}` are no rules"));
        }
        let corpus = program.corpus.as_ref();
        let corpus = corpus.map(|corpus| shortened(&corpus.version));
        let of = if corpus.as_deref() == CORPUS.version() {
            self.check(run)?;
            self.same_under(&rules, own).clone()
        } else if let Some(corpus) = corpus.as_ref().filter(|_| !run.is_whole()) {
            let why = "so how much there was to ask is not known here";
            return Err(format!("it was asked a part of corpus {corpus}, {why}"));
        } else if corpus.is_some() {
            said_to_be_same(run)
        } else {
            let why = "other fixtures than those of gokata, or changed ones";
            return Err(format!("it was asked no version of the corpus: {why}"));
        };
        let name = program.name.as_ref().unwrap_or(&program.command);
        let mut row = Row::default();
        row.put("program", cut(name, 120));
        row.put(
            "version",
            cut(program.version.as_deref().unwrap_or_default(), 60),
        );
        row.put(
            "released",
            shortened(program.released.as_deref().unwrap_or_default()),
        );
        row.put("rules", rules);
        row.put("corpus", corpus.unwrap_or_default());
        row.put("date", shortened(&program.date));
        for name in PARTS {
            let answers = run.right.iter().chain(&run.deviations);
            let answers = answers.filter(|found| about(&found.question.question) == name);
            let outcomes: Vec<_> = answers.map(|found| found.question.outcome).collect();
            let asked = outcomes.len();
            let of = of.get(name).copied().unwrap_or(0).max(asked);
            let wrong = outcomes.iter().filter(|outcome| outcome.is_bad()).count();
            row.put_part(name, Part { asked, of, wrong });
        }
        row.place = Some(run.place.clone());
        Ok(row)
    }

    /// Fails if a question is not of the corpus, has another answer there, is asked twice, or is missing.
    fn check(&self, run: &Run) -> Result<(), String> {
        let mut seen = HashSet::new();
        for Found { place, question } in all(run) {
            let altered = |why: &str| {
                let id = shortened(&question.id);
                Err(format!(
                    "{place}: it was asked an altered corpus: `{id}` {why}"
                ))
            };
            let Some((own_id, own)) = self.find(&question.id) else {
                return altered("is no question of it");
            };
            let right = expected(&own);
            if (&*right, own.asked.kind()) != (&*question.expected, &*question.question) {
                let [right, other] =
                    [&right, &question.expected].map(|it| shortened(&question.on_one_line(it)));
                return altered(&format!("has the answer `{right}`, not `{other}`"));
            }
            if !seen.insert(own_id) {
                return altered("is there twice");
            }
        }
        let missing = self.questions.len() - seen.len();
        if run.is_whole() && missing > 0 {
            return Err(format!(
                "it was asked an altered corpus: {missing} questions are missing"
            ));
        }
        Ok(())
    }

    /// Returns the question with this identifier, and its identifier on its own board.
    fn find(&self, id: &str) -> Option<(String, Question)> {
        let (fixture, short) = id.rsplit_once('#')?;
        let Some((small, size)) = on_board(fixture) else {
            return Some((id.to_owned(), self.questions.get(id)?.clone()));
        };
        let own_id = format!("{small}#{short}");
        let question = self.questions.get(&own_id)?;
        let moved = CORPUS.on(small, question, |it| it == size)?;
        Some((own_id, moved))
    }

    fn same_under(&mut self, rules: &str, own: Option<OwnRules>) -> &HashMap<&'static str, usize> {
        let questions = self.questions.values();
        let known = self.same_under.entry(rules.to_owned());
        known.or_insert_with(|| {
            let is_same = |it: &&Question| own.is_none_or(|own| own.under(it).is_ok());
            counted(questions.filter(is_same).map(|it| it.asked.kind()))
        })
    }
}

/// Of the questions of another version, those whose answer is the same, as the run says.
fn said_to_be_same(run: &Run) -> HashMap<&'static str, usize> {
    let is_same = |found: &&Found| {
        let why = found.question.detail.as_deref().unwrap_or_default();
        !why.starts_with("under the program's own rules")
    };
    counted(
        all(run)
            .filter(is_same)
            .map(|found| &*found.question.question),
    )
}

fn all(run: &Run) -> impl Iterator<Item = &Found> {
    run.right
        .iter()
        .chain(&run.deviations)
        .chain(&run.not_asked)
}

/// Counts kinds of questions by part.
fn counted<'a>(kinds: impl Iterator<Item = &'a str>) -> HashMap<&'static str, usize> {
    kinds.map(about).fold(HashMap::new(), |mut parts, part| {
        *parts.entry(part).or_default() += 1;
        parts
    })
}

/// The part of a row that counts questions of this kind.
fn about(kind: &str) -> &'static str {
    let [moves, count, dead] = PARTS;
    match kind {
        "dead" => dead,
        kind if COUNTS.contains(&kind) => count,
        _ => moves,
    }
}
