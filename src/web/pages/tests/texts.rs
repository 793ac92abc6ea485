//! Sentences, the start page, the page after a game was made, assets.

use super::{attribute, inside, tag};
use crate::name::Name;
use crate::pages::{Made, StartForm, asset, assets, made, start, words};
use gokata::agreement::{Refusal, Stage};
use gokata::scoring::{Mark, MarkError};
use gokata::{Color, IllegalMove, Point, Rules, Size};

#[test]
fn every_refusal_is_a_sentence() {
    let size = Size::square(9).unwrap();
    let point = Point::from((2, 3));
    let mut all = vec![
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
    all.extend([Stage::Play, Stage::Scoring, Stage::Finished].map(Refusal::WrongPhase));
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
    for [value, ..] in words::form::RULES {
        value.parse::<Rules>().unwrap();
    }
}

#[test]
fn a_mailed_link_is_not_shown() {
    let game = Made {
        link: "https://go.example/g/own",
        opponent: &Name::new("Bob").unwrap(),
        opponent_link: None,
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
