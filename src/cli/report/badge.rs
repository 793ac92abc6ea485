//! A badge: a small image with two fields, as READMEs show them. It needs no font of its own.

use crate::html::escaped;

/// What a badge says about the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Fine,
    Deviates,
    /// Nothing was answered, or the program failed.
    Failed,
}

/// The width of a letter in units; `textLength` makes the text as wide whatever the font.
const LETTER: f32 = 6.4;

/// Returns a badge as an SVG image.
pub(super) fn badge(left: &str, right: &str, tone: Tone) -> String {
    let width = |text: &str| {
        let letters = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        (f32::from(letters) * LETTER).round()
    };
    let (text_left, text_right) = (width(left), width(right));
    let (box_left, box_right) = (text_left + 14.0, text_right + 14.0);
    let all = box_left + box_right;
    let fill = match tone {
        Tone::Fine => "#1a7f37",
        Tone::Deviates => "#9a5b00",
        Tone::Failed => "#b3261e",
    };
    let (left, right) = (escaped(left), escaped(right));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" viewBox=\"0 0 {all} 20\" role=\"img\" \
         aria-label=\"{left}: {right}\">\n\
         <title>{left}: {right}</title>\n\
         <clipPath id=\"round\"><rect width=\"{all}\" height=\"20\" rx=\"3\"/></clipPath>\n\
         <g clip-path=\"url(#round)\">\n\
         <rect width=\"{box_left}\" height=\"20\" fill=\"#444\"/>\n\
         <rect x=\"{box_left}\" width=\"{box_right}\" height=\"20\" fill=\"{fill}\"/>\n\
         </g>\n\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n\
         <text x=\"7\" y=\"14\" textLength=\"{text_left}\" lengthAdjust=\"spacingAndGlyphs\">{left}</text>\n\
         <text x=\"{}\" y=\"14\" textLength=\"{text_right}\" lengthAdjust=\"spacingAndGlyphs\">{right}</text>\n\
         </g>\n</svg>\n",
        box_left + 7.0
    )
}
