//! What the pages show in each state of a game.

#![allow(clippy::unwrap_used)] // a test may panic

use super::*;
use crate::agreement::Refusal;
use crate::agreement::{Command, Game, Request, Terms, View, Viewer};
use crate::basics::{Color, IllegalMove, Point, Preset, Rules, Size};
use crate::pure::BoardRecord;
use crate::scoring::{Mark, MarkError};
use crate::web::name::Name;

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
    said: Option<Said>,
    names: [&str; 2],
) -> String {
    let names = names.map(|name| Name::new(name).unwrap());
    let seat = OwnSeat {
        email: Some("ann@example.org"),
        wants_mail: true,
        can_renew: true,
    };
    let shown = Shown {
        game,
        viewer,
        names: [&names[0], &names[1]],
        token: "ANNSLINK",
        spectators: "https://go.example/g/ANYONESLINK",
        seat: (viewer != Viewer::Spectator).then_some(seat),
        look,
        said,
    };
    let page = super::game(&shown).into_string();
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

/// One row of the table of states: what a viewer sees.
struct Row {
    state: &'static str,
    status: &'static str,
    /// The buttons that there are and can be pressed.
    buttons: &'static [&'static str],
    /// `None` if there is no such button.
    done: Option<bool>,
    /// Whether it is shown; `None` if there is none.
    opponent_done: Option<bool>,
}

const BUTTONS: [&str; 8] = [
    "pass", "done", "undone", "resume", "void", "claim", "resign", "again",
];

fn check(game: &Two, viewer: Viewer, row: &Row) {
    let html = page(game, viewer, Look::Now);
    let case = format!("{viewer:?} {} {}", row.state, row.status);
    let main = tags(&html, "main")[0];
    assert_eq!(attribute(main, "data-state"), Some(row.state), "{case}");
    assert_eq!(inside(&html, "status").unwrap(), row.status, "{case}");
    let there: Vec<&str> = BUTTONS
        .into_iter()
        .filter(|id| is_on(&html, id) == Some(true))
        .collect();
    assert_eq!(there, row.buttons, "{case}");
    assert_eq!(is_on(&html, "done"), row.done, "{case}");
    let shown = tag(&html, "opponent_done").map(|tag| !tag.contains(" hidden"));
    assert_eq!(shown, row.opponent_done, "{case}");
    let by = if viewer == BLACK { "Bob" } else { "Ann" };
    if shown == Some(true) {
        assert_eq!(
            inside(&html, "opponent_done").unwrap(),
            format!("({by} is done)"),
            "{case}"
        );
    }
}

const YOUR_TURN: Row = Row {
    state: "playing",
    status: "Your turn",
    buttons: &["pass", "void", "resign"],
    done: None,
    opponent_done: None,
};
const SCORING: Row = Row {
    state: "scoring",
    status: "Click groups to say dead or alive",
    buttons: &["done", "resume", "void", "resign"],
    done: Some(true),
    opponent_done: Some(false),
};

/// What a spectator sees.
fn watching(state: &'static str, status: &'static str) -> Row {
    Row {
        state,
        status,
        buttons: &[],
        done: None,
        opponent_done: None,
    }
}

#[test]
fn every_viewer_sees_whose_turn_it_is() {
    let waiting = |status| Row {
        status,
        buttons: &["void", "resign"],
        ..YOUR_TURN
    };
    let mut game = Two::on(9);
    check(&game, BLACK, &YOUR_TURN);
    check(&game, WHITE, &waiting("Waiting for Ann"));
    check(
        &game,
        Viewer::Spectator,
        &watching("playing", "Waiting for Ann"),
    );
    game.play("E5");
    check(&game, BLACK, &waiting("Waiting for Bob"));
    check(&game, WHITE, &YOUR_TURN);
    game.play("-");
    let passed = Row {
        status: "Bob passed. Pass too and the game is counted",
        ..YOUR_TURN
    };
    check(&game, BLACK, &passed);
    check(&game, WHITE, &waiting("Waiting for Ann"));
}

