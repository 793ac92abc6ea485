//! A checker of the proofs that the finder gives: it shares no code with the finder, and plays through the pure referee.

use std::collections::{HashMap, HashSet, VecDeque};

use gokata::scoring::{ChainLife, EyeRegion, Finding, Life, Proof, Status, Strategy};
use gokata::{
    BoardRecord, ByColor, Color, IllegalMove, Move, Point, PointSet, Setup, Suicide, check_move,
    play_move,
};

/// The most boards on which stones are taken in a territory.
const ALONE: usize = 400;

type Stones = ByColor<PointSet>;
type Checked = Result<(), String>;

/// The number of a kind of proof.
pub(crate) fn kind(proof: &Proof) -> usize {
    match proof {
        Proof::Eyes(_) => 0,
        Proof::Territory(_) => 1,
        Proof::AnsweredEyes(_) => 2,
        Proof::AnsweredTerritory(_) => 3,
        Proof::Seki { .. } => 4,
    }
}

/// A board, and what was found about its chains.
pub(crate) struct Claims<'a> {
    pub(crate) start: &'a BoardRecord,
    pub(crate) life: &'a Life,
}

/// Returns the sets of connected points.
fn parts(set: PointSet) -> Vec<PointSet> {
    let (mut left, mut found) = (set, Vec::new());
    while let Some(point) = left.nth(0) {
        let part = grown(PointSet::new(set.size(), [point]), left);
        left -= part;
        found.push(part);
    }
    found
}

fn around(set: PointSet) -> PointSet {
    let size = set.size();
    PointSet::new(size, set.iter().flat_map(|point| size.neighbors(point)))
}

/// Returns a set with all points that are connected to it through `ground`.
fn grown(mut set: PointSet, ground: PointSet) -> PointSet {
    loop {
        let more = set | (around(set) & ground);
        if more == set {
            return set;
        }
        set = more;
    }
}

fn meet(one: PointSet, other: PointSet) -> bool {
    !(one & other).is_empty()
}

fn is_within(one: PointSet, other: PointSet) -> bool {
    (one - other).is_empty()
}

