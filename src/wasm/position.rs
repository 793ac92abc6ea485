//! A position with its past, on either referee: how it is made, and what stands on its board.

use gokata::scoring::Standing;
use gokata::{BoardRecord, Color, Diagram, FastGame, Move, Pasted, Rules, Setup, Size};
use wasm_bindgen::prelude::*;

use crate::convert::{
    Result, color_name, index, read_color, read_move, read_point, sentence, stone_number,
    text_error, vertices,
};
use crate::rules::read_rules;

/// A position with its past: what a `Record` and a `Game` of the package hold.
#[wasm_bindgen]
pub struct Position(pub(crate) State);

pub(crate) enum State {
    Record(BoardRecord),
    Game(Box<FastGame>),
}

/// Evaluates an expression with the referee's own game.
macro_rules! on {
    ($position:expr, $game:ident => $value:expr) => {
        match &$position.0 {
            $crate::position::State::Record($game) => $value,
            $crate::position::State::Game(game) => {
                let $game = &**game;
                $value
            }
        }
    };
}

pub(crate) use on;

impl From<BoardRecord> for Position {
    fn from(record: BoardRecord) -> Position {
        Position(State::Record(record))
    }
}

impl Position {
    pub(crate) fn read(&self, text: &str, color: Option<&str>) -> Result<Move> {
        let (size, side) = on!(self, game => (game.size(), game.to_play()));
        read_move(text, color, size, side)
    }

    pub(crate) fn inner_size(&self) -> Size {
        on!(self, game => game.size())
    }

    pub(crate) fn to_record(&self) -> BoardRecord {
        match &self.0 {
            State::Record(record) => record.clone(),
            State::Game(game) => BoardRecord::from(&**game),
        }
    }

    pub(crate) fn setup(&self) -> Setup {
        on!(self, game => Setup::from(game))
    }

    pub(crate) fn standing(&self) -> Standing {
        on!(self, game => Standing::from(game))
    }
}

#[wasm_bindgen]
impl Position {
    /// An empty board, on the fast referee or on the pure one.
    pub fn empty(rows: usize, cols: usize, rules: &str, fast: bool) -> Result<Position> {
        let size = Size::new(rows, cols).map_err(sentence)?;
        let rules = read_rules(rules)?;
        Ok(Position(if fast {
            State::Game(Box::new(FastGame::new(size).with_rules(rules)))
        } else {
            State::Record(BoardRecord::new(size).with_rules(rules))
        }))
    }

    /// Reads a board in text: strictly, or as people paste it.
    pub fn parse(
        text: &str,
        rules: Option<String>,
        tolerant: bool,
        black: Option<String>,
        side: Option<String>,
    ) -> Result<Position> {
        let strict = Diagram::parse(text.as_bytes()).and_then(|diagram| {
            // In fixtures a letter labels an empty point. Here it may be meant for a stone, which must not get lost.
            diagram.unlabelled()?;
            Ok(diagram)
        });
        let record = match strict {
            Ok(_) if side.is_some() => {
                return Err("the text names the side to play: leave out toMove".into());
            }
            Ok(diagram) => BoardRecord::try_from(&diagram.setup).map_err(sentence)?,
            Err(error) if !tolerant => return Err(text_error(&error)),
            Err(_) => {
                let side = side.as_deref().map(read_color).transpose()?;
                pasted(text, black.as_deref(), side)?
            }
        };
        let rules = rules.map(|rules| read_rules(&rules)).transpose()?;
        let rules = rules.unwrap_or(record.rules());
        Ok(record.with_rules(rules).into())
    }

    /// A board in numbers: 1 for Black, -1 for White, 0, rows from the top.
    #[wasm_bindgen(js_name = fromBoard)]
    pub fn from_board(
        rows: usize,
        cols: usize,
        board: &[i8],
        side: &str,
        rules: &str,
    ) -> Result<Position> {
        let size = Size::new(rows, cols).map_err(sentence)?;
        let mut setup = Setup::new(size, read_color(side)?);
        for (point, stone) in size.points().zip(board) {
            match stone {
                0 => {}
                1 => setup.stones.push((point, Color::Black)),
                _ => setup.stones.push((point, Color::White)),
            }
        }
        let record = BoardRecord::try_from(&setup).map_err(|error| {
            let place = error.point().vertex(size);
            sentence(format!("the chain at {place} has no liberty"))
        })?;
        Ok(record.with_rules(read_rules(rules)?).into())
    }

    /// The same game on the fast referee, as a copy.
    #[wasm_bindgen(js_name = toGame)]
    pub fn to_game(&self) -> Position {
        Position(State::Game(Box::new(match &self.0 {
            State::Record(record) => FastGame::from(record),
            State::Game(game) => (**game).clone(),
        })))
    }

