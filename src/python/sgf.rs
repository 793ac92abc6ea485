//! Game records: the module `gokata.sgf` has these.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard};

use gokata::sgf::{
    self, AfterIllegal, Collection, GameInfo, Judging, Lines, NodeId, Order, Referees, RulesName,
};
use gokata::{BoardRecord, Size, TextError};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::names::{self, parse_error, text_error, value_error, written};
use crate::points::read_move;
use crate::rules::{Rules, read_rules};
use crate::state::{self, Position, Record, locked};

/// A game record as a tree of nodes. Reading and writing it keeps variations, comments and unknown properties; nodes that
/// are not edited are written as they were read.
///
/// >>> from gokata import sgf
/// >>> [tree] = sgf.parse("(;SZ[9]PB[Ann];B[ee]C[The center](;W[ce])(;W[cc]C[Solid]))")
/// >>> node = tree.root.children[0]
/// >>> node.move, node.comment, [child.move[1] for child in node.children]
/// ((<Color.BLACK: 1>, 'E5'), 'The center', ['C5', 'C7'])
/// >>> node.comment = "Tengen"
/// >>> tree.root["PW"] = ["Bob"]
/// >>> str(tree)
/// '(;SZ[9]PB[Ann]PW[Bob];B[ee]C[Tengen](;W[ce])\n(;W[cc]C[Solid]))'
#[pyclass(module = "gokata.sgf", frozen)]
pub(crate) struct Tree {
    tree: Mutex<sgf::Tree<'static>>,
    warnings: Vec<String>,
}

impl Tree {
    fn lock(&self) -> MutexGuard<'_, sgf::Tree<'static>> {
        locked(&self.tree)
    }

    /// The size of the board, or that of a record that names none.
    fn size(&self) -> Size {
        let tree = self.lock();
        let game = tree.game_at(tree.root(), None);
        game.map_or_else(|_| Size::default(), |game| game.size())
    }
}

#[pymethods]
impl Tree {
    /// The first node, which has the properties of the whole game.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Node {
        Node::new(slf, slf.get().lock().root())
    }

    /// The nodes of the main line, from the root on: the first variation at each branching.
    #[getter]
    fn main_line(slf: &Bound<'_, Self>) -> Vec<Node> {
        let nodes: Vec<NodeId> = slf.get().lock().main_line().collect();
        nodes.into_iter().map(|id| Node::new(slf, id)).collect()
    }

    /// All nodes in the order of the text.
    #[getter]
    fn nodes(slf: &Bound<'_, Self>) -> Vec<Node> {
        let nodes: Vec<NodeId> = slf.get().lock().nodes().collect();
        nodes.into_iter().map(|id| Node::new(slf, id)).collect()
    }

    /// Whether parentheses are open at the end of the text, so that a part of the game may be missing.
    #[getter]
    fn is_incomplete(&self) -> bool {
        self.lock().is_incomplete()
    }

    /// What is unusual about the bytes and the grammar of the text, but understood.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let tree = self.lock();
        let own = tree.warnings().iter().map(ToString::to_string);
        self.warnings.iter().cloned().chain(own).collect()
    }

    /// The text of the record. Raises `ValueError` if a line has so many nodes that other programs may not read it.
    fn write(&self) -> PyResult<String> {
        self.lock().write().map_err(value_error)
    }

    fn __str__(&self) -> String {
        self.lock().to_string()
    }

    fn __repr__(&self) -> String {
        let nodes = self.lock().nodes().count();
        let s = if nodes == 1 { "" } else { "s" };
        format!("<gokata.sgf.Tree {}, {nodes} node{s}>", self.size())
    }
}

/// A node of a record. Its properties are read and changed as those of a `dict`: each name has a list of texts, of
/// which you get a copy: `node["AB"] += ["cc"]` adds one. Values are escaped where they are written.
///
/// >>> from gokata import sgf
/// >>> root = sgf.parse("(;SZ[9]AB[ee][cg];W[ce])")[0].root
/// >>> root["AB"], "AW" in root, root.get("PB"), root.children
/// (['ee', 'cg'], False, None, [<gokata.sgf.Node White C5>])
#[pyclass(module = "gokata.sgf", frozen)]
pub(crate) struct Node {
    tree: Py<Tree>,
    id: NodeId,
}

impl Node {
    fn new(tree: &Bound<'_, Tree>, id: NodeId) -> Node {
        Node {
            tree: tree.clone().unbind(),
            id,
        }
    }

