//! Tests what a data set has besides planes and moves, its order and its forms.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::command::{gokata_in, words};
use crate::support::folder;
use crate::support::npy::{array, numbers};
use gokata::planes::{History, Layout};
use gokata::{BoardRecord, FastGame, Move, Size};
use pretty_assertions::assert_eq;
use rstest::rstest;

/// Every array but `history`, whose number of planes is asked for.
const POSITIONS: [&str; 12] = [
    "planes",
    "move",
    "color",
    "winner",
    "margin",
    "komi",
    "handicap",
    "game",
    "ply",
    "ownership",
    "score",
    "score_by",
];
const GAMES: [&str; 4] = ["source", "black_rank", "white_rank", "date"];

/// Marks that say otherwise than a suggestion would; a game that ends with passes; one that was resigned; one with a
/// handicap and a result by counting, but points that are open; one with stones set up later.
const RECORDS: &str = "\
(;SZ[4]KM[0.5]RE[W+16.5]BR[3d]WR[12 kyu]DT[2026-11-29];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[];W[]TW[aa:dd])
(;SZ[4]KM[6.5]RU[Japanese]BR[1p];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[];W[])
(;SZ[4]KM[0]RE[B+R]DT[~1846];B[ba];W[ca];B[];W[])
(;SZ[4]KM[-1]HA[2]AB[aa][dd]RE[B+3.5];W[bb];B[cc])
(;SZ[4]KM[0]RE[0];B[ba];W[ca];AB[ac]AW[dc];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd])";

fn data_set(name: &str, options: &str) -> PathBuf {
    let folder = folder::empty(&format!("dataset-more-{name}"));
    let line = format!("dataset - {options} --out data.npz");
    gokata_in(&folder, &words(&line), RECORDS.as_bytes()).is_fine();
    folder
}

fn floats(file: &Path, name: &str) -> Vec<Option<f32>> {
    let bits = numbers(&array(file, name).1);
    let floats = bits.into_iter().map(f32::from_bits);
    floats
        .map(|float| Some(float).filter(|float| !float.is_nan()))
        .collect()
}

/// The items of the first position of each game.
fn firsts<T: Clone>(file: &Path, items: &[T]) -> Vec<T> {
    let plies = numbers(&array(file, "ply").1);
    let many = items.len() / plies.len();
    let first = plies
        .iter()
        .zip(items.chunks(many))
        .filter(|(ply, _)| **ply == 0);
    first.flat_map(|(_, item)| item.to_vec()).collect()
}

fn texts(file: &Path, name: &str) -> Vec<String> {
    let (shape, bytes) = array(file, name);
    let width = bytes.len() / usize::try_from(shape[0]).expect("few");
    let text = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes)
            .trim_end_matches('\0')
            .to_owned()
    };
    bytes.chunks(width).map(text).collect()
}

