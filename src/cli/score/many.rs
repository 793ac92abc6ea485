//! `gokata score --suggest` of folders and several records: a line or an object for each game, and the shares.

use std::iter;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gokata::scoring::Outcome;
use gokata::sgf::Collection;

use super::ending::{Agreement, Ending};
use super::json::{self, ReportFormat};
use super::suggestion::range;
use crate::draw::count::names;
use crate::read::files::{decode_record, read_any};
use crate::read::paths::{Files, Found};
use crate::read::position::game_at;
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

/// Counts the games of these folders and records.
pub(super) fn run(
    files: Vec<PathBuf>,
    rules: Option<GivenRules>,
    format: ReportFormat,
    threads: Option<NonZero<u16>>,
    output: &mut Output,
) -> Result<Status, CommandError> {
    let pieces = Files::given(files)?.records().flat_map(pieces);
    let report = |piece: Piece| -> Report {
        let (path, games, index) = piece?;
        let game = game_at(&path, &games, index + 1)?;
        let rules = rules.map(|rules| rules.over(game.rules_or(None)));
        let ending = Ending::of(&game, rules).map_err(|error| CommandError::file(&path, error))?;
        let number = Some(index + 1);
        let line = match format {
            ReportFormat::Json => {
                let (standing, life) = (&ending.standing, ending.life.as_ref());
                json::object((&path, number), standing, life, ending.recorded)
            }
            ReportFormat::Text => {
                let number = number.filter(|_| games.games().len() > 1);
                line(&path, number, &ending)
            }
        };
        Ok((line, ending.agreement(), ending.is_open()))
    };
    let work = |piece: Piece, emit: &mut dyn FnMut(Report)| emit(report(piece));
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
    if format == ReportFormat::Text && shares.games != [0; 4] {
        output.line(shares.text());
    }
    Ok(status.max(Status::of(shares.open == 0)))
}

fn pieces(found: Found) -> Box<dyn Iterator<Item = Piece> + Send> {
    let path = found.map_err(|(_, error)| error);
    match path.and_then(|path| Ok((collection(&path)?, path))) {
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
    let rest = match &ending.life {
        None => "; with the territory that the record lists".to_owned(),
        Some(life) => range(life).map_or_else(String::new, |range| {
            let open = names(life.open(), ending.standing.marks.size());
            format!("; open: {open} ({range})")
        }),
    };
    let counted = Outcome::Counted(ending.standing.count().score());
    format!("{}{game}: {counted}, {compared}{rest}", name(path))
}

/// How many games have which result.
#[derive(Default)]
struct Shares {
    /// In the order of [`Agreement`].
    games: [usize; 4],
    /// Those with another result and nothing open.
    other_decided: usize,
    open: usize,
}

impl Shares {
    fn add(&mut self, agreement: Agreement, is_open: bool) {
        let is_other = agreement == Agreement::Other;
        self.games[agreement as usize] += 1;
        self.open += usize::from(is_open);
        self.other_decided += usize::from(is_other && !is_open);
    }

    fn text(&self) -> String {
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
            share(self.open, all, "something open, of all games"),
            share(uncounted, all, no_result),
        ]);
        lines.join("\n")
    }
}
