//! Records as trees: read without loss, edited, written.

use std::collections::HashMap;
use std::{env, fs, iter};

use allocation_counter::measure;
use gokata::sgf::{Collection, NodeId, Tree, Value, decode};
use gokata::{Color, IllegalMove, Move, Size};
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rstest::rstest;

/// A node: the number of the node before it, and its properties, each a name and raw values.
type Flat = Vec<(Option<usize>, Vec<(String, Vec<String>)>)>;

/// The nodes in the order of the text.
fn flat(tree: &Tree<'_>) -> Flat {
    let mut numbers: HashMap<NodeId, usize> = HashMap::new();
    let mut nodes = Vec::new();
    for (number, node) in tree.nodes().enumerate() {
        numbers.insert(node, number);
        let properties = tree.properties(node).map(|property| {
            let values = property.values().map(|value| value.raw().to_owned());
            (property.name().into_owned(), values.collect())
        });
        let parent = tree.parent(node).map(|parent| numbers[&parent]);
        nodes.push((parent, properties.collect()));
    }
    nodes
}

fn tree(text: &str) -> Tree<'_> {
    Tree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The only property of a node, raw.
fn only(tree: &Tree<'_>, node: NodeId) -> String {
    let (name, values) = &flat(tree)[tree.nodes().position(|other| other == node).unwrap()].1[0];
    format!("{name}[{}]", values.join("]["))
}

#[rstest]
#[case::plain("(;SZ[9];B[aa];W[bb])")]
#[case::variations("(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])\n(;W[ee]))\n(;W[ff])\n(;W[gg]))")]
#[case::repeated_and_unknown("(;XX[1]C[a]XX[2][3]ZZ[];B[aa]B[bb]KO[])")]
#[case::escapes("(;C[a\\] \\\\ (;B[cc\\]) \\\n b];C[\\;\\:x])")]
#[case::layout("(; SZ [9]\n  AB [aa] [bb]\n;B[aa] C[x]\n\n;W[bb]\n)")]
#[case::old_names("(;GaMe[1]AddBlack[aa]Comment[x];White[bb])")]
#[case::empty_nodes("(;;;(;)\n(;))")]
#[case::long_names("(;ABCDEFGHIJ[1]XBCDEFGHIJ[2])")]
fn a_record_is_written_as_it_was_read(#[case] text: &str) {
    assert_eq!(tree(text).to_string(), text);
    assert_eq!(tree(text).into_owned().to_string(), text);
}

/// Only parentheses and semicolons change that say nothing.
#[rstest]
#[case("  (;B[aa] ( ;W[bb]) )\n", "(;B[aa] ;W[bb])")]
#[case("(B[aa](;W[bb])  (;W[cc]))", "(;B[aa](;W[bb])\n(;W[cc]))")]
#[case("(;B[aa]()(;W[bb]))", "(;B[aa];W[bb])")]
#[case("(;B[aa];W[bb]", "(;B[aa];W[bb])")]
fn what_says_nothing_is_written_in_one_way(#[case] text: &str, #[case] written: &str) {
    let read = tree(text);
    assert_eq!(read.to_string(), written);
    assert_eq!(read.is_incomplete(), !text.trim_end().ends_with(')'));
    assert_eq!(flat(&tree(written)), flat(&read));
}

#[rstest]
#[case("(;B[aa]\n;W[bb)", "2:3: the `]` for this `[` is missing")]
#[case("(;B[aa])\n (;W[bb])", "2:3: a second game begins here")]
#[case("(;B[aa])\nxx", "2:1: this text after the game is not understood")]
#[case("nothing", "1:1: there is no game record")]
fn an_error_names_line_and_column(#[case] text: &str, #[case] error: &str) {
    let found = Tree::parse(text).unwrap_err().to_string();
    assert!(found.starts_with(error), "{found}");
}

#[test]
fn several_games_are_trees_of_their_own() {
    let text = "(;B[aa])\n(;SZ[99];W[bb](;C[x])(;C[y]))(;GM[2])";
    let file = Collection::parse(text).unwrap();
    let trees = file
        .trees()
        .map(|tree| tree.unwrap().into_owned().to_string());
    let written = ["(;B[aa])", "(;SZ[99];W[bb](;C[x])\n(;C[y]))", "(;GM[2])"];
    assert_eq!(trees.collect::<Vec<_>>(), written);
}