#[rstest]
#[case::record("record", [1, 0, 0, 0, 0])]
#[case::suggest("suggest", [1, 2, 0, 0, 2])]
fn a_game_has_numbers_texts_and_owners(#[case] who: &str, #[case] by: [u8; 5]) {
    let file = data_set(who, &format!("--ownership {who}")).join("data.npz");
    assert_eq!(
        firsts(&file, &floats(&file, "komi")),
        [0.5, 6.5, 0., -1., 0.].map(Some)
    );
    let margins = [Some(-16.5), None, None, Some(3.5), Some(0.)];
    assert_eq!(firsts(&file, &floats(&file, "margin")), margins);
    let handicap = firsts(&file, &array(&file, "handicap").1);
    assert_eq!(handicap, [0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(firsts(&file, &array(&file, "score_by").1), by);
    let known = |game: usize, score: f32| (by[game] > 0).then_some(score);
    let scores = [known(0, -16.5), known(1, -6.5), None, None, known(4, 0.)];
    assert_eq!(firsts(&file, &floats(&file, "score")), scores);
    let halves = |game: usize| {
        if by[game] > 0 {
            [1, 1, 255, 255].repeat(4)
        } else {
            vec![0; 16]
        }
    };
    let owners = [vec![255; 16], halves(1), vec![0; 32], halves(4)].concat();
    assert_eq!(firsts(&file, &array(&file, "ownership").1), owners);
    assert_eq!(texts(&file, "black_rank"), ["3d", "1p", "", "", ""]);
    assert_eq!(texts(&file, "white_rank"), ["12 kyu", "", "", "", ""]);
    assert_eq!(texts(&file, "date"), ["2026-11-29", "", "~1846", "", ""]);
}

/// The library replays a game from its start for each position.
#[rstest]
fn the_history_has_the_latest_boards(#[values(1, 3, 8)] boards: usize) {
    let file =
        data_set(&format!("history{boards}"), &format!("--history {boards}")).join("data.npz");
    let (shape, bytes) = array(&file, "history");
    let planes = History::planes(boards);
    assert_eq!(shape[1..], [planes as u64, 4, 4]);
    let size = Size::square(4).expect("a size");
    let (_, moves) = array(&file, "move");
    let mut positions = bytes.chunks(planes * 16).zip(moves.chunks(2));
    // The first game, before whose passes nothing is special.
    let mut record = BoardRecord::new(size);
    for (written, index) in positions.by_ref().take(8) {
        let mut expected = vec![0; planes * 16];
        let side = record.to_play();
        let history = History::of(&FastGame::from(&record));
        history.write(boards, Layout::ChannelsFirst, side, &mut expected);
        assert_eq!(written, expected);
        let point = size.points().nth(index[0].into()).expect("a point");
        record = record.play(Move::play(side, point)).expect("legal");
    }
    // In the last game, stones that are set up end what was before.
    let set_up = positions.nth(2 + 10 + 4 + 2 + 2).expect("a position").0;
    let [own, other] = [&set_up[..16], &set_up[16..32]].map(|plane| {
        let stones = (0..16).filter(|point| plane[*point] == 1);
        stones.collect::<Vec<_>>()
    });
    assert_eq!((own, other), (vec![1, 8], vec![2, 11]));
    assert_eq!(set_up[32..(planes - 1) * 16], vec![0; (planes - 3) * 16]);
    assert_eq!(set_up[(planes - 1) * 16..], [1; 16]);
}

const ALL: &str = "--history 2 --ownership suggest";

/// A row of bytes for each position, and its game and number.
fn rows(files: &[PathBuf]) -> Vec<(u32, u32, Vec<u8>)> {
    let mut rows = Vec::new();
    for file in files {
        let [games, plies] = ["game", "ply"].map(|name| numbers(&array(file, name).1));
        let first = rows.len();
        rows.extend(
            games
                .into_iter()
                .zip(plies)
                .map(|(game, ply)| (game, ply, Vec::new())),
        );
        for name in POSITIONS.into_iter().chain(["history"]) {
            let (_, bytes) = array(file, name);
            let many = rows.len() - first;
            let items = bytes.chunks(bytes.len() / many.max(1));
            rows[first..]
                .iter_mut()
                .zip(items)
                .for_each(|(row, item)| row.2.extend(item));
        }
    }
    rows
}

/// Files of one data set, in their order.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let names = folder::names(folder).into_iter();
    names.map(|name| folder.join(name)).collect()
}

#[rstest]
fn shuffled_files_have_each_position_once(#[values("npz", "npy")] format: &str) {
    let expected = rows(&parts(&data_set(&format!("straight-{format}"), ALL)));
    let shuffled = |name: &str, options: &str| {
        let options = format!("{ALL} --format {format} {options}");
        let mut files = parts(&data_set(&format!("{format}-{name}"), &options));
        let texts = files.last().expect("a file").clone();
        assert_eq!(GAMES.map(|name| array(&texts, name).0), [[5]; 4]);
        if files.len() > 1 {
            files.pop();
        }
        files
    };
    let one = rows(&shuffled("one", "--shuffle 1"));
    let files = shuffled("three", "--shuffle 1 --files 3");
    let counts: Vec<_> = files.iter().map(|file| array(file, "ply").0[0]).collect();
    assert_eq!(counts.iter().sum::<u64>(), 34);
    assert!(counts.iter().all(|count| [11, 12].contains(count)));
    let three = rows(&files);
    let other = rows(&shuffled("other", "--shuffle 2"));
    assert!(one != three && one != other && three != expected);
    for mut rows in [one, three, other] {
        assert!(!rows.is_sorted());
        rows.sort();
        assert!(rows == expected);
    }
    let more = shuffled("many", "--shuffle 1 --files 40");
    let shapes = more.iter().map(|file| array(file, "planes").0);
    assert_eq!(
        shapes.filter(|shape| *shape == [0, 9, 4, 4]).count(),
        40 - 34
    );
    // Any number of threads writes the same bytes.
    let again = shuffled("again", "--shuffle 1 --files 3 --jobs 1");
    for (one, other) in files.iter().zip(&again) {
        let bytes = |path: &Path| match format {
            "npz" => fs::read(path).expect("read"),
            _ => POSITIONS.map(|name| array(path, name).1).concat(),
        };
        assert!(bytes(one) == bytes(other));
    }
}