fn demand(holds: bool, what: &str) -> Checked {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Claims<'_> {
    /// Checks the proof of a chain; `false` if nothing is proven about it.
    pub(crate) fn check(&self, chain: &ChainLife) -> Result<bool, String> {
        let Finding::Proven(status, proof) = &chain.finding else {
            return Ok(false);
        };
        let is_here = parts(self.stones()[chain.color]).contains(&chain.stones);
        demand(is_here, "no such chain")?;
        let checked = match (status, proof) {
            (Status::Alive, Proof::Eyes(regions)) => self.eyes(chain, regions),
            (Status::Dead, Proof::Territory(points)) => self.territory(chain, *points),
            (Status::Alive, Proof::AnsweredEyes(regions)) => self.answered_eyes(chain, regions),
            (Status::Dead, Proof::AnsweredTerritory(region)) => {
                demand(is_within(chain.stones, region.points), "stones outside")?;
                self.region(region, !chain.color, true)
            }
            (Status::Seki, Proof::Seki { survives, shares }) => {
                self.seki(chain, [survives, shares])
            }
            _ => Err("this proof does not prove this".to_owned()),
        };
        let at = chain.stones.nth(0);
        let checked = checked.map_err(|why| format!("{at:?} {status:?}: {why}"));
        checked.map(|()| true)
    }

    fn stones(&self) -> Stones {
        ByColor::from_fn(|color| self.start.board().stones_of(color))
    }

    fn suicide(&self) -> Suicide {
        self.start.rules().suicide()
    }

    fn all(&self) -> PointSet {
        PointSet::all(self.start.size())
    }

    /// The stones that are proven alive; `without_answers` if they stay even if their owner always passes.
    fn alive(&self, without_answers: bool) -> PointSet {
        self.life.stones_where(|finding| {
            let Finding::Proven(Status::Alive, proof) = finding else {
                return false;
            };
            !without_answers || matches!(proof, Proof::Eyes(_))
        })
    }

    /// A position where `side` is to move and nothing is known about the past: kos may be retaken.
    fn position(&self, stones: Stones, side: Color) -> BoardRecord {
        let mut setup = Setup::new(self.start.size(), side);
        for color in Color::BOTH {
            let own = stones[color].iter().map(|point| (point, color));
            setup.stones.extend(own);
        }
        let record = BoardRecord::try_from(&setup).unwrap();
        record.with_rules(gokata::Rules::default().with_suicide(self.suicide()))
    }

    fn played(&self, stones: Stones, side: Color, point: Point) -> Option<BoardRecord> {
        play_move(Move::play(side, point), &self.position(stones, side)).ok()
    }

    fn eyes(&self, chain: &ChainLife, regions: &[PointSet]) -> Checked {
        let stones = self.stones();
        let (own, alive) = (stones[chain.color], self.alive(true));
        let distinct: HashSet<&PointSet> = regions.iter().collect();
        demand(distinct.len() >= 2, "fewer than two regions")?;
        for region in regions {
            let needed = match self.suicide() {
                Suicide::Forbidden => *region - stones[!chain.color],
                _ => *region,
            };
            let is_region = parts(self.all() - own).contains(region);
            demand(is_region, "not a region")?;
            demand(is_within(needed, around(chain.stones)), "no liberty")?;
            demand(is_within(around(*region) & own, alive), "weak walls")?;
        }
        Ok(())
    }

    fn territory(&self, chain: &ChainLife, points: PointSet) -> Checked {
        demand(is_within(chain.stones, points), "stones outside")?;
        let none = PointSet::empty(points.size());
        self.falls(self.stones(), points, chain.color, (self.all(), none, 0))
    }

    /// Demands that the stones of `side` in a part can be taken by the chains around it, which live without it: on the first
    /// boards that the side can reach, moving first and retaking kos at once. `helped` chains have eyes outside the ground.
    fn falls(
        &self,
        stones: Stones,
        part: PointSet,
        side: Color,
        (ground, helped, eyes): (PointSet, PointSet, usize),
    ) -> Checked {
        let border = around(part) - part;
        let walls = border & stones[!side];
        demand(border == walls, "an open border")?;
        let own = parts(stones[!side]).into_iter();
        let touching = own.filter(|chain| is_within(part, around(*chain)));
        let touching = touching.fold(PointSet::empty(part.size()), |all, chain| all | chain);
        let help = [(helped, eyes), (touching, 1)];
        let lives = self.lives(stones, !side, ground - part, &help);
        demand(is_within(walls, lives), "walls that need this part")?;
        let mut known = HashSet::from([stones]);
        let mut next = VecDeque::from([stones]);
        while let Some(stones) = next.pop_front() {
            let plays = (part - stones.black - stones.white).list();
            let plays = plays.into_iter();
            let plays = plays.filter_map(|point| self.played(stones, side, point));
            for record in plays.chain([self.position(stones, !side)]) {
                let after = taken_or_filled(&record, part, walls, !side)?;
                let is_left = meet(after[side], part);
                if is_left && known.len() < ALONE && known.insert(after) {
                    next.push_back(after);
                }
            }
        }
        Ok(())
    }

    /// The stones of a color with two eyes in a part of the board: what Benson calls unconditional life. Chains of `helped`
    /// have that many eyes elsewhere.
    fn lives(
        &self,
        stones: Stones,
        color: Color,
        ground: PointSet,
        helped: &[(PointSet, usize)],
    ) -> PointSet {
        let own = stones[color] & ground;
        let mut alive = own;
        loop {
            let regions = parts(ground - own).into_iter();
            let regions: Vec<PointSet> = regions
                .filter(|region| is_within(around(*region) & own, alive))
                .collect();
            let eyes = |chain: PointSet| {
                let beside = around(chain);
                let is_vital = |region: &&PointSet| {
                    let empty = match self.suicide() {
                        Suicide::Forbidden => **region - stones[!color],
                        _ => **region,
                    };
                    meet(beside, **region) && is_within(empty, beside)
                };
                let help = helped.iter().filter(|(stones, _)| meet(chain, *stones));
                let help: usize = help.map(|(_, eyes)| eyes).sum();
                regions.iter().filter(is_vital).count() + help
            };
            let dead = parts(alive).into_iter().filter(|chain| eyes(*chain) < 2);
            let left = dead.fold(alive, |alive, chain| alive - chain);
            if left == alive {
                return alive;
            }
            alive = left;
        }
    }

    fn answered_eyes(&self, chain: &ChainLife, regions: &[EyeRegion]) -> Checked {
        let mut seen = PointSet::empty(self.start.size());
        let mut eyes = 0;
        for region in regions {
            demand(!meet(seen, region.points), "a region twice")?;
            demand(meet(around(region.points), chain.stones), "a region apart")?;
            seen |= region.points;
            eyes += region.eyes;
            self.region(region, chain.color, false)?;
        }
        demand(eyes >= 2, "fewer than two eyes")
    }

    /// Plays all moves of the opponent in a region against the answers of its owner.
    fn region(&self, region: &EyeRegion, owner: Color, is_owned: bool) -> Checked {
        let own = self.stones()[owner];
        let walls = grown(around(region.points) & own, own);
        let is_region = parts(self.all() - own).contains(&region.points);
        demand(is_region, "not a region")?;
        demand(is_within(walls, self.alive(false)), "weak walls")?;
        demand(region.strategy.side() == owner, "answers of the other")?;
        let ground = region.points | walls;
        let helped = (walls, 2 - region.eyes.min(2));
        let keeps_liberties = |stones: Stones| {
            let empty = region.points - stones.black - stones.white;
            let chains = parts(stones[owner] & ground).into_iter();
            let mut around_it = chains.filter(|chain| meet(*chain, walls));
            let stay = is_within(walls, stones[owner]);
            stay && (region.eyes == 0 || around_it.all(|chain| meet(around(chain), empty)))
        };
        let is_reached = |stones: Stones| {
            let lives = self.lives(stones, owner, ground, &[helped]);
            is_within(walls, lives)
                && (!is_owned
                    || parts(region.points - lives).into_iter().all(|part| {
                        let around = (ground, helped.0, helped.1);
                        self.falls(stones, part, !owner, around).is_ok()
                    }))
        };
        Contest {
            claims: self,
            answers: &region.strategy,
            points: region.points,
            holds: &keeps_liberties,
            ends: &|stones, to_play, passes| {
                let is_over = passes >= 2;
                let reached = to_play != owner && is_reached(stones);
                (reached || (is_over && to_play != owner)).then_some(reached)
            },
            seen: HashMap::new(),
        }
        .start()
    }

    fn seki(&self, chain: &ChainLife, answers: [&Strategy; 2]) -> Checked {
        let stones = self.stones();
        let [part, other] = answers.map(|answers| answers.part(self.start.size()));
        demand(part == other, "two parts")?;
        let outside = (around(part) - part) & (stones.black | stones.white);
        let alive = self.alive(false);
        demand(is_within(chain.stones, part), "stones outside")?;
        demand(is_within(outside, alive), "weak walls")?;
        let color = chain.color;
        let target = chain.stones.nth(0).unwrap();
        let is_taken = |stones: Stones| !stones[color].contains(target);
        let is_apart = |stones: Stones| {
            let point = PointSet::new(part.size(), [target]);
            let chain = grown(point, stones[color]);
            let empty = self.all() - stones.black - stones.white;
            let reached = grown(around(chain) & empty, empty);
            meet(chain, alive) || !meet(around(reached), stones[!color])
        };
        let [survives, shares] = answers;
        let sides = survives.side() == color && shares.side() == !color;
        demand(sides, "answers of the other")?;
        let contest = |answers, holds: &dyn Fn(Stones) -> bool, ends: &Ends<'_>| {
            let seen = HashMap::new();
            Contest {
                claims: self,
                answers,
                points: part,
                holds,
                ends,
                seen,
            }
            .start()
        };
        contest(survives, &|stones| !is_taken(stones), &|_, _, passes| {
            (passes >= 2).then_some(true)
        })?;
        contest(shares, &|_| true, &|stones, _, passes| {
            if is_taken(stones) {
                return Some(true);
            }
            (passes >= 2).then(|| !is_apart(stones))
        })
    }
}

