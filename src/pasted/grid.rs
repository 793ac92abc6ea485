//! Chooses the board of a text among the rows that were found, and says what its signs mean.

use super::block::{Block, of_lines, of_lists};
use super::context;
use super::found::{Drawn, Pasted, PastedError, fault};
use super::katago;
use super::row::{Row, Way};
use super::signs::{MINUS_ONE, Meaning, Signs, is_empty, written};
use crate::basics::text::{Line, TextError, number};
use crate::basics::{Color, Size};

/// Words in a line that only this program prints, and its name.
const PROGRAMS: [(&str, &str); 7] = [
    ("MoveNum:", "KataGo"),
    ("Captures B:", "Pachi"),
    ("Passes:", "Leela Zero"),
    (" has captured ", "GNU Go"),
    ("; prisoners: Black ", "gokata"),
    (" caps   White: ", "Michi"),
    ("Captures X:", "Minigo"),
];

/// Reads the only board of a text. `black`: the sign of Black's stones, if it is known.
pub(super) fn read(
    text: &str,
    lines: &[Line<'_>],
    black: Option<char>,
) -> Result<Pasted, PastedError> {
    let mut refusal = None;
    for way in [Way::Letters, Way::Numbers] {
        let of_lines = of_lines(lines, way).unwrap_or_else(|error| {
            refusal.get_or_insert(error);
            Vec::new()
        });
        for blocks in [of_lists(text, way), of_lines] {
            for with_stones in [true, false] {
                let fitting = blocks.iter().filter(|block| fits(block, way, with_stones));
                if let Some(block) = one(fitting.collect())? {
                    refuse_rest(block, &blocks)?;
                    let read = board(block, lines, black);
                    return read.map_err(|error| refusal.map_or(error, PastedError::Broken));
                }
            }
        }
    }
    let few_signs = |block: &&Block<'_>| {
        let mut signs = signs(block);
        signs.retain(|sign| !is_empty(*sign));
        let has_known = signs.iter().any(|sign| "XOxo".contains(*sign));
        let is_known = refusal.is_some() && black.is_none() && has_known;
        block.rows.len() > 2 && block.cols() > 2 && (1..=2).contains(&signs.len()) && !is_known
    };
    let blocks = of_lines(lines, Way::Any)?;
    if let Some(block) = one(blocks.iter().filter(few_signs).collect())? {
        return board(block, lines, black);
    }
    let message =
        "there is no board here: rows of signs for black stones, white stones and empty points";
    let first = lines.first().copied().unwrap_or(Line::empty(1));
    let none = PastedError::NoBoard(fault(&first, 0, message));
    Err(refusal.map_or(none, PastedError::Broken))
}

/// Fails if rows with larger numbers stand elsewhere: a row between them and the board was not read.
fn refuse_rest(block: &Block<'_>, all: &[Block<'_>]) -> Result<(), TextError> {
    let top = |block: &Block<'_>| block.rows.first().and_then(|row| row.left);
    let is_rest = |other: &&Block<'_>| top(other) > top(block) && other.cols() == block.cols();
    let rest = all.iter().find(is_rest).and_then(|rest| rest.rows.first());
    let Some((top, row)) = top(block).zip(rest) else {
        return Ok(());
    };
    let message = format!("the board ends at row {top}, but this row belongs to it");
    Err(fault(&row.line, 0, message))
}

/// True for rows that may be a board if they are read this way.
fn fits(block: &Block<'_>, way: Way, with_stones: bool) -> bool {
    let cells = || block.cells().map(|(_, cell)| cell);
    let is_stone = |sign: char| match (way, sign.to_ascii_lowercase()) {
        (Way::Numbers, sign) => matches!(sign, '1' | '2' | MINUS_ONE),
        (_, 'a'..='z') => "xobw".contains(sign.to_ascii_lowercase()),
        (_, sign) => sign != '0' && !is_empty(sign),
    };
    let is_number =
        |sign: char| is_stone(sign) || sign == '0' || is_empty(sign) && !",:".contains(sign);
    let are_numbers = cells().all(|cell| is_number(cell.sign) && cell.number.is_none());
    let has_numbers = cells().any(|cell| cell.number.is_some());
    let is_numbered = block.rows.iter().all(|row| row.left.is_some());
    let has_stones = cells().any(|cell| cell.number.is_none() && is_stone(cell.sign))
        || is_numbered && cells().any(|cell| cell.number > Some(2));
    let has_zeros_only = cells().all(|cell| cell.sign == '0');
    let is_plain = match way {
        Way::Numbers => are_numbers && (with_stones || has_zeros_only),
        _ => with_stones || !has_numbers && !has_zeros_only,
    };
    let (rows, cols) = (block.rows.len(), block.cols());
    let is_large = rows > 1 && cols > 1 && (with_stones || rows > 2 && cols > 2);
    let is_framed = block.names.is_some() || block.edges[2];
    let is_board = is_large || is_numbered && is_framed || block.side.is_some();
    has_stones == with_stones && is_plain && is_board
}

