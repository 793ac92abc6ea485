//! What can be said of a question in the terms of Go, as clauses. None is about a program.

use gokata::questions::{Asked, Counted, Question, Step};
use gokata::scoring::{Marks, Region};
use gokata::{
    Action, Board, ByColor, Color, Explanation, HandicapBonus, KoRule, Move, Point, Suicide,
    explain_move,
};

/// Returns what holds for a question, as it was asked: under the program's own rules, if it has any.
pub(super) fn conditions(question: &Question) -> Vec<String> {
    let mut said = Said(Vec::new());
    if let Some(mv) = question.asked.mv() {
        said.of_move(question, mv);
    }
    if let Some(counted) = question.asked.counted() {
        said.of_count(question, counted);
    }
    said.of_game(question);
    said.0
}

struct Said(Vec<String>);

impl Said {
    fn add(&mut self, clause: impl Into<String>) {
        self.0.push(clause.into());
    }

    fn add_if(&mut self, holds: bool, clause: &str) {
        if holds {
            self.add(clause);
        }
    }

    /// Adds the clauses that hold, each with its subject before it.
    fn each(&mut self, subject: &str, clauses: &[(bool, &str)]) {
        for (_, clause) in clauses.iter().filter(|(holds, _)| *holds) {
            self.add(format!("{subject} {clause}"));
        }
    }

    fn of_move(&mut self, question: &Question, mv: Move) {
        let (record, rules) = (&question.before, question.before.rules());
        let is_board = matches!(question.asked, Asked::Board(..));
        self.add_if(is_board, "the board after the move is asked for");
        let explanation = explain_move(mv, record);
        match mv.action {
            Action::Pass => self.add("the move is a pass"),
            Action::Resign => self.add("the move is a resignation"),
            Action::Play(point) => {
                self.of_play(record.board(), &explanation, mv.color, point);
            }
        }
        if let Some(turn) = explanation.repeats() {
            let back = record.turns() + 1 - turn;
            self.add("the move brings back an earlier board");
            self.add_if(turn == 0, "the board that comes back is the opening board");
            let (more, less) = ([3, 4, 5, 7, 9, 13, 17, 25, 31, 33], [2, 3, 4, 6, 8]);
            let more = more.into_iter().filter(|n| back >= *n).map(|n| (n, "more"));
            let less = less.into_iter().filter(|n| back <= *n).map(|n| (n, "less"));
            for (n, than) in more.chain(less) {
                let stood = format!("stood {n} turns ago or {than}");
                self.add(format!("the board that comes back {stood}"));
            }
            let takes = explanation.captured().len() + explanation.self_captured().len() > 0;
            self.add_if(!takes, "a board comes back although nothing is taken");
        }
        let ko = rules.ko();
        self.add_if(ko == KoRule::Simple, "the rule is simple ko");
        if ko != KoRule::Simple {
            self.add("the rule is superko");
            self.add(format!("the rule is ko={ko}"));
        }
        self.add(format!("the rule is suicide={}", rules.suicide()));
        let is_legal = rules.suicide() != Suicide::Forbidden;
        self.add_if(is_legal, "some suicides are legal");
        self.add_if(rules.button(), "the rule is button=yes");
        self.add_if(mv.color != record.to_play(), "it is the other side's turn");
        self.add_if(record.is_over(), "the game is over");
        self.add(format!("{} moves", mv.color));
    }

    fn of_play(&mut self, board: &Board, explanation: &Explanation, own: Color, point: Point) {
        let size = board.size();
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
        let is_at_side = [0, cols - 1].contains(&point.col);
        let is_at_end = [0, rows - 1].contains(&point.row);
        let places = [
            (is_at_side && is_at_end, "in a corner"),
            (is_at_side || is_at_end, "on the edge"),
            (!is_at_side && !is_at_end, "not on the edge"),
            (point.row == 0, "in the top row"),
            (point.col == 0, "in the left column"),
            (point.row == rows - 1, "in the bottom row"),
            (point.col == cols - 1, "in the right column"),
        ];
        self.each("the point is", &places);
        let (taken, lost) = (explanation.captured(), explanation.self_captured().len());
        let is_inside = |stone: &Point| size.neighbors(*stone).count() == 4;
        self.add_if(taken.len() == 1, "the move takes one stone");
        self.add_if(taken.len() > 1, "the move takes several stones");
        let (all, any) = (taken.iter().all(is_inside), taken.iter().any(is_inside));
        self.add_if(!all, "a stone on the edge is taken");
        self.add_if(any, "a stone that is not on the edge is taken");
        self.add_if(lost == 1, "the move is a suicide of one stone");
        self.add_if(lost > 1, "the move is a suicide of several stones");
        self.add_if(lost > 0, "the move is a suicide");
        if stone.is_none() {
            let beside = size.neighbors(point).map(|near| board.stone_at(near));
            let beside: Vec<Option<Color>> = beside.collect();
            let has = |color: Color| beside.contains(&Some(color));
            self.add_if(has(own), "a stone of its own is beside the point");
            self.add_if(!has(own), "no stone of its own is beside the point");
            self.add_if(has(!own), "an enemy stone is beside the point");
            let is_closed = !beside.contains(&None);
            self.add_if(is_closed, "stones are on all sides of the point");
        }
    }

