//! Numbers of points and of stones as people write them in Western and East Asian languages: `6½`, `5,5 points`, `7点半`,
//! `3又3/4子`, `２目半`, `한집반`, `四分之一子`.

/// What an amount is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A number alone.
    Unnamed,
    Points,
    /// Chinese stones (子) of two points each: a result of 1¾ stones is a margin of 3.5 points.
    Stones,
}

/// An amount in quarters, because Chinese counts have quarters of stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) quarters: u32,
    pub(super) unit: Unit,
}

/// The most digits before the point.
const MOST_DIGITS: usize = 6;

const UNITS: [(Unit, &str); 2] = [
    (Unit::Points, "point points pt pts pts. moku 目 点 點 집"),
    (Unit::Stones, "子 个子"),
];

/// Fractions by their quarters.
const FRACTIONS: [(u32, &str); 3] = [
    (1, "¼ 1/4 四分之一"),
    (2, "½ 1/2 2/4 二分之一 half 半 个半 반"),
    (3, "¾ 3/4 四分之三"),
];

/// Digits of Chinese and Japanese, and Korean numerals before a counter.
const NUMERALS: [(u32, &str); 12] = [
    (0, "〇 零"),
    (1, "一 한"),
    (2, "二 两 兩 両 두"),
    (3, "三 세"),
    (4, "四 네"),
    (5, "五"),
    (6, "六"),
    (7, "七"),
    (8, "八"),
    (9, "九"),
    (10, "十"),
    (100, "百"),
];

/// Returns the meaning of the longest word of the table with which a text begins, and the rest of the text.
pub(super) fn word<'t, T: Copy>(text: &'t str, table: &[(T, &str)]) -> Option<(T, &'t str)> {
    let words = table.iter().flat_map(|(meaning, words)| {
        let words = words.split(' ');
        words.filter_map(|word| Some((*meaning, text.strip_prefix(word)?)))
    });
    words.min_by_key(|(_, rest)| rest.len())
}

/// Writes full-width signs (`Ｂ＋３．５`) in the usual width, and small letters.
pub(super) fn narrow(text: &str) -> String {
    let narrow = |letter| match letter {
        '！'..='～' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        '−' => '-',
        _ => letter,
    };
    text.trim().to_lowercase().chars().map(narrow).collect()
}

impl Amount {
    /// Reads an amount that is the whole of a [`narrow`] text.
    pub(super) fn read(text: &str) -> Option<Amount> {
        let (amount, rest) = Amount::begin(text)?;
        rest.is_empty().then_some(amount)
    }

    /// Reads an amount from the beginning of a [`narrow`] text. Also returns the rest, without blanks before it.
    pub(super) fn begin(text: &str) -> Option<(Amount, &str)> {
        let (whole, has_decimals, mut rest) = number(text).unwrap_or((0, false, text));
        let is_number = rest.len() < text.len();
        let (mut quarters, mut unit) = (whole, Unit::Unnamed);
        let mut is_whole = !has_decimals;
        // `1又3/4子` and `6½ points` have the fraction before the unit, `3目半` after it.
        for _ in 0..2 {
            let after = rest.trim_start();
            let joined = after.strip_prefix('又').map(str::trim_start);
            // `11/2` is no 1½.
            let is_apart = !is_number || rest.len() > after.len() || joined.is_some();
            let found = word(joined.unwrap_or(after), &FRACTIONS);
            let is_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
            match found.filter(|_| is_whole && (is_apart || !is_digit(after))) {
                Some((part, left)) => {
                    (quarters, rest, is_whole) = (quarters + part, left, false);
                    if joined.is_some() && part != 2 {
                        // Only stones have quarters.
                        unit = Unit::Stones;
                    }
                }
                None if joined.is_some() => return None,
                None => {}
            }
            if let Some((named, left)) = word(rest.trim_start(), &UNITS) {
                let is_first = unit == Unit::Unnamed || unit == named;
                (unit, rest) = is_first.then_some((named, left))?;
            }
        }
        let is_read = is_number || !is_whole;
        is_read.then_some((Amount { quarters, unit }, rest.trim_start()))
    }

    /// Returns the amount in half-points. `None` if points have quarters.
    pub(super) fn halves(self) -> Option<u32> {
        match self.unit {
            Unit::Stones => Some(self.quarters),
            _ => self.quarters.is_multiple_of(2).then_some(self.quarters / 2),
        }
    }
}

/// Reads digits or numerals. Returns the quarters, whether there is a decimal point, and the rest.
fn number(text: &str) -> Option<(u32, bool, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = text.split_at(digits);
    let is_padded = digits > 1 && whole.starts_with('0');
    if word(text, &FRACTIONS).is_some() || digits > MOST_DIGITS || is_padded {
        return None;
    }
    let Some(rest) = rest.strip_prefix(['.', ',']) else {
        return match whole {
            "" => numerals(text),
            _ => Some((whole.parse::<u32>().ok()? * 4, false, rest)),
        };
    };
    let decimals = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (decimals, rest) = rest.split_at(decimals);
    let part = match decimals.trim_end_matches('0') {
        "" if digits > 0 => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    let whole = if digits == 0 { 0 } else { whole.parse().ok()? };
    Some((whole * 4 + part, true, rest))
}

/// Reads a number up to 999 as `三百六十一`.
fn numerals(text: &str) -> Option<(u32, bool, &str)> {
    let (mut total, mut digit, mut rest) = (0, None, text);
    while let Some((value, left)) = word(rest, &NUMERALS).filter(|_| total < 1000) {
        match (value, digit) {
            (10 | 100, _) => total += digit.take().unwrap_or(1) * value,
            (_, None | Some(0)) => digit = Some(value),
            // Two digits beside each other are no number.
            _ => return None,
        }
        rest = left;
    }
    let number = total + digit.unwrap_or(0);
    (rest.len() < text.len()).then_some((number * 4, false, rest))
}
