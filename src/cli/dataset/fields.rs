//! The arrays of a data set that have an item for each position.

use gokata::planes::{History, Layout, PLANES, append_planes};
use gokata::{Color, FastGame, Size};

use super::games::{TrainingGame, Turn};
use crate::terminal::error::CommandError;

/// An array.
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The type of its numbers, as Python writes it. Its last digit is their length in bytes.
    pub(super) kind: &'static str,
    /// The shape of an item.
    pub(super) shape: Vec<usize>,
    pub(super) content: Content,
}

/// What the items of an array are made of.
#[derive(Clone, Copy)]
pub(super) enum Content {
    /// Zeros and ones: [`PLANES`].
    Planes,
    /// Zeros and ones: so many boards of a [`History`].
    History(usize),
    /// Bytes that need no board.
    Numbers(fn(&Turn<'_>, &mut Vec<u8>)),
}

impl Field {
    /// The length of an item in bytes.
    pub(super) fn width(&self) -> usize {
        let digit = self.kind.bytes().last().unwrap_or(b'1');
        self.shape.iter().product::<usize>() * usize::from(digit - b'0')
    }

    /// True if all numbers of the array are 0 or 1.
    pub(super) fn is_bits(&self) -> bool {
        !matches!(self.content, Content::Numbers(_))
    }

    /// Appends the items of a game.
    pub(super) fn append_all(
        &self,
        game: &TrainingGame,
        number: usize,
        items: &mut Vec<u8>,
        mut each: impl FnMut(&mut Vec<u8>),
    ) -> Result<(), CommandError> {
        if let Content::Numbers(append) = self.content {
            for turn in game.turns(number) {
                append(&turn, items);
                each(items);
            }
            return Ok(());
        }
        game.replay(number, |turn, board, history| {
            self.append(turn, board, history, items);
            each(items);
        })
    }

    /// Appends the item of a position.
    pub(super) fn append(
        &self,
        turn: &Turn<'_>,
        board: &FastGame,
        history: &History,
        items: &mut Vec<u8>,
    ) {
        match self.content {
            Content::Planes => append_planes(board, items),
            Content::History(boards) => {
                let before = items.len();
                items.resize(before + self.width(), 0);
                let layout = Layout::ChannelsFirst;
                history.write(boards, layout, board.to_play(), &mut items[before..]);
            }
            Content::Numbers(append) => append(turn, items),
        }
    }
}

/// Lists the arrays in their order: with the latest `history` boards if asked for, and with the owners of the points.
pub(super) fn fields(size: Size, history: Option<usize>, ownership: bool) -> Vec<Field> {
    let (rows, cols) = (size.rows(), size.cols());
    let array = |name, kind, shape: &[usize], content| Field {
        name,
        kind,
        shape: shape.to_vec(),
        content,
    };
    let number = |name, kind, append| array(name, kind, &[], Content::Numbers(append));
    let planes = [PLANES.len(), rows, cols];
    let mut fields = vec![array("planes", "|u1", &planes, Content::Planes)];
    fields.extend(history.map(|boards| {
        let planes = [History::planes(boards), rows, cols];
        array("history", "|u1", &planes, Content::History(boards))
    }));
    fields.extend([
        number("move", "<u2", |turn, out| {
            out.extend(turn.index.to_le_bytes());
        }),
        number("color", "|u1", |turn, out| {
            out.push(u8::from(turn.color == Color::White));
        }),
        number("winner", "|u1", |turn, out| out.push(turn.game.winner)),
        number("margin", "<f4", |turn, out| {
            out.extend(turn.game.margin.to_le_bytes());
        }),
        number("komi", "<f4", |turn, out| {
            out.extend(turn.game.komi().to_le_bytes());
        }),
        number("handicap", "<u2", |turn, out| {
            out.extend(turn.game.handicap.to_le_bytes());
        }),
        number("game", "<u4", |turn, out| {
            out.extend(turn.number.to_le_bytes());
        }),
        number("ply", "<u4", |turn, out| {
            out.extend(turn.ply.to_le_bytes());
        }),
    ]);
    if ownership {
        let owners = Content::Numbers(|turn, out| out.extend(&turn.game.count.owners));
        fields.extend([
            array("ownership", "|i1", &[rows, cols], owners),
            number("score", "<f4", |turn, out| {
                out.extend(turn.game.count.score.to_le_bytes());
            }),
            number("score_by", "|u1", |turn, out| out.push(turn.game.count.by)),
        ]);
    }
    fields
}
