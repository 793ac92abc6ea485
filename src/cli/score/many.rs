//! `gokata score --suggest` of folders and several records: a line or an object for each game, and the shares.

use std::iter;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gokata::TextError;
use gokata::sgf::Collection;

use super::ending::{Agreement, Ending};
use super::json::{self, ReportFormat};
use super::suggestion::range;
use crate::draw::count::{names, outcome};
use crate::read::files::{decode_record, read_any};
use crate::read::paths::{Files, Found, given};
use crate::read::rules::GivenRules;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::progress;
use crate::terminal::text::{name, number};
use crate::terminal::workers::{LARGE, in_order, jobs};

/// A game to count, or a message about a file that cannot be read.
type Piece = Result<(PathBuf, Arc<Collection<'static>>, usize), CommandError>;

/// The report about a game, and what counts in the shares; or a message.
type Report = Result<(String, Agreement, bool), CommandError>;

/// Folders and records to count.
pub(super) struct Many {
    pub(super) files: Vec<PathBuf>,
    pub(super) rules: Option<GivenRules>,
    pub(super) format: ReportFormat,
    pub(super) jobs: Option<NonZero<u16>>,
}

impl Many {
    pub(super) fn run(self, output: &mut Output) -> Result<Status, CommandError> {
        let Many {
            files,
            rules,
            format,
            jobs: threads,
        } = self;
        let files = Files::new(given(files)?).records();
        let pieces = files.flat_map(pieces);
        let work = |piece: Piece, emit: &mut dyn FnMut(Report)| {
            emit(
                piece
                    .and_then(|(path, games, index)| report((rules, format), &path, &games, index)),
            );
        };
        let bar = progress::counter("{pos} games, {per_sec}, {elapsed}");
        let mut shares = Shares::default();
        let mut status = Status::Fine;
        in_order(pieces, jobs(threads), LARGE, work, |report| {
            bar.suspend(|| match report {
                Ok((line, agreement, is_open)) => {
                    output.line(line);
                    shares.add(agreement, is_open);
                }
                Err(message) => {
                    output.log_in_order(&format!("gokata: {message}"));
                    status = Status::Trouble;
                }
            });
            bar.inc(1);
        });
        bar.finish_and_clear();
        if format == ReportFormat::Text && shares.games > 0 {
            output.line(shares.text());
        }
        Ok(status.max(Status::of(shares.open == 0)))
    }
}

/// Returns the games of a file.
fn pieces(found: Found) -> Box<dyn Iterator<Item = Piece> + Send> {
    let games = found
        .map_err(|(_, error)| error)
        .and_then(|path| Ok((collection(&path)?, path)));
    match games {
        Ok((games, path)) => {
            let count = games.games().len();
            Box::new((0..count).map(move |index| Ok((path.clone(), Arc::clone(&games), index))))
        }
        Err(message) => Box::new(iter::once(Err(message))),
    }
}

fn collection(path: &Path) -> Result<Arc<Collection<'static>>, CommandError> {
    let (bytes, is_record) = read_any(path)?;
    if !is_record {
        let why = "this is no game record; a board is counted alone";
        return Err(CommandError::file(path, why));
    }
    let text = decode_record(path, &bytes)?.text.into_owned();
    let games = Collection::parse_owned(text).map_err(|error| CommandError::file(path, error))?;
    Ok(Arc::new(games))
}

fn report(
    (rules, format): (Option<GivenRules>, ReportFormat),
    path: &Path,
    games: &Collection<'_>,
    index: usize,
) -> Report {
    let located = |error: TextError| CommandError::file(path, error);
    let game = games.game(index).ok_or("")?.map_err(located)?;
    let rules = rules.map(|rules| rules.over(game.rules_or(None)));
    let ending = Ending::of(&game, rules).map_err(located)?;
    let number = (games.games().len() > 1).then_some(index + 1);
    let (agreement, is_open) = (ending.agreement(), ending.is_open());
    let line = match format {
        ReportFormat::Json => json::object(
            (path, Some(index + 1)),
            &ending.standing,
            ending.life.as_ref(),
            ending.recorded,
        ),
        ReportFormat::Text => line(path, number, &ending),
    };
    Ok((line, agreement, is_open))
}

/// `games/a.sgf: W+0.5, as recorded`
fn line(path: &Path, game: Option<usize>, ending: &Ending) -> String {
    let game = game.map_or_else(String::new, |game| format!(" game {game}"));
    let recorded = ending.recorded.map(|outcome| outcome.to_string());
    let recorded = recorded.unwrap_or_default();
    let compared = match ending.agreement() {
        Agreement::Same => "as recorded".to_owned(),
        Agreement::SameWithSekis => format!("recorded {recorded}, as if eyes in seki counted"),
        Agreement::Other => format!("recorded {recorded}"),
        Agreement::Uncounted if recorded.is_empty() => "no result recorded".to_owned(),
        Agreement::Uncounted => format!("recorded {recorded}, not by a count"),
    };
    let mut standing = ending.standing.clone();
    standing.ending = None;
    let mut line = format!("{}{game}: {}, {compared}", name(path), outcome(&standing));
    match &ending.life {
        None => line += "; with the territory that the record lists",
        Some(life) => {
            if let Some(range) = range(life) {
                let open = names(life.open(), standing.marks.size());
                line = format!("{line}; open: {open} ({range})");
            }
        }
    }
    line
}

/// How many games have which result.
#[derive(Default)]
struct Shares {
    games: usize,
    same: usize,
    same_with_sekis: usize,
    other: usize,
    /// Those of the others with nothing open.
    other_decided: usize,
    open: usize,
}

impl Shares {
    fn add(&mut self, agreement: Agreement, is_open: bool) {
        self.games += 1;
        self.open += usize::from(is_open);
        match agreement {
            Agreement::Same => self.same += 1,
            Agreement::SameWithSekis => self.same_with_sekis += 1,
            Agreement::Other => {
                self.other += 1;
                self.other_decided += usize::from(!is_open);
            }
            Agreement::Uncounted => {}
        }
    }

    fn text(&self) -> String {
        let counted = self.same + self.same_with_sekis + self.other;
        let share = |games: usize, of: usize, what: &str| {
            let tenths = (games * 1000 + of / 2).checked_div(of).unwrap_or(0);
            format!("{games:8} {:4}.{} %  {what}", tenths / 10, tenths % 10)
        };
        let mut lines = vec![format!(
            "{}, {counted} with a counted result:",
            number(self.games, "game")
        )];
        if counted > 0 {
            let other = format!("another result ({} with nothing open)", self.other_decided);
            lines.extend([
                share(self.same, counted, "as recorded"),
                share(
                    self.same_with_sekis,
                    counted,
                    "as recorded if eyes in seki count",
                ),
                share(self.other, counted, &other),
            ]);
        }
        let uncounted = self.games - counted;
        lines.extend([
            share(self.open, self.games, "something open, of all games"),
            share(
                uncounted,
                self.games,
                "no counted result recorded, of all games",
            ),
        ]);
        lines.join("\n")
    }
}
