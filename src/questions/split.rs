//! Splits a fixture into questions. The fixture must pass on the pure referee, which plays its games.

use super::id::Ids;
use super::question::{Asked, Counted, Question, Questions, Step, about_moves, tally_of};
use crate::basics::{Action, Color, IllegalMove, Move, PointSet};
use crate::fixture::{
    Ask, Case, CaseGame, Do, Failure, Fixture, MoveWord, NotAsked, Picture, Placed, Spot, Verb,
    check_but_status,
};
use crate::pure::{BoardRecord, check_move};
use crate::referee::PureGame;
use crate::scoring::Status;

impl Questions {
    /// Splits a fixture. Each move of `play` is a question, too: it must be legal.
    ///
    /// # Errors
    /// The first failure, if the fixture fails on the pure referee. What it says about life and death is taken for granted.
    pub fn of(fixture: &Fixture) -> Result<Questions, Box<Failure>> {
        let mut referee = PureGame::new(fixture.opening.setup.size);
        let failures = check_but_status(fixture, &mut referee).failures;
        if let Some(failure) = failures.into_iter().next() {
            return Err(Box::new(failure));
        }
        let mut found = Questions::default();
        let mut ids = Ids::default();
        for case in &fixture.cases {
            // The check has accepted the opening board, so this cannot fail.
            let Ok(game) = CaseGame::start(&fixture.opening.setup, case, &mut referee) else {
                continue;
            };
            let mut splitter = Splitter {
                case,
                ids: &mut ids,
                game,
                turns: Vec::new(),
                steps: Vec::new(),
                is_beyond_steps: false,
                found: &mut found,
            };
            let is_status = |step: &Placed<Verb>| matches!(step.value, Verb::Ask(Ask::Status(..)));
            let is_one = |one: &_, next: &_| is_status(one) && is_status(next);
            let blocks = case.steps.chunk_by(is_one);
            blocks.for_each(|block| splitter.steps(block));
        }
        Ok(found)
    }
}

struct Splitter<'a> {
    case: &'a Case,
    ids: &'a mut Ids,
    game: CaseGame<'a, PureGame>,
    /// The turns that have not been taken back.
    turns: Vec<Turn>,
    steps: Vec<Step>,
    /// Whether something has happened since the first step that no step tells.
    is_beyond_steps: bool,
    found: &'a mut Questions,
}

/// A turn: the game before it, under the rules of that moment, the move, and the game after it.
#[derive(Clone)]
struct Turn {
    before: BoardRecord,
    mv: Move,
    after: BoardRecord,
    /// The number of steps before it.
    steps: usize,
}

const NO_WORD: &str = "there is no question about chains, liberties, eyes and states of points";
const NO_STEP: &str =
    "no step changes rules, hands the turn over (to-play), or takes up play again (resume)";
const NO_MOVE: &str = "no move has led to this board";

