//! Reads the games of a file. Keeps the moves of the legal games and the reason why each other game is left out.

use std::path::Path;

use gokata::planes::History;
use gokata::scoring::{Outcome, Score};
use gokata::sgf::{GameInfo, IllegalTurn, Judging, Order, SgfGame, Verdict};
use gokata::{
    Action, Color, FastGame, Move, Point, Rules, Scoring, Setup, Size, TextError, handicap,
};

use super::ending::{Count, Ownership, halves_to_points, points};
use crate::read::files::read_any;
use crate::read::record::read_games;
use crate::read::rules::GivenRules;
use crate::terminal::error::CommandError;
use crate::terminal::output::Status;
use crate::terminal::text::{name, plain_line};

/// A game, or the reason why it is left out and the message to print.
pub(super) type GameResult = Result<TrainingGame, (LeftOut, String)>;

/// Why a game is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftOut {
    Illegal,
    /// The record lacks its handicap stones, and it is not known where they were.
    Handicap,
    /// A move is illegal, but the record forces it by `KO`.
    Forced,
    /// The game has no moves.
    NoMoves,
    /// The file or game cannot be read or parsed completely.
    NotUnderstood,
    /// The referees disagree, or gokata panicked.
    Bug,
    /// The board has another size than the others. No message is printed.
    OfSize(Size),
}

impl LeftOut {
    /// Returns the exit status, and the words after the number of such games.
    pub(super) fn meaning(self) -> (Status, String) {
        let (status, words) = match self {
            LeftOut::OfSize(size) => return (Status::Fine, format!("on {size}")),
            LeftOut::Illegal => (Status::NotAsExpected, "with an illegal move"),
            LeftOut::Handicap => (Status::NotAsExpected, "without the handicap stones"),
            LeftOut::Forced => (Status::NotAsExpected, "with an illegal move forced by KO"),
            LeftOut::NoMoves => (Status::Trouble, "without moves"),
            LeftOut::NotUnderstood => (Status::Trouble, "not understood"),
            LeftOut::Bug => (Status::Internal, "not understood"),
        };
        (status, words.to_owned())
    }
}

/// What is read with a doubt. The game is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// The result is not understood.
    Result,
    /// The record lacks its handicap stones. They are set up on the usual points.
    Handicap,
}

/// A legal game. A move takes few bytes, because all games of an archive are held in memory.
pub(super) struct TrainingGame {
    /// The items of the arrays [`TEXTS`].
    pub(super) texts: Texts,
    pub(super) size: Size,
    /// The item of the array `winner`: 0 Black, 1 White, 2 draw, 3 unknown or void.
    pub(super) winner: u8,
    /// The points by which Black has won, as the record says; not a number if it does not.
    pub(super) margin: f32,
    pub(super) handicap: u16,
    pub(super) count: Count,
    /// What was read with a doubt, and the message to print for the first game of each kind.
    pub(super) doubts: Vec<(Doubt, String)>,
    rules: Rules,
    segments: Vec<Segment>,
}

pub(super) type Texts = [Vec<u8>; TEXTS.len()];

/// The names of the arrays of texts, which have an item for each game.
pub(super) const TEXTS: [&str; 4] = ["source", "black_rank", "white_rank", "date"];

/// The most bytes of a rank or a date.
const LONGEST: usize = 64;

/// A move of a game.
pub(super) struct Turn<'g> {
    pub(super) game: &'g TrainingGame,
    /// The number of the game.
    pub(super) number: u32,
    /// The number of the move in its game.
    pub(super) ply: u32,
    pub(super) color: Color,
    /// The item of the array `move`: see [`index`].
    pub(super) index: u16,
}

/// The empty board or a set-up position, and the moves up to the next set-up.
struct Segment {
    opening: Setup,
    /// Who moves, and the item of the array `move`: see [`index`].
    moves: Vec<(Color, u16)>,
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) rules: Option<GivenRules>,
    pub(super) order: Order,
    pub(super) ownership: Option<Ownership>,
    /// Games on other boards are left out: nobody needs their ends.
    pub(super) size: Option<Size>,
}

/// What a game of a file is judged by.
struct Judge<'a> {
    path: &'a Path,
    number: usize,
    judging: Judging,
    ownership: Option<Ownership>,
}

