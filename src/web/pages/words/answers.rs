//! Answers that are a page of their own: a title and a sentence.

/// By the word for programs.
pub(crate) fn said(error: &str) -> [&'static str; 2] {
    match error {
        "replaced" => [
            "This link was replaced",
            "Its player has made a new link to the game, and only that one opens it now: look for it where you have kept it.",
        ],
        "last_link" => [
            "No further link",
            "This link has been replaced as often as is possible.",
        ],
        "spectator" => [
            "Only for players",
            "Spectators see everything and change nothing.",
        ],
        "not_inviting" => [
            "Nobody to invite",
            "Your opponent has come, or you did not make this game.",
        ],
        "foreign" => [
            "Not from here",
            "This request comes from a page of another site.",
        ],
        "links_replaced" => [
            "Made already",
            "This form has made its game, and a player has replaced their link since.",
        ],
        "request_used" => [
            "Made already",
            "This form has made another game already. Open the start page again for a new one.",
        ],
        "not_over" => ["No rematch", "The game is not over yet."],
        "rematch_replaced" => [
            "No rematch",
            "You have made a new link for the rematch, and this page does not have it.",
        ],
        "too_large" => [
            UNREADABLE,
            "The request is larger than 8 KiB, or broke off.",
        ],
        "busy" => [
            AGAIN,
            "Too many boards are looked at just now, and nothing has changed. Please try again in a moment.",
        ],
        "not_stored" => [
            AGAIN,
            "The game could not be saved or read just now, and nothing has changed. Please try again in a moment.",
        ],
        _ => [
            "Not found",
            "There is no such page, or its link is not complete.",
        ],
    }
}

const AGAIN: &str = "Try again in a moment";

// A request whose body is wrong.
pub(crate) const UNREADABLE: &str = "This request cannot be read";
pub(crate) const TOO_SLOW: &str = "The request took too long to arrive.";
pub(crate) const NOT_A_FORM: &str =
    "The request must be a form (application/x-www-form-urlencoded) or JSON (application/json).";

pub(crate) fn unreadable(error: &str) -> String {
    format!("The request cannot be read: {error}.")
}

pub(crate) const PLEASE_WAIT: &str = "Please wait";
pub(crate) fn too_many(seconds: u64) -> String {
    format!("Too many requests: please wait {seconds} seconds.")
}

// Why a move is illegal, or what a mark would change.
pub(crate) const WHICH_POINT: &str = "Which point?";
pub(crate) const WHICH_MARK: &str = "Which mark?";
pub(crate) fn changes(points: usize) -> String {
    format!("This changes {points} points.")
}

// Above the board, after a form about a player's place.
pub(crate) const SAVED: &str = "Saved.";
pub(crate) const NEW_LINK_MADE: &str =
    "This page has a new address. Keep it: the old one no longer works.";
