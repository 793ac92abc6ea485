//! Finds the positions of a file that a page or a folder shows.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use gokata::fixture::Fixture;
use gokata::sgf::{Collection, GameInfo, Judgement, SgfGame};
use gokata::{BoardRecord, Color, Labels, PureGame, TextError};

use super::numbers::Numbers;
use crate::read::files::{decode_record, read_any, refusal_beside};
use crate::read::paths::Found;
use crate::read::position::{PositionArgs, empty_board};
use crate::read::record::{MoveNumbers, before_resignation, move_numbers, no_game, no_position};
use crate::terminal::error::CommandError;
use crate::terminal::text::{name, number};

/// Which positions to show.
#[derive(clap::Args)]
pub(super) struct Choice {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Show the position after every Nth move, and the last one; 1 for every move.
    #[arg(help_heading = "Game records", long)]
    #[arg(value_name = "N", conflicts_with = "at")]
    pub(super) every: Option<NonZero<usize>>,
    /// Put the numbers of these moves on their stones, `40-60` or `40-`. Without --at, --every and --play, the
    /// position after the last of them is shown.
    #[arg(help_heading = "Game records", long, value_name = "N-N", value_parser = move_numbers)]
    pub(super) numbers: Option<MoveNumbers>,
    /// Show the position at the end of every case of a fixture.
    #[arg(long, conflicts_with = "rules")]
    pub(super) cases: bool,
}

/// What a file gives, in this order for each of its games: its title, its pictures.
pub(super) enum Item {
    Title(Title),
    Picture(Picture),
    /// A message about a file, game or case that is left out.
    LeftOut(String),
    /// A message about something that is shown, but not as it should be.
    Warning(String),
}

/// The title of a game or of a board file.
pub(super) struct Title {
    pub(super) path: PathBuf,
    /// The number of the game, if the file has several.
    pub(super) game: Option<usize>,
    /// Players, date, result.
    pub(super) about: String,
}

/// A picture of a position.
pub(super) struct Picture {
    pub(super) svg: String,
    /// The last part of the name of its file: `-move-010`.
    pub(super) suffix: String,
    /// What comes before it: `Move 10: Black D4`.
    pub(super) caption: String,
    /// The picture in words.
    pub(super) words: String,
}

pub(super) type Emit<'a> = &'a mut dyn FnMut(Item);

impl Choice {
    /// Emits the titles and pictures of a file.
    pub(super) fn show(&self, found: Found, emit: Emit<'_>) {
        let found = found.map_err(|(_, error)| error);
        if let Err(error) = found.and_then(|path| self.show_file(&path, emit)) {
            emit(Item::LeftOut(error.to_string()));
        }
    }

    fn show_file(&self, path: &Path, emit: Emit<'_>) -> Result<(), CommandError> {
        if let Some(empty) = empty_board(path) {
            let opening = empty?;
            let cases = Vec::new();
            return self.show_fixture(path, &Fixture { opening, cases }, emit);
        }
        let (bytes, is_record) = read_any(path)?;
        if is_record {
            return self.show_record(path, &bytes, emit);
        }
        match Fixture::parse(&bytes) {
            Ok(fixture) => self.show_fixture(path, &fixture, emit),
            // The fixture tests the parser.
            Err(_) if refusal_beside(path).is_some() => Ok(()),
            Err(error) => Err(CommandError::file(path, error)),
        }
    }

    fn show_fixture(
        &self,
        path: &Path,
        fixture: &Fixture,
        emit: Emit<'_>,
    ) -> Result<(), CommandError> {
        let file = name(path);
        let refused = |why: String| CommandError::file(path, why);
        let line = self.position.line.refuse();
        line.map_err(|error| refused(error.to_string()))?;
        let numbers = self.numbers.as_ref().map(|_| "--numbers");
        if let Some(option) = self.every.map(|_| "--every").or(numbers) {
            return Err(refused(format!("{option} goes with a game record")));
        }
        let opening = BoardRecord::try_from(&fixture.opening.setup);
        let opening = opening.map_err(|error| refused(error.to_string()))?;
        let labels = &fixture.opening.labels;
        let none = Numbers::default();
        emit(title(path, None, String::new()));
        if !self.cases || fixture.cases.is_empty() {
            let side = format!("{} to play", opening.to_play());
            emit(picture(&opening, labels, &none, String::new(), side));
            return Ok(());
        }
        let width = digits(fixture.cases.len());
        for (number, case) in (1..).zip(&fixture.cases) {
            let mut game = PureGame::from(opening.clone());
            emit(match fixture.play(case, &mut game) {
                Ok(()) => {
                    let record = before_resignation(game.into());
                    let case = case.name.as_deref().unwrap_or("The first case");
                    let turn = record.last_turn();
                    let turn =
                        turn.map(|turn| format!(" (after {})", turn.describe(record.size())));
                    let caption = format!("{case}{}", turn.unwrap_or_default());
                    let suffix = format!("-case-{number:0width$}");
                    picture(&record, labels, &none, suffix, caption)
                }
                Err(line) => Item::LeftOut(format!(
                    "{file}:{line}: this case cannot be played (see `gokata check`)"
                )),
            });
        }
        Ok(())
    }

    fn show_record(&self, path: &Path, bytes: &[u8], emit: Emit<'_>) -> Result<(), CommandError> {
        let decoded = decode_record(path, bytes)?;
        let located = |error: TextError| CommandError::file(path, error);
        let collection = Collection::parse(&decoded.text).map_err(located)?;
        let count = collection.games().len();
        let wanted = self.position.line.game.map(NonZero::get);
        for number in wanted.map_or(1..=count, |wanted| wanted..=wanted) {
            let game = collection.game(number - 1);
            let game = game.ok_or_else(|| no_game(path, number, count))?;
            let game_number = (count > 1).then_some(number);
            let shown = game
                .map_err(located)
                .and_then(|game| self.show_game(path, game_number, &game, emit));
            if let Err(error) = shown {
                emit(Item::LeftOut(error.to_string()));
            }
        }
        Ok(())
    }

