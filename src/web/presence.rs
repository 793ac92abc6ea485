//! Who looks at a game, and what those who watch it are told.

use std::sync::Arc;

use tokio::sync::watch;

use super::games::{Clock, Live, Slot};
use gokata::Color;
use gokata::agreement::Viewer;

/// What those who watch a game are told of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct News {
    /// The number of the latest event.
    pub seq: u64,
    /// The number of [`Live::people`].
    pub people: u32,
    /// Black and White.
    players: [Attendance; 2],
    /// Whether players may look at the game at other servers.
    is_shared: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Attendance {
    has_come: bool,
    /// Pages that listen.
    pages: u32,
    /// When the last one ended, or a player without a script did something.
    left_at: u64,
}

/// Whether a player looks at the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    NotCome,
    Here,
    /// Seconds ago.
    Left(u64),
    Unknown,
}

impl News {
    pub(super) fn new(is_shared: bool) -> News {
        News {
            is_shared,
            ..News::default()
        }
    }

    /// Takes over what is new in the game; false if nothing is.
    pub(super) fn renew(&mut self, live: &Live) -> bool {
        let before = *self;
        (self.seq, self.people) = (live.game.state().seq(), live.people());
        for (player, color) in self.players.iter_mut().zip(Color::BOTH) {
            player.has_come = live.has_come(color);
            player.left_at = player.left_at.max(live.seat(color).seen_at);
        }
        *self != before
    }

    /// Black's and White's.
    pub(super) fn presence(self, now: u64) -> [Presence; 2] {
        self.players.map(|player| match player {
            it if it.pages > 0 => Presence::Here,
            it if !it.has_come => Presence::NotCome,
            _ if self.is_shared => Presence::Unknown,
            it => Presence::Left(now.saturating_sub(it.left_at)),
        })
    }
}

/// News of a watched game. While it lives, the game keeps its slot, and the viewer is there.
pub(super) struct Watch {
    pub news: watch::Receiver<News>,
    pub viewer: Viewer,
    pub clock: Clock,
    pub slot: Arc<Slot>,
}

impl Watch {
    pub(super) fn begun(self) -> Watch {
        self.attend(|player| player.pages += 1);
        self
    }

    pub(super) fn latest(&mut self) -> (News, [Presence; 2]) {
        let news = *self.news.borrow_and_update();
        (news, news.presence((self.clock)()))
    }

    /// Waits for news.
    pub(super) async fn changed(&mut self) {
        // The sender is in the slot, so it is not gone.
        let _ = self.news.changed().await;
    }

    fn attend(&self, change: impl FnOnce(&mut Attendance)) {
        if let Viewer::Player(color) = self.viewer {
            let change = |news: &mut News| change(&mut news.players[color as usize]);
            self.slot.news.send_modify(change);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let now = (self.clock)();
        self.attend(|player| (player.pages, player.left_at) = (player.pages - 1, now));
    }
}
