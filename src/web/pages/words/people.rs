//! Who looks at a game.

use crate::presence::Presence;

/// Whether a player looks at the game, after their name.
pub(crate) fn presence(presence: Presence) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    match presence {
        Presence::NotCome => "not here yet".to_owned(),
        Presence::Here => "is here".to_owned(),
        Presence::Left(seconds) => match seconds {
            0..MINUTE => "left just now".to_owned(),
            MINUTE..HOUR => format!("left {} min ago", seconds / MINUTE),
            HOUR..DAY => format!("left {} h ago", seconds / HOUR),
            _ => format!("left {} d ago", seconds / DAY),
        },
        Presence::Unknown => String::new(),
    }
}

/// To the opponent of the player who made the game, until they have a link that nobody else has had.
pub(in crate::pages) fn shared_link(maker: &str) -> String {
    format!(
        "{maker} made this game, and had your link before you: with it, {maker} could play or resign for you."
    )
}
