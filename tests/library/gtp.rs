//! The GTP engine: transcripts that serve as documentation, and random dialogues compared with a model.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::corpus::ROOT;
use crate::support::gtp::{ask, engine, face, say};
use crate::support::numbers::deep;
use gokata::gtp::Engine;
use gokata::{Color, FastGame, KoRule, Move, Point, PointSet, Random, Rules, Size, Suicide};
use pretty_assertions::{assert_eq, assert_str_eq};

/// A line and its answer, which is empty for comments and empty lines.
type Exchange = (String, String);

/// Parses a file of `tests/gtp`. Each command is followed by its answer, which ends at an empty line; comments and
/// more empty lines may follow.
fn transcript(text: &str) -> Vec<Exchange> {
    let text = text.replace("VERSION", env!("CARGO_PKG_VERSION"));
    let mut lines = text.lines();
    let mut exchanges = Vec::new();
    while let Some(line) = lines.next() {
        let answer: Vec<&str> = if line.is_empty() || line.starts_with('#') {
            Vec::new()
        } else {
            lines.by_ref().take_while(|line| !line.is_empty()).collect()
        };
        let mut answer = answer.join("\n");
        if !answer.is_empty() {
            answer += "\n\n";
        }
        exchanges.push((line.to_owned(), answer));
    }
    exchanges
}

fn transcripts() -> Vec<(String, Vec<Exchange>)> {
    let folder = Path::new(ROOT).join("tests/gtp");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: &Path| fs::read_to_string(file).unwrap();
    files
        .iter()
        .map(|file| (file.display().to_string(), transcript(&read(file))))
        .collect()
}

#[test]
fn transcripts_are_answered_word_for_word() {
    let files = transcripts();
    assert_eq!(files.len(), 10);
    for (file, exchanges) in files {
        assert!(exchanges.len() > 10, "{file}");
        let mut engine = engine(19).with_files(record);
        for (line, answer) in exchanges {
            let before = face(&engine);
            assert_str_eq!(say(&mut engine, &line), answer, "{file}: {line}");
            if !answer.starts_with('=') {
                assert_str_eq!(face(&engine), before, "{file}: {line}");
            }
        }
    }
}

/// Most commands must occur both answered and refused; some cannot be refused.
#[test]
fn transcripts_contain_every_command_and_every_refusal() {
    let exchanges: Vec<Exchange> = transcripts().into_iter().flat_map(|file| file.1).collect();
    let shown = |sign: char| -> BTreeSet<&str> {
        let answered = exchanges
            .iter()
            .filter(|(_, answer)| answer.starts_with(sign));
        let word = |line: &'_ str| line.find(|c: char| c.is_ascii_alphabetic());
        answered
            .filter_map(|(line, _)| line[word(line)?..].split(' ').next())
            .collect()
    };
    let (done, refused) = (shown('='), shown('?'));
    for command in ask(&mut engine(5), "list_commands").lines() {
        if command != "version" {
            assert!(done.contains(command), "{command}");
        }
        if !["version", "protocol_version", "name"].contains(&command) {
            assert!(refused.contains(command), "{command}");
        }
    }
    let said = exchanges
        .iter()
        .filter_map(|(_, answer)| answer.strip_prefix('?'));
    let text = |said: &'_ str| said.find(|c: char| c.is_ascii_lowercase());
    let said: BTreeSet<&str> = said
        .filter_map(|said| Some(said[text(said)?..].trim()))
        .collect();
    assert_eq!(said, BTreeSet::from(REFUSALS));
}

/// Controllers compare these texts. A transcript that reaches `game too long` would be too long.
const REFUSALS: [&str; 14] = [
    "unknown command",
    "illegal move",
    "invalid color or coordinate",
    "syntax error",
    "unacceptable size",
    "cannot undo",
    "board not empty",
    "invalid number of stones",
    "bad vertex list",
    "cannot load file",
    "cannot save file: file.sgf: no file can be written here",
    "cannot score",
    "vertex must not be empty",
    "no previous move known",
];

#[test]
fn only_quit_ends_the_engine() {
    let mut engine = engine(9);
    for (line, last) in [
        ("name", false),
        ("quit now", false),
        ("Quit", false),
        ("7 quit # at last", true),
    ] {
        assert!(engine.answer(line.as_bytes()).is_some(), "{line}");
        assert_eq!(engine.has_quit(), last, "{line}");
    }
}