#[test]
fn a_tree_is_walked() {
    let tree = tree("(;SZ[5]C[a\\]b\\\nc\r\nd];B[aa](;W[bb];B[])(;White[cc]C[x]C[y]))");
    let root = tree.root();
    assert_eq!(tree.parent(root), None);
    assert_eq!(tree.comment(root).as_deref(), Some("a]bc\nd"));
    let line = tree
        .property(root, "C")
        .and_then(|comment| comment.values().next());
    assert_eq!(line.map(Value::line).as_deref(), Some("a]bc d"));
    let main: Vec<NodeId> = tree.main_line().collect();
    assert_eq!((main.len(), main.last()), (4, Some(&tree.main_line_end())));
    let children: Vec<NodeId> = tree.children(main[1]).collect();
    assert_eq!(
        (children[0], tree.parent(children[1])),
        (main[2], Some(main[1]))
    );
    let size = Size::square(5).unwrap();
    assert_eq!(
        tree.move_at(children[1], size),
        Some(Move::play(Color::White, (2, 2)))
    );
    assert_eq!(tree.move_at(main[3], size), Some(Move::pass(Color::Black)));
    assert_eq!(tree.move_at(root, size), None);
    assert_eq!(tree.comment(children[1]).as_deref(), Some("x"));
    assert_eq!(
        tree.property(children[1], "XX")
            .map(|property| property.name()),
        None
    );
}

#[test]
fn a_move_is_added_only_if_the_referee_accepts_it() {
    let mut tree = tree("(;SZ[3]RE[B+R]C[kept];B[bb]\n(;W[aa])(;W[cc]))");
    let end = tree.main_line_end();
    let game = tree.game_at(end, None).unwrap();
    let before = tree.to_string();
    let occupied = tree.add_move(end, Move::play(Color::Black, (0, 0)), &game);
    assert_eq!(occupied, Err(IllegalMove::Occupied));
    let out_of_turn = tree.add_move(end, Move::pass(Color::White), &game);
    assert_eq!(out_of_turn, Err(IllegalMove::Turn));
    assert_eq!(tree.to_string(), before);
    let (pass, game) = tree.add_move(end, Move::pass(Color::Black), &game).unwrap();
    let (next, game) = tree
        .add_move(pass, Move::play(Color::White, (2, 1)), &game)
        .unwrap();
    assert_eq!(
        (game.turns(), tree.game_at(next, None)),
        (4, Ok(game.clone()))
    );
    let variation = tree.add_node(tree.parent(end).unwrap());
    tree.set_comment(variation, "a [third]");
    assert_eq!(
        tree.to_string(),
        "(;SZ[3]RE[B+R]C[kept];B[bb]\n(;W[aa];B[];W[bc])\n(;W[cc])\n(;C[a [third\\]]))"
    );
    let resigned = tree.add_move(next, Move::resign(Color::Black), &game);
    assert_eq!(resigned.map(|(node, _)| node), Ok(next));
    assert_eq!(only(&tree, tree.root()), "SZ[3]");
    assert!(tree.to_string().starts_with("(;SZ[3]RE[W+R]C[kept]"));
}

#[test]
fn properties_are_set_added_and_removed_in_their_place() {
    let mut tree = tree("(;AB[aa] C[x]\n;AddBlack[bb]Q[1]AB[cc]\n)");
    let (root, end) = (tree.root(), tree.main_line_end());
    tree.set_property(root, "C", ["]\\"]).unwrap();
    tree.add_values(root, "AB", ["dd", "ee"]).unwrap();
    tree.add_values(root, "LB", ["dd:A"]).unwrap();
    assert_eq!(
        tree.to_string(),
        "(;AB[aa][dd][ee] C[\\]\\\\]LB[dd:A]\n;AddBlack[bb]Q[1]AB[cc]\n)"
    );
    assert_eq!(tree.comment(root).as_deref(), Some("]\\"));
    tree.set_property(end, "AB", ["ee"]).unwrap();
    assert_eq!(
        tree.to_string(),
        "(;AB[aa][dd][ee] C[\\]\\\\]LB[dd:A]\n;AB[ee]Q[1]\n)"
    );
    tree.set_property(end, "AB", iter::empty::<&str>()).unwrap();
    tree.set_comment(root, "");
    tree.remove_property(root, "AB");
    tree.add_values(end, "R", iter::empty::<&str>()).unwrap();
    assert_eq!(tree.to_string(), "(; LB[dd:A]\n;Q[1]\n)");
    for name in ["", "c", "C1", "C[", "É"] {
        assert!(tree.set_property(root, name, ["x"]).is_err(), "{name}");
    }
}

