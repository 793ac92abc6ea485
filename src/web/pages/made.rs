//! The page after a game was made: where both players go now.

use maud::{Markup, html};

use super::frame::page;
use super::isolate::{isolated, text};
use super::words;
use super::words::form;
use crate::name::Name;
use gokata::Color;

/// A game that has just been made.
pub(crate) struct Made<'a> {
    /// The one who made it.
    pub own: OneMade<'a>,
    pub opponent: OneMade<'a>,
    /// The color that `own` has.
    pub color: Color,
    /// Who plays first: White if there are handicap stones.
    pub first: Color,
}

/// One player of a new game.
pub(crate) struct OneMade<'a> {
    pub name: &'a Name,
    /// The whole address, or `None` if it was mailed and must not be shown.
    pub link: Option<&'a str>,
}

pub(crate) fn made(made: &Made) -> Markup {
    let opponent = isolated(made.opponent.name);
    let first = if made.first == made.color {
        &made.own
    } else {
        &made.opponent
    };
    let main = html! {
        main #page .text {
            h1 { (form::MADE) }
            @if let Some(link) = made.own.link {
                h2 { (form::MADE_OWN) }
                (address("own-link", form::MADE_OWN, link))
            }
            h2 { (text(&form::made_other(&opponent))) }
            @match made.opponent.link {
                Some(link) => {
                    (address("opponent-link", &form::made_other(&opponent), link))
                    p { (text(&form::made_send(&opponent))) }
                    p { (text(&form::made_keep(&opponent))) }
                }
                None => p { (text(&form::made_mailed(&opponent))) }
            }
            p { (text(&form::made_next(&isolated(first.name), words::color(made.color), made.first == made.color))) }
            @if let Some(link) = made.own.link {
                p { a .button .main #open href=(link) { (form::MADE_PLAY) } }
            }
        }
    };
    page(form::MADE, &main)
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
