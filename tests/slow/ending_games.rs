//! Tests properties of all games between two players on random games. Each player has two windows open; messages are
//! late, lost or repeated, and some requests are nonsense.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::ending_talk::{Happening, Talk, Twist, command, sensible, talk};
use gokata::agreement::{
    Accepted, ClaimTerms, Command, Entry, Event, Game, How, NoticeKey, Proposal, Refusal, Reply,
    Request, RequestName, Stage, State, Terms, View, Viewer,
};
use gokata::{BoardRecord, Color};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// A game in progress, and the data that the checks need.
struct Played {
    game: Game,
    /// The state after each request.
    states: Vec<State>,
    windows: [[View; 2]; 2],
    on_the_way: Vec<(Request, usize)>,
    requests: usize,
    /// The number and board of each player's last approval, unless it was withdrawn.
    approvals: [Option<(u32, String)>; 2],
    /// The answers to the requests that changed the game.
    answers: HashMap<(Color, RequestName), Accepted>,
    /// What was proposed last, and has been accepted.
    proposal: Option<Proposal>,
    notices: HashSet<NoticeKey>,
}

type Seen = RefCell<BTreeMap<&'static str, u32>>;

impl Played {
    fn new(talk: &Talk) -> Played {
        let record: BoardRecord = talk.board.parse().unwrap();
        let claims = ClaimTerms {
            silence: 100,
            reminders: 1,
        };
        let terms = Terms {
            claims: talk.claims.then_some(claims),
            ..Terms::of(talk.preset)
        };
        let game = Game::new(record.with_rules(talk.preset.rules()), terms);
        let windows = Color::BOTH.map(|color| [0, 1].map(|_| game.view(Viewer::Player(color))));
        Played {
            states: vec![game.state().clone()],
            game,
            windows,
            on_the_way: Vec::new(),
            requests: 0,
            approvals: [None, None],
            answers: HashMap::new(),
            proposal: None,
            notices: HashSet::new(),
        }
    }

    fn goes_on(&mut self, happening: &Happening, seen: &Seen) -> Result<(), TestCaseError> {
        match happening {
            Happening::Look(color, window) => self.look(*color, *window),
            Happening::Ask(color, window, wish, twist) => {
                let shown = &self.windows[*color as usize][*window];
                self.send(*color, *window, command(wish, *twist, shown));
            }
            Happening::Act(color, window, which, wish) => {
                self.look(*color, *window);
                let shown = &self.windows[*color as usize][*window];
                let wish = sensible(shown, *which, wish);
                self.send(*color, *window, command(&wish, Twist::None, shown));
                if let Some((request, _)) = self.on_the_way.pop() {
                    self.arrives(request, seen)?;
                }
            }
            Happening::Arrive { .. } | Happening::Lose(_) | Happening::Again(_)
                if self.on_the_way.is_empty() => {}
            Happening::Arrive {
                which,
                stays,
                answered,
            } => {
                let which = which.index(self.on_the_way.len());
                let (request, window) = if *stays {
                    self.on_the_way[which].clone()
                } else {
                    self.on_the_way.remove(which)
                };
                let by = request.by;
                self.arrives(request, seen)?;
                if *answered {
                    self.look(by, window);
                }
            }
            Happening::Lose(which) => {
                drop(self.on_the_way.remove(which.index(self.on_the_way.len())));
            }
            Happening::Again(which) => {
                let (request, window) = which.get(&self.on_the_way).clone();
                self.send(request.by, window, request.command);
            }
            Happening::Restart => {
                let restarted = Game::replay(self.game.log());
                self.game = restarted.map_err(|error| TestCaseError::fail(error.to_string()))?;
            }
        }
        Ok(())
    }

    fn look(&mut self, color: Color, window: usize) {
        let shown = &mut self.windows[color as usize][window];
        *shown = self.game.view(Viewer::Player(color));
    }

    fn send(&mut self, by: Color, window: usize, command: Command) {
        self.requests += 1;
        let request = Request {
            by,
            name: Some(self.requests.to_string().parse().unwrap()),
            at: self.requests as u64,
            command,
        };
        self.on_the_way.push((request, window));
    }

