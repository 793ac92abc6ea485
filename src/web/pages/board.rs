//! The board: a picture, and above it a button for every point.

use std::collections::HashMap;
use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use super::isolate::text;
use super::shown::{Scene, request_name};
use super::words;
use crate::agreement::{Allowed, Refusal, ViewerState};
use crate::basics::{Action, Color, Move, Point, Size};
use crate::picture::{GAP, place, star_points};
use crate::pure::{Board, Explanation, explain_move};
use crate::scoring::{Mark, Marked, Marks, PointState};

/// The board with its buttons and the bubble about a refused point.
pub(super) fn board(scene: &Scene, buttons: &Buttons) -> Markup {
    let size = scene.view.size;
    let bubble = Bubble::of(scene, buttons);
    let evidence = bubble.as_ref().map_or(&[][..], |bubble| &bubble.evidence);
    let path = scene.path();
    let last = last_play(scene).map(|point| point.vertex(size));
    let crosshair = buttons.playable_chosen(scene);
    html! {
        div #board class=(classes(scene)) role="group" aria-label=(words::board(size)) data-last=[last] {
            (PreEscaped(picture(scene, evidence)))
            form .points #points method="get" action=(path) {
                @for (point, state) in size.points().zip(&scene.states) {
                    (button(scene, buttons, point, *state))
                }
                @if let Some(point) = crosshair {
                    i #row class=(at_row(point)) {}
                    i #col class=(at_col(point)) {}
                } @else {
                    i #row hidden {}
                    i #col hidden {}
                }
                @if let Some(bubble) = &bubble {
                    div #bubble class=(bubble.classes(size)) role="alert" {
                        (text(&bubble.text))
                        @if let Some(turn) = bubble.repeats {
                            " " a href={ (path) "?move=" (turn) } { (words::repeats(turn)) }
                        }
                    }
                }
            }
            @if let Buttons::Mark { .. } = buttons {
                @for mark in [Mark::Dead, Mark::Alive, Mark::Counted] {
                    (mark_form(scene, mark, mark_form_id(mark), &html! {}))
                }
            }
        }
    }
}

/// The form that sets a mark; the buttons of points belong to it by its id.
pub(super) fn mark_form(scene: &Scene, mark: Mark, id: &str, content: &Markup) -> Markup {
    html! {
        form id=(id) method="post" action={ (scene.path()) "/mark" } {
            input type="hidden" name="req" value=(request_name());
            input type="hidden" name="mark" value=(mark.name());
            input type="hidden" name="number" value=(scene.view.scoring_number);
            (content)
        }
    }
}

/// Short, because up to 361 buttons name it.
fn mark_form_id(mark: Mark) -> &'static str {
    match mark {
        Mark::Dead => "dead",
        Mark::Alive => "alive",
        Mark::Neutral => "neutral",
        Mark::Counted => "counted",
    }
}

/// The change that a click on the chosen point would make, with its mark, if it must be confirmed.
pub(super) fn mark_to_confirm<'a>(
    scene: &Scene,
    buttons: &'a Buttons,
) -> Option<(Point, &'a Group)> {
    let point = scene.chosen()?;
    let Buttons::Mark { groups, .. } = buttons else {
        return None;
    };
    let group = groups.get(&point)?;
    group.asks.then_some((point, group))
}

/// Why the player to move cannot play at a point; `None` if they can.
fn illegal(scene: &Scene, point: Point) -> Option<(String, Explanation)> {
    let record = scene.shown.game.state().record();
    let explanation = explain_move(Move::play(record.to_play(), point), record);
    Some((words::illegal(&explanation)?, explanation))
}

fn classes(scene: &Scene) -> String {
    let size = scene.view.size;
    let mut classes = format!("board r{} c{}", size.rows(), size.cols());
    match scene.view.to_move {
        Some(Color::Black) if scene.may_play() => classes.push_str(" black"),
        Some(Color::White) if scene.may_play() => classes.push_str(" white"),
        _ => {}
    }
    classes
}

fn last_play(scene: &Scene) -> Option<Point> {
    match scene.record.last_turn()?.action {
        Action::Play(point) => Some(point),
        Action::Pass | Action::Resign => None,
    }
}

fn at_row(point: Point) -> String {
    format!("y{}", point.row + 1)
}