#[test]
fn every_viewer_sees_how_the_count_stands() {
    let game = scoring();
    for viewer in [BLACK, WHITE] {
        check(&game, viewer, &SCORING);
    }
    check(
        &game,
        Viewer::Spectator,
        &watching("scoring", "The players mark dead groups"),
    );
    for (color, you, other, name) in [
        (Color::Black, BLACK, WHITE, "Ann"),
        (Color::White, WHITE, BLACK, "Bob"),
    ] {
        let mut game = game.clone();
        game.ask(color, View::done);
        let [is_done, wait] = [
            format!("{name} is done"),
            format!(
                "Waiting for {} to finish",
                if name == "Ann" { "Bob" } else { "Ann" }
            ),
        ];
        let done = Row {
            state: "you_are_done",
            status: wait.leak(),
            buttons: &["undone", "resume", "void", "resign"],
            done: Some(false),
            opponent_done: Some(false),
        };
        check(&game, you, &done);
        let opponent = Row {
            state: "opponent_is_done",
            status: is_done.leak(),
            opponent_done: Some(true),
            ..SCORING
        };
        check(&game, other, &opponent);
        let html = page(&game, other, Look::Now);
        assert!(
            html.contains("This ends the game: Black 0, White 6.5"),
            "{html}"
        );
        check(
            &game,
            Viewer::Spectator,
            &watching("scoring", "The players mark dead groups"),
        );

        // A mark of the other, and both can mark again.
        let mut marked = game.clone();
        let point = if name == "Ann" { "H7" } else { "B2" };
        marked.mark(!color, point, Mark::Dead);
        check(&marked, you, &SCORING);
        check(&marked, other, &SCORING);
        // Taken back.
        let mut undone = game.clone();
        undone.ask(color, |view| view.undone().unwrap());
        check(&undone, you, &SCORING);
        check(&undone, other, &SCORING);
        let html = page(&undone, you, Look::Now);
        assert!(html.contains("name=\"retracted\" value=\"1\""));

        game.ask(!color, View::done);
        let over = Row {
            state: "game_finished",
            status: "Game over. White wins by 6.5",
            buttons: &["again"],
            done: None,
            opponent_done: None,
        };
        for viewer in [BLACK, WHITE] {
            check(&game, viewer, &over);
            assert!(tag(&page(&game, viewer, Look::Now), "score").is_some());
        }
        check(
            &game,
            Viewer::Spectator,
            &watching("game_finished", "Game over. White wins by 6.5"),
        );
    }
}

#[test]
fn other_ends_have_their_sentences() {
    let status = |game: &Two| inside(&page(game, WHITE, Look::Now), "status").unwrap();
    let mut game = Two::on(9);
    game.ask(Color::Black, |_| Command::Resign);
    assert_eq!(status(&game), "Game over. Black resigned: White wins");
    assert!(tag(&page(&game, WHITE, Look::Now), "score").is_none());

    let mut game = Two::on(9);
    game.ask(Color::Black, View::void);
    let html = page(&game, WHITE, Look::Now);
    assert!(html.contains("<bdi>Ann</bdi> offers to void the game"));
    assert_eq!(is_on(&html, "void"), Some(true));
    assert!(html.contains("as <bdi>Ann</bdi> offers?"));
    assert!(html.contains("name=\"seq\" value=\"2\""));
    assert_eq!(is_on(&page(&game, BLACK, Look::Now), "void"), None);
    game.ask(Color::White, View::void);
    assert_eq!(status(&game), "Game over. The game does not count");
}

