//! `gokata convert`: converts between the kata's format, other programs' boards, and game records.

use std::fmt::Display;
use std::num::NonZero;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::ArgPredicate;
use gokata::sgf::{self, AfterIllegal, Collection, GameInfo, Judging, NodeId, Repaired};
use gokata::{Diagram, IllegalMove, Labels, Move, Rules, Showboard, TextError};

use crate::read::files::read_any;
use crate::read::pasted::{BoardArgs, Unnamed};
use crate::read::position::{LineArgs, before_resignation, illegal_moves, no_game, replay};
use crate::read::record::{Games, read_games};
use crate::read::rules::{self, GivenRules, USUAL};
use crate::repair::{self, ReportFormat};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, number, plain};

/// Converts a board or a game record into another format.
///
/// The format of the file is recognized by its name or its start: a line x or o starts a kata file, `(` a game
/// record. Converts the opening board of a fixture, and the board at the end of a game record's main line.
///
/// With --to sgf, a game record keeps all its games, variations and properties, also unknown ones, as they are written;
/// the text becomes UTF-8. With --moves-only, --path, --at or --rules, one line is written anew: with moves, turns handed
/// over (PL), set-up, players, date, rules, komi, handicap, the territory at the end (TB, TW) and, for the whole main line,
/// the result; without comments, marks, times, other variations.
///
/// With --repair, the text of a damaged record (SGF) is repaired: a `]` inside a text, signs that are missing or too many,
/// doubled properties, text that does not belong to it, games that run together, a wrong `CA`. Each change is a line on
/// standard error, with its place. A record without damage is written as with --to sgf.
///
/// A board has no history: after the capture of a ko, it does not show which point is forbidden.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata convert board.txt --to showboard
  gokata convert gnugo.txt --to kata --to-play o > board.txt
  echo showboard | gnugo --mode gtp --quiet | gokata convert - --to kata
  gokata convert game.sgf --at 57 --to kata > board.txt
  gokata convert board.txt --to sgf --rules japanese > board.sgf
  gokata convert old.sgf --to sgf > new.sgf     all of it, in UTF-8
  gokata convert old.sgf --to sgf --moves-only > new.sgf   its main line, as version 4
  gokata convert old.sgf --path 12/2 --to sgf   the second variation after move 12
  gokata convert bad.sgf --repair > good.sgf    its text repaired, each change on standard error

