//! Queries of `KataGo`'s analysis engine, and the JSON that they are written in.

use super::found::{Pasted, PastedError, fault};
use crate::basics::text::{Line, TextError, shown};
use crate::basics::{Action, Color, GivenRules, Komi, Labels, Move, Rules, Setup, Size, katago};

/// The deepest nesting that is read.
const DEEPEST: usize = 8;

/// A value of JSON.
#[derive(Debug)]
struct Value<'a> {
    /// The offset of its first byte.
    at: usize,
    /// `"` for a text, `[` or `{`, another character for a number, `true`, `false` or `null`.
    kind: char,
    text: &'a str,
    /// What is in a list, or in an object with its keys.
    items: Vec<(&'a str, Value<'a>)>,
}

/// A place in the text and what is wrong there.
struct Fault(usize, String);

/// Reads a query; `None` if the text is not a JSON object with a key of queries.
pub(super) fn read(text: &str) -> Option<Result<Pasted, PastedError>> {
    let from = text.find('{')?;
    // A fence of Markdown, quotes, or words may stand on lines of their own.
    let before = text.get(..from)?.rsplit('\n').next().unwrap_or_default();
    let keys = ["\"initialStones\"", "\"moves\"", "\"boardXSize\""];
    let is_query = keys.iter().any(|key| text.contains(key)) && !text.contains("\"board\"");
    if !before.trim().is_empty() || !is_query {
        return None;
    }
    let error =
        |Fault(at, message): Fault| -> TextError { fault(&Line { number: 1, text }, at, message) };
    let mut parser = Parser { text, at: from };
    let pasted = parser.value(0).and_then(|value| query(&value));
    let rest = text.get(parser.at..).unwrap_or_default();
    if pasted.is_ok()
        && let Some(next) = rest.find("\n{")
    {
        let message = "there are two queries here: leave one".to_owned();
        let error = error(Fault(parser.at + next + 1, message));
        return Some(Err(PastedError::TwoReadings(error)));
    }
    let first = Line { number: 1, text };
    let pasted = pasted.map(|pasted| pasted.checked(|_| (first, 0)));
    Some(pasted.map_err(|fault| error(fault).into()))
}

/// Returns the rules that `KataGo` writes as an object, with the komi if it is in there.
pub(super) fn rules_of(json: &str) -> Option<Rules> {
    let value = Parser { text: json, at: 0 }.value(0).ok()?;
    rules(&value).ok()
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips blanks. Returns the next character.
    fn next(&mut self) -> Option<char> {
        let rest = self.rest().trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn fault<T>(&mut self, wanted: &str) -> Result<T, Fault> {
        let found = self.next().map_or("the end of the text".to_owned(), shown);
        let message = format!("{found}: {wanted} is expected here");
        Err(Fault(self.at, message))
    }

    fn skip(&mut self, c: char) -> bool {
        let is_here = self.next() == Some(c);
        self.at += if is_here { c.len_utf8() } else { 0 };
        is_here
    }

    fn value(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        let kind = self.next().unwrap_or(' ');
        let (at, mut text, mut items) = (self.at, "", Vec::new());
        match kind {
            '"' => text = self.string()?,
            '[' | '{' if depth > DEEPEST => {
                return Err(Fault(at, "the lists are nested too deeply".to_owned()));
            }
            '[' | '{' => {
                let end = if kind == '[' { ']' } else { '}' };
                self.at += 1;
                while !self.skip(end) {
                    if !items.is_empty() && !self.skip(',') {
                        return self.fault(&format!("`,` or `{end}`"));
                    }
                    let key = if kind == '{' { self.string()? } else { "" };
                    if kind == '{' && !self.skip(':') {
                        return self.fault("`:`");
                    }
                    items.push((key, self.value(depth + 1)?));
                }
            }
            _ => {
                let is_end = |c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c));
                text = self.rest().split(is_end).next().unwrap_or_default();
                if text.is_empty() {
                    return self.fault("a value");
                }
                self.at += text.len();
            }
        }
        Ok(Value {
            at,
            kind,
            text,
            items,
        })
    }

    fn string(&mut self) -> Result<&'a str, Fault> {
        if !self.skip('"') {
            return self.fault("`\"`");
        }
        let (from, rest) = (self.at, self.rest());
        let mut is_escaped = false;
        for (offset, c) in rest.char_indices() {
            match c {
                '"' if !is_escaped => {
                    self.at += offset + 1;
                    return Ok(&rest[..offset]);
                }
                '\n' => break,
                c => is_escaped = c == '\\' && !is_escaped,
            }
        }
        Err(Fault(from, "this text has no end".to_owned()))
    }
}

