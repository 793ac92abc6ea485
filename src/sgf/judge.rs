//! Judges nodes: sets up stones, and has a referee check each move. `traversal` chooses the nodes.

use std::fmt::Display;
use std::mem::{replace, take};

use super::game::{SgfGame, Warnings};
use super::judgement::{
    AfterIllegal, IllegalTurn, Judgement, Judging, Referees, Verdict, difference,
};
use super::path::LinePath;
use super::play_state::{History, PlayState};
use super::property::{Property, Value};
use super::stats::StatsCounter;
use super::tokens::{AB, AE, AW, B, KO, MN, PL, W};
use super::values::{BLANKS, is_past_the_corner, mover, player, read_move, rectangle};
use crate::basics::text::quoted;
use crate::basics::{Action, Color, IllegalMove, Move, TextError};
use crate::referee::Playable;

const MOST_ILLEGAL: usize = 1000;

/// To find the turn whose board a move repeats, the fast referee replays at most this many turns in one game. This takes a
/// quarter of a second.
const MOST_REPLAYED: usize = 5_000_000;

const MOST_SETUP: usize = 5_000_000;

/// The judge of a game, with its state after the latest node.
pub(super) struct Judge<'g, G> {
    pub(super) game: &'g SgfGame<'g>,
    pub(super) how: Judging,
    pub(super) line: PlayState<G>,
    pub(super) judgement: Judgement,
    warnings: Warnings,
    counter: Option<StatsCounter>,
    /// The number of Black's first moves that place the handicap, one after the other.
    handicap_moves: usize,
    replays_left: usize,
    points_set_up: usize,
    /// With both referees, hashes of the boards before set-ups and at the ends of lines, each with its number of moves.
    boards: Vec<(usize, u64)>,
    pub(super) observer: Option<Observer<'g, G>>,
}

/// A function called before each legal move, with the game before it.
type Observer<'o, G> = &'o mut dyn FnMut(&G, Move);

/// The part of the record that is not judged any further after a node.
#[derive(Debug)]
pub(super) enum Stop {
    /// The line, and every variation that continues it.
    Line,
    /// The whole game, because a part of it is not understood.
    Game(Box<TextError>),
}

impl From<TextError> for Stop {
    fn from(fault: TextError) -> Stop {
        Stop::Game(Box::new(fault))
    }
}

/// The properties of a node that are about its turn, in any order. The set-up of the node comes before it.
#[derive(Default)]
struct NodeTurn<'t> {
    sets_up: bool,
    played: Option<(Color, Value<'t>)>,
    /// The offset of a second move, and the number of moves from there on. They are not played, because it is unclear
    /// which move is meant.
    second: Option<(usize, usize)>,
    to_play: Option<Property<'t>>,
    /// The offset of `KO`: the record says that the move was made even if it is illegal.
    force: Option<usize>,
}

impl<'t> NodeTurn<'t> {
    #[inline]
    fn add_moves(&mut self, property: Property<'t>) {
        for value in property.values() {
            if self.played.is_some() {
                self.second.get_or_insert((value.at, 0)).1 += 1;
            } else {
                self.played = Some((mover(property), value));
            }
        }
    }
}

