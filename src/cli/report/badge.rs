//! A badge: a small image with two fields, as READMEs show them. It needs no font of its own.

use super::facts::columns;
use super::results::Run;
use crate::html::escaped;
use crate::terminal::text::number;

const FINE: &str = "#1a7f37";
const DEVIATES: &str = "#9a5b00";
/// Nothing was answered, or the program failed.
const FAILED: &str = "#b3261e";

/// Returns the badge of a run.
pub(super) fn badge(run: &Run) -> String {
    let [right, wrong, _, failed] = columns(run.total);
    let answers = right + wrong;
    let (counts, color) = if failed > 0 || answers == 0 {
        let answers = number(answers, "answer");
        (format!("{answers}, {failed} missing"), FAILED)
    } else {
        let color = if wrong > 0 { DEVIATES } else { FINE };
        (format!("{right} of {answers} right"), color)
    };
    image(&run.corpus(), &counts, color)
}

/// Returns the badge about all runs.
pub(super) fn badge_of_all(runs: &[Run]) -> String {
    if let [run] = runs {
        return badge(run);
    }
    let mut corpora: Vec<String> = runs.iter().map(Run::corpus).collect();
    corpora.dedup();
    let fixtures = match &corpora[..] {
        [same] => same,
        _ => "(various fixtures)",
    };
    let is_right = |run: &&Run| matches!(columns(run.total), [right, 0, _, 0] if right > 0);
    let right = runs.iter().filter(is_right).count();
    let color = if right == runs.len() { FINE } else { DEVIATES };
    let is_whole = runs.iter().all(Run::is_whole);
    let all_right = if is_whole {
        "all right"
    } else {
        "without a wrong answer"
    };
    image(
        fixtures,
        &format!("{right} of {} runs {all_right}", runs.len()),
        color,
    )
}

/// The width of a letter in units; `textLength` makes the text as wide whatever the font.
const LETTER: f32 = 6.4;

/// Returns a badge as an SVG image.
fn image(fixtures: &str, right: &str, color: &str) -> String {
    let left = format!("gokata {fixtures}");
    let width = |text: &str| {
        let letters = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        (f32::from(letters) * LETTER).round()
    };
    let (text_left, text_right) = (width(&left), width(right));
    let (box_left, box_right) = (text_left + 14.0, text_right + 14.0);
    let all = box_left + box_right;
    let (left, right) = (escaped(&left), escaped(right));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" viewBox=\"0 0 {all} 20\" role=\"img\" \
         aria-label=\"{left}: {right}\">\n\
         <title>{left}: {right}</title>\n\
         <clipPath id=\"round\"><rect width=\"{all}\" height=\"20\" rx=\"3\"/></clipPath>\n\
         <g clip-path=\"url(#round)\">\n\
         <rect width=\"{box_left}\" height=\"20\" fill=\"#444\"/>\n\
         <rect x=\"{box_left}\" width=\"{box_right}\" height=\"20\" fill=\"{color}\"/>\n\
         </g>\n\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n\
         <text x=\"7\" y=\"14\" textLength=\"{text_left}\" lengthAdjust=\"spacingAndGlyphs\">{left}</text>\n\
         <text x=\"{}\" y=\"14\" textLength=\"{text_right}\" lengthAdjust=\"spacingAndGlyphs\">{right}</text>\n\
         </g>\n</svg>\n",
        box_left + 7.0
    )
}
