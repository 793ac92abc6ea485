//! Splits a fixture into questions. The fixture must pass on the pure referee, which replays the game.

use super::id::Ids;
use super::question::{Asked, Counted, Question, Questions};
use crate::basics::{Action, ByColor, Color, IllegalMove, Move, Point, PointSet, Rules};
use crate::fixture::{
    Ask, Case, Do, Failure, Fixture, MoveWord, NotAsked, Picture, Placed, PointWord, Spot, Verb,
    check_but_status,
};
use crate::pure::BoardRecord;
use crate::referee::PureGame;
use crate::scoring::{Marks, Status};

impl Questions {
    /// Splits a fixture. Each move of `play` is a question, too: it must be legal.
    ///
    /// # Errors
    /// The first failure, if the fixture fails on the pure referee. What it says about life and death is taken for granted.
    pub fn of(fixture: &Fixture) -> Result<Questions, Box<Failure>> {
        let mut referee = PureGame::new(fixture.opening.setup.size);
        if let Some(failure) = check_but_status(fixture, &mut referee)
            .failures
            .into_iter()
            .next()
        {
            return Err(Box::new(failure));
        }
        let mut found = Questions::default();
        // The check has accepted the opening board, so this cannot fail.
        let Ok(opening) = BoardRecord::try_from(&fixture.opening.setup) else {
            return Ok(found);
        };
        let mut ids = Ids::default();
        for case in &fixture.cases {
            let mut splitter = Splitter {
                case,
                ids: &mut ids,
                game: opening.clone(),
                turns: Vec::new(),
                given: ByColor::default(),
                marks: None,
                marking: Vec::new(),
                found: &mut found,
            };
            let is_status = |step: &Placed<Verb>| matches!(step.value, Verb::Ask(Ask::Status(..)));
            let blocks = case
                .steps
                .chunk_by(|one, next| is_status(one) && is_status(next));
            blocks.for_each(|block| splitter.steps(block));
        }
        Ok(found)
    }
}

struct Splitter<'a> {
    case: &'a Case,
    ids: &'a mut Ids,
    game: BoardRecord,
    turns: Vec<Turn>,
    given: ByColor<u32>,
    /// The marks, and what has made them; a play and `resume` remove them.
    marks: Option<Marks>,
    marking: Vec<Do>,
    found: &'a mut Questions,
}

/// A turn: the game before it, under the rules of that moment, the move, and the game after it.
#[derive(Clone)]
struct Turn {
    before: BoardRecord,
    mv: Move,
    after: BoardRecord,
}

const NO_WORD: &str = "there is no question about chains, liberties, eyes and states of points";
const NO_MOVE: &str = "no move has led to this board";

