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

// PROVISIONAL
pub(super) struct Made<'a> {
    pub own: crate::basics::Color,
    pub names: [&'a str; 2],
    pub links: [&'a str; 2],
    pub spectators: &'a str,
    pub opponent_is_mailed: bool,
}
pub(super) fn message(title: &str, text: &str) -> maud::Markup {
    maud::html! { h1 { (title) } p { (text) } }
}
pub(super) fn game(shown: &Shown<'_>) -> maud::Markup {
    maud::html! { h1 { (shown.names[0]) } }
}
pub(super) fn fragment(shown: &Shown<'_>) -> maud::Markup {
    game(shown)
}
pub(super) fn made(made: &Made<'_>) -> maud::Markup {
    maud::html! { (made.links[0]) }
}
pub(super) fn stop(_token: &str, _done: bool) -> maud::Markup {
    maud::html! {}
}
pub(super) fn start(
    _form: &super::opening::Form,
    _errors: &super::opening::FormErrors,
) -> maud::Markup {
    maud::html! {}
}
pub(super) fn asset(_file: &str) -> Option<(&'static str, &'static str)> {
    None
}
impl Question {
    pub(super) fn named(_word: &str) -> Option<Question> {
        None
    }
    pub(super) fn is_asked(self, _view: &crate::agreement::View) -> bool {
        true
    }
}
