//! Questions on larger boards: `fixtures/BOARDS` says where each lies there. With `GOKATA_BLESS=1`, it is written anew. Both
//! referees, the independent one and the second scorer confirm each.

use std::env;
use std::fs;
use std::path::Path;

use gokata::corpus::Corpus;
use gokata::questions::{Asked, Embedding, Question, QuestionOutcome};
use gokata::scoring::Score;
use gokata::{FastGame, PureGame, Size};
use pretty_assertions::assert_eq;

use crate::support::built_in::CORPUS;
use crate::support::corpus::ROOT;
use crate::support::moved::{Told, difference};
use crate::support::naive;
use crate::support::places::{LARGER, lines, place};

const BOARDS: &str = "fixtures/BOARDS";
const HEADING: &str = "\
# Where questions of the fixtures lie on larger boards: fixture, size, point of the top left point, stones around, questions.
# GOKATA_BLESS=1 cargo test --test slow boards
";

#[test]
fn every_question_is_asked_on_larger_boards_where_it_can_be() {
    let file = Path::new(ROOT).join(BOARDS);
    if env::var_os("GOKATA_BLESS").is_some() {
        fs::write(&file, HEADING.to_owned() + &written()).unwrap();
    }
    let text: &str = fs::read_to_string(&file).unwrap().leak();
    let (version, fingerprint) = (gokata_corpus::VERSION, gokata_corpus::FINGERPRINT);
    let corpus = Corpus::new(gokata_corpus::FILES, version, fingerprint).with_boards(text);
    let mut moved = 0;
    for file in corpus.files() {
        let Some(asked) = file.asked() else { continue };
        for question in asked.questions {
            for place in corpus.boards_of(file.name, &question) {
                moved += 1;
                let problem = problem(&question, place);
                assert_eq!(problem, None, "{}: {place}", question.id_in(file.name));
            }
        }
    }
    println!("{moved} questions on larger boards");
}

fn written() -> String {
    let mut text = String::new();
    let sizes = LARGER.map(|size| size.parse::<Size>().unwrap());
    for file in CORPUS.files() {
        let Some(asked) = file.asked() else { continue };
        let mut places = Vec::new();
        for size in sizes {
            let mut tried = Vec::new();
            for question in &asked.questions {
                let found = place(question, size, &tried);
                tried.extend(found.clone().filter(|found| !tried.contains(found)));
                places.push((size, question.id.clone(), found));
            }
        }
        text += &lines(file.name, &places);
    }
    text
}

/// What is wrong with a question on a larger board.
fn problem(question: &Question, place: &Embedding) -> Option<String> {
    let Some(moved) = place.question(question) else {
        return Some("it cannot be asked there".to_owned());
    };
    let (Some(small), Some(large)) = (Told::of(question), Told::of(&moved)) else {
        return Some("it cannot be asked of other programs".to_owned());
    };
    let corner = (place.corner.row, place.corner.col);
    if let Some(difference) = difference((question, &small), (&moved, &large), corner) {
        return Some(difference.to_owned());
    }
    let by_both = [
        moved.put_to(&mut PureGame::new(place.size)),
        moved.put_to(&mut FastGame::new(place.size)),
    ];
    if let Some(other) = by_both
        .iter()
        .find(|outcome| **outcome != QuestionOutcome::Right)
    {
        return Some(format!("{other:?}"));
    }
    let is_expected = match &moved.asked {
        Asked::Legal(_, Ok(())) => matches!(large.answer(), Some(Ok(_))),
        Asked::Legal(_, Err(reason)) => large.answer() == Some(Err(reason.name())),
        Asked::Board(_, after) => large.answer().is_some_and(|answer| {
            let Ok((side, board)) = answer else {
                return false;
            };
            let rows = String::from_utf8(board.concat()).unwrap();
            let points = after.points().unwrap().into_iter();
            let letters: String = points
                .map(|stone| stone.map_or('-', |color| color.letter()))
                .collect();
            (char::from(side), rows) == (after.to_play.letter(), letters)
        }),
        Asked::Score(counted, score) => {
            let [black, white] = naive::totals(&counted.standing);
            Score::from_margin(black - white) == *score
        }
        Asked::Owner(counted, owners) => naive::owners(&counted.standing) == *owners,
        Asked::Dead(..) => false,
    };
    (!is_expected).then(|| "the independent referee has another answer".to_owned())
}
