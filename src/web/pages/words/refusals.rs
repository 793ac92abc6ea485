//! Why something was refused, and answers to what was not.

use crate::name::Name;
use crate::pages::isolate::isolated;
use gokata::Explanation;
use gokata::agreement::{Refusal, Stage};
use gokata::scoring::{Mark, MarkError};
use gokata::{IllegalMove, Point, Size};

/// Why the viewer cannot play where they clicked; `None` if they can.
pub(crate) fn illegal(explanation: &Explanation) -> Option<String> {
    let reason = explanation.reasons().first()?;
    Some(match reason {
        IllegalMove::Suicide => match explanation.self_captured().len() {
            0 | 1 => "Suicide: the stone would have no liberty.".to_owned(),
            stones => format!("Suicide: these {stones} stones would have no liberty."),
        },
        reason => illegal_move(*reason),
    })
}

/// Evidence of a repetition: a sentence with a link to the earlier board.
pub(crate) fn repeats(turn: usize) -> String {
    match turn {
        0 => "It repeats the opening board".to_owned(),
        _ => format!("It repeats the board after move {turn}"),
    }
}

fn illegal_move(reason: IllegalMove) -> String {
    let sentence = match reason {
        IllegalMove::GameOver => "The game is over.",
        IllegalMove::Turn => "It is not your turn.",
        IllegalMove::OffBoard => "There is no such point on this board.",
        IllegalMove::Occupied => "There is a stone here already.",
        IllegalMove::Suicide => "Suicide: your own stones would have no liberty.",
        // The library has the sentence: `Ko: the board would …`.
        IllegalMove::Ko | IllegalMove::Superko => {
            let sentence = reason.to_string().replace('\'', "’");
            let (first, rest) = sentence.split_at(1);
            return format!("{}{rest}.", first.to_uppercase());
        }
    };
    sentence.to_owned()
}

/// After something was typed that is no point of the board.
pub(crate) fn no_point(typed: &str, size: Size) -> String {
    let typed: String = typed
        .chars()
        .take(5)
        .filter(|letter| !letter.is_control())
        .collect();
    let corner = Point::from((0, size.cols() - 1)).vertex(size);
    let last = &corner[..1];
    let no_i = if size.cols() > 8 { " without I" } else { "" };
    format!(
        "There is no point {typed} on this board: columns are A to {last}{no_i}, rows 1 to {}.",
        size.rows()
    )
}

/// After the number of a move that was not played.
pub(crate) fn no_move(moves: usize) -> String {
    format!("The game has {moves} moves.")
}

pub(crate) const NO_QUESTION: &str = "There is no such question.";

/// Why a request was refused. Every refusal of the library has its sentence here.
pub(crate) fn refusal(refusal: Refusal, size: Size) -> String {
    let sentence = match refusal {
        Refusal::WrongPhase(Stage::Play) => {
            "The game goes on. This is possible only after both have passed."
        }
        Refusal::WrongPhase(Stage::Scoring) => {
            "The game is being counted. To play on, resume play."
        }
        Refusal::Finished | Refusal::WrongPhase(Stage::Finished) => "The game is over.",
        Refusal::NotYourTurn => "It is your opponent’s turn.",
        Refusal::YouAreDone => "You have pressed Done. Take that back first.",
        Refusal::NotDone => "You have not approved the board yet.",
        Refusal::StaleView => "Something has happened since you looked: look again.",
        Refusal::TooLong => {
            "This game has as many events as a game may have. It can only be ended now."
        }
        Refusal::StaleMove => "Something has been played since you looked.",
        Refusal::StaleScore => "Something has changed: review the board, then try again.",
        Refusal::NumberAhead => "This page is from another time: look at the board again.",
        Refusal::BoardMismatch => {
            "The board that you approve is not the one that stands: look again."
        }
        Refusal::MarkNotOffered(Mark::Dead | Mark::Alive) => "In this game no stones are marked.",
        Refusal::MarkNotOffered(Mark::Neutral | Mark::Counted) => {
            "In this game only stones are marked."
        }
        Refusal::Mark(error) => return mark_error(error, size),
        Refusal::Illegal(reason) => return illegal_move(reason),
        Refusal::NothingToTakeBack => "You have made no move that can be taken back.",
        Refusal::NoProgress => "Play has been resumed once, and no stone was played since.",
        Refusal::ClaimNotOffered => "In this game nobody can claim the result.",
        Refusal::ClaimTooSoon => "Your opponent has not been silent for long enough.",
    };
    sentence.to_owned()
}

fn mark_error(error: MarkError, size: Size) -> String {
    match error {
        MarkError::OffBoard(_) => illegal_move(IllegalMove::OffBoard),
        MarkError::Empty(point) => format!("There is no stone on {}.", point.vertex(size)),
        MarkError::Stone(point) => format!(
            "There is a stone on {}: only empty regions are neutral.",
            point.vertex(size)
        ),
        MarkError::NotTerritory(_) => "This region is neutral already.".to_owned(),
        MarkError::HoldsDeadStones(_) => {
            "A dead stone lies in this region, so it counts.".to_owned()
        }
    }
}

/// After a mark on a board that had changed since the player looked.
pub(crate) fn merged(opponent: &Name) -> String {
    format!(
        "Your mark is set. {} has marked something, too: look at the board again.",
        isolated(opponent)
    )
}