#[test]
fn a_removed_node_is_gone_with_all_that_follow_it() {
    let mut tree = tree("(;(;B[aa];W[bb])(;B[cc])(;B[dd]))");
    let [first, second, third] = tree.children(tree.root()).collect::<Vec<_>>()[..] else {
        panic!("three variations")
    };
    tree.remove(third);
    tree.remove(first);
    assert_eq!(tree.to_string(), "(;;B[cc])");
    let fourth = tree.add_node(tree.root());
    assert_eq!(
        tree.children(tree.root()).collect::<Vec<_>>(),
        [second, fourth]
    );
    assert_eq!(tree.parent(first), None);
    assert!(tree.game_at(first, None).is_err());
    tree.remove(tree.root());
    tree.remove(fourth);
    tree.remove(second);
    assert_eq!(tree.to_string(), "(;)");
    tree.add_node(tree.root());
    assert_eq!(tree.to_string(), "(;;)");
}

/// Names as old records spell them, of any length, are those of the standard; parts of a name are none.
#[test]
fn spelled_names_are_found() {
    let mut tree = tree("(;HA[3]PlayerBlack[Ann]AddBlack[aa])");
    let root = tree.root();
    let has = |tree: &Tree<'_>, name: &str| tree.property(root, name).is_some();
    for name in ["HA", "HANDICAP", "PB", "PLAYERBLACK", "AB", "AddBlack"] {
        assert!(has(&tree, name), "{name}");
    }
    for name in ["A", "ABC", "AB[x]", "", "PLAYERWHITE"] {
        assert!(!has(&tree, name), "{name}");
    }
    tree.remove_property(root, "AB[x]");
    tree.set_property(root, "HANDICAP", ["2"]).unwrap();
    tree.remove_property(root, "PLAYERBLACK");
    assert_eq!(tree.to_string(), "(;HANDICAP[2]AddBlack[aa])");
}

/// The result is that of the main line.
#[test]
fn a_resignation_in_a_variation_does_not_change_the_result() {
    let mut tree = tree("(;SZ[5]RE[W+3.5];B[aa](;W[bb])(;W[cc]))");
    let [_, second] = tree
        .children(tree.main_line().nth(1).unwrap())
        .collect::<Vec<_>>()[..]
    else {
        panic!("two variations")
    };
    let game = tree.game_at(second, None).unwrap();
    let before = tree.to_string();
    let (node, after) = tree
        .add_move(second, Move::resign(Color::Black), &game)
        .unwrap();
    assert_eq!((node, tree.to_string()), (second, before));
    assert!(after.is_over());
}

/// Neither a long line that has been removed nor one beside it matters.
#[test]
fn a_long_line_concerns_only_itself() {
    let mut tree = tree("(;SZ[5](;B[aa])(;B[bb]))");
    let [first, second] = tree.children(tree.root()).collect::<Vec<_>>()[..] else {
        panic!("two variations")
    };
    let mut end = first;
    for _ in 0..20_001 {
        end = tree.add_node(end);
    }
    assert!(tree.write().is_err());
    assert!(tree.game_at(end, None).is_err());
    assert_eq!(tree.game_at(second, None).unwrap().turns(), 1);
    tree.remove(first);
    assert_eq!(tree.write().as_deref(), Ok("(;SZ[5];B[bb])"));
}

#[test]
#[should_panic(expected = "a node of this tree")]
fn a_node_of_another_tree_is_refused_before_anything_changes() {
    let other = tree("(;;;)");
    tree("(;)").add_node(other.main_line_end());
}

