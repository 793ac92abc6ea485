//! Bots: which moves they choose, that their games end, and that a seed always gives the same game.

use crate::batch_drawn::all_rules;
use crate::support::numbers::Fnv;
use crate::support::pair::size;
use gokata::bots::{Bot, RandomBot, Termination, play_out};
use gokata::{
    Action, BoardRecord, Color, FastGame, GameEvent, Move, Playable, Point, Preset, PureGame,
    Rules, Size, is_legal_move,
};
use pretty_assertions::assert_eq;

/// Plays a game between two random bots to its end.
fn played<G: Playable>(mut game: G, seed: u64) -> G {
    let (mut black, mut white) = (RandomBot::new(seed), RandomBot::new(seed + 1));
    play_out(&mut game, &mut black, &mut white).unwrap();
    assert!(game.is_over());
    game
}

fn fast(size: Size, rules: Rules) -> FastGame {
    FastGame::new(size).with_rules(rules)
}

fn pure(size: Size, rules: Rules) -> PureGame {
    BoardRecord::new(size).with_rules(rules).into()
}

fn words(moves: &[Move], size: Size) -> String {
    let word = |mv: &Move| mv.action.describe(size);
    moves.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// A published seed must always give the same game.
#[test]
fn a_published_game() {
    let size = size(5, 5);
    let expected = "A1 A2 D4 E2 C3 B2 A5 D5 B5 C2 D1 E4 B1 E5 C5 E1 B3 D2 B4 A3 A4 D3 E3 E4 E5 D5 pass E3 E5 \
                    C1 D5 B1 pass C4 B3 A5 D5 D4 B4 C5 C3 E5 B5 A4 B3 B5 C3 B4 C3 B3 pass pass";
    let rules = Preset::Kata.rules();
    assert_eq!(words(&played(fast(size, rules), 1).moves(), size), expected);
    assert_eq!(
        words(&played(pure(size, rules), 1).record().moves(), size),
        expected
    );
}

/// The same for longer games: the number of turns, and FNV-1a of the moves as text.
#[test]
fn published_games() {
    for (rows, cols, preset, turns, hash) in [
        (9, 9, Preset::Kata, 124, "bb900ffc124440c5"),
        (9, 9, Preset::TrompTaylor, 116, "fb04d55661dc527d"),
        (19, 19, Preset::Kata, 484, "6166775a3569323c"),
        (19, 19, Preset::TrompTaylor, 476, "271036986c348b7c"),
        (5, 7, Preset::Kata, 47, "dbdd219eb5d954a1"),
        (5, 7, Preset::TrompTaylor, 49, "98415b3e17f354ea"),
    ] {
        let (size, rules) = (size(rows, cols), preset.rules());
        let moves = played(fast(size, rules), 42).moves();
        assert_eq!(played(pure(size, rules), 42).record().moves(), moves);
        let mut fnv = Fnv::default();
        words(&moves, size).bytes().for_each(|byte| fnv.byte(byte));
        assert_eq!((moves.len(), fnv.hex().as_str()), (turns, hash), "{size}");
    }
}

/// Sensible plays are the legal points that are not eyes. For both referees the bot must choose the same move:
/// a sensible play, or a pass if there is none or the game has reached its limit of turns.
#[test]
fn both_referees_return_the_same_sensible_plays() {
    let presets = Preset::ALL.iter().map(|preset| preset.rules());
    let shapes = ["1x1", "1x2", "2x2", "1x7", "3x4", "5x5", "9x9", "7x13"];
    let (mut plays, mut eyes, mut refused) = (0, 0, 0);
    // Mutation testing has time only for every eighth set of rules.
    let few = std::env::var_os("GOKATA_QUICK").is_some();
    let rules = presets.chain(all_rules()).step_by(if few { 8 } else { 1 });
    for (seed, rules) in (0..).zip(rules) {
        for size in shapes.map(|size| size.parse().unwrap()) {
            let (mut fast, mut pure) = (fast(size, rules), pure(size, rules));
            let mut bots = [RandomBot::new(seed), RandomBot::new(seed)];
            while !pure.is_over() {
                let side = pure.to_play();
                let legal = |point: &Point| is_legal_move(Move::play(side, *point), pure.record());
                let is_eye = |point: &Point| pure.record().board().is_eye(*point, side);
                let (spared, sensible): (Vec<Point>, Vec<Point>) =
                    size.points().filter(legal).partition(is_eye);
                let shown = [fast.sensible_plays(), pure.sensible_plays()];
                assert_eq!(
                    shown.map(|plays| plays.iter().collect::<Vec<_>>()),
                    [sensible.clone(), sensible.clone()]
                );
                assert_eq!(shown[0], shown[1]);
                assert_eq!(
                    (fast.turns(), fast.last_turn()),
                    (pure.turns(), pure.last_turn())
                );
                let [of_fast, of_pure] = &mut bots;
                let mv = of_pure.choose(&pure);
                assert_eq!(of_fast.choose(&fast), mv);
                let capped = pure.turns() >= 3 * size.point_count();
                match mv.action {
                    Action::Play(point) => assert!(sensible.contains(&point) && !capped),
                    Action::Pass => assert!(sensible.is_empty() || capped),
                    Action::Resign => panic!("resigned"),
                }
                assert_eq!(mv.color, side);
                plays += sensible.len();
                eyes += spared.len();
                refused += size.point_count()
                    - pure.record().board().stones().count()
                    - sensible.len()
                    - spared.len();
                assert_eq!(fast.play(mv), Ok(()));
                assert_eq!(pure.make(mv), Ok(()));
            }
            assert!(fast.is_over());
            assert!(fast.sensible_plays().is_empty() && pure.sensible_plays().is_empty());
            assert_eq!(bots[0].choose(&fast), Move::pass(fast.to_play()));
        }
    }
    let are_many = plays > 100_000 && eyes > 10_000 && refused > 10_000;
    assert!(few || are_many, "{plays} {eyes} {refused}");
}

/// Tests the first moves on an empty board, and a position in which most empty points are eyes.
#[test]
fn all_sensible_plays_are_equally_likely() {
    // White has two sensible plays; the other three empty points are its eyes.
    let eyes: FastGame = from_text("o\n-o-o-\nooooo\n-xxx-\n");
    let cases = [(FastGame::new(size(3, 3)), 9), (eyes, 2)];
    for (game, count) in cases {
        let plays: Vec<Point> = game.sensible_plays().iter().collect();
        assert_eq!(plays.len(), count);
        let mut times = vec![0u32; count];
        let seeds = 10_000 * u64::try_from(count).unwrap_or(0);
        for seed in 0..seeds {
            let mv = RandomBot::new(seed).choose(&game);
            let nth = plays
                .iter()
                .position(|point| mv == Move::play(game.to_play(), *point));
            times[nth.unwrap_or_else(|| panic!("{mv:?}"))] += 1;
        }
        // At least five standard deviations.
        assert!(
            times.iter().all(|times| times.abs_diff(10_000) < 500),
            "{times:?}"
        );
    }
}

fn from_text(text: &str) -> FastGame {
    let record: Result<BoardRecord, _> = text.parse();
    FastGame::from(&record.unwrap())
}

/// Only two eyes are left for each side. The pass must not draw a random number.
#[test]
fn a_bot_passes_when_nothing_sensible_is_left() {
    let game = from_text("x\n-xo-\nxxoo\n-xo-\n");
    assert!(game.sensible_plays().is_empty() && game.legal_points().len() == 2);
    let mut bot = RandomBot::new(3);
    assert_eq!(bot.choose(&game), Move::pass(Color::Black));
    assert_eq!(bot, RandomBot::new(3));
    let open = FastGame::new(size(3, 3));
    assert_ne!(bot.choose(&open), Move::pass(Color::Black));
    assert_ne!(bot, RandomBot::new(3));
}

#[test]
fn a_bot_answers_a_pass_with_a_pass_only_if_it_is_set_to() {
    let polite = Termination {
        pass_when_passed: true,
        ..Termination::default()
    };
    let mut game = FastGame::new(size(5, 5));
    let mut bot = RandomBot::new(1).with_termination(polite);
    let mut pure = PureGame::new(size(5, 5));
    assert_eq!(pure.make(Move::pass(Color::Black)), Ok(()));
    assert_eq!(bot.choose(&pure), Move::pass(Color::White));
    assert!(is_play(bot.choose(&game)), "nobody has passed");
    assert_eq!(game.play(Move::pass(Color::Black)), Ok(()));
    assert!(is_play(RandomBot::new(1).choose(&game)), "the default");
    let before = bot.clone();
    assert_eq!(bot.choose(&game), Move::pass(Color::White));
    assert_eq!(bot, before, "a pass takes no number");
    // A player who gets the turn back after their own pass has not seen the opponent pass.
    game.hand_turn(Color::Black);
    assert!(is_play(bot.choose(&game)));
    game.hand_turn(Color::White);
    assert_eq!(game.play(Move::play(Color::White, (0, 0))), Ok(()));
    assert!(is_play(bot.choose(&game)), "the latest turn is a play");
}

fn is_play(mv: Move) -> bool {
    matches!(mv.action, Action::Play(_))
}

#[test]
fn a_bot_passes_after_the_limit_of_turns() {
    for turns_a_point in [0, 1] {
        let termination = Termination {
            turns_a_point,
            ..Termination::default()
        };
        let bot = |seed| RandomBot::new(seed).with_termination(termination);
        // Without this limit, the bots play about 120 turns.
        let mut game = FastGame::new(size(9, 9));
        let outcome = play_out(&mut game, &mut bot(5), &mut bot(6));
        assert_eq!(outcome, Ok(()));
        let moves = game.moves();
        assert_eq!(moves.len(), 81 * turns_a_point + 2, "{moves:?}");
        let mut last = moves.iter().rev().take(2);
        assert!(last.all(|mv| mv.action == Action::Pass));
    }
    let never = Termination {
        turns_a_point: usize::MAX,
        ..Termination::default()
    };
    let empty = FastGame::new(size(25, 25));
    assert!(!never.says_pass(&empty), "no overflow");
    assert_eq!(Termination::default().turns_a_point, 3);
}

/// Plays on all small sizes under all rules. Some games reach the limit of turns, most do not.
#[test]
fn every_game_ends() {
    let (mut cut, mut games) = (0, 0);
    let shapes = (1..=4).flat_map(|rows| (rows..=4).map(move |cols| (rows, cols)));
    for (rows, cols) in shapes {
        let size = size(rows, cols);
        for rules in all_rules() {
            for seed in 0..25 {
                let turns = played(fast(size, rules), seed).turns();
                cut += u32::from(ends_in_time(turns, size));
                games += 1;
                if seed < 3 {
                    assert_eq!(played(pure(size, rules), seed).turns(), turns);
                }
            }
        }
    }
    assert!(
        cut * 50 > games && cut * 2 < games,
        "{cut} of {games} cut short"
    );
}

/// True if the game reached the limit of turns. Up to three passes follow, because the first may take the button.
fn ends_in_time(turns: usize, size: Size) -> bool {
    let most = 3 * size.point_count();
    assert!(turns <= most + 3, "{turns} turns on {size}");
    turns > most
}

#[test]
fn games_end_on_every_size() {
    let rules: Vec<Rules> = all_rules().collect();
    let mut nth = 0;
    for (rows, cols) in (1..=25).flat_map(|rows| (1..=25).map(move |cols| (rows, cols))) {
        let size = size(rows, cols);
        nth += 1;
        let turns = played(fast(size, rules[nth % rules.len()]), 9).turns();
        let cut = ends_in_time(turns, size);
        assert!(!cut || rows.min(cols) <= 2, "{size}: cut short");
    }
}

/// Always plays on the same point.
struct Stubborn;

impl Bot for Stubborn {
    fn choose(&mut self, game: &dyn Playable) -> Move {
        Move::play(game.to_play(), (0, 1))
    }
}

/// Always resigns.
struct Modest;

impl Bot for Modest {
    fn choose(&mut self, game: &dyn Playable) -> Move {
        Move::resign(game.to_play())
    }
}

#[test]
fn an_illegal_move_of_a_bot_is_reported_and_not_played() {
    let mut fast = FastGame::new(size(3, 3));
    let mut pure = PureGame::new(size(3, 3));
    for outcome in [
        play_out(&mut fast, &mut Stubborn, &mut Stubborn),
        play_out(&mut pure, &mut Stubborn, &mut Stubborn),
    ] {
        let message = outcome.unwrap_err().to_string();
        assert_eq!(message, "White B3: occupied: there is a stone already");
    }
    assert_eq!((fast.turns(), pure.turns()), (1, 1));
}

#[test]
fn a_resignation_ends_a_game_and_no_bot_chooses_afterwards() {
    let mut game = PureGame::new(size(3, 3));
    assert_eq!(play_out(&mut game, &mut Stubborn, &mut Modest), Ok(()));
    assert_eq!(
        (game.turns(), game.record().resigned()),
        (2, Some(Color::White))
    );
    assert_eq!(play_out(&mut game, &mut Stubborn, &mut Stubborn), Ok(()));
    assert_eq!(game.turns(), 2);
}

/// The bots continue a game in which the turn was handed over and play was resumed.
#[test]
fn a_game_is_played_out_from_the_middle() {
    let mut game = FastGame::new(size(4, 4));
    game.hand_turn(Color::White);
    assert_eq!(game.play(Move::pass(Color::White)), Ok(()));
    assert_eq!(game.play(Move::pass(Color::Black)), Ok(()));
    assert_eq!(game.resume(Some(Color::Black)), Ok(()));
    let game = played(game, 4);
    assert_eq!(game.moves()[2].color, Color::Black);
    assert!(game.turns() > 10);
}

/// Bots of different types in one game, chosen when the program runs. The random one plays as it does alone.
#[test]
fn a_bot_can_be_boxed() {
    let bots =
        |seed| -> Vec<Box<dyn Bot>> { vec![Box::new(RandomBot::new(seed)), Box::new(Modest)] };
    let mut game = FastGame::new(size(5, 5));
    let [random, modest] = &mut bots(1)[..] else {
        panic!("two bots")
    };
    assert_eq!(
        play_out(&mut game, random.as_mut(), modest.as_mut()),
        Ok(())
    );
    let first = RandomBot::new(1).choose(&FastGame::new(size(5, 5)));
    assert_eq!(game.moves(), [first, Move::resign(Color::White)]);
}

/// A copy that a bot searches in leaves the game as it is.
#[test]
fn a_game_of_any_type_is_searched_in_a_copy() {
    let games: [Box<dyn Playable>; 2] = [
        Box::new(fast(size(3, 3), Rules::default())),
        Box::new(pure(size(3, 3), Rules::default())),
    ];
    for game in &games {
        let mut next = game.boxed();
        assert_eq!(next.make(Move::play(Color::Black, (1, 1))), Ok(()));
        assert_eq!((next.turns(), game.turns()), (1, 0));
        assert_eq!(
            (next.legal_moves().len(), next.legal_points().len()),
            (10, 8)
        );
        let illegal = next
            .apply_all(&["o:pass", "x:pass", "o:turn", "x:resume"].map(|it| it.parse().unwrap()));
        let illegal = illegal.unwrap_err();
        assert_eq!(
            illegal.to_string(),
            "event 3, o:turn: it is White's turn already"
        );
        assert_eq!((next.is_over(), next.turns()), (true, 3));
        assert_eq!(next.apply(GameEvent::Resume(Color::Black)), Ok(()));
        let again = next.apply(GameEvent::Resume(Color::Black)).unwrap_err();
        assert_eq!((again.number, again.reason), (1, None));
        assert_eq!(next.to_play(), Color::Black);
    }
}
