//! What can go wrong: in a form, with a game, and with a server that starts, copies or checks its database.

use std::net::SocketAddr;
use std::{fmt, io};

use super::link::{GameId, Secret};
use super::store::StoreError;
use gokata::agreement::ReplayError;
use gokata::{ParseError, SetupError};

/// Which boards there are: of the form, and of the error.
pub(crate) const SIZE_ABOUT: &str = "5 to 25 lines, as 19, or two such numbers, as 9x13.";

/// What is wrong with a field of a form.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum FieldError {
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    #[error("a board has {}", SIZE_ABOUT)]
    Size,
    #[error("your color is black, white or random")]
    Color,
    #[error("the days of silence are 0 (no claims) or up to {most_days}")]
    Claim { most_days: u64 },
    #[error("there are no handicap points on a board of this size")]
    NoHandicap,
    #[error("a handicap on this board is 0, or 2 to {most} stones")]
    Handicap { most: usize },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("a name cannot contain the invisible character U+{:04X}", u32::from(*.0))]
    InvisibleCharacter(char),
    #[error("a name needs a letter")]
    EmptyName,
    #[error("a name has at most {most} characters, not {length}")]
    LongName { length: usize, most: usize },
    #[error("a name cannot contain :// or www., because mails with it go to others")]
    AddressAsName,
    #[error("this is not one e-mail address, like ann@example.org")]
    Email,
    #[error("no mail can be sent to this address: send the link yourself, please")]
    Unreached,
}

/// In JSON, its sentence.
impl serde::Serialize for FieldError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a game cannot be read or changed.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum GameError {
    #[error("there is no such game")]
    NoGame,
    #[error("the database: {0}")]
    Store(#[from] StoreError),
    #[error("other servers changed the game each time")]
    Crowded,
    #[error("too many boards wait for a suggestion")]
    Busy,
    /// The log does not follow from the rules of this version.
    #[error("game {}: {}", .0.text(), .1)]
    Log(GameId, ReplayError),
    /// A bug.
    #[error("internal error")]
    Internal,
}

/// Why no game was made.
#[derive(Debug, thiserror::Error)]
pub(super) enum MakeError {
    #[error("the request has made a game from another form before")]
    RequestUsed,
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Why a server did not start or end well, or a database was not copied or checked: a sentence for the operator.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ServeError(#[from] OperatorError);

/// What an operator has to correct.
#[derive(Debug, thiserror::Error)]
pub(super) enum OperatorError {
    /// Something is wrong with this file, folder or database.
    #[error("{0}: {1}")]
    At(String, Box<OperatorError>),
    #[error(transparent)]
    System(#[from] io::Error),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    #[error("links need an address that players can open: --base-url http://ADDRESS:PORT")]
    NoBaseUrl,
    #[error("{0:?} is no address that links can begin with, such as https://go.example.org")]
    BaseUrl(String),
    #[error("mails go to dir:FOLDER, stdout:, smtp://HOST, smtps://HOST or none")]
    MailTo,
    #[error("{0}: not an address for mails to come from: {1}")]
    MailFrom(String, lettre::address::AddressError),
    #[error("the address of the mail server: {0}")]
    MailServer(lettre::transport::smtp::Error),
    #[error(
        "the mail server's address names a user without a password: put it into the variable GOKATA_SMTP_PASSWORD"
    )]
    NoMailPassword,
    #[error(
        "with a database, GOKATA_SECRET_FILE names the file with the secret of all links, the same for every server of \
         the database. To make one: head -c 32 /dev/urandom > FILE"
    )]
    NoSecretFile,
    #[error(
        "with a database, say where mails go: --mail smtp://USER@HOST:587, --mail none or another, the same for every \
         server of the database"
    )]
    NoMailTo,
    #[cfg(not(feature = "postgres"))]
    #[error("built without PostgreSQL: cargo run --release --features postgres -- serve")]
    NoPostgres,
    #[cfg(feature = "postgres")]
    #[error("a database has an address such as postgres://USER@HOST/NAME")]
    NoDatabaseAddress,
    #[cfg(feature = "postgres")]
    #[error("the address of the database: {0}")]
    DatabaseAddress(StoreError),
    #[cfg(feature = "postgres")]
    #[error("this machine has no certificates of authorities")]
    NoAuthorities,
    #[cfg(feature = "postgres")]
    #[error("these tables were not made by gokata")]
    OtherTables,
    #[error("SQLite {0} can lose data: 3.51.3 is the first that does not")]
    OldSqlite(&'static str),
    #[error("another server uses this folder")]
    FolderInUse,
    #[error(
        "missing. Without it, every link to the games in {database} is void: put it back from a backup. To start anew \
         with no games, move {database} away"
    )]
    NoSecret { database: &'static str },
    #[error("a secret has {} bytes, not {}", Secret::BYTES, .0)]
    SecretLength(usize),
    #[error(
        "the links to these games were made with another secret than the one given. With this one they are all void: put \
         the right one back from a backup"
    )]
    OtherSecret,
    #[error(
        "an empty file, not a database. Put the games back from a backup, or remove the file to start with none"
    )]
    EmptyDatabase,
    #[error(
        "this database is of version {found}, made by a later gokata; this one knows version {known}"
    )]
    LaterVersion { found: usize, known: usize },
    #[error("its version is {0}: nothing that this gokata can check")]
    UncheckedVersion(usize),
    #[error("not written to at the end: {0}. What was acknowledged is stored; what was not is not")]
    NotClosed(StoreError),
    #[error("exists already")]
    CopyExists,
    #[error("the name of the copy is not UTF-8")]
    CopyName,
    #[error("the copy is not sound: {0}")]
    CopyDamaged(String),
}

/// Adds to an error the name of the file, folder or database that has the fault.
pub(super) trait At<T> {
    fn at(self, place: impl fmt::Display) -> Result<T, OperatorError>;
}

impl<T, E: Into<OperatorError>> At<T> for Result<T, E> {
    fn at(self, place: impl fmt::Display) -> Result<T, OperatorError> {
        self.map_err(|error| OperatorError::At(place.to_string(), Box::new(error.into())))
    }
}
