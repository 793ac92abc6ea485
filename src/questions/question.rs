//! Questions, answers to them, and the rules that a program plays by, whatever it is asked.

use std::str::FromStr;

use crate::basics::{
    ByColor, Color, GameEvent, GivenRules, IllegalMove, Move, ParseError, PointSet, Rules, Setup,
    Size,
};
use crate::fixture::{Do, NotAsked};
use crate::pure::{BoardRecord, check_move};

use crate::referee::{Answer, PureGame, Referee};
use crate::scoring::{Marks, Score, Standing, Status};

/// The questions of a fixture: the legality of moves, the boards after them, and the count.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Questions {
    /// The questions, in the order of the file.
    pub questions: Vec<Question>,
    /// The lines that give no question: those about chains, liberties, eyes or states of points, and those for which there
    /// is no move.
    pub not_asked: Vec<NotAsked>,
}

/// One question, with all that is needed to answer it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Question {
    /// Its identifier in the file: the move, `score`, `owner` or `dead`, and five letters for everything else that the answer may
    /// depend on, such as `C2-h7x3q`; `C2-h7x3q-2` if the case asks the same again. Before it, five letters for the name of
    /// the case, if it has one: `k2m4p.C2-h7x3q`. Other lines, cases and comments do not change it, nor does the expected
    /// answer.
    pub id: String,
    /// The larger board to which the question was moved: see [`Embedding`](super::Embedding).
    pub on: Option<Size>,
    /// The case's name.
    pub case: Option<String>,
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// The game up to the question, under the rules in force; what `steps` take back is not in it.
    pub before: BoardRecord,
    /// What the program does from the opening on, where an attempted move or a turn taken back stands before the question.
    /// Else empty: then only `before` matters.
    pub steps: Vec<Step>,
    /// The rules in force at each turn of `before`; a fixture can change them during a game.
    pub rules_then: Vec<Rules>,
    /// What is asked, with the right answer.
    pub asked: Asked,
}

/// What a program does on the way to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It makes this move, which is legal.
    Play(Move),
    /// It attempts this move, which is illegal: it must refuse it, and nothing changes.
    Try(Move),
    /// It takes back the latest turn.
    Undo,
}

/// What is asked about a game, with the right answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Is the move legal? It is, or it is illegal for this reason.
    Legal(Move, Result<(), IllegalMove>),
    /// What is the situation after the move, which is legal?
    Board(Move, Setup),
    /// What is the situation now, behind an attempted move or a turn taken back?
    Now(Setup),
    /// How many stones has each color captured, or gained by suicides of the other one?
    Prisoners(ByColor<u32>),
    /// What is the result?
    Score(Box<Counted>, Score),
    /// Who owns each point, in reading order?
    Owner(Box<Counted>, Vec<Option<Color>>),
    /// Which stones are dead? Nothing is marked. The chains of which something is known, with what becomes of them.
    Dead(Box<Counted>, Vec<(PointSet, Status)>),
}

/// The board of a game as it is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// All that the count depends on.
    pub standing: Standing,
    /// The prisoners from before the opening, which `standing` contains.
    pub given: ByColor<u32>,
    /// What has marked stones and regions, in this order: [`Do::Dead`] and [`Do::Mark`].
    pub marking: Vec<Do>,
}

impl Counted {
    /// The game as it stands, with these marks.
    pub(super) fn new(
        game: &BoardRecord,
        marks: Marks,
        given: ByColor<u32>,
        marking: Vec<Do>,
    ) -> Counted {
        let standing = Standing::from(game);
        let prisoners = ByColor::from_fn(|color| {
            let taken = standing.prisoners[color];
            taken.saturating_add(given[color])
        });
        Counted {
            standing: Standing {
                marks,
                prisoners,
                ..standing
            },
            given,
            marking,
        }
    }
}

impl Asked {
    /// The move that is asked about; `None` for a count, for the board now, and for prisoners.
    pub fn mv(&self) -> Option<Move> {
        match self {
            Asked::Legal(mv, _) | Asked::Board(mv, _) => Some(*mv),
            _ => None,
        }
    }

    /// What is counted; `None` for a question about a move.
    pub fn counted(&self) -> Option<&Counted> {
        match self {
            Asked::Score(counted, _) | Asked::Owner(counted, _) | Asked::Dead(counted, _) => {
                Some(counted)
            }
            _ => None,
        }
    }

