//! An option that changes nothing with the other arguments is refused in a sentence, with status 2: it would hide that
//! its user expects something else.

use crate::support::command::{KO, file, gokata, path};
use pretty_assertions::assert_eq;
use rstest::rstest;

const RECORD: &str = "tests/records/ko.sgf";
const COUNT: &str = "fixtures/scoring/dead-stone-counts-twice.txt";

#[rstest]
// Options about game records, where none is read.
#[case::rules_of_fixtures(&["check", KO, "--rules", "aga"], "an option about game records has no effect: none was read")]
#[case::variations_of_fixtures(&["check", KO, "--variations"], "an option about game records has no effect: none was read")]
#[case::keep_going(&["check", KO, "--keep-going"], "an option about game records has no effect: none was read")]
#[case::any_order(&["check", KO, "--any-order"], "an option about game records has no effect: none was read")]
#[case::stats(&["check", KO, "--stats"], "an option about game records has no effect: none was read")]
#[case::list_all(&["check", KO, "--list-all"], "an option about game records has no effect: none was read")]
#[case::no_warnings(&["check", KO, "--no-warnings"], "an option about game records has no effect: none was read")]
#[case::game(&["legal", KO, "A1", "--game", "1"], "--game, --path and --at go with a game record")]
#[case::every(&["show", KO, "--every", "2", "--as", "html"], "--every goes with a game record")]
#[case::load_at(&["play", "--at", "3"], "--game, --path and --at go with --load")]
// Options about the report.
#[case::no_warnings_of_junit(&["check", RECORD, "--no-warnings", "--format", "junit"], "--no-warnings has no effect: in this format, each game has its warnings")]
#[case::quiet_twice(&["check", RECORD, "--quiet", "--no-warnings"], "cannot be used with")]
#[case::quiet_json(&["check", KO, "--quiet", "--format", "ndjson"], "--quiet goes with --format text: the other formats are complete")]
#[case::quiet_junit(&["check", KO, "--quiet", "--format", "junit"], "--quiet goes with --format text: the other formats are complete")]
#[case::quiet_page(&["check", KO, "--exec", "cat", "--quiet", "--format", "markdown"], "--quiet goes with --format text: the other formats are complete")]
#[case::null(&["check", KO, "-0"], "--files-from")]
#[case::exit_zero(&["perft", "2x2", "--depth", "1", "--exit-zero"], "--exit-zero has no effect: this command has no findings to report by its status")]
#[case::exit_zero_of_gtp(&["gtp", "--exit-zero"], "--exit-zero has no effect: this command has no findings to report by its status")]
#[case::exit_zero_of_completions(&["completions", "bash", "--exit-zero"], "--exit-zero has no effect: this command has no findings to report by its status")]
#[case::exit_zero_of_man(&["man", "--exit-zero"], "--exit-zero has no effect: this command has no findings to report by its status")]
// Options about another program.
#[case::list_all_of_json(&["check", KO, "--exec", "cat", "--list-all", "--format", "ndjson"], "--list-all has no effect: this format lists every answer")]
#[case::list_all_of_a_page(&["check", KO, "--exec", "cat", "--all", "--format", "markdown"], "--list-all has no effect: this format lists every answer")]
#[case::list_all_of_junit(&["check", KO, "--exec", "cat", "--all", "--format", "junit"], "--list-all has no effect: this format lists every answer")]
#[case::list_all_first(&["check", KO, "--exec", "cat", "--list-all", "--first", "1"], "cannot be used with")]
#[case::no_warnings_of_exec(&["check", KO, "--exec", "cat", "--no-warnings"], "cannot be used with")]
#[case::no_warnings_of_known_rules(&["check", KO, "--engine", "cat", "--engine-rules", "kata", "--no-warnings"], "cannot be used with")]
#[case::komi_of_exec(&["check", KO, "--exec", "cat", "--rules", "komi=5"], "--rules chooses questions by ko and suicide, and it names neither")]
#[case::komi_of_an_engine(&["check", KO, "--engine", "cat", "--rules", "komi=5"], "gokata: with --exec and --engine, --rules chooses questions by ko and suicide, and it names neither\n")]
// Rules where nothing depends on them.
#[case::rules_of_a_drawing(&["show", KO, "--rules", "aga"], "--rules has no effect on a board: it goes with --play or a game record")]
#[case::rules_of_a_size(&["show", "5x5", "--as", "svg", "--rules", "aga"], "--rules has no effect on a board: it goes with --play or a game record")]
#[case::rules_of_cases(&["show", KO, "--cases", "--as", "html", "--rules", "aga"], "cannot be used with")]
#[case::rules_of_a_board(&["convert", KO, "--to", "showboard", "--rules", "aga"], "--rules has no effect: from a board, it goes with --to sgf")]
#[case::komi_of_a_count(&["perft", "2x2", "--depth", "1", "--rules", "komi=5"], "--rules has no effect: it names neither ko nor suicide nor button")]
#[case::handicap(&["score", COUNT, "--handicap", "2"], "--handicap has no effect: these rules give no bonus for it")]
#[case::handicap_japanese(&["score", COUNT, "--handicap", "2", "--rules", "japanese"], "--handicap has no effect: these rules give no bonus for it")]
#[case::given(&["score", COUNT, "--given", "x=3"], "--given has no effect: these rules count no prisoners")]
#[case::moves_of_a_board(&["convert", KO, "--to", "sgf", "--moves-only"], "--moves-only has no effect: it goes with a game record and --to sgf")]
#[case::moves_to_a_board(&["convert", RECORD, "--to", "kata", "--moves-only"], "--moves-only has no effect: it goes with a game record and --to sgf")]
// What the file says itself.
#[case::to_play(&["convert", KO, "--to", "kata", "--to-play", "o"], "--to-play has no effect: the file names the side to play")]
#[case::to_play_of_a_game(&["convert", RECORD, "--to", "kata", "--to-play", "o"], "--to-play has no effect: the file names the side to play")]
// Players that do not play.
#[case::seed(&["play", "--white", "human", "--seed", "1"], "--seed has no effect: no bot plays")]
#[case::timeout(&["play", "--timeout", "3"], "--timeout has no effect: no engine plays")]
#[case::delay(&["play", "--white", "human", "--delay", "3"], "--delay has no effect: no bot or engine plays")]
#[case::size(&["play", "--load", RECORD, "--size", "9"], "cannot be used with")]
#[case::handicap_of_a_game(&["play", "--load", RECORD, "--handicap", "2"], "cannot be used with")]
fn an_option_without_effect_is_refused(#[case] arguments: &[&str], #[case] sentence: &str) {
    let ran = gokata(arguments);
    ran.ends(2);
    ran.says(sentence);
}

