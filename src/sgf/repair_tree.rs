//! Balances the parentheses of a damaged record, and finds where games run together.

use super::edits::Edits;
use crate::basics::{Color, TextError};

/// A part of the text that gives it its structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Node {
        mover: Option<Color>,
        /// Whether it begins with a property of the whole game, and whether it says what kind of game it is.
        is_first: bool,
        is_root: bool,
    },
    Open,
    Close,
}

/// A variation that is open.
struct Level {
    /// The color of its first move, and of the latest move in it or before it.
    first: Option<Color>,
    last: Option<Color>,
    /// True once a variation has begun in it.
    branched: bool,
    /// The numbers of Black's and White's moves in it, with its variations.
    moves: [usize; 2],
    /// The variation in it that has ended last.
    ended: Option<Ended>,
}

/// A variation that has ended.
#[derive(Clone, Copy)]
struct Ended {
    /// The place of its `)`, and the length of it.
    at: usize,
    length: usize,
    first: Option<Color>,
    /// The color of its last move, if it has no variations.
    last: Option<Color>,
    moves: [usize; 2],
}

fn index(color: Color) -> usize {
    usize::from(color == Color::White)
}

impl Level {
    fn new(before: Option<Color>) -> Level {
        Level {
            first: None,
            last: before,
            branched: false,
            moves: [0, 0],
            ended: None,
        }
    }
}

/// Balances the parentheses. Each part has the place and the length of its sign. Returns whether the end of the text is
/// missing.
pub(super) fn balance(
    parts: &[(usize, usize, Part)],
    edits: &mut Edits<'_>,
) -> Result<bool, TextError> {
    let opens = parts.iter().filter(|part| part.2 == Part::Open).count();
    let closes = parts.iter().filter(|part| part.2 == Part::Close).count();
    let mut balancer = Balancer {
        edits,
        levels: Vec::new(),
        lacks: opens > closes,
        exceeds: closes > opens,
        games: 0,
        moves: 0,
        closed: None,
        loose: None,
        surplus: None,
        elsewhere: None,
    };
    for (index, (at, length, part)) in parts.iter().enumerate() {
        let next = parts.get(index + 1).map(|next| next.2);
        balancer.add(*at, *length, *part, next)?;
    }
    balancer.end(parts.last().is_some_and(|last| last.2 == Part::Close))
}

struct Balancer<'e, 't> {
    edits: &'e mut Edits<'t>,
    levels: Vec<Level>,
    /// Whether the text has too few `)`, or too many.
    lacks: bool,
    exceeds: bool,
    games: usize,
    /// The number of moves in the game.
    moves: usize,
    /// The `)` that has closed the game before, and that game.
    closed: Option<(usize, usize, Level)>,
    /// A later game that does not begin as one, or a variation that may belong to another one.
    loose: Option<usize>,
    surplus: Option<usize>,
    /// A `(` before which a missing `)` may belong.
    elsewhere: Option<usize>,
}

impl Balancer<'_, '_> {
    fn add(
        &mut self,
        at: usize,
        length: usize,
        part: Part,
        next: Option<Part>,
    ) -> Result<(), TextError> {
        match part {
            Part::Open => self.open(at, next),
            Part::Close => self.close(at, length),
            Part::Node {
                mover,
                is_first,
                is_root,
            } => {
                self.place_node(at, mover, is_first, is_root)?;
                if let (Some(level), Some(color)) = (self.levels.last_mut(), mover) {
                    level.moves[index(color)] += 1;
                    level.first = level.first.or(mover);
                    level.last = mover;
                    self.moves += 1;
                }
            }
        }
        Ok(())
    }

    fn begin_game(&mut self) {
        (self.games, self.moves) = (self.games + 1, 0);
        self.levels = vec![Level::new(None)];
    }

    fn open(&mut self, at: usize, next: Option<Part>) {
        let (mut mover, mut is_game) = (None, false);
        if let Some(Part::Node { is_first, .. }) = next {
            is_game = is_first;
        }
        if let Some(Part::Node { mover: color, .. }) = next {
            mover = color;
        }
        if self.lacks && is_game && self.moves > 0 && !self.levels.is_empty() {
            self.close_all(at, "before the next game");
        }
        let depth = self.levels.len();
        let Some(level) = self.levels.last_mut() else {
            if self.games > 0 && !is_game && matches!(next, Some(Part::Node { .. })) {
                self.loose = self.loose.or(Some(at));
            }
            return self.begin_game();
        };
        if depth > 1 && mover.is_some() && mover == level.first {
            self.elsewhere = self.elsewhere.or(Some(at));
        }
        // The variation may also belong to the one before it.
        let before = level.ended.map_or([0, 0], |ended| ended.moves);
        if mover.is_some_and(|color| before[index(color)] > 1) {
            self.loose = self.loose.or(Some(at));
        }
        level.branched = true;
        let before = level.last;
        self.levels.push(Level::new(before));
    }

