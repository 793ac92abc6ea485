//! The grammar of game records: a text -> its nodes, as a list. What the nodes say is for others to read.
//!
//! Nothing here calls itself: however deep a record is nested, the stack stays as it is, and a list of numbers
//! is all that grows.
//!
//! Why no crate does this: the three there are (sgf-parse, sgf-parser, sgf) make a tree of strings, 240 to
//! 1300 ns a move where judging it takes 50, follow the nesting with the stack, and tell no place of a fault, or lose
//! what they do not understand. sgf-parse reads along in the tests.

use super::place::Places;
use super::property::{
    end_of_value, is_blank, is_of_game, is_of_root, is_played, letter_at, name_at, skip_blanks,
    without_digits,
};
use super::tree::{Node, Oddity, Scan, small};
use crate::basics::TextError;

/// The most nodes of a file: as many as there are moves in the largest file that the command reads, of 256
/// MiB. The list then takes 540 MB, twice the text.
const MOST_NODES: usize = 45_000_000;

/// The most games of a file. Whoever tells of each keeps far more than the few bytes that its text may have.
const MOST_GAMES: usize = 1_000_000;

/// The most nodes from the first one of a game to the last one of a line. The longest known game has 411 moves.
const LONGEST_LINE: u32 = 20_000;

/// The largest text: what a number of the list can point into.
const LARGEST: usize = 1 << 30;

/// Faults told of a file, one a game. Each holds a line of the text.
const MOST_FAULTS: usize = 1000;

/// Takes a text apart. A game with a fault ends where the fault is; reading goes on with the next line that
/// begins with a game.
///
/// # Errors
/// No game at all, or too large a text.
pub(super) fn scan(places: &Places<'_>) -> Result<Scan, TextError> {
    let text = places.text;
    if text.len() > LARGEST {
        return Err(places.at(0, "the record is larger than 1 GiB"));
    }
    let mut scanner = Scanner {
        places,
        text,
        bytes: text.as_bytes(),
        at: 0,
        first: 0,
        small_letters: false,
        digits: false,
        scan: Scan::default(),
    };
    scanner.games()?;
    Ok(scanner.scan)
}

struct Scanner<'t> {
    places: &'t Places<'t>,
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// The first node of the game at hand.
    first: usize,
    /// What has been said of it.
    small_letters: bool,
    digits: bool,
    scan: Scan,
}

/// Why reading a game has ended.
enum End {
    /// With the parenthesis that closes it.
    Closed,
    /// The text has ended, so many parentheses too early.
    Open(usize),
    /// Something else stands at a place: up to where there is sense, the place, and what is to be said.
    Fault(usize, usize, String),
}

/// Where in a game we are.
struct Branch {
    /// The node that the next one follows; `None` before the first one.
    node: Option<u32>,
    /// How many nodes lead here.
    depth: u32,
    /// Has a variation been closed here? Then only variations can follow.
    branched: bool,
}

