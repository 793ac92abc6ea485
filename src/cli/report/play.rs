//! What can be said of a play: its place, the stones around it, what it takes, and the boards that come back.

use gokata::questions::Question;
use gokata::{Action, Board, BoardRecord, Chain, Color, Explanation, Move, Point, PointSet};

use super::conditions::{PLACE, RULE, Said, small};

impl Said {
    pub(super) fn of_play(
        &mut self,
        record: &BoardRecord,
        explanation: &Explanation,
        point: Point,
    ) {
        let board = record.board();
        let (size, own) = (board.size(), explanation.asked().color);
        let [rows, cols] = [size.rows(), size.cols()].map(small);
        let is_off = !size.contains(point);
        let sides = [
            (is_off, "off the board"),
            (point.col < 0, "off the board to the left"),
            (point.col >= cols, "off the board to the right"),
            (point.row < 0, "off the board above"),
            (point.row >= rows, "off the board below"),
        ];
        self.each("the point is", &sides);
        if is_off {
            return;
        }
        let stone = board.stone_at(point);
        self.add_if(stone == Some(own), "a stone of its own is on the point");
        self.add_if(stone == Some(!own), "an enemy stone is on the point");
        let is_edge = |it: Point| size.neighbors(it).count() < 4;
        let is_corner = |it: Point| size.neighbors(it).count() < 3;
        let places: [(&dyn Fn(Point) -> bool, &str); 8] = [
            (&is_corner, "in a corner"),
            (&|it| (it.row, it.col) == (0, 0), "in the top left corner"),
            (&is_edge, "on the edge"),
            (&|it| !is_edge(it), "not on the edge"),
            (&|it| it.row == 0, "in the top row"),
            (&|it| it.col == 0, "in the left column"),
            (&|it| it.row == rows - 1, "in the bottom row"),
            (&|it| it.col == cols - 1, "in the right column"),
        ];
        self.weight = PLACE;
        let (taken, lost) = (explanation.captured(), explanation.self_captured());
        let any = |is: &dyn Fn(Point) -> bool| taken.iter().any(|stone| is(*stone));
        for (is, place) in places {
            if is(point) {
                self.add(format!("the point is {place}"));
            }
            if any(is) {
                self.add(format!("a stone {place} is taken"));
            }
        }
        let line = usize::try_from(point.row.max(point.col)).unwrap_or(0);
        self.above(line, &[8, 12, 18], |n| {
            format!("the point is beyond the first {} lines", n + 1)
        });
        let stands = [
            (any(&|it| it.row < point.row), "above the point"),
            (any(&|it| it.row > point.row), "below the point"),
            (any(&|it| it.col < point.col), "to the left of the point"),
            (any(&|it| it.col > point.col), "to the right of the point"),
        ];
        self.each("a taken stone lies", &stands);
        self.weight = RULE;
        let count = [
            (!taken.is_empty(), "stones"),
            (taken.len() == 1, "one stone"),
            (taken.len() > 1, "several stones"),
        ];
        self.each("the move takes", &count);
        self.above(taken.len(), &[2, 8, 64, 128, 255], |n| {
            format!("the move takes more than {n} stones")
        });
        let suicide = [
            (!lost.is_empty(), "suicide"),
            (lost.len() == 1, "suicide of one stone"),
            (lost.len() > 1, "suicide of several stones"),
            (lost.len() == 2, "suicide of two stones"),
        ];
        self.each("the move is a", &suicide);
        let is_open = |it: Point| size.diagonals(it).any(|at| board.stone_at(at).is_none());
        let mut gone = taken.iter().chain(lost).filter(|it| **it != point);
        let is_open = gone.any(|it| is_open(*it));
        self.add_if(
            is_open,
            "an empty point touches a corner of a stone that comes off",
        );
        let last = record.last_turn().map(|mv| mv.action);
        let back = any(&|it| last == Some(Action::Play(it)));
        self.add_if(back, "the stone of the last turn is taken");
        if stone.is_none() {
            let taken = PointSet::new(size, taken.iter().copied());
            self.of_chains_beside(board, point, own, taken);
        }
    }

