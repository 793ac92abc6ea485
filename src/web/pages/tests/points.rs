//! The buttons of points, and the messages beside them.

use super::{BLACK, Two, WHITE, attribute, inside, is_on, page, page_of, scoring, tag, tags};
use crate::name::Name;
use crate::pages::{Feedback, Look, assets, words};
use gokata::agreement::{Refusal, View, Viewer};
use gokata::scoring::Mark;
use gokata::{Color, IllegalMove, Point, Size};

/// The sentence at a point.
fn bubble(html: &str) -> String {
    inside(html, "bubble").unwrap()
}

/// The buttons whose tags contain this.
fn buttons<'a>(html: &'a str, part: &str) -> Vec<&'a str> {
    let all = tags(html, "button").into_iter();
    all.filter(|tag| tag.contains(part)).collect()
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
    assert_eq!(
        buttons(&html, "chosen"),
        [" class=\"e chosen\" name=\"point\" value=\"C4\" form=\"play-form\""]
    );
    assert!(html.contains("<title>(1) C4 is not played yet – Ann – Bob</title>"));
    assert_eq!(inside(&html, "unplayed").unwrap(), "C4 is not played yet");

    // Nobody plays on a stone, nor out of turn.
    let html = page(&game, BLACK, Look::Chosen(point("E5")));
    assert_eq!(is_on(&html, "play"), Some(false));
    assert_eq!(bubble(&html), "There is a stone here already.");
    let html = page(&game, WHITE, Look::Chosen(point("C4")));
    assert_eq!(bubble(&html), "It is your opponent’s turn.");
    assert_eq!(is_on(&html, "play"), None);
    // Nor beyond the board.
    for look in [(-1, 3), (9, 9)].map(|beyond| Look::Chosen(beyond.into())) {
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
    let no = buttons(&html, "\"no\"");
    assert_eq!(no.len(), 1, "{no:?}");
    let title = "title=\"Ko: the board would be as it was";
    assert!(no[0].contains(title), "{no:?}");
    let html = page(&game, BLACK, Look::Chosen(ko));
    let why = bubble(&html);
    let end = "turn. It repeats the board after move 7";
    assert!(why.ends_with(end), "{why}");
    assert!(html.contains("href=\"/g/ANNSLINK?move=7\""));
    assert_eq!(html.matches("class=\"ev\"").count(), 1);
    let bubble_tag = tag(&html, "bubble").unwrap();
    assert_eq!(attribute(bubble_tag, "role"), Some("alert"));
    // The same sentence answers a move that was sent all the same.
    let text = words::refusal(Refusal::Illegal(IllegalMove::Ko), Size::square(9).unwrap());
    let refusal = Feedback::refused(text, Some(ko));
    let html = page_of(&game.0, BLACK, Look::Now, Some(refusal), ["Ann", "Bob"]);
    assert_eq!(bubble(&html), why);
    assert!(tag(&html, "said").unwrap().contains(" hidden"));

    let corner = Two::on(5).play("A2 E5 B1").0.clone();
    let corner = Two(corner);
    let a1 = Point::from_vertex("A1", Size::square(5).unwrap()).unwrap();
    let html = page(&corner, WHITE, Look::Chosen(a1));
    assert_eq!(bubble(&html), "Suicide: the stone would have no liberty.");
}

#[test]
fn a_refusal_without_a_point_stands_by_the_buttons() {
    let game = scoring();
    let size = game.0.state().record().size();
    let stale = Feedback::refused(words::refusal(Refusal::StaleScore, size), None);
    let html = page_of(&game.0, BLACK, Look::Now, Some(stale), ["Ann", "Bob"]);
    let said = tag(&html, "said").unwrap();
    assert!(
        said.contains("role=\"alert\"") && said.contains("refused"),
        "{said}"
    );
    let text = inside(&html, "said").unwrap();
    assert_eq!(
        text,
        "Something has changed: review the board, then try again."
    );
    let note = Feedback::note(words::merged(&Name::new("Bob", true).unwrap()));
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
    assert!(html.contains("This marks 2 stones in 2 groups dead."));
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

    // A player who is done sees why nothing can be marked.
    game.ask(Color::Black, View::done);
    assert_eq!(form(&game, "H7"), "asks");
    let html = page(&game, BLACK, Look::Chosen(h7));
    let text = "You have pressed Done. Take that back first.";
    assert_eq!(bubble(&html), text);
    assert!(tag(&html, "ask-mark").is_none());
}

#[test]
fn every_size_has_its_places() {
    let style = &assets::STYLE.text;
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
        assert_eq!(points.count(), size.point_count(), "{size}");
        let first = Point::from((0, 0)).vertex(size);
        let chosen = format!(">{first} not played yet<");
        let [width, height] = [size.cols(), size.rows()].map(|lines| 30 * (lines + 1));
        let picture = format!("viewBox=\"0 0 {width} {height}\"");
        assert!(html.contains(&chosen) && html.contains(&picture), "{size}");
    }
}
