//! The dojo kit: its step files are those that the fixtures give.

use std::fs;
use std::path::Path;

use gokata::Answer;
use gokata::fixture::Fixture;
use gokata::questions::Question;
use pretty_assertions::assert_eq;

use crate::dojo_files::sentences::on_screen;
use crate::dojo_files::steps::{Asked, everything, sentence, step_file};
use crate::support::built_in::CORPUS;
use crate::support::corpus::ROOT;
use crate::support::dojo_board::{View, orders};
use crate::support::dojo_programs::{Again, UNDO_EARLIER_RULES, WRONG, knows, seen_once};

const KIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/cli/dojo/kit");

/// The languages of the kit: the file to edit, and the command that KATA.md names.
const COMMANDS: [(&str, &str); 8] = [
    ("python/kata.py", "python3 dojo.py"),
    ("javascript/kata.mjs", "node dojo.mjs"),
    ("typescript/kata.ts", "node dojo.ts"),
    ("java/Kata.java", "java Kata.java"),
    ("scala/kata.scala", "scala run --server=false -q ."),
    ("go/kata.go", "go run ."),
    ("cpp/kata.hpp", "g++ -std=c++17 dojo.cpp -o dojo && ./dojo"),
    ("rust/kata.rs", "cargo run -q"),
];

/// The steps in their order: the name, and the names of the fixtures below `fixtures/dojo`.
fn order() -> Vec<(String, Vec<String>)> {
    let order = fs::read_to_string(Path::new(ROOT).join("fixtures/dojo/ORDER")).unwrap();
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    for line in order.lines() {
        let file = line.strip_suffix(".txt").unwrap();
        let (step, _) = file.split_once('/').unwrap();
        match steps.last_mut().filter(|(last, _)| last == step) {
            Some((_, files)) => files.push(file.to_owned()),
            None => steps.push((step.to_owned(), vec![file.to_owned()])),
        }
    }
    steps
}

/// Returns the questions of a fixture of the path: its lines `legal` and `illegal`, not its moves.
fn asked(name: &str) -> Vec<Asked> {
    let file = CORPUS.find(&format!("dojo/{name}")).unwrap();
    let lines: Vec<&str> = str::from_utf8(file.content).unwrap().lines().collect();
    let is_ask = |question: &Question| {
        let words = lines[question.line - 1].trim_start();
        words.starts_with("legal") || words.starts_with("illegal")
    };
    let questions = file.asked().expect("the fixture holds").questions;
    let asked = questions.into_iter().filter(is_ask).map(|question| {
        let why = sentence(&lines, question.line);
        Asked::of(format!("{name}#{}", question.id), question, why).expect("a stone")
    });
    asked.collect()
}

