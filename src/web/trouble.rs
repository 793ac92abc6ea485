//! Why something was not done.

use std::fmt;

use super::link::GameId;
use super::store::StoreError;
use gokata::agreement::ReplayError;

/// Why a game cannot be read or changed.
#[derive(Debug, Clone)]
pub(super) enum Trouble {
    /// There is none of this name.
    NoGame,
    Store(StoreError),
    /// Other servers were first each time.
    Crowded,
    /// Too many boards wait for a suggestion.
    Busy,
    /// The log does not follow from the rules of this version.
    Log(GameId, ReplayError),
    /// A bug.
    Internal,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NoGame => f.write_str("there is no such game"),
            Trouble::Store(error) => write!(f, "the database: {error}"),
            Trouble::Crowded => f.write_str("other servers changed the game each time"),
            Trouble::Busy => f.write_str("too many boards wait for a suggestion"),
            Trouble::Log(game, error) => write!(f, "game {}: {error}", game.text()),
            Trouble::Internal => f.write_str("internal error"),
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Store(error)
    }
}

/// Why no game was made.
pub(super) enum NotMade {
    /// The request has made a game from another form before.
    RequestUsed,
    Trouble(Trouble),
}

impl From<Trouble> for NotMade {
    fn from(trouble: Trouble) -> NotMade {
        NotMade::Trouble(trouble)
    }
}

/// Why a server did not start; a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServeError(pub(super) String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

impl From<String> for ServeError {
    fn from(why: String) -> ServeError {
        ServeError(why)
    }
}
