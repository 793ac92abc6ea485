//! The picture below the buttons: which points of the board get which sign. Colors are the style sheet's.

use super::scene::{Doubt, Scene};
use gokata::picture::{Form, Layer, Overlay, Sign, drawn};
use gokata::scoring::{Marks, PointState};
use gokata::{Color, Point, Setup};

/// Draws what stands on the board, and rings around the points that are evidence.
pub(super) fn picture(scene: &Scene, evidence: &[Point]) -> String {
    let states = || scene.view.size.points().zip(&scene.states);
    let stones = states().filter_map(|(point, state)| Some((point, state.stone()?)));
    let setup = Setup {
        size: scene.view.size,
        stones: stones.collect(),
        to_play: scene.record.to_play(),
    };
    let points = |is_there: &dyn Fn(Point, PointState) -> bool| {
        let found = states().filter(|(point, state)| is_there(*point, **state));
        found.map(|(point, _)| point).collect()
    };
    // A cross on dead stones, a square on territory.
    let cross = Sign::Path(-8, -8, "l16 16m0-16l-16 16");
    let square = Sign::Path(-5, -5, "h10v10h-10z");
    // Where it is only a guess that a stone is dead, another sign says so instead.
    let is_sure = |point| matches!(scene.doubt(point), None | Some(Doubt::Likely));
    let marks = [
        ("bx", cross, PointState::BlackDead),
        ("wx", cross, PointState::WhiteDead),
        ("bt", square, PointState::BlackPoint),
        ("wt", square, PointState::WhitePoint),
    ];
    let marks = marks.into_iter().map(|(class, sign, marked)| {
        let points = points(&|point, state| state == marked && is_sure(point));
        layer(class, sign, points)
    });
    let mut layers: Vec<Layer> = marks.collect();
    for doubt in Doubt::ALL {
        let (shape, classes) = doubt_sign(doubt);
        layers.extend(Color::BOTH.into_iter().zip(classes).map(|(color, class)| {
            let points = points(&|point, state| {
                state.stone() == Some(color) && scene.doubt(point) == Some(doubt)
            });
            layer(class, Sign::Path(0, 0, shape), points)
        }));
    }
    // A rhombus on points that the players have made neutral.
    let neutral = scene.marks.iter().flat_map(Marks::neutral).collect();
    layers.push(layer("nt", Sign::Path(-6, 0, "l6-6l6 6l-6 6z"), neutral));
    let open = scene.open_borders().into_iter();
    let open = open.flat_map(|region| region.points).collect();
    layers.push(layer("ob", Sign::Path(0, 0, "h0"), open));
    // A square where a ko was taken.
    let ko = scene.ko_point().into_iter().collect();
    layers.push(layer("ko", Sign::Path(-7, -7, "h14v14h-14z"), ko));
    layers.push(layer("ev", Sign::Circle(14), evidence.to_vec()));
    let overlay = Overlay {
        // A stone that took itself off the board has no ring.
        last: scene.last_play(),
        dead: points(&|_, state| state.is_dead()),
        layers,
        form: Form::Classes,
        ..Overlay::default()
    };
    drawn(&setup, &overlay)
}

fn layer(class: &'static str, sign: Sign, points: Vec<Point>) -> Layer {
    Layer {
        class,
        attributes: "",
        sign,
        points,
    }
}

/// The shape that says why players should look at a stone: a bar in its upper half, an arrow both ways, or a question mark;
/// and its classes on black and white stones.
fn doubt_sign(doubt: Doubt) -> (&'static str, [&'static str; 2]) {
    match doubt {
        Doubt::Likely => ("m-4-9h8", ["sl sb", "sl sw"]),
        Doubt::Unsettled => ("m-8 0h16m-5-5l5 5l-5 5m-6-10l-5 5l5 5", ["su sb", "su sw"]),
        Doubt::Open => ("m-5-4q0-5 5-5t5 5q0 3-5 5v2m0 5v.1", ["so sb", "so sw"]),
    }
}

/// The same mark for the legend.
pub(super) fn doubt_mark(doubt: Doubt) -> String {
    let (shape, [_, class]) = doubt_sign(doubt);
    format!(
        "<svg class=\"mark\" viewBox=\"-15 -15 30 30\" aria-hidden=\"true\"><path class=\"{class}\" d=\"M0 0{shape}\"/></svg>"
    )
}
