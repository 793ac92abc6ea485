//! Two players at every stage of a game's end. The columns are those of the table in `ending.rs`.

use gokata::agreement::{Answer, ClaimTerms, Command, Game, Refusal, Reply, Request, State, Terms};
use gokata::scoring::Mark;
use gokata::{BoardRecord, Color, Point, Preset};

pub(crate) const BLACK: Color = Color::Black;
pub(crate) const WHITE: Color = Color::White;

/// Mirrored, and with its colors swapped, the board is the same: what is said of Black holds for White, too.
pub(crate) const BOARD: &str = "o\n-x-xo-o-\nxxxxoooo\n--xxoo--\n-o-xo-x-\n";

/// The black stone in White's area, which is alive when scoring begins.
pub(crate) const ALIVE: (i32, i32) = (3, 6);
/// The white stone in Black's area, which is marked dead.
pub(crate) const DEAD: (i32, i32) = (3, 1);

/// How a game stands for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Play: it is this player's turn.
    A,
    /// The same, and the opponent has just passed.
    B,
    /// Play: it is the opponent's turn.
    C,
    /// Scoring: nobody is done.
    D,
    /// Scoring: this player is done.
    E,
    /// Scoring: the opponent is done.
    F,
    /// The game is over.
    G,
}

pub(crate) fn terms(preset: Preset) -> Terms {
    let claims = ClaimTerms {
        silence: 1000,
        reminders: 2,
    };
    Terms {
        claims: Some(claims),
        ..Terms::of(preset)
    }
}

/// A game on [`BOARD`], in which this player moves first.
pub(crate) fn opened(first: Color, preset: Preset, terms: Terms) -> Game {
    let record: BoardRecord = BOARD.parse().expect("a board");
    let record = record.with_rules(preset.rules()).hand_turn(first);
    Game::new(record, terms)
}

/// A game by the Japanese rules in which `p` is in this column. When it is scored, there is one dead stone,
/// and the scoring number is 2.
pub(crate) fn game(column: Column, p: Color) -> Game {
    let q = !p;
    let mut game = opened(q, Preset::Japanese, terms(Preset::Japanese));
    play(&mut game, q, at(p, (0, 5)));
    if column == Column::A {
        return game;
    }
    play(&mut game, p, at(p, (0, 2)));
    if column == Column::C {
        return game;
    }
    pass(&mut game, q);
    if column == Column::B {
        return game;
    }
    pass(&mut game, p);
    scored(game, column, p)
}

/// The same after play was resumed, and nobody has played a stone.
pub(crate) fn no_stone_since(column: Column, p: Color) -> Game {
    let mut game = game(Column::D, p);
    changed(&mut game, p, Command::Resume { number: 2 });
    pass(&mut game, !p);
    pass(&mut game, p);
    scored(game, column, p)
}

fn scored(mut game: Game, column: Column, p: Color) -> Game {
    mark(&mut game, p, at(p, (3, 1)), Mark::Dead);
    match column {
        Column::E => approve(&mut game, p),
        Column::F => approve(&mut game, !p),
        Column::G => {
            approve(&mut game, p);
            approve(&mut game, !p);
        }
        Column::A | Column::B | Column::C | Column::D => {}
    }
    game
}

/// A point as Black would name it: White sees the board in a mirror.
pub(crate) fn at(p: Color, (row, col): (i32, i32)) -> Point {
    match p {
        Color::Black => Point { row, col },
        Color::White => Point { row, col: 7 - col },
    }
}

pub(crate) fn ask(game: &mut Game, by: Color, command: Command) -> Reply {
    game.handle(Request::new(by, command))
}

/// A request that must change something.
#[track_caller]
pub(crate) fn changed(game: &mut Game, by: Color, command: Command) -> Reply {
    let asked = format!("{by} {command:?}");
    let reply = ask(game, by, command);
    let is_change = reply.result.as_ref().is_ok_and(Answer::is_change);
    assert!(is_change, "{asked}: {reply:?}");
    reply
}

/// A request that must be refused, and leave all as it was.
#[track_caller]
pub(crate) fn refused(game: &mut Game, by: Color, command: Command) -> Refusal {
    let before = (game.state().clone(), game.log().len());
    let asked = format!("{by} {command:?}");
    let reply = ask(game, by, command);
    let after = (game.state().clone(), game.log().len());
    assert!(after == before, "{asked}");
    assert_eq!(reply.notices, []);
    reply.result.expect_err("a refusal")
}

#[track_caller]
pub(crate) fn play(game: &mut Game, by: Color, point: Point) {
    let move_no = game.state().record().turns();
    changed(game, by, Command::Play { point, move_no });
}

#[track_caller]
pub(crate) fn pass(game: &mut Game, by: Color) -> Reply {
    let move_no = game.state().record().turns();
    changed(game, by, Command::Pass { move_no })
}

#[track_caller]
pub(crate) fn mark(game: &mut Game, by: Color, point: Point, mark: Mark) -> Reply {
    let base = game.state().scoring_number();
    changed(game, by, Command::Mark { point, mark, base })
}

#[track_caller]
pub(crate) fn approve(game: &mut Game, by: Color) {
    let command = done(game.state());
    changed(game, by, command);
}

/// The approval of the board as it is now.
pub(crate) fn done(state: &State) -> Command {
    Command::Done {
        number: state.scoring_number(),
        board: state.board(),
    }
}

/// The kinds of notices with their recipients.
pub(crate) fn told(reply: &Reply) -> Vec<(Color, &'static str)> {
    let told = |notice: &gokata::agreement::Notice| (notice.to, notice.kind.name());
    reply.notices.iter().map(told).collect()
}

/// What somebody says of a point who sees the board as it is now.
pub(crate) fn mark_of(point: (i32, i32), mark: Mark, state: &State) -> Command {
    Command::Mark {
        point: point.into(),
        mark,
        base: state.scoring_number(),
    }
}

/// A request that must change nothing, because it is so already.
#[track_caller]
pub(crate) fn unchanged(game: &mut Game, by: Color, command: Command) {
    let before = (game.state().clone(), game.log().len());
    let reply = ask(game, by, command);
    assert!(before == (game.state().clone(), game.log().len()));
    assert_eq!(
        (reply.result, reply.notices),
        (Ok(Answer::Unchanged), vec![])
    );
}
