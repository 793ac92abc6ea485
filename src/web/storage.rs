//! Opens the storage of a server: a folder, or a database that several servers may share.

use std::sync::Arc;

use tokio::runtime::Runtime;

use super::config::Config;
use super::data::DataFolder;
use super::errors::{At, OperatorError, ServeError};
use super::link::Secret;
use super::store::Store;
use super::store::postgres::{self, Address};
use super::store::sqlite::{Closing, Sqlite};
use super::verify::Verified;

/// What a running server holds until its database is closed.
#[derive(Debug)]
pub(super) struct Storage {
    /// The name of the database in messages.
    pub name: String,
    pub writer: Option<Closing>,
    /// Locked until the database is closed.
    _folder: Option<DataFolder>,
}

type Opened = (Arc<dyn Store>, Secret, Storage);

pub(super) fn open(config: &Config, runtime: &Runtime) -> Result<Opened, OperatorError> {
    let (store, secret, storage) = match &config.database {
        Some(address) => open_database(config, address, runtime)?,
        None => open_folder(config)?,
    };
    runtime.block_on(recognize(&*store, &secret, &storage.name))?;
    Ok((store, secret, storage))
}

fn open_folder(config: &Config) -> Result<Opened, OperatorError> {
    let folder = DataFolder::open(&config.data)?;
    let secret = folder.secret(config.secret_file.as_deref())?;
    let database = folder.database();
    let (store, writer) = Sqlite::open(&database)?;
    let storage = Storage {
        name: database.display().to_string(),
        writer: Some(writer),
        _folder: Some(folder),
    };
    Ok((Arc::new(store), secret, storage))
}

fn open_database(
    config: &Config,
    address: &str,
    runtime: &Runtime,
) -> Result<Opened, OperatorError> {
    let address = Address::read(address)?;
    let file = config.secret_file.as_ref();
    let file = file.ok_or(OperatorError::NoSecretFile)?;
    if config.mail.is_none() {
        return Err(OperatorError::NoMailTo);
    }
    let secret = super::data::read_secret(file)?;
    let storage = Storage {
        name: address.public(),
        writer: None,
        _folder: None,
    };
    let store = runtime.block_on(postgres::open(address))?;
    Ok((store, secret, storage))
}

/// Refuses a database whose links were made with another secret: all of them would be void, without a message.
async fn recognize(store: &dyn Store, secret: &Secret, name: &str) -> Result<(), OperatorError> {
    let mark = secret.mark();
    let known = store.secret_mark(mark.clone()).await;
    if known.at(name)? == mark {
        return Ok(());
    }
    Err(OperatorError::OtherSecret).at(name)
}

/// Replays every game in a `PostgreSQL` database. Servers may run meanwhile.
///
/// # Errors
/// [`ServeError`] if the database cannot be read, or this is built without the feature `postgres`.
pub fn verify_database(address: &str) -> Result<Verified, ServeError> {
    let address = Address::read(address)?;
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build();
    let runtime = runtime.map_err(OperatorError::from)?;
    let verified = runtime.block_on(postgres::verify(&address));
    Ok(verified.at(address.public())?)
}

/// The host and the name of a `PostgreSQL` database, for people: without a user and a password.
///
/// # Errors
/// [`ServeError`] if it is no address of one, or this is built without the feature `postgres`.
pub fn database_name(address: &str) -> Result<String, ServeError> {
    Ok(Address::read(address)?.public())
}
