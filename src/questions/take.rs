//! Fixture -> questions. The game is followed by the pure referee, which must have found that the fixture holds.

use super::{Expected, Question, Questions};
use crate::basics::{Action, Color, IllegalMove, Move};
use crate::fixture::{Ask, Case, Failure, Fixture, MoveWord, NotAsked, Placed, Verb, check};
use crate::pure::{Board, BoardRecord, play_move};

pub(super) fn apart(fixture: &Fixture) -> Result<Questions, Box<Failure>> {
    let mut referee = BoardRecord::new(fixture.opening.setup.size);
    if let Some(failure) = check(fixture, &mut referee).failures.into_iter().next() {
        return Err(Box::new(failure));
    }
    let mut found = Questions::default();
    // A fixture that was read has an opening board that can be.
    let Ok(opening) = BoardRecord::try_from(&fixture.opening.setup) else {
        return Ok(found);
    };
    for (number, case) in (1..).zip(&fixture.cases) {
        let mut taker = Taker {
            case,
            number,
            asked: 0,
            game: opening.clone(),
            turns: Vec::new(),
            found: &mut found,
        };
        case.steps.iter().for_each(|step| taker.step(step));
    }
    Ok(found)
}

/// One case under way.
struct Taker<'a> {
    case: &'a Case,
    /// Its number in the file, from 1.
    number: usize,
    /// How much has been asked in it.
    asked: usize,
    game: BoardRecord,
    /// Every turn so far: the game before it, under the rules of that moment, the move, and the game after it.
    turns: Vec<Turn>,
    found: &'a mut Questions,
}

#[derive(Clone)]
struct Turn {
    before: BoardRecord,
    mv: Move,
    after: BoardRecord,
}

const NOT_ABOUT_A_MOVE: &str = "not about a move: chains, liberties, eyes, the count";
const NO_MOVE: &str = "no move has led to this board";

