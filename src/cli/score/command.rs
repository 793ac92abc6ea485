//! The options of `gokata score`, the count of a position, and its comparison with the result in a game record.

use std::num::NonZero;
use std::path::PathBuf;

use gokata::scoring::{Life, Mark, MarkError, Outcome, Standing};
use gokata::sgf::{RulesName, Territory};
use gokata::{BoardRecord, Color, HandicapBonus, Labels, Point, Rules, Scoring};

use super::json::{self, ReportFormat};
use super::{many, suggestion, why};
use crate::draw::board::{beside, stone};
use crate::draw::count;
use crate::draw::grid::Grid;
use crate::read::arguments::{moves, plain_number, side};
use crate::read::position::{Ended, Handicap, Loaded, PositionArgs};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{number, plain, plain_line, wrapped};

/// Counts a position, line by line.
///
/// Every stone counts as alive unless an option marks it as dead, or a game record lists the territory (TB, TW) in which
/// it stands. The count is compared with the result of the record (RE).
///
/// With --suggest, what nobody has marked is found: which stones are alive, dead or in seki. What is *proven* holds
/// however many ko threats either side has; what is *likely* is so in most of many playouts; what stays *open* is not
/// guessed: its line has the result either way, and `range` the results with all open stones Black's or White's.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata score board.txt --rules japanese
  gokata score board.txt --dead A1 C3              exactly these chains are dead
  gokata score board.txt --mark A1                 what a player's mark would do
  gokata score board.txt --rules chinese,komi=5.5 --neutral E2
  gokata score board.txt --given x=3 --given o=1   prisoners from before
  gokata score game.sgf                            with its rules and result
  gokata score game.sgf --dead C3                  with other dead stones
  gokata score game.sgf --suggest                  find the dead stones
  gokata score game.sgf --suggest --why C3         how is that proven?
  gokata score games/ --suggest                    a line for each game
  gokata score games/ --suggest --format json | jq -r .result

Exit status: 1 if the count differs from the result of the record, and the record or an option names dead stones or \
territory. Without such marks a difference is only reported, because the players may have taken off dead stones. A \
game that was resigned, lost on time or forfeited has the result of the record. With --suggest: 1 if anything stays open \
(--why: if that chain does), whatever the record says; 2 if a record cannot be read. The fields of --format json are in \
src/cli/suggestion.schema.json.")]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// More records, and folders of them, with --suggest: the main line of each game is counted.
    #[arg(value_name = "FILE", requires = "suggest")]
    more: Vec<PathBuf>,
    /// Mark exactly the chains at these points as dead. May be repeated. Replaces the marks of a game record.
    #[arg(long, value_name = "POINT", num_args = 1..)]
    dead: Vec<String>,
    /// Mark the stones at these points as dead, as a player does on a server, with all stones of the same color that no
    /// living enemy stones separate from them. May be repeated; applied after --dead. Replaces the marks of a game record.
    #[arg(long, value_name = "POINT", num_args = 1..)]
    mark: Vec<String>,
    /// Mark the empty regions at these points as nobody's, as in a seki. May be repeated; applied after --mark.
    #[arg(long, value_name = "POINT", num_args = 1..)]
    neutral: Vec<String>,
    /// The number of handicap stones, for which White gets a bonus under some area rules.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=625))]
    handicap: Option<u32>,
    /// The prisoners that a side (x Black, o White) held before this position.
    #[arg(long, value_name = "x=N|o=N", value_parser = given)]
    given: Vec<(Color, u32)>,
    /// Find the dead stones and the sekis. Nothing is asked where --dead, --mark or the record names dead stones.
    #[arg(
        help_heading = "Dead stones that are found",
        long,
        conflicts_with = "neutral"
    )]
    suggest: bool,
    /// Draw the proof of what is found about the stones at this point.
    #[arg(
        help_heading = "Dead stones that are found",
        long,
        value_name = "POINT"
    )]
    #[arg(requires = "suggest", conflicts_with_all = ["dead", "mark"])]
    why: Option<String>,
    /// Report as text, or as one JSON object for each game.
    #[arg(
        help_heading = "Dead stones that are found",
        long,
        value_name = "FORMAT"
    )]
    #[arg(requires = "suggest", conflicts_with = "why")]
    format: Option<ReportFormat>,
    /// The number of threads for several records, else one per processor. The report does not depend on it.
    #[arg(
        help_heading = "Dead stones that are found",
        long,
        value_name = "N",
        requires = "suggest"
    )]
    jobs: Option<NonZero<u16>>,
}

