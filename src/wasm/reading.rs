//! Game records, and texts of any kind.

use gokata::fixture::{self, Ask, Case, Do, Fixture, MoveWord, Placed, Verb};
use gokata::link::Link;
use gokata::sgf::{
    self, AfterIllegal, Collection, Format, GameInfo, Judgement, Judging, LinePath, Lines, Order,
    Referees, SgfGame,
};
use gokata::{Action, BoardRecord, IllegalMove, Move, Pasted, Point, PureGame, Rules};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{
    Result, at, color_name, fault, json, read_color, read_move, sentence, text_error, unreadable,
};
use crate::position::Position;
use crate::rules::read_rules;

/// The games of a record.
#[wasm_bindgen]
pub struct Games(Collection<'static>);

#[derive(Serialize)]
struct Judged {
    verdict: &'static str,
    rules: String,
    turns: usize,
    illegal: Vec<IllegalTurn>,
    warnings: Vec<String>,
    error: Option<Place>,
}

#[derive(Serialize)]
struct IllegalTurn {
    number: usize,
    color: &'static str,
    #[serde(rename = "move")]
    mv: String,
    reason: &'static str,
    line: usize,
    column: usize,
    repeats: Option<usize>,
    sentence: String,
    path: String,
}

#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
    text: String,
}

#[derive(Serialize)]
struct About {
    black: Option<String>,
    white: Option<String>,
    date: Option<String>,
    event: Option<String>,
    result: Option<String>,
    handicap: Option<usize>,
}

#[wasm_bindgen]
impl Games {
    /// Reads a record in any format.
    pub fn parse(text: String) -> Result<Games> {
        let format = Format::of(text.as_bytes()).unwrap_or(Format::Sgf);
        let games = Collection::parse_as(format, text);
        games.map(Games).map_err(|error| text_error(&error))
    }

    /// The number of games.
    pub fn count(&self) -> usize {
        self.0.games().len()
    }

    /// Judges a game, and returns what came of it, as JSON.
    pub fn judge(
        &self,
        game: usize,
        rules: Option<String>,
        variations: bool,
        any_order: bool,
        go_on: bool,
    ) -> Result<String> {
        let rules = rules.map(|rules| read_rules(&rules)).transpose()?;
        let judging = Judging {
            rules,
            referees: Referees::Both,
            lines: if variations { Lines::All } else { Lines::Main },
            order: [Order::Alternating, Order::Any][usize::from(any_order)],
            after_illegal: [AfterIllegal::Stop, AfterIllegal::GoOn][usize::from(go_on)],
            ..Judging::default()
        };
        json(&match self.0.game(game) {
            Some(Ok(game)) => judged(&game.judge(&judging)),
            Some(Err(error)) => Judged {
                verdict: "unreadable",
                rules: rules.unwrap_or_default().to_string(),
                turns: 0,
                illegal: Vec::new(),
                warnings: Vec::new(),
                error: Some(place(&error)),
            },
            None => return Err("there is no such game".into()),
        })
    }

    /// The position after this number of moves of a line, or at its end.
    pub fn replay(
        &self,
        game: usize,
        path: Option<String>,
        rules: Option<String>,
        moves: Option<usize>,
    ) -> Result<Position> {
        let rules = rules.map(|rules| read_rules(&rules)).transpose()?;
        let path: Option<LinePath> = path
            .map(|path| path.parse())
            .transpose()
            .map_err(|error| unreadable(&error))?;
        let path = path.unwrap_or(LinePath::MAIN);
        let replayed = self.game(game)?.replay_path(&path, rules, moves);
        let (record, _) = replayed.map_err(|error| text_error(&error))?;
        Ok(record.into())
    }

    /// Players, date, event and result, as JSON.
    pub fn about(&self, game: usize) -> Result<String> {
        let game = self.game(game)?;
        let about = game.about().clone();
        let result = about.result.map(|result| result.to_string());
        json(&About {
            black: about.black,
            white: about.white,
            date: about.date,
            event: about.event,
            result: result.or(about.other_result),
            handicap: about.handicap,
        })
    }
}

impl Games {
    fn game(&self, game: usize) -> Result<SgfGame<'_>> {
        let game = self.0.game(game).ok_or("there is no such game")?;
        game.map_err(|error| text_error(&error))
    }
}

fn judged(judgement: &Judgement) -> Judged {
    let illegal = judgement.illegal.iter().map(|turn| IllegalTurn {
        number: turn.number,
        color: color_name(turn.mv.color),
        mv: turn.mv.action.describe(turn.size),
        reason: turn.reason.name(),
        line: turn.line,
        column: turn.column,
        repeats: turn.repeats,
        sentence: turn.sentence(),
        path: turn.path.to_string(),
    });
    let error = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
    Judged {
        verdict: judgement.verdict().name(),
        rules: judgement.rules.to_string(),
        turns: judgement.moves,
        illegal: illegal.collect(),
        warnings: judgement.warnings.iter().map(ToString::to_string).collect(),
        error: error.map(place),
    }
}

