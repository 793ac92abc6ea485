//! Explores all possible courses of a short discussion between two players over a network. A game may end only on a
//! board that both players saw when they approved it, and never against the latest word of a player.
//!
//! Each player has any number of pages open, each of which shows the game as it once was, and acts on any of them at any
//! time. Messages overtake each other, arrive twice, or never. The server may be restarted at any time.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::ending_places::{Arrival, Message, Places, Server, Topic, small};
use gokata::Color;
use gokata::agreement::How;

/// A message on the way. It may have arrived before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sent {
    by: Color,
    message: Message,
    /// The event that it has caused, if it has arrived and changed the game.
    event: Option<u8>,
    /// True if the server has accepted something that its player sent later.
    overtaken: bool,
}

/// The latest that a player has said, in the order in which they sent it, of what the server has accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Word {
    Nothing,
    /// Approved the board with this scoring number, which they saw.
    Done(u8),
    TookBack,
    Marked,
    Resumed,
}

/// The state of the whole model: the server, what is on the way, and what the players have said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct World {
    /// An index of [`Places::all`].
    server: u32,
    /// Of messages of one player, the one sent first stands first.
    on_the_way: [Option<Sent>; 3],
    words: [Word; 2],
}

const APPROVALS: Topic = Topic {
    groups: 2,
    approvals: true,
    suggestions: 0,
    resumptions: false,
    voids: false,
    take_backs: 0,
    on_the_way: 2,
    changes: 5,
};
const RESUMPTIONS: Topic = Topic {
    groups: 1,
    resumptions: true,
    changes: 6,
    ..APPROVALS
};
const SUGGESTIONS: Topic = Topic {
    groups: 1,
    suggestions: 1,
    ..APPROVALS
};
const OFFERS: Topic = Topic {
    groups: 1,
    approvals: false,
    voids: true,
    on_the_way: 3,
    ..APPROVALS
};

const TAKE_BACKS: Topic = Topic {
    groups: 0,
    resumptions: true,
    take_backs: 1,
    changes: 6,
    ..APPROVALS
};

#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    worlds: usize,
    finishing_steps: usize,
    /// Finishing steps on a board, or by an offer, that not both players had seen when they agreed, and take-backs that were
    /// granted to another request.
    unseen: usize,
    /// Finishing steps while the latest word of a player was another.
    against: usize,
    /// Messages that have changed the game twice.
    doubled: usize,
    /// Suggestions that have changed another board than the one that they were made on, and turns from before a take-back.
    late: usize,
}

impl Seen {
    /// A game ends by agreement on the board with this scoring number, when the players have said this.
    fn judge(&mut self, words: [Word; 2], number: u8) {
        let is_other = |word: &Word| matches!(word, Word::Done(of) if *of != number);
        let is_none = |word: &Word| !matches!(word, Word::Done(_));
        self.unseen += usize::from(words.iter().any(is_other));
        self.against += usize::from(words.iter().any(is_none));
    }

    fn faults(&self) -> usize {
        self.unseen + self.against + self.doubled + self.late
    }
}

#[test]
fn a_game_ends_only_on_a_board_that_both_have_seen_and_last_approved() {
    // 552,216 worlds and 11,946 finishing steps when this was written.
    finds_nothing(APPROVALS, 500_000, 10_000);
}

#[test]
fn an_approval_from_before_play_was_resumed_ends_nothing() {
    // 1,090,852 worlds and 15,070 finishing steps.
    finds_nothing(RESUMPTIONS, 1_000_000, 10_000);
}

#[test]
fn a_suggestion_changes_only_the_board_that_it_was_made_on_and_ends_nothing() {
    // 506,784 worlds and 10,156 finishing steps.
    finds_nothing(SUGGESTIONS, 500_000, 10_000);
}

#[test]
fn an_offer_to_void_the_game_is_accepted_only_by_who_has_seen_it() {
    // 1,233,151 worlds and 60,628 finishing steps.
    finds_nothing(OFFERS, 1_000_000, 50_000);
}

