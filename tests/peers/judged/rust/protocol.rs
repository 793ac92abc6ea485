//! The line protocol of `gokata check --exec`, for the adapters in Rust here. As in `../protocol.py`: a [`Game`] is one game of the
//! program, and [`serve`] answers all questions with it.

use std::io::{self, BufRead, Write};

/// Row and column, from the top left, from 0.
pub type Point = (i32, i32);

/// What the program says instead of playing a move.
pub enum No {
    /// It is illegal; the reason in gokata's words, or nothing.
    Refused(&'static str),
    /// It cannot be asked, and why.
    Cannot(String),
}

/// A game of the program.
pub trait Game: Sized {
    /// What it can do besides judging moves: words of `can=` in the line `start`.
    const CAN: &str;
    /// Which boards it has. A reason that speaks of boards, sizes or lines means that this board is not one of them.
    const SIZES: &str;
    /// The opening board of the question, set up.
    fn new(question: &Question) -> Result<Self, No>;
    /// Makes a turn; `None` is a pass.
    fn play(&mut self, color: char, point: Option<Point>) -> Result<(), No>;
    /// The stones as they lie.
    fn rows(&self) -> Vec<String>;
    /// Black's points minus White's, with this komi. The dead stones have been taken off, as players do before they count
    /// area.
    fn margin(&mut self, komi: f32) -> Result<f32, No>;
    /// Takes back a turn.
    fn undo(&mut self) -> Result<(), No> {
        Err(No::Cannot("it takes back no turns".to_string()))
    }
    /// The stones that Black and White have taken.
    fn prisoners(&self) -> Result<(u32, u32), No> {
        Err(No::Cannot("it keeps no tally".to_string()))
    }
}

/// A step on the way to a question.
pub enum Step {
    Undo,
    /// A move, and whether it must be refused.
    Move(Turn, bool),
}

/// A move: its color and point; `None` is a pass.
pub type Turn = (char, Option<Point>);

/// A question: the boards before it, oldest first, each a side to play and rows; then the move.
pub struct Question {
    pub size: (usize, usize),
    pub boards: Vec<(char, Vec<String>)>,
    /// From the opening, which is the only board then.
    pub steps: Vec<Step>,
    /// The move that is asked about.
    pub asked: Option<Turn>,
    /// For a count, the komi.
    pub komi: Option<f32>,
    has_neutral: bool,
    kind: String,
}

impl Question {
    fn read(line: &mut impl FnMut() -> Option<Vec<String>>) -> Option<Self> {
        line()?; // case NAME
        line()?; // rules, which the program has from the command line
        let size = line()?;
        let size: (usize, usize) = (size.get(1)?.parse().ok()?, size.get(2)?.parse().ok()?);
        let count: usize = line()?.get(1)?.parse().ok()?;
        let mut boards = Vec::new();
        for _ in 0..count {
            let side = line()?.first()?.chars().next()?;
            let rows = (0..size.0)
                .map(|_| line()?.into_iter().next())
                .collect::<Option<_>>()?;
            boards.push((side, rows));
        }
        let mut words = line()?;
        let (mut steps, mut asked, mut komi, mut has_neutral) = (Vec::new(), None, None, false);
        if words.first()? == "steps" {
            for _ in 0..words.get(1)?.parse().ok()? {
                let step = line()?;
                let must_fail = step.first()? == "try";
                steps.push(turn_of(&step).map_or(Step::Undo, |turn| Step::Move(turn, must_fail)));
            }
            words = line()?;
        }
        if words.first()? == "count" {
            komi = words
                .iter()
                .find_map(|word| word.strip_prefix("komi=")?.parse().ok());
            line()?; // prisoners
            line()?; // marks
            let (side, mut rows) = boards.pop()?;
            for row in &mut rows {
                let marks: String = line()?.into_iter().next()?;
                has_neutral |= marks.contains('n');
                let row: &mut String = row;
                let stones = row.chars().zip(marks.chars());
                *row = stones
                    .map(|(stone, mark)| if mark == 'd' { '-' } else { stone })
                    .collect();
            }
            // A count needs no game.
            boards = vec![(side, rows)];
            words = line()?;
        } else if words.first()? == "move" {
            asked = turn_of(&words);
            words = line()?;
        }
        let kind = words.into_iter().next()?;
        Some(Self {
            size,
            boards,
            steps,
            asked,
            komi,
            has_neutral,
            kind,
        })
    }

    /// The move of each step, and the one that is asked about, with the side to play then; at last this side alone.
    pub fn moves(&self) -> (Vec<(char, Turn)>, char) {
        let (mut made, mut moves) = (vec![self.side()], Vec::new());
        for step in &self.steps {
            match step {
                Step::Undo => drop(made.pop()),
                Step::Move(turn, must_fail) => {
                    moves.push((made[made.len() - 1], *turn));
                    made.extend((!must_fail).then_some(other(turn.0)));
                }
            }
        }
        let side = made[made.len() - 1];
        moves.extend(self.asked.map(|turn| (side, turn)));
        (moves, side)
    }

