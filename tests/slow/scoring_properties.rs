//! Tests properties of all counts and marks on random boards and at the ends of random games.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use crate::support::games::{self, Event, cases, game, play_from, size, symmetry};
use crate::support::naive::{Points, naive, totals, walk};
use crate::support::standing::standing;
use gokata::scoring::{Ending, HalfPoints, Item, Mark, Marks, Standing, StateError};
use gokata::{
    Action, BoardRecord, ByColor, Color, FastGame, GameEvent, HandicapBonus, Komi, LastPass, Move,
    Point, PointSet, Preset, Rules, Scoring, Setup, Size, Tax,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Random rules, with all ways of counting.
fn counting() -> impl Strategy<Value = Rules> {
    (
        prop::sample::select(Scoring::ALL),
        prop::sample::select(Tax::ALL),
        prop::sample::select(HandicapBonus::ALL),
        -300i16..=300,
        any::<[bool; 2]>(),
        prop::sample::select(LastPass::ALL),
    )
        .prop_map(
            |(scoring, tax, handicap_bonus, komi, [button, pass_stones], last_pass)| {
                Rules::default()
                    .with_scoring(scoring)
                    .with_tax(tax)
                    .with_handicap_bonus(handicap_bonus)
                    .with_komi(Komi::from_halves(komi).unwrap_or(Rules::default().komi()))
                    .with_button(button)
                    .with_pass_stones(pass_stones)
                    .with_last_pass(last_pass)
            },
        )
}

/// Random stones on a board, on about three quarters or a third of its points.
fn stones() -> impl Strategy<Value = Marks> {
    let point = |weight| prop_oneof![weight => Just(None), 3 => Just(Some(Color::Black)), 3 => Just(Some(Color::White))];
    let board = move |(size, full): (Size, bool)| {
        let content = point(if full { 2 } else { 12 });
        (
            Just(size),
            prop::collection::vec(content, size.point_count()),
        )
    };
    let marks = |(size, contents): (Size, Vec<Option<Color>>)| {
        let mut setup = Setup::new(size, Color::Black);
        for (point, content) in size.points().zip(contents) {
            setup.stones.extend(content.map(|color| (point, color)));
        }
        Marks::of_setup(&setup).unwrap()
    };
    (size(), any::<bool>()).prop_flat_map(board).prop_map(marks)
}

type Wish = (prop::sample::Index, Mark);

fn wishes(most: usize) -> impl Strategy<Value = Vec<Wish>> {
    let mark = prop_oneof![5 => Just(Mark::Dead), 2 => Just(Mark::Alive), 1 => Just(Mark::Neutral), 1 => Just(Mark::Counted)];
    prop::collection::vec((any::<prop::sample::Index>(), mark), 0..most)
}

fn at(index: prop::sample::Index, size: Size) -> Point {
    let points: Vec<Point> = size.points().collect();
    *index.get(&points)
}

fn by_point(marks: &Marks) -> BTreeMap<Point, Color> {
    let stone = |point| Some((point, marks.stone_at(point)?));
    marks.size().points().filter_map(stone).collect()
}

/// Without tax, bonus and button, area and territory scores differ only by the number of stones that each side placed.
/// Also checks that the random games have enough handicap stones, captures, suicides and dead stones.
#[test]
fn area_and_territory_differ_by_the_stones_placed() {
    let seen = [const { Cell::new(0) }; 4];
    let [handicaps, captures, suicides, dead] = &seen;
    let config = ProptestConfig {
        cases: cases(),
        source_file: Some(file!()),
        ..ProptestConfig::default()
    };
    let handicap = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
    let ran = TestRunner::new(config).run(&(game(), handicap, wishes(4)), |(game, handicap, wishes)| {
        let mut setup = Setup::new(game.size, Color::White);
        let points: BTreeSet<Point> = handicap.into_iter().map(|index| at(index, game.size)).collect();
        setup.stones = points.iter().map(|point| (*point, Color::Black)).collect();
        let Ok(opening) = BoardRecord::try_from(&setup) else { return Ok(()) };
        let rules = game.rules.with_pass_stones(false).with_button(false);
        let records = play_from(opening.with_rules(rules), &game);
        let record = &records[records.len() - 1];
        let mut end = Standing::from(record);
        for (index, mark) in wishes {
            let _ = end.marks.mark(at(index, game.size), mark);
        }
        let plays = |color: Color| {
            let plays = record.moves().into_iter();
            plays.filter(|mv| mv.color == color && matches!(mv.action, Action::Play(_))).count()
        };
        let set_up = [setup.stones.len(), 0];
        let placed = Color::BOTH.map(|color| i64::try_from(plays(color) + set_up[color as usize]).unwrap_or(0));
        let margin = |scoring: Scoring| {
            let end = Standing { rules: rules.with_scoring(scoring), ..end.clone() };
            let count = end.count();
            (count.total(Color::Black) - count.total(Color::White)).0
        };
        prop_assert_eq!(margin(Scoring::Area), margin(Scoring::Territory) + 2 * (placed[0] - placed[1]), "{:?}", end);
        let is_suicide = |record: &&BoardRecord| {
            let turn = record.last_turn().map(|turn| turn.action);
            matches!(turn, Some(Action::Play(point)) if record.board().stone_at(point).is_none())
        };
        handicaps.set(handicaps.get() + setup.stones.len());
        captures.set(captures.get() + end.prisoners.iter().map(|(_, stones)| *stones as usize).sum::<usize>());
        suicides.set(suicides.get() + records.iter().filter(is_suicide).count());
        dead.set(dead.get() + end.marks.dead().len());
        Ok(())
    });
    ran.unwrap();
    let least = cases() as usize;
    let seen = seen.map(Cell::into_inner);
    assert!(
        seen.iter()
            .zip([1, 5, 1, 1])
            .all(|(seen, times)| seen * 10 >= least * times),
        "{seen:?} in {least} games"
    );
}

/// Where White passes last, both sides have given up equally many stones, on the board or off it: territory gives the margin of
/// area in any game that Black begins, and in one with a handicap, for which White has his points by area. Where either may
/// pass last, it is one point less for Black if Black did, and the same if White did.
#[test]
fn where_white_passes_last_area_and_territory_agree() {
    let seen = [const { Cell::new(0) }; 5];
    let config = ProptestConfig {
        cases: cases(),
        source_file: Some(file!()),
        ..ProptestConfig::default()
    };
    let handicap = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
    let ran = TestRunner::new(config).run(
        &(game(), handicap, wishes(4)),
        |(mut game, handicap, wishes)| {
            // The players take turns.
            game.events
                .retain(|event| !matches!(event, Event::Hand(_) | Event::Resume(Some(_))));
            let points: BTreeSet<Point> = handicap
                .into_iter()
                .map(|index| at(index, game.size))
                .collect();
            let first = if points.is_empty() {
                Color::Black
            } else {
                Color::White
            };
            let mut setup = Setup::new(game.size, first);
            setup.stones = points.iter().map(|point| (*point, Color::Black)).collect();
            let Ok(opening) = BoardRecord::try_from(&setup) else {
                return Ok(());
            };
            let (aga, played) = (Preset::Aga.rules().with_pass_stones(true), game.rules);
            let rules = aga
                .with_ko(played.ko())
                .with_suicide(played.suicide())
                .with_button(false);
            let records = play_from(opening.with_rules(rules), &game);
            let mut record = records[records.len() - 1].clone();
            while !record.is_over() {
                record = games::made(Move::pass(record.to_play()), &record);
            }
            let mut marks = Standing::from(&record).marks;
            for (index, mark) in wishes {
                let _ = marks.mark(at(index, game.size), mark);
            }
            let margin = |rules: Rules| {
                let record = record.with_rules(rules);
                let end = Standing {
                    marks: marks.clone(),
                    ..Standing::from(&record)
                };
                assert_eq!(
                    end.prisoners,
                    Standing::from(&FastGame::from(&record)).prisoners
                );
                let count = end.count();
                (count.total(Color::Black) - count.total(Color::White)).0
            };
            let territory = rules.with_scoring(Scoring::Territory);
            let area = margin(rules);
            prop_assert_eq!(margin(territory), area, "{:?}", record);
            prop_assert_eq!(margin(rules.with_last_pass(LastPass::Any)), area);
            let black_last = record.last_turn() == Some(Move::pass(Color::Black));
            let without = margin(territory.with_last_pass(LastPass::Any));
            prop_assert_eq!(without, area - 2 * i64::from(black_last), "{:?}", record);
            // Nothing is owed before the end.
            for record in records.iter().filter(|record| !record.is_over()) {
                let prisoners = |rules| Standing::from(&record.with_rules(rules)).prisoners;
                prop_assert_eq!(
                    prisoners(rules),
                    prisoners(rules.with_last_pass(LastPass::Any))
                );
            }
            let resumed = record
                .events()
                .iter()
                .any(|event| matches!(event, GameEvent::Resume(_)));
            let kinds = [
                black_last,
                !black_last,
                first == Color::White,
                resumed,
                !marks.dead().is_empty(),
            ];
            seen.iter()
                .zip(kinds)
                .for_each(|(seen, is)| seen.set(seen.get() + usize::from(is)));
            Ok(())
        },
    );
    ran.unwrap();
    let (seen, least) = (seen.map(Cell::into_inner), cases() as usize);
    assert!(
        seen.iter().all(|seen| seen * 20 >= least),
        "{seen:?} in {least} games"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    /// For any stones, dead chains and rules, a simpler program gets the same count.
    #[test]
    fn a_simpler_program_gets_the_same_count(
        stones in stones(), dead in prop::collection::vec(any::<prop::sample::Index>(), 0..6), wishes in wishes(3), rules in counting(),
        prisoners in any::<[u8; 2]>(), handicap in 0u32..10, first_pass in prop::option::of(games::color()),
        seki in prop::option::of(prop::collection::vec(any::<prop::sample::Index>(), 0..4)),
    ) {
        let dead: Vec<Point> = dead.into_iter().map(|index| at(index, stones.size())).filter(|point| stones.stone_at(*point).is_some()).collect();
        let mut marks = stones.with_dead(&dead).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for (index, mark) in wishes {
            let _ = marks.mark(at(index, marks.size()), mark);
        }
        let seki = seki.map(|seki| PointSet::new(stones.size(), seki.into_iter().map(|index| at(index, stones.size()))));
        let standing = Standing { seki, prisoners: ByColor::new(prisoners[0], prisoners[1]).map(u32::from), handicap, first_pass, ..standing(marks, rules) };
        let count = standing.count();
        prop_assert_eq!(Color::BOTH.map(|color| count.total(color)), totals(&standing), "{:?}\n{}", standing, count);
        // The taxed territory is reported in parts, each with a reason.
        let taxed = standing.taxed();
        for color in Color::BOTH {
            let points: usize = taxed.iter().filter(|part| part.color == color).map(|part| part.territory.len()).sum();
            let line = HalfPoints(0) - count.line(Item::Seki)[color];
            prop_assert_eq!(HalfPoints::whole(u32::try_from(points).unwrap_or(0)), line);
        }
        for part in taxed {
            prop_assert!(!part.territory.is_empty());
            prop_assert_eq!(seki.is_none(), part.open.is_empty() != part.in_atari.is_empty());
            prop_assert!(part.territory.iter().all(|point| standing.marks.owner(point) == Some(part.color)));
            prop_assert!(part.open.iter().all(|point| standing.marks.owner(point).is_none()));
            prop_assert!(part.in_atari.iter().all(|point| standing.marks.stone_at(point) == Some(part.color)));
        }
        let found = naive(standing.marks.size(), &by_point(&standing.marks), &standing.marks.dead().iter().collect(), &standing.marks.neutral().iter().collect());
        for point in standing.marks.size().points() {
            let owner = found.live.get(&point).copied().or_else(|| found.owner.get(&point).copied().flatten());
            prop_assert_eq!(standing.marks.owner(point), owner);
        }
    }

    /// The lists of territory in a record, written from any marks, give the same count when they are read.
    #[test]
    fn listed_territory_gives_the_count_that_it_was_written_from(stones in stones(), wishes in wishes(6), rules in counting()) {
        let mut marked = standing(stones.clone(), rules);
        for (index, mark) in wishes {
            let _ = marked.marks.mark(at(index, stones.size()), mark);
        }
        let taxed: BTreeSet<Point> = marked.taxed().into_iter().flat_map(|part| part.territory).collect();
        let lists = |color: Color| {
            let is_listed = |point: &Point| {
                let state = marked.marks.state(*point).unwrap();
                let counts = state.stone().is_none() && !taxed.contains(point);
                state.owner() == Some(color) && (state.is_dead() || counts)
            };
            stones.size().points().filter(is_listed).collect::<Vec<Point>>()
        };
        let listed = ByColor::from_fn(|color| PointSet::new(stones.size(), lists(color)));
        let mut read = standing(stones, rules);
        read.mark_territory(listed);
        let totals = |end: &Standing| Color::BOTH.map(|color| end.count().total(color));
        prop_assert_eq!(totals(&read), totals(&marked), "{:?}\n{:?}", marked, read);
        prop_assert_eq!(read.rules, rules);
    }

    /// Any series of marks keeps the invariants I1 to I5.
    #[test]
    fn marks_keep_their_invariants(stones in stones(), wishes in wishes(12)) {
        let mut marks = stones.clone();
        for (index, mark) in wishes {
            let point = at(index, marks.size());
            let before = marks.clone();
            let would = marks.would(point, mark);
            let marked = marks.mark(point, mark);
            prop_assert_eq!(&marked, &would);
            let Ok(marked) = marked else {
                prop_assert_eq!(&marks, &before, "a refused mark changes nothing");
                continue;
            };
            prop_assert_eq!(marked.is_change(), marks != before);
            // I1: a dead stone's region is bordered by the other color alone.
            for stone in marks.dead() {
                let region = marks.region(stone).unwrap_or_else(|| panic!("a dead stone lies in a region"));
                let color = marks.stone_at(stone).unwrap_or(Color::Black);
                prop_assert!(region.bordered_by[!color] && !region.bordered_by[color]);
            }
            // I2: the letters determine the stones and which are dead.
            let letters = marks.encode().map_err(|error| TestCaseError::fail(error.to_string()))?;
            let again = Marks::decode(marks.size(), letters.as_bytes());
            prop_assert_eq!(again, stones.with_dead(&marks.dead().list()).map_err(|_| StateError::NotOnEnemyGround(point)));
            // I3: the state of each point agrees with its stone, its owner and the dead stones.
            let states = marks.states().map_err(|error| TestCaseError::fail(error.to_string()))?;
            let dead: Points = marks.dead().iter().collect();
            let said: Vec<(Option<Color>, Option<Color>, bool)> = marks.size().points().zip(marks.owners())
                .map(|(point, owner)| (marks.stone_at(point), owner, dead.contains(&point))).collect();
            let read: Vec<_> = states.iter().map(|state| (state.stone(), state.owner(), state.is_dead())).collect();
            prop_assert_eq!(read, said);
            prop_assert_eq!((marks.state(point), marks.owner(point)), {
                let index = marks.size().points().position(|other| other == point).unwrap_or(0);
                (Some(states[index]), states[index].owner())
            });
            // I4: repeating a mark changes nothing, if it had its effect. (It has none if all stones would be dead.)
            let is_so = (mark == Mark::Dead) == marks.dead().contains(point);
            if is_so || !matches!(mark, Mark::Dead | Mark::Alive) {
                prop_assert_eq!(marks.would(point, mark).map(|marked| marked.is_change()), Ok(false));
            }
            // I5: alive after dead restores the old board exactly if no stone of the other color was revived.
            if mark == Mark::Dead && !marked.killed.is_empty() {
                let color = marks.stone_at(point);
                let others = marked.revived.iter().any(|stone| marks.stone_at(*stone) != color);
                let mut back = marks.clone();
                if back.mark(point, Mark::Alive).is_ok() && marks.dead().contains(point) {
                    prop_assert_eq!(back.dead().iter().collect::<Points>() == before.dead().iter().collect::<Points>(), !others);
                }
            }
        }
    }

    /// A mark reaches the stones that are connected by anything but living enemy stones.
    #[test]
    fn a_mark_reaches_what_a_simpler_program_finds(stones in stones(), first in any::<prop::sample::Index>(), second in any::<prop::sample::Index>()) {
        let size = stones.size();
        let mut marks = stones;
        for index in [first, second] {
            let point = at(index, size);
            let Some(color) = marks.stone_at(point) else { continue };
            let before: Points = marks.dead().iter().collect();
            let ground: Points = size.points().filter(|point| marks.stone_at(*point) != Some(!color) || before.contains(point)).collect();
            let met: Points = walk(size, point, &ground).into_iter().filter(|point| marks.stone_at(*point) == Some(color)).collect();
            let _ = marks.mark(point, Mark::Dead);
            let all_dead: Points = before.union(&met).copied().collect();
            // Dead stones outside enemy territory are revived, and all stones if all would be dead.
            let stones = by_point(&marks);
            let expected: Points = if all_dead.len() == stones.len() {
                Points::new()
            } else {
                let found = naive(size, &stones, &all_dead, &Points::new());
                all_dead.into_iter().filter(|point| found.owner[point] == Some(!stones[point])).collect()
            };
            prop_assert_eq!(marks.dead().iter().collect::<Points>(), expected);
        }
    }

    /// I6: rotating or mirroring the board keeps the count; swapping the colors swaps it.
    #[test]
    fn symmetric_boards_have_symmetric_counts(stones in stones(), wishes in wishes(5), symmetry in symmetry(), swap in any::<bool>(), rules in counting()) {
        let size = stones.size();
        let rules = rules.with_komi(Rules::default().komi());
        let mut setup = Setup::new(symmetry.size(size), Color::Black);
        setup.stones = by_point(&stones).into_iter().map(|(point, color)| (symmetry.point(point, size), if swap { !color } else { color })).collect();
        let mut other = Marks::of_setup(&setup).unwrap();
        let mut marks = stones;
        for (index, mark) in wishes {
            let point = at(index, size);
            let there = other.mark(symmetry.point(point, size), mark);
            prop_assert_eq!(marks.mark(point, mark).is_ok(), there.is_ok());
        }
        let [one, two] = [marks, other].map(|marks| standing(marks, rules).count());
        let [black, white] = Color::BOTH.map(|color| one.total(color));
        let expected = if swap { [white, black] } else { [black, white] };
        prop_assert_eq!(Color::BOTH.map(|color| two.total(color)), expected);
    }

    /// Both referees give the same standing, and it agrees with the moves of the game.
    #[test]
    fn both_referees_give_the_same_standing(game in game(), rules in counting(), stones in stones(), set_up in 0u8..3) {
        // The opening is empty, or has up to nine handicap stones, or up to nine stones of both colors.
        let mut setup = Setup::new(game.size, Color::White);
        let few = by_point(&stones).into_iter().filter(|(point, color)| game.size.contains(*point) && (set_up == 2 || *color == Color::Black));
        setup.stones.extend(few.take(if set_up == 0 { 0 } else { 9 }));
        let Ok(opening) = BoardRecord::try_from(&setup) else { return Ok(()) };
        let rules = rules.with_ko(game.rules.ko()).with_suicide(game.rules.suicide());
        let records = play_from(opening.with_rules(rules), &game);
        let last = &records[records.len() - 1];
        let fast = FastGame::from(last);
        let standing = Standing::from(last);
        prop_assert_eq!(&standing, &Standing::from(&fast));
        prop_assert_eq!(standing.first_pass, last.moves().into_iter().find(|mv| mv.action == Action::Pass).map(|mv| mv.color));
        let before_white = records.iter().find(|record| record.moves().iter().any(|mv| mv.color == Color::White));
        let before_white = before_white.and_then(BoardRecord::undo).unwrap_or(last.clone());
        let blacks = before_white.board().stones().filter(|(_, color)| *color == Color::Black).count();
        let white_was_set_up = setup.stones.iter().any(|(_, color)| *color == Color::White);
        prop_assert_eq!(standing.handicap as usize, if blacks == 1 || white_was_set_up { 0 } else { blacks });
        prop_assert_eq!(standing.ending, last.is_over().then_some(Ending::Passes));
        let plain = Preset::Kata.rules().with_scoring(Scoring::Area);
        let count = Standing { rules: plain, ..standing }.count();
        let area = fast.area().map(|points| HalfPoints::whole(u32::try_from(points).unwrap_or(0)));
        prop_assert_eq!(ByColor::from_fn(|color| count.total(color)), area);
    }

    /// No bytes make the parser panic, and letters of a marked board are read as they were written.
    #[test]
    fn letters_are_read_as_they_were_written(stones in stones(), wishes in wishes(6), bytes in prop::collection::vec(any::<u8>(), 0..30)) {
        let size = stones.size();
        let _ = Marks::decode(size, &bytes).map_err(|error| error.to_string());
        let mut marks = stones;
        for (index, mark) in wishes.into_iter().filter(|(_, mark)| matches!(mark, Mark::Dead | Mark::Alive)) {
            let _ = marks.mark(at(index, size), mark);
        }
        let letters = marks.encode().map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(Marks::decode(size, letters.as_bytes()), Ok(marks));
    }
}
