//! Referees of our own with one fault each, listed in `tests/faults/referees.tsv`: the corpus finds every one on every set of
//! boards, or the table says why nobody can.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use gokata::Size;
use gokata::questions::games::{RandomGames, check};
use gokata::questions::{Question, QuestionOutcome, folder_of};

use crate::support::built_in::CORPUS;
use crate::support::corpus::ROOT;
use crate::support::faulty::{Faulty, SOURCES};

/// The sets of boards, as `--sizes` names them. The table has a column for each.
const SETS: [&str; 4] = ["all", "square", "9x9", "19x19"];

/// What is asked without `GOKATA_DEEP`.
const TEN: [&str; 10] = [
    "there-is-no-ko",
    "ko-is-any-taking-back-of-one-stone",
    "suicide-is-asked-before-taking",
    "suicide-is-always-legal",
    "own-stones-come-off-first",
    "only-one-chain-comes-off",
    "only-the-taker-gets-liberties-back",
    "superko-is-simple-ko",
    "superko-not-when-joining-an-atari",
    "prisoners-are-the-losers",
];

/// A line of the table: the fault, a sentence about it, its source, and for each set `caught`, or why nobody can tell.
struct Row {
    name: &'static str,
    about: String,
    found: Vec<String>,
}

pub(crate) fn path(name: &str) -> String {
    format!("{ROOT}/tests/faults/{name}")
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(path("referees.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        assert_eq!(fields.len(), 3 + SETS.len(), "{line}");
        Row {
            name: fields[0].clone().leak(),
            about: fields[..3].join("\t"),
            found: fields[3..].to_vec(),
        }
    };
    lines.map(row).collect()
}

/// The questions that a program with these boards is asked.
fn asked(set: &str) -> Vec<(String, Question)> {
    match set {
        "all" => CORPUS.questions().collect(),
        sizes => CORPUS.questions_on(&sizes.parse().unwrap()).collect(),
    }
}

/// The questions that the referee answers wrong.
fn wrong<'a>(
    fault: &'static str,
    asked: &'a [(String, Question)],
) -> impl Iterator<Item = &'a str> {
    let mut referee = Faulty::new(fault);
    asked
        .iter()
        .filter_map(move |(id, question)| match question.put_to(&mut referee) {
            QuestionOutcome::Wrong(_) => Some(&**id),
            QuestionOutcome::Crashed(why) => panic!("{fault}: {id}: {why}"),
            _ => None,
        })
}

pub(crate) fn is_deep() -> bool {
    std::env::var_os("GOKATA_DEEP").is_some()
}

/// Compares a file with what was found, or writes it with `GOKATA_BLESS`.
fn expect(name: &str, found: &str) {
    if std::env::var_os("GOKATA_BLESS").is_some() {
        fs::write(path(name), found).unwrap();
    }
    pretty_assertions::assert_str_eq!(fs::read_to_string(path(name)).unwrap(), found);
}

#[test]
fn the_table_has_every_fault_of_the_code() {
    let listed: Vec<&str> = rows().iter().map(|row| row.name).collect();
    let known: BTreeSet<&str> = listed.iter().copied().collect();
    let words = SOURCES
        .iter()
        .flat_map(|source| source.split('"').skip(1).step_by(2));
    let coded: BTreeSet<&str> = words
        .filter(|word| word.contains('-') && !word.ends_with('-'))
        .collect();
    assert_eq!(listed.len(), known.len(), "a fault stands twice");
    assert_eq!(known, coded);
    assert!(listed.len() >= 110);
    assert!(TEN.iter().all(|name| known.contains(name)));
}

#[test]
fn without_a_fault_every_answer_is_right() {
    for set in SETS.iter().take(if is_deep() { 4 } else { 1 }) {
        assert_eq!(wrong("", &asked(set)).next(), None, "{set}");
    }
}

/// The table stands as it was found, and where a fault is not caught, with the reason that somebody has written.
#[test]
fn faults_are_caught_on_every_set_of_boards_or_the_table_says_why_not() {
    let mut rows = rows();
    if !is_deep() {
        let asked = asked("all");
        let missed: Vec<&str> = TEN
            .into_iter()
            .filter(|fault| wrong(fault, &asked).next().is_none())
            .collect();
        assert_eq!(missed, [""; 0]);
        return;
    }
    let mut alone: BTreeMap<(usize, String), Vec<&str>> = BTreeMap::new();
    for (nth, set) in SETS.iter().enumerate() {
        let asked = asked(set);
        for row in &mut rows {
            let mut folders = BTreeSet::new();
            for id in wrong(row.name, &asked) {
                folders.insert(folder_of(id).to_owned());
                if folders.len() > 1 {
                    break; // found without any one of them
                }
            }
            let found = &mut row.found[nth];
            match folders.len() {
                0 if found == "caught" => "missed".clone_into(found),
                0 => {}
                _ => "caught".clone_into(found),
            }
            if let (1, Some(folder)) = (folders.len(), folders.pop_first()) {
                alone.entry((nth, folder)).or_default().push(row.name);
            }
        }
    }
    let mut table = format!("# fault\tsentence\tsource\t{}\n", SETS.join("\t"));
    for row in &rows {
        let _ = writeln!(table, "{}\t{}", row.about, row.found.join("\t"));
    }
    let mut folders =
        "# The faults that nobody finds on these boards without the fixtures of this folder.\n"
            .to_owned();
    for ((nth, folder), faults) in alone {
        let _ = writeln!(folders, "{} {folder}: {}", SETS[nth], faults.join(" "));
    }
    expect("referees.tsv", &table);
    expect("folders.txt", &folders);
    let missed = rows
        .iter()
        .filter(|row| row.found.iter().any(|found| found == "missed"));
    assert_eq!(
        missed.map(|row| row.name).collect::<Vec<_>>(),
        [""; 0],
        "without a reason"
    );
}

/// Prints what random games find of each fault of `GOKATA_FAULT`, else the faults of which they find nothing.
#[test]
#[ignore = "a tool to find fixtures"]
#[allow(clippy::print_stdout)]
fn random_games_show_a_fault() {
    let of = |name: &str, usual: &str| std::env::var(name).unwrap_or(usual.to_owned());
    let sizes: Vec<Size> = match of("GOKATA_SIZE", "").parse() {
        Ok(size) => vec![size],
        Err(_) => Vec::new(),
    };
    let count = of("GOKATA_GAMES", "200").parse().unwrap();
    let faults = of("GOKATA_FAULT", "");
    let is_named = |name: &str| faults.split(' ').any(|fault| fault == name);
    let (mut found, mut missed) = (0, Vec::new());
    for row in rows()
        .iter()
        .filter(|row| faults.is_empty() || is_named(row.name))
    {
        let answers = check(
            &mut Faulty::new(row.name),
            RandomGames::new(1, &sizes, &[]),
            count,
        );
        if answers.wrong.is_empty() {
            missed.push(row.name);
        } else {
            found += 1;
        }
        if !faults.is_empty() {
            println!("== {}\n{answers}", row.name);
        }
    }
    println!(
        "{found} found, {} missed: {}",
        missed.len(),
        missed.join(" ")
    );
}
