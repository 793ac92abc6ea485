//! Balances the parentheses of a damaged record, and finds where games run together.

use std::cmp::Ordering;
use std::ops::Range;

use super::edits::Edits;
use crate::basics::TextError;

/// A part of the text that gives it its structure.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    /// The place of its sign; empty for a node without one.
    pub(super) at: Range<usize>,
    /// `;`, `(` or `)`.
    pub(super) sign: u8,
    /// The color of a node's move: 0 for Black, 1 for White.
    pub(super) mover: Option<usize>,
    /// Whether a node begins with a property of the whole game, and whether it says what kind of game it is.
    pub(super) is_first: bool,
    pub(super) is_root: bool,
}

/// A variation, or a game.
#[derive(Clone, Default)]
struct Line {
    /// The color of its first move, and of the latest move in it or before it; `None` after variations.
    first: Option<usize>,
    last: Option<usize>,
    /// The numbers of Black's and White's moves in the game before it.
    begun: [usize; 2],
    /// The place of its `)`.
    end: Range<usize>,
}

/// Each text that is balanced in another way has two readings.
struct Balancer<'e, 't> {
    edits: &'e mut Edits<'t>,
    /// The game and the variations that are open, each with the variation in it that has ended last.
    levels: Vec<(Line, Option<Line>)>,
    /// Whether there are more `(` than `)`, or fewer.
    opens: Ordering,
    /// The numbers of Black's and White's moves in the game.
    moves: [usize; 2],
    /// The game that has ended, and the variation in it that has ended last.
    closed: Option<(Line, Option<Line>)>,
    has_games: bool,
    /// A later game that does not begin as one, or a variation that may belong to another one.
    loose: Option<usize>,
    surplus: bool,
    /// A `(` before which a missing `)` may belong.
    elsewhere: Option<usize>,
}

/// Balances the parentheses. Returns whether the end of the text is missing.
pub(super) fn balance(parts: &[Part], edits: &mut Edits<'_>) -> Result<bool, TextError> {
    let count = |sign| parts.iter().filter(|part| part.sign == sign).count();
    let mut balancer = Balancer {
        edits,
        levels: Vec::new(),
        opens: count(b'(').cmp(&count(b')')),
        moves: [0, 0],
        closed: None,
        has_games: false,
        loose: None,
        surplus: false,
        elsewhere: None,
    };
    for (index, part) in parts.iter().enumerate() {
        match part.sign {
            b'(' => balancer.open(part.at.start, parts.get(index + 1)),
            b')' => balancer.close(part.at.clone()),
            _ => balancer.node(part)?,
        }
    }
    balancer.end(parts.last().is_some_and(|last| last.sign == b')'))
}

impl Balancer<'_, '_> {
    fn begin_game(&mut self) {
        (self.has_games, self.moves) = (true, [0, 0]);
        self.levels = vec![Default::default()];
    }

    fn open(&mut self, at: usize, next: Option<&Part>) {
        let next = next.filter(|next| next.sign == b';');
        let is_game = next.is_some_and(|node| node.is_first);
        let mover = next.and_then(|node| node.mover);
        if self.opens.is_gt() && is_game && self.moves != [0, 0] && !self.levels.is_empty() {
            self.close_all(at, "before the next game");
        }
        let depth = self.levels.len();
        let Some((line, ended)) = self.levels.last() else {
            if self.has_games && !is_game && next.is_some() {
                self.loose = self.loose.or(Some(at));
            }
            return self.begin_game();
        };
        if depth > 1 && mover.is_some() && mover == line.first {
            self.elsewhere = self.elsewhere.or(Some(at));
        }
        // The variation may also belong to the one before it.
        if let (Some(ended), Some(color)) = (ended, mover)
            && self.moves[color] > ended.begun[color] + 1
        {
            self.loose = self.loose.or(Some(at));
        }
        self.begin_variation(line.last);
    }

    fn begin_variation(&mut self, last: Option<usize>) {
        let mut line = Line::default();
        (line.last, line.begun) = (last, self.moves);
        self.levels.push((line, None));
    }