#[test]
fn the_same_seed_gives_the_same_moves() {
    let game = |seed: u64| {
        let mut engine = engine(9).with_seed(seed);
        let moves = ["genmove b", "genmove w"].into_iter().cycle().take(20);
        moves.map(|line| say(&mut engine, line)).collect::<String>()
    };
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

#[test]
fn a_game_of_genmove_is_played_to_its_end_and_scored() {
    let mut engine = engine(7).with_rules(Rules::default().with_komi("6.5".parse().unwrap()));
    let mut sides = ["genmove b", "genmove w"].into_iter().cycle();
    while !engine.record().is_over() {
        ask(&mut engine, sides.next().unwrap_or_default());
    }
    assert!(engine.record().turns() > 40);
    let score = ask(&mut engine, "final_score");
    assert!(
        score.starts_with(['B', 'W']) && score.ends_with(".5"),
        "{score}"
    );
}

/// The game records that the transcripts load.
fn record(name: &str) -> Option<Vec<u8>> {
    let record: &[u8] = match name {
        "game.sgf" => b"(;SZ[5]RU[NZ]KM[4.5]AB[ee];W[cc];B[cd];W[];B[dc])",
        "komi.sgf" => b"(;SZ[5]KM[5.5];B[cc])",
        "twice.sgf" => b"(;SZ[5];B[cc];B[cd])",
        "occupied.sgf" => b"(;SZ[5];B[cc];W[cc])",
        "occupied-twice.sgf" => b"(;SZ[5];B[cc];B[cc])",
        "resigned.sgf" => b"(;SZ[5]RE[W+R];B[cc];W[cd];B[];W[];PL[W];W[dc])",
        "cut.sgf" => b"(;SZ[5];B[cc];W[c",
        _ => return None,
    };
    Some(record.to_vec())
}

/// The protocol's answer does not contain the reason.
#[test]
fn complaint_gives_the_reason_why_a_file_cannot_be_loaded() {
    let mut engine = engine(9).with_files(record);
    for (name, why) in [
        ("other.sgf", "it cannot be read"),
        (
            "occupied.sgf",
            "1:17: move 2: White C3: occupied: there is a stone already",
        ),
        (
            "cut.sgf",
            "1:16: the `]` for this `[` is missing\n(;SZ[5];B[cc];W[c\n               ^",
        ),
    ] {
        let refused = say(&mut engine, format!("loadsgf {name}"));
        assert_eq!(refused, "? cannot load file\n\n");
        assert_eq!(engine.complaint(), Some(format!("{name}: {why}").as_str()));
    }
    ask(&mut engine, "name");
    assert_eq!(engine.complaint(), None);
}

/// Computes the expected answers with the other referee, independently of the engine.
struct Model {
    now: FastGame,
    past: Vec<FastGame>,
}

impl Model {
    fn seen_by(&self, color: Color) -> FastGame {
        let mut game = self.now.clone();
        let _ = game.resume(Some(color)); // fails unless passes have ended the game
        game.hand_turn(color);
        game
    }

    fn play(&mut self, mv: Move) -> bool {
        let mut next = self.seen_by(mv.color);
        if next.play(mv).is_err() {
            return false;
        }
        self.past.push(std::mem::replace(&mut self.now, next));
        true
    }

    fn undo(&mut self, turns: usize) -> bool {
        let Some(left) = self.past.len().checked_sub(turns) else {
            return false;
        };
        self.past.push(self.now.clone());
        self.now = self.past[left].clone().with_rules(self.now.rules());
        self.past.truncate(left);
        true
    }

    fn listed(&self, points: &PointSet) -> String {
        let names = points.iter().map(|point| point.vertex(self.now.size()));
        names.collect::<Vec<_>>().join(" ")
    }
}

/// Returns a random command and the expected answer, without the `=` or `?`.
fn random_command(
    model: &mut Model,
    random: &mut Random,
) -> (String, Result<String, &'static str>) {
    let size = model.now.size();
    let color = Color::BOTH[random.below(2)];
    let name = ["b", "w"][color as usize];
    let point: Point = size
        .points()
        .nth(random.below(size.point_count()))
        .unwrap_or(Point { row: 0, col: 0 });
    let vertex = point.vertex(size);
    let on_board = Move::play(color, point);
    let empty = || String::new();
    match random.below(16) {
        0 => {
            let done = model.undo(1).then(empty).ok_or("cannot undo");
            ("undo".to_owned(), done)
        }
        1 => {
            let turns = random.below(5);
            let done = model.undo(turns).then(empty).ok_or("cannot undo");
            (format!("gg-undo {turns}"), done)
        }
        2 => {
            let done = model.play(Move::pass(color)).then(empty);
            (format!("play {name} pass"), done.ok_or("illegal move"))
        }
        3 => {
            let (ko, suicide) = (KoRule::ALL[random.below(4)], Suicide::ALL[random.below(3)]);
            model.now = model
                .now
                .clone()
                .with_rules(Rules::default().with_ko(ko).with_suicide(suicide));
            let ko = ko.name().to_uppercase().replace('-', "_");
            let suicide = ["false", "true", "\"ALLOWED\""][suicide as usize];
            let line = format!("kata-set-rules {{\"ko\":\"{ko}\",\"suicide\":{suicide}}}");
            (line, Ok(String::new()))
        }
        4 => {
            let legal = model.seen_by(color).check(on_board).is_ok();
            let answer = i32::from(legal).to_string();
            (format!("is_legal {name} {vertex}"), Ok(answer))
        }
        5 => {
            let verdict = model.seen_by(color).check(on_board);
            let answer = match verdict {
                Ok(()) => "legal".to_owned(),
                Err(reason) => format!("illegal {}", reason.name()),
            };
            (format!("gokata-legal {name} {vertex}"), Ok(answer))
        }
        6 => {
            let points = model.seen_by(color).legal_points();
            (format!("all_legal {name}"), Ok(model.listed(&points)))
        }
        7 => {
            let stones = model.listed(&model.now.stones_of(color));
            (format!("list_stones {name}"), Ok(stones))
        }
        8 => {
            let held = model.now.prisoners(color).to_string();
            (format!("captures {name}"), Ok(held))
        }
        9 => {
            let stone = model.now.stone_at(point);
            let liberties = model.listed(&model.now.liberties(point));
            let answer = stone.map(|_| liberties).ok_or("vertex must not be empty");
            (format!("findlib {vertex}"), answer)
        }
        _ => {
            let done = model.play(on_board).then(empty);
            (format!("play {name} {vertex}"), done.ok_or("illegal move"))
        }
    }
}

#[test]
fn random_dialogues_match_the_other_referee() {
    let mut said = BTreeSet::new();
    for seed in 0..if deep() { 4000 } else { 50 } {
        let mut random = Random::new(seed);
        let (rows, cols) = (1 + random.below(5), 1 + random.below(5));
        let size = Size::new(rows, cols).unwrap();
        let mut model = Model {
            now: FastGame::new(size),
            past: Vec::new(),
        };
        let mut engine = Engine::new(size);
        let mut history = String::new();
        for _ in 0..120 {
            let (line, expected) = random_command(&mut model, &mut random);
            history.push_str(&line);
            history.push('\n');
            let before = expected.is_err().then(|| face(&engine));
            let answer = engine.answer(line.as_bytes());
            let found = answer.map(|answer| answer.text);
            let wanted = expected.clone().map_err(str::to_owned);
            assert_eq!(found, Some(wanted), "{size}\n{history}");
            if let Some(before) = before {
                assert_str_eq!(face(&engine), before, "{size}\n{history}");
            }
            let first = line.split(' ').next().unwrap_or_default();
            let verdict = expected.as_ref().is_ok_and(|text| text.contains("superko"));
            said.insert((first.to_owned(), expected.is_ok(), verdict));
        }
        assert_eq!(engine.record().moves(), model.now.moves());
        assert_eq!(engine.record().turns(), model.past.len());
    }
    // Each entry must have occurred: a command, whether it succeeded, and whether the answer names superko.
    for met in [
        ("play", false, false),
        ("undo", false, false),
        ("gg-undo", false, false),
        ("gokata-legal", true, true),
        ("findlib", false, false),
    ] {
        assert!(said.contains(&(met.0.to_owned(), met.1, met.2)), "{met:?}");
    }
}

/// Refused commands and queries must not change the engine.
#[test]
fn random_words_get_well_formed_answers() {
    let mut first = engine(3);
    let commands = ask(&mut first, "list_commands");
    let commands: Vec<&str> = commands.lines().collect();
    let words = "b w black A1 B2 C3 A3 pass resign Z9 0 1 2 3 7 -1 6.5 dead seki ko SIMPLE {} \
        {\"ko\":\"SIMPLE\"} japanese \u{1} \t # é";
    let words: Vec<&str> = words.split(' ').collect();
    let asking = "protocol_version name version known_command list_commands quit query_boardsize \
        get_komi kata-get-rules time_settings time_left is_legal all_legal gokata-legal \
        gokata-explain list_stones countlib findlib captures last_move move_history \
        showboard printsgf final_score final_status_list";
    let asking: Vec<&str> = asking.split(' ').collect();
    let mut done = BTreeSet::new();
    for seed in 0..if deep() { 400 } else { 40 } {
        let mut random = Random::new(seed);
        let mut engine = first.clone();
        let mut before = face(&engine);
        for _ in 0..150 {
            let command = commands[random.below(commands.len())];
            let number = random.below(4);
            let arguments = (0..number).map(|_| words[random.below(words.len())]);
            let line = format!("{command} {}", arguments.collect::<Vec<_>>().join(" "));
            let answer = engine.answer(line.as_bytes());
            let answer = answer.unwrap_or_else(|| panic!("{line}: no answer"));
            let text = answer.to_string();
            assert!(
                text.starts_with(['=', '?']) && text.ends_with("\n\n"),
                "{line}: {text}"
            );
            assert_eq!(text.find("\n\n"), Some(text.len() - 2), "{line}: {text}");
            assert!(!text.contains(['\r', '\t', '\u{1}']), "{line}: {text}");
            let after = face(&engine);
            if answer.text.is_err() || asking.contains(&command) {
                assert_str_eq!(after, before, "{line}");
            }
            before = after;
            if answer.text.is_ok() {
                done.insert(command);
            }
        }
    }
    assert!(done.len() > 33, "{done:?}");
}