    fn at(&self, id: NodeId, py: Python<'_>) -> Node {
        Node::new(self.tree.bind(py), id)
    }
}

#[pymethods]
impl Node {
    /// The node before; `None` for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Node> {
        let parent = self.tree.get().lock().parent(self.id)?;
        Some(self.at(parent, py))
    }

    /// The nodes that follow: the main variation first.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Node> {
        let children: Vec<NodeId> = self.tree.get().lock().children(self.id).collect();
        children.into_iter().map(|id| self.at(id, py)).collect()
    }

    /// The properties, in their order: for each name its values as text.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tree = self.tree.get().lock();
        let read = tree.properties(self.id);
        let read = read.map(|property| (property.name().into_owned(), texts(&property)));
        let read: Vec<_> = read.collect();
        drop(tree); // Python may run a program when objects are made
        let properties = PyDict::new(py);
        for (name, values) in read {
            properties.set_item(name, values)?;
        }
        Ok(properties)
    }

    /// The values of a property; `default` if the node does not have it.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let tree = self.tree.get().lock();
        let values = tree.property(self.id, name).as_ref().map(texts);
        drop(tree);
        let values = values.map(|values| values.into_pyobject(py)).transpose()?;
        Ok(values.map(Bound::into_any).or(default))
    }

    fn __getitem__<'py>(&self, name: &str, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.get(name, None, py)?;
        values.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.tree.get().lock().property(self.id, name).is_some()
    }

    fn __setitem__(&self, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = values.py();
        if values.is_instance_of::<PyString>() {
            let why = "the values of a property are a list of texts, such as ['6.5']";
            return Err(PyTypeError::new_err(why));
        }
        let values: Vec<String> = values.extract()?;
        let set = self.tree.get().lock().set_property(self.id, name, values);
        set.map_err(|error| parse_error(py, &error))
    }

    fn __delitem__(&self, name: &str) -> PyResult<()> {
        let mut tree = self.tree.get().lock();
        if tree.property(self.id, name).is_none() {
            return Err(PyKeyError::new_err(name.to_owned()));
        }
        tree.remove_property(self.id, name);
        Ok(())
    }

    /// The comment; empty if there is none.
    #[getter]
    fn comment(&self) -> String {
        self.tree.get().lock().comment(self.id).unwrap_or_default()
    }

    #[setter]
    fn set_comment(&self, text: &str) {
        self.tree.get().lock().set_comment(self.id, text);
    }

    /// The move: whose it is, and `C3` or `pass`; `None` if the node has none.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<(Py<PyAny>, String)>> {
        let size = self.tree.get().size();
        let mv = self.tree.get().lock().move_at(self.id, size);
        mv.map(|mv| written(py, mv, size)).transpose()
    }

    /// The game at this node, under these rules, else those that the record names. Illegal moves are played if their points
    /// are empty; `judge` finds them.
    #[pyo3(signature = (rules=None))]
    fn record<'py>(
        &self,
        rules: Option<&Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, Record>> {
        let rules = rules.map(|it| read_rules(py, Some(it), None)).transpose()?;
        state::record(py, self.game(rules, py)?)
    }

    /// Adds a node with a move as the last variation, and returns it. Raises `IllegalMove`. A resignation adds none: at the
    /// end of the main line it becomes the result (`RE`).
    #[pyo3(signature = (point, color=None))]
    fn add_move(
        &self,
        point: &Bound<'_, PyAny>,
        color: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Node> {
        let py = point.py();
        let game = self.game(None, py)?;
        let mv = read_move(point, color, game.size(), game.to_play())?;
        let added = self.tree.get().lock().add_move(self.id, mv, &game);
        let (added, _) = added.map_err(|_| Position::from(game).refusal(mv, None, py))?;
        Ok(self.at(added, py))
    }

    /// Adds an empty node as the last variation.
    fn add_node(&self, py: Python<'_>) -> Node {
        let added = self.tree.get().lock().add_node(self.id);
        self.at(added, py)
    }

    /// Removes this node and all that follow it. The root stays.
    fn remove(&self) {
        self.tree.get().lock().remove(self.id);
    }

    fn __eq__(&self, other: &Bound<'_, Node>) -> bool {
        other.get().tree.is(&self.tree) && other.get().id == self.id
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.tree.as_ptr() as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self.r#move(py)? {
            Some((color, place)) => format!("<gokata.sgf.Node {color} {place}>"),
            None => "<gokata.sgf.Node without a move>".to_owned(),
        })
    }
}

