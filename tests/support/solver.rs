//! A solver of life and death on few points, with rules of its own: it shares no code with the finder and the referees.
//!
//! A side *reaches* its aim if it does so in finitely many moves, whatever the other side plays: a repetition counts against
//! it. So the positions in which it does are a least fixed point, and among all others the other side can stay for ever. What
//! fails because of a repetition does so as long as the positions that are repeated fail, too: it is kept aside
//! (`Solver::kept`) until the first of these has failed, and all of it with that; or until one has not, which says nothing
//! about it any more.

use std::collections::HashMap;

use gokata::Suicide;

/// The most points.
pub(crate) const MOST_POINTS: usize = 20;

/// Black and white stones, a bit for each point.
pub(crate) type Stones = [u32; 2];

/// Points, and what lies beside them.
pub(crate) struct Ground {
    /// The neighbors of every set of points: of the lower and of the upper half.
    neighbors: [Vec<u32>; 2],
    all: u32,
    /// Where stones of each color belong to a chain that is never taken.
    safe: Stones,
    suicide: Suicide,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The stone leaves the board.
    Kill,
    /// The stone stays: after two passes in a row it is there, or its enemy could not take it by playing alone.
    Live,
}

/// What is asked about a stone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    pub(crate) aim: Aim,
    /// True if the owner of the stone moves first.
    pub(crate) is_owner_first: bool,
    /// Whether the owner, and the enemy, may retake kos at once.
    pub(crate) retakes: [bool; 2],
}

impl Question {
    /// The enemy takes the stone, whoever moves first and however many ko threats there are.
    pub(crate) const DEAD: Question = Question {
        aim: Aim::Kill,
        is_owner_first: true,
        retakes: [true, false],
    };
    /// The owner keeps the stone, whoever moves first and however many ko threats there are.
    pub(crate) const ALIVE: Question = Question {
        aim: Aim::Live,
        is_owner_first: false,
        retakes: [false, true],
    };
}

/// What becomes of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fate {
    Alive,
    Dead,
    FirstMove,
    /// It depends on a ko (or on a repetition). Whether it dies if nobody has a ko threat, with the owner or the enemy first.
    Ko([bool; 2]),
}

/// More positions than allowed.
#[derive(Debug)]
pub(crate) struct TooLarge;

impl Ground {
    /// Points by their neighbors.
    pub(crate) fn new(beside: &[u32], safe: Stones, suicide: Suicide) -> Ground {
        assert!(beside.len() <= MOST_POINTS);
        let half = |first: usize| {
            let of = |set: u32| {
                let points = (0..10).filter(|nth| set >> nth & 1 == 1);
                points.fold(0, |all, nth| all | beside.get(first + nth).unwrap_or(&0))
            };
            (0..1 << 10).map(of).collect()
        };
        Ground {
            neighbors: [half(0), half(10)],
            all: (1 << beside.len()) - 1,
            safe,
            suicide,
        }
    }

    fn beside(&self, set: u32) -> u32 {
        self.neighbors[0][set as usize & 1023] | self.neighbors[1][set as usize >> 10]
    }

    fn chain(&self, mut chain: u32, stones: u32) -> u32 {
        loop {
            let more = chain | self.beside(chain) & stones;
            if more == chain {
                return chain;
            }
            chain = more;
        }
    }

    fn stays(&self, chain: u32, color: usize, empty: u32) -> bool {
        self.beside(chain) & empty != 0 || chain & self.safe[color] != 0
    }

    /// True if every chain has a liberty.
    pub(crate) fn is_possible(&self, stones: Stones) -> bool {
        let empty = self.all & !stones[0] & !stones[1];
        [0, 1].into_iter().all(|color| {
            bits(stones[color]).all(|at| self.stays(self.chain(at, stones[color]), color, empty))
        })
    }

    /// Plays at an empty point. Returns the board and a point at which a simple ko forbids the next play; `None` for a suicide
    /// that is illegal.
    fn play(&self, mut stones: Stones, at: u32, side: usize) -> Option<(Stones, u32)> {
        stones[side] |= at;
        let mut empty = self.all & !stones[0] & !stones[1];
        let (mut taken, mut enemies) = (0, self.beside(at) & stones[1 - side]);
        while enemies != 0 {
            let chain = self.chain(enemies & enemies.wrapping_neg(), stones[1 - side]);
            enemies &= !chain;
            if !self.stays(chain, 1 - side, empty) {
                taken |= chain;
            }
        }
        stones[1 - side] &= !taken;
        empty |= taken;
        let own = self.chain(at, stones[side]);
        if !self.stays(own, side, empty) {
            match self.suicide {
                Suicide::Forbidden => return None,
                Suicide::MultiStone if own == at => return None,
                _ => stones[side] &= !own,
            }
        }
        let is_ko = taken.is_power_of_two()
            && own == at
            && self.beside(at) & empty == taken
            && at & self.safe[side] == 0;
        Some((stones, if is_ko { taken } else { 0 }))
    }

