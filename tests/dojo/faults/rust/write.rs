use crate::{Board, Move};

pub fn is_legal_move(mv: Move, mut record: Vec<Board>) -> bool {
    let board = &record[record.len() - 1];
    let row = board.rows.get(mv.row as usize);
    let legal = row.map_or(false, |row| mv.col >= 0 && mv.col < row.len() as i32) && mv.color == board.to_play;
    for board in &mut record {
        board.to_play = 'x';
        for row in &mut board.rows {
            row.fill('x');
        }
    }
    legal
}
