//! A second scorer, as simple as possible: it follows the definitions of `fixtures/README.md` one by one, with sets of
//! points.

use std::collections::{BTreeMap, BTreeSet};

use gokata::scoring::{HalfPoints, Standing};
use gokata::{ByColor, Color, HandicapBonus, Point, Rules, Scoring, Size, Tax};

pub(crate) type Points = BTreeSet<Point>;

/// The living stones, and the owner of every other point.
pub(crate) struct Naive {
    pub(crate) live: BTreeMap<Point, Color>,
    pub(crate) owner: BTreeMap<Point, Option<Color>>,
}

/// Returns `from` and all points connected to it by points of `ground`.
pub(crate) fn walk(size: Size, from: Point, ground: &Points) -> Points {
    let mut met = Points::from([from]);
    let mut next = vec![from];
    while let Some(point) = next.pop() {
        for beside in size.neighbors(point) {
            if ground.contains(&beside) && met.insert(beside) {
                next.push(beside);
            }
        }
    }
    met
}

pub(crate) fn naive(
    size: Size,
    stones: &BTreeMap<Point, Color>,
    dead: &Points,
    neutral: &Points,
) -> Naive {
    let live: BTreeMap<Point, Color> = stones
        .iter()
        .filter(|(point, _)| !dead.contains(point))
        .map(|(point, color)| (*point, *color))
        .collect();
    let free: Points = size
        .points()
        .filter(|point| !live.contains_key(point))
        .collect();
    let mut owner = BTreeMap::new();
    for point in &free {
        if owner.contains_key(point) {
            continue;
        }
        let region = walk(size, *point, &free);
        let border: BTreeSet<Color> = region
            .iter()
            .flat_map(|point| size.neighbors(*point))
            .filter_map(|beside| live.get(&beside).copied())
            .collect();
        let alone = border.first().copied().filter(|_| border.len() == 1);
        let owned = |point| (point, alone.filter(|_| !neutral.contains(&point)));
        owner.extend(region.into_iter().map(owned));
    }
    Naive { live, owner }
}

/// All that a count depends on.
#[derive(Clone)]
pub(crate) struct CountInput {
    pub(crate) size: Size,
    pub(crate) stones: BTreeMap<Point, Color>,
    pub(crate) dead: Points,
    pub(crate) neutral: Points,
    /// The stones in seki, if somebody has looked for them.
    pub(crate) seki: Option<Points>,
    pub(crate) prisoners: ByColor<u32>,
    pub(crate) handicap: usize,
    pub(crate) first_pass: Option<Color>,
    pub(crate) rules: Rules,
}

impl CountInput {
    /// These stones, all alive, and nothing else.
    pub(crate) fn new(size: Size, stones: BTreeMap<Point, Color>) -> CountInput {
        CountInput {
            size,
            stones,
            dead: Points::new(),
            neutral: Points::new(),
            seki: None,
            prisoners: ByColor::default(),
            handicap: 0,
            first_pass: None,
            rules: Rules::default(),
        }
    }

    /// Returns the total of each player.
    pub(crate) fn totals(&self) -> [HalfPoints; 2] {
        totals_of(self)
    }
}

/// Returns the total of each player.
pub(crate) fn totals(standing: &Standing) -> [HalfPoints; 2] {
    totals_of(&input(standing))
}

/// Returns the owner of each point, in reading order.
pub(crate) fn owners(standing: &Standing) -> Vec<Option<Color>> {
    let input = input(standing);
    let found = naive(input.size, &input.stones, &input.dead, &input.neutral);
    let owner = |point: Point| {
        found
            .live
            .get(&point)
            .copied()
            .or_else(|| found.owner[&point])
    };
    input.size.points().map(owner).collect()
}

fn input(standing: &Standing) -> CountInput {
    let marks = &standing.marks;
    let size = marks.size();
    let stones = size.points();
    let stones = stones.filter_map(|point| Some((point, marks.stone_at(point)?)));
    CountInput {
        dead: marks.dead().iter().collect(),
        neutral: marks.neutral().iter().collect(),
        seki: standing.seki.map(|seki| seki.iter().collect()),
        prisoners: standing.prisoners,
        handicap: standing.handicap as usize,
        first_pass: standing.first_pass,
        rules: standing.rules,
        ..CountInput::new(size, stones.collect())
    }
}