fn place(error: &gokata::TextError) -> Place {
    Place {
        line: error.line(),
        column: error.column(),
        text: error.to_string(),
    }
}

#[wasm_bindgen]
impl Position {
    /// The address of a page with this game. `asked`: the move that is asked about; `turn`: the position that is shown, if it is
    /// not the last one.
    pub fn link(&self, page: &str, asked: Option<String>, turn: Option<usize>) -> Result<String> {
        let record = self.to_record();
        let shown = turn
            .and_then(|turn| record.at(turn))
            .unwrap_or(record.clone());
        let asked = asked.map(|asked| read_move(&asked, None, record.size(), shown.to_play()));
        let asked = asked.transpose()?;
        if page.contains('#') {
            return Err("the address of a page has no # yet".into());
        }
        if turn > Some(record.turns()) {
            return Err(sentence(format!("the game has {} turns", record.turns())));
        }
        let turn = turn.filter(|turn| *turn < record.turns());
        Ok(Link {
            record,
            turn,
            asked,
        }
        .address(page))
    }

    /// The game as SGF.
    #[wasm_bindgen(js_name = writeSgf)]
    pub fn write_sgf(
        &self,
        black: Option<String>,
        white: Option<String>,
        date: Option<String>,
        event: Option<String>,
    ) -> Result<String> {
        let about = GameInfo {
            black,
            white,
            date,
            event,
            ..GameInfo::default()
        };
        sgf::write(&self.to_record(), &about).map_err(sentence)
    }
}

/// A text of any kind: the game in it, and what else it says.
#[wasm_bindgen]
pub struct Found {
    record: BoardRecord,
    kind: &'static str,
    turn: Option<usize>,
    asked: Option<Move>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct FoundFields<'f> {
    kind: &'static str,
    turn: usize,
    asked: Option<(&'static str, String)>,
    notes: &'f [String],
}

impl Found {
    fn new(kind: &'static str, record: BoardRecord, asked: Option<Move>) -> Found {
        Found {
            record,
            kind,
            turn: None,
            asked,
            notes: Vec::new(),
        }
    }
}

#[wasm_bindgen]
impl Found {
    /// The game.
    pub fn position(&self) -> Position {
        self.record.clone().into()
    }

