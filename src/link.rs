//! A position with its game, its rules and a question, as the fragment of an address: what stands behind `#`.
//!
//! A link holds moves, not the position alone, because ko and superko depend on them. It consists of lowercase letters,
//! digits, `.`, `-` and `_`, which survive chats, mails and forums. Parts are separated by points:
//!
//! | part | meaning | if it is left out |
//! |---|---|---|
//! | `1` | the version of the format, always first | |
//! | `19`, `9x13` | the size (rows x columns), always second | |
//! | `japanese` | the name of a [preset](crate::Preset), whose rules are changed by the next parts | `kata` |
//! | `komi-6_5`, `ko-positional` | a key of [`Rules`] and its value; `_` is the decimal point, `m` a minus | |
//! | `x-cccd`, `o-dd` | black and white stones of the opening, two letters each | an empty board |
//! | `side-o` | White plays first | Black does |
//! | `play-ccdbzp` | the events of the game, two letters each | none |
//! | `at-2` | the position after this number of turns is shown | the last one |
//! | `ask-xcc` | the question: a color, `x` or `o`, and two letters | none |
//!
//! Two letters are a point as in SGF, column and row from the top left, `a` to `y`; or `zp` a pass, `zr` a resignation, `zt`
//! the turn handed to the other side without a move, `zx` and `zo` play resumed by Black and by White. The point of a question
//! may have other coordinates: `ask-xm1_2` is row -1, column 2, counted from 0.
//!
//! The order of the parts after the second does not matter. What a link of version 1 means never changes.

use std::collections::BTreeMap;
use std::fmt;

use crate::basics::text::{count, quoted};
use crate::basics::{
    Action, Color, GameEvent, IllegalEvent, Move, ParseError, Point, Preset, Rules, Setup, Size,
};
use crate::pure::BoardRecord;

/// The parts that are no rules.
const NAMES: &[&str] = &["x", "o", "side", "play", "at", "ask"];

/// What a link opens: a game, the position of it that is shown, and a question about that position.
///
/// ```
/// use gokata::link::Link;
/// use gokata::{BoardRecord, Color, Move};
///
/// let opening: BoardRecord = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n".parse()?;
/// let mut link = Link::from(opening.play_at("B3")?);
/// link.asked = Some(Move::play(Color::Black, (2, 2)));
/// let address = link.address("https://example.org/gokata.html");
/// assert_eq!(address, "https://example.org/gokata.html#1.5.x-bbacccbd.o-cbdccd.side-o.play-bc.ask-xcc");
/// assert_eq!(Link::read(&address), Ok(link));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The game, with its opening and its rules.
    pub record: BoardRecord,
    /// The number of turns after which the position is shown; `None` is the last position.
    pub turn: Option<usize>,
    /// The move that is asked about, of either color, on the board or not.
    pub asked: Option<Move>,
}

impl Link {
    /// The longest text that is read, in bytes. A game of more than 32,000 moves has no link.
    pub const MAX_LENGTH: usize = 64 * 1024;

    /// The position that is shown, with its past.
    #[must_use]
    pub fn shown(&self) -> BoardRecord {
        let earlier = self.turn.and_then(|turn| self.record.at(turn));
        earlier.unwrap_or_else(|| self.record.clone())
    }

    /// The address of a page, followed by `#` and the link.
    #[must_use]
    pub fn address(&self, page: &str) -> String {
        format!("{page}#{self}")
    }

    /// True if a text is meant as a link, of any version: one word, or it begins with the address of a page and a link.
    pub fn is_meant(text: &str) -> bool {
        let word = text.split_whitespace().next().unwrap_or_default();
        let is_address = word.contains('#') || word.contains("%23");
        let fragment = fragment(word);
        let (version, rest) = fragment.split_once('.').unwrap_or_default();
        let of_link = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        let has_size = rest.starts_with(|c: char| c.is_ascii_digit());
        let begins = count(version).is_some() && has_size && fragment.chars().all(of_link);
        begins && (is_address || word == text.trim())
    }

