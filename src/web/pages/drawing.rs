//! The picture below the buttons: lines, stones, marks. Colors are the style sheet's.

use std::fmt::Write;

use super::scene::{Doubt, Scene};
use gokata::picture::{GAP, place, star_points};
use gokata::scoring::{Marks, PointState};
use gokata::{Color, Point, Size};

/// Draws what stands on the board, and rings around the points that are evidence.
pub(super) fn picture(scene: &Scene, evidence: &[Point]) -> String {
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
        "<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\"><defs>\
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
            let dead = if dead { " dead" } else { "" };
            let points = points(scene, is_there);
            if points.is_empty() {
                continue;
            }
            // Counted in lines, and with the radius in the style sheet, hundreds of stones are short.
            write!(
                svg,
                "<g class=\"{class}{dead}\" fill=\"url(#{fill})\"><g transform=\"scale({GAP})\">"
            )?;
            for Point { row, col } in points {
                write!(svg, "<circle cx=\"{}\" cy=\"{}\"/>", col + 1, row + 1)?;
            }
            svg.push_str("</g></g>");
        }
    }
    // A cross on dead stones, a square on territory, a rhombus on points that the players have made neutral.
    let cross = "m-8-8l16 16m0-16l-16 16";
    let square = "m-5-5h10v10h-10z";
    for (class, shape, state) in [
        ("bx", cross, PointState::BlackDead),
        ("wx", cross, PointState::WhiteDead),
        ("bt", square, PointState::BlackPoint),
        ("wt", square, PointState::WhitePoint),
    ] {
        // Where it is only a guess that a stone is dead, another sign says so instead.
        let mut points = points(scene, |it| *it == state);
        points.retain(|point| matches!(scene.doubt(*point), None | Some(Doubt::Likely)));
        shapes(svg, class, shape, &points)?;
    }
    let both = |doubt| [(doubt, Color::Black, "sb"), (doubt, Color::White, "sw")];
    for (doubt, color, color_class) in Doubt::ALL.into_iter().flat_map(both) {
        let mut points = points(scene, |state| state.stone() == Some(color));
        points.retain(|point| scene.doubt(*point) == Some(doubt));
        let (class, shape) = doubt_shape(doubt);
        shapes(svg, &format!("{class} {color_class}"), shape, &points)?;
    }
    let neutral: Vec<Point> = scene.marks.iter().flat_map(Marks::neutral).collect();
    shapes(svg, "nt", "m-6 0l6-6l6 6l-6 6z", &neutral)?;
    let open = scene.open_borders().into_iter();
    let open: Vec<Point> = open.flat_map(|region| region.points).collect();
    shapes(svg, "ob", "h0", &open)?;
    // A stone that took itself off the board has no ring.
    let last = scene.last_play();
    if let Some((point, color)) =
        last.and_then(|point| Some((point, scene.record.board().stone_at(point)?)))
    {
        let class = match color {
            Color::Black => "lb",
            Color::White => "lw",
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

/// The class and the shape that say why players should look at a stone: a bar in its upper half, an arrow both ways, or a
/// question mark.
fn doubt_shape(doubt: Doubt) -> (&'static str, &'static str) {
    match doubt {
        Doubt::Likely => ("sl", "m-4-9h8"),
        Doubt::Unsettled => ("su", "m-8 0h16m-5-5l5 5l-5 5m-6-10l-5 5l5 5"),
        Doubt::Open => ("so", "m-5-4q0-5 5-5t5 5q0 3-5 5v2m0 5v.1"),
    }
}

/// The same mark for the legend.
pub(super) fn doubt_mark(doubt: Doubt) -> String {
    let (class, shape) = doubt_shape(doubt);
    format!(
        "<svg class=\"mark\" viewBox=\"-15 -15 30 30\" aria-hidden=\"true\"><path class=\"{class} sw\" d=\"M0 0{shape}\"/></svg>"
    )
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
        write!(svg, "<circle cx=\"{x}\" cy=\"{y}\"/>")?;
    }
    svg.push_str("</g><g class=\"xy\">");
    for row in 0..size.rows() {
        let (y, name) = (GAP * (row + 1), size.rows() - row);
        for x in [9, right + GAP - 9] {
            write!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>")?;
        }
    }
    for point in size.points().take(size.cols()) {
        let (x, _) = place(point);
        let name: String = point.vertex(size).chars().take(1).collect();
        for y in [9, bottom + GAP - 9] {
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
