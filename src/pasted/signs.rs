//! The signs of boards in text: which are stones, and of which color.

use std::collections::BTreeMap;

use crate::basics::Color;

/// An empty cell of a table.
pub(super) const BLANK: char = ' ';

/// The sign of a stone that is written `-1`.
pub(super) const MINUS_ONE: char = '−';

/// The signs of stones, by color and family. A board has signs of one family for each color. `@` and `*` are not among them:
/// see [`Signs::new`].
///
/// [`Pasted`](super::Pasted) says who writes them. ▲ and △ mark a stone.
const STONES: [(Color, &str); 10] = [
    (Color::Black, "Xx"),
    (Color::Black, "#"),
    (Color::Black, "Bb"),
    (Color::Black, "1"),
    (Color::Black, "●⚫⬤▲黑黒"),
    (Color::White, "Oo"),
    (Color::White, "Ww"),
    (Color::White, "2"),
    (Color::White, "−"),
    (Color::White, "○◯⚪△白"),
];

/// The signs of empty points, star points among them.
const EMPTY: &str = ".+-_,:·・•∙⋅˙┌┐└┘├┤┬┴┼╋╂┿┏┓┗┛┣┫┳┻╔╗╚╝╠╣╦╩╬╭╮╯╰➕⬜🟫🟨🟧";

/// Full-width signs, and others that stand for one of the above.
pub(super) fn folded(sign: char) -> char {
    match sign {
        'Ｘ' | '✕' | '×' | '╳' => 'X',
        'Ｏ' => 'O',
        '．' => '.',
        '＋' => '+',
        '－' => '-',
        '＃' => '#',
        '＠' => '@',
        '＊' => '*',
        '０'..='９' => char::from_u32(u32::from(sign) - 0xFEE0).unwrap_or(sign),
        _ => sign,
    }
}

/// True for every sign of the tables, and for the letters of labels.
pub(super) fn is_sign(sign: char) -> bool {
    is_empty(sign) || family(sign).is_some() || matches!(sign, '@' | '*' | '0' | 'a'..='z')
}

pub(super) fn is_empty(sign: char) -> bool {
    sign == BLANK || EMPTY.contains(sign)
}

/// Returns the row of [`STONES`].
fn family(sign: char) -> Option<(usize, Color)> {
    let nth = STONES.iter().position(|(_, signs)| signs.contains(sign))?;
    Some((nth, STONES[nth].0))
}

/// What a sign means on one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Empty,
    Stone(Color),
    Label(char),
}

/// The signs of one board.
#[derive(Debug)]
pub(super) struct Signs(BTreeMap<char, Meaning>);

impl Signs {
    /// Finds the meaning of every sign of a board, or fails with those whose color is not known. `black`: the sign that is
    /// known to be Black's.
    ///
    /// `0` is empty, or White beside another sign of empty points and none of White. `*` is a star point beside stones of both
    /// colors. `@` is Black beside White's stones, and White beside `#`.
    pub(super) fn new(all: &[char], black: Option<char>) -> Result<Signs, Vec<char>> {
        let has = |wanted: &str| all.iter().any(|sign| wanted.contains(*sign));
        let of = |color| {
            let mut stones = all.iter().filter_map(|sign| family(*sign));
            stones.any(|(_, other)| other == color)
        };
        let has_letters = has("XxOo●○⚫⚪#");
        let (has_black, has_white) = (of(Color::Black), of(Color::White));
        let has_empty = all.iter().any(|sign| is_empty(*sign));
        let mut meanings = BTreeMap::new();
        // The signs of stones, with the row of the table.
        let mut stones: Vec<(char, Option<(usize, Color)>)> = Vec::new();
        for &sign in all {
            let is_named = black == Some(sign);
            let meaning = match sign {
                sign if is_empty(sign) => Meaning::Empty,
                '*' if has_black && has_white && !is_named => Meaning::Empty,
                '0' if (!has_empty || has_white) && !is_named => Meaning::Empty,
                'b' | 'w' if has_letters && !is_named => Meaning::Label(sign),
                'a' | 'c'..='n' | 'p'..='v' | 'y' | 'z' if !is_named => Meaning::Label(sign),
                '0' if has_black => Meaning::Stone(Color::White),
                '@' if has("#") => Meaning::Stone(Color::White),
                '@' if has_white => Meaning::Stone(Color::Black),
                _ => {
                    stones.push((sign, family(sign)));
                    continue;
                }
            };
            if let Meaning::Stone(color) = meaning {
                stones.push((sign, Some((usize::MAX, color))));
            } else {
                meanings.insert(sign, meaning);
            }
        }
        let unknown = || stones.iter().map(|(sign, _)| *sign).collect();
        let kin = |sign: char, other: char| {
            sign == other || family(sign).is_some() && family(sign) == family(other)
        };
        if let Some(black) = black {
            let (blacks, others): (Vec<char>, Vec<char>) = stones
                .iter()
                .map(|(sign, _)| *sign)
                .partition(|sign| kin(*sign, black));
            if blacks.is_empty() || others.iter().any(|sign| !kin(*sign, others[0])) {
                return Err(unknown());
            }
            let stones = |signs: Vec<char>, color| {
                signs
                    .into_iter()
                    .map(move |sign| (sign, Meaning::Stone(color)))
            };
            meanings.extend(stones(blacks, Color::Black).chain(stones(others, Color::White)));
            return Ok(Signs(meanings));
        }
        for color in Color::BOTH {
            let mut families = stones.iter().filter_map(|(_, family)| *family);
            let first = families.find(|family| family.1 == color);
            if families.any(|family| family.1 == color && Some(family) != first) {
                return Err(unknown());
            }
        }
        for (sign, family) in &stones {
            let (_, color) = family.ok_or_else(unknown)?;
            meanings.insert(*sign, Meaning::Stone(color));
        }
        Ok(Signs(meanings))
    }

    pub(super) fn meaning(&self, sign: char) -> Meaning {
        self.0.get(&sign).copied().unwrap_or(Meaning::Empty)
    }

    /// Describes the signs of stones: `X Black, O White`.
    pub(super) fn describe(&self) -> String {
        let of = |color: Color| {
            let signs = self.0.iter();
            let mut signs = signs.filter(|(_, it)| **it == Meaning::Stone(color));
            let sign = signs.next().map(|(sign, _)| written(*sign));
            sign.map(|sign| format!("{sign} {color}"))
        };
        let both: Vec<String> = Color::BOTH.into_iter().filter_map(of).collect();
        if both.is_empty() {
            return "without stones".to_owned();
        }
        both.join(", ")
    }
}

/// Returns the sign that an argument names.
pub(super) fn named(text: &str) -> Option<char> {
    let mut signs = text.chars();
    match (text, signs.next(), signs.next()) {
        ("-1", ..) => Some(MINUS_ONE),
        (_, Some(sign), None) => Some(folded(sign)),
        _ => None,
    }
}

/// The sign as it stands in the text.
pub(super) fn written(sign: char) -> String {
    match sign {
        MINUS_ONE => "-1".to_owned(),
        sign => sign.to_string(),
    }
}
