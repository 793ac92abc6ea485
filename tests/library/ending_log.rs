//! The log of a game between two players: which logs can be loaded, undo, changed points, views and refusals.

use crate::support::table::{
    BLACK, Column, WHITE, approve, ask, changed, game, no_stone_since, pass, play, refused, terms,
    undone, void,
};
use gokata::agreement::{
    Command, Entry, Event, Game, How, Refusal, ReplayError, Stage, Suggestion, Terms, Viewer,
    ViewerState, notify,
};
use gokata::scoring::{Mark, MarkError, Outcome};
use gokata::{BoardRecord, ByColor, Color, IllegalMove, Move, Point, Preset, Size, play_move};
use pretty_assertions::assert_eq;

#[test]
fn a_game_may_begin_with_scoring_or_finished() {
    let passed_out = |preset: Preset| {
        let mut record = BoardRecord::new(Size::square(3).unwrap()).with_rules(preset.rules());
        for by in [BLACK, WHITE] {
            record = play_move(Move::pass(by), &record).unwrap();
        }
        record
    };
    let record = passed_out(Preset::Japanese);
    let one = Game::begun(record, Terms::of(Preset::Japanese), 17);
    assert_eq!(one.state().stage(), Stage::Scoring);
    assert_eq!(one.state().scoring_number(), 1);
    let entries = one.log().iter();
    let entries: Vec<_> = entries
        .map(|entry| (entry.seq, entry.at, entry.by))
        .collect();
    assert_eq!(entries, [(1, 17, None), (2, 17, None)]);
    let invited = notify(one.state(), &one.log()[0]).into_iter();
    assert_eq!(
        invited.map(|notice| notice.to).collect::<Vec<_>>(),
        Color::BOTH
    );
    assert_eq!(notify(one.state(), &one.log()[1]), []);

    let preset = Preset::TrompTaylor;
    let other = Game::new(passed_out(preset), Terms::of(preset));
    let message = other.view(Viewer::Spectator).message;
    assert_eq!(message, "game over: White wins by 7.5 points");
    assert_eq!(notify(one.state(), &other.log()[1]).len(), 2);

    let record = BoardRecord::new(Size::square(3).unwrap());
    let record = play_move(Move::resign(BLACK), &record).unwrap();
    let given_up = Game::new(record, Terms::of(Preset::Kata));
    let finish = given_up.state().finish().unwrap();
    assert_eq!(finish.how, How::Resignation(BLACK));
    for game in [&one, &other, &given_up] {
        assert_eq!(replayed(game.log()).state(), game.state());
        assert!(game.undo().is_none());
    }
}

#[track_caller]
fn replayed(log: &[Entry]) -> Game {
    Game::replay(log).unwrap()
}

/// A game with a mark, an approval that is taken back, and a stone played after play is resumed.
fn long_game() -> Game {
    let mut game = game(Column::E, BLACK);
    let number = game.state().scoring_number();
    let taken_back = undone(BLACK, game.state());
    changed(&mut game, BLACK, taken_back);
    changed(&mut game, WHITE, Command::Resume { number });
    play(&mut game, BLACK, (0, 0).into());
    game
}

#[test]
fn only_a_log_that_can_have_happened_is_accepted() {
    let mut games = vec![game(Column::G, WHITE), no_stone_since(Column::G, BLACK)];
    let claim = Command::Claim {
        number: 2,
        silent_for: 1000,
        reminders: 2,
    };
    for (column, command) in [
        (Column::E, claim),
        (Column::B, Command::Resign),
        (Column::F, void(game(Column::F, BLACK).state())),
    ] {
        let mut game = game(column, BLACK);
        changed(&mut game, BLACK, command);
        let accepted = void(game.state());
        ask(&mut game, WHITE, accepted);
        games.push(game);
    }
    let mut suggested = game(Column::D, BLACK);
    let view = suggested.view(Viewer::Player(BLACK));
    let suggestion = Suggestion::from(&suggested.state().standing().life());
    changed(&mut suggested, BLACK, view.suggest(suggestion));
    games.push(suggested);
    for game in games {
        let log = game.log();
        assert!(replayed(log).state() == game.state());
        for changed in 0..log.len() {
            let mut without = log.to_vec();
            without.remove(changed);
            let is_last = changed + 1 == log.len();
            let is_refused = Game::replay(&without).is_err();
            assert!(is_refused || is_last, "without {:?}", log[changed]);
            for other in lies(&log[changed]) {
                let mut lie = log.to_vec();
                lie[changed] = other.clone();
                assert!(Game::replay(&lie).is_err(), "{other:?}");
            }
        }
        let twice: Vec<Entry> = log.iter().chain(&log[1..]).cloned().collect();
        assert!(matches!(
            Game::replay(&twice),
            Err(ReplayError::Number { .. })
        ));
    }
    assert_eq!(Game::replay(&[]).err(), Some(ReplayError::NotStarted));
    let headless = &game(Column::C, BLACK).log()[1..].to_vec();
    assert_eq!(Game::replay(headless).err(), Some(ReplayError::NotStarted));
}

