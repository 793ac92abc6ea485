//! The nodes of a record, one after the other, and what stands in each. Its moves are judged in `turn`.

use std::ops::ControlFlow::{self, Break, Continue};

use super::claim::Claim;
use super::judge::{Judgement, Judging, Lines, Refused};
use super::notes::Notes;
use super::property::{Value, name, properties};
use super::read::{BLACK, Game, WHITE};
use super::stats::Tally;
use super::tree::Tracks;
use super::umpire::{Retold, Umpire};
use crate::basics::{Color, Move, TextError};

pub(super) const AB: u64 = name("AB");
pub(super) const AW: u64 = name("AW");
pub(super) const AE: u64 = name("AE");
const PL: u64 = name("PL");
const KO: u64 = name("KO");
const MN: u64 = name("MN");

/// A game being gone through.
pub(super) struct Walk<'g, U> {
    pub(super) game: &'g Game<'g>,
    pub(super) how: Judging,
    pub(super) out: Judgement,
    pub(super) notes: Notes,
    pub(super) line: Line<U>,
    pub(super) tally: Option<Tally>,
    pub(super) tracks: Option<Tracks<Line<U>>>,
    /// The moves of the node at hand.
    moves: Vec<(Color, Value<'g>)>,
    pub(super) retold: Retold,
    pub(super) setup: usize,
    /// Going to a place where we have been.
    pub(super) quiet: bool,
    /// Going up to a move, but not through it.
    before_move: bool,
    /// Is the fault a move that was left out, and nothing else?
    lost_a_move: bool,
    pub(super) watch: Option<Watch<'g, U>>,
    /// The node where we are.
    here: u32,
}

/// Is called before each legal move of a line, with the game before it.
pub(super) type Watch<'w, U> = &'w mut dyn FnMut(&U, Move);

/// What ends here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The line, and every variation that goes on from it.
    Line,
    /// The game: what follows is not understood.
    Game,
}

/// How things stand somewhere in a line.
pub(super) struct Line<U> {
    /// `None` between a set-up and the first move after it.
    pub(super) umpire: Option<U>,
    /// Set up, and to be begun from.
    pub(super) claim: Claim,
    /// Moves so far.
    pub(super) number: usize,
    /// Number of moves less the umpire's turns: (from that turn on, the difference).
    pub(super) shifts: Vec<(usize, usize)>,
    /// Has it been said that play went on after two passes?
    pub(super) went_on: bool,
}

impl<U: Clone> Clone for Line<U> {
    fn clone(&self) -> Line<U> {
        Line {
            umpire: self.umpire.clone(),
            claim: self.claim.clone(),
            shifts: self.shifts.clone(),
            ..*self
        }
    }

    /// Keeps what memory there is.
    fn clone_from(&mut self, other: &Line<U>) {
        self.umpire.clone_from(&other.umpire);
        self.claim.points.clone_from(&other.claim.points);
        (self.claim.to_play, self.claim.at) = (other.claim.to_play, other.claim.at);
        self.shifts.clone_from(&other.shifts);
        (self.number, self.went_on) = (other.number, other.went_on);
    }
}

