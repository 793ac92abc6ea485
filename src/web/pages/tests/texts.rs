//! Sentences, the start page, the page after a game was made, assets.

use super::{BLACK, Two, attribute, inside, page, tag};
use crate::form::{Form, FormErrors};
use crate::pages::{Look, asset, assets, start, words};
use gokata::agreement::{Refusal, Stage};
use gokata::scoring::{Mark, MarkError};
use gokata::{IllegalMove, Point, Rules, Size};

#[test]
fn a_refusal_is_a_sentence_with_the_names_of_points() {
    let size = Size::square(9).unwrap();
    let point = Point::from((2, 3));
    let mut all =
        Vec::from([Stage::Play, Stage::Scoring, Stage::Finished].map(Refusal::WrongPhase));
    all.extend(Mark::ALL.map(Refusal::MarkNotOffered));
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
    let html = start(&Form::default(), &FormErrors::new(), true).into_string();
    assert!(html.contains("value=\"japanese,tax=none\" selected>Japanese, seki by agreement<"));
    assert_eq!(attribute(tag(&html, "size").unwrap(), "value"), Some("19"));
    assert!(!html.contains("aria-invalid"));
    let typed = "size=9x13&rules=chinese,komi%3D3&color=lot&komi=six&handicap=3&name=Ann";
    let form: Form = serde_urlencoded::from_str(typed).unwrap();
    let html = start(&form, &form.check(true).unwrap_err(), true).into_string();
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
    assert_eq!(
        inside(&html, "komi-error").unwrap(),
        "`six` is not a komi such as 7, 6.5 or -0.5, from -150 to 150"
    );
    for [value, ..] in words::form::RULES {
        value.parse::<Rules>().unwrap();
    }
}

#[test]
fn a_link_is_shown_and_an_address_can_be_corrected() {
    let html = page(&Two::on(9), BLACK, Look::Made);
    assert!(html.contains("href=\"https://go.example/g/ANNSLINK\""));
    assert!(html.contains("goes to <bdi>Bob</bdi> at bob@example.org"));
    assert!(html.contains("You have Black, and the first move."));
    for (id, value) in [
        ("opponent-link", "https://go.example/g/BOBSLINK"),
        ("invite-mail", "bob@example.org"),
    ] {
        assert_eq!(attribute(tag(&html, id).unwrap(), "value"), Some(value));
    }
}

#[test]
fn assets_are_found_by_their_hash() {
    for file in [&assets::SCRIPT, &assets::STYLE, &assets::ICON] {
        assert_eq!(asset(&file.path).unwrap().text, file.text);
    }
    assert!(asset("/s/0.js").is_none());
}
