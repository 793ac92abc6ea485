//! The page of a game.

use maud::{Markup, PreEscaped, html};

use super::board::board;
use super::buttons::{Buttons, chains};
use super::drawing::doubt_mark;
use super::frame::page;
use super::isolate::{plain, text};
use super::made;
use super::questions::{dialogs, numbers, turn};
use super::scene::{Doubt, Look, Question, Scene, Shown};
use super::words;
use super::words::form;
use crate::link::Link;
use crate::store::Seat;
use gokata::agreement::{Allowed, Marking, Stage, ViewerState};
use gokata::scoring::{Count, Finding, HalfPoints, Item};
use gokata::{ByColor, Color};

/// Returns the whole page.
pub(crate) fn game(shown: &Shown) -> Markup {
    let scene = Scene::new(shown);
    if let (Look::Made, Some(invitation)) = (shown.look, &shown.invitation) {
        return made::made(&scene, invitation);
    }
    page(&words::title(&scene), &main(&scene))
}

/// Returns the page's `<main>`.
pub(crate) fn fragment(shown: &Shown) -> Markup {
    main(&Scene::new(shown))
}

fn main(scene: &Scene) -> Markup {
    let view = scene.view;
    let buttons = Buttons::of(scene);
    let feedback = scene.shown.feedback.as_ref();
    // A sentence about a point stands at the point.
    let feedback = feedback.filter(|feedback| feedback.point.is_none() || scene.is_earlier());
    let earlier = scene.is_earlier().then(|| scene.record.turns());
    let you = scene.player().map(words::color);
    html! {
        main #page .game tabindex="-1" data-path=(scene.path()) data-seq=(view.seq) data-state=(view.viewer_state().name())
            data-number=(view.scoring_number) data-board=(view.board) data-title=(plain(&words::title(scene)))
            data-people=(scene.shown.live.people())
            data-say=(plain(&words::latest(scene).unwrap_or_default())) data-you=[you] data-earlier=[earlier] {
            h1 .sr { (text(&words::heading(scene))) }
            (players(scene))
            p #status { span { (text(&words::status(scene))) } }
            @if let Some(count) = view.count.as_ref().filter(|_| scene.is_scoring()) { p #verdict { (words::verdict(count)) } }
            noscript { p .note { (words::NO_SCRIPT) " " a #reload href=(scene.path()) { (words::RELOAD) } } }
            div #news .messages {
                @let refused = feedback.is_some_and(|feedback| feedback.refused);
                p #said .refused[refused] role=(if refused { "alert" } else { "status" }) hidden[feedback.is_none()] {
                    @if let Some(feedback) = feedback { (text(&feedback.text)) }
                }
                @for sentence in news(scene) { p .note { (text(&sentence)) } }
            }
            (shared_link(scene))
            (board(scene, &buttons))
            (legend(scene))
            p .rules { (words::rules(scene)) }
            (actions(scene, &buttons))
            (dialogs(scene, &buttons))
            @let advice = advice(scene);
            @if !advice.is_empty() {
                div .messages { @for sentence in advice { p .note { (text(&sentence)) } } }
            }
            div #invite { (invitation(scene)) }
            @let is_over = view.stage == Stage::Finished;
            @if is_over { (keep(scene)) }
            @if let Some(count) = &view.count { (score(scene, count)) }
            (moves(scene))
            @if !is_over { (keep(scene)) }
            (more(scene))
        }
    }
}

/// The players, Black first, with their prisoners.
fn players(scene: &Scene) -> Markup {
    html! {
        div .players {
            @for color in Color::BOTH {
                @let awaited = scene.state().waits_for(color);
                p .player .awaited[awaited] .black[color == Color::Black] .white[color == Color::White] {
                    i .stone {}
                    b { (text(&scene.name(color))) }
                    i .sr { (words::color(color)) }
                    span .taken { (words::prisoners(scene.record.prisoners(color))) }
                    @if scene.player() == Some(color) { span .there .you { (words::YOU) } }
                    @else { span .there { (words::presence(scene.shown.presence[color as usize])) } }
                }
            }
        }
    }
}

/// What has happened, right below the status, where a player looks.
fn news(scene: &Scene) -> Vec<String> {
    let view = scene.view;
    if scene.is_earlier() {
        return vec![words::earlier(scene)];
    }
    let approved = view.viewer_state() == ViewerState::OpponentIsDone;
    let rematch = scene.shown.rematch;
    let all = [
        words::news(scene),
        words::take_back(scene),
        words::void_offered(view, &scene.opponent()),
        view.how.and_then(|how| words::ended(how, scene)),
        rematch.map(|_| words::REMATCH_BEGUN.to_owned()),
        approved.then(|| words::must_approve_again(&scene.opponent())),
    ];
    all.into_iter().flatten().collect()
}

/// What the players should look at before they approve the count.
fn advice(scene: &Scene) -> Vec<String> {
    let view = scene.view;
    if scene.is_earlier() || view.stage != Stage::Scoring {
        return Vec::new();
    }
    let advises = scene.player().is_some();
    if let Some(sentence) = words::unfinished(view, advises) {
        return vec![sentence];
    }
    let borders = scene.open_borders();
    let sentences = borders.iter();
    let sentences = sentences.map(|border| words::open_border(border, view.size, advises));
    sentences.collect()
}

/// What the marks of a suggestion mean, and which chains the players should look at.
fn legend(scene: &Scene) -> Markup {
    let suggested = scene.view.suggested.as_ref();
    let size = scene.view.size;
    let is_drawn = |doubt: &Doubt| size.points().any(|it| scene.doubt(it) == Some(*doubt));
    let of = |stones| chains(scene.record.board(), stones);
    html! {
        @if let Some(suggested) = suggested.filter(|_| !scene.is_earlier()) {
            div #suggested .note {
                p { (words::suggested(&of(suggested.unsettled), &of(suggested.open - suggested.unsettled), suggested.teire, size, scene.player().is_some())) }
                ul .legend {
                    @for doubt in Doubt::ALL.into_iter().filter(is_drawn) {
                        li { (PreEscaped(doubt_mark(doubt))) (words::doubt_about(doubt)) }
                    }
                    li { (words::no_doubt(Finding::SURE)) }
                }
            }
        }
    }
}

