//! Who looks at a game, and what those who watch it are told.

/// What those who watch a game are told of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct News {
    /// The number of the latest event.
    pub seq: u64,
    /// The number of people, as the game counts them.
    pub people: u32,
    /// Black and White.
    pub players: [Attendance; 2],
    /// Whether players may look at the game at other servers.
    is_shared: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Attendance {
    pub has_come: bool,
    /// Pages that listen.
    pub pages: u32,
    /// When the last one ended, or a player without a script did something.
    pub left_at: u64,
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

    /// Takes over what is new in the game: of each player, whether they have come, and when they were seen. False if nothing
    /// is new.
    pub(super) fn renew(&mut self, seq: u64, people: u32, players: [(bool, u64); 2]) -> bool {
        let before = *self;
        (self.seq, self.people) = (seq, people);
        for (player, (has_come, seen_at)) in self.players.iter_mut().zip(players) {
            player.has_come = has_come;
            player.left_at = player.left_at.max(seen_at);
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