#[test]
fn a_chosen_point_is_played_by_its_button_or_another() {
    let mut game = Two::on(9);
    game.play("E5 E6");
    let size = Size::square(9).unwrap();
    let point = |name| Point::from_vertex(name, size).unwrap();
    let html = page(&game, BLACK, Look::Now);
    assert_eq!(is_on(&html, "play"), Some(false));
    let html = page(&game, BLACK, Look::Chosen(point("C4")));
    assert_eq!(attribute(tag(&html, "play").unwrap(), "value"), Some("C4"));
    assert_eq!(inside(&html, "play").unwrap(), "Play C4");
    let chosen: Vec<&str> = tags(&html, "button")
        .into_iter()
        .filter(|tag| tag.contains("chosen"))
        .collect();
    assert_eq!(
        chosen,
        [" class=\"chosen\" name=\"point\" value=\"C4\" form=\"play-form\""]
    );
    assert!(html.contains("<title>(1) C4 is not played yet – Ann – Bob</title>"));
    assert_eq!(inside(&html, "unplayed").unwrap(), "C4 is not played yet");

    // Nobody plays on a stone, nor out of turn.
    let html = page(&game, BLACK, Look::Chosen(point("E5")));
    assert_eq!(is_on(&html, "play"), Some(false));
    assert_eq!(
        inside(&html, "bubble").unwrap(),
        "There is a stone already."
    );
    let html = page(&game, WHITE, Look::Chosen(point("C4")));
    assert_eq!(
        inside(&html, "bubble").unwrap(),
        "It is your opponent’s turn."
    );
    assert_eq!(is_on(&html, "play"), None);
    // Nor beyond the board.
    for look in [
        Look::Chosen(Point::from((-1, 3))),
        Look::Chosen(Point::from((9, 9))),
    ] {
        for viewer in [BLACK, WHITE, Viewer::Spectator] {
            assert!(tag(&page(&game, viewer, look), "bubble").is_none());
        }
    }
}

#[test]
fn a_forbidden_point_says_why_with_evidence() {
    let mut game = Two::on(9);
    game.play("D5 G5 E6 F6 E4 F4 F5 E5");
    let ko = Point::from_vertex("F5", Size::square(9).unwrap()).unwrap();
    let html = page(&game, BLACK, Look::Now);
    let no: Vec<&str> = tags(&html, "button")
        .into_iter()
        .filter(|tag| tag.contains("\"no\""))
        .collect();
    assert_eq!(no.len(), 1, "{no:?}");
    assert!(
        no[0].contains("title=\"Ko: the board would be as it was"),
        "{no:?}"
    );
    let html = page(&game, BLACK, Look::Chosen(ko));
    let bubble = inside(&html, "bubble").unwrap();
    assert!(
        bubble.ends_with("move. It repeats the board after move 7"),
        "{bubble}"
    );
    assert!(html.contains("href=\"/g/ANNSLINK?move=7\""));
    assert_eq!(html.matches("class=\"ev\"").count(), 1);
    assert_eq!(
        attribute(tag(&html, "bubble").unwrap(), "role"),
        Some("alert")
    );
    // The same sentence answers a move that was sent all the same.
    let refusal = Said::refused(
        words::refusal(
            Refusal::Illegal(IllegalMove::Ko),
            game.0.state().record().size(),
        ),
        Some(ko),
    );
    let html = page_of(&game.0, BLACK, Look::Now, Some(refusal), ["Ann", "Bob"]);
    assert_eq!(inside(&html, "bubble").unwrap(), bubble);
    assert!(tag(&html, "said").is_none());

    let mut game = Two::on(5);
    game.play("A2 E5 B2 E4 C1 D5 - A1");
    let corner = Two::on(5).play("A2 E5 B1").0.clone();
    let corner = Two(corner);
    let a1 = Point::from_vertex("A1", Size::square(5).unwrap()).unwrap();
    let html = page(&corner, WHITE, Look::Chosen(a1));
    assert_eq!(
        inside(&html, "bubble").unwrap(),
        "Suicide: the stone would have no liberty."
    );
}

#[test]
fn a_refusal_without_a_point_stands_by_the_buttons() {
    let game = scoring();
    let size = game.0.state().record().size();
    let stale = Said::refused(words::refusal(Refusal::StaleScore, size), None);
    let html = page_of(&game.0, BLACK, Look::Now, Some(stale), ["Ann", "Bob"]);
    let said = tag(&html, "said").unwrap();
    assert!(
        said.contains("role=\"alert\"") && said.contains("refused"),
        "{said}"
    );
    assert_eq!(
        inside(&html, "said").unwrap(),
        "Something has changed: review the board, then click again."
    );
    let note = Said::note(words::merged(&Name::new("Bob").unwrap()));
    let html = page_of(&game.0, BLACK, Look::Now, Some(note), ["Ann", "Bob"]);
    assert!(tag(&html, "said").unwrap().contains("role=\"status\""));
    assert!(html.contains("<bdi>Bob</bdi> has marked something, too"));
}

