//! The sizes of boards that a program has.

use std::fmt;
use std::str::FromStr;

use crate::basics::{ParseError, Size};

/// The sizes of boards that a program has, as `--sizes` and the line `start` name them: one or several between commas, `9x13`
/// (rows, then columns), `9` (9x9), `5..19` (square boards of 5 to 19 lines), `square`.
///
/// ```
/// use gokata::Size;
/// use gokata::questions::Sizes;
///
/// let sizes: Sizes = "9x9,13..19,3x5".parse()?;
/// let has = |rows, cols| Size::new(rows, cols).is_ok_and(|size| sizes.has(size));
/// assert!(has(9, 9) && has(13, 13) && has(3, 5) && !has(5, 3) && !has(11, 11));
/// assert_eq!(sizes.to_string(), "9x9,13..19,3x5");
/// # Ok::<(), gokata::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes(Vec<Range>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    One(Size),
    /// Square boards, from the smallest to the largest.
    Squares(Size, Size),
}

/// What `square` means.
const ALL: &str = "1..25";

impl Sizes {
    /// True if a board of this size is among them.
    pub fn has(&self, size: Size) -> bool {
        let is_square = size.rows() == size.cols();
        self.0.iter().any(|range| match range {
            Range::One(one) => *one == size,
            Range::Squares(from, to) => is_square && (*from..=*to).contains(&size),
        })
    }
}

impl FromStr for Sizes {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Sizes, ParseError> {
        let ranges = text.split(',').map(range).collect::<Result<_, _>>();
        ranges.map(Sizes)
    }
}

fn range(word: &str) -> Result<Range, ParseError> {
    let why = "is no size of boards, such as 9x9, 19, 5..19 or square";
    let wrong = || ParseError::new(word, why);
    let size = |text: &str| text.parse::<Size>().map_err(|_| wrong());
    let word = if word == "square" { ALL } else { word };
    let Some((from, to)) = word.split_once("..") else {
        return size(word).map(Range::One);
    };
    let (from, to) = (size(from)?, size(to)?);
    let are_squares = [from, to].iter().all(|size| size.rows() == size.cols());
    let range = Range::Squares(from, to);
    (are_squares && from <= to)
        .then_some(range)
        .ok_or_else(wrong)
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, range) in self.0.iter().enumerate() {
            let comma = if nth > 0 { "," } else { "" };
            match range {
                Range::One(size) => write!(f, "{comma}{size}")?,
                Range::Squares(from, to) => match &*format!("{}..{}", from.rows(), to.rows()) {
                    ALL => write!(f, "{comma}square")?,
                    range => write!(f, "{comma}{range}")?,
                },
            }
        }
        Ok(())
    }
}
