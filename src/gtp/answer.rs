//! What is said in return, as it goes over the line.

use std::fmt;

/// The answer to one command. `Display` is the whole of it, with the blank line that ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub(super) id: Option<u32>,
    pub(super) reply: Reply,
    pub(super) is_last: bool,
}

/// What a command comes to: the text behind `=`, or why not.
pub(super) type Reply = Result<String, Refusal>;

impl Answer {
    /// The text behind `=`; lines are parted by `\n`, and none is empty but perhaps the first.
    ///
    /// # Errors
    /// [`Refusal`]: what stands behind `?`. Then nothing has changed.
    pub fn text(&self) -> Result<&str, Refusal> {
        self.reply.as_deref().map_err(|refusal| *refusal)
    }

    /// Was it the answer to `quit`, after which nobody listens any more?
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.reply {
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

/// Why a command is refused: one of the protocol's own strings, or of GNU Go's for its own commands; but for the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// There is no such command.
    UnknownCommand,
    /// The move may not be made.
    IllegalMove,
    /// A word is no color, or no point of the board.
    InvalidColorOrCoordinate,
    /// Too few words, too many, or not what they should be.
    SyntaxError,
    /// There is no board of this size here.
    UnacceptableSize,
    /// There are not so many turns to take back.
    CannotUndo,
    /// What begins a game must come before its first move.
    BoardNotEmpty,
    /// So many handicap stones cannot be placed.
    InvalidNumberOfStones,
    /// A list with a point twice, with a pass, with too few or too many points, or which makes no position.
    BadVertexList,
    /// The file cannot be read, or is no game record.
    CannotLoadFile,
    /// There is nothing to count: somebody has resigned.
    CannotScore,
    /// There is no stone there.
    VertexMustNotBeEmpty,
    /// Nobody has moved yet.
    NoPreviousMove,
    /// The game has as many turns as an engine keeps: [`Engine::MOST_TURNS`](super::Engine::MOST_TURNS).
    GameTooLong,
}

impl Refusal {
    /// Every refusal.
    pub const ALL: [Refusal; 14] = [
        Refusal::UnknownCommand,
        Refusal::IllegalMove,
        Refusal::InvalidColorOrCoordinate,
        Refusal::SyntaxError,
        Refusal::UnacceptableSize,
        Refusal::CannotUndo,
        Refusal::BoardNotEmpty,
        Refusal::InvalidNumberOfStones,
        Refusal::BadVertexList,
        Refusal::CannotLoadFile,
        Refusal::CannotScore,
        Refusal::VertexMustNotBeEmpty,
        Refusal::NoPreviousMove,
        Refusal::GameTooLong,
    ];

    /// The words behind `?`, which controllers compare.
    pub const fn text(self) -> &'static str {
        match self {
            Refusal::UnknownCommand => "unknown command",
            Refusal::IllegalMove => "illegal move",
            Refusal::InvalidColorOrCoordinate => "invalid color or coordinate",
            Refusal::SyntaxError => "syntax error",
            Refusal::UnacceptableSize => "unacceptable size",
            Refusal::CannotUndo => "cannot undo",
            Refusal::BoardNotEmpty => "board not empty",
            Refusal::InvalidNumberOfStones => "invalid number of stones",
            Refusal::BadVertexList => "bad vertex list",
            Refusal::CannotLoadFile => "cannot load file",
            Refusal::CannotScore => "cannot score",
            Refusal::VertexMustNotBeEmpty => "vertex must not be empty",
            Refusal::NoPreviousMove => "no previous move known",
            Refusal::GameTooLong => "game too long",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for Refusal {}
