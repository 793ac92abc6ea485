//! Checks what `src/README.md` says about modules and about the corpus, as far as no compiler or lint does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::corpus::ROOT;
use crate::support::imports::{Crate, Module, cyclic, is_inside, outer, outermost};

const LIBRARY: &str = "lib.rs";
const CLI: &str = "cli/main.rs";
const WEB: &str = "web/lib.rs";
const PYTHON: &str = "python/lib.rs";
const WASM: &str = "wasm/lib.rs";

/// No file imports itself through others, and in the command line no module below the root either. A cycle is planted into
/// every folder.
#[rstest]
fn files_do_not_import_each_other_in_a_cycle(
    #[values(LIBRARY, CLI, PYTHON, WASM, WEB)] root: &str,
) {
    let mut modules = Crate::read(root);
    let imports = modules.imports(false);
    assert_eq!(cyclic(imports.clone()), [""; 0], "files of {root}");
    if root == CLI {
        let mut outer = outer(&modules.imports(true));
        outer.remove("crate");
        assert_eq!(cyclic(outer), [""; 0], "modules of {root}");
    }

    let folders: BTreeSet<_> = imports
        .keys()
        .filter_map(|file| file.rsplit_once("::"))
        .collect();
    let mut planted_in = BTreeSet::new();
    for (folder, _) in folders {
        let is_in_folder =
            |file: &&String| file.rsplit_once("::").is_some_and(|(of, _)| of == folder);
        let files: Vec<&String> = imports.keys().filter(is_in_folder).take(2).collect();
        let [first, second] = files[..] else { continue };
        modules.plant(first, &format!("{second}::Thing"));
        let up = first.replacen(folder, "super", 1);
        modules.plant(second, &format!("{up}::{{One, self}}"));
        let mut imports = imports.clone();
        for file in [first, second] {
            imports.insert(file.clone(), modules.imports_of(file, false));
        }
        let found = cyclic(imports);
        assert!(
            found.contains(first) && found.contains(second),
            "{files:?}: {found:?}"
        );
        planted_in.insert(folder);
    }
    let folders = if [PYTHON, WASM].contains(&root) { 1 } else { 4 };
    assert!(planted_in.len() >= folders, "{planted_in:?}");
}

/// The table of modules in `src/README.md` names exactly the modules of the library, and each imports only modules above
/// it. An import of the next module is planted into each.
#[test]
fn modules_import_only_modules_above_them_in_the_table() {
    let page = read("src/README.md");
    let (_, page) = page.split_once("| module |").unwrap();
    let (rows, _) = page.split_once("\n\n").unwrap();
    let cells = rows
        .lines()
        .skip(2)
        .map(|row| row.split('|').nth(1).unwrap());
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let table: Vec<&str> = names.map(|name| name.trim_end_matches('/')).collect();
    let mut library = Crate::read(LIBRARY);
    let files = || library.0.keys().filter(|file| *file != "crate");
    let modules: BTreeSet<&str> = files().map(|file| outermost(file)).collect();
    assert_eq!(table.iter().copied().collect::<BTreeSet<_>>(), modules);

    let upward = |library: &Crate, file: &str| -> Vec<String> {
        let level = |module: &str| table.iter().position(|name| *name == outermost(module));
        let is_upward =
            |other: &&String| level(other).is_none_or(|other| Some(other) > level(file));
        let imports = library.imports_of(file, true);
        let upward = imports.iter().filter(is_upward);
        upward
            .map(|other| format!("{file} imports {other}"))
            .collect()
    };
    let found = files().flat_map(|file| upward(&library, file));
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
    for pair in table.windows(2) {
        let inside = format!("crate::{}", pair[0]);
        let mut files = library.0.keys();
        let file = files.find(|file| is_inside(file, &inside)).unwrap().clone();
        library.plant(&file, &format!("crate::{}", pair[1]));
        assert_eq!(upward(&library, &file).len(), 1, "{pair:?}");
    }
}

/// Moves, rules and games.
const GAMES: [&str; 7] = [
    "crate::basics::moves",
    "crate::basics::rules",
    "crate::basics::rule_values",
    "crate::basics::illegal",
    "crate::pure::past",
    "crate::pure::record",
    "crate::pure::legality",
];

