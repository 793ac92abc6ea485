//! The moves of a record, one after the other, before a referee. Which move is legal is his to say.

use std::ops::ControlFlow::{self, Break, Continue};

use super::claim::Claim;
use super::judge::{Judgement, Judging, Lines, Order, Refusal, Refused};
use super::notes::Notes;
use super::property::{Value, name, properties};
use super::read::{BLACK, Game, WHITE, point};
use super::stats::Tally;
use super::tree::Tracks;
use super::umpire::Umpire;
use crate::color::Color;
use crate::illegal::IllegalMove;
use crate::moves::{Action, Move};
use crate::text::{TextError, quoted};

/// Illegal moves kept of one game.
const MOST_ILLEGAL: usize = 1000;

/// Turns gone through to say what a move repeats, in one game: a second of work.
const MOST_EVIDENCE: usize = 2_000_000;

pub(super) const AB: u64 = name("AB");
pub(super) const AW: u64 = name("AW");
pub(super) const AE: u64 = name("AE");
pub(super) const PL: u64 = name("PL");
const KO: u64 = name("KO");
const MN: u64 = name("MN");

/// A game being gone through.
pub(super) struct Walk<'g, U> {
    pub(super) game: &'g Game<'g>,
    how: Judging,
    pub(super) out: Judgement,
    notes: Notes,
    pub(super) line: Line<U>,
    tally: Option<Tally>,
    tracks: Option<Tracks<Line<U>>>,
    /// The moves of the node at hand.
    moves: Vec<(Color, Value<'g>)>,
    evidence: usize,
    pub(super) setup: usize,
    /// Going to a place where we have been.
    quiet: bool,
    watch: Option<Watch<'g, U>>,
}

/// Is called before each legal move of a line, with the game before it.
pub(super) type Watch<'w, U> = &'w mut dyn FnMut(&U, Move);