    /// `legal`, `board`, `prisoners`, `score`, `owner` or `dead`: the question's last line in the line protocol, without the question mark.
    pub fn kind(&self) -> &'static str {
        match self {
            Asked::Legal(..) => "legal",
            Asked::Board(..) | Asked::Now(_) => "board",
            Asked::Prisoners(_) => "prisoners",
            Asked::Score(..) => "score",
            Asked::Owner(..) => "owner",
            Asked::Dead(..) => "dead",
        }
    }

    /// The row of the tables that counts the question: the reason why the move is illegal, else [`Asked::kind`].
    pub fn right_answer(&self) -> &'static str {
        match self {
            Asked::Legal(_, Err(reason)) => reason.name(),
            asked => asked.kind(),
        }
    }

    /// The right answer.
    pub fn answer(&self) -> Answer {
        match self {
            Asked::Legal(_, verdict) => (*verdict).into(),
            Asked::Board(_, setup) | Asked::Now(setup) => {
                let stones = setup.points().unwrap_or_default();
                Answer::Board(Some(setup.to_play), stones)
            }
            Asked::Prisoners(tally) => Answer::Prisoners(*tally),
            Asked::Score(_, score) => Answer::Score(*score),
            Asked::Owner(_, owners) => Answer::Owners(owners.clone()),
            Asked::Dead(counted, known) => {
                let is_dead = |point| {
                    let (_, status) = known.iter().find(|(stones, _)| stones.contains(point))?;
                    Some(*status == Status::Dead)
                };
                let points = counted.standing.marks.size().points();
                Answer::Dead(points.map(is_dead).collect())
            }
        }
    }
}

impl Question {
    /// The identifier in a run, with the fixture's name: `kata/6-ko/retake-at-once#C3-xugq7`, on a larger board
    /// `kata/6-ko/retake-at-once@9x9#C3-xugq7`.
    pub fn id_in(&self, fixture: &str) -> String {
        let on = self.on.map(|size| format!("@{size}")).unwrap_or_default();
        format!("{fixture}{on}#{}", self.id)
    }

    /// True if the answer is right. The reason and the side to play are compared only if the program gives them, and dead
    /// stones only where the fixture states something.
    pub fn accepts(&self, answer: &Answer) -> bool {
        match (&self.asked, answer) {
            (Asked::Legal(_, verdict), answer) => answer.agrees_with(*verdict),
            (Asked::Board(_, setup) | Asked::Now(setup), Answer::Board(side, stones)) => {
                side.is_none_or(|side| side == setup.to_play)
                    && setup.points().is_ok_and(|points| points == *stones)
            }
            (Asked::Dead(..), Answer::Dead(got)) => {
                let Answer::Dead(known) = self.asked.answer() else {
                    return false;
                };
                let mut pairs = known.iter().zip(got);
                known.len() == got.len()
                    && pairs.all(|(known, got)| known.is_none() || known == got)
            }
            (asked, answer) => asked.answer() == *answer,
        }
    }

    /// What is asked, in words: `Black C3`, `the board after White B3`, `the score`.
    pub fn describe(&self) -> String {
        let size = self.before.size();
        match &self.asked {
            Asked::Legal(mv, _) => mv.describe(size),
            Asked::Board(mv, _) => format!("the board after {}", mv.describe(size)),
            Asked::Now(_) => "the board".to_owned(),
            Asked::Prisoners(_) => "the prisoners".to_owned(),
            Asked::Score(..) => "the score".to_owned(),
            Asked::Owner(..) => "the owner of each point".to_owned(),
            Asked::Dead(..) => "the dead stones".to_owned(),
        }
    }

    /// The rules that the answer depends on, as text: `ko=simple suicide=forbidden`; for a count, all.
    pub fn rules(&self) -> String {
        match self.asked.counted() {
            None => in_force(self.before.rules()),
            Some(_) => text(self.before.rules().pairs()),
        }
    }

    /// True if the turn has been handed over without a move.
    pub fn is_handed_over(&self) -> bool {
        self.past(|event| matches!(event, GameEvent::HandTurn(_)))
    }

    /// True if play has been resumed after passes.
    pub fn is_resumed(&self) -> bool {
        self.past(|event| matches!(event, GameEvent::Resume(_)))
    }

