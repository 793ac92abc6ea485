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
/// | signs | who writes them |
/// |---|---|
/// | `X` `x`, `O` `o` | GNU Go, Fuego, Pachi, Leela Zero, KataGo, GTP's examples, *Deep Learning and the Game of Go*, the kata |
/// | `#`, `O` | the servers IGS and NNGS, and newsgroups |
/// | `@`, `O` | Ray and its descendants; `#`, `@` (White): newsgroups |
/// | `B` `b`, `W` `w`, words | KataGo's JSON, spreadsheets, lists in programs |
/// | `1`, `2` or `-1` | arrays of programs that learn: 0 is empty |
/// | `●` `⚫` `▲`, `○` `⚪` `△` | Japanese, Chinese and Korean forums, emoji (▲ and △ mark a stone) |
/// | `黑` `黒`, `白` | the same in words |
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

/// Why the colors of signs are unknown: these may be stones of either color.
#[derive(Debug)]
pub(super) struct UnknownSigns(pub(super) Vec<char>);

impl Signs {
    /// Finds the meaning of every sign of a board. `black`: the sign that is known to be Black's.
    ///
    /// `0` is empty, or White beside another sign of empty points and none of White. `*` is a star point beside stones of both
    /// colors. `@` is Black beside White's stones, and White beside `#`.
    pub(super) fn new(all: &[char], black: Option<char>) -> Result<Signs, UnknownSigns> {
        let has = |wanted: &str| all.iter().any(|sign| wanted.contains(*sign));
        let of = |color| {
            let mut stones = all.iter().filter_map(|sign| family(*sign));
            stones.any(|(_, other)| other == color)
        };
        let has_letters = has("XxOo●○⚫⚪#");
        let mut meanings = BTreeMap::new();
        let mut stones: Vec<(char, Option<(usize, Color)>)> = Vec::new();
        for &sign in all {
            let (has_black, has_white) = (of(Color::Black), of(Color::White));
            let is_star = sign == '*' && has_black && has_white;
            let is_zero = sign == '0' && (!all.iter().any(|sign| is_empty(*sign)) || has_white);
            let is_label = match sign {
                'b' | 'w' => has_letters && black != Some(sign),
                'a'..='z' => !"xo".contains(sign) && black != Some(sign),
                _ => false,
            };
            if is_empty(sign) || (is_star || is_zero) && black != Some(sign) {
                meanings.insert(sign, Meaning::Empty);
            } else if is_label {
                meanings.insert(sign, Meaning::Label(sign));
            } else if sign == '0' && has_black {
                stones.push((sign, Some((usize::MAX, Color::White))));
            } else if sign == '@' && (has_white || has("#")) {
                let color = if has("#") { Color::White } else { Color::Black };
                stones.push((sign, Some((usize::MAX, color))));
            } else {
                stones.push((sign, family(sign)));
            }
        }
        let kin = |sign: char, other: char| {
            sign == other || family(sign).is_some() && family(sign) == family(other)
        };
        if let Some(black) = black {
            let mut others = stones.iter().filter(|(sign, _)| !kin(*sign, black));
            let first = others.next().map(|(sign, _)| *sign);
            let is_one = first.is_none_or(|first| others.all(|(sign, _)| kin(*sign, first)));
            if is_one && stones.iter().any(|(sign, _)| kin(*sign, black)) {
                for (sign, _) in stones {
                    let is_black = kin(sign, black);
                    let color = if is_black { Color::Black } else { Color::White };
                    meanings.insert(sign, Meaning::Stone(color));
                }
                return Ok(Signs(meanings));
            }
        }
        for color in Color::BOTH {
            let mut families = stones.iter().filter_map(|(_, family)| *family);
            let first = families.find(|family| family.1 == color);
            let is_mixed = families.any(|family| family.1 == color && Some(family) != first);
            if is_mixed || stones.iter().any(|(_, family)| family.is_none()) || black.is_some() {
                return Err(UnknownSigns(stones.iter().map(|it| it.0).collect()));
            }
        }
        let known = stones.into_iter();
        meanings.extend(known.filter_map(|(sign, it)| Some((sign, Meaning::Stone(it?.1)))));
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
        both.join(", ")
    }
}

/// The sign as it stands in the text.
pub(super) fn written(sign: char) -> String {
    match sign {
        MINUS_ONE => "-1".to_owned(),
        sign => sign.to_string(),
    }
}
