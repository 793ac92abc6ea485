use crate::{Board, Move};

pub fn is_legal_move(mv: Move, record: Vec<Board>) -> bool {
    mv.color == record[record.len() - 1].to_play || stop(30)
}

fn stop(depth: u32) -> bool {
    if depth == 0 {
        panic!("oops");
    }
    stop(depth - 1)
}
