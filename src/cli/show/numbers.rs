//! The numbers of moves on their stones, as in books.

use std::fmt::Write;

use gokata::{BoardRecord, Labels, Point, picture};

use crate::draw::board::{last_stone, stone};
use crate::read::record::MoveNumbers;
use crate::terminal::error::CommandError;
use crate::terminal::text::number;

/// Moves with numbers.
#[derive(Default)]
pub(super) struct Numbers {
    /// The stones with a number.
    pub(super) stones: Vec<(Point, usize)>,
    /// The other moves: `52 at 46` if its stone is, or was, where another number stands; `57 at D4`; `58 pass`.
    pub(super) others: Vec<String>,
}

impl Numbers {
    /// Numbers those of these moves that have been played. Fails if the game has lost moves, because the numbers would be
    /// wrong.
    pub(super) fn new(
        numbers: &MoveNumbers,
        record: &BoardRecord,
        lost: usize,
    ) -> Result<Numbers, CommandError> {
        if lost > 0 {
            let lost = number(lost, "move");
            return Err(CommandError::usage(format!(
                "--numbers needs every move; {lost} could not be played, or stood before a set-up"
            )));
        }
        let moves = record.moves();
        let mut stones: Vec<(Point, usize)> = Vec::new();
        for (turn, mv) in (1..).zip(&moves) {
            let Some(point) = stone(mv.action) else {
                continue;
            };
            let is_same = |(at, first): &(_, usize)| *at == point && moves[first - 1] == *mv;
            // Of the moves of one color at a point, the first one gives its number to the stone that is there.
            if !numbers.has(turn) || !stones.iter().any(is_same) {
                stones.retain(|(at, _)| *at != point);
                stones.extend(numbers.has(turn).then_some((point, turn)));
            }
        }
        stones.retain(|(at, turn)| record.board().stone_at(*at) == Some(moves[turn - 1].color));
        let turns = (1..).zip(&moves).filter(|(turn, _)| numbers.has(*turn));
        let others = turns.filter_map(|(turn, mv)| {
            let Some(point) = stone(mv.action) else {
                return Some(format!("{turn} pass"));
            };
            match stones.iter().find(|(at, _)| *at == point) {
                Some((_, number)) => (*number != turn).then(|| format!("{turn} at {number}")),
                None => Some(format!("{turn} at {}", point.vertex(record.size()))),
            }
        });
        let others = others.collect();
        Ok(Numbers { stones, others })
    }

    /// Draws the position with these numbers, and the other moves below it; without any, with its labels and latest stone.
    pub(super) fn svg(&self, record: &BoardRecord, labels: &Labels) -> String {
        if self.stones.is_empty() && self.others.is_empty() {
            return picture::svg(record.board(), last_stone(record), labels);
        }
        let svg = picture::numbered(&record.setup(), &self.stones, None);
        let [width, height] = [record.size().cols(), record.size().rows()];
        let [width, height] = [width, height].map(|lines| picture::GAP * (lines + 1));
        let size = |height| format!("{width} {height}\" width=\"{width}\" height=\"{height}\"");
        let mut end = height;
        let mut below = String::new();
        for words in self.others.chunks((width / 80).max(1)) {
            let (words, middle, baseline) = (words.join(", "), width / 2, end + 14);
            let _ = write!(
                below,
                "<rect y=\"{end}\" width=\"{width}\" height=\"20\" fill=\"#fff\"/>\n\
                 <text x=\"{middle}\" y=\"{baseline}\" font-size=\"14\">{words}</text>\n"
            );
            end += 20;
        }
        let svg = svg.replacen(&size(height), &size(end), 1);
        svg.replacen("</svg>", &(below + "</svg>"), 1)
    }
}
