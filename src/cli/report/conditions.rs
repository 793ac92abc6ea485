//! What can be said of a question in the terms of Go, as clauses. None is about a program.

use std::borrow::Cow;

use gokata::questions::{Asked, Counted, Question};
use gokata::scoring::{Marks, Region};
use gokata::{Action, Board, ByColor, Color, HandicapBonus, KoRule, Move, Suicide, explain_move};

/// Something that holds for a question.
pub(super) struct Clause {
    pub(super) text: Cow<'static, str>,
    /// The share of its score that a cause with this clause keeps: what only the place on the board, its size or the length
    /// of the game says is more often an accident of the fixtures than what the rules are about.
    pub(super) weight: f64,
}

/// What the rules are about: stones that are taken, liberties, boards that come back, the count.
pub(super) const RULE: f64 = 1.0;

/// What happens to hold for many questions, such as rules of the game and turns before.
pub(super) const ASIDE: f64 = 0.85;

/// The place on the board, its size, a color.
pub(super) const PLACE: f64 = 0.7;

#[cfg(test)]
impl Clause {
    pub(super) fn of_rule(text: &'static str) -> Clause {
        let (text, weight) = (text.into(), RULE);
        Clause { text, weight }
    }
}

/// Says how an answer is wrong. `got`: as the line protocol has it.
pub(super) fn kind(question: &Question, got: &str) -> String {
    let expected = question.asked.answer().describe(question.before.size());
    let got = got.trim_end();
    if got.starts_with("accepted") {
        return "an illegal move is accepted on the way".to_owned();
    }
    if got.contains('\n') && question.asked.kind() == "legal" {
        return "another board stands before the move".to_owned();
    }
    let reason = |text: &str| match text.strip_prefix("illegal") {
        Some("") => "illegal".to_owned(),
        Some(reason) => reason.trim().to_owned(),
        None => text.to_owned(),
    };
    match &question.asked {
        Asked::Legal(_, Ok(())) => format!("a legal move is called {}", reason(got)),
        Asked::Legal(_, Err(why)) => format!("{} is called {}", why.name(), reason(got)),
        Asked::Board(..) if got.starts_with("illegal") => {
            format!("a legal move is called {}", reason(got))
        }
        Asked::Board(..) | Asked::Now(_) => other_board(expected.trim_end(), got).to_owned(),
        Asked::Prisoners(_) => "the prisoners are others".to_owned(),
        Asked::Score(..) => "the score is another one".to_owned(),
        Asked::Owner(..) => "points have another owner".to_owned(),
        Asked::Dead(..) => "other stones are dead".to_owned(),
    }
}

fn other_board(expected: &str, got: &str) -> &'static str {
    let rows = expected.lines().rev().zip(got.lines().rev());
    let points = rows.flat_map(|(right, got)| right.chars().zip(got.chars()));
    let differ: Vec<(char, char)> = points.filter(|(right, got)| right != got).collect();
    let stays = differ.iter().any(|(right, _)| *right == '-');
    let gone = differ.iter().any(|(_, got)| *got == '-');
    match (stays, gone) {
        (true, true) => "some stones stay that come off, and others come off that stay",
        (true, false) => "stones stay on the board that come off",
        (false, true) => "stones come off the board that stay",
        (false, false) => "another side is to play",
    }
}

/// Returns what holds for a question, as it was asked: under the program's own rules, if it has any.
pub(super) fn conditions(question: &Question) -> Vec<Clause> {
    let mut said = Said {
        clauses: Vec::new(),
        weight: RULE,
    };
    if let Some(mv) = question.asked.mv() {
        said.of_move(question, mv);
    }
    if let Some(counted) = question.asked.counted() {
        said.of_count(question, counted);
    }
    said.of_game(question);
    said.of_past(question);
    said.clauses
}

pub(super) struct Said {
    clauses: Vec<Clause>,
    /// That of the next clauses.
    pub(super) weight: f64,
}

impl Said {
    pub(super) fn add(&mut self, clause: impl Into<Cow<'static, str>>) {
        self.clauses.push(Clause {
            text: clause.into(),
            weight: self.weight,
        });
    }

    pub(super) fn add_if(&mut self, holds: bool, clause: &'static str) {
        if holds {
            self.add(clause);
        }
    }

    /// Adds a clause for each limit below a count.
    pub(super) fn above(&mut self, count: usize, limits: &[usize], say: fn(usize) -> String) {
        for limit in limits.iter().filter(|limit| count > **limit) {
            self.add(say(*limit));
        }
    }

    /// Adds the clauses that hold, each with its subject before it.
    pub(super) fn each(&mut self, subject: &str, clauses: &[(bool, &str)]) {
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
                self.add("the move is a play");
                self.of_play(record, &explanation, point);
                self.of_return(question, &explanation);
            }
        }
        self.weight = ASIDE;
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
        self.weight = RULE;
        self.add_if(mv.color != record.to_play(), "it is the other side's turn");
        self.add_if(record.is_over(), "the game is over");
        self.weight = PLACE;
        self.add(format!("{} moves", mv.color));
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
        for n in [2, 3, 4, 6, 10, 20, 101]
            .into_iter()
            .filter(|n| largest >= *n)
        {
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
        let is_edge = |point| size.neighbors(point).count() < 4;
        let is_at_edge = |region: &Region| region.points.into_iter().any(is_edge);
        let away = of_sides.iter().any(|region| !is_at_edge(region));
        self.add_if(away, "a side's region lies away from the edge");
        // Black's empty points minus White's, in such regions.
        let lead = |is: &dyn Fn(&Region) -> bool| -> i32 {
            let large = of_sides.iter().filter(|it| is(it));
            let sign = |it: &Region| if it.bordered_by.black { 1 } else { -1 };
            large.map(|it| sign(it) * small(it.points.len())).sum()
        };
        let more = [
            (lead(&|_| true) != 0, "its regions"),
            (
                lead(&|it| it.points.len() > 1) != 0,
                "regions of two points or more",
            ),
            (lead(&is_at_edge) != 0, "regions at the edge"),
            (
                lead(&|it| !is_at_edge(it)) != 0,
                "regions away from the edge",
            ),
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
        self.weight = PLACE;
        self.each("the board", &shape);
        let lines = rows.max(cols);
        for n in [6, 9, 10, 13, 14, 19, 20]
            .into_iter()
            .filter(|n| lines >= *n)
        {
            self.add(format!("the board has {n} lines or more"));
        }
        for n in [1, 2, 3, 5].into_iter().filter(|n| lines <= *n) {
            self.add(format!("the board has {n} lines or fewer"));
        }
        let tally = matches!(question.asked, Asked::Prisoners(_));
        self.weight = RULE;
        self.add_if(tally, "the prisoners are asked for");
        self.weight = PLACE;
        let turns = record.turns();
        self.add_if(turns == 0, "no turn came before");
        for n in [1, 2, 4, 8, 16, 31].into_iter().filter(|n| turns >= *n) {
            self.add(format!("{n} turns or more came before"));
        }
        self.weight = RULE;
        self.add_if(question.is_handed_over(), "the turn was handed over");
        self.add_if(question.is_resumed(), "play was resumed");
        self.add_if(record.resigned().is_some(), "a player has resigned");
        let is_empty = record.board().stones().next().is_none();
        self.add_if(is_empty, "the board is empty");
        self.weight = PLACE;
        if question.asked.mv().is_some() {
            self.add_if(record.to_play() == Color::White, "it is White's turn");
        }
    }
}

pub(super) fn small(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
