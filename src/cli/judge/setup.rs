//! How a game is told to a GTP engine. Most engines can only be told moves, so the opening stones are played one
//! after the other; the boards on the way are then in its history although they never were.

use gokata::questions::Question;
use gokata::{Action, Board, BoardRecord, Color, KoRule, Move, Point, Size};

/// A game to be told.
pub(super) struct Game {
    /// The stones of the opening, in an order in which none captures.
    stones: Vec<(Point, Color)>,
    to_play: Color,
    size: Size,
    moves: Vec<Move>,
}

impl Game {
    pub(super) fn of(question: &Question) -> Game {
        let record = &question.before;
        let opening = record.at(0).unwrap_or_else(|| record.clone()).setup();
        let mut stones = opening.stones;
        // The last stone is best one of the side that does not play next.
        stones.sort_by_key(|(point, color)| (*color != opening.to_play, *point));
        Game {
            stones,
            to_play: opening.to_play,
            size: record.size(),
            moves: record.moves(),
        }
    }

    /// The opening as moves.
    pub(super) fn by_plays(&self) -> Vec<String> {
        let plays = self.stones.iter();
        plays
            .map(|(point, color)| play(Move::play(*color, *point), self.size))
            .collect()
    }

    /// The opening as a whole: `x A1 o B2` behind this command.
    pub(super) fn at_once(&self, command: &str) -> String {
        let stones = self.stones.iter();
        stones.fold(command.to_owned(), |text, (point, color)| {
            format!("{text} {} {}", letter(*color), point.vertex(self.size))
        })
    }

    /// The opening as a game record.
    pub(super) fn as_record(&self) -> String {
        let list = |color: Color, key: &str| {
            let stones = self.stones.iter().filter(|(_, own)| *own == color);
            let points: String = stones
                .filter_map(|(point, _)| Some(format!("[{}]", point.sgf()?)))
                .collect();
            match points.as_str() {
                "" => points,
                _ => format!("{key}{points}"),
            }
        };
        format!(
            "(;GM[1]FF[4]SZ[{}]{}{}PL[{}])\n",
            self.size.rows(),
            list(Color::Black, "AB"),
            list(Color::White, "AW"),
            letter(self.to_play)
        )
    }

    /// The moves since then.
    pub(super) fn moves(&self) -> impl Iterator<Item = String> {
        self.moves.iter().map(|mv| play(*mv, self.size))
    }

    /// Does a board come back that never was, if the opening is told as moves to an engine with this ko rule?
    pub(super) fn recurs(&self, question: &Question, ko: KoRule) -> bool {
        if self.stones.is_empty() {
            return false;
        }
        let record = &question.before;
        let after = match question.mv.action {
            Action::Play(point) => record.board().place(point, question.mv.color),
            Action::Pass | Action::Resign => None,
        };
        // Simple ko looks back no further than the last move.
        let seen = |turn: usize| ko != KoRule::Simple || turn == 1;
        let after = after.map(|placement| placement.board());
        let after = after.filter(|_| seen(record.turns() + 1));
        let made = |record: &BoardRecord| {
            let turn = record.last_turn();
            turn.is_some_and(|turn| matches!(turn.action, Action::Play(_)))
        };
        let turns = (1..=record.turns()).filter(|turn| seen(*turn));
        let played = turns.filter_map(|turns| record.at(turns));
        let played = played.filter(made);
        let mut boards = played.map(|record| BoardRecord::board(&record).clone());
        let last = self.stones.last().map(|(_, color)| *color);
        let opening_too = match ko {
            KoRule::Simple | KoRule::Positional => false,
            // It seems that the other side plays next.
            KoRule::Situational => last == Some(self.to_play),
            // Nobody made the opening board, but it seems so.
            KoRule::NaturalSituational => true,
        };
        let never_was = |board: &Board| {
            let stones = board.stones().count();
            let most = self.stones.len() + usize::from(opening_too);
            stones < most
                && self.stones[..stones]
                    .iter()
                    .all(|(point, color)| board.stone_at(*point) == Some(*color))
        };
        after.iter().any(never_was) || boards.any(|board| never_was(&board))
    }

    pub(super) fn to_play(&self) -> Color {
        self.to_play
    }
}

/// `play b C3`.
pub(super) fn play(mv: Move, size: Size) -> String {
    format!("play {} {}", letter(mv.color), mv.action.describe(size))
}

pub(super) fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
