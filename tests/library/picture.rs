//! Pictures: each layer, with colors and with classes.

use gokata::picture::{Coordinates, Form, Layer, Overlay, Shape, Sign, drawn, explained, text};
use gokata::{
    BoardRecord, Color, Diagram, IllegalMove, Move, Point, Setup, Size, explain_move, play_move,
};
use pretty_assertions::assert_eq;
use rstest::rstest;

/// A black stone on B3 and a white one on C3, at the top of a board of 3x3.
fn setup() -> Setup {
    let setup = Setup::new(Size::square(3).unwrap(), Color::Black);
    let setup = setup.with(Point::from((0, 1)), Color::Black);
    setup.with(Point::from((0, 2)), Color::White)
}

/// What an overlay adds to the picture of the board: the start tags that are not there without it.
fn added(overlay: &Overlay) -> Vec<String> {
    let plain = Overlay {
        form: overlay.form,
        ..Overlay::default()
    };
    let without = drawn(&setup(), &plain);
    let with = drawn(&setup(), overlay);
    assert!(!with.contains("style"));
    let lines = with.lines().filter(|line| !without.contains(line));
    lines.map(str::to_owned).collect()
}

fn at(row: i32, col: i32) -> Point {
    Point::from((row, col))
}

#[rstest]
#[case(Overlay { asked: Some(Move::play(Color::White, (2, 2))), ..Overlay::default() }, &["asked gw"])]
#[case(Overlay { asked: Some(Move::play(Color::Black, (0, 1))), ..Overlay::default() }, &["halo", "asked"])]
#[case(Overlay { asked: Some(Move::pass(Color::Black)), ..Overlay::default() }, &[])]
#[case(Overlay { asked: Some(Move::play(Color::Black, (3, 0))), ..Overlay::default() }, &[])]
#[case(Overlay { captured: vec![at(0, 1), at(0, 2), at(-1, 0)], ..Overlay::default() }, &["captured", "captured"])]
#[case(Overlay { self_captured: vec![at(0, 2), at(0, 25)], ..Overlay::default() }, &["self-captured"])]
#[case(Overlay { disputed: vec![at(1, 1), at(99, 1)], ..Overlay::default() }, &["disputed"])]
#[case(Overlay { last: Some(at(0, 1)), ..Overlay::default() }, &["lb"])]
#[case(Overlay { last: Some(at(0, 2)), ..Overlay::default() }, &["lw"])]
#[case(Overlay { last: Some(at(1, 1)), ..Overlay::default() }, &[])]
#[case(Overlay { numbers: vec![(at(0, 1), 3), (at(2, 2), 4)], ..Overlay::default() }, &["tb"])]
#[case(Overlay { labels: vec![(at(0, 2), "a".into()), (at(1, 0), "b".into()), (at(9, 9), "c".into())], ..Overlay::default() }, &["tw", "wood", "te"])]
#[case(Overlay { shapes: vec![(at(0, 1), Shape::Cross), (at(2, 0), Shape::Circle), (at(3, 3), Shape::Square)], ..Overlay::default() }, &["mk sb", "mk se"])]
#[case(Overlay { heat: vec![(at(0, 1), 2.0), (at(1, 1), -0.5), (at(2, 2), f64::NAN), (at(3, 3), 1.0)], ..Overlay::default() }, &["hp", "hn"])]
#[case(Overlay { layers: vec![Layer { class: "x", attributes: "fill=\"#fff\"", sign: Sign::Path(-1, 2, "h2"), points: vec![at(0, 0), at(2, 2), at(3, 3)] }], ..Overlay::default() }, &["x"])]
fn each_layer_is_drawn_with_colors_and_with_classes(
    #[case] overlay: Overlay,
    #[case] classes: &[&str],
) {
    let colors = added(&overlay);
    assert_eq!(colors.len(), classes.len(), "{colors:?}");
    for line in &colors {
        assert!(!line.contains("class") && line.contains("fill"), "{line}");
    }
    let lines = added(&Overlay {
        form: Form::Classes,
        ..overlay
    });
    let found = lines.iter().map(|line| {
        assert!(!line.contains(" fill=") && !line.contains("stroke"));
        line.split('"').nth(1).unwrap()
    });
    assert_eq!(found.collect::<Vec<_>>(), classes);
}

