//! What can be said of a question in the terms of Go, as clauses. None is about a program.

use gokata::questions::{Asked, Counted, Question};
use gokata::scoring::Marks;
use gokata::{Action, Color, HandicapBonus, KoRule, Move, Point, Size, Suicide, explain_move};

/// Returns what holds for a question, as it was asked: under the program's own rules, if it has any.
pub(in crate::report) fn conditions(question: &Question) -> Vec<String> {
    let mut said = Said(Vec::new());
    match &question.asked {
        Asked::Legal(mv, _) | Asked::Board(mv, _) => said.of_move(question, *mv),
        Asked::Score(counted, _) | Asked::Owner(counted, _) | Asked::Dead(counted, _) => {
            said.of_count(question, counted);
        }
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

    /// Adds a clause for each limit that the number reaches. `what`: `{}` stands for the limit.
    fn at_least(&mut self, number: usize, limits: &[usize], what: &str) {
        for limit in limits.iter().filter(|limit| number >= **limit) {
            self.add(what.replace("{}", &limit.to_string()));
        }
    }

    /// As [`Said::at_least`], for each limit that the number does not pass.
    fn at_most(&mut self, number: usize, limits: &[usize], what: &str) {
        for limit in limits.iter().filter(|limit| number <= **limit) {
            self.add(what.replace("{}", &limit.to_string()));
        }
    }

    fn of_move(&mut self, question: &Question, mv: Move) {
        let record = &question.before;
        let (size, board, rules) = (record.size(), record.board(), record.rules());
        if let Asked::Board(..) = question.asked {
            self.add("the board after the move is asked for");
        }
        let explanation = explain_move(mv, record);
        match mv.action {
            Action::Pass => self.add("the move is a pass"),
            Action::Resign => self.add("the move is a resignation"),
            Action::Play(point) => {
                self.of_place(question, mv, point);
                let (taken, own) = (
                    explanation.captured().len(),
                    explanation.self_captured().len(),
                );
                self.add_if(taken == 1, "the move takes one stone");
                self.add_if(taken > 1, "the move takes several stones");
                let on_edge = |stone: &Point| edges(*stone, size) != [0, 0];
                let mut captured = explanation.captured().iter();
                self.add_if(
                    captured.clone().any(on_edge),
                    "a stone on the edge is taken",
                );
                self.add_if(
                    captured.any(|stone| !on_edge(stone)),
                    "a stone that is not on the edge is taken",
                );
                self.add_if(own == 1, "the move is a suicide of one stone");
                self.add_if(own > 1, "the move is a suicide of several stones");
                self.add_if(own > 0, "the move is a suicide");
                let beside = || size.neighbors(point);
                let is = |color: Color| {
                    beside()
                        .filter(|near| board.stone_at(*near) == Some(color))
                        .count()
                };
                let (own, enemy) = (is(mv.color), is(!mv.color));
                if size.contains(point) && board.stone_at(point).is_none() {
                    self.add_if(own > 0, "a stone of its own is beside the point");
                    self.add_if(own == 0, "no stone of its own is beside the point");
                    self.add_if(enemy > 0, "an enemy stone is beside the point");
                    self.add_if(
                        own + enemy == beside().count(),
                        "stones are on all sides of the point",
                    );
                }
            }
        }
        if let Some(turn) = explanation.repeats() {
            let back = record.turns() + 1 - turn;
            self.add("the move brings back an earlier board");
            self.add_if(turn == 0, "the board that comes back is the opening board");
            self.at_least(
                back,
                &[3, 4, 5, 7, 9, 13, 17, 25, 31, 33],
                "the board that comes back stood {} turns ago or more",
            );
            self.at_most(
                back,
                &[2, 3, 4, 6, 8],
                "the board that comes back stood {} turns ago or less",
            );
            let took = explanation.captured().len() + explanation.self_captured().len() > 0;
            self.add_if(!took, "a board comes back although nothing is taken");
        }
        match rules.ko() {
            KoRule::Simple => self.add("the rule is simple ko"),
            ko => {
                self.add("the rule is superko");
                self.add(format!("the rule is ko={ko}"));
            }
        }
        self.add(format!("the rule is suicide={}", rules.suicide()));
        self.add_if(
            rules.suicide() != Suicide::Forbidden,
            "some suicides are legal",
        );
        self.add_if(rules.button(), "the rule is button=yes");
        self.add_if(mv.color != record.to_play(), "it is the other side's turn");
        self.add_if(record.is_over(), "the game is over");
        self.add(format!("{} moves", mv.color));
    }

    fn of_place(&mut self, question: &Question, mv: Move, point: Point) {
        let (size, board) = (question.before.size(), question.before.board());
        let (rows, cols) = (small(size.rows()), small(size.cols()));
        if !size.contains(point) {
            self.add("the point is off the board");
            self.add_if(point.col < 0, "the point is off the board to the left");
            self.add_if(point.col >= cols, "the point is off the board to the right");
            self.add_if(point.row < 0, "the point is off the board above");
            self.add_if(point.row >= rows, "the point is off the board below");
            return;
        }
        match board.stone_at(point) {
            Some(color) if color == mv.color => self.add("a stone of its own is on the point"),
            Some(_) => self.add("an enemy stone is on the point"),
            None => {}
        }
        let edges = edges(point, size);
        self.add_if(edges[0] > 0 && edges[1] > 0, "the point is in a corner");
        self.add_if(edges != [0, 0], "the point is on the edge");
        self.add_if(edges == [0, 0], "the point is not on the edge");
        self.add_if(point.row == 0, "the point is in the top row");
        self.add_if(point.col == 0, "the point is in the left column");
        self.add_if(point.row == rows - 1, "the point is in the bottom row");
        self.add_if(point.col == cols - 1, "the point is in the right column");
    }

    fn of_count(&mut self, question: &Question, counted: &Counted) {
        let standing = &counted.standing;
        let (marks, rules) = (&standing.marks, standing.rules);
        self.add_if(
            matches!(question.asked, Asked::Owner(..)),
            "the owners of points are asked for",
        );
        self.of_regions(marks);
        self.of_chains(question, counted);
        let points = || marks.size().points();
        let living = Color::BOTH.map(|color| {
            points()
                .any(|point| marks.stone_at(point) == Some(color) && !marks.dead().contains(point))
        });
        self.add_if(living == [false, false], "no stone lives");
        self.add_if(living[0] != living[1], "only one color lives");
        self.add_if(!marks.dead().is_empty(), "stones are dead");
        self.add_if(!marks.neutral().is_empty(), "points are marked neutral");
        let held = standing.prisoners.black + standing.prisoners.white;
        self.add_if(held > 0, "prisoners are held");
        let differ = standing.prisoners.black != standing.prisoners.white;
        self.add_if(differ, "one side holds more prisoners");
        let dead = Color::BOTH.map(|color| {
            marks
                .dead()
                .iter()
                .filter(|point| marks.stone_at(*point) == Some(color))
                .count()
        });
        self.add_if(dead[0] != dead[1], "one side has more dead stones");
        self.add_if(
            counted.given.black + counted.given.white > 0,
            "prisoners are given",
        );
        self.add(format!("the rule is scoring={}", rules.scoring()));
        self.add(format!("the rule is tax={}", rules.tax()));
        let taxed = !standing.taxed().is_empty();
        self.add_if(taxed, "the tax takes territory");
        let komi = rules.komi().halves();
        self.add_if(komi == 0, "the komi is 0");
        self.add_if(komi != 0, "the komi is not 0");
        self.add_if(komi != 0 && komi % 2 == 0, "the komi is a whole number");
        self.add_if(komi % 2 != 0, "the komi has half a point");
        self.add_if(komi < 0, "the komi is below 0");
        let bonus = rules.handicap_bonus() != HandicapBonus::Zero;
        self.add(format!(
            "the rule is handicap-bonus={}",
            rules.handicap_bonus()
        ));
        self.add_if(bonus && standing.handicap > 0, "White has a handicap bonus");
        self.add_if(rules.button(), "the rule is button=yes");
        self.add_if(
            rules.button() && standing.first_pass.is_some(),
            "a side has the button",
        );
        self.add_if(rules.pass_stones(), "the rule is pass-stones=yes");
        let winner = standing.count().score().winner();
        self.add(match winner {
            None => "the right result is a draw".to_owned(),
            Some(color) => format!("{color} wins by right"),
        });
    }

    fn of_regions(&mut self, marks: &Marks) {
        let points = || marks.size().points();
        let (mut largest, mut smallest, mut shared, mut nobodys) = (0, usize::MAX, false, false);
        let mut bare = false;
        // Black's empty points minus White's, and those in regions of two points or more.
        let (mut more, mut more_in_large) = (0_i32, 0_i32);
        let mut seen = Vec::new();
        for point in points() {
            let Some(region) = marks.region(point).filter(|_| !seen.contains(&point)) else {
                continue;
            };
            seen.extend(region.points.iter());
            let beside = Color::BOTH.map(|color| region.bordered_by[color]);
            shared |= beside == [true, true];
            nobodys |= beside == [false, false];
            if beside[0] != beside[1] {
                largest = largest.max(region.points.len());
                smallest = smallest.min(region.points.len());
                let is_bare = |point: Point| {
                    marks
                        .size()
                        .neighbors(point)
                        .all(|near| marks.region(near).is_some())
                };
                bare |= region.points.iter().any(is_bare);
                let points = small(region.points.len()) * if beside[0] { 1 } else { -1 };
                more += points;
                more_in_large += if region.points.len() > 1 { points } else { 0 };
            }
        }
        self.at_least(
            largest,
            &[2, 3, 4, 6, 10, 20],
            "a side's region has {} points or more",
        );
        self.add_if(largest == 1, "no side's region has more than one point");
        self.add_if(largest == 0, "no region belongs to a side");
        self.add_if(smallest == 1, "a side's region has one point");
        self.add_if(bare, "a point of a side's region has no stone beside it");
        self.add_if(more != 0, "one side has more empty points in its regions");
        self.add_if(
            more_in_large != 0,
            "one side has more empty points in regions of two points or more",
        );
        self.add_if(shared, "a region touches both colors");
        self.add_if(nobodys, "no living stone is beside a region");
    }

    /// The living chains, as a count that looks for dead stones would see them.
    fn of_chains(&mut self, question: &Question, counted: &Counted) {
        let (board, marks) = (question.before.board(), &counted.standing.marks);
        let alone = |point: Point| {
            let chain = board.chain(point)?;
            let beside = |color: Color| {
                chain
                    .liberties
                    .iter()
                    .all(|liberty| marks.owner(liberty) == Some(color))
            };
            let color = board.stone_at(point)?;
            Some((chain.liberties.len(), beside(color)))
        };
        let living = board
            .stones()
            .filter(|(point, _)| !marks.dead().contains(*point));
        let chains: Vec<(usize, bool)> = living.filter_map(|(point, _)| alone(point)).collect();
        let fewest = chains
            .iter()
            .map(|(liberties, _)| *liberties)
            .min()
            .unwrap_or(usize::MAX);
        self.add_if(fewest == 1, "a living chain is in atari");
        self.add_if(fewest <= 2, "a living chain has two liberties or fewer");
        self.add_if(
            chains.iter().any(|(_, own)| !own),
            "a living chain has a liberty that is not its own side's",
        );
        self.add_if(
            chains
                .iter()
                .any(|(liberties, own)| !own && *liberties <= 3),
            "a living chain has three liberties or fewer, and not all are its own side's",
        );
    }

    fn of_game(&mut self, question: &Question) {
        let record = &question.before;
        let (rows, cols) = (record.size().rows(), record.size().cols());
        self.add_if(rows == cols, "the board is square");
        self.add_if(rows != cols, "the board is not square");
        self.add_if(rows > cols, "the board is higher than wide");
        self.add_if(rows < cols, "the board is wider than high");
        self.add_if(rows == 1 || cols == 1, "the board is a single line");
        self.add_if(rows == 1, "the board has one row");
        self.add_if(cols == 1, "the board has one column");
        self.at_least(
            rows.max(cols),
            &[6, 9, 13, 19, 20],
            "the board has {} lines or more",
        );
        self.at_most(
            rows.max(cols),
            &[1, 2, 3, 5],
            "the board has {} lines or fewer",
        );
        let turns = record.turns();
        self.add_if(turns == 0, "no turn came before");
        self.at_least(turns, &[1, 2, 4, 8, 16, 31], "{} turns or more came before");
        let passes = record
            .moves()
            .iter()
            .filter(|mv| mv.action == Action::Pass)
            .count();
        self.add_if(passes > 0, "a pass came before");
        self.add_if(passes > 1, "two passes came before");
        let last_pass = record
            .last_turn()
            .is_some_and(|mv| mv.action == Action::Pass);
        self.add_if(last_pass, "the turn before was a pass");
        self.add_if(question.is_handed_over(), "the turn was handed over");
        self.add_if(question.is_resumed(), "play was resumed");
        self.add_if(record.resigned().is_some(), "a player has resigned");
        self.add_if(
            record.board().stones().next().is_none(),
            "the board is empty",
        );
        if question.asked.mv().is_some() {
            self.add_if(record.to_play() == Color::White, "it is White's turn");
        }
    }
}

/// The number of edges above and below the point, and of those left and right of it, that it touches.
fn edges(point: Point, size: Size) -> [usize; 2] {
    let ends = |at: i32, count: usize| usize::from(at == 0) + usize::from(at == small(count) - 1);
    [ends(point.row, size.rows()), ends(point.col, size.cols())]
}

fn small(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
