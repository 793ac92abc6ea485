//! Every sentence of the pages. Nothing else holds English.
//!
//! Names in them are [isolated].

use super::isolate::isolated;
use super::shown::{Question, Scene};
use crate::agreement::{Event, How, Refusal, Stage, View, Viewer, ViewerState};
use crate::basics::{Action, Color, IllegalMove, Move, Point, Rules, Size};
use crate::pure::{BoardRecord, Explanation, play_move};
use crate::scoring::{Count, Item, Mark, MarkError, Marked, Outcome, PointState, Region, Score};
use crate::web::name::Name;

// Buttons and headings.
pub(super) const CANCEL: &str = "Cancel";
pub(super) const CHOOSE: &str = "Choose a point";
pub(super) const CLAIM: &str = "Claim the result";
pub(super) const COPY: &str = "Copy";
pub(super) const COUNT: &str = "Count";
pub(super) const DONE: &str = "Done";
pub(super) const DOWNLOAD: &str = "Game record (SGF)";
pub(super) const EARLIER: &str = "Moves";
pub(super) const FIRST: &str = "First";
pub(super) const KEYS: &str = "Keys, display, files";
pub(super) const LAST: &str = "Now";
pub(super) const LOG: &str = "Log";
pub(super) const NEXT: &str = "Next";
pub(super) const NO_MOVES: &str = "Nothing has been played yet.";
pub(super) const PASS: &str = "Pass";
pub(super) const PICTURE: &str = "Picture";
pub(super) const PREVIOUS: &str = "Previous";
pub(super) const RESIGN: &str = "Resign";
pub(super) const RESUME: &str = "Resume play";
pub(super) const SEND: &str = "Save";
pub(super) const SHOW: &str = "Show";
pub(super) const TAKE_BACK: &str = "Take back";
pub(super) const TOTAL: &str = "Total";
pub(super) const TO_NOW: &str = "Back to the game";
pub(super) const TO_START: &str = "Make a new game";
pub(super) const VOID: &str = "Void";
pub(super) const VOID_ABOUT: &str = "The game ends without a winner, if your opponent agrees.";
pub(super) const VOID_OFFER: &str = "Offer to void";
pub(super) const VOID_ACCEPT: &str = "Void the game";
pub(super) const YOU: &str = "you";
pub(super) const YOURSELF: &str = "Your name and mail";
pub(super) const AGAIN: &str = "Play again, colors swapped";
pub(super) const MOVE_NUMBER: &str = "Position after move";
pub(super) const WATCH: &str = "Link for spectators";

// What the script says. `{}` stands for a point.
pub(super) const UNSAVED: &str = "Not saved yet. Trying again …";
pub(super) const NOT_SAVED: &str = "Not saved: the server does not answer. Click again, or wait.";
pub(super) const RECONNECTING: &str = "Reconnecting …";
pub(super) const COPIED: &str = "Copied";
pub(super) const NO_SCORE: &str = "The score is counted after both have passed.";

// Preferences and keys, which only the script has.
pub(super) const ONE_CLICK: &str = "One click plays at once";
pub(super) const NO_COORDINATES: &str = "Hide coordinates";
pub(super) const KEYS_ABOUT: [[&str; 2]; 6] = [
    ["Arrows, Home, End", "move on the board"],
    ["Enter", "chooses a point; again, plays there"],
    ["D4 Enter", "chooses D4"],
    ["L", "goes to the last move"],
    ["S", "reads the score"],
    ["Escape", "gives the chosen point up"],
];

// The player's own place.
pub(super) const OWN_NAME: &str = "Your name";
pub(super) const OWN_MAIL: &str = "Your e-mail address";
pub(super) const WANTS_MAIL: &str = "When it is your turn and you are away";
pub(super) const WANTS_YES: &str = "a mail";
pub(super) const WANTS_NO: &str = "no mail";
pub(super) const NEW_LINK: &str = "New link";
pub(super) const NEW_LINK_ABOUT: &str =
    "If somebody else has your link, make a new one. The old one stops working at once.";
pub(super) const NO_NEW_LINK: &str = "You have made as many new links as a game allows.";
pub(super) const KEEP_LINK: &str =
    "Whoever has this page's address plays for you. Keep it, and give it to nobody.";

// The page of a mail's stop-link.
pub(super) const STOP_TITLE: &str = "Stop mails about this game";
pub(super) const STOP_ABOUT: &str =
    "No more mails will be sent to you about this game. You can still play.";
