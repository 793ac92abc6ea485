//! Draws boards with coordinates: as letters, or in a terminal with colors as stones on wood.

use std::env;
use std::iter::repeat_n;

use anstyle::{Ansi256Color, Color as Shade, Style};
use console::measure_text_width;
use gokata::picture::star_points;
use gokata::{Board, BoardRecord, Color, Labels, Point, Size};

use super::board::{column_names, last_stone, row_of};
use crate::terminal::output::{Output, styled};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grid {
    size: Size,
    /// What is on each point: `x` and `o` are stones, `.` is an empty point, others are labels and marks.
    letters: Vec<char>,
    /// The latest stone, or the point that is asked about, if it is on the board: in parentheses, or, where a point is one column wide, drawn differently.
    last: Option<Point>,
    /// The numbers of stones, which stand in their place.
    pub(crate) numbers: Vec<(Point, usize)>,
    /// What stands before and behind the letters of these points.
    pub(crate) signs: Vec<(Point, [Option<char>; 2])>,
}

impl Grid {
    pub(crate) fn new(size: Size, last: Option<Point>, letter: impl Fn(Point) -> char) -> Grid {
        Grid {
            size,
            letters: size.points().map(letter).collect(),
            last: last.filter(|last| size.contains(*last)),
            numbers: Vec::new(),
            signs: Vec::new(),
        }
    }

    pub(crate) fn of(board: &Board, last: Option<Point>, labels: &Labels) -> Grid {
        Grid::new(board.size(), last, |point| {
            let label = labels.iter().find(|(_, labelled)| **labelled == point);
            let letter = label.map_or('.', |(letter, _)| *letter);
            board.stone_at(point).map_or(letter, Color::letter)
        })
    }

    /// The board of a game, with its latest stone.
    pub(crate) fn of_game(record: &BoardRecord, labels: &Labels) -> Grid {
        Grid::of(record.board(), last_stone(record), labels)
    }

    /// Writes a letter on these points, or behind their stones.
    pub(crate) fn label(&mut self, points: impl IntoIterator<Item = Point>, letter: char) {
        for point in points {
            let nth = self.size.points().position(|other| other == point);
            match nth.and_then(|nth| self.letters.get_mut(nth)) {
                Some(empty @ '.') => *empty = letter,
                _ => self.signs.push((point, [None, Some(letter)])),
            }
        }
    }

    /// Draws the board as standard output shows it. Stones on wood fit into the window.
    pub(crate) fn shown(&self) -> Vec<String> {
        let columns = draws_stones().then(Output::columns);
        self.within(columns.unwrap_or(usize::MAX))
    }

    /// Draws the board as letters, one line per row, and below them the names of the columns.
    pub(crate) fn plain(&self) -> Vec<String> {
        self.drawn(false, 3)
    }

    /// As [`Grid::shown`], but one column wide per point if it does not fit into a line otherwise.
    pub(crate) fn within(&self, columns: usize) -> Vec<String> {
        let stones = draws_stones();
        let wide = self.drawn(stones, if stones { 2 } else { 3 });
        let is_fitting = wide.iter().all(|line| measure_text_width(line) <= columns);
        if is_fitting || !self.numbers.is_empty() || !self.signs.is_empty() {
            wide
        } else {
            self.drawn(stones, 1)
        }
    }

    /// Draws each point at least `width` columns wide, its letter or the end of its number in the last one. `stones`: round
    /// ones on wood; else letters, as in files, pipes and terminals without colors.
    fn drawn(&self, stones: bool, width: usize) -> Vec<String> {
        let numbers = self.numbers.iter().map(|(_, number)| number);
        let digits = numbers.max().map_or(0, |most| most.to_string().len());
        let least = if self.signs.is_empty() { 0 } else { 3 };
        let width = width.max(digits + 1).max(least);
        // A wide letter has room on its left, so the number of its row needs none.
        let margin = 3 - usize::from(!stones && width > 1);
        let rows = (0..self.size.rows()).map(|row| {
            let number = format!("{:2} ", self.size.rows() - row);
            let columns = self.row(row, stones, width);
            if !stones {
                let text: String = columns.iter().map(|(letter, _)| letter).collect();
                return format!("{}{}", &number[..margin], text.trim_end());
            }
            let runs = columns.chunk_by(|(_, left), (_, right)| left == right);
            runs.fold(number, |line, run| {
                let text: String = run.iter().map(|(letter, _)| letter).collect();
                line + &styled(run[0].1, text)
            })
        });
        let names = column_names(self.size).map(|name| format!("{name:>width$}"));
        let names = names.fold(" ".repeat(margin), |line, name| line + &name);
        rows.chain([names]).collect()
    }

