//! The Python module `gokata._native`: the referees, the count and the fixtures of the library, as Python classes. It contains
//! names, conversions and errors, and no rule of Go.

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
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::book::{BookBoard, BookMove, BookState, is_point_an_eye};
    #[pymodule_export]
    use crate::counting::{Count, Life, Marks, Outcome, Score};
    #[pymodule_export]
    use crate::explanation::sentence;
    #[pymodule_export]
    use crate::gtp::{ControllerSide, Session};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::sgf::{_judge, _read, _write, Node, Tree};
    #[pymodule_export]
    use crate::state::{Explanation, Game, Position, Record};
    #[pymodule_export]
    use crate::testing::{_questions, Answers, Question};
}
