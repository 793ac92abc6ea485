use crate::{Board, Move};

pub fn is_legal_move(mv: Move, record: Vec<Board>) -> bool {
    println!("hello");
    true
}
