//! Making a game from what its form says.

use std::sync::Arc;

use super::errors::{GameError, MakeError};
use super::form::{CheckedForm, Form, Person, StoredForm};
use super::games::{Games, Live, waits};
use super::link::{GameId, random_bytes};
use super::notices::mails;
use super::store::{Inserted, NewGame, Seat};
use gokata::Color;
use gokata::agreement::{Event, Game, Notice, notify};

/// A game that was made, or had been made before by the same request.
pub(super) struct NewlyMade {
    pub id: GameId,
    pub live: Live,
    /// The color of the player who made it.
    pub own: Color,
    pub repeated: bool,
}

/// Makes a game. The same request makes the same game again, with the same colors.
pub(super) async fn make(
    games: &Games,
    request: String,
    form: Form,
    checked: CheckedForm,
) -> Result<NewlyMade, MakeError> {
    let at = games.now();
    let color = checked.color.unwrap_or_else(lot);
    let game = Game::begun(checked.opening.record, checked.opening.terms, at);
    let seat = |person: &Person, plays: Color| Seat {
        name: person
            .name
            .as_ref()
            .map_or_else(|| plays.to_string(), ToString::to_string),
        email: person.email.as_ref().map(ToString::to_string),
        wants_mail: person.email.is_some(),
        generation: 0,
        // The player who makes the game sees it on the page.
        seen: u64::from(plays == color),
        seen_at: at,
    };
    let people = match color {
        Color::Black => [&checked.own, &checked.opponent],
        Color::White => [&checked.opponent, &checked.own],
    };
    let seats = Color::BOTH.map(|color| seat(people[color as usize], color));
    let stored = StoredForm { form, own: color };
    let form = serde_json::to_string(&stored).unwrap_or_default();
    let new = new_game(&game, seats.clone(), color, (request, form));
    let id = new.id;
    match games.store.make(new).await.map_err(GameError::from)? {
        Inserted::New => Ok(NewlyMade {
            id,
            live: Live {
                game: Arc::new(game),
                seats: Arc::new(seats),
                maker: Some(color),
            },
            own: color,
            repeated: false,
        }),
        Inserted::Before { id, form } => {
            let before: StoredForm =
                serde_json::from_str(&form).map_err(|_| GameError::Internal)?;
            if before.form != stored.form {
                return Err(MakeError::RequestUsed);
            }
            Ok(NewlyMade {
                id,
                live: games.current(id).await?,
                own: before.own,
                repeated: true,
            })
        }
    }
}

/// The request that makes the game after another: there is one, whoever of the two asks for it, and how often.
pub(super) fn rematch_request(of: GameId) -> String {
    format!("rematch {}", of.text())
}

/// Makes the game after a finished one, with its terms and the colors exchanged, unless it has been made. `by` is the color
/// that the player who asks for it has had. Nobody hands on a link: each finds their own on the page of the finished game.
pub(super) async fn rematch(
    games: &Games,
    of: GameId,
    live: &Live,
    by: Color,
) -> Result<GameId, GameError> {
    let at = games.now();
    let Some(Event::Started(opening)) = live.game.log().first().map(|entry| &entry.event) else {
        return Err(GameError::Internal);
    };
    let game = Game::begun(opening.record.clone(), opening.terms, at);
    let seats = Color::BOTH.map(|color| {
        let seat = live.seat(!color).clone();
        // A player without a name is called by the color.
        let is_unnamed = seat.name == (!color).to_string();
        Seat {
            name: if is_unnamed {
                color.to_string()
            } else {
                seat.name
            },
            generation: 0,
            // As in any game: the other has not come yet.
            seen: u64::from(color != by),
            seen_at: at,
            ..seat
        }
    });
    let new = new_game(&game, seats, !by, (rematch_request(of), "{}".to_owned()));
    let id = new.id;
    Ok(match games.store.make(new).await? {
        Inserted::New => id,
        Inserted::Before { id, .. } => id,
    })
}

/// A game to store. The player who makes it sees it on the page, and gets no mail about that.
fn new_game(
    game: &Game,
    seats: [Seat; 2],
    own: Color,
    (request, form): (String, String),
) -> NewGame {
    let begun = game.log().iter();
    let notices = begun.flat_map(|entry| notify(game.state(), entry));
    let notices: Vec<Notice> = notices.filter(|notice| notice.to != own).collect();
    let at = game.log().first().map_or(0, |entry| entry.at);
    NewGame {
        id: GameId::random(),
        request,
        form,
        entries: game.log().to_vec(),
        waits: waits(game.state()),
        mails: mails(&notices, &seats, at),
        seats,
    }
}

fn lot() -> Color {
    let [byte] = random_bytes();
    if byte % 2 == 0 {
        Color::Black
    } else {
        Color::White
    }
}
