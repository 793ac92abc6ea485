//! The game: turns, passes, suicide, ko and superko.

use gokata::scoring::{Score, Standing};
use gokata::{
    Action, Answer, ByColor, Color, GameEvent, IllegalMove, KoRule, Move, Point, Referee, Rules,
    Setup, Size,
};

use super::stones::Stones;

/// A board of the past.
#[derive(Clone)]
pub(super) struct Moment {
    pub(super) board: Vec<Option<Color>>,
    pub(super) key: u64,
    pub(super) side: Color,
    pub(super) made_by: Option<Color>,
    /// Who took the latest turn, and the number of the moment before it.
    pub(super) last: Option<(Color, usize)>,
    pub(super) passed: bool,
    pub(super) took: usize,
    pub(super) by_pass: bool,
}

#[derive(Clone)]
pub(crate) struct Faulty {
    pub(super) stones: Stones,
    pub(super) rules: Rules,
    pub(super) past: Vec<Moment>,
    pub(super) side: Color,
    /// Passes in a row, and those without the first one of the game.
    pub(super) passes: [usize; 2],
    pub(super) resigned: bool,
    /// The point of the latest single taken stone, and how many turns ago.
    pub(super) ko: Option<(usize, usize)>,
    /// The latest two points played.
    pub(super) played: [Option<usize>; 2],
    pub(super) taken: Vec<usize>,
    pub(super) prisoners: ByColor<u32>,
    /// What is restored when a turn is taken back, with the number of boards of the past.
    pub(super) saved: Vec<(Faulty, usize)>,
}

impl Faulty {
    pub(crate) fn new(fault: &'static str) -> Faulty {
        let size = Size::default();
        Faulty {
            stones: Stones::new(fault, size),
            rules: Rules::default(),
            past: Vec::new(),
            side: Color::Black,
            passes: [0; 2],
            resigned: false,
            ko: None,
            played: [None; 2],
            taken: Vec::new(),
            prisoners: ByColor::default(),
            saved: Vec::new(),
        }
    }

    /// All but the past.
    fn copy(&self) -> Faulty {
        Faulty {
            stones: self.stones.clone(),
            past: Vec::new(),
            taken: self.taken.clone(),
            saved: Vec::new(),
            ..*self
        }
    }

    pub(super) fn has(&self, fault: &str) -> bool {
        self.stones.has(fault)
    }

    pub(super) fn now(&self) -> &Moment {
        self.past.last().expect("a game has started")
    }

    fn now_mut(&mut self) -> &mut Moment {
        self.past.last_mut().expect("a game has started")
    }

    fn record(
        &mut self,
        made_by: Option<Color>,
        last: Option<(Color, usize)>,
        took: usize,
        by_pass: bool,
    ) {
        let passed = by_pass || self.past.last().is_some_and(|now| now.passed);
        self.past.push(Moment {
            board: self.stones.board.clone(),
            key: self.stones.key,
            side: self.side,
            made_by,
            last,
            passed,
            took,
            by_pass,
        });
    }

    fn is_over(&self) -> bool {
        let button = self.rules.button() && !self.has("the-button-is-a-pass");
        let passes = self.passes[usize::from(button)];
        let enough = match () {
            () if self.has("one-pass-ends-the-game") => 1,
            () if self.has("three-passes-end-the-game") => 3,
            () if self.has("passes-do-not-end-the-game") => usize::MAX,
            () => 2,
        };
        (self.resigned && !self.has("a-resignation-is-no-end"))
            || passes >= enough
                && !(self.has("passes-end-nothing-before-a-stone") && self.played[0].is_none())
    }

