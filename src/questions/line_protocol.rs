//! The line protocol: writes questions and reads what the program says. `fixtures/README.md` specifies it.

use std::fmt::Write;

use super::question::{Expected, Question};
use crate::basics::{Action, Color, GameEvent, IllegalMove, KoRule, Move};
use crate::fixture::Cell;
use crate::pure::Situation;
use crate::referee::Answer;

const RESIGNATION: &str = "there is no word for a resignation";

/// Returns a fact that can affect the answer but that the boards and their sides to play do not show, if any.
fn untold(question: &Question) -> Option<&'static str> {
    let record = &question.before;
    if question.mv.action == Action::Resign {
        return Some(RESIGNATION);
    }
    let mut since = record.events().into_iter().skip(handed_at_first(question));
    if since.any(|event| matches!(event, GameEvent::HandTurn(_))) {
        return Some("the turn has been handed over without a move (to-play)");
    }
    if question.is_resumed() {
        return Some("play has been taken up again (resume)");
    }
    if record.resigned().is_some() {
        return Some(RESIGNATION);
    }
    if record.rules().button() && record.moves().iter().any(|mv| mv.action == Action::Pass) {
        return Some("there is no word for the button, which the first pass takes");
    }
    let tells = record.rules().ko() == KoRule::NaturalSituational
        || looks_over(question) && !record.is_over();
    if tells && suicide_of_one(question) {
        return Some("a suicide of one stone looks like a pass");
    }
    None
}

/// Returns the situations to send, oldest first; the last one is the current situation.
pub fn situations(question: &Question) -> Vec<&Situation> {
    let mut situations: Vec<&Situation> = question.before.situations().collect();
    situations.reverse();
    situations.split_off(handed_at_first(question))
}

/// The number of leading situations that are not sent: those before turns handed over at the start of the game. 0
/// under situational superko, which compares them, too.
pub(super) fn handed_at_first(question: &Question) -> usize {
    let record = &question.before;
    if record.rules().ko() == KoRule::Situational {
        return 0;
    }
    let is_hand = |event: &GameEvent| matches!(event, GameEvent::HandTurn(_));
    record.events().into_iter().take_while(is_hand).count()
}

/// True if the last three boards are equal, as after two passes.
fn looks_over(question: &Question) -> bool {
    let situations = situations(question);
    matches!(situations[..], [.., a, b, c] if a.board == b.board && b.board == c.board)
}

/// True if a play left the board unchanged.
fn suicide_of_one(question: &Question) -> bool {
    let is_play = |mv: Move| matches!(mv.action, Action::Play(_));
    let events = question.before.events().into_iter();
    let events = events.skip(handed_at_first(question));
    let situations = situations(question);
    let mut steps = events.zip(situations.windows(2));
    steps.any(|(event, pair)| event.turn().is_some_and(is_play) && pair[0].board == pair[1].board)
}

/// Returns the lines of the question.
///
/// # Errors
/// Why the protocol cannot express it: it has no word for what the answer may depend on.
pub fn text(question: &Question, id: &str) -> Result<String, &'static str> {
    if let Some(why) = untold(question) {
        return Err(why);
    }
    let record = &question.before;
    let (rules, size) = (record.rules(), record.size());
    let situations = situations(question);
    let mut text = format!(
        "case {id}\nrules ko={} suicide={}\nsize {} {}\nboards {}\n",
        rules.ko(),
        rules.suicide(),
        size.rows(),
        size.cols(),
        situations.len()
    );
    for situation in situations {
        let _ = writeln!(text, "{}\n{}", situation.to_play.letter(), situation.board);
    }
    let color = question.mv.color.letter();
    let _ = match question.mv.action {
        Action::Play(point) => writeln!(text, "move {color} {} {}", point.row, point.col),
        Action::Pass => writeln!(text, "move {color} pass"),
        Action::Resign => return Err(RESIGNATION),
    };
    text.push_str(match question.expected {
        Expected::Verdict(_) => "legal?\n",
        Expected::Board(_) => "board?\n",
    });
    Ok(text)
}

/// What a program says of itself: `start NAME VERSION [RULES]`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Start {
    /// The program's name, one word.
    pub name: String,
    /// The program's version, one word.
    pub version: String,
    /// The rules that the program plays by, as it writes them. Empty if it plays by those of each question.
    pub rules: String,
}

/// Reads the line `start`, which a program may write before its first answer. `None` if it is another line.
///
/// # Errors
/// What is wrong with the line.
pub fn start(line: &str) -> Option<Result<Start, &'static str>> {
    let mut words = line.split_whitespace().map(str::to_owned);
    (words.next()? == "start").then_some(())?;
    let (Some(name), Some(version)) = (words.next(), words.next()) else {
        return Some(Err("`start` needs a name and a version, of one word each"));
    };
    let rules = words.collect::<Vec<_>>().join(" ");
    Some(Ok(Start {
        name,
        version,
        rules,
    }))
}

/// The meaning of the lines received so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// More lines must follow.
    NotAll,
    /// The answer.
    All(Answer),
    /// An invalid answer, with the reason.
    Nonsense(&'static str),
}

/// Reads the lines received so far, without line ends.
pub fn hear(question: &Question, lines: &[String]) -> Heard {
    let Some((first, rows)) = lines.split_first() else {
        return Heard::NotAll;
    };
    if let Some(why) = cannot(first) {
        return Heard::All(Answer::Cannot(why.to_owned()));
    }
    match question.expected {
        Expected::Verdict(_) => verdict(first),
        Expected::Board(_) => board(question, first, rows),
    }
}

/// Returns the reason in the line `cannot WHY`.
fn cannot(line: &str) -> Option<&str> {
    let why = line.trim().strip_prefix("cannot")?;
    match why.trim_start() {
        "" => Some("cannot, and no reason"),
        reason if reason.len() < why.len() => Some(reason),
        // Another word, as in `cannotation`.
        _ => None,
    }
}

fn verdict(line: &str) -> Heard {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("legal"), None, None) => Heard::All(Answer::Legal),
        (Some("illegal"), None, None) => Heard::All(Answer::Illegal(None)),
        (Some("illegal"), Some(word), None) => match IllegalMove::from_name(word) {
            Some(reason) => Heard::All(Answer::Illegal(Some(reason))),
            None => Heard::Nonsense(
                "the reasons are game-over, turn, off-board, occupied, suicide, ko and superko",
            ),
        },
        _ => Heard::Nonsense("neither `legal` nor `illegal` nor `illegal REASON` nor `cannot WHY`"),
    }
}

fn board(question: &Question, first: &str, rows: &[String]) -> Heard {
    let size = question.before.size();
    let side = match first.trim() {
        "x" => Color::Black,
        "o" => Color::White,
        // A program may also answer that the move is illegal.
        said if said.starts_with("illegal") => return verdict(first),
        _ => return Heard::Nonsense("neither `x` nor `o`, whose turn it is after the move"),
    };
    let mut stones = Vec::with_capacity(size.area());
    for row in rows {
        let row = row.trim();
        if row.chars().count() != size.cols() {
            return Heard::Nonsense("a row is as long as the board is wide");
        }
        for letter in row.chars() {
            match Cell::from_letter(letter) {
                Some(content) => stones.push(content),
                None => return Heard::Nonsense("a point is `x`, `o` or `-`"),
            }
        }
    }
    if rows.len() < size.rows() {
        return Heard::NotAll;
    }
    Heard::All(Answer::Board(Some(side), stones))
}