pub(super) const STOP_BUTTON: &str = "Stop mails";
pub(super) const STOPPED: &str = "No more mails will be sent to you about this game.";

// The start page.
pub(super) const GO: &str = "Go for two";
pub(super) const GO_ABOUT: &str = "Two people play Go, each by a link of their own. No account. The server knows the rules: it refuses an illegal move and says why, and at the end both mark dead stones until both approve the same count. Any field below may stay empty.";
pub(super) const MAKE: &str = "Make the game";
pub(super) const FORM_WRONG: &str = "The game has not been made yet: see the fields marked below.";
pub(super) const LEGEND_YOU: &str = "You";
pub(super) const LEGEND_OTHER: &str = "Your opponent";
pub(super) const LEGEND_GAME: &str = "The game";
pub(super) const FIELD_NAME: &str = "Name";
pub(super) const FIELD_MAIL: &str = "E-mail address";
pub(super) const OWN_MAIL_ABOUT: &str = "For a mail when it is your turn and you are away.";
pub(super) const OTHER_MAIL_ABOUT: &str =
    "If you give it, the link is mailed; otherwise you send it yourself.";
pub(super) const FIELD_COLOR: &str = "Your color";
pub(super) const FIELD_SIZE: &str = "Board";
pub(super) const SIZE_ABOUT: &str = "A number of lines from 5 to 25, as 19, or two, as 9x13.";
pub(super) const FIELD_HANDICAP: &str = "Handicap";
pub(super) const FIELD_KOMI: &str = "Komi";
pub(super) const KOMI_ABOUT: &str =
    "Points for White. Empty: what the rules say, or 0.5 with handicap stones.";
pub(super) const FIELD_RULES: &str = "Rules";
pub(super) const RULES_ABOUT: &str = "What the rules say";
pub(super) const FIELD_CLAIM: &str = "If one of you falls silent while the stones are marked";
pub(super) const CLAIM_ABOUT: &str =
    "A player who has approved the count may then claim it. Three reminders go first.";

/// The values of the field `color`.
pub(super) const COLORS: [[&str; 2]; 3] =
    [["black", "Black"], ["white", "White"], ["lot", "by lot"]];

/// The values of the field `claim`: days.
pub(super) const CLAIMS: [[&str; 2]; 2] = [
    ["0", "The game waits, however long"],
    ["30", "The result can be claimed after 30 days"],
];

pub(super) const USUAL_SIZES: [&str; 3] = ["9", "13", "19"];

