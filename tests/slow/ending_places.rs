//! For `ending_model.rs`: what players can send, and what the real code, or a server that checks less, makes of it.

use std::collections::HashMap;

use crate::support::table::{Column, at, game};
use gokata::agreement::{
    Allowed, Command, Event, Game, How, Request, Stage, State, Suggestion, Viewer,
};
use gokata::scoring::Mark;
use gokata::{Color, Point};

/// The two groups, each of which can be marked dead and alive again.
const GROUPS: [(i32, i32); 2] = [(3, 1), (3, 6)];

/// What a player sends, with what they saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Message {
    Mark {
        group: u8,
        dead: bool,
    },
    /// Both groups dead.
    Suggest {
        number: u8,
    },
    Done {
        number: u8,
        retracted: u8,
    },
    Undone {
        approval: u8,
    },
    Void {
        seq: u8,
    },
    Resume {
        number: u8,
    },
    /// Each player has one point to play at.
    Play {
        move_no: u8,
        taken_back: u8,
    },
    Pass {
        move_no: u8,
        taken_back: u8,
    },
    Ask {
        seq: u8,
    },
    Grant {
        ask: u8,
    },
    Resign,
}

/// A server that checks less than it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Server {
    AsItIs,
    /// A `done` approves the board that is current when it arrives, and a suggestion sets its marks.
    WithoutTheNumber,
    /// A `done` counts even if its player has taken an approval back since.
    WithoutRetracted,
    /// An offer to void the game accepts any offer of the opponent.
    WithoutTheSeqOfOffers,
    /// A turn counts even if another was taken back since.
    WithoutTheCount,
    /// A player who grants a take-back grants any.
    WithoutTheAsk,
    /// A message that arrives twice is two requests.
    WithoutNames,
}

/// What the players talk about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Topic {
    /// The number of groups whose marks they change.
    pub(crate) groups: u8,
    pub(crate) approvals: bool,
    /// The number of suggestions that they can ask for: one, or none.
    pub(crate) suggestions: usize,
    /// Whether they resume play; then they pass again.
    pub(crate) resumptions: bool,
    /// Whether they offer to void the game.
    pub(crate) voids: bool,
    /// How often they take back a turn. If they can, the discussion begins during play, and they may resign.
    pub(crate) take_backs: u8,
    /// The largest number of messages on the way.
    pub(crate) on_the_way: usize,
    /// The largest number of changes.
    pub(crate) changes: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrival {
    Accepted,
    Refused,
    /// The server has recognized the message and repeats its answer.
    Repeated,
}

/// A course of the game, as the real code has recorded it.
pub(crate) struct Place {
    pub(crate) game: Game,
    /// The number of changes since the start of the discussion.
    pub(crate) changes: u8,
    /// What the players can send, from all pages that they may have open.
    pub(crate) sends: Vec<(Color, Message)>,
    /// The marked boards, by their scoring numbers.
    boards: Vec<(u8, String)>,
}

/// Where a message arrives, who has sent it, and what it has caused if it has arrived before.
type Asked = (usize, Color, Message, Option<u8>);

/// All courses of the game. Each request is decided only once in each.
pub(crate) struct Places {
    server: Server,
    pub(crate) topic: Topic,
    pub(crate) all: Vec<Place>,
    arrivals: HashMap<Asked, (Arrival, usize)>,
}

impl Places {
    pub(crate) fn new(server: Server, topic: Topic) -> Places {
        let mut places = Places {
            server,
            topic,
            all: Vec::new(),
            arrivals: HashMap::new(),
        };
        let mut start = Place {
            game: match topic.take_backs {
                0 => game(Column::D, Color::Black),
                _ => game(Column::C, Color::Black),
            },
            changes: 0,
            sends: Vec::new(),
            boards: Vec::new(),
        };
        places.show(&mut start);
        places.all.push(start);
        places
    }

    /// Adds what the players can send when their pages show the game as it is now.
    fn show(&self, place: &mut Place) {
        let state = place.game.state();
        let number = small(state.scoring_number());
        if state.stage() == Stage::Scoring {
            place.boards.push((number, state.board()));
        }
        for by in Color::BOTH {
            for message in self.messages(&place.game, by) {
                if !place.sends.contains(&(by, message)) {
                    place.sends.push((by, message));
                }
            }
        }
    }