    fn of_count(&mut self, question: &Question, counted: &Counted) {
        let standing = &counted.standing;
        let (marks, rules) = (&standing.marks, standing.rules);
        let is_owner = matches!(question.asked, Asked::Owner(..));
        self.add_if(is_owner, "the owners of points are asked for");
        self.of_regions(marks);
        self.of_chains(question.before.board(), marks);
        let stones = Color::BOTH.map(|color| question.before.board().stones_of(color));
        let lives = stones.map(|stones| !(stones - marks.dead()).is_empty());
        self.add_if(lives == [false, false], "no stone lives");
        self.add_if(lives[0] != lives[1], "only one color lives");
        self.add_if(!marks.dead().is_empty(), "stones are dead");
        self.add_if(!marks.neutral().is_empty(), "points are marked neutral");
        let (held, given) = (standing.prisoners, counted.given);
        self.add_if(held.black + held.white > 0, "prisoners are held");
        let dead = stones.map(|stones| (stones & marks.dead()).len());
        let differ = [
            (held.black != held.white, "holds more prisoners"),
            (dead[0] != dead[1], "has more dead stones"),
        ];
        self.each("one side", &differ);
        self.add_if(given.black + given.white > 0, "prisoners are given");
        self.add(format!("the rule is scoring={}", rules.scoring()));
        self.add(format!("the rule is tax={}", rules.tax()));
        let taxed = !standing.taxed().is_empty();
        self.add_if(taxed, "the tax takes territory");
        let halves = rules.komi().halves();
        let komi = [
            (halves == 0, "is 0"),
            (halves != 0, "is not 0"),
            (halves != 0 && halves % 2 == 0, "is a whole number"),
            (halves % 2 != 0, "has half a point"),
            (halves < 0, "is below 0"),
        ];
        self.each("the komi", &komi);
        let bonus = rules.handicap_bonus();
        self.add(format!("the rule is handicap-bonus={bonus}"));
        let has_bonus = bonus != HandicapBonus::Zero && standing.handicap > 0;
        self.add_if(has_bonus, "White has a handicap bonus");
        self.add_if(rules.button(), "the rule is button=yes");
        let has_button = rules.button() && standing.first_pass.is_some();
        self.add_if(has_button, "a side has the button");
        self.add_if(rules.pass_stones(), "the rule is pass-stones=yes");
        self.add(match standing.count().score().winner() {
            None => "the right result is a draw".to_owned(),
            Some(color) => format!("{color} wins by right"),
        });
    }

    fn of_regions(&mut self, marks: &Marks) {
        let (size, regions) = (marks.size(), marks.regions());
        let is_of_side = |region: &&Region| region.bordered_by.black != region.bordered_by.white;
        let of_sides: Vec<&Region> = regions.iter().filter(is_of_side).collect();
        let lengths = || of_sides.iter().map(|region| region.points.len());
        let largest = lengths().max().unwrap_or(0);
        for n in [2, 3, 4, 6, 10, 20].into_iter().filter(|n| largest >= *n) {
            self.add(format!("a side's region has {n} points or more"));
        }
        self.add_if(largest == 1, "no side's region has more than one point");
        self.add_if(largest == 0, "no region belongs to a side");
        let has_small = lengths().any(|length| length == 1);
        self.add_if(has_small, "a side's region has one point");
        let is_free = |point| marks.region(point).is_some();
        let is_bare = |point| size.neighbors(point).all(is_free);
        let mut points = of_sides.iter().flat_map(|region| region.points);
        let bare = points.any(is_bare);
        self.add_if(bare, "a point of a side's region has no stone beside it");
        // Black's empty points minus White's, in regions of this size or larger.
        let lead = |least: usize| -> i32 {
            let large = of_sides.iter().filter(|it| it.points.len() >= least);
            let sign = |it: &Region| if it.bordered_by.black { 1 } else { -1 };
            large.map(|it| sign(it) * small(it.points.len())).sum()
        };
        let more = [
            (lead(1) != 0, "its regions"),
            (lead(2) != 0, "regions of two points or more"),
        ];
        self.each("one side has more empty points in", &more);
        let touch = |colors: ByColor<bool>| regions.iter().any(|it| it.bordered_by == colors);
        let is_shared = touch(ByColor::new(true, true));
        self.add_if(is_shared, "a region touches both colors");
        let is_bare = touch(ByColor::new(false, false));
        self.add_if(is_bare, "no living stone is beside a region");
    }