/// Returns false versions of the entry, none of which fits the log.
fn lies(entry: &Entry) -> Vec<Entry> {
    use Event::{Done, Finished, Marked, Played, Resigned, Resumed, ScoringEntered, Suggested};
    let lies: [fn(&mut Entry); 5] = [
        |entry| entry.seq += 1,
        |entry| match entry.event {
            Resigned { .. } => {}
            _ => entry.by = Some(entry.by.map_or(BLACK, |by| !by)),
        },
        |entry| match &mut entry.event {
            ScoringEntered { number }
            | Marked { number, .. }
            | Suggested { number, .. }
            | Resumed { number, .. } => {
                *number += 1;
            }
            Done { number, .. } => *number -= 1,
            Played { point, .. } => *point = (1, 0).into(),
            _ => {}
        },
        |entry| match &mut entry.event {
            Suggested { suggestion, .. } => suggestion.dead.clear(),
            Marked { base, number, .. } => *base = *number + 9,
            Done { board, .. } => *board = board.to_lowercase(),
            Resumed { to_play, .. } => *to_play = !*to_play,
            Finished { outcome, tally, .. } => (*outcome, *tally) = (Outcome::Unknown, None),
            _ => {}
        },
        |entry| match &mut entry.event {
            Marked { changes, .. } | Suggested { changes, .. } => {
                *changes = gokata::scoring::Marked::default();
            }
            Finished { how, tally, .. } => (*how, *tally) = (How::Claim(WHITE), None),
            _ => {}
        },
    ];
    let lie = |lie: fn(&mut Entry)| {
        let mut other = entry.clone();
        lie(&mut other);
        (other != *entry).then_some(other)
    };
    lies.into_iter().filter_map(lie).collect()
}

/// For example, the second pass is undone together with the start of scoring.
#[test]
fn undo_removes_all_events_of_a_request() {
    let mut game = long_game();
    let mut states = Vec::new();
    while let Some(before) = game.undo() {
        states.push(before.state().stage());
        assert!(game.log().starts_with(before.log()));
        game = before;
    }
    let scoring = states.iter().filter(|stage| **stage == Stage::Scoring);
    assert_eq!((states.len(), scoring.count()), (9, 4));
    assert_eq!(game.state().record().turns(), 0);
}

#[test]
fn a_view_shows_the_state_of_the_game_to_each_viewer() {
    let record: BoardRecord = "o\n-xo-\nx-xo\n-xo-\n".parse().unwrap();
    let mut game = Game::new(record, terms(Preset::Kata));
    play(&mut game, WHITE, (1, 1).into());
    let view = game.view(Viewer::Player(BLACK));
    assert_eq!(view.ko_point, Some(Point::from((1, 2))));
    assert_eq!(view.last_move, Some(Move::play(WHITE, (1, 1))));
    assert_eq!(
        (view.to_move, view.move_no, view.prisoners),
        (Some(BLACK), 1, ByColor::new(0, 1))
    );
    assert_eq!(view.board, ".bw.bw.w.bw.");
    assert_eq!(
        (view.stage, view.viewer_state()),
        (Stage::Play, ViewerState::Playing)
    );
    assert_eq!((&view.count, view.outcome, view.how), (&None, None, None));
    assert_eq!(view.message, "your turn");
    assert_eq!(game.view(Viewer::Spectator).message, "waiting for Black");
    let refusal = refused(&mut game, BLACK, view.play((1, 2)));
    assert_eq!(refusal, Refusal::Illegal(IllegalMove::Ko));

    pass(&mut game, BLACK);
    let message = game.view(Viewer::Player(WHITE)).message;
    assert_eq!(message, "Black passed: pass again to end the game");
    pass(&mut game, WHITE);
    let view = game.view(Viewer::Player(WHITE));
    assert_eq!(
        (view.ko_point, view.to_move, view.board.as_str()),
        (None, None, "BbwWbwWwBbwW")
    );
    let count = game.state().count().map(|count| count.to_string());
    assert_eq!(view.count.map(|count| count.to_string()), count);
    approve(&mut game, WHITE);
    for (viewer, state, done, message) in [
        (
            Viewer::Player(WHITE),
            ViewerState::YouAreDone,
            [true, false],
            "waiting for Black to finish scoring",
        ),
        (
            Viewer::Player(BLACK),
            ViewerState::OpponentIsDone,
            [false, true],
            "White has finished scoring",
        ),
    ] {
        let view = game.view(viewer);
        assert_eq!(
            (view.viewer_state(), view.message.as_str()),
            (state, message)
        );
        assert_eq!([view.you_are_done(), view.opponent_is_done()], done);
    }
    let other = game.view(Viewer::Spectator);
    assert_eq!(other.viewer_state(), ViewerState::Scoring);
    assert_eq!(other.done, ByColor::new(false, true));
    let waits_for = Color::BOTH.map(|color| game.state().waits_for(color));
    assert_eq!(waits_for, [true, false]);
}

#[test]
fn refusals_are_sentences() {
    let mut refusals = vec![
        Refusal::WrongPhase(Stage::Play),
        Refusal::WrongPhase(Stage::Scoring),
        Refusal::Finished,
        Refusal::NotYourTurn,
        Refusal::YouAreDone,
        Refusal::NotDone,
        Refusal::StaleMove,
        Refusal::StaleScore,
        Refusal::StaleView,
        Refusal::NumberAhead,
        Refusal::BoardMismatch,
        Refusal::MarkNotOffered(Mark::Neutral),
        Refusal::Mark(MarkError::Empty((0, 2).into())),
        Refusal::NoProgress,
        Refusal::ClaimNotOffered,
        Refusal::ClaimTooSoon,
        Refusal::TooLong,
    ];
    refusals.extend(IllegalMove::ALL.map(Refusal::Illegal));
    let mut sentences: Vec<String> = refusals.iter().map(ToString::to_string).collect();
    for sentence in &sentences {
        let small = sentence.starts_with(|c: char| c.is_lowercase() || c == '(');
        assert!(small && !sentence.ends_with('.'), "{sentence}");
    }
    sentences.sort();
    sentences.dedup();
    assert_eq!(sentences.len(), refusals.len());
    let size = Size::square(9).unwrap();
    assert_eq!(refusals[12].describe(size), "there is no stone on C9");
    assert_eq!(refusals[3].describe(size), refusals[3].to_string());
}
