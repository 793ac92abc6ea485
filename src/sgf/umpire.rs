//! Both referees side by side as the referee that judges a record.

use crate::basics::{Color, GameEvent, IllegalMove, Move, Point, Rules, Setup, SetupError, Size};
use crate::fast::{FastGame, PointSet};
use crate::pure::BoardRecord;
use crate::referee::difference::{Query, Response, report};
use crate::referee::{Answer, Game, IllegalEvent, Internal};

/// The same game in both referees, which must agree. Answers are those of the pure one.
#[derive(Clone)]
pub(super) struct Pair {
    pure: BoardRecord,
    fast: FastGame,
    /// The first difference.
    difference: Option<String>,
}

impl Pair {
    /// Notes the difference of two responses to a query, unless there is an earlier one.
    fn compare(&mut self, query: Query, responses: [Response; 2]) {
        let size = self.size();
        if responses[0] != responses[1] && self.difference.is_none() {
            let says = responses.map(|response| response.describe(size));
            let says = report(["pure", "fast"], &says);
            self.difference = Some(format!("{}: {says}", query.describe(size)));
        }
    }
}

/// Implements queries by those of the pure referee.
macro_rules! queries {
    ($($query:ident($($input:ident: $type:ty)?) -> $output:ty;)+) => {$(
        fn $query(&self, $($input: $type)?) -> $output {
            Game::$query(&self.pure, $($input)?)
        }
    )+};
}

impl Game for Pair {
    queries! {
        size() -> Size;
        rules() -> Rules;
        to_play() -> Color;
        turns() -> usize;
        last_turn() -> Option<Move>;
        is_over() -> bool;
        stone_at(point: Point) -> Option<Color>;
        check(mv: Move) -> Result<(), IllegalMove>;
        legal_points() -> PointSet;
        sensible_plays() -> PointSet;
    }

    fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let made = [self.pure.make(mv), self.fast.make(mv)];
        if made[0] != made[1] {
            let answers = made.map(|made| Response::Verdict(Answer::from(made)));
            self.compare(Query::Check(mv), answers);
        }
        made[0]
    }

    fn apply(&mut self, event: GameEvent) -> Result<(), IllegalEvent> {
        let done = [self.pure.apply(event), self.fast.apply(event)];
        if done[0].is_ok() != done[1].is_ok() {
            self.disagreement();
        }
        done[0]
    }

    fn boxed(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

impl Internal for Pair {
    fn begin(setup: &Setup, rules: Rules) -> Result<Pair, SetupError> {
        Ok(Pair {
            pure: BoardRecord::begin(setup, rules)?,
            fast: FastGame::begin(setup, rules)?,
            difference: None,
        })
    }

    fn force(&mut self, mv: Move) {
        self.pure.force(mv);
        self.fast.force(mv);
    }

    fn repeats(&self, mv: Move, budget: &mut usize) -> Option<usize> {
        self.pure.repeats(mv, budget)
    }

    fn disagreement(&mut self) -> Option<String> {
        let boards = [self.pure.setup(), Game::setup(&self.fast)];
        if boards[0] != boards[1] {
            self.compare(Query::Board, boards.map(Response::Board));
        }
        self.difference.clone()
    }

    fn each_play(&self, found: impl FnMut(Result<[u32; 2], IllegalMove>)) -> u64 {
        Internal::each_play(&self.pure, found)
    }

    fn ends_with_a_pass(&self) -> bool {
        Internal::ends_with_a_pass(&self.pure)
    }
}