/// The values of the field `rules`, their names, and a sentence about each.
pub(super) const RULES: [[&str; 3]; 7] = [
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
pub(super) fn rules_value(rules: Rules) -> String {
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
pub(super) fn handicaps() -> Vec<[String; 2]> {
    let none = ["0".to_owned(), "none".to_owned()];
    let stones = (2..=9).map(|stones| [stones.to_string(), format!("{stones} stones")]);
    std::iter::once(none).chain(stones).collect()
}

/// A usual size of a board.
pub(super) fn size(lines: &str) -> String {
    format!("{lines} × {lines}")
}

// The page after a game was made.
pub(super) const MADE: &str = "The game is made";
pub(super) const MADE_OWN: &str = "Your link";
pub(super) const MADE_SHOWN_ONCE: &str =
    "Keep both links now: this page is shown only once, and a lost link cannot be asked for.";
pub(super) const MADE_PLAY: &str = "Open the board";

pub(super) fn made_other(name: &str) -> String {
    format!("Link for {name}")
}

pub(super) fn made_send(name: &str) -> String {
    format!("Send it to {name}: whoever opens it plays as {name}.")
}

pub(super) fn made_mailed(name: &str) -> String {
    format!("A mail with the link is on its way to {name}.")
}

pub(super) fn made_next(first: &str, color: &str, own: bool) -> String {
    if own {
        format!("You have {color}, and the first move.")
    } else {
        format!("You have {color}. {first} has the first move.")
    }
}

pub(super) fn prisoners(number: usize) -> String {
    count(number, "prisoner", "prisoners")
}

/// `Black`, `White`.
pub(super) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

pub(super) fn heading(scene: &Scene) -> String {
    let [black, white] = Color::BOTH.map(|color| scene.name(color));
    format!("Go: {black} (Black) against {white} (White)")
}

/// The title of the window; a number in front says that the viewer is waited for.
pub(super) fn title(scene: &Scene) -> String {
    let [black, white] = Color::BOTH.map(|color| scene.name(color));
    let awaited = scene
        .player()
        .is_some_and(|color| scene.shown.game.state().waits_for(color));
    let count = if awaited { "(1) " } else { "" };
    let state = match (scene.chosen(), scene.view.viewer_state()) {
        (Some(point), ViewerState::Playing) if scene.may_play() => {
            not_played(&point.vertex(scene.view.size))
        }
        (_, ViewerState::Playing) if awaited => "your turn".to_owned(),
        _ => status(scene),
    };
    format!("{count}{state} – {black} – {white}")
}

pub(super) fn not_played(point: &str) -> String {
    format!("{point} is not played yet")
}

/// What happens now, from the viewer's side.
pub(super) fn status(scene: &Scene) -> String {
    let view = &scene.view;
    let opponent = scene.opponent();
    match (view.viewer_state(), view.viewer) {
        (ViewerState::Playing, _) if view.to_move != scene.player() => {
            let awaited = view
                .to_move
                .map_or_else(String::new, |color| scene.name(color));
            format!("Waiting for {awaited}")
        }
        (ViewerState::Playing, _) => match view.last_move.map(|turn| turn.action) {
            Some(Action::Pass) => after_pass(
                scene.shown.game.state().record(),
                &opponent,
                ends_uncounted(scene),
            ),
            _ => "Your turn".to_owned(),
        },
        (ViewerState::Scoring, Viewer::Player(_)) => "Click groups to say dead or alive".to_owned(),
        (ViewerState::Scoring, Viewer::Spectator) => "The players mark dead groups".to_owned(),
        (ViewerState::YouAreDone, _) => format!("Waiting for {opponent} to finish"),
        (ViewerState::OpponentIsDone, _) => format!("{opponent} is done"),
        (ViewerState::GameFinished, _) => {
            let result = view.outcome.map_or_else(String::new, outcome);
            format!("Game over. {result}")
        }
    }
}

fn ends_uncounted(scene: &Scene) -> bool {
    scene.shown.game.state().passes_decide()
}

fn after_pass(record: &BoardRecord, opponent: &str, ends: bool) -> String {
    let pass = Move::pass(record.to_play());
    let last = play_move(pass, record).is_ok_and(|after| after.is_over());
    match (last, ends) {
        (false, _) => format!("{opponent} passed. Your turn"),
        (true, false) => format!("{opponent} passed. Pass too and the game is counted"),
        (true, true) => format!("{opponent} passed. Pass too and the game ends, all stones alive"),
    }
}

pub(super) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Counted(Score::Draw) => "A draw".to_owned(),
        Outcome::Counted(Score::Win(..)) => {
            let sentence = outcome.sentence();
            let numbers = sentence
                .trim_end_matches(" points")
                .trim_end_matches(" point");
            numbers.to_owned()
        }
        Outcome::Resignation { winner } => format!("{} resigned: {winner} wins", !winner),
        Outcome::Time { winner } => format!("{winner} wins on time"),
        Outcome::Forfeit { winner } => format!("{winner} wins by forfeit"),
        Outcome::Win { winner } => format!("{winner} wins"),
        Outcome::Void => "The game does not count".to_owned(),
        Outcome::Unknown => "The result is not known".to_owned(),
    }
}

/// What ended the game, where the result alone does not say it.
pub(super) fn ended(how: How, scene: &Scene) -> Option<String> {
    Some(match how {
        How::Agreement => "Both players approved this count.".to_owned(),
        How::Claim(by) => format!("{} claimed it after a long silence.", scene.name(by)),
        How::Passes => "Both passed, and all stones count as alive.".to_owned(),
        How::Void => "Both players agreed on that.".to_owned(),
        How::Resignation(_) => return None,
    })
}

/// `Black 34, White 41.5`.
pub(super) fn totals(count: &Count) -> String {
    let [black, white] = Color::BOTH.map(|color| count.total(color));
    format!("Black {black}, White {white}")
}

/// The line under the count.
pub(super) fn verdict(count: &Count) -> String {
    let result = outcome(Outcome::Counted(count.score()));
    format!("As it stands: {result}")
}

pub(super) fn item(item: Item) -> &'static str {
    match item {
        Item::Stones => "Living stones",
        Item::Territory => "Territory",
        Item::Seki => "In seki",
        Item::GroupTax => "Group tax",
        Item::Prisoners => "Prisoners",
        Item::DeadStones => "Dead stones",
        Item::Komi => "Komi",
        Item::HandicapBonus => "For handicap",
        Item::Button => "First pass",
    }
}

