//! Compares the names of `dlgo`, the Go library in *Deep Learning and the Game of Go* (Pumperla and Ferguson), with the
//! names in this crate. The module contains only this table and examples.
//!
//! | | the book | [`BoardRecord`](crate::BoardRecord), which never changes | [`FastGame`](crate::FastGame), in place |
//! |---|---|---|---|
//! | 1 | `GameState.new_game(9)` | `BoardRecord::new(size).with_rules(…)` | `FastGame::new(size).with_rules(…)` |
//! | 2 | `Move.play(Point(3, 4))`, `pass_turn()`, `resign()` | [`Move::play`](crate::Move::play), `pass`, `resign`, each with the player's color | the same |
//! | 3 | `state.apply_move(move)` | [`play_move`](crate::play_move) | [`play`](crate::FastGame::play) |
//! | 4 | `state.is_valid_move(move)` | [`is_legal_move`](crate::is_legal_move); with the reason [`check_move`](crate::check_move) | [`check`](crate::FastGame::check) |
//! | 5 | `is_move_self_capture`, `does_move_violate_ko` | [`explain_move`](crate::explain_move): all reasons | the first reason of `check` |
//! | 6 | `state.legal_moves()` | [`legal_moves`](crate::legal_moves) | [`legal_moves`](crate::FastGame::legal_moves), [`legal_points`](crate::FastGame::legal_points) |
//! | 7 | `state.is_over()` | [`is_over`](crate::BoardRecord::is_over) | [`is_over`](crate::FastGame::is_over) |
//! | 8 | `state.winner()`, `compute_game_result` | [`Standing::outcome`](crate::scoring::Standing::outcome), [`Standing::count`](crate::scoring::Standing::count) | the same |
//! | 9 | `state.next_player`, `state.last_move` | [`to_play`](crate::BoardRecord::to_play), [`last_turn`](crate::BoardRecord::last_turn) | `to_play`, [`last_turn`](crate::FastGame::last_turn) |
//! | 10 | `state.previous_state` | [`undo`](crate::BoardRecord::undo), [`at`](crate::BoardRecord::at) | [`undo`](crate::FastGame::undo), or `BoardRecord::from(&game)` |
//! | 11 | `copy.deepcopy(state)` | `clone`, which copies nothing | `clone` |
//! | 12 | `board.get(point)`, `get_go_string(point)` | [`stone_at`](crate::Board::stone_at), [`chain`](crate::Board::chain) | [`stone_at`](crate::FastGame::stone_at), [`chain`](crate::FastGame::chain), [`liberties`](crate::FastGame::liberties) |
//! | 13 | `is_point_an_eye(board, point, color)` | [`Board::is_eye`](crate::Board::is_eye) | [`eyes`](crate::FastGame::eyes) |
//! | 14 | `board.zobrist_hash()` | equality and `Hash` | `BoardRecord::from(&game)` |
//! | 15 | `RandomBot().select_move(state)` | [`RandomBot::choose`](crate::bots::RandomBot) | the same |
//! | 16 | `TerminationAgent` | [`Termination`](crate::bots::Termination) | the same |
//! | 17 | `print_board(board)`, `coords_from_point` | `Display` of `state.board()`, [`Point::vertex`](crate::Point::vertex) | `Debug` |
//! | 18 | `Player.other`, `point.neighbors()`, `board.is_on_grid(point)`, `num_rows` | `!color`, [`Size::neighbors`](crate::Size::neighbors), `contains`, `rows` | the same |
//! | 19 | `string.num_liberties`, `evaluate_territory(board)` | `chain.liberties.len()`, [`Marks::owners`](crate::scoring::Marks::owners) | `liberties(point).len()`, the same |
//! | 20 | `simulate_game(black, white)` | [`play_out`](crate::bots::play_out) | the same |
//!
//! The book counts rows from 1 at the bottom, gokata from 0 at the top; a vertex such as `D4` is the same in both. The
//! book's rules are the preset `dlgo`: situational superko, no suicide, area scoring, komi 7.5. The book's fast board
//! misses a repetition by a move that captures nothing; both referees here find it.
//!
//! # Examples
//!
//! The numbers are those of the table. Games and moves:
//! ```
//! use gokata::{BoardRecord, Color, FastGame, IllegalMove, Move, Point, Preset, Size};
//! use gokata::{check_move, is_legal_move, legal_moves, play_move};
//!
//! // 1. A new game.
//! let size = Size::square(9)?;
//! let state = BoardRecord::new(size).with_rules(Preset::Dlgo.rules());
//! let mut game = FastGame::new(size).with_rules(Preset::Dlgo.rules());
//! assert_eq!((state.turns(), game.turns()), (0, 0));
//!
//! // 2. Moves. A move includes its color.
//! let point = Point::from_vertex("D4", size).ok_or("no vertex")?;
//! let mv = Move::play(Color::Black, point);
//! assert_eq!(mv, Move::play(Color::Black, (5, 3)));
//! assert_ne!(Move::pass(Color::Black), Move::resign(Color::Black));
//!
//! // 6. All legal moves, pass and resignation among them, as in the book.
//! assert_eq!(legal_moves(&state), game.legal_moves().collect::<Vec<_>>());
//! assert_eq!((legal_moves(&state).len(), game.legal_points().len()), (83, 81));
//!
//! // 3. Making a move.
//! let after = play_move(mv, &state)?; // `state` is as it was
//! game.play(mv)?; //                    `game` has changed
//! assert_eq!((state.turns(), after.moves(), game.moves()), (0, vec![mv], vec![mv]));
//!
//! // 4. Checking a move first.
//! let away = Move::play(Color::Black, (9, 0));
//! assert!(!is_legal_move(away, &state));
//! assert_eq!(check_move(away, &state), Err(IllegalMove::OffBoard));
//! assert_eq!(FastGame::from(&state).check(away), Err(IllegalMove::OffBoard));
//!
//! // 9. The side to play, and the latest turn.
//! assert_eq!((after.to_play(), after.last_turn()), (Color::White, Some(mv)));
//! assert_eq!((game.to_play(), game.last_turn()), (Color::White, Some(mv)));
//!
//! // 10. Going back.
//! game.play(Move::play(Color::White, (1, 1)))?;
//! let later = BoardRecord::from(&game); // includes all earlier turns
//! assert_eq!(later.undo().map(|before| before.turns()), Some(1));
//! assert_eq!(game.undo(), later.last_turn()); // in place, by replaying the game
//! assert_eq!(later.at(0).map(|start| start.board().stones().count()), Some(0));
//!
//! // 11. Many sequences from one position: every first move of Black, and every reply of White.
//! let start = BoardRecord::new(Size::square(3)?);
//! let mut lines = 0;
//! for first in legal_moves(&start) {
//!     lines += legal_moves(&play_move(first, &start)?).len();
//! }
//! let game = FastGame::from(&start);
//! let mut fast_lines = 0;
//! let mut branch = game.clone();
//! for first in game.legal_moves() {
//!     branch.clone_from(&game); // allocates nothing
//!     branch.play(first)?;
//!     fast_lines += branch.legal_moves().count();
//! }
//! assert_eq!((lines, fast_lines), (9 * 10 + 11, 9 * 10 + 11));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! Self-capture, ko, and the end of a game:
//! ```
//! use gokata::scoring::Standing;
//! use gokata::{BoardRecord, Color, FastGame, IllegalMove, Move, Preset, Size, explain_move, play_move};
//!
//! // 5. Self-capture.
//! let state: BoardRecord = "x\n-o-\no--\n---\n".parse()?;
//! let corner = Move::play(Color::Black, (0, 0));
//! assert_eq!(explain_move(corner, &state).reasons(), [IllegalMove::Suicide]);
//! assert_eq!(FastGame::from(&state).check(corner), Err(IllegalMove::Suicide));
//!
//! // 5. Ko.
//! let state: BoardRecord = "o\n-xo-\nx-xo\n-xo-\n".parse()?;
//! let taken = play_move(Move::play(Color::White, (1, 1)), &state)?;
//! let back = Move::play(Color::Black, (1, 2));
//! assert_eq!(explain_move(back, &taken).reasons(), [IllegalMove::Ko]);
//! assert_eq!(FastGame::from(&taken).check(back), Err(IllegalMove::Ko));
//!
//! // 7. The end: two passes or a resignation.
//! let start = BoardRecord::new(Size::square(9)?);
//! let one = play_move(Move::pass(Color::Black), &start)?;
//! let two = play_move(Move::pass(Color::White), &one)?;
//! let resigned = play_move(Move::resign(Color::Black), &start)?;
//! assert_eq!([&start, &one, &two, &resigned].map(|state| state.is_over()), [false, false, true, true]);
//! assert!(FastGame::from(&two).is_over());
//!
//! // 8. The winner. The book gives a tie to White; here it is a draw, and dead stones can be marked before counting.
//! let mut state = BoardRecord::new(Size::square(5)?).with_rules(Preset::Dlgo.rules());
//! for mv in [Move::play(Color::Black, (2, 2)), Move::pass(Color::White), Move::pass(Color::Black)] {
//!     assert_eq!(Standing::from(&state).outcome(), None); // not over yet
//!     state = play_move(mv, &state)?;
//! }
//! let outcome = Standing::from(&state).outcome().ok_or("it is over")?;
//! assert_eq!((outcome.winner(), outcome.to_string()), (Some(Color::Black), "B+17.5".to_owned()));
//! assert_eq!(Standing::from(&FastGame::from(&state)).outcome(), Some(outcome));
//! assert_eq!(Standing::from(&resigned).outcome().and_then(|outcome| outcome.winner()), Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! Boards and points:
//! ```
//! use gokata::scoring::Marks;
//! use gokata::{BoardRecord, Color, FastGame, Point, Size};
//! let corner = Point::from((0, 0));
//!
//! // 12. Stones, chains, liberties.
//! let state: BoardRecord = "x\nxx-\n--o\n---\n".parse()?;
//! let game = FastGame::from(&state);
//! let chain = state.board().chain(corner).ok_or("a stone")?;
//! assert_eq!((chain.color, chain.stones.len(), chain.liberties.len()), (Color::Black, 2, 3));
//! assert_eq!((game.stone_at(corner), game.chain(corner).len(), game.liberties(corner).len()), (Some(Color::Black), 2, 3));
//!
//! // 13. Eyes, by the book's rule.
//! let state: BoardRecord = "x\n-x-\nxx-\n--o\n".parse()?;
//! assert!(state.board().is_eye(corner, Color::Black) && !state.board().is_eye(corner, Color::White));
//! assert!(FastGame::from(&state).eyes(Color::Black).contains(corner));
//!
//! // 14. Equal boards.
//! let other: BoardRecord = "o\n-x-\nxx-\n--o\n".parse()?;
//! assert_eq!(state.board(), other.board());
//! assert_eq!(BoardRecord::from(&FastGame::from(&state)).board(), other.board());
//!
//! // 17. Text output.
//! assert_eq!(state.board().to_string(), "-x-\nxx-\n--o");
//! assert_eq!(Point::from((2, 2)).vertex(state.size()), "C1");
//!
//! // 18. Colors, points and sizes.
//! let size = Size::square(9)?;
//! assert_eq!(!Color::Black, Color::White);
//! assert_eq!(size.neighbors(corner).count(), 2);
//! assert_eq!((size.contains(Point::from((9, 0))), size.rows(), size.cols()), (false, 9, 9));
//!
//! // 19. Liberties and the owners of points.
//! let state: BoardRecord = "x\n-xo-\n-xo-\n".parse()?;
//! let stone = Point::from((0, 1));
//! assert_eq!(state.board().chain(stone).map(|chain| chain.liberties.len()), Some(2));
//! assert_eq!(FastGame::from(&state).liberties(stone).len(), 2);
//! let owners = Marks::of(state.board()).owners();
//! assert_eq!(owners.iter().filter(|owner| **owner == Some(Color::Black)).count(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! Bots:
//! ```
//! use gokata::bots::{Bot, RandomBot, Termination, play_out};
//! use gokata::scoring::Standing;
//! use gokata::{BoardRecord, FastGame, Size, is_legal_move};
//! let size = Size::square(9)?;
//!
//! // 15. A bot that plays at random.
//! let state = BoardRecord::new(size);
//! let mv = RandomBot::new(1).choose(&state);
//! assert!(is_legal_move(mv, &state));
//! assert_eq!(RandomBot::new(1).choose(&FastGame::from(&state)), mv);
//!
//! // 16. A bot that passes early.
//! let termination = Termination { pass_when_passed: true, ..Termination::default() };
//! let bot = |seed| RandomBot::new(seed).with_termination(termination);
//! let mut game = FastGame::new(size);
//! play_out(&mut game, &mut bot(1), &mut bot(2))?;
//! assert!(game.is_over());
//!
//! // 20. A whole game of two bots.
//! let mut game = BoardRecord::new(Size::square(5)?);
//! play_out(&mut game, &mut RandomBot::new(1), &mut RandomBot::new(2))?;
//! println!("{}\n{}", game.board(), Standing::from(&game).count());
//! assert!(game.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
