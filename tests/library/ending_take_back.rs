//! Taking back a turn: a player asks, the opponent grants, and the game is as it was before that turn.

use crate::support::table::{
    self, BLACK, Column, WHITE, ask, changed, game, notices, opened, pass, play, refused, void,
};
use gokata::agreement::{Command, Event, Game, Refusal, Stage, Terms, Viewer};
use gokata::{BoardRecord, Color, Point, Preset, Rules};
use pretty_assertions::assert_eq;

fn asks(game: &mut Game, by: Color) {
    let command = game.view(Viewer::Player(by)).ask_take_back();
    changed(game, by, command);
}

fn grants(game: &mut Game, by: Color) {
    let command = game.view(Viewer::Player(by)).grant_take_back();
    changed(game, by, command);
}

/// Takes back the latest own turn of `asker`, and checks that a server that reads the log has the same game.
fn take_back(game: &mut Game, asker: Color) {
    asks(game, asker);
    grants(game, !asker);
    let replayed = Game::replay(game.log()).unwrap();
    assert!(replayed.state() == game.state());
}

/// A game on an empty board of 5x5 where Black has played C3 and White C4.
fn begun(rules: &str) -> Game {
    let record: BoardRecord = "x\n-----\n-----\n-----\n-----\n-----\n".parse().unwrap();
    let rules: Rules = rules.parse().unwrap();
    let mut game = Game::new(record.with_rules(rules), Terms::for_rules(rules));
    play(&mut game, BLACK, Point::from((2, 2)));
    play(&mut game, WHITE, Point::from((1, 2)));
    game
}

#[test]
fn one_turn_or_two_are_taken_back_and_the_asker_is_to_move() {
    for (asker, turns) in [(BLACK, 0), (WHITE, 1)] {
        let mut game = begun("japanese");
        let before = game.at(1 + turns).unwrap();
        asks(&mut game, asker);
        let view = game.view(Viewer::Player(!asker));
        let message = format!("; {asker} asks to take back a move");
        assert!(view.message.ends_with(&message), "{}", view.message);
        let reply = changed(&mut game, !asker, view.grant_take_back());
        assert_eq!(notices(&reply), [(asker, "taken_back")]);
        let line = format!("your move is taken back: your turn (move {})", turns + 1);
        assert_eq!(reply.notices[0].to_string(), line);
        let state = game.state();
        assert!(state.record() == before.record());
        assert_eq!((state.taken_back(), state.take_back_ask()), (1, None));
        assert_eq!(state.record().to_play(), asker);
        let move_no = usize::try_from(turns).unwrap();
        let granted = Event::TakenBack {
            by: !asker,
            move_no,
        };
        assert_eq!(game.log().last().unwrap().event, granted);
    }
}

/// After a take-back the same turn numbers come again, so a turn also says how often turns were taken back.
#[test]
fn a_late_copy_from_before_a_take_back_changes_nothing() {
    let mut game = begun("japanese");
    let first = game.view(Viewer::Player(BLACK));
    let [late_play, late_pass] = [first.play((3, 3)), first.pass()];
    let again = first.ask_take_back();
    play(&mut game, BLACK, Point::from((0, 0)));
    asks(&mut game, BLACK);
    let late_grant = game.view(Viewer::Player(WHITE)).grant_take_back();
    grants(&mut game, WHITE);
    assert_eq!(game.state().record().turns(), 2);
    for late in [late_play, late_pass] {
        assert_eq!(refused(&mut game, BLACK, late), Refusal::StaleMove);
    }
    assert_eq!(refused(&mut game, BLACK, again), Refusal::StaleView);
    // Black asks once more, and has not been granted that.
    play(&mut game, BLACK, Point::from((0, 0)));
    asks(&mut game, BLACK);
    assert_eq!(refused(&mut game, WHITE, late_grant), Refusal::StaleView);
    assert_eq!(game.state().record().turns(), 3);
}

#[test]
fn two_who_ask_have_not_agreed() {
    let mut game = begun("japanese");
    let [black, white] = Color::BOTH.map(|color| game.view(Viewer::Player(color)).ask_take_back());
    changed(&mut game, BLACK, black);
    assert_eq!(refused(&mut game, WHITE, white), Refusal::StaleView);
    // White sees that Black asks, and asks for the other turn: now it is for Black to grant.
    asks(&mut game, WHITE);
    assert_eq!(game.state().take_back_ask(), Some(WHITE));
    let own = Command::GrantTakeBack {
        ask: game.state().seq(),
    };
    assert_eq!(refused(&mut game, WHITE, own), Refusal::StaleView);
    let again = game.view(Viewer::Player(WHITE)).ask_take_back();
    table::unchanged(&mut game, WHITE, again);
    grants(&mut game, BLACK);
    assert_eq!(game.state().record().turns(), 1);
}

