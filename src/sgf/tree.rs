//! A game record as a tree that is read without loss, edited and written. Judges no moves.

use std::borrow::Cow;
use std::fmt;
use std::iter::successors;

use super::game::{Collection, SgfGame};
use super::judgement::Order;
use super::nodes::{not_enough_memory, small};
use super::property::{Property, escaped, properties, written};
use super::scan::LONGEST_LINE;
use super::tokens::{B, W, is_blank};
use super::values::{mover, read_move};
use super::write::TooLong;
use crate::basics::text::ParseError;
use crate::basics::{Action, IllegalMove, Move, Rules, Size, TextError};
use crate::pure::BoardRecord;

/// A game record as a tree of nodes. Reading and writing it keeps variations, comments and unknown properties, in their
/// order; nodes that are not edited are written as they were read.
///
/// ```
/// use gokata::sgf::Tree;
/// use gokata::{Color, Move};
///
/// let text = "(;SZ[9]PB[Ann];B[ee]C[The [center\\]]XX[?](;W[ce])(;W[cc]C[Solid];B[gc]))";
/// let mut tree = Tree::parse(text)?;
/// let node = tree.main_line_end();
/// let game = tree.game_at(node, None)?;
/// let (answer, _) = tree.add_move(node, Move::play(Color::Black, (6, 2)), &game)?;
/// tree.set_comment(answer, "Better");
/// tree.set_property(tree.root(), "PW", ["Bob"])?;
/// assert_eq!(
///     tree.to_string(),
///     "(;SZ[9]PB[Ann]PW[Bob];B[ee]C[The [center\\]]XX[?](;W[ce];B[cg]C[Better])\n\
///      (;W[cc]C[Solid];B[gc]))"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A node takes 24 bytes besides its text. A tree can be as deep as memory allows, but a line of more than 20,000 nodes is
/// not read again: [`Tree::write`] reports this.
#[derive(Debug, Clone)]
pub struct Tree<'t> {
    text: Cow<'t, str>,
    nodes: Vec<TreeNode>,
    edited: Vec<String>,
    warnings: Vec<TextError>,
    is_incomplete: bool,
}

/// A node of a [`Tree`]. It stays valid when the tree is edited, but changes to a node that has been removed are not
/// written. Do not give it to another tree, whose methods may panic, or take it for another node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

#[derive(Debug, Clone, Copy, Default)]
struct TreeNode {
    /// If it is [`EDITED`], the text is in `edited`, at the index `end`.
    start: u32,
    end: u32,
    parent: u32,
    /// The first and the last child, and the next child of the parent; 0 if there is none, because no node comes before the
    /// root.
    first: u32,
    last: u32,
    next: u32,
}

impl TreeNode {
    fn new(start: u32, end: u32, parent: u32) -> TreeNode {
        TreeNode {
            start,
            end,
            parent,
            ..TreeNode::default()
        }
    }
}

/// No text is as long.
const EDITED: u32 = u32::MAX;

impl<'t> Tree<'t> {
    /// Reads a text with one game. [`Collection::trees`] reads several.
    ///
    /// # Errors
    /// As [`Collection::parse`]; and if a part of the text is not understood, or there is a second game.
    pub fn parse(text: &'t str) -> Result<Tree<'t>, TextError> {
        let collection = Collection::parse(text)?;
        let tree = Tree::read(text, &collection, 0)?;
        match collection.scan.games.get(1) {
            None => Ok(tree),
            Some(second) => {
                let at = collection.scan.nodes[second.start as usize].start as usize - 1;
                Err(collection.places.at(at, "a second game begins here"))
            }
        }
    }

    fn read(text: &'t str, file: &Collection<'_>, number: usize) -> Result<Tree<'t>, TextError> {
        let game = file.scan.tree(number, &file.places);
        if let Some(fault) = game.fault {
            return Err(fault);
        }
        let of_file = &file.scan.nodes[game.nodes.start as usize..game.nodes.end as usize];
        let mut nodes = Vec::new();
        if nodes.try_reserve_exact(of_file.len()).is_err() {
            return Err(not_enough_memory(text));
        }
        // The tree keeps its own part of the text.
        let start = of_file.first().map_or(0, |root| root.start);
        let end = of_file.last().map_or(0, |last| last.end);
        nodes.extend(of_file.iter().map(|node| {
            let parent = node.parent - game.nodes.start;
            TreeNode::new(node.start - start, node.end - start, parent)
        }));
        let mut tree = Tree {
            text: Cow::Borrowed(&text[start as usize..end as usize]),
            nodes,
            edited: Vec::new(),
            warnings: game.warnings,
            is_incomplete: game.open.is_some(),
        };
        for node in 1..small(of_file.len()) {
            tree.link(node);
        }
        Ok(tree)
    }

