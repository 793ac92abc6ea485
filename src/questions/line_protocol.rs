//! The line protocol: writes questions and reads what the program says. `fixtures/README.md` specifies it.

use std::fmt::Write;
use std::num::NonZeroU32;

use super::question::{ABOUT_MOVES, Asked, Question, Step, text as words};
use super::sizes::Sizes;
use super::tally::QuestionOutcome;
use crate::basics::diagram::rows_of;
use crate::basics::text::digits;
use crate::basics::{
    Action, ByColor, Color, GameEvent, HalfPoints, IllegalMove, KoRule, Move, Point,
};
use crate::fixture::Cell;
use crate::pure::Situation;
use crate::referee::Answer;
use crate::scoring::{Score, Standing};

const RESIGNATION: &str = "there is no word for a resignation";

/// Returns a fact that can affect whether a move is legal but that the boards and their sides to play do not show, if any.
pub fn hidden_fact(question: &Question) -> Option<&'static str> {
    let record = &question.before;
    let tried = question.steps.iter().filter_map(|step| match step {
        Step::Play(mv) | Step::Try(mv) => Some(*mv),
        Step::Undo => None,
    });
    let moves = record.moves().into_iter().chain(tried);
    let mut acts = moves.map(|mv| mv.action);
    let mut since = record.events().into_iter().skip(handed_at_first(question));
    if since.any(|event| matches!(event, GameEvent::HandTurn(_))) {
        return Some("the turn has been handed over without a move (to-play)");
    }
    if question.is_resumed() {
        return Some("play has been taken up again (resume)");
    }
    if acts.clone().any(|act| act == Action::Resign) {
        return Some(RESIGNATION);
    }
    if record.rules().button() && acts.any(|act| act == Action::Pass) {
        return Some("there is no word for the button, which the first pass takes");
    }
    let tells = matches!(question.asked, Asked::Prisoners(_))
        || record.rules().ko() == KoRule::NaturalSituational
        || looks_over(question) && !record.is_over();
    if tells && question.steps.is_empty() && suicide_of_one(question) {
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
    let mv = question.asked.mv();
    if mv.is_some_and(|mv| mv.action == Action::Resign) {
        return Err(RESIGNATION);
    }
    // The lines of a count state everything that it depends on.
    if question.asked.counted().is_none()
        && let Some(why) = hidden_fact(question)
    {
        return Err(why);
    }
    let record = &question.before;
    let (rules, size) = (record.rules(), record.size());
    let mut situations = situations(question);
    if !question.steps.is_empty() {
        situations.truncate(1);
    }
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
    if !question.steps.is_empty() {
        let _ = writeln!(text, "steps {}", question.steps.len());
    }
    for step in &question.steps {
        text += &match *step {
            Step::Play(mv) => move_line("play", mv),
            Step::Try(mv) => move_line("try", mv),
            Step::Undo => "undo\n".to_owned(),
        };
    }
    text += &mv.map_or(String::new(), |mv| move_line("move", mv));
    if let Some(counted) = question.asked.counted() {
        text += &count_lines(&counted.standing);
    }
    let _ = writeln!(text, "{}?", question.asked.kind());
    Ok(text)
}

fn move_line(verb: &str, Move { color, action }: Move) -> String {
    match (color.letter(), action) {
        (side, Action::Play(Point { row, col })) => format!("{verb} {side} {row} {col}\n"),
        (side, _) => format!("{verb} {side} pass\n"),
    }
}

/// Returns what a count depends on besides the boards: the lines `count`, `prisoners` and `marks`.
pub(super) fn count_lines(standing: &Standing) -> String {
    let Standing { marks, rules, .. } = standing;
    // What `last-pass` gives is among the prisoners.
    let is_told = |key: &str| key != "last-pass" && !ABOUT_MOVES.contains(&key);
    let keys = words(rules.pairs().filter(|(key, _)| is_told(key)));
    let first_pass = standing.first_pass.map_or('-', Color::letter);
    let handicap = standing.handicap;
    let ByColor { black, white } = standing.prisoners;
    let letter = |point: Point| match () {
        () if marks.dead().contains(point) => 'd',
        () if marks.neutral().contains(point) => 'n',
        () => '-',
    };
    let rows = rows_of(marks.size(), marks.size().points().map(letter));
    format!(
        "count {keys} handicap={handicap} first-pass={first_pass}\nprisoners x={black} o={white}\nmarks\n{rows}\n"
    )
}

