//! Questions on larger boards: `fixtures/BOARDS` says where each lies there. With `GOKATA_BLESS=1`, it is written anew. Both
//! referees, the independent one and the second scorer confirm each.

use std::env;
use std::fs;
use std::path::Path;
use std::thread;

use gokata::corpus::{Corpus, CorpusFile};
use gokata::fixture::Fixture;
use gokata::questions::{Asked, Embedding, Question, QuestionOutcome, Questions};
use gokata::scoring::Score;
use gokata::{Color, FastGame, Setup, Size};
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::built_in::CORPUS;
use crate::support::corpus::ROOT;
use crate::support::line_program::Board;
use crate::support::moved::{Replay, difference};
use crate::support::naive;
use crate::support::places::{LARGER, lines, place};

const BOARDS: &str = "fixtures/BOARDS";
const HOW: &str = "GOKATA_BLESS=1 cargo test --test slow boards";

/// `GOKATA_BLESS=1` finds the places of new questions; where the file is empty, those of all.
#[test]
fn every_question_is_asked_on_larger_boards_where_it_can_be() {
    let file = Path::new(ROOT).join(BOARDS);
    let read = || -> &'static str { fs::read_to_string(&file).unwrap_or_default().leak() };
    let first = format!(
        "# where questions lie on larger boards, for the fixtures {}\n",
        gokata_corpus::FIXTURES
    );
    if env::var_os("GOKATA_BLESS").is_some() && !read().starts_with(&first) {
        fs::write(&file, first.clone() + &written(read())).unwrap();
    }
    assert!(
        read().starts_with(&first),
        "the fixtures have changed: {HOW}"
    );
}

#[rstest]
fn every_question_on_a_larger_board_is_the_same(#[values("9x9", "13x13", "19x19")] size: Size) {
    for file in CORPUS.files() {
        let problem = problem_of(&CORPUS, file.name, |place| place.size == size);
        assert_eq!(problem, None, "{HOW}");
    }
}

/// None is left out because it cannot be read.
#[test]
fn every_place_is_read_as_it_is_written() {
    for line in gokata_corpus::BOARDS.lines().skip(1) {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(CORPUS.find(words[0]).is_some(), "{line}");
        if words[2] != "none" {
            let place = words[1..5].join(" ");
            assert_eq!(Embedding::parse(&place).unwrap().to_string(), place);
        }
    }
    for text in [
        "9x9 0,0 -",
        "9x9 0,0 - - -",
        "9 0 - -",
        "0x9 0,0 - -",
        "9x9 0,a - -",
        "9x9 0,0 q -",
        "9x9 0,0 - xx",
        "",
    ] {
        assert!(Embedding::parse(text).is_none(), "{text}");
    }
}

/// In the last one, the black stone has a liberty before it takes two, and in the small question it has none.
#[rstest]
#[case::a_corner("x\n-o-\no--\n---\n\nillegal suicide A3\n", "9x9 0,0 - -", None)]
#[case::a_side(
    "x\n-o-\no--\n---\n\nillegal suicide A3\n",
    "9x9 0,1 - -",
    Some("it cannot be asked there")
)]
#[case::walls(
    "x\n-o-\no--\n---\n\nillegal suicide A3\n",
    "9x9 6,0 ooo--------- -",
    None
)]
#[case::another_wall(
    "x\n-o-\no--\n---\n\nillegal suicide A3\n",
    "9x9 6,0 xoo--------- -",
    Some("it cannot be asked there")
)]
#[case::takes_one_of_two("x\n-ox\nox-\n\nlegal A2\n", "9x9 0,0 - -", Some("another answer"))]
#[case::takes_two("x\n-ox\nox-\n\nlegal A2\n", "9x9 3,3 ox-----xxo -", None)]
#[case::has_a_liberty(
    "x\n-ox\nox-\n\nlegal A2\n",
    "9x9 3,3 -x-----xx- -",
    Some("other liberties")
)]
fn another_question_is_found_out(
    #[case] fixture: &str,
    #[case] place: &str,
    #[case] expected: Option<&str>,
) {
    let fixture: Fixture = fixture.parse().unwrap();
    let questions = Questions::of(&fixture).unwrap().questions;
    let found = problem(&questions[0], &Embedding::parse(place).unwrap());
    assert_eq!(found.as_deref(), expected);
}

