//! Tests properties of all games between two players on random games. Each player has two windows open; messages are
//! late, lost or repeated, and some requests are nonsense.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use gokata::agreement::{
    Allowed, Answer, ClaimTerms, Command, Entry, Event, Game, How, NoticeKey, Opening, Refusal,
    Reply, Request, Stage, State, Terms, View, Viewer, apply,
};
use gokata::scoring::Mark;
use gokata::{BoardRecord, Color, Point, Preset};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};

/// An event in a random game.
#[derive(Debug, Clone)]
enum Happening {
    /// A player refreshes one of their windows.
    Look(Color, usize),
    /// A player refreshes a window and sends a sensible request, which arrives at once.
    Act(Color, usize, Index, Wish),
    /// A player sends a request that depends on what one of their windows shows.
    Ask(Color, usize, Wish, Twist),
    /// A message arrives; it may arrive again; its answer may be lost.
    Arrive {
        which: Index,
        stays: bool,
        answered: bool,
    },
    /// A message is lost.
    Lose(Index),
    /// A player sends the same command again, as a new request.
    Again(Index),
}

#[derive(Debug, Clone)]
enum Wish {
    Play(Index),
    Pass,
    Mark(Index, Mark),
    Done,
    Undone,
    Resume,
    Resign,
    Claim(u64),
    Void,
}

/// How a request differs from what the player's window shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Twist {
    None,
    NumberTooLow,
    NumberTooHigh,
    /// Another board, or a point off it.
    Nonsense,
}

#[derive(Debug, Clone)]
struct Talk {
    board: &'static str,
    preset: Preset,
    claims: bool,
    happenings: Vec<Happening>,
}

const BOARDS: [&str; 4] = [
    "x\n---\n---\n---\n",
    "o\n-x-xo-o-\nxxxxoooo\n--xxoo--\n-o-xo-x-\n",
    "x\n-x-o-\n-xxo-\nox-ox\n",
    "x\nx-o\n",
];

fn talk() -> impl Strategy<Value = Talk> {
    let presets = [
        Preset::Japanese,
        Preset::Japanese,
        Preset::Aga,
        Preset::AgaButton,
        Preset::NewZealand,
        Preset::TrompTaylor,
    ];
    let parts = (
        select(BOARDS.to_vec()),
        select(presets.to_vec()),
        any::<bool>(),
        prop::collection::vec(happening(), 0..120),
    );
    parts.prop_map(|(board, preset, claims, happenings)| Talk {
        board,
        preset,
        claims,
        happenings,
    })
}

fn happening() -> impl Strategy<Value = Happening> {
    let color = || select(Color::BOTH.to_vec());
    let arrive = (
        any::<Index>(),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.8),
    );
    prop_oneof![
        4 => (color(), 0..2usize).prop_map(|(color, window)| Happening::Look(color, window)),
        16 => (color(), 0..2usize, any::<Index>(), wish()).prop_map(|(color, window, which, wish)| Happening::Act(color, window, which, wish)),
        8 => (color(), 0..2usize, wish(), twist()).prop_map(|(color, window, wish, twist)| Happening::Ask(color, window, wish, twist)),
        8 => arrive.prop_map(|(which, stays, answered)| Happening::Arrive { which, stays, answered }),
        1 => any::<Index>().prop_map(Happening::Lose),
        1 => any::<Index>().prop_map(Happening::Again),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    let marks = vec![
        Mark::Dead,
        Mark::Dead,
        Mark::Alive,
        Mark::Neutral,
        Mark::Counted,
    ];
    prop_oneof![
        20 => any::<Index>().prop_map(Wish::Play),
        60 => Just(Wish::Pass),
        50 => (any::<Index>(), select(marks)).prop_map(|(point, mark)| Wish::Mark(point, mark)),
        60 => Just(Wish::Done),
        10 => Just(Wish::Undone),
        25 => Just(Wish::Resume),
        1 => Just(Wish::Resign),
        30 => (0..200u64).prop_map(Wish::Claim),
        4 => Just(Wish::Void),
    ]
}

fn twist() -> impl Strategy<Value = Twist> {
    prop_oneof![
        20 => Just(Twist::None),
        3 => Just(Twist::NumberTooLow),
        3 => Just(Twist::NumberTooHigh),
        3 => Just(Twist::Nonsense),
    ]
}

fn command(wish: &Wish, twist: Twist, seen: &View) -> Command {
    let number = match twist {
        Twist::NumberTooLow => seen.scoring_number.saturating_sub(1),
        Twist::NumberTooHigh => seen.scoring_number + 1,
        Twist::None | Twist::Nonsense => seen.scoring_number,
    };
    let move_no = match twist {
        Twist::NumberTooLow => seen.move_no.saturating_sub(1),
        Twist::NumberTooHigh => usize::MAX,
        Twist::None | Twist::Nonsense => seen.move_no,
    };
    let point = |index: &Index| match twist {
        Twist::Nonsense => Point::from((i32::MAX, -1)),
        _ => *index.get(&seen.size.points().collect::<Vec<_>>()),
    };
    match wish {
        Wish::Play(index) => Command::Play {
            point: point(index),
            move_no,
        },
        Wish::Pass => Command::Pass { move_no },
        Wish::Mark(index, mark) => Command::Mark {
            point: point(index),
            mark: *mark,
            base: number,
        },
        Wish::Done => Command::Done {
            number,
            board: match twist {
                Twist::Nonsense => seen.board.to_uppercase() + "é",
                _ => seen.board.clone(),
            },
        },
        Wish::Undone => Command::Undone { number },
        Wish::Resume => Command::Resume { number },
        Wish::Resign => Command::Resign,
        Wish::Claim(silent_for) => Command::Claim {
            silent_for: *silent_for,
            reminders: u32::MAX,
        },
        Wish::Void => Command::Void,
    }
}