/// The buttons of points belong to the form that sets their mark.
#[test]
fn a_click_marks_or_asks_first() {
    let mut game = scoring();
    let form = |game: &Two, point: &str| {
        let html = page(game, BLACK, Look::Now);
        let value = format!(" value=\"{point}\"");
        let all = tags(&html, "button");
        let tag = all.into_iter().find(|tag| tag.contains(&value)).unwrap();
        let kind = attribute(tag, "form")
            .or(attribute(tag, "type"))
            .unwrap_or("asks")
            .to_owned();
        let html = html.replace(' ', "");
        assert!(
            attribute(tag, "form")
                .is_none_or(|form| html.contains(&format!("<formid=\"{form}\"method=\"post\"")))
        );
        kind
    };
    assert_eq!(form(&game, "H7"), "asks"); // two chains: G3 and H7
    assert_eq!(form(&game, "A1"), "button"); // neutral, because white stones stand there
    let size = game.0.state().record().size();
    let h7 = Point::from_vertex("H7", size).unwrap();
    let html = page(&game, BLACK, Look::Chosen(h7));
    assert!(
        html.contains("This marks 2 stones in 2 groups dead."),
        "{html}"
    );
    assert!(tag(&html, "ask-mark").unwrap().contains(" open"));
    game.mark(Color::Black, "H7", Mark::Dead);
    assert_eq!(form(&game, "H7"), "asks");
    assert_eq!(form(&game, "J9"), "button"); // a region with dead stones counts
    game.mark(Color::White, "B2", Mark::Dead);
    assert_eq!(form(&game, "D1"), "dead");
    let mut quiet = Two::on(9);
    quiet.play("E5 - -");
    assert_eq!(form(&quiet, "A1"), "asks");
    quiet.mark(Color::Black, "A1", Mark::Neutral);
    assert_eq!(form(&quiet, "A1"), "counted");
    assert!(page(&quiet, BLACK, Look::Now).contains(">A1 neutral<"));

    // One who is done is told why nothing can be marked.
    game.ask(Color::Black, View::done);
    assert_eq!(form(&game, "H7"), "asks");
    let html = page(&game, BLACK, Look::Chosen(h7));
    assert_eq!(
        inside(&html, "bubble").unwrap(),
        "You have approved the board. Take that back first."
    );
    assert!(tag(&html, "ask-mark").is_none());
}

#[test]
fn an_earlier_position_changes_neither_count_nor_state() {
    let mut game = scoring();
    let count = |html: &str| inside(html, "score");
    let now = page(&game, BLACK, Look::Now);
    for turns in [0, 5, 33, 99] {
        let html = page(&game, BLACK, Look::Earlier(turns));
        assert_eq!(count(&html), count(&now));
        assert_eq!(is_on(&html, "done"), None);
        assert!(!html.contains("name=\"point\""));
        assert!(tag(&html, "now").is_some());
        let main = tags(&html, "main")[0].to_owned();
        assert_eq!(attribute(&main, "data-state"), Some("scoring"));
    }
    let html = page(&game, BLACK, Look::Earlier(1));
    assert!(html.contains("The board after move 1 of 34"));
    assert!(html.contains(">D1 black last move<") && html.contains(">F1<"));
    // Dead stones are not dead in earlier positions.
    game.mark(Color::Black, "H7", Mark::Dead);
    assert!(page(&game, BLACK, Look::Now).contains(">H7 black dead<"));
    assert!(page(&game, BLACK, Look::Earlier(32)).contains(">H7 black<"));
}

