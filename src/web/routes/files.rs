//! A game as files to keep. None of them contains a link.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::answer::{Failure, Wants};
use super::opened::OpenedGame;
use super::server::Server;
use crate::games::Live;
use gokata::picture::{self, Layer, Overlay, Sign};
use gokata::scoring::PointState;
use gokata::sgf::{self, GameInfo};
use gokata::{Color, Point, Setup};

/// Answers with a file made from the game.
async fn file(
    server: &Arc<Server>,
    token: String,
    kind: &'static str,
    name: &str,
    make: impl FnOnce(&OpenedGame) -> String,
) -> Result<Response, Failure> {
    let opened = OpenedGame::by_link(server, token, Wants::Page).await;
    let opened = opened.map_err(|failure| failure.always(Wants::Page))?;
    let headers = [
        (header::CONTENT_TYPE, kind),
        (
            header::CONTENT_DISPOSITION,
            &format!("inline; filename=\"{name}\""),
        ),
    ];
    Ok((headers, make(&opened)).into_response())
}

type File = Result<Response, Failure>;

pub(super) async fn sgf(State(server): State<Arc<Server>>, Path(token): Path<String>) -> File {
    let kind = "application/x-go-sgf; charset=utf-8";
    let write = |opened: &OpenedGame| {
        let game = &opened.live.game;
        let text = sgf::write(game.state().record(), &about(&opened.live));
        text.unwrap_or_else(|long| long.text)
    };
    file(&server, token, kind, "game.sgf", write).await
}

/// The entries of the game, one JSON object a line, which `Game::replay` reads back.
pub(super) async fn log(State(server): State<Arc<Server>>, Path(token): Path<String>) -> File {
    let kind = "application/jsonl; charset=utf-8";
    let write = |opened: &OpenedGame| {
        let log = opened.live.game.log().iter();
        let lines = log.filter_map(|entry| serde_json::to_string(entry).ok());
        lines.fold(String::new(), |all, line| all + &line + "\n")
    };
    file(&server, token, kind, "log.jsonl", write).await
}

pub(super) async fn svg(State(server): State<Arc<Server>>, Path(token): Path<String>) -> File {
    let draw = |opened: &OpenedGame| {
        let record = opened.live.game.state().record();
        let last = record.last_turn().and_then(|mv| mv.action.point());
        // At the end with territory, and with the dead stones in it.
        let about = about(&opened.live);
        let [black, white] = [about.black_territory, about.white_territory];
        let dead = black.iter().chain(&white).copied();
        let dead = dead.filter(|point| record.board().stone_at(*point).is_some());
        let overlay = Overlay {
            last,
            dead: dead.collect(),
            layers: vec![
                territory(black, "fill=\"#111\" stroke=\"#fff\""),
                territory(white, "fill=\"#fff\" stroke=\"#111\""),
            ],
            ..Overlay::default()
        };
        let setup = Setup {
            size: record.size(),
            stones: record.board().stones().collect(),
            to_play: Color::Black,
        };
        picture::drawn(&setup, &overlay)
    };
    file(&server, token, "image/svg+xml", "board.svg", draw).await
}

fn territory(points: Vec<Point>, attributes: &'static str) -> Layer {
    Layer {
        class: "",
        attributes,
        sign: Sign::Path(-5, -5, "h10v10h-10z"),
        points,
    }
}

/// The board as a fixture: the side to play, then the rows.
pub(super) async fn text(State(server): State<Arc<Server>>, Path(token): Path<String>) -> File {
    let kind = "text/plain; charset=utf-8";
    let write = |opened: &OpenedGame| {
        let record = opened.live.game.state().record();
        let side = match record.to_play() {
            Color::Black => 'x',
            Color::White => 'o',
        };
        format!("{side}\n{}\n", record.board())
    };
    file(&server, token, kind, "board.txt", write).await
}

/// The day of a time in seconds since 1970, in UTC: `2016-03-09`. A game whose clock was never set has none.
fn day(seconds: u64) -> Option<String> {
    // Years begin in March, so that a leap day is the last one. 719,468 days lie between March of year 0 and 1970.
    let days = (seconds > 0).then_some(seconds / 86_400 + 719_468)?;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    Some(format!(
        "{:04}-{month:02}-{day:02}",
        400 * era + year + next
    ))
}

/// Players, day, result and territory of a game.
fn about(live: &Live) -> GameInfo {
    let finish = live.game.state().finish();
    let counted = finish.and_then(|finish| finish.counted.as_ref());
    let marks = counted.map(|counted| &counted.marks);
    let points = marks.map_or_else(Vec::new, |marks| {
        let states = marks.states().unwrap_or_default();
        marks.size().points().zip(states).collect()
    });
    let territory = |color: Color| {
        // Living stones are no territory.
        let is_owned =
            |state: &PointState| state.owner() == Some(color) && state.stone() != Some(color);
        let owned = points.iter().filter(|(_, state)| is_owned(state));
        owned.map(|(point, _)| *point).collect()
    };
    GameInfo {
        date: live.game.log().first().and_then(|entry| day(entry.at)),
        black: Some(live.seat(Color::Black).name.clone()),
        white: Some(live.seat(Color::White).name.clone()),
        result: finish.map(|finish| finish.outcome),
        black_territory: territory(Color::Black),
        white_territory: territory(Color::White),
        ..GameInfo::default()
    }
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_of_the_calendar() {
        for (seconds, date) in [
            (1, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_798_761_599, "2026-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(day(seconds).as_deref(), Some(date));
        }
        assert_eq!(day(0), None);
    }
}
