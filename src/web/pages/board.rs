//! The board: a picture, above it a button for every point, and a bubble about a point.

use maud::{Markup, PreEscaped, html};

use super::buttons::{Buttons, button, illegal, mark_forms};
use super::drawing::picture;
use super::isolate::text;
use super::scene::{Look, Scene};
use super::words;
use gokata::{Color, Point, Size};

/// The board with its buttons and the bubble about a refused point.
pub(super) fn board(scene: &Scene, buttons: &Buttons) -> Markup {
    let size = scene.view.size;
    let bubble = Bubble::of(scene, buttons);
    let evidence = bubble.as_ref().map_or(&[][..], |bubble| &bubble.evidence);
    let path = scene.path();
    let last = scene.last_play().map(|point| point.vertex(size));
    let crosshair = buttons.playable_chosen(scene);
    html! {
        div #board class=(classes(scene)) role="group" aria-label=(words::board(size)) data-last=[last] {
            (PreEscaped(picture(scene, evidence)))
            form .points #points method="get" action=(path) {
                @if let Look::Earlier(turns, _) = scene.shown.look { input type="hidden" name="move" value=(turns); }
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
                        @if let Some((query, label)) = &bubble.link {
                            " " a href={ (path) (query) } { (label) }
                        }
                    }
                }
            }
            (mark_forms(scene, buttons))
        }
    }
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

fn at_row(point: Point) -> String {
    format!("y{}", point.row + 1)
}

fn at_col(point: Point) -> String {
    format!("x{}", point.col + 1)
}

/// A message beside a point.
struct Bubble {
    point: Point,
    text: String,
    evidence: Vec<Point>,
    /// What comes after the address of the page, and what the link says.
    link: Option<(String, String)>,
}

impl Bubble {
    fn of(scene: &Scene, buttons: &Buttons) -> Option<Bubble> {
        let plain = |(point, text)| Bubble {
            point,
            text,
            evidence: Vec::new(),
            link: None,
        };
        if let Look::Earlier(turns, point) = scene.shown.look {
            let refused = matches!(buttons, Buttons::Earlier);
            let point = point.filter(|point| refused && scene.view.size.contains(*point))?;
            let link = Some((String::new(), words::GO_TO_LAST.to_owned()));
            let bubble = plain((point, words::is_earlier(turns)));
            return Some(Bubble { link, ..bubble });
        }
        let said = scene.shown.feedback.as_ref().filter(|said| said.refused);
        let said = said.and_then(|said| Some((said.point?, said.text.clone())));
        let on_board = |point: &Point| scene.view.size.contains(*point);
        if !scene.may_play() {
            let refused = match buttons {
                Buttons::Refuse(why) => scene
                    .chosen()
                    .map(|point| (point, words::refusal(*why, scene.view.size))),
                _ => None,
            };
            let found = said.or(refused).filter(|(point, _)| on_board(point));
            return found.map(plain);
        }
        let point = said.as_ref().map(|(point, _)| *point).or(scene.chosen());
        let point = point.filter(on_board)?;
        match (illegal(scene, point), said) {
            (Some((text, explanation)), _) => Some(Bubble {
                point,
                text,
                evidence: [explanation.self_captured(), explanation.captured()].concat(),
                link: explanation
                    .repeats()
                    .map(|turn| (format!("?move={turn}"), words::repeats(turn))),
            }),
            (None, Some(said)) => Some(plain(said)),
            (None, None) => None,
        }
    }

    /// Above the point and the stones that it speaks of, unless there is no room; beside an edge, it grows inwards.
    fn classes(&self, size: Size) -> String {
        let part = |index: i32, of: usize| usize::try_from(index).unwrap_or_default() * 4 / of;
        let rows = self.evidence.iter().chain([&self.point]).map(|at| at.row);
        let (top, bottom) = (rows.clone().min(), rows.max());
        let is_free = |row: &i32, edge| part(*row, size.rows()) != edge;
        let above = top.filter(|row| is_free(row, 0));
        let below = bottom.filter(|row| is_free(row, 3));
        let (row, under) = match (above, below) {
            (Some(row), _) => (row, false),
            (None, Some(row)) => (row, true),
            (None, None) => (self.point.row, part(self.point.row, size.rows()) == 0),
        };
        let at = Point::from((row, self.point.col));
        let mut classes = format!("bubble {} {}", at_row(at), at_col(at));
        if under {
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
