//! Two players who do not agree: resuming play, taking back approvals, claims, offers to void the game, and
//! resignations.

use crate::support::table::{
    self, ALIVE, BLACK, Column, DEAD, WHITE, approve, changed, done, game, mark, mark_of,
    no_stone_since, notices, opened, pass, play, refused, unchanged, undone, void,
};
use gokata::agreement::{
    Command, Game, How, Marking, NoticeKind, Refusal, ResumeOrder, Stage, Terms, Unless, Viewer,
};
use gokata::scoring::{Item, Mark, MarkError, Outcome};
use gokata::{BoardRecord, ByColor, Color, Move, Point, Preset, Rules};
use pretty_assertions::assert_eq;

/// Scoring numbers are never reused, so an approval from before play was resumed is stale even for an equal board.
#[test]
fn an_approval_of_an_earlier_scoring_is_stale() {
    let mut game = game(Column::D, BLACK);
    let old = done(BLACK, game.state());
    let number = game.state().scoring_number();
    changed(&mut game, BLACK, Command::Resume { number });
    assert_eq!(game.state().marks().dead().len(), 0);
    for by in [WHITE, BLACK] {
        pass(&mut game, by);
    }
    mark(&mut game, BLACK, DEAD.into(), Mark::Dead);
    let same_board = matches!(&old, Command::Done { board, .. } if *board == game.state().board());
    assert!(same_board);
    assert_eq!(refused(&mut game, WHITE, old), Refusal::StaleScore);
    assert_eq!(game.state().scoring_number(), number + 3);
}

#[test]
fn who_moves_after_play_is_resumed() {
    for requester in Color::BOTH {
        for (preset, mover) in [
            (Preset::Japanese, !requester),
            (Preset::Korean, !requester),
            // White passed first and Black last, so White moves.
            (Preset::Aga, WHITE),
            (Preset::Chinese, WHITE),
            (Preset::Kata, WHITE),
        ] {
            let mut game = opened(WHITE, preset, Terms::of(preset));
            pass(&mut game, WHITE);
            pass(&mut game, BLACK);
            approve(&mut game, WHITE);
            let reply = changed(&mut game, requester, Command::Resume { number: 1 });
            assert_eq!(game.state().record().to_play(), mover, "{preset}");
            let (notice, resumed) = (
                &reply.notices[0],
                NoticeKind::PlayResumed { to_play: mover },
            );
            assert_eq!((notice.to, &notice.kind), (!requester, &resumed));
            let view = game.view(Viewer::Player(WHITE));
            assert_eq!((view.scoring_number, view.move_no), (2, 2));
            assert_eq!((view.done, view.count), (ByColor::new(false, false), None));
        }
    }
}

#[test]
fn under_area_rules_two_passes_after_a_dispute_end_the_game() {
    let mut game = opened(BLACK, Preset::Aga, Terms::of(Preset::Aga));
    pass(&mut game, BLACK);
    pass(&mut game, WHITE);
    mark(&mut game, BLACK, DEAD.into(), Mark::Dead);
    changed(&mut game, WHITE, Command::Resume { number: 2 });
    let mut with_a_stone = game.clone();

    pass(&mut game, BLACK);
    let reply = pass(&mut game, WHITE);
    assert_eq!(notices(&reply), [(BLACK, "game_over")]);
    let finish = game.state().finish().unwrap();
    assert_eq!(
        (finish.how, finish.approved),
        (How::Passes, ByColor::default())
    );
    let counted = finish.counted.as_ref().unwrap();
    assert_eq!(counted.marks.dead().len(), 0);

    play(&mut with_a_stone, BLACK, (0, 2).into());
    pass(&mut with_a_stone, WHITE);
    let reply = pass(&mut with_a_stone, BLACK);
    assert_eq!(notices(&reply), [(WHITE, "time_to_score")]);
    assert_eq!(with_a_stone.state().scoring_number(), 4);
    changed(&mut with_a_stone, BLACK, Command::Resume { number: 4 });
}

