//! Links: a player's link is the only proof of being that player. A link names a game and a role, and proves both.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac_sha256::HMAC;

use gokata::Color;
use gokata::agreement::Viewer;

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

/// A link: the game, and the role in which it opens it.
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
        let generation = char::from(b'a' + self.generation);
        format!("{}{}{generation}", self.game.text(), letter(self.viewer))
    }

    fn parse_public(text: &str) -> Option<Link> {
        let (game, rest) = text.split_at_checked(GameId::LETTERS)?;
        let &[role, generation] = rest.as_bytes() else {
            return None;
        };
        let viewer = viewer(role)?;
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

fn letter(viewer: Viewer) -> char {
    match viewer {
        Viewer::Player(Color::Black) => 'b',
        Viewer::Player(Color::White) => 'w',
        Viewer::Spectator => 'o',
    }
}

fn viewer(letter: u8) -> Option<Viewer> {
    match letter {
        b'b' => Some(Viewer::Player(Color::Black)),
        b'w' => Some(Viewer::Player(Color::White)),
        b'o' => Some(Viewer::Spectator),
        _ => None,
    }
}

/// A link that stops mails, and does nothing else: its reader has the mails of a mailbox. It stays the same when
/// the player makes a new link, or gives another address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StopLink {
    pub game: GameId,
    pub color: Color,
    /// The mailbox's name, by [`Secret::mailbox`].
    pub mailbox: String,
}

impl StopLink {
    fn public(&self) -> String {
        let role = letter(Viewer::Player(self.color));
        format!("{}{role}{}", self.game.text(), self.mailbox)
    }
}

/// The letters of a proof.
const PROOF: usize = 22;

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
        let proof = self.proof(&public);
        public + &proof
    }

    /// A stop-link as it stands in an address: 56 letters.
    pub(super) fn stop_token(&self, link: &StopLink) -> String {
        let public = link.public();
        // No other text that is proved begins so.
        let proof = self.proof(&format!("stop {public}"));
        public + &proof
    }

    /// Reads a stop-link and checks its proof.
    pub(super) fn open_stop(&self, token: &str) -> Option<StopLink> {
        let (game, rest) = token.split_at_checked(GameId::LETTERS)?;
        let Viewer::Player(color) = viewer(*rest.as_bytes().first()?)? else {
            return None;
        };
        let link = StopLink {
            game: GameId::parse(game)?,
            color,
            mailbox: rest.get(1..=PROOF)?.to_owned(),
        };
        is_same(&self.stop_token(&link), token).then_some(link)
    }

    /// The name of a mailbox in the database and in links, from which its address cannot be read.
    pub(super) fn mailbox(&self, mailbox: &str) -> String {
        self.proof(&format!("mailbox {mailbox}"))
    }

    /// What a database keeps to recognize the secret of its links.
    pub(super) fn mark(&self) -> String {
        self.proof("mark of the secret")
    }

    fn proof(&self, text: &str) -> String {
        URL_SAFE_NO_PAD.encode(&HMAC::mac(text, self.0)[..16])
    }

    /// Reads a link and checks its proof, in a time that does not depend on how much of the proof is right.
    pub(super) fn open(&self, token: &str) -> Option<Link> {
        let link = Link::parse_public(token.get(..GameId::LETTERS + 2)?)?;
        is_same(&self.token(link), token).then_some(link)
    }
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(right: &str, given: &str) -> bool {
    let bytes = right.bytes().zip(given.bytes());
    let differs = bytes.fold(0, |all, (a, b)| std::hint::black_box(all | (a ^ b)));
    right.len() == given.len() && differs == 0
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

    /// The token with one letter replaced by each of these, cut off anywhere, or with one letter more.
    fn changed<'a>(token: &'a str, letters: &'a str) -> impl Iterator<Item = String> {
        let places = (0..token.len()).flat_map(|at| letters.chars().map(move |other| (at, other)));
        let places = places.filter(|(at, other)| !token[*at..].starts_with(*other));
        let replaced =
            places.map(|(at, other)| format!("{}{other}{}", &token[..at], &token[at + 1..]));
        let cut = (0..token.len()).map(|at| token[..at].to_owned());
        replaced.chain(cut).chain([format!("{token}A")])
    }

    #[test]
    fn a_link_opens_what_it_was_made_for_and_a_changed_one_nothing() {
        let secret = Secret::new(random_bytes());
        for link in links() {
            let token = secret.token(link);
            assert_eq!((token.len(), secret.open(&token)), (35, Some(link)));
            assert_eq!(Secret::new(random_bytes()).open(&token), None);
            assert_eq!(secret.open_stop(&token), None);
            for changed in changed(&token, "Aabwoz09-_%é") {
                assert_eq!(secret.open(&changed), None, "{changed}");
            }
        }
    }

    #[test]
    fn a_stop_link_stops_mails_and_opens_no_game() {
        let secret = Secret::new(random_bytes());
        for color in Color::BOTH {
            let stop = StopLink {
                game: GameId::random(),
                color,
                mailbox: secret.mailbox("ann@example.org"),
            };
            let token = secret.stop_token(&stop);
            assert_eq!((token.len(), secret.open(&token)), (56, None));
            assert_eq!(secret.open_stop(&token).as_ref(), Some(&stop));
            assert_eq!(Secret::new(random_bytes()).open_stop(&token), None);
            for changed in changed(&token, "bw") {
                assert_eq!(secret.open_stop(&changed), None, "{changed}");
            }
        }
        let [ann, bob] = ["ann@example.org", "bob@example.org"].map(|mail| secret.mailbox(mail));
        assert_ne!(ann, bob);
    }
}
