//! Draws a question for a person at a terminal.

use gokata::questions::{Asked, Counted, Question};
use gokata::{Board, Color, Labels, Move, explain_move};

use crate::draw::board::{beside, stone};
use crate::draw::count;
use crate::draw::grid::Grid;

/// Draws the board with the point that is asked about in brackets, and says in words why the move is legal or not.
/// A board that must not be repeated stands on the left, one that the program has to find on the right.
pub(super) fn drawing(question: &Question) -> String {
    match &question.asked {
        Asked::Legal(mv, _) | Asked::Board(mv, _) => of_move(question, *mv),
        Asked::Score(counted, _) | Asked::Owner(counted, _) | Asked::Dead(counted, _) => {
            of_count(question, counted)
        }
    }
}

/// Draws the board, and beside it who owns what; then the count.
fn of_count(question: &Question, counted: &Counted) -> String {
    let (record, standing) = (&question.before, &counted.standing);
    let board = Grid::of_game(record, &Labels::new()).shown();
    let owners = Grid::new(record.size(), None, count::map(standing)).shown();
    let boards = beside(("the board", &board), ("the owners", &owners));
    format!(
        "{boards}\n{}\n\n{}\n",
        count::legend(),
        count::points(standing)
    )
}

fn of_move(question: &Question, mv: Move) -> String {
    let record = &question.before;
    let explanation = explain_move(mv, record);
    let asked = stone(mv.action);
    let drawn = |board: &Board, last| Grid::of(board, last, &Labels::new()).shown();
    let now = drawn(record.board(), asked);
    let now: Vec<String> = now.iter().map(|line| bracketed(line)).collect();
    let side = match record.to_play() {
        Color::Black => "Black",
        Color::White => "White",
    };
    let title = format!("now: {side}'s turn");
    let plain = |board: &Board| drawn(board, None);
    let boards = match (&question.asked, explanation.repeats()) {
        (Asked::Board(..), _) => explanation
            .board_after()
            .map(|after| beside((&title, &now), ("after the move", &plain(after)))),
        (Asked::Legal(_, Err(_)), Some(turns)) => record.at(turns).map(|then| {
            let earlier = match turns {
                0 => "the opening board".to_owned(),
                turns => format!("after turn {turns}"),
            };
            beside((&earlier, &plain(then.board())), (&title, &now))
        }),
        _ => None,
    };
    let boards = boards.unwrap_or_else(|| format!("{title}\n{}", now.join("\n")));
    let reasons = explanation.sentences().into_iter();
    let reasons: Vec<String> = reasons.map(|reason| format!("  {reason}\n")).collect();
    format!("{boards}\n{}", reasons.concat())
}

fn bracketed(line: &str) -> String {
    line.replace('(', "[").replace(')', "]")
}
