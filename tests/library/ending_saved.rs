//! Feature `serde`: games between two players as JSON. Stored logs must stay readable, so new forms may be added, but
//! these must not change.

use gokata::agreement::{
    ClaimTerms, Command, Entry, Event, Game, Marking, Request, ResumeOrder, Suggestion, Terms,
    Viewer,
};
use gokata::scoring::Mark;
use gokata::{BoardRecord, Color, Move, Preset, play_move};
use pretty_assertions::assert_eq;
use serde_json::{Value, from_str, json, to_string};

use crate::support::rows::rows;

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

/// Every kind of event: a whole game that ends by agreement, then the last entries of games that end in other ways.
const GOLDEN: &str = r#"
{"seq":1,"at":100,"event":"started","record":{"rules":"ko=simple suicide=forbidden scoring=territory tax=seki komi=6.5","opening":{"size":"3x4","stones":[["(0,1)","Black"],["(0,2)","White"],["(1,1)","Black"],["(1,2)","White"],["(2,1)","Black"],["(2,2)","White"]],"to_play":"Black"},"events":["x:pass","o:pass","x:resume","o:turn"]},"terms":{"marking":"stones_and_regions","resume":"opponent_of_requester","claims":{"silence":60,"reminders":1}}}
{"seq":2,"at":101,"request":"r1","event":"played","by":"White","point":"(1,0)"}
{"seq":3,"at":102,"event":"passed","by":"Black"}
{"seq":4,"at":103,"request":"r3","event":"passed","by":"White"}
{"seq":5,"at":103,"request":"r3","caused_by":"White","event":"scoring_entered","number":1}
{"seq":6,"at":104,"event":"marked","by":"Black","point":"(1,0)","mark":"dead","base":1,"number":2,"changes":{"killed":["(1,0)"]}}
{"seq":7,"at":105,"event":"marked","by":"White","point":"(0,3)","mark":"neutral","base":1,"number":3,"changes":{"neutral":["(0,3)","(1,3)","(2,3)"]}}
{"seq":8,"at":106,"event":"marked","by":"Black","point":"(0,3)","mark":"counted","base":3,"number":4,"changes":{"counted":["(0,3)","(1,3)","(2,3)"]}}
{"seq":9,"at":107,"event":"marked","by":"White","point":"(1,0)","mark":"alive","base":4,"number":5,"changes":{"revived":["(1,0)"]}}
{"seq":10,"at":108,"event":"done","by":"Black","number":5,"board":".bwWwbwW.bwW"}
{"seq":11,"at":109,"event":"undone","by":"Black"}
{"seq":12,"at":110,"event":"resumed","by":"White","number":6,"to_play":"Black"}
{"seq":13,"at":111,"event":"played","by":"Black","point":"(0,0)"}
{"seq":14,"at":112,"event":"passed","by":"White"}
{"seq":15,"at":113,"event":"passed","by":"Black"}
{"seq":16,"at":113,"caused_by":"Black","event":"scoring_entered","number":7}
{"seq":17,"at":114,"event":"void_offered","by":"White"}
{"seq":18,"at":115,"event":"done","by":"Black","number":7,"board":"bbwWwbwW.bwW"}
{"seq":19,"at":116,"event":"done","by":"White","number":7,"board":"bbwWwbwW.bwW"}
{"seq":20,"at":116,"caused_by":"White","event":"finished","how":"agreement","outcome":"W+9.5","tally":{"board":"bbwWwbwW.bwW","scores2":[0,19]}}
{"seq":19,"at":116,"event":"claimed","by":"Black"}
{"seq":20,"at":116,"caused_by":"Black","event":"finished","how":{"claim":"Black"},"outcome":"W+9.5","tally":{"board":"bbwWwbwW.bwW","scores2":[0,19]}}
{"seq":18,"at":115,"event":"void_accepted","by":"Black"}
{"seq":19,"at":115,"caused_by":"Black","event":"finished","how":"void","outcome":"Void"}
{"seq":2,"at":101,"request":"r1","event":"resigned","by":"Black"}
{"seq":3,"at":101,"request":"r1","caused_by":"Black","event":"finished","how":{"resignation":"Black"},"outcome":"W+R"}
{"seq":4,"at":102,"caused_by":"White","event":"finished","how":"passes","outcome":"0","tally":{"board":"....","scores2":[0,0]}}
{"seq":5,"at":103,"request":"r3","event":"suggested","by":"Black","suggestion":{"dead":["(0,1)"],"open":["(0,2)"]},"number":2,"changes":{"killed":["(0,1)","(1,1)","(2,1)"]}}
{"seq":4,"at":103,"request":"r3","event":"take_back_asked","by":"White"}
{"seq":5,"at":104,"event":"taken_back","by":"Black","move_no":2}
"#;