/// A warning about borders that look unfinished.
pub(super) fn open_border(region: &Region, size: Size) -> String {
    match region.points.as_slice() {
        [first, .., last] => {
            let [first, last] = [first, last].map(|point| point.vertex(size));
            format!(
                "The points between {first} and {last} count for nobody: mark dead stones beside them, or play on?"
            )
        }
        _ => String::new(),
    }
}

/// What keeps territory from counting, under rules with a tax.
pub(super) fn unfinished(view: &View) -> Option<String> {
    let unfinished = view.unfinished.as_ref()?;
    let points = view
        .size
        .vertices(unfinished.points.iter().take(8).copied());
    let more = if unfinished.points.len() > 8 {
        " …"
    } else {
        ""
    };
    let [black, white] = unfinished.excluded;
    let without = outcome(Outcome::Counted(unfinished.untaxed));
    Some(format!(
        "Because of the neutral points {points}{more}, {black} points of Black and {white} of White do not count. \
         Without that: {without}. Play on and fill them, or mark the eyes of a seki as neutral."
    ))
}

/// While the opponent is done: what another mark would do.
pub(super) fn must_approve_again(opponent: &str) -> String {
    format!("If you mark something, {opponent} will have to approve again.")
}

pub(super) fn opponent_done(opponent: &str) -> String {
    format!("({opponent} is done)")
}

pub(super) fn void_offered(view: &View, opponent: &str) -> Option<String> {
    let by = view.void_offer?;
    Some(if Viewer::Player(by) == view.viewer {
        format!(
            "You have offered to void the game. The offer lapses with the next move or mark of {opponent} or you."
        )
    } else {
        match view.viewer {
            Viewer::Player(_) => format!("{opponent} offers to void the game: nobody wins."),
            Viewer::Spectator => format!("{by} offers to void the game."),
        }
    })
}

/// How marking works, in the scoring phase.
pub(super) fn how_to_mark(regions: bool) -> &'static str {
    if regions {
        "A click on stones: they are dead; another: they live. A click on territory: it counts for nobody, as in a seki. The game ends when both have clicked Done."
    } else {
        "A click on stones: they are dead; another: they live. The game ends when both have clicked Done."
    }
}

pub(super) fn play_at(point: &str) -> String {
    format!("Play {point}")
}

/// What the button of a point says to a screen reader.
pub(super) fn point(state: PointState) -> &'static str {
    match state {
        PointState::Nobody => "",
        PointState::BlackPoint => " Black’s",
        PointState::WhitePoint => " White’s",
        PointState::BlackAlive => " black",
        PointState::WhiteAlive => " white",
        PointState::BlackDead => " black dead",
        PointState::WhiteDead => " white dead",
    }
}

pub(super) const POINT_LAST: &str = " last move";
pub(super) const POINT_NEUTRAL: &str = " neutral";
pub(super) const POINT_NO: &str = " not allowed";
pub(super) const POINT_CHOSEN: &str = " not played yet";

pub(super) fn board(size: Size) -> String {
    format!("Board, {} by {}", size.rows(), size.cols())
}

/// What a question asks, and what its button says.
pub(super) fn question(question: Question, scene: &Scene) -> [String; 2] {
    let view = &scene.view;
    let opponent = scene.opponent();
    let totals = view.count.as_ref().map_or_else(String::new, totals);
    let [text, button] = match question {
        Question::Pass => [
            "Pass, and play no stone this turn?".to_owned(),
            PASS.to_owned(),
        ],
        Question::Done if view.opponent_is_done() => [
            format!("This ends the game: {totals}"),
            "Done, end the game".to_owned(),
        ],
        Question::Done => [
            format!(
                "You approve this board: {totals}. The game ends when {opponent} approves it, too."
            ),
            DONE.to_owned(),
        ],
        Question::Resume => [
            format!(
                "Go on playing? All marks are cleared. {}",
                who_resumes(scene)
            ),
            RESUME.to_owned(),
        ],
        Question::Resign => [
            format!("Resign? {opponent} wins at once."),
            RESIGN.to_owned(),
        ],
        Question::Void if view.void_offer.is_some() => [
            format!("End the game without a winner, as {opponent} offers?"),
            VOID_ACCEPT.to_owned(),
        ],
        Question::Void => [
            format!("Offer {opponent} to end the game without a winner?"),
            VOID_OFFER.to_owned(),
        ],
        Question::Claim => [
            format!("Claim this result, because {opponent} is silent? {totals}"),
            CLAIM.to_owned(),
        ],
    };
    [text, button]
}

