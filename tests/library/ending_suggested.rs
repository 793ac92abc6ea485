//! Marks that a player has suggested: what is counted then, and what of it further marks leave.

use crate::support::numbers::deep;
use crate::support::table::{
    BLACK, BOARD, WHITE, approve, changed, mark, notices, pass, terms, unchanged,
};
use gokata::agreement::{Game, Marking, Suggestion, Terms, Viewer, ViewerState};
use gokata::scoring::{Finding, Life, Mark, Outcome, Standing, Status};
use gokata::{BoardRecord, Color, Point, Preset, Rules, Tax};
use pretty_assertions::assert_eq;

/// A seki in which both sides have an eye, A5 and D5.
const EYES: &str = "x\n-xo-ox-\nxx-oox-\nooooxxx\nxxxxx--\n-------\n";
/// The same with a dead black stone in White's eye.
const DEAD_IN_EYE: &str = "x\n-xo-xox-\nxx-ooox-\nooooxxxx\nxxxxx---\n--------\n";
/// Black's chain at E3 is in seki, and an eye at F3 joins it to another chain, which has an eye at G5.
const FAR_EYE: &str =
    "x\n--------\n----oooo\n----oxxx\n----ox-x\n---ooxxx\noooox-xx\no-oxxxoo\n-oox-oo-\n";
/// Once E4 is filled, Black must fill C4.
const TEIRE: &str = "x\n--xooo-\n--xo-oo\n--xoooo\n---x-o-\n--xoooo\n--xo-oo\n--xooo-\n";
/// A seki with two eyes of Black, and a white stone in the corner of the board.
const UNEQUAL: &str = "x\nx-x-o\nxxxo-\noooxx\no-ox-\n-ooxx\n";
/// A5 is open, which taxes Black's territory unless somebody has looked for sekis.
const OPEN: &str = "x\n-x-o-o\n-xxooo\n-xo-o-\n-xoooo\n";

/// A game after two passes.
fn scored(board: &str, rules: &str, terms: Terms) -> Game {
    let record: BoardRecord = board.parse().unwrap();
    let rules: Rules = rules.parse().unwrap();
    let first = record.to_play();
    let mut game = Game::new(record.with_rules(rules), terms);
    pass(&mut game, first);
    pass(&mut game, !first);
    game
}

fn suggest(game: &mut Game, by: Color) -> Life {
    let standing = Standing {
        ending: None,
        ..game.state().standing()
    };
    let life = standing.life();
    let command = game
        .view(Viewer::Player(by))
        .suggest(Suggestion::from(&life));
    changed(game, by, command);
    life
}

fn points<const N: usize>(vertices: [&str; N], game: &Game) -> [Point; N] {
    let size = game.state().record().size();
    vertices.map(|vertex| Point::from_vertex(vertex, size).unwrap())
}

/// Under any rules and terms, and whatever was marked before, the count is that of the suggestion, and the next suggestion
/// changes nothing.
#[test]
fn the_count_after_a_suggestion_is_its_result() {
    let boards = [
        BOARD,
        EYES,
        DEAD_IN_EYE,
        FAR_EYE,
        TEIRE,
        UNEQUAL,
        OPEN,
        "x\n-\n",
        "o\n---\n---\n",
        "x\n-xo--\n-----\n--o--\n",
    ];
    let rules = [
        "japanese",
        "japanese,tax=none",
        "japanese,tax=all",
        "stone-scoring",
        "chinese",
        "kata,tax=seki",
    ];
    let marking = [Marking::StonesAndRegions, Marking::Stones];
    for (nth, board) in boards.into_iter().enumerate() {
        for (rule, rules) in rules.into_iter().enumerate() {
            // Each board and each set of rules with both, but not every pair of them.
            let markings = marking.into_iter().enumerate();
            let asked = markings.filter(|(which, _)| deep() || *which == (nth + rule) % 2);
            for (_, marking) in asked {
                let place = format!("{rules} {marking}\n{board}");
                // By area a region with dead stones cannot be marked.
                if board == DEAD_IN_EYE && rules == "chinese" {
                    continue;
                }
                let terms = Terms {
                    marking,
                    ..terms(Preset::Japanese)
                };
                let mut game = scored(board, rules, terms);
                let view = game.view(Viewer::Player(WHITE));
                for point in game.state().record().size().points() {
                    game.handle(gokata::agreement::Request::new(
                        WHITE,
                        view.mark(point, Mark::Dead),
                    ));
                }
                let life = suggest(&mut game, WHITE);
                let state = game.state();
                // Without a tax, the marks say what does not count in a seki.
                let mut standing = life.standing();
                if standing.rules.tax() == Tax::None && marking == Marking::StonesAndRegions {
                    standing.rules = standing.rules.with_tax(Tax::Seki);
                }
                let count = state.count().expect("a count");
                assert_eq!(count.score(), standing.count().score(), "{place}");
                // Nor does a dead stone there.
                let unpaid = match state.record().rules().tax() {
                    Tax::None => standing.unpaid(),
                    _ => standing.unpaid() - standing.marks.dead(),
                };
                let dead = life.standing().marks.dead() - unpaid;
                assert_eq!(state.marks().dead(), dead, "{place}");
                let suggested = game
                    .view(Viewer::Spectator)
                    .suggested
                    .expect("a suggestion");
                assert_eq!(suggested.open, life.open(), "{place}");
                assert_eq!(
                    suggested.proven,
                    life.stones_where(Finding::is_proven),
                    "{place}"
                );
                assert!(state.marks().encode().is_ok());
                let again = game
                    .view(Viewer::Player(BLACK))
                    .suggest(Suggestion::from(&life));
                unchanged(&mut game, BLACK, again);
                assert!(
                    Game::replay(game.log()).unwrap().state() == game.state(),
                    "{place}"
                );
            }
        }
    }
}

