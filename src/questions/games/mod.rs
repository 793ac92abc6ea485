//! Random games with questions about them: what the imagination of a fixture's author has left out.
//!
//! ```
//! use gokata::questions::games::{RandomGames, check};
//! use gokata::{FastGame, Size};
//!
//! let games = RandomGames::new(1, &[Size::square(9)?], &[]);
//! let answers = check(&mut FastGame::new(Size::default()), games, 10);
//! assert!(answers.wrong.is_empty() && answers.all() > 200, "{answers}");
//! # Ok::<(), gokata::SizeError>(())
//! ```

mod play;
mod shorten;

use std::collections::HashSet;

use super::answers::Answers;
use super::id::Ids;
use super::question::{Asked, Question, about_moves};
use super::tally::{Class, QuestionOutcome};
use crate::basics::named::named;
use crate::basics::{KoRule, Random, Rules, Size, Suicide};
use crate::pure::BoardRecord;
use crate::referee::{Answer, Referee};

pub use shorten::shorten;

named! {
    /// What is frequent in a random game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum GameKind {
        /// Any moves that fill no eye of their own.
        Plain = "plain",
        /// Stones are taken wherever they can be.
        Captures = "captures",
        /// Single stones are taken and retaken.
        Kos = "kos",
        /// All plays lie in a small region of a board that is full elsewhere, so that boards return.
        Returns = "returns",
        /// One turn in four is a pass, and the game ends early.
        Passes = "passes",
        /// Stones without a liberty are played, where the rules allow it.
        Suicides = "suicides",
    }

    /// Returns the kind with this name.
    pub const fn name(self) -> &'static str;

    /// All kinds.
    pub const ALL;
}

/// A random game, with what a program is asked about it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RandomGame {
    /// Its number, from 1.
    pub number: usize,
    /// What is frequent in it.
    pub kind: GameKind,
    /// The whole game.
    pub record: BoardRecord,
    /// At most [`RandomGame::MOST`] questions, in the order of their turns. The last one is about the board after the last
    /// turn, which shows what has gone wrong anywhere before.
    pub questions: Vec<Question>,
}

impl RandomGame {
    /// The most questions about one game.
    pub const MOST: usize = 40;

    /// The name under which its questions are counted, as that of a fixture: `games/kos/17`.
    pub fn name(&self) -> String {
        format!("games/{}/{}", self.kind.name(), self.number)
    }

    /// Asks about each move of the game whether it is legal, and for the board after it: for a program that cannot answer a later
    /// question, because it has refused a move, or has another board.
    pub fn moves(&self) -> impl Iterator<Item = Question> {
        let turns = (0..).zip(self.record.moves());
        let asked = turns.filter_map(|(turns, mv)| {
            let before = self.record.at(turns)?;
            let after = self.record.at(turns + 1)?.setup();
            let asked = [Asked::Legal(mv, Ok(())), Asked::Board(mv, after)];
            Some(asked.map(|asked| question(before.clone(), asked)))
        });
        asked.flatten()
    }
}

/// Draws random games. Equal arguments give equal games on every machine, as long as the same games are left out.
#[derive(Debug, Clone)]
pub struct RandomGames {
    seed: u64,
    /// The sizes and rules that are drawn. Those that a program does not know are taken away.
    left: Vec<(Size, Rules)>,
    /// The number of games so far.
    drawn: usize,
}

impl RandomGames {
    /// `sizes`: of the boards; none stands for [`RandomGames::sizes`]. `rules`: those of the games; none stands for all rules about
    /// ko and suicide.
    pub fn new(seed: u64, sizes: &[Size], rules: &[Rules]) -> RandomGames {
        let all_sizes: Vec<Size> = RandomGames::sizes().collect();
        let all_rules: Vec<Rules> = KoRule::ALL
            .iter()
            .flat_map(|ko| {
                let suicides = Suicide::ALL.iter();
                suicides.map(|suicide| Rules::default().with_ko(*ko).with_suicide(*suicide))
            })
            .collect();
        let sizes = if sizes.is_empty() { &all_sizes } else { sizes };
        let rules = if rules.is_empty() { &all_rules } else { rules };
        let of_size = |size: &Size| {
            let size = *size;
            rules.iter().map(move |rules| (size, about_moves(*rules)))
        };
        RandomGames {
            seed,
            left: sizes.iter().flat_map(of_size).collect(),
            drawn: 0,
        }
    }

    /// The sizes of boards that are drawn where none is named: small ones, where boards return, the usual ones, and some that
    /// are not square.
    pub fn sizes() -> impl Iterator<Item = Size> {
        const SIZES: [(usize, usize); 16] = [
            (2, 2),
            (3, 3),
            (4, 4),
            (5, 5),
            (6, 6),
            (7, 7),
            (9, 9),
            (9, 9),
            (13, 13),
            (19, 19),
            (1, 4),
            (2, 3),
            (2, 5),
            (4, 3),
            (5, 8),
            (7, 13),
        ];
        let sizes = SIZES.iter();
        sizes.filter_map(|(rows, cols)| Size::new(*rows, *cols).ok())
    }

