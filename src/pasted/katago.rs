//! Queries of `KataGo`'s analysis engine, and the JSON that they are written in.

use super::found::{Pasted, PastedError};
use crate::basics::text::{Line, TextError};
use crate::basics::{Action, Color, GivenRules, Komi, Labels, Move, Rules, Setup, Size, katago};

/// The deepest nesting that is read.
const DEEPEST: usize = 8;

/// A value of JSON, with the offset of its first byte.
#[derive(Debug)]
struct Value {
    at: usize,
    what: What,
}

#[derive(Debug)]
enum What {
    Text(String),
    /// A number, `true`, `false` or `null`.
    Word(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// A place in the text and what is wrong there.
struct Fault(usize, String);

/// Reads a query; `None` if the text is not a JSON object with a key of queries.
pub(super) fn read(text: &str, lines: &[Line<'_>]) -> Option<Result<Pasted, PastedError>> {
    let from = text.find('{')?;
    let before = text.get(..from)?;
    // A fence of Markdown, quotes, or words on lines of their own.
    let is_first = before
        .lines()
        .last()
        .is_none_or(|line| line.trim().is_empty())
        || before.ends_with('\n');
    let has_key = ["\"initialStones\"", "\"moves\"", "\"boardXSize\""]
        .iter()
        .any(|key| text.contains(key));
    if !(is_first && has_key) {
        return None;
    }
    let fault = |Fault(at, message): Fault| {
        let before = text.get(..at).unwrap_or(text);
        let nth = before.matches('\n').count();
        let line = lines.get(nth).copied().unwrap_or(Line::empty(nth + 1));
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        TextError::new(&line, at - start, message)
    };
    let mut parser = Parser { text, at: from };
    let pasted = parser.value(0).and_then(|value| query(&value));
    let pasted = pasted.map_err(|error| PastedError::Broken(fault(error)));
    let rest = text.get(parser.at..).unwrap_or_default();
    if pasted.is_ok()
        && let Some(next) = rest.find("\n{")
    {
        let message = "there are two queries here: leave one";
        let error = fault(Fault(parser.at + next + 1, message.to_owned()));
        return Some(Err(PastedError::TwoReadings(error)));
    }
    let places = [(lines.first().copied().unwrap_or(Line::empty(1)), 0)];
    Some(pasted.map(|pasted| pasted.checked(&places, 1, (0, 0))))
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

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.len() - rest.trim_start().len();
        rest.trim_start().chars().next()
    }

    fn fault<T>(&mut self, wanted: &str) -> Result<T, Fault> {
        let found = self
            .next()
            .map_or("the end of the text".to_owned(), crate::basics::text::shown);
        Err(Fault(
            self.at,
            format!("{found}: {wanted} is expected here"),
        ))
    }

    fn skip(&mut self, c: char) -> bool {
        let is_here = self.next() == Some(c);
        self.at += if is_here { c.len_utf8() } else { 0 };
        is_here
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        if depth > DEEPEST {
            return Err(Fault(self.at, "the lists are nested too deeply".to_owned()));
        }
        let first = self.next();
        let at = self.at;
        let what = match first {
            Some('"') => What::Text(self.string()?),
            Some('[') => What::List(self.items(']', |parser| parser.value(depth + 1))?),
            Some('{') => What::Object(self.items('}', |parser| {
                let key = parser.string()?;
                if !parser.skip(':') {
                    return parser.fault("`:`");
                }
                Ok((key, parser.value(depth + 1)?))
            })?),
            _ => {
                let rest = self.text.get(at..).unwrap_or_default();
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
                let word = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                if word.is_empty() {
                    return self.fault("a value");
                }
                self.at += word.len();
                What::Word(word.to_owned())
            }
        };
        Ok(Value { at, what })
    }

    /// Reads what stands between brackets, separated by commas.
    fn items<T>(
        &mut self,
        end: char,
        mut item: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.skip(end) {
            if !items.is_empty() && !self.skip(',') {
                return self.fault(&format!("`,` or `{end}`"));
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn string(&mut self) -> Result<String, Fault> {
        if !self.skip('"') {
            return self.fault("`\"`");
        }
        let from = self.at;
        let rest = self.text.get(from..).unwrap_or_default();
        let mut is_escaped = false;
        for (offset, c) in rest.char_indices() {
            match c {
                '"' if !is_escaped => {
                    self.at += offset + 1;
                    return Ok(rest[..offset].to_owned());
                }
                '\n' => break,
                c => is_escaped = c == '\\' && !is_escaped,
            }
        }
        Err(Fault(from, "this text has no end".to_owned()))
    }
}

impl Value {
    fn text(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) | What::Word(text) => Some(text),
            _ => None,
        }
    }

    fn fault(&self, message: &str) -> Fault {
        Fault(self.at, message.to_owned())
    }

    /// Reads a list of pairs: a side, and a point or `pass`.
    fn moves(&self, size: Size) -> Result<Vec<(Move, &Value)>, Fault> {
        let What::List(items) = &self.what else {
            return Err(self.fault("a list is expected here"));
        };
        let pair = |item: &'_ Value| {
            let What::List(pair) = &item.what else {
                return None;
            };
            let [color, action] = &pair[..] else {
                return None;
            };
            let color: Color = color.text()?.parse().ok()?;
            let action = size.parse_action(action.text()?).ok()?;
            let is_on_board = match action {
                Action::Play(point) => size.contains(point),
                action => action == Action::Pass,
            };
            is_on_board.then_some(Move { color, action })
        };
        let moves = items.iter().map(|item| {
            let mv = pair(item).ok_or_else(|| {
                item.fault(
                    "a side and a point of the board are expected here, as in [\"B\",\"D4\"]",
                )
            })?;
            Ok((mv, item))
        });
        moves.collect()
    }
}

fn query(value: &Value) -> Result<Pasted, Fault> {
    let What::Object(pairs) = &value.what else {
        return Err(value.fault("a query is an object"));
    };
    let get = |key: &str| {
        pairs
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    };
    let side = |key| {
        let side =
            get(key).map(|value| value.text().and_then(|text| text.parse().ok()).ok_or(value));
        side.transpose()
            .map_err(|value: &Value| value.fault("a number of lines is expected here"))
    };
    let (rows, cols) = (
        side("boardYSize")?.unwrap_or(19),
        side("boardXSize")?.unwrap_or(19),
    );
    let size = Size::new(rows, cols).map_err(|error| value.fault(&error.to_string()))?;
    let list = |key| get(key).map_or(Ok(Vec::new()), |list| list.moves(size));
    let (stones, moves) = (list("initialStones")?, list("moves")?);
    let mut setup = Setup::new(size, Color::Black);
    for (stone, item) in &stones {
        let Action::Play(point) = stone.action else {
            return Err(item.fault("a stone stands on a point"));
        };
        setup.stones.push((point, stone.color));
    }
    // As the engine does it: without a side, that of the first move, else White after a handicap.
    let first = get("initialPlayer")
        .and_then(Value::text)
        .and_then(|side| side.parse().ok());
    let is_handicap =
        stones.len() > 1 && stones.iter().all(|(stone, _)| stone.color == Color::Black);
    let usual = if is_handicap {
        Color::White
    } else {
        Color::Black
    };
    let moves: Vec<Move> = moves.into_iter().map(|(mv, _)| mv).collect();
    setup.to_play = first.or(moves.first().map(|mv| mv.color)).unwrap_or(usual);
    let is_known = first.is_some() || !moves.is_empty() || is_handicap || stones.is_empty();
    let given = get("rules").map(rules).transpose()?;
    let komi = get("komi").map(komi).transpose()?;
    let rules = match (given, komi) {
        (given, Some(komi)) => Some(given.unwrap_or_default().with_komi(komi)),
        (given, None) => given,
    };
    let to_play = moves.last().map_or(setup.to_play, |mv| !mv.color);
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

fn komi(value: &Value) -> Result<Komi, Fault> {
    let komi = value.text().and_then(|komi| komi.parse().ok());
    komi.ok_or_else(|| value.fault("a komi is expected here: a multiple of 0.5"))
}

/// Reads rules: a name, or an object.
fn rules(value: &Value) -> Result<Rules, Fault> {
    let unknown = || value.fault("these rules are not known");
    match &value.what {
        What::Text(name) => {
            let given: GivenRules = name.parse().map_err(|_| unknown())?;
            Ok(given.over_kata())
        }
        What::Object(pairs) => {
            let texts: Option<Vec<(&str, &str)>> = pairs
                .iter()
                .filter(|(key, _)| key != "komi")
                .map(|(key, value)| Some((key.as_str(), value.text()?)))
                .collect();
            let rules = katago::rules(&texts.ok_or_else(unknown)?).ok_or_else(unknown)?;
            match pairs.iter().find(|(key, _)| key == "komi") {
                Some((_, value)) => Ok(rules.with_komi(komi(value)?)),
                None => Ok(rules),
            }
        }
        _ => Err(unknown()),
    }
}
