//! The grammar of game records: a text -> its nodes, as a list. What the nodes say is for others to read.
//!
//! Nothing here calls itself: however deep a record is nested, the stack stays as it is, and a list of numbers
//! is all that grows.
//!
//! Why no crate does this: the three there are (sgf-parse, sgf-parser, sgf) make a tree of strings, 300 to
//! 1300 ns a move where judging it takes 50, follow the nesting with the stack, and tell no place of a fault, or lose
//! what they do not understand. sgf-parse reads along in the tests.

use super::place::Places;
use crate::text::TextError;

/// The most nodes of a file: with these, the list takes 60 MB.
const MOST_NODES: usize = 5_000_000;

/// The most nodes from the first one of a game to the last one of a line. The longest known game has 411 moves.
const LONGEST_LINE: u32 = 20_000;

/// The largest text: what a number of the list can point into.
const LARGEST: usize = 1 << 30;

/// A node: where its text stands, and which node it follows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Behind the semicolon.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The place in the list of the node before it; its own for the first one of a game. Nodes stand in
    /// the order of the text, so that a first variation follows its node at once.
    pub(super) parent: u32,
}

/// One game of a file.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) nodes: std::ops::Range<u32>,
    /// What of it, or of the text behind it, could not be understood.
    pub(super) fault: Option<TextError>,
    pub(super) warnings: Vec<TextError>,
}

/// All of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Scan {
    pub(super) nodes: Vec<Node>,
    pub(super) trees: Vec<Tree>,
}

/// Takes a text apart. A game with a fault ends where the fault is, and so does the reading.
///
/// # Errors
/// No game at all, or too large a one.
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
    scan: Scan,
}