    /// Draws the next game. `None` if no size and no rules are left.
    pub fn draw(&mut self) -> Option<RandomGame> {
        self.drawn += 1;
        let mut random = Random::new(self.seed);
        random = Random::new(random.number() ^ self.drawn as u64);
        let (size, rules) = *self.left.get(random.below(self.left.len()))?;
        let kind = GameKind::ALL[random.below(GameKind::ALL.len())];
        let (record, questions) = play::game(kind, size, rules, &mut random)?;
        Some(RandomGame {
            number: self.drawn,
            kind,
            record,
            questions,
        })
    }

    /// Draws no more games of this size under these rules: the program does not know them.
    pub fn leave_out(&mut self, game: &RandomGame) {
        let (size, rules) = (game.record.size(), game.record.rules());
        self.left.retain(|left| *left != (size, rules));
    }
}

/// Whoever is asked about random games: a referee, or another program.
pub trait Asks {
    /// Asks a question. It may be about a shortened game.
    fn ask(&mut self, game: &RandomGame, question: &Question) -> QuestionOutcome;

    /// Counts the outcome of the question that was asked last. `is_first`: it is the first wrong answer of its [kind](kind_of), and
    /// the question is as short as it gets.
    fn count(
        &mut self,
        game: &RandomGame,
        question: Question,
        outcome: QuestionOutcome,
        is_first: bool,
    );

    /// False if no more is to be asked.
    fn goes_on(&self) -> bool {
        true
    }
}

/// The questions at the beginning of a game that may be declined, one after the other, before the rest of it is left out.
const LET_GO: usize = 5;

/// Asks about random games until this number has been played. Each first wrong answer of its [kind](kind_of) is made as short as
/// it gets. Sizes and rules that are declined do not count as games.
pub fn ask_about(games: &mut RandomGames, count: usize, asks: &mut impl Asks) {
    let (mut kinds, mut played) = (HashSet::new(), 0);
    while played < count
        && asks.goes_on()
        && let Some(game) = games.draw()
    {
        let (mut is_known, mut is_refused, mut declined) = (false, false, 0);
        for question in &game.questions {
            if !asks.goes_on() || !is_known && declined == LET_GO {
                break;
            }
            let (mut question, mut outcome) = (question.clone(), asks.ask(&game, question));
            let is_declined = outcome.class() == Class::CannotBeAsked;
            if is_declined && is_known && !is_refused {
                // Perhaps it has refused a move on the way.
                is_refused = true;
                asks.count(&game, question.clone(), outcome.clone(), false);
                let turns = question.before.turns();
                let refused = game.moves().take(2 * turns).find_map(|mv| {
                    let outcome = asks.ask(&game, &mv);
                    kind_of(&mv, &outcome).map(|_| (mv, outcome))
                });
                let Some(refused) = refused else { continue };
                (question, outcome) = refused;
            }
            is_known |= !is_declined;
            declined += usize::from(is_declined);
            let kind = kind_of(&question, &outcome).filter(|kind| kinds.insert(kind.clone()));
            let is_first = kind.is_some();
            if let Some(kind) = kind.filter(|_| outcome != QuestionOutcome::TimedOut) {
                question = shorten(&question, |shorter| {
                    asks.goes_on()
                        && kind_of(shorter, &asks.ask(&game, shorter)).as_ref() == Some(&kind)
                });
                outcome = asks.ask(&game, &question);
            }
            asks.count(&game, question, outcome, is_first);
        }
        if is_known {
            played += 1;
        } else {
            games.leave_out(&game);
        }
    }
}

/// Returns what is wrong with an answer, without the place: equal for answers that are probably wrong for the same reason. `None`
/// if nothing is.
pub fn kind_of(question: &Question, outcome: &QuestionOutcome) -> Option<String> {
    let expected = question.asked.right_answer();
    match outcome {
        QuestionOutcome::Right | QuestionOutcome::CannotBeAsked(_) => None,
        QuestionOutcome::Wrong(Answer::Board(..)) => Some("another board".to_owned()),
        QuestionOutcome::Wrong(Answer::Accepted(_)) => {
            Some("an illegal move is accepted".to_owned())
        }
        QuestionOutcome::Wrong(answer) => {
            let got = answer.describe(question.before.size());
            Some(format!("expected {expected}, got {got}"))
        }
        failed => Some(failed.class().name().to_owned()),
    }
}

struct Judge<'a> {
    referee: &'a mut dyn Referee,
    answers: Answers,
}

impl Asks for Judge<'_> {
    fn ask(&mut self, _: &RandomGame, question: &Question) -> QuestionOutcome {
        question.put_to(self.referee)
    }

    fn count(
        &mut self,
        game: &RandomGame,
        question: Question,
        outcome: QuestionOutcome,
        is_first: bool,
    ) {
        self.answers.add_of_game(game, question, outcome, is_first);
    }
}

/// Asks a referee about this number of random games: see [`ask_about`]. Only the first wrong answer of each kind is listed.
pub fn check(referee: &mut dyn Referee, mut games: RandomGames, count: usize) -> Answers {
    let answers = Answers::default();
    let mut judge = Judge { referee, answers };
    ask_about(&mut games, count, &mut judge);
    judge.answers
}

/// A question about a game that is in no file.
fn question(before: BoardRecord, asked: Asked) -> Question {
    let mut question = Question {
        id: String::new(),
        on: None,
        case: None,
        line: 1,
        column: 1,
        rules_then: vec![before.rules(); before.turns()],
        steps: Vec::new(),
        before,
        asked,
    };
    question.id = Ids::default().next(&question);
    question
}
