//! The properties of a node and their values, as written. Other files interpret them.

/// A property of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Property<'t> {
    /// The significant letters of its name as a number: see [`name`].
    pub(super) name: u64,
    /// The offset of its name.
    pub(super) at: usize,
    text: &'t str,
    values: usize,
    end: usize,
}

/// The text between the brackets of a value, and its offset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

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

macro_rules! names {
    ($($name:ident)*) => { $(pub(super) const $name: u64 = name(stringify!($name));)* };
}

names! { B W AB AW AE PL KO MN CA GM SZ KM HA RU PB PW DT RE FF AP TB TW GC }

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

/// Removes the digits from a name.
pub(super) fn without_digits(letters: u64) -> u64 {
    let kept = letters.to_be_bytes().into_iter();
    kept.filter(u8::is_ascii_uppercase)
        .fold(0, |letters, letter| (letters << 8) | u64::from(letter))
}

/// A name as written.
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

/// Iterates over the properties between two offsets of a text that the scanner has read.
pub(super) fn properties(text: &str, at: usize, end: usize) -> Properties<'_> {
    Properties { text, at, end }
}

/// See [`properties`].
pub(super) struct Properties<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Iterator for Properties<'t> {
    type Item = Property<'t>;

    // The hot path: called for every property of every node.
    #[inline]
    fn next(&mut self) -> Option<Property<'t>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let start = skip_blanks(bytes, self.at);
        let (name, values) = match letter_at(bytes, start) {
            Some(letter) => (letter, start + 1),
            None if start >= self.end => return None,
            None => {
                let name = name_at(bytes, start);
                (name.letters, skip_blanks(bytes, name.end))
            }
        };
        let mut at = values;
        while bytes.get(at) == Some(&b'[') {
            at = skip_blanks(bytes, end_of_value(bytes, at + 1)? + 1);
        }
        if at == start {
            return None;
        }
        self.at = at;
        Some(Property {
            name,
            at: start,
            text: self.text,
            values,
            end: at,
        })
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
    while bytes
        .get(at)
        .is_some_and(|byte| is_blank(char::from(*byte)))
    {
        at += 1;
    }
    at
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

impl<'t> Property<'t> {
    /// The values, at least one.
    pub(super) fn values(self) -> Values<'t> {
        Values {
            text: &self.text[..self.end],
            at: self.values,
        }
    }

    /// The first value.
    pub(super) fn value(self) -> Value<'t> {
        let nothing = Value {
            text: "",
            at: self.at,
        };
        self.values().next().unwrap_or(nothing)
    }
}

/// See [`Property::values`].
pub(super) struct Values<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Values<'t> {
    type Item = Value<'t>;

    #[inline]
    fn next(&mut self) -> Option<Value<'t>> {
        let bytes = self.text.as_bytes();
        let open = skip_blanks(bytes, self.at);
        if bytes.get(open) != Some(&b'[') {
            return None;
        }
        let start = open + 1;
        let end = end_of_value(bytes, start)?;
        self.at = end + 1;
        Some(Value {
            text: &self.text[start..end],
            at: start,
        })
    }
}

impl Value<'_> {
    /// Returns the beginning of the value, up to this number of bytes.
    pub(super) fn beginning(self, most: usize) -> Self {
        let ends = (0..=self.text.len().min(most)).rev();
        let end = ends
            .into_iter()
            .find(|end| self.text.is_char_boundary(*end));
        Value {
            text: &self.text[..end.unwrap_or(0)],
            at: self.at,
        }
    }

    /// Returns the value as one line of text: undoes escapes, and replaces line ends, other blanks and control
    /// characters by spaces.
    pub(super) fn simple_text(self) -> String {
        let mut simple = String::new();
        let mut letters = self.text.chars().peekable();
        while let Some(letter) = letters.next() {
            let (escaped, letter) = match letter {
                '\\' => (true, letters.next()),
                _ => (false, Some(letter)),
            };
            let Some(letter) = letter else { break };
            if matches!(letter, '\r' | '\n') {
                // CR LF and LF CR are one line end.
                letters.next_if(|next| matches!(next, '\r' | '\n') && *next != letter);
                if !escaped {
                    simple.push(' ');
                }
            } else {
                let is_space = is_blank(letter) || letter.is_control();
                simple.push(if is_space { ' ' } else { letter });
            }
        }
        simple.trim().to_owned()
    }
}
