//! Finds the positions of a file that a page or a folder shows.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use gokata::fixture::Fixture;
use gokata::sgf::{GameInfo, Judgement, SgfGame};
use gokata::{BoardRecord, Color, Labels, Point, PureGame, picture};

use crate::draw::board::last_stone;
use crate::read::files::{read_any, refusal_beside};
use crate::read::pasted::Unnamed;
use crate::read::paths::Found;
use crate::read::position::{
    MoveNumbers, PositionArgs, before_resignation, empty_board, game_at, move_numbers, no_position,
};
use crate::read::record::read_games;
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
    /// A game or a board file: its path, its number, if the file has several; players, date, result.
    Title(PathBuf, Option<usize>, String),
    /// A position. `suffix`: the last part of the name of its file, `-move-010`. `caption`: what comes before it,
    /// `Move 10: Black D4`. `words`: the picture in words.
    Picture {
        svg: String,
        suffix: String,
        caption: String,
        words: String,
    },
    /// A message about a file, game or case that is left out.
    LeftOut(String),
    /// A message about something that is shown, but not as it should be.
    Warning(String),
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
            Err(_) => {
                let opening = self
                    .position
                    .board
                    .read(path, &bytes, Unnamed::Refuse)?
                    .diagram();
                let cases = Vec::new();
                self.show_fixture(path, &Fixture { opening, cases }, emit)
            }
        }
    }

    fn show_fixture(
        &self,
        path: &Path,
        fixture: &Fixture,
        emit: Emit<'_>,
    ) -> Result<(), CommandError> {
        let refused = |why: String| CommandError::file(path, why);
        let line = self.position.line.refuse();
        line.map_err(|error| refused(error.to_string()))?;
        let numbers = self.numbers.as_ref().map(|_| "--numbers");
        if let Some(option) = self.every.map(|_| "--every").or(numbers) {
            return Err(refused(format!("{option} goes with a game record")));
        }
        let opening = BoardRecord::try_from(&fixture.opening.setup);
        let opening = opening.map_err(|error| refused(error.to_string()))?;
        let picture = |record: &BoardRecord, suffix, caption| {
            let labels = &fixture.opening.labels;
            picture(record, labels, &Numbers::default(), suffix, caption)
        };
        emit(Item::Title(path.to_owned(), None, String::new()));
        if !self.cases || fixture.cases.is_empty() {
            let side = format!("{} to play", opening.to_play());
            emit(picture(&opening, String::new(), side));
            return Ok(());
        }
        let why = "this case cannot be played (see `gokata check`)";
        let width = digits(fixture.cases.len());
        for (number, case) in (1..).zip(&fixture.cases) {
            let mut game = PureGame::from(opening.clone());
            emit(match fixture.play(case, &mut game) {
                Ok(()) => {
                    let record = before_resignation(game.into());
                    let turn = last_turn(&record).map(|turn| format!(" (after {turn})"));
                    let case = case.name.as_deref().unwrap_or("The first case");
                    let caption = format!("{case}{}", turn.unwrap_or_default());
                    picture(&record, format!("-case-{number:0width$}"), caption)
                }
                Err(line) => Item::LeftOut(format!("{}:{line}: {why}", name(path))),
            });
        }
        Ok(())
    }

    fn show_record(&self, path: &Path, bytes: &[u8], emit: Emit<'_>) -> Result<(), CommandError> {
        let collection = read_games(path, bytes)?.collection;
        let count = collection.games().len();
        let wanted = self.position.line.game.map(NonZero::get);
        for number in wanted.map_or(1..=count, |wanted| wanted..=wanted) {
            let game_number = (count > 1).then_some(number);
            let game = game_at(path, &collection, number);
            let shown = game.and_then(|game| self.show_game(path, game_number, &game, emit));
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
        let line = &self.position.line;
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
        let in_line = |numbers: &MoveNumbers| {
            let numbers = numbers.in_game(moves);
            numbers.map_err(|at| no_position(path, at, &judgement, line))
        };
        let shown = if let Some(at) = &at {
            in_line(at)?
        } else {
            let step = self.every.map_or(usize::MAX, NonZero::get);
            (step..moves).step_by(step).chain([moves]).collect()
        };
        if let Some(given) = self.numbers.as_ref().filter(|_| line.at.is_none()) {
            in_line(given)?;
        }
        let about = about(game.about());
        emit(Item::Title(path.to_owned(), game_number, about));
        if let Some(what) = warning(&judgement) {
            let game = game_number.map_or(String::new(), |number| format!("game {number}: "));
            let file = name(path);
            let message = format!("{file}: {game}{what} (see `gokata check`)");
            emit(Item::Warning(message));
        }
        // A record without the moves before a set-up, or without impossible ones, counts otherwise.
        let is_complete = record.turns() == moves;
        let width = digits(moves);
        let is_last_only = line.at.is_none() && self.every.is_none();
        for at in shown {
            let position = match record.at(at).filter(|_| is_complete) {
                Some(position) => position,
                None => replay(Some(at))?.0,
            };
            let suffix = if is_last_only {
                String::new()
            } else {
                format!("-move-{at:0width$}")
            };
            let mut carried = Numbers::default();
            if let Some(given) = &self.numbers {
                let numbers = Numbers::new(given, &position, at.saturating_sub(position.turns()));
                carried = numbers.map_err(|error| CommandError::file(path, error.to_string()))?;
            }
            let caption = caption(at, &position, &judgement);
            let labels = Labels::new();
            emit(picture(&position, &labels, &carried, suffix, caption));
        }
        Ok(())
    }
}

