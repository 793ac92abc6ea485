//! Referees that are right except in one respect.

use gokata::{
    Action, Answer, BoardRecord, ByColor, Color, GameEvent, IllegalMove, Move, Point, PureGame,
    Referee, Rules, Setup, SetupError, Size, Suicide, check_move,
};

/// In which respect a referee is wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lie {
    /// Either side may move at any time.
    Turn,
    /// A point off the board is a pass.
    Bounds,
    /// A play on a stone is accepted, and removes that stone.
    Occupied,
    /// Every suicide is allowed.
    SelfCapture,
    /// Plays that have a liberty only because they capture are rejected as suicide.
    Capture,
    /// A ko may be retaken at once.
    Ko,
    /// Superko is not checked.
    Superko,
    /// Chains have one liberty too many.
    Liberties,
    /// Chains have only one stone.
    Chain,
    /// Every point is an eye.
    Eye,
    /// After the first turn, the point at the bottom right is shown as empty.
    Stone,
    /// It is always Black's turn.
    Side,
    /// All points off the board are shown with white stones.
    OffBoard,
    /// No game can start from a board with stones.
    Start,
    /// Play cannot be resumed.
    Resume,
    /// A play at (0,0) is legal when checked, but fails when played.
    Play,
    /// The first game is over from the start.
    FirstGame,
    /// A stone of a refused move stays, where it has a liberty.
    Trace,
    /// When a turn is taken back, the game before that is forgotten.
    Undo,
    /// Stones lost by suicide are nobody's prisoners.
    Tally,
}

#[derive(Clone)]
pub(crate) struct Liar {
    lie: Lie,
    honest: BoardRecord,
    games: usize,
}

impl Liar {
    pub(crate) fn new(lie: Lie) -> Liar {
        Liar {
            lie,
            honest: BoardRecord::new(Size::default()),
            games: 0,
        }
    }

    /// Returns the position as the opening of a new game, so without a past.
    fn forgetful(&self, change: impl Fn(&mut Setup)) -> BoardRecord {
        let mut setup = self.honest.setup();
        change(&mut setup);
        BoardRecord::try_from(&setup).map_or_else(
            |_| self.honest.clone(),
            |record| record.with_rules(self.honest.rules()),
        )
    }

    fn make(&mut self, mv: Move) -> Answer {
        self.apply(GameEvent::Turn(mv))
    }

    fn apply(&mut self, event: GameEvent) -> Answer {
        match self.honest.apply(event) {
            Ok(next) => self.honest = next,
            Err(illegal) => return Answer::Illegal(illegal.reason),
        }
        Answer::Legal
    }

    /// True if this stone would have no liberty without captures.
    fn needs_a_capture(&self, mv: Move) -> bool {
        let Action::Play(point) = mv.action else {
            return false;
        };
        let board = self.honest.board();
        let breathes = |beside: Point| match board.stone_at(beside) {
            None => true,
            Some(color) => {
                color == mv.color
                    && board
                        .chain(beside)
                        .is_some_and(|chain| chain.liberties.len() > 1)
            }
        };
        !self.honest.size().neighbors(point).any(breathes)
    }
}

impl Referee for Liar {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String> {
        self.games += 1;
        if let Some((point, _)) = setup.stones.first()
            && self.lie == Lie::Start
        {
            return Err(SetupError::NoLiberty(*point).to_string());
        }
        self.honest = BoardRecord::try_from(setup).map_err(|error| error.to_string())?;
        self.under(rules)
    }

    fn under(&mut self, rules: Rules) -> Result<(), String> {
        let suicide = if self.lie == Lie::SelfCapture {
            Suicide::Allowed
        } else {
            rules.suicide()
        };
        self.honest = self.honest.with_rules(rules.with_suicide(suicide));
        Ok(())
    }

    fn side_to_play(&self) -> Option<Color> {
        match self.lie {
            Lie::Side => Some(Color::Black),
            _ => Some(self.honest.to_play()),
        }
    }

