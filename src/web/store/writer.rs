//! The thread that alone writes to the database. It takes all changes that wait into one transaction, so that they
//! share the wait for the disk, and answers when they are on it.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use super::{StoreError, StoreFuture};

/// Changes that may wait for the writer at once.
const WAITING: usize = 4096;

/// Changes in one transaction.
const GROUP: usize = 256;

/// Works inside the transaction, if there is one, and returns a function that sends the answer when the transaction is
/// stored or has failed.
type Job = Box<dyn FnOnce(Option<&Connection>) -> SendAnswer + Send>;
type SendAnswer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// At the end, the database may be locked by another program for this long.
const CLOSING: Duration = Duration::from_secs(1);

pub(super) struct Writer {
    jobs: SyncSender<Job>,
}

impl Writer {
    /// Starts the thread. It ends, and closes the database, when the last sender is gone and all jobs are done; with an
    /// error if the database could not be written to at the end.
    ///
    /// `is_there` is asked before each transaction, and says why there can be none.
    pub(super) fn start(
        connection: Connection,
        is_there: impl Fn() -> Result<(), StoreError> + Send + 'static,
    ) -> std::io::Result<(Writer, JoinHandle<Result<(), StoreError>>)> {
        let (jobs, waiting) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("writer".to_owned());
        let thread = thread.spawn(move || write_all(connection, &waiting, is_there))?;
        Ok((Writer { jobs }, thread))
    }

    /// Does this in a transaction. If it fails, what it did is undone, and other changes are stored all the same.
    pub(super) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        let (send, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let done = connection.map(|connection| in_savepoint(connection, work).map_err(failed));
            Box::new(move |stored| {
                let answer = stored.and_then(|()| done.unwrap_or_else(|| Err(given_up())));
                // The request may have been cancelled; then nobody receives the answer.
                let _ = send.send(answer);
            })
        });
        let sent = self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => stopped(),
        });
        Box::pin(async move {
            sent?;
            answer.await.map_err(|_| stopped())?
        })
    }
}

fn given_up() -> StoreError {
    StoreError::Failed("the database gave up the transaction".to_owned())
}

fn stopped() -> StoreError {
    StoreError::Failed("the database is closed".to_owned())
}

pub(super) fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(error.to_string())
}

fn write_all(
    mut connection: Connection,
    waiting: &Receiver<Job>,
    is_there: impl Fn() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    while let Ok(first) = waiting.recv() {
        let jobs = std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1));
        let (stored, answers) = match is_there() {
            Ok(()) => write_group(&mut connection, jobs.collect()),
            Err(error) => (Err(error), jobs.map(|job| job(None)).collect()),
        };
        for answer in answers {
            answer(stored.clone());
        }
    }
    is_there()?;
    connection.busy_timeout(CLOSING).map_err(failed)?;
    let is_free = connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK");
    is_free.map_err(failed)?;
    // What is in the write-ahead log is safe there; moving it only makes the files tidy.
    let _ = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    Ok(())
}

/// Stores all jobs that did not fail by themselves, or none.
fn write_group(
    connection: &mut Connection,
    jobs: Vec<Job>,
) -> (Result<(), StoreError>, Vec<SendAnswer>) {
    let jobs = jobs.into_iter();
    let transaction = match connection.transaction_with_behavior(TransactionBehavior::Immediate) {
        Ok(transaction) => transaction,
        Err(error) => return (Err(failed(error)), jobs.map(|job| job(None)).collect()),
    };
    // Some failures, a full disk among them, make SQLite give up the whole transaction at once.
    let is_open = || !transaction.is_autocommit();
    let answers = jobs
        .map(|job| job(is_open().then_some(&transaction)))
        .collect();
    if !is_open() {
        return (Err(given_up()), answers);
    }
    (transaction.commit().map_err(failed), answers)
}

fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("SAVEPOINT job")?;
    match work(connection) {
        Ok(done) => connection.execute_batch("RELEASE job").map(|()| done),
        Err(error) => {
            // If this fails, the transaction has been given up already.
            let _ = connection.execute_batch("ROLLBACK TO job; RELEASE job");
            Err(error)
        }
    }
}
