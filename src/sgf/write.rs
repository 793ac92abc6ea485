//! Writes a game as the text of a game record. Checks no rules.

use std::fmt;

use super::game_info::{GameInfo, RulesName};
use super::results::result;
use super::scan::LONGEST_LINE;
use super::values::rules_name;
use crate::basics::{Action, Color, GameEvent, Move, Point, Size};
use crate::pure::BoardRecord;
use crate::scoring::Outcome;

/// Writes the game as a game record: one line of nodes without variations.
///
/// The first node has the opening board, each play or pass is a node of its own, and the last node has the territory.
/// A resignation is written as the result only. A node with `PL` alone resumes play after two passes or hands the turn
/// over, so that the record read back is the same game. Only a turn handed over while the game is over is left out: such
/// a node would resume play.
///
/// Rules that differ from a preset only in komi get the name that is usual in game records (`Japanese`, `Chinese`,
/// `AGA`, `NZ`, `Tromp-Taylor`). So do those that the standard names if only seki counts differently; then a comment
/// (`GC`) has all of them as [`Rules`](crate::Rules) parses them, and a reader here gets them back. Other rules are written as
/// [`Rules`](crate::Rules) parses them: `aga,ko=positional`.
///
/// ```
/// use gokata::sgf::{self, GameInfo};
/// use gokata::{BoardRecord, Color, Move, Preset, Size, play_move};
///
/// let empty = BoardRecord::new(Size::square(9)?).with_rules(Preset::Japanese.rules());
/// let one = play_move(Move::play(Color::Black, (2, 6)), &empty)?;
/// let over = play_move(Move::resign(Color::White), &one)?;
/// let about = GameInfo { black: Some("Ann [1 kyu]".to_owned()), ..GameInfo::default() };
/// assert_eq!(
///     sgf::write(&over, &about)?,
///     "(;GM[1]FF[4]CA[UTF-8]AP[gokata:".to_owned() + env!("CARGO_PKG_VERSION") + "]\n\
///      SZ[9]KM[6.5]RU[Japanese]RE[B+R]\n\
///      PB[Ann [1 kyu\\]]\n\
///      ;B[gc])\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TooLong`], with the text, if it has more than 20,000 nodes.
pub fn write(record: &BoardRecord, about: &GameInfo) -> Result<String, TooLong> {
    let size = record.size();
    let events = record.events();
    let mut lines = root(record, events.first(), about);
    let nodes = nodes(record, &events);
    lines.extend(nodes.chunks(MOVES_A_LINE).map(<[String]>::concat));
    lines.push(points("TB", size, about.black_territory.clone()));
    lines.push(points("TW", size, about.white_territory.clone()));
    lines.retain(|line| !line.is_empty());
    // With the first node.
    let is_short = nodes.len() < LONGEST_LINE as usize;
    TooLong::unless(is_short, lines.join("\n") + ")\n")
}

/// The error for a record with more than 20,000 nodes in a line, which [`Collection::parse`](super::Collection::parse) does
/// not read again. The longest known game has 411 moves.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLong {
    /// The record.
    pub text: String,
}

impl TooLong {
    pub(super) fn unless(is_short: bool, text: String) -> Result<String, TooLong> {
        if is_short {
            Ok(text)
        } else {
            Err(TooLong { text })
        }
    }
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = format_args!("more than {LONGEST_LINE} nodes in a line");
        write!(
            f,
            "the record has {problem}, so gokata does not read it again"
        )
    }
}

impl std::error::Error for TooLong {}

/// Returns the nodes after the first one.
fn nodes(record: &BoardRecord, events: &[GameEvent]) -> Vec<String> {
    let nodes = events.iter().enumerate().filter_map(|(at, event)| {
        let is_over = || match next_but_hands(&events[at + 1..]) {
            Some(GameEvent::Resume(_)) => true,
            Some(_) => false,
            None => record.is_over(),
        };
        match *event {
            GameEvent::Turn(mv) => node(mv),
            GameEvent::HandTurn(_) if is_over() => None,
            GameEvent::HandTurn(side) | GameEvent::Resume(side) => Some(format!(";PL[{side:.1}]")),
        }
    });
    nodes.collect()
}

const MOVES_A_LINE: usize = 10;
/// The number of points of a list in a line of text of up to 80 characters.
const POINTS_A_LINE: usize = 19;

fn next_but_hands(events: &[GameEvent]) -> Option<&GameEvent> {
    let mut events = events.iter();
    events.find(|event| !matches!(event, GameEvent::HandTurn(_)))
}