    /// `kind`, `turn`, `asked` and `notes`, as JSON.
    pub fn about(&self) -> Result<String> {
        let size = self.record.size();
        let asked = |mv: Move| (color_name(mv.color), near(mv.action).describe(size));
        json(&FoundFields {
            kind: self.kind,
            turn: self.turn.unwrap_or(self.record.turns()),
            asked: self.asked.map(asked),
            notes: &self.notes,
        })
    }
}

/// A point far off the board stays off it, with a name that can be read again: numbers of up to six digits.
fn near(action: Action) -> Action {
    match action {
        Action::Play(Point { row, col }) => {
            let [row, col] = [row, col].map(|number| number.clamp(-999_999, 999_999));
            Action::Play(Point { row, col })
        }
        other => other,
    }
}

/// Reads a link, or a whole address with one.
#[wasm_bindgen(js_name = readLink)]
pub fn read_link(text: &str) -> Result<Found> {
    let link = Link::read(text).map_err(|error| fault(error.to_string()))?;
    Ok(link.into())
}

impl From<Link> for Found {
    fn from(link: Link) -> Found {
        Found {
            turn: link.turn,
            ..Found::new("link", link.record, link.asked)
        }
    }
}

/// Reads a fixture, a game record, a link, or a board as people paste it. Asks about the first illegal move of a record, and about
/// the move that a fixture asks about first. The rules are those of the text, else `rules`.
#[wasm_bindgen(js_name = readAny)]
pub fn read_any(
    text: &str,
    rules: &str,
    black: Option<String>,
    side: Option<String>,
) -> Result<Found> {
    let rules = read_rules(rules)?;
    let side = side.as_deref().map(read_color).transpose()?;
    if Format::of(text.as_bytes()).is_some() {
        return game_record(text);
    }
    if Link::is_meant(text) {
        return match Link::read(text) {
            Ok(link) => Ok(link.into()),
            Err(error) => {
                let sentence = error.to_string();
                let before = error.before.ok_or_else(|| fault(sentence.clone()))?;
                let mut found = Found::from(*before);
                found.notes.push(sentence);
                Ok(found)
            }
        };
    }
    match text.parse::<Fixture>() {
        Ok(fixture) => of_fixture(&fixture, rules),
        Err(strict) if begins_with_side(text) => Err(text_error(&strict)),
        Err(_) => {
            let pasted = Pasted::read(text, black.as_deref());
            let pasted = pasted.map_err(|error| text_error(error.text_error()))?;
            let record = pasted.record(side.or(pasted.to_play).or(Some(gokata::Color::Black)));
            let record = record.map_err(|error| text_error(error.text_error()))?;
            let record = record.with_rules(pasted.rules.unwrap_or(rules));
            let mut found = Found::new("board", record, None);
            found.notes.push(format!("taken for {}", pasted.taken_for));
            found.notes.extend(pasted.notes);
            if side.or(pasted.to_play).is_none() {
                found
                    .notes
                    .push("nothing says who plays next, so Black does".to_owned());
            }
            Ok(found)
        }
    }
}

/// True for a text in the kata's format, whose errors are then those of that format.
fn begins_with_side(text: &str) -> bool {
    let first = text.lines().next().map(str::trim_end);
    matches!(first, Some("x" | "o"))
}

fn game_record(text: &str) -> Result<Found> {
    let games = Games::parse(text.to_owned())?;
    let game = games.game(0)?;
    let judgement = game.judge(&Judging::default());
    let first = judgement.illegal.first();
    let (before, asked) = (first.map(|turn| turn.number - 1), first.map(|turn| turn.mv));
    let replayed = game.replay(None, before);
    let (record, _) = replayed.map_err(|error| text_error(&error))?;
    let mut found = Found::new("record", record, asked);
    found
        .notes
        .extend(first.map(gokata::sgf::IllegalTurn::sentence));
    let more = judgement.fault.iter().chain(&judgement.incomplete);
    found
        .notes
        .extend(more.chain(&judgement.warnings).map(ToString::to_string));
    if judgement.variations_left > 0 {
        found
            .notes
            .push("this is the main line: other variations were not judged".to_owned());
    }
    let others = games.count() - 1;
    if others > 0 {
        found
            .notes
            .push(format!("this is game 1 of {}", others + 1));
    }
    Ok(found)
}

/// The game of a fixture up to its first question about a move, or up to the move that cannot be played. What the text
/// expects need not be right.
fn of_fixture(fixture: &Fixture, rules: Rules) -> Result<Found> {
    let opening = BoardRecord::try_from(&fixture.opening.setup).map_err(sentence)?;
    let question = |case: &Case| case.steps.iter().position(is_question);
    let asking = fixture.cases.iter().find(|case| question(case).is_some());
    let Some(case) = asking.or(fixture.cases.first()) else {
        return Ok(Found::new("fixture", opening.with_rules(rules), None));
    };
    let end = question(case).unwrap_or(case.steps.len());
    let actions = case.steps[..end].iter().filter(|step| is_of_game(step));
    let (name, steps) = (None, actions.cloned().collect());
    let actions = Fixture {
        opening: fixture.opening.clone(),
        cases: vec![Case { name, steps }],
    };
    let (mut game, mut asked) = (PureGame::new(opening.size()), case.steps.get(end));
    // A failure ends the game before the action that cannot be done.
    if let Some(failure) = fixture::check(&actions, &mut game).failures.first() {
        let place = (failure.line, failure.column);
        let mut steps = case.steps.iter();
        asked = steps.find(|step| (step.line, step.column) == place && expected(step).is_some());
        asked.ok_or_else(|| at(&failure.to_string(), failure.line, failure.column))?;
    }
    let mut found = Found::new("fixture", game.into(), None);
    if let Some((step, (word, verdict))) = asked.and_then(|step| Some((step, expected(step)?))) {
        let (color, action) = (word.color.unwrap_or(found.record.to_play()), word.action);
        let mv = Move { color, action };
        found.asked = Some(mv);
        if found.record.check(mv) != verdict {
            let (line, says) = (step.line, &step.value);
            let note = format!("line {line} says {says}, which is wrong");
            found.notes.push(note);
        }
    }
    Ok(found)
}

fn is_question(step: &Placed<Verb>) -> bool {
    matches!(step.value, Verb::Ask(Ask::Legal(_) | Ask::Illegal(..)))
}

/// False for questions, and for marks, which only counts depend on.
fn is_of_game(step: &Placed<Verb>) -> bool {
    matches!(&step.value, Verb::Do(act) if !matches!(act, Do::Dead(_) | Do::Mark(..)))
}

/// The move of a step, the first one of several, and the verdict that the step expects.
fn expected(step: &Placed<Verb>) -> Option<(&MoveWord, std::result::Result<(), IllegalMove>)> {
    match &step.value {
        Verb::Do(Do::Play(word)) => Some((word, Ok(()))),
        Verb::Ask(Ask::Legal(moves)) => Some((&moves.first()?.value, Ok(()))),
        Verb::Ask(Ask::Illegal(reason, moves)) => Some((&moves.first()?.value, Err(*reason))),
        _ => None,
    }
}
