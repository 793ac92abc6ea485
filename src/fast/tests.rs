//! Checks playouts move by move, which the public interface does not allow.

use super::bits::Bits;
use super::game::FastGame;
use super::playout::{Light, Nothing};
use super::sized_game::SizedGame;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
use super::{avx2, avx512};
use crate::basics::{Action, Color, Diagram, Move, Point, Random, Setup, Size, Suicide};

/// How many rounds of a test are run: a small part of them under Miri, which is slow.
pub(super) fn rounds(whole: usize) -> usize {
    if cfg!(miri) {
        whole.div_ceil(400)
    } else {
        whole
    }
}

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("a size")
}

fn from_text(text: &str) -> (Setup, SizedGame<0, 128, 2>) {
    let setup = Diagram::parse(text.as_bytes()).expect("a diagram").setup;
    let mut game = SizedGame::new(setup.size);
    game.set_up(&setup).expect("a possible position");
    (setup, game)
}

/// Each play of a playout must be legal and must not fill an eye.
#[test]
fn playouts_pass_only_if_no_legal_point_but_eyes_is_left() {
    for (seed, first) in (0..)
        .zip([Color::Black, Color::White].into_iter().cycle())
        .take(rounds(40))
    {
        follow::<10, 128, 2>(size(9, 9), first, seed);
        follow::<0, 128, 2>(size(5, 6), first, seed);
        follow::<0, 1024, 16>(size(3, 2), first, seed);
        follow::<0, 1024, 16>(size(2, 2), first, seed);
    }
    follow::<20, 512, 8>(size(19, 19), Color::Black, 1);
}

fn follow<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
    size: Size,
    first: Color,
    seed: u64,
) {
    let mut random = Random::new(seed);
    let mut game = SizedGame::<STRIDE, LEN, WORDS>::new(size);
    game.hand_turn(first);
    let whole = game.playout(&mut Random::new(seed));
    let mut light = Light::of(&game, &mut random);
    let most = if cfg!(miri) {
        12
    } else {
        3 * size.point_count()
    };
    while light.passes < 2 && light.plies < most {
        let color = game.to_play;
        let eyes = game.light_eyes(color);
        let wanted: Vec<Point> = (game.legal_points() - eyes).iter().collect();
        let (before, passes) = (game.stones_of(color), light.passes);
        light.turn(color, &mut random, &mut Nothing);
        let is_new = |point: &Point| {
            let place = game.stones.place(*point);
            place.is_some_and(|place| light.stones.stone(place) == Some(color))
                && !before.contains(*point)
        };
        let new: Vec<Point> = size.points().filter(is_new).collect();
        let mv = match new[..] {
            [point] => {
                assert!(wanted.contains(&point), "{point} on {size}");
                assert_eq!(light.passes, 0);
                Move::play(color, point)
            }
            [] => {
                assert_eq!((wanted, light.passes), (Vec::new(), passes + 1));
                Move::pass(color)
            }
            _ => panic!("{new:?}"),
        };
        play(&mut game, mv);
        for color in Color::BOTH {
            let plane = game.planes[color as usize];
            assert_eq!(light.stones.plane::<WORDS>(color), plane);
        }
        check_empty_places(&light, &game);
        assert_eq!(light.area::<WORDS>(), game.area());
        assert_eq!(light.area_by_flood::<WORDS>(), game.area());
    }
    assert!(cfg!(miri) || (whole.plies, whole.area) == (light.plies, game.area()));
}

/// The empty places of the playout must be those of the game, and nobody may be able to play on a settled one.
fn check_empty_places<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
    light: &Light<STRIDE, LEN>,
    game: &SizedGame<STRIDE, LEN, WORDS>,
) {
    let mut empty = Bits::default();
    light.empty.all().for_each(|place| empty.insert(place));
    assert_eq!(empty, game.empty());
    assert_eq!(light.empty.all().count(), empty.len());
    for color in Color::BOTH {
        let mut game = game.clone();
        game.hand_turn(color);
        let wanted = game.legal_points() - game.light_eyes(color);
        for place in light.empty.settled() {
            let point = light.stones.point(*place);
            assert!(!wanted.contains(point), "{point} for {color}");
        }
    }
}

/// A stone that leaves two chains with one eye each opens both eyes again: they can be taken there.
#[test]
fn settled_eyes_are_opened_when_they_are_the_last_liberties() {
    let text = "o\n-x-x-\nxxoxx\nooooo\n-ooo-\n";
    let (_, game) = from_text(text);
    let mut settled_before = [0; 3];
    for seed in 0..if cfg!(miri) { 12 } else { 60 } {
        let mut random = Random::new(seed);
        let mut light = Light::of(&game, &mut random);
        // White's only play is between the chains. What is drawn before is settled.
        light.turn(Color::White, &mut random, &mut Nothing);
        let mut after = game.clone();
        play(&mut after, Move::play(Color::White, (0, 2)));
        check_empty_places(&light, &after);
        settled_before[light.empty.settled().len()] += 1;
        // If White plays again, the only plays are those that take a chain.
        light.turn(Color::White, &mut random, &mut Nothing);
        assert!(light.empty.stones[Color::Black as usize] < 6, "seed {seed}");
    }
    assert!(
        cfg!(miri) || settled_before.iter().all(|count| *count > 0),
        "{settled_before:?}"
    );
}