fn who_resumes(scene: &Scene) -> String {
    use crate::agreement::ResumeOrder;
    match scene.shown.game.state().terms().resume {
        ResumeOrder::OpponentOfRequester => format!("{} plays first.", scene.opponent()),
        ResumeOrder::OpponentOfLastPasser => "Turns go on where they stopped.".to_owned(),
    }
}

/// What a mark would change, if that is more than one chain, and what the button says.
pub(super) fn mark_question(changes: &Marked, groups: usize) -> [String; 2] {
    let stones = |points: &[Point]| count(points.len(), "stone", "stones");
    let groups = count(groups, "group", "groups");
    if !changes.killed.is_empty() {
        let stones = stones(&changes.killed);
        [
            format!("This marks {stones} in {groups} dead."),
            "Mark dead".to_owned(),
        ]
    } else if !changes.revived.is_empty() {
        let stones = stones(&changes.revived);
        [
            format!("This marks {stones} in {groups} alive."),
            "Mark alive".to_owned(),
        ]
    } else {
        let points = count(changes.neutral.len(), "point", "points");
        [
            format!("This makes {points} neutral: they count for nobody, as in a seki."),
            "Mark neutral".to_owned(),
        ]
    }
}

fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// The latest event as a sentence, which a screen reader says: `White plays H17, takes 2 stones`.
pub(super) fn latest(scene: &Scene) -> Option<String> {
    let view = &scene.view;
    let log = scene.shown.game.log();
    let entry = log.iter().rfind(|entry| {
        !matches!(
            entry.event,
            Event::Finished { .. } | Event::ScoringEntered { .. }
        )
    })?;
    Some(match &entry.event {
        Event::Started(_) | Event::Finished { .. } | Event::ScoringEntered { .. } => return None,
        Event::Played { by, point } => {
            let taken = taken(scene.shown.game.state().record());
            let taken = if taken == 0 {
                String::new()
            } else {
                format!(", takes {}", count(taken, "stone", "stones"))
            };
            format!("{by} plays {}{taken}", point.vertex(view.size))
        }
        Event::Passed { by } => format!("{by} passes"),
        Event::Marked { by, changes, .. } => format!("{} {}", scene.name(*by), changed(changes)),
        Event::Done { by, .. } => format!("{} is done", scene.name(*by)),
        Event::Undone { by } => format!("{} is no longer done", scene.name(*by)),
        Event::Resumed { by, to_play, .. } => {
            format!("{} resumed play: {to_play} to move", scene.name(*by))
        }
        Event::Resigned { by } => format!("{by} resigns"),
        Event::Claimed { by } => format!("{} claims the result", scene.name(*by)),
        Event::VoidOffered { by } => format!("{} offers to void the game", scene.name(*by)),
        Event::VoidAccepted { by } => format!("{} accepts to void the game", scene.name(*by)),
    })
}

fn changed(changes: &Marked) -> String {
    let lists = [
        (&changes.killed, "stone", "stones", "dead"),
        (&changes.revived, "stone", "stones", "alive"),
        (&changes.neutral, "point", "points", "neutral"),
        (&changes.counted, "point", "points", "counted again"),
    ];
    let said = lists.into_iter().filter(|(points, ..)| !points.is_empty());
    let said: Vec<String> = said
        .map(|(points, one, more, what)| {
            format!("marked {} {what}", count(points.len(), one, more))
        })
        .collect();
    said.join(", ")
}

/// How many stones the latest turn took.
pub(super) fn taken(record: &BoardRecord) -> usize {
    let prisoners = |record: &BoardRecord| {
        Color::BOTH
            .map(|color| record.prisoners(color))
            .iter()
            .sum::<usize>()
    };
    let before = record.undo().map_or(0, |before| prisoners(&before));
    match record.last_turn().map(|turn| turn.action) {
        Some(Action::Play(_)) => prisoners(record).saturating_sub(before),
        _ => 0,
    }
}

/// A turn in the list of moves: `12 D4`.
pub(super) fn turn(number: usize, turn: Move, size: Size) -> String {
    match turn.action {
        Action::Play(point) => format!("{number} {}", point.vertex(size)),
        Action::Pass => format!("{number} pass"),
        Action::Resign => format!("{number} resigns"),
    }
}

pub(super) fn earlier(turns: usize, all: usize) -> String {
    match turns {
        0 => format!("The board before the first of {all} moves"),
        _ => format!("The board after move {turns} of {all}"),
    }
}