#[test]
fn a_turn_is_taken_back_once_by_both_and_no_copy_from_before_counts() {
    // 602,997 worlds and 122,444 finishing steps, in 1.7 s of a processor; 2,323,519 and 420,429 with one change more.
    let is_deep = std::env::var_os("GOKATA_DEEP").is_some();
    let changes = TAKE_BACKS.changes + u8::from(is_deep);
    let topic = Topic {
        changes,
        ..TAKE_BACKS
    };
    finds_nothing(topic, 600_000, 100_000);
}

fn finds_nothing(topic: Topic, worlds: usize, finishing_steps: usize) {
    let (seen, run) = explore(Server::AsItIs, topic);
    assert_eq!(seen.faults(), 0, "{seen:?}\n{run}");
    let is_large = seen.worlds > worlds && seen.finishing_steps > finishing_steps;
    assert!(is_large, "{seen:?}");
}

/// Each of these servers lacks one check, and the model finds what follows.
#[test]
fn a_server_without_one_of_its_checks_is_found_out() {
    let (seen, run) = explore(Server::WithoutTheNumber, APPROVALS);
    assert!(seen.unseen > 0, "{seen:?}\n{run}");
    let (seen, run) = explore(Server::WithoutTheNumber, SUGGESTIONS);
    assert!(seen.late > 0, "{seen:?}\n{run}");
    let (seen, run) = explore(Server::WithoutRetracted, APPROVALS);
    assert!(seen.against > 0, "{seen:?}\n{run}");
    let (seen, run) = explore(Server::WithoutNames, APPROVALS);
    assert!(seen.doubled > 0, "{seen:?}\n{run}");
    let (seen, run) = explore(Server::WithoutTheCount, TAKE_BACKS);
    assert!(seen.late > 0, "{seen:?}\n{run}");
    let (seen, run) = explore(Server::WithoutTheAsk, TAKE_BACKS);
    assert!(seen.unseen > 0, "{seen:?}\n{run}");
    let (seen, run) = explore(Server::WithoutTheSeqOfOffers, OFFERS);
    assert!(seen.unseen > 0, "{seen:?}\n{run}");
}

/// The exploration stops after this number of faults.
const ENOUGH: usize = 20;

/// Visits every reachable world, nearest first, unless [`ENOUGH`] stops it. Also returns the shortest run to a fault.
fn explore(server: Server, topic: Topic) -> (Seen, String) {
    let mut places = Places::new(server, topic);
    let start = World {
        server: 0,
        on_the_way: [None; 3],
        words: [Word::Nothing; 2],
    };
    let mut seen = Seen::default();
    let mut known: HashMap<World, usize, BuildHasherDefault<Quick>> = HashMap::default();
    // Each world with the one that it was reached from.
    let mut worlds = vec![(start, 0)];
    known.insert(start, 0);
    let mut run = String::new();
    while seen.worlds < worlds.len() && seen.faults() < ENOUGH {
        let here = seen.worlds;
        let world = worlds[here].0;
        let mut next = Vec::new();
        seen.worlds += 1;
        let before = seen.faults();
        next_worlds(&world, &mut places, &mut seen, &mut next);
        if run.is_empty() && seen.faults() > before {
            run = path_to(&worlds, here);
        }
        for world in next {
            known.entry(world).or_insert_with(|| {
                worlds.push((world, here));
                worlds.len() - 1
            });
        }
    }
    (seen, run)
}

/// Returns the worlds that lead to this one, a line each.
fn path_to(worlds: &[(World, usize)], mut here: usize) -> String {
    let mut lines = Vec::new();
    while here > 0 {
        lines.push(format!("{:?}\n", worlds[here].0));
        here = worlds[here].1;
    }
    lines.reverse();
    lines.concat()
}

