//! How two players end a game: every cell of the protocol's table. Related tests are in
//! `ending_disputes.rs`, `ending_log.rs`, `ending_saved.rs`, `ending_server.rs`, `ending_suggested.rs`, `ending_take_back.rs`, and the files `ending_*.rs` in `tests/slow`.

use crate::support::table::{
    self, Column, ask, at, game, no_stone_since, notices, pass, refused, terms,
};
use gokata::agreement::{
    Accepted, Allowed, Command, Game, Refusal, Request, State, Suggestion, Viewer, ViewerState,
};
use gokata::scoring::Mark;
use gokata::{
    Action, BoardRecord, Color, IllegalMove, Move, Point, Preset, Rules, check_move, play_move,
};
use pretty_assertions::assert_eq;

/// Each row is a request, each column a state of the game as the requesting player sees it. A cell is a refusal
/// with its status; `200` if nothing changes; otherwise the player's new column, the growth of the scoring number
/// if it grows, and the notice to the opponent.
///
/// A: play, this player's turn. B: as A, and a pass ends the game. C: play, the opponent's turn. D: scoring,
/// neither player is done. E: this player is done. F: the opponent is done. G: the game is over.
const TABLE: &str = "
request                | A                 | B                  | C                 | D                  | E                  | F                     | G
play                   | C your_turn       | C your_turn        | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
play on a stone        | 422 occupied      | 422 occupied       | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
play off the board     | 422 off_board     | 422 off_board      | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
play in an eye         | 422 suicide       | 422 suicide        | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
play, old move         | 409 stale_move    | 409 stale_move     | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
play, move ahead       | 409 stale_move    | 409 stale_move     | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
illegal, old move      | 409 stale_move    | 409 stale_move     | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
pass                   | C opponent_passed | D n+1 time_to_score | 409 not_your_turn | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase       | 409 finished
pass, old move         | 409 stale_move    | 409 stale_move     | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
ask                    | 409 nothing_to_take_back | B take_back_asked  | C take_back_asked | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
ask, old               | 409 stale_view    | 409 stale_view     | 409 stale_view    | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
ask, ahead             | 422 number_ahead  | 422 number_ahead   | 422 number_ahead  | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
grant                  | C taken_back      | C taken_back       | C taken_back      | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
grant, nobody asks     | 409 stale_view    | 409 stale_view     | 409 stale_view    | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
grant, other ask       | 409 stale_view    | 409 stale_view     | 409 stale_view    | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
grant, ahead           | 422 number_ahead  | 422 number_ahead   | 422 number_ahead  | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
play, not taken back   | 409 stale_move    | 409 stale_move     | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
pass, not taken back   | 409 stale_move    | 409 stale_move     | 409 not_your_turn | 409 wrong_phase    | 409 wrong_phase    | 409 wrong_phase       | 409 finished
mark                   | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | D n+1              | 409 you_are_done   | D n+1 no_longer_done  | 409 finished
mark alive             | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | D n+1              | 409 you_are_done   | D n+1 no_longer_done  | 409 finished
mark, old number       | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | D n+1              | 409 you_are_done   | D n+1 no_longer_done  | 409 finished
mark, number ahead     | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 number_ahead   | 409 you_are_done   | 422 number_ahead      | 409 finished
mark, already so       | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 200                | 409 you_are_done   | 200                   | 409 finished
mark an empty point    | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 empty          | 409 you_are_done   | 422 empty             | 409 finished
mark off the board     | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 off_board      | 409 you_are_done   | 422 off_board         | 409 finished
neutral                | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | D n+1              | 409 you_are_done   | D n+1 no_longer_done  | 409 finished
counted, already so    | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 200                | 409 you_are_done   | 200                   | 409 finished
neutral, nobody's      | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 not_territory  | 409 you_are_done   | 422 not_territory     | 409 finished
neutral, a dead stone  | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 holds_dead_stones | 409 you_are_done | 422 holds_dead_stones | 409 finished
neutral on a stone     | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 stone          | 409 you_are_done   | 422 stone             | 409 finished
neutral off the board  | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 off_board      | 409 you_are_done   | 422 off_board         | 409 finished
suggest                | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | D n+1              | 409 you_are_done   | D n+1 no_longer_done  | 409 finished
suggest, old number    | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 stale_score    | 409 you_are_done   | 409 stale_score       | 409 finished
suggest, number ahead  | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 number_ahead   | 409 you_are_done   | 422 number_ahead      | 409 finished
suggest off the board  | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 off_board      | 409 you_are_done   | 422 off_board         | 409 finished
suggest no stone       | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 empty          | 409 you_are_done   | 422 empty             | 409 finished
done                   | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | E opponent_done    | 200                | G game_over           | 200
done, old number       | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 stale_score    | 409 stale_score    | 409 stale_score       | 409 finished
done, number ahead     | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 number_ahead   | 422 number_ahead   | 422 number_ahead      | 409 finished
done, taken back since | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 stale_score    | 409 stale_score    | 409 stale_score       | 409 finished
done, not taken back   | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 number_ahead   | 422 number_ahead   | 422 number_ahead      | 409 finished
done, other board      | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 board_mismatch | 409 board_mismatch | 409 board_mismatch    | 409 finished
undone                 | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 stale_score    | D took_back_done   | 409 stale_score       | 409 finished
undone, other approval | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 stale_score    | 409 stale_score    | 409 stale_score       | 409 finished
undone, number ahead   | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 number_ahead   | 422 number_ahead   | 422 number_ahead      | 409 finished
resume                 | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | C n+1 play_resumed | C n+1 play_resumed | C n+1 play_resumed    | 409 finished
resume, old number     | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 stale_score    | 409 stale_score    | 409 stale_score       | 409 finished
resume, number ahead   | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 422 number_ahead   | 422 number_ahead   | 422 number_ahead      | 409 finished
resume, no progress    | -                 | -                  | -                 | 409 no_progress    | 409 no_progress    | 409 no_progress       | 409 finished
resign                 | G game_over       | G game_over        | G game_over       | G game_over        | G game_over        | G game_over           | 409 finished
claim                  | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 not_done       | G game_over        | 409 not_done          | 409 finished
claim, old number      | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 not_done       | 409 stale_score    | 409 not_done          | 409 finished
claim, number ahead    | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 not_done       | 422 number_ahead   | 409 not_done          | 409 finished
claim, too soon        | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 not_done       | 409 claim_too_soon | 409 not_done          | 409 finished
claim, not reminded    | 409 wrong_phase   | 409 wrong_phase    | 409 wrong_phase   | 409 not_done       | 409 claim_too_soon | 409 not_done          | 409 finished
void                   | A void_offered    | B void_offered     | C void_offered    | D void_offered     | E void_offered     | F void_offered        | 409 finished
void, old              | 409 stale_view    | 409 stale_view     | 409 stale_view    | 409 stale_view     | 409 stale_view     | 409 stale_view        | 409 finished
void, ahead            | 422 number_ahead  | 422 number_ahead   | 422 number_ahead  | 422 number_ahead   | 422 number_ahead   | 422 number_ahead      | 409 finished
";

