//! What a page shows of a suggestion.

use super::{BLACK, Two, WHITE, inside, page, scoring, tag};
use crate::pages::Look;
use gokata::agreement::{Suggestion, View, Viewer};
use gokata::scoring::Mark;
use gokata::{Color, Point, Size};

fn points(names: &[&str]) -> Vec<Point> {
    let at = |name: &&str| Point::from_vertex(name, Size::square(9).ok()?);
    names.iter().filter_map(at).collect()
}

/// One white stone is dead for certain, one is unsettled; a black stone is likely dead, another one a guess.
fn suggested() -> Two {
    let mut two = scoring();
    let suggestion = Suggestion {
        dead: points(&["B2", "B5", "B8", "G3", "H7"]),
        open: points(&["H7", "B8"]),
        unsettled: points(&["B8"]),
        doubtful: points(&["G3"]),
        proven: points(&["B2", "D1"]),
        ..Suggestion::default()
    };
    two.ask(Color::White, |view| view.suggest(suggestion.clone()));
    two
}

fn button(html: &str, point: &str) -> String {
    let (_, rest) = html.split_once(&format!(" value=\"{point}\"")).unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    rest.split_once("</button>").unwrap().0.to_owned()
}

#[test]
fn a_suggestion_says_what_is_in_doubt_until_the_next_mark() {
    let mut two = suggested();
    for viewer in [BLACK, WHITE, Viewer::Spectator] {
        let html = page(&two, viewer, Look::Now);
        for (point, said) in [
            ("B2", "B2 white dead"),
            ("B8", "B8 white dead, unsettled"),
            ("G3", "G3 black dead, in doubt"),
            ("H7", "H7 black dead, open"),
            ("D1", "D1 black"),
            ("A1", "A1 Black’s"),
        ] {
            assert_eq!(button(&html, point), said);
        }
        let legend = inside(&html, "suggested").unwrap();
        // Spectators are not asked to do anything.
        let advises = viewer != Viewer::Spectator;
        for advice in [
            "change what is wrong",
            "Resume play",
            "look at these yourselves",
        ] {
            assert_eq!(legend.contains(advice), advises, "{legend}");
        }
        for said in [
            "most likely not finished: whoever plays first decides about B8, or a ko does.",
            "Unsettled: the first move decides, or a ko",
            "No sign: proven, or so in at least 95 of 100 random games",
        ] {
            assert!(legend.contains(said), "{legend}");
        }
        // On the board and, for a white stone, in the legend; nothing else has a sign.
        for (class, stones, shown) in [
            ("sl sb", 1, 1),
            ("su sw", 1, 2),
            ("so sb", 1, 1),
            ("sl sw", 0, 1),
            ("su sb", 0, 0),
            ("so sw", 0, 1),
        ] {
            let class = format!("class=\"{class}\" d=\"");
            let drawn: Vec<&str> = html.split(&class).skip(1).collect();
            assert_eq!(drawn.len(), shown, "{class}");
            let signs = drawn.iter().filter(|path| !path.starts_with("M0 0"));
            let signs = signs.map(|path| path.split('"').next().unwrap().matches('M').count());
            assert_eq!(signs.sum::<usize>(), stones, "{class}");
        }
        // A guess has a question mark in place of the cross, and what is unsettled an arrow.
        let crosses = html.split_once("class=\"bx\" d=\"").unwrap().1;
        let crosses = crosses.split_once('"').unwrap().0;
        assert_eq!(crosses.matches('M').count(), 1, "{crosses}");
    }
    let said = |two: &Two, viewer| {
        let html = page(two, viewer, Look::Now);
        let messages = html.split_once("class=\"messages\"").unwrap().1;
        messages.split_once("</div>").unwrap().0.to_owned()
    };
    let own = said(&two, WHITE);
    assert!(
        own.contains("You asked for a suggestion: marked 5 stones dead (B8 H7 B5 G3 B2)."),
        "{own}"
    );
    let other = said(&two, BLACK);
    assert!(
        other.contains("asked for a suggestion: marked 5"),
        "{other}"
    );
    let earlier = page(&two, BLACK, Look::Earlier(3, None));
    assert!(tag(&earlier, "suggested").is_none() && !earlier.contains(", in doubt"));
    two.mark(Color::Black, "H7", Mark::Alive);
    let html = page(&two, BLACK, Look::Now);
    assert!(tag(&html, "suggested").is_none() && !html.contains(", in doubt"));
}

/// A suggestion of which nobody has to doubt anything has no sign on the board.
#[test]
fn a_suggestion_that_changes_nothing_says_so() {
    let mut two = scoring();
    let sure = Suggestion {
        proven: points(&["D1"]),
        ..Suggestion::default()
    };
    two.ask(Color::White, |view| view.suggest(sure.clone()));
    let html = page(&two, WHITE, Look::Now);
    let said = "You asked for a suggestion: no stone seems to be dead, so nothing is marked.";
    assert!(html.contains(said));
    let legend = inside(&html, "suggested").unwrap();
    let marks = "These marks are a suggestion: check them, and change what is wrong.";
    let only = format!("{marks}No sign: proven, or so in at least 95 of 100 random games");
    assert_eq!(legend, only);
    assert!(!html.contains("class=\"sl"));
    two.mark(Color::Black, "B2", Mark::Dead);
    let dead = two.0.state().marks().dead().list();
    let agreed = Suggestion { dead, ..sure };
    two.ask(Color::White, |view| view.suggest(agreed.clone()));
    let html = page(&two, BLACK, Look::Now);
    assert!(html.contains("asked for a suggestion: it agrees with the marks on the board."));
}

#[test]
fn only_who_marks_can_ask_for_a_suggestion() {
    let mut two = scoring();
    let offers = |two: &Two, viewer, look| tag(&page(two, viewer, look), "suggest").is_some();
    assert!(offers(&two, BLACK, Look::Now) && offers(&two, WHITE, Look::Now));
    assert!(!offers(&two, Viewer::Spectator, Look::Now));
    assert!(!offers(&two, BLACK, Look::Earlier(3, None)));
    assert!(!offers(&Two::on(9), BLACK, Look::Now));
    two.ask(Color::Black, View::done);
    assert!(!offers(&two, BLACK, Look::Now) && offers(&two, WHITE, Look::Now));
    // It voids the approval, and the page says so.
    let life = two.0.state().standing().life();
    two.ask(Color::White, |view| view.suggest(Suggestion::from(&life)));
    let html = page(&two, BLACK, Look::Now);
    assert!(html.contains("Your Done no longer counts: look again."));
    assert!(offers(&two, BLACK, Look::Now));
    two.ask(Color::Black, View::done)
        .ask(Color::White, View::done);
    assert!(!offers(&two, BLACK, Look::Now) && !offers(&two, WHITE, Look::Now));
}
