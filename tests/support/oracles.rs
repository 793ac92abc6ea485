//! Reads the oracles' tables and their notation for boards and moves.

use std::collections::BTreeMap;

use gokata::{
    Color, Diagram, FastGame, GameEvent, KoRule, Move, Playable, Point, Preset, PureGame, Referee,
    Rules, Setup, SetupError, Suicide,
};

/// Either referee.
pub(crate) trait Asked:
    Playable + Referee + Clone + Send + Sync + for<'a> TryFrom<&'a Setup, Error = SetupError>
{
    /// Returns the content of every point, row by row.
    fn stones(&self) -> Vec<Option<Color>> {
        let points = self.size().points();
        points
            .map(|point| Playable::stone_at(self, point))
            .collect()
    }

    /// Changes the rules.
    fn judge_by(&mut self, rules: Rules) {
        assert_eq!(Referee::under(self, rules), Ok(()));
    }

    /// Makes this side the side to play.
    fn hand_turn(&mut self, side: Color) {
        let _ = Playable::apply(self, GameEvent::HandTurn(side));
    }
}

impl Asked for PureGame {}

impl Asked for FastGame {}

/// Starts a game from text such as `xo-/---:o`: rows from the top, then the side to move.
pub(crate) fn start<R: Asked>(start: &str) -> R {
    R::try_from(&setup(start)).unwrap_or_else(|error| panic!("{start}: {error}"))
}

pub(crate) fn setup(start: &str) -> Setup {
    let (rows, side) = start.split_once(':').unwrap_or((start, "x"));
    let text = format!("{side}\n{}\n", rows.replace('/', "\n"));
    let diagram = Diagram::parse(text.as_bytes());
    diagram
        .unwrap_or_else(|error| panic!("{start}: {error}"))
        .setup
}

/// Parses a move such as `x2,3`, `opass` or `x-1,2`.
pub(crate) fn colored_move(text: &str) -> Move {
    let color = text.chars().next().and_then(Color::from_letter);
    let color = color.unwrap_or_else(|| panic!("{text}: no color"));
    plain_move(color, &text[1..])
}

/// Parses a move such as `2,3` or `pass`.
pub(crate) fn plain_move(color: Color, text: &str) -> Move {
    if text == "pass" {
        Move::pass(color)
    } else {
        Move::play(color, point(text))
    }
}

/// Parses a point such as `2,3`: row and column.
pub(crate) fn point(text: &str) -> Point {
    let numbers = text
        .split_once(',')
        .and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
    numbers.map_or_else(
        || panic!("{text}: no point"),
        |(row, col): (i32, i32)| Point::from((row, col)),
    )
}

/// Returns the board as rows joined by `/`.
pub(crate) fn rows<R: Asked>(game: &R) -> String {
    let stones = game.stones();
    let row = |row: &[Option<Color>]| {
        row.iter()
            .map(|stone| stone.map_or('-', Color::letter))
            .collect()
    };
    let rows: Vec<String> = stones.chunks(game.size().cols()).map(row).collect();
    rows.join("/")
}

/// A row of a table, by the names of its columns.
pub(crate) type Row = BTreeMap<&'static str, &'static str>;

/// Returns the rows of a table.
pub(crate) fn table(text: &'static str) -> impl Iterator<Item = Row> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    lines.map(move |line| names.iter().copied().zip(line.split('\t')).collect())
}

pub(crate) fn rules(ko: &str, suicide: &str) -> Rules {
    let ko = match ko {
        "simple" => KoRule::Simple,
        "psk" => KoRule::Positional,
        "ssk" => KoRule::Situational,
        "nssk" => KoRule::NaturalSituational,
        other => panic!("{other} is no ko rule"),
    };
    let suicide = match suicide {
        "F" => Suicide::Forbidden,
        "M" => Suicide::MultiStone,
        "A" => Suicide::Allowed,
        other => panic!("{other} is no suicide rule"),
    };
    Preset::Kata.rules().with_ko(ko).with_suicide(suicide)
}

/// Parses `ply:row,col` for each illegal point.
pub(crate) fn refusals(text: &str) -> Vec<(usize, Point)> {
    let words = text.split(' ').filter(|word| *word != "-");
    let words = words.map(|word| word.split_once(':').expect(word));
    words
        .map(|(ply, place)| (ply.parse().expect("a ply"), point(place)))
        .collect()
}

/// Returns how many stones a move removed: of the player (with the stone just played) and of the opponent.
pub(crate) fn taken(before: &[Option<Color>], after: &[Option<Color>], mv: Move) -> [usize; 2] {
    let gone = |color: Color| {
        let pairs = before.iter().zip(after);
        pairs
            .filter(|(before, after)| **before == Some(color) && after.is_none())
            .count()
    };
    let came = before
        .iter()
        .zip(after)
        .any(|(before, after)| before.is_none() && after.is_some());
    let play = mv != Move::pass(mv.color);
    // The stone played in a suicide is on neither board.
    [gone(mv.color) + usize::from(play && !came), gone(!mv.color)]
}
