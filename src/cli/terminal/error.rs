//! Why a command fails, as data until it is printed.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use gokata::TextError;

use super::text::{name, reason};

/// A command that cannot do its work. It ends with [`Status::Trouble`](super::output::Status::Trouble).
#[derive(Debug)]
pub(crate) enum CommandError {
    /// Arguments that contradict each other, have no effect, or mean nothing here.
    Usage(Cow<'static, str>),
    /// A file or folder that cannot be used.
    File(PathBuf, FileError),
    /// An error of the library, or of one part of the command.
    Other(Box<dyn Error + Send + Sync>),
}

/// What is wrong with a file or folder.
#[derive(Debug)]
pub(crate) enum FileError {
    /// It cannot be read or written.
    Io(io::Error),
    /// Its text cannot be parsed.
    Text(TextError),
    /// It is not what the command needs.
    Unfit(Cow<'static, str>),
}

impl CommandError {
    pub(crate) fn usage(message: impl Into<Cow<'static, str>>) -> CommandError {
        CommandError::Usage(message.into())
    }

    pub(crate) fn file(path: &Path, error: impl Into<FileError>) -> CommandError {
        CommandError::File(path.to_owned(), error.into())
    }

    /// For `map_err`, where an error of the library is all there is to say.
    pub(crate) fn other(error: impl Error + Send + Sync + 'static) -> CommandError {
        CommandError::Other(Box::new(error))
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Usage(message) => f.write_str(message),
            // The error begins with line and column.
            CommandError::File(path, FileError::Text(error)) => {
                write!(f, "{}:{error}", name(path))
            }
            CommandError::File(path, error) => write!(f, "{}: {error}", name(path)),
            CommandError::Other(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io(error) => f.write_str(&reason(error)),
            FileError::Text(error) => error.fmt(f),
            FileError::Unfit(why) => f.write_str(why),
        }
    }
}

impl Error for CommandError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Io(error)
    }
}

impl From<TextError> for FileError {
    fn from(error: TextError) -> FileError {
        FileError::Text(error)
    }
}

impl From<&'static str> for FileError {
    fn from(why: &'static str) -> FileError {
        FileError::Unfit(why.into())
    }
}

impl From<String> for FileError {
    fn from(why: String) -> FileError {
        FileError::Unfit(why.into())
    }
}

impl From<&'static str> for CommandError {
    fn from(message: &'static str) -> CommandError {
        CommandError::usage(message)
    }
}

impl From<String> for CommandError {
    fn from(message: String) -> CommandError {
        CommandError::Usage(message.into())
    }
}