impl Scanner<'_> {
    fn games(&mut self) -> Result<(), TextError> {
        loop {
            let found = next_game(self.bytes, self.at);
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
            (self.small_letters, self.digits) = (false, false);
            let end = self.game();
            let nodes = small(self.first)..small(self.scan.nodes.len());
            self.scan.games.push(nodes);
            match end {
                End::Closed => {}
                End::Open(open) => {
                    let open = u16::try_from(open).unwrap_or(u16::MAX);
                    let is_last = self.at == self.bytes.len();
                    let oddity = if is_last {
                        Oddity::Open
                    } else {
                        Oddity::OpenBefore
                    };
                    self.odd(self.at, oddity(open));
                }
                End::Fault(from, place, message) => {
                    let Some(next) = self.next_line_with_a_game(from) else {
                        let is_all = next_game(self.bytes, from).is_none();
                        self.blame(place, &message, is_all);
                        return Ok(());
                    };
                    self.blame(place, &message, true);
                    self.at = next;
                }
            }
        }
    }

    /// What stands before a game, or behind the last one.
    fn text_between(&mut self, found: Option<usize>) -> Result<(), TextError> {
        let between = &self.text[self.at..found.unwrap_or(self.bytes.len())];
        // The end of a file in DOS, and padding, are nothing.
        let junk = between.find(|c: char| !(is_blank(c) || matches!(c, '\0' | '\u{1a}')));
        let junk = junk.map(|offset| self.at + offset);
        let is_first = self.scan.games.is_empty();
        match (junk, found) {
            (None, None) if is_first => Err(self
                .places
                .at(0, "there is no game record: the file is empty")),
            (Some(junk), None) if is_first => Err(self
                .places
                .at(junk, "there is no game record: none begins with `(;`")),
            (Some(junk), Some(_)) if is_first => {
                self.odd(junk, Oddity::TextBefore);
                Ok(())
            }
            (Some(junk), _) => {
                let goes_on = found.is_none() || self.scan.faults.len() + 1 < MOST_FAULTS;
                self.blame(junk, "this text behind the game is not understood", goes_on);
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// A fault of the latest game, if it has none yet; and whether all that may be a game is read.
    fn blame(&mut self, place: usize, message: &str, is_all: bool) {
        let game = self.scan.games.len().saturating_sub(1);
        let last = self.scan.faults.last();
        if last.is_none_or(|(last, _)| *last != game) {
            let behind = if is_all {
                ""
            } else {
                ": nothing behind it is read"
            };
            let fault = self.places.at(place, format!("{message}{behind}"));
            self.scan.faults.push((game, fault));
        }
    }

    fn odd(&mut self, place: usize, oddity: Oddity) {
        self.scan.oddities.push((small(place), oddity));
    }

    fn is_full(&self) -> bool {
        self.scan.nodes.len() >= MOST_NODES || self.scan.games.len() >= MOST_GAMES
    }

    /// Where reading goes on behind a fault: at the next line that begins with a game. A variation may begin a
    /// line, too, but not with a property of a whole game.
    fn next_line_with_a_game(&self, place: usize) -> Option<usize> {
        if self.is_full() || self.scan.faults.len() + 1 >= MOST_FAULTS {
            return None;
        }
        let mut at = place;
        loop {
            let ends_line = |byte: &u8| matches!(byte, b'\n' | b'\r');
            let line = at + self.bytes[at..].iter().position(ends_line)? + 1;
            at = skip_blanks(self.bytes, line);
            if self.is_a_whole_game(at) {
                return Some(at);
            }
        }
    }

    /// Does a game begin at a place, and no variation?
    fn is_a_whole_game(&self, at: usize) -> bool {
        let node = begun_at(self.bytes, at);
        node.is_some_and(|node| {
            is_of_root(name_at(self.bytes, skip_blanks(self.bytes, node)).letters)
        })
    }

    /// Does a line begin here with a whole game?
    fn begins_a_game(&self) -> bool {
        let before = self.bytes[..self.at].iter().rev();
        let mut before = before.skip_while(|byte| matches!(byte, b' ' | b'\t'));
        matches!(before.next(), Some(b'\n' | b'\r')) && self.is_a_whole_game(self.at)
    }

    /// One game, from its `(` on.
    fn game(&mut self) -> End {
        let mut open: Vec<Branch> = Vec::new();
        let mut here = Branch {
            node: None,
            depth: 0,
            branched: false,
        };
        loop {
            self.at = skip_blanks(self.bytes, self.at);
            let Some(&byte) = self.bytes.get(self.at) else {
                self.close(here.node, self.at);
                return End::Open(open.len());
            };
            match byte {
                b';' if !here.branched => {
                    self.close(here.node, self.at);
                    here.depth += 1;
                    if here.depth > LONGEST_LINE {
                        let message = format!("a line of more than {LONGEST_LINE} nodes");
                        return End::Fault(self.at, self.at, message);
                    }
                    if self.scan.nodes.len() >= MOST_NODES {
                        return End::Fault(self.at, self.at, too_many_nodes());
                    }
                    here.node = Some(self.node(here.node));
                }
                // That of a whole game: the one before it has not been closed.
                b'(' if here.node.is_some() && self.begins_a_game() => {
                    self.close(here.node.filter(|_| !here.branched), self.at);
                    return End::Open(open.len());
                }
                b'(' if here.node.is_some() || open.is_empty() => {
                    if !here.branched {
                        self.close(here.node, self.at);
                    }
                    if begun_at(self.bytes, self.at).is_none() {
                        let message = "after `(` a node must begin, with `;`";
                        return self.fault(here.node, self.at, message);
                    }
                    let (node, depth) = (here.node, here.depth);
                    open.push(Branch {
                        branched: true,
                        ..here
                    });
                    here = Branch {
                        node,
                        depth,
                        branched: false,
                    };
                    self.at += 1;
                }
                b')' => {
                    if !here.branched {
                        self.close(here.node, self.at);
                    }
                    self.at += 1;
                    match open.pop() {
                        Some(before) if !open.is_empty() => here = before,
                        _ => return End::Closed,
                    }
                }
                b'A'..=b'Z' | b'a'..=b'z' if here.node.is_some() && !here.branched => {
                    let start = self.at;
                    if let Some((place, message)) = self.property() {
                        return self.fault_in_property(here.node, start, place, message);
                    }
                }
                b';' => {
                    let message = "a node after a variation: only variations can follow here";
                    return self.fault(None, self.at, message);
                }
                _ => {
                    let node = here.node.filter(|_| !here.branched);
                    let message = "expected a node, a property, `(` or `)`";
                    return self.fault(node, self.at, message);
                }
            }
        }
    }

    fn node(&mut self, parent: Option<u32>) -> u32 {
        let index = small(self.scan.nodes.len());
        self.at += 1;
        let start = small(self.at);
        self.scan.nodes.push(Node {
            start,
            end: start,
            parent: parent.unwrap_or(index),
        });
        index
    }

    /// The node's text ends here, unless it has ended before.
    fn close(&mut self, node: Option<u32>, end: usize) {
        // Only the latest node can be open.
        let last = self.scan.nodes.len().wrapping_sub(1);
        if node.is_some_and(|node| node as usize == last)
            && let Some(node) = self.scan.nodes.last_mut()
        {
            node.end = small(end);
        }
    }

    fn fault(&mut self, node: Option<u32>, place: usize, message: &str) -> End {
        self.fault_in_property(node, place, place, message)
    }

    fn fault_in_property(
        &mut self,
        node: Option<u32>,
        end: usize,
        place: usize,
        message: &str,
    ) -> End {
        self.close(node, end);
        End::Fault(end, place, message.to_owned())
    }

    /// A property: its name, then one value or more. What is wrong with it, and where.
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

    /// A name of any kind, and the blanks behind it.
    fn long_name(&mut self) -> Option<(usize, &'static str)> {
        let start = self.at;
        let name = name_at(self.bytes, start);
        self.at = skip_blanks(self.bytes, name.end);
        if name.has_small_letters && !self.small_letters {
            self.small_letters = true;
            self.odd(start, Oddity::SmallLetters);
        }
        if name.has_digits {
            if is_played(without_digits(name.letters)) {
                return Some((start, "a digit in the name of a move, a set-up or the size"));
            }
            if !self.digits {
                self.digits = true;
                self.odd(start, Oddity::Digits);
            }
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

/// Where the next `(` stands that a `;` follows.
pub(super) fn next_game(bytes: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let open = from + bytes[from..].iter().position(|byte| *byte == b'(')?;
        if begun_at(bytes, open).is_some() {
            return Some(open);
        }
        // What has been looked through is not looked through again.
        from = skip_blanks(bytes, open + 1);
    }
}

/// Where the first node of a game or a variation has its text, if one begins here.
pub(super) fn begun_at(bytes: &[u8], place: usize) -> Option<usize> {
    if bytes.get(place) != Some(&b'(') {
        return None;
    }
    let node = skip_blanks(bytes, place + 1);
    (bytes.get(node) == Some(&b';')).then_some(node + 1)
}
