//! Makes rows of runs, and refuses those whose questions are not those of the corpus.

use std::collections::{HashMap, HashSet};

use gokata::questions::{Question, on_board};

use super::row::{PARTS, Row, columns};
use crate::judge::expected;
use crate::judge::ndjson::{COUNTS, QuestionLine};
use crate::program::process::{cut, shortened};
use crate::read::corpus_version::CORPUS;
use crate::report::deviation::own_rules;
use crate::report::facts::numbers;
use crate::report::results::Run;
use crate::terminal::text::number;

/// The questions of the corpus with which this gokata was built, on their own boards, by their identifiers.
pub(super) type Asked = HashMap<String, Question>;

/// Returns the row of a run.
///
/// # Errors
/// Why it is none.
pub(super) fn row(run: &Run, asked: &Asked) -> Result<Row, String> {
    let program = &run.program;
    if run.total.answers() == 0 {
        return Err(format!("nothing was answered: {}", numbers(run.total)));
    }
    let mut reasons = run.cannot.iter().map(|(why, _)| why);
    if let Some(why) = reasons.find(|why| why.starts_with("gokata has stopped asking")) {
        return Err(cut(why, 200));
    }
    let given = |text: &Option<String>| cut(text.as_deref().unwrap_or_default(), 300);
    let (rules, own) = (given(&program.own_rules), own_rules(program));
    if own.is_none() && !rules.is_empty() {
        return Err(format!("`{rules}` are no rules"));
    }
    let corpus = program.corpus.as_ref();
    let corpus = corpus.map(|corpus| shortened(&corpus.version));
    let lines = || {
        let bad = run.deviations.iter().chain(&run.not_asked);
        run.right.iter().chain(bad).map(|found| &found.question)
    };
    // How many questions have the same answer under the program's rules.
    let of = match &corpus {
        corpus if corpus.as_deref() == CORPUS.version() => {
            check(run, lines(), asked)?;
            let is_same = |it: &&Question| own.is_none_or(|own| own.under(it).is_ok());
            let same = asked.values().filter(is_same);
            counted(same.map(|it| it.asked.kind()))
        }
        None => {
            let why = "other fixtures than those of gokata, or changed ones";
            return Err(format!("it was asked no version of the corpus: {why}"));
        }
        Some(corpus) if !run.is_whole() => {
            let why = "so how much there was to ask is not known here";
            return Err(format!("it was asked a part of corpus {corpus}, {why}"));
        }
        Some(_) => {
            let why = |it: &QuestionLine| it.detail.clone().unwrap_or_default();
            let same = lines().filter(|it| !why(it).starts_with("under the program's own rules"));
            counted(same.map(|it| &*it.question))
        }
    };
    let mut row = Row::default();
    let name = program.name.as_ref().unwrap_or(&program.command);
    for (column, cell) in [
        ("program", cut(name, 120)),
        ("version", given(&program.version)),
        ("released", given(&program.released)),
        ("rules", rules),
        ("corpus", corpus.unwrap_or_default()),
        ("date", shortened(&program.date)),
    ] {
        row.put(column, cell);
    }
    let answers = || lines().filter(|it| it.outcome.is_bad() || it.got.is_some());
    let asked = counted(answers().map(|it| &*it.question));
    let wrong = answers().filter(|it| it.outcome.is_bad());
    let wrong = counted(wrong.map(|it| &*it.question));
    for (at, part) in PARTS.iter().enumerate() {
        let numbers = [asked[at], of[at].max(asked[at]), wrong[at]];
        for (column, number) in columns(part).iter().zip(numbers) {
            row.put(column, number.to_string());
        }
    }
    row.place = Some(run.place.clone());
    Ok(row)
}

/// Fails if a question is not of the corpus, has another answer there, is asked twice, or is missing.
fn check<'r>(
    run: &Run,
    lines: impl Iterator<Item = &'r QuestionLine>,
    asked: &Asked,
) -> Result<(), String> {
    let altered = |why: String| Err(format!("it was asked an altered corpus: {why}"));
    let mut seen = HashSet::new();
    for line in lines {
        let id = shortened(&line.id);
        let Some((own_id, own)) = find(&line.id, asked) else {
            return altered(format!("`{id}` is no question of it"));
        };
        let right = expected(&own);
        if (&*right, own.asked.kind()) != (&*line.expected, &*line.question) {
            let [right, other] =
                [&right, &line.expected].map(|it| shortened(&line.on_one_line(it)));
            return altered(format!("`{id}` has the answer `{right}`, not `{other}`"));
        }
        if !seen.insert(own_id) {
            return altered(format!("`{id}` is there twice"));
        }
    }
    let missing = asked.len() - seen.len();
    if run.is_whole() && missing > 0 {
        return altered(format!("{} missing", number(missing, "question")));
    }
    Ok(())
}

/// Returns the question with this identifier, and its identifier on its own board.
fn find(id: &str, asked: &Asked) -> Option<(String, Question)> {
    let (fixture, short) = id.rsplit_once('#')?;
    let Some((small, size)) = on_board(fixture) else {
        return Some((id.to_owned(), asked.get(id)?.clone()));
    };
    let own_id = format!("{small}#{short}");
    let moved = CORPUS.on(small, asked.get(&own_id)?, |it| it == size)?;
    Some((own_id, moved))
}

/// Counts kinds of questions by [`PARTS`].
fn counted<'a>(kinds: impl Iterator<Item = &'a str>) -> [usize; 3] {
    kinds.fold([0; 3], |mut parts, kind| {
        let is_dead = usize::from(kind == "dead");
        parts[usize::from(COUNTS.contains(&kind)) + is_dead] += 1;
        parts
    })
}
