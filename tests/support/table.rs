//! Games between two players at every stage of the end. The columns are those of the table in `ending.rs`.

use gokata::agreement::{
    Accepted, ClaimTerms, Command, Game, Refusal, Reply, Request, State, Terms, Viewer,
};
use gokata::scoring::Mark;
use gokata::{BoardRecord, Color, Point, Preset};

pub(crate) const BLACK: Color = Color::Black;
pub(crate) const WHITE: Color = Color::White;

/// The mirrored board with swapped colors is the same board, so every test can run for either player.
pub(crate) const BOARD: &str = "o\n-x-xo-o-\nxxxxoooo\n--xxoo--\n-o-xo-x-\n";

/// The black stone in White's area, which is alive when scoring begins.
pub(crate) const ALIVE: (i32, i32) = (3, 6);
/// The white stone in Black's area, which is marked dead.
pub(crate) const DEAD: (i32, i32) = (3, 1);

/// The stage of a game for one of its players.
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

/// Returns a game on [`BOARD`] in which this player moves first.
pub(crate) fn opened(first: Color, preset: Preset, terms: Terms) -> Game {
    let record: BoardRecord = BOARD.parse().unwrap();
    let record = record.with_rules(preset.rules()).hand_turn(first);
    Game::new(record, terms)
}

/// Returns a game under the Japanese rules that is in this column for `p`. In scoring, one stone is marked dead and
/// the scoring number is 2.
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

/// Like [`game`], but play was resumed, and both players passed without playing a stone.
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

/// Returns the point itself for Black, and its mirror image for White.
pub(crate) fn at(p: Color, (row, col): (i32, i32)) -> Point {
    match p {
        Color::Black => Point { row, col },
        Color::White => Point { row, col: 7 - col },
    }
}

pub(crate) fn ask(game: &mut Game, by: Color, command: Command) -> Reply {
    game.handle(Request::new(by, command))
}

/// Sends a request that must change the game.
#[track_caller]
pub(crate) fn changed(game: &mut Game, by: Color, command: Command) -> Reply {
    let asked = format!("{by} {command:?}");
    let reply = ask(game, by, command);
    let is_change = reply.result.as_ref().is_ok_and(Accepted::is_change);
    assert!(is_change, "{asked}: {reply:?}");
    reply
}

/// Sends a request that must be refused and change nothing.
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
    let command = game.view(Viewer::Player(by)).play(point);
    changed(game, by, command);
}

#[track_caller]
pub(crate) fn pass(game: &mut Game, by: Color) -> Reply {
    let command = game.view(Viewer::Player(by)).pass();
    changed(game, by, command)
}

#[track_caller]
pub(crate) fn mark(game: &mut Game, by: Color, point: Point, mark: Mark) -> Reply {
    let base = game.state().scoring_number();
    changed(game, by, Command::Mark { point, mark, base })
}

#[track_caller]
pub(crate) fn approve(game: &mut Game, by: Color) {
    let command = done(by, game.state());
    changed(game, by, command);
}

/// Returns the command by which this player approves the current board.
pub(crate) fn done(by: Color, state: &State) -> Command {
    Command::Done {
        number: state.scoring_number(),
        retracted: state.retracted(by),
        board: state.board(),
    }
}

/// Returns the command by which this player takes back their approval.
pub(crate) fn undone(by: Color, state: &State) -> Command {
    Command::Undone {
        approval: state.approval(by).map_or(0, |approval| approval.seq),
    }
}

/// Returns the command of a player who has seen every event and offers to void the game, or accepts the offer.
pub(crate) fn void(state: &State) -> Command {
    Command::Void { seq: state.seq() }
}

/// Returns a request with a name.
pub(crate) fn named(name: &str, by: Color, command: Command) -> Request {
    Request {
        name: Some(name.parse().unwrap()),
        ..Request::new(by, command)
    }
}

/// Returns the recipient and the kind of each notice.
pub(crate) fn notices(reply: &Reply) -> Vec<(Color, &'static str)> {
    let notices = reply.notices.iter();
    notices
        .map(|notice| (notice.to, notice.kind.name()))
        .collect()
}

/// Returns a command of a player who sees the current board and marks a point.
pub(crate) fn mark_of(point: (i32, i32), mark: Mark, state: &State) -> Command {
    Command::Mark {
        point: point.into(),
        mark,
        base: state.scoring_number(),
    }
}

/// Sends a request that must be accepted and change nothing.
#[track_caller]
pub(crate) fn unchanged(game: &mut Game, by: Color, command: Command) {
    let before = (game.state().clone(), game.log().len());
    let reply = ask(game, by, command);
    assert!(before == (game.state().clone(), game.log().len()));
    assert_eq!(
        (reply.result, reply.notices),
        (Ok(Accepted::Unchanged), vec![])
    );
}
