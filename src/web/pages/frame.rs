//! What every page has around it, and the pages that consist of a sentence.

use maud::{DOCTYPE, Markup, html};

use super::assets::{ICON, SCRIPT, STYLE};
use super::isolate::{plain, text};
use super::words;
use super::words::form;

/// A whole page with this `<main>`.
pub(super) fn page(title: &str, main: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (plain(title)) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex, noarchive";
                link rel="icon" href=(ICON.path) type="image/svg+xml";
                link rel="stylesheet" href=(STYLE.path);
                script src=(SCRIPT.path) defer {}
            }
            body {
                // They stay when the script replaces the page.
                p #live .sr role="status" {}
                p #net hidden {}
                div #words hidden data-play=(words::play_at("{}")) data-unplayed=(words::not_played("{}"))
                    data-unsaved=(words::UNSAVED) data-failed=(words::NOT_SAVED) data-reconnecting=(words::RECONNECTING)
                    data-connected=(words::CONNECTED) data-copied=(words::COPIED) data-noscore=(words::NO_SCORE) data-choose=(words::CHOOSE)
                    data-closed=(words::QUESTION_CLOSED) data-come=(form::COME) {}
                (main)
            }
        }
    }
}

/// A page with one sentence: there is no such game, too many requests, …
pub(crate) fn message(title: &str, sentence: &str) -> Markup {
    let main = html! {
        main #page .text {
            h1 { (title) }
            p { (text(sentence)) }
            p { a href="/" { (words::TO_START) } }
        }
    };
    page(title, &main)
}

/// Which mails are stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    Nothing,
    /// Those of the game.
    Game,
    /// Those of every game of this server.
    Server,
}

/// The page at the link in a mail that stops mails.
pub(crate) fn stop(path: &str, stopped: Stopped) -> Markup {
    let button = |what: &str, text: &str| html! { button name="what" value=(what) { (text) } };
    let main = html! {
        main #page .text {
            h1 { (form::STOP_TITLE) }
            @match stopped {
                Stopped::Nothing => p { (form::STOP_ABOUT) },
                Stopped::Game => p { (form::STOPPED) },
                Stopped::Server => p { (form::STOPPED_ALL) },
            }
            form method="post" action=(path) {
                p {
                    @match stopped {
                        Stopped::Nothing => {
                            (button("game", form::STOP_BUTTON))
                            " "
                            (button("server", form::STOP_ALL_BUTTON))
                        }
                        Stopped::Game => {
                            (button("server", form::STOP_ALL_BUTTON))
                            " "
                            (button("again", form::MAILS_AGAIN))
                        }
                        Stopped::Server => (button("again", form::MAILS_AGAIN)),
                    }
                }
            }
        }
    };
    page(form::STOP_TITLE, &main)
}
