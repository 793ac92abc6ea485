//! The page after a game was made, with the links of both players.

use maud::{Markup, html};

use super::frame::page;
use super::isolate::text;
use super::questions::numbers;
use super::scene::{Invitation, Scene};
use super::words;
use super::words::form;
use gokata::Color;

/// The page of a game that has just been made.
pub(super) fn made(scene: &Scene, it: &Invitation) -> Markup {
    let (opponent, path) = (scene.opponent(), scene.path());
    let opening = scene.state().record().at(0);
    let first = opening.map_or(Color::Black, |opening| opening.to_play());
    let you = scene.player().unwrap_or(Color::Black);
    let main = html! {
        main #page .text data-path=(path) data-seq=(scene.view.seq) data-people=(scene.shown.live.people()) {
            h1 { (form::MADE) }
            h2 { (form::MADE_OWN) }
            (address("own-link", form::MADE_OWN, scene.shown.link))
            div #invite {
                h2 { (text(&form::made_other(&opponent))) }
                (invitation(it, &opponent, &path, scene.shown.mails))
                p { (text(&form::made_send(&opponent))) }
                p { (text(&form::made_keep(&opponent))) }
            }
            p #come hidden { b { (text(&opponent)) } " " (form::COME) " " (form::MADE_COME) }
            p { (text(&form::made_next(&opponent, words::color(you), first == you))) }
            p { a .button .main #open href=(scene.shown.link) { (form::MADE_PLAY) } }
        }
    };
    page(form::MADE, &main)
}

/// A player's own link, when it is new, or is wanted on another device.
pub(crate) fn own_link(link: &str, is_new: bool) -> Markup {
    let main = html! {
        main #page .text {
            h1 { (form::OWN_LINK) }
            @if is_new { p { (form::OWN_LINK_NEW) } }
            (address("own-link", form::OWN_LINK, link))
            p { (form::OWN_LINK_KEEP) }
            p { a .button .main #open href=(link) { (form::MADE_PLAY) } }
        }
    };
    page(form::OWN_LINK, &main)
}

/// The opponent's link, and a form that mails it.
pub(super) fn invitation(it: &Invitation, opponent: &str, path: &str, mails: bool) -> Markup {
    let email = it.email.as_deref().filter(|_| mails);
    html! {
        (address("opponent-link", &form::made_other(opponent), &it.link))
        @if let Some(email) = email { p #mailed { (text(&form::made_mailed(opponent, email))) } }
        @if mails {
            form method="post" action={ (path) "/invite" } {
                (numbers(&[]))
                label for="invite-mail" { (if email.is_none() { form::INVITE } else { form::INVITE_AGAIN }) }
                p .address {
                    input #invite-mail name="email" type="email" required maxlength="254" autocomplete="off" value=[email];
                    button { (form::INVITE_SEND) }
                }
            }
        }
    }
}

/// An address that can be copied; the script shows the button.
pub(super) fn address(id: &str, label: &str, link: &str) -> Markup {
    html! {
        p .address {
            input id=(id) readonly value=(link) aria-label=(super::isolate::plain(label));
            button .js hidden type="button" data-copy=(id) { (words::COPY) }
        }
    }
}
