//! What a player is asked before something that cannot be taken back.

use maud::{Markup, html};

use super::buttons::{Buttons, mark_form, mark_to_confirm};
use super::isolate::{plain, text};
use super::scene::{Look, Question, Scene};
use super::words;
use crate::link::random_name;
use gokata::agreement::View;

/// The name of a request, and the numbers that say what the player has seen.
pub(super) fn numbers(fields: &[(&str, String)]) -> Markup {
    html! {
        input type="hidden" name="req" value=(random_name());
        @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
    }
}

/// The questions that the viewer may ask for. One is open if the page was asked for it; the script opens the others.
pub(super) fn dialogs(scene: &Scene, buttons: &Buttons) -> Markup {
    let view = scene.view;
    if scene.is_earlier() {
        return html! {};
    }
    let asked = Question::ALL
        .into_iter()
        .filter(|question| question.is_allowed(view));
    html! {
        @for question in asked {
            @let (sentence, button) = words::question(question, scene);
            @let open = scene.shown.look == Look::Question(question);
            dialog id={ "ask-" (question.name()) } open[open] aria-label=(plain(&sentence)) {
                form method="post" action={ (scene.path()) "/" (question.name()) } {
                    (numbers(&fields(scene, question)))
                    p { (text(&sentence)) }
                    (answers(scene, button, question != Question::Pass))
                }
            }
        }
        @if let Some((point, group)) = mark_to_confirm(scene, buttons) {
            @let (sentence, button) = words::mark_question(&group.changes, group.chains);
            dialog #ask-mark open aria-label=(sentence) {
                (mark_form(scene, group.mark, "confirm", &html! {
                    input type="hidden" name="point" value=(point.vertex(view.size));
                    p { (sentence) }
                    (answers(scene, button, false))
                }))
            }
        }
    }
}

/// `is_grave` puts the focus on Cancel: Enter pressed twice must not end a game.
fn answers(scene: &Scene, button: &str, is_grave: bool) -> Markup {
    html! {
        p .answers {
            button .main { (button) }
            a .button .cancel href=(scene.path()) autofocus[is_grave] { (words::CANCEL) }
        }
    }
}

/// What a turn says about the game that the player has seen.
pub(super) fn turn(view: &View) -> [(&'static str, String); 2] {
    [
        ("move_no", view.move_no.to_string()),
        ("taken_back", view.taken_back.to_string()),
    ]
}

/// What the form of a question says about the game that the player has seen.
fn fields(scene: &Scene, question: Question) -> Vec<(&'static str, String)> {
    let view = scene.view;
    let number = ("number", view.scoring_number.to_string());
    match question {
        Question::Pass => turn(view).to_vec(),
        Question::Done => vec![
            number,
            ("retracted", view.retracted.to_string()),
            ("board", view.board.clone()),
        ],
        Question::Resume | Question::Claim => vec![number],
        Question::Resign => Vec::new(),
        Question::Void => vec![("seq", view.seq.to_string())],
    }
}