/// The board after a side fills a point beside its walls, or else takes all stones in a part, or plays any point.
fn taken_or_filled(
    record: &BoardRecord,
    part: PointSet,
    walls: PointSet,
    side: Color,
) -> Result<Stones, String> {
    let on = |record: &BoardRecord| ByColor::from_fn(|color| record.board().stones_of(color));
    let stones = on(record);
    if !meet(stones[!side], part) {
        return Ok(stones);
    }
    let empty = part - stones.black - stones.white;
    let beside = around(grown(walls, stones[side])) & empty;
    let choices = if beside.is_empty() { empty } else { beside };
    let after = |point| Some(on(&play_move(Move::play(side, point), record).ok()?));
    let mut after: Vec<Stones> = choices.iter().filter_map(after).collect();
    after.sort_by_key(|after| (after[!side] & part).len());
    let after = *after.first().ok_or("nothing can be taken")?;
    demand(is_within(walls, after[side]), "lost walls")?;
    let has_filled = !beside.is_empty() || !meet(after[!side], part) || empty.len() == 2;
    demand(has_filled, "room to live")?;
    Ok(after)
}

type Ends<'a> = dyn Fn(Stones, Color, u8) -> Option<bool> + 'a;

/// One side answers every move of the other on some points of the board. The other side may pass, and retakes kos at once.
struct Contest<'a> {
    claims: &'a Claims<'a>,
    answers: &'a Strategy,
    points: PointSet,
    /// What must hold after every move.
    holds: &'a dyn Fn(Stones) -> bool,
    /// Whether the side that answers has reached its goal, or failed; by the side to move and the
    /// passes in a row.
    ends: &'a Ends<'a>,
    /// The positions met, and whether they are decided.
    seen: HashMap<(Stones, u8), bool>,
}