fn at_col(point: Point) -> String {
    format!("x{}", point.col + 1)
}

/// What the buttons of the points do.
pub(super) enum Buttons {
    /// Nothing: they only say what is there.
    Look,
    /// They say why the player can do nothing now.
    Refuse(Refusal),
    /// They choose a point to play at.
    Choose { no: HashMap<Point, String> },
    /// They mark what is there.
    Mark { groups: HashMap<Point, Group> },
}

/// Points that one click changes together.
#[derive(Clone)]
pub(super) struct Group {
    number: usize,
    pub(super) mark: Mark,
    pub(super) changes: Marked,
    pub(super) chains: usize,
    /// True if a click must be confirmed.
    asks: bool,
}

impl Buttons {
    pub(super) fn of(scene: &Scene) -> Buttons {
        let allowed = |what| scene.view.allowed.contains(&what);
        if scene.may_play() {
            let no = scene.shown.game.state().forbidden_points().into_iter();
            let no = no.filter_map(|(point, _)| Some((point, illegal(scene, point)?.0)));
            return Buttons::Choose { no: no.collect() };
        }
        let marks = scene.marks.as_ref().filter(|_| scene.is_scoring());
        match marks {
            Some(marks) if allowed(Allowed::MarkStones) => Buttons::Mark {
                groups: groups(scene, marks, allowed(Allowed::MarkRegions)),
            },
            _ => match (scene.view.viewer_state(), scene.player()) {
                _ if scene.is_earlier() => Buttons::Look,
                (ViewerState::YouAreDone, _) => Buttons::Refuse(Refusal::YouAreDone),
                (ViewerState::Playing, Some(_)) => Buttons::Refuse(Refusal::NotYourTurn),
                _ => Buttons::Look,
            },
        }
    }

    /// The point that is chosen, if a stone can be played there.
    pub(super) fn playable_chosen(&self, scene: &Scene) -> Option<Point> {
        let Buttons::Choose { no } = self else {
            return None;
        };
        let board = scene.record.board();
        scene
            .chosen()
            .filter(|point| board.stone_at(*point).is_none() && !no.contains_key(point))
    }
}

/// The points that can be marked, each with what else a click there changes.
fn groups(scene: &Scene, marks: &Marks, regions: bool) -> HashMap<Point, Group> {
    let mut groups = HashMap::new();
    let mut number = 0;
    for (point, state) in marks.size().points().zip(&scene.states) {
        if groups.contains_key(&point) {
            continue;
        }
        let is_neutral = || marks.neutral().any(|neutral| neutral == point);
        let mark = match (state.stone(), state.is_dead()) {
            (Some(_), false) => Mark::Dead,
            (Some(_), true) => Mark::Alive,
            (None, _) if !regions => continue,
            (None, _) if is_neutral() => Mark::Counted,
            (None, _) => Mark::Neutral,
        };
        let Ok(changes) = marks.would(point, mark) else {
            continue;
        };
        let points = match mark {
            Mark::Dead => &changes.killed,
            Mark::Alive => &changes.revived,
            Mark::Neutral => &changes.neutral,
            Mark::Counted => &changes.counted,
        };
        // All stones of the board cannot be dead; such a click changes nothing.
        if points.is_empty() {
            continue;
        }
        let chains = chains(scene.record.board(), points);
        let group = Group {
            number,
            mark,
            chains,
            asks: chains > 1 || mark == Mark::Neutral,
            changes: changes.clone(),
        };
        number += 1;
        for point in points {
            groups.insert(*point, group.clone());
        }
    }
    groups
}

fn chains(board: &Board, points: &[Point]) -> usize {
    let mut left = points.to_vec();
    let mut chains = 0;
    while let Some(chain) = left.first().and_then(|point| board.chain(*point)) {
        left.retain(|point| !chain.stones.contains(point));
        chains += 1;
    }
    chains
}