    fn arrives(&mut self, request: Request, seen: &Seen) -> Result<(), TestCaseError> {
        let before = self.game.state().clone();
        let length = self.game.log().len();
        let by = request.by;
        let name = (by, request.name.clone().unwrap());
        let Reply {
            result, notices, ..
        } = self.takes(request)?;
        let after = self.game.state();
        let happened = &self.game.log()[length..];

        // A request that has changed the game gets the same answer again and changes nothing.
        if let Some(first) = self.answers.get(&name) {
            prop_assert_eq!(Ok(first), result.as_ref());
            prop_assert!(*after == before && happened.is_empty() && notices.is_empty());
            return Ok(());
        }
        match &result {
            Ok(answer @ Accepted::Changed { .. }) => {
                self.answers.insert(name, answer.clone());
                prop_assert!(!happened.is_empty());
                prop_assert_ne!(before.stage(), Stage::Finished);
            }
            Ok(Accepted::Unchanged) => {
                prop_assert!(*after == before && happened.is_empty() && notices.is_empty());
            }
            Err(refusal) => {
                let word = match refusal {
                    Refusal::Illegal(reason) => reason.name(),
                    other => other.code(),
                };
                *seen.borrow_mut().entry(word).or_default() += 1;
                prop_assert!(*after == before && happened.is_empty() && notices.is_empty());
            }
        }
        for notice in notices {
            prop_assert_ne!(notice.to, by);
            prop_assert!(self.notices.insert(notice.key()), "{:?} again", notice);
        }
        let numbers = happened.iter().map(|entry| entry.seq);
        prop_assert!(numbers.eq(before.seq() + 1..=after.seq()));
        prop_assert!(after.scoring_number() >= before.scoring_number());
        for Entry { event, .. } in happened {
            *seen.borrow_mut().entry(event.name()).or_default() += 1;
            match event {
                Event::Done { by, number, board } => {
                    self.approvals[*by as usize] = Some((*number, board.clone()));
                }
                Event::Undone { by } => self.approvals[*by as usize] = None,
                _ => {}
            }
        }
        self.states.push(after.clone());
        self.check_approvals()
    }

    /// Handles a request in one step, and by a proposal that is then accepted: both do the same.
    fn takes(&mut self, request: Request) -> Result<Reply, TestCaseError> {
        let mut copy = self.game.clone();
        let proposed = self.game.propose(&request);
        let unchanged = same(&self.game, &copy);
        prop_assert!(unchanged, "a proposal changes nothing");
        let reply = copy.handle(request);
        match proposed {
            Err(refusal) => {
                prop_assert_eq!(&reply.result, &Err(refusal));
                prop_assert!(reply.notices.is_empty());
            }
            Ok(proposal) => {
                prop_assert_eq!(reply.result.as_ref(), Ok(proposal.answer()));
                prop_assert_eq!(&reply.notices, proposal.notices());
                prop_assert_eq!(self.game.accept(proposal.clone()), Ok(()));
                // Once it has happened it cannot happen again, and the one before it cannot either.
                for late in self.proposal.iter().chain([&proposal]) {
                    if !late.entries().is_empty() {
                        let again = self.game.accept(late.clone());
                        prop_assert_eq!(again.as_ref(), Err(late));
                    }
                }
                self.proposal = Some(proposal);
            }
        }
        prop_assert!(same(&self.game, &copy));
        Ok(reply)
    }

    /// A player who is done has approved the current scoring number and board. A game ended by agreement exactly if
    /// both players are done.
    fn check_approvals(&self) -> Result<(), TestCaseError> {
        let state = self.game.state();
        for (color, approval) in Color::BOTH.into_iter().zip(&self.approvals) {
            if state.is_done(color) {
                let Some((number, board)) = approval else {
                    return Err(TestCaseError::fail("done without an approval"));
                };
                prop_assert_eq!(*number, state.scoring_number());
                let counted = state.finish().is_none_or(|finish| finish.counted.is_some());
                prop_assert!(!counted || *board == state.board());
            }
        }
        if let Some(finish) = state.finish() {
            prop_assert_eq!(
                finish.how == How::Agreement,
                [true; 2] == Color::BOTH.map(|color| state.is_done(color))
            );
            let counted = finish.counted.as_ref();
            let letters = counted.and_then(|counted| counted.marks.encode().ok());
            prop_assert_eq!(counted.map(|counted| counted.board.clone()), letters);
        }
        Ok(())
    }