impl Contest<'_> {
    fn start(mut self) -> Checked {
        self.other_moves(self.claims.stones(), 0)
    }

    fn other_moves(&mut self, stones: Stones, passes: u8) -> Checked {
        let (side, other) = (self.answers.side(), !self.answers.side());
        if let Some(reached) = (self.ends)(stones, other, passes) {
            return demand(reached, "the goal is not reached");
        }
        match self.seen.insert((stones, passes), false) {
            Some(true) => {
                self.seen.insert((stones, passes), true);
                return Ok(());
            }
            Some(false) => return Err("a repetition".to_owned()),
            None => {}
        }
        self.answer(&self.claims.position(stones, side), passes + 1)?;
        for point in &self.points {
            if let Some(record) = self.claims.played(stones, other, point) {
                self.answer(&record, 0)?;
            }
        }
        self.seen.insert((stones, passes), true);
        Ok(())
    }

    fn answer(&mut self, record: &BoardRecord, passes: u8) -> Checked {
        let side = self.answers.side();
        let on = |record: &BoardRecord| ByColor::from_fn(|color| record.board().stones_of(color));
        demand((self.holds)(on(record)), "lost after a move")?;
        if let Some(reached) = (self.ends)(on(record), side, passes) {
            return demand(reached, "the goal is not reached");
        }
        let ko =
            |point: &Point| check_move(Move::play(side, *point), record) == Err(IllegalMove::Ko);
        let ko = self.points.iter().find(ko);
        let answer = self.answers.answer(on(record), passes, ko);
        let answer = answer.ok_or("no answer")?;
        let Some(point) = answer else {
            return self.other_moves(on(record), passes + 1);
        };
        let after = play_move(Move::play(side, point), record);
        let after = after.map_err(|why| format!("an illegal answer: {why}"))?;
        demand((self.holds)(on(&after)), "lost after an answer")?;
        self.other_moves(on(&after), 0)
    }
}
