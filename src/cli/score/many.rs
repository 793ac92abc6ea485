//! `gokata score --suggest` of folders, several records and several boards: a line or an object for each, and the shares.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gokata::Point;
use gokata::fixture::Fixture;
use gokata::scoring::{Finding, Life, Outcome};
use gokata::sgf::Collection;

use super::ending::{Agreement, Ending};
use super::json::{self, ReportFormat};
use super::suggestion::{first, range};
use crate::draw::count::names;
use crate::read::boards;
use crate::read::files::read_any;
use crate::read::pasted::Unnamed;
use crate::read::paths::{Files, Found};
use crate::read::position::{PositionArgs, game_at};
use crate::read::record::read_owned_games;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::progress;
use crate::terminal::text::{name, number, plain};
use crate::terminal::workers::{LARGE, in_order, jobs};

/// A game or a board to count, its number if the file has several, and the file.
struct Piece {
    path: PathBuf,
    number: usize,
    is_alone: bool,
    what: What,
}

enum What {
    Game(Arc<Collection<'static>>),
    /// Its text, and the number of lines before it in the file.
    Board(Vec<u8>, usize),
}

/// The report about a game, what counts in the shares, if it is a record, and whether something is open and the
/// result of the record not understood; or a message.
type Report = Result<(String, Option<Agreement>, [bool; 2]), CommandError>;

/// What to count: folders and files, or a file that has been read.
pub(super) enum Source {
    Files(Vec<PathBuf>),
    Read(PathBuf, Vec<u8>),
}

/// Counts the games of these folders and records, and these boards.
pub(super) fn run(
    source: Source,
    args: &PositionArgs,
    format: ReportFormat,
    threads: Option<NonZero<u16>>,
    output: &mut Output,
) -> Result<Status, CommandError> {
    let pieces: Box<dyn Iterator<Item = Result<Piece, CommandError>> + Send> = match source {
        Source::Files(files) => Box::new(Files::given(files)?.records().flat_map(pieces)),
        Source::Read(path, text) => Box::new(boards_of(&path, &text).into_iter().map(Ok)),
    };
    let report = |piece: Result<Piece, CommandError>| -> Report {
        let piece = piece?;
        let ending = piece.ending(args)?;
        let is_record = matches!(piece.what, What::Game(_));
        let line = match format {
            ReportFormat::Json => {
                // A game in a record always has a number.
                let number = Some(piece.number).filter(|_| is_record || !piece.is_alone);
                let (standing, life) = (&ending.standing, ending.life.as_ref());
                json::object((&piece.path, number), standing, life, &ending.recorded)
            }
            ReportFormat::Text => piece.line(&ending),
        };
        let agreement = is_record.then(|| ending.agreement());
        Ok((line, agreement, [ending.is_open(), ending.is_unread()]))
    };
    let work = |piece, emit: &mut dyn FnMut(Report)| emit(report(piece));
    let bar = progress::counter("{pos} games, {per_sec}, {elapsed}");
    let mut shares = Shares::default();
    let mut status = Status::Fine;
    in_order(pieces, jobs(threads), LARGE, work, |report| {
        bar.suspend(|| match report {
            Ok((line, agreement, [is_open, is_unread])) => {
                output.line(line);
                shares.add(agreement, is_open);
                shares.unread += usize::from(is_unread);
            }
            Err(message) => {
                output.log_in_order(&format!("gokata: {message}"));
                status = Status::Trouble;
            }
        });
        bar.inc(1);
    });
    bar.finish_and_clear();
    if format == ReportFormat::Text {
        for line in shares.lines() {
            output.line(line);
        }
    }
    Ok(status.max(Status::of(shares.open + shares.open_boards == 0)))
}

fn pieces(found: Found) -> Vec<Result<Piece, CommandError>> {
    let found = found.map_err(|(_, error)| error);
    match found.and_then(|path| read_pieces(&path)) {
        Ok(pieces) => pieces.into_iter().map(Ok).collect(),
        Err(message) => vec![Err(message)],
    }
}

fn read_pieces(path: &Path) -> Result<Vec<Piece>, CommandError> {
    let (bytes, is_record) = read_any(path)?;
    if !is_record {
        return Ok(boards_of(path, &bytes));
    }
    let games = read_owned_games(path, bytes)?.collection;
    let count = games.games().len();
    let games = Arc::new(games);
    let piece = |number| Piece {
        path: path.to_owned(),
        number,
        is_alone: count == 1,
        what: What::Game(Arc::clone(&games)),
    };
    Ok((1..=count).map(piece).collect())
}

fn boards_of(path: &Path, text: &[u8]) -> Vec<Piece> {
    let boards = boards::split(text);
    let is_alone = boards.len() == 1;
    let pieces = (1..).zip(boards).map(|(number, (before, text))| Piece {
        path: path.to_owned(),
        number,
        is_alone,
        what: What::Board(text, before),
    });
    pieces.collect()
}

impl Piece {
    fn ending(&self, args: &PositionArgs) -> Result<Ending, CommandError> {
        let (rules, board) = (args.rules, &args.board);
        let path = &self.path;
        match &self.what {
            What::Game(games) => {
                let game = game_at(path, games, self.number)?;
                let rules = rules.map(|rules| rules.over(game.rules_or(None)));
                Ending::of(&game, rules).map_err(|error| CommandError::file(path, error))
            }
            What::Board(text, before) => {
                let board = match (Fixture::parse(text), before) {
                    (Err(error), 1..) => {
                        let (line, why) = (before + error.line(), error.message());
                        let place = format!("board {}, line {line}", self.number);
                        return Err(CommandError::file(path, format!("{place}: {why}")));
                    }
                    _ => board.read(path, text, Unnamed::Refuse)?,
                };
                Ok(Ending::of_board(&board.under(rules)))
            }
        }
    }

