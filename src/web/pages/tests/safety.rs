//! Names, the policy of the browser, requests, and the size of pages.

use std::collections::HashSet;

use super::{BLACK, Two, WHITE, page, page_of, scoring, tags};
use crate::form::{Form, FormErrors};
use crate::name::Name;
use crate::pages::{
    Feedback, Look, Question, Stopped, assets, message, own_link, start, stop, words,
};
use gokata::agreement::{Suggestion, View, Viewer};
use gokata::is_legal_move;
use gokata::{Color, Move, Point, Random, Size};

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
        Look::Earlier(3, None),
        Look::Chosen(point),
        Look::Chosen(Point::from((0, 0))),
    ];
    looks.extend(Question::ALL.map(Look::Question));
    for game in &games {
        for viewer in [BLACK, WHITE, Viewer::Spectator] {
            for look in &looks {
                let said = Feedback::note(words::merged(&Name::new(names[1], true).unwrap()));
                pages.push(page_of(&game.0, viewer, *look, Some(said), names));
            }
        }
    }
    pages.push(own_link("https://go.example/g/x", true).into_string());
    pages.push(page_of(&games[0].0, WHITE, Look::Made, None, names));
    let usual = Form::default();
    pages.push(start(&usual, &FormErrors::new(), true).into_string());
    let typed = usual.fields().map(|(field, _)| (field, names[0]));
    let typed = serde_urlencoded::to_string(typed).unwrap();
    let wrong = |(field, _)| (field, names[1].parse::<Size>().unwrap_err().into());
    let errors = FormErrors::from(usual.fields().map(wrong));
    let form = serde_urlencoded::from_str(&typed).unwrap();
    pages.push(start(&form, &errors, true).into_string());
    pages.push(message("Not found", names[0]).into_string());
    for stopped in [Stopped::Nothing, Stopped::Game, Stopped::Server] {
        pages.push(stop("/m/x/stop", stopped).into_string());
    }
    pages
}

/// All tags, each with what stands outside of quotes in it.
fn all_tags(html: &str) -> impl Iterator<Item = (&str, String)> {
    let tags = html.split('<').skip(1);
    let tags = tags.map(|part| part.split('>').next().unwrap());
    tags.map(|tag| (tag, tag.split('"').step_by(2).collect()))
}

/// The values of all attributes of this name.
fn values<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    let parts = html.split(start.as_str()).skip(1);
    parts.map(|part| part.split('"').next().unwrap()).collect()
}

#[test]
fn names_are_text_wherever_they_stand() {
    let names = ["<script>alert('1')</script>\"]", "\" onload=x &lt; <b>"];
    for html in all_pages(names) {
        assert_eq!(tags(&html, "script").len(), 1, "{html}");
        assert!(tags(&html, "b").iter().all(|tag| tag.is_empty()), "{html}");
        for (tag, outside) in all_tags(&html) {
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
        for (tag, outside) in all_tags(&html) {
            for start in ["style", "base"] {
                assert!(!tag.starts_with(start), "{tag}");
            }
            for bad in [" style=", " on"] {
                assert!(!outside.contains(bad), "{tag}");
            }
            let elsewhere = tag.replace("https://go.example/", "");
            for bad in ["javascript:", "=\"data:", "http:", "//"] {
                assert!(!elsewhere.contains(bad), "{tag}");
            }
        }
        assert_eq!(
            tags(&html, "script"),
            [format!(" src=\"{}\" defer", assets::SCRIPT.path)]
        );
        assert!(html.contains("<script src=") && html.contains(" defer></script>"));
        assert_eq!(html.matches("<h1").count(), 1);
        // Every id is there once.
        let mut ids = values(&html, "id");
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{ids:?}");
    }
}

#[test]
fn every_form_that_changes_something_is_a_request_of_its_own() {
    let mut seen = HashSet::new();
    let mut forms = 0;
    for html in all_pages(["Ann", "Bob"]) {
        let parts = html.split("<form").skip(1);
        for form in parts.map(|part| part.split("</form>").next().unwrap()) {
            let is_post = form.contains("method=\"post\"");
            let names = values(form, "name=\"req\" value");
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

/// A long game on a full board, in play and while it is scored.
#[test]
fn pages_are_small() {
    let mut game = Two::on(19);
    let mut random = Random::new(7);
    while game.0.state().record().turns() < 300 {
        let record = game.0.state().record().clone();
        let side = record.to_play();
        let is_good = |point: &Point| {
            let play = Move::play(side, *point);
            !record.board().is_eye(*point, side) && is_legal_move(play, &record)
        };
        let points: Vec<Point> = record.size().points().filter(is_good).collect();
        let point = points[random.below(points.len())];
        game.ask(side, |view| view.play(point));
    }
    let playing = page(&game, BLACK, Look::Now);
    game.play("- -");
    let scoring = page(&game, BLACK, Look::Now);
    let life = game.0.state().standing().life();
    game.ask(Color::White, |view| view.suggest(Suggestion::from(&life)));
    let suggested = page(&game, BLACK, Look::Now);
    for (html, most) in [(playing, 50_000), (scoring, 51_000), (suggested, 61_000)] {
        let main = html.find("</main>").unwrap() - html.find("<main").unwrap();
        assert!(
            main < most && html.len() < most + 2_000,
            "{} {main}",
            html.len()
        );
    }
    assert!(assets::SCRIPT.text.len() <= 12 * 1024);
    assert!(assets::SCRIPT.text.lines().count() <= 250);
}