/// What the viewer can do. Every button keeps its place when the turn changes.
fn actions(scene: &Scene, buttons: &Buttons) -> Markup {
    let view = scene.view;
    let path = scene.path();
    if scene.is_earlier() {
        return html! {
            div .actions { a .button .main #now href=(path) { (words::TO_NOW) } }
        };
    }
    let offers = |what| view.allowed.contains(&what);
    let chosen = buttons.playable_chosen(scene);
    let label = chosen.map(|point| words::play_at(&point.vertex(view.size)));
    let label = label.unwrap_or_else(|| words::CHOOSE.to_owned());
    let is_player = scene.player().is_some() && view.viewer_state() != ViewerState::GameFinished;
    let done = offers(Allowed::Done) || offers(Allowed::Undone);
    html! {
        @if is_player {
            div .actions {
                @if offers(Allowed::Play) {
                    form #play-form method="post" action={ (path) "/play" } {
                        (numbers(&turn(view)))
                        button #play .main name="point" value=[chosen.map(|point| point.vertex(view.size))] disabled[chosen.is_none()] {
                            (label)
                        }
                    }
                }
                form .asks method="get" action=(path) {
                    @if offers(Allowed::Pass) { (ask(Question::Pass, words::PASS, false)) }
                    @if done {
                        (ask(Question::Done, words::DONE, !offers(Allowed::Done)))
                        span #opponent_done hidden[!view.opponent_is_done()] {
                            @if view.opponent_is_done() { (text(&words::opponent_done(&scene.opponent()))) }
                        }
                    }
                }
                @if let Some(approval) = view.approval {
                    form method="post" action={ (path) "/undone" } {
                        (numbers(&[("approval", approval.to_string())]))
                        button #undone { (words::TAKE_BACK_DONE) }
                    }
                }
                form .asks .apart method="get" action=(path) {
                    @if offers(Allowed::GrantTakeBack) {
                        button #grant .main form="take-back" { span { (text(&words::grant(&scene.opponent()))) } }
                    } @else if offers(Allowed::AskTakeBack) {
                        button #takeback form="take-back" { (words::TAKE_BACK) }
                    }
                    @if offers(Allowed::Claim) { (ask(Question::Claim, words::CLAIM, false)) }
                    @if offers(Allowed::Resume) { (ask(Question::Resume, words::RESUME, false)) }
                    @if offers(Allowed::AcceptVoid) { (ask(Question::Void, words::VOID_ACCEPT, false)) }
                    @if offers(Allowed::OfferVoid) { (ask(Question::Void, words::VOID, false)) }
                    @if offers(Allowed::Resign) { (ask(Question::Resign, words::RESIGN, false)) }
                }
            }
            @if offers(Allowed::GrantTakeBack) {
                form #take-back method="post" action={ (path) "/grant" } { (numbers(&[("ask", view.seq.to_string())])) }
            } @else if offers(Allowed::AskTakeBack) {
                form #take-back method="post" action={ (path) "/takeback" } { (numbers(&[("seq", view.seq.to_string())])) }
            }
            @if view.stage == Stage::Play {
                p #unplayed { @if let Some(point) = chosen { (words::not_played(&point.vertex(view.size))) } }
            }
            @if view.stage == Stage::Scoring && offers(Allowed::MarkStones) {
                form #suggest-form method="post" action={ (path) "/suggest" } {
                    (numbers(&[("number", view.scoring_number.to_string())]))
                    button #suggest { (words::SUGGEST) }
                }
                @if view.suggested.is_none() { p .hint { (words::how_to_mark(scene.state().terms().marking == Marking::StonesAndRegions)) } }
            }
        } @else if scene.player().is_some() || scene.shown.rematch.is_some() {
            div .actions {
                @if let Some(next) = scene.shown.rematch {
                    a .button .main #rematch href=(next) { (words::TO_REMATCH) }
                } @else {
                    form method="post" action={ (path) "/rematch" } {
                        (numbers(&[]))
                        button #rematch { (words::REMATCH) }
                    }
                }
            }
        }
    }
}