    /// Returns the same tree with a copy of its text.
    pub fn into_owned(self) -> Tree<'static> {
        Tree {
            text: Cow::Owned(self.text.into_owned()),
            ..self
        }
    }

    /// Returns warnings about the grammar of the text: text before the game, which is not in the tree, names written in
    /// full, missing parentheses and the like.
    pub fn warnings(&self) -> &[TextError] {
        &self.warnings
    }

    /// True if parentheses are open at the end of the text, so that a part of the game may be missing. They are closed when
    /// the tree is written.
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Returns the first node, which has the properties of the whole game.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the node before this one; `None` for the root, and for a node that has been removed.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.at(node).parent;
        (parent != node.0).then_some(NodeId(parent))
    }

    /// Returns the nodes that follow this one: the main variation first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let next = |child: u32| Some(child).filter(|child| *child != 0);
        let first = next(self.nodes[node.0 as usize].first);
        successors(first, move |child| next(self.nodes[*child as usize].next)).map(NodeId)
    }

    /// Returns the nodes of the main line, from the root on: the first variation at each branching.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        successors(Some(self.root()), |node| self.children(*node).next())
    }

    /// Returns the last node of the main line.
    pub fn main_line_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(self.root())
    }

    /// Returns all nodes in the order of the text.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        successors(Some(self.root()), |node| self.after(*node).1)
    }

    /// Returns the number of variations that end with a node, and the next node in the order of the text.
    fn after(&self, node: NodeId) -> (usize, Option<NodeId>) {
        if let Some(child) = self.children(node).next() {
            return (0, Some(child));
        }
        let (mut ended, mut here) = (0, node);
        while let Some(parent) = self.parent(here) {
            ended += usize::from(self.is_branching(parent));
            match self.nodes[here.0 as usize].next {
                0 => here = parent,
                next => return (ended, Some(NodeId(next))),
            }
        }
        (ended, None)
    }

    fn at(&self, node: NodeId) -> &TreeNode {
        &self.nodes[node.0 as usize]
    }

    fn is_branching(&self, node: NodeId) -> bool {
        self.at(node).first != self.at(node).last
    }

    fn raw(&self, node: NodeId) -> &str {
        match *self.at(node) {
            TreeNode { start, end, .. } if start == EDITED => &self.edited[end as usize],
            TreeNode { start, end, .. } => &self.text[start as usize..end as usize],
        }
    }

    /// Returns the properties of a node in their order.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> {
        let text = self.raw(node);
        properties(text, 0, text.len())
    }

    /// Returns the first property of this name.
    pub fn property(&self, node: NodeId, name: &str) -> Option<Property<'_>> {
        self.properties(node)
            .find(|property| property.is_named(name))
    }

    /// Returns the text of a node's comment (`C`).
    pub fn comment(&self, node: NodeId) -> Option<String> {
        Some(self.property(node, "C")?.values().next()?.text())
    }

    /// Returns the move of a node on a board of this size, on which the meaning of `tt` depends.
    pub fn move_at(&self, node: NodeId, size: Size) -> Option<Move> {
        let mut properties = self.properties(node);
        let played = properties.find(|property| matches!(property.name, B | W))?;
        let read = read_move(size, mover(played), played.value());
        read.ok().map(|(mv, _)| mv)
    }

    /// Plays the line up to a node, illegal moves on empty points included, under these rules, else those that the record
    /// names. A resignation as the result is not played. The history begins at the latest set-up. Reads the line once more.
    ///
    /// # Errors
    /// A part of the line is not understood; line and column count from its first node. Or the node has been removed.
    pub fn game_at(&self, node: NodeId, rules: Option<Rules>) -> Result<BoardRecord, TextError> {
        let line: Vec<NodeId> = successors(Some(node), |node| self.parent(*node)).collect();
        let raw: Vec<&str> = line.iter().rev().map(|node| self.raw(*node)).collect();
        let text = format!("(;{})", raw.join(";"));
        let file = Collection::parse(&text)?;
        if line.last() != Some(&self.root()) {
            let message = "this record has no such node any more";
            return Err(file.places.at(0, message));
        }
        let game = SgfGame::read(&file, 0)?;
        if let Some(fault) = game.fault() {
            return Err(fault.clone());
        }
        // A number of moves leaves the resignation out.
        let moves = Some(usize::MAX);
        let replayed = game.replay_nodes(game.main_line(), Order::Alternating, rules, moves);
        Ok(replayed?.0)
    }

    /// Adds an empty node after this one, as its last variation.
    ///
    /// # Panics
    /// If the node is one of a larger tree.
    pub fn add_node(&mut self, parent: NodeId) -> NodeId {
        let is_here = (parent.0 as usize) < self.nodes.len();
        assert!(is_here, "a node of this tree");
        let node = small(self.nodes.len());
        let text = small(self.edited.len());
        self.nodes.push(TreeNode::new(EDITED, text, parent.0));
        self.edited.push(String::new());
        self.link(node);
        NodeId(node)
    }

    /// Makes a node the last child of its parent.
    fn link(&mut self, node: u32) {
        let parent = self.nodes[node as usize].parent as usize;
        match std::mem::replace(&mut self.nodes[parent].last, node) {
            0 => self.nodes[parent].first = node,
            before => self.nodes[before as usize].next = node,
        }
    }

    /// Adds a move as the last variation, and returns its node and the game after it. `game` must be the game at this node, as
    /// [`Tree::game_at`] returns it: it is not compared with the tree. A resignation is no node: at the end of the main line
    /// it becomes the result (`RE`), elsewhere it ends the game alone.
    ///
    /// # Panics
    /// As [`Tree::add_node`].
    ///
    /// # Errors
    /// The first reason why the move is illegal. The tree is unchanged then.
    pub fn add_move(
        &mut self,
        parent: NodeId,
        mv: Move,
        game: &BoardRecord,
    ) -> Result<(NodeId, BoardRecord), IllegalMove> {
        let after = game.play(mv)?;
        let point = match mv.action {
            Action::Play(point) => point.sgf().unwrap_or_default(),
            Action::Pass => String::new(),
            Action::Resign => {
                if parent == self.main_line_end() {
                    let result = format!("RE[{:.1}+R]", !mv.color);
                    self.replace(self.root(), "RE", Some(&result));
                }
                return Ok((parent, after));
            }
        };
        let node = self.add_node(parent);
        *self.text_of(node) = format!("{:.1}[{point}]", mv.color);
        Ok((node, after))
    }

    /// Removes a node and all that follow it. The root stays. Looks at each variation before the node.
    pub fn remove(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else {
            return;
        };
        let siblings = self.children(parent);
        let before = siblings.take_while(|child| *child != node).last();
        let next = std::mem::take(&mut self.nodes[node.0 as usize].next);
        match before {
            Some(before) => self.nodes[before.0 as usize].next = next,
            None => self.nodes[parent.0 as usize].first = next,
        }
        if next == 0 {
            self.nodes[parent.0 as usize].last = before.map_or(0, |before| before.0);
        }
        self.nodes[node.0 as usize].parent = node.0;
    }

    /// Gives a property these values, which are escaped as needed. It keeps its place, or comes last. Without a value the
    /// property is removed.
    ///
    /// # Errors
    /// The name does not consist of capital letters.
    pub fn set_property(
        &mut self,
        node: NodeId,
        name: &str,
        values: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<(), ParseError> {
        let text = written(name, values)?;
        let new = Some(&text).filter(|text| text.len() > name.len());
        self.replace(node, name, new);
        Ok(())
    }

    /// Adds values to a property, or the property. The first one counts if the node has several of this name.
    ///
    /// # Errors
    /// As [`Tree::set_property`].
    pub fn add_values(
        &mut self,
        node: NodeId,
        name: &str,
        values: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<(), ParseError> {
        let added = written(name, values)?;
        let found = self.property(node, name).map(|property| property.place());
        let text = self.text_of(node);
        match found {
            Some(place) => text.insert_str(place.end, &added[name.len()..]),
            None if added.len() > name.len() => append(text, &added),
            None => {}
        }
        Ok(())
    }

    /// Removes all properties of this name.
    pub fn remove_property(&mut self, node: NodeId, name: &str) {
        self.replace(node, name, None);
    }

    /// Sets the comment (`C`), or removes it if the text is empty.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        let comment = escaped("C", [text]);
        self.replace(node, "C", Some(&comment).filter(|_| !text.is_empty()));
    }

    /// Puts a property in the place of the first one of this name, and removes the others.
    fn replace(&mut self, node: NodeId, name: &str, by: Option<&String>) {
        let properties = self.properties(node);
        let found = properties.filter(|property| property.is_named(name));
        let places: Vec<_> = found.map(|property| property.place()).collect();
        let text = self.text_of(node);
        for place in places.iter().skip(usize::from(by.is_some())).rev() {
            text.replace_range(place.clone(), "");
        }
        match (places.into_iter().next(), by) {
            (Some(place), Some(new)) => text.replace_range(place, new),
            (None, Some(new)) => append(text, new),
            (_, None) => {}
        }
    }

    fn text_of(&mut self, node: NodeId) -> &mut String {
        if self.nodes[node.0 as usize].start != EDITED {
            let text = self.raw(node).to_owned();
            let place = &mut self.nodes[node.0 as usize];
            (place.start, place.end) = (EDITED, small(self.edited.len()));
            self.edited.push(text);
        }
        &mut self.edited[self.nodes[node.0 as usize].end as usize]
    }

    /// Writes the tree, as `Display` does.
    ///
    /// # Errors
    /// [`TooLong`], with the text, if a line has more than 20,000 nodes.
    pub fn write(&self) -> Result<String, TooLong> {
        let mut depths: Vec<u32> = vec![0; self.nodes.len()];
        for node in self.nodes() {
            // A node comes after its parent.
            let parent = self.parent(node);
            depths[node.0 as usize] = 1 + parent.map_or(0, |parent| depths[parent.0 as usize]);
        }
        let is_short = depths.iter().all(|depth| *depth <= LONGEST_LINE);
        TooLong::unless(is_short, self.to_string())
    }
}

/// The text of a game record. Neither reading nor writing uses the stack for nested variations.
impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        let mut here = Some(self.root());
        while let Some(node) = here {
            write!(f, ";{}", self.raw(node))?;
            let (ended, next) = self.after(node);
            (0..ended).try_for_each(|_| f.write_str(")"))?;
            let parent = next.and_then(|next| self.parent(next));
            if parent.is_some_and(|parent| self.is_branching(parent)) {
                f.write_str(if ended > 0 { "\n(" } else { "(" })?;
            }
            here = next;
        }
        f.write_str(")")
    }
}

impl Collection<'_> {
    /// Reads the games as trees, in the order of the text; or an error for a game of which a part is not understood.
    pub fn trees(&self) -> impl ExactSizeIterator<Item = Result<Tree<'_>, TextError>> {
        (0..self.scan.games.len()).map(|index| Tree::read(self.places.text(), self, index))
    }
}

fn append(text: &mut String, property: &str) {
    let end = text.trim_end_matches(is_blank).len();
    text.insert_str(end, property);
}