    /// Returns what a player can send whose page shows the game as it is now.
    fn messages(&self, game: &Game, by: Color) -> Vec<Message> {
        let (state, view) = (game.state(), game.view(Viewer::Player(by)));
        let mut messages = Vec::new();
        let number = small(view.scoring_number);
        if state.stage() == Stage::Finished {
            return messages;
        }
        let with_take_backs = self.topic.take_backs > 0;
        messages.extend(with_take_backs.then_some(Message::Resign));
        if state.stage() == Stage::Play {
            let (move_no, taken_back) = (small(view.move_no), small(view.taken_back));
            let seq = small(view.seq);
            if view.to_move == Some(by) {
                let pass = Message::Pass {
                    move_no,
                    taken_back,
                };
                messages.push(pass);
                let is_free = state.record().board().stone_at(own_point(by)).is_none();
                let play = Message::Play {
                    move_no,
                    taken_back,
                };
                messages.extend((with_take_backs && is_free).then_some(play));
            }
            let may_ask = view.allowed.contains(&Allowed::AskTakeBack);
            let may_ask = may_ask && taken_back < self.topic.take_backs;
            messages.extend(may_ask.then_some(Message::Ask { seq }));
            let may_grant = view.allowed.contains(&Allowed::GrantTakeBack);
            messages.extend(may_grant.then_some(Message::Grant { ask: seq }));
            return messages;
        }
        if self.topic.resumptions {
            messages.push(Message::Resume { number });
        }
        if self.topic.voids {
            let seq = small(view.seq);
            messages.push(Message::Void { seq });
        }
        if let Some(approval) = view.approval {
            let approval = small(approval);
            messages.push(Message::Undone { approval });
            return messages;
        }
        let dead: Vec<_> = state.marks().dead().iter().collect();
        messages.extend((0..self.topic.groups).map(|group| Message::Mark {
            group,
            dead: !dead.contains(&at(Color::Black, GROUPS[usize::from(group)])),
        }));
        let suggest = std::iter::repeat_n(Message::Suggest { number }, self.topic.suggestions);
        messages.extend(suggest);
        if self.topic.approvals {
            messages.push(Message::Done {
                number,
                retracted: small(view.retracted),
            });
        }
        messages
    }

    /// Returns what the server makes of a message, and where that leads. `event` is what the message has caused, if it has
    /// arrived before and changed the game.
    pub(crate) fn arrive(
        &mut self,
        here: usize,
        by: Color,
        message: Message,
        event: Option<u8>,
    ) -> (Arrival, usize) {
        if let Some(known) = self.arrivals.get(&(here, by, message, event)) {
            return *known;
        }
        let Place {
            game,
            changes,
            boards,
            sends,
        } = &self.all[here];
        let command = self.command(game.state(), by, message, boards);
        // A request is named after the event that it causes.
        let event_number = event.map_or(game.state().seq() + 1, u64::from);
        let name = format!("e{event_number}").parse().unwrap();
        let request = Request {
            name: (self.server != Server::WithoutNames).then_some(name),
            ..Request::new(by, command)
        };
        let proposal = game.propose(&request);
        let restarted = Game::replay(game.log()).unwrap();
        assert!(
            proposal == restarted.propose(&request),
            "a restart changes the answer to {request:?}"
        );
        let arrived = match proposal {
            Err(_) => (Arrival::Refused, here),
            Ok(proposal) if proposal.is_repeat() => (Arrival::Repeated, here),
            Ok(proposal) if proposal.entries().is_empty() => (Arrival::Accepted, here),
            Ok(proposal) => {
                assert!(proposal.notices().iter().all(|notice| notice.to != by));
                let mut game = game.clone();
                assert!(game.accept(proposal).is_ok());
                approved_by_both(game.state());
                taken_back_by_both(&game);
                let mut next = Place {
                    game,
                    changes: changes + 1,
                    sends: sends.clone(),
                    boards: boards.clone(),
                };
                self.show(&mut next);
                self.all.push(next);
                (Arrival::Accepted, self.all.len() - 1)
            }
        };
        self.arrivals.insert((here, by, message, event), arrived);
        arrived
    }