/// A change of a random tree. Numbers choose a node, a name, or a value.
#[derive(Debug, Clone)]
enum Change {
    AddNode(usize),
    Remove(usize),
    Set(usize, usize, Vec<String>),
    Add(usize, usize, Vec<String>),
}

const NAMES: [&str; 6] = ["B", "C", "AB", "XX", "LONGNAMEX", "MONGNAMEX"];

fn change() -> impl Strategy<Value = Change> {
    let values = || prop::collection::vec(".{0,4}|[\\\\\\]\\[();:\n]{0,4}", 0..3);
    prop_oneof![
        4 => any::<usize>().prop_map(Change::AddNode),
        1 => any::<usize>().prop_map(Change::Remove),
        3 => (any::<usize>(), 0..NAMES.len(), values()).prop_map(|(node, name, values)| Change::Set(node, name, values)),
        3 => (any::<usize>(), 0..NAMES.len(), values()).prop_map(|(node, name, values)| Change::Add(node, name, values)),
    ]
}

/// The same tree in the simplest form: properties by node, with values not escaped.
#[derive(Default)]
struct Model {
    properties: HashMap<NodeId, Vec<(&'static str, Vec<String>)>>,
    children: HashMap<NodeId, Vec<NodeId>>,
}

impl Model {
    fn nodes(&self, root: NodeId) -> Vec<NodeId> {
        let (mut nodes, mut open) = (Vec::new(), vec![root]);
        while let Some(node) = open.pop() {
            nodes.push(node);
            open.extend(self.children.get(&node).into_iter().flatten().rev());
        }
        nodes
    }

