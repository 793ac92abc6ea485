//! The count: regions, owners, taxes and points.

use gokata::scoring::{HalfPoints, Score, Standing};
use gokata::{Color, HandicapBonus, Scoring, Tax};

use super::stones::Stones;

/// The living stones and the owner of each other point.
struct Ground {
    living: Vec<Option<Color>>,
    owner: Vec<Option<Color>>,
}

/// The points joined to one through points for which `is` holds.
fn part(stones: &Stones, from: usize, is: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let mut part = vec![from];
    let mut met = vec![false; stones.board.len()];
    met[from] = true;
    let mut next = 0;
    while let Some(point) = part.get(next).copied() {
        for near in stones.beside(point) {
            if is(near) && !met[near] {
                met[near] = true;
                part.push(near);
            }
        }
        next += 1;
    }
    part
}

fn ground(stones: &Stones, counted: &Standing) -> Ground {
    let size = counted.marks.size();
    let stones = &Stones::new(stones.fault, size);
    let has = |fault| stones.has(fault);
    let points: Vec<_> = size.points().collect();
    let dead = counted.marks.dead();
    let lives = |point: &_| {
        let is_dead = dead.contains(*point) && !has("dead-stones-live");
        counted.marks.stone_at(*point).filter(|_| !is_dead)
    };
    let living: Vec<Option<Color>> = points.iter().map(lives).collect();
    let under = |at: usize| counted.marks.stone_at(points[at]).is_some();
    let free =
        |at: usize| living[at].is_none() && !(has("regions-end-at-dead-stones") && under(at));
    let mut owner = vec![None; points.len()];
    let mut seen = vec![false; points.len()];
    for from in 0..points.len() {
        if living[from].is_some() || seen[from] {
            continue;
        }
        let region = part(stones, from, &|at| free(at));
        region.iter().for_each(|at| seen[*at] = true);
        let near = |at: &usize| stones.beside(*at);
        let mut beside: Vec<Color> = match () {
            () if has("the-first-point-of-a-region-decides") => {
                near(&from).iter().filter_map(|at| living[*at]).collect()
            }
            () if has("an-edge-belongs-to-the-other-side") => {
                let mut beside: Vec<_> = region
                    .iter()
                    .flat_map(near)
                    .filter_map(|at| living[at])
                    .collect();
                if region.iter().any(|at| near(at).len() < 4) && !beside.is_empty() {
                    beside.push(Color::White);
                }
                beside
            }
            () => region
                .iter()
                .flat_map(near)
                .filter_map(|at| living[at])
                .collect(),
        };
        if has("the-first-color-owns-a-region") {
            beside.truncate(1);
        } else if has("the-majority-owns-a-region") {
            let black = beside
                .iter()
                .filter(|color| **color == Color::Black)
                .count();
            let white = beside.len() - black;
            if black != white {
                beside = vec![if black > white {
                    Color::Black
                } else {
                    Color::White
                }];
            }
        } else if has("a-region-without-stones-is-blacks") && beside.is_empty() {
            beside.push(Color::Black);
        } else if has("both-own-a-shared-region-of-one-point") && region.len() == 1 {
            beside.truncate(1);
        }
        let alone = beside
            .first()
            .copied()
            .filter(|first| beside.iter().all(|color| color == first));
        let counts = match () {
            () if has("only-eyes-of-one-point-count") => region.len() == 1,
            () if has("eyes-of-one-point-do-not-count") => region.len() > 1,
            () if has("regions-of-over-a-hundred-points-are-nobodys") => region.len() <= 100,
            () if has("regions-with-dead-stones-are-nobodys") => {
                !region.iter().any(|at| under(*at))
            }
            () if has("regions-at-the-edge-are-nobodys") => {
                region.iter().all(|at| near(at).len() == 4)
            }
            () => true,
        };
        for at in region {
            let neutral =
                counted.marks.neutral().contains(points[at]) && !has("neutral-marks-are-forgotten");
            let dead = under(at) && has("points-under-dead-stones-do-not-count");
            owner[at] = alone.filter(|_| !neutral && !dead && counts);
        }
    }
    Ground { living, owner }
}

pub(super) fn owners(stones: &Stones, counted: &Standing) -> Vec<Option<Color>> {
    let Ground { living, owner } = ground(stones, counted);
    living
        .iter()
        .zip(owner)
        .map(|(stone, owner)| stone.or(owner))
        .collect()
}

pub(super) fn score(stones: &Stones, counted: &Standing) -> Score {
    let has = |fault| stones.has(fault);
    let rules = counted.rules;
    let komi = i64::from(rules.komi().halves());
    let komi = match () {
        () if has("there-is-no-komi") => 0,
        () if has("komi-is-blacks") => -komi,
        () if has("komi-is-whole") => komi / 2 * 2,
        () if has("komi-is-rounded-up") => (komi + 1).div_euclid(2) * 2,
        () if has("komi-is-never-negative") => komi.max(0),
        () if has("komi-has-no-sign") => komi.abs(),
        () if has("komi-is-in-a-byte") => i64::from(komi as i8),
        () if has("komi-only-under-territory") && rules.scoring() == Scoring::Area => 0,
        () if has("komi-only-under-area") && rules.scoring() != Scoring::Area => 0,
        () => komi,
    };
    let margin = total(stones, counted, Color::Black) - total(stones, counted, Color::White) - komi;
    let margin = match () {
        () if has("a-draw-is-whites") && margin == 0 => -1,
        () if has("a-draw-is-blacks") && margin == 0 => 1,
        () if has("the-winner-is-the-other-side") => -margin,
        () if has("the-margin-is-whole") => margin / 2 * 2,
        () => margin,
    };
    Score::from_margin(HalfPoints(margin))
}

