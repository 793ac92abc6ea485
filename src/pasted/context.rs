//! What the text around a board says: whose turn it is.

use crate::basics::Color;
use crate::basics::text::Line;

/// Returns the side with this name, in any case.
pub(super) fn side(word: &str) -> Option<Color> {
    match word {
        "黑" | "黒" => Some(Color::Black),
        "白" => Some(Color::White),
        word => word.parse().ok(),
    }
}

/// Words behind a side, and words before it, that say that it plays next.
#[rustfmt::skip]
const BEHIND: [&[&str]; 7] = [
    &["to", "play"], &["to", "move"], &["plays", "next"], &["moves", "next"], &["s", "turn"], &["s", "move"], &["turn"],
];
#[rustfmt::skip]
const BEFORE: [&[&str]; 9] = [
    &["next", "player"], &["player", "to", "move"], &["to", "play"], &["to", "move"], &["turn"], &["current", "player"],
    &["next"], &["toplay"], &["player"],
];

/// The same in Chinese, Japanese and Korean.
#[rustfmt::skip]
const EASTERN: [(Color, &[&str]); 2] = [
    (Color::Black, &["黑先", "黒先", "黒番", "黒の手番", "轮到黑", "輪到黑", "흑 차례", "흑 선", "흑선"]),
    (Color::White, &["白先", "白番", "白の手番", "轮到白", "輪到白", "백 차례", "백 선", "백선"]),
];

/// Returns the side to play that these lines name: `White (O) to move`, `Next player: Black`, `It is Black's turn`. If they
/// name both, `Err` has the lines that do so.
pub(super) fn to_play<'a>(lines: impl Iterator<Item = Line<'a>>) -> Result<Option<Color>, String> {
    let mut found: Option<(Color, usize)> = None;
    for line in lines {
        for color in in_line(line.text) {
            match found {
                Some((before, first)) if before != color => {
                    let other = line.number;
                    return Err(format!(
                        "the text names both sides: {before} in line {first}, {color} in line {other}"
                    ));
                }
                _ => found = Some((color, line.number)),
            }
        }
    }
    Ok(found.map(|(color, _)| color))
}

fn in_line(text: &str) -> Vec<Color> {
    let eastern = EASTERN
        .iter()
        .filter(|(_, all)| all.iter().any(|words| text.contains(words)));
    let mut found: Vec<Color> = eastern.map(|(color, _)| *color).collect();
    // Lines of text are short; what is longer is no sentence.
    let text: String = text.chars().take(400).collect::<String>().to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let follows =
        |at: usize, phrase: &[&str]| words.get(at..).is_some_and(|rest| rest.starts_with(phrase));
    let side_at = |at: usize| words.get(at).and_then(|word| side(word));
    // The words before this one are read: `White (O) to move   Black (X) Prisoners: 0` names White alone.
    let mut read = 0;
    for at in 0..words.len() {
        if let Some(color) = side_at(at).filter(|_| at >= read) {
            // `White (O) to move`, whatever White's sign is.
            let is_sign = side_at(at + 1).is_some() && words[at + 1].len() == 1;
            let after = at + 1 + usize::from(is_sign);
            if let Some(phrase) = BEHIND.iter().find(|phrase| follows(after, phrase)) {
                found.push(color);
                read = after + phrase.len();
            }
        }
        let is_new = |phrase: &&&[&str]| at >= read && follows(at, phrase);
        for phrase in BEFORE.iter().filter(is_new) {
            let after = at + phrase.len();
            let after = after + usize::from(words.get(after) == Some(&"is"));
            let is_named = phrase.len() > 1 || words.len() <= after + 2;
            found.extend(side_at(after).filter(|_| is_named));
        }
    }
    found
}

/// Returns the sign that a line gives to a side: `O is Black`, `Black (O)`, `white = X`.
pub(super) fn sign_of_side(text: &str) -> Option<(Color, char)> {
    let words = text.split([' ', '\t', '(', ')', '=', ':', ',', '.', ';']);
    let words = words.filter(|word| !matches!(*word, "" | "is" | "are"));
    let words: Vec<&str> = words.take(60).collect();
    let sign = |word: &str| {
        let mut signs = word.chars();
        let sign = signs.next().filter(|sign| "XxOo#@*●○".contains(*sign));
        sign.filter(|_| signs.next().is_none())
    };
    let color = |word: &str| side(word).filter(|_| word.chars().count() > 1 || !word.is_ascii());
    words.windows(2).find_map(|pair| {
        let behind = color(pair[0]).zip(sign(pair[1]));
        let is_apart = text.contains([':', '=', '(']) || text.contains(" is ");
        behind
            .or_else(|| color(pair[1]).zip(sign(pair[0])))
            .filter(|_| is_apart)
    })
}