    /// Whose turn it is.
    pub fn side(&self) -> char {
        self.boards[self.boards.len() - 1].0
    }

    /// The stones of a color on the first board.
    pub fn opening(&self, color: char) -> Vec<Point> {
        self.points()
            .filter(|&point| at(&self.boards[0].1, point) == color)
            .collect()
    }

    pub fn on_board(&self, point: Point) -> bool {
        self.points().any(|other| other == point)
    }

    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let (height, width) = self.size;
        (0..height).flat_map(move |row| {
            (0..width)
                .filter_map(move |col| Some((i32::try_from(row).ok()?, i32::try_from(col).ok()?)))
        })
    }

    /// The turns that led from the first board to the last one.
    fn turns(&self) -> Vec<(char, Option<Point>)> {
        let between = self.boards.windows(2);
        between
            .map(|boards| (boards[0].0, self.turn(&boards[0].1, &boards[1].1)))
            .collect()
    }

    fn turn(&self, before: &[String], after: &[String]) -> Option<Point> {
        let come = self
            .points()
            .find(|&point| at(before, point) == '-' && at(after, point) != '-');
        // A suicide leaves no stone; its point was the last liberty of the stones that are gone.
        let gone = |point: Point| at(before, point) != '-' && at(after, point) == '-';
        come.or_else(|| {
            self.points().find(|&(row, col)| {
                let beside = [
                    (row - 1, col),
                    (row + 1, col),
                    (row, col - 1),
                    (row, col + 1),
                ];
                at(before, (row, col)) == '-' && beside.into_iter().any(gone)
            })
        })
    }

    fn answer<G: Game>(&self) -> Result<String, No> {
        if self.has_neutral {
            return Err(No::Cannot("it has no neutral points".to_string()));
        }
        let mut game = G::new(self)?;
        if let Some(komi) = self.komi {
            let margin = game.margin(komi)?;
            return Ok(match margin {
                0.0 => "draw".to_string(),
                margin => format!("{}+{}", if margin > 0.0 { 'x' } else { 'o' }, margin.abs()),
            });
        }
        for (number, (color, point)) in self.turns().into_iter().enumerate() {
            game.play(color, point).map_err(|no| match no {
                No::Refused(why) => No::Cannot(format!(
                    "it refuses turn {} of the game before the question {why}",
                    number + 1
                )),
                cannot @ No::Cannot(_) => cannot,
            })?;
        }
        for (at, step) in self.steps.iter().enumerate() {
            match step {
                Step::Undo => game.undo()?,
                Step::Move((color, point), must_fail) => match game.play(*color, *point) {
                    Ok(()) if *must_fail => return Ok(format!("accepted {}", at + 1)),
                    Err(No::Refused(why)) if !must_fail => {
                        return Err(No::Cannot(format!("it refuses step {} {why}", at + 1)));
                    }
                    Ok(()) | Err(No::Refused(_)) => {}
                    Err(cannot) => return Err(cannot),
                },
            }
        }
        if self.kind == "prisoners?" {
            let (black, white) = game.prisoners()?;
            return Ok(format!("x {black} o {white}"));
        }
        let rows = game.rows();
        let Some((color, point)) = self.asked else {
            return Ok(format!("{}\n{}", self.moves().1, rows.join("\n")));
        };
        if self.steps.is_empty() && rows != self.boards[self.boards.len() - 1].1 {
            return Err(No::Cannot(format!(
                "it has other stones before the question: {}",
                rows.join("/")
            )));
        }
        game.play(color, point)?;
        Ok(if self.kind == "board?" {
            format!("{}\n{}", other(color), game.rows().join("\n"))
        } else {
            "legal".to_string()
        })
    }
}

fn other(color: char) -> char {
    if color == 'x' { 'o' } else { 'x' }
}

/// The move of a line such as `move x 2 2`; `None` for `undo`.
fn turn_of(words: &[String]) -> Option<Turn> {
    let color = words.get(1)?.chars().next()?;
    let point = words.get(2).zip(words.get(3));
    Some((
        color,
        point.and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?))),
    ))
}

/// What is on a point; off the board there is nothing, not even `-`.
fn at(rows: &[String], (row, col): Point) -> char {
    let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
    row.zip(usize::try_from(col).ok())
        .and_then(|(row, col)| row.chars().nth(col))
        .unwrap_or(' ')
}

/// Answers all questions of the standard input.
pub fn serve<G: Game>(name: &str, version: &str, rules: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "start {name} {version} sizes={} can={} {rules}",
        G::SIZES,
        G::CAN
    )?;
    out.flush()?;
    let mut lines = io::stdin().lock().lines();
    let mut line = || {
        Some(
            lines
                .next()?
                .ok()?
                .split_whitespace()
                .map(String::from)
                .collect(),
        )
    };
    while let Some(question) = Question::read(&mut line) {
        match question.answer::<G>() {
            Ok(answer) => writeln!(out, "{answer}")?,
            Err(No::Refused(why)) => writeln!(out, "illegal {why}")?,
            Err(No::Cannot(why)) => writeln!(out, "cannot {why}")?,
        }
        out.flush()?;
    }
    Ok(())
}