/// Reads the games of a file. Fails if no game can be read.
pub(super) fn read(path: &Path, asked: Asked) -> Result<Vec<GameResult>, CommandError> {
    let (bytes, begins_as_record) = read_any(path)?;
    if !begins_as_record && path.as_os_str() != "-" {
        return Err(CommandError::file(path, "this is no game record"));
    }
    let located = |error: TextError| CommandError::file(path, error);
    let collection = read_games(path, &bytes)?.collection;
    let games = (1..).zip(collection.games());
    let games = games.map(|(number, game)| match game {
        Ok(game) => {
            // A name of rules has a komi, too, but the results of the record are those with its own.
            let with_komi = |rules: Rules| game.komi().map_or(rules, |komi| rules.with_komi(komi));
            let rules = asked.rules;
            let judging = Judging {
                rules: rules.map(|rules| with_komi(rules.over(game.rules_or(None)))),
                order: asked.order,
                ..Judging::default()
            };
            let is_wanted = asked.size.is_none_or(|size| size == game.size());
            let ownership = asked.ownership.filter(|_| is_wanted);
            let judge = Judge {
                path,
                number,
                judging,
                ownership,
            };
            judge.with_handicap(&game)
        }
        Err(error) => Err((LeftOut::NotUnderstood, located(error).to_string())),
    });
    Ok(games.collect())
}

impl Judge<'_> {
    /// Judges a game. If its handicap stones are missing, sets them up where they usually are.
    fn with_handicap(&self, game: &SgfGame<'_>) -> GameResult {
        let Some(stones) = game.missing_handicap() else {
            return self.judge(game);
        };
        let missing = format!(
            "{} game {}: the record lacks its {stones} handicap stones",
            name(self.path),
            self.number
        );
        // Rules that count area let Black choose the points.
        let are_fixed = game
            .rules()
            .is_none_or(|rules| rules.scoring() == Scoring::Territory);
        let size = game.size();
        for points in usual_points(size, stones).into_iter().filter(|_| are_fixed) {
            let placed = game.clone().with_handicap(&points);
            let judged = self.judge(&placed);
            if let Ok(mut taken) = judged {
                if taken
                    .turns(0)
                    .next()
                    .is_some_and(|turn| turn.color == Color::Black)
                {
                    let why = format!("{missing}, and Black moves first");
                    return Err((LeftOut::Handicap, why));
                }
                let names: Vec<String> = points.iter().map(|point| point.vertex(size)).collect();
                let message = format!("{missing}: they are set up on {}", names.join(" "));
                taken.doubts.push((Doubt::Handicap, message));
                return Ok(taken);
            } else if !matches!(judged, Err((LeftOut::Illegal, _))) {
                return judged;
            }
        }
        let why = if !are_fixed {
            "under its rules, Black chooses the points"
        } else if handicap::fixed(size, stones).is_none() {
            "no points are usual for so many on this board"
        } else {
            "on the usual points, the moves are not legal"
        };
        Err((LeftOut::Handicap, format!("{missing}: {why}")))
    }

    fn judge(&self, game: &SgfGame<'_>) -> GameResult {
        let Judge {
            path,
            number,
            judging,
            ownership,
        } = *self;
        let mut segments: Vec<Segment> = Vec::new();
        let judgement = game.judge_each(&judging, |before, mv| {
            if before.turns() == 0 {
                segments.push(Segment {
                    opening: Setup::from(before),
                    moves: Vec::new(),
                });
            }
            if let Some(segment) = segments.last_mut() {
                let index = index(mv.action, game.size());
                segment.moves.push((mv.color, index));
            }
        });
        // Only legal moves are collected. A forced one is missing, and the positions after it would lack its stone.
        let collected: usize = segments.iter().map(|segment| segment.moves.len()).sum();
        let (verdict, about) = (judgement.verdict(), game.about());
        let unread = about.other_result.iter().filter(|_| about.result.is_none());
        let unread = unread.map(|result| {
            let result: String = plain_line(result).chars().take(40).collect();
            let what = format!("the result `{result}` is not understood: the winner is unknown");
            (
                Doubt::Result,
                format!("{} game {number}: {what}", name(path)),
            )
        });
        let first = judgement.illegal.first().map(IllegalTurn::to_string);
        let fault = judgement.fault.map(|fault| fault.to_string());
        let in_game = |what: &str| Some(format!(" game {number}: {what}"));
        let (why, message) = match verdict {
            // What an incomplete record has is legal, and as good to learn from.
            Verdict::Legal | Verdict::Incomplete if collected == judgement.moves => {
                let path = path.as_os_str().as_encoded_bytes();
                let source = [path, format!(":{number}").as_bytes()].concat();
                let text = |text: &Option<String>| text.as_deref().map_or(Vec::new(), beginning);
                let [black, white, date] =
                    [&about.black_rank, &about.white_rank, &about.date].map(text);
                let count = Count::of(game, judging.rules, ownership);
                return Ok(TrainingGame {
                    texts: [source, black, white, date],
                    size: game.size(),
                    winner: winner(about.result),
                    margin: match about.result {
                        Some(Outcome::Counted(score)) => points(score),
                        _ => f32::NAN,
                    },
                    handicap: handicap_of(about, &segments),
                    count,
                    doubts: unread.collect(),
                    rules: judgement.rules,
                    segments,
                });
            }
            Verdict::Legal | Verdict::Incomplete => {
                let mut warnings = judgement.warnings.iter().map(TextError::to_string);
                let warning = warnings.find(|warning| warning.contains("KO forces"));
                let message = warning.or_else(|| in_game("KO forces an illegal move"));
                (LeftOut::Forced, message)
            }
            Verdict::Illegal => (LeftOut::Illegal, first),
            Verdict::Partial => (LeftOut::NotUnderstood, fault),
            Verdict::NoMoves => (LeftOut::NoMoves, in_game("there is no move")),
            Verdict::Disagreement => (LeftOut::Bug, judgement.disagreement),
        };
        let (file, message) = (name(path), message.unwrap_or_default());
        Err((why, format!("{file}:{message}")))
    }
}