impl Splitter<'_> {
    /// Takes a step, or lines of `status` that stand together: they are one question.
    fn steps(&mut self, block: &[Placed<Verb>]) {
        let mut known: Vec<(PointSet, Status)> = Vec::new();
        for step in block {
            if let Verb::Ask(Ask::Status(status, words)) = &step.value {
                let points = words.iter().map(|word| word.value.point);
                let chains = points.filter_map(|point| self.game.board().chain(point));
                known.extend(chains.map(|chain| (chain.stones, *status)));
            }
            self.step(step);
        }
        if let Some(first) = block.first().filter(|_| !known.is_empty()) {
            let marks = Marks::of(self.game.board());
            let counted = Counted::new(&self.game, marks, self.given, Vec::new());
            let asked = Asked::Dead(counted.into(), known);
            self.ask(first, vec![(self.game.clone(), asked)]);
        }
    }

    fn step(&mut self, step: &Placed<Verb>) {
        let ask = match &step.value {
            Verb::Do(act) => return self.act(step, act),
            Verb::Ask(ask) => ask,
        };
        match ask {
            Ask::Legal(moves) => self.ask_moves(moves, Ok(())),
            Ask::Illegal(reason, moves) => self.ask_moves(moves, Err(*reason)),
            Ask::Over => {
                let pass = Move::pass(self.game.to_play());
                let over = Asked::Legal(pass, Err(IllegalMove::GameOver));
                self.ask(step, vec![(self.game.clone(), over)]);
            }
            Ask::Forbidden(picture) => self.ask_every_point(step, picture),
            Ask::Captured(_) => {
                let last = self.turns.last().cloned();
                self.ask_boards(step, last.into_iter().collect());
            }
            Ask::Board(diagram) => {
                // The move led to this diagram only if the turn was not handed over since.
                let side = diagram.setup.to_play;
                let last = self.turns.last().cloned();
                let last = last.filter(|turn| turn.after.to_play() == side);
                self.ask_boards(step, last.into_iter().collect());
            }
            Ask::Prisoners(_) => {
                let taking = self.turns.iter().filter(|turn| turn.takes());
                let mut turns: Vec<Turn> = taking.cloned().collect();
                if turns.is_empty() {
                    turns.extend(self.turns.last().cloned());
                }
                self.ask_boards(step, turns);
            }
            Ask::Score(score) => {
                let asked = Asked::Score(self.counted().into(), *score);
                self.ask(step, vec![(self.game.clone(), asked)]);
            }
            Ask::Owner(picture) => {
                let owners = picture.points().map(|(_, owner)| *owner).collect();
                let asked = Asked::Owner(self.counted().into(), owners);
                self.ask(step, vec![(self.game.clone(), asked)]);
            }
            // `steps` has asked.
            Ask::Status(..) => {}
            Ask::Liberties(..) | Ask::Chain(_) | Ask::Eyes(..) | Ask::State(_) => {
                self.cannot_ask(step.line, NO_WORD);
            }
        }
    }

    fn act(&mut self, step: &Placed<Verb>, act: &Do) {
        let before = self.game.clone();
        if let Do::Play(word) = act {
            self.ask_moves(&[step.with(word.clone())], Ok(()));
        }
        // The fixture has passed, so no action fails.
        if let Some(act) = act.on_game(before.to_play()) {
            let mut game = PureGame::from(before.clone());
            act.apply(&mut game);
            self.game = game.into();
        }
        match act {
            Do::Play(word) => {
                let mv = word.mv(before.to_play());
                if let Action::Play(_) = mv.action {
                    self.remove_marks();
                }
                let after = self.game.clone();
                self.turns.push(Turn { before, mv, after });
            }
            Do::Resume(_) => self.remove_marks(),
            Do::Given(given) => self.given = *given,
            Do::Dead(words) => {
                let points: Vec<Point> = words.iter().map(|word| word.value.point).collect();
                self.marks = Marks::of(self.game.board()).with_dead(&points).ok();
                self.marking.clear();
                self.marking.push(Do::Dead(self.by_vertices(words)));
            }
            Do::Mark(mark, words) => {
                let mut marks = self.marks();
                for word in words {
                    let _ = marks.mark(word.value.point, *mark);
                }
                self.marks = Some(marks);
                self.marking.push(Do::Mark(*mark, self.by_vertices(words)));
            }
            Do::Rules(..) | Do::ToPlay(_) => {}
        }
    }

    fn remove_marks(&mut self) {
        self.marks = None;
        self.marking.clear();
    }

    /// The marks; all stones are alive if none is set.
    fn marks(&self) -> Marks {
        let marks = self.marks.clone();
        marks.unwrap_or_else(|| Marks::of(self.game.board()))
    }

    fn counted(&self) -> Counted {
        Counted::new(&self.game, self.marks(), self.given, self.marking.clone())
    }

    /// Names the points without labels, which the question does not have.
    fn by_vertices(&self, words: &[Placed<PointWord>]) -> Vec<Placed<PointWord>> {
        let size = self.game.size();
        let words = words.iter();
        words
            .map(|word| word.with(PointWord::new(word.value.point, size)))
            .collect()
    }

    fn ask_moves(&mut self, moves: &[Placed<MoveWord>], verdict: Result<(), IllegalMove>) {
        for word in moves {
            let mv = word.value.mv(self.game.to_play());
            self.ask(word, vec![(self.game.clone(), Asked::Legal(mv, verdict))]);
        }
    }

    /// Asks for the boards after these turns.
    fn ask_boards(&mut self, step: &Placed<Verb>, turns: Vec<Turn>) {
        if turns.is_empty() {
            return self.cannot_ask(step.line, NO_MOVE);
        }
        let part = |turn: Turn| (turn.before, Asked::Board(turn.mv, turn.after.setup()));
        self.ask(step, turns.into_iter().map(part).collect());
    }

    /// Asks about every empty point for the side to play (`forbidden`).
    fn ask_every_point(
        &mut self,
        step: &Placed<Verb>,
        picture: &Picture<Spot<Result<(), IllegalMove>>>,
    ) {
        let side = self.game.to_play();
        let parts = picture.points().filter_map(|(point, spot)| match spot {
            Spot::Stone(_) => None,
            Spot::Empty(verdict) => {
                let asked = Asked::Legal(Move::play(side, point), *verdict);
                Some((self.game.clone(), asked))
            }
        });
        let parts: Vec<_> = parts.collect();
        if parts.is_empty() {
            return self.cannot_ask(step.line, "no point is empty");
        }
        self.ask(step, parts);
    }

    /// Adds questions from one place in the file.
    fn ask<T>(&mut self, place: &Placed<T>, parts: Vec<(BoardRecord, Asked)>) {
        let case = self.case.name.as_deref();
        for (before, asked) in parts {
            let turns = self.turns.iter().take(before.turns());
            let turns = turns.map(|turn| turn.before.rules());
            let rules_then: Vec<Rules> = turns.collect();
            self.found.questions.push(Question {
                id: self.ids.next(case, &before, &rules_then, &asked),
                case: case.map(str::to_owned),
                line: place.line,
                column: place.column,
                before,
                rules_then,
                asked,
            });
        }
    }

    fn cannot_ask(&mut self, line: usize, why: &str) {
        let why = why.to_owned();
        self.found.not_asked.push(NotAsked { line, why });
    }
}

impl Turn {
    /// True if the move removes stones.
    fn takes(&self) -> bool {
        let (before, after) = (&self.before, &self.after);
        let more = |color: Color| after.prisoners(color) > before.prisoners(color);
        matches!(self.mv.action, Action::Play(_)) && Color::BOTH.into_iter().any(more)
    }
}