/// The number of digits of the largest number, at least three, so that names are in the order of the moves.
fn digits(largest: usize) -> usize {
    largest.to_string().len().max(3)
}

/// Describes a game in one line.
fn about(about: &GameInfo) -> String {
    let players = [(&about.black, Color::Black), (&about.white, Color::White)];
    let player =
        |(name, color): (&Option<String>, Color)| Some(format!("{} ({color})", name.as_ref()?));
    let result = about.result.map(|result| result.to_string());
    let result = about.other_result.clone().or(result);
    let players = players.into_iter().filter_map(player);
    let parts = players.chain(about.date.clone()).chain(result);
    parts.collect::<Vec<_>>().join(", ")
}

fn warning(judgement: &Judgement) -> Option<String> {
    let illegal = judgement.illegal.len() + judgement.more_illegal;
    let moves = (illegal > 0).then(|| number(illegal, "illegal move"));
    let fault = judgement.fault.as_ref();
    let fault = fault.map(|_| "a part that is not understood".to_owned());
    let what: Vec<String> = moves.into_iter().chain(fault).collect();
    (!what.is_empty()).then(|| what.join(", "))
}

fn last_turn(record: &BoardRecord) -> Option<String> {
    Some(record.last_turn()?.describe(record.size()))
}

fn caption(at: usize, position: &BoardRecord, judgement: &Judgement) -> String {
    let mut refusals = judgement.illegal.iter();
    let refusal = refusals.find(|refusal| refusal.number == at);
    if at == 0 {
        "Before move 1".to_owned()
    } else if let Some(refusal) = refusal {
        let mv = refusal.mv.describe(position.size());
        format!("Move {at}: {mv}, illegal ({})", refusal.reason.name())
    } else {
        let turn = last_turn(position).map(|turn| format!(": {turn}"));
        format!("Move {at}{}", turn.unwrap_or_default())
    }
}