impl<'a> Value<'a> {
    fn fault(&self, message: &str) -> Fault {
        Fault(self.at, message.to_owned())
    }

    fn get(&self, key: &str) -> Option<&Value<'a>> {
        let mut items = self.items.iter();
        items.find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    fn parsed<T: std::str::FromStr>(&self, message: &str) -> Result<T, Fault> {
        self.text.parse().map_err(|_| self.fault(message))
    }

    /// Reads a list of pairs: a side, and a point or `pass`.
    fn moves(&self, size: Size) -> Result<Vec<(Move, usize)>, Fault> {
        if self.kind != '[' {
            return Err(self.fault("a list is expected here"));
        }
        let pair = |item: &Value<'_>| {
            let [(_, color), (_, action)] = &item.items[..] else {
                return None;
            };
            let (color, action) = (color.text.parse().ok()?, action.text);
            let action = size.parse_action(action).ok()?;
            let is_on_board = match action {
                Action::Play(point) => size.contains(point),
                action => action == Action::Pass,
            };
            is_on_board.then_some((Move { color, action }, item.at))
        };
        let message = "a side and a point of the board are expected here, as in [\"B\",\"D4\"]";
        let moves = self
            .items
            .iter()
            .map(|(_, item)| pair(item).ok_or_else(|| item.fault(message)));
        moves.collect()
    }
}

fn query(value: &Value<'_>) -> Result<Pasted, Fault> {
    let side = |key| {
        let message = "a number of lines is expected here";
        value.get(key).map_or(Ok(19), |side| side.parsed(message))
    };
    let size = Size::new(side("boardYSize")?, side("boardXSize")?);
    let size = size.map_err(|error| value.fault(&error.to_string()))?;
    let list = |key| {
        value
            .get(key)
            .map_or(Ok(Vec::new()), |list| list.moves(size))
    };
    let (stones, moves) = (list("initialStones")?, list("moves")?);
    let mut setup = Setup::new(size, Color::Black);
    for (stone, at) in &stones {
        let Action::Play(point) = stone.action else {
            return Err(Fault(*at, "a stone stands on a point".to_owned()));
        };
        setup.stones.push((point, stone.color));
    }
    // As the engine does it: without a side, that of the first move, else White after a handicap.
    let first = value
        .get("initialPlayer")
        .and_then(|side| side.text.parse().ok());
    let is_handicap = stones.len() > 1 && stones.iter().all(|(it, _)| it.color == Color::Black);
    let usual = if is_handicap {
        Color::White
    } else {
        Color::Black
    };
    let moves: Vec<Move> = moves.into_iter().map(|(mv, _)| mv).collect();
    let is_known = first.is_some() || !moves.is_empty() || is_handicap || stones.is_empty();
    setup.to_play = first.or(moves.first().map(|mv| mv.color)).unwrap_or(usual);
    let to_play = moves.last().map_or(setup.to_play, |mv| !mv.color);
    let given = value.get("rules").map(rules).transpose()?;
    let rules = match value.get("komi").map(komi).transpose()? {
        Some(komi) => Some(given.unwrap_or_default().with_komi(komi)),
        None => given,
    };
    Ok(Pasted {
        taken_for: "a query of KataGo's analysis engine".to_owned(),
        setup,
        labels: Labels::new(),
        moves,
        to_play: is_known.then_some(to_play),
        rules,
        notes: Vec::new(),
        fault: None,
    })
}

fn komi(value: &Value<'_>) -> Result<Komi, Fault> {
    value.parsed("a komi is expected here: a multiple of 0.5")
}

/// Reads rules: a name, or an object.
fn rules(value: &Value<'_>) -> Result<Rules, Fault> {
    let message = "these rules are not known";
    if value.kind == '"' {
        return Ok(value.parsed::<GivenRules>(message)?.over_kata());
    }
    let pairs = value.items.iter().filter(|(key, _)| *key != "komi");
    let pairs: Vec<(&str, &str)> = pairs.map(|(key, value)| (*key, value.text)).collect();
    let rules = katago::rules(&pairs).filter(|_| value.kind == '{');
    let rules = rules.ok_or_else(|| value.fault(message))?;
    let komi = value.get("komi").map(komi).transpose()?;
    Ok(komi.map_or(rules, |komi| rules.with_komi(komi)))
}
