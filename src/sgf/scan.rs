//! The grammar of game records: splits a text into a list of nodes. `judge` interprets the nodes.
//!
//! Not recursive: a deeply nested record makes a list of branches longer, not the stack deeper.
//!
//! The existing crates (sgf-parse, sgf-parser, sgf) are not used: they build a tree of strings in 240 to 1300 ns per
//! move, while judging a move takes 50, they recurse with the nesting, and they report errors without a place or drop
//! text that they do not understand. The tests compare with sgf-parse.

use super::nodes::{Node, Oddity, Scan, has_room, not_enough_memory, small};
use super::places::Places;
use super::tokens::{
    AP, CA, SZ, begins_no_node, begun_at, end_of_value, first_node, is_blank, is_of_game,
    is_of_root, is_played, lacks_semicolon, letter_at, name_at, next_game, next_start, skip_blanks,
    without_digits,
};
use crate::basics::TextError;

/// The most nodes of a file: the moves that fit into the largest file that the command line reads, 256 MiB. The list
/// then takes 540 MB, twice the text.
const MOST_NODES: usize = 45_000_000;

/// The most games of a file. A report about each takes far more memory than its text, which may be a few bytes.
const MOST_GAMES: usize = 1_000_000;

/// The most nodes in a line, from the first node of the game. The longest known game has 411 moves.
pub(super) const LONGEST_LINE: u32 = 20_000;

/// The largest text in bytes: its offsets fit in a `u32`.
const LARGEST: usize = 1 << 30;

/// The most faults of a file, one for each game. Each holds a line of the text.
const MOST_FAULTS: usize = 1000;

/// Finds the games and nodes of a text. A game ends at its first grammar error; reading goes on with the next line
/// that begins with a game. Fails if the text has no game, is too large, or its nodes do not fit into memory.
pub(super) fn scan(places: &Places<'_>) -> Result<Scan, TextError> {
    let text = places.text();
    if text.len() > LARGEST {
        return Err(places.at(0, "the record is larger than 1 GiB"));
    }
    let mut scanner = Scanner {
        places,
        bytes: text.as_bytes(),
        at: 0,
        first: 0,
        warned: Vec::new(),
        in_node: false,
        guesses: false,
        guess: None,
        lacks_memory: false,
        scan: Scan::default(),
    };
    scanner.games()?;
    if scanner.lacks_memory {
        // The message needs the memory of the nodes.
        drop(scanner);
        return Err(not_enough_memory(text));
    }
    Ok(scanner.scan)
}

struct Scanner<'t> {
    places: &'t Places<'t>,
    bytes: &'t [u8],
    at: usize,
    first: usize,
    /// The oddities recorded once for the current game.
    warned: Vec<Oddity>,
    /// True while the text of the latest node continues.
    in_node: bool,
    /// True once the parentheses of a game did not balance. From there on a line that seems to begin a game does.
    guesses: bool,
    /// The first line in the current game that seems to begin another one.
    guess: Option<Guess>,
    /// True once an item could not be added to `scan`.
    lacks_memory: bool,
    scan: Scan,
}

/// A `(` where another game may begin, if the parentheses of the current one do not balance, and what was found up to
/// there.
struct Guess {
    at: usize,
    nodes: usize,
    oddities: usize,
    open: usize,
}

enum GameEnd {
    /// With the parenthesis that closes it.
    Closed,
    /// At the end of the text, with this number of parentheses open.
    Open(usize),
    /// Where another game seems to begin, with this number of parentheses open.
    OpenBefore(usize),
    /// See [`Scanner::lacks_memory`].
    NoMemory,
    /// With a grammar error.
    Fault {
        /// The offset up to which the text is understood.
        end: usize,
        at: usize,
        message: String,
    },
}

#[derive(Clone, Copy)]
struct Branch {
    /// The node that the next one follows; `None` before the first one.
    node: Option<u32>,
    /// The number of nodes up to here.
    depth: u32,
    /// True once a variation has begun here; then only variations can follow.
    branched: bool,
}

