//! The smallest parts of a text: names of properties, blanks, ends of values, beginnings of games and variations.

/// The name of a property as a number, which is faster to compare: up to eight capital letters and digits.
pub(super) const fn name(letters: &str) -> u64 {
    let letters = letters.as_bytes();
    let (mut name, mut at) = (0, 0);
    while at < letters.len() {
        name = (name << 8) | letters[at] as u64;
        at += 1;
    }
    name
}

pub(super) fn letters_of(name: u64) -> String {
    let letters = name.to_be_bytes().into_iter();
    letters.filter(|byte| *byte != 0).map(char::from).collect()
}

macro_rules! names {
    ($($name:ident)*) => { $(pub(super) const $name: u64 = name(stringify!($name));)* };
}

names! { B W AB AW AE PL KO MN CA GM SZ KM HA RU PB PW BR WR DT RE FF AP TB TW GC EV TE RD HD PC SO }

/// True for a property of the whole game that the module `game` reads. It belongs in the first node.
pub(super) const fn is_of_game(name: u64) -> bool {
    matches!(name, GM | SZ | KM | HA | RU | PB | PW | DT | RE)
}

/// True for a property that must stand in the first node of a game, and hardly ever stands elsewhere.
pub(super) const fn is_of_root(name: u64) -> bool {
    matches!(name, GM | FF)
}

/// True for a property that changes the board or the player, and so must not be ignored.
pub(super) const fn is_played(name: u64) -> bool {
    matches!(name, B | W | AB | AW | AE | PL | SZ)
}

pub(super) fn without_digits(letters: u64) -> u64 {
    let kept = letters.to_be_bytes().into_iter();
    kept.filter(u8::is_ascii_uppercase)
        .fold(0, |letters, letter| (letters << 8) | u64::from(letter))
}

pub(super) struct Name {
    /// Its significant letters as a number: see [`name`].
    pub(super) letters: u64,
    pub(super) end: usize,
    pub(super) has_small_letters: bool,
    /// True for a name in full: `WHITE`.
    pub(super) is_spelled: bool,
    pub(super) has_digits: bool,
}

/// Returns a name of one capital letter that is directly followed by a value: the fast path for moves and comments.
#[inline]
pub(super) fn letter_at(bytes: &[u8], start: usize) -> Option<u64> {
    match bytes.get(start..)? {
        [letter @ b'A'..=b'Z', b'[', ..] => Some(u64::from(*letter)),
        _ => None,
    }
}

/// Returns the name that begins at an offset; it is empty if there is none. Digits after the first letter belong to the
/// name: `B2` is not `B`.
#[inline(never)]
pub(super) fn name_at(bytes: &[u8], start: usize) -> Name {
    let (mut letters, mut end) = (0, start);
    let (mut has_small_letters, mut has_digits) = (false, false);
    while let Some(letter) = bytes.get(end) {
        match letter {
            b'A'..=b'Z' => letters = (letters << 8) | u64::from(*letter),
            b'a'..=b'z' => has_small_letters = true,
            b'0'..=b'9' if end > start => {
                has_digits = true;
                letters = (letters << 8) | u64::from(*letter);
            }
            _ => break,
        }
        end += 1;
    }
    let mut is_spelled = false;
    if has_small_letters || end - start >= SHORTEST_SPELLED {
        let written = &bytes[start..end];
        match spelled(written) {
            Some(name) => (letters, is_spelled) = (name, true),
            None if has_small_letters => letters = capitals(written),
            None => {}
        }
    }
    Name {
        letters,
        end,
        has_small_letters,
        is_spelled,
        has_digits,
    }
}

/// The number of letters of the shortest long name.
const SHORTEST_SPELLED: usize = 4;

/// Returns the short form of a long name in an older record (`White`, `AddBlack`).
fn spelled(written: &[u8]) -> Option<u64> {
    const SPELLED: [(&str, u64); 19] = [
        ("black", B),
        ("white", W),
        ("addblack", AB),
        ("addwhite", AW),
        ("addempty", AE),
        ("game", GM),
        ("fileformat", FF),
        ("size", SZ),
        ("rules", RU),
        ("komi", KM),
        ("handicap", HA),
        ("playerblack", PB),
        ("playerwhite", PW),
        ("date", DT),
        ("result", RE),
        ("charset", CA),
        ("player", PL),
        ("territoryblack", TB),
        ("territorywhite", TW),
    ];
    let spelled = SPELLED
        .iter()
        .find(|(word, _)| written.eq_ignore_ascii_case(word.as_bytes()));
    spelled.map(|(_, name)| *name)
}

/// Returns the capitals of a name; all its letters if there are none.
fn capitals(written: &[u8]) -> u64 {
    let has_capitals = written.iter().any(u8::is_ascii_uppercase);
    let is_kept = |letter: &&u8| !(has_capitals && letter.is_ascii_lowercase());
    let kept = written.iter().filter(is_kept);
    kept.fold(0, |name, letter| {
        (name << 8) | u64::from(letter.to_ascii_uppercase())
    })
}

/// Returns the offset of the `]` that ends a value; a backslash escapes the byte after it.
pub(super) fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

pub(super) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    let is_blank = |byte: &u8| is_blank(char::from(*byte));
    while bytes.get(at).is_some_and(is_blank) {
        at += 1;
    }
    at
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// Returns the offset of the next game. It may lack the `;` of its first node if only blanks are before it.
pub(super) fn next_start(bytes: &[u8], from: usize) -> Option<usize> {
    let start = skip_blanks(bytes, from);
    if lacks_semicolon(bytes, start) {
        return Some(start);
    }
    next_game(bytes, from)
}

/// Returns the offset of the next `(` followed by a `;`.
pub(super) fn next_game(bytes: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let open = from + bytes[from..].iter().position(|byte| *byte == b'(')?;
        if begun_at(bytes, open).is_some() {
            return Some(open);
        }
        // The blanks are not searched again.
        from = skip_blanks(bytes, open + 1);
    }
}

/// Returns the offset of the first node's text if a game or a variation begins here.
pub(super) fn begun_at(bytes: &[u8], place: usize) -> Option<usize> {
    if bytes.get(place) != Some(&b'(') {
        return None;
    }
    let node = skip_blanks(bytes, place + 1);
    (bytes.get(node) == Some(&b';')).then_some(node + 1)
}

/// Like [`begun_at`], also for a game that lacks the `;` of its first node.
pub(super) fn first_node(bytes: &[u8], place: usize) -> Option<usize> {
    begun_at(bytes, place).or_else(|| lacks_semicolon(bytes, place).then_some(place + 1))
}

/// True for a `(` before a property, as some programs begin a game.
pub(super) fn lacks_semicolon(bytes: &[u8], place: usize) -> bool {
    let start = skip_blanks(bytes, place + 1);
    bytes.get(place) == Some(&b'(')
        && bytes.get(start).is_some_and(u8::is_ascii_uppercase)
        && bytes.get(skip_blanks(bytes, name_at(bytes, start).end)) == Some(&b'[')
}

/// True for a `(` without a node or a property of its own: `()`, and the first one of `((;B[aa]))`.
pub(super) fn begins_no_node(bytes: &[u8], place: usize) -> bool {
    let next = bytes.get(skip_blanks(bytes, place + 1));
    matches!(next, Some(b'(' | b')'))
}