    /// Parses a link: the fragment alone, or a whole address. Blanks, line breaks and percent-encoding, which mails and chats
    /// add, are ignored, and so is punctuation at the end, and what follows a `?` or `&` behind the `#`.
    ///
    /// # Errors
    /// [`LinkError`]: the text is not a link of this version, the opening is impossible, or an event of the game is illegal.
    pub fn read(text: &str) -> Result<Link, LinkError> {
        if text.len() > Link::MAX_LENGTH {
            let (most, length) = (Link::MAX_LENGTH, text.len());
            return Err(format!("a link has at most {most} characters, not {length}").into());
        }
        let fragment = fragment(text);
        let (version, rest) = fragment.split_once('.').unwrap_or((&fragment, ""));
        match count(version) {
            Some(1) => {}
            Some(2..) => {
                let made = "this link was made by a newer gokata: its version is";
                return Err(format!("{made} {}, not 1", quoted(version)).into());
            }
            _ => {
                let problem = "is not a link to a position, such as 1.19.play-pddp";
                return Err(ParseError::new(&fragment, problem).into());
            }
        }
        let mut parts = rest.split('.');
        let size: Size = parts.next().unwrap_or_default().parse()?;
        let mut given = BTreeMap::new();
        for part in parts {
            let (name, value) = split(part)?;
            if given.insert(name, value).is_some() {
                return Err(format!("{name} is given twice").into());
            }
        }
        let value = |name: &str| given.get(name).copied();
        let to_play = value("side").map_or(Ok(Color::Black), str::parse)?;
        let mut opening = Setup::new(size, to_play);
        for (color, name) in [(Color::Black, "x"), (Color::White, "o")] {
            for letters in pairs(value(name).unwrap_or_default()) {
                match action(letters)? {
                    Action::Play(point) => opening.stones.push((point, color)),
                    _ => return Err(ParseError::new(letters, "is not a point").into()),
                }
            }
        }
        let opening = BoardRecord::try_from(&opening)
            .map_err(|error| format!("the opening of the link is impossible: {error}"))?;
        let preset: Preset = value("preset").map_or(Ok(Preset::Kata), str::parse)?;
        let mut rules = preset.rules();
        for key in Rules::KEYS {
            if let Some(value) = value(key) {
                rules.set(key, &unwritten(value))?;
            }
        }
        let play = value("play").unwrap_or_default();
        let rules = rules.as_saved(&fragment);
        let record = replay(opening.with_rules(rules), play)?;
        let (at, turns) = (value("at"), record.turns());
        let turn = at.map(|at| count(at).unwrap_or(usize::MAX));
        if turn > Some(turns) {
            let turn = at.unwrap_or_default();
            return Err(format!("the link shows turn {turn}, its game has {turns}").into());
        }
        let asked = value("ask").map(question).transpose()?;
        Ok(Link {
            record,
            turn,
            asked,
        })
    }
}

impl From<BoardRecord> for Link {
    /// The last position of a game, without a question.
    fn from(record: BoardRecord) -> Link {
        Link {
            record,
            turn: None,
            asked: None,
        }
    }
}

impl fmt::Display for Link {
    /// Writes the fragment. It can be read unless the rules were changed during the game and an earlier move is illegal under the
    /// present ones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (opening, rules) = (self.record.opening_setup(), self.record.rules());
        let (rows, cols) = (opening.size.rows(), opening.size.cols());
        write!(f, "1.{rows}")?;
        if rows != cols {
            write!(f, "x{cols}")?;
        }
        let preset = Preset::nearest(rules);
        if preset != Preset::Kata {
            write!(f, ".{preset}")?;
        }
        let stones = |color| {
            let stones = opening.stones.iter().filter(move |stone| stone.1 == color);
            stones.map(|stone| code(Action::Play(stone.0))).collect()
        };
        let asked = |mv: Move| format!("{}{}", mv.color.letter(), code(mv.action));
        let side = Some("o").filter(|_| opening.to_play == Color::White);
        let events = self.record.events().into_iter();
        let values: [String; 6] = [
            stones(Color::Black),
            stones(Color::White),
            side.unwrap_or_default().to_owned(),
            events.map(event_code).collect(),
            self.turn.map(|turn| turn.to_string()).unwrap_or_default(),
            self.asked.map(asked).unwrap_or_default(),
        ];
        let changes = rules.changes(preset);
        let changes = changes.map(|(key, value)| (key, written(&value)));
        for (name, value) in changes.chain(NAMES.iter().copied().zip(values)) {
            if !value.is_empty() {
                write!(f, ".{name}-{value}")?;
            }
        }
        Ok(())
    }
}

/// Why a link cannot be opened: a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkError {
    /// If an event of the game is illegal, the game before it; if that event is a move, it is the question.
    pub before: Option<Box<Link>>,
    message: String,
}

impl From<String> for LinkError {
    fn from(message: String) -> LinkError {
        let before = None;
        LinkError { before, message }
    }
}

impl From<ParseError> for LinkError {
    fn from(ParseError(message): ParseError) -> LinkError {
        message.into()
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LinkError {}

/// Characters without width, with which mails and chats let long words break.
const BREAKS: [char; 4] = ['\u{ad}', '\u{200b}', '\u{2060}', '\u{feff}'];

/// What stands behind the first `#`, or the whole text, without what mails, chats and trackers (`?utm_source=…`) add.
fn fragment(text: &str) -> String {
    let text = if text.contains('#') {
        text.to_owned()
    } else {
        decoded(text)
    };
    let behind = text.split_once('#').map_or(text.as_str(), |parts| parts.1);
    let text = decoded(behind);
    let own = text.split(['?', '&']).next().unwrap_or_default();
    let seen = own
        .chars()
        .filter(|c| !c.is_whitespace() && !BREAKS.contains(c));
    let text: String = seen.collect();
    text.trim_end_matches(|c: char| c.is_ascii_punctuation())
        .to_owned()
}

/// Replaces `%2D` and the like by the ASCII characters that they encode.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..2).map(|hex| u8::from_str_radix(hex, 16)) {
            Some(Ok(byte @ ..128)) => {
                decoded.push(char::from(byte));
                decoded.push_str(&part[2..]);
            }
            _ => decoded.extend(["%", part]),
        }
    }
    decoded
}