#[test]
fn a_request_lapses_with_the_next_event() {
    let asked = |game: &mut Game| {
        asks(game, WHITE);
        game.view(Viewer::Player(BLACK)).grant_take_back()
    };
    let next: [fn(&mut Game); 4] = [
        |game| play(game, BLACK, Point::from((0, 0))),
        |game| drop(pass(game, BLACK)),
        |game| drop(ask(game, WHITE, void(game.state()))),
        |game| drop(ask(game, BLACK, Command::Resign)),
    ];
    for next in next {
        let mut game = begun("japanese");
        let grant = asked(&mut game);
        next(&mut game);
        let refusal = match game.state().stage() {
            Stage::Finished => Refusal::Finished,
            _ => Refusal::StaleView,
        };
        assert_eq!(refused(&mut game, BLACK, grant), refusal);
        assert_eq!(game.state().take_back_ask(), None);
    }
    // And a request voids an offer to call the game off.
    let mut game = begun("japanese");
    let offer = void(game.state());
    changed(&mut game, WHITE, offer);
    asked(&mut game);
    assert_eq!(game.state().void_offer(), None);
}

#[test]
fn ko_prisoners_and_repetition_are_as_before() {
    for rules in ["japanese", "tromp-taylor"] {
        let rules: Rules = rules.parse().unwrap();
        let board: BoardRecord = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n".parse().unwrap();
        let mut game = Game::new(board.with_rules(rules), Terms::of(Preset::Japanese));
        let start = game.state().record().clone();
        play(&mut game, WHITE, Point::from((2, 1)));
        assert_eq!(game.state().record().prisoners(WHITE), 1);
        let forbidden = game.state().forbidden_points();
        let retake = Point::from((2, 2));
        assert!(forbidden.iter().any(|(point, _)| *point == retake));
        take_back(&mut game, WHITE);
        assert!(*game.state().record() == start);
        assert_eq!(game.state().record().prisoners(WHITE), 0);
        assert_eq!(game.view(Viewer::Spectator).ko_point, None);
        // The board that was taken back was never there, so it may come.
        play(&mut game, WHITE, Point::from((2, 1)));
        assert_eq!(game.state().forbidden_points(), forbidden);
    }
}

#[test]
fn turns_from_before_play_was_resumed_stand() {
    let mut game = game(Column::D, BLACK);
    let scoring = game.view(Viewer::Player(BLACK));
    assert_eq!(
        refused(&mut game, BLACK, scoring.ask_take_back()),
        Refusal::WrongPhase(Stage::Scoring)
    );
    changed(&mut game, BLACK, scoring.resume());
    for by in Color::BOTH {
        let command = game.view(Viewer::Player(by)).ask_take_back();
        assert_eq!(refused(&mut game, by, command), Refusal::NothingToTakeBack);
    }
    let resumed = game.state().record().clone();
    play(&mut game, WHITE, Point::from((0, 7)));
    take_back(&mut game, WHITE);
    assert!(*game.state().record() == resumed);
    // No stone is left of those played since, so play cannot be resumed again.
    pass(&mut game, WHITE);
    pass(&mut game, BLACK);
    let view = game.view(Viewer::Player(WHITE));
    assert_eq!(
        refused(&mut game, WHITE, view.resume()),
        Refusal::NoProgress
    );
}

#[test]
fn a_pass_that_was_taken_back_ends_nothing() {
    let mut game = opened(BLACK, Preset::Japanese, Terms::of(Preset::Japanese));
    pass(&mut game, BLACK);
    take_back(&mut game, BLACK);
    play(&mut game, BLACK, Point::from((0, 0)));
    pass(&mut game, WHITE);
    assert_eq!(game.state().stage(), Stage::Play);
    // The opponent has answered: both turns go.
    play(&mut game, BLACK, Point::from((2, 0)));
    take_back(&mut game, WHITE);
    assert_eq!(game.state().record().turns(), 1);
    assert_eq!(game.state().taken_back(), 2);
}
