use crate::{Board, Move};

pub fn is_legal_move(mv: Move, record: Vec<Board>) -> bool {
    let board = &record[record.len() - 1];
    if board.rows.get(mv.row as usize).map_or(true, |row| row.len() <= mv.col as usize) {
        panic!("oops");
    }
    mv.color == board.to_play
}