    /// From any first part of its log, the game grows to the whole, but not by a log with an error in it.
    fn check_growth(&self) -> Result<(), TestCaseError> {
        let log = self.game.log();
        for length in 1..=log.len() {
            let (first, rest) = log.split_at(length);
            let mut game = Game::replay(first).unwrap();
            if let Some((latest, between)) = rest.split_last() {
                let mut wrong = between.to_vec();
                wrong.push(Entry {
                    seq: latest.seq + 1,
                    ..latest.clone()
                });
                let before = game.clone();
                prop_assert!(game.extend(&wrong).is_err());
                prop_assert!(same(&game, &before));
                self.check_names(&game, length)?;
            }
            prop_assert_eq!(game.extend(rest), Ok(()));
            prop_assert!(same(&game, &self.game));
            self.check_names(&game, log.len())?;
        }
        Ok(())
    }

    /// The game knows the requests of the first entries of the log, and no others.
    fn check_names(&self, game: &Game, length: usize) -> Result<(), TestCaseError> {
        for entry in self.game.log() {
            let (Some(by), Some(name)) = (entry.by, entry.request.clone()) else {
                continue;
            };
            let request = Request {
                name: Some(name),
                // Always refused if the request is not known.
                ..Request::new(by, Command::Resume { number: u32::MAX })
            };
            let known = entry.seq <= length as u64;
            if !entry.event.is_consequence() {
                prop_assert_eq!(game.propose(&request).is_ok(), known);
            }
        }
        Ok(())
    }

    /// Replaying any first part of the log gives the state after its last entry.
    fn check_log(&self) -> Result<(), TestCaseError> {
        let log = self.game.log();
        for (length, entry) in (1..).zip(log) {
            let replayed = Game::replay(&log[..length])
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            let state = replayed.state();
            prop_assert!(self.game.at(entry.seq).as_ref() == Some(state));
            prop_assert!(entry.event.by().is_none_or(|by| entry.by == Some(by)));
        }
        self.check_growth()?;
        let saved = serde_json::to_string(&self.game).unwrap();
        let loaded: Game = serde_json::from_str(&saved).unwrap();
        prop_assert!(loaded.log() == log && loaded.state() == self.game.state());
        let last_of_requests = self.states.iter().map(State::seq);
        for (seq, state) in last_of_requests.zip(&self.states) {
            prop_assert!(self.game.at(seq).as_ref() == Some(state));
        }
        Ok(())
    }
}

fn same(one: &Game, other: &Game) -> bool {
    one.log() == other.log() && one.state() == other.state()
}

#[test]
fn random_games_keep_every_property() {
    let cases = if std::env::var_os("GOKATA_DEEP").is_some() {
        100_000
    } else {
        3000
    };
    let mut runner = TestRunner::new(Config {
        cases,
        source_file: Some(file!()),
        ..Config::default()
    });
    let seen = Seen::default();
    let played = runner.run(&talk(), |talk| {
        let mut played = Played::new(&talk);
        for happening in &talk.happenings {
            played.goes_on(happening, &seen)?;
            for viewer in [
                Viewer::Player(Color::Black),
                Viewer::Player(Color::White),
                Viewer::Spectator,
            ] {
                prop_assert!(!played.game.view(viewer).message.is_empty());
            }
        }
        played.check_log()
    });
    played.unwrap();
    // Every kind of event and refusal has occurred.
    let seen = seen.into_inner();
    for name in WHAT_HAPPENS.split(' ') {
        assert!(seen.contains_key(name), "{name} never happened: {seen:?}");
    }
}

/// Events and refusals that random games must have.
const WHAT_HAPPENS: &str = "played passed take_back_asked taken_back nothing_to_take_back scoring_entered marked suggested done undone resumed resigned claimed void_offered \
    void_accepted finished wrong_phase not_your_turn you_are_done not_done stale_move \
    stale_score stale_view number_ahead board_mismatch mark_not_offered off_board empty \
    stone not_territory occupied off-board no_progress claim_not_offered claim_too_soon";