/// The points of a color in half points, without the komi.
fn total(stones: &Stones, counted: &Standing, color: Color) -> i64 {
    let has = |fault| stones.has(fault);
    let Ground { living, owner } = ground(stones, counted);
    let rules = counted.rules;
    let plain = Stones::new(stones.fault, counted.marks.size());
    let own =
        |at: usize| living[at] == Some(color) || living[at].is_none() && owner[at] == Some(color);
    let is_area = rules.scoring() == Scoring::Area;
    let (mut points, mut lives, mut chains) = (0, 0, 0);
    let mut seen = vec![false; living.len()];
    let mut counts: Vec<bool> = owner.iter().map(|owner| *owner == Some(!color)).collect();
    for from in 0..living.len() {
        if seen[from] || !own(from) {
            continue;
        }
        let life = part(&plain, from, &own);
        life.iter().for_each(|at| seen[*at] = true);
        let nobodys = |at: &usize| living[*at].is_none() && owner[*at].is_none();
        let open = life.iter().any(|at| plain.beside(*at).iter().any(nobodys));
        let mut met = vec![false; living.len()];
        let mut atari = false;
        for stone in life.iter().copied().filter(|at| living[*at].is_some()) {
            if met[stone] {
                continue;
            }
            let chain = part(&plain, stone, &|at| living[at] == Some(color));
            chain.iter().for_each(|at| met[*at] = true);
            chains += 1;
            let mut liberties: Vec<usize> = chain.iter().flat_map(|at| plain.beside(*at)).collect();
            liberties.retain(|at| living[*at].is_none());
            liberties.sort_unstable();
            liberties.dedup();
            atari |= liberties.len() == 1;
        }
        let open = open && !has("the-tax-forgets-open-points");
        let atari = atari && !has("the-tax-forgets-ataris");
        let taxed = match rules.tax() {
            Tax::None => has("there-is-always-a-tax"),
            Tax::Seki => !has("there-is-no-tax-on-seki"),
            Tax::All => !has("group-tax-without-seki"),
        };
        let stands = !open && !atari;
        if !taxed || stands {
            let empty: Vec<usize> = { life.iter().copied() }
                .filter(|at| living[*at].is_none())
                .collect();
            points += empty.len() as i64;
            empty.iter().for_each(|at| counts[*at] = true);
        }
        lives += i64::from(stands || has("groups-in-seki-pay-the-tax"));
    }
    if rules.tax() == Tax::All {
        points -= match () {
            () if has("there-is-no-group-tax") => 0,
            () if has("the-group-tax-is-one") => lives,
            () if has("every-chain-pays-the-tax") => 2 * chains,
            () if has("one-group-pays-the-tax") => 2 * lives.min(1),
            () => 2 * lives,
        };
    }
    let on_board = living.iter().filter(|stone| **stone == Some(color)).count() as i64;
    let on_points = counted.marks.size().points().zip(counts);
    let dead = on_points.filter(|(point, counts)| {
        let is_dead = counted.marks.dead().contains(*point);
        is_dead && counted.marks.stone_at(*point) == Some(!color) && (*counts || is_area)
    });
    let dead = dead.count() as i64;
    let held = |color| i64::from(counted.prisoners[color]);
    let prisoners = match () {
        () if has("prisoners-are-the-losers") => held(!color),
        () if has("prisoners-do-not-count") => 0,
        () => held(color),
    };
    if is_area != has("area-and-territory-are-swapped") {
        points += if has("stones-do-not-count") {
            0
        } else {
            on_board
        };
        points += if has("prisoners-count-under-area") {
            prisoners
        } else {
            0
        };
        points += if has("dead-stones-count-under-area") {
            dead
        } else {
            0
        };
    } else {
        points += prisoners;
        points += match () {
            () if has("dead-stones-are-no-prisoners") => 0,
            () if has("dead-stones-count-twice") => 2 * dead,
            () => dead,
        };
        points += if has("stones-count-under-territory") {
            on_board
        } else {
            0
        };
    }
    let mut halves = 2 * points;
    let first = counted.first_pass == Some(color);
    if is_area && rules.button() {
        halves += match () {
            () if has("the-button-counts-nothing") => 0,
            () if has("the-button-is-a-point") => 2 * i64::from(first),
            () if has("the-second-pass-takes-the-button") => {
                i64::from(counted.first_pass == Some(!color))
            }
            () => i64::from(first),
        };
    }
    let by_rules = is_area || has("the-bonus-counts-under-territory");
    if by_rules
        && color
            == if has("the-bonus-is-blacks") {
                Color::Black
            } else {
                Color::White
            }
    {
        let handicap = i64::from(counted.handicap);
        let less = (handicap - 1).max(0);
        halves += 2 * match rules.handicap_bonus() {
            _ if has("there-is-no-handicap-bonus") => 0,
            HandicapBonus::Zero => {
                if has("there-is-always-a-bonus") {
                    handicap
                } else {
                    0
                }
            }
            HandicapBonus::AllButOne if has("the-bonus-counts-every-stone") => handicap,
            HandicapBonus::AllButOne => less,
            HandicapBonus::Each if has("the-bonus-counts-no-first-stone") => less,
            HandicapBonus::Each => handicap,
        };
    }
    halves
}
