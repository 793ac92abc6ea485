//! What a server needs: proposals that are stored before they happen, growth from a stored log, repeated requests after a
//! restart, limits, and what a game is made from.

use crate::support::table::{
    self, ALIVE, BLACK, Column, DEAD, WHITE, approve, changed, done, game, mark, mark_of, named,
    refused, undone, void,
};
use gokata::agreement::{
    Accepted, ClaimTerms, Command, Event, Game, How, Marking, Refusal, ReplayError, Request,
    RequestName, ResumeOrder, Stage, Terms, Viewer,
};
use gokata::scoring::Mark;
use gokata::{
    BoardRecord, Color, IllegalMove, Move, Point, Preset, Setup, Size, check_move, handicap,
};
use pretty_assertions::assert_eq;

/// Black approves in two windows, takes the approval back in the first, and White approves. A server that has forgotten
/// the request of the second window decides its late copy anew.
#[test]
fn a_late_copy_of_an_approval_that_was_taken_back_ends_nothing() {
    let mut game = game(Column::D, BLACK);
    let first = named("r1", BLACK, done(BLACK, game.state()));
    let second = named("r2", BLACK, done(BLACK, game.state()));
    let answer = game.handle(first.clone()).result;
    assert!(answer.as_ref().is_ok_and(Accepted::is_change));
    assert_eq!(game.handle(second.clone()).result, Ok(Accepted::Unchanged));
    let taken_back = named("r3", BLACK, undone(BLACK, game.state()));
    game.handle(taken_back).result.expect("taken back");
    approve(&mut game, WHITE);

    for mut game in [Game::replay(game.log()).unwrap(), game] {
        // The approval that was taken back is not restored.
        assert_eq!(game.handle(first.clone()).result, answer);
        assert!(!game.state().is_done(BLACK));
        assert_eq!(game.handle(second.clone()).result, Err(Refusal::StaleScore));
        assert_eq!(game.state().stage(), Stage::Scoring);
        let retracted = Color::BOTH.map(|color| game.state().retracted(color));
        assert_eq!(retracted, [1, 0]);
        // Black's own view has the number that counts.
        let view = game.view(Viewer::Player(BLACK));
        assert_eq!((view.retracted, view.approval), (1, None));
        changed(&mut game, BLACK, view.done());
        let finish = game.state().finish().unwrap();
        assert_eq!(finish.how, How::Agreement);
    }
}

#[test]
fn a_view_has_what_taking_back_an_approval_must_name() {
    let mut game = game(Column::E, BLACK);
    let [black, white] = Color::BOTH.map(|color| game.view(Viewer::Player(color)));
    assert_eq!(black.approval, Some(game.state().seq()));
    assert_eq!((white.approval, white.undone()), (None, None));
    assert_eq!(game.view(Viewer::Spectator).approval, None);
    // White's mark has voided the approval, so that there is nothing to take back.
    mark(&mut game, WHITE, ALIVE.into(), Mark::Dead);
    assert_eq!(game.view(Viewer::Player(BLACK)).approval, None);
    let taken_back = black.undone().unwrap();
    assert_eq!(refused(&mut game, BLACK, taken_back), Refusal::StaleScore);
}

#[test]
fn a_proposal_happens_when_it_is_accepted_and_only_once() {
    let mut game = game(Column::F, BLACK);
    let before = game.clone();
    let request = named("end", BLACK, done(BLACK, game.state()));
    let proposal = game.propose(&request).unwrap();
    let entries = proposal.entries().iter();
    let events = entries.map(|entry| (entry.event.name(), entry.request == request.name));
    let events: Vec<_> = events.collect();
    assert_eq!(events, [("done", true), ("finished", true)]);
    assert_eq!(proposal.notices().len(), 1);
    assert!(!proposal.is_repeat());
    assert!(*game.state() == *before.state() && game.log() == before.log());

    assert_eq!(game.accept(proposal.clone()), Ok(()));
    assert_eq!(&game.log()[before.log().len()..], proposal.entries());
    assert_eq!(game.state().stage(), Stage::Finished);
    let after = game.clone();
    assert_eq!(game.accept(proposal.clone()), Err(proposal.clone()));
    assert!(*game.state() == *after.state() && game.log() == after.log());

    let again = game.propose(&request).expect("the answer once more");
    assert!(again.is_repeat() && again.entries().is_empty() && again.notices().is_empty());
    assert_eq!(again.answer(), proposal.answer());
}

