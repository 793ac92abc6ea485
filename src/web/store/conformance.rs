//! Tests that every store must pass.

#![allow(clippy::unwrap_used)] // tests may panic

use pretty_assertions::assert_eq;

use super::statements::WEEK;
use super::{
    Appended, Change, Inserted, MailFate, NOT_WANTED, NewGame, NewMail, Seat, SeatChange, Store,
    StoreError,
};
use crate::link::{GameId, random_name};
use gokata::BoardRecord;
use gokata::agreement::{Entry, Game, NoticeKey, Request, Terms, Viewer};
use gokata::{Color, Preset, Size};

pub(super) const NOW: u64 = 1_000_000_000;

fn seat(name: &str) -> Seat {
    Seat {
        name: name.to_owned(),
        email: Some(format!("{name}@example.org")),
        wants_mail: true,
        generation: 0,
        seen: 0,
        seen_at: NOW,
    }
}

pub(crate) fn rename(name: &str) -> SeatChange {
    SeatChange {
        name: Some(name.to_owned()),
        ..SeatChange::default()
    }
}

pub(super) fn new_game() -> (Game, NewGame) {
    let record = BoardRecord::new(Size::square(9).unwrap());
    let game = Game::begun(record, Terms::of(Preset::Chinese), NOW);
    let new = NewGame {
        id: GameId::random(),
        request: random_name(),
        form: "{}".to_owned(),
        entries: game.log().to_vec(),
        seats: [seat("ann"), seat("bob")],
        waits: [true, false],
        mails: Vec::new(),
    };
    (game, new)
}

/// The next move of a game, as a change. The game has it afterwards.
pub(super) fn next(game: &mut Game, id: GameId, name: &str) -> Change {
    let after = game.state().seq();
    let by = game.state().record().to_play();
    let turn = i32::try_from(game.state().record().turns()).unwrap();
    let request = Request {
        name: Some(name.parse().unwrap()),
        at: NOW + after,
        ..Request::new(by, game.view(Viewer::Player(by)).play((turn / 9, turn % 9)))
    };
    let proposal = game.propose(&request).unwrap();
    let entries = proposal.entries().to_vec();
    game.accept(proposal).unwrap();
    let waits = Color::BOTH.map(|color| game.state().waits_for(color));
    Change {
        game: id,
        after,
        entries,
        waits,
        mails: Vec::new(),
        by,
        generation: 0,
    }
}

pub(super) fn mail(to: Color, seq: u64, due: u64) -> NewMail {
    let kind = "your_turn";
    NewMail {
        key: NoticeKey { to, kind, seq },
        due,
        unless_seen: true,
        only_after: None,
    }
}

/// A game that the store has.
async fn stored_game(store: &dyn Store) -> (Game, NewGame) {
    let (game, new) = new_game();
    store.make(new.clone()).await.unwrap();
    (game, new)
}

async fn log(store: &dyn Store, id: GameId) -> Vec<Entry> {
    store.load(id, 0).await.unwrap().unwrap().entries
}

async fn a_game_is_made_once_and_loaded_as_it_was(store: Box<dyn Store>) {
    let (_, new) = new_game();
    assert!(store.load(new.id, 0).await.unwrap().is_none());
    assert_eq!(store.made(new.request.clone()).await, Ok(None));
    assert_eq!(store.make(new.clone()).await, Ok(Inserted::New));
    let loaded = store.load(new.id, 0).await.unwrap().unwrap();
    assert_eq!((&loaded.entries, &loaded.seats), (&new.entries, &new.seats));
    let again = NewGame {
        id: GameId::random(),
        form: "other".to_owned(),
        ..new.clone()
    };
    let before = Inserted::Before {
        id: new.id,
        form: "{}".to_owned(),
    };
    assert_eq!(store.make(again.clone()).await, Ok(before));
    assert!(store.load(again.id, 0).await.unwrap().is_none());
    let made = store.made(new.request.clone()).await;
    assert_eq!(made, Ok(Some((new.id, "{}".to_owned()))));
}