impl Splitter<'_> {
    /// Takes a step, or lines of `status` that stand together: they are one question.
    fn steps(&mut self, block: &[Placed<Verb>]) {
        let mut known: Vec<(PointSet, Status)> = Vec::new();
        for step in block {
            if let Verb::Ask(Ask::Status(status, words)) = &step.value {
                let points = words.iter().map(|word| word.value.point);
                let chains = points.filter_map(|point| self.record().chain(point));
                known.extend(chains.map(|chain| (chain.stones, *status)));
            }
            self.step(step);
        }
        if let Some(first) = block.first().filter(|_| !known.is_empty()) {
            let (alive, given) = (self.game.alive(), self.game.given);
            let counted = Counted::new(self.record(), alive, given, Vec::new());
            self.ask_now(first, Asked::Dead(counted.into(), known));
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
                self.ask_now(step, Asked::Legal(pass, Err(IllegalMove::GameOver)));
            }
            Ask::Forbidden(picture) => self.ask_every_point(step, picture),
            Ask::Captured(_) | Ask::Board(_)
                if matches!(self.steps.last(), Some(Step::Try(_) | Step::Undo)) =>
            {
                self.ask_now(step, Asked::Now(self.record().setup()));
            }
            Ask::Captured(_) => self.ask_boards(step, self.turns.last().cloned()),
            Ask::Board(diagram) => {
                // The move led to this diagram only if the turn was not handed over since.
                let side = diagram.setup.to_play;
                let last = self.turns.last().cloned();
                self.ask_boards(step, last.filter(|turn| turn.after.to_play() == side));
            }
            Ask::Prisoners(_) => {
                let taking = self.turns.iter().filter(|turn| turn.takes());
                let mut turns: Vec<Turn> = taking.cloned().collect();
                if turns.is_empty() {
                    turns.extend(self.turns.last().cloned());
                }
                let is_on_boards = self.steps.iter().all(|step| matches!(step, Step::Play(_)));
                if is_on_boards || !turns.is_empty() {
                    self.ask_boards(step, turns);
                }
                self.ask_now(step, Asked::Prisoners(tally_of(self.record())));
            }
            Ask::Score(score) => self.ask_now(step, Asked::Score(self.counted(), *score)),
            Ask::Owner(picture) => {
                let owners = picture.points().map(|(_, owner)| *owner).collect();
                self.ask_now(step, Asked::Owner(self.counted(), owners));
            }
            // `steps` has asked.
            Ask::Status(..) => {}
            Ask::Liberties(..) | Ask::Chain(_) | Ask::Eyes(..) | Ask::State(_) => {
                self.cannot_ask(step.line, NO_WORD);
            }
        }
    }

    fn act(&mut self, step: &Placed<Verb>, act: &Do) {
        let before = self.record().clone();
        if let Do::Play(word) | Do::Try(word) = act {
            let verdict = check_move(word.mv(before.to_play()), &before);
            self.ask_moves(&[step.with(word.clone())], verdict);
        }
        // The fixture has passed, so no action fails.
        let _ = self.game.apply(act);
        match act {
            Do::Play(word) => {
                let mv = word.mv(before.to_play());
                let (after, steps) = (self.record().clone(), self.steps.len());
                self.steps.push(Step::Play(mv));
                self.turns.push(Turn {
                    before,
                    mv,
                    after,
                    steps,
                });
            }
            Do::Try(word) => self.steps.push(Step::Try(word.mv(before.to_play()))),
            Do::Undo(turns) => {
                let left = self.turns.len().saturating_sub(*turns as usize);
                self.turns.truncate(left);
                self.steps.extend((0..*turns).map(|_| Step::Undo));
            }
            Do::Rules(_, rules) if about_moves(before.rules()) == about_moves(*rules) => {}
            Do::ToPlay(side) if before.to_play() == *side => {}
            Do::Rules(..) | Do::ToPlay(_) | Do::Resume(_) => {
                self.is_beyond_steps |= !self.steps.is_empty();
            }
            Do::Given(_) | Do::Dead(_) | Do::Mark(..) => {}
        }
    }

    fn record(&self) -> &BoardRecord {
        self.game.referee.record()
    }

    fn counted(&self) -> Box<Counted> {
        let (given, marking) = (self.game.given, self.game.marking.clone());
        Counted::new(self.record(), self.game.marks(), given, marking).into()
    }

    fn ask_moves(&mut self, moves: &[Placed<MoveWord>], verdict: Result<(), IllegalMove>) {
        for word in moves {
            let mv = word.value.mv(self.game.to_play());
            self.ask_now(word, Asked::Legal(mv, verdict));
        }
    }

    fn ask_boards(&mut self, step: &Placed<Verb>, turns: impl IntoIterator<Item = Turn>) {
        let part = |turn: Turn| {
            let asked = Asked::Board(turn.mv, turn.after.setup());
            (turn.before, turn.steps, asked)
        };
        let parts: Vec<_> = turns.into_iter().map(part).collect();
        if parts.is_empty() {
            return self.cannot_ask(step.line, NO_MOVE);
        }
        self.ask(step, parts);
    }

    /// Asks about every empty point for the side to play (`forbidden`).
    fn ask_every_point(
        &mut self,
        step: &Placed<Verb>,
        picture: &Picture<Spot<Result<(), IllegalMove>>>,
    ) {
        let (game, side) = (self.record().clone(), self.game.to_play());
        let parts = picture.points().filter_map(|(point, spot)| match spot {
            Spot::Stone(_) => None,
            Spot::Empty(verdict) => {
                let asked = Asked::Legal(Move::play(side, point), *verdict);
                Some((game.clone(), self.steps.len(), asked))
            }
        });
        let parts: Vec<_> = parts.collect();
        if parts.is_empty() {
            return self.cannot_ask(step.line, "no point is empty");
        }
        self.ask(step, parts);
    }

    fn ask_now<T>(&mut self, place: &Placed<T>, asked: Asked) {
        let part = (self.record().clone(), self.steps.len(), asked);
        self.ask(place, vec![part]);
    }

    /// Adds questions from one place in the file: each with the game before it, its number of steps, and what is asked.
    fn ask<T>(&mut self, place: &Placed<T>, parts: Vec<(BoardRecord, usize, Asked)>) {
        for (before, steps, asked) in parts {
            // A count needs only the board, and boards show plays.
            let steps = &self.steps[..steps];
            let is_on_boards =
                asked.counted().is_some() || steps.iter().all(|step| matches!(step, Step::Play(_)));
            if self.is_beyond_steps && !is_on_boards {
                return self.cannot_ask(place.line, NO_STEP);
            }
            let steps = if is_on_boards {
                Vec::new()
            } else {
                steps.to_vec()
            };
            let turns = self.turns.iter().take(before.turns());
            let mut question = Question {
                id: String::new(),
                on: None,
                case: self.case.name.clone(),
                line: place.line,
                column: place.column,
                rules_then: turns.map(|turn| turn.before.rules()).collect(),
                before,
                steps,
                asked,
            };
            question.id = self.ids.next(&question);
            self.found.questions.push(question);
        }
    }

    fn cannot_ask(&mut self, line: usize, why: &str) {
        let why = why.to_owned();
        self.found.not_asked.push(NotAsked { line, why });
    }
}

impl Turn {
    fn takes(&self) -> bool {
        let (before, after) = (&self.before, &self.after);
        let more = |color: Color| after.prisoners(color) > before.prisoners(color);
        matches!(self.mv.action, Action::Play(_)) && Color::BOTH.into_iter().any(more)
    }
}