    fn row(&self, row: usize, stones: bool, width: usize) -> Vec<(char, Style)> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let place = |at, count| usize::from(at > 0) + usize::from(at > 0 && at + 1 == count);
        let crossings = ["┌┬┐", "├┼┤", "└┴┘"][place(row, rows)];
        let stars = star_points(self.size);
        let mut columns = Vec::new();
        let mut is_joined = false;
        for (col, point) in row_of(self.size, row).enumerate() {
            let letter = self.letters[row * cols + col];
            let number = self.numbers.iter().find(|(numbered, _)| *numbered == point);
            let was_joined = std::mem::replace(&mut is_joined, ".xo".contains(letter));
            let is_line = stones && was_joined && is_joined;
            columns.extend(repeat_n((if is_line { '─' } else { ' ' }, LINE), width - 1));
            let is_marked = width == 1 && self.last == Some(point);
            let glyph = match letter {
                _ if !stones && is_marked => letter.to_ascii_uppercase(),
                _ if !stones => letter,
                'x' | 'o' if is_marked => '◉',
                'x' | 'o' => '●',
                '.' if stars.contains(&point) => '╋',
                '.' => crossings.chars().nth(place(col, cols)).unwrap_or(' '),
                _ => letter,
            };
            columns.push((glyph, style(letter)));
            if let Some((_, number)) = number {
                let digits = format!("{number:>0$}", width - 1);
                let cell = columns.iter_mut().rev().zip(digits.chars().rev());
                cell.for_each(|(column, digit)| *column = (digit, covered(letter)));
            }
        }
        if width > 1 {
            columns.push((' ', LINE));
        }
        let is_here = |last: &Point| usize::try_from(last.row) == Ok(row) && width > 1;
        if let Some(last) = self.last.filter(is_here)
            && self.numbers.iter().all(|(numbered, _)| *numbered != last)
        {
            let at = width * (usize::try_from(last.col).unwrap_or(0) + 1);
            (columns[at - 2], columns[at]) = (('(', MARK), (')', MARK));
        }
        for (point, signs) in self.signs.iter().filter(|(point, _)| is_here(point)) {
            let at = width * (usize::try_from(point.col).unwrap_or(0) + 1);
            for (at, sign) in [at - 2, at].into_iter().zip(signs) {
                if let Some(sign) = sign {
                    columns[at] = (*sign, MARK);
                }
            }
        }
        columns
    }
}

/// True if standard output shows boards as stones on wood: the terminal has colors and shows `●` in one column, as far as
/// the locale says. It is UTF-8, and not of East Asia, where some terminals draw circles and lines two columns wide, and
/// the rest of a row would be out of place.
pub(super) fn draws_stones() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    let mut wide = ["ja", "ko", "zh"].iter();
    let is_wide = wide.any(|start| locale.starts_with(start));
    let is_unicode = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
    Output::has_colors() && is_unicode && !is_wide
}

// These colors look the same in every theme of a terminal, unlike the sixteen named ones.
const WOOD: Option<Shade> = Some(Shade::Ansi256(Ansi256Color(179)));
const BLACK: Option<Shade> = Some(Shade::Ansi256(Ansi256Color(16)));
const WHITE: Option<Shade> = Some(Shade::Ansi256(Ansi256Color(231)));
const ON_WOOD: Style = Style::new().bg_color(WOOD);
const LINE: Style = ON_WOOD.fg_color(Some(Shade::Ansi256(Ansi256Color(94))));
const MARK: Style = ON_WOOD
    .fg_color(Some(Shade::Ansi256(Ansi256Color(124))))
    .bold();

/// Returns the style of a letter on wood.
fn style(letter: char) -> Style {
    match letter {
        'x' => ON_WOOD.fg_color(BLACK),
        'X' => ON_WOOD.fg_color(BLACK).bold(),
        'o' => ON_WOOD.fg_color(WHITE),
        'O' => ON_WOOD.fg_color(WHITE).bold(),
        '+' => covered('x'),
        '-' => covered('o'),
        '.' | '~' => LINE,
        _ => MARK,
    }
}

/// Returns the style of what covers a point of this color: the number of a stone, the sign of territory.
fn covered(stone: char) -> Style {
    let (ground, text) = match stone {
        'x' => (BLACK, WHITE),
        _ => (WHITE, BLACK),
    };
    Style::new().bg_color(ground).fg_color(text)
}