/// An enemy stone at the corner of an eye opens it again: it is no light eye then.
#[test]
fn settled_eyes_are_opened_when_an_enemy_comes_to_a_corner() {
    // Black's eyes are at the left. White can play at the corner of the lower one.
    let text = "o\n-xxooo\nxxxo-o\n-xoooo\nx--o-o\nxxxooo\n";
    let (_, game) = from_text(text);
    let eye = Point::from((2, 0));
    assert!(game.light_eyes(Color::Black).contains(eye));
    let (mut spoiled, mut kept) = (0, 0);
    for seed in 0..if cfg!(miri) { 8 } else { 200 } {
        let mut random = Random::new(seed);
        let mut light = Light::of(&game, &mut random);
        light.turn(Color::White, &mut random, &mut Nothing);
        let place = |point: Point| light.stones.place(point).expect("on the board");
        let is_settled = light.empty.settled().contains(&place(eye));
        if light.stones.stone(place(Point::from((3, 1)))) == Some(Color::White) {
            assert!(!is_settled, "seed {seed}");
            spoiled += 1;
        } else if is_settled {
            kept += 1;
        }
    }
    assert!(cfg!(miri) || spoiled > 20 && kept > 20, "{spoiled} {kept}");
}

/// A playout from the middle of a game respects the ko and counts the passes just before it.
#[test]
fn playouts_start_with_the_ko_and_the_passes_of_the_game() {
    let text = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n";
    let (setup, mut game) = from_text(text);
    let mut make = |mv: Move| {
        play(&mut game, mv);
        let light = Light::of(&game, &mut Random::new(1));
        let plies = game.playout(&mut Random::new(1)).plies;
        (light.ko, light.passes, plies > 0)
    };
    let taken = 3 * 6 + 3;
    assert_eq!(make(Move::play(Color::White, (2, 1))), (taken, 0, true));
    assert_eq!(make(Move::pass(Color::Black)), (0, 1, true));
    assert_eq!(make(Move::pass(Color::White)), (0, 1, false));
    let mut random = Random::new(1);
    assert_eq!(game.playout(&mut random).area, game.area());
    let mut game = FastGame::try_from(&setup).expect("a possible position");
    game.play(Move::play(Color::White, (2, 1)))
        .expect("a legal move");
    game.hand_turn(Color::White);
    // The ko forbids a point to Black only, so White's playouts are not affected.
    let before = format!("{game:?}");
    assert!((0..rounds(50) as u64).all(|seed| game.playout(&mut Random::new(seed)).plies > 10));
    assert_eq!(format!("{game:?}"), before);
}

/// All ways to find the places where a stone has a liberty agree with a look at each place.
#[test]
fn the_places_where_a_stone_has_a_liberty_are_found_in_each_way() {
    for seed in 0..rounds(10) as u64 {
        follow_liberties::<20, 512, 8>(size(19, 19), seed);
        follow_liberties::<10, 128, 2>(size(9, 9), seed);
        follow_liberties::<14, 256, 4>(size(13, 13), seed);
        for (rows, cols) in [(5, 7), (2, 2), (1, 9), (9, 1), (1, 25)] {
            follow_liberties::<0, 128, 2>(size(rows, cols), seed);
        }
        follow_liberties::<0, 1024, 16>(size(23, 20), seed);
    }
}

/// Plays random moves, suicides too. Both kinds of places must occur.
fn follow_liberties<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
    size: Size,
    seed: u64,
) {
    let mut found = [0; 2];
    let mut random = Random::new(seed);
    let mut game = SizedGame::<STRIDE, LEN, WORDS>::new(size);
    game.rules = game.rules.with_suicide(Suicide::Allowed);
    for _ in 0..if cfg!(miri) {
        8
    } else {
        2 * size.point_count()
    } {
        let side = game.to_play;
        for color in Color::BOTH {
            let mut expected = Bits::default();
            for place in game.empty().iter() {
                expected.insert_if(place, game.stones.prospect(place, color).breathes());
            }
            found[0] += expected.len();
            found[1] += game.empty().len();
            game.to_play = color;
            assert_eq!(game.breathing(), expected, "{size}, seed {seed}");
            #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
            assert_eq!(by_vectors(&game), [expected; 2], "{size}, seed {seed}");
        }
        game.to_play = side;
        let plays = game.legal_points() - game.light_eyes(side);
        match plays.nth(random.below(plays.len())) {
            Some(point) => play(&mut game, Move::play(side, point)),
            None => break,
        }
    }
    assert!(
        cfg!(miri) || 0 < found[0] && found[0] < found[1],
        "{size}: {found:?}"
    );
}

/// The places that AVX2 and AVX-512 find, or the right ones where one is not possible.
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
#[allow(unsafe_code)]
fn by_vectors<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
    game: &SizedGame<STRIDE, LEN, WORDS>,
) -> [Bits<WORDS>; 2] {
    let (sets, stride) = (game.sets(), game.stones.stride());
    let breathes = |place| {
        let prospect = game.stones.prospect(place, game.to_play);
        assert_eq!(prospect.around.empty(), 0, "no question");
        prospect.breathes_by_stones()
    };
    let mut found = [game.breathing(); 2];
    if WORDS == 8 && avx2::is_possible() {
        // SAFETY: this processor has AVX2.
        found[0] = unsafe { avx2::breathing(sets, stride, breathes) };
    }
    if WORDS <= 8 && avx512::is_possible() {
        // SAFETY: this processor has these instructions.
        found[1] = unsafe { avx512::breathing(sets, stride, breathes) };
    }
    found
}

fn play<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
    game: &mut SizedGame<STRIDE, LEN, WORDS>,
    mv: Move,
) {
    let played = match mv.action {
        Action::Play(point) => game.play_stone(mv.color, point),
        action => game.play_no_stone(mv.color, action == Action::Resign),
    };
    assert_eq!(played, Ok(()));
}