/// A record with every kind of event: turns, resumed play, a turn handed over.
fn record() -> BoardRecord {
    let board: BoardRecord = "x\n-xo-\n-xo-\n-xo-\n".parse().unwrap();
    let record = board.with_rules(Preset::Japanese.rules());
    let passed = play_move(Move::pass(BLACK), &record).unwrap();
    let over = play_move(Move::pass(WHITE), &passed).unwrap();
    let resumed = over.resume(Some(BLACK)).expect("a record to resume");
    resumed.hand_turn(WHITE)
}

fn opened() -> Game {
    let claims = ClaimTerms {
        silence: 60,
        reminders: 1,
    };
    let terms = Terms {
        claims: Some(claims),
        ..Terms::of(Preset::Japanese)
    };
    Game::begun(record(), terms, 100)
}

/// Handles requests that change the game, one per second, starting at the time `from`.
fn handle(game: &mut Game, from: u64, commands: &[(Color, Command)]) {
    for (at, (by, command)) in (from..).zip(commands) {
        let name = matches!(at, 101 | 103).then(|| format!("r{}", at - 100));
        let name = name.map(|name| name.parse().unwrap());
        let command = match command {
            // These requests are made from the present view.
            Command::Done { .. } => game.view(Viewer::Player(*by)).done(),
            Command::Undone { .. } => game.view(Viewer::Player(*by)).undone().unwrap(),
            Command::AskTakeBack { .. } => game.view(Viewer::Player(*by)).ask_take_back(),
            Command::GrantTakeBack { .. } => game.view(Viewer::Player(*by)).grant_take_back(),
            Command::Void { .. } => game.view(Viewer::Player(*by)).void(),
            Command::Pass { .. } => game.view(Viewer::Player(*by)).pass(),
            other => other.clone(),
        };
        let request = Request {
            at,
            name,
            ..Request::new(*by, command)
        };
        let reply = game.handle(request);
        assert!(reply.result.is_ok_and(|answer| answer.is_change()), "{at}");
    }
}

/// The games of `GOLDEN`, and their entries: all of the first game, and the last ones of the others.
fn games() -> (Vec<Game>, Vec<Entry>) {
    let play = |point: (i32, i32), move_no| Command::Play {
        point: point.into(),
        move_no,
        taken_back: 0,
    };
    let mark = |point: (i32, i32), mark, base| Command::Mark {
        point: point.into(),
        mark,
        base,
    };
    let pass = || Command::Pass {
        move_no: 0,
        taken_back: 0,
    };
    let done = || Command::Done {
        number: 0,
        retracted: 0,
        board: String::new(),
    };
    let mut game = opened();
    let commands = [
        (WHITE, play((1, 0), 2)),
        (BLACK, pass()),
        (WHITE, pass()),
        (BLACK, mark((1, 0), Mark::Dead, 1)),
        (WHITE, mark((0, 3), Mark::Neutral, 1)),
        (BLACK, mark((0, 3), Mark::Counted, 3)),
        (WHITE, mark((1, 0), Mark::Alive, 4)),
        (BLACK, done()),
        (BLACK, Command::Undone { approval: 0 }),
        (WHITE, Command::Resume { number: 5 }),
        (BLACK, play((0, 0), 5)),
        (WHITE, pass()),
        (BLACK, pass()),
        (WHITE, Command::Void { seq: 0 }),
    ];
    handle(&mut game, 101, &commands);
    let mut void = game.clone();
    handle(&mut void, 115, &[(BLACK, Command::Void { seq: 0 })]);
    handle(&mut game, 115, &[(BLACK, done())]);
    let mut claimed = game.clone();
    let claim = Command::Claim {
        number: 7,
        silent_for: 60,
        reminders: 1,
    };
    handle(&mut claimed, 116, &[(BLACK, claim)]);
    handle(&mut game, 116, &[(WHITE, done())]);
    let mut resigned = opened();
    handle(&mut resigned, 101, &[(BLACK, Command::Resign)]);
    let terms = Terms {
        marking: Marking::Nothing,
        resume: ResumeOrder::OpponentOfLastPasser,
        claims: None,
    };
    let mut passes = Game::begun("x\n--\n--\n".parse().unwrap(), terms, 100);
    handle(&mut passes, 101, &[(BLACK, pass()), (WHITE, pass())]);

    let mut suggested = opened();
    let suggestion = Suggestion {
        dead: vec![(0, 1).into()],
        open: vec![(0, 2).into()],
        ..Suggestion::default()
    };
    let suggest = Command::Suggest {
        suggestion,
        number: 1,
    };
    let commands = [(WHITE, pass()), (BLACK, pass()), (BLACK, suggest)];
    handle(&mut suggested, 101, &commands);

    let mut taken_back = opened();
    let commands = [
        (WHITE, play((1, 0), 2)),
        (BLACK, pass()),
        (WHITE, Command::AskTakeBack { seq: 0 }),
        (BLACK, Command::GrantTakeBack { ask: 0 }),
    ];
    handle(&mut taken_back, 101, &commands);

    let mut entries = game.log().to_vec();
    for (other, new) in [
        (&claimed, 2),
        (&void, 2),
        (&resigned, 2),
        (&passes, 1),
        (&suggested, 1),
        (&taken_back, 2),
    ] {
        entries.extend_from_slice(&other.log()[other.log().len() - new..]);
    }
    (
        vec![game, claimed, void, resigned, passes, suggested, taken_back],
        entries,
    )
}