fn corpus(boards: &'static str) -> Corpus {
    let (version, fingerprint) = (gokata_corpus::VERSION, gokata_corpus::FINGERPRINT);
    Corpus::new(gokata_corpus::FILES, version, fingerprint).with_boards(boards)
}

/// Returns the lines about all fixtures. `old`: those of before, of which right ones are kept.
fn written(old: &'static str) -> String {
    let before = corpus(old);
    let names: Vec<&str> = before.files().iter().map(|file| file.name).collect();
    let (one, two) = names.split_at(names.len() / 2);
    let write = |names: &[&str]| -> String {
        names
            .iter()
            .map(|name| lines_of(&before, old, name))
            .collect()
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| write(two));
        write(one) + &other.join().unwrap()
    })
}

/// Returns the lines about a fixture.
fn lines_of(before: &Corpus, old: &str, name: &str) -> String {
    let Some(asked) = before.find(name).and_then(CorpusFile::asked) else {
        return String::new();
    };
    let all = old.split_inclusive('\n');
    let own = all.filter(|line| line.split(' ').next() == Some(name));
    let kept: String = own.collect();
    if !kept.is_empty() && problem_of(before, name, |_| true).is_none() {
        return kept;
    }
    let mut places = Vec::new();
    for size in LARGER.map(|size| size.parse::<Size>().unwrap()) {
        let mut tried = Vec::new();
        for question in &asked.questions {
            let found = place(question, size, &tried);
            tried.extend(found.clone().filter(|found| !tried.contains(found)));
            places.push((size, question.id.clone(), found));
        }
    }
    lines(name, &places)
}

/// What is wrong with a fixture's questions on larger boards.
fn problem_of(
    corpus: &Corpus,
    name: &str,
    is_meant: impl Fn(&&Embedding) -> bool,
) -> Option<String> {
    let asked = corpus.find(name)?.asked()?;
    asked.questions.iter().find_map(|question| {
        let mut places = corpus.boards_of(name, question).filter(&is_meant);
        places.find_map(|place| {
            Some(format!(
                "{}, {place}: {}",
                question.id_in(name),
                problem(question, place)?
            ))
        })
    })
}

/// What is wrong with a question on a larger board.
fn problem(question: &Question, place: &Embedding) -> Option<String> {
    let Some(moved) = place.question(question) else {
        return Some("it cannot be asked there".to_owned());
    };
    let (Some(small), Some(large)) = (Replay::of(question), Replay::of(&moved)) else {
        return Some("it cannot be asked of other programs".to_owned());
    };
    let corner = (place.corner.row, place.corner.col);
    if let Some(difference) = difference((question, &small), (&moved, &large), corner) {
        return Some(difference.to_owned());
    }
    // The pure referee has played the game to make the question.
    let by_fast = moved.put_to(&mut FastGame::new(place.size));
    if by_fast != QuestionOutcome::Right {
        return Some(format!("{by_fast:?}"));
    }
    let is_expected = match &moved.asked {
        Asked::Legal(_, Ok(())) => matches!(large.answer(), Some(Ok(_))),
        Asked::Legal(_, Err(reason)) => large.answer() == Some(Err(reason.name())),
        Asked::Board(_, after) => large.answer() == Some(Ok(lines_of_setup(after))),
        Asked::Now(now) => large.past.last() == Some(&lines_of_setup(now)),
        Asked::Prisoners(tally) => {
            large.tally() == [tally.black, tally.white].map(|stones| stones as usize)
        }
        Asked::Score(counted, score) => {
            let [black, white] = naive::totals(&counted.standing);
            Score::from_margin(black - white) == *score
        }
        Asked::Owner(counted, owners) => naive::owners(&counted.standing) == *owners,
        Asked::Dead(..) => false,
    };
    (!is_expected).then(|| "the independent referee has another answer".to_owned())
}

/// The side to play and the rows, as the independent referee has them.
fn lines_of_setup(setup: &Setup) -> (u8, Board) {
    let letter = |stone: &Option<Color>| stone.map_or(b'-', |color| color.letter() as u8);
    let points = setup.points().unwrap();
    let rows = points.chunks(setup.size.cols());
    let rows = rows.map(|row| row.iter().map(letter).collect()).collect();
    (setup.to_play.letter() as u8, rows)
}
