//! Where the games of a server are kept: in a folder, or in a database that several servers may share.

use std::sync::Arc;

use tokio::runtime::Runtime;

use super::config::Config;
use super::data::DataFolder;
use super::link::Secret;
use super::store::Store;
use super::store::postgres::{self, Address};
use super::store::sqlite::{Closing, Sqlite};
use super::trouble::ServeError;
use super::verify::Verified;

/// What must stay until the store is closed.
#[derive(Debug)]
pub(super) struct Kept {
    /// Of the database, for people.
    pub name: String,
    pub writer: Option<Closing>,
    /// Locked until the database is closed.
    _folder: Option<DataFolder>,
}

pub(super) fn open(
    config: &Config,
    runtime: &Runtime,
) -> Result<(Arc<dyn Store>, Secret, Kept), String> {
    let (store, secret, kept) = match &config.database {
        Some(address) => open_database(config, address, runtime)?,
        None => open_folder(config)?,
    };
    runtime.block_on(recognize(&*store, &secret, &kept.name))?;
    Ok((store, secret, kept))
}

fn open_folder(config: &Config) -> Result<(Arc<dyn Store>, Secret, Kept), String> {
    let folder = DataFolder::open(&config.data)?;
    let secret = folder.secret(config.secret_file.as_deref())?;
    let database = folder.database();
    let (store, writer) = Sqlite::open(&database)?;
    let kept = Kept {
        name: database.display().to_string(),
        writer: Some(writer),
        _folder: Some(folder),
    };
    Ok((Arc::new(store), secret, kept))
}

fn open_database(
    config: &Config,
    address: &str,
    runtime: &Runtime,
) -> Result<(Arc<dyn Store>, Secret, Kept), String> {
    let address = Address::read(address)?;
    let Some(file) = &config.secret_file else {
        return Err(
            "with a database, GOKATA_SECRET_FILE names the file with the secret of all links, the same for every server \
             of the database. To make one: head -c 32 /dev/urandom > FILE"
                .to_owned(),
        );
    };
    if config.mail.is_none() {
        return Err(
            "with a database, say where mails go: --mail smtp://USER@HOST:587, --mail none or another, the same for every \
             server of the database"
                .to_owned(),
        );
    }
    let secret = super::data::read_secret(file)?;
    let kept = Kept {
        name: address.public(),
        writer: None,
        _folder: None,
    };
    let store = runtime.block_on(postgres::open(address))?;
    Ok((store, secret, kept))
}

/// Refuses a database whose links were made with another secret: all of them would be void, without a message.
async fn recognize(store: &dyn Store, secret: &Secret, name: &str) -> Result<(), String> {
    let mark = secret.mark();
    let known = store.secret_mark(mark.clone()).await;
    let known = known.map_err(|error| format!("{name}: {error}"))?;
    if known == mark {
        return Ok(());
    }
    Err(format!(
        "{name}: the links to these games were made with another secret than the one given. With this one they are all \
         void: put the right one back from a backup"
    ))
}

/// Replays every game in a `PostgreSQL` database. Servers may run meanwhile.
///
/// # Errors
/// [`ServeError`] if the database cannot be read, or this is built without the feature `postgres`.
pub fn verify_database(address: &str) -> Result<Verified, ServeError> {
    let address = Address::read(address)?;
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build();
    let runtime = runtime.map_err(|error| ServeError(error.to_string()))?;
    runtime
        .block_on(postgres::verify(&address))
        .map_err(|error| ServeError(format!("{}: {error}", address.public())))
}

/// The host and the name of a `PostgreSQL` database, for people: without a user and a password.
///
/// # Errors
/// [`ServeError`] if it is no address of one, or this is built without the feature `postgres`.
pub fn database_name(address: &str) -> Result<String, ServeError> {
    Ok(Address::read(address)?.public())
}