/// Boards know nothing of games; the referees check each other, so neither knows the other.
#[rstest]
#[case("crate::pure::board", &GAMES)]
#[case("crate::pure::board_rows", &GAMES)]
#[case("crate::pure::row", &GAMES)]
#[case("crate::pure::point_rows", &GAMES)]
#[case("crate::pure::survey", &GAMES)]
#[case("crate::fast", &["crate::pure"])]
#[case("crate::pure", &["crate::fast"])]
fn some_modules_do_not_know_others(#[case] own: &str, #[case] unknown: &[&str]) {
    let mut library = Crate::read(LIBRARY);
    let known = |library: &Crate| -> Vec<String> {
        let files = library.0.keys().filter(|file| is_inside(file, own));
        let others = files.flat_map(|file| library.imports_of(file, true));
        let is_unknown = |other: &String| unknown.iter().any(|unknown| is_inside(other, unknown));
        others.filter(is_unknown).collect()
    };
    assert_eq!(known(&library), [""; 0]);
    // Every name in the table stands for a module.
    for other in unknown {
        library.plant(own, other);
    }
    assert_eq!(known(&library).len(), unknown.len());
}

/// These words decide something, or allow something, in these files alone.
#[rstest]
#[case("im::", &["pure::board_rows"])]
#[case("Suicide::MultiStone", &["fast::judge", "pure::legality"])]
// The line protocol knows which questions boards alone cannot decide.
#[case("KoRule::NaturalSituational", &["fast::board_index", "pure::record", "questions::line_protocol"])]
// The vectors. `.ci/deep` measures what they are worth.
#[case("unsafe_code", &["fast::avx2", "fast::avx512", "fast::batch::avx2", "fast::batch::avx512", "fast::batch::form", "fast::bits", "fast::legal", "fast::masks", "fast::quad"])]
fn some_words_are_written_in_few_files(#[case] word: &str, #[case] files: &[&str]) {
    let library = Crate::read(LIBRARY);
    // `basics` and `gtp` give the rules their names.
    let is_rule = word.starts_with("KoRule::") || word.starts_with("Suicide::");
    let names_rules = |file: &str| is_rule && ["basics", "gtp"].contains(&outermost(file));
    let others = library.0.iter().filter(|(file, _)| !names_rules(file));
    let is_boundary = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let found = others.filter(|(_, module)| {
        let mut places = module.code.match_indices(word);
        places.any(|(at, _)| is_boundary(module.code[..at].chars().next_back()))
    });
    let found = found.map(|(file, _)| file.trim_start_matches("crate::"));
    assert_eq!(found.collect::<Vec<&str>>(), files);
}

/// The question whether a move is legal has an answer for every input. Lints forbid other ways to panic.
#[test]
fn the_rules_of_the_pure_referee_assert_nothing() {
    let code = &Crate::read(LIBRARY).0["crate::pure::legality"].code;
    assert!(code.contains("fn is_legal_move") && !code.contains("assert"));
}

#[test]
fn no_public_line_names_the_persistent_vector() {
    let board = &Crate::read(LIBRARY).0["crate::pure::board_rows"].code;
    let is_found = |line: &str| line.trim_start().starts_with("pub ") && line.contains("im::");
    assert!(!board.lines().any(is_found));
}

/// The pure referee must be short enough to read in one sitting.
#[test]
fn files_stay_short() {
    let library = Crate::read(LIBRARY).0;
    let story = ["board", "record", "legality", "explain"]
        .map(|name| library[&format!("crate::pure::{name}")].lines);
    let story: usize = story.iter().sum();
    assert!(story < 900, "{story} lines with docs");
    for root in [LIBRARY, CLI, WEB] {
        for (file, Module { lines, .. }) in Crate::read(root).0 {
            assert!(lines <= 500, "{root}, {file}: {lines} lines");
        }
    }
}

#[test]
fn every_fixture_folder_is_documented() {
    let page = read("fixtures/README.md");
    let entries = fs::read_dir(root().join("fixtures"))
        .unwrap()
        .map(Result::unwrap);
    let folders: Vec<_> = entries.filter(|entry| entry.path().is_dir()).collect();
    assert!(folders.len() > 5, "{folders:?}");
    for folder in folders {
        let name = format!("`{}", folder.file_name().to_string_lossy());
        assert!(page.contains(&name), "{name}` is not documented");
    }
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

fn root() -> &'static Path {
    Path::new(ROOT)
}