/// A link to a question, as a button, because a link cannot be disabled.
fn ask(question: Question, label: &str, disabled: bool) -> Markup {
    let name = question.name();
    html! { button id=(name) .main[question == Question::Done] name="ask" value=(name) disabled[disabled] { (label) } }
}

/// The opponent's link, until the opponent has come.
fn invitation(scene: &Scene) -> Markup {
    let opponent = scene.opponent();
    html! {
        @if let Some(it) = &scene.shown.invitation {
            section .invite {
                h2 { (text(&form::made_other(&opponent))) }
                (made::invitation(it, &opponent, &scene.path(), scene.shown.mails))
                p .hint { (text(&form::invite(&opponent))) }
            }
        }
    }
}

/// Until they have acted, a player is told that the maker of the game has their link, too.
fn shared_link(scene: &Scene) -> Markup {
    let acted = |you| {
        scene
            .shown
            .live
            .game
            .log()
            .iter()
            .any(|entry| entry.by == you)
    };
    let maker = scene.link_sharer().filter(|_| !acted(scene.player()));
    html! {
        @if let Some(maker) = maker {
            section #shared-link .note {
                p { (text(&words::shared_link(&scene.name(maker)))) }
                form method="post" action={ (scene.path()) "/newlink" } {
                    (numbers(&[]))
                    button { (words::LINK_OF_MY_OWN) }
                }
            }
        }
    }
}

fn score(scene: &Scene, count: &Count) -> Markup {
    let points = |item: Option<Item>, color: Color, points: HalfPoints| match (item, color) {
        (Some(Item::Komi | Item::HandicapBonus), Color::Black) => String::new(),
        _ => points.to_string(),
    };
    let row = |name: &str, item: Option<Item>, values: ByColor<HalfPoints>| {
        html! {
            th scope="row" { (name) }
            @for color in Color::BOTH { td { (points(item, color, values[color])) } }
        }
    };
    let totals = ByColor::from_fn(|color| count.total(color));
    html! {
        section .score aria-labelledby="count" {
            h2 #count { (if scene.is_earlier() { words::COUNT_NOW } else { words::COUNT }) }
            table #score data-say=(words::totals(count)) {
                thead { tr {
                    td {}
                    @for color in Color::BOTH { th scope="col" { (words::color(color)) } }
                } }
                tbody { @for (item, values) in count.lines() { tr { (row(words::item(item), Some(item), values)) } } }
                tfoot { tr { (row(words::TOTAL, None, totals)) } }
            }
        }
    }
}

