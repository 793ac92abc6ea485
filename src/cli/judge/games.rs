//! Random games in place of fixtures: `--games`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use gokata::questions::games::{Asks, RandomGame, RandomGames, ask_about};
use gokata::questions::{Class, OwnRules, Question, QuestionOutcome, Questions};
use gokata::{Rules, Size};

use super::client::{Answered, NoAnswer};
use super::command::Run;
use crate::program::error::ProgramError;
use crate::read::arguments::any_seed;
use crate::read::corpus::Source;
use crate::terminal::error::CommandError;
use crate::terminal::signals::ended_by;
use crate::terminal::text::plain_line;

/// The run that asks about games.
struct Player<'r, 'a> {
    run: &'r mut Run<'a>,
    until: Option<Instant>,
    /// What came of the latest question, and the program's command, where it could not be started.
    last: Option<Answered>,
    not_started: Option<String>,
    /// The game of the latest answer.
    number: usize,
}

impl Run<'_> {
    /// Asks about random games. `rules`: of all games, if they are named. Fails if the program cannot be started.
    pub(super) fn play(&mut self, rules: Option<Rules>) -> Result<(), CommandError> {
        let args = &self.args.games;
        let count = args.games.map_or(0, NonZero::get);
        let seed = args.seed.unwrap_or_else(any_seed);
        let until = args.time.and_then(|time| Instant::now().checked_add(time));
        let sizes: Vec<Size> = match args.size {
            Some(size) => vec![size],
            None => RandomGames::sizes().collect(),
        };
        // The first answer says which boards and rules the program has.
        let mut probe = RandomGames::new(seed, &sizes[..1], rules.as_slice());
        let first = probe
            .draw()
            .and_then(|game| game.questions.into_iter().next());
        if let Some(first) = first {
            let patience = self.failures.patience();
            let answer = self.client.ask(&first, "is-anybody-there", patience);
            if let Err(NoAnswer::Failed(ProgramError::NotStarted(why))) = answer {
                return Err(self.not_started(&why));
            }
        }
        let about = self.client.about();
        let own = about.own.and_then(OwnRules::named_of_moves);
        let named = self.boards.named(&*self.client);
        let has = |size: &Size| named.is_none_or(|sizes| sizes.has(*size));
        let sizes: Vec<Size> = sizes.into_iter().filter(has).collect();
        if sizes.is_empty() {
            return Err(
                "the program has no board of this size: --size names one of its own".into(),
            );
        }
        let rules = rules.or(own);
        let mut games = RandomGames::new(seed, &sizes, rules.as_slice());
        self.plan.notes.push(format!("seed: {seed}"));
        let mut player = Player {
            until,
            last: None,
            not_started: None,
            number: 0,
            run: self,
        };
        ask_about(&mut games, count, &mut player);
        if let Some(why) = player.not_started {
            return Err(self.not_started(&why));
        }
        self.plan
            .notes
            .extend(ended_by().map(|_| "ended by a signal".to_owned()));
        Ok(())
    }
}

impl Asks for Player<'_, '_> {
    fn ask(&mut self, game: &RandomGame, question: &Question) -> QuestionOutcome {
        let run = &mut *self.run;
        let id = plain_line(&question.id_in(&game.name()));
        let (begun, patience) = (Instant::now(), run.failures.patience());
        let answer = run.client.ask(question, &id, patience);
        run.failures.count(&answer, begun.elapsed());
        let outcome = match &answer {
            Ok(answer) if question.accepts(answer) => QuestionOutcome::Right,
            Ok(answer) => QuestionOutcome::Wrong(answer.clone()),
            Err(why) => {
                if let NoAnswer::Failed(ProgramError::NotStarted(why)) = why {
                    self.not_started = Some(why.clone());
                }
                let detail = why.detail().unwrap_or_default();
                match why.outcome() {
                    Class::CannotBeAsked => QuestionOutcome::CannotBeAsked(detail),
                    Class::TimedOut => QuestionOutcome::TimedOut,
                    Class::Nonsense => QuestionOutcome::Nonsense(detail),
                    _ => QuestionOutcome::Crashed(detail),
                }
            }
        };
        self.last = Some(answer);
        outcome
    }

    fn count(
        &mut self,
        game: &RandomGame,
        question: Question,
        outcome: QuestionOutcome,
        is_first: bool,
    ) {
        let Some(answer) = self.last.clone() else {
            return;
        };
        let name = game.name();
        let source = Source {
            file: PathBuf::from(&name),
            is_own: false,
            asks: Questions::default(),
            name,
        };
        // Sizes and rules that are declined make no game.
        if self.number != game.number && outcome.class() != Class::CannotBeAsked {
            self.number = game.number;
            self.run.tallies.files += 1;
            self.run.reporter.bar.inc(1);
        }
        self.run.judge(&source, &question, answer, Some(is_first));
    }

    fn goes_on(&self) -> bool {
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        let run = &*self.run;
        let is_ended = is_late || ended_by().is_some() || self.not_started.is_some();
        !is_ended && run.failures.reached().is_none() && !run.reporter.output.is_cut_off()
    }
}
