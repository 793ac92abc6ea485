//! The options of `gokata score`, the count of a position, and its comparison with the result in a game record.

use std::num::NonZero;
use std::path::PathBuf;

use gokata::scoring::{Life, Mark, MarkError, Outcome, Standing};
use gokata::sgf::{GameInfo, RulesName, Territory};
use gokata::{BoardRecord, Color, HandicapBonus, Point, Rules, Scoring};

use super::json::{self, ReportFormat};
use super::many::{self, Source};
use super::{suggestion, why};
use crate::draw::board::beside;
use crate::draw::count;
use crate::draw::grid::Grid;
use crate::read::arguments::{moves, plain_number, side};
use crate::read::boards;
use crate::read::position::{Loaded, PositionArgs, ReplayedLine};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{number, plain, plain_line, window, wrapped, wrapped_at};

/// Counts a position, line by line.
///
/// Every stone counts as alive unless an option marks it as dead, or a game record lists the territory (TB, TW) in which
/// it stands. The count is compared with the result of the record (RE).
///
/// With --suggest, what nobody has marked is found: which stones are alive, dead or in seki. What is *proven* holds
/// however many ko threats either side has; what is *likely* is so in most of many playouts; what is *unsettled* depends on
/// who plays there first, or on a ko, so the game is most likely not finished; what stays *open* is not guessed. The lines
/// of both have the result either way, and `range` has the results with all of them Black's or White's. A text file may
/// hold several boards, each with its side to play: then, as for several files, each is counted in a line of its own.
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
  gokata score boards.txt more.txt --suggest       a line for each board
  gokata score games/ --suggest --format json | jq -r .result

Exit status: 1 if the count differs from the result of the record, and the record or an option names dead stones or \
territory; 1 if that result is not understood: then the line is `count:`, not `result:`. Without such marks a difference is only reported, because the players may have taken off dead stones. A \
game that was resigned, lost on time or forfeited has the result of the record. With --suggest: 1 if anything stays open \
or unsettled (--why: if that chain does), whatever the record says; 2 if a record cannot be read. The fields of --format json are in \
src/cli/suggestion.schema.json.")]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// More records and boards, and folders of records, with --suggest: the main line of each game is counted.
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
    #[arg(help_heading = FOUND, long, conflicts_with = "neutral")]
    suggest: bool,
    /// Draw the proof of what is found about the stones at this point.
    #[arg(help_heading = FOUND, long, value_name = "POINT")]
    #[arg(requires = "suggest", conflicts_with_all = ["dead", "mark"])]
    why: Option<String>,
    /// Report as text, or as one JSON object for each game.
    #[arg(help_heading = FOUND, long, value_name = "FORMAT")]
    #[arg(requires = "suggest", conflicts_with = "why")]
    format: Option<ReportFormat>,
    /// The number of threads for several games or boards, else one per processor. The report does not depend on it.
    #[arg(help_heading = FOUND, long, value_name = "N", requires = "suggest")]
    jobs: Option<NonZero<u16>>,
}

const ABOUT_ONE: &str = "of several records or boards and of folders, only --rules, --format and --jobs are used: \
    the other options are about one position";

const FOUND: &str = "Dead stones that are found";

