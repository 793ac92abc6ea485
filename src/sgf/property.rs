//! What stands in a node: properties and their values, as they are written. What they mean is for others to
//! say.

/// A property of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Property<'t> {
    /// The letters of its name that count, as a number: see [`name`].
    pub(super) name: u64,
    /// Where its name stands in the text.
    pub(super) at: usize,
    text: &'t str,
    values: usize,
    end: usize,
}

/// A value: what stands between the brackets, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

/// The name of a property as a number, so that names are compared at once: up to eight capital letters and
/// digits.
pub(super) const fn name(letters: &str) -> u64 {
    let letters = letters.as_bytes();
    let (mut name, mut at) = (0, 0);
    while at < letters.len() {
        name = (name << 8) | letters[at] as u64;
        at += 1;
    }
    name
}

pub(super) const CA: u64 = name("CA");
pub(super) const GM: u64 = name("GM");
pub(super) const SZ: u64 = name("SZ");
pub(super) const KM: u64 = name("KM");
pub(super) const HA: u64 = name("HA");
pub(super) const RU: u64 = name("RU");
pub(super) const PB: u64 = name("PB");
pub(super) const PW: u64 = name("PW");
pub(super) const DT: u64 = name("DT");
pub(super) const RE: u64 = name("RE");

/// Does it tell of a whole game what we want to know? It stands in the first node, or soon behind it.
pub(super) const fn is_of_game(name: u64) -> bool {
    matches!(name, GM | SZ | KM | HA | RU | PB | PW | DT | RE)
}

/// Does it say what is on the board? Whoever leaves it out judges another game.
pub(super) fn is_played_by(letters: u64) -> bool {
    ["B", "W", "AB", "AW", "AE", "PL", "SZ"]
        .into_iter()
        .any(|known| name(known) == letters)
}

/// What a name would be without the digits in it.
pub(super) fn without_digits(letters: u64) -> u64 {
    let kept = letters.to_be_bytes().into_iter();
    kept.filter(u8::is_ascii_uppercase)
        .fold(0, |letters, letter| (letters << 8) | u64::from(letter))
}

/// A name as it stands in a text.
pub(super) struct Name {
    /// Its letters that count, as a number: see [`name`].
    pub(super) letters: u64,
    pub(super) end: usize,
    pub(super) has_small_letters: bool,
    pub(super) has_digits: bool,
}

/// A capital letter alone, with the value at once behind it: most names of moves and comments are this, and
/// nothing need be said of them.
#[inline]
pub(super) fn letter_at(bytes: &[u8], start: usize) -> Option<u64> {
    match bytes.get(start..)? {
        [letter @ b'A'..=b'Z', b'[', ..] => Some(u64::from(*letter)),
        _ => None,
    }
}

/// The name that begins at a place; it has no letter if none does. Digits behind the first letter make it
/// another name: `B2` is none that we know, and no `B`.
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
    if has_small_letters {
        letters = old_name(&bytes[start..end]);
    }
    Name {
        letters,
        end,
        has_small_letters,
        has_digits,
    }
}

/// The properties that stand between two places of a text that has been scanned.
pub(super) fn properties(text: &str, start: usize, end: usize) -> Properties<'_> {
    Properties {
        text,
        at: start,
        end,
    }
}

/// See [`properties`].
pub(super) struct Properties<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Iterator for Properties<'t> {
    type Item = Property<'t>;

    // Every node of every game comes by here.
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

/// Older records spell names out, with the letters that count as capitals: `White`, `AddBlack`. Others do it
/// their own way.
fn old_name(written: &[u8]) -> u64 {
    const SPELLED: [(&str, u64); 16] = [
        ("black", name("B")),
        ("white", name("W")),
        ("addblack", name("AB")),
        ("addwhite", name("AW")),
        ("addempty", name("AE")),
        ("game", GM),
        ("size", SZ),
        ("rules", RU),
        ("komi", KM),
        ("handicap", HA),
        ("playerblack", PB),
        ("playerwhite", PW),
        ("date", DT),
        ("result", RE),
        ("charset", CA),
        ("player", name("PL")),
    ];
    let spelled = SPELLED
        .iter()
        .find(|(word, _)| written.eq_ignore_ascii_case(word.as_bytes()));
    if let Some((_, name)) = spelled {
        return *name;
    }
    let letters = |name, letter: &u8| (name << 8) | u64::from(letter.to_ascii_uppercase());
    if written.iter().any(u8::is_ascii_uppercase) {
        let kept = written.iter().filter(|letter| !letter.is_ascii_lowercase());
        kept.fold(0, letters)
    } else {
        written.iter().fold(0, letters)
    }
}

/// Where the `]` stands that ends the value; a backslash takes its meaning from the letter behind it.
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
    /// The values, one at least.
    pub(super) fn values(self) -> impl Iterator<Item = Value<'t>> {
        let bytes = &self.text.as_bytes()[..self.end];
        let mut at = self.values;
        std::iter::from_fn(move || {
            at = skip_blanks(bytes, at);
            if bytes.get(at) != Some(&b'[') {
                return None;
            }
            let start = at + 1;
            let end = end_of_value(bytes, start)?;
            at = end + 1;
            Some(Value {
                text: &self.text[start..end],
                at: start,
            })
        })
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

impl Value<'_> {
    /// The value as text on one line: escapes undone; line ends, other blanks and control letters as spaces, as they
    /// are written anew.
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