    fn judge(&self, mv: Move) -> Answer {
        let verdict = match self.lie {
            Lie::Turn => check_move(mv, &self.honest.hand_turn(mv.color)),
            Lie::FirstGame if self.games == 1 => Err(IllegalMove::GameOver),
            _ => check_move(mv, &self.honest),
        };
        match (self.lie, verdict) {
            (Lie::Bounds, Err(IllegalMove::OffBoard))
            | (Lie::Occupied, Err(IllegalMove::Occupied))
            | (Lie::Ko, Err(IllegalMove::Ko))
            | (Lie::Superko, Err(IllegalMove::Superko)) => Answer::Legal,
            (Lie::Capture, Ok(())) if self.needs_a_capture(mv) => {
                Answer::Illegal(Some(IllegalMove::Suicide))
            }
            (_, verdict) => verdict.into(),
        }
    }

    fn play(&mut self, mv: Move) -> Answer {
        if self.lie == Lie::Play && mv == Move::play(mv.color, (0, 0)) {
            return Answer::Illegal(Some(IllegalMove::OffBoard));
        }
        let answer = self.judge(mv);
        if answer != Answer::Legal {
            if let (Lie::Trace, Action::Play(point)) = (self.lie, mv.action) {
                self.honest = self.forgetful(|setup| setup.stones.push((point, mv.color)));
            }
            return answer;
        }
        match (self.lie, mv.action, check_move(mv, &self.honest)) {
            (_, _, Ok(())) => self.make(mv),
            (Lie::Turn, ..) => {
                self.honest = self.honest.hand_turn(mv.color);
                self.make(mv)
            }
            (Lie::Bounds, ..) => self.make(Move::pass(mv.color)),
            (Lie::Occupied, Action::Play(point), _) => {
                self.honest =
                    self.forgetful(|setup| setup.stones.retain(|(stone, _)| *stone != point));
                Answer::Legal
            }
            // Without its past, the game has no board to repeat.
            _ => {
                self.honest = self.forgetful(|_| {});
                self.make(mv)
            }
        }
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let size = self.honest.size();
        match self.lie {
            Lie::Stone if self.honest.turns() > 0 && size.points().next_back() == Some(point) => {
                None
            }
            Lie::OffBoard if !size.contains(point) => Some(Color::White),
            _ => self.honest.stone_at(point),
        }
    }

    fn follow(&mut self, event: GameEvent) -> Answer {
        match (self.lie, event) {
            (Lie::Resume, GameEvent::Resume(_)) => Answer::Illegal(None),
            (_, GameEvent::Turn(mv)) => self.play(mv),
            _ => self.apply(event),
        }
    }

    fn undo(&mut self) -> Answer {
        let Some(before) = self.honest.undo() else {
            return Answer::Illegal(None);
        };
        self.honest = before;
        if self.lie == Lie::Undo {
            self.honest = self.forgetful(|_| {});
        }
        Answer::Legal
    }

    fn prisoners(&self) -> Option<ByColor<u32>> {
        let mut tally = PureGame::from(self.honest.clone()).prisoners()?;
        if self.lie == Lie::Tally {
            let last = self.honest.last_turn()?;
            let before = PureGame::from(self.honest.undo()?).prisoners()?;
            tally[!last.color] = before[!last.color];
        }
        Some(tally)
    }

    /// The order of the points does not matter, nor that they are repeated.
    fn chain_stones(&self, point: Point) -> Option<Vec<Point>> {
        let chain = self.honest.chain(point);
        let mut chain = chain.map_or_else(Vec::new, |chain| chain.stones.list());
        if self.lie == Lie::Chain {
            chain.truncate(1);
        } else {
            chain.extend(chain.clone().into_iter().rev());
            chain.reverse();
        }
        Some(chain)
    }

    fn chain_liberties(&self, point: Point) -> Option<Vec<Point>> {
        let chain = self.honest.chain(point);
        let mut liberties = chain.map_or_else(Vec::new, |chain| chain.liberties.list());
        if self.lie == Lie::Liberties && self.stone_at(point).is_some() {
            liberties.push(point);
        }
        Some(liberties)
    }

    fn eye(&self, point: Point, side: Color) -> Option<bool> {
        Some(self.lie == Lie::Eye || self.honest.board().is_eye(point, side))
    }
}