    /// The point's index; `None` off the board.
    fn index(&self, point: Point) -> Option<usize> {
        let (rows, cols) = (
            self.stones.size.rows() as i32,
            self.stones.size.cols() as i32,
        );
        let (mut row, mut col) = (point.row, point.col);
        if self.has("negative-coordinates-count-from-the-end") {
            row += if row < 0 { rows } else { 0 };
            col += if col < 0 { cols } else { 0 };
        } else if self.has("rows-and-columns-are-swapped-off-squares") && rows != cols {
            (row, col) = (col, row);
        } else if self.has("coordinates-begin-at-one") && (row == rows || col == cols) {
            (row, col) = (row.min(rows - 1), col.min(cols - 1));
        } else if self.has("columns-go-on-in-the-next-row") {
            let index = row * cols + col;
            return (0..rows * cols).contains(&index).then_some(index as usize);
        } else if self.has("a-byte-for-a-coordinate") {
            (row, col) = (row & 0xff, col & 0xff);
        }
        let mut inside = (0..rows).contains(&row) && (0..cols).contains(&col);
        if self.has("rows-are-checked-against-columns") {
            inside = (0..cols).contains(&row)
                && (0..rows).contains(&col)
                && row * cols + col < rows * cols;
        } else if self.has("the-last-line-is-off-the-board") {
            inside &= row < rows - 1 && col < cols - 1;
        } else if self.has("the-corner-is-off-the-board") {
            inside &= (row, col) != (0, 0);
        } else if self.has("no-board-is-larger-than-19") {
            inside &= row < 19 && col < 19;
        }
        inside.then_some((row * cols + col) as usize)
    }

    fn verdict(&self, mv: Move) -> Result<(), IllegalMove> {
        let closed = match mv.action {
            Action::Play(_) => !self.has("stones-may-be-played-after-the-end"),
            Action::Pass => !self.has("passes-are-legal-after-the-end"),
            Action::Resign => !self.has("resigning-is-legal-after-the-end"),
        };
        if self.is_over() && closed {
            return Err(IllegalMove::GameOver);
        }
        let any_side = match mv.action {
            _ if self.has("either-side-may-move") => true,
            Action::Play(_) => false,
            Action::Pass => self.has("either-side-may-pass"),
            Action::Resign => self.has("either-side-may-resign"),
        };
        if mv.color != self.side && !any_side {
            return Err(IllegalMove::Turn);
        }
        let Action::Play(point) = mv.action else {
            let superko = mv.action == Action::Pass && self.has("a-pass-may-not-repeat-a-position");
            let repeats =
                |moment: &Moment| moment.board == self.stones.board && moment.side != self.side;
            return if superko && self.rules.ko() != KoRule::Simple && self.past.iter().any(repeats)
            {
                Err(IllegalMove::Superko)
            } else {
                Ok(())
            };
        };
        let Some(point) = self.index(point) else {
            return if self.has("a-play-off-the-board-is-a-pass") {
                Ok(())
            } else {
                Err(IllegalMove::OffBoard)
            };
        };
        match self.stones.board[point] {
            None => {}
            Some(_) if self.has("stones-may-be-played-on-stones") => return Ok(()),
            Some(color) if self.has("stones-may-be-played-on-enemies") && color != mv.color => {
                return Ok(());
            }
            Some(color) if self.has("stones-may-be-played-on-own-stones") && color == mv.color => {
                return Ok(());
            }
            Some(_) => return Err(IllegalMove::Occupied),
        }
        if self.taken.contains(&point) && self.has("no-stone-where-one-was-just-taken") {
            return Err(IllegalMove::Ko);
        }
        let mut after = self.stones.clone();
        let put = after.put(point, mv.color);
        if self.is_suicide(point, mv.color, &put, &after) {
            return Err(IllegalMove::Suicide);
        }
        if self.has("own-eyes-may-not-be-filled") {
            let beside = self.stones.beside(point);
            if beside
                .iter()
                .all(|near| self.stones.board[*near] == Some(mv.color))
            {
                return Err(IllegalMove::Suicide);
            }
        }
        self.repetition(point, mv.color, &put, &after)
    }

