//! The buttons of the points.

use std::collections::HashMap;
use std::rc::Rc;

use maud::{Markup, html};

use super::scene::Scene;
use super::words;
use crate::link::random_name;
use gokata::agreement::{Allowed, Refusal, ViewerState};
use gokata::scoring::{Mark, Marked, Marks, PointState};
use gokata::{Board, Explanation, explain_move};
use gokata::{Move, Point, PointSet};

/// What the buttons of the points do.
pub(super) enum Buttons {
    /// No action: they only describe their points.
    Look,
    /// They explain why the player cannot act now.
    Refuse(Refusal),
    /// They explain that this is an earlier board.
    Earlier,
    /// They choose a point to play at.
    Choose { no: HashMap<Point, String> },
    /// They mark groups and regions.
    Mark { groups: HashMap<Point, Rc<Group>> },
}

/// Points that one click changes together.
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
            let no = scene.state().forbidden_points().into_iter();
            let no = no.filter_map(|(point, _)| Some((point, illegal(scene, point)?.0)));
            return Buttons::Choose { no: no.collect() };
        }
        let marks = scene.marks.as_ref().filter(|_| scene.is_scoring());
        match marks {
            Some(marks) if allowed(Allowed::MarkStones) => Buttons::Mark {
                groups: groups(scene, marks, allowed(Allowed::MarkRegions)),
            },
            _ => match (scene.view.viewer_state(), scene.player()) {
                (state, Some(_)) if scene.is_earlier() && state != ViewerState::GameFinished => {
                    Buttons::Earlier
                }
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
fn groups(scene: &Scene, marks: &Marks, regions: bool) -> HashMap<Point, Rc<Group>> {
    let mut groups = HashMap::new();
    let mut number = 0;
    for (point, state) in marks.size().points().zip(&scene.states) {
        if groups.contains_key(&point) {
            continue;
        }
        let is_neutral = || marks.neutral().contains(point);
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
        let stones = PointSet::new(marks.size(), points.iter().copied());
        let chains = chains(scene.record.board(), stones).len();
        let group = Rc::new(Group {
            number,
            mark,
            chains,
            asks: chains > 1 || mark == Mark::Neutral,
            changes: changes.clone(),
        });
        number += 1;
        for point in points {
            groups.insert(*point, Rc::clone(&group));
        }
    }
    groups
}

/// A stone of each chain among these.
pub(super) fn chains(board: &Board, mut stones: PointSet) -> Vec<Point> {
    let mut chains = Vec::new();
    while let Some(first) = stones.nth(0)
        && let Some(chain) = board.chain(first)
    {
        stones -= chain.stones;
        chains.push(first);
    }
    chains
}

/// The button of a point. Its text is for those who do not see the board.
pub(super) fn button(scene: &Scene, buttons: &Buttons, point: Point, state: PointState) -> Markup {
    let name = point.vertex(scene.view.size);
    let is_last = scene.last_play() == Some(point);
    let is_taken = state.stone().is_some();
    let is_neutral = scene
        .marks
        .iter()
        .flat_map(Marks::neutral)
        .any(|neutral| neutral == point);
    let said = html! {
        (name)
        (if is_neutral { words::POINT_NEUTRAL } else { words::point(state) })
        @if let Some(doubt) = scene.doubt(point) { ", " (words::doubt(doubt)) }
        @if is_last { (words::POINT_LAST) }
        @if scene.ko_point() == Some(point) { (words::POINT_KO) }
    };
    match buttons {
        Buttons::Look => html! { button type="button" value=(name) { (said) } },
        Buttons::Refuse(_) | Buttons::Earlier => {
            html! { button name="point" value=(name) { (said) } }
        }
        Buttons::Choose { no } => {
            if let Some(why) = no.get(&point) {
                html! { button .no name="point" value=(name) title=(why) { (name) (words::POINT_NO) } }
            } else if buttons.playable_chosen(scene) == Some(point) {
                html! { button .e .chosen name="point" value=(name) form="play-form" { (name) (words::POINT_CHOSEN) } }
            } else {
                html! { button class=[(!is_taken).then_some("e")] name="point" value=(name) { (said) } }
            }
        }
        Buttons::Mark { groups } => match groups.get(&point) {
            None => html! { button type="button" value=(name) { (said) } },
            Some(group) if group.asks => html! {
                button name="point" value=(name) data-g=(group.number) { (said) }
            },
            Some(group) => html! {
                button name="point" value=(name) form=(group.mark.name()) data-g=(group.number) { (said) }
            },
        },
    }
}

/// The forms that the buttons of points belong to while the board is marked.
pub(super) fn mark_forms(scene: &Scene, buttons: &Buttons) -> Markup {
    html! {
        @if let Buttons::Mark { .. } = buttons {
            @for mark in [Mark::Dead, Mark::Alive, Mark::Counted] {
                (mark_form(scene, mark, mark.name(), &html! {}))
            }
        }
    }
}

/// The form that sets a mark; the buttons of points belong to it by its id.
pub(super) fn mark_form(scene: &Scene, mark: Mark, id: &str, content: &Markup) -> Markup {
    html! {
        form id=(id) method="post" action={ (scene.path()) "/mark" } {
            input type="hidden" name="req" value=(random_name());
            input type="hidden" name="mark" value=(mark.name());
            input type="hidden" name="number" value=(scene.view.scoring_number);
            (content)
        }
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
pub(super) fn illegal(scene: &Scene, point: Point) -> Option<(String, Explanation)> {
    let record = scene.state().record();
    let explanation = explain_move(Move::play(record.to_play(), point), record);
    Some((words::illegal(&explanation)?, explanation))
}
