//! A question as a fixture of its own, to be tried alone.

use crate::basics::{ByColor, GameEvent, IllegalMove, Move, Preset, Rules, Setup, Size};
use crate::fixture::{Ask, Do, Fixture, MoveWord, Picture, Placed, PointWord, Verb};
use crate::pure::BoardRecord;
use crate::referee::difference::bare;

use super::question::{Asked, Question, Step, about_moves};

/// The number of moves that one line of the fixture holds at most.
const MOVES_PER_LINE: usize = 8;

impl Question {
    /// The position in which the game began.
    pub fn opening(&self) -> Setup {
        self.before.opening_setup()
    }

    /// Returns what leads from the opening board to the question, as the actions of a fixture: moves, turns handed over, play
    /// resumed, and the rules wherever they change, those for the count only where it is asked about: then they come last,
    /// with given prisoners and marks.
    pub fn actions(&self) -> Vec<Do> {
        let mut actions = Vec::new();
        // The rules in force, as far as they say which moves are legal.
        let mut rules = Rules::default();
        let mut change_to = |next: Rules, actions: &mut Vec<Do>| {
            if rules != about_moves(next) {
                rules = about_moves(next);
                actions.push(Do::Rules(Preset::Kata, rules));
            }
        };
        // The steps begin with the first turn.
        let is_before_steps = |event: GameEvent| self.steps.is_empty() || event.turn().is_none();
        for (event, next) in self
            .events()
            .take_while(|(event, _)| is_before_steps(*event))
        {
            match event {
                // With the button, the passes before may not have ended the game.
                GameEvent::Resume(_) if next.button() => {}
                GameEvent::Turn(_) | GameEvent::Resume(_) => change_to(next, &mut actions),
                GameEvent::HandTurn(_) => {}
            }
            actions.push(Do::of_event(event, self.before.size()));
        }
        let now = self.before.rules();
        let Some(counted) = self.asked.counted() else {
            change_to(now, &mut actions);
            let word = |mv| MoveWord::new(mv, self.before.size());
            actions.extend(self.steps.iter().map(|step| match *step {
                Step::Play(mv) => Do::Play(word(mv)),
                Step::Try(mv) => Do::Try(word(mv)),
                Step::Undo => Do::Undo(1),
            }));
            return actions;
        };
        if now != rules {
            actions.push(Do::Rules(Preset::Kata, now));
        }
        if counted.given != ByColor::default() {
            actions.push(Do::Given(counted.given));
        }
        actions.extend(counted.marking.iter().cloned());
        actions
    }

    /// Returns a fixture that asks this question last: after the moves, which are questions, too.
    pub fn fixture(&self) -> Fixture {
        let size = self.before.size();
        let mut verbs: Vec<Verb> = self.actions().into_iter().map(Verb::Do).collect();
        match &self.asked {
            Asked::Legal(mv, verdict) => verbs.push(about_move(*mv, *verdict, size)),
            Asked::Board(mv, setup) => {
                verbs.push(Verb::Do(Do::Play(MoveWord::new(*mv, size))));
                verbs.push(Verb::Ask(Ask::Board(bare(setup.clone()))));
            }
            Asked::Now(setup) => verbs.push(Verb::Ask(Ask::Board(bare(setup.clone())))),
            Asked::Prisoners(tally) => verbs.push(Verb::Ask(Ask::Prisoners(*tally))),
            Asked::Score(_, score) => verbs.push(Verb::Ask(Ask::Score(*score))),
            Asked::Owner(_, owners) => {
                let picture = Picture::of(size, owners.clone());
                verbs.push(Verb::Ask(Ask::Owner(picture)));
            }
            Asked::Dead(_, known) => verbs.extend(known.iter().map(|(stones, status)| {
                let first = stones.iter().take(1);
                let words = first.map(|point| Placed::nowhere(PointWord::new(point, size)));
                Verb::Ask(Ask::Status(*status, words.collect()))
            })),
        }
        written(self.opening(), self.case.clone(), verbs)
    }

    /// Writes a game as a fixture: its rules, its moves, and a question about a move at its end, if one is given, with the right
    /// answer.
    ///
    /// ```
    /// use gokata::questions::Question;
    /// use gokata::{BoardRecord, Color, Move};
    ///
    /// let record: BoardRecord = "o\n-x-\nx--\n---\n".parse()?;
    /// let fixture = Question::written(&record, Some(Move::play(Color::White, (0, 0))));
    /// assert_eq!(fixture.to_string(), "o\n-x-\nx--\n---\n\nillegal suicide o:A3\n");
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn written(record: &BoardRecord, asked: Option<Move>) -> Fixture {
        let (size, rules) = (record.size(), record.rules());
        let named = Do::Rules(Preset::nearest(rules), rules);
        let named = Some(named).filter(|_| rules != Rules::default());
        let events = record.events().into_iter();
        let events = events.map(|event| Do::of_event(event, size));
        let actions = named.into_iter().chain(events).map(Verb::Do);
        let asked = asked.map(|mv| about_move(mv, record.check(mv), size));
        let mut fixture = written(record.opening_setup(), None, actions.chain(asked).collect());
        fixture.cases.retain(|case| !case.steps.is_empty());
        fixture
    }
}

fn about_move(mv: Move, verdict: Result<(), IllegalMove>, size: Size) -> Verb {
    let words = vec![Placed::nowhere(MoveWord::new(mv, size))];
    Verb::Ask(match verdict {
        Ok(()) => Ask::Legal(words),
        Err(reason) => Ask::Illegal(reason, words),
    })
}

fn written(opening: Setup, case: Option<String>, verbs: Vec<Verb>) -> Fixture {
    let mut fixture = Fixture::of(bare(opening), case, verbs);
    let steps = fixture.cases.iter_mut().flat_map(|case| &mut case.steps);
    number_lines(steps);
    fixture
}

/// Numbers the lines on which the steps will be printed.
fn number_lines<'a>(steps: impl Iterator<Item = &'a mut Placed<Verb>>) {
    let (mut line, mut moves) = (0, 0);
    for step in steps {
        let is_move = matches!(step.value, Verb::Do(Do::Play(_)));
        if !is_move || moves == MOVES_PER_LINE {
            moves = 0;
        }
        line += usize::from(moves == 0);
        moves += usize::from(is_move);
        step.line = line;
    }
}