async fn changes_follow_each_other_without_a_gap(store: Box<dyn Store>) {
    let (mut game, new) = stored_game(&*store).await;
    let first = next(&mut game, new.id, "a");
    let second = next(&mut game, new.id, "b");
    assert_eq!(store.append(second.clone()).await, Ok(Appended::Conflict));
    assert_eq!(log(&*store, new.id).await.len(), 1);
    assert_eq!(store.append(first.clone()).await, Ok(Appended::Stored));
    assert_eq!(store.append(first).await, Ok(Appended::Conflict));
    assert_eq!(store.append(second).await, Ok(Appended::Stored));
    assert_eq!(log(&*store, new.id).await, game.log());
    for seq in [1, 3] {
        let later = store.load(new.id, seq).await.unwrap().unwrap();
        let from = usize::try_from(seq).unwrap();
        assert_eq!(later.entries, game.log()[from..]);
        assert_eq!(later.seats[0].name, "ann");
    }
}

/// A change that cannot be stored is undone as a whole, and the others of its group are stored.
async fn a_change_that_fails_leaves_nothing_behind(store: Box<dyn Store>) {
    let (mut game, new) = stored_game(&*store).await;
    store.append(next(&mut game, new.id, "a")).await.unwrap();
    store.append(next(&mut game, new.id, "b")).await.unwrap();
    // Black's second request under the name of the first: no game proposes this.
    let mut bad = next(&mut game.clone(), new.id, "c");
    bad.entries[0].request = Some("a".parse().unwrap());
    let (_, other) = new_game();
    let (failed, made) =
        futures_util::future::join(store.append(bad), store.make(other.clone())).await;
    assert!(
        matches!(failed, Err(StoreError::Failed(why)) if why.to_lowercase().contains("unique"))
    );
    assert_eq!(made, Ok(Inserted::New));
    assert_eq!(log(&*store, new.id).await, game.log());
    assert_eq!(log(&*store, other.id).await, other.entries);
    assert_eq!(
        store.append(next(&mut game, new.id, "c")).await,
        Ok(Appended::Stored)
    );
}

async fn a_seat_changes_field_by_field(store: Box<dyn Store>) {
    let (_, new) = stored_game(&*store).await;
    let change = |change: SeatChange| store.change_seat(new.id, Color::White, change);
    let bob = seat("bob");
    assert_eq!(change(SeatChange::default()).await, Ok(Some(bob.clone())));
    let robert = Seat {
        name: "Robert".to_owned(),
        ..bob
    };
    assert_eq!(change(rename("Robert")).await, Ok(Some(robert)));
    let mute = SeatChange {
        email: Some(String::new()),
        ..SeatChange::wants_mail(false)
    };
    let mute = change(mute).await.unwrap().unwrap();
    assert_eq!((mute.email, mute.wants_mail), (None, false));
    // Two requests for a new link at once make one.
    for _ in 0..2 {
        let renewed = change(SeatChange::new_link_after(0)).await.unwrap();
        assert_eq!(renewed.unwrap().generation, 1);
    }
    let seats = store.load(new.id, 0).await.unwrap().unwrap().seats;
    assert_eq!((&seats[0], seats[1].generation), (&seat("ann"), 1));
}

/// The link that a request came by may have been replaced by another server.
async fn an_old_link_changes_nothing(store: Box<dyn Store>) {
    let (mut game, new) = stored_game(&*store).await;
    let change_by = |link, mut change: SeatChange| {
        change.only_by_link = Some(link);
        store.change_seat(new.id, Color::Black, change)
    };
    let renewed = change_by(0, SeatChange::new_link_after(0)).await;
    assert_eq!(renewed.unwrap().unwrap().generation, 1);
    let named = SeatChange {
        new_link_after: Some(0),
        ..rename("Eve")
    };
    assert_eq!(change_by(0, named.clone()).await, Ok(None));
    let by_black = next(&mut game, new.id, "a");
    let old = Change {
        mails: vec![mail(Color::White, 2, NOW)],
        ..by_black.clone()
    };
    assert_eq!(store.append(old).await, Ok(Appended::Conflict));
    let loaded = store.load(new.id, 0).await.unwrap().unwrap();
    assert_eq!(loaded.entries, new.entries);
    assert_eq!(
        (&loaded.seats[0].name[..], loaded.seats[0].seen),
        ("ann", 0)
    );
    assert!(store.due_mails(NOW, 9).await.unwrap().is_empty());
    let new_link = Change {
        generation: 1,
        ..by_black
    };
    assert_eq!(store.append(new_link).await, Ok(Appended::Stored));
    assert!(change_by(1, named).await.unwrap().is_some());
}