/// The list of moves, and ways to earlier positions.
fn moves(scene: &Scene) -> Markup {
    let all = scene.view.move_no;
    let size = scene.view.size;
    let path = scene.path();
    let at = scene.record.turns();
    let to = |id: &str, name: &str, turns: usize, off: bool| {
        let href = if turns == all {
            path.clone()
        } else {
            format!("{path}?move={turns}")
        };
        let off_ = off.then_some("true");
        html! { a .button id=(id) href=[(!off).then_some(href)] aria-disabled=[off_] { (name) } }
    };
    let turns = scene.state().record().moves();
    // Hundreds of links are short, unless the page answers a POST to another address.
    let to_this = match scene.shown.feedback {
        None => "",
        Some(_) => path.as_str(),
    };
    html! {
        section .moves aria-labelledby="moves" {
            h2 #moves { (words::EARLIER) }
            @if turns.is_empty() {
                p { (words::NO_MOVES) }
            } @else {
                nav aria-label=(words::EARLIER) {
                    (to("first", words::FIRST, 0, at == 0))
                    (to("previous", words::PREVIOUS, at.saturating_sub(1), at == 0))
                    (to("next", words::NEXT, at + 1, at == all))
                    (to("last", words::LAST, all, at == all))
                }
                form .goto method="get" action=(path) {
                    label for="move" { (words::MOVE_NUMBER) }
                    input #move type="number" name="move" min="0" max=(all) value=(at) inputmode="numeric";
                    button { (words::SHOW) }
                }
                p .list {
                    @for (index, turn) in turns.iter().enumerate() {
                        @let number = index + 1;
                        a href={ (to_this) "?move=" (number) } aria-current=[(number == at).then_some("true")] {
                            (words::turn(number, *turn, size))
                        }
                    }
                }
            }
        }
    }
}

/// The game as files, and for others to look at.
fn keep(scene: &Scene) -> Markup {
    let path = scene.path();
    html! {
        section .keep {
            h2 { (words::KEEP) }
            p {
                a href={ (path) "/game.sgf" } { (words::DOWNLOAD) }
                a href={ (path) "/board.svg" } { (words::PICTURE) }
                a href={ (path) "/log.jsonl" } { (words::LOG) }
                a #watch href=(scene.shown.spectators) { (words::WATCH) }
                button .js hidden type="button" data-copy="watch" { (words::COPY) }
            }
        }
    }
}

/// Everything that is seldom wanted.
fn more(scene: &Scene) -> Markup {
    html! {
        section .more {
            details #more-keys {
                summary #keys { (words::KEYS) }
                p .js hidden { label { input #one-click type="checkbox"; " " (words::ONE_CLICK) } }
                p .js hidden { label { input #no-coordinates type="checkbox"; " " (words::NO_COORDINATES) } }
                dl .js hidden { @for [key, about] in words::KEYS_ABOUT { dt { kbd { (key) } } dd { (about) } } }
            }
            @if let Some(color) = scene.player() { (own(scene, scene.shown.live.seat(color))) }
        }
    }
}

/// What a player may change about themselves.
fn own(scene: &Scene, seat: &Seat) -> Markup {
    let path = scene.path();
    html! {
        details #more-own {
            summary #yourself { (words::YOURSELF) }
            p { (words::KEEP_LINK) " " a href={ (path) "/link" } { (words::SHOW_LINK) } }
            form .fields method="post" action={ (path) "/seat" } {
                (numbers(&[]))
                label for="own-name" { (words::OWN_NAME) }
                input #own-name name="name" maxlength="40" autocomplete="nickname" value=(seat.name);
                @if scene.shown.mails {
                    label for="own-mail" { (words::OWN_MAIL) }
                    input #own-mail name="email" type="email" maxlength="254" autocomplete="email" value=[&seat.email];
                    label for="own-wants" { (words::WANTS_MAIL) }
                    select #own-wants name="wants" {
                        option value="1" selected[seat.wants_mail] { (words::WANTS_YES) }
                        option value="0" selected[!seat.wants_mail] { (words::WANTS_NO) }
                    }
                }
                button { (words::SEND) }
            }
            @if seat.generation < Link::LAST_GENERATION {
                form method="post" action={ (path) "/newlink" } {
                    (numbers(&[]))
                    @if let Some(maker) = scene.link_sharer() { p { (text(&words::shared_link(&scene.name(maker)))) } }
                    p { (words::NEW_LINK_ABOUT) }
                    button { (words::NEW_LINK) }
                }
            } @else { p { (words::NO_NEW_LINK) } }
        }
    }
}