/// All pages that there are, with these names.
fn all_pages(names: [&str; 2]) -> Vec<String> {
    let mut pages = Vec::new();
    let mut games = vec![Two::on(9), scoring(), scoring(), scoring()];
    games[0].play("D5 G5 E6 F6 E4 F4 F5 E5");
    games[2].ask(Color::Black, View::done);
    games[3]
        .ask(Color::White, View::done)
        .ask(Color::Black, View::done);
    let point = Point::from_vertex("F5", Size::square(9).unwrap()).unwrap();
    let mut looks = vec![
        Look::Now,
        Look::Earlier(3),
        Look::Chosen(point),
        Look::Chosen(Point::from((0, 0))),
    ];
    looks.extend(Question::ALL.map(Look::Question));
    for game in &games {
        for viewer in [BLACK, WHITE, Viewer::Spectator] {
            for look in &looks {
                let said = Said::note(words::merged(&Name::new(names[1]).unwrap()));
                pages.push(page_of(&game.0, viewer, *look, Some(said), names));
            }
        }
    }
    let [own, other] = names.map(|name| Name::new(name).unwrap());
    for mailed in [false, true] {
        let link = |shown: bool| shown.then_some("https://go.example/g/x");
        let game = Made {
            own: OneMade {
                name: &own,
                link: link(true),
            },
            opponent: OneMade {
                name: &other,
                link: link(!mailed),
            },
            color: Color::White,
            first: Color::Black,
        };
        pages.push(made(&game).into_string());
    }
    let mut form = StartForm::default();
    pages.push(start(&form).into_string());
    for field in [
        "size",
        "color",
        "name",
        "email",
        "opponent_name",
        "opponent_email",
        "handicap",
        "komi",
        "rules",
        "claim",
    ] {
        form.typed.insert(field, names[0].to_owned());
        form.errors.insert(field, format!("not {}", names[1]));
    }
    pages.push(start(&form).into_string());
    pages.push(message("Not found", names[0]).into_string());
    for stopped in [false, true] {
        pages.push(
            stop(&Stop {
                path: "/m/x/stop",
                stopped,
            })
            .into_string(),
        );
    }
    pages
}

#[test]
fn names_are_text_wherever_they_stand() {
    let names = ["<script>alert('1')</script>\"]", "\" onload=x &lt; <b>"];
    for html in all_pages(names) {
        assert_eq!(tags(&html, "script").len(), 1, "{html}");
        assert!(tags(&html, "b").iter().all(|tag| tag.is_empty()), "{html}");
        for tag in html
            .split('<')
            .skip(1)
            .map(|part| part.split('>').next().unwrap())
        {
            let outside: String = tag.split('"').step_by(2).collect();
            assert!(
                !outside.contains("onload") && !outside.contains("alert"),
                "{tag}"
            );
        }
    }
    let html = page_of(&Two::on(9).0, BLACK, Look::Now, None, names);
    assert!(
        html.contains("<bdi>&lt;script&gt;alert('1')&lt;/script&gt;&quot;]</bdi>"),
        "{html}"
    );
    assert!(
        html.contains("<title>(1) your turn – &lt;script&gt;"),
        "{html}"
    );
    assert!(!html.contains(['\u{2068}', '\u{2069}']));
}

/// The pages are sent with a policy that forbids all of this.
#[test]
fn nothing_in_a_page_needs_a_weaker_policy() {
    for html in all_pages(["Ann", "Bob"]) {
        for tag in html
            .split('<')
            .skip(1)
            .map(|part| part.split('>').next().unwrap())
        {
            let outside: String = tag.split('"').step_by(2).collect();
            assert!(!outside.contains(" style="), "{tag}");
            assert!(!outside.contains(" on"), "{tag}");
            assert!(
                !tag.starts_with("style") && !tag.starts_with("base"),
                "{tag}"
            );
            assert!(
                !tag.contains("javascript:") && !tag.contains("=\"data:"),
                "{tag}"
            );
            assert!(
                !tag.contains("http:") && !tag.replace("https://go.example/", "").contains("//"),
                "{tag}"
            );
        }
        assert_eq!(
            tags(&html, "script"),
            [format!(" src=\"{}\" defer", assets::SCRIPT.path)]
        );
        assert!(html.contains("<script src=") && html.contains(" defer></script>"));
        assert_eq!(html.matches("<h1").count(), 1);
        // Every id is there once.
        let mut ids: Vec<&str> = html
            .split(" id=\"")
            .skip(1)
            .map(|part| part.split('"').next().unwrap())
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{ids:?}");
    }
}

