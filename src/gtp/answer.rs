//! The engine's answers, in the protocol's format.

use std::fmt;

use crate::basics::named::named;

/// The answer to one command. `Display` gives the full response, with the blank line that ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub(super) id: Option<u32>,
    pub(super) result: CommandResult,
    pub(super) is_last: bool,
}

/// The text after `=`, or the reason why the command is rejected.
pub(super) type CommandResult = Result<String, Refusal>;

/// The result of a command whose answer is empty.
pub(super) type Done = Result<(), Refusal>;

impl Answer {
    /// Returns the text after `=`. Its lines are separated by `\n`; only the first can be empty.
    ///
    /// # Errors
    /// [`Refusal`]: the command was answered with `?` and changed nothing.
    pub fn text(&self) -> Result<&str, Refusal> {
        self.result.as_deref().map_err(|refusal| *refusal)
    }

    /// True for the answer to `quit`, after which the caller should close the engine.
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text.as_str()),
            Err(refusal) => ('?', refusal.text()),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if !text.is_empty() {
            write!(f, " {text}")?;
        }
        f.write_str("\n\n")
    }
}

named! {
    /// Why a command is rejected. The texts of all but the last come from the protocol or from GNU Go's own commands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Refusal {
        /// There is no such command.
        UnknownCommand = "unknown command",
        /// The move is illegal.
        IllegalMove = "illegal move",
        /// An argument is not a color, or not a point of the board.
        InvalidColorOrCoordinate = "invalid color or coordinate",
        /// Too few or too many arguments, or one of the wrong form.
        SyntaxError = "syntax error",
        /// The board size is not supported.
        UnacceptableSize = "unacceptable size",
        /// The game has fewer turns than are to be taken back.
        CannotUndo = "cannot undo",
        /// Handicaps and positions are set up only before the first move.
        BoardNotEmpty = "board not empty",
        /// This number of handicap stones cannot be placed.
        InvalidNumberOfStones = "invalid number of stones",
        /// A list repeats a point, contains a pass, has too few or too many points, or leaves a chain without
        /// liberties.
        BadVertexList = "bad vertex list",
        /// The file cannot be read, or is not a valid game record.
        CannotLoadFile = "cannot load file",
        /// The game has ended by resignation, so there is no count.
        CannotScore = "cannot score",
        /// The point is empty.
        VertexMustNotBeEmpty = "vertex must not be empty",
        /// Nobody has moved yet.
        NoPreviousMove = "no previous move known",
        /// The game has reached [`Engine::MOST_TURNS`](super::Engine::MOST_TURNS).
        GameTooLong = "game too long",
    }

    /// Returns the text after `?`, which controllers compare.
    pub const fn text(self) -> &'static str;
    /// All variants.
    pub const ALL;
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for Refusal {}