    /// The question for a program that plays by rules of its own. `own`: the rules that it plays by when it is asked to play
    /// by these.
    ///
    /// # Errors
    /// Why it depends on other rules: a move before the question is illegal under these, or the right answer is another
    /// one.
    pub fn under(&self, own: impl Fn(Rules) -> Rules) -> Result<Question, String> {
        let asked = self.put_under(own);
        if (asked.before.rules(), &asked.rules_then) == (self.before.rules(), &self.rules_then) {
            return Ok(asked);
        }
        let fails = |why: &str| {
            let (own, others) = (asked.before.rules(), self.before.rules());
            let differs = |pair: &(_, String)| !others.pairs().any(|other| other == *pair);
            let rules = match asked.asked.counted() {
                // The rules of earlier moves may be all that differs.
                Some(_) if own != others => text(own.pairs().filter(differs)),
                _ => in_force(own),
            };
            Err(format!("{UNDER_OWN_RULES} ({rules}) {why}"))
        };
        if asked.replayed().is_none() {
            return fails(match &self.steps[..] {
                [] => "a move before the question is illegal",
                _ => "a step before the question has another outcome",
            });
        }
        let is_same = match &asked.asked {
            // If the reasons differ, the question is about a rule that the program does not have.
            Asked::Legal(mv, expected) => check_move(*mv, &asked.before) == *expected,
            Asked::Board(mv, _) => check_move(*mv, &asked.before).is_ok(),
            Asked::Score(counted, score) => counted.standing.count().score() == *score,
            Asked::Owner(..) | Asked::Now(_) | Asked::Prisoners(_) => true,
            // What becomes of stones under other rules is not known.
            Asked::Dead(..) => {
                let [own, others] = [&asked, self].map(|it| it.before.rules());
                (own.suicide(), own.scoring()) == (others.suicide(), others.scoring())
            }
        };
        if !is_same {
            return fails("the right answer is another one");
        }
        Ok(asked)
    }

    /// The same question under rules of the program's own, whether the answer is the same or not.
    #[must_use]
    pub fn put_under(&self, own: impl Fn(Rules) -> Rules) -> Question {
        let mut asked = Question {
            before: self.before.with_rules(own(self.before.rules())),
            rules_then: self.rules_then.iter().copied().map(own).collect(),
            ..self.clone()
        };
        if let Asked::Score(counted, _) | Asked::Owner(counted, _) | Asked::Dead(counted, _) =
            &mut asked.asked
        {
            let old = (**counted).clone();
            **counted = Counted::new(&asked.before, old.standing.marks, old.given, old.marking);
        }
        asked
    }

    /// The game before each of the [steps](Question::steps), and after the last one; up to a step that has another outcome.
    pub fn games(&self) -> impl Iterator<Item = BoardRecord> {
        let first = self.before.at(0).unwrap_or_else(|| self.before.clone());
        let after = self.steps.iter().scan(first.clone(), |game, step| {
            *game = match step {
                Step::Play(mv) => game.play(*mv).ok()?,
                Step::Try(mv) => check_move(*mv, game).err().map(|_| game.clone())?,
                Step::Undo => game.undo()?,
            };
            Some(game.clone())
        });
        [first].into_iter().chain(after)
    }

    /// Returns the game again, with each move checked under the rules of its turn. `None` if one is illegal, or one that
    /// must be refused is legal.
    fn replayed(&self) -> Option<BoardRecord> {
        if !self.steps.is_empty() {
            return self.games().nth(self.steps.len());
        }
        let mut game = BoardRecord::try_from(&self.opening()).ok()?;
        for (event, rules) in self.events() {
            game = game.with_rules(rules).apply(event).ok()?;
        }
        Some(game)
    }

    /// The events before the question, each with the rules in force at the next turn from there on.
    pub(super) fn events(&self) -> impl Iterator<Item = (GameEvent, Rules)> {
        let mut turns = 0;
        self.before.events().into_iter().map(move |event| {
            let rules = self.rules_then.get(turns).copied();
            turns += usize::from(event.turn().is_some());
            (event, rules.unwrap_or(self.before.rules()))
        })
    }

    fn past(&self, is: impl Fn(GameEvent) -> bool) -> bool {
        self.before.events().into_iter().any(is)
    }
}