#[test]
fn under_territory_rules_play_is_not_resumed_twice_without_a_stone_in_between() {
    let mut game = no_stone_since(Column::D, BLACK);
    let number = game.state().scoring_number();
    for by in Color::BOTH {
        let refusal = refused(&mut game, by, Command::Resume { number });
        assert_eq!(refusal, Refusal::NoProgress);
    }
    approve(&mut game, BLACK);
    approve(&mut game, WHITE);
    assert_eq!(game.state().stage(), Stage::Finished);
}

#[test]
fn under_tromp_taylor_rules_the_second_pass_ends_the_game_without_marking() {
    let mut game = opened(BLACK, Preset::TrompTaylor, Terms::of(Preset::TrompTaylor));
    pass(&mut game, BLACK);
    let message = game.view(Viewer::Player(WHITE)).message;
    assert_eq!(message, "Black passed: pass again to end the game");
    let reply = pass(&mut game, WHITE);
    assert_eq!(notices(&reply), [(BLACK, "game_over")]);
    let finish = game.state().finish().unwrap();
    assert_eq!(finish.outcome.to_string(), "W+7.5");
    assert_eq!(finish.how, How::Passes);
    assert_eq!(game.state().scoring_number(), 0);
}

/// The first pass takes the button, so scoring begins only after two more passes.
#[test]
fn the_pass_that_takes_the_button_ends_nothing() {
    let mut game = opened(BLACK, Preset::AgaButton, Terms::of(Preset::AgaButton));
    let opponent_passed = |to| [(to, "opponent_passed")];
    assert_eq!(notices(&pass(&mut game, BLACK)), opponent_passed(WHITE));
    assert_eq!(game.view(Viewer::Player(WHITE)).message, "your turn");
    assert_eq!(notices(&pass(&mut game, WHITE)), opponent_passed(BLACK));
    assert_eq!(notices(&pass(&mut game, BLACK)), [(WHITE, "time_to_score")]);
    assert_eq!(game.state().stage(), Stage::Scoring);
    let last = game.state().record().last_turn();
    assert_eq!(last, Some(Move::pass(BLACK)));
    let count = game.state().count().unwrap();
    assert_eq!(
        count.line(Item::Button).map(|points| points.0),
        ByColor::new(1, 0)
    );
    // After play is resumed, two passes end the game.
    changed(&mut game, BLACK, Command::Resume { number: 1 });
    pass(&mut game, WHITE);
    pass(&mut game, BLACK);
    assert_eq!(game.state().stage(), Stage::Finished);
}

#[test]
fn a_taken_back_approval_is_reported_only_if_the_approval_was() {
    let mut game = game(Column::D, BLACK);
    let approval = done(BLACK, game.state());
    let offered = changed(&mut game, BLACK, approval.clone()).notices;
    assert_eq!(offered[0].unless, Unless::Watching);
    let undone = undone(BLACK, game.state());
    let taken_back = changed(&mut game, BLACK, undone.clone()).notices;
    assert_eq!(taken_back[0].unless, Unless::NotSent(offered[0].key()));
    assert_eq!(taken_back[0].to_string(), "Black is no longer done scoring");
    // A late copy of the approval does not count; a new one does. Its notice has a new key.
    assert_eq!(refused(&mut game, BLACK, approval), Refusal::StaleScore);
    let approval = done(BLACK, game.state());
    let again = changed(&mut game, BLACK, approval).notices;
    assert_ne!(again[0].key(), offered[0].key());
    // Each takes back only their own approval, and only the one that they name.
    let blacks = table::undone(BLACK, game.state());
    assert_eq!(refused(&mut game, WHITE, blacks), Refusal::StaleScore);
    assert_eq!(refused(&mut game, BLACK, undone), Refusal::StaleScore);
    assert!(game.state().is_done(BLACK));
}