pub(crate) fn run(args: &ScoreArgs, output: &mut Output) -> Result<Status, CommandError> {
    let (position, format) = (&args.position, args.format.unwrap_or_default());
    if args.suggest && (!args.more.is_empty() || position.file.is_dir()) {
        if args.is_about_one() {
            return Err(ABOUT_ONE.into());
        }
        let files = [std::slice::from_ref(&position.file), &args.more].concat();
        let files = Source::Files(files);
        return many::run(files, position, format, args.jobs, output);
    }
    let read = position.read()?;
    if let Some((text, false)) = &read {
        let boards = boards::split(text).len();
        if boards > 1 && !args.suggest {
            let why = format!("this file has {boards} boards: --suggest counts each of them");
            return Err(CommandError::file(&position.file, why));
        } else if boards > 1 && args.is_about_one() {
            return Err(ABOUT_ONE.into());
        } else if boards > 1 {
            let source = Source::Read(position.file.clone(), text.clone());
            return many::run(source, position, format, args.jobs, output);
        }
    }
    let loaded = position.load_from(read, None)?;
    let line = loaded.line.as_ref();
    let mut standing = Standing::from(&loaded.record);
    args.refuse_without_effect(standing.rules)?;
    let no_bonus = no_bonus(&standing, &loaded);
    if line.is_some_and(names_no_handicap) {
        standing.handicap = 0;
    }
    let mut notes = Vec::new();
    let nothing = GameInfo::default();
    // What the record says about this position, if it is the last one of its line.
    let last = line.filter(|line| line.territory.is_some());
    let about = last.map_or(&nothing, |line| &line.about);
    let territory = last.and_then(|line| line.territory.as_ref());
    let territory = territory.filter(|listed| !listed.is_empty() && args.why.is_none());
    let names_dead = "--dead and --mark name the dead stones";
    let lists = "the record lists the territory (TB, TW)";
    let marker = args.names_dead().then_some(names_dead);
    let marker = marker.or(territory.map(|_| lists));
    if let Some(marker) = marker.filter(|_| args.suggest) {
        notes.push(format!("nothing is suggested: {marker}"));
    }
    match territory {
        Some(_) if args.names_dead() => {
            let unused = "the marks of the record (TB, TW) are not used";
            notes.push(format!("{unused}: --dead and --mark replace them"));
        }
        Some(territory) => notes.extend(mark_territory(&mut standing, territory)),
        None => {}
    }
    args.mark(&mut standing, &loaded)?;
    let life = (args.suggest && marker.is_none()).then(|| standing.life());
    if let Some(life) = &life {
        if let Some(text) = &args.why {
            let at = points("why", std::slice::from_ref(text), &loaded)?;
            let [at] = at[..] else {
                return Err("--why takes one point".into());
            };
            let (text, is_open) = why::explain(&loaded.record, life, at)?;
            output.line(text);
            return Ok(Status::of(!is_open));
        }
        standing = life.standing();
        notes.extend(suggestion::lines(life));
    }
    let found = Status::of(life.as_ref().is_none_or(|life| life.open().is_empty()));
    if format == ReportFormat::Json {
        let file = (position.file.as_path(), None);
        output.line(json::object(file, &standing, life.as_ref(), &about.into()));
        return Ok(found);
    }
    let mut lines = vec![drawing(&loaded, &standing, life.as_ref())];
    lines.extend(count::unfinished(&standing, advice));
    if let Some(why) = no_bonus.filter(|_| args.handicap.is_none()) {
        let bonus = format!("no handicap bonus: {why} (--handicap N sets it)");
        lines.push(wrapped_at(&bonus, window().unwrap_or(usize::MAX)));
    }
    lines.extend(notes);
    if let Some(result) = about.result.filter(|result| decides(*result)) {
        let last = "the points are those of its last board";
        lines.push(format!(
            "the game was not decided by a count ({result}): {last}"
        ));
    }
    lines.push(count::points(&standing));
    let range = life.as_ref().and_then(suggestion::range);
    lines.extend(range.map(|range| format!("range: {range}")));
    let is_marked = marker.is_some() || !args.neutral.is_empty() || life.is_some();
    let (results, compared) = compare(about, count::outcome(&standing), is_marked);
    for line in lines.iter().chain(&results) {
        output.line(line);
    }
    Ok(if life.is_some() { found } else { compared })
}

