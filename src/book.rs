//! Compares the names of `dlgo`, the Go library in *Deep Learning and the Game of Go* (Pumperla and Ferguson), with the
//! names in this crate. The module contains only this table and an example.
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
//! # A game of two bots
//!
//! The numbers are those of the table.
//! ```
//! use gokata::bots::{Bot, RandomBot};
//! use gokata::scoring::Standing;
//! use gokata::{BoardRecord, Color, FastGame, IllegalMove, Move, Preset, Size, check_move, play_move};
//!
//! let mut state = BoardRecord::new(Size::square(9)?).with_rules(Preset::Dlgo.rules()); // 1
//! let mut game = FastGame::from(&state);
//! let mv = Move::play(Color::Black, (5, 3)); // 2, D4: a move includes its color
//! let after = play_move(mv, &state)?; // 3: `state` is as it was
//! game.play(mv)?; //                        `game` has changed
//! assert_eq!((state.turns(), after.moves(), game.moves()), (0, vec![mv], vec![mv]));
//! assert_eq!(check_move(mv, &after), Err(IllegalMove::Turn)); // 4
//! assert_eq!(game.undo(), after.last_turn()); // 9, 10
//!
//! let mut bots = [RandomBot::new(1), RandomBot::new(2)]; // 15
//! while !state.is_over() { // 7
//!     let bot = &mut bots[state.to_play() as usize];
//!     state = play_move(bot.choose(&state), &state)?;
//! }
//! println!("{}\n{}", state.board(), Standing::from(&state).count()); // 17, 8
//! assert!(Standing::from(&state).outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
