//! The games of a file, judged: of the legal ones the moves are kept, of the others why they are left out.

use std::path::Path;

use gokata::scoring::{Outcome, Score};
use gokata::sgf::{Collection, Game, Judging, Verdict, decode};
use gokata::{Action, Color, FastGame, Move, Point, Rules, Setup, Size};

use crate::read::files::{is_record, read_any};
use crate::read::paths::Found;
use crate::terminal::text::{name, plain};

/// A game, or why it is left out and the message about it.
pub(super) type Read = Result<Kept, (Left, String)>;

/// Why a record is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// A move in it is illegal.
    Illegal,
    /// It cannot be read or understood to its end, or has no moves.
    NotUnderstood,
    /// By a fault of ours.
    Bug,
}

/// A legal game, a few bytes a move.
pub(super) struct Kept {
    /// For people.
    pub(super) name: String,
    /// File and number in it, as bytes.
    pub(super) source: Vec<u8>,
    pub(super) size: Size,
    pub(super) winner: u8,
    rules: Rules,
    parts: Vec<Part>,
}

/// From a set-up to the next one.
struct Part {
    opening: Setup,
    moves: Vec<Code>,
}

/// A move: its index among the actions, and [`WHITES`] for a move of White.
type Code = u16;

const WHITES: Code = 1 << 15;

/// All games of a file.
pub(super) fn read(found: Found, rules: Option<Rules>) -> Vec<Read> {
    let not_understood = |message: String| vec![Err((Left::NotUnderstood, message))];
    let path = match found {
        Ok(path) => path,
        Err((_, trouble)) => return not_understood(trouble),
    };
    let file = name(&path);
    let bytes = match read_any(&path) {
        Ok((bytes, is_one)) if is_one || is_record(&path) || path.as_os_str() == "-" => bytes,
        Ok(_) => return not_understood(format!("{file}: this is no game record")),
        Err(trouble) => return not_understood(trouble),
    };
    let decoded = decode(&bytes);
    let collection = match Collection::parse(&decoded.text) {
        Ok(collection) => collection,
        Err(error) => return not_understood(format!("{file}:{error}")),
    };
    let games = (1..).zip(collection.games());
    games
        .map(|(number, game)| match game {
            Ok(game) => judge(&path, number, &game, rules),
            Err(error) => Err((Left::NotUnderstood, format!("{file}:{error}"))),
        })
        .collect()
}

fn judge(path: &Path, number: usize, game: &Game<'_>, rules: Option<Rules>) -> Read {
    let judging = Judging {
        rules,
        ..Judging::default()
    };
    let mut parts: Vec<Part> = Vec::new();
    let judgement = game.judge_each(&judging, |before, mv| {
        if before.turns() == 0 {
            parts.push(Part {
                opening: Setup::from(before),
                moves: Vec::new(),
            });
        }
        if let Some(part) = parts.last_mut() {
            part.moves.push(code(mv, game.size()));
        }
    });
    let file = name(path);
    match judgement.verdict() {
        Verdict::Legal => {}
        Verdict::Illegal => {
            let first = judgement.illegal.first();
            let said = first.map(|refusal| format!("{file}:{refusal}"));
            return Err((Left::Illegal, said.unwrap_or(file)));
        }
        Verdict::Partial => {
            let fault = judgement
                .fault
                .map_or_else(String::new, |fault| fault.to_string());
            return Err((Left::NotUnderstood, format!("{file}:{fault}")));
        }
        Verdict::NoMoves => {
            let message = format!("{file}: game {number}: there is no move");
            return Err((Left::NotUnderstood, message));
        }
        Verdict::Disagreement => return Err((Left::Bug, file)),
    }
    let mut source = path.as_os_str().as_encoded_bytes().to_vec();
    source.extend_from_slice(format!(":{number}").as_bytes());
    Ok(Kept {
        name: plain(&format!("{file}: game {number}")),
        source,
        size: game.size(),
        winner: winner(game.about().result),
        rules: judgement.rules,
        parts,
    })
}

fn winner(result: Option<Outcome>) -> u8 {
    match result {
        Some(Outcome::Counted(Score::Draw)) => 2,
        Some(result) => match result.winner() {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 3,
        },
        None => 3,
    }
}

impl Kept {
    /// Number of moves.
    pub(super) fn moves(&self) -> usize {
        self.parts.iter().map(|part| part.moves.len()).sum()
    }

    /// Every move, with its color, as the index of its action.
    pub(super) fn actions(&self) -> impl Iterator<Item = (Color, u16)> {
        let codes = self.parts.iter().flat_map(|part| &part.moves);
        codes.map(|code| (color(*code), code & !WHITES))
    }

    /// Plays the game once more, and shows it before every move.
    ///
    /// # Errors
    /// It cannot be played, which is a bug.
    pub(super) fn replay(&self, mut each: impl FnMut(&FastGame)) -> Result<(), String> {
        let bug = |why: String| format!("{}: {why}\nThis is a bug in gokata.", self.name);
        for part in &self.parts {
            let opening = FastGame::try_from(&part.opening);
            let mut game = opening
                .map_err(|error| bug(error.to_string()))?
                .with_rules(self.rules);
            for code in &part.moves {
                if game.is_over() {
                    // As records do: after two passes the game goes on without a word.
                    game.resume(None).map_err(|error| bug(error.to_string()))?;
                }
                each(&game);
                let mv = decoded(*code, self.size);
                game.play(mv).map_err(|reason| bug(reason.to_string()))?;
            }
        }
        Ok(())
    }
}

fn color(code: Code) -> Color {
    if code & WHITES == 0 {
        Color::Black
    } else {
        Color::White
    }
}

fn code(mv: Move, size: Size) -> Code {
    let index = match mv.action {
        // On the board, for it is legal.
        Action::Play(Point { row, col }) => {
            usize::try_from(row).unwrap_or(0) * size.cols() + usize::try_from(col).unwrap_or(0)
        }
        // A resignation is no move of a record.
        Action::Pass | Action::Resign => size.area(),
    };
    let side = match mv.color {
        Color::Black => 0,
        Color::White => WHITES,
    };
    side | Code::try_from(index).unwrap_or(Code::MAX >> 1)
}

fn decoded(code: Code, size: Size) -> Move {
    let action = match size.points().nth(usize::from(code & !WHITES)) {
        Some(point) => Action::Play(point),
        None => Action::Pass,
    };
    Move {
        color: color(code),
        action,
    }
}
