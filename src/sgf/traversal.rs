//! Chooses the nodes of a game to judge: the main line, all variations, or a line up to a move.

use std::mem::swap;

use super::checkpoints::Checkpoints;
use super::game::SgfGame;
use super::judge::{Judge, Stop};
use super::judgement::{AfterIllegal, Judgement, Judging, Lines, Order, Referees};
use super::nodes::{filled, small};
use super::path::{Branches, LinePath};
use super::play_state::PlayState;
use crate::basics::{Move, Rules, TextError};
use crate::fast::FastGame;
use crate::pure::BoardRecord;
use crate::referee::{Playable, PureGame};
use crate::scoring::Outcome;

impl SgfGame<'_> {
    /// Judges the moves.
    ///
    /// ```
    /// use gokata::IllegalMove;
    /// use gokata::sgf::{Collection, Judging, Verdict};
    ///
    /// let file = Collection::parse("(;SZ[5];B[cc];W[cc])")?;
    /// let judgement = file.games().next().unwrap()?.judge(&Judging::default());
    /// assert_eq!(judgement.verdict(), Verdict::Illegal);
    /// assert_eq!((judgement.illegal[0].number, judgement.illegal[0].reason), (2, IllegalMove::Occupied));
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn judge(&self, how: &Judging) -> Judgement {
        let pure = || judged(Judge::<PureGame>::new(self, how));
        let fast = || judged(Judge::<FastGame>::new(self, how));
        match how.referees {
            Referees::Pure => pure().finish(),
            Referees::Fast => fast().finish(),
            Referees::Both => pure().finish_with(fast()),
        }
    }

    /// Judges the moves with the fast referee, and calls `each` before every legal move with the game before that move.
    /// A set-up in the middle of a record begins a new game without turns.
    ///
    /// ```
    /// use gokata::sgf::{Collection, Judging};
    ///
    /// let file = Collection::parse("(;SZ[5];B[cc];W[dd];B[cd])")?;
    /// let mut legal = Vec::new();
    /// file.games()
    ///     .next()
    ///     .unwrap()?
    ///     .judge_each(&Judging::default(), |game, _| legal.push(game.legal_points().len()));
    /// assert_eq!(legal, [25, 24, 23]);
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn judge_each(&self, how: &Judging, mut each: impl FnMut(&FastGame, Move)) -> Judgement {
        let mut judge = Judge::<FastGame>::new(self, how);
        judge.observer = Some(&mut each);
        judged(judge).finish()
    }

    /// Plays the main line to its end or up to this number of moves, including illegal moves on empty points. The
    /// history of the resulting game begins at the latest set-up.
    ///
    /// A resignation that the record names as its result (`RE[B+R]`) is the last turn of the game if no number of moves
    /// is given and it is the turn of the player who resigned.
    ///
    /// Colors must alternate: a second move in a row by one color is played, and listed as illegal
    /// ([`Order::Alternating`]).
    ///
    /// # Errors
    /// Fails if a part of the record cannot be understood. If that part comes after these moves in the text, it is
    /// reported in [`Judgement::fault`] instead.
    pub fn replay(
        &self,
        rules: Option<Rules>,
        moves: Option<usize>,
    ) -> Result<(BoardRecord, Judgement), TextError> {
        self.replay_nodes(self.main_line(), Order::Alternating, rules, moves)
    }

    /// Plays a variation as [`SgfGame::replay`] plays the main line. Branchings after those that `path` names take their
    /// first variation. `moves` counts from the first move.
    ///
    /// ```
    /// use gokata::sgf::Collection;
    ///
    /// let file = Collection::parse("(;SZ[5];B[cc](;W[dd];B[cd])(;W[bb];B[bc]))")?;
    /// let game = file.games().next().unwrap()?;
    /// let (record, _) = game.replay_path(&"1/2".parse()?, None, None)?;
    /// let played = record.moves().into_iter().map(|mv| mv.describe(record.size()));
    /// assert_eq!(played.collect::<Vec<_>>(), ["Black C3", "White B4", "Black B3"]);
    /// let absent = game.replay_path(&"1/3".parse()?, None, None).unwrap_err();
    /// assert_eq!(absent.message(), "there is no 3rd variation after move 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails as [`SgfGame::replay`] does, or if the variation does not exist; that error names where it would begin.
    pub fn replay_path(
        &self,
        path: &LinePath,
        rules: Option<Rules>,
        moves: Option<usize>,
    ) -> Result<(BoardRecord, Judgement), TextError> {
        let way = self.way(path)?;
        self.replay_nodes(way.into_iter(), Order::Alternating, rules, moves)
    }

    pub(crate) fn replay_nodes(
        &self,
        nodes: impl Iterator<Item = u32>,
        order: Order,
        rules: Option<Rules>,
        moves: Option<usize>,
    ) -> Result<(BoardRecord, Judgement), TextError> {
        let how = Judging {
            rules,
            order,
            after_illegal: AfterIllegal::GoOn,
            ..Judging::default()
        };
        let mut judge = Judge::<PureGame>::new(self, &how);
        let mut last = self.tree.nodes.start;
        let end_of_main_line = self.main_line().last();
        let mut end = Ok(());
        let mut moves_before_set_up = 0;
        for index in nodes {
            let before = judge.line.number;
            let sets_up_stones = self.sets_up_stones(index);
            if sets_up_stones {
                moves_before_set_up = before;
            }
            if moves.is_some_and(|moves| before >= moves) && self.adds_a_move(index) {
                if sets_up_stones {
                    end = judge.only_set_up(index);
                }
                break;
            }
            last = index;
            end = judge.node(index);
            if end.is_err() {
                break;
            }
        }
        let second_move = judge.judgement.fault.take();
        if let Err(Stop::Game(fault)) = end {
            return Err(*fault);
        }
        // A grammar error is in the last node or after it. It may cut off a part of a set-up there, but not of a move.
        let is_enough = moves.is_some_and(|moves| judge.line.number >= moves);
        let ends_with_a_move = judge.line.history.is_some();
        let is_before_fault = last + 1 < self.tree.nodes.end || is_enough && ends_with_a_move;
        let mut record: BoardRecord = judge.game_at_end()?.into();
        let mut judgement = judge.finish();
        judgement.moves_before_set_up = moves_before_set_up;
        // The resignation that the result names, if it is that player's turn.
        if moves.is_none()
            && end_of_main_line == Some(last)
            && let Some(Outcome::Resignation { winner }) = self.about().result
        {
            record = record.play(Move::resign(!winner)).unwrap_or(record);
        }
        match judgement.fault.take() {
            Some(fault) if !is_before_fault => Err(fault),
            fault => {
                judgement.fault = second_move.or(fault);
                Ok((record, judgement))
            }
        }
    }
}