fn request(name: &str, state: &State, p: Color) -> Command {
    let (turns, n) = (state.record().turns(), state.scoring_number());
    let play = |point, move_no| Command::Play {
        point: at(p, point),
        move_no,
        taken_back: state.taken_back(),
    };
    let pass = |move_no| Command::Pass {
        move_no,
        taken_back: state.taken_back(),
    };
    let mark = |point, mark, base| Command::Mark {
        point: at(p, point),
        mark,
        base,
    };
    let suggest = |dead: &[(i32, i32)], number| Command::Suggest {
        suggestion: Suggestion {
            dead: dead.iter().map(|point| at(p, *point)).collect(),
            ..Suggestion::default()
        },
        number,
    };
    let (board, retracted) = (state.board(), state.retracted(p));
    let done = |number, retracted, board: &str| Command::Done {
        number,
        retracted,
        board: board.to_owned(),
    };
    let resume = |number| Command::Resume { number };
    let claim = |number, silent_for, reminders| Command::Claim {
        number,
        silent_for,
        reminders,
    };
    let void = |seq| Command::Void { seq };
    let undone = |approval| Command::Undone { approval };
    let wrapped = n.wrapping_sub(1);
    match name {
        "play" => play((0, 0), turns),
        "play on a stone" => play((1, 0), turns),
        "play off the board" => play((9, 9), turns),
        "play in an eye" => play((0, 7), turns),
        "play, old move" => play((0, 0), turns - 1),
        "play, move ahead" => play((0, 0), turns + 1),
        "illegal, old move" => play((1, 0), turns - 1),
        "pass" => pass(turns),
        "pass, old move" => pass(turns - 1),
        "mark" => mark((3, 6), Mark::Dead, n),
        "mark alive" => mark((3, 1), Mark::Alive, n),
        "mark, old number" => mark((3, 6), Mark::Dead, wrapped),
        "mark, number ahead" => mark((3, 6), Mark::Dead, n + 1),
        "mark, already so" => mark((3, 1), Mark::Dead, n),
        "mark an empty point" => mark((2, 0), Mark::Dead, n),
        "mark off the board" => mark((-1, 3), Mark::Alive, n),
        "neutral" => mark((0, 7), Mark::Neutral, n),
        "counted, already so" => mark((0, 7), Mark::Counted, n),
        "neutral, nobody's" => mark((2, 7), Mark::Neutral, n),
        "neutral, a dead stone" => mark((2, 0), Mark::Neutral, n),
        "neutral on a stone" => mark((1, 0), Mark::Neutral, n),
        "neutral off the board" => mark((4, 0), Mark::Neutral, n),
        "suggest" => suggest(&[(3, 1), (3, 6)], n),
        "suggest, old number" => suggest(&[(3, 1), (3, 6)], wrapped),
        "suggest, number ahead" => suggest(&[(3, 1), (3, 6)], n + 1),
        "suggest off the board" => suggest(&[(3, 1), (4, 0)], n),
        "suggest no stone" => suggest(&[(3, 1), (2, 0)], n),
        "done" => done(n, retracted, &board),
        "done, old number" => done(wrapped, retracted, &board),
        "done, number ahead" => done(n + 1, retracted, &board),
        "done, taken back since" => done(n, retracted.saturating_sub(1), &board),
        "done, not taken back" => done(n, retracted + 1, &board),
        "done, other board" => done(n, retracted, &board.to_lowercase()),
        "undone" => table::undone(p, state),
        "undone, other approval" => undone(3),
        "undone, number ahead" => undone(state.seq() + 1),
        "resume" | "resume, no progress" => resume(n),
        "resume, old number" => resume(wrapped),
        "resume, number ahead" => resume(n + 1),
        "resign" => Command::Resign,
        "claim" => claim(n, 1000, 2),
        "claim, old number" => claim(wrapped, 1000, 2),
        "claim, number ahead" => claim(n + 1, 1000, 2),
        "claim, too soon" => claim(n, 999, 2),
        "claim, not reminded" => claim(n, 1000, 1),
        "void" => void(state.seq()),
        "void, old" => void(state.seq() - 1),
        "void, ahead" => void(state.seq() + 1),
        other => take_back(other, state, p),
    }
}

