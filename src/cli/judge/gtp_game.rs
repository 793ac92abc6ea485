//! The opening of a question's game as GTP commands, and the file that `loadsgf` reads.
//!
//! Most engines accept only moves, so the opening stones are played one after the other. The engine's history then
//! contains boards that never occurred in the game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use gokata::gtp::GtpCommand;
use gokata::questions::Question;
use gokata::{Board, Color, KoRule, Move, Setup};
use tempfile::{Builder, NamedTempFile};

use super::client::{NoAnswer, unaskable};
use super::gtp_commands::GtpCommands;
use crate::draw::board::last_stone;
use crate::terminal::workers::lock;

const NO_SETUP: &str = "the opening stones can only be played one by one, and a later board repeats one of the \
    boards in between";

const UNNAMABLE: &str = "GTP cannot name a file for loadsgf: the path of the folder for temporary files has white \
    space or `#` in it";

/// Returns the commands that set up the opening. The stones are played as moves, unless that could change the answer.
pub(super) fn opening(
    question: &Question,
    commands: &GtpCommands,
) -> Result<Vec<String>, NoAnswer> {
    let (record, size) = (&question.before, question.before.size());
    let mut opening = record.at(0).unwrap_or_else(|| record.clone()).setup();
    let to_play = opening.to_play;
    // The opponent of the side to play comes last, so that the turn is right after the last stone.
    let stones = &mut opening.stones;
    stones.sort_unstable_by_key(|(point, color)| (*color != to_play, *point));
    let stones = opening.stones.iter();
    if !is_repeated(&opening, question, commands.ko_rule(record.rules().ko())) {
        let plays = stones.map(|(point, color)| Move::play(*color, *point));
        return Ok(plays
            .map(|mv| GtpCommand::play(mv, size).to_string())
            .collect());
    }
    // The name of the command, then `B A1 W B2`.
    let list = |command: &str| {
        let stones = stones.map(|(point, color)| format!(" {color:.1} {}", point.vertex(size)));
        command.to_owned() + &stones.collect::<Vec<_>>().concat()
    };
    if commands.knows("gogui-setup") {
        let side = format!("gogui-setup_player {to_play:.1}");
        let side = commands.knows("gogui-setup_player").then_some(side);
        return Ok([list("gogui-setup")].into_iter().chain(side).collect());
    }
    if commands.knows("set_position") {
        return Ok(vec![list("set_position")]);
    }
    if !commands.knows("loadsgf") || size.rows() != size.cols() {
        return unaskable(NO_SETUP);
    }
    match write_record(&sgf(&opening)) {
        Ok(path) => {
            // GTP has no quoting: white space ends a word, `#` begins a comment.
            let breaks = |c: char| c.is_whitespace() || c.is_control() || c == '#';
            match path.to_str().filter(|path| !path.contains(breaks)) {
                Some(word) => Ok(vec![format!("loadsgf {word}")]),
                None => unaskable(UNNAMABLE),
            }
        }
        // The message leaves out the file's name, which differs from run to run.
        Err(error) => unaskable(format!(
            "no file for loadsgf can be written into the folder for temporary files ({})",
            error.kind()
        )),
    }
}

fn sgf(opening: &Setup) -> String {
    let mut text = format!("(;GM[1]FF[4]SZ[{}]", opening.size.rows());
    for (color, key) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = opening.stones.iter().filter(|(_, own)| *own == color);
        let points: Vec<String> = stones.filter_map(|(point, _)| point.sgf()).collect();
        if !points.is_empty() {
            text = format!("{text}{key}[{}]", points.join("]["));
        }
    }
    text + &format!("PL[{:.1}])\n", opening.to_play)
}

/// True if playing the stones creates a board that a move repeats, so that an engine with this ko rule rejects that move.
fn is_repeated(opening: &Setup, question: &Question, ko: KoRule) -> bool {
    let record = &question.before;
    // Under simple ko, only the first turn can repeat a board from the opening.
    let looks_back = |turn: usize| ko != KoRule::Simple || turn == 1;
    let asked = question
        .asked
        .mv()
        .filter(|_| looks_back(record.turns() + 1));
    let asked = asked.and_then(|mv| record.board().place(mv.action.point()?, mv.color));
    let turns = (1..=record.turns()).filter_map(|turn| record.at(turn));
    // What has been taken back may have repeated a board, too.
    let records = turns.chain(question.games());
    let records = records.filter(|record| looks_back(record.turns()));
    let mut played = records.filter(|record| last_stone(record).is_some());
    let counts_opening = match ko {
        KoRule::Simple | KoRule::Positional => false,
        // If the last stone belongs to the side to play, the engine assumes that the other side plays next.
        KoRule::Situational => {
            let last = opening.stones.last();
            last.is_some_and(|(_, color)| *color == opening.to_play)
        }
        // In the game no move made the opening board, but for the engine the last stone did.
        KoRule::NaturalSituational => true,
    };
    let limit = opening.stones.len() + usize::from(counts_opening);
    let is_between = |board: &Board| {
        let stones = board.stones().count();
        let mut first = opening.stones.iter().take(stones);
        stones < limit && first.all(|(point, color)| board.stone_at(*point) == Some(*color))
    };
    !opening.stones.is_empty()
        && (asked.is_some_and(|placement| is_between(&placement.board()))
            || played.any(|record| is_between(record.board())))
}

/// The record for `loadsgf`. Locked while one is created or removed, so that the signal handler misses none.
static RECORD: Mutex<Option<NamedTempFile>> = Mutex::new(None);

/// Writes a file with a random name into the folder for temporary files. It stays until [`remove_record`] is called.
fn write_record(text: &str) -> io::Result<PathBuf> {
    let mut current = lock(&RECORD);
    let mut file = Builder::new().prefix("gokata-").suffix(".sgf").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(current.insert(file).path().to_owned())
}

/// Removes the record, if there is one. While the caller holds the returned guard, no other file is created.
pub(super) fn remove_record() -> MutexGuard<'static, Option<NamedTempFile>> {
    let mut current = lock(&RECORD);
    *current = None;
    current
}
