//! Why the engine rejects a command.

use crate::basics::named::named;

/// The text after `=`, or the reason why the command is rejected.
pub(super) type CommandResult = Result<String, Refusal>;

/// The result of a command whose answer is empty.
pub(super) type Done = Result<(), Refusal>;

named! {
    /// Why a command is rejected. The texts of all but the last come from the protocol or from GNU Go's own commands.
    #[derive(Debug, Clone, Copy)]
    pub(super) enum Refusal {
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
    pub(super) const fn text(self) -> &'static str;
}
