//! The class `Rules`.

use gokata::{Komi, Preset, Rules as Inner};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyDict, PyString, PyTuple};

use crate::arrays::as_array;
use crate::names::parse_error;

/// A set of rules: a name, and changes to it. `NAMES` has the names; `kata` are the rules where none are given: simple ko, no
/// suicide, area, no komi. The table of all keys, and of what each name means, stands in the README of the fixtures.
///
/// >>> from gokata import Rules
/// >>> rules = Rules("japanese", komi=6.5, ko="positional")
/// >>> rules.ko, rules.scoring, rules.komi
/// ('positional', 'territory', 6.5)
/// >>> rules == Rules("japanese,ko=positional")
/// True
#[pyclass(module = "gokata", frozen, eq, hash)]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct Rules(pub(crate) Inner);

#[pymethods]
impl Rules {
    /// Keys that are given change the rules with this name. Values are texts, bools, and numbers of points.
    #[new]
    #[pyo3(signature = (name="kata", **changes))]
    fn new(name: &str, changes: Option<&Bound<'_, PyDict>>, py: Python<'_>) -> PyResult<Rules> {
        let mut rules = parse(py, name)?;
        for (key, value) in changes.into_iter().flatten() {
            let key = key.to_string().replace('_', "-");
            set(&mut rules, &key, &value)?;
        }
        Ok(Rules(rules))
    }

    /// The names of rules: `kata`, `japanese`, `chinese`, …
    #[classattr]
    #[pyo3(name = "NAMES")]
    fn names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Preset::ALL.iter().map(|preset| preset.name()))
    }

    /// `simple`, `positional`, `situational` or `natural-situational`.
    #[getter]
    fn ko(&self) -> &'static str {
        self.0.ko().name()
    }

    /// `forbidden`, `multi-stone` or `allowed`.
    #[getter]
    fn suicide(&self) -> &'static str {
        self.0.suicide().name()
    }

    /// `area` or `territory`.
    #[getter]
    fn scoring(&self) -> &'static str {
        self.0.scoring().name()
    }

    /// `none`, `seki` or `all`: the points that do not count.
    #[getter]
    fn tax(&self) -> &'static str {
        self.0.tax().name()
    }

    /// White's compensation in points, a multiple of 0.5.
    #[getter]
    fn komi(&self) -> f64 {
        f64::from(self.0.komi().halves()) / 2.0
    }

    /// Whether the first pass is worth half a point.
    #[getter]
    fn button(&self) -> bool {
        self.0.button()
    }

    /// White's points for `n` handicap stones: `0`, `n` or `n-1`.
    #[getter]
    fn handicap_bonus(&self) -> &'static str {
        self.0.handicap_bonus().name()
    }

    /// Whether a pass costs a stone.
    #[getter]
    fn pass_stones(&self) -> bool {
        self.0.pass_stones()
    }

    /// `any` or `white`: whether White hands one more stone over, where a pass costs one and Black's has ended the game.
    #[getter]
    fn last_pass(&self) -> &'static str {
        self.0.last_pass().name()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

fn parse(py: Python<'_>, text: &str) -> PyResult<Inner> {
    text.parse().map_err(|error| parse_error(py, &error))
}

fn set(rules: &mut Inner, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let text = if let Ok(flag) = value.cast::<PyBool>() {
        (if flag.is_true() { "yes" } else { "no" }).to_owned()
    } else if value.is_instance_of::<PyString>() {
        value.str()?.to_str()?.to_owned()
    } else if let Ok(number) = value.extract::<f64>() {
        number.to_string()
    } else {
        let kind = value.get_type().name()?;
        let why = format!("{key} is a text or a number, not {kind}");
        return Err(PyTypeError::new_err(why));
    };
    rules
        .set(key, &text)
        .map_err(|error| parse_error(value.py(), &error))
}

/// Rules as an argument: `None`, a text or `Rules`; and komi, if it is given.
pub(crate) fn read_rules(
    py: Python<'_>,
    rules: Option<&Bound<'_, PyAny>>,
    komi: Option<&Bound<'_, PyAny>>,
) -> PyResult<Inner> {
    let mut rules = match rules {
        None => Inner::default(),
        Some(rules) => {
            if let Ok(text) = rules.cast::<PyString>() {
                parse(py, text.to_str()?)?
            } else if let Ok(rules) = rules.cast::<Rules>() {
                rules.get().0
            } else {
                let kind = rules.get_type().name()?;
                let why = format!("rules are a text such as 'japanese', or Rules, not {kind}");
                return Err(PyTypeError::new_err(why));
            }
        }
    };
    if let Some(komi) = komi {
        rules = with_komi(rules, komi)?;
    }
    Ok(rules)
}

fn with_komi(mut rules: Inner, komi: &Bound<'_, PyAny>) -> PyResult<Inner> {
    if komi.is_instance_of::<PyBool>() {
        let why = "komi is a number of points, not a bool";
        return Err(PyTypeError::new_err(why));
    }
    set(&mut rules, "komi", komi)?;
    Ok(rules)
}

/// Several komis as an argument; `None` if it is one.
pub(crate) fn read_komis(komis: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Komi>>> {
    if as_array(komis)?.ndim() == 0 || komis.is_instance_of::<PyByteArray>() {
        return Ok(None);
    }
    let read = |komi: PyResult<Bound<'_, PyAny>>| Ok(with_komi(Inner::default(), &komi?)?.komi());
    let komis: PyResult<_> = komis.try_iter()?.map(read).collect();
    komis.map(Some)
}
