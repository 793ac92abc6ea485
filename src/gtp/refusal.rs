//! Why the engine rejects a command.

use crate::basics::named::named;

/// The text after `=`, or the reason why the command is rejected.
pub(super) type CommandResult = Result<String, Refusal>;

pub(super) type Done = Result<(), Refusal>;

named! {
    /// Why a command is rejected. The texts of all but the last come from the protocol or from GNU Go's own commands.
    #[derive(Debug, Clone, Copy)]
    pub(super) enum Refusal {
        UnknownCommand = "unknown command",
        IllegalMove = "illegal move",
        InvalidColorOrCoordinate = "invalid color or coordinate",
        SyntaxError = "syntax error",
        UnacceptableSize = "unacceptable size",
        CannotUndo = "cannot undo",
        BoardNotEmpty = "board not empty",
        InvalidNumberOfStones = "invalid number of stones",
        BadVertexList = "bad vertex list",
        CannotLoadFile = "cannot load file",
        CannotScore = "cannot score",
        VertexMustNotBeEmpty = "vertex must not be empty",
        NoPreviousMove = "no previous move known",
        GameTooLong = "game too long",
    }

    /// Returns the text after `?`, which controllers compare.
    pub(super) const fn text(self) -> &'static str;
}

#[cfg(test)]
const _: () = assert!(
    Refusal::LIST.len() == 14,
    "tests/library/gtp.rs lists the texts, and a transcript has each"
);