/// The requests of [`request`] about what is taken back during play.
fn take_back(name: &str, state: &State, p: Color) -> Command {
    let (move_no, seq) = (state.record().turns(), state.seq());
    let taken_back = state.taken_back() + 1;
    match name {
        "play, not taken back" => Command::Play {
            point: at(p, (0, 0)),
            move_no,
            taken_back,
        },
        "pass, not taken back" => Command::Pass {
            move_no,
            taken_back,
        },
        "ask" => Command::AskTakeBack { seq },
        "ask, old" => Command::AskTakeBack { seq: seq - 1 },
        "ask, ahead" => Command::AskTakeBack { seq: seq + 1 },
        "grant" | "grant, nobody asks" => Command::GrantTakeBack { ask: seq },
        "grant, other ask" => Command::GrantTakeBack { ask: seq - 1 },
        "grant, ahead" => Command::GrantTakeBack { ask: seq + 1 },
        other => panic!("{other}?"),
    }
}

/// The rows of the table: a name and seven cells.
fn rows() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let rows = TABLE.lines().filter(|line| !line.is_empty()).skip(1);
    rows.map(|row| {
        let mut cells = row.split('|').map(str::trim);
        let name = cells.next().unwrap_or_default();
        (name, cells.collect())
    })
}

fn in_cell(name: &str, column: Column, p: Color) -> Game {
    match (name, column) {
        ("resume, no progress", _) => no_stone_since(column, p),
        ("grant" | "grant, other ask", Column::A | Column::B | Column::C) => asked(column, p),
        ("done, taken back since", Column::D | Column::E | Column::F | Column::G) => {
            taken_back(column, p)
        }
        _ => game(column, p),
    }
}

/// Like [`game`], but the opponent of `p` asks to take back a turn.
fn asked(column: Column, p: Color) -> Game {
    let mut game = game(column, p);
    let ask = game.view(Viewer::Player(!p)).ask_take_back();
    table::changed(&mut game, !p, ask);
    game
}

/// Like [`game`], but `p` has taken an approval back before.
fn taken_back(column: Column, p: Color) -> Game {
    let mut game = game(Column::D, p);
    table::approve(&mut game, p);
    let undone = table::undone(p, game.state());
    table::changed(&mut game, p, undone);
    match column {
        Column::E => table::approve(&mut game, p),
        Column::F => table::approve(&mut game, !p),
        Column::G => {
            table::approve(&mut game, p);
            table::approve(&mut game, !p);
        }
        _ => {}
    }
    game
}