pub(crate) fn run(args: &ScoreArgs, output: &mut Output) -> Result<Status, CommandError> {
    if let Some(many) = args.many()? {
        return many.run(output);
    }
    let Loaded {
        record,
        labels,
        ended,
        handicap,
        ..
    } = args.position.load_with_end()?;
    let mut standing = Standing::from(&record);
    args.refuse_without_effect(standing.rules)?;
    let no_bonus = no_bonus(&standing, &record, handicap);
    if handicap != Handicap::Stones {
        standing.handicap = 0;
    }
    let mut notes = Vec::new();
    let territory = ended.as_ref().map(|ended| &ended.territory);
    let territory = territory.filter(|territory| !territory.is_empty());
    let territory = territory.filter(|_| args.why.is_none());
    let marker = args
        .names_dead()
        .then_some("--dead and --mark name the dead stones");
    let marker = marker.or(territory.map(|_| "the record lists the territory (TB, TW)"));
    if let Some(marker) = marker.filter(|_| args.suggest) {
        notes.push(format!("nothing is suggested: {marker}"));
    }
    match territory {
        Some(_) if args.names_dead() => notes.push(
            "the marks of the record (TB, TW) are not used: --dead and --mark replace them"
                .to_owned(),
        ),
        Some(territory) => notes.extend(mark_territory(&mut standing, territory)),
        None => {}
    }
    args.mark(&mut standing, &record, &labels)?;
    let is_asked = args.suggest && marker.is_none();
    let life = is_asked.then(|| standing.life());
    if let Some(life) = &life {
        if let Some(text) = &args.why {
            let at = points("why", std::slice::from_ref(text), &record, &labels)?;
            let [at] = at[..] else {
                return Err("--why takes one point".into());
            };
            let (text, is_open) = why::explain(life, at)?;
            output.line(text);
            return Ok(Status::of(!is_open));
        }
        standing = life.standing();
        notes.extend(suggestion::lines(life));
    }
    let status = Status::of(life.as_ref().is_none_or(|life| life.open().is_empty()));
    if args.report_format() == ReportFormat::Json {
        let recorded = ended.as_ref().and_then(|ended| ended.about.result);
        let file = (args.position.file.as_path(), None);
        output.line(json::object(file, &standing, life.as_ref(), recorded));
        return Ok(status);
    }
    output.line(drawing(&record, &labels, &standing, life.as_ref()));
    if let Some(unfinished) = count::unfinished(&standing, advice) {
        output.line(unfinished);
    }
    if let Some(why) = no_bonus.filter(|_| args.handicap.is_none()) {
        output.line(format!("no handicap bonus: {why} (--handicap N sets it)"));
    }
    for note in &notes {
        output.line(note);
    }
    let range = life.as_ref().and_then(suggestion::range);
    let range = range.map(|range| format!("range: {range}"));
    let Some(ended) = &ended else {
        output.line(count::points(&standing));
        if let Some(range) = &range {
            output.line(range);
        }
        output.line(format!("result: {}", count::outcome(&standing)));
        return Ok(status);
    };
    let result = ended.about.result;
    if let Some(result) = result.filter(|result| decides(*result)) {
        output.line(format!(
            "the game was not decided by a count ({result}): the points are those of its last board"
        ));
    }
    output.line(count::points(&standing));
    let is_marked = marker.is_some() || !args.neutral.is_empty() || life.is_some();
    let (lines, compared) = compare(ended, count::outcome(&standing), is_marked);
    for line in range.iter().chain(&lines) {
        output.line(line);
    }
    Ok(if life.is_some() { status } else { compared })
}

/// Draws the board, and beside it the owners of the points or what is suggested, with the signs explained.
fn drawing(
    record: &BoardRecord,
    labels: &Labels,
    standing: &Standing,
    life: Option<&Life>,
) -> String {
    let board = Grid::of_game(record, labels).shown();
    let (title, owners, legend) = match life {
        None => {
            let owners = Grid::new(record.size(), None, count::map(standing)).shown();
            ("the owners", owners, count::legend())
        }
        Some(life) => {
            let owners = suggestion::board(life, standing);
            ("the suggestion", owners, suggestion::legend(life))
        }
    };
    let boards = beside(("the board", &board), (title, &owners));
    format!("{boards}\n{legend}\n")
}