/// Why the viewer cannot play where they clicked; `None` if they can.
pub(super) fn illegal(explanation: &Explanation) -> Option<String> {
    let reason = explanation.reasons().first()?;
    Some(match reason {
        IllegalMove::Suicide => match explanation.self_captured().len() {
            0 | 1 => "Suicide: the stone would have no liberty.".to_owned(),
            stones => format!("Suicide: these {stones} stones would have no liberty."),
        },
        IllegalMove::Ko => {
            "Ko: the board would be as it was before your opponent’s move.".to_owned()
        }
        reason => illegal_move(*reason).to_owned(),
    })
}

/// Evidence of a repetition: a sentence with a link to the earlier board.
pub(super) fn repeats(turn: usize) -> String {
    match turn {
        0 => "It repeats the opening board".to_owned(),
        _ => format!("It repeats the board after move {turn}"),
    }
}

fn illegal_move(reason: IllegalMove) -> &'static str {
    match reason {
        IllegalMove::GameOver => "The game is over.",
        IllegalMove::Turn => "It is not your turn.",
        IllegalMove::OffBoard => "There is no such point on this board.",
        IllegalMove::Occupied => "There is a stone already.",
        IllegalMove::Suicide => "Suicide: your own stones would have no liberty.",
        IllegalMove::Ko => "Ko: the board would be as it was before your opponent’s move.",
        IllegalMove::Superko => "Superko: an earlier position would return.",
    }
}

/// Why a request was refused. Every refusal of the library has its sentence here.
pub(in crate::web) fn refusal(refusal: Refusal, size: Size) -> String {
    let sentence = match refusal {
        Refusal::WrongPhase(Stage::Play) => {
            "The game goes on. This is possible only after both have passed."
        }
        Refusal::WrongPhase(Stage::Scoring) => {
            "The game is being counted. To play on, resume play."
        }
        Refusal::Finished | Refusal::WrongPhase(Stage::Finished) => "The game is over.",
        Refusal::NotYourTurn => "It is your opponent’s turn.",
        Refusal::YouAreDone => "You have approved the board. Take that back first.",
        Refusal::NotDone => "You have not approved the board yet.",
        Refusal::StaleView => "Something has happened since you looked: look again.",
        Refusal::TooLong => {
            "This game has as many events as a game may have. It can only be ended now."
        }
        Refusal::StaleMove => "Something has been played since you looked.",
        Refusal::StaleScore => "Something has changed: review the board, then click again.",
        Refusal::NumberAhead => "This page is from another time: look at the board again.",
        Refusal::BoardMismatch => {
            "The board that you approve is not the one that stands: look again."
        }
        Refusal::MarkNotOffered(Mark::Dead | Mark::Alive) => "In this game no stones are marked.",
        Refusal::MarkNotOffered(Mark::Neutral | Mark::Counted) => {
            "In this game only stones are marked."
        }
        Refusal::Mark(error) => return mark_error(error, size),
        Refusal::Illegal(reason) => illegal_move(reason),
        Refusal::NoProgress => "Play has been resumed once, and no stone was played since.",
        Refusal::ClaimNotOffered => "In this game nobody can claim the result.",
        Refusal::ClaimTooSoon => "Your opponent has not been silent for long enough.",
    };
    sentence.to_owned()
}

fn mark_error(error: MarkError, size: Size) -> String {
    match error {
        MarkError::OffBoard(_) => illegal_move(IllegalMove::OffBoard).to_owned(),
        MarkError::Empty(point) => format!("There is no stone on {}.", point.vertex(size)),
        MarkError::Stone(point) => format!(
            "There is a stone on {}: only empty regions are neutral.",
            point.vertex(size)
        ),
        MarkError::NotTerritory(_) => "This region is neutral already.".to_owned(),
        MarkError::HoldsDeadStones(_) => {
            "A dead stone lies in this region, so it counts.".to_owned()
        }
    }
}

/// After a mark on a board that had changed since the player looked.
pub(in crate::web) fn merged(opponent: &Name) -> String {
    format!(
        "Your mark is set. {} has marked something, too: look at the board again.",
        isolated(opponent)
    )
}

/// After `seat`.
pub(in crate::web) const SAVED: &str = "Saved.";

/// After `newlink`.
pub(in crate::web) const NEW_LINK_MADE: &str =
    "This page has a new address. Keep it: the old one no longer works.";