impl<'g, U: Umpire> Walk<'g, U> {
    pub(super) fn new(game: &'g Game<'g>, how: &Judging) -> Walk<'g, U> {
        let claim = Claim {
            points: vec![None; game.size.area()],
            to_play: None,
            at: 0,
        };
        Walk {
            game,
            how: *how,
            out: Judgement {
                rules: game.rules_or(how.rules),
                moves: 0,
                illegal: Vec::new(),
                more_illegal: 0,
                warnings: Vec::new(),
                more_warnings: 0,
                fault: None,
                disagreement: None,
                stats: None,
                variations_left: 0,
            },
            notes: game.notes.clone(),
            line: Line {
                umpire: None,
                claim,
                number: 0,
                shifts: vec![(0, 0)],
                went_on: false,
            },
            tally: None,
            tracks: (how.lines == Lines::All)
                .then(|| Tracks::of(game.nodes, game.tree.nodes.clone())),
            moves: Vec::new(),
            retold: Retold::default(),
            setup: 0,
            quiet: false,
            before_move: false,
            lost_a_move: false,
            watch: None,
            here: game.tree.nodes.start,
        }
    }

    pub(super) fn watched(self, watch: Watch<'g, U>) -> Walk<'g, U> {
        let watch = Some(watch);
        Walk { watch, ..self }
    }

    /// The judgement.
    pub(super) fn judge(mut self) -> Judgement {
        self.follow(self.game.tree.nodes.clone(), None);
        self.judgement()
    }

    /// The game at the end of the main line, or after so many moves of it; and the judgement.
    pub(super) fn replay(self, until: Option<usize>) -> Result<(U, Judgement), TextError> {
        let nodes = self.game.tree.nodes.clone();
        self.replay_nodes(nodes, until)
    }

    /// The same of these nodes, each of which follows the one before.
    pub(super) fn replay_nodes(
        mut self,
        nodes: impl Iterator<Item = u32>,
        until: Option<usize>,
    ) -> Result<(U, Judgement), TextError> {
        let ends_with_a_move = self.follow(nodes, until);
        let lost = self.out.fault.take();
        if let Some(fault) = lost.clone().filter(|_| !self.lost_a_move) {
            return Err(fault);
        }
        let umpire = self.line.umpire.take();
        let end = umpire.map_or_else(|| self.begin(self.beginner()), Ok)?;
        // A fault in the grammar stands behind the last node of all, or in it: a part of a set-up is none.
        let enough = until.is_some_and(|until| self.line.number >= until);
        let before_it = self.here + 1 < self.game.tree.nodes.end || enough && ends_with_a_move;
        let mut judgement = self.judgement();
        match judgement.fault {
            Some(fault) if !before_it => Err(fault),
            _ => {
                judgement.fault = lost.or(judgement.fault);
                Ok((end, judgement))
            }
        }
    }

    fn judgement(mut self) -> Judgement {
        self.out.fault = self.out.fault.or_else(|| self.game.tree.fault.clone());
        self.out.warnings = self.notes.kept;
        self.out.more_warnings = self.notes.more;
        self.out
    }

    /// Goes through nodes in the order of the text, up to where so many moves are made: all of them, or without
    /// tracks up to the first that does not follow the one before. Does it end with a move, not with a set-up?
    fn follow(&mut self, nodes: impl Iterator<Item = u32>, until: Option<usize>) -> bool {
        let start = self.line.clone();
        let mut ended = None;
        let mut lines = 0;
        for index in nodes {
            let parent = self.game.nodes[index as usize].parent;
            if ended.is_some_and(|ended| parent >= ended) {
                continue;
            }
            ended = None;
            if parent != self.here {
                // The end of a line; a variation from an earlier node.
                self.end_of_line();
                if self.tracks.is_none() || self.out.disagreement.is_some() {
                    break;
                }
                self.go_to(parent, &start);
                lines += 1;
            }
            let enough = until.is_some_and(|until| self.line.number >= until);
            if enough && self.game.adds_a_move(index) {
                self.before_move = self.game.sets_up(index);
                if self.before_move {
                    let _ = self.node(index);
                }
                break;
            }
            self.here = index;
            match self.node(index) {
                Continue(()) => {}
                Break(End::Line) => ended = Some(index),
                Break(End::Game) => break,
            }
        }
        let ends_with_a_move = self.line.umpire.is_some();
        self.end_of_line();
        self.out.variations_left = self.game.variations() - lines;
        ends_with_a_move
    }

    fn end_of_line(&mut self) {
        if self.line.umpire.is_none() {
            // What is set up last must be possible, too; if not, that is told.
            let _ = self.go_on(self.beginner(), self.line.number);
        }
        if let Some(tally) = self.tally.take() {
            self.out.stats.get_or_insert_with(|| tally.finish());
        } else if self.how.stats && self.out.stats.is_none() {
            let opening = self.opening(Color::Black);
            self.out.stats = Some(Tally::new(&opening).finish());
        }
        if self.out.disagreement.is_none() {
            let found = self.line.umpire.as_ref().and_then(Umpire::disagreement);
            self.out.disagreement =
                found.map(|found| format!("up to move {}: {found}", self.line.number));
        }
    }

    /// Goes back to how things stood after a node.
    fn go_to(&mut self, parent: u32, start: &Line<U>) {
        let Some(tracks) = &mut self.tracks else {
            return;
        };
        let (line, way) = tracks.back_to(parent, self.game.nodes);
        self.line.clone_from(line.unwrap_or(start));
        self.quiet = true;
        for node in way {
            let gone = self.node(node);
            debug_assert!(gone.is_continue(), "it was gone through before");
        }
        self.quiet = false;
    }

    fn node(&mut self, index: u32) -> ControlFlow<End> {
        let node = self.game.nodes[index as usize];
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let (mut setup, mut player, mut force) = (false, None, None);
        for property in properties(self.game.text, node.start as usize, node.end as usize) {
            match property.name {
                BLACK => moves.extend(property.values().map(|value| (Color::Black, value))),
                WHITE => moves.extend(property.values().map(|value| (Color::White, value))),
                AB | AW | AE => {
                    if !setup {
                        self.open(property.at);
                        setup = true;
                    }
                    self.set_up(property)?;
                }
                PL => player = Some(property),
                KO => force = Some(property.at),
                MN if property.value().text.trim().parse::<u32>().is_err() => {
                    self.note(property.at, "the number of the move is none");
                }
                _ => {}
            }
        }
        if self.before_move {
            // The set-up alone, for whoever moves in the node.
            let claim = &mut self.line.claim;
            claim.to_play = claim.to_play.or(moves.first().map(|(color, _)| *color));
            self.moves = moves;
            return Continue(());
        }
        let second = moves.get(1).map(|(_, second)| second.at);
        if let Some(place) = second {
            self.lost_a_move |= self.out.fault.is_none();
            // A node is one move. Which is meant is not known, but that something was lost is.
            let message = "a second move in the node: it is left out";
            self.out
                .fault
                .get_or_insert_with(|| self.game.places.at(place, message));
            moves.truncate(1);
        }
        match (moves.first(), player) {
            (None, Some(property)) => {
                let player = self.player(property.value())?;
                if !setup {
                    self.open(property.at);
                }
                self.line.claim.to_play = Some(player);
            }
            // Some programs write who moves, others who moves next: none of them sets anything up.
            (Some(_), Some(property)) => {
                self.note(property.at, "PL and a move in one node: PL is left out");
            }
            (_, None) => {}
        }
        match (moves.first(), force) {
            (None, Some(place)) => self.note(place, "KO, and no move in the node"),
            (Some((_, mv)), _) if setup => {
                self.note(
                    mv.at,
                    "set-up and a move in one node: the set-up comes first",
                );
            }
            _ => {}
        }
        let made = moves
            .iter()
            .try_for_each(|(color, value)| self.make(index, *color, *value, force.is_some()));
        self.moves = moves;
        made?;
        if second.is_some() && self.how.refused == Refused::Stop {
            // Nor whose turn it is now, or what has been taken.
            return Break(End::Line);
        }
        if let Some(tracks) = &mut self.tracks {
            tracks.keep(index, &self.line, self.line.number);
        }
        Continue(())
    }

    pub(super) fn note(&mut self, place: usize, message: &str) {
        self.note_with(place, || message.to_owned());
    }

    /// Puts into words only what will be told.
    pub(super) fn note_with(&mut self, place: usize, message: impl FnOnce() -> String) {
        if self.quiet {
        } else if self.notes.has_room() {
            self.notes.add(self.game.places, place, message());
        } else {
            self.notes.more += 1;
        }
    }

    pub(super) fn fault<T>(&mut self, place: usize, message: String) -> ControlFlow<End, T> {
        let fault = || self.game.places.at(place, message);
        self.out.fault.get_or_insert_with(fault);
        self.lost_a_move = false;
        Break(End::Game)
    }
}
