//! The start page, the page after a game was made, and the page of a mail's stop-link.

use crate::basics::Rules;

// The page of a mail's stop-link.
pub(in crate::web) const STOP_TITLE: &str = "Stop mails about this game";
pub(in crate::web) const STOP_ABOUT: &str =
    "No more mails will be sent to you about this game. You can still play.";
pub(in crate::web) const STOP_BUTTON: &str = "Stop mails";
pub(in crate::web) const STOPPED: &str = "No more mails will be sent to you about this game.";

// The start page.
pub(in crate::web) const GO: &str = "Go for two";
pub(in crate::web) const GO_ABOUT: &str = "Two people play Go, each by a link of their own. No account. The server knows the rules: it refuses an illegal move and says why, and at the end both mark dead stones until both approve the same count. Any field below may stay empty.";
pub(in crate::web) const MAKE: &str = "Make the game";
pub(in crate::web) const FORM_WRONG: &str =
    "The game has not been made yet: see the fields marked below.";
pub(in crate::web) const LEGEND_YOU: &str = "You";
pub(in crate::web) const LEGEND_OTHER: &str = "Your opponent";
pub(in crate::web) const LEGEND_GAME: &str = "The game";
pub(in crate::web) const FIELD_NAME: &str = "Name";
pub(in crate::web) const FIELD_MAIL: &str = "E-mail address";
pub(in crate::web) const OWN_MAIL_ABOUT: &str = "For a mail when it is your turn and you are away.";
pub(in crate::web) const OTHER_MAIL_ABOUT: &str =
    "If you give it, the link is mailed; otherwise you send it yourself.";
pub(in crate::web) const FIELD_COLOR: &str = "Your color";
pub(in crate::web) const FIELD_SIZE: &str = "Board";
pub(in crate::web) const SIZE_ABOUT: &str =
    "A number of lines from 5 to 25, as 19, or two, as 9x13.";
pub(in crate::web) const FIELD_HANDICAP: &str = "Handicap";
pub(in crate::web) const FIELD_KOMI: &str = "Komi";
pub(in crate::web) const KOMI_ABOUT: &str =
    "Points for White. Empty: what the rules say, or 0.5 with handicap stones.";
pub(in crate::web) const FIELD_RULES: &str = "Rules";
pub(in crate::web) const RULES_ABOUT: &str = "What the rules say";
pub(in crate::web) const FIELD_CLAIM: &str =
    "If one of you falls silent while the stones are marked";
pub(in crate::web) const CLAIM_ABOUT: &str =
    "A player who has approved the count may then claim it. Three reminders go first.";

/// The values of the field `color`.
pub(in crate::web) const COLORS: [[&str; 2]; 3] =
    [["black", "Black"], ["white", "White"], ["lot", "by lot"]];

/// The values of the field `claim`: days.
pub(in crate::web) const CLAIMS: [[&str; 2]; 2] = [
    ["0", "The game waits, however long"],
    ["30", "The result can be claimed after 30 days"],
];

pub(in crate::web) const USUAL_SIZES: [&str; 3] = ["9", "13", "19"];

/// The values of the field `rules`, their names, and a sentence about each.
pub(in crate::web) const RULES: [[&str; 3]; 7] = [
    [
        "japanese,tax=none",
        "Japanese, seki by agreement",
        "Surrounded points and prisoners count. Eyes in a seki are what you two mark as neutral. Komi 6.5.",
    ],
    [
        "chinese",
        "Chinese",
        "Living stones and surrounded points count. Simple ko. Komi 7.5.",
    ],
    [
        "aga",
        "AGA, British, French",
        "Area counts; no earlier board may return with the same player to move. Komi 7.5.",
    ],
    [
        "new-zealand",
        "New Zealand",
        "As AGA, and several stones may take themselves off. Komi 7.",
    ],
    [
        "tromp-taylor",
        "Tromp-Taylor",
        "Area counts, no earlier board may return, and no stone is dead: take it before you pass. Komi 7.5.",
    ],
    [
        "japanese",
        "Japanese, seki by the computer",
        "Territory beside an open neutral point counts as seki, so fill all neutral points first. Komi 6.5.",
    ],
    [
        "kata",
        "The kata's rules",
        "Area counts, simple ko, no suicide. No komi.",
    ],
];

/// The value of the field `rules` for rules of a game, which may have another komi.
pub(in crate::web) fn rules_value(rules: Rules) -> String {
    let same = |[value, ..]: &[&str; 3]| {
        let listed = value.parse::<Rules>();
        listed.is_ok_and(|listed| {
            Rules {
                komi: rules.komi,
                ..listed
            } == rules
        })
    };
    let listed = RULES.iter().find(|choice| same(choice));
    listed.map_or_else(|| rules.to_string(), |[value, ..]| (*value).to_owned())
}

/// The values of the field `handicap`, with their names.
pub(in crate::web) fn handicaps() -> Vec<[String; 2]> {
    let none = ["0".to_owned(), "none".to_owned()];
    let stones = (2..=9).map(|stones| [stones.to_string(), format!("{stones} stones")]);
    std::iter::once(none).chain(stones).collect()
}

/// A usual size of a board.
pub(in crate::web) fn size(lines: &str) -> String {
    format!("{lines} × {lines}")
}

// The page after a game was made.
pub(in crate::web) const MADE: &str = "The game is made";
pub(in crate::web) const MADE_OWN: &str = "Your link";
pub(in crate::web) const MADE_SHOWN_ONCE: &str =
    "Keep both links now: this page is shown only once, and a lost link cannot be asked for.";
pub(in crate::web) const MADE_PLAY: &str = "Open the board";

pub(in crate::web) fn made_other(name: &str) -> String {
    format!("Link for {name}")
}

pub(in crate::web) fn made_send(name: &str) -> String {
    format!("Send it to {name}: whoever opens it plays as {name}.")
}

pub(in crate::web) fn made_mailed(name: &str) -> String {
    format!("A mail with the link is on its way to {name}.")
}

pub(in crate::web) fn made_next(first: &str, color: &str, own: bool) -> String {
    if own {
        format!("You have {color}, and the first move.")
    } else {
        format!("You have {color}. {first} has the first move.")
    }
}