#[test]
fn every_form_that_changes_something_is_a_request_of_its_own() {
    let mut seen = std::collections::HashSet::new();
    let mut forms = 0;
    for html in all_pages(["Ann", "Bob"]) {
        let parts = html.split("<form").skip(1);
        for form in parts.map(|part| part.split("</form>").next().unwrap()) {
            let is_post = form.contains("method=\"post\"");
            let names: Vec<&str> = form
                .split("name=\"req\" value=\"")
                .skip(1)
                .map(|part| part.split('"').next().unwrap())
                .collect();
            if !is_post || form.contains("/stop\"") {
                assert!(names.is_empty(), "{form}");
                continue;
            }
            forms += 1;
            assert_eq!(names.len(), 1, "{form}");
            assert!(seen.insert(names[0].to_owned()), "{form}");
        }
    }
    assert!(forms > 300, "{forms}");
}

#[test]
fn every_size_has_its_places() {
    let style = assets::STYLE.text;
    let squares = (5..=25).map(|side| Size::square(side).unwrap());
    let others = [[5, 25], [25, 5], [9, 13]].map(|[rows, cols]| Size::new(rows, cols).unwrap());
    for size in squares.chain(others) {
        let html = page(&Two::new(size), BLACK, Look::Chosen(Point::from((0, 0))));
        let class = format!("class=\"board r{} c{} black\"", size.rows(), size.cols());
        assert!(html.contains(&class), "{size}");
        for place in [
            format!(".r{}{{", size.rows()),
            format!(".c{}{{", size.cols()),
            format!(".y{}{{", size.rows()),
            format!(".x{}{{", size.cols()),
        ] {
            assert!(style.contains(&place), "{place}");
        }
        let points = tags(&html, "button")
            .into_iter()
            .filter(|tag| tag.contains("name=\"point\"") && !tag.contains(" id="));
        assert_eq!(points.count(), size.area(), "{size}");
        let first = Point::from((0, 0)).vertex(size);
        assert!(
            html.contains(&format!(">{first} not played yet<")),
            "{size}"
        );
        assert!(html.contains(&format!(
            "viewBox=\"0 0 {} {}\"",
            30 * (size.cols() + 1),
            30 * (size.rows() + 1)
        )));
    }
}

/// A long game on a full board, in play and while it is scored.
#[test]
fn pages_are_small() {
    let mut game = Two::on(19);
    let mut random = crate::basics::Random::new(7);
    while game.0.state().record().turns() < 300 {
        let record = game.0.state().record().clone();
        let side = record.to_play();
        let is_good = |point: &Point| {
            let play = crate::basics::Move::play(side, *point);
            !record.board().is_eye(*point, side) && crate::pure::is_legal_move(play, &record)
        };
        let points: Vec<Point> = record.size().points().filter(is_good).collect();
        let point = points[random.below(points.len())];
        game.ask(side, |view| view.play(point));
    }
    let playing = page(&game, BLACK, Look::Now);
    game.play("- -");
    let scoring = page(&game, BLACK, Look::Now);
    for html in [playing, scoring] {
        let main = html.find("</main>").unwrap() - html.find("<main").unwrap();
        assert!(
            html.len() < 60_000 && main < 50_000,
            "{} {main}",
            html.len()
        );
    }
    assert!(assets::SCRIPT.text.len() <= 12 * 1024);
    assert!(assets::SCRIPT.text.lines().count() <= 250);
}