#[test]
fn a_claim_needs_terms_that_allow_it() {
    let silent = |number| Command::Claim {
        number,
        silent_for: u64::MAX,
        reminders: u32::MAX,
    };
    let mut one = opened(BLACK, Preset::Japanese, Terms::of(Preset::Japanese));
    for by in Color::BOTH {
        pass(&mut one, by);
    }
    approve(&mut one, BLACK);
    let refusal = refused(&mut one, BLACK, silent(1));
    assert_eq!((refusal, refusal.status()), (Refusal::ClaimNotOffered, 422));

    let mut other = game(Column::E, BLACK);
    changed(&mut other, BLACK, silent(2));
    let finish = other.state().finish().unwrap();
    assert_eq!(finish.how, How::Claim(BLACK));
    assert!(finish.counted.is_some());
    let done_of = Color::BOTH.map(|color| other.state().is_done(color));
    assert_eq!(done_of, [true, false]);
    // Black had approved, so a repeated approval changes nothing; White's comes too late.
    let approval = done(BLACK, other.state());
    unchanged(&mut other, BLACK, approval.clone());
    assert_eq!(refused(&mut other, WHITE, approval), Refusal::Finished);
}

#[test]
fn an_offer_to_void_the_game_stands_until_the_game_changes() {
    for column in [Column::A, Column::C, Column::D, Column::E, Column::F] {
        let mut game = game(column, BLACK);
        let old = void(game.state());
        let reply = changed(&mut game, BLACK, old.clone());
        assert_eq!(notices(&reply), [(WHITE, "void_offered")]);
        let seen = void(game.state());
        unchanged(&mut game, BLACK, seen.clone());
        // White offers the same without having seen Black's offer: no agreement.
        assert_eq!(refused(&mut game, WHITE, old), Refusal::StaleView);
        assert_eq!(game.view(Viewer::Player(WHITE)).void_offer, Some(BLACK));
        let message = game.view(Viewer::Spectator).message;
        assert!(message.ends_with("; Black offers to void the game"));

        let mut accepted = game.clone();
        let reply = changed(&mut accepted, WHITE, seen.clone());
        assert_eq!(notices(&reply), [(BLACK, "game_over")]);
        let finish = accepted.state().finish().unwrap();
        assert_eq!((finish.how, finish.outcome), (How::Void, Outcome::Void));
        assert!(finish.counted.is_none());

        // A refused request leaves the offer open; a move or a mark cancels it.
        refused(&mut game, WHITE, Command::Resume { number: 99 });
        assert_eq!(game.state().void_offer(), Some(BLACK));
        match column {
            Column::A => play(&mut game, BLACK, (0, 2).into()),
            Column::C => play(&mut game, WHITE, (0, 7).into()),
            Column::D | Column::E => drop(mark(&mut game, WHITE, ALIVE.into(), Mark::Dead)),
            _ => drop(mark(&mut game, BLACK, ALIVE.into(), Mark::Dead)),
        }
        assert_eq!(game.state().void_offer(), None);
        // A late copy of the acceptance accepts nothing; this is a new offer, and does not end the game.
        assert_eq!(refused(&mut game, WHITE, seen), Refusal::StaleView);
        let offer = void(game.state());
        changed(&mut game, WHITE, offer);
        assert_eq!(game.state().void_offer(), Some(WHITE));
    }
}

#[test]
fn a_player_who_resigns_loses_at_any_stage() {
    for column in [Column::A, Column::C, Column::E, Column::F] {
        let mut game = game(column, BLACK);
        let turns = game.state().record().turns();
        let approval = done(BLACK, game.state());
        let reply = changed(&mut game, BLACK, Command::Resign);
        assert_eq!(reply.notices[0].to_string(), "game over: W+R");
        assert_eq!(reply.notices[0].unless, Unless::Never);
        let view = game.view(Viewer::Spectator);
        assert_eq!(view.outcome, Some(Outcome::Resignation { winner: WHITE }));
        assert_eq!((view.count, view.to_move), (None, None));
        assert_eq!(view.move_no, turns);
        assert_eq!(view.message, "game over: Black resigns: White wins");
        assert_eq!(game.state().record().resigned(), None);
        // In column E, Black had approved the board, so a repeated approval changes nothing.
        match column {
            Column::E => unchanged(&mut game, BLACK, approval),
            _ => assert_eq!(refused(&mut game, BLACK, approval), Refusal::Finished),
        }
    }
}

