//! What the pages show in each state of a game.

#![allow(clippy::unwrap_used)] // a test may panic

use std::sync::Arc;

mod points;
mod safety;
mod states;
mod suggested;
mod texts;

use super::{Feedback, Invitation, Look, Shown, fragment};
use crate::games::Live;
use crate::name::Name;
use crate::presence::Presence;
use crate::store::Seat;
use gokata::BoardRecord;
use gokata::agreement::{Command, Game, Request, Terms, View, Viewer};
use gokata::scoring::Mark;
use gokata::{Color, Point, Preset, Rules, Size};

const BLACK: Viewer = Viewer::Player(Color::Black);
const WHITE: Viewer = Viewer::Player(Color::White);

/// A game that two players play by what their pages show.
#[derive(Clone)]
pub(super) struct Two(pub(super) Game);

impl Two {
    pub(super) fn new(size: Size) -> Two {
        let rules: Rules = "japanese,tax=none".parse().unwrap();
        let record = BoardRecord::new(size).with_rules(rules);
        Two(Game::new(record, Terms::of(Preset::Japanese)))
    }

    pub(super) fn on(side: usize) -> Two {
        Two::new(Size::square(side).unwrap())
    }

    pub(super) fn ask(&mut self, by: Color, command: impl Fn(&View) -> Command) -> &mut Two {
        let command = command(&self.0.view(Viewer::Player(by)));
        self.0.handle(Request::new(by, command)).result.unwrap();
        self
    }

    /// Plays these points in turn; `-` is a pass.
    pub(super) fn play(&mut self, points: &str) -> &mut Two {
        let size = self.0.state().record().size();
        for name in points.split_whitespace() {
            let by = self.0.state().record().to_play();
            match Point::from_vertex(name, size) {
                Some(point) => self.ask(by, |view| view.play(point)),
                None => self.ask(by, View::pass),
            };
        }
        self
    }

    pub(super) fn mark(&mut self, by: Color, point: &str, mark: Mark) -> &mut Two {
        let size = self.0.state().record().size();
        let point = Point::from_vertex(point, size).unwrap();
        self.ask(by, |view| view.mark(point, mark))
    }
}

/// Two walls on 9x9 down the middle, three white stones on Black's side and two black ones on White's; both have passed.
pub(super) fn scoring() -> Two {
    let mut two = Two::on(9);
    two.play("D1 F1 D2 F2 D3 F3 D4 F4 D5 F5 D6 F6 D7 F7 D8 F8 D9 F9 E1 E2 E3 E4 E5 E6 E7 E8 E9 B2 G3 B8 H7 B5 - -");
    two
}

/// What a viewer's page shows, and what was said to them.
fn page_of(
    game: &Game,
    viewer: Viewer,
    look: Look,
    feedback: Option<Feedback>,
    names: [&str; 2],
) -> String {
    let seats = names.map(|name| Seat {
        name: Name::new(name, true).unwrap().to_string(),
        email: Some("ann@example.org".to_owned()),
        wants_mail: true,
        generation: 0,
        seen: 0,
        seen_at: 0,
    });
    let live = Live {
        game: Arc::new(game.clone()),
        seats: Arc::new(seats),
        maker: Some(Color::Black),
    };
    let shown = Shown {
        live: &live,
        view: &game.view(viewer),
        token: "ANNSLINK",
        spectators: "https://go.example/g/ANYONESLINK",
        link: "https://go.example/g/ANNSLINK",
        invitation: (look == Look::Made).then(|| Invitation {
            link: "https://go.example/g/BOBSLINK".to_owned(),
            email: Some("bob@example.org".to_owned()),
        }),
        rematch: None,
        mails: true,
        presence: [Presence::Here, Presence::Left(130)],
        look,
        feedback,
    };
    let page = super::game(&shown).into_string();
    if look == Look::Made {
        return page;
    }
    // The fragment is the page's <main>, but for the names of requests.
    let main = page.find("<main").unwrap()..page.find("</main>").unwrap() + 7;
    let fragment = fragment(&shown).into_string();
    assert_eq!(without_requests(&page[main]), without_requests(&fragment));
    page
}

fn page(game: &Two, viewer: Viewer, look: Look) -> String {
    page_of(&game.0, viewer, look, None, ["Ann", "Bob"])
}

fn without_requests(html: &str) -> String {
    let mut parts = html.split("name=\"req\" value=\"");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |all, part| all + part.split_once('"').unwrap().1)
}

/// The start tags of all elements of this name.
fn tags<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("<{name}");
    let parts = html.split(start.as_str()).skip(1);
    let tags = parts.filter(|part| part.starts_with([' ', '>']));
    tags.map(|part| part.split_once('>').unwrap().0).collect()
}

/// The start tag with this id.
fn tag<'a>(html: &'a str, id: &str) -> Option<&'a str> {
    let at = html.find(&format!(" id=\"{id}\""))?;
    let start = html[..at].rfind('<')?;
    html[start..].split_once('>').map(|(tag, _)| tag)
}

/// The text of the element with this id, without tags.
fn inside(html: &str, id: &str) -> Option<String> {
    let tag = tag(html, id)?;
    let name = tag[1..].split(' ').next()?;
    let from = tag.as_ptr() as usize - html.as_ptr() as usize + tag.len() + 1;
    let rest = &html[from..];
    let rest = &rest[..rest.find(&format!("</{name}>"))?];
    let parts = rest.split('<').enumerate();
    let text = parts.map(|(index, part)| match part.split_once('>') {
        Some((_, text)) if index > 0 => text,
        _ => part,
    });
    Some(text.collect())
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn is_on(html: &str, id: &str) -> Option<bool> {
    tag(html, id).map(|tag| !tag.contains(" disabled"))
}