/// Another server was faster: its mark voids White's approval, so that Black's does not end the game.
#[test]
fn a_proposal_that_comes_too_late_is_given_back() {
    let mut game = game(Column::F, BLACK);
    let request = named("end", BLACK, done(BLACK, game.state()));
    let proposal = game.propose(&request).unwrap();
    let mut other = Game::replay(game.log()).unwrap();
    let length = other.log().len();
    changed(&mut other, BLACK, mark_of(ALIVE, Mark::Dead, game.state()));
    game.extend(&other.log()[length..])
        .expect("what the other server stored");
    assert_eq!(game.accept(proposal.clone()), Err(proposal));
    assert!(*game.state() == *other.state());
    assert_eq!(game.propose(&request), Err(Refusal::StaleScore));
}

/// Even if that game has as many events, and the same turns.
#[test]
fn a_proposal_for_another_game_is_given_back() {
    let [one, mut other] = [5, 9].map(|side| {
        let record = BoardRecord::new(Size::square(side).unwrap());
        let mut game = Game::new(record, Terms::of(Preset::Kata));
        table::play(&mut game, BLACK, (2, 2).into());
        game
    });
    let before = one.clone();
    let beyond = other.view(Viewer::Player(WHITE)).play((8, 8));
    let proposal = other.propose(&Request::new(WHITE, beyond)).unwrap();
    let mut small = one;
    assert_eq!(small.accept(proposal.clone()), Err(proposal.clone()));
    assert!(*small.state() == *before.state() && small.log() == before.log());
    assert_eq!(other.accept(proposal), Ok(()));
}

#[test]
fn a_game_grows_by_all_entries_or_by_none() {
    let whole = game(Column::G, BLACK);
    let log = whole.log();
    let mut game = Game::replay(&log[..3]).unwrap();
    let mut wrong = log[3..].to_vec();
    let last = wrong.last_mut().unwrap();
    last.seq += 1;
    let seq = last.seq;
    let error = game.extend(&wrong).expect_err("a wrong number");
    let (expected, found) = (seq - 1, seq);
    assert_eq!(error, ReplayError::Number { expected, found });
    assert_eq!(game.log(), &log[..3]);
    assert!(*game.state() == *Game::replay(&log[..3]).unwrap().state());
    // What has been added already is no news.
    assert!(game.extend(&log[2..]).is_err());
    game.extend(&log[3..]).unwrap();
    assert!(*game.state() == *whole.state() && game.log() == log);
    assert_eq!(game.extend(&[]), Ok(()));
}

/// Two servers hear the same request; the second has not heard of the first one's answer.
#[test]
fn a_request_that_another_server_has_stored_is_recognized() {
    let mut one = game(Column::D, BLACK);
    let mut other = Game::replay(one.log()).unwrap();
    let request = named("mark", BLACK, mark_of(ALIVE, Mark::Dead, one.state()));
    let length = one.log().len();
    let first = one.handle(request.clone());
    other.extend(&one.log()[length..]).unwrap();
    changed(&mut other, WHITE, mark_of(ALIVE, Mark::Alive, one.state()));
    let again = other.handle(request);
    assert_eq!((again.result, again.notices), (first.result, vec![]));
    let marks = other.state().marks();
    assert!(marks.dead().iter().all(|point| point == Point::from(DEAD)));
}

/// A log in which one request of a player happens twice was not written by a server.
#[test]
fn a_log_with_a_name_twice_is_not_loaded() {
    let mut game = game(Column::D, BLACK);
    for (name, to) in [("one", Mark::Dead), ("two", Mark::Alive)] {
        let request = named(name, BLACK, mark_of(ALIVE, to, game.state()));
        assert!(game.handle(request).result.is_ok());
    }
    let mut log = game.log().to_vec();
    let last = log.len() - 1;
    log[last].request = log[last - 1].request.clone();
    let seq = log[last].seq;
    assert_eq!(Game::replay(&log).err(), Some(ReplayError::Untrue { seq }));
    // Another player may use the same name.
    log[last].request = Some("two".parse().unwrap());
    assert!(Game::replay(&log).is_ok());
}

