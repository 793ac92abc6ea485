//! The pages, as HTML. The server draws everything; the script only replaces what has changed.

use crate::agreement::{Game, Viewer};
use crate::basics::Point;

use super::link::{GameId, random_name};

/// What a page of a game shows, and to whom.
pub(super) struct Shown<'a> {
    pub game: &'a Game,
    pub id: GameId,
    pub viewer: Viewer,
    /// Black's and White's.
    pub names: [&'a str; 2],
    /// The viewer's link: the page is at `/g/{token}`.
    pub token: &'a str,
    /// The link of spectators, which anyone may have.
    pub spectators: &'a str,
    pub look: Look,
    /// A sentence about what the viewer has just asked for.
    pub said: Option<Said>,
}

/// What of the game the page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// The game as it stands.
    Now,
    /// The game as it stands; the player has chosen this point, and has not played there yet.
    Chosen(Point),
    /// The game as it stands, and a question that must be confirmed.
    Question(Question),
    /// The position after this number of turns.
    Earlier(usize),
}

/// What a player is asked to confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Pass,
    Done,
    Resume,
    Resign,
    Void,
    Claim,
}

/// A sentence about what a player has just asked for, and the point that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub text: String,
    pub point: Option<Point>,
    /// True if it was refused.
    pub refused: bool,
}

/// A name for the request that a form will send; every form of every page has its own.
fn request_name() -> String {
    random_name()
}
