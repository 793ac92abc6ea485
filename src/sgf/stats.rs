//! Counts over a game, to be compared with those of other programs for the same record.

use std::collections::HashMap;

use crate::basics::{Action, ByColor, Color, GameEvent, IllegalMove, Move, Point, Setup, fnv};
use crate::fast::FastGame;

/// Counts over the main line of a record, in the order played. Moves out of turn are counted, too.
///
/// *Breaches* are violations of alternate turns, simple ko and no suicide, even if the record is judged by other rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Stones of each color on the board before the first move.
    pub setup: ByColor<usize>,
    /// The color of the first move.
    pub first: Option<Color>,
    /// Moves, passes included.
    pub moves: usize,
    /// Passes.
    pub passes: usize,
    /// Moves by the color that moved before.
    pub out_of_turn: usize,
    /// Prisoners that each color has taken.
    pub captured_by: ByColor<usize>,
    /// Captures of one stone by a lone stone whose only liberty is then the captured stone's point.
    pub ko_captures: usize,
    /// The most stones taken by one move.
    pub max_capture: usize,
    /// Plays on a stone or off the board, which are skipped.
    pub occupied: usize,
    /// Plays that removed only the stone played.
    pub single_suicides: usize,
    /// Plays that removed several own stones.
    pub multi_suicides: usize,
    /// Plays that simple ko forbids.
    pub simple_ko_violations: usize,
    /// Plays that bring back an earlier board.
    pub positional_repeats: usize,
    /// Plays that bring back an earlier board with the same side to move.
    pub situational_repeats: usize,
    /// The first breach by a play: the number of the move, and the reason.
    pub first_problem: Option<(usize, IllegalMove)>,
    /// FNV-1a (64 bits) of the final board: one byte for each point, 0 empty, 1 Black, 2 White, rows from the top.
    #[doc(hidden)] // for the command line's JSON
    pub final_fnv: u64,
    /// The same hash over all boards after a move, one after the other.
    #[doc(hidden)]
    pub sequence_fnv: u64,
    /// Area of each color on the final board, without removing dead stones.
    pub area: ByColor<usize>,
    /// Points of the final board in neither area.
    pub neutral: usize,
    /// The final board: rows from the top in the kata's letters, joined by `/`.
    pub final_board: String,
}

pub(super) struct StatsCounter {
    stats: Stats,
    game: FastGame,
    mover: Option<Color>,
    board: Vec<u8>,
    /// Every board so far, and the sides that were to move on it.
    seen: HashMap<Vec<u8>, [bool; 2]>,
}

impl StatsCounter {
    pub(super) fn new(opening: &Setup) -> StatsCounter {
        let mut counter = StatsCounter {
            stats: Stats {
                sequence_fnv: fnv::START,
                ..Stats::default()
            },
            game: FastGame::new(opening.size),
            mover: None,
            board: Vec::new(),
            seen: HashMap::new(),
        };
        counter.set_up(opening);
        counter
    }

    /// Begins a new history from a set-up, which a referee has accepted.
    pub(super) fn set_up(&mut self, setup: &Setup) {
        if let Ok(game) = FastGame::try_from(setup) {
            self.game = game;
        }
        if self.stats.moves == 0 {
            self.stats.setup = ByColor::from_fn(|color| self.game.stones_of(color).len());
        }
        self.mover = None;
        self.board = bytes(&self.game);
        self.seen.clear();
        self.record(setup.to_play);
    }

    /// Records the board and the side to move. Returns whether the board occurred before, and whether with that side.
    fn record(&mut self, side: Color) -> [bool; 2] {
        let sides = self.seen.entry(self.board.clone()).or_default();
        let found = [*sides != [false; 2], sides[side as usize]];
        sides[side as usize] = true;
        found
    }

    /// Gives the turn to this color without a move: its next move is not out of turn.
    pub(super) fn hand_turn(&mut self, side: Color) {
        self.mover = None;
        self.record(side);
    }

    pub(super) fn play(&mut self, mv: Move) {
        self.stats.moves += 1;
        self.stats.first.get_or_insert(mv.color);
        if self.mover.replace(mv.color) == Some(mv.color) {
            self.stats.out_of_turn += 1;
            if mv.action != Action::Pass {
                self.breach(IllegalMove::Turn);
            }
        }
        // Passes do not end the game here.
        let _ = self.game.resume(None);
        self.game.hand_turn(mv.color);
        match mv.action {
            Action::Play(point) => self.put(mv, point),
            Action::Pass | Action::Resign => {
                self.stats.passes += 1;
                self.game.replay(GameEvent::Turn(mv));
                self.record(!mv.color);
            }
        }
        self.stats.sequence_fnv = fnv::fnv(self.stats.sequence_fnv, &self.board);
    }

    fn put(&mut self, mv: Move, point: Point) {
        let verdict = self.game.check(mv);
        if let Err(reason) = verdict {
            self.breach(reason);
            match reason {
                IllegalMove::Occupied | IllegalMove::OffBoard => {
                    self.stats.occupied += 1;
                    return;
                }
                IllegalMove::Ko => self.stats.simple_ko_violations += 1,
                _ => {}
            }
        }
        let before = std::mem::take(&mut self.board);
        self.game.replay(GameEvent::Turn(mv));
        self.board = bytes(&self.game);
        let gone = |color: Color| {
            let is_gone =
                |(before, after): &(&u8, &u8)| **before == color as u8 + 1 && **after == 0;
            before.iter().zip(&self.board).filter(is_gone).count()
        };
        let taken = gone(!mv.color);
        if self.game.stone_at(point).is_none() {
            match gone(mv.color) {
                0 => self.stats.single_suicides += 1,
                _ => self.stats.multi_suicides += 1,
            }
        }
        self.stats.captured_by[mv.color] += taken;
        self.stats.max_capture = self.stats.max_capture.max(taken);
        let chain = self.game.chain(point);
        let is_ko = taken == 1
            && chain.is_some_and(|chain| (chain.stones.len(), chain.liberties.len()) == (1, 1));
        self.stats.ko_captures += usize::from(is_ko);
        let [board, situation] = self.record(!mv.color);
        self.stats.positional_repeats += usize::from(board);
        self.stats.situational_repeats += usize::from(situation);
    }

    fn breach(&mut self, reason: IllegalMove) {
        let number = self.stats.moves;
        self.stats.first_problem.get_or_insert((number, reason));
    }

    pub(super) fn finish(self) -> Stats {
        let size = self.game.size();
        let area = self.game.area();
        let letter = |byte: &u8| ['-', 'x', 'o'][usize::from(*byte)];
        let rows = self.board.chunks(size.cols());
        let rows: Vec<String> = rows.map(|row| row.iter().map(letter).collect()).collect();
        Stats {
            final_fnv: fnv::fnv(fnv::START, &self.board),
            area,
            neutral: size.point_count() - area.black - area.white,
            final_board: rows.join("/"),
            ..self.stats
        }
    }
}

/// One byte for each point: 0 empty, 1 Black, 2 White.
fn bytes(game: &FastGame) -> Vec<u8> {
    let byte = |point| game.stone_at(point).map_or(0, |color| color as u8 + 1);
    game.size().points().map(byte).collect()
}
