//! The Python module `gokata._native`: the referees, the count and the fixtures of the library, as Python classes. It contains
//! names, conversions and errors, and no rule of Go.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "doc comments are docstrings in Python"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "Python's lists arrive as vectors"
)]

mod arrays;
mod batch;
mod book;
mod counting;
mod drawing;
mod explanation;
mod game;
mod gtp;
mod names;
mod numbers;
mod openings;
mod points;
mod position;
mod record;
mod rules;
mod sgf;
mod state;
mod testing;

#[pyo3::pymodule(name = "_native")]
mod native {
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;

    #[pymodule_export]
    use crate::batch::{Batch, SavedGame};
    #[pymodule_export]
    use crate::book::{BookBoard, BookMove, BookState, is_point_an_eye};
    #[pymodule_export]
    use crate::counting::{Life, Marks};
    #[pymodule_export]
    use crate::explanation::sentence;
    #[pymodule_export]
    use crate::gtp::{ControllerSide, Session};
    #[pymodule_export]
    use crate::names::_color;
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::sgf::{_judge, _read, _write, Node, Tree};
    #[pymodule_export]
    use crate::state::{Game, Position, Record};
    #[pymodule_export]
    use crate::testing::{_games, _questions, Answers, Question};

    /// Refuses a second interpreter in the process: the classes that are written in Python are those of the first.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        static FIRST: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let (py, sys) = (module.py(), module.py().import("sys")?);
        if FIRST.get_or_init(py, || sys.clone().unbind()).is(&sys) {
            return module.add("_version", env!("CARGO_PKG_VERSION"));
        }
        let why =
            "another interpreter of this process has imported gokata, which knows one interpreter";
        Err(PyImportError::new_err(why))
    }
}
