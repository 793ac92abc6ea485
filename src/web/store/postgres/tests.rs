//! What only this store does. `tests/web/postgres.sh` runs these tests beside a server of their own.

#![allow(clippy::unwrap_used)] // a test may panic

use std::sync::Mutex;
use std::time::Duration;

use pretty_assertions::assert_eq;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_postgres::Client;

use super::{Address, Postgres};
use crate::link::{GameId, random_bytes, random_name};
use crate::store::conformance::{NOW, mail, new_game, next, run};
use crate::store::{Appended, MailFate, Store, Watched};
use gokata::Color;

/// A new empty database on the server of the tests.
pub(in crate::store) async fn new_database() -> Address {
    let server = std::env::var("GOKATA_TEST_DATABASE").expect(
        "GOKATA_TEST_DATABASE names a PostgreSQL server for tests: tests/web/postgres.sh cargo test --features postgres",
    );
    let name = format!("gokata_{:016x}", u64::from_ne_bytes(random_bytes()));
    let administration = client(&Address::read(&server).unwrap()).await;
    let create = format!("CREATE DATABASE {name}");
    administration.batch_execute(&create).await.unwrap();
    let (server, _) = server.rsplit_once('/').unwrap();
    Address::read(&format!("{server}/{name}")).unwrap()
}

async fn client(address: &Address) -> Client {
    let (nobody, _) = mpsc::channel(1);
    address.connect(nobody).await.unwrap()
}

/// The stores of two servers.
async fn two(address: &Address) -> [Postgres; 2] {
    let open = async || Postgres::open(address.clone()).await.unwrap();
    [open().await, open().await]
}

/// Ends all other connections to the database.
async fn cut(client: &Client) {
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    client.query(cut, &[]).await.unwrap();
}

#[test]
fn tables_are_made_once_and_those_of_a_later_version_refused() {
    run(async {
        let address = new_database().await;
        let all = (0..8).map(|_| Postgres::open(address.clone()));
        for opened in futures_util::future::join_all(all).await {
            opened.unwrap();
        }
        let client = client(&address).await;
        let earlier = "DROP TABLE spent; UPDATE meta SET value = '1' WHERE key = 'version'";
        client.batch_execute(earlier).await.unwrap();
        let store = Postgres::open(address.clone()).await.unwrap();
        assert_eq!(store.spend("a".to_owned(), (9, 1), NOW).await, Ok(true));
        let later = "UPDATE meta SET value = '7' WHERE key = 'version'";
        client.batch_execute(later).await.unwrap();
        let refused = Postgres::open(address).await.err().unwrap().to_string();
        let why = "this database is of version 7, made by a later gokata; this one knows version 2";
        assert!(refused.ends_with(why), "{refused}");
    });
}

/// Whatever the database's defaults are, what is acknowledged is on the disk, and a statement sees what was stored before it.
#[test]
fn connections_do_not_take_over_dangerous_defaults() {
    run(async {
        let address = new_database().await;
        let administration = client(&address).await;
        let defaults = "DO $$BEGIN
            EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
            EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database());
        END$$";
        administration.batch_execute(defaults).await.unwrap();
        let store = Postgres::open(address).await.unwrap();
        let select = "SELECT current_setting('synchronous_commit') || ' ' || current_setting('transaction_isolation')";
        let row = store.pool.query_one(select, &[]).await.unwrap();
        assert_eq!(row.get::<_, String>(0), "on read committed");
    });
}

#[test]
fn events_are_never_changed_or_removed() {
    run(async {
        let address = new_database().await;
        let store = Postgres::open(address.clone()).await.unwrap();
        store.make(new_game().1).await.unwrap();
        let client = client(&address).await;
        for change in "UPDATE event SET at = 0;DELETE FROM event;TRUNCATE event".split(';') {
            let refused = client.batch_execute(change).await.unwrap_err();
            let why = refused.as_db_error().unwrap().message();
            assert!(why.contains("never changed"), "{why}");
        }
    });
}

/// Two stores, as of two servers, change a game at once: each number is given once.
#[test]
fn of_changes_at_once_one_is_stored() {
    run(async {
        let address = new_database().await;
        let stores = two(&address).await;
        let (mut game, new) = new_game();
        stores[0].make(new.clone()).await.unwrap();
        for turn in 0..20 {
            let by_all = (0..16).map(|number| {
                let name = format!("{turn}-{number}");
                stores[number % 2].append(next(&mut game.clone(), new.id, &name))
            });
            let appended = futures_util::future::join_all(by_all).await;
            let stored = |appended: &&Result<_, _>| **appended == Ok(Appended::Stored);
            assert_eq!(appended.iter().filter(stored).count(), 1, "{appended:?}");
            let later = stores[0].load(new.id, game.state().seq()).await;
            game.extend(&later.unwrap().unwrap().entries).unwrap();
        }
        assert_eq!(game.state().seq(), 21);
    });
}