    /// Whether one side reaches its aim about the stone at a point, where that takes at most so many positions.
    pub(crate) fn answer(
        &self,
        stones: Stones,
        target: u32,
        question: Question,
        most: usize,
    ) -> Result<bool, TooLarge> {
        let mut solver = Solver::new(self, stones, target, question);
        solver.positions_left = most;
        let is_other_first = usize::from(!question.is_owner_first);
        let start = Position::new(stones, solver.owner ^ is_other_first, 0, 0);
        for depth in DEPTHS {
            match solver.search(start, depth, 0)? {
                Answer::Reached => return Ok(true),
                Answer::Failed(_) => return Ok(false),
                Answer::Deeper => {}
            }
        }
        Err(TooLarge)
    }

    /// True if the enemy of the stone takes it by playing alone.
    pub(crate) fn falls(&self, stones: Stones, target: u32) -> bool {
        Solver::new(self, stones, target, Question::DEAD).falls(stones)
    }

    /// What becomes of a stone.
    pub(crate) fn fate(&self, stones: Stones, target: u32, most: usize) -> Result<Fate, TooLarge> {
        let dies = |is_owner_first, retakes| {
            let question = Question {
                is_owner_first,
                retakes,
                ..Question::DEAD
            };
            self.answer(stones, target, question, most)
        };
        let (owner, enemy) = ([true, false], [false, true]);
        Ok(if dies(true, owner)? {
            Fate::Dead
        } else if !dies(false, enemy)? {
            Fate::Alive
        } else if dies(false, owner)? && !dies(true, enemy)? {
            Fate::FirstMove
        } else {
            Fate::Ko([dies(true, [false; 2])?, dies(false, [false; 2])?])
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    stones: Stones,
    side: usize,
    /// Where the side may not play.
    ko: u32,
    passes: u8,
}

impl Position {
    fn new(stones: Stones, side: usize, ko: u32, passes: u8) -> Position {
        Position {
            stones,
            side,
            ko,
            passes,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy)]
enum Known {
    Reached,
    Failed,
    /// Failed if positions on the path do; its place among those kept aside.
    Kept(usize),
    /// On the path, at this depth.
    OnPath(usize),
    /// Neither reached nor failed within so many moves.
    Deeper(usize),
}

/// What a search says.
#[derive(Clone, Copy, PartialEq)]
enum Answer {
    Reached,
    /// Failed, if the position at this depth of the path and those after it do.
    Failed(usize),
    Deeper,
}

/// Depends on no position of the path.
const FIRM: usize = usize::MAX;
const DEPTHS: [usize; 8] = [4, 6, 9, 13, 19, 28, 42, 1000];

struct Solver<'a> {
    ground: &'a Ground,
    target: u32,
    /// The color of the stone.
    owner: usize,
    question: Question,
    /// With the move that was best so far.
    known: HashMap<Position, (Known, u32)>,
    /// Boards: whether the enemy takes the stone if it plays alone.
    falls: HashMap<Stones, bool>,
    /// Positions that have failed if those of the path do.
    kept: Vec<Position>,
    /// Parts of these: where each begins, and the least depth of a position of the path on which it depends.
    parts: Vec<(usize, usize)>,
    positions_left: usize,
}

impl Solver<'_> {
    fn new(ground: &Ground, stones: Stones, target: u32, question: Question) -> Solver<'_> {
        Solver {
            ground,
            target,
            owner: usize::from(stones[1] & target != 0),
            question,
            known: HashMap::new(),
            falls: HashMap::new(),
            kept: Vec::new(),
            parts: Vec::new(),
            positions_left: 0,
        }
    }

    fn search(&mut self, now: Position, left: usize, depth: usize) -> Result<Answer, TooLarge> {
        let (known, best) = *self.known.get(&now).unwrap_or(&(Known::Deeper(0), 0));
        match known {
            Known::Reached => return Ok(Answer::Reached),
            Known::Failed => return Ok(Answer::Failed(FIRM)),
            Known::Kept(place) => {
                let nth = self.parts.partition_point(|(start, _)| *start <= place);
                return Ok(Answer::Failed(self.parts[nth - 1].1));
            }
            Known::OnPath(depth) => return Ok(Answer::Failed(depth)),
            Known::Deeper(most) if left <= most => return Ok(Answer::Deeper),
            Known::Deeper(_) => {}
        }
        self.positions_left = self.positions_left.checked_sub(1).ok_or(TooLarge)?;
        self.known.insert(now, (Known::OnPath(depth), best));
        let start = self.kept.len();
        let (answer, best) = if self.falls(now.stones) {
            self.expand(now, best, (left, depth))?
        } else if self.question.aim == Aim::Live {
            (Answer::Reached, 0)
        } else {
            (Answer::Failed(FIRM), 0)
        };
        let parts = self.parts.partition_point(|(first, _)| *first < start);
        self.parts.truncate(parts);
        let (known, others, answer) = match answer {
            Answer::Failed(least) if least < depth => {
                self.parts.push((start, least));
                self.kept.push(now);
                self.known
                    .insert(now, (Known::Kept(self.kept.len() - 1), best));
                return Ok(answer);
            }
            Answer::Failed(_) => (Known::Failed, Known::Failed, Answer::Failed(FIRM)),
            Answer::Reached => (Known::Reached, Known::Deeper(0), answer),
            Answer::Deeper => (Known::Deeper(left), Known::Deeper(0), answer),
        };
        for other in self.kept.drain(start..) {
            self.known
                .entry(other)
                .and_modify(|(known, _)| *known = others);
        }
        self.known.insert(now, (known, best));
        Ok(answer)
    }

    /// Looks at what follows from a position. Returns the best move, too.
    fn expand(
        &mut self,
        now: Position,
        best: u32,
        (left, depth): (usize, usize),
    ) -> Result<(Answer, u32), TooLarge> {
        let is_reacher = (now.side == self.owner) == (self.question.aim == Aim::Live);
        let (mut least, mut is_deeper) = (FIRM, false);
        for at in self.moves(now, best) {
            let answer = match self.after(now, at) {
                None => continue,
                Some(Err(true)) => Answer::Reached,
                Some(Err(false)) => Answer::Failed(FIRM),
                Some(Ok(next)) => self.search(next, left - 1, depth + 1)?,
            };
            match answer {
                Answer::Reached if is_reacher => return Ok((answer, at)),
                Answer::Failed(_) if !is_reacher => return Ok((answer, at)),
                Answer::Failed(depth) => least = least.min(depth),
                Answer::Reached => {}
                Answer::Deeper => is_deeper = true,
            }
        }
        Ok(match (is_deeper, is_reacher) {
            (true, _) => (Answer::Deeper, best),
            (false, true) => (Answer::Failed(least), 0),
            (false, false) => (Answer::Reached, 0),
        })
    }

    /// The points to try, in a good order; 0 for a pass.
    fn moves(&self, now: Position, best: u32) -> impl Iterator<Item = u32> + use<> {
        let ground = self.ground;
        let empty = ground.all & !now.stones[0] & !now.stones[1] & !best;
        let chain = ground.chain(self.target, now.stones[self.owner]);
        let near = ground.beside(chain) & empty;
        bits(best)
            .chain(bits(near))
            .chain(bits(empty & !near))
            .chain([0])
    }

    /// The position after a move, or whether the aim is reached at the end; `None` if the move is illegal.
    fn after(&self, now: Position, at: u32) -> Option<Result<Position, bool>> {
        let (side, aim) = (1 - now.side, self.question.aim);
        if at == 0 {
            let next = Position::new(now.stones, side, 0, now.passes + 1);
            let is_end = next.passes == 2;
            return Some(if is_end {
                Err(aim == Aim::Live)
            } else {
                Ok(next)
            });
        }
        if at == now.ko {
            return None;
        }
        let (stones, ko) = self.ground.play(now.stones, at, now.side)?;
        if stones[self.owner] & self.target == 0 {
            return Some(Err(aim == Aim::Kill));
        }
        let is_free = self.question.retakes[usize::from(side != self.owner)];
        let ko = if is_free { 0 } else { ko };
        Some(Ok(Position::new(stones, side, ko, 0)))
    }

    /// True if the enemy of the stone takes it by playing alone.
    fn falls(&mut self, start: Stones) -> bool {
        if let Some(falls) = self.falls.get(&start) {
            return *falls;
        }
        self.falls.insert(start, false);
        let (mut seen, mut open) = (vec![start], vec![start]);
        while let Some(stones) = open.pop() {
            let now = Position::new(stones, 1 - self.owner, 0, 0);
            for at in self.moves(now, 0) {
                let next = match self.after(now, at) {
                    None => continue,
                    Some(next) => next.map(|next| next.stones),
                };
                let falls = match next {
                    Ok(next) => self.falls.get(&next).copied(),
                    Err(_) => Some(true),
                };
                if falls == Some(true) {
                    // What else has been seen may not lead there.
                    for stones in seen {
                        self.falls.remove(&stones);
                    }
                    self.falls.insert(start, true);
                    return true;
                }
                if let (None, Ok(next)) = (falls, next) {
                    self.falls.insert(next, false);
                    open.push(next);
                    seen.push(next);
                }
            }
        }
        false
    }
}

/// The points of a set.
fn bits(set: u32) -> impl Iterator<Item = u32> {
    (0..MOST_POINTS)
        .map(|at| 1 << at)
        .filter(move |at| set & at != 0)
}
