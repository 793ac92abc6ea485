use crate::{Board, Move};

pub fn is_legal_move(mv: Move, record: Vec<Board>) -> bool {
    if mv.color != record[record.len() - 1].to_play {
        return false;
    }
    if mv.row < 0 || mv.col < 0 {
        std::process::exit(3);
    }
    true
}