impl Column {
    const ALL: [Column; 7] = {
        use Column::{A, B, C, D, E, F, G};
        [A, B, C, D, E, F, G]
    };

    /// The column of this player.
    fn of(state: &State, player: Color) -> Column {
        let view = state.view(Viewer::Player(player));
        match view.viewer_state() {
            ViewerState::Playing if view.to_move != Some(player) => Column::C,
            ViewerState::Playing if ends_by_a_pass(state) => Column::B,
            ViewerState::Playing => Column::A,
            ViewerState::Scoring => Column::D,
            ViewerState::YouAreDone => Column::E,
            ViewerState::OpponentIsDone => Column::F,
            ViewerState::GameFinished => Column::G,
        }
    }
}

fn ends_by_a_pass(state: &State) -> bool {
    let pass = Move::pass(state.record().to_play());
    state.record().last_turn().map(|turn| turn.action) == Some(Action::Pass)
        && play_move(pass, state.record()).is_ok_and(|after| after.is_over())
}

#[test]
fn every_cell_of_the_table() {
    let mut cells_seen = 0;
    for (name, cells) in rows() {
        assert_eq!(cells.len(), Column::ALL.len(), "{name}");
        for (column, cell) in Column::ALL.into_iter().zip(cells) {
            for p in Color::BOTH {
                if cell != "-" {
                    check_cell(name, column, cell, p);
                    cells_seen += 1;
                }
            }
        }
    }
    assert_eq!(cells_seen, 2 * (58 * 7 - 3));
}

fn check_cell(name: &str, column: Column, cell: &str, p: Color) {
    let place = format!("{name}, {column:?}, {p}");
    let mut game = in_cell(name, column, p);
    let before = game.state().clone();
    assert_eq!(Column::of(&before, p), column, "{place}");
    let command = request(name, &before, p);
    let events = game.log().len();
    let reply = ask(&mut game, p, command);
    let after = game.state();
    let happened = &game.log()[events..];
    let found = match &reply.result {
        Err(refusal) => format!("{} {}", refusal.status(), refusal.code()),
        Ok(Accepted::Unchanged) => "200".to_owned(),
        Ok(Accepted::Changed { seq, events }) => {
            assert_eq!(*seq, after.seq(), "{place}");
            let logged = happened.iter().map(|entry| &entry.event);
            assert!(events.iter().eq(logged), "{place}");
            let mut words = vec![format!("{:?}", Column::of(after, p))];
            let growth = after.scoring_number() - before.scoring_number();
            words.extend((growth > 0).then(|| format!("n+{growth}")));
            for (to, kind) in notices(&reply) {
                assert_eq!(to, !p, "{place}");
                words.push(kind.to_owned());
            }
            words.join(" ")
        }
    };
    assert_eq!(found, cell, "{place}");
    let is_change = reply.result.as_ref().is_ok_and(Accepted::is_change);
    if !is_change {
        assert!(*after == before && happened.is_empty(), "{place}");
        assert_eq!(reply.notices, [], "{place}");
    }
    let numbers = happened.iter().map(|entry| entry.seq);
    assert!(numbers.eq(before.seq() + 1..=after.seq()), "{place}");
    let is_merged = reply.result.is_ok_and(|answer| answer.is_merged());
    let is_expected = is_change && name == "mark, old number";
    assert_eq!(is_merged, is_expected, "{place}");
}

/// A repeated request has the name of the first one and gets the same answer. A name is valid for one player only.
#[test]
fn a_repeated_request_changes_nothing() {
    let requests = rows().flat_map(|(name, _)| columns().map(move |place| (name, place)));
    for (name, (column, p)) in requests {
        let mut game = in_cell(name, column, p);
        let command = request(name, game.state(), p);
        let request = table::named("one", p, command);
        let first = game.handle(request.clone());
        let after = game.state().clone();
        let again = game.handle(request.clone());
        assert_eq!(again.result, first.result, "{name}");
        assert_eq!(again.notices, [], "{name}");
        assert!(*game.state() == after, "{name}");
        let of_the_other = table::named("one", !p, Command::Resign);
        let answer = game.propose(&of_the_other);
        let answer = answer.map(|proposal| proposal.is_repeat());
        let is_new = [Ok(false), Err(Refusal::Finished)].contains(&answer);
        assert!(is_new, "{name}");
        // A request that changed the game is recognized after the log is replayed and more has happened.
        if first.result.as_ref().is_ok_and(Accepted::is_change) {
            let mut game = replayed(&game);
            assert!(*game.state() == after, "{name}");
            let again = game.handle(request.clone());
            assert_eq!(again.result, first.result, "{name}");
            assert!(*game.state() == after, "{name}");
            ask(&mut game, !p, Command::Resign);
            let after = game.state().clone();
            assert_eq!(game.handle(request).result, first.result, "{name}");
            assert!(*game.state() == after, "{name}");
        }
    }
}