/// The prisoners of this game, without pass stones.
pub(super) fn tally_of(record: &BoardRecord) -> ByColor<u32> {
    let rules = record.rules().with_pass_stones(false);
    let game = PureGame::from(record.with_rules(rules));
    Referee::prisoners(&game).unwrap_or_default()
}

/// The kata's rules with those of these rules that say which moves are legal.
pub(super) fn about_moves(rules: Rules) -> Rules {
    Rules::default()
        .with_ko(rules.ko())
        .with_suicide(rules.suicide())
        .with_button(rules.button())
}

/// Returns those of the rules that say which moves are legal, as text: `ko=simple suicide=forbidden`.
pub fn in_force(rules: Rules) -> String {
    text(rules.pairs().filter(|(key, _)| ABOUT_MOVES.contains(key)))
}

/// How the reasons begin why a question is not asked of a program with rules of its own.
pub(super) const UNDER_OWN_RULES: &str = "under the program's own rules";

/// The keys of the rules that say which moves are legal. In questions about moves, the button does, too.
pub(super) const ABOUT_MOVES: [&str; 2] = ["ko", "suicide"];

pub(super) fn text(pairs: impl Iterator<Item = (&'static str, String)>) -> String {
    let words: Vec<String> = pairs.map(|(key, value)| format!("{key}={value}")).collect();
    words.join(" ")
}

/// Rules of a program's own (`--engine-rules`, or its line `start`). They bind the keys that are given. Of the keys that say
/// which moves are legal, one is enough: the others are those of the kata then.
///
#[cfg_attr(feature = "corpus", doc = "```")]
#[cfg_attr(not(feature = "corpus"), doc = "```ignore")]
/// use gokata::corpus;
/// use gokata::questions::OwnRules;
///
/// let mut questions = corpus::questions().map(|(_, question)| question);
/// let question = questions.find(|question| question.asked.right_answer() == "suicide");
/// let question = question.ok_or("there are some")?;
/// let own: OwnRules = "ko=positional suicide=allowed".parse()?;
/// assert_eq!(
///     own.under(&question).unwrap_err(),
///     "under the program's own rules (ko=positional suicide=allowed) the right answer is another one"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnRules(
    /// As they are given.
    pub GivenRules,
);

impl OwnRules {
    /// The rules that say which moves are legal.
    pub fn of_moves(self) -> Rules {
        self.0.over_kata()
    }

    /// The same, where one of them is named: else a program is asked about all.
    pub fn named_of_moves(self) -> Option<Rules> {
        self.0.has_any_of(&ABOUT_MOVES).then(|| self.of_moves())
    }

    /// The question as the program is asked.
    ///
    /// # Errors
    /// Why its answer depends on other rules.
    pub fn under(self, question: &Question) -> Result<Question, String> {
        question.under(|asked| self.over(asked, question))
    }

    /// The question under these rules, whether its answer is the same or not.
    pub fn put_under(self, question: &Question) -> Question {
        question.put_under(|asked| self.over(asked, question))
    }

    fn over(self, asked: Rules, question: &Question) -> Rules {
        let kata = Rules::default();
        let mut rules = asked;
        if self.0.has_any_of(&ABOUT_MOVES) {
            rules = rules.with_ko(kata.ko()).with_suicide(kata.suicide());
            // In a question about a move, the button is one of these keys.
            if question.asked.mv().is_some() {
                rules = rules.with_button(kata.button());
            }
        }
        for (key, value) in self.0.bound() {
            // These values have been parsed before.
            let _ = rules.set(key, &value);
        }
        rules
    }

    /// True if the rules say something about this key.
    pub fn names(self, key: &str) -> bool {
        self.0.bound().any(|(bound, _)| bound == key)
    }

    /// The rules as text: those about moves, and for a program that counts, the other keys that it names.
    pub fn text(self, counts: bool) -> String {
        let mut words = Vec::new();
        if self.0.has_any_of(&ABOUT_MOVES) || !counts {
            words.push(in_force(self.of_moves()));
        }
        let others = self.0.bound();
        let others = others.filter(|(key, _)| counts && !ABOUT_MOVES.contains(key));
        words.extend(others.map(|(key, value)| format!("{key}={value}")));
        words.join(" ")
    }
}

impl FromStr for OwnRules {
    type Err = ParseError;

    /// Parses rules as [`GivenRules`] do.
    fn from_str(text: &str) -> Result<OwnRules, ParseError> {
        text.parse().map(OwnRules)
    }
}
