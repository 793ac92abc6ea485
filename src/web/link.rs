//! Links: a player's link is the only proof of being that player. A link names a game and a role, and proves both.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac_sha256::HMAC;

use crate::agreement::Viewer;
use crate::basics::Color;

/// The name of a game: 64 random bits, 11 letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct GameId([u8; 8]);

impl GameId {
    const LETTERS: usize = 11;

    pub(super) fn random() -> GameId {
        GameId(random_bytes())
    }

    pub(super) fn text(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(super) fn parse(text: &str) -> Option<GameId> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(GameId(bytes.try_into().ok()?))
    }
}

/// Who looks at a game, or plays it, by a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Link {
    pub game: GameId,
    pub viewer: Viewer,
    /// How often the player has made a new link: an old one is void. 0 to 25.
    pub generation: u8,
}

impl Link {
    /// A player may make a new link this often.
    pub(super) const LAST_GENERATION: u8 = 25;

    pub(super) fn of(game: GameId, color: Color, generation: u8) -> Link {
        let viewer = Viewer::Player(color);
        Link {
            game,
            viewer,
            generation,
        }
    }

    pub(super) fn of_spectator(game: GameId) -> Link {
        Link {
            game,
            viewer: Viewer::Spectator,
            generation: 0,
        }
    }

    /// The link without its proof, which may be written to a log.
    pub(super) fn public(self) -> String {
        let role = match self.viewer {
            Viewer::Player(Color::Black) => 'b',
            Viewer::Player(Color::White) => 'w',
            Viewer::Spectator => 'o',
        };
        format!(
            "{}{role}{}",
            self.game.text(),
            char::from(b'a' + self.generation)
        )
    }

    fn parse_public(text: &str) -> Option<Link> {
        let (game, rest) = text.split_at_checked(GameId::LETTERS)?;
        let &[role, generation] = rest.as_bytes() else {
            return None;
        };
        let viewer = match role {
            b'b' => Viewer::Player(Color::Black),
            b'w' => Viewer::Player(Color::White),
            b'o' => Viewer::Spectator,
            _ => return None,
        };
        let generation = generation
            .checked_sub(b'a')
            .filter(|n| *n <= Link::LAST_GENERATION)?;
        Some(Link {
            game: GameId::parse(game)?,
            viewer,
            generation,
        })
    }
}

/// The key that all links of a server are made with. Neither printed nor compared, so it derives nothing.
pub(super) struct Secret([u8; Secret::BYTES]);

impl Secret {
    pub(super) const BYTES: usize = 32;

    pub(super) fn new(bytes: [u8; Secret::BYTES]) -> Secret {
        Secret(bytes)
    }

    /// The link as it stands in an address: 35 letters.
    pub(super) fn token(&self, link: Link) -> String {
        let public = link.public();
        let proof = HMAC::mac(&public, self.0);
        public + &URL_SAFE_NO_PAD.encode(&proof[..16])
    }

    /// Reads a link and checks its proof, in a time that does not depend on how much of the proof is right.
    pub(super) fn open(&self, token: &str) -> Option<Link> {
        let link = Link::parse_public(token.get(..GameId::LETTERS + 2)?)?;
        let right = self.token(link);
        if right.len() != token.len() {
            return None;
        }
        let bytes = right.bytes().zip(token.bytes());
        let differs = bytes.fold(0, |all, (a, b)| std::hint::black_box(all | (a ^ b)));
        (differs == 0).then_some(link)
    }
}

/// A name for a request or a form that nobody can guess: 22 letters.
pub(super) fn random_name() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<16>())
}

/// Bytes from the operating system's generator.
///
/// # Panics
/// If the system has none to give: a link that others could guess must never be made.
pub(super) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(error) = getrandom::fill(&mut bytes) {
        panic!("the operating system gives no random bytes: {error}");
    }
    bytes
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    fn links() -> Vec<Link> {
        let game = GameId::random();
        let colors = Color::BOTH.into_iter();
        let players =
            colors.flat_map(|color| [0, 25].map(|generation| Link::of(game, color, generation)));
        players.chain([Link::of_spectator(game)]).collect()
    }

    #[test]
    fn a_link_opens_what_it_was_made_for() {
        let secret = Secret::new(random_bytes());
        for link in links() {
            let token = secret.token(link);
            assert_eq!(token.len(), 35);
            assert_eq!(secret.open(&token), Some(link));
            assert_eq!(Secret::new(random_bytes()).open(&token), None);
        }
    }

    #[test]
    fn a_changed_link_opens_nothing() {
        let secret = Secret::new([7; 32]);
        for link in links() {
            let token = secret.token(link);
            for at in 0..token.len() {
                for letter in "Aabwoz09-_%é"
                    .chars()
                    .filter(|c| !token[at..].starts_with(*c))
                {
                    let mut changed: Vec<char> = token.chars().collect();
                    changed[at] = letter;
                    let changed: String = changed.into_iter().collect();
                    assert_eq!(secret.open(&changed), None, "{changed}");
                }
                assert_eq!(secret.open(&token[..at]), None);
            }
            assert_eq!(secret.open(&format!("{token}A")), None);
        }
    }
}