/// What a program says of itself: `start NAME VERSION [can=score,owner,dead,steps,prisoners] [sizes=9x9,13x13] [RULES]`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Start {
    /// The program's name, one word.
    pub name: String,
    /// The program's version, one word.
    pub version: String,
    /// What it can do besides judging moves: of [`Start::CAN`].
    pub can: Vec<String>,
    /// The boards that the program has, if it says so.
    pub sizes: Option<Sizes>,
    /// The rules that the program plays by, as it writes them. Empty if it plays by those of each question.
    pub rules: String,
}

impl Start {
    /// What a program may say it can do: answer [kinds](Asked::kind) of questions, and take [steps](Question::steps).
    pub const CAN: [&str; 5] = ["score", "owner", "dead", "steps", "prisoners"];
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
    let (can, rules): (Vec<_>, Vec<_>) = words.partition(|word| word.starts_with("can="));
    let can = can.iter().flat_map(|word| word["can=".len()..].split(','));
    let can: Vec<String> = can.map(str::to_owned).collect();
    if can.iter().any(|word| !Start::CAN.contains(&&**word)) {
        let form =
            "`can=` takes score, owner, dead, steps, prisoners, or several: `can=score,owner,dead`";
        return Some(Err(form));
    }
    let (sizes, rules): (Vec<_>, Vec<_>) = rules
        .into_iter()
        .partition(|word| word.starts_with("sizes="));
    let sizes: Vec<&str> = sizes.iter().map(|word| &word["sizes=".len()..]).collect();
    let sizes = match &sizes[..] {
        [] => None,
        words => match words.join(",").parse() {
            Ok(sizes) => Some(sizes),
            Err(_) => return Some(Err(SIZES)),
        },
    };
    Some(Ok(Start {
        name,
        version,
        can,
        sizes,
        rules: rules.join(" "),
    }))
}

const SIZES: &str =
    "`sizes=` takes sizes of boards: `sizes=9x9,13x13`, `sizes=5..19` or `sizes=square`";

/// The meaning of the lines received so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParsedAnswer {
    /// More lines must follow.
    Incomplete,
    /// The answer.
    Complete(Answer),
    /// An invalid answer, with the reason.
    Nonsense(String),
}

/// Reads the lines received so far, without line ends.
pub fn parse_answer(question: &Question, lines: &[String]) -> ParsedAnswer {
    read(question, lines).map_or_else(|other| other, ParsedAnswer::Complete)
}

/// Judges an answer whose lines are all there, without line ends.
pub fn outcome(question: &Question, lines: &[String]) -> QuestionOutcome {
    match parse_answer(question, lines) {
        ParsedAnswer::Complete(Answer::Cannot(why)) => QuestionOutcome::CannotBeAsked(why),
        ParsedAnswer::Complete(answer) if question.accepts(&answer) => QuestionOutcome::Right,
        ParsedAnswer::Complete(answer) => QuestionOutcome::Wrong(answer),
        ParsedAnswer::Incomplete => {
            QuestionOutcome::Nonsense("the answer has too few rows".to_owned())
        }
        ParsedAnswer::Nonsense(why) => {
            QuestionOutcome::Nonsense(format!("{}: {why}", lines.join(" / ")))
        }
    }
}

fn read(question: &Question, lines: &[String]) -> Result<Answer, ParsedAnswer> {
    let (first, rows) = lines.split_first().ok_or(ParsedAnswer::Incomplete)?;
    if let Some(why) = cannot(first) {
        return Ok(Answer::Cannot(why.to_owned()));
    }
    if let Some(number) = first.trim().strip_prefix("accepted") {
        let at = digits(number.trim()).and_then(|number| (number as usize).checked_sub(1));
        let at = at.filter(|at| matches!(question.steps.get(*at), Some(Step::Try(_))));
        let problem = "`accepted` takes the number of a step `try`, counted from 1";
        let accepted = at.map(|at| Answer::Accepted(at + 1));
        return accepted.ok_or_else(|| nonsense(problem));
    }
    match question.asked {
        Asked::Legal(..) => verdict(first),
        Asked::Board(..) | Asked::Now(_) => board(question, first, rows),
        Asked::Prisoners(_) => tally(first),
        Asked::Score(..) => score(first),
        Asked::Owner(..) => points(question, lines, Cell::from_letter, STONES).map(Answer::Owners),
        Asked::Dead(..) => {
            let is_dead = |letter| matches!(letter, 'd' | '-').then_some(Some(letter == 'd'));
            points(question, lines, is_dead, "`d` or `-`").map(Answer::Dead)
        }
    }
}