/// The same options where they have an effect.
#[rstest]
#[case(&["check", RECORD, KO, "--rules", "aga", "--variations", "--keep-going", "--list-all"], 1)]
#[case(&["check", RECORD, "--no-warnings"], 1)]
#[case(&["legal", KO, "A1", "--exit-zero"], 0)]
#[case(&["show", KO, "--rules", "aga", "--play", "A1"], 0)]
#[case(&["show", RECORD, "--rules", "aga"], 0)]
#[case(&["convert", KO, "--to", "sgf", "--rules", "aga"], 0)]
#[case(&["convert", RECORD, "--to", "kata", "--rules", "aga"], 0)]
#[case(&["perft", "2x2", "--depth", "1", "--rules", "button=yes"], 0)]
#[case(&["score", COUNT, "--handicap", "2", "--rules", "aga"], 0)]
#[case(&["score", COUNT, "--given", "x=3", "--rules", "japanese"], 0)]
fn the_same_option_with_an_effect_is_not(#[case] arguments: &[&str], #[case] status: i32) {
    let ran = gokata(arguments);
    ran.ends(status);
    ran.keeps_quiet_about("no effect");
}

/// A drawing by another program does not name the side to play; nor does one that gokata makes.
#[test]
fn the_side_to_play_is_given_where_no_file_names_it() {
    let drawing = gokata(&["convert", KO, "--to", "showboard"]).out;
    let drawing = file("no-effect-drawing.txt", drawing.as_bytes());
    let convert = |to: &str| gokata(&["convert", path(&drawing), "--to", to, "--to-play", "o"]);
    let board = convert("kata");
    assert_eq!(
        (board.status, &board.out[..2]),
        (Some(0), "o\n"),
        "{}",
        board.err
    );
    let refused = convert("showboard");
    refused.ends(2);
    let sentence = "--to-play has no effect: showboard does not name the side to play\n";
    refused.says_last(sentence);
}