/// How things stand somewhere in a line.
#[derive(Clone)]
pub(super) struct Line<U> {
    /// `None` between a set-up and the first move after it.
    pub(super) umpire: Option<U>,
    /// Set up, and to be begun from.
    pub(super) claim: Claim,
    /// Moves so far.
    number: usize,
    /// Number of moves less the umpire's turns: (from that turn on, the difference).
    shifts: Vec<(usize, usize)>,
    /// Has it been said that play went on after two passes?
    went_on: bool,
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
            evidence: 0,
            setup: 0,
            quiet: false,
            watch: None,
        }
    }

    pub(super) fn watched(self, watch: Watch<'g, U>) -> Walk<'g, U> {
        let watch = Some(watch);
        Walk { watch, ..self }
    }

    /// The judgement, and the game at the end or after so many moves.
    pub(super) fn run(mut self, until: Option<usize>) -> (Judgement, Result<U, TextError>) {
        let start = self.line.clone();
        for index in self.game.tree.nodes.clone() {
            let node = self.game.nodes[index as usize];
            if node.parent + 1 < index {
                // The end of a line; a variation from an earlier node.
                self.end_of_line();
                if self.tracks.is_none() || self.out.disagreement.is_some() {
                    break;
                }
                self.go_to(node.parent, &start);
            }
            if until.is_some_and(|until| self.line.number >= until) && self.adds_moves(index) {
                break;
            }
            if self.node(index).is_break() {
                break;
            }
            if let Some(tracks) = &mut self.tracks {
                tracks.keep(index, &self.line);
            }
        }
        self.end_of_line();
        let end = self.end();
        self.out.fault = self.out.fault.or_else(|| self.game.tree.fault.clone());
        self.out.warnings = self.notes.kept;
        self.out.more_warnings = self.notes.more;
        (self.out, end)
    }

    fn end_of_line(&mut self) {
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

    /// The game as it stands.
    fn end(&mut self) -> Result<U, TextError> {
        match self.line.umpire.take() {
            Some(umpire) => Ok(umpire),
            None => self.begin(self.usual_beginner().unwrap_or(Color::Black)),
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
            // It was gone through without a stop before.
            let _ = self.node(node);
        }
        self.quiet = false;
    }

    fn adds_moves(&self, index: u32) -> bool {
        let node = self.game.nodes[index as usize];
        properties(self.game.text, node.start as usize, node.end as usize)
            .any(|property| matches!(property.name, BLACK | WHITE))
    }

    fn node(&mut self, index: u32) -> ControlFlow<()> {
        let node = self.game.nodes[index as usize];
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let mut setup = false;
        for property in properties(self.game.text, node.start as usize, node.end as usize) {
            match property.name {
                BLACK => moves.extend(property.values().map(|value| (Color::Black, value))),
                WHITE => moves.extend(property.values().map(|value| (Color::White, value))),
                AB | AW | AE | PL => {
                    if !setup {
                        self.open(property.at);
                        setup = true;
                    }
                    self.set_up(property)?;
                }
                KO => self.note(
                    property.at,
                    "KO: the move was made by force; it is judged as any other",
                ),
                MN if property.value().text.trim().parse::<u32>().is_err() => {
                    self.note(property.at, "the number of the move is none");
                }
                _ => {}
            }
        }
        if let [_, (_, second), ..] = moves[..] {
            // A node is one move. Which is meant is not known, but that something was lost is.
            let message = "a second move in the node: it is left out";
            self.out
                .fault
                .get_or_insert_with(|| self.game.places.at(second.at, message));
            moves.truncate(1);
        }
        if let (true, Some((_, mv))) = (setup, moves.first()) {
            self.note(
                mv.at,
                "set-up and a move in one node: the set-up comes first",
            );
        }
        let made = moves
            .iter()
            .try_for_each(|(color, value)| self.make(index, *color, *value));
        self.moves = moves;
        made
    }

    fn make(&mut self, node: u32, color: Color, value: Value<'_>) -> ControlFlow<()> {
        let Some(action) = self.action(value) else {
            let text = quoted(value.text.trim());
            return self.fault(
                value.at,
                format!("{text} is no point: two letters, or nothing for a pass"),
            );
        };
        let mv = Move { color, action };
        self.line.number += 1;
        if self.line.umpire.is_none() {
            self.begin_with(mv, value.at)?;
        }
        self.out.moves += usize::from(!self.quiet);
        if let Some(tally) = self.tally.as_mut().filter(|_| !self.quiet) {
            tally.make(mv);
        }
        self.bring_before(node, mv, value)
    }

    fn action(&mut self, value: Value<'_>) -> Option<Action> {
        let text = value.text.trim();
        let size = self.game.size;
        match text {
            "" => {
                if !value.text.is_empty() {
                    self.note(value.at, "blanks are read as a pass");
                }
                Some(Action::Pass)
            }
            "tt" if size.rows() <= 19 && size.cols() <= 19 => Some(Action::Pass),
            _ => point(text).map(Action::Play),
        }
    }

    /// Lets the umpire judge the move, and makes it.
    fn bring_before(&mut self, node: u32, mv: Move, value: Value<'_>) -> ControlFlow<()> {
        let Some(umpire) = &mut self.line.umpire else {
            return Break(());
        };
        if umpire.is_over() {
            umpire.resume();
            if !self.line.went_on && !self.quiet {
                self.notes.add(
                    self.game.places,
                    value.at,
                    "the game goes on after two passes",
                );
            }
            self.line.went_on = true;
        }
        if self.how.order == Order::Any {
            umpire.hand_turn(mv.color);
        }
        if let Some(watch) = self.watch.as_mut().filter(|_| !self.quiet)
            && umpire.check(mv).is_ok()
        {
            watch(umpire, mv);
        }
        let Err(reason) = umpire.play(mv) else {
            return Continue(());
        };
        if !self.quiet {
            self.refuse(node, mv, reason, value);
        }
        let Some(umpire) = &mut self.line.umpire else {
            return Break(());
        };
        if self.how.refused == Refused::Stop {
            return Break(());
        }
        umpire.hand_turn(mv.color);
        if matches!(
            umpire.check(mv),
            Err(IllegalMove::OffBoard | IllegalMove::Occupied)
        ) {
            umpire.hand_turn(!mv.color);
            let turns = umpire.turns();
            self.line.shifts.push((turns + 1, self.line.number - turns));
        } else {
            umpire.force(mv);
        }
        Continue(())
    }

    fn refuse(&mut self, node: u32, mv: Move, reason: IllegalMove, value: Value<'_>) {
        if self.out.illegal.len() >= MOST_ILLEGAL {
            self.out.more_illegal += 1;
            return;
        }
        let repeats = match (reason, &self.line.umpire) {
            (IllegalMove::Ko | IllegalMove::Superko, Some(umpire))
                if self.evidence < MOST_EVIDENCE =>
            {
                self.evidence += umpire.turns();
                let shifts = &self.line.shifts;
                umpire.repeats(mv).map(|turn| {
                    let shift = shifts.iter().rfind(|(from, _)| *from <= turn);
                    turn + shift.map_or(0, |(_, shift)| *shift)
                })
            }
            _ => None,
        };
        let (line, column) = self.game.places.line_and_column(value.at);
        let path = self
            .tracks
            .as_ref()
            .map_or_else(|| "main".to_owned(), |tracks| tracks.path(node, self.game));
        self.out.illegal.push(Refusal {
            path,
            number: self.line.number,
            mv,
            reason,
            repeats,
            line,
            column,
            size: self.game.size,
        });
    }

    /// The first move after a set-up, or of the game.
    fn begin_with(&mut self, first: Move, place: usize) -> ControlFlow<()> {
        if self.line.number == 1 {
            self.compare_handicap();
        }
        let told = self.line.claim.to_play;
        let usual = self.usual_beginner();
        if self.line.number == 1 && told.is_none() && usual == Some(!first.color) {
            let message = format!(
                "{} moves first, and the record does not say why",
                first.color
            );
            self.note(place, &message);
        }
        match self.begin(first.color) {
            Ok(umpire) => self.line.umpire = Some(umpire),
            Err(fault) => {
                self.out.fault.get_or_insert(fault);
                return Break(());
            }
        }
        let before = self.line.number - 1;
        self.line.shifts = vec![(0, before)];
        let opening = self.opening(first.color);
        if self.how.stats && !self.quiet && self.out.stats.is_none() {
            match &mut self.tally {
                Some(tally) => tally.set_up(&opening),
                None => self.tally = Some(Tally::new(&opening)),
            }
        }
        Continue(())
    }

    pub(super) fn note(&mut self, place: usize, message: &str) {
        if !self.quiet {
            self.notes.add(self.game.places, place, message);
        }
    }

    pub(super) fn fault(&mut self, place: usize, message: String) -> ControlFlow<()> {
        let fault = || self.game.places.at(place, message);
        self.out.fault.get_or_insert_with(fault);
        Break(())
    }
}
