//! What a page shows of a suggestion.

use super::{BLACK, Two, WHITE, inside, page, scoring, tag};
use crate::pages::Look;
use gokata::Color;
use gokata::agreement::{Suggestion, View, Viewer};
use gokata::scoring::Mark;

/// One white stone is dead for certain, one black stone is likely dead, another one a guess.
fn suggested() -> Two {
    let mut two = scoring();
    let at = |name: &str| gokata::Point::from_vertex(name, two.0.state().record().size());
    let points = |names: &[&str]| names.iter().filter_map(|name| at(name)).collect();
    let suggestion = Suggestion {
        dead: points(&["B2", "B5", "B8", "G3", "H7"]),
        open: points(&["H7"]),
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
fn a_suggestion_says_how_sure_it_is_until_the_next_mark() {
    let mut two = suggested();
    for viewer in [BLACK, WHITE, Viewer::Spectator] {
        let html = page(&two, viewer, Look::Now);
        for (point, said) in [
            ("B2", "B2 white dead, proven"),
            ("G3", "G3 black dead, likely"),
            ("H7", "H7 black dead, open"),
            ("D1", "D1 black, proven"),
            ("F1", "F1 white, likely"),
            ("A1", "A1 Black’s"),
        ] {
            assert_eq!(button(&html, point), said);
        }
        let legend = inside(&html, "suggested").unwrap();
        assert!(legend.contains("look at these yourselves: H7."), "{legend}");
        for (class, marks) in [
            ("sp sb", 1),
            ("sp sw", 2),
            ("sl sb", 1),
            ("sl sw", 2),
            ("so sb", 1),
            ("so sw", 1),
        ] {
            let class = format!("class=\"{class}\"");
            assert_eq!(html.matches(&class).count(), marks, "{class}");
        }
        // A guess has a question mark in place of the cross.
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
    assert!(tag(&earlier, "suggested").is_none() && !earlier.contains(", likely"));
    two.mark(Color::Black, "H7", Mark::Alive);
    let html = page(&two, BLACK, Look::Now);
    assert!(tag(&html, "suggested").is_none() && !html.contains(", likely"));
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