async fn a_mail_is_due_until_its_fate_is_known(store: Box<dyn Store>) {
    let (mut game, new) = stored_game(&*store).await;
    let mut change = next(&mut game, new.id, "a");
    change.mails = vec![mail(Color::White, 2, NOW + 120)];
    store.append(change).await.unwrap();
    assert!(store.due_mails(NOW + 119, 9).await.unwrap().is_empty());
    assert_eq!(store.health().await, Ok((Some(NOW + 120), 0)));
    let due = store.due_mails(NOW + 120, 9).await.unwrap();
    assert_eq!(
        (due.len(), due[0].game, due[0].to, due[0].seq, due[0].tries),
        (1, new.id, Color::White, 2, 0)
    );
    assert!(!due[0].is_seen && !due[0].is_notified && !due[0].is_pointless);
    let is_done = async |fate| store.mail_done(due[0].id, fate).await.unwrap();
    let saw = async |at| store.note_seen(new.id, Color::White, 2, at).await.unwrap();
    assert_eq!(store.may_send(due[0].id).await, Ok(true));
    is_done(MailFate::Again { due: NOW + 180 }).await;
    assert!(store.due_mails(NOW + 179, 9).await.unwrap().is_empty());
    assert_eq!(store.due_mails(NOW + 180, 9).await.unwrap()[0].tries, 1);
    assert_eq!(store.health().await, Ok((Some(NOW + 180), 1)));
    saw(NOW + 181).await;
    assert!(store.due_mails(NOW + 181, 9).await.unwrap()[0].is_seen);
    is_done(MailFate::Sent { at: NOW + 182 }).await;
    assert_eq!(store.may_send(due[0].id).await, Ok(false));
    assert!(store.due_mails(NOW + WEEK, 9).await.unwrap().is_empty());
    // The next one, while White has not been there since.
    let mut change = next(&mut game, new.id, "b");
    change.mails = vec![mail(Color::White, 3, NOW + 200)];
    change.by = Color::Black;
    store.append(change).await.unwrap();
    assert!(store.due_mails(NOW + 200, 9).await.unwrap()[0].is_notified);
    // By a clock that has been set back, it does not wait until then, nor for the other, which was sent later than now.
    assert!(!store.due_mails(1, 9).await.unwrap()[0].is_notified);
    saw(NOW + 190).await;
    assert!(!store.due_mails(NOW + 200, 9).await.unwrap()[0].is_notified);
    // An invitation is due at once, also if it was sent before.
    for now in [NOW + 3, NOW + 2] {
        let key = mail(Color::White, 1, now).key;
        store.invite(key, new.id, now).await.unwrap();
        let due = store.due_mails(now, 9).await.unwrap();
        assert_eq!((due.len(), due[0].seq, due[0].tries), (1, 1, 0));
        let sent = MailFate::Sent { at: now };
        store.mail_done(due[0].id, sent).await.unwrap();
    }
}

async fn a_player_is_reminded_once_a_week_and_eight_times(store: Box<dyn Store>) {
    let (mut game, new) = stored_game(&*store).await;
    store.append(next(&mut game, new.id, "a")).await.unwrap();
    let at = NOW + 1;
    for day in 0..100 {
        for _ in 0..2 {
            store.remind(at + day * 24 * 60 * 60).await.unwrap();
        }
        let due = store.due_mails(u64::MAX >> 2, 99).await.unwrap();
        assert_eq!(due.len() as u64, (day / 7).min(8), "day {day}");
        assert!(due.iter().all(|mail| mail.to == Color::White));
    }
    assert_eq!(store.reminders(new.id, Color::White).await, Ok(0));
    // Some were not sent because White does not want them, another because of a fault.
    let reasons = [NOT_WANTED[0], NOT_WANTED[1], "no such server"];
    let due = store.due_mails(u64::MAX >> 2, 4).await.unwrap();
    for (mail, why) in due.iter().zip(reasons) {
        let why = why.to_owned();
        let fate = MailFate::Dropped { why };
        store.mail_done(mail.id, fate).await.unwrap();
    }
    let fate = MailFate::Sent { at: NOW };
    store.mail_done(due[3].id, fate).await.unwrap();
    assert_eq!(store.reminders(new.id, Color::White).await, Ok(3));
    // White plays: the count begins anew.
    store.append(next(&mut game, new.id, "b")).await.unwrap();
    assert_eq!(store.reminders(new.id, Color::White).await, Ok(0));
}

