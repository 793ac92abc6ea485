//! Random games: both referees answer all questions about them right, and what a faulty one answers wrong is made as short as
//! it gets.

use std::collections::BTreeSet;

use gokata::questions::games::{GameKind, RandomGames, check, kind_of, shorten};
use gokata::questions::{Class, Question};
use gokata::{FastGame, KoRule, PureGame, Referee, Rules, Size, Suicide};
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::faulty::Faulty;

const COUNT: usize = 30;

fn nine() -> Size {
    Size::square(9).unwrap()
}

#[rstest]
#[case::pure(&mut PureGame::new(Size::default()))]
#[case::fast(&mut FastGame::new(Size::default()))]
#[case::independent(&mut Faulty::new(""))]
fn right_referees_are_right(
    #[case] referee: &mut dyn Referee,
    #[values(&[], &[nine()], &[Size::new(2, 3).unwrap()])] sizes: &[Size],
) {
    let answers = check(referee, RandomGames::new(1, sizes, &[]), COUNT);
    assert!(answers.wrong.is_empty(), "{answers}");
    assert!(
        answers.tallies.total[Class::Right] > 20 * COUNT,
        "{answers}"
    );
    // Every rule is asked about, on 9x9, too.
    let asked = &answers.tallies.by_right_answer;
    for reason in ["board", "game-over", "ko", "legal", "suicide", "superko"] {
        assert!(asked[reason].all() > 2, "{reason}\n{answers}");
    }
    assert_eq!(answers.tallies.by_folder.len(), GameKind::ALL.len());
}

#[test]
fn equal_seeds_give_equal_games() {
    let drawn = |seed| {
        let mut games = RandomGames::new(seed, &[], &[]);
        let games = (0..20).map_while(move |_| games.draw());
        let questions = games.flat_map(|game| {
            let of = |question: &Question| {
                format!("{} {}", question.id_in(&game.name()), question.fixture())
            };
            game.questions.iter().map(of).collect::<Vec<_>>()
        });
        questions.collect::<Vec<_>>()
    };
    assert_eq!(drawn(1), drawn(1));
    let [one, other] = [1, 2].map(|seed| drawn(seed).into_iter().collect::<BTreeSet<_>>());
    assert!(one.intersection(&other).count() < one.len() / 10);
}

#[test]
fn games_have_the_size_and_the_rules_that_are_asked_for() {
    let rules = Rules::default()
        .with_ko(KoRule::Situational)
        .with_suicide(Suicide::Allowed);
    let mut games = RandomGames::new(7, &[nine()], &[rules]);
    for game in (0..30).map_while(|_| games.draw()) {
        let record = &game.record;
        assert_eq!(
            (record.size(), record.rules().ko(), record.rules().suicide()),
            (nine(), rules.ko(), rules.suicide())
        );
        assert!(game.questions.len() <= gokata::questions::games::RandomGame::MOST);
    }
    // What is left out is drawn no more.
    let game = games.draw().unwrap();
    games.leave_out(&game);
    assert!(games.draw().is_none());
}

/// What random games find of faults that the fixtures find, too.
#[rstest]
#[case("there-is-no-ko")]
#[case("suicide-is-always-legal")]
#[case("own-stones-come-off-first")]
#[case("only-one-chain-comes-off")]
#[case("only-the-taker-gets-liberties-back")]
#[case("superko-is-simple-ko")]
fn faults_are_found_and_made_short(#[case] fault: &'static str) {
    let mut referee = Faulty::new(fault);
    let size = Size::square(5).unwrap();
    let answers = check(&mut referee, RandomGames::new(1, &[size], &[]), 40);
    assert!(!answers.wrong.is_empty(), "{answers}");
    for found in &answers.wrong {
        let question = &found.question;
        let kind = kind_of(question, &found.outcome);
        let mut is_wrong =
            |shorter: &Question| kind_of(shorter, &shorter.put_to(&mut referee)) == kind;
        assert!(is_wrong(question), "{found}");
        // It stands as it is.
        let again = shorten(question, &mut is_wrong);
        assert_eq!(again.fixture().to_string(), question.fixture().to_string());
        assert!(question.before.size().point_count() <= 20, "{found}");
        assert!(question.before.turns() <= 12, "{found}");
    }
}
