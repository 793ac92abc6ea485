//! Games in memory.

#![allow(clippy::unwrap_used)] // a test may panic

use std::sync::Arc;

use super::games::Games;
use super::make_game::{NewlyMade, make};
use crate::errors::GameError;
use crate::form::Form;
use crate::link::{Link, random_name};
use crate::store::conformance::rename;
use crate::store::sqlite::Sqlite;
use crate::store::{SeatChange, Store};
use gokata::Color;
use gokata::agreement::Command;

/// Runs this with a new store and a new game of the usual form.
pub(crate) fn in_new_folder(test: impl AsyncFnOnce(Arc<dyn Store>, Arc<Games>, NewlyMade)) {
    let folder = std::env::temp_dir().join(format!("gokata-games-{}", random_name()));
    std::fs::create_dir(&folder).unwrap();
    let (store, _) = Sqlite::open(&folder.join("games.sqlite")).unwrap();
    let store: Arc<dyn Store> = Arc::new(store);
    let games = Arc::new(Games::new(Arc::clone(&store), Arc::new(|| 0)));
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let form = Form::default();
        let checked = form.check(false).unwrap();
        let Ok(made) = make(&games, random_name(), form, checked).await else {
            panic!("no game was made");
        };
        test(store, games, made).await;
    });
    drop(runtime);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Between the look at a request's link and the request itself, the link may be replaced.
#[test]
fn a_link_that_was_replaced_meanwhile_does_nothing() {
    in_new_folder(async |_, games, made| {
        let by_first_link = |change| {
            let change = SeatChange {
                only_by_link: Some(0),
                ..change
            };
            games.change_seat(made.id, Color::Black, change)
        };
        by_first_link(SeatChange::new_link_after(0)).await.unwrap();
        let resign = |generation| {
            let link = Link::of(made.id, Color::Black, generation);
            let name = random_name().parse().unwrap();
            games.handle(link, Color::Black, name, Command::Resign)
        };
        let refused = resign(0).await;
        assert!(matches!(refused, Err(GameError::NoGame)));
        let renew = [0, 1].map(SeatChange::new_link_after);
        for late in renew.into_iter().chain([rename("Eve")]) {
            let refused = by_first_link(late).await;
            assert!(matches!(refused, Err(GameError::NoGame)));
        }
        assert!(resign(1).await.unwrap().answer.is_ok());
    });
}
