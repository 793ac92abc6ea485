//! Checks drawn games move by move, in every form of vectors that this processor has.

use super::form::Form;
use super::games::Batch;
use crate::basics::{Action, KoRule, Rules, Size, Suicide};
use crate::fast::FastGame;

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("a size")
}

fn rules(ko: KoRule, button: bool) -> Rules {
    let suicide = if button {
        Suicide::Allowed
    } else {
        Suicide::Forbidden
    };
    Rules::default()
        .with_ko(ko)
        .with_button(button)
        .with_suicide(suicide)
}

const KO_RULES: [KoRule; 4] = [
    KoRule::Simple,
    KoRule::Positional,
    KoRule::Situational,
    KoRule::NaturalSituational,
];

/// Every drawn game, in each form of vectors, is the same, and each of its moves is one that may be drawn.
#[test]
fn drawn_games_are_legal_and_the_same_in_every_form() {
    let mut refused = 0;
    for (rows, cols, games) in [
        (9, 9, 60),
        (1, 1, 3),
        (1, 2, 20),
        (2, 1, 20),
        (2, 2, 100),
        (2, 3, 100),
        (3, 3, 100),
        (1, 15, 40),
        (9, 1, 40),
        (4, 4, 60),
        (5, 4, 40),
        (9, 15, 20),
        (10, 9, 10),
        (13, 13, 6),
        (2, 16, 20),
        (19, 19, 2),
    ] {
        for (ko, button) in KO_RULES
            .into_iter()
            .flat_map(|ko| [(ko, false), (ko, true)])
        {
            let batch = Batch::new(games, size(rows, cols), rules(ko, button), 7);
            let ends: Vec<Batch> = Form::possible()
                .map(|form| {
                    let mut batch = batch.clone().with_form(form);
                    batch.play_out();
                    batch
                })
                .collect();
            for nth in 0..games {
                let game = ends[0].game(nth).expect("a game");
                for end in &ends {
                    assert_eq!(end.game(nth).expect("a game").moves(), game.moves());
                    assert_eq!(end.owned(nth), ends[0].owned(nth));
                    assert_eq!(end.is_over(nth), Some(game.is_over()));
                    assert_eq!(end.turns(nth), Some(game.turns()));
                }
                assert_eq!(ends[0].area(nth), Some(game.area()));
                refused += follow(&batch.game(nth).expect("a game"), &game);
            }
        }
    }
    assert!(refused > 500, "{refused}");
    // `.ci/run` shows this line: forms that this processor has not are not tested.
    #[allow(clippy::print_stdout)]
    {
        let forms: Vec<Form> = Form::possible().collect();
        println!("games were drawn in these forms of vectors: {forms:?}");
    }
}

/// Each move must be one that may be drawn. Returns the number of points that only superko refuses.
fn follow(start: &FastGame, end: &FastGame) -> usize {
    let (mut game, mut refused) = (start.clone(), 0);
    let most = 3 * game.size().point_count();
    let moves = end.moves();
    for mv in &moves[start.turns()..] {
        let side = game.to_play();
        let simple = game.clone().with_rules(
            game.rules()
                .with_ko(KoRule::Simple)
                .with_suicide(Suicide::Forbidden),
        );
        let breathing = simple.legal_points();
        let wanted = (game.legal_points() - game.light_eyes(side)) & breathing;
        refused += (breathing - game.legal_points()).len();
        match mv.action {
            Action::Play(point) => assert!(wanted.contains(point), "{mv} in {game:?}"),
            _ => assert_eq!(wanted.len(), 0, "{mv} in {game:?}"),
        }
        game.play(*mv).expect("a legal move");
    }
    assert!(game.is_over() || moves.len() - start.turns() == most);
    refused
}
