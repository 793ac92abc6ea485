//! What can be said of the turns before a question.

use gokata::questions::{Question, Step};
use gokata::{Action, BoardRecord, Color, IllegalMove, Move, PointSet, check_move};

use super::conditions::{PLACE, RULE, Said};

/// What a turn has done.
struct Turn {
    mv: Move,
    /// The enemy's stones that came off, and those of the player.
    taken: PointSet,
    lost: PointSet,
}

fn turn(number: usize, mv: Move, record: &BoardRecord) -> Option<Turn> {
    let (before, after) = (record.at(number)?, record.at(number + 1)?);
    let gone = |color: Color| before.board().stones_of(color) - after.board().stones_of(color);
    Some(Turn {
        mv,
        taken: gone(!mv.color),
        lost: match mv.action {
            // The new stone was never there.
            Action::Play(point) if after.board().stone_at(point).is_none() => {
                gone(mv.color) | PointSet::new(record.size(), [point])
            }
            _ => gone(mv.color),
        },
    })
}

impl Said {
    /// The turns before, whatever is asked.
    pub(super) fn of_past(&mut self, question: &Question) {
        self.weight = RULE;
        let record = &question.before;
        let moves = record.moves().into_iter().enumerate();
        let turns = moves.filter_map(|(number, mv)| turn(number, mv, record));
        let turns: Vec<Turn> = turns.collect();
        let any = |is: &dyn Fn(&Turn) -> bool| turns.iter().any(is);
        let is_pass = |it: &Turn| it.mv.action == Action::Pass;
        let passes = turns.iter().filter(|it| is_pass(it)).count();
        let in_a_row = turns.windows(2).any(|two| two.iter().all(is_pass));
        let at_once = any(&|it| it.taken.len() > 1);
        let before = [
            (any(&|it| !it.taken.is_empty()), "stones were taken"),
            (at_once, "several stones were taken at once"),
            (any(&|it| !it.lost.is_empty()), "a suicide was played"),
            (passes > 0, "a pass came"),
            (passes > 1, "two passes came"),
            (passes > 1 && !in_a_row, "two passes came, not in a row,"),
        ];
        for (_, clause) in before.iter().filter(|(holds, _)| *holds) {
            self.add(format!("{clause} before"));
        }
        let empty = PointSet::empty(record.size());
        let gone = |it: &Turn| it.taken | it.lost;
        let emptied = turns.iter().map(gone).fold(empty, |all, gone| all | gone);
        let point = match question.asked.mv().map(|mv| mv.action) {
            Some(Action::Play(point)) => Some(point).filter(|it| record.size().contains(*it)),
            _ => None,
        };
        if let Some(last) = turns.last() {
            let emptied_now = |point| gone(last).contains(point);
            let holds = [
                (is_pass(last), "was a pass"),
                (!last.taken.is_empty(), "took stones"),
                (last.taken.len() == 1, "took one stone"),
                (last.taken.len() > 1, "took several stones"),
                (!last.lost.is_empty(), "was a suicide"),
                (point.is_some_and(emptied_now), "emptied the point"),
            ];
            self.each("the last turn", &holds);
        }
        if let Some(point) = point {
            let board = record.board();
            if let Some(at) = turns.iter().rposition(|it| gone(it).contains(point)) {
                let (emptying, since) = (&turns[at], &turns[at + 1..]);
                let is_quiet = since.iter().all(|it| gone(it).is_empty());
                let holds = [
                    (true, "was emptied before"),
                    (!since.is_empty(), "was emptied before the last turn"),
                    (is_quiet, "was emptied, with nothing taken since"),
                    (gone(emptying).len() == 1, "lost a single stone before"),
                ];
                self.each("the point", &holds);
            }
            let beside = record.size().neighbors(point);
            let mut beside = beside.filter_map(|near| board.chain(near));
            let regained = beside.any(|it| !(it.liberties & emptied).is_empty());
            let came_off = "a chain beside the point has a liberty where a stone came off before";
            self.add_if(regained, came_off);
        }
        self.of_steps(question);
        self.weight = PLACE;
    }

    /// Moves that were refused, and turns that were taken back.
    fn of_steps(&mut self, question: &Question) {
        for (game, step) in question.games().zip(&question.steps) {
            match step {
                Step::Play(_) => {}
                Step::Try(mv) => {
                    self.add("an illegal move was attempted before");
                    if let Some(why) = check_move(*mv, &game).err().map(IllegalMove::name) {
                        self.add(format!("an illegal move ({why}) was attempted before"));
                    }
                }
                Step::Undo => {
                    self.add("a turn was taken back before");
                    let number = game.turns().saturating_sub(1);
                    let undone = game.last_turn().and_then(|mv| turn(number, mv, &game));
                    let took = undone.is_some_and(|it| !it.taken.is_empty());
                    self.add_if(took, "a turn that took stones was taken back");
                    let is_pass = game.last_turn().map(|mv| mv.action) == Some(Action::Pass);
                    self.add_if(is_pass, "a pass was taken back");
                }
            }
        }
    }
}