Exit status: 1 if the record ends before its last parenthesis, or has bytes that are invalid in its encoding. If \
one line is written anew, 1 if moves had to be left out (those before a set-up in the middle of the game, those on \
a stone or off the board, those after another move in one node), if other moves are illegal in the new record than \
in the old one, or if the new record has more nodes than gokata reads in a line. With --repair, 0 if all of the text could be repaired, 1 if a part \
of it is lost (its end, or bytes), 2 if it has two readings, or none: then nothing is written. For pictures see `gokata show --as svg`.")]
pub(crate) struct ConvertArgs {
    /// The file; `-` is standard input.
    file: PathBuf,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", required = false)]
    #[arg(required_unless_present = "repair")]
    #[arg(default_value_if("repair", ArgPredicate::IsPresent, "sgf"))]
    to: BoardFormat,
    #[command(flatten)]
    board: BoardArgs,
    #[arg(long, value_name = "RULES", value_parser = rules::rules)]
    #[arg(help = rules::help(USUAL), long_help = rules::long_help(USUAL))]
    rules: Option<GivenRules>,
    /// With --to sgf, write only the moves of a game record and what belongs to them, as version 4.
    #[arg(help_heading = "Game records", long)]
    moves_only: bool,
    /// Repair the text of a damaged game record; list each change on standard error.
    #[arg(help_heading = "Game records", long)]
    #[arg(conflicts_with_all = ["moves_only", "rules", "to_play", "black", "path", "at", "game"])]
    repair: bool,
    /// With --repair, write text, or an object with the record and the changes: json.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    #[arg(help_heading = "Game records", hide_possible_values = true)]
    #[arg(requires = "repair")]
    format: ReportFormat,
    #[command(flatten)]
    line: LineArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BoardFormat {
    /// A board in the kata's format: the side to play, then rows of x, o and -.
    Kata,
    /// GNU Go's showboard: with coordinates, X and O. Has neither labels nor the side to play.
    Showboard,
    /// A game record.
    Sgf,
}

pub(crate) fn run(args: &ConvertArgs, output: &mut Output) -> Result<Status, CommandError> {
    let (bytes, is_record) = read_any(&args.file)?;
    if args.repair {
        if args.to != BoardFormat::Sgf {
            return Err("--repair writes a game record: it goes with --to sgf".into());
        }
        let repaired = sgf::repair_bytes(&bytes);
        let repaired = repaired.map_err(|error| CommandError::file(&args.file, error))?;
        return keep(args, repaired.text.as_bytes(), Some(&repaired), output);
    }
    args.refuse_without_effect(is_record)?;
    let file = name(&args.file);
    let warn = |what: &str| Output::log(&format!("gokata: {file}: {what}"));
    let is_sgf = args.to == BoardFormat::Sgf;
    let is_line = args.line.path.is_some() || args.line.at.is_some();
    let is_anew = args.moves_only || args.rules.is_some() || is_line;
    if is_sgf && is_record && !is_anew {
        return keep(args, &bytes, None, output);
    }
    // What the new record lacks.
    let mut lost = Vec::new();
    let mut illegal_before = None;
    let (record, about, labels) = if is_record {
        let line = replay(&args.file, &bytes, args.rules, &args.line, &mut Output::log)?;
        let (judgement, mut about) = (line.judgement, line.about);
        let left_out = |moves| format!("{} left out", number(moves, "move"));
        if judgement.second_moves > 0 {
            let moves = left_out(judgement.second_moves);
            lost.push(format!("{moves}: after another move in the same node"));
        }
        if is_sgf && line.lost_moves > 0 {
            let moves = left_out(line.lost_moves);
            let why = "before a set-up in the middle of the game, or impossible";
            lost.push(format!("{moves}: {why}"));
        }
        if is_sgf && judgement.variations_left > 0 {
            let variations = number(judgement.variations_left, "variation");
            warn(&format!("{variations} left out"));
        }
        if let Some(territory) = line.territory {
            (about.black_territory, about.white_territory) =
                (territory.points.black, territory.points.white);
        }
        illegal_before = (line.lost_moves == 0).then(|| illegal_moves(&judgement));
        (line.record, about, Labels::new())
    } else {
        args.line.refuse()?;
        let board = args.board.read(&args.file, &bytes, Unnamed::Black)?;
        (board.under(args.rules), GameInfo::default(), board.labels)
    };
    if args.to != BoardFormat::Kata && !labels.is_empty() {
        warn("this format has no labels: they are lost");
    }
    let mut too_long = None;
    let text = match args.to {
        BoardFormat::Sgf => sgf::write(&record, &about).unwrap_or_else(|long| {
            too_long = Some(long.to_string());
            long.text
        }),
        BoardFormat::Kata => {
            let setup = before_resignation(record.clone()).setup();
            Diagram { setup, labels }.to_string()
        }
        BoardFormat::Showboard => Showboard(record.setup()).to_string(),
    };
    let rules = args.rules.map(|_| record.rules());
    if is_sgf && illegal_before.is_some_and(|before| illegal_in(&text, rules) != before) {
        let why = "other moves are illegal in the new record than in the old one (see `gokata check --keep-going`)";
        lost.push(why.to_owned());
    }
    lost.extend(too_long);
    for what in &lost {
        warn(what);
    }
    output.line(text.trim_end_matches('\n'));
    Ok(Status::of(lost.is_empty()))
}

/// Writes the games of a record, which may have been repaired, as they are, in UTF-8.
fn keep(
    args: &ConvertArgs,
    bytes: &[u8],
    repaired: Option<&Repaired>,
    output: &mut Output,
) -> Result<Status, CommandError> {
    let file = name(&args.file);
    let warn = |what: &dyn Display| Output::log(&plain(&format!("warning {file}:{what}")));
    let located = |error: TextError| CommandError::file(&args.file, error);
    let Games {
        collection,
        warnings: assumed,
    } = match repaired {
        Some(repaired) => Games {
            collection: Collection::parse(&repaired.text).map_err(located)?,
            warnings: Vec::new(),
        },
        None => read_games(&args.file, bytes).map_err(|error| {
            let hint = repair::hint(&args.file, &String::from_utf8_lossy(bytes));
            CommandError::usage(format!("{error}{hint}"))
        })?,
    };
    let text = collection.text();
    let (count, number) = (collection.games().len(), args.line.game.map(NonZero::get));
    let first = number.map_or(0, |number| number - 1);
    if first >= count {
        return Err(no_game(&args.file, first + 1, count));
    }
    let trees = collection.trees().skip(first);
    let trees: Result<Vec<_>, _> = trees.take(number.map_or(count, |_| 1)).collect();
    let mut trees = trees.map_err(|error| {
        let replay = || replay(&args.file, bytes, args.rules, &args.line, &mut |_: &str| ());
        let advice = if (count == 1 || number.is_some()) && replay().is_ok() {
            "; --moves-only writes the main line without it"
        } else {
            ""
        };
        let error = located(error);
        let hint = repair::hint(&args.file, text);
        let lost = "So not all of it can be kept";
        CommandError::usage(format!("{error}\n{lost}{advice}.{hint}"))
    })?;
    for warning in &assumed {
        warn(&format_args!(" {warning}"));
    }
    // Replaced bytes are lost.
    let is_damaged =
        std::str::from_utf8(bytes).is_err() && text.contains(char::REPLACEMENT_CHARACTER);
    let is_lost = repaired.is_some_and(|repaired| repaired.is_incomplete);
    let mut status = Status::of(!is_damaged && !is_lost);
    let mut written = String::new();
    for tree in &mut trees {
        // Those of a repaired text have other places.
        let warnings = tree.warnings().iter().filter(|_| repaired.is_none());
        for warning in warnings {
            let (line, column, message) = (warning.line(), warning.column(), warning.message());
            warn(&format_args!("{line}:{column}: {message}"));
        }
        if tree.is_incomplete() {
            status = Status::NotAsExpected;
        }
        // Of the encodings, only the name of the new one is true.
        let root = tree.root();
        let naming: Vec<NodeId> = tree
            .nodes()
            .filter(|node| tree.property(*node, "CA").is_some())
            .collect();
        if !naming.is_empty() || !text.is_ascii() {
            let named = tree.set_property(root, "CA", ["UTF-8"]);
            named.map_err(CommandError::other)?;
        }
        for node in naming.into_iter().filter(|node| *node != root) {
            tree.remove_property(node, "CA");
        }
        written.push_str(&tree.to_string());
        written.push('\n');
    }
    match repaired {
        Some(repaired) => repair::write(&args.file, repaired, written, args.format, output),
        None => output.exactly(&written),
    }
    Ok(status)
}

impl ConvertArgs {
    fn refuse_without_effect(&self, is_record: bool) -> Result<(), CommandError> {
        let is_sgf = self.to == BoardFormat::Sgf;
        if is_record {
            self.board.refuse()?;
        }
        let why = if self.board.to_play.is_some() && self.to == BoardFormat::Showboard {
            "--to-play has no effect: showboard does not name the side to play"
        } else if self.moves_only && !(is_record && is_sgf) {
            "--moves-only has no effect: it goes with a game record and --to sgf"
        } else if self.rules.is_some() && !is_sgf && !is_record {
            "--rules has no effect: from a board, it goes with --to sgf"
        } else {
            return Ok(());
        };
        Err(why.into())
    }
}

/// Returns the illegal moves of a new record. They may differ from those of the old one, because it loses properties.
fn illegal_in(text: &str, rules: Option<Rules>) -> Vec<(Move, IllegalMove)> {
    let judging = Judging {
        rules,
        after_illegal: AfterIllegal::GoOn,
        ..Judging::default()
    };
    let collection = Collection::parse(text).ok();
    let games = collection.as_ref().map(Collection::games);
    let game = games.and_then(|mut games| games.next()?.ok());
    game.map_or_else(Vec::new, |game| illegal_moves(&game.judge(&judging)))
}
