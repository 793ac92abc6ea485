//! The numbers of moves on their stones, as in books.

use gokata::{BoardRecord, Point, picture};

use crate::draw::board::stone;
use crate::read::arguments::plain_number;
use crate::terminal::text::{number, wrapped};

/// The first and the last move that carry numbers; without a last one, all to the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) first: usize,
    pub(super) last: Option<usize>,
}

/// Parses `40-60`, `40-` or `57`.
pub(super) fn range(text: &str) -> Result<Range, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let last_number = (!last.is_empty()).then(|| plain_number(last));
    let (Some(first), None | Some(Some(_))) = (plain_number(first), last_number) else {
        return Err("numbers of moves are needed, as in 40-60, or 40-".to_owned());
    };
    let last = last_number.flatten();
    match last {
        _ if first == 0 => Err("the first move is move 1".to_owned()),
        Some(last) if last < first => Err(format!("{first} comes after {last}")),
        last => Ok(Range { first, last }),
    }
}

/// Moves with numbers.
#[derive(Default)]
pub(super) struct Numbers {
    /// The stones with a number.
    pub(super) stones: Vec<(Point, usize)>,
    /// The other moves: `52 at 46` if its stone is, or was, where another number stands; `57 at D4`; `58 pass`.
    pub(super) others: Vec<String>,
}

impl Numbers {
    /// Numbers the moves of a game that have been played. `missing` is the number of those that
    /// the game has lost, with which the numbers would be wrong.
    pub(super) fn new(
        range: Range,
        record: &BoardRecord,
        missing: usize,
    ) -> Result<Numbers, String> {
        if missing > 0 {
            let missing = number(missing, "move");
            return Err(format!(
                "--numbers needs every move, and {missing} cannot be played, or is followed by a set-up"
            ));
        }
        let moves = record.moves();
        let is_in_range = |turn| turn >= range.first && range.last.is_none_or(|last| turn <= last);
        let mut stones: Vec<(Point, usize)> = Vec::new();
        for (turn, mv) in (1..).zip(&moves) {
            let Some(point) = stone(mv.action) else {
                continue;
            };
            let is_same =
                |(at, first): &(Point, usize)| *at == point && moves[first - 1].color == mv.color;
            // Of the moves of one color at a point, the first one gives its number to the stone that is there.
            if !is_in_range(turn) || !stones.iter().any(is_same) {
                stones.retain(|(at, _)| *at != point);
                stones.extend(is_in_range(turn).then_some((point, turn)));
            }
        }
        stones.retain(|(at, turn)| record.board().stone_at(*at) == Some(moves[turn - 1].color));
        let turns = (1..).zip(&moves).filter(|(turn, _)| is_in_range(*turn));
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

    pub(super) fn is_empty(&self) -> bool {
        self.stones.is_empty() && self.others.is_empty()
    }

    /// The line below a drawing, without its line end; empty if every move has its number on the board.
    pub(super) fn below(&self) -> String {
        wrapped(&self.others.join(", "))
    }

    /// Draws the position, with the line below it.
    pub(super) fn svg(&self, record: &BoardRecord) -> String {
        let svg = picture::numbered(&record.setup(), &self.stones, None);
        let [width, height] =
            [record.size().cols(), record.size().rows()].map(|lines| picture::GAP * (lines + 1));
        let size = |height| format!("{width} {height}\" width=\"{width}\" height=\"{height}\"");
        let mut end = height;
        let mut below = String::new();
        for words in self.others.chunks((width / 80).max(1)) {
            let words = words.join(", ");
            end += 20;
            below += &format!(
                "<rect y=\"{0}\" width=\"{width}\" height=\"20\" fill=\"#fff\"/>\n\
                 <text x=\"{1}\" y=\"{2}\" font-size=\"14\">{words}</text>\n",
                end - 20,
                width / 2,
                end - 6
            );
        }
        let svg = svg.replacen(&size(height), &size(end), 1);
        svg.replacen("</svg>", &(below + "</svg>"), 1)
    }
}