/// Returns the score that is written in another form: `B+3.5`, `w+1.0`, `x+0`, `0`, `jigo`.
fn meant(word: &str) -> Option<Score> {
    let small = word.to_ascii_lowercase();
    let Some((side, points)) = small.split_once('+') else {
        let is_draw = matches!(&*small, "0" | "draw" | "jigo" | "tie");
        return is_draw.then_some(Score::Draw);
    };
    let winner = side.trim().parse().ok()?;
    let halves = HalfPoints::parse_loosely(points.trim())?;
    Some(NonZeroU32::new(halves).map_or(Score::Draw, |halves| Score::Win(winner, halves)))
}

/// Reads a score. The reason of nonsense says how the score would be written, if it is clear which one is meant.
fn score(line: &str) -> Result<Answer, ParsedAnswer> {
    let word = line.trim();
    let form = "a score is `x+3.5`, `o+1` or `draw`";
    word.parse().map(Answer::Score).map_err(|_| {
        let meant = meant(word).map(|score| format!(": here it would be `{score}`"));
        nonsense(&(form.to_owned() + &meant.unwrap_or_default()))
    })
}

fn cannot(line: &str) -> Option<&str> {
    let why = line.trim().strip_prefix("cannot")?;
    match why.trim_start() {
        "" => Some("cannot, and no reason"),
        reason if reason.len() < why.len() => Some(reason),
        // Another word, as in `cannotation`.
        _ => None,
    }
}

fn verdict(line: &str) -> Result<Answer, ParsedAnswer> {
    let mut words = line.split_whitespace();
    let problem = match (words.next(), words.next(), words.next()) {
        (Some("legal"), None, None) => return Ok(Answer::Legal),
        (Some("illegal"), None, None) => return Ok(Answer::Illegal(None)),
        (Some("illegal"), Some(word), None) => match IllegalMove::from_name(word) {
            Some(reason) => return Ok(Answer::Illegal(Some(reason))),
            None => "the reasons are game-over, turn, off-board, occupied, suicide, ko and superko",
        },
        _ => "neither `legal` nor `illegal` nor `illegal REASON` nor `cannot WHY`",
    };
    Err(nonsense(problem))
}

fn tally(line: &str) -> Result<Answer, ParsedAnswer> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let ["x", black, "o", white] = words[..]
        && let (Some(black), Some(white)) = (digits(black), digits(white))
    {
        return Ok(Answer::Prisoners(ByColor { black, white }));
    }
    Err(nonsense("prisoners are `x 3 o 1`"))
}

fn board(question: &Question, first: &str, rows: &[String]) -> Result<Answer, ParsedAnswer> {
    let side = match first.trim() {
        "x" => Color::Black,
        "o" => Color::White,
        // A program may also answer that the move is illegal.
        said if said.starts_with("illegal") => return verdict(first),
        _ => {
            let problem = "neither `x` nor `o`, whose turn it is after the move";
            return Err(nonsense(problem));
        }
    };
    let stones = points(question, rows, Cell::from_letter, STONES)?;
    Ok(Answer::Board(Some(side), stones))
}

/// Reads the rows of a board. Fails if they are not all there or are no rows.
fn points<T>(
    question: &Question,
    rows: &[String],
    from_letter: impl Fn(char) -> Option<T>,
    letters: &str,
) -> Result<Vec<T>, ParsedAnswer> {
    let size = question.before.size();
    let mut points = Vec::with_capacity(size.point_count());
    for row in rows {
        let row = row.trim();
        if row.chars().count() != size.cols() {
            return Err(nonsense("a row is as long as the board is wide"));
        }
        for letter in row.chars() {
            let content = from_letter(letter);
            points.push(content.ok_or_else(|| nonsense(&format!("a point is {letters}")))?);
        }
    }
    if rows.len() < size.rows() {
        return Err(ParsedAnswer::Incomplete);
    }
    Ok(points)
}

const STONES: &str = "`x`, `o` or `-`";

fn nonsense(why: &str) -> ParsedAnswer {
    ParsedAnswer::Nonsense(why.to_owned())
}