    /// The same game as a record.
    #[wasm_bindgen(js_name = toRecord)]
    pub fn as_record(&self) -> Position {
        self.to_record().into()
    }

    #[wasm_bindgen(js_name = withRules)]
    #[allow(missing_docs, reason = "the library's method")]
    pub fn with_rules(&self, rules: &str) -> Result<Position> {
        let record = self.to_record();
        Ok(record.with_rules(read_rules(rules)?).into())
    }

    /// Whether two records are equal.
    pub fn equals(&self, other: &Position) -> bool {
        self.to_record() == other.to_record()
    }

    #[allow(missing_docs, reason = "the library's method")]
    pub fn rows(&self) -> usize {
        self.inner_size().rows()
    }

    #[allow(missing_docs, reason = "the library's method")]
    pub fn cols(&self) -> usize {
        self.inner_size().cols()
    }

    /// The rules in force.
    pub fn rules(&self) -> String {
        let rules: Rules = on!(self, game => game.rules());
        rules.to_string()
    }

    /// `black` or `white`.
    #[wasm_bindgen(js_name = toMove)]
    pub fn to_move(&self) -> String {
        color_name(on!(self, game => game.to_play())).to_owned()
    }

    #[allow(missing_docs, reason = "the library's method")]
    pub fn turns(&self) -> usize {
        on!(self, game => game.turns())
    }

    #[wasm_bindgen(js_name = isOver)]
    #[allow(missing_docs, reason = "the library's method")]
    pub fn is_over(&self) -> bool {
        on!(self, game => game.is_over())
    }

    /// The turns so far, each as a color and a move.
    pub fn moves(&self) -> Vec<String> {
        let (moves, size) = on!(self, game => (game.moves(), game.size()));
        let moves = moves.into_iter();
        let words = moves.map(|mv| [color_name(mv.color).to_owned(), mv.action.describe(size)]);
        words.flatten().collect()
    }

    /// The stones: 1 for Black, -1 for White, 0, rows from the top.
    pub fn board(&self) -> Vec<i8> {
        let points = self.inner_size().points();
        on!(self, game => points.map(|point| stone_number(game.stone_at(point))).collect())
    }

    /// The stone on a point, as in `board`.
    #[wasm_bindgen(js_name = stoneAt)]
    pub fn stone_at(&self, point: &str) -> Result<i8> {
        let point = read_point(point, self.inner_size())?;
        Ok(stone_number(on!(self, game => game.stone_at(point))))
    }

    /// The number of prisoners that a side holds.
    pub fn prisoners(&self, color: &str) -> Result<usize> {
        let color = read_color(color)?;
        Ok(on!(self, game => game.prisoners(color)))
    }

    /// The stones of the chain on a point; none on an empty point.
    pub fn chain(&self, point: &str) -> Result<Vec<String>> {
        let size = self.inner_size();
        let point = read_point(point, size)?;
        let chain = on!(self, game => game.chain(point));
        Ok(chain.map_or_else(Vec::new, |chain| vertices(chain.stones, size)))
    }

    /// The liberties of the chain on a point; none on an empty point.
    pub fn liberties(&self, point: &str) -> Result<Vec<String>> {
        let size = self.inner_size();
        let point = read_point(point, size)?;
        let chain = on!(self, game => game.chain(point));
        Ok(chain.map_or_else(Vec::new, |chain| vertices(chain.liberties, size)))
    }

    /// A hash of the stones, and of the side to play if `side` is true.
    pub fn key(&self, side: bool) -> u64 {
        let setup = self.setup();
        if side {
            setup.situation_key()
        } else {
            setup.position_key()
        }
    }

    /// `row * cols + col`, or `rows * cols` for a pass; `None` for what has no index.
    pub fn index(&self, text: &str) -> Result<Option<usize>> {
        Ok(index(self.read(text, None)?.action, self.inner_size()))
    }

    /// `C3`, `pass` or `resign`.
    pub fn vertex(&self, text: &str) -> Result<String> {
        let action = self.read(text, None)?.action;
        Ok(action.describe(self.inner_size()))
    }

    /// The board in text: the side to play, then the rows.
    pub fn text(&self) -> String {
        self.setup().to_string()
    }
}

fn pasted(text: &str, black: Option<&str>, side: Option<Color>) -> Result<BoardRecord> {
    let refused = |error: gokata::PastedError| text_error(error.text_error());
    let pasted = Pasted::read(text, black).map_err(refused)?;
    if side.or(pasted.to_play).is_none() {
        return Err("nothing says who plays next: give toMove".into());
    }
    let record = pasted.record(side).map_err(refused)?;
    Ok(record.with_rules(pasted.rules.unwrap_or_default()))
}
