use crate::{Board, Move};

pub fn is_legal_move(mv: Move, record: Vec<Board>) -> bool {
    mv.color == record[record.len() - 1].to_play || forever(1) > 0
}

fn forever(depth: u64) -> u64 {
    if depth == 0 { 0 } else { forever(depth + 1) + 1 }
}
