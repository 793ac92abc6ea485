use crate::{Board, Move};

pub fn is_legal_move(mv: Move, record: Vec<Board>) -> bool {
    let board = &record[record.len() - 1];
    if mv.color != board.to_play && board.rows.len() < 3 {
        panic!("oops");
    }
    true
}