    fn change(&mut self, tree: &mut Tree<'_>, change: Change) {
        let nodes = self.nodes(tree.root());
        let node = |number: usize| nodes[number % nodes.len()];
        match change {
            Change::AddNode(parent) => {
                let new = tree.add_node(node(parent));
                self.children.entry(node(parent)).or_default().push(new);
            }
            Change::Remove(number) => {
                tree.remove(node(number));
                for children in self.children.values_mut() {
                    children.retain(|child| *child != node(number));
                }
            }
            Change::Set(number, name, values) => {
                tree.set_property(node(number), NAMES[name], &values)
                    .unwrap();
                let found = self.properties.entry(node(number)).or_default();
                match found.iter_mut().find(|(known, _)| *known == NAMES[name]) {
                    Some((_, known)) => *known = values,
                    None => found.push((NAMES[name], values)),
                }
                found.retain(|(_, values)| !values.is_empty());
            }
            Change::Add(number, name, values) => {
                tree.add_values(node(number), NAMES[name], &values).unwrap();
                let found = self.properties.entry(node(number)).or_default();
                match found.iter_mut().find(|(known, _)| *known == NAMES[name]) {
                    Some((_, known)) => known.extend(values),
                    None => found.push((NAMES[name], values)),
                }
                found.retain(|(_, values)| !values.is_empty());
            }
        }
    }
}

proptest! {
    /// Any changes, then writing and reading, give the tree that a plain model of it says.
    #[test]
    fn a_changed_tree_is_written_and_read_as_the_same(changes in prop::collection::vec(change(), 0..60)) {
        let mut tree = Tree::parse("(;)").unwrap();
        let mut model = Model::default();
        for change in changes {
            model.change(&mut tree, change);
        }
        let nodes = model.nodes(tree.root());
        prop_assert_eq!(tree.nodes().collect::<Vec<_>>(), nodes.clone());
        let text = tree.to_string();
        let again = Tree::parse(&text).unwrap();
        prop_assert_eq!(flat(&again), flat(&tree));
        prop_assert_eq!(again.to_string(), text.clone());
        for ((_, properties), node) in flat(&again).into_iter().zip(nodes) {
            let escaped = |value: &String| value.replace('\\', "\\\\").replace(']', "\\]");
            let expected = model.properties.get(&node).into_iter().flatten();
            let expected = expected.map(|(name, values)| ((*name).to_owned(), values.iter().map(escaped).collect()));
            prop_assert_eq!(properties, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_comment_is_read_as_it_was_set(comment in "[^\r]{1,40}") {
        let mut tree = Tree::parse("(;)").unwrap();
        tree.set_comment(tree.root(), &comment);
        prop_assert_eq!(tree.comment(tree.root()), Some(comment.clone()));
        let text = tree.to_string();
        let again = Tree::parse(&text).unwrap();
        prop_assert_eq!(again.comment(again.root()), Some(comment));
    }
}

#[test]
fn a_million_nodes_take_memory_in_proportion() {
    let text = format!("(;SZ[9]{})", "(;B[aa];W[bb])".repeat(500_000));
    let mut read = None;
    let cost = measure(|| read = Tree::parse(&text).ok());
    let read = read.expect("a tree");
    // With the spare room of lists that grow.
    assert!(cost.bytes_max < 60_000_000, "{} bytes", cost.bytes_max);
    assert!(
        cost.bytes_current < 30_000_000,
        "{} bytes",
        cost.bytes_current
    );
    assert_eq!(read.nodes().count(), 1_000_001);
    let mut written = String::new();
    let cost = measure(|| written = read.to_string());
    assert!(cost.bytes_max < 60_000_000, "{} bytes", cost.bytes_max);
    assert_eq!(written.replace('\n', ""), text);
}

/// Deeper than a line of a text may be. Recursion would overflow the stack.
#[test]
fn a_deep_tree_is_read_and_written_without_overflowing_the_stack() {
    let mut deep = Tree::parse("(;)").unwrap();
    let mut here = deep.root();
    for _ in 0..100_000 {
        let side = deep.add_node(here);
        here = deep.add_node(here);
        deep.set_comment(side, "x");
    }
    let text = deep.to_string();
    assert_eq!(text.matches("\n(").count(), 100_000);
    assert_eq!(deep.write().unwrap_err().text, text);
    let copy = deep.clone().into_owned();
    drop(deep);
    assert_eq!(copy.nodes().count(), 200_001);
    let main = copy.main_line().count();
    assert_eq!(main, 2);
    let nested = |depth: usize| format!("(;{}{})", "(;B[aa]".repeat(depth), ")".repeat(depth));
    let error = Tree::parse(&nested(100_000)).unwrap_err();
    assert_eq!((error.line(), error.column()), (1, 7 * 19_999 + 4));
    assert_eq!(
        error.message(),
        "a line of more than 20000 nodes: nothing after it is read"
    );
    let nested = nested(19_999);
    let read = tree(&nested);
    assert_eq!((read.nodes().count(), read.write().is_ok()), (20_000, true));
}

/// Reads and writes every record below `GOKATA_GAMES`. `.ci/deep` sets it.
#[test]
#[ignore = "needs records that are not in the repository"]
fn real_records_are_written_as_they_were_read() {
    let mut folders = vec![
        env::var_os("GOKATA_GAMES")
            .expect("GOKATA_GAMES names a folder")
            .into(),
    ];
    let (mut records, mut games, mut nodes, mut faults) = (0, 0, 0, Vec::new());
    while let Some(folder) = folders.pop() {
        let _: &std::path::PathBuf = &folder;
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if !path
                .extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"))
            {
                continue;
            }
            records += 1;
            let bytes = fs::read(&path).unwrap();
            let text = decode(&bytes).text;
            let Ok(file) = Collection::parse(&text) else {
                faults.push(path);
                continue;
            };
            for read in file.trees() {
                let Ok(read) = read else {
                    faults.push(path.clone());
                    continue;
                };
                let written = read.to_string();
                let again = tree(&written);
                assert_eq!(flat(&again), flat(&read), "{}", path.display());
                // Apart from blanks around parentheses, also the text is the same.
                let plain = |text: &str| {
                    text.chars()
                        .filter(|c| !"()\r\n\t ;".contains(*c))
                        .collect::<String>()
                };
                if file.games().len() == 1 && !text.starts_with(|c| c != '(') {
                    assert_eq!(
                        plain(&written),
                        plain(text.trim_end()),
                        "{}",
                        path.display()
                    );
                }
                games += 1;
                nodes += read.nodes().count();
            }
        }
    }
    let found = format!("{records} records, {games} games, {nodes} nodes; faults: {faults:?}");
    assert!(games > 0 && faults.len() * 100 <= games, "{found}");
}