fn button(scene: &Scene, buttons: &Buttons, point: Point, state: PointState) -> Markup {
    let name = point.vertex(scene.view.size);
    let is_last = last_play(scene) == Some(point);
    let is_taken = state.stone().is_some();
    let is_neutral = scene
        .marks
        .iter()
        .flat_map(Marks::neutral)
        .any(|neutral| neutral == point);
    let said = html! {
        (name)
        (if is_neutral { words::POINT_NEUTRAL } else { words::point(state) })
        @if is_last { (words::POINT_LAST) }
    };
    match buttons {
        Buttons::Look => html! { button type="button" value=(name) { (said) } },
        Buttons::Refuse(_) => html! { button name="point" value=(name) { (said) } },
        Buttons::Choose { no } => {
            if let Some(why) = no.get(&point) {
                html! { button .no name="point" value=(name) title=(why) { (name) (words::POINT_NO) } }
            } else if buttons.playable_chosen(scene) == Some(point) {
                html! { button .chosen name="point" value=(name) form="play-form" { (name) (words::POINT_CHOSEN) } }
            } else {
                html! { button .s[is_taken] name="point" value=(name) { (said) } }
            }
        }
        Buttons::Mark { groups } => match groups.get(&point) {
            None => html! { button type="button" value=(name) { (said) } },
            Some(group) if group.asks => html! {
                button name="point" value=(name) data-g=(group.number) { (said) }
            },
            Some(group) => {
                let form = mark_form_id(group.mark);
                html! { button name="point" value=(name) form=(form) data-g=(group.number) { (said) } }
            }
        },
    }
}

/// A sentence at a point.
struct Bubble {
    point: Point,
    text: String,
    evidence: Vec<Point>,
    repeats: Option<usize>,
}

impl Bubble {
    fn of(scene: &Scene, buttons: &Buttons) -> Option<Bubble> {
        if scene.is_earlier() {
            return None;
        }
        let said = scene.shown.said.as_ref().filter(|said| said.refused);
        let said = said.and_then(|said| Some((said.point?, said.text.clone())));
        let on_board = |point: &Point| scene.view.size.contains(*point);
        if !scene.may_play() {
            let refused = match buttons {
                Buttons::Refuse(why) => scene
                    .chosen()
                    .map(|point| (point, words::refusal(*why, scene.view.size))),
                _ => None,
            };
            let (point, text) = said.or(refused).filter(|(point, _)| on_board(point))?;
            return Some(Bubble {
                point,
                text,
                evidence: Vec::new(),
                repeats: None,
            });
        }
        let point = said.as_ref().map(|(point, _)| *point).or(scene.chosen());
        let point = point.filter(on_board)?;
        match (illegal(scene, point), said) {
            (Some((text, explanation)), _) => Some(Bubble {
                point,
                text,
                evidence: [explanation.self_captured(), explanation.captured()].concat(),
                repeats: explanation.repeats(),
            }),
            (None, Some((_, text))) => Some(Bubble {
                point,
                text,
                evidence: Vec::new(),
                repeats: None,
            }),
            (None, None) => None,
        }
    }

    /// Above the point, unless there is no room; beside an edge, it grows inwards.
    fn classes(&self, size: Size) -> String {
        let mut classes = format!("bubble {} {}", at_row(self.point), at_col(self.point));
        let part = |index: i32, of: usize| usize::try_from(index).unwrap_or_default() * 4 / of;
        if part(self.point.row, size.rows()) == 0 {
            classes.push_str(" under");
        }
        match part(self.point.col, size.cols()) {
            0 => classes.push_str(" left"),
            3 => classes.push_str(" right"),
            _ => {}
        }
        classes
    }
}

/// Draws what stands on the board. Colors are the style sheet's.
fn picture(scene: &Scene, evidence: &[Point]) -> String {
    let mut svg = String::with_capacity(16_384);
    // Writing to a string never fails.
    let _ = draw(&mut svg, scene, evidence);
    svg
}

