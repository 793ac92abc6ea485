//! Every sentence of the pages. Nothing else in `pages` and `routes` holds English; what is wrong with a field says
//! [`errors`](crate::errors).
//!
//! Names in them are [isolated](super::isolate::isolated).

pub(crate) mod answers;
pub(crate) mod form;
mod history;
mod number;
mod people;
mod refusals;

use history::named;
pub(super) use history::{GO_TO_LAST, earlier, is_earlier, latest, news, take_back, turn};
use number::count;
pub(crate) use people::presence;
pub(super) use people::shared_link;
pub(crate) use refusals::{NO_QUESTION, merged, no_move, no_point, refusal};
pub(super) use refusals::{illegal, repeats};

use super::scene::{Doubt, Question, Scene};
use gokata::agreement::{How, ResumeOrder, View, Viewer, ViewerState};
use gokata::scoring::{Count, Item, Marked, Outcome, PointState, Region, Score};
use gokata::{Action, ByColor, Color, Move, Point, PointSet, Size};
use gokata::{BoardRecord, play_move};

// Buttons and headings.
pub(super) const CANCEL: &str = "Cancel";
pub(super) const CHOOSE: &str = "Choose a point";
pub(super) const CLAIM: &str = "Claim the result";
pub(super) const COPY: &str = "Copy";
pub(super) const COUNT: &str = "Count";
pub(super) const COUNT_NOW: &str = "Count, as the game stands now";
pub(super) const DONE: &str = "Done";
pub(super) const DOWNLOAD: &str = "Game record (SGF)";
pub(super) const EARLIER: &str = "Moves";
pub(super) const FIRST: &str = "First";
pub(super) const KEEP: &str = "To keep";
pub(super) const KEYS: &str = "Keys and display";
pub(super) const LAST: &str = "Last";
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
pub(super) const SUGGEST: &str = "Suggest";
pub(super) const TAKE_BACK: &str = "Take back";
pub(super) const TAKE_BACK_DONE: &str = "Take back Done";
pub(super) const TOTAL: &str = "Total";
pub(super) const TO_NOW: &str = "Back to the game";
pub(super) const TO_START: &str = "Make a new game";
pub(super) const VOID: &str = "Call off";
pub(super) const VOID_OFFER: &str = "Offer to call the game off";
pub(super) const VOID_ACCEPT: &str = "Agree to call the game off";
pub(super) const YOU: &str = "you";
pub(super) const YOURSELF: &str = "Your name and link";
pub(super) const REMATCH: &str = "Rematch, colors swapped";
pub(super) const REMATCH_BEGUN: &str = "A rematch has begun, with the colors exchanged.";
pub(super) const TO_REMATCH: &str = "To the rematch";
pub(super) const MOVE_NUMBER: &str = "After move";
pub(super) const WATCH: &str = "Link for spectators";

pub(super) const NO_SCRIPT: &str = "Without JavaScript, this page stays as it is.";
pub(super) const RELOAD: &str = "Reload";

// What the script says. `{}` stands for a point.
pub(super) const UNSAVED: &str = "Not saved yet. Trying again …";
pub(super) const NOT_SAVED: &str = "Not saved: the server does not answer. Try again, or wait.";
pub(super) const RECONNECTING: &str = "No connection. Reconnecting …";
pub(super) const CONNECTED: &str = "Connected again.";
pub(super) const QUESTION_CLOSED: &str =
    "Your question was closed, because the game has changed. Nothing was sent.";
pub(super) const COPIED: &str = "Copied";
pub(super) const NO_SCORE: &str = "The score is counted after both have passed.";