fn totals_of(input: &CountInput) -> [HalfPoints; 2] {
    let CountInput {
        size,
        stones,
        dead,
        neutral,
        rules,
        ..
    } = input;
    let size = *size;
    let found = naive(size, stones, dead, neutral);
    let counted = Color::BOTH.map(|color| {
        let territory: Points = found
            .owner
            .iter()
            .filter(|(_, owner)| **owner == Some(color))
            .map(|(point, _)| *point)
            .collect();
        let stones_alive: Points = found
            .live
            .iter()
            .filter(|(_, stone)| **stone == color)
            .map(|(point, _)| *point)
            .collect();
        let lives = match &input.seki {
            None => lives(size, &found, &territory, &stones_alive),
            Some(seki) => apart_from(seki, size, &territory, &stones_alive),
        };
        let counts: Points = match rules.tax() {
            Tax::None => territory,
            Tax::Seki | Tax::All => {
                let is_in_life = |point: &Point| lives.iter().any(|life| life.contains(point));
                territory.into_iter().filter(is_in_life).collect()
            }
        };
        (counts, lives.len(), stones_alive.len())
    });
    Color::BOTH.map(|color| {
        let (territory, lives, stones_alive) = &counted[color as usize];
        let points = territory.len();
        let mut halves = 2 * i64::try_from(points).expect("few points");
        if rules.tax() == Tax::All {
            halves -= 4 * i64::try_from(*lives).expect("few lives");
        }
        let number = |count: usize| 2 * i64::try_from(count).expect("few stones");
        match rules.scoring() {
            Scoring::Area => {
                halves += number(*stones_alive);
                halves += i64::from(rules.button() && input.first_pass == Some(color));
                if color == Color::White {
                    halves += number(match rules.handicap_bonus() {
                        HandicapBonus::Zero => 0,
                        HandicapBonus::AllButOne => input.handicap.saturating_sub(1),
                        HandicapBonus::Each => input.handicap,
                    });
                }
            }
            Scoring::Territory => {
                halves += number(input.prisoners[color] as usize);
                // A stone on a point that counts for nobody is no prisoner.
                let is_paid = |point: &Point| counted.iter().any(|(own, ..)| own.contains(point));
                let taken = |point: &&Point| stones[*point] == !color && is_paid(point);
                halves += number(dead.iter().filter(taken).count());
            }
        }
        if color == Color::White {
            halves += i64::from(rules.komi().halves());
        }
        HalfPoints(halves)
    })
}

/// Returns the connected parts of a color's area without stones in seki.
fn apart_from(seki: &Points, size: Size, territory: &Points, stones: &Points) -> Vec<Points> {
    let area: Points = territory.union(stones).copied().collect();
    let parts: BTreeSet<Points> = area.iter().map(|point| walk(size, *point, &area)).collect();
    let is_apart = |part: &Points| {
        let mut in_seki = part.intersection(seki);
        !in_seki.any(|point| stones.contains(point))
    };
    parts.into_iter().filter(is_apart).collect()
}

/// Returns the connected parts of a color's area that touch no neutral point and have no chain with one liberty.
fn lives(size: Size, found: &Naive, territory: &Points, stones: &Points) -> Vec<Points> {
    let area: Points = territory.union(stones).copied().collect();
    let is_neutral = |point: &Point| found.owner.get(point) == Some(&None);
    let mut lives: Vec<Points> = Vec::new();
    for point in &area {
        if lives.iter().any(|life| life.contains(point)) {
            continue;
        }
        let part = walk(size, *point, &area);
        let open = part
            .iter()
            .any(|point| size.neighbors(*point).any(|beside| is_neutral(&beside)));
        let mut seen = Points::new();
        let in_atari = part.intersection(stones).any(|stone| {
            if seen.contains(stone) {
                return false;
            }
            let chain = walk(size, *stone, stones);
            let beside = chain.iter().flat_map(|stone| size.neighbors(*stone));
            let liberties: Points = beside
                .filter(|point| !found.live.contains_key(point))
                .collect();
            seen.extend(chain);
            liberties.len() == 1
        });
        if !open && !in_atari {
            lives.push(part);
        }
    }
    lives
}