    fn of_chains_beside(&mut self, board: &Board, point: Point, own: Color, taken: PointSet) {
        let beside = board.size().neighbors(point);
        let beside: Vec<Option<Chain>> = beside.map(|near| board.chain(near)).collect();
        let mut chains: [Vec<&Chain>; 2] = [Vec::new(), Vec::new()];
        for chain in beside.iter().flatten() {
            let side = &mut chains[usize::from(chain.color != own)];
            if !side.iter().any(|known| known.stones == chain.stones) {
                side.push(chain);
            }
        }
        let [friends, enemies] = &chains;
        let is_closed = beside.iter().all(Option::is_some);
        let is_of = |all: &[&Chain], n: usize| all.len() == n && is_closed;
        let has = |chain: &Chain, n: usize| chain.liberties.len() > n;
        let is_taken = |chain: &&&Chain| (chain.stones & taken) == chain.stones;
        let killed = enemies.iter().filter(is_taken).count();
        let longest = |all: &[&Chain]| all.iter().map(|it| it.stones.len()).max().unwrap_or(0);
        let freest = chains.iter().flatten().map(|it| it.liberties.len());
        let freest = freest.max().unwrap_or(0);
        let is_alone = is_closed && friends.iter().all(|chain| !has(chain, 1));
        let is_saved = is_closed && friends.iter().any(|chain| has(chain, 1));
        let in_atari = friends.iter().any(|chain| !has(chain, 1));
        let sum: usize = friends.iter().map(|it| it.liberties.len() - 1).sum();
        let empty = PointSet::empty(board.size());
        let shared = (friends.iter()).fold(empty, |all, it| all | it.liberties);
        let [few, many] = [friends, enemies].map(Vec::len);
        let is_shared = few > 1 && sum + 1 > shared.len();
        let stone = [
            (few > 0, "joins a chain of its own"),
            (few > 1, "joins several chains of its own"),
            (few > 2, "joins three chains or more"),
            (is_shared, "joins chains with a liberty in common"),
            (longest(friends) > 1, "joins a chain of several stones"),
            (in_atari, "joins a chain in atari"),
            (
                in_atari && is_saved,
                "joins a chain in atari and one that is not",
            ),
            (
                killed > 0 && is_alone,
                "has no liberty but by what it takes",
            ),
            (
                killed > 0 && !is_closed,
                "takes and has a liberty of its own",
            ),
            (
                is_saved,
                "has no liberty but those of a chain that it joins",
            ),
        ];
        self.each("the stone", &stone);
        let around = [
            (few == 0, "no stone of its own is beside"),
            (many > 0, "an enemy stone is beside"),
            (many > 1, "several enemy chains are beside"),
            (is_closed, "stones are on all sides of"),
            (is_of(friends, 0), "enemy stones are on all sides of"),
            (is_of(enemies, 0), "stones of its own are on all sides of"),
        ];
        for (_, clause) in around.iter().filter(|(holds, _)| *holds) {
            self.add(format!("{clause} the point"));
        }
        self.add_if(killed > 1, "more than one chain is taken");
        self.add_if(killed > 2, "three chains or more are taken");
        let some = "of several enemy chains beside the point, not all are taken";
        self.add_if(killed > 0 && killed < many, some);
        let stones = longest(friends).max(longest(enemies));
        self.above(stones, &[4, 8, 20, 50, 100, 150, 255], |n| {
            format!("a chain of more than {n} stones is beside the point")
        });
        self.above(freest, &[63, 127], |n| {
            format!("a chain with more than {n} liberties is beside the point")
        });
    }

    /// The boards of the past that come back, whether or not the rule in force minds.
    pub(super) fn of_return(&mut self, question: &Question, explanation: &Explanation) {
        let record = &question.before;
        let Some(after) = explanation.board_after() else {
            return;
        };
        let own = explanation.asked().color;
        let now = record.turns();
        let stood = (0..=now).filter(|turn| record.at(*turn).is_some_and(|it| it.board() == after));
        let stood: Vec<usize> = stood.collect();
        let undone = question.games().any(|game| game.board() == after);
        let undone = undone && !question.steps.is_empty() && stood.is_empty();
        self.add_if(undone, "a board comes back of a turn that was taken back");
        self.add_if(stood.is_empty(), "no earlier board comes back");
        let Some(turn) = explanation.repeats().or(stood.last().copied()) else {
            return;
        };
        let back = now + 1 - turn;
        let moves = record.moves();
        let is_pass = |at: usize| moves.get(at).is_some_and(|mv| mv.action == Action::Pass);
        let maker = |turn: usize| turn.checked_sub(1).and_then(|at| moves.get(at));
        let is_side = |turn: &usize| record.at(*turn).is_some_and(|it| it.to_play() != own);
        let is_stone = |mv: &&Move| matches!(mv.action, Action::Play(_));
        let made = |turn: &usize| maker(*turn).filter(is_stone);
        let is_own = |turn: &usize| made(turn).is_some_and(|mv| mv.color == own);
        let has_maker = stood.iter().any(|turn| made(turn).is_some());
        let takes = !explanation.captured().is_empty() || !explanation.self_captured().is_empty();
        self.add("an earlier board comes back");
        self.add_if(!takes, "a board comes back although nothing is taken");
        let is_forbidden = explanation.repeats().is_some();
        self.add_if(
            is_forbidden,
            "the ko rule forbids the board that comes back",
        );
        let passed = (turn..now).any(is_pass);
        self.add_if(passed, "a pass came since the board stood");
        self.add_if(back == 2, "the board before the last turn comes back");
        let board = [
            (back > 2, "is older than the last turn"),
            (turn == 0, "is the opening board"),
            (stood.len() > 1, "stood more than once"),
            (stood.iter().any(is_own), "was made by the player"),
            (!stood.iter().any(is_own), "was not made by the player"),
            (!has_maker, "stood at the opening or after a pass only"),
            (turn > 0 && is_pass(turn - 1), "stood after a pass"),
            (
                stood.iter().all(is_side),
                "stood with the same side to play",
            ),
            (
                !stood.iter().any(is_side),
                "stood with the other side to play",
            ),
        ];
        self.each("the board that comes back", &board);
        self.above(back, &[3, 4, 6, 8, 12, 16, 24, 30, 32], |n| {
            format!("the board that comes back stood more than {n} turns ago")
        });
        for n in [3, 4, 6, 8].into_iter().filter(|n| back <= *n) {
            self.add(format!(
                "the board that comes back stood {n} turns ago or less"
            ));
        }
    }
}