/// What to do about neutral points that keep territory from counting.
fn advice(rules: &str) -> String {
    format!(
        "If they are a seki, the count is right. Else play on, or count with `--rules {rules}`, and mark the eyes \
         of a seki with `--neutral POINT`."
    )
}

impl ScoreArgs {
    /// Returns the folders and records to count, unless one position is counted.
    fn many(&self) -> Result<Option<many::Many>, CommandError> {
        let is_many = !self.more.is_empty() || self.position.file.is_dir();
        if !(self.suggest && is_many) {
            let no_effect = "--jobs has no effect: one position is counted";
            return self.jobs.map_or(Ok(None), |_| Err(no_effect.into()));
        }
        self.must_be_alone()?;
        Ok(Some(many::Many {
            files: [std::slice::from_ref(&self.position.file), &self.more].concat(),
            rules: self.position.rules,
            format: self.report_format(),
            jobs: self.jobs,
        }))
    }

    fn report_format(&self) -> ReportFormat {
        self.format.unwrap_or(ReportFormat::Text)
    }

    /// Fails for an option about one position, where several records are counted.
    fn must_be_alone(&self) -> Result<(), CommandError> {
        let is_marked = self.names_dead() || self.why.is_some();
        let is_changed = self.handicap.is_some() || !self.given.is_empty();
        let is_moved = !self.position.play.is_empty() || self.position.line.refuse().is_err();
        if is_marked || is_changed || is_moved {
            let why = "of several records and of folders, only --rules, --format and --jobs are used: \
                the other options are about one position";
            return Err(why.into());
        }
        Ok(())
    }

    /// Fails for an option about something that these rules do not count.
    fn refuse_without_effect(&self, rules: Rules) -> Result<(), CommandError> {
        let is_area = rules.scoring() == Scoring::Area;
        if self.handicap.is_some() && !(is_area && rules.handicap_bonus() != HandicapBonus::Zero) {
            return Err(CommandError::usage(format!(
                "--handicap has no effect: these rules give no bonus for it ({rules})"
            )));
        }
        if !self.given.is_empty() && is_area {
            return Err(CommandError::usage(format!(
                "--given has no effect: these rules count no prisoners ({rules})"
            )));
        }
        Ok(())
    }

    fn names_dead(&self) -> bool {
        !(self.dead.is_empty() && self.mark.is_empty())
    }

    /// Applies the options to a position.
    fn mark(
        &self,
        standing: &mut Standing,
        record: &BoardRecord,
        labels: &Labels,
    ) -> Result<(), CommandError> {
        let refused = |option: &str, error: MarkError| {
            CommandError::usage(format!("--{option}: {}", error.describe(record.size())))
        };
        let points = |option: &str, args: &[String]| points(option, args, record, labels);
        if !self.dead.is_empty() {
            standing.marks = standing
                .marks
                .with_dead(&points("dead", &self.dead)?)
                .map_err(|error| refused("dead", error))?;
        }
        for (option, args, mark) in [
            ("mark", &self.mark, Mark::Dead),
            ("neutral", &self.neutral, Mark::Neutral),
        ] {
            for point in points(option, args)? {
                let marked = standing.marks.mark(point, mark);
                marked.map_err(|error| refused(option, error))?;
            }
        }
        for (color, stones) in &self.given {
            standing.prisoners[*color] = *stones;
        }
        if let Some(stones) = self.handicap {
            standing.handicap = if stones == 1 { 0 } else { stones };
        }
        Ok(())
    }
}

/// Returns why White gets no handicap bonus, although the rules may grant one.
fn no_bonus(standing: &Standing, record: &BoardRecord, handicap: Handicap) -> Option<&'static str> {
    let rules = standing.rules;
    if rules.handicap_bonus() == HandicapBonus::Zero || rules.scoring() != Scoring::Area {
        return None;
    }
    let is_white = |(_, color)| color == Color::White;
    let has_white = |start: BoardRecord| start.board().stones().any(is_white);
    let is_unknown = handicap == Handicap::Unknown || record.at(0).is_some_and(has_white);
    if is_unknown {
        return Some("the number of handicap stones is unknown");
    }
    let is_none = handicap == Handicap::None && standing.handicap > 0;
    is_none.then_some("the record names no handicap (HA)")
}