/// The reason has a shape of its own, not only a color, and only on empty points.
#[test]
fn refused_points_have_a_shape_for_each_reason() {
    let points = Size::square(3).unwrap().points().skip(3);
    let refused = points.zip(IllegalMove::ALL.into_iter().skip(1)).chain([
        (at(0, 1), IllegalMove::Ko),
        (at(-1, 0), IllegalMove::Suicide),
        (at(2, 2), IllegalMove::Suicide),
    ]);
    let overlay = Overlay {
        refused: refused.collect(),
        form: Form::Classes,
        ..Overlay::default()
    };
    let paths = [
        "<path class=\"no suicide\" d=\"M23 83l14 14m0-14l-14 14M83 83l14 14m0-14l-14 14\"/>",
        "<path class=\"no ko\" d=\"M53 83h14v14h-14z\"/>",
        "<path class=\"no superko\" d=\"M90 81l8 14h-16z\"/>",
    ];
    assert_eq!(added(&overlay), paths);
}

#[test]
fn stones_of_classes_stand_in_groups() {
    let overlay = Overlay {
        form: Form::Classes,
        dead: vec![at(0, 2), at(1, 1), at(4, 4)],
        width: Some(80),
        title: Some("<\"A\" & B>\u{1}".to_owned()),
        coordinates: Coordinates::Hidden,
        ..Overlay::default()
    };
    let svg = drawn(&setup(), &overlay);
    let groups = svg.matches("<g class").count();
    assert_eq!(groups, 2, "black stones, dead white ones: {svg}");
    for part in [
        "<g class=\"bs\" fill=\"url(#gb)\"><g transform=\"scale(30)\"><circle cx=\"2\" cy=\"1\"/></g></g>",
        "<g class=\"ws dead\" fill=\"url(#gw)\"><g transform=\"scale(30)\"><circle cx=\"3\" cy=\"1\"/></g></g>",
        " width=\"80\" height=\"80\" role=\"img\" aria-label=\"&lt;&quot;A&quot; &amp; B>\u{fffd}\"",
    ] {
        assert!(svg.contains(part), "{svg}");
    }
    assert!(!svg.contains("<text") && !svg.contains("aria-hidden"));
    let plain = Overlay {
        form: Form::Classes,
        ..Overlay::default()
    };
    let svg = drawn(&setup(), &plain);
    assert!(svg.contains(" aria-hidden=\"true\"") && !svg.contains(" height=\"120\" role"));
    // On all four sides.
    assert_eq!(svg.matches(">A</text>").count(), 2);
    let colors = Overlay {
        form: Form::Colors,
        ..overlay
    };
    let svg = drawn(&setup(), &colors);
    assert_eq!(svg.matches("opacity=\"0.5\"").count(), 1);
    assert!(svg.contains(" role=\"img\"") && !svg.contains("<text"));
}

#[test]
fn an_explanation_in_letters() {
    let diagram = Diagram::parse(b"o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n").unwrap();
    let record = BoardRecord::try_from(&diagram.setup).unwrap();
    let record = play_move(Move::play(Color::White, (2, 1)), &record).unwrap();
    let explanation = explain_move(Move::play(Color::Black, (2, 2)), &record);
    let shown = explained(&record, &explanation, 44);
    let text_of = "\
Black C3: not legal
  ko: the board would be as it was before your opponent's last turn (the opening board)
  would take 1 stone: B3
  rules: ko=simple suicide=forbidden scoring=area komi=0

before               after, if it were legal
 5  .  .  .  .  .     5  .  .  .  .  .
 4  .  x  o  .  .     4  .  x  o  .  .
 3  x (o) .  o  .     3  x  . (x) o  .
 2  .  x  o  .  .     2  .  x  o  .  .
 1  .  .  .  .  .     1  .  .  .  .  .
    A  B  C  D  E        A  B  C  D  E";
    assert_eq!(shown, text_of);
    // Too narrow: one below the other.
    let narrow = explained(&record, &explanation, 43);
    let titles = narrow.split("\n\n").map(|part| part.lines().next());
    let expected = ["Black C3: not legal", "before", "after, if it were legal"];
    assert_eq!(titles.collect::<Vec<_>>(), expected.map(Some));
    let passed = explain_move(Move::pass(Color::Black), &record);
    assert!(
        explained(&record, &passed, 80).ends_with(&text(record.board(), Some(at(2, 1))).join("\n"))
    );
}
