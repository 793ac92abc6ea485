//! Stands for `postgres` in a build without that feature: there is no address of a database.

use std::sync::Arc;

use super::{Store, StoreError};
use crate::errors::OperatorError;
use crate::verify::Verified;

pub(crate) enum Address {}

impl Address {
    pub(crate) fn read(_: &str) -> Result<Address, OperatorError> {
        Err(OperatorError::NoPostgres)
    }

    pub(crate) fn public(&self) -> String {
        match *self {}
    }
}

#[allow(clippy::unused_async)] // as with the feature
pub(crate) async fn open(address: Address) -> Result<Arc<dyn Store>, OperatorError> {
    match address {}
}

#[allow(clippy::unused_async)] // as with the feature
pub(crate) async fn verify(address: &Address) -> Result<Verified, StoreError> {
    match *address {}
}