impl Node {
    fn game(&self, rules: Option<gokata::Rules>, py: Python<'_>) -> PyResult<BoardRecord> {
        let game = self.tree.get().lock().game_at(self.id, rules);
        game.map_err(|error| text_error(py, &error))
    }
}

fn texts(property: &sgf::Property<'_>) -> Vec<String> {
    property.values().map(sgf::Value::text).collect()
}

/// The text of a record, and what was assumed about its bytes. A text in Python has no encoding to find out.
fn decoded<'a>(content: &'a Bound<'_, PyAny>) -> PyResult<(Cow<'a, str>, Vec<String>)> {
    if let Ok(text) = content.cast::<PyString>() {
        return Ok((text.to_str()?.into(), Vec::new()));
    }
    let decoded = sgf::decode(content.extract()?);
    Ok((decoded.text, decoded.warnings))
}

/// Finds the games of a text in the format that it begins with.
fn parsed(text: &str) -> Result<Collection<'_>, TextError> {
    let format = sgf::Format::of(text.as_bytes());
    Collection::parse_as(format.unwrap_or(sgf::Format::Sgf), text)
}

/// Reads the games of a text, or of bytes.
#[pyfunction]
pub(crate) fn _read(content: &Bound<'_, PyAny>) -> PyResult<Vec<Tree>> {
    let (py, (text, warnings)) = (content.py(), decoded(content)?);
    let collection = parsed(&text).map_err(|error| text_error(py, &error))?;
    let trees = collection.trees().map(|tree| {
        let tree = tree.map_err(|error| text_error(py, &error))?;
        Ok(Tree {
            tree: Mutex::new(tree.into_owned()),
            warnings: warnings.clone(),
        })
    });
    trees.collect()
}

/// Writes a game anew.
#[pyfunction]
pub(crate) fn _write(
    game: &Bound<'_, Position>,
    black: Option<String>,
    white: Option<String>,
    date: Option<String>,
) -> PyResult<String> {
    let record = game.get().to_record();
    let about = GameInfo {
        black,
        white,
        date,
        rules: RulesName::InForce,
        ..GameInfo::default()
    };
    sgf::write(&record, &about).map_err(value_error)
}

/// Judges the moves of all games of a text, or of bytes.
#[pyfunction]
#[pyo3(signature = (content, rules, variations, any_order, go_on, both))]
#[expect(clippy::fn_params_excessive_bools, reason = "keywords in Python")]
pub(crate) fn _judge<'py>(
    content: &Bound<'py, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    variations: bool,
    any_order: bool,
    go_on: bool,
    both: bool,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let (py, (text, _)) = (content.py(), decoded(content)?);
    let rules = rules.map(|it| read_rules(py, Some(it), None)).transpose()?;
    let judging = Judging {
        rules,
        referees: if both { Referees::Both } else { Referees::Fast },
        lines: if variations { Lines::All } else { Lines::Main },
        order: [Order::Alternating, Order::Any][usize::from(any_order)],
        after_illegal: [AfterIllegal::Stop, AfterIllegal::GoOn][usize::from(go_on)],
        ..Judging::default()
    };
    let collection = parsed(&text).map_err(|error| text_error(py, &error))?;
    let all = collection.games().map(|game| match game {
        Ok(game) => judged(&py.detach(|| game.judge(&judging)), py),
        Err(error) => {
            let (rules, why) = (rules.unwrap_or_default(), error.to_string());
            let none = PyList::empty(py);
            ("unreadable", Rules(rules), 0, &none, &none, why).into_pyobject(py)
        }
    });
    all.collect()
}

/// The verdict, the rules, the number of moves, the illegal ones, the warnings, and the fault. Of an illegal move: its number, whose
/// it is, the move, the reason, line, column, what it repeats, and the sentence.
fn judged<'py>(judgement: &sgf::Judgement, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
    let illegal = judgement.illegal.iter().map(|turn| {
        Ok((
            turn.number,
            names::color(py, turn.mv.color)?,
            turn.mv.action.describe(turn.size),
            names::reason(py, turn.reason)?,
            turn.line,
            turn.column,
            turn.repeats,
            turn.to_string(),
        ))
    });
    let fault = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
    let judged = (
        judgement.verdict().name(),
        Rules(judgement.rules),
        judgement.moves,
        illegal.collect::<PyResult<Vec<_>>>()?,
        PyList::new(py, judgement.warnings.iter().map(ToString::to_string))?,
        fault.map(ToString::to_string),
    );
    judged.into_pyobject(py)
}
