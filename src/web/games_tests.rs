//! Games in memory.

#![allow(clippy::unwrap_used)] // a test may panic

use std::sync::Arc;

use super::games::{Games, NotDone};
use crate::link::{Link, random_name};
use crate::opening::Form;
use crate::store::SeatChange;
use crate::store::sqlite::Sqlite;
use crate::trouble::Trouble;
use gokata::Color;
use gokata::agreement::Command;

/// Between the look at a request's link and the request itself, the link may be replaced.
#[test]
fn a_link_that_was_replaced_meanwhile_does_nothing() {
    let folder = std::env::temp_dir().join(format!("gokata-games-{}", random_name()));
    std::fs::create_dir(&folder).unwrap();
    let (store, _) = Sqlite::open(&folder.join("games.sqlite")).unwrap();
    let games = Arc::new(Games::new(Arc::new(store), Arc::new(|| 0)));
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let form = Form::default();
        let wish = form.check().unwrap();
        let Ok(made) = games.make(random_name(), form, wish).await else {
            panic!("no game was made");
        };
        let renew = |generation| SeatChange {
            new_link_after: Some(generation),
            ..SeatChange::default()
        };
        let change =
            |generation, change| games.change_seat(made.id, Color::Black, Some(generation), change);
        change(0, renew(0)).await.unwrap();
        let old = Link::of(made.id, Color::Black, 0);
        let resign = |link| {
            let name = random_name().parse().unwrap();
            games.ask(link, Color::Black, name, Command::Resign)
        };
        let refused = resign(old).await;
        assert!(matches!(refused, Err(NotDone::Trouble(Trouble::NoGame))));
        for late in [
            renew(0),
            renew(1),
            SeatChange {
                name: Some("Eve".to_owned()),
                ..SeatChange::default()
            },
        ] {
            let refused = change(0, late).await;
            assert!(matches!(refused, Err(Trouble::NoGame)));
        }
        assert!(
            resign(Link {
                generation: 1,
                ..old
            })
            .await
            .is_ok()
        );
    });
    drop(runtime);
    std::fs::remove_dir_all(folder).unwrap();
}
