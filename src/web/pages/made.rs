//! The page after a game was made, with the links of both players.

use maud::{Markup, html};

use super::frame::page;
use super::isolate::{isolated, text};
use super::words;
use super::words::form;
use crate::name::Name;
use gokata::Color;

/// A game that has just been made.
pub(crate) struct MadePage<'a> {
    /// The link of the player who made it.
    pub link: &'a str,
    pub opponent: &'a Name,
    /// The opponent's, or `None` if it was mailed and must not be shown.
    pub opponent_link: Option<&'a str>,
    /// The color of the player who made it.
    pub color: Color,
    /// Who plays first: White if there are handicap stones.
    pub first: Color,
}

pub(crate) fn made(made: &MadePage) -> Markup {
    let opponent = isolated(made.opponent);
    let is_first = made.first == made.color;
    let main = html! {
        main #page .text {
            h1 { (form::MADE) }
            h2 { (form::MADE_OWN) }
            (address("own-link", form::MADE_OWN, made.link))
            h2 { (text(&form::made_other(&opponent))) }
            @match made.opponent_link {
                Some(link) => {
                    (address("opponent-link", &form::made_other(&opponent), link))
                    p { (text(&form::made_send(&opponent))) }
                    p { (text(&form::made_keep(&opponent))) }
                }
                None => p { (text(&form::made_mailed(&opponent))) }
            }
            p { (text(&form::made_next(&opponent, words::color(made.color), is_first))) }
            p { a .button .main #open href=(made.link) { (form::MADE_PLAY) } }
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