    fn count(&self, state: &State, taken_back: u8) -> u32 {
        match self.server {
            Server::WithoutTheCount => state.taken_back(),
            _ => taken_back.into(),
        }
    }

    fn command(
        &self,
        state: &State,
        by: Color,
        message: Message,
        boards: &[(u8, String)],
    ) -> Command {
        let seen = |number: u8| match self.server {
            Server::WithoutTheNumber => state.scoring_number(),
            _ => number.into(),
        };
        match message {
            Message::Mark { group, dead } => Command::Mark {
                point: at(Color::Black, GROUPS[usize::from(group)]),
                mark: if dead { Mark::Dead } else { Mark::Alive },
                // Any number is accepted, so one for all keeps the model small.
                base: 1,
            },
            Message::Suggest { number } => Command::Suggest {
                suggestion: Suggestion {
                    dead: GROUPS.map(|group| at(Color::Black, group)).to_vec(),
                    ..Suggestion::default()
                },
                number: seen(number),
            },
            Message::Done { number, retracted } => {
                let number = seen(number);
                let board = boards.iter().find(|(of, _)| u32::from(*of) == number);
                Command::Done {
                    number,
                    retracted: match self.server {
                        Server::WithoutRetracted => state.retracted(by),
                        _ => retracted.into(),
                    },
                    board: board.map_or_else(String::new, |(_, board)| board.clone()),
                }
            }
            Message::Resume { number } => Command::Resume {
                number: number.into(),
            },
            Message::Play {
                move_no,
                taken_back,
            } => Command::Play {
                point: own_point(by),
                move_no: move_no.into(),
                taken_back: self.count(state, taken_back),
            },
            Message::Pass {
                move_no,
                taken_back,
            } => Command::Pass {
                move_no: move_no.into(),
                taken_back: self.count(state, taken_back),
            },
            Message::Ask { seq } => Command::AskTakeBack { seq: seq.into() },
            Message::Grant { ask } => Command::GrantTakeBack {
                ask: match self.server {
                    Server::WithoutTheAsk => state.seq(),
                    _ => ask.into(),
                },
            },
            Message::Resign => Command::Resign,
            Message::Undone { approval } => Command::Undone {
                approval: approval.into(),
            },
            Message::Void { seq } => Command::Void {
                seq: match self.server {
                    Server::WithoutTheSeqOfOffers => state.seq(),
                    _ => seq.into(),
                },
            },
        }
    }
}

fn own_point(by: Color) -> Point {
    at(by, (2, 0))
}

pub(crate) fn small<N: TryInto<u8>>(number: N) -> u8 {
    number.try_into().ok().expect("a small number")
}

/// A game that was counted was approved by both players.
fn approved_by_both(state: &State) {
    if let Some(finish) = state.finish()
        && !matches!(finish.how, How::Void | How::Resignation(_))
    {
        let numbers = finish
            .approved
            .map(|approval| approval.map(|approval| approval.number));
        assert_eq!(finish.how, How::Agreement);
        assert_eq!(
            numbers,
            gokata::ByColor::from_fn(|_| Some(state.scoring_number()))
        );
        let counted = finish.counted.as_ref().map(|counted| counted.board.clone());
        assert_eq!(counted, state.marks().encode().ok());
    }
}

/// A turn is taken back if its player has asked and the opponent, as the next event, has granted it. Then the game is as it
/// was before that turn.
fn taken_back_by_both(game: &Game) {
    let [.., asked, granted] = game.log() else {
        return;
    };
    if let Event::TakenBack { by, .. } = granted.event {
        assert_eq!(asked.event, Event::TakeBackAsked { by: !by });
        let turns = game.log().iter().rev().filter(|entry| {
            entry.by == Some(!by)
                && matches!(entry.event, Event::Played { .. } | Event::Passed { .. })
        });
        let [turn] = turns.take(1).collect::<Vec<_>>()[..] else {
            panic!("nothing to take back");
        };
        let before = game.at(turn.seq - 1).unwrap();
        assert!(game.state().record() == before.record());
        assert_eq!(
            game.view(Viewer::Spectator).ko_point,
            before.view(Viewer::Spectator).ko_point
        );
        assert_eq!(game.state().record().to_play(), !by);
    }
}