fn points(
    option: &str,
    args: &[String],
    record: &BoardRecord,
    labels: &Labels,
) -> Result<Vec<Point>, CommandError> {
    let mut points = Vec::new();
    for text in args {
        // A comma separates points, except in `(row,col)`.
        let text = &if text.contains('(') {
            text.clone()
        } else {
            text.replace(',', " ")
        };
        let refused = |why: String| CommandError::usage(format!("--{option}: {why}"));
        for mv in moves(text, record, labels).map_err(|error| refused(error.to_string()))? {
            let no_point = || refused(format!("`{}` is no point", plain_line(text)));
            points.push(stone(mv.action).ok_or_else(no_point)?);
        }
    }
    Ok(points)
}

fn given(text: &str) -> Result<(Color, u32), CommandError> {
    let parse = || {
        let (color, stones) = text.split_once('=')?;
        let stones = plain_number(stones).filter(|stones| *stones < 1_000_000)?;
        Some((side(color).ok()?, stones))
    };
    parse().ok_or_else(|| "a side and a number are needed, as in x=3 or o=1".into())
}

/// Marks the position as the record lists its territory. Returns the lines that report it. The rules of the position may
/// lose their tax: see [`Standing::mark_territory`].
fn mark_territory(standing: &mut Standing, listed: &Territory) -> Vec<String> {
    let tax = standing.rules.tax();
    listed.mark(standing);
    let [black, white] = Color::BOTH.map(|color| number(listed.points[color].len(), "point"));
    let mut lines = vec![format!(
        "the record lists Black's territory (TB, {black}) and White's (TW, {white})"
    )];
    if standing.rules.tax() != tax {
        let counts = "the listed territory counts as it is (tax=none), although tax=seki excludes a part of it";
        lines.push(counts.to_owned());
    }
    for (color, points) in listed.points.iter() {
        let is_lost = |point: &Point| standing.marks.owner(*point) != Some(color);
        let lost: Vec<Point> = points.iter().copied().filter(is_lost).collect();
        if !lost.is_empty() {
            let names = count::names(lost, standing.marks.size());
            lines.push(format!(
                "not counted, although listed as {color}'s territory: {names} (living stones of {color} alone do not surround it)"
            ));
        }
    }
    lines.iter().map(|line| wrapped(line)).collect()
}

/// True if the result of a record was not found by counting.
fn decides(result: Outcome) -> bool {
    use Outcome::{Counted, Unknown, Win};
    !matches!(result, Counted(_) | Win { .. } | Unknown)
}

/// Returns the lines with the result of the count and of the record, and the status. `is_marked`: the record or the user
/// has named dead stones or territory.
fn compare(ended: &Ended, counted: Outcome, is_marked: bool) -> (Vec<String>, Status) {
    let about = &ended.about;
    let lines = |result: Outcome, record: &str| {
        vec![
            wrapped(&format!("record: {record}")),
            format!("result: {result}"),
        ]
    };
    let fine = |result, record: &str| (lines(result, record), Status::Fine);
    let Some(result) = about.result else {
        return match &about.other_result {
            None => (vec![format!("result: {counted}")], Status::Fine),
            Some(other) => fine(counted, &format!("`{}` is not understood", plain(other))),
        };
    };
    if decides(result) {
        return fine(result, &result.sentence());
    }
    let is_same = match result {
        Outcome::Unknown => return fine(counted, &format!("?: {}", result.sentence())),
        Outcome::Win { winner } => counted.winner() == Some(winner),
        _ => counted == result,
    };
    let written = match &about.other_result {
        None => result.to_string(),
        Some(other) => format!("`{}`: {}", plain(other), result.sentence()),
    };
    if is_same {
        return fine(counted, &format!("{written}, as counted"));
    }
    let mut record = format!("{written}; the count differs");
    if !is_marked {
        record += ": no dead stones are marked (--dead or --mark)";
    }
    if about.rules != RulesName::InForce {
        record += "; the record names no known rules: --rules names them";
    }
    (lines(counted, &record), Status::of(!is_marked))
}