/// Returns an allowed wish, except resigning or offering to void the game. Returns `wish` if nothing else is allowed.
fn sensible(seen: &View, which: Index, wish: &Wish) -> Wish {
    let ends = [Allowed::Resign, Allowed::OfferVoid];
    let mut allowed = seen.allowed.clone();
    allowed.retain(|what| !ends.contains(what));
    if allowed.is_empty() {
        return wish.clone();
    }
    match which.get(&allowed) {
        Allowed::Play => Wish::Play(which),
        Allowed::Pass => Wish::Pass,
        Allowed::MarkStones => Wish::Mark(which, Mark::Dead),
        Allowed::MarkRegions => Wish::Mark(which, Mark::Neutral),
        Allowed::Done => Wish::Done,
        Allowed::Undone => Wish::Undone,
        Allowed::Resume => Wish::Resume,
        Allowed::Claim => Wish::Claim(u64::MAX),
        Allowed::OfferVoid | Allowed::AcceptVoid => Wish::Void,
        Allowed::Resign => Wish::Resign,
    }
}

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
    first_replies: HashMap<(Color, String), Result<Answer, Refusal>>,
    notices: HashSet<NoticeKey>,
}

type Seen = RefCell<BTreeMap<&'static str, u32>>;

impl Played {
    fn new(talk: &Talk) -> Played {
        let record: BoardRecord = talk.board.parse().expect("a board");
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
            first_replies: HashMap::new(),
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
        }
        Ok(())
    }

    fn look(&mut self, color: Color, window: usize) {
        let shown = &mut self.windows[color as usize][window];
        if let Some(news) = self.game.poll(Viewer::Player(color), shown.seq) {
            *shown = news;
        }
    }

    fn send(&mut self, by: Color, window: usize, command: Command) {
        self.requests += 1;
        let request = Request {
            by,
            id: Some(self.requests.to_string()),
            at: self.requests as u64,
            command,
        };
        self.on_the_way.push((request, window));
    }

    fn arrives(&mut self, request: Request, seen: &Seen) -> Result<(), TestCaseError> {
        let before = self.game.state().clone();
        let length = self.game.log().len();
        let by = request.by;
        let name = (by, request.id.clone().unwrap_or_default());
        let Reply { result, notices } = self.game.handle(request);
        let after = self.game.state();
        let happened = &self.game.log()[length..];

        // A repeated request gets the same answer and changes nothing.
        if let Some(first) = self.first_replies.get(&name) {
            prop_assert_eq!(first, &result);
            prop_assert!(*after == before && happened.is_empty() && notices.is_empty());
            return Ok(());
        }
        self.first_replies.insert(name, result.clone());
        match &result {
            Ok(Answer::Changed { .. }) => {
                prop_assert!(!happened.is_empty());
                prop_assert_ne!(before.stage(), Stage::Finished);
            }
            Ok(Answer::Unchanged) => {
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

    /// Replaying any first part of the log gives the state after its last entry.
    fn check_log(&self) -> Result<(), TestCaseError> {
        let log = self.game.log();
        let mut state: Option<State> = None;
        for (length, entry) in (1..).zip(log) {
            let replayed = Game::replay(&log[..length])
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            let applied = match &entry.event {
                Event::Started(Opening { record, terms }) => {
                    Game::new(record.clone(), *terms).state().clone()
                }
                event => match state.map(|state| apply(&state, event)) {
                    Some(Ok(state)) => state,
                    other => return Err(TestCaseError::fail(format!("{other:?}"))),
                },
            };
            prop_assert!(*replayed.state() == applied, "{}", length);
            prop_assert!(self.game.at(entry.seq).as_ref() == Some(&applied));
            prop_assert!(entry.event.by().is_none_or(|by| entry.by == Some(by)));
            state = Some(applied);
        }
        prop_assert!(state.as_ref() == Some(self.game.state()));
        #[cfg(feature = "serde")]
        {
            let saved = serde_json::to_string(&self.game).expect("JSON");
            let loaded: Game = serde_json::from_str(&saved).expect("a game");
            prop_assert!(loaded.log() == log && loaded.state() == self.game.state());
        }
        let last_of_requests = self.states.iter().map(State::seq);
        for (seq, state) in last_of_requests.zip(&self.states) {
            prop_assert!(self.game.at(seq).as_ref() == Some(state));
        }
        Ok(())
    }
}

#[test]
fn random_games_keep_every_property() {
    let cases = if std::env::var_os("GOKATA_DEEP").is_some() {
        100_000
    } else {
        6000
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
    played.unwrap_or_else(|error| panic!("{error}"));
    // Every kind of event and refusal has occurred.
    let seen = seen.into_inner();
    for name in WHAT_HAPPENS {
        assert!(seen.contains_key(name), "{name} never happened: {seen:?}");
    }
}

/// Events and refusals that random games must have.
const WHAT_HAPPENS: [&str; 30] = [
    "played",
    "passed",
    "scoring_entered",
    "marked",
    "done",
    "undone",
    "resumed",
    "resigned",
    "claimed",
    "void_offered",
    "void_accepted",
    "finished",
    "wrong_phase",
    "not_your_turn",
    "you_are_done",
    "not_done",
    "stale_move",
    "stale_score",
    "number_ahead",
    "board_mismatch",
    "mark_not_offered",
    "off_board",
    "empty",
    "stone",
    "not_territory",
    "occupied",
    "off-board",
    "no_progress",
    "claim_not_offered",
    "claim_too_soon",
];