fn next_worlds(world: &World, places: &mut Places, seen: &mut Seen, next: &mut Vec<World>) {
    let here = world.server as usize;
    if world.on_the_way[places.topic.on_the_way - 1].is_none() {
        let sends = places.all[here].sends.iter();
        next.extend(sends.map(|(by, message)| world.sent(*by, *message)));
    }
    for place in 0..3 {
        let Some(sent) = world.on_the_way[place] else {
            continue;
        };
        // The message is lost.
        next.push(world.without(place));
        // The message arrives, and may stay on the way to arrive again.
        let (arrival, server) = places.arrive(here, sent.by, sent.message, sent.event);
        let mut after = World {
            server: u32::try_from(server).unwrap(),
            ..*world
        };
        let changes = server != here;
        seen.doubled += usize::from(changes && sent.event.is_some());
        if let Message::Suggest { number } = sent.message {
            let on = places.all[here].game.state().scoring_number();
            seen.late += usize::from(changes && u32::from(number) != on);
        }
        if let Message::Grant { ask } = sent.message {
            let seq = places.all[here].game.state().seq();
            seen.unseen += usize::from(changes && u64::from(ask) != seq);
        }
        if let Message::Play { taken_back, .. } | Message::Pass { taken_back, .. } = sent.message {
            let count = places.all[here].game.state().taken_back();
            seen.late += usize::from(changes && u32::from(taken_back) != count);
        }
        // A mark that changes nothing says what the board shows anyway.
        if arrival == Arrival::Accepted
            && (changes || !matches!(sent.message, Message::Mark { .. } | Message::Suggest { .. }))
        {
            if !sent.overtaken {
                after.says(sent);
            }
            after.overtake(sent.by, place);
        }
        let state = places.all[server].game.state();
        if let Some(finish) = state.finish() {
            seen.finishing_steps += 1;
            if let Message::Void { seq } = sent.message {
                let before = places.all[here].game.state().seq();
                seen.unseen += usize::from(u64::from(seq) != before);
            } else if sent.message != Message::Resign {
                assert_eq!(finish.how, How::Agreement);
                seen.judge(after.words, small(state.scoring_number()));
            }
            continue;
        }
        if places.all[server].changes == places.topic.changes {
            continue;
        }
        next.push(after.without(place));
        if changes && let Some(sent) = &mut after.on_the_way[place] {
            sent.event = Some(small(state.seq()));
        }
        next.push(after);
    }
}

impl World {
    fn sent(mut self, by: Color, message: Message) -> World {
        // `None` stands behind all messages.
        self.on_the_way[2] = Some(Sent {
            by,
            message,
            event: None,
            overtaken: false,
        });
        self.in_order()
    }

    fn without(mut self, place: usize) -> World {
        self.on_the_way[place] = None;
        self.in_order()
    }

    /// Messages of different players have no order.
    fn in_order(mut self) -> World {
        self.on_the_way
            .sort_by_key(|sent| sent.map_or(2, |sent| sent.by as usize));
        self
    }

    /// The server has accepted the latest of a player's messages.
    fn says(&mut self, sent: Sent) {
        let word = &mut self.words[sent.by as usize];
        match sent.message {
            Message::Done { number, .. } => *word = Word::Done(number),
            Message::Undone { .. } => *word = Word::TookBack,
            Message::Mark { .. } | Message::Suggest { .. } => *word = Word::Marked,
            Message::Resume { .. } => *word = Word::Resumed,
            // They are judged when they arrive.
            Message::Void { .. }
            | Message::Play { .. }
            | Message::Pass { .. }
            | Message::Ask { .. }
            | Message::Grant { .. }
            | Message::Resign => {}
        }
    }

    /// The server has accepted what a player sent after the messages that stand before this place.
    fn overtake(&mut self, by: Color, place: usize) {
        let earlier = self.on_the_way[..place].iter_mut().flatten();
        for sent in earlier.filter(|sent| sent.by == by) {
            sent.overtaken = true;
        }
    }
}

/// A fast hash for millions of worlds; it need not resist hostile input.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(number));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}
