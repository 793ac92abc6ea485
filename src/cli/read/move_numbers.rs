//! The numbers of moves in an argument: `57`, or `10,20,50-60`.

use super::arguments::plain_number;

/// Ranges of numbers; the last number is `None` for the end of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MoveNumbers(Vec<(usize, Option<usize>)>);

/// Parses the numbers of moves.
pub(crate) fn move_numbers(text: &str) -> Result<MoveNumbers, String> {
    let range = |word: &str| {
        let (first, last) = match word.trim().split_once('-') {
            None => (word.trim(), Some(word.trim())),
            Some((first, "")) => (first, None),
            Some((first, last)) => (first, Some(last)),
        };
        let number = |text: &str| plain_number(text).filter(|_| !text.is_empty());
        let range = (
            number(first)?,
            last.map_or(Some(None), |last| number(last).map(Some))?,
        );
        Some(range).filter(|(first, last)| last.is_none_or(|last| *first <= last))
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    let ranges = ranges.ok_or("numbers of moves are needed, as in 57, or 10,20,50-60, or 90-")?;
    Ok(MoveNumbers(ranges))
}

impl MoveNumbers {
    /// Returns the number, if there is only one.
    pub(crate) fn single(&self) -> Option<usize> {
        match self.0[..] {
            [(first, last)] => Some(first).filter(|_| last == Some(first)),
            _ => None,
        }
    }

    /// Returns the largest number; `None` if it is that of the last move.
    pub(crate) fn largest(&self) -> Option<usize> {
        let lasts: Option<Vec<usize>> = self.0.iter().map(|(_, last)| *last).collect();
        lasts.and_then(|lasts| lasts.into_iter().max())
    }

    /// Returns the numbers for a game of this number of moves, in ascending order, each once. Fails with the first number
    /// that is too large.
    pub(crate) fn in_game(&self, moves: usize) -> Result<Vec<usize>, usize> {
        let ends = self.0.iter().map(|(first, last)| last.unwrap_or(*first));
        if let Some(end) = ends.filter(|end| *end > moves).min() {
            return Err(end);
        }
        let ranges = self.0.iter().copied();
        let numbers = ranges.flat_map(|(first, last)| first..=last.unwrap_or(moves));
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }
}
