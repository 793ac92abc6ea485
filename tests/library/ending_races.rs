//! Two players act at the same time.

use crate::support::table::{
    self, ALIVE, BLACK, Column, DEAD, WHITE, approve, changed, done, game, mark, mark_of, named,
    notices, refused, unchanged, undone,
};
use gokata::agreement::{
    Answer, Command, Entry, Event, Game, How, Refusal, Reply, Stage, Viewer, ViewerState,
};
use gokata::scoring::{Mark, Outcome};
use gokata::{Color, Point};
use pretty_assertions::assert_eq;

fn viewer_state(game: &Game, color: Color) -> ViewerState {
    game.view(Viewer::Player(color)).viewer_state()
}

#[test]
fn race_1_a_mark_arrives_before_an_approval_of_the_board_without_it() {
    let mut game = game(Column::D, BLACK);
    let seen_by_white = done(WHITE, game.state());
    mark(&mut game, BLACK, ALIVE.into(), Mark::Dead);
    assert_eq!(
        refused(&mut game, WHITE, seen_by_white),
        Refusal::StaleScore
    );
    assert_eq!(viewer_state(&game, WHITE), ViewerState::Scoring);
    approve(&mut game, WHITE);
    assert_eq!(viewer_state(&game, WHITE), ViewerState::YouAreDone);
}

#[test]
fn race_2_an_approval_arrives_before_a_mark_sent_without_knowing_it() {
    let mut game = game(Column::D, BLACK);
    let blacks = mark_of(ALIVE, Mark::Dead, game.state());
    approve(&mut game, WHITE);
    assert_eq!(viewer_state(&game, BLACK), ViewerState::OpponentIsDone);
    let reply = changed(&mut game, BLACK, blacks);
    assert_eq!(notices(&reply), [(WHITE, "no_longer_done")]);
    assert_eq!(
        Color::BOTH.map(|color| game.state().is_done(color)),
        [false, false]
    );
    assert_eq!(viewer_state(&game, BLACK), ViewerState::Scoring);
    // The next mark cancels no approval, so nobody is notified.
    let reply = mark(&mut game, BLACK, DEAD.into(), Mark::Alive);
    assert_eq!(notices(&reply), []);
}

#[test]
fn race_3_both_are_done_at_once() {
    let mut game = game(Column::D, BLACK);
    let same = done(BLACK, game.state());
    let first = changed(&mut game, BLACK, same.clone());
    assert_eq!(viewer_state(&game, BLACK), ViewerState::YouAreDone);
    let second = changed(&mut game, WHITE, same);
    assert_eq!(
        (notices(&first), notices(&second)),
        (vec![(WHITE, "opponent_done")], vec![(BLACK, "game_over")])
    );
    let is_finish = |entry: &&Entry| matches!(entry.event, Event::Finished { .. });
    assert_eq!(game.log().iter().filter(is_finish).count(), 1);
}

#[test]
fn race_4_both_mark_different_groups_at_once() {
    let mut game = game(Column::D, BLACK);
    let before = game.state().clone();
    let one = changed(&mut game, BLACK, mark_of(ALIVE, Mark::Dead, &before));
    let other = changed(&mut game, WHITE, mark_of(DEAD, Mark::Alive, &before));
    assert_eq!(game.state().scoring_number(), before.scoring_number() + 2);
    let dead: Vec<Point> = game.state().marks().dead().collect();
    assert_eq!(dead, [Point::from(ALIVE)]);
    let is_merged = |reply: Reply| reply.result.is_ok_and(|answer| answer.is_merged());
    assert_eq!([one, other].map(is_merged), [false, true]);
}

#[test]
fn race_5_both_mark_the_same_group() {
    let mut game = game(Column::D, BLACK);
    let before = game.state().clone();
    changed(&mut game, BLACK, mark_of(ALIVE, Mark::Dead, &before));
    unchanged(&mut game, WHITE, mark_of(ALIVE, Mark::Dead, &before));

    // Opposite marks: both are logged, the later one counts, and the approval is cancelled.
    let before = game.state().clone();
    approve(&mut game, BLACK);
    changed(&mut game, WHITE, mark_of(ALIVE, Mark::Alive, &before));
    changed(&mut game, BLACK, mark_of(ALIVE, Mark::Dead, &before));
    assert_eq!(game.state().board(), before.board());
    assert_eq!(game.state().scoring_number(), before.scoring_number() + 2);
    assert_eq!(
        Color::BOTH.map(|color| game.state().is_done(color)),
        [false, false]
    );
    let said: Vec<&str> = game.log().iter().map(|entry| entry.event.name()).collect();
    assert!(said.ends_with(&["done", "marked", "marked"]));
}

