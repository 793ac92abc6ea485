//! Databases for the tests of two servers, and how these are started on them.

use std::any::Any;
use std::net::SocketAddr;
use std::process::Command;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, Ordering};

use gokata_web::{Config, MailTo, Running, serve};
use tokio_postgres::{NoTls, SimpleQueryMessage};

use crate::kills::Process;
use crate::served::{Folder, GameLinks, config};

pub(crate) fn given(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| {
        panic!("{name} is not set: tests/web/postgres.sh cargo test --features postgres --test web")
    })
}

/// A new database, and the secret of its servers.
pub(crate) struct Database {
    pub(crate) address: String,
    pub(crate) folder: Folder,
    _running: Box<dyn Any>,
}

/// Locked for writing by the test that restarts the database server, for reading by all others.
static RUNNING: RwLock<()> = RwLock::new(());

impl Database {
    pub(crate) fn new() -> Database {
        Database::locked(Box::new(RUNNING.read().unwrap()))
    }

    /// A database whose server no other test uses meanwhile.
    pub(crate) fn alone() -> Database {
        Database::locked(Box::new(RUNNING.write().unwrap()))
    }

    fn locked(running: Box<dyn Any>) -> Database {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let server = given("GOKATA_TEST_DATABASE");
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("gokata_web_{}_{number}", std::process::id());
        ask(&server, &format!("CREATE DATABASE {name}"));
        let (server, _) = server.rsplit_once('/').unwrap();
        let folder = Folder::new();
        std::fs::write(folder.path().join("secret"), [7; 32]).unwrap();
        Database {
            address: format!("{server}/{name}"),
            folder,
            _running: running,
        }
    }

    /// A database, two servers, and a game of 9x9, by way of each server.
    pub(crate) fn with_game() -> (Database, [Running; 2], [GameLinks; 2]) {
        let database = Database::new();
        let servers = database.two();
        let game = game(&database, &servers);
        (database, servers, game)
    }

    /// The first column of what these statements return, as text.
    pub(crate) fn ask(&self, statements: &str) -> Vec<String> {
        ask(&self.address, statements)
    }

    /// A server whose mails go into the folder of this name.
    pub(crate) fn config(&self, mails: &str) -> Config {
        let mut config = config(&self.folder.path().join("nothing"));
        config.database = Some(self.address.clone());
        config.secret_file = Some(self.folder.path().join("secret"));
        config.mail = Some(MailTo::Folder(self.folder.path().join(mails)));
        config
    }

    /// Two servers.
    pub(crate) fn two(&self) -> [Running; 2] {
        ["mail-0", "mail-1"].map(|mails| serve(self.config(mails)).unwrap())
    }

    /// Ends all connections of servers.
    pub(crate) fn cut(&self) {
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }

    /// `gokata serve` as a process of its own.
    pub(crate) fn process(&self, address: SocketAddr) -> Process {
        Process::spawn(&mut self.command(address))
    }

    pub(crate) fn command(&self, address: SocketAddr) -> Command {
        let [secret, mail, nothing] =
            ["secret", "mail", "nothing"].map(|name| self.folder.path().join(name));
        // A folder would be made in this one.
        let mut command = Process::command(&[], &nothing, address);
        command
            .env("GOKATA_DATABASE", &self.address)
            .env("GOKATA_SECRET_FILE", secret)
            .arg(format!("--mail=dir:{}", mail.display()));
        command
    }
}

pub(crate) fn ask(address: &str, statements: &str) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
        tokio::spawn(connection);
        let messages = client.simple_query(statements).await.unwrap();
        let rows = messages.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row.get(0).unwrap_or("").to_owned()),
            _ => None,
        });
        rows.collect()
    })
}

/// A game of 9x9, by way of each server.
pub(crate) fn game(database: &Database, servers: &[Running; 2]) -> [GameLinks; 2] {
    let game = GameLinks::of_two(&database.folder, servers[0].address(), &[("size", "9")]);
    servers.each_ref().map(|server| game.at(server.address()))
}