// Preferences and keys, which only the script has.
pub(super) const ONE_CLICK: &str = "Play at once, without the Play button";
pub(super) const NO_COORDINATES: &str = "Hide coordinates";
pub(super) const KEYS_ABOUT: [[&str; 2]; 7] = [
    ["Arrows, Home, End", "move on the board"],
    ["Left, Right", "elsewhere: through the game"],
    ["Enter", "chooses a point; again, plays there"],
    ["D4 Enter", "chooses D4"],
    ["L", "goes to the newest stone"],
    ["S", "reads the score"],
    ["Escape", "cancels the chosen point"],
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
    "Anyone who has the address of this page can play for you. Keep it, and give it to nobody.";
pub(super) const SHOW_LINK: &str = "Show my link";
pub(super) const LINK_OF_MY_OWN: &str = "Take a link of my own";

pub(super) fn prisoners(number: usize) -> String {
    count(number, "prisoner", "prisoners")
}

/// How far the game is, and its rules, in one line.
pub(super) fn rules(scene: &Scene) -> String {
    let rules = scene.record.rules();
    let (name, moves) = (form::rules_name(rules), scene.view.move_no);
    let handicap = match scene.record.opening_setup().stones.len() {
        0 => String::new(),
        stones => format!(", {}", count(stones, "handicap stone", "handicap stones")),
    };
    let moves = count(moves, "move", "moves");
    format!("{moves}. {name}. Komi {}{handicap}.", rules.komi())
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
        .is_some_and(|color| scene.state().waits_for(color));
    let count = if awaited { "(1) " } else { "" };
    let state = match (scene.chosen(), scene.view.viewer_state()) {
        (Some(point), ViewerState::Playing) if scene.may_play() => {
            not_played(&point.vertex(scene.view.size))
        }
        (_, ViewerState::Playing) if awaited => "your turn".to_owned(),
        (_, ViewerState::OpponentIsDone) => format!("{} is done", scene.opponent()),
        _ => status(scene),
    };
    format!("{count}{state} – {black} – {white}")
}

pub(super) fn not_played(point: &str) -> String {
    format!("{point} is not played yet")
}

/// What happens now, from the viewer's side.
pub(super) fn status(scene: &Scene) -> String {
    let view = scene.view;
    let opponent = scene.opponent();
    match (view.viewer_state(), view.viewer) {
        (ViewerState::Playing, _) if view.to_move != scene.player() => {
            let awaited = view
                .to_move
                .map_or_else(String::new, |color| scene.name(color));
            let before = match view.last_move {
                _ if scene.is_resumed() => RESUMED.to_owned(),
                Some(turn) if turn.action == Action::Pass => {
                    if scene.player() == Some(turn.color) {
                        "You passed. ".to_owned()
                    } else {
                        format!("{} passed. ", scene.name(turn.color))
                    }
                }
                _ => String::new(),
            };
            format!("{before}Waiting for {awaited}")
        }
        (ViewerState::Playing, _) if scene.is_resumed() => format!("{RESUMED}Your turn"),
        (ViewerState::Playing, _) => match view.last_move.map(|turn| turn.action) {
            Some(Action::Pass) => after_pass(
                scene.state().record(),
                &opponent,
                scene.state().passes_decide(),
            ),
            _ => "Your turn".to_owned(),
        },
        (ViewerState::Scoring, Viewer::Player(_)) => {
            "Mark the dead stones, then press Done".to_owned()
        }
        (ViewerState::Scoring, Viewer::Spectator) => "The players mark the dead stones".to_owned(),
        (ViewerState::YouAreDone, _) => format!("Waiting for {opponent} to finish"),
        (ViewerState::OpponentIsDone, _) => "Check the board, then press Done".to_owned(),
        (ViewerState::GameFinished, _) => {
            let result = view.outcome.map_or_else(String::new, outcome);
            format!("Game over. {result}")
        }
    }
}

const RESUMED: &str = "The game goes on. ";

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
        Outcome::Void => "It was called off: nobody wins".to_owned(),
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

/// A warning about borders that look unfinished; with advice for players.
pub(super) fn open_border(region: &Region, size: Size, advises: bool) -> String {
    let points = named(&region.points.list(), size);
    let advice = if advises {
        " Are stones beside them dead? Mark them. Is a border open? Resume play, and close it."
    } else {
        ""
    };
    format!(
        "The {} empty points with a red dot ({points}) touch stones of both colors, so they count for nobody.{advice}",
        region.points.len(),
    )
}

/// What keeps territory from counting, under rules with a tax.
pub(super) fn unfinished(view: &View, advises: bool) -> Option<String> {
    let unfinished = view.unfinished.as_ref()?;
    let points = view.size.vertices(unfinished.points.iter().take(8));
    let more = if unfinished.points.len() > 8 {
        " …"
    } else {
        ""
    };
    let ByColor { black, white } = unfinished.excluded;
    let without = outcome(Outcome::Counted(unfinished.untaxed));
    let dead = match unfinished.dead {
        0 => String::new(),
        1 => ", nor does the dead stone on them".to_owned(),
        dead => format!(", nor do the {dead} dead stones on them"),
    };
    let advice = if advises {
        " Play on and fill them, or mark the eyes of a seki as neutral."
    } else {
        ""
    };
    Some(format!(
        "Because of the neutral points {points}{more}, {black} points of Black and {white} of White do not count{dead}. \
         Without that: {without}.{advice}"
    ))
}

/// While the opponent is done: what another mark would do.
pub(super) fn must_approve_again(opponent: &str) -> String {
    format!("If you mark something, {opponent} will have to approve again.")
}

pub(super) fn opponent_done(opponent: &str) -> String {
    format!("({opponent} is done)")
}

pub(super) fn grant(asker: &str) -> String {
    format!("Let {asker} take back")
}

pub(super) fn void_offered(view: &View, opponent: &str) -> Option<String> {
    let by = view.void_offer?;
    Some(if Viewer::Player(by) == view.viewer {
        format!(
            "You have offered to call the game off. The offer lapses with the next move or mark of {opponent} or you."
        )
    } else {
        match view.viewer {
            Viewer::Player(_) => format!("{opponent} offers to call the game off: nobody wins."),
            Viewer::Spectator => format!("{by} offers to call the game off."),
        }
    })
}

/// How marking works, in the scoring phase.
pub(super) fn how_to_mark(regions: bool) -> &'static str {
    if regions {
        "Choose a dead group to mark it; choose it again to take the mark back. Choose empty points to make them neutral, as in a seki. Suggest marks the whole board for you both to check. The game ends when both have pressed Done."
    } else {
        "Choose a dead group to mark it; choose it again to take the mark back. Suggest marks the whole board for you both to check. The game ends when both have pressed Done."
    }
}