    /// `games/a.sgf: W+0.5, as recorded`
    fn line(&self, ending: &Ending) -> String {
        let (word, compared) = match &self.what {
            What::Game(_) => ("game", format!(", {}", compared(ending))),
            What::Board(..) => ("board", String::new()),
        };
        let number = if self.is_alone {
            String::new()
        } else {
            format!(" {word} {}", self.number)
        };
        let rest = match &ending.life {
            None => "; with the territory that the record lists".to_owned(),
            Some(life) => range(life).map_or_else(String::new, |range| {
                format!("; {} ({range})", undecided(life))
            }),
        };
        let counted = Outcome::Counted(ending.standing.count().score());
        format!("{}{number}: {counted}{compared}{rest}", name(&self.path))
    }
}

/// What the count says about the result of the record.
fn compared(ending: &Ending) -> String {
    let recorded = ending.recorded.outcome.map(|outcome| outcome.to_string());
    let recorded = recorded.unwrap_or_default();
    let text = ending.recorded.text.as_deref().map(plain);
    match ending.agreement() {
        Agreement::Same => "as recorded".to_owned(),
        Agreement::SameWithSekis => format!("recorded {recorded}, as if eyes in seki counted"),
        Agreement::Other => format!("recorded {recorded}"),
        Agreement::Uncounted if ending.is_unread() => {
            format!(
                "recorded `{}`, which is not understood",
                text.unwrap_or_default()
            )
        }
        Agreement::Uncounted if recorded.is_empty() => "no result recorded".to_owned(),
        Agreement::Uncounted => format!("recorded {recorded}, not by a count"),
    }
}

/// `unsettled: E6; open: D5 A3`, a stone of each chain.
fn undecided(life: &Life) -> String {
    let of = |word: &str, holds: fn(&Finding) -> bool| {
        let chains = life.chains().iter().filter(|chain| holds(&chain.finding));
        let firsts: Vec<Point> = chains.filter_map(first).collect();
        (!firsts.is_empty()).then(|| format!("{word}: {}", names(firsts, life.open().size())))
    };
    let unsettled = of("unsettled", |it| matches!(it, Finding::Unsettled { .. }));
    let open = of("open", |it| matches!(it, Finding::Open { .. }));
    let both: Vec<String> = unsettled.into_iter().chain(open).collect();
    both.join("; ")
}

/// How many games have which result.
#[derive(Default)]
struct Shares {
    /// In the order of [`Agreement`].
    games: [usize; 4],
    /// Those with another result and nothing open.
    other_decided: usize,
    open: usize,
    /// Those with a result that is not understood.
    unread: usize,
    boards: usize,
    open_boards: usize,
}

impl Shares {
    /// Adds a game with what a count says about its result, or a board.
    fn add(&mut self, agreement: Option<Agreement>, is_open: bool) {
        let Some(agreement) = agreement else {
            self.boards += 1;
            self.open_boards += usize::from(is_open);
            return;
        };
        let is_other = agreement == Agreement::Other;
        self.games[agreement as usize] += 1;
        self.open += usize::from(is_open);
        self.other_decided += usize::from(is_other && !is_open);
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.games != [0; 4] {
            lines.extend(self.of_games());
        }
        if self.boards > 0 {
            let (boards, open) = (number(self.boards, "board"), self.open_boards);
            lines.push(format!("{boards}, {open} with something open or unsettled"));
        }
        lines
    }

    fn of_games(&self) -> Vec<String> {
        let [same, same_with_sekis, other, uncounted] = self.games;
        let counted = same + same_with_sekis + other;
        let all = counted + uncounted;
        let share = |games: usize, of: usize, what: &str| {
            let tenths = (games * 1000 + of / 2).checked_div(of).unwrap_or(0);
            format!("{games:8} {:4}.{} %  {what}", tenths / 10, tenths % 10)
        };
        let games = number(all, "game");
        let mut lines = vec![format!("{games}, {counted} with a counted result:")];
        if counted > 0 {
            let sekis = "as recorded if eyes in seki count";
            let others = format!("another result ({} with nothing open)", self.other_decided);
            lines.extend([
                share(same, counted, "as recorded"),
                share(same_with_sekis, counted, sekis),
                share(other, counted, &others),
            ]);
        }
        let no_result = "no counted result recorded, of all games";
        lines.extend([
            share(self.open, all, "something open or unsettled, of all games"),
            share(uncounted, all, no_result),
        ]);
        if self.unread > 0 {
            let unread = "a recorded result that is not understood, of all games";
            lines.push(share(self.unread, all, unread));
        }
        lines
    }
}