fn picture(
    record: &BoardRecord,
    labels: &Labels,
    numbers: &Numbers,
    suffix: String,
    caption: String,
) -> Item {
    let (rows, cols) = (record.size().rows(), record.size().cols());
    let stones = Color::BOTH.map(|color| record.board().stones_of(color).len());
    let [black, white] = stones.map(|stones| number(stones, "stone"));
    let next = if record.is_over() {
        "the game is over".to_owned()
    } else {
        format!("{} to play", record.to_play())
    };
    let others = match &numbers.others[..] {
        [] => String::new(),
        others => format!("; {}", others.join(", ")),
    };
    let board = format!("Go board of {rows} rows and {cols} columns: Black {black}, White {white}");
    Item::Picture {
        svg: numbers.svg(record, labels),
        suffix,
        caption,
        words: format!("{board}; {next}{others}"),
    }
}

/// The numbers of moves on their stones, as in books.
#[derive(Default)]
pub(super) struct Numbers {
    /// The stones with a number.
    pub(super) stones: Vec<(Point, usize)>,
    /// The other moves: `52 at 46` if its stone is, or was, where another number stands; `57 at D4`; `58 pass`.
    pub(super) others: Vec<String>,
}

impl Numbers {
    /// Numbers those of these moves that have been played. Fails if the game has lost moves: the numbers would be wrong.
    pub(super) fn new(
        numbers: &MoveNumbers,
        record: &BoardRecord,
        lost: usize,
    ) -> Result<Numbers, CommandError> {
        if lost > 0 {
            let lost = number(lost, "move");
            return Err(CommandError::usage(format!(
                "--numbers needs every move; {lost} could not be played, or stood before a set-up"
            )));
        }
        let moves = record.moves();
        let mut stones: Vec<(Point, usize)> = Vec::new();
        for (turn, mv) in (1..).zip(&moves) {
            let Some(point) = mv.action.point() else {
                continue;
            };
            let is_same = |(at, first): &(_, usize)| *at == point && moves[first - 1] == *mv;
            // Of the moves of one color at a point, the first one gives its number to the stone that is there.
            if !numbers.has(turn) || !stones.iter().any(is_same) {
                stones.retain(|(at, _)| *at != point);
                stones.extend(numbers.has(turn).then_some((point, turn)));
            }
        }
        stones.retain(|(at, turn)| record.board().stone_at(*at) == Some(moves[turn - 1].color));
        let turns = (1..).zip(&moves).filter(|(turn, _)| numbers.has(*turn));
        let others = turns.filter_map(|(turn, mv)| {
            let Some(point) = mv.action.point() else {
                return Some(format!("{turn} pass"));
            };
            match stones.iter().find(|(at, _)| *at == point) {
                Some((_, number)) => (*number != turn).then(|| format!("{turn} at {number}")),
                None => Some(format!("{turn} at {}", point.vertex(record.size()))),
            }
        });
        let others = others.collect();
        Ok(Numbers { stones, others })
    }

    /// Draws the position with these numbers, and the other moves below it; without any, with its labels and latest stone.
    pub(super) fn svg(&self, record: &BoardRecord, labels: &Labels) -> String {
        if self.stones.is_empty() && self.others.is_empty() {
            return picture::svg(record.board(), last_stone(record), labels);
        }
        let svg = picture::numbered(&record.setup(), &self.stones, None);
        let [width, height] = [record.size().cols(), record.size().rows()];
        let [width, height] = [width, height].map(|lines| picture::GAP * (lines + 1));
        let size = |height| format!("{width} {height}\" width=\"{width}\" height=\"{height}\"");
        let mut end = height;
        let mut below = String::new();
        for words in self.others.chunks((width / 80).max(1)) {
            let (words, middle, baseline) = (words.join(", "), width / 2, end + 14);
            below = format!(
                "{below}<rect y=\"{end}\" width=\"{width}\" height=\"20\" fill=\"#fff\"/>\n\
                 <text x=\"{middle}\" y=\"{baseline}\" font-size=\"14\">{words}</text>\n"
            );
            end += 20;
        }
        let svg = svg.replacen(&size(height), &size(end), 1);
        svg.replacen("</svg>", &(below + "</svg>"), 1)
    }
}
