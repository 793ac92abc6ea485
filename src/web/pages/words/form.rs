//! The start page, the page after a game was made, and the page of a mail's stop-link.

use gokata::Rules;

// The page of a mail's stop-link.
pub(crate) const STOP_TITLE: &str = "Stop mails";
pub(crate) const STOP_ABOUT: &str = "You can stop the mails about this game, or about every game on this server, also those that others make later with your address. You can still play.";
pub(crate) const STOP_BUTTON: &str = "No mails about this game";
pub(crate) const STOP_ALL_BUTTON: &str = "No mails from this server";
pub(crate) const STOPPED: &str = "No more mails will be sent to you about this game.";
pub(crate) const STOPPED_ALL: &str = "No more mails will be sent to this address from this server.";
pub(crate) const MAILS_AGAIN: &str = "Send mails again";

// The start page.
pub(crate) const GO: &str = "Go for two";
pub(crate) const GO_ABOUT: &str =
    "A board for two, each with a link of their own. No account. Any field may stay empty.";
pub(crate) const MAKE: &str = "Make the game";
pub(crate) const FORM_WRONG: &str = "The game has not been made yet: see the fields marked below.";
pub(crate) const LEGEND_YOU: &str = "You";
pub(crate) const LEGEND_OTHER: &str = "Your opponent";
pub(crate) const LEGEND_GAME: &str = "The game";
pub(crate) const LEGEND_RULES: &str = "Rules, as you like";
pub(crate) const FIELD_NAME: &str = "Name";
pub(crate) const FIELD_MAIL: &str = "E-mail address";
pub(crate) const OWN_MAIL_ABOUT: &str = "For a mail when it is your turn and you are away.";
pub(crate) const OTHER_MAIL_ABOUT: &str =
    "If you give it, the link is mailed; otherwise you send it yourself.";
pub(crate) const FIELD_COLOR: &str = "Your color";
pub(crate) const FIELD_SIZE: &str = "Board";
pub(crate) use crate::errors::SIZE_ABOUT;
pub(crate) const FIELD_HANDICAP: &str = "Handicap";
pub(crate) const FIELD_KOMI: &str = "Komi";
pub(crate) const KOMI_ABOUT: &str =
    "Points for White. Empty: as usual under these rules, or 0.5 with handicap stones.";
pub(crate) const FIELD_RULES: &str = "Rules";
pub(crate) const RULES_ABOUT: &str = "What the rules say";
pub(crate) const FIELD_CLAIM: &str = "If one of you falls silent while the stones are marked";
pub(crate) const CLAIM_ABOUT: &str =
    "A player who has approved the count may then claim it. Three reminders go first.";

/// The values of the field `color`.
pub(crate) const COLORS: [[&str; 2]; 3] =
    [["black", "Black"], ["white", "White"], ["lot", "Random"]];

/// The values of the field `claim`: days.
pub(crate) const CLAIMS: [[&str; 2]; 2] = [
    ["0", "The game waits, however long"],
    ["30", "The result can be claimed after 30 days"],
];

pub(crate) const USUAL_SIZES: [&str; 3] = ["9", "13", "19"];

/// The values of the field `rules`, their names, and a sentence about each.
pub(crate) const RULES: [[&str; 3]; 7] = [
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
        "Plain area rules",
        "Living stones and surrounded points count. Simple ko, no suicide, no komi.",
    ],
];

/// The rules of a game, as its page names them.
pub(crate) fn rules_name(rules: Rules) -> String {
    let value = rules_value(rules);
    let listed = RULES.iter().find(|[listed, ..]| *listed == value);
    listed.map_or(value, |[_, name, _]| (*name).to_owned())
}

/// The value of the field `rules` for rules of a game, which may have another komi.
pub(crate) fn rules_value(rules: Rules) -> String {
    let same = |[value, ..]: &[&str; 3]| {
        let listed = value.parse::<Rules>();
        // Older games lack the last pass, which changes nothing here: in the listed rules no pass costs a stone.
        let same = |listed: Rules| {
            listed
                .with_komi(rules.komi())
                .with_last_pass(rules.last_pass())
        };
        listed.is_ok_and(|listed| same(listed) == rules)
    };
    let listed = RULES.iter().find(|choice| same(choice));
    listed.map_or_else(|| rules.to_string(), |[value, ..]| (*value).to_owned())
}

/// The values of the field `handicap`, with their names.
pub(crate) fn handicaps() -> Vec<[String; 2]> {
    let none = ["0".to_owned(), "none".to_owned()];
    let stones = (2..=9).map(|stones| [stones.to_string(), format!("{stones} stones")]);
    std::iter::once(none).chain(stones).collect()
}

// The page after a game was made.
pub(crate) const MADE: &str = "The game is made";
pub(crate) const MADE_OWN: &str = "Your link";
pub(crate) const MADE_PLAY: &str = "Open the board";

pub(crate) fn made_other(name: &str) -> String {
    format!("Link for {name}")
}

pub(crate) fn made_send(name: &str) -> String {
    format!("Send it to {name}: anyone who opens it plays as {name}.")
}

pub(crate) fn made_keep(name: &str) -> String {
    format!(
        "Keep your own link: it is your only way back to the game. Your board shows the link for {name}, too, until {name} has come."
    )
}

/// Below the opponent's link on the maker's board.
pub(crate) fn invite(name: &str) -> String {
    format!(
        "{name} has not opened the game yet. Anyone who opens this link plays as {name}, so send it to nobody else."
    )
}

pub(crate) fn made_mailed(name: &str, email: &str) -> String {
    format!("A mail with the link goes to {name} at {email}.")
}

/// Instead of the opponent's link, once they have opened it; and what the script says then, after the name.
pub(crate) const COME: &str = "has come.";
pub(crate) const MADE_COME: &str = "Keep your own link: it is your only way back to the game.";

pub(crate) const INVITE: &str = "Mail the link to";
pub(crate) const INVITE_AGAIN: &str = "Wrong address? Mail it to";
pub(crate) const INVITE_SEND: &str = "Send";

// The page that shows a player's own link.
pub(crate) const OWN_LINK: &str = "Your link to the game";
pub(crate) const OWN_LINK_NEW: &str = "This is a new link. Your old one opens nothing any more.";
pub(crate) const OWN_LINK_KEEP: &str = "Keep it, as a bookmark or in a message to yourself: it is your only way back to the game. Give it to nobody: anyone who has it can play for you.";

pub(crate) fn made_next(opponent: &str, color: &str, is_first: bool) -> String {
    if is_first {
        format!("You have {color}, and the first move.")
    } else {
        format!("You have {color}. {opponent} has the first move.")
    }
}