/// Otherwise a refused request, repeated for ever under the same name, would never be decided again.
#[test]
fn only_requests_that_change_something_are_remembered() {
    let mut game = game(Column::C, BLACK);
    let pass = Command::Pass {
        move_no: 3,
        taken_back: 0,
    };
    let early = named("early", BLACK, pass);
    assert_eq!(game.handle(early.clone()).result, Err(Refusal::NotYourTurn));
    table::pass(&mut game, WHITE);
    let again = game.handle(early).result;
    assert!(again.is_ok_and(|answer| answer.is_change()));
}

#[test]
fn names_of_requests_are_short_words() {
    let longest = "x".repeat(RequestName::LONGEST);
    for name in ["a", "0", "_", "-", "Az09_-", &longest] {
        let read: RequestName = name.parse().expect(name);
        assert_eq!((read.as_str(), read.to_string().as_str()), (name, name));
    }
    let too_long = longest + "x";
    for name in ["", " ", "a b", "a\n", "é", "a/b", "\0", &too_long] {
        let error = name.parse::<RequestName>().expect_err(name).to_string();
        assert!(error.contains("is no name of a request"), "{error}");
    }
}

/// In a full game, the players can still end it in every way that needs no further events.
#[test]
fn a_full_game_can_only_be_ended() {
    let full = |column| {
        let game = game(column, BLACK);
        let events = game.state().seq();
        game.with_most_events(events)
    };
    let mut playing = full(Column::A);
    let play = playing.view(Viewer::Player(BLACK)).play((0, 2));
    assert_eq!(refused(&mut playing, BLACK, play), Refusal::TooLong);
    let pass = playing.view(Viewer::Player(BLACK)).pass();
    assert_eq!(refused(&mut playing, BLACK, pass), Refusal::TooLong);
    // Whatever else is wrong with a request is said first.
    let early = playing.view(Viewer::Player(WHITE)).pass();
    assert_eq!(refused(&mut playing, WHITE, early), Refusal::NotYourTurn);
    let (status, code) = (Refusal::TooLong.status(), Refusal::TooLong.code());
    assert_eq!((status, code), (409, "too_long"));
    changed(&mut playing, WHITE, Command::Resign);

    let mut scored = full(Column::D);
    let marked = mark_of(ALIVE, Mark::Dead, scored.state());
    assert_eq!(refused(&mut scored, BLACK, marked), Refusal::TooLong);
    let number = scored.state().scoring_number();
    let resumed = Command::Resume { number };
    assert_eq!(refused(&mut scored, BLACK, resumed), Refusal::TooLong);
    approve(&mut scored, BLACK);
    let taken_back = undone(BLACK, scored.state());
    assert_eq!(refused(&mut scored, BLACK, taken_back), Refusal::TooLong);
    let mut voided = scored.clone();
    approve(&mut scored, WHITE);
    assert_eq!(scored.state().stage(), Stage::Finished);
    for by in Color::BOTH {
        let offer = void(voided.state());
        changed(&mut voided, by, offer);
    }
    assert_eq!(voided.state().stage(), Stage::Finished);
    let mut claimed = full(Column::E);
    let claim = claimed.view(Viewer::Player(BLACK)).claim(1000, 2);
    changed(&mut claimed, BLACK, claim);

    // The limit holds for the last event that a request would add, and not for a log that is loaded.
    let ending = game(Column::B, BLACK);
    let events = ending.state().seq() + 1;
    let mut almost = ending.clone().with_most_events(events);
    let pass = almost.view(Viewer::Player(BLACK)).pass();
    assert_eq!(refused(&mut almost, BLACK, pass.clone()), Refusal::TooLong);
    let mut enough = ending.with_most_events(events + 1);
    changed(&mut enough, BLACK, pass);
    let log = game(Column::G, BLACK).log().to_vec();
    let small = Game::replay(&log[..1]).unwrap();
    let mut small = small.with_most_events(2);
    assert_eq!(small.extend(&log[1..]), Ok(()));
    let before = small.undo().expect("an earlier game");
    let approval = Request::new(WHITE, done(WHITE, before.state()));
    assert!(before.propose(&approval).is_ok());
    let unmarked = before.undo().expect("an earlier game");
    let marked = mark_of(ALIVE, Mark::Dead, unmarked.state());
    let refusal = unmarked.propose(&Request::new(BLACK, marked));
    assert_eq!(refusal, Err(Refusal::TooLong));
    assert_eq!(Game::MOST_EVENTS, 5000);
}

