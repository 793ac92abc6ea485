//! `gokata convert`: between the kata's letters, other programs' boards, and game records.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gokata::fixture::Fixture;
use gokata::sgf::{self, Collection, GameInfo, Judging, Refused};
use gokata::{BoardRecord, Color, Diagram, IllegalMove, Labels, Move, Rules, Showboard};

use crate::read::arguments::rules;
use crate::read::files::read_any;
use crate::read::record::{Choice, illegal, recorded};
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, number};

/// Turns a board or a game record from one form of text into another.
///
/// Which form the file has is seen from its name or its first line: x or o alone begins a kata file, `(` a
/// game record. Of a fixture, the opening board is taken; of a game record, the main line, whole where a game
/// record is written, else the board at its end.
///
/// A board has no past: one written out after a ko has been taken does not know of it. Of a game record, moves, set-up, players,
/// date, rules, komi, handicap and result are written anew; comments, marks, times and other variations are not.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata convert board.txt --to showboard
  gokata convert gnugo.txt --to kata --to-play o > board.txt
  echo showboard | gnugo --mode gtp --quiet | gokata convert - --to kata
  gokata convert game.sgf --at 57 --to kata > board.txt
  gokata convert board.txt --to sgf --rules japanese > board.sgf
  gokata convert old.sgf --to sgf > new.sgf       main line and names, as version 4 in UTF-8
  gokata convert old.sgf --path 12/2 --to sgf     the second variation after move 12

Ends with status 1 if moves had to be left out (those before a set-up in the middle of the game, those on a
stone or off the board), or if the new record is judged otherwise than the old one. For pictures see `gokata show --as svg`.")]
pub(crate) struct ConvertArgs {
    /// The file; `-` is standard input.
    file: PathBuf,
    /// The form to write.
    #[arg(long, value_name = "FORM")]
    to: Form,
    /// Who plays next, where the form read does not say.
    #[arg(long, value_name = "SIDE", default_value = "x", value_parser = side)]
    to_play: Color,
    /// The rules that a game record is to name, in place of those that it or the kata has.
    #[arg(long, value_name = "RULES", value_parser = rules)]
    rules: Option<Rules>,
    #[command(flatten)]
    choice: Choice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The kata's letters.
    Kata,
    /// As GNU Go's showboard: with coordinates, X and O. Says neither labels nor who plays next.
    Showboard,
    /// A game record.
    Sgf,
}

fn side(text: &str) -> Result<Color, String> {
    let mut letters = text.chars();
    let color = letters
        .next()
        .and_then(Color::from_letter)
        .filter(|_| letters.next().is_none());
    color.ok_or_else(|| "the side is x or o".to_owned())
}

pub(crate) fn run(args: &ConvertArgs, output: &mut Output) -> Result<Status, String> {
    let (bytes, is_record) = read_any(&args.file)?;
    let lost = |what: &str| {
        let file = name(&args.file);
        Output::log(&format!("gokata: {file}: {what}"));
    };
    let mut status = Status::Fine;
    let mut illegal_before = None;
    let (record, about, labels) = if is_record {
        let line = recorded(&args.file, &bytes, args.rules, &args.choice)?;
        if args.to == Form::Sgf {
            if line.lost > 0 {
                let moves = number(line.lost, "move");
                lost(&format!(
                    "{moves} left out: before a set-up in the middle of the game, or impossible"
                ));
                status = Status::NotAsExpected;
            }
            if line.others > 0 {
                lost(&format!("{} left out", number(line.others, "variation")));
            }
        }
        illegal_before = (line.lost == 0).then_some(line.illegal);
        (line.record, line.about, Labels::new())
    } else {
        args.choice.refused()?;
        let diagram = board(&args.file, &bytes, args.to_play)?;
        // What no referee would read is not written either.
        let record = BoardRecord::try_from(&diagram.setup)
            .map_err(|error| format!("{}: {error}", name(&args.file)))?;
        let record = record.with_rules(args.rules.unwrap_or_default());
        (record, GameInfo::default(), diagram.labels)
    };
    if args.to != Form::Kata && !labels.is_empty() {
        lost("the labels are lost in this form");
    }
    let setup = record.setup();
    let text = match args.to {
        Form::Kata => Diagram { setup, labels }.to_string(),
        Form::Showboard => Showboard(setup).to_string(),
        Form::Sgf => sgf::write(&record, &about),
    };
    if args.to == Form::Sgf
        && let Some(before) = illegal_before
        && illegal_in(&text, args.rules) != before
    {
        lost(
            "as it is written, other moves are illegal than before (see `gokata check --keep-going`)",
        );
        status = Status::NotAsExpected;
    }
    output.line(text.trim_end_matches('\n'));
    Ok(status)
}

/// What is illegal in a new record: it may lack what made a move legal, or illegal.
fn illegal_in(text: &str, rules: Option<Rules>) -> Vec<(Move, IllegalMove)> {
    let judging = Judging {
        rules,
        refused: Refused::GoOn,
        ..Judging::default()
    };
    let collection = Collection::parse(text).ok();
    let game = collection
        .as_ref()
        .and_then(|collection| collection.games().next()?.ok());
    game.map_or_else(Vec::new, |game| illegal(&game.judge(&judging)))
}

/// A board in the kata's letters or in another program's.
fn board(file: &Path, bytes: &[u8], to_play: Color) -> Result<Diagram, String> {
    let name = name(file);
    let first = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default()
        .trim_ascii_end();
    if matches!(first, b"x" | b"o") {
        let fixture = Fixture::parse(bytes).map_err(|error| format!("{name}:{error}"))?;
        return Ok(fixture.opening);
    }
    let board = Showboard::parse(bytes, to_play).map_err(|error| format!("{name}:{error}"))?;
    Ok(Diagram {
        setup: board.0,
        labels: Labels::new(),
    })
}