fn draw(svg: &mut String, scene: &Scene, evidence: &[Point]) -> std::fmt::Result {
    let size = scene.view.size;
    let [width, height] = [size.cols(), size.rows()].map(|lines| GAP * (lines + 1));
    write!(
        svg,
        "<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\" focusable=\"false\"><defs>\
         <radialGradient id=\"gb\" cx=\".36\" cy=\".3\" r=\".75\"><stop offset=\"0\" stop-color=\"#666\"/>\
         <stop offset=\".5\" stop-color=\"#222\"/><stop offset=\"1\" stop-color=\"#0c0c0c\"/></radialGradient>\
         <radialGradient id=\"gw\" cx=\".36\" cy=\".3\" r=\".8\"><stop offset=\"0\" stop-color=\"#fff\"/>\
         <stop offset=\".6\" stop-color=\"#f3f0ea\"/><stop offset=\"1\" stop-color=\"#cfc9bd\"/></radialGradient></defs>\
         <rect class=\"wood\" width=\"{width}\" height=\"{height}\"/>"
    )?;
    lines(svg, size)?;
    for (class, fill, color) in [("bs", "gb", Color::Black), ("ws", "gw", Color::White)] {
        for dead in [false, true] {
            let is_there =
                |state: &PointState| state.stone() == Some(color) && state.is_dead() == dead;
            let class = if dead {
                format!("{class} dead")
            } else {
                class.to_owned()
            };
            let points = points(scene, is_there);
            if points.is_empty() {
                continue;
            }
            write!(svg, "<g class=\"{class}\" fill=\"url(#{fill})\">")?;
            for point in points {
                let (x, y) = place(point);
                write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\"/>")?;
            }
            svg.push_str("</g>");
        }
    }
    // A cross on dead stones, a square on territory, a rhombus on points that the players have made neutral.
    let cross = "m-8-8l16 16m0-16l-16 16";
    let square = "m-5-5h10v10h-10z";
    shapes(
        svg,
        "bx",
        cross,
        &points(scene, |state| *state == PointState::BlackDead),
    )?;
    shapes(
        svg,
        "wx",
        cross,
        &points(scene, |state| *state == PointState::WhiteDead),
    )?;
    shapes(
        svg,
        "bt",
        square,
        &points(scene, |state| *state == PointState::BlackPoint),
    )?;
    shapes(
        svg,
        "wt",
        square,
        &points(scene, |state| *state == PointState::WhitePoint),
    )?;
    let neutral: Vec<Point> = scene.marks.iter().flat_map(Marks::neutral).collect();
    shapes(svg, "nt", "m-6 0l6-6l6 6l-6 6z", &neutral)?;
    if let Some(point) = last_play(scene) {
        let class = match scene.record.board().stone_at(point) {
            Some(Color::Black) => "lb",
            _ => "lw",
        };
        let (x, y) = place(point);
        write!(
            svg,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>"
        )?;
    }
    for point in evidence {
        let (x, y) = place(*point);
        write!(svg, "<circle class=\"ev\" cx=\"{x}\" cy=\"{y}\" r=\"14\"/>")?;
    }
    svg.push_str("</svg>");
    Ok(())
}

fn lines(svg: &mut String, size: Size) -> std::fmt::Result {
    let (right, bottom) = (GAP * size.cols(), GAP * size.rows());
    svg.push_str("<path class=\"lines\" d=\"");
    for row in 1..=size.rows() {
        write!(svg, "M{GAP} {}H{right}", GAP * row)?;
    }
    for col in 1..=size.cols() {
        write!(svg, "M{} {GAP}V{bottom}", GAP * col)?;
    }
    svg.push_str("\"/><g class=\"stars\">");
    for point in star_points(size) {
        let (x, y) = place(point);
        write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.4\"/>")?;
    }
    svg.push_str("</g><g class=\"xy\">");
    for row in 0..size.rows() {
        let (y, name) = (GAP * (row + 1) + 4, size.rows() - row);
        for x in [8, right + GAP - 8] {
            write!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>")?;
        }
    }
    for point in size.points().take(size.cols()) {
        let (x, _) = place(point);
        let name: String = point.vertex(size).chars().take(1).collect();
        for y in [12, bottom + GAP - 4] {
            write!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>")?;
        }
    }
    svg.push_str("</g>");
    Ok(())
}

fn points(scene: &Scene, is_there: impl Fn(&PointState) -> bool) -> Vec<Point> {
    let all = scene.view.size.points().zip(&scene.states);
    all.filter_map(|(point, state)| is_there(state).then_some(point))
        .collect()
}

/// The same shape at each of these points, as one path.
fn shapes(svg: &mut String, class: &str, shape: &str, points: &[Point]) -> std::fmt::Result {
    if points.is_empty() {
        return Ok(());
    }
    write!(svg, "<path class=\"{class}\" d=\"")?;
    for point in points {
        let (x, y) = place(*point);
        write!(svg, "M{x} {y}{shape}")?;
    }
    svg.push_str("\"/>");
    Ok(())
}
