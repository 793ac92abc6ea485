//! The dojo kit: its step files are those that the fixtures give.

use std::fs;
use std::path::Path;

use pretty_assertions::assert_eq;

use crate::support::dojo_steps::{Asked, everything, order, questions, step_file};

const HAND_OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/dojo/kit/hand-out");

/// `GOKATA_BLESS=1` writes the files anew.
#[test]
fn the_step_files_are_those_of_the_fixtures() {
    let step = |(step, files): (String, Vec<String>)| {
        let asked: Vec<Asked> = files.iter().flat_map(|file| questions(file)).collect();
        (format!("steps/{step}.txt"), step_file(&asked))
    };
    let mut files: Vec<_> = order().into_iter().map(step).collect();
    files.push((
        "bonus/8-everything.txt".to_owned(),
        step_file(&everything()),
    ));
    for (name, text) in files {
        let file = Path::new(HAND_OUT).join(&name);
        if std::env::var_os("GOKATA_BLESS").is_some() {
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(&file, &text).expect("written");
        }
        let found = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            found == text,
            "{name} is not what the fixtures give: GOKATA_BLESS=1 cargo test dojo"
        );
        assert!(text.is_ascii(), "{name}: consoles show ASCII everywhere");
    }
}

#[test]
fn boards_of_the_path_are_at_most_nine_wide() {
    for (_, files) in order() {
        for asked in files.iter().flat_map(|file| questions(file)) {
            assert!(asked.question.before.size().cols() <= 9, "{}", asked.name);
        }
    }
}

/// A file that is missing in the order would be in no step.
#[test]
fn the_order_names_every_fixture_of_the_path() {
    let mut named: Vec<String> = order().into_iter().flat_map(|(_, files)| files).collect();
    named.sort();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/dojo/");
    let found = crate::support::corpus::corpus("fixtures/dojo");
    let found = found.iter().map(|path| {
        let path = path
            .to_str()
            .expect("UTF-8")
            .strip_prefix(folder)
            .expect("below");
        path.strip_suffix(".txt").expect("a fixture").to_owned()
    });
    assert_eq!(found.collect::<Vec<_>>(), named);
}