#[test]
fn the_usual_terms() {
    for preset in Preset::ALL {
        let terms = Terms::of(*preset);
        let (marking, resume) = match preset {
            Preset::Japanese | Preset::Korean => {
                (Marking::StonesAndRegions, ResumeOrder::OpponentOfRequester)
            }
            Preset::TrompTaylor => (Marking::Nothing, ResumeOrder::OpponentOfLastPasser),
            _ => (Marking::Stones, ResumeOrder::OpponentOfLastPasser),
        };
        let expected = Terms {
            marking,
            resume,
            claims: None,
        };
        assert_eq!(terms, expected, "{preset}");
    }
    let rules: Rules = "kata,scoring=territory".parse().unwrap();
    assert_eq!(Terms::for_rules(rules), Terms::of(Preset::Japanese));
}

/// Under Chinese rules, players mark only stones.
#[test]
fn regions_are_marked_only_if_the_terms_allow_it() {
    let mut game = opened(BLACK, Preset::Chinese, Terms::of(Preset::Chinese));
    pass(&mut game, BLACK);
    pass(&mut game, WHITE);
    for word in [Mark::Neutral, Mark::Counted] {
        let command = mark_of((0, 0), word, game.state());
        let refusal = refused(&mut game, BLACK, command);
        assert_eq!(refusal, Refusal::MarkNotOffered(word));
    }
    let command = mark_of((9, 0), Mark::Neutral, game.state());
    let refusal = refused(&mut game, BLACK, command);
    assert_eq!(refusal, Refusal::Mark(MarkError::OffBoard((9, 0).into())));
}

/// While the board is scored, the message begins with the neutral points that keep territory from counting.
#[test]
fn a_view_first_says_which_points_are_unfinished() {
    let board = "x\n-x-o-\n-xxo-\n-xoo-\n";
    let opened = |preset: Preset| {
        let record: BoardRecord = board.parse().unwrap();
        Game::new(record.with_rules(preset.rules()), Terms::of(preset))
    };
    let mut game = opened(Preset::Japanese);
    let [black, white] = Color::BOTH.map(Viewer::Player);
    let all = [black, white, Viewer::Spectator];
    for viewer in all {
        assert_eq!(game.view(viewer).unfinished, None);
    }
    pass(&mut game, BLACK);
    pass(&mut game, WHITE);
    let said = "unfinished: the neutral point C3 lies beside territory, so 3 points of Black and 3 of White do not \
                count (tax=seki); once it is filled, or with tax=none, White wins by 6.5 points (each stone that must \
                be added inside territory costs a point); ";
    for viewer in all {
        let view = game.view(viewer);
        let then = match viewer {
            Viewer::Spectator => "the players mark dead groups",
            Viewer::Player(_) => "mark groups dead or alive, and say when you are done",
        };
        assert_eq!(view.message, format!("{said}{then}"));
        let unfinished = view.unfinished.unwrap();
        assert_eq!(unfinished.points.list(), [Point::from((0, 2))]);
        assert_eq!(unfinished.excluded, ByColor::new(3, 3));
        // The count itself has the tax.
        let count = view.count.unwrap();
        assert_eq!(count.score().to_string(), "o+6.5");
        assert_eq!(count.total(BLACK).to_string(), "0");
    }
    // Marks change it: with White's stones dead, Black owns the board.
    mark(&mut game, BLACK, (0, 3).into(), Mark::Dead);
    assert_eq!(game.view(all[0]).unfinished, None);
    mark(&mut game, BLACK, (0, 3).into(), Mark::Alive);
    assert!(game.view(all[0]).unfinished.is_some());
    approve(&mut game, BLACK);
    approve(&mut game, WHITE);
    for viewer in all {
        let view = game.view(viewer);
        assert_eq!(view.message, "game over: White wins by 6.5 points");
        assert_eq!(view.unfinished, None);
    }
    let mut chinese = opened(Preset::Chinese);
    pass(&mut chinese, BLACK);
    pass(&mut chinese, WHITE);
    assert_eq!(chinese.view(all[0]).unfinished, None);
}