    /// A refused move changes nothing, but for a fault.
    fn refused(&mut self, mv: Move, reason: IllegalMove) {
        let Action::Play(point) = mv.action else {
            return;
        };
        match self.stones.fault {
            "a-refused-move-takes-the-turn" => self.side = !self.side,
            "a-refused-suicide-stays" if reason == IllegalMove::Suicide => {
                if let Some(point) = self.index(point) {
                    self.stones.board[point] = Some(mv.color);
                }
            }
            "a-refused-suicide-takes-liberties" if reason == IllegalMove::Suicide => {
                if let Some(point) = self.index(point) {
                    for id in self.stones.chains_beside(point, !mv.color) {
                        self.stones.chains[id]
                            .liberties
                            .retain(|liberty| *liberty != point);
                    }
                }
            }
            "a-refused-suicide-takes-the-chain" if reason == IllegalMove::Suicide => {
                if let Some(point) = self.index(point) {
                    self.stones.put(point, mv.color);
                }
            }
            "a-refused-ko-keeps-the-stone" if reason >= IllegalMove::Ko => {
                if let Some(point) = self.index(point) {
                    let put = self.stones.put(point, mv.color);
                    put.taken
                        .iter()
                        .for_each(|taken| self.stones.board[*taken] = Some(!mv.color));
                    self.stones.recompute();
                }
            }
            "a-refused-ko-takes-the-stone-off" if reason >= IllegalMove::Ko => {
                if let Some(point) = self.index(point) {
                    self.stones.put(point, mv.color);
                    self.stones.board[point] = None;
                    self.stones.recompute();
                }
            }
            "a-refused-ko-lifts-the-ko" if reason == IllegalMove::Ko => {
                self.record(None, None, 0, false)
            }
            "a-refused-board-is-remembered" if reason >= IllegalMove::Suicide => {
                if let Some(point) = self.index(point) {
                    let (stones, last) = (self.stones.clone(), self.now().last);
                    self.stones.put(point, mv.color);
                    self.record(Some(mv.color), last, 0, false);
                    self.stones = stones;
                    self.record(None, last, 0, false);
                }
            }
            "a-refused-taking-is-counted" if reason >= IllegalMove::Ko => {
                self.prisoners[mv.color] += 1
            }
            "a-refused-move-forgets-a-pass" => self.passes = [0; 2],
            _ => {}
        }
    }

    fn turn(&mut self, mv: Move) {
        self.saved.push((self.copy(), self.past.len()));
        let before = self.past.len() - 1;
        let (mut took, mut by_pass) = (0, false);
        let mut made_by = None;
        let point = match mv.action {
            Action::Play(point) => self.index(point),
            _ => None,
        };
        match (mv.action, point) {
            (Action::Play(_), Some(point)) => {
                if self.stones.board[point].is_some() {
                    self.stones.board[point] = None;
                    self.stones.recompute();
                }
                let put = self.stones.put(point, mv.color);
                took = put.taken.len();
                made_by = Some(mv.color);
                self.passes = if self.has("passes-need-not-follow-each-other") {
                    self.passes
                } else {
                    [0; 2]
                };
                if let [single] = put.taken[..] {
                    self.ko = Some((single, 0));
                } else if took > 1 && self.has("ko-is-any-taking-back-on-the-point") {
                    self.ko = Some((put.taken[0], 0));
                } else if took > 0 && !self.has("ko-stays-after-other-moves") {
                    self.ko = None;
                }
                self.played = [Some(point), self.played[0]];
                self.tally(mv.color, &put);
                self.taken = put.taken;
            }
            (Action::Resign, _) => self.resigned = true,
            _ => {
                by_pass = true;
                let first = !self.now().passed;
                self.passes[0] += 1;
                self.passes[1] += usize::from(!first);
                self.played = [None, self.played[0]];
                self.taken.clear();
            }
        }
        let stays = self.has("a-pass-keeps-the-turn") && by_pass
            || self.has("a-turn-that-takes-keeps-the-turn") && took > 0
            || self.has("suicide-keeps-the-turn")
                && point.is_some_and(|point| self.stones.board[point].is_none());
        self.side = if stays { mv.color } else { !mv.color };
        self.ko = self.ko.map(|(point, turns)| (point, turns + 1));
        self.record(made_by, Some((mv.color, before)), took, by_pass);
    }
}