impl Scanner<'_> {
    fn games(&mut self) -> Result<(), TextError> {
        loop {
            let found = next_start(self.bytes, self.at);
            self.text_between(found)?;
            let Some(start) = found.filter(|_| self.scan.faults.len() < MOST_FAULTS) else {
                return Ok(());
            };
            if self.is_full() {
                let message = if self.scan.games.len() >= MOST_GAMES {
                    format!("more than {MOST_GAMES} games in a file")
                } else {
                    too_many_nodes()
                };
                self.blame(start, &message, false);
                return Ok(());
            }
            self.at = start;
            self.first = self.scan.nodes.len();
            self.warned.clear();
            let end = self.game();
            let end = self.cut_at_guess(end);
            if self.lacks_memory || !has_room(&mut self.scan.games) {
                self.lacks_memory = true;
                return Ok(());
            }
            let nodes = small(self.first)..small(self.scan.nodes.len());
            self.scan.games.push(nodes);
            match end {
                GameEnd::Closed | GameEnd::NoMemory => {}
                GameEnd::Open(open) => {
                    let open = u16::try_from(open).unwrap_or(u16::MAX);
                    self.odd(self.at, Oddity::Open(open));
                }
                GameEnd::OpenBefore(open) => {
                    let place = "before this line, which seems to begin another game";
                    let missing = match open {
                        1 => format!("the `)` {place}, is missing"),
                        _ => format!("{open} `)` are missing {place}"),
                    };
                    self.blame(self.at, &missing, self.scan.faults.len() + 1 < MOST_FAULTS);
                }
                GameEnd::Fault { end, at, message } => {
                    let Some(next) = self.next_line_with_a_game(end) else {
                        let is_all = next_game(self.bytes, end).is_none();
                        self.blame(at, &message, is_all);
                        return Ok(());
                    };
                    self.blame(at, &message, true);
                    self.at = next;
                }
            }
        }
    }

    /// Checks the text before a game, or after the last one.
    fn text_between(&mut self, found: Option<usize>) -> Result<(), TextError> {
        let between = &self.places.text()[self.at..found.unwrap_or(self.bytes.len())];
        // The end-of-file character of DOS, and padding, are skipped like blanks.
        let junk = between.find(|c: char| !(is_blank(c) || matches!(c, '\0' | '\u{1a}')));
        let junk = junk.map(|offset| self.at + offset);
        let is_first = self.scan.games.is_empty();
        match (junk, found) {
            (junk, None) if is_first => {
                let why = junk.map_or("the file is empty", |_| "none begins with `(;`");
                let message = format!("there is no game record: {why}");
                return Err(self.places.at(junk.unwrap_or(0), message));
            }
            (Some(junk), Some(_)) if is_first => self.odd(junk, Oddity::TextBefore),
            (Some(junk), _) => {
                let goes_on = found.is_none() || self.scan.faults.len() + 1 < MOST_FAULTS;
                self.blame(junk, "this text after the game is not understood", goes_on);
            }
            (None, _) => {}
        }
        Ok(())
    }

    /// Records a fault of the latest game if it has none yet. If `is_all` is false, later games are not read, and the
    /// message says so.
    fn blame(&mut self, place: usize, message: &str, is_all: bool) {
        let game = self.scan.games.len().saturating_sub(1);
        let last = self.scan.faults.last();
        if last.is_none_or(|(last, _)| *last != game) {
            let rest = (!is_all).then_some(": nothing after it is read");
            let message = message.to_owned() + rest.unwrap_or_default();
            let fault = self.places.at(place, message);
            self.scan.faults.push((game, fault));
        }
    }

    fn odd(&mut self, place: usize, oddity: Oddity) {
        if has_room(&mut self.scan.oddities) {
            self.scan.oddities.push((small(place), oddity));
        } else {
            self.lacks_memory = true;
        }
    }

    /// Records an oddity unless there is one of its kind in the current game.
    fn odd_once(&mut self, place: usize, oddity: Oddity) {
        if !self.warned.contains(&oddity) {
            self.warned.push(oddity);
            self.odd(place, oddity);
        }
    }

    fn is_full(&self) -> bool {
        self.scan.nodes.len() >= MOST_NODES || self.scan.games.len() >= MOST_GAMES
    }

    /// Returns the place where reading continues after a fault: the next line that seems to begin a game. A variation may
    /// also begin a line, but not with a property of the whole game. The names of players do occur there.
    fn next_line_with_a_game(&self, place: usize) -> Option<usize> {
        if self.is_full() || self.scan.faults.len() + 1 >= MOST_FAULTS {
            return None;
        }
        let mut at = place;
        loop {
            let ends_line = |byte: &u8| matches!(byte, b'\n' | b'\r');
            let line = at + self.bytes[at..].iter().position(ends_line)? + 1;
            at = skip_blanks(self.bytes, line);
            if self
                .first_name(at)
                .is_some_and(|name| is_of_root(name) || matches!(name, SZ | CA | AP))
            {
                return Some(at);
            }
        }
    }

    /// Returns the name of the first property if a game or a variation begins here.
    fn first_name(&self, at: usize) -> Option<u64> {
        let node = first_node(self.bytes, at)?;
        Some(name_at(self.bytes, skip_blanks(self.bytes, node)).letters)
    }

    /// True at the beginning of a line that seems to begin a game.
    fn begins_a_game(&self) -> bool {
        let before = self.bytes[..self.at].iter().rev();
        let mut before = before.skip_while(|byte| matches!(byte, b' ' | b'\t'));
        matches!(before.next(), Some(b'\n' | b'\r'))
            && self.first_name(self.at).is_some_and(is_of_root)
    }

    /// Cuts off the part of a game that seems to be other games, unless the parentheses balance.
    fn cut_at_guess(&mut self, end: GameEnd) -> GameEnd {
        let guess = self.guess.take();
        match (end, guess) {
            (GameEnd::Open(_) | GameEnd::Fault { .. }, Some(guess)) => {
                self.guesses = true;
                self.at = guess.at;
                self.scan.nodes.truncate(guess.nodes);
                self.scan.oddities.truncate(guess.oddities);
                GameEnd::OpenBefore(guess.open)
            }
            (end, _) => end,
        }
    }

    fn game(&mut self) -> GameEnd {
        let mut open: Vec<Branch> = Vec::new();
        let mut here = Branch {
            node: None,
            depth: 0,
            branched: false,
        };
        loop {
            self.at = skip_blanks(self.bytes, self.at);
            let at = self.at;
            let Some(&byte) = self.bytes.get(at) else {
                self.close(at);
                return GameEnd::Open(open.len());
            };
            match byte {
                b';' if !here.branched => {
                    self.close(at);
                    if let Some(end) = self.begin_node(at, &mut here) {
                        return end;
                    }
                }
                b'(' if here.node.is_some() || open.is_empty() => {
                    self.close(at);
                    if here.node.is_some() && self.guess.is_none() && self.begins_a_game() {
                        if self.guesses {
                            return GameEnd::OpenBefore(open.len());
                        }
                        self.guess = Some(Guess {
                            at,
                            nodes: self.scan.nodes.len(),
                            oddities: self.scan.oddities.len(),
                            open: open.len(),
                        });
                    }
                    let lacks_semicolon = lacks_semicolon(self.bytes, at);
                    let is_empty = here.node.is_some() && begins_no_node(self.bytes, at);
                    if is_empty && open.len() > LONGEST_LINE as usize {
                        let message = format!("more than {LONGEST_LINE} `(` inside one another");
                        return self.fault(at, at, message);
                    }
                    if !lacks_semicolon && !is_empty && begun_at(self.bytes, at).is_none() {
                        return self.fault(at, at, "after `(` a node must begin, with `;`");
                    }
                    here.branched = true;
                    open.push(here);
                    here.branched = false;
                    if is_empty {
                        self.odd_once(at, Oddity::EmptyVariation);
                    }
                    if lacks_semicolon {
                        self.odd_once(at, Oddity::NoSemicolon);
                        if let Some(end) = self.begin_node(at, &mut here) {
                            return end;
                        }
                    } else {
                        self.at += 1;
                    }
                }
                b')' => {
                    self.close(at);
                    self.at += 1;
                    match open.pop() {
                        Some(before) if !open.is_empty() => here = before,
                        _ => return GameEnd::Closed,
                    }
                }
                b'A'..=b'Z' | b'a'..=b'z' if here.node.is_some() && !here.branched => {
                    if let Some((place, message)) = self.property() {
                        return self.fault(at, place, message);
                    }
                }
                b';' => {
                    let message = "a node after a variation: only variations can follow here";
                    return self.fault(at, at, message);
                }
                _ => return self.fault(at, at, "expected a node, a property, `(` or `)`"),
            }
        }
    }

    /// Begins another node of the line after this character. Returns how the game ends if there is no room for it.
    #[inline]
    fn begin_node(&mut self, at: usize, here: &mut Branch) -> Option<GameEnd> {
        here.depth += 1;
        if here.depth > LONGEST_LINE {
            let message = format!("a line of more than {LONGEST_LINE} nodes");
            return Some(self.fault(at, at, message));
        }
        if self.scan.nodes.len() >= MOST_NODES {
            return Some(self.fault(at, at, too_many_nodes()));
        }
        if self.lacks_memory || !has_room(&mut self.scan.nodes) {
            self.lacks_memory = true;
            return Some(GameEnd::NoMemory);
        }
        let index = small(self.scan.nodes.len());
        self.at += 1;
        let start = small(self.at);
        self.scan.nodes.push(Node {
            start,
            end: start,
            parent: here.node.unwrap_or(index),
        });
        self.in_node = true;
        here.node = Some(index);
        None
    }

    /// Ends the text of the latest node, unless it has ended before.
    fn close(&mut self, end: usize) {
        if std::mem::take(&mut self.in_node)
            && let Some(node) = self.scan.nodes.last_mut()
        {
            node.end = small(end);
        }
    }

    /// Returns a grammar error at an offset, for a text that is understood up to `end`.
    fn fault(&mut self, end: usize, at: usize, message: impl Into<String>) -> GameEnd {
        self.close(end);
        let mut message = message.into();
        let before = self.bytes[..end].trim_ascii_end();
        let next = self.bytes[end..].iter().find(|byte| b";[]".contains(byte));
        if message.starts_with("expected") && before.ends_with(b"]") && next == Some(&b']') {
            message.push_str("; a `]` inside a value is written `\\]`");
        }
        GameEnd::Fault { end, at, message }
    }

    /// Reads a property: its name, then one or more values. Returns the place and message of an error.
    fn property(&mut self) -> Option<(usize, &'static str)> {
        if letter_at(self.bytes, self.at).is_some() {
            self.at += 1;
        } else if let Some(trouble) = self.long_name() {
            return Some(trouble);
        }
        while self.bytes.get(self.at) == Some(&b'[') {
            let open = self.at;
            match end_of_value(self.bytes, open + 1) {
                Some(end) => self.at = skip_blanks(self.bytes, end + 1),
                None => return Some((open, "the `]` for this `[` is missing")),
            }
        }
        None
    }

    /// Reads a name of any form, and the blanks after it.
    fn long_name(&mut self) -> Option<(usize, &'static str)> {
        let start = self.at;
        let name = name_at(self.bytes, start);
        self.at = skip_blanks(self.bytes, name.end);
        if name.has_small_letters {
            self.odd_once(start, Oddity::SmallLetters);
        } else if name.is_spelled {
            self.odd_once(start, Oddity::LongName);
        }
        if name.has_digits {
            if is_played(without_digits(name.letters)) {
                return Some((start, "a digit in the name of a move, a set-up or the size"));
            }
            self.odd_once(start, Oddity::Digits);
        }
        if self.first + 1 < self.scan.nodes.len() && is_of_game(name.letters) {
            self.odd(start, Oddity::Late);
        }
        let has_value = self.bytes.get(self.at) == Some(&b'[');
        (!has_value).then_some((self.at, "expected `[` and the property's value"))
    }
}

fn too_many_nodes() -> String {
    format!("more than {MOST_NODES} nodes in a file")
}