impl<'g, G: Playable> Judge<'g, G> {
    pub(super) fn new(game: &'g SgfGame<'g>, how: &Judging) -> Judge<'g, G> {
        let mut line = PlayState::new(game.size);
        line.claim.place(&game.placed);
        Judge {
            game,
            how: *how,
            line,
            handicap_moves: game.handicap_moves(),
            judgement: Judgement {
                rules: game.rules_or(how.rules),
                variations_left: game.variations(),
                ..Judgement::default()
            },
            warnings: Warnings {
                are_all_kept: how.all_warnings,
                ..game.warnings.clone()
            },
            counter: None,
            replays_left: MOST_REPLAYED,
            points_set_up: 0,
            boards: Vec::new(),
            observer: None,
        }
    }

    /// A judge for nodes that have been judged, on the way back to a variation: only its state counts.
    pub(super) fn again(&self) -> Judge<'g, G> {
        let how = Judging {
            referees: Referees::Fast,
            stats: false,
            ..self.how
        };
        Judge {
            replays_left: 0,
            ..Judge::new(self.game, &how)
        }
    }

    pub(super) fn node(&mut self, index: u32) -> Result<(), Stop> {
        let turn = self.set_up(index)?;
        if let Some((at, count)) = turn.second {
            self.judgement.second_moves += count;
            let message = "a second move in one node: it is not played";
            let fault = || self.game.places.at(at, message);
            self.judgement.fault.get_or_insert_with(fault);
        }
        if let Some(property) = turn.to_play {
            self.side_to_play(property, &turn)?;
        }
        match (turn.played, turn.force) {
            (Some((color, value)), force) => {
                if turn.sets_up {
                    let message = "set-up and a move in one node: the set-up comes first";
                    self.warn(value.at, message);
                }
                let read = read_move(self.game.size, color, value);
                let (mv, unusual) = read.map_err(|message| self.stop(value.at, message))?;
                if let Some(message) = unusual {
                    self.warn(value.at, message);
                }
                if self.line.number < self.handicap_moves {
                    self.place_handicap(value.at, mv, force.is_some())?;
                } else {
                    self.play(value.at, mv, force.is_some())?;
                }
            }
            (None, Some(at)) if self.game.ko_as_komi != Some(at) => {
                self.warn(at, "KO in a node without a move");
            }
            (None, _) => {}
        }
        if turn.second.is_some() && self.how.after_illegal == AfterIllegal::Stop {
            // The side to play and the captures are unknown from here on.
            return Err(Stop::Line);
        }
        Ok(())
    }

    pub(super) fn retrace(&mut self, index: u32) {
        self.points_set_up = 0;
        let _ = self.node(index);
    }

    /// Applies only the set-up of a node. Unless it names a side to play, that is the player of the node's move.
    pub(super) fn only_set_up(&mut self, index: u32) -> Result<(), Stop> {
        let turn = self.set_up(index)?;
        let claim = &mut self.line.claim;
        claim.to_play = claim.to_play.or(turn.played.map(|(color, _)| color));
        Ok(())
    }

    /// Applies the set-up of a node, in the order of the text. Returns what it says about the turn after that.
    fn set_up(&mut self, index: u32) -> Result<NodeTurn<'g>, Stop> {
        let mut turn = NodeTurn::default();
        for property in self.game.properties(index) {
            match property.name {
                B | W => turn.add_moves(property),
                AB | AW | AE => {
                    if !replace(&mut turn.sets_up, true) {
                        self.begin_set_up(property.at);
                    }
                    let color = match property.name {
                        AB => Some(Color::Black),
                        AW => Some(Color::White),
                        _ => None,
                    };
                    for value in property.values() {
                        self.fill(color, value)?;
                    }
                }
                PL => turn.to_play = Some(property),
                KO => turn.force = Some(property.at),
                MN if property.value().text.trim().parse::<u32>().is_err() => {
                    self.warn(property.at, "the move number is not a number");
                }
                _ => {}
            }
        }
        Ok(turn)
    }

    /// Reads `PL`. Ignores it in a node with a move, because some programs write the player of that move, others the
    /// next player.
    fn side_to_play(&mut self, property: Property<'_>, turn: &NodeTurn<'_>) -> Result<(), Stop> {
        if turn.played.is_some() {
            self.warn(property.at, "PL and a move in one node: PL is ignored");
            return Ok(());
        }
        let value = property.value();
        let text = value.text.trim();
        if text.is_empty() {
            self.warn(value.at, "the side to play (PL) is empty: it is ignored");
            return Ok(());
        }
        let color = player(text).ok_or_else(|| {
            let message = format!("{} is no player: B or W", quoted(text));
            self.stop(value.at, message)
        })?;
        if !matches!(text, "B" | "W") {
            self.warn(value.at, "a player is written B or W");
        }
        if turn.sets_up {
            self.line.claim.name_player(color);
        } else {
            self.line.give_turn(color);
            if let Some(counter) = &mut self.counter {
                counter.hand_turn(color);
            }
        }
        Ok(())
    }

    fn begin_set_up(&mut self, at: usize) {
        if self.line.history.is_some() {
            self.note_board();
            let number = self.line.number;
            let message = "ko and superko ignore the boards before it";
            self.warn(at, format_args!("set-up after move {number}: {message}"));
        }
        self.line.set_up(at);
    }

    fn note_board(&mut self) {
        if let Some(history) = &self.line.history
            && self.how.referees == Referees::Both
        {
            let board = history.game.setup().situation_key();
            self.boards.push((self.line.number, board));
        }
    }

    /// Sets up stones on the points of a value, or removes them if `color` is `None`.
    fn fill(&mut self, color: Option<Color>, value: Value<'_>) -> Result<(), Stop> {
        let (at, size) = (value.at, self.game.size);
        let points = rectangle(value, size).map_err(|message| self.stop(at, message))?;
        let Some(points) = points else {
            self.warn(at, "an empty point in a list is ignored");
            return Ok(());
        };
        if !points.is_in_order {
            let order = "from its upper left corner to its lower right one";
            self.warn(at, format_args!("a rectangle is written {order}"));
        } else if value.text.contains(char::is_whitespace) {
            self.warn(at, BLANKS);
        }
        let (count, odd) = self.line.claim.fill(color, points);
        if let Some(point) = odd {
            let vertex = point.vertex(size);
            let message = match color {
                Some(_) => format!("a stone is set up on {vertex}, which already has one"),
                None => format!("{vertex} is emptied, but it is already empty"),
            };
            self.warn(at, message);
        }
        self.points_set_up += count;
        if self.points_set_up > MOST_SETUP {
            let message = format!("more than {MOST_SETUP} points are set up");
            return Err(self.stop(at, message));
        }
        Ok(())
    }

    /// Plays a move that places a handicap stone, and hands the turn back to Black before the next one. A variation may
    /// differ.
    #[cold]
    fn place_handicap(&mut self, at: usize, mv: Move, forced: bool) -> Result<(), Stop> {
        if let Some(history) = &mut self.line.history {
            history.give_turn(mv.color);
        }
        self.play(at, mv, forced)?;
        if let Some(history) = &mut self.line.history
            && self.line.number < self.handicap_moves
        {
            history.give_turn(Color::Black);
        }
        Ok(())
    }

    #[allow(clippy::inline_always)] // the path of almost every move: 0.7 % of a record's instructions
    #[inline(always)]
    fn play(&mut self, at: usize, mv: Move, forced: bool) -> Result<(), Stop> {
        self.line.number += 1;
        if self.line.history.is_none() {
            self.begin_with(at, mv)?;
        }
        let Some(history) = &mut self.line.history else {
            return Ok(());
        };
        self.judgement.moves += 1;
        if let Some(counter) = &mut self.counter {
            counter.play(mv);
        }
        if history.prepare(mv.color, self.how.order) && !self.line.went_on {
            self.line.went_on = true;
            let message = "the game goes on after two passes";
            self.warnings.add(self.game.places, at, message);
        }
        if let Some(observe) = &mut self.observer
            && history.game.check(mv).is_ok()
        {
            observe(&history.game, mv);
        }
        let Err(reason) = history.game.make(mv) else {
            return Ok(());
        };
        if self.how.after_illegal == AfterIllegal::GoOn
            && let Action::Play(point) = mv.action
            && is_past_the_corner(point, self.game.size)
        {
            let message = "this point is one past the edge, as some programs write a pass: an empty value is a pass";
            self.warnings.add(self.game.places, at, message);
        }
        if forced && history.can_force(mv) {
            self.warn(at, format_args!("KO forces this illegal move: {reason}"));
        } else {
            self.refuse(at, mv, reason);
            if self.how.after_illegal == AfterIllegal::Stop {
                return Err(Stop::Line);
            }
        }
        if let Some(history) = &mut self.line.history {
            history.go_on(mv, self.line.number);
        }
        Ok(())
    }

    fn refuse(&mut self, at: usize, mv: Move, reason: IllegalMove) {
        if self.judgement.illegal.len() >= MOST_ILLEGAL {
            self.judgement.more_illegal += 1;
            return;
        }
        let repeats = match (reason, &self.line.history) {
            (IllegalMove::Ko | IllegalMove::Superko, Some(history)) => {
                history.repeats(mv, &mut self.replays_left)
            }
            _ => None,
        };
        let (line, column) = self.game.places.line_and_column(at);
        self.judgement.illegal.push(IllegalTurn {
            path: LinePath::MAIN,
            number: self.line.number,
            mv,
            reason,
            repeats,
            line,
            column,
            size: self.game.size,
        });
    }

    /// Begins a game with its first move. Warns if the handicap or the color of this move is unusual.
    fn begin_with(&mut self, at: usize, first: Move) -> Result<(), Stop> {
        let stones = self.line.claim.stones(Color::Black);
        if self.judgement.moves == 0
            && let Some((given, place)) = self.game.handicap
            && given >= 2
            && given != stones
        {
            let message = if self.handicap_moves > 0 {
                format!("the handicap of {given} stones is placed by Black's first moves")
            } else {
                format!("the handicap is {given}; black stones set up: {stones}")
            };
            self.warn(place, message);
        }
        if self.line.number == 1
            && self.line.claim.to_play.is_none()
            && self.usual_beginner() == Some(!first.color)
        {
            let unusual = "which is unusual without PL";
            self.warn(at, format_args!("{} moves first, {unusual}", first.color));
        }
        self.begin(first.color, self.line.number - 1)
    }

    /// Begins a game from the set-up, after this number of moves in the line.
    fn begin(&mut self, beginner: Color, moves: usize) -> Result<(), Stop> {
        self.line.history = Some(self.history(beginner, moves)?);
        if self.how.stats && self.judgement.stats.is_none() {
            let opening = self.line.claim.opening(beginner);
            match &mut self.counter {
                Some(counter) => counter.set_up(&opening),
                None => self.counter = Some(StatsCounter::new(&opening)),
            }
        }
        Ok(())
    }

    fn history(&self, beginner: Color, moves: usize) -> Result<History<G>, TextError> {
        let history = self.line.new_history(beginner, self.judgement.rules, moves);
        history.map_err(|error| {
            let vertex = error.point().vertex(self.game.size);
            let message = format!("the chain at {vertex} is set up without a liberty");
            self.game.places.at(self.line.claim.at, message)
        })
    }

    /// Removes and returns the game at the end of a line, which may be a set-up without a move.
    pub(super) fn game_at_end(&mut self) -> Result<G, TextError> {
        let history = match self.line.history.take() {
            Some(history) => history,
            None => self.history(self.beginner(), self.line.number)?,
        };
        Ok(history.game)
    }

    fn usual_beginner(&self) -> Option<Color> {
        self.line.claim.usual_beginner(self.game.handicap())
    }

    fn beginner(&self) -> Color {
        self.usual_beginner().unwrap_or(Color::Black)
    }

    /// Finishes a line: checks the last set-up, stores the counts of the first line.
    pub(super) fn end_line(&mut self) {
        // The last set-up must be possible even if no move follows.
        if self.line.history.is_none()
            && let Err(stop) = self.begin(self.beginner(), self.line.number)
        {
            self.note(stop);
        }
        if self.how.stats && self.judgement.stats.is_none() {
            let empty = || StatsCounter::new(&self.line.claim.opening(Color::Black));
            let counter = self.counter.take().unwrap_or_else(empty);
            self.judgement.stats = Some(counter.finish());
        }
        self.note_board();
    }

    /// Records the fault that stopped the game unless there is an earlier one.
    pub(super) fn note(&mut self, stop: Stop) {
        if let Stop::Game(fault) = stop {
            self.judgement.fault.get_or_insert(*fault);
        }
    }

    pub(super) fn finish(mut self) -> Judgement {
        let grammar = || self.game.tree.fault.clone();
        self.judgement.fault = self.judgement.fault.or_else(grammar);
        if self.judgement.verdict() == Verdict::Legal {
            let open = self.game.tree.open;
            self.judgement.incomplete = open.map(|index| self.warnings.kept.remove(index));
        }
        self.judgement.warnings = self.warnings.kept;
        self.judgement.more_warnings = self.warnings.more;
        self.judgement
    }

    /// Finishes the judgement of the pure referee. The fast one must have judged alike.
    pub(super) fn finish_with(mut self, mut fast: Judge<'g, impl Playable>) -> Judgement {
        let boards = [take(&mut self.boards), take(&mut fast.boards)];
        let (pure, fast) = (self.finish(), fast.finish());
        let disagreement = difference([&pure, &fast], &boards);
        Judgement {
            disagreement,
            ..pure
        }
    }

    fn warn(&mut self, at: usize, message: impl Display) {
        self.warnings.add(self.game.places, at, message);
    }

    /// Returns the error that stops the game: an earlier fault if there is one, else this one.
    fn stop(&self, at: usize, message: String) -> Stop {
        let fault = || self.game.places.at(at, message);
        self.judgement.fault.clone().unwrap_or_else(fault).into()
    }
}
