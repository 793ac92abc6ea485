//! Referees of other people, each with a shortcoming, asked every question of the corpus.

use gokata::corpus;
use gokata::{BoardRecord, FastGame, Size};

#[test]
fn both_of_ours() {
    println!(
        "{}",
        corpus::check_all(&mut BoardRecord::new(Size::default()))
    );
    println!("{}", corpus::check_all(&mut FastGame::new(Size::default())));
}