/// Returns the node of one move; `None` for a resignation.
fn node(mv: Move) -> Option<String> {
    let point = match mv.action {
        Action::Play(point) => point.sgf()?,
        Action::Pass => String::new(),
        Action::Resign => return None,
    };
    // `.1` gives the first letter of a color: B or W.
    Some(format!(";{:.1}[{point}]", mv.color))
}

/// Returns the lines of the first node: properties of the game, the opening board, the players.
fn root(record: &BoardRecord, first: Option<&GameEvent>, about: &GameInfo) -> Vec<String> {
    let (size, rules) = (record.size(), record.rules());
    let opening = record.opening_setup();
    let [black, white] = Color::BOTH.map(|color| {
        let stones = opening.stones.iter().filter(|stone| stone.1 == color);
        stones.map(|stone| stone.0).collect::<Vec<Point>>()
    });
    let stones = (black.len() >= 2 && white.is_empty()).then_some(black.len());
    // Readers assume that White begins after handicap stones, else Black, or the player of the first move.
    let usual = stones.map_or(Color::Black, |_| Color::White);
    let handicap = match about.handicap {
        None => stones,
        // Without stones that look like a handicap, this goes without saying.
        Some(0) => stones.map(|_| 0),
        given => given,
    };
    let begins = |event: &GameEvent| event.turn().is_some_and(|mv| mv.color == opening.to_play);
    let is_usual = opening.to_play == usual && first.is_none_or(begins);
    let to_play = (!is_usual).then(|| format!("{:.1}", opening.to_play));
    let resigned = record.resigned();
    let resigned = resigned.map(|loser| Outcome::Resignation { winner: !loser });
    let (named, exact) = match &about.rules {
        RulesName::InForce => rules_name(rules),
        RulesName::Other(name) => (simple_text(name), None),
        RulesName::Unnamed => (String::new(), None),
    };
    let is_named = about.rules != RulesName::Unnamed;
    let is_ours = about.rules == RulesName::InForce;
    let komi = (is_ours || rules.komi().halves() != 0).then(|| rules.komi().to_string());
    let known = about.result.or(resigned);
    let other = about.other_result.as_ref();
    let read = |written: &str| result(written).map(|(outcome, _)| outcome);
    let other = other.filter(|other| known.is_none() || read(other) == known);
    let known = || known.map(|result| result.to_string());
    let handicap = handicap.map(|stones| stones.to_string());
    let text = |value: Option<&String>| value.map(|text| simple_text(text));
    vec![
        "(;GM[1]FF[4]CA[UTF-8]AP[gokata:".to_owned() + env!("CARGO_PKG_VERSION") + "]",
        [
            property("SZ", Some(size.columns_first(':'))),
            property("KM", text(about.other_komi.as_ref()).or(komi)),
            property("RU", is_named.then_some(named)),
            property("GC", exact),
            property("RE", text(other).or_else(known)),
            property("HA", handicap.or(text(about.other_handicap.as_ref()))),
        ]
        .concat(),
        points("AB", size, black),
        points("AW", size, white),
        [
            property("PL", to_play),
            property("PB", text(about.black.as_ref())),
            property("BR", text(about.black_rank.as_ref())),
            property("PW", text(about.white.as_ref())),
            property("WR", text(about.white_rank.as_ref())),
            property("DT", text(about.date.as_ref())),
            property("EV", text(about.event.as_ref())),
        ]
        .concat(),
    ]
}

/// `NAME[VALUE]`, or nothing. The value must not have characters that need escaping.
fn property(name: &str, value: Option<impl fmt::Display>) -> String {
    value.map_or_else(String::new, |value| format!("{name}[{value}]"))
}

/// Returns a property with a list of points in reading order, each once and on the board, as the standard demands.
/// Returns an empty text if there are none.
fn points(name: &str, size: Size, mut points: Vec<Point>) -> String {
    points.retain(|point| size.contains(*point));
    points.sort_unstable();
    points.dedup();
    let values = points.iter().filter_map(|point| point.sgf());
    let values: Vec<String> = values.map(|point| format!("[{point}]")).collect();
    if values.is_empty() {
        return String::new();
    }
    let lines = values.chunks(POINTS_A_LINE).map(<[String]>::concat);
    name.to_owned() + &lines.collect::<Vec<String>>().join("\n")
}

/// Escapes `]` and backslashes, and replaces line breaks and other control characters by spaces.
pub(super) fn simple_text(text: &str) -> String {
    let mut simple = String::with_capacity(text.len());
    for letter in text.replace("\r\n", " ").chars() {
        if matches!(letter, ']' | '\\') {
            simple.push('\\');
        }
        simple.push(if letter.is_control() { ' ' } else { letter });
    }
    simple
}