/// Splits a part into its name and its value; the name of a preset is a value.
fn split(part: &str) -> Result<(&'static str, &str), ParseError> {
    let value = |name: &str| part.strip_prefix(name)?.strip_prefix('-');
    let mut names = NAMES.iter().chain(Rules::KEYS);
    match names.find_map(|name| Some((*name, value(name)?))) {
        Some(found) => Ok(found),
        None if part.parse::<Preset>().is_ok() => Ok(("preset", part)),
        None => Err(ParseError::new(part, "is no part of a link of version 1")),
    }
}

/// Writes a number or a rule's value without the characters that a link does not have.
fn written(value: &str) -> String {
    let minus = value.strip_prefix('-').map(|value| format!("m{value}"));
    minus.unwrap_or(value.to_owned()).replace('.', "_")
}

/// Undoes `written`.
fn unwritten(written: &str) -> String {
    let is_number = |rest: &&str| rest.starts_with(|c: char| c.is_ascii_digit());
    let minus = written.strip_prefix('m').filter(is_number);
    let minus = minus.map(|rest| format!("-{rest}"));
    minus.unwrap_or(written.to_owned()).replace('_', ".")
}

fn question(text: &str) -> Result<Move, ParseError> {
    let (color, rest) = text.split_at_checked(1).unwrap_or((text, ""));
    let number = |text: &str| unwritten(text).parse::<i32>().ok();
    let point = rest
        .split_once('_')
        .and_then(|(row, col)| Some((number(row)?, number(col)?)));
    let action = point.map_or_else(|| action(rest), |point| Ok(Action::Play(point.into())));
    Ok(Move {
        color: color.parse()?,
        action: action?,
    })
}

/// Splits a text into pairs of characters.
fn pairs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let pair;
        (pair, rest) = rest.split_at_checked(2).unwrap_or((rest, ""));
        (!pair.is_empty()).then_some(pair)
    })
}

fn action(letters: &str) -> Result<Action, ParseError> {
    let point = || Point::from_sgf(letters).filter(|_| !letters.starts_with('z'));
    match letters {
        "zp" => Ok(Action::Pass),
        "zr" => Ok(Action::Resign),
        _ => point().map(Action::Play).ok_or_else(|| {
            let problem = "is not a point, such as cc, nor zp, zr, zt, zx or zo";
            ParseError::new(letters, problem)
        }),
    }
}

fn code(action: Action) -> String {
    match action {
        Action::Pass => "zp".to_owned(),
        Action::Resign => "zr".to_owned(),
        Action::Play(point) => {
            let letters = point.sgf().filter(|letters| !letters.starts_with('z'));
            let number = |number: i32| written(&number.to_string());
            letters.unwrap_or_else(|| format!("{}_{}", number(point.row), number(point.col)))
        }
    }
}

fn event_code(event: GameEvent) -> String {
    match event {
        GameEvent::Turn(mv) => code(mv.action),
        GameEvent::HandTurn(_) => "zt".to_owned(),
        GameEvent::Resume(side) => format!("z{}", side.letter()),
    }
}

fn replay(mut record: BoardRecord, events: &str) -> Result<BoardRecord, LinkError> {
    for (number, letters) in (1..).zip(pairs(events)) {
        let color = record.to_play();
        let event = match letters {
            "zt" => GameEvent::HandTurn(!color),
            "zx" => GameEvent::Resume(Color::Black),
            "zo" => GameEvent::Resume(Color::White),
            _ => action(letters).map(|action| GameEvent::Turn(Move { color, action }))?,
        };
        record = record
            .apply(event)
            .map_err(|illegal| illegal_event(&record, number, illegal))?;
    }
    Ok(record)
}

fn illegal_event(record: &BoardRecord, number: usize, illegal: IllegalEvent) -> LinkError {
    let asked = illegal.event.turn();
    let what = match asked.zip(illegal.reason) {
        Some((mv, reason)) => format!("event {number}, {}: {reason}", mv.describe(record.size())),
        None => IllegalEvent { number, ..illegal }.to_string(),
    };
    LinkError {
        before: Some(Box::new(Link {
            asked,
            ..Link::from(record.clone())
        })),
        message: format!("the game of the link cannot be played: {what}"),
    }
}