fn judged<G: Playable + Clone>(mut judge: Judge<'_, G>) -> Judge<'_, G> {
    match judge.how.lines {
        Lines::Main => {
            for index in judge.game.main_line() {
                if let Err(stop) = judge.node(index) {
                    judge.note(stop);
                    break;
                }
            }
        }
        Lines::All => all_lines(&mut judge),
    }
    judge.end_line();
    judge
}

/// Judges the nodes in the order of the text. At the end of a line, returns the judge to the branching where the next
/// line begins.
fn all_lines<G: Playable + Clone>(judge: &mut Judge<'_, G>) {
    let game = judge.game;
    let range = game.tree.nodes.clone();
    let branches = Branches::of(game.nodes, range.clone());
    // For each node passed, the number of moves up to it.
    let moves = filled(range.len(), 0);
    let Some((branches, mut moves)) = branches.zip(moves) else {
        return judge.note(game.not_enough_memory().into());
    };
    let mut checkpoints = Checkpoints::new(judge.line.clone());
    let mut again = judge.again();
    let (mut here, mut work, mut ended) = (range.start, 0, None);
    for index in range.clone() {
        let parent = game.nodes[index as usize].parent;
        if ended.is_some_and(|ended| parent >= ended) {
            continue;
        }
        ended = None;
        if parent != here {
            judge.end_line();
            let retrace = |line: &mut PlayState<G>, node| {
                swap(line, &mut again.line);
                again.retrace(node);
                swap(line, &mut again.line);
            };
            (judge.line, work) =
                checkpoints.return_to(parent, index, game.nodes, &branches, retrace);
            judge.judgement.variations_left -= 1;
        }
        here = index;
        let known = judge.judgement.illegal.len();
        let end = judge.node(index);
        for illegal in &mut judge.judgement.illegal[known..] {
            illegal.path = LinePath::of(index, game.nodes, &branches, &moves);
        }
        match end {
            Ok(()) => {
                work += game.nodes[index as usize].work();
                moves[(index - range.start) as usize] = small(judge.line.number);
                if branches.followers(index) > 1 {
                    checkpoints.keep(index, work, &judge.line);
                }
            }
            Err(Stop::Line) => ended = Some(index),
            Err(stop) => {
                judge.note(stop);
                break;
            }
        }
    }
}