/// Returns the signs of the points, each once.
fn signs(block: &Block<'_>) -> Vec<char> {
    let mut signs = Vec::new();
    for (_, cell) in block.cells() {
        if cell.number.is_none() && !signs.contains(&cell.sign) {
            signs.push(cell.sign);
        }
    }
    signs
}

/// Returns the only board. Of a much smaller one beside it, it is no matter what it is.
fn one<'b, 'a>(mut blocks: Vec<&'b Block<'a>>) -> Result<Option<&'b Block<'a>>, PastedError> {
    let area = |block: &Block<'_>| block.rows.len() * block.cols();
    let most = blocks.iter().map(|block| area(block)).max().unwrap_or(0);
    blocks.retain(|block| area(block) * 8 >= most);
    let Some(first) = blocks.first() else {
        return Ok(None);
    };
    let other = blocks.iter().find(|it| it.signs().ne(first.signs()));
    let rows = |block: &Block<'a>| block.rows.first().map(|row| row.line);
    if let Some(other) = other
        && let Some((line, there)) = rows(first).zip(rows(other))
    {
        let shape = |block: &Block<'_>| format!("{}x{}", block.rows.len(), block.cols());
        let (one, other, from, here) = (shape(first), shape(other), line.number, there.number);
        let boards = ["two boards", "boards"][usize::from(blocks.len() > 2)];
        let message = format!(
            "there are {boards} here, one of {one} points from line {from} and one of {other} from line {here}: leave one"
        );
        return Err(PastedError::TwoReadings(fault(&there, 0, message)));
    }
    Ok(Some(first))
}