/// What the marks of a suggestion are, and which chains it does not decide.
pub(super) fn suggested(
    unsettled: &[Point],
    open: &[Point],
    teire: ByColor<PointSet>,
    size: Size,
    advises: bool,
) -> String {
    let advice = |to_players: &'static str| if advises { to_players } else { "" };
    let marks = advice(": check them, and change what is wrong");
    let mut sentences = vec![format!("These marks are a suggestion{marks}.")];
    if !unsettled.is_empty() {
        let (unsettled, settle) = (
            named(unsettled, size),
            advice(" Resume play to settle that."),
        );
        sentences.push(format!(
            "The game is most likely not finished: whoever plays first decides about {unsettled}, or a ko does.{settle}"
        ));
    }
    if !open.is_empty() {
        let (open, look) = (named(open, size), advice(", so look at these yourselves"));
        sentences.push(format!("Open{look}: {open}."));
    }
    for (color, points) in teire.iter().filter(|(_, points)| !points.is_empty()) {
        let points = named(&points.list(), size);
        sentences.push(format!(
            "Once the neutral points are filled, {color} must fill {points} too, so that is marked neutral."
        ));
    }
    sentences.join(" ")
}

/// Why players should look at a stone, after what stands there.
pub(super) fn doubt(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Likely => "in doubt",
        Doubt::Unsettled => "unsettled",
        Doubt::Open => "open",
    }
}

/// The same in the legend.
pub(super) fn doubt_about(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Likely => "In doubt: probably so, but look at it",
        Doubt::Unsettled => "Unsettled: the first move decides, or a ko",
        Doubt::Open => "Open: only a guess",
    }
}

/// What it means that a stone has none of these signs.
pub(super) fn no_doubt(share: u8) -> String {
    format!("No sign: proven, or so in at least {share} of 100 random games")
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

pub(super) const POINT_KO: &str = " ko";
pub(super) const POINT_LAST: &str = " last move";
pub(super) const POINT_NEUTRAL: &str = " neutral";
pub(super) const POINT_NO: &str = " not allowed";
pub(super) const POINT_CHOSEN: &str = " not played yet";

pub(super) fn board(size: Size) -> String {
    format!("Board, {} by {}", size.rows(), size.cols())
}

/// What a question asks, and what its button says.
pub(super) fn question(question: Question, scene: &Scene) -> (String, &'static str) {
    let view = scene.view;
    let opponent = scene.opponent();
    let totals = view.count.as_ref().map_or_else(String::new, |count| {
        let result = outcome(Outcome::Counted(count.score()));
        format!("{}: {result}", totals(count))
    });
    match question {
        Question::Pass => ("Pass, and play no stone this turn?".to_owned(), PASS),
        Question::Done if view.opponent_is_done() => (
            format!("This ends the game: {totals}"),
            "Done, end the game",
        ),
        Question::Done => {
            let rest = format!("The game ends when {opponent} approves it, too.");
            (format!("Approve this board? {totals}. {rest}"), DONE)
        }
        Question::Resume => {
            let who = who_resumes(scene);
            (
                format!("Go on playing? All marks are cleared. {who}"),
                RESUME,
            )
        }
        Question::Resign => (format!("Resign? {opponent} wins at once."), RESIGN),
        Question::Void if view.void_offer.is_some() => {
            let text = format!("Call the game off, as {opponent} offers? Nobody wins.");
            (text, VOID_ACCEPT)
        }
        Question::Void => {
            let text = format!("Offer {opponent} to call the game off? Nobody wins then.");
            (text, VOID_OFFER)
        }
        Question::Claim => {
            let text = format!("Claim this result, because {opponent} is silent? {totals}");
            (text, CLAIM)
        }
    }
}

fn who_resumes(scene: &Scene) -> String {
    match scene.state().terms().resume {
        ResumeOrder::OpponentOfRequester => format!("{} plays first.", scene.opponent()),
        ResumeOrder::OpponentOfLastPasser => "Turns go on where they stopped.".to_owned(),
    }
}

/// What a mark would change, if that is more than one chain, and what the button says.
pub(super) fn mark_question(changes: &Marked, groups: usize) -> (String, &'static str) {
    let groups = count(groups, "group", "groups");
    for (points, what, button) in [
        (&changes.killed, "dead", "Mark dead"),
        (&changes.revived, "alive", "Mark alive"),
    ] {
        if !points.is_empty() {
            let stones = count(points.len(), "stone", "stones");
            return (format!("This marks {stones} in {groups} {what}."), button);
        }
    }
    let points = count(changes.neutral.len(), "point", "points");
    let text = format!("This makes {points} neutral: they count for nobody, as in a seki.");
    (text, "Mark neutral")
}