    /// The living chains, as a count that looks for dead stones would see them.
    fn of_chains(&mut self, board: &Board, marks: &Marks) {
        // The fewest liberties of a chain, and of one with a liberty that is not its own side's.
        let (mut fewest, mut fewest_shared) = (usize::MAX, usize::MAX);
        for (point, color) in board.stones() {
            let chain = board.chain(point).filter(|_| !marks.dead().contains(point));
            let Some(liberties) = chain.map(|chain| chain.liberties) else {
                continue;
            };
            let is_own = |liberty| marks.owner(liberty) == Some(color);
            fewest = fewest.min(liberties.len());
            if !liberties.iter().all(is_own) {
                fewest_shared = fewest_shared.min(liberties.len());
            }
        }
        let is_shared = fewest_shared < usize::MAX;
        let few = "has three liberties or fewer, and not all are its own side's";
        let clauses = [
            (fewest == 1, "is in atari"),
            (fewest <= 2, "has two liberties or fewer"),
            (is_shared, "has a liberty that is not its own side's"),
            (fewest_shared <= 3, few),
        ];
        self.each("a living chain", &clauses);
    }

    fn of_game(&mut self, question: &Question) {
        let record = &question.before;
        let (rows, cols) = (record.size().rows(), record.size().cols());
        let shape = [
            (rows == cols, "is square"),
            (rows != cols, "is not square"),
            (rows > cols, "is higher than wide"),
            (rows < cols, "is wider than high"),
            (rows == 1 || cols == 1, "is a single line"),
            (rows == 1, "has one row"),
            (cols == 1, "has one column"),
        ];
        self.each("the board", &shape);
        let lines = rows.max(cols);
        for n in [6, 9, 13, 19, 20].into_iter().filter(|n| lines >= *n) {
            self.add(format!("the board has {n} lines or more"));
        }
        for n in [1, 2, 3, 5].into_iter().filter(|n| lines <= *n) {
            self.add(format!("the board has {n} lines or fewer"));
        }
        let takes = |is: fn(&Step) -> bool| question.steps.iter().any(is);
        let tries = takes(|step| matches!(step, Step::Try(_)));
        let undoes = takes(|step| *step == Step::Undo);
        self.add_if(tries, "an illegal move was attempted before");
        self.add_if(undoes, "a turn was taken back before");
        let tally = matches!(question.asked, Asked::Prisoners(_));
        self.add_if(tally, "the prisoners are asked for");
        let turns = record.turns();
        self.add_if(turns == 0, "no turn came before");
        for n in [1, 2, 4, 8, 16, 31].into_iter().filter(|n| turns >= *n) {
            self.add(format!("{n} turns or more came before"));
        }
        let moves = record.moves();
        let passes = moves.iter().filter(|mv| mv.action == Action::Pass).count();
        self.add_if(passes > 0, "a pass came before");
        self.add_if(passes > 1, "two passes came before");
        let last = record.last_turn().map(|mv| mv.action);
        self.add_if(last == Some(Action::Pass), "the turn before was a pass");
        self.add_if(question.is_handed_over(), "the turn was handed over");
        self.add_if(question.is_resumed(), "play was resumed");
        self.add_if(record.resigned().is_some(), "a player has resigned");
        let is_empty = record.board().stones().next().is_none();
        self.add_if(is_empty, "the board is empty");
        if question.asked.mv().is_some() {
            self.add_if(record.to_play() == Color::White, "it is White's turn");
        }
    }
}

fn small(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
