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
//! The order of the parts after the second does not matter, but a preset stands before its changes. What a link of version 1
//! means never changes.

use std::fmt;

use crate::basics::text::{count, quoted};
use crate::basics::{
    Action, Color, GameEvent, IllegalEvent, Move, ParseError, Point, Preset, Rules, Setup, Size,
};
use crate::pure::BoardRecord;

const VERSION: &str = "1";

/// The parts that are no rules.
const NAMES: [&str; 6] = ["x", "o", "side", "play", "at", "ask"];

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
    /// add, are ignored, and so is punctuation at the end.
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
        let mut values = [None; NAMES.len()];
        let mut rules = Vec::new();
        for part in parts {
            let (name, value) = part.split_once('-').unwrap_or((part, ""));
            match NAMES.iter().position(|known| *known == name) {
                None => rules.push(rule(part)?),
                Some(at) if values[at].is_none() => values[at] = Some(value),
                Some(_) => return Err(format!("{name} is given twice").into()),
            }
        }
        let [black, white, side, play, at, asked] = values;
        let mut opening = Setup::new(size, side.map_or(Ok(Color::Black), str::parse)?);
        for (color, stones) in [(Color::Black, black), (Color::White, white)] {
            for letters in pairs(stones.unwrap_or_default()) {
                match action(letters)? {
                    Action::Play(point) => opening.stones.push((point, color)),
                    _ => return Err(ParseError::new(letters, "is not a point").into()),
                }
            }
        }
        let opening = BoardRecord::try_from(&opening)
            .map_err(|error| format!("the opening of the link is impossible: {error}"))?;
        let opening = opening.with_rules(all_rules(&rules)?);
        let record = replay(opening, play.unwrap_or_default())?;
        let (turn, turns) = (at.map(|at| count(at).unwrap_or(usize::MAX)), record.turns());
        if turn > Some(turns) {
            let turn = at.unwrap_or_default();
            return Err(format!("the link shows turn {turn}, its game has {turns}").into());
        }
        let asked = asked.map(question).transpose()?;
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
        write!(f, "{VERSION}.{rows}")?;
        if rows != cols {
            write!(f, "x{cols}")?;
        }
        let presets = Preset::ALL.iter().copied();
        let nearest = presets.min_by_key(|preset| rules.changes(*preset).count());
        let preset = nearest.unwrap_or_default();
        if preset != Preset::Kata {
            write!(f, ".{preset}")?;
        }
        let stones = |color| {
            let stones = opening.stones.iter().filter(move |stone| stone.1 == color);
            stones.map(|stone| code(Action::Play(stone.0))).collect()
        };
        let asked = self
            .asked
            .map(|mv| format!("{}{}", mv.color.letter(), code(mv.action)));
        let side = Some("o").filter(|_| opening.to_play == Color::White);
        let values: [String; NAMES.len()] = [
            stones(Color::Black),
            stones(Color::White),
            side.unwrap_or_default().to_owned(),
            self.record.events().into_iter().map(event_code).collect(),
            self.turn.map(|turn| turn.to_string()).unwrap_or_default(),
            asked.unwrap_or_default(),
        ];
        let changes = rules
            .changes(preset)
            .map(|(key, value)| (key, written(&value)));
        for (name, value) in changes.chain(NAMES.into_iter().zip(values)) {
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

/// What stands behind the first `#`, or the whole text, without what mails and chats add.
fn fragment(text: &str) -> String {
    let text = if text.contains('#') {
        text.to_owned()
    } else {
        decoded(text)
    };
    let behind = text.split_once('#').map_or(text.as_str(), |parts| parts.1);
    let text: String = decoded(behind).split_whitespace().collect();
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

/// Returns a preset's name, or a change of the rules as `key=value`.
fn rule(part: &str) -> Result<String, ParseError> {
    let value = |key: &str| part.strip_prefix(key)?.strip_prefix('-');
    let pair = |key: &&'static str| Some((*key, value(key)?));
    match (Rules::KEYS.iter().find_map(pair), part.parse::<Preset>()) {
        (Some(("komi", value)), _) => Ok(format!("komi={}", number(value))),
        (Some((key, value)), _) => Ok(format!("{key}={value}")),
        (None, Ok(preset)) => Ok(preset.name().to_owned()),
        (None, Err(_)) => Err(ParseError::new(part, "is no part of a link of version 1")),
    }
}

fn all_rules(words: &[String]) -> Result<Rules, ParseError> {
    let has_name = words.first().is_some_and(|word| !word.contains('='));
    let usual = if has_name { "" } else { Preset::Kata.name() };
    format!("{usual},{}", words.join(",")).parse()
}

/// Writes a number or a rule's value without the characters that a link does not have.
fn written(value: &str) -> String {
    let minus = value.strip_prefix('-').map(|value| format!("m{value}"));
    minus.unwrap_or(value.to_owned()).replace('.', "_")
}

fn number(written: &str) -> String {
    written.replace('_', ".").replace('m', "-")
}

fn question(text: &str) -> Result<Move, ParseError> {
    let (color, rest) = text.split_at_checked(1).unwrap_or((text, ""));
    let number = |text: &str| number(text).parse::<i32>().ok();
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