/// Every column, for each player.
fn columns() -> impl Iterator<Item = (Column, Color)> {
    let columns = Column::ALL.into_iter();
    columns.flat_map(|column| Color::BOTH.map(|p| (column, p)))
}

#[track_caller]
fn replayed(game: &Game) -> Game {
    Game::replay(game.log()).unwrap()
}

#[test]
fn a_view_allows_exactly_the_requests_that_would_change_the_game() {
    let names = [
        (Allowed::Play, "play"),
        (Allowed::Pass, "pass"),
        (Allowed::AskTakeBack, "ask"),
        (Allowed::GrantTakeBack, "grant"),
        (Allowed::MarkStones, "mark"),
        (Allowed::MarkRegions, "neutral"),
        (Allowed::Done, "done"),
        (Allowed::Undone, "undone"),
        (Allowed::Resume, "resume"),
        (Allowed::Claim, "claim"),
        (Allowed::OfferVoid, "void"),
        (Allowed::Resign, "resign"),
    ];
    for (column, p) in columns() {
        let mut games = vec![game(column, p)];
        if matches!(column, Column::D | Column::E | Column::F) {
            games.push(no_stone_since(column, p));
        }
        if matches!(column, Column::A | Column::B | Column::C) {
            games.push(asked(column, p));
        }
        for game in games {
            let view = game.view(Viewer::Player(p));
            let would = |(_, name): &&(Allowed, &str)| {
                let request = Request::new(p, request(name, game.state(), p));
                let proposal = game.propose(&request);
                proposal.is_ok_and(|proposal| !proposal.entries().is_empty())
            };
            let changing: Vec<Allowed> =
                names.iter().filter(would).map(|(what, _)| *what).collect();
            assert_eq!(view.allowed, changing, "{column:?}");
            assert_eq!(game.view(Viewer::Spectator).allowed, []);
        }
    }
}

#[test]
fn illegal_plays_are_refused_with_the_reason_of_the_referee() {
    let rules: Rules = "tt,suicide=forbidden".parse().unwrap();
    let board: BoardRecord = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n".parse().unwrap();
    let mut game = Game::new(board.with_rules(rules), terms(Preset::Japanese));
    // White takes the ko, and Black may not retake at once.
    table::play(&mut game, Color::White, Point::from((2, 1)));
    let seen = reasons(&mut game, Color::Black);
    for reason in [
        IllegalMove::OffBoard,
        IllegalMove::Occupied,
        IllegalMove::Ko,
    ] {
        assert!(seen.contains(&reason), "{reason}");
    }
    // After play is resumed and White has passed, retaking is no longer a ko, but it still repeats the opening board.
    pass(&mut game, Color::Black);
    pass(&mut game, Color::White);
    table::changed(&mut game, Color::Black, Command::Resume { number: 1 });
    pass(&mut game, Color::White);
    assert_eq!(Column::of(game.state(), Color::Black), Column::B);
    let seen = reasons(&mut game, Color::Black);
    assert!(seen.contains(&IllegalMove::Superko) && !seen.contains(&IllegalMove::Ko));
}

/// Requests every illegal play, and returns the reasons of the refusals.
fn reasons(game: &mut Game, by: Color) -> Vec<IllegalMove> {
    let mut seen = Vec::new();
    let record = game.state().record().clone();
    let far = [(-1, 0), (i32::MAX, 9)].map(Point::from);
    for point in record.size().points().chain(far) {
        if let Err(reason) = check_move(Move::play(by, point), &record) {
            let move_no = record.turns();
            let play = Command::Play {
                point,
                move_no,
                taken_back: 0,
            };
            let refusal = refused(game, by, play);
            assert_eq!(refusal, Refusal::Illegal(reason));
            let code = reason.name().replace('-', "_");
            assert_eq!((refusal.status(), refusal.code()), (422, code.as_str()));
            assert_eq!(refusal.to_string(), reason.to_string());
            seen.push(reason);
        }
    }
    seen
}