/// Draws the board, and beside it the owners of the points or what is suggested, with the signs explained.
pub(crate) fn drawing(loaded: &Loaded, standing: &Standing, life: Option<&Life>) -> String {
    let board = Grid::of_game(&loaded.record, &loaded.labels).shown();
    let (title, owners, legend) = match life {
        None => {
            let owners = Grid::new(loaded.record.size(), None, count::map(standing)).shown();
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
    /// True if an option is about one position.
    fn is_about_one(&self) -> bool {
        let is_marked = self.names_dead() || self.why.is_some();
        let is_changed = self.handicap.is_some() || !self.given.is_empty();
        let is_moved = !self.position.play.is_empty() || self.position.line.refuse().is_err();
        is_marked || is_changed || is_moved
    }

    /// Fails for an option about something that these rules do not count.
    fn refuse_without_effect(&self, rules: Rules) -> Result<(), CommandError> {
        let is_area = rules.scoring() == Scoring::Area;
        let has_bonus = is_area && rules.handicap_bonus() != HandicapBonus::Zero;
        let why = if self.handicap.is_some() && !has_bonus {
            "--handicap has no effect: these rules give no bonus for it"
        } else if !self.given.is_empty() && is_area {
            "--given has no effect: these rules count no prisoners"
        } else {
            return Ok(());
        };
        Err(format!("{why} ({rules})").into())
    }

    fn names_dead(&self) -> bool {
        !(self.dead.is_empty() && self.mark.is_empty())
    }

    /// Applies the options to a position.
    fn mark(&self, standing: &mut Standing, loaded: &Loaded) -> Result<(), CommandError> {
        let refused = |option: &str, error: MarkError| {
            let why = error.describe(loaded.record.size());
            CommandError::usage(format!("--{option}: {why}"))
        };
        if !self.dead.is_empty() {
            let dead = points("dead", &self.dead, loaded)?;
            let marks = standing.marks.with_dead(&dead);
            standing.marks = marks.map_err(|error| refused("dead", error))?;
        }
        for (option, args, mark) in [
            ("mark", &self.mark, Mark::Dead),
            ("neutral", &self.neutral, Mark::Neutral),
        ] {
            for point in points(option, args, loaded)? {
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

fn names_no_handicap(line: &ReplayedLine) -> bool {
    line.about.handicap == Some(0)
}

/// Returns why White gets no handicap bonus, although the rules may grant one.
fn no_bonus(standing: &Standing, loaded: &Loaded) -> Option<&'static str> {
    let (rules, line) = (standing.rules, loaded.line.as_ref());
    if rules.handicap_bonus() == HandicapBonus::Zero || rules.scoring() != Scoring::Area {
        return None;
    }
    let is_set_up = line.is_some_and(|line| line.judgement.moves_before_set_up > 0);
    let has_white = |start: BoardRecord| !start.board().stones_of(Color::White).is_empty();
    if is_set_up || loaded.record.at(0).is_some_and(has_white) {
        return Some("the number of handicap stones is unknown");
    }
    let is_none = line.is_some_and(names_no_handicap) && standing.handicap > 0;
    is_none.then_some("the record names no handicap (HA)")
}

fn points(option: &str, args: &[String], loaded: &Loaded) -> Result<Vec<Point>, CommandError> {
    let mut points = Vec::new();
    for text in args {
        // A comma separates points, except in `(row,col)`.
        let is_plain = !text.contains('(');
        let text = text.replace(|c| c == ',' && is_plain, " ");
        let refused = |why: String| CommandError::usage(format!("--{option}: {why}"));
        let moves = moves(&text, &loaded.record, &loaded.labels);
        for mv in moves.map_err(|error| refused(error.to_string()))? {
            let no_point = || refused(format!("`{}` is no point", plain_line(&text)));
            points.push(mv.action.point().ok_or_else(no_point)?);
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

/// Marks the position as the record lists its territory, which may lift the tax. Returns the lines that report it.
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

/// Returns the lines with both results, and the status. `is_marked`: record or user have named dead stones or territory.
fn compare(about: &GameInfo, counted: Outcome, is_marked: bool) -> (Vec<String>, Status) {
    let other = about.other_result.as_deref().map(plain);
    let (result, record, is_fine) = match (about.result, other) {
        (None, None) => return (vec![format!("result: {counted}")], Status::Fine),
        (None, Some(other)) => {
            let record = format!("record: `{other}` is not understood: the count may differ");
            let count = format!("count: {counted}");
            return (vec![wrapped(&record), count], Status::NotAsExpected);
        }
        (Some(result), _) if decides(result) => (result, result.sentence(), true),
        (Some(Outcome::Unknown), _) => {
            let unknown = Outcome::Unknown.sentence();
            (counted, format!("?: {unknown}"), true)
        }
        (Some(result), other) => {
            let is_same = match result {
                Outcome::Win { winner } => counted.winner() == Some(winner),
                _ => counted == result,
            };
            let mut record = match other {
                None => result.to_string(),
                Some(other) => format!("`{other}`: {}", result.sentence()),
            };
            record += if is_same {
                ", as counted"
            } else {
                "; the count differs"
            };
            if !is_same && !is_marked {
                record += ": no dead stones are marked (--dead or --mark)";
            }
            if !is_same && about.rules != RulesName::InForce {
                record += "; the record names no known rules: --rules names them";
            }
            (counted, record, is_same || !is_marked)
        }
    };
    let record = wrapped(&format!("record: {record}"));
    let lines = vec![record, format!("result: {result}")];
    (lines, Status::of(is_fine))
}