impl Taker<'_> {
    fn step(&mut self, step: &Placed<Verb>) {
        match &step.value {
            Verb::Rules(_, rules) => self.game = self.game.with_rules(*rules),
            Verb::Play(moves) => moves.iter().for_each(|word| self.play(word)),
            Verb::Resume(side) => {
                self.game = self
                    .game
                    .resume(*side)
                    .unwrap_or_else(|_| self.game.clone());
            }
            Verb::ToPlay(side) => self.game = self.game.hand_turn(*side),
            // Bookkeeping, which no program is asked for, and words about the count.
            Verb::Given(_) | Verb::Dead(_) | Verb::Mark(..) => {}
            Verb::Legal(moves) => moves.iter().for_each(|word| self.ask_word(word, Ok(()))),
            Verb::Illegal(reason, moves) => {
                for word in moves {
                    self.ask_word(word, Err(*reason));
                }
            }
            Verb::Over => {
                let pass = Move::pass(self.game.to_play());
                let over = Expected::Verdict(Err(IllegalMove::GameOver));
                self.ask(step, vec![(self.game.clone(), pass, over)]);
            }
            Verb::Picture(Ask::Forbidden, picture) => {
                let letters: Vec<char> = picture.rows.iter().flat_map(|row| row.chars()).collect();
                self.ask_every_point(step, &letters);
            }
            Verb::Captured(_) => {
                let last = self.turns.last().cloned();
                self.ask_boards(step, last.into_iter().collect());
            }
            Verb::Board(diagram) => {
                // A side that has been handed the turn since shows in no move's board.
                let side = diagram.setup.to_play;
                let last = self.turns.last().cloned();
                let last = last.filter(|turn| turn.after.to_play() == side);
                self.ask_boards(step, last.into_iter().collect());
            }
            Verb::Prisoners(_) => {
                let taking = self.turns.iter().filter(|turn| turn.takes());
                let mut turns: Vec<Turn> = taking.cloned().collect();
                if turns.is_empty() {
                    turns.extend(self.turns.last().cloned());
                }
                self.ask_boards(step, turns);
            }
            Verb::Liberties(..) | Verb::Chain(_) | Verb::Picture(..) | Verb::Score(_) => {
                self.cannot_ask(step.line, NOT_ABOUT_A_MOVE);
            }
        }
    }

    fn move_of(&self, word: &MoveWord) -> Move {
        Move {
            color: word.color.unwrap_or(self.game.to_play()),
            action: word.action,
        }
    }

    fn play(&mut self, word: &Placed<MoveWord>) {
        self.ask_word(word, Ok(()));
        let mv = self.move_of(&word.value);
        if let Ok(after) = play_move(mv, &self.game) {
            let before = std::mem::replace(&mut self.game, after.clone());
            self.turns.push(Turn { before, mv, after });
        }
    }

    fn ask_word(&mut self, word: &Placed<MoveWord>, verdict: Result<(), IllegalMove>) {
        let mv = self.move_of(&word.value);
        let part = (self.game.clone(), mv, Expected::Verdict(verdict));
        self.ask(word, vec![part]);
    }

    /// The boards after these turns.
    fn ask_boards(&mut self, step: &Placed<Verb>, turns: Vec<Turn>) {
        if turns.is_empty() {
            self.asked += 1;
            return self.cannot_ask(step.line, NO_MOVE);
        }
        let part = |turn: Turn| {
            let expected = Expected::Board(turn.after.setup());
            (turn.before, turn.mv, expected)
        };
        self.ask(step, turns.into_iter().map(part).collect());
    }

    /// `forbidden`: every empty point for the side to play.
    fn ask_every_point(&mut self, step: &Placed<Verb>, letters: &[char]) {
        let side = self.game.to_play();
        let verdict = |letter: char| match letter {
            '-' => Some(Ok(())),
            's' => Some(Err(IllegalMove::Suicide)),
            'k' => Some(Err(IllegalMove::Ko)),
            'r' => Some(Err(IllegalMove::Superko)),
            _ => None,
        };
        let points = self.game.size().points().zip(letters);
        let parts = points.filter_map(|(point, letter)| {
            let expected = Expected::Verdict(verdict(*letter)?);
            Some((self.game.clone(), Move::play(side, point), expected))
        });
        let parts: Vec<_> = parts.collect();
        if parts.is_empty() {
            self.asked += 1;
            return self.cannot_ask(step.line, "no point is empty");
        }
        self.ask(step, parts);
    }

    /// One thing asked, in one part or several.
    fn ask<T>(&mut self, place: &Placed<T>, parts: Vec<(BoardRecord, Move, Expected)>) {
        self.asked += 1;
        let many = parts.len() > 1;
        for (part, (before, mv, expected)) in (1..).zip(parts) {
            let part = if many {
                format!(".{part}")
            } else {
                String::new()
            };
            let turns = self.turns.iter().take(before.turns());
            let rules_then = turns.map(|turn| turn.before.rules()).collect();
            self.found.questions.push(Question {
                number: format!("{}.{}{part}", self.number, self.asked),
                case: self.case.name.clone(),
                line: place.line,
                column: place.column,
                before,
                rules_then,
                mv,
                expected,
            });
        }
    }

    fn cannot_ask(&mut self, line: usize, why: &'static str) {
        self.found.not_asked.push(NotAsked { line, why });
    }
}

impl Turn {
    /// Does any stone come off?
    fn takes(&self) -> bool {
        let stones =
            |board: &Board, color: Color| board.stones().filter(|(_, c)| *c == color).count();
        let fewer = |color: Color| {
            let placed = usize::from(self.mv.color == color && self.is_play());
            stones(self.after.board(), color) < stones(self.before.board(), color) + placed
        };
        Color::BOTH.into_iter().any(fewer)
    }

    fn is_play(&self) -> bool {
        matches!(self.mv.action, Action::Play(_))
    }
}