#[test]
fn race_6_an_answer_is_lost() {
    let mut game = game(Column::D, BLACK);
    let named = |name: &str, command| named(name, BLACK, command);
    let approval = done(BLACK, game.state());
    let first = game.handle(named("one", approval.clone()));
    let after = game.state().clone();
    // The browser repeats the request under the same name; the player repeats it under a new name.
    assert_eq!(
        game.handle(named("one", approval.clone())).result,
        first.result
    );
    assert_eq!(
        game.handle(named("two", approval.clone())).result,
        Ok(Answer::Unchanged)
    );
    // A name is valid for one player only, so White's request with this name is a new request.
    let whites = table::named("one", WHITE, mark_of(ALIVE, Mark::Dead, &after));
    assert!(*game.state() == after);
    assert!(
        game.handle(whites)
            .result
            .is_ok_and(|answer| answer.is_change())
    );
    // A repeated request gets its first answer, even if a new one would now be refused.
    assert_eq!(game.handle(named("one", approval)).result, first.result);
}

/// The network repeats an approval after its player has taken it back.
#[test]
fn a_repeated_request_does_not_restore_an_approval_that_was_taken_back() {
    let mut game = game(Column::D, BLACK);
    let named = |name: &str, command| named(name, BLACK, command);
    let approval = named("one", done(BLACK, game.state()));
    let first = game.handle(approval.clone());
    game.handle(named("two", undone(BLACK, game.state())));
    assert_eq!(game.handle(approval.clone()).result, first.result);
    assert!(!game.state().is_done(BLACK));
    // The same holds after the log is replayed.
    let mut game = Game::replay(game.log()).expect("a log");
    assert_eq!(game.handle(approval).result, first.result);
    assert!(!game.state().is_done(BLACK));
}

#[test]
fn race_7_one_player_in_two_windows() {
    let mut game = game(Column::D, BLACK);
    let second_window = mark_of(ALIVE, Mark::Dead, game.state());
    approve(&mut game, BLACK);
    assert_eq!(
        refused(&mut game, BLACK, second_window.clone()),
        Refusal::YouAreDone
    );
    let taken_back = undone(BLACK, game.state());
    changed(&mut game, BLACK, taken_back);
    changed(&mut game, BLACK, second_window);
}

#[test]
fn race_8_one_resumes_while_the_other_approves() {
    let whites_done = |game: &Game| done(WHITE, game.state());
    let resume = |game: &Game| Command::Resume {
        number: game.state().scoring_number(),
    };
    // The request to resume arrives first.
    let mut one = game(Column::E, BLACK);
    let (approval, resumption) = (whites_done(&one), resume(&one));
    changed(&mut one, BLACK, resumption.clone());
    assert_eq!(
        refused(&mut one, WHITE, approval.clone()),
        Refusal::WrongPhase(Stage::Play)
    );
    // The approval arrives first.
    let mut other = game(Column::E, BLACK);
    changed(&mut other, WHITE, approval);
    assert_eq!(refused(&mut other, BLACK, resumption), Refusal::Finished);
}

#[test]
fn race_9_one_marks_while_the_other_finishes() {
    let mut game = game(Column::E, BLACK);
    let late = mark_of(ALIVE, Mark::Dead, game.state());
    approve(&mut game, WHITE);
    let result = game.state().clone();
    assert_eq!(refused(&mut game, BLACK, late), Refusal::Finished);
    assert!(*game.state() == result);
    let finish = game.state().finish().expect("a result");
    let counted = finish.counted.as_ref().expect("a count");
    assert_eq!(finish.how, How::Agreement);
    assert_eq!(Ok(counted.board.clone()), counted.marks.encode());
    assert_eq!(finish.outcome, Outcome::Counted(counted.count.score()));
}