/// Reads a board.
fn board(
    block: &Block<'_>,
    lines: &[Line<'_>],
    black: Option<char>,
) -> Result<Pasted, PastedError> {
    let program = PROGRAMS.iter().find(|(words, _)| {
        let mut texts = lines.iter().map(|line| line.text);
        texts.any(|text| text.contains(words))
    });
    let program = program.map(|(_, program)| *program);
    // What has more rows is no board, and each may be a list of one long line.
    if block.rows.len() <= usize::from(Size::MAX) {
        refuse_two_beside(block, program)?;
    }
    let size = block.size()?;
    let signs = Signs::new(&signs(block), black).map_err(|signs| unknown(block, &signs))?;
    refuse_other_signs(block, lines, &signs, black)?;
    let numbers = || block.rows.iter().map(|row| row.line.number);
    let (first, last) = (numbers().min(), numbers().max());
    let is_around = |line: &&Line<'_>| Some(line.number) < first || Some(line.number) > last;
    let behind = block.rows.iter().map(|row| Line {
        number: row.line.number,
        text: row.line.text.get(row.end..).unwrap_or_default(),
    });
    let around = lines.iter().filter(is_around).copied();
    let said = context::to_play(around.chain(behind));
    let mut drawn = Drawn {
        cols: block.cols(),
        notes: Vec::from_iter(block.note.map(str::to_owned)),
        ..Drawn::default()
    };
    let named = block.side.or_else(|| said.clone().ok().flatten());
    let latest = points_of(block, &signs, named, &mut drawn)?;
    drawn.to_play = named.or(latest.filter(|_| said.is_ok()).map(|color| !color));
    drawn.notes.extend(said.err());
    let (rows, points) = (number(size.rows(), "row"), number(size.cols(), "point"));
    let shown = program.map(|program| format!("a board as {program} prints it"));
    let shown = shown.unwrap_or_else(|| format!("{rows} of {points}"));
    drawn.taken_for = format!("{shown}: {}", signs.describe());
    // A drawing with coordinates is whole.
    if block.names.is_none() && block.rows.iter().any(|row| row.left.is_none()) {
        drawn.edges = block.edges;
    }
    let mut texts = lines.iter().map(|line| line.text.trim());
    let rules = texts.find_map(|text| text.strip_prefix("Rules:"));
    drawn.rules = rules.and_then(|rules| katago::rules_of(rules.trim()));
    drawn.placed()
}

/// Fails if the text gives a sign to the other side, or if the colors of stones are lost.
fn refuse_other_signs(
    block: &Block<'_>,
    lines: &[Line<'_>],
    signs: &Signs,
    black: Option<char>,
) -> Result<(), PastedError> {
    if black.is_some() {
        return Ok(());
    }
    for line in lines.iter().filter(|line| line.text.len() < 400) {
        if let Some((color, sign)) = context::sign_of_side(line.text)
            && signs.meaning(sign) == Meaning::Stone(!color)
        {
            let message = format!(
                "`{sign}` is {color}'s sign by this line, but {}'s usually",
                !color
            );
            return Err(PastedError::TwoReadings(fault(line, 0, message)));
        }
    }
    let mut stones = block
        .cells()
        .filter(|(_, cell)| !is_empty(cell.sign))
        .peekable();
    let is_ours = stones.peek().is_some()
        && stones.all(|(_, cell)| cell.sign == '●')
        && block.cells().any(|(_, cell)| "┼┬├".contains(cell.sign))
        && lines
            .iter()
            .any(|line| line.text.contains("; prisoners: Black "));
    if is_ours {
        let line = block.rows.first().map_or(Line::empty(1), |row| row.line);
        let message = "the colors of the stones are lost: with --color never, gokata draws letters";
        return Err(PastedError::Signs(fault(&line, 0, message)));
    }
    Ok(())
}

/// Reads what stands on the points. Returns the color of the last move, if it is marked.
fn points_of<'a>(
    block: &Block<'a>,
    signs: &Signs,
    named: Option<Color>,
    drawn: &mut Drawn<'a>,
) -> Result<Option<Color>, PastedError> {
    let numbered = block.cells().filter(|(_, cell)| cell.number.is_some());
    let highest = numbered.max_by_key(|(_, cell)| cell.number);
    let mut marked = Vec::new();
    for (row, cell) in block.cells() {
        let nth = drawn.points.len();
        let mut stone = None;
        match (cell.number, signs.meaning(cell.sign)) {
            // The move with the highest number is that of the side that does not play next.
            (Some(number), _) => {
                let most = highest.and_then(|(_, cell)| cell.number).unwrap_or(number);
                let is_next = (most - number) % 2 == 1;
                stone = named.map(|next| if is_next { next } else { !next });
            }
            (_, Meaning::Stone(color)) => stone = Some(color),
            (_, Meaning::Label('x' | 'o') | Meaning::Empty) => {}
            (_, Meaning::Label(letter)) => {
                if drawn.labels.iter().any(|(other, _)| *other == letter) {
                    return Err(unknown(block, &[letter]));
                }
                drawn.labels.push((letter, nth));
            }
        }
        drawn.points.push((row.line, cell.at, stone));
        if cell.mark > 0 {
            marked.push((cell.mark, stone));
        }
    }
    if let Some((row, cell)) = highest {
        if named.is_none() {
            let most = cell.number.unwrap_or(0);
            let message =
                format!("there is a number on a stone, {most}, but nothing says who plays next");
            return Err(fault(&row.line, cell.at, message).into());
        }
        let note = "the stones with numbers are taken for moves of both sides in turn";
        drawn.notes.push(note.to_owned());
    }
    // Of several marks, the largest number is that of the last move.
    let largest = marked.iter().map(|(mark, _)| *mark).max();
    marked.retain(|(mark, _)| Some(*mark) == largest);
    Ok(match marked[..] {
        [(_, stone)] => stone,
        _ => None,
    })
}

fn unknown(block: &Block<'_>, unknown: &[char]) -> PastedError {
    let mut cells = block.cells().filter(|(_, it)| unknown.contains(&it.sign));
    let place = cells.next().map(|(row, cell)| (row.line, cell.at));
    let (line, at) = place.unwrap_or((Line::empty(1), 0));
    let names = unknown.iter().map(|sign| format!("`{}`", written(*sign)));
    let message = match &names.collect::<Vec<_>>()[..] {
        [one] => format!("it is not known whose stones are {one}"),
        names => {
            let names = names.join(" or ");
            format!("it is not known which stones are Black's: {names}")
        }
    };
    PastedError::Signs(fault(&line, at, message))
}

/// Fails for two boards beside each other: their rows follow one another, or each row has one wide gap.
fn refuse_two_beside(block: &Block<'_>, program: Option<&str>) -> Result<(), PastedError> {
    let cols = block.cols();
    let second = |row: &Row<'_>| {
        let length = row.line.text.len();
        let second = Row::inside(row.line, row.end.min(length)..length, Way::Letters).ok()?;
        (second.cells.len() == cols).then(|| second.signs().eq(row.signs()))
    };
    let seconds: Option<Vec<bool>> = block.rows.iter().map(second).collect();
    // Pachi prints the owners of the points there.
    let has_second = seconds.is_some_and(|equal| !equal.iter().all(|it| *it))
        && cols > 1
        && program != Some("Pachi");
    let mut gaps = vec![usize::MAX; cols.saturating_sub(1)];
    let is_drawn = |row: &&Row<'_>| !row.is_table && !row.line.text.contains('\n');
    for row in block.rows.iter().filter(is_drawn) {
        for (gap, pair) in gaps.iter_mut().zip(row.cells.windows(2)) {
            *gap = (*gap).min(pair[1].column - pair[0].column);
        }
    }
    let least = gaps.iter().min().copied().unwrap_or(0);
    let wide = least.saturating_add(if least == 1 { 1 } else { 2 });
    let wide = gaps.iter().filter(|gap| **gap >= wide);
    let is_split = cols > 3 && block.rows.len() > 1 && wide.count() == 1;
    if has_second || is_split {
        let line = block.rows.first().map_or(Line::empty(1), |row| row.line);
        let message =
            "two boards stand side by side, one on the left and one on the right: leave one";
        return Err(PastedError::TwoReadings(fault(&line, 0, message)));
    }
    Ok(())
}