#[test]
fn every_kind_of_event_keeps_its_form() {
    let (_, entries) = games();
    let written: Vec<String> = entries
        .iter()
        .map(|entry| to_string(entry).unwrap())
        .collect();
    let golden: Vec<&str> = GOLDEN.trim().lines().collect();
    assert_eq!(written, golden);
    for (entry, line) in entries.iter().zip(golden) {
        assert_eq!(&from_str::<Entry>(line).unwrap(), entry);
        let value: Value = from_str(line).unwrap();
        assert_eq!(value["event"], entry.event.name());
        // A database may store the event alone.
        let event: Event = from_str(&to_string(&entry.event).unwrap()).unwrap();
        assert_eq!(event, entry.event);
    }
}

#[test]
fn a_game_is_loaded_as_it_was_saved() {
    for game in games().0 {
        let saved = to_string(&game).unwrap();
        let mut loaded: Game = from_str(&saved).unwrap();
        assert_eq!((loaded.log(), loaded.state()), (game.log(), game.state()));
        // A repeated request is recognized by its name after loading.
        let named = game.log().iter().find(|entry| entry.request.is_some());
        let named = named.expect("a named request");
        let again = Request {
            name: named.request.clone(),
            ..Request::new(named.by.unwrap(), Command::Resign)
        };
        assert!(loaded.handle(again).result.is_ok());
        assert_eq!(loaded.log(), game.log());
    }
}

/// A JSON pointer into the first game | the value put there | a part of the error.
const CHANGED: &str = r#"
/0/record/opening/stones/0/0 | "(1,1)" | opening: there are two stones on (1,1)
/0/record/events/0 | "x:(0,1)" | event 1, x:(0,1): occupied
/0/terms/marking | "all" | unknown variant `all`
/1/seq | 3 | expected event 2, found event 3
/1/seq | -2 | invalid value
/1/by | "Black" | it is the other player's turn
/1/by | null | expected a string
/1/point | "(0,1)" | event 2 cannot have happened: occupied
/1/point | "D4" | is not a point
/1/event | "resigned" | unknown field `point`
/1/event | "exploded" | unknown variant `exploded`
/4/caused_by | "Black" | event 5 contradicts the events before it
/4/number | 2 | event 5 contradicts the events before it
/5/changes/killed/0 | "(0,0)" | event 6 contradicts the events before it
/5/changes | {"eaten": []} | unknown field `eaten`
/9/board | ".bwWwbwWBbwW" | the board you approve
/19/outcome | "W+8.5" | event 20 contradicts the events before it
/19/outcome | "W+x" | `W+x` is no result
/19/how | {"claim": "Black"} | event 20 contradicts the events before it
/19/tally/scores2 | [0, 18] | event 20 contradicts the events before it
/19/tally/scores2 | [0] | invalid length
/0 | [] | invalid type: sequence
 | [] | the first event is not the start
 | {} | expected a sequence
"#;

/// A text in the first game's JSON | its replacement | a part of the error about an unknown, repeated or missing field.
const REWRITTEN: &str = r#"
"seq":2, | "seq":2,"mood":"good", | unknown field `mood`
"seq":2, | "seq":2,"seq":2, | duplicate field `seq`
"at":101, | "at":101,"point":"(2,0)", | duplicate field `point`
"at":101, | "at":101,"event":"passed", | duplicate field `event`
"at":101, | "at":101,"caused_by":"White", | exclude each other
"at":101, |  | missing field `at`
"terms":{ | "terms":{"clock":1, | unknown field `clock`
"opening":{ | "komi":7,"opening":{ | unknown field `komi`
"#;

#[test]
fn a_log_that_cannot_have_happened_is_not_loaded() {
    let (games, _) = games();
    let saved = json!(games[0]);
    for [pointer, value, expected] in rows(CHANGED) {
        let mut log = saved.clone();
        *log.pointer_mut(pointer).expect(pointer) = from_str(value).expect(value);
        let error = serde_json::from_value::<Game>(log).expect_err(pointer);
        assert!(error.to_string().contains(expected), "{pointer}: {error}");
    }
    let saved = to_string(&games[0]).unwrap();
    for [found, instead, expected] in rows(REWRITTEN) {
        let text = saved.replacen(found, instead, 1);
        let error = from_str::<Game>(&text).expect_err(instead);
        assert!(error.to_string().contains(expected), "{instead}: {error}");
    }
    // An entry cannot be saved if its player is not the player of its event.
    let mut odd = games[0].log()[1].clone();
    odd.by = Some(BLACK);
    assert!(to_string(&odd).is_err());
}