/// Reads a file of the kit.
fn read(name: &str) -> String {
    let file = Path::new(KIT).join(name);
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// `GOKATA_BLESS=1` writes the file anew.
fn is_up_to_date(name: &str, text: &str) {
    if std::env::var_os("GOKATA_BLESS").is_some() {
        let file = Path::new(KIT).join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    assert!(
        read(name) == text,
        "{name} is out of date: GOKATA_BLESS=1 cargo test dojo"
    );
}

#[test]
fn the_step_files_are_those_of_the_fixtures() {
    for (step, files) in order() {
        let asked: Vec<Asked> = files.iter().flat_map(|name| asked(name)).collect();
        is_up_to_date(&format!("hand-out/steps/{step}.txt"), &step_file(&asked));
    }
}

/// `cargo package` leaves out a folder with a `Cargo.toml`, so these files are embedded from one text.
#[test]
fn one_text_has_the_rust_program() {
    let one = |name: &str| {
        let text = read(&format!("hand-out/rust/{name}"));
        assert!(text.ends_with('\n') && !text.contains("\n==== "), "{name}");
        format!("==== {name}\n{text}")
    };
    let text = ["Cargo.lock", "Cargo.toml", "dojo.rs", "kata.rs"].map(one);
    is_up_to_date("../rust.txt", &text.concat());
}

/// The first screen of step 5, as `tests/dojo/check.py` knows it, from its board on; without what explains the answer.
#[test]
fn the_screen_in_the_readme_is_that_of_the_kit() {
    let golden = include_str!("../dojo/golden/red-5.txt");
    let readme = include_str!("../../README.md");
    let (_, shown) = readme.split_once("```text\n       0  1  2").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    let (_, mut screen) = golden.split_once("\n       0  1  2").unwrap();
    for line in shown.lines() {
        let rest = screen.split_once(&format!("{line}\n"));
        screen = rest.unwrap_or_else(|| panic!("{line}")).1;
    }
    assert_eq!(screen.trim(), "", "the screen goes on");
}

/// A file that is missing in the order would be in no step.
#[test]
fn the_order_names_every_fixture_of_the_path() {
    let mut named: Vec<String> = order().into_iter().flat_map(|(_, files)| files).collect();
    named.sort();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/dojo/");
    let found = crate::support::corpus::corpus("fixtures/dojo");
    let found = found.iter().map(|path| {
        let path = path.strip_prefix(folder).unwrap().with_extension("");
        path.to_str().unwrap().replace('\\', "/")
    });
    assert_eq!(found.collect::<Vec<_>>(), named);
}

/// The questions of the path as participants see them, with the right answers, by step.
fn path() -> Vec<Vec<(String, View, bool)>> {
    let steps = order().into_iter().map(|(_, files)| {
        let asked = files.iter().flat_map(|name| asked(name));
        let asked = asked.map(|asked| {
            let is_legal = asked.question.asked.answer() == Answer::Legal;
            (asked.name, View::of(&asked.question), is_legal)
        });
        asked.collect()
    });
    steps.collect()
}

/// A question must not need a rule of a later step: programs that know more rules must not answer otherwise. Each step has two
/// questions that need its rule. Boards are at most nine wide.
#[test]
fn every_question_belongs_to_its_step() {
    for (step, questions) in (1..).zip(path()) {
        let mut needed = 0;
        for (name, view, is_legal) in questions {
            for rules in step..=7 {
                let answer = knows(rules, &view);
                assert_eq!(answer, is_legal, "{name} with the first {rules} rules");
            }
            needed += usize::from(knows(step - 1, &view) != is_legal);
            assert!(view.now().size().1 <= 9, "{name}");
        }
        assert!(needed >= 2, "step {step}: {needed}");
    }
}

/// Collects all faults, so that one run shows what fixtures are missing.
#[test]
fn wrong_versions_are_convicted_in_their_own_step() {
    let path = path();
    let mut faults = Vec::new();
    for (step, name, answers) in WRONG {
        let wrong = |step: usize| {
            let questions = path[step - 1].iter();
            let wrong = questions.filter(|(_, view, is_legal)| answers(view) != *is_legal);
            let names = wrong.map(|(question, ..)| question.as_str());
            names.collect::<Vec<_>>()
        };
        let before: Vec<_> = (1..*step).flat_map(&wrong).collect();
        if before.is_empty() == UNDO_EARLIER_RULES.contains(name) {
            faults.push(format!("{name}: wrong before step {step}: {before:?}"));
        }
        if wrong(*step).is_empty() {
            faults.push(format!("{name}: not convicted in step {step}"));
        }
    }
    assert!(WRONG.len() >= 80, "{}", WRONG.len());
    assert_eq!(faults, Vec::<String>::new());
}

/// In whichever order a program looks at the neighbors: one set of seen stones for several enemies is not enough.
#[test]
fn one_set_of_seen_stones_is_convicted_in_every_order() {
    let path = path();
    let capture = &path[5];
    let mut faults = Vec::new();
    for order in orders() {
        for again in [Again::Searched, Again::NoLiberty, Again::Skipped] {
            let answers_all = capture.iter().all(|(_, view, is_legal)| {
                let answer = knows(3, view) && seen_once(view, &order, again);
                answer == *is_legal
            });
            if answers_all {
                faults.push((order, again));
            }
        }
    }
    assert_eq!(orders().len(), 24);
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn sentences_name_points_as_the_screens_do() {
    let fixture = Fixture::parse(b"x\n-a--\n--b-\n----\n").unwrap();
    let size = fixture.opening.setup.size;
    for line in SENTENCES.trim_start().lines() {
        let (sentence, shown) = line.split_once(" | ").unwrap();
        assert_eq!(on_screen(sentence, &fixture.opening.labels, size), shown);
    }
}

/// A sentence of a fixture | what a screen shows of it.
const SENTENCES: &str = "
Black a takes b. | Black (0,1) takes (1,2).
At a White has a liberty. | At (0,1) White has a liberty.
A hole (a), a gap (b) | A hole (0,1), a gap (1,2)
As long as a is open | As long as (0,1) is open
two at a time, after a capture | two at a time, after a capture
Black A1 would take a right back | Black (2,0) would take (0,1) right back
from J10 to (2,1) | from (-7,8) to (2,1)
the board x-- or x-a, e.g. c | the board x-- or x-a, e.g. c
At b the stone at C2's left | At (1,2) the stone at (1,2)'s left
As in other.txt, but at a | \n";

/// A screen shows rows and columns: no labels, and no names such as C4.
#[test]
fn no_sentence_names_a_point_that_its_screen_does_not_show() {
    const OF_A_LABEL: &str =
        " a,/ a./ a)/ a:/ a;/ a is / a has / a would / a takes / a and /Black a /White a ";
    let is_name = |word: &str| {
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        let is_vertex = word.len() == digits.len() + 1
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        // An `s` stands after an apostrophe, `x` and `o` are stones.
        let is_label = word.len() == 1 && ("b"..="z").contains(&word) && !"osx".contains(word);
        is_vertex || is_label
    };
    let path = order().into_iter().flat_map(|(_, files)| files);
    let path = path.flat_map(|name| asked(&name));
    for asked in path.chain(everything(&CORPUS)) {
        let mut words = asked
            .why
            .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        let is_named =
            words.any(is_name) || OF_A_LABEL.split('/').any(|text| asked.why.contains(text));
        assert!(!is_named, "{}: {}", asked.name, asked.why);
    }
}

/// The hand-out, the starters and the script that runs the kit name the same commands, and no others.
#[test]
fn the_page_names_the_commands_that_are_tested() {
    let page = read("hand-out/KATA.md");
    let code = |cell: &str| cell.split('`').nth(1).map(str::to_owned);
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let named: Vec<(String, String)> = rows
        .filter_map(|row| {
            let cells: Vec<&str> = row.split(" | ").collect();
            Some((code(cells.get(1)?)?, code(cells.get(2)?)?))
        })
        .collect();
    let commands = COMMANDS.map(|(file, command)| (file.to_owned(), command.to_owned()));
    assert_eq!(named, commands);

    let script = include_str!("../dojo/check.py");
    let tested = script.lines().filter(|line| line.contains(": Language(\""));
    let tested: Vec<(String, String)> = tested
        .map(|line| {
            let words: Vec<&str> = line.split('"').collect();
            (format!("{}/{}", words[1], words[3]), words[5].to_owned())
        })
        .collect();
    assert_eq!(tested, commands);

    for (file, command) in COMMANDS {
        let starter = read(&format!("hand-out/{file}"));
        let named = format!("To run: {command}\n");
        assert!(starter.contains(&named), "{file}: {named}");
    }
}

/// A page that is opened as a file can read no other file, so it has the rules word for word.
#[test]
fn the_projector_has_the_page_of_rules() {
    const BEGIN: &str = "<script type=\"text/plain\" id=\"kata\">\n";
    let page = read("projector.html");
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once("</script>").unwrap();
    let kata = read("hand-out/KATA.md");
    assert!(!kata.contains("</script") && !kata.contains("<!--"));
    let page = format!("{before}{BEGIN}{kata}</script>{after}");
    is_up_to_date("projector.html", &page);
}

/// The first lines of the entries of a list in the page, split at quotation marks.
fn entries(page: &str, name: &str) -> Vec<Vec<String>> {
    let (_, list) = page.split_once(&format!("const {name} = [\n")).unwrap();
    let (list, _) = list.split_once("\n];").unwrap();
    let lines = list.lines().filter(|line| line.starts_with("  ["));
    lines
        .map(|line| line.split('"').map(str::to_owned).collect())
        .collect()
}

/// The rows of the script's timetable: the first minute, the one after the last, and the rest in small letters.
fn timetable(script: &str) -> Vec<(u32, u32, String)> {
    let rows = script.lines().filter_map(|line| {
        let (minutes, rest) = line.strip_prefix("| ")?.split_once(" | ")?;
        let (begin, end) = minutes.split_once('-')?;
        Some((begin.parse().ok()?, end.parse().ok()?, rest.to_lowercase()))
    });
    rows.collect()
}

#[test]
fn the_projector_shows_what_the_script_says() {
    let page = read("projector.html");
    assert!(page.is_ascii());
    let entries = |name| entries(&page, name);
    let script = read("FACILITATOR.md").replace("**", "");

    let rows = timetable(&script);
    let parts = entries("PARTS");
    assert_eq!((rows.len(), parts.len()), (6, 6));
    for ((begin, end, what), part) in rows.iter().zip(parts) {
        assert_eq!(format!("  [{begin}, {end}, "), part[0]);
        assert!(what.starts_with(&part[1].to_lowercase()), "{}", part[1]);
    }

    let words = script.split_whitespace().collect::<Vec<_>>().join(" ");
    let frames = entries("FRAMES");
    assert!(frames.len() >= 8, "{}", frames.len());
    for frame in frames {
        assert!(words.contains(&frame[1]), "not to be said: {}", frame[1]);
    }

    let kata = read("hand-out/KATA.md");
    let rules = entries("RULES");
    assert_eq!(rules.len(), 7);
    for (number, rule) in (1..).zip(rules) {
        assert!(kata.contains(&format!("\n{number}. **{}.**", rule[1])));
    }
}

/// Each sentence of the sheet stands in the row of its minute, and each rescue of the rows is on the sheet.
#[test]
fn the_sheet_for_the_day_says_what_the_script_says() {
    let page = read("projector.html");
    let script = read("FACILITATOR.md").replace("**", "");
    let rows = timetable(&script);
    let mut rescues = Vec::new();
    for entry in entries(&page, "SHEET") {
        let minute: u32 = entry[0].trim_matches([' ', '[', ',']).parse().unwrap();
        let row = rows.iter().rfind(|(begin, ..)| *begin <= minute);
        let (begin, _, row) = row.unwrap();
        let mut text = entry[1].to_lowercase();
        if *begin < minute {
            text = format!("at {minute}, {text}");
            rescues.push(minute.to_string());
        }
        assert!(row.contains(&text), "{minute}: {text}");
        let mut spoken = row.split('"').skip(1).step_by(2);
        let is_spoken = spoken.any(|spoken| spoken.contains(&text));
        assert_eq!(entry[2].contains("SAY"), is_spoken, "{text}");
    }
    let words = rows.iter().flat_map(|(.., row)| row.split("at ").skip(1));
    let minutes = words.filter_map(|words| words.split_once(',').map(|(minute, _)| minute));
    let named = minutes.filter(|minute| minute.parse::<u32>().is_ok());
    assert_eq!(rescues, named.collect::<Vec<_>>());

    let words = script.split_whitespace().collect::<Vec<_>>().join(" ");
    for entry in entries(&page, "STUCK") {
        assert!(words.contains(&entry[1]), "not in the script: {}", entry[1]);
    }
}

#[test]
fn every_step_has_three_hints_of_one_to_six_lines() {
    let entries = fs::read_dir(Path::new(KIT).join("hand-out/hints")).unwrap();
    assert_eq!(entries.count(), 7 * 3);
    for (step, hint) in (1..=7).flat_map(|step| (1..=3).map(move |hint| (step, hint))) {
        let name = format!("hand-out/hints/{step}-{hint}.txt");
        let text = read(&name);
        assert!((1..=6).contains(&text.lines().count()), "{name}");
        let is_fine = |line: &str| !line.trim().is_empty() && line.len() <= 90;
        assert!(text.lines().all(is_fine), "{name}: blank or too wide");
    }
}

#[test]
fn every_language_has_a_solution_of_every_step() {
    for (file, _) in COMMANDS {
        let (language, edited) = file.split_once('/').unwrap();
        let (_, ending) = edited.split_once('.').unwrap();
        for step in 1..=7 {
            read(&format!("solutions/{language}/{step}.{ending}"));
        }
        let entries = fs::read_dir(Path::new(KIT).join("solutions").join(language)).unwrap();
        assert_eq!(entries.count(), 7, "{language}");
    }
}

/// What the script quotes in its table of mistakes is what participants see.
#[test]
fn the_script_quotes_sentences_of_the_screens() {
    let screens: String = order()
        .into_iter()
        .map(|(step, _)| read(&format!("hand-out/steps/{step}.txt")))
        .collect();
    let screens = screens.replace("\n# ", " ");
    let script = read("FACILITATOR.md");
    let rows = script
        .lines()
        .filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit())
        .filter(|line| line.split(" | ").count() == 4);
    let quoted: Vec<&str> = rows
        .filter_map(|row| row.split(" | ").nth(2))
        .flat_map(|cell| cell.split('"').skip(1).step_by(2))
        .collect();
    assert!(quoted.len() >= 20, "{}", quoted.len());
    for sentence in quoted {
        assert!(screens.contains(sentence), "not on a screen: {sentence}");
    }
}