/// Returns the usual points of handicap stones. Three leave the lower right corner or the upper left one empty: the former
/// as GTP has it, the latter as most servers do.
fn usual_points(size: Size, stones: usize) -> Vec<Vec<Point>> {
    let fixed = handicap::fixed(size, stones);
    let others = handicap::fixed(size, 4).filter(|_| stones == 3);
    let others = others.map(|corners| corners.into_iter().skip(1).collect());
    fixed.into_iter().chain(others).collect()
}

fn winner(result: Option<Outcome>) -> u8 {
    match (result, result.and_then(Outcome::winner)) {
        (_, Some(Color::Black)) => 0,
        (_, Some(Color::White)) => 1,
        (Some(Outcome::Counted(Score::Draw)), None) => 2,
        (_, None) => 3,
    }
}

/// Returns the beginning of a text.
fn beginning(text: &str) -> Vec<u8> {
    let mut ends = (0..=LONGEST.min(text.len())).rev();
    let beginning = ends.find_map(|end| text.get(..end));
    beginning.unwrap_or_default().into()
}

/// Returns the handicap that a record names, else the number of black stones on the opening board, if there are several and
/// no white ones.
fn handicap_of(about: &GameInfo, segments: &[Segment]) -> u16 {
    let opening = || {
        let stones = &segments.first()?.opening.stones;
        let is_handicap =
            stones.len() > 1 && stones.iter().all(|(_, color)| *color == Color::Black);
        is_handicap.then_some(stones.len())
    };
    let stones = about.handicap.or_else(opening).unwrap_or(0);
    u16::try_from(stones).unwrap_or(u16::MAX)
}

impl TrainingGame {
    pub(super) fn moves(&self) -> usize {
        let segments = self.segments.iter();
        segments.map(|segment| segment.moves.len()).sum()
    }

    pub(super) fn komi(&self) -> f32 {
        halves_to_points(self.rules.komi().halves().into())
    }

    /// Lists the moves of the game, which is the one of this number.
    pub(super) fn turns(&self, number: usize) -> impl Iterator<Item = Turn<'_>> {
        // All numbers of games and moves are below 2^32.
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let moves = self.segments.iter().flat_map(|segment| &segment.moves);
        moves.zip(0..).map(move |((color, index), ply)| Turn {
            game: self,
            number,
            ply,
            color: *color,
            index: *index,
        })
    }

    /// Replays the game and calls `each` before every move. Fails only if gokata has a bug.
    pub(super) fn replay(
        &self,
        number: usize,
        mut each: impl FnMut(&Turn<'_>, &FastGame, &History),
    ) -> Result<(), CommandError> {
        let source = plain_line(&String::from_utf8_lossy(&self.texts[0]));
        let bug =
            |why: String| CommandError::usage(format!("{source}: {why}\nThis is a bug in gokata."));
        let mut turns = self.turns(number);
        for segment in &self.segments {
            let opening = FastGame::try_from(&segment.opening);
            let opening = opening.map_err(|error| bug(error.to_string()))?;
            let mut game = opening.with_rules(self.rules);
            let mut history = History::of(&game);
            for turn in turns.by_ref().take(segment.moves.len()) {
                let point = self.size.points().nth(usize::from(turn.index));
                let mv = Move {
                    color: turn.color,
                    action: point.map_or(Action::Pass, Action::Play),
                };
                // In a game record, play may continue after two passes, and PL may hand the turn over.
                if game.resume(Some(mv.color)).is_err() {
                    game.hand_turn(mv.color);
                }
                each(&turn, &game, &history);
                game.play(mv).map_err(|reason| bug(reason.to_string()))?;
                history.push(&game);
            }
        }
        Ok(())
    }
}

/// Returns row x columns + column, or the number of points for a pass.
fn index(action: Action, size: Size) -> u16 {
    let index = match action {
        // A legal move is on the board, so its coordinates are not negative.
        Action::Play(Point { row, col }) => {
            usize::try_from(row).unwrap_or(0) * size.cols() + usize::try_from(col).unwrap_or(0)
        }
        // SGF has no move for a resignation.
        Action::Pass | Action::Resign => size.point_count(),
    };
    u16::try_from(index).unwrap_or(u16::MAX)
}