/// Why reading a game has ended.
enum End {
    /// With the parenthesis that closes it.
    Closed,
    /// The text has ended, so many parentheses too early.
    Open(usize),
    /// Something else stands here.
    Fault(TextError),
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
            let from = self.at;
            let found = self.next_game();
            let between = &self.text[from..found.unwrap_or(self.bytes.len())];
            // The end of a file in DOS, and padding, are nothing.
            let junk = between.find(|c: char| !(is_blank(c) || matches!(c, '\0' | '\u{1a}')));
            let junk = junk.map(|offset| from + offset);
            let mut warnings = Vec::new();
            match (junk, self.scan.trees.last_mut()) {
                (None, Some(_)) => {}
                (None, None) if found.is_some() => {}
                (None, None) => {
                    return Err(self
                        .places
                        .at(0, "there is no game record: the file is empty"));
                }
                (Some(junk), Some(before)) => {
                    let message = "this text behind the game is not understood";
                    before
                        .fault
                        .get_or_insert_with(|| self.places.at(junk, message));
                }
                (Some(junk), None) if found.is_some() => {
                    warnings.push(self.places.at(junk, "skipped: text before the game record"));
                }
                (Some(junk), None) => {
                    return Err(self
                        .places
                        .at(junk, "there is no game record: none begins with `(;`"));
                }
            }
            let Some(start) = found else {
                return Ok(());
            };
            self.at = start;
            let first = small(self.scan.nodes.len());
            let end = self.game(&mut warnings)?;
            let nodes = first..small(self.scan.nodes.len());
            let mut fault = None;
            match end {
                End::Closed => {}
                End::Open(open) => {
                    let message = match open {
                        1 => "the `)` at the end is missing".to_owned(),
                        _ => format!("{open} `)` are missing at the end"),
                    };
                    warnings.push(self.places.at(self.bytes.len(), message));
                }
                End::Fault(error) => fault = Some(error),
            }
            let read_on = fault.is_none();
            self.scan.trees.push(Tree {
                nodes,
                fault,
                warnings,
            });
            if !read_on {
                return Ok(());
            }
        }
    }

    /// Where the next `(` stands that a `;` follows.
    fn next_game(&self) -> Option<usize> {
        let mut from = self.at;
        loop {
            let open = from + self.bytes[from..].iter().position(|byte| *byte == b'(')?;
            let inside = self.bytes[open + 1..].trim_ascii_start();
            if inside.first() == Some(&b';') {
                return Some(open);
            }
            // What has been looked through is not looked through again.
            from = self.bytes.len() - inside.len();
        }
    }

    /// One game, from its `(` on.
    fn game(&mut self, warnings: &mut Vec<TextError>) -> Result<End, TextError> {
        let mut open: Vec<Branch> = Vec::new();
        let mut here = Branch {
            node: None,
            depth: 0,
            branched: false,
        };
        let mut small_letters = false;
        loop {
            self.skip_blanks();
            let Some(&byte) = self.bytes.get(self.at) else {
                self.close(here.node, self.at);
                return Ok(End::Open(open.len()));
            };
            match byte {
                b';' if !here.branched => {
                    self.close(here.node, self.at);
                    let index = self.node(here.node, &mut here.depth)?;
                    here.node = Some(index);
                }
                b'(' if here.node.is_some() || open.is_empty() => {
                    if !here.branched {
                        self.close(here.node, self.at);
                    }
                    let inside = self.bytes[self.at + 1..].trim_ascii_start();
                    if inside.first() != Some(&b';') {
                        return Ok(self.fault(
                            here.node,
                            self.at,
                            "after `(` a node must begin, with `;`",
                        ));
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
                        _ => return Ok(End::Closed),
                    }
                }
                b'A'..=b'Z' | b'a'..=b'z' if here.node.is_some() && !here.branched => {
                    let start = self.at;
                    if let Some((place, message)) = self.property() {
                        return Ok(self.fault_in_property(here.node, start, place, message));
                    }
                    if !small_letters && self.has_small_letters(start) {
                        small_letters = true;
                        let message =
                            "small letters in a property's name, as in old records, are left out";
                        warnings.push(self.places.at(start, message));
                    }
                }
                b';' => {
                    let message = "a node after a variation: only variations can follow here";
                    return Ok(self.fault(None, self.at, message));
                }
                _ => {
                    let node = here.node.filter(|_| !here.branched);
                    return Ok(self.fault(
                        node,
                        self.at,
                        "expected a node, a property, `(` or `)`",
                    ));
                }
            }
        }
    }

    fn node(&mut self, parent: Option<u32>, depth: &mut u32) -> Result<u32, TextError> {
        let index = small(self.scan.nodes.len());
        *depth += 1;
        if *depth > LONGEST_LINE {
            let message = format!("a line of more than {LONGEST_LINE} nodes");
            return Err(self.places.at(self.at, message));
        }
        if self.scan.nodes.len() >= MOST_NODES {
            return Err(self
                .places
                .at(self.at, format!("more than {MOST_NODES} nodes in a file")));
        }
        self.at += 1;
        let start = small(self.at);
        self.scan.nodes.push(Node {
            start,
            end: start,
            parent: parent.unwrap_or(index),
        });
        Ok(index)
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
        End::Fault(self.places.at(place, message))
    }

    /// A property: its name, then one value or more. What is wrong with it, and where.
    fn property(&mut self) -> Option<(usize, &'static str)> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        self.skip_blanks();
        if self.bytes.get(self.at) != Some(&b'[') {
            return Some((self.at, "expected `[` and the property's value"));
        }
        while self.bytes.get(self.at) == Some(&b'[') {
            let open = self.at;
            self.at = match end_of_value(self.bytes, open + 1) {
                Some(end) => end + 1,
                None => return Some((open, "the `]` for this `[` is missing")),
            };
            self.skip_blanks();
        }
        None
    }

    fn has_small_letters(&self, start: usize) -> bool {
        let name = self.bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic());
        name.into_iter().any(u8::is_ascii_lowercase)
    }

    fn skip_blanks(&mut self) {
        while self
            .bytes
            .get(self.at)
            .is_some_and(|byte| is_blank(char::from(*byte)))
        {
            self.at += 1;
        }
    }
}

/// Where the `]` stands that ends the value; a backslash takes its meaning from the letter behind it.
pub(super) fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// Places in a text of at most 1 GiB, and numbers of its nodes.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