/// The opponent is no longer done, both have to approve the suggested board, and it is counted as it was shown.
#[test]
fn a_suggestion_ends_a_game_only_when_both_approve_it() {
    let mut game = scored(BOARD, "japanese", terms(Preset::Japanese));
    approve(&mut game, BLACK);
    let life = game.state().standing().life();
    let view = game.view(Viewer::Player(WHITE));
    let reply = changed(&mut game, WHITE, view.suggest(Suggestion::from(&life)));
    assert_eq!(notices(&reply), [(BLACK, "no_longer_done")]);
    let view = game.view(Viewer::Player(WHITE));
    assert_eq!(view.viewer_state(), ViewerState::Scoring);
    approve(&mut game, WHITE);
    assert!(game.state().finish().is_none());
    approve(&mut game, BLACK);
    let finish = game.state().finish().expect("the end").clone();
    assert_eq!(finish.outcome, Outcome::Counted(life.result()));
    let counted = finish.counted.expect("a count");
    assert_eq!(Some(&counted.count), game.state().count().as_ref());
    assert_eq!(counted.marks.dead().list(), points(["B1", "G1"], &game));
}

/// Its marks are like any others: a player who disagrees changes them, and what they touch is no longer in seki.
#[test]
fn players_know_better_than_a_suggestion() {
    let mut game = scored(EYES, "japanese,komi=0", terms(Preset::Japanese));
    let life = suggest(&mut game, BLACK);
    let [a5, d5, g5, b4, c5] = points(["A5", "D5", "G5", "B4", "C5"], &game);
    assert!(
        life.stones_where(|finding| finding.better_guess() == Status::Seki)
            .contains(b4)
    );
    assert_eq!(game.state().marks().neutral().list(), [a5, d5]);
    let in_seki = game.state().seki().expect("somebody has looked for sekis");
    assert_eq!(in_seki, life.standing().seki.unwrap());

    // Elsewhere, a mark changes how sure the marks are said to be, and nothing about the seki.
    mark(&mut game, WHITE, g5, Mark::Neutral);
    assert!(game.state().suggested().is_none());
    assert_eq!(game.state().seki(), Some(in_seki));
    // One eye counts again: then the other does not lie in a seki either.
    mark(&mut game, WHITE, a5, Mark::Counted);
    assert!(game.state().seki().unwrap().is_empty());
    // Another suggestion sets everything again. A stone that is no longer alive leaves the seki with all of it.
    suggest(&mut game, WHITE);
    assert!(game.state().suggested().is_some());
    mark(&mut game, BLACK, c5, Mark::Dead);
    let seki = game.state().seki().unwrap();
    assert!(seki.is_empty(), "{seki:?}");

    // Resumed play forgets the suggestion.
    let resume = game.view(Viewer::Player(WHITE)).resume();
    changed(&mut game, WHITE, resume);
    assert_eq!(
        (game.state().seki(), game.state().suggested()),
        (None, None)
    );
}

/// A group with stones in seki is taxed whole. Players who take it for two groups mark the far eye as counted.
#[test]
fn a_far_eye_of_a_group_in_seki_is_marked_neutral() {
    let mut game = scored(FAR_EYE, "japanese,komi=0", terms(Preset::Japanese));
    suggest(&mut game, BLACK);
    let [g5, f3, h1] = points(["G5", "F3", "H1"], &game);
    assert_eq!(game.state().marks().neutral().list(), [g5, f3, h1]);
    let score = |game: &Game| game.state().count().unwrap().score().to_string();
    assert_eq!(score(&game), "o+25");
    mark(&mut game, WHITE, g5, Mark::Counted);
    assert_eq!(score(&game), "o+24");
}

/// Open points make no seki once somebody has looked for sekis; near it, the tax stays.
#[test]
fn open_points_do_not_tax_what_was_suggested() {
    let mut game = scored(OPEN, "japanese,komi=0", terms(Preset::Japanese));
    assert!(game.view(Viewer::Player(BLACK)).unfinished.is_some());
    let before = game.state().count().unwrap().total(BLACK);
    suggest(&mut game, BLACK);
    assert!(game.view(Viewer::Player(BLACK)).unfinished.is_none());
    assert!(game.state().count().unwrap().total(BLACK) > before);
    let undone = game.undo().expect("the game before");
    assert_eq!(undone.state().count().unwrap().total(BLACK), before);
}

/// Whoever made it: stones that cannot be dead are alive.
#[test]
fn an_impossible_suggestion_is_corrected() {
    let mut game = scored(BOARD, "chinese", terms(Preset::Chinese));
    let view = game.view(Viewer::Player(BLACK));
    let [beside, dead] = points(["A3", "B1"], &game);
    let suggestion = Suggestion {
        dead: vec![beside, dead],
        ..Suggestion::default()
    };
    changed(&mut game, BLACK, view.suggest(suggestion));
    // All around the stone at B1 has been taken off the board, up to living stones of its color.
    let marks = game.state().marks();
    assert!(marks.dead().contains(beside) && !marks.dead().contains(dead));
    assert!(marks.encode().is_ok());
}