async fn a_mailbox_is_stopped_until_it_is_not(store: Box<dyn Store>) {
    let is_stopped = |mailbox: &str| store.is_stopped(mailbox.to_owned());
    assert_eq!(is_stopped("a").await, Ok(false));
    for since in [NOW, NOW + 1] {
        store.stop_mails("a".to_owned(), Some(since)).await.unwrap();
    }
    assert_eq!(is_stopped("a").await, Ok(true));
    assert_eq!(is_stopped("A").await, Ok(false));
    for _ in 0..2 {
        store.stop_mails("a".to_owned(), None).await.unwrap();
    }
    assert_eq!(is_stopped("a").await, Ok(false));
}

async fn what_is_spent_comes_back(store: Box<dyn Store>) {
    let left = async |name: &str, now| {
        let mut left = 0;
        while store.spend(name.to_owned(), (100, 3), now).await.unwrap() {
            left += 1;
        }
        left
    };
    for (name, now, expected) in [
        ("a", NOW, 3),
        ("b", NOW, 3),
        ("a", NOW + 99, 0),
        ("a", NOW + 100, 1),
        ("a", NOW + 350, 2),
        // A clock a little behind, and one that has been set back for long.
        ("a", NOW - 3, 0),
        ("a", 5, 3),
        ("b", NOW + 299, 2),
        ("b", NOW + 999, 3),
    ] {
        assert_eq!(left(name, now).await, expected, "{name} {now}");
    }
    store.remind(NOW + 2_000).await.unwrap();
    assert_eq!(left("b", NOW + 2_000).await, 3);
}

async fn the_first_mark_of_a_secret_stays(store: Box<dyn Store>) {
    for mark in ["first", "first", "second"] {
        let kept = store.secret_mark(mark.to_owned()).await;
        assert_eq!(kept, Ok("first".to_owned()));
    }
}

/// Values that a database may write differently.
async fn what_is_kept_is_what_was_given(store: Box<dyn Store>) {
    let (mut game, mut new) = new_game();
    let odd = "'\"\\ $1 ? \u{1f}\u{feff}\u{10ffff} 碁";
    new.form = odd.to_owned();
    new.seats[0].name = odd.to_owned();
    new.seats[1].email = None;
    new.seats[1].seen_at = u64::from(u32::MAX) + 1;
    store.make(new.clone()).await.unwrap();
    let mut change = next(&mut game, new.id, "a");
    change.mails = vec![mail(Color::White, 2, NOW), mail(Color::White, 2, NOW + 1)];
    store.append(change).await.unwrap();
    let loaded = store.load(new.id, 1).await.unwrap().unwrap();
    assert_eq!(loaded.seats[1], new.seats[1]);
    assert_eq!(
        (&loaded.seats[0].name, loaded.seats[0].seen),
        (&new.seats[0].name, 2)
    );
    assert_eq!(loaded.entries, game.log()[1..]);
    assert_eq!(
        store.made(new.request).await,
        Ok(Some((new.id, odd.to_owned())))
    );
    assert_eq!(store.due_mails(NOW + 9, 9).await.unwrap().len(), 1);
}

/// Each test on each store.
macro_rules! on_each {
    ($($test:ident,)*) => {
        mod sqlite {
            use crate::link::random_name;
            use crate::store::sqlite::Sqlite;

            $(#[test] fn $test() {
                let folder = std::env::temp_dir().join(format!("gokata-store-{}", random_name()));
                std::fs::create_dir(&folder).unwrap();
                let (store, thread) = Sqlite::open(&folder.join("games.sqlite")).unwrap();
                super::run(super::$test(Box::new(store)));
                thread.join().unwrap().unwrap();
                std::fs::remove_dir_all(folder).unwrap();
            })*
        }

        /// Run by `tests/web/postgres.sh`.
        #[cfg(feature = "postgres")]
        mod postgres {
            use crate::store::postgres::Postgres;
            use crate::store::postgres::tests::new_database;

            $(#[test] fn $test() {
                super::run(async {
                    let store = Postgres::open(new_database().await).await.unwrap();
                    super::$test(Box::new(store)).await;
                });
            })*
        }
    };
}

on_each! {
    a_game_is_made_once_and_loaded_as_it_was,
    changes_follow_each_other_without_a_gap,
    a_change_that_fails_leaves_nothing_behind,
    a_seat_changes_field_by_field,
    an_old_link_changes_nothing,
    a_mail_is_due_until_its_fate_is_known,
    a_player_is_reminded_once_a_week_and_eight_times,
    a_mailbox_is_stopped_until_it_is_not,
    what_is_spent_comes_back,
    the_first_mark_of_a_secret_stays,
    what_is_kept_is_what_was_given,
}

pub(super) fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(test);
}
