//! Errors between a server and its database.

use crate::errors::OperatorError;
use crate::store::StoreError;

impl From<tokio_postgres::Error> for OperatorError {
    fn from(error: tokio_postgres::Error) -> OperatorError {
        failed(error).into()
    }
}

pub(super) fn late() -> StoreError {
    StoreError::Failed("the database does not answer".to_owned())
}

/// The text of an error with those of its sources, which name the cause.
pub(super) fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StoreError {
    let error = error.into();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    StoreError::Failed(text)
}