    fn close(&mut self, at: usize, length: usize) {
        match self.levels.pop() {
            None => {
                let surplus = "left out a `)` without a `(`";
                self.edits.replace(at..at + length, "", surplus);
                self.surplus = self.surplus.or(Some(at));
            }
            Some(level) if self.levels.is_empty() => self.closed = Some((at, length, level)),
            Some(level) => {
                if let Some(parent) = self.levels.last_mut() {
                    for (all, more) in parent.moves.iter_mut().zip(level.moves) {
                        *all += more;
                    }
                    parent.ended = Some(Ended {
                        at,
                        length,
                        first: level.first,
                        last: level.last.filter(|_| level.ended.is_none()),
                        moves: level.moves,
                    });
                }
            }
        }
    }

    fn place_node(
        &mut self,
        at: usize,
        mover: Option<Color>,
        is_first: bool,
        is_root: bool,
    ) -> Result<(), TextError> {
        let Some(level) = self.levels.last_mut() else {
            return self.outside(at, mover, is_first);
        };
        if is_root && self.moves > 0 {
            let closing = ")".repeat(self.levels.len());
            let message = "added `)` and `(`: another game begins here";
            self.edits.insert(at, closing + "(", message);
            self.begin_game();
            return Ok(());
        }
        if !level.branched {
            return Ok(());
        }
        let Some(ended) = level.ended.filter(|_| self.exceeds) else {
            let message = "a node after a variation: a `(` before it may be missing, or the variation's end may be wrong";
            return Err(self.edits.places.at(at, message));
        };
        let Ended { first, last, .. } = ended;
        let goes_on = mover.is_some() && last.is_some_and(|last| Some(last) != mover);
        let is_variation = mover.is_some() && first == mover;
        match (goes_on, is_variation) {
            (true, false) => {
                self.edits.replace(
                    ended.at..ended.at + ended.length,
                    "",
                    "left out this `)`: the variation goes on after it",
                );
                let mut reopened = Level::new(last);
                reopened.first = first;
                self.levels.push(reopened);
            }
            (false, true) => {
                self.edits.insert(at, "(", "added the `(` of a variation");
                let before = level.last;
                self.levels.push(Level::new(before));
            }
            _ => {
                let message = "a node after a variation: either the `)` before it is one too many, or a `(` is missing here";
                return Err(self.edits.places.at(at, message));
            }
        }
        Ok(())
    }

    /// A node outside of all games.
    fn outside(
        &mut self,
        at: usize,
        mover: Option<Color>,
        is_first: bool,
    ) -> Result<(), TextError> {
        match self.closed.take() {
            Some((end, length, level)) if !is_first => {
                if level.branched || mover.is_none() || level.last == mover {
                    let message = "a node after the end of the game: either the `)` before it is one too many, or another game begins without its `(`";
                    return Err(self.edits.places.at(at, message));
                }
                let message = "left out this `)`: the game goes on after it";
                self.edits.replace(end..end + length, "", message);
                self.levels = vec![level];
            }
            _ => {
                self.edits
                    .insert(at, "(", "added the `(` that begins the game");
                self.begin_game();
            }
        }
        Ok(())
    }

    fn close_all(&mut self, at: usize, place: &str) {
        let depth = self.levels.len();
        let message = match depth {
            1 => format!("added the `)` that is missing {place}"),
            _ => format!("added {depth} `)` that are missing {place}"),
        };
        self.edits.insert(at, ")".repeat(depth), message);
        self.levels.clear();
    }

    fn end(mut self, ends_closed: bool) -> Result<bool, TextError> {
        let places = self.edits.places;
        if let (Some(_), Some(loose)) = (self.surplus, self.loose) {
            let message =
                "a `)` is one too many at the end, or a `(` is missing before this variation";
            return Err(places.at(loose, message));
        }
        let is_open = !self.levels.is_empty();
        if let (true, true, Some(place)) = (is_open, ends_closed, self.elsewhere) {
            let message = "a `)` is missing: before this variation, or at the end";
            return Err(places.at(place, message));
        }
        if is_open {
            self.close_all(places.text().len(), "at the end");
        }
        Ok(is_open)
    }
}