    fn show_game(
        &self,
        path: &Path,
        game_number: Option<usize>,
        game: &SgfGame<'_>,
        emit: Emit<'_>,
    ) -> Result<(), CommandError> {
        let (file, line) = (name(path), &self.position.line);
        let rules = self.position.rules;
        let rules = rules.map(|rules| rules.over(game.rules_or(None)));
        let replay = |moves| {
            let replayed = game.replay_path(&line.path(), rules, moves);
            let (record, judgement) = replayed.map_err(|error| CommandError::file(path, error))?;
            Ok::<_, CommandError>((before_resignation(record), judgement))
        };
        let end = self.numbers.as_ref().filter(|_| self.every.is_none());
        let end = end.and_then(MoveNumbers::largest);
        let at = line.at.clone().or_else(|| end.map(MoveNumbers::one));
        let (record, judgement) = replay(at.as_ref().and_then(MoveNumbers::largest))?;
        let moves = judgement.moves;
        let numbers = if let Some(at) = &at {
            let numbers = at.in_game(moves);
            numbers.map_err(|at| no_position(path, at, &judgement, line))?
        } else {
            let step = self.every.map_or(usize::MAX, NonZero::get);
            (step..moves).step_by(step).chain([moves]).collect()
        };
        if let Some(given) = self.numbers.as_ref().filter(|_| line.at.is_none()) {
            let numbers = given.in_game(moves);
            numbers.map_err(|at| no_position(path, at, &judgement, line))?;
        }
        emit(title(path, game_number, about(game.about())));
        if let Some(what) = warning(&judgement) {
            let game = game_number.map_or(String::new(), |number| format!("game {number}: "));
            emit(Item::Warning(format!(
                "{file}: {game}{what} (see `gokata check`)"
            )));
        }
        // A record without the moves before a set-up, or without impossible ones, counts otherwise.
        let is_complete = record.turns() == moves;
        let width = digits(moves);
        let is_last_only = line.at.is_none() && self.every.is_none();
        for at in numbers {
            let position = match record.at(at).filter(|_| is_complete) {
                Some(position) => position,
                None => replay(Some(at))?.0,
            };
            let suffix = if is_last_only {
                String::new()
            } else {
                format!("-move-{at:0width$}")
            };
            let caption = caption(at, &position, &judgement);
            let mut carried = Numbers::default();
            if let Some(given) = &self.numbers {
                let numbers = Numbers::new(given, &position, at.saturating_sub(position.turns()));
                carried = numbers.map_err(|error| CommandError::file(path, error.to_string()))?;
            }
            emit(picture(
                &position,
                &Labels::new(),
                &carried,
                suffix,
                caption,
            ));
        }
        Ok(())
    }
}

/// The number of digits of the largest number, at least three, so that names are in the order of the moves.
fn digits(largest: usize) -> usize {
    largest.to_string().len().max(3)
}

fn title(path: &Path, game: Option<usize>, about: String) -> Item {
    let path = path.to_owned();
    Item::Title(Title { path, game, about })
}

/// Describes a game in one line.
fn about(about: &GameInfo) -> String {
    let player =
        |name: &Option<String>, color: Color| Some(format!("{} ({color})", name.as_ref()?));
    let result = about.result.map(|result| result.to_string());
    let result = about.other_result.clone().or(result);
    let parts = [
        player(&about.black, Color::Black),
        player(&about.white, Color::White),
        about.date.clone(),
        result,
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn warning(judgement: &Judgement) -> Option<String> {
    let illegal = judgement.illegal.len() + judgement.more_illegal;
    let moves = (illegal > 0).then(|| number(illegal, "illegal move"));
    let fault = judgement.fault.as_ref();
    let fault = fault.map(|_| "a part that is not understood".to_owned());
    let what: Vec<String> = moves.into_iter().chain(fault).collect();
    (!what.is_empty()).then(|| what.join(", "))
}

fn caption(at: usize, position: &BoardRecord, judgement: &Judgement) -> String {
    if at == 0 {
        return "Before move 1".to_owned();
    }
    let mut refusals = judgement.illegal.iter();
    if let Some(refusal) = refusals.find(|refusal| refusal.number == at) {
        let mv = refusal.mv.describe(position.size());
        return format!("Move {at}: {mv}, illegal ({})", refusal.reason.name());
    }
    let turn = position.last_turn();
    let turn = turn.map(|turn| format!(": {}", turn.describe(position.size())));
    format!("Move {at}{}", turn.unwrap_or_default())
}

fn picture(
    record: &BoardRecord,
    labels: &Labels,
    numbers: &Numbers,
    suffix: String,
    caption: String,
) -> Item {
    let count = |color| {
        let stones = record.board().stones().filter(|(_, stone)| *stone == color);
        number(stones.count(), "stone")
    };
    let next = if record.is_over() {
        "the game is over".to_owned()
    } else {
        format!("{} to play", record.to_play())
    };
    let (rows, cols) = (record.size().rows(), record.size().cols());
    let [black, white] = Color::BOTH.map(count);
    let others = match &numbers.others[..] {
        [] => String::new(),
        others => format!("; {}", others.join(", ")),
    };
    Item::Picture(Picture {
        svg: numbers.svg(record, labels),
        suffix,
        words: format!(
            "Go board of {rows} rows and {cols} columns: Black {black}, White {white}; {next}{others}"
        ),
        caption,
    })
}