    fn close(&mut self, at: Range<usize>) {
        let Some((mut line, ended)) = self.levels.pop() else {
            self.edits.replace(at, "", "left out a `)` without a `(`");
            self.surplus = true;
            return;
        };
        line.end = at;
        match self.levels.last_mut() {
            None => self.closed = Some((line, ended)),
            Some((_, latest)) => {
                line.last = line.last.filter(|_| ended.is_none());
                *latest = Some(line);
            }
        }
    }

    fn node(&mut self, node: &Part) -> Result<(), TextError> {
        self.place_node(node)?;
        if let (Some((line, _)), Some(color)) = (self.levels.last_mut(), node.mover) {
            self.moves[color] += 1;
            line.first = line.first.or(node.mover);
            line.last = node.mover;
        }
        Ok(())
    }

    fn place_node(&mut self, node: &Part) -> Result<(), TextError> {
        let (at, mover) = (node.at.start, node.mover);
        let Some((line, ended)) = self.levels.last() else {
            return self.outside(node);
        };
        if node.is_root && self.moves != [0, 0] {
            let signs = ")".repeat(self.levels.len()) + "(";
            let message = "added `)` and `(`: another game begins here";
            self.edits.insert(at, &signs, message);
            self.begin_game();
            return Ok(());
        }
        let Some(ended) = ended else {
            return Ok(());
        };
        if !self.opens.is_lt() {
            let message = "a node after a variation: a `(` before it may be missing, or the variation's end may be wrong";
            return self.edits.refuse(at, message);
        }
        let goes_on = mover.is_some() && ended.last.is_some() && ended.last != mover;
        let is_variation = mover.is_some() && ended.first == mover;
        match (goes_on, is_variation) {
            (true, false) => {
                let ended = ended.clone();
                let message = "left out this `)`: the variation goes on after it";
                self.edits.replace(ended.end.clone(), "", message);
                self.levels.push((ended, None));
            }
            (false, true) => {
                self.edits.insert(at, "(", "added the `(` of a variation");
                self.begin_variation(line.last);
            }
            _ => {
                let message = "a node after a variation: either the `)` before it is one too many, or a `(` is missing here";
                return self.edits.refuse(at, message);
            }
        }
        Ok(())
    }

    /// A node outside of all games.
    fn outside(&mut self, node: &Part) -> Result<(), TextError> {
        let (at, mover) = (node.at.start, node.mover);
        let Some(level) = self.closed.take().filter(|_| !node.is_first) else {
            let message = "added the `(` that begins the game";
            self.edits.insert(at, "(", message);
            self.begin_game();
            return Ok(());
        };
        if level.1.is_some() || mover.is_none() || level.0.last == mover {
            let message = "a node after the end of the game: either the `)` before it is one too many, or another game begins without its `(`";
            return self.edits.refuse(at, message);
        }
        let message = "left out this `)`: the game goes on after it";
        self.edits.replace(level.0.end.clone(), "", message);
        self.levels = vec![level];
        Ok(())
    }

    fn close_all(&mut self, at: usize, place: &str) {
        let signs = ")".repeat(self.levels.len());
        let message = match signs.len() {
            1 => format!("added the `)` that is missing {place}"),
            depth => format!("added {depth} `)` that are missing {place}"),
        };
        self.edits.insert(at, &signs, message);
        self.levels.clear();
    }

    fn end(mut self, ends_closed: bool) -> Result<bool, TextError> {
        if let (true, Some(loose)) = (self.surplus, self.loose) {
            let message =
                "a `)` is one too many at the end, or a `(` is missing before this variation";
            return self.edits.refuse(loose, message);
        }
        let is_open = !self.levels.is_empty();
        if let (true, true, Some(place)) = (is_open, ends_closed, self.elsewhere) {
            let message = "a `)` is missing: before this variation, or at the end";
            return self.edits.refuse(place, message);
        }
        if is_open {
            self.close_all(self.edits.text().len(), "at the end");
        }
        Ok(is_open)
    }
}