#[test]
fn every_refusal_is_a_sentence() {
    use crate::agreement::Stage;
    let size = Size::square(9).unwrap();
    let point = Point::from((2, 3));
    let mut all = vec![
        Refusal::WrongPhase(Stage::Play),
        Refusal::WrongPhase(Stage::Scoring),
        Refusal::WrongPhase(Stage::Finished),
        Refusal::Finished,
        Refusal::NotYourTurn,
        Refusal::YouAreDone,
        Refusal::NotDone,
        Refusal::StaleMove,
        Refusal::StaleScore,
        Refusal::StaleView,
        Refusal::NumberAhead,
        Refusal::BoardMismatch,
        Refusal::NoProgress,
        Refusal::ClaimNotOffered,
        Refusal::ClaimTooSoon,
        Refusal::TooLong,
    ];
    all.extend(
        [Mark::Dead, Mark::Alive, Mark::Neutral, Mark::Counted].map(Refusal::MarkNotOffered),
    );
    all.extend(IllegalMove::ALL.map(Refusal::Illegal));
    let marks = [
        MarkError::OffBoard(point),
        MarkError::Empty(point),
        MarkError::Stone(point),
        MarkError::NotTerritory(point),
        MarkError::HoldsDeadStones(point),
    ];
    all.extend(marks.map(Refusal::Mark));
    for refusal in all {
        let sentence = words::refusal(refusal, size);
        assert!(
            sentence.ends_with('.') && sentence.starts_with(char::is_uppercase),
            "{sentence}"
        );
        assert!(!sentence.contains("(2,3)"), "{sentence}");
    }
}

#[test]
fn the_form_keeps_what_was_typed() {
    let mut form = StartForm::default();
    let html = start(&form).into_string();
    assert!(html.contains("value=\"japanese,tax=none\" selected>Japanese, seki by agreement<"));
    assert_eq!(attribute(tag(&html, "size").unwrap(), "value"), Some("19"));
    assert!(!html.contains("aria-invalid"));
    form.typed = [
        ("size", "9x13"),
        ("rules", "chinese,komi=3"),
        ("color", "lot"),
        ("komi", "six"),
        ("handicap", "3"),
        ("name", "Ann"),
    ]
    .map(|(field, text)| (field, text.to_owned()))
    .into();
    form.errors.insert("komi", "is not a komi".to_owned());
    let html = start(&form).into_string();
    assert_eq!(
        attribute(tag(&html, "size").unwrap(), "value"),
        Some("9x13")
    );
    assert_eq!(attribute(tag(&html, "name").unwrap(), "value"), Some("Ann"));
    assert!(html.contains("value=\"chinese,komi=3\" selected"));
    assert!(html.contains("value=\"lot\" checked"));
    assert!(html.contains("value=\"3\" selected>3 stones<"));
    let komi = tag(&html, "komi").unwrap();
    assert!(
        komi.contains("aria-invalid=\"true\"") && komi.contains("komi-error"),
        "{komi}"
    );
    assert_eq!(inside(&html, "komi-error").unwrap(), "is not a komi");
    for [value, ..] in words::RULES {
        value.parse::<Rules>().unwrap();
    }
}

#[test]
fn a_mailed_link_is_not_shown() {
    let [own, other] = ["Ann", "Bob"].map(|name| Name::new(name).unwrap());
    let game = Made {
        own: OneMade {
            name: &own,
            link: Some("https://go.example/g/own"),
        },
        opponent: OneMade {
            name: &other,
            link: None,
        },
        color: Color::Black,
        first: Color::White,
    };
    let html = made(&game).into_string();
    assert!(html.contains("href=\"https://go.example/g/own\""));
    assert!(tag(&html, "opponent-link").is_none());
    assert!(html.contains("on its way to <bdi>Bob</bdi>"));
    assert!(html.contains("You have Black. <bdi>Bob</bdi> has the first move."));
}

#[test]
fn assets_are_found_by_their_hash() {
    for file in [&assets::SCRIPT, &assets::STYLE, &assets::ICON] {
        assert_eq!(asset(&file.path).unwrap().text, file.text);
    }
    assert!(asset("/s/0.js").is_none());
}