/// The database ends all connections; what runs then fails, what comes later does not.
#[test]
fn connections_that_break_are_made_again() {
    run(async {
        let address = new_database().await;
        let store = Postgres::open(address.clone()).await.unwrap();
        let (mut game, new) = new_game();
        store.make(new.clone()).await.unwrap();
        let client = client(&address).await;
        for name in ["a", "b", "c"] {
            cut(&client).await;
            let change = next(&mut game, new.id, name);
            let mut appended = store.append(change.clone()).await;
            if appended.is_err() {
                // The broken connection was still there; it is not used twice.
                appended = store.append(change).await;
            }
            assert_eq!(appended, Ok(Appended::Stored));
        }
        let loaded = store.load(new.id, 0).await.unwrap().unwrap();
        assert_eq!(loaded.entries, game.log());
    });
}

/// One server sends mails; if its connection ends, another does. A mail that was sent is not sent again.
#[test]
fn one_server_sends_mails() {
    run(async {
        let address = new_database().await;
        let stores = two(&address).await;
        let (mut game, new) = new_game();
        stores[0].make(new.clone()).await.unwrap();
        let mut change = next(&mut game, new.id, "a");
        change.mails = vec![mail(Color::White, 2, NOW)];
        stores[0].append(change).await.unwrap();
        let due = async |server: usize| stores[server].due_mails(NOW, 9).await.unwrap();
        let [mail] = &due(0).await[..] else {
            panic!("one mail")
        };
        assert!(due(1).await.is_empty());
        assert_eq!(stores[0].may_send(mail.id).await, Ok(true));
        assert_eq!(stores[1].may_send(mail.id).await, Ok(false));
        cut(&client(&address).await).await;
        // The connection that was cut is no longer asked after it has failed once.
        while !matches!(stores[1].due_mails(NOW, 9).await, Ok(due) if due.len() == 1) {
            sleep(Duration::from_millis(10)).await;
        }
        // The first server may have been about to send it.
        let first = stores[0].may_send(mail.id).await;
        assert!(first != Ok(true), "{first:?}");
        assert_eq!(stores[1].may_send(mail.id).await, Ok(true));
        let sent = MailFate::Sent { at: NOW };
        stores[1].mail_done(mail.id, sent).await.unwrap();
        assert_eq!(stores[1].may_send(mail.id).await, Ok(false));
    });
}

#[derive(Default)]
struct Received(Vec<GameId>, Mutex<Vec<(GameId, u64)>>);

impl Watched for Received {
    fn games(&self) -> Vec<GameId> {
        self.0.clone()
    }

    fn has_events(&self, game: GameId, seq: u64) {
        self.1.lock().unwrap().push((game, seq));
    }
}

/// More games than fit into one notification.
#[test]
fn news_of_many_games_reach_the_other_server_and_not_the_own() {
    run(async {
        let [one, other] = two(&new_database().await).await;
        let (own, received) = (Received::default(), Received::default());
        let games: Vec<GameId> = (0..2000).map(|_| GameId::random()).collect();
        let listening = async {
            tokio::select! {
                _ = one.follow(&own) => (),
                _ = other.follow(&received) => (),
            }
        };
        let sending = async {
            // Until the other listens.
            let mut seq = 0;
            while received.1.lock().unwrap().is_empty() {
                seq += 1;
                one.news.has_events(games[0], seq);
                sleep(Duration::from_millis(100)).await;
            }
            for game in &games {
                one.news.has_events(*game, 1000);
            }
            let count = || {
                let received = received.1.lock().unwrap();
                received.iter().filter(|(_, seq)| *seq == 1000).count()
            };
            while count() < games.len() {
                sleep(Duration::from_millis(10)).await;
            }
            assert_eq!(count(), games.len());
        };
        tokio::select! {
            () = listening => (),
            sent = timeout(Duration::from_secs(60), sending) => sent.unwrap(),
        }
        assert_eq!(*own.1.lock().unwrap(), []);
    });
}

#[test]
fn an_address_shows_no_password() {
    let address = Address::read("postgres://ann:secret@example.org/games").unwrap();
    assert_eq!(address.public(), "PostgreSQL, games at example.org");
    let name = random_name();
    for bad in [
        format!("mysql://{name}@example.org/games"),
        format!("postgres://ann:{name}@example.org/games?sslmode=sometimes"),
        format!("postgres://ann:{name}@example.org:port/games"),
    ] {
        let refused = Address::read(&bad).err().unwrap().to_string();
        assert!(!refused.contains(&name), "{refused}");
    }
}

/// A database without TLS is not used when TLS is asked for.
#[test]
fn required_encryption_is_not_left_out() {
    run(async {
        let server = std::env::var("GOKATA_TEST_DATABASE").expect("as above");
        let address = Address::read(&format!("{server}?sslmode=require")).unwrap();
        let refused = Postgres::open(address).await.err().unwrap().to_string();
        assert!(refused.contains("TLS"), "{refused}");
    });
}