impl Referee for Faulty {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String> {
        *self = Faulty::new(self.stones.fault);
        self.stones = Stones::new(self.stones.fault, setup.size);
        self.rules = rules;
        self.side = setup.to_play;
        self.stones.set_up(setup);
        self.record(None, None, 0, false);
        Ok(())
    }

    fn judge(&self, mv: Move) -> Answer {
        self.verdict(mv).into()
    }

    fn play(&mut self, mv: Move) -> Answer {
        let answer = self.judge(mv);
        match answer {
            Answer::Legal => self.turn(mv),
            Answer::Illegal(Some(reason)) => self.refused(mv, reason),
            _ => {}
        }
        answer
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        self.stones
            .board
            .get(self.stones.at(point)?)
            .copied()
            .flatten()
    }

    fn follow(&mut self, event: GameEvent) -> Answer {
        let last = self.now().last;
        match event {
            GameEvent::Turn(mv) => return self.play(mv),
            GameEvent::HandTurn(side) => self.side = side,
            GameEvent::Resume(_) if !self.is_over() || self.resigned => {
                return Answer::Illegal(None);
            }
            GameEvent::Resume(side) => {
                self.side = side;
                if !self.has("resuming-keeps-the-passes") {
                    self.passes = [0; 2];
                } else {
                    self.passes = [1; 2];
                }
                if self.has("resuming-forgets-the-past") {
                    self.past.drain(..self.past.len() - 1);
                    self.record(None, None, 0, false);
                    return Answer::Legal;
                }
            }
        }
        self.record(None, last, 0, false);
        Answer::Legal
    }

    fn undo(&mut self) -> Answer {
        let Some((before, past)) = self.saved.pop() else {
            return Answer::Illegal(None);
        };
        if self.has("undo-keeps-boards") {
            let last = self.past[past - 1].last;
            (self.stones, self.side) = (before.stones, before.side);
            self.record(None, last, 0, false);
            self.passes = before.passes;
            return Answer::Legal;
        }
        self.past.truncate(past);
        let (past, saved, after) = (
            std::mem::take(&mut self.past),
            std::mem::take(&mut self.saved),
            self.copy(),
        );
        *self = Faulty {
            past,
            saved,
            rules: after.rules,
            ..before
        };
        match self.stones.fault {
            "undo-keeps-the-turn" => self.side = after.side,
            "undo-keeps-passes" => self.passes = after.passes,
            "undo-keeps-prisoners" => self.prisoners = after.prisoners,
            "undo-keeps-the-resignation" => self.resigned = after.resigned,
            "undo-forgets-the-ko" => self.now_mut().last = None,
            "undo-forgets-the-past" => {
                self.past.drain(..self.past.len() - 1);
                self.now_mut().last = None;
            }
            "undo-leaves-taken-stones-off" | "undo-puts-one-taken-stone-back" => {
                let back = usize::from(self.has("undo-puts-one-taken-stone-back"));
                for taken in after.taken.iter().skip(back) {
                    self.stones.board[*taken] = None;
                }
                self.stones.recompute();
            }
            "undo-leaves-liberties-taken" => {
                if let Some(point) = after.played[0] {
                    for chain in self
                        .stones
                        .chains
                        .iter_mut()
                        .filter(|chain| chain.liberties.len() > 1)
                    {
                        chain.liberties.retain(|liberty| *liberty != point);
                    }
                }
            }
            _ => {}
        }
        Answer::Legal
    }

    fn prisoners(&self) -> Option<ByColor<u32>> {
        Some(self.prisoners)
    }

    fn under(&mut self, rules: Rules) -> Result<(), String> {
        self.rules = rules;
        Ok(())
    }

    fn score(&self, counted: &Standing) -> Result<Score, String> {
        Ok(super::count::score(&self.stones, counted))
    }

    fn owners(&self, counted: &Standing) -> Result<Vec<Option<Color>>, String> {
        Ok(super::count::owners(&self.stones, counted))
    }

    fn side_to_play(&self) -> Option<Color> {
        Some(self.side)
    }
}
