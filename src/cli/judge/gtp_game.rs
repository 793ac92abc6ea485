//! The opening of a question's game as GTP commands.
//!
//! Most engines accept only moves, so the opening stones are played one after the other. The engine's history then
//! contains boards that never occurred in the game.

use gokata::gtp::GtpCommand;
use gokata::questions::Question;
use gokata::{Board, Color, KoRule, Move, Point, Size};

use crate::draw::board::{last_stone, stone};

pub(super) struct Opening {
    /// The stones, in an order in which none captures.
    stones: Vec<(Point, Color)>,
    pub(super) to_play: Color,
    size: Size,
}

impl Opening {
    pub(super) fn of(question: &Question) -> Opening {
        let record = &question.before;
        let opening = record.at(0).unwrap_or_else(|| record.clone()).setup();
        let mut stones = opening.stones;
        // The opponent of the side to play comes last, so that the turn is right after the last stone.
        stones.sort_unstable_by_key(|(point, color)| (*color != opening.to_play, *point));
        Opening {
            stones,
            to_play: opening.to_play,
            size: record.size(),
        }
    }

    pub(super) fn as_plays(&self) -> Vec<String> {
        let stones = self.stones.iter();
        let plays = stones.map(|(point, color)| Move::play(*color, *point));
        plays
            .map(|mv| GtpCommand::play(mv, self.size).to_string())
            .collect()
    }

    /// Returns one command: its name, then `B A1 W B2`.
    pub(super) fn as_list(&self, command: &str) -> String {
        let stones = self.stones.iter();
        stones.fold(command.to_owned(), |text, (point, color)| {
            format!("{text} {color:.1} {}", point.vertex(self.size))
        })
    }

    pub(super) fn as_sgf(&self) -> String {
        let mut text = format!("(;GM[1]FF[4]SZ[{}]", self.size.rows());
        for (color, key) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let stones = self.stones.iter().filter(|(_, own)| *own == color);
            let points: Vec<String> = stones.filter_map(|(point, _)| point.sgf()).collect();
            if !points.is_empty() {
                text = format!("{text}{key}[{}]", points.join("]["));
            }
        }
        text + &format!("PL[{:.1}])\n", self.to_play)
    }

    /// True if playing the stones creates a board that a move repeats, so that an engine with this ko rule rejects that move.
    pub(super) fn is_repeated(&self, question: &Question, ko: KoRule) -> bool {
        let record = &question.before;
        // Under simple ko, only the first turn can repeat a board from the opening.
        let looks_back = |turn: usize| ko != KoRule::Simple || turn == 1;
        let asked = question
            .asked
            .mv()
            .filter(|_| looks_back(record.turns() + 1));
        let asked = asked.and_then(|mv| record.board().place(stone(mv.action)?, mv.color));
        let turns = (1..=record.turns()).filter(|turn| looks_back(*turn));
        let records = turns.filter_map(|turn| record.at(turn));
        let mut played = records.filter(|record| last_stone(record).is_some());
        let counts_opening = match ko {
            KoRule::Simple | KoRule::Positional => false,
            // If the last stone belongs to the side to play, the engine assumes that the other side plays next.
            KoRule::Situational => {
                let last = self.stones.last();
                last.is_some_and(|(_, color)| *color == self.to_play)
            }
            // In the game no move made the opening board, but for the engine the last stone did.
            KoRule::NaturalSituational => true,
        };
        let limit = self.stones.len() + usize::from(counts_opening);
        let is_between = |board: &Board| {
            let stones = board.stones().count();
            let mut first = self.stones.iter().take(stones);
            stones < limit && first.all(|(point, color)| board.stone_at(*point) == Some(*color))
        };
        !self.stones.is_empty()
            && (asked.is_some_and(|placement| is_between(&placement.board()))
                || played.any(|record| is_between(record.board())))
    }
}