/// Every fixed handicap on every size, under every preset.
#[test]
fn games_with_handicap_stones_are_replayed() {
    let mut seen = 0;
    for side in 5..=25 {
        let size = Size::square(side).unwrap();
        for stones in [0, 1, 10] {
            assert_eq!(handicap::fixed(size, stones), None);
        }
        for stones in 2..=9 {
            let Some(points) = handicap::fixed(size, stones) else {
                continue;
            };
            assert_eq!(points.len(), stones);
            let setup = Setup {
                stones: points.into_iter().map(|point| (point, BLACK)).collect(),
                ..Setup::new(size, WHITE)
            };
            let record = BoardRecord::try_from(&setup).unwrap();
            for preset in Preset::ALL {
                let record = record.clone().with_rules(preset.rules());
                let mut game = Game::begun(record, Terms::of(*preset), 7);
                table::play(&mut game, WHITE, (0, 0).into());
                table::pass(&mut game, BLACK);
                let replayed = Game::replay(game.log()).unwrap();
                assert!(*replayed.state() == *game.state());
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn terms_are_words_both_ways() {
    let claims = |(silence, reminders)| ClaimTerms { silence, reminders };
    let claims = [None, Some((0, 0)), Some((u64::MAX, u32::MAX))].map(|terms| terms.map(claims));
    let resumes = ResumeOrder::ALL.iter().copied();
    let both = Marking::ALL
        .iter()
        .flat_map(|marking| resumes.clone().map(|resume| (*marking, resume)));
    for (marking, resume) in both {
        assert_eq!(marking.name().parse(), Ok(marking));
        assert_eq!(resume.to_string().parse(), Ok(resume));
        for claims in claims {
            let terms = Terms {
                marking,
                resume,
                claims,
            };
            assert_eq!(terms.to_string().parse(), Ok(terms));
            assert_eq!(terms.to_string().replace(' ', ",").parse(), Ok(terms));
        }
        assert_eq!(serde_json::json!(marking), marking.name());
        assert_eq!(serde_json::json!(resume), resume.name());
    }
    let good = "marking=stones resume=opponent_of_requester";
    for (words, problem) in [
        ("", "marking and resume must be given"),
        ("marking=stones", "marking and resume must be given"),
        ("stones", "is not key=value"),
        (
            &good.replace("stones", "dead"),
            "is none of: nothing, stones",
        ),
        (
            &good.replace("opponent", "nobody"),
            "is none of: opponent_of_requester",
        ),
        (&format!("{good} clock=1"), "is no key"),
        (&format!("{good} marking=stones"), "marking is given twice"),
        (&format!("{good} silence=1"), "must be given together"),
        (&format!("{good} silence=+1 reminders=1"), "is not a number"),
        (
            &format!("{good} silence=1 reminders=4294967296"),
            "is too large",
        ),
        (&format!("{good} silence= reminders=1"), "is not a number"),
    ] {
        let error = words.parse::<Terms>().expect_err(words);
        assert!(error.to_string().contains(problem), "{words}: {error}");
    }
}

#[test]
fn forbidden_points_are_those_that_the_referee_forbids() {
    let board: BoardRecord = "o\n-xo--\nx-xo-\n-xo-o\n---o-\n".parse().unwrap();
    for preset in Preset::ALL {
        let mut game = Game::new(board.clone().with_rules(preset.rules()), Terms::of(*preset));
        table::play(&mut game, WHITE, (1, 1).into());
        let state = game.state();
        let forbidden = |point: Point| {
            let reason = check_move(Move::play(BLACK, point), state.record()).err()?;
            (reason != IllegalMove::Occupied).then_some((point, reason))
        };
        let expected: Vec<_> = board.size().points().filter_map(forbidden).collect();
        assert!(!expected.is_empty());
        assert_eq!(state.forbidden_points(), expected);
    }
    assert_eq!(game(Column::D, BLACK).state().forbidden_points(), []);
    assert_eq!(game(Column::G, BLACK).state().forbidden_points(), []);
}

/// A log with a word of each phase and of how a game can end.
#[test]
fn phases_and_ends_have_names() {
    let stages = [Column::A, Column::D, Column::G];
    let stages = stages.map(|column| game(column, BLACK).state().stage().name());
    assert_eq!(stages, ["play", "scoring", "finished"]);
    let game = game(Column::G, BLACK);
    let ended = game.log().iter().find_map(|entry| match entry.event {
        Event::Finished { how, .. } => Some(how.name()),
        _ => None,
    });
    assert_eq!(ended, Some("agreement"));
}
