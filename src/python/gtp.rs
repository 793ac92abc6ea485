//! Both sides of GTP, without processes: the module `gokata.gtp` has these.

use std::sync::Mutex;

use gokata::gtp::{Controller, Engine, GtpCommand};
use pyo3::prelude::*;

use crate::names::value_error;
use crate::points::read_size;
use crate::rules::read_rules;
use crate::state::{self, Record, locked};

/// The controller's side of a dialogue: writes commands and reads responses.
#[pyclass(module = "gokata._native", name = "_Controller", frozen)]
#[derive(Default)]
pub(crate) struct ControllerSide(Mutex<Controller>);

#[pymethods]
impl ControllerSide {
    #[new]
    fn new() -> ControllerSide {
        ControllerSide::default()
    }

    /// Returns the line to send.
    fn send(&self, command: &str) -> String {
        locked(&self.0).send(command)
    }

    /// Reads a line. Returns the response that it ends: whether the command was accepted, and the text.
    fn receive(&self, line: &[u8]) -> PyResult<Option<(bool, String)>> {
        let response = locked(&self.0).receive(line);
        let response = response.map_err(value_error)?;
        Ok(response.map(|response| match response.text {
            Ok(text) => (true, text),
            Err(text) => (false, text),
        }))
    }
}

/// The engine's side: a referee that holds a game, and answers every command.
#[pyclass(module = "gokata._native", name = "_Session", frozen)]
pub(crate) struct Session(Mutex<Engine>);

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (size=None, *, rules=None, komi=None))]
    fn new(
        size: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        komi: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<Session> {
        let size = size.map(read_size).transpose()?.unwrap_or_default();
        let engine = Engine::new(size).with_rules(read_rules(py, rules, komi)?);
        #[allow(clippy::disallowed_methods)] // `loadsgf` names a file
        let engine = engine.with_files(|path| std::fs::read(path).ok());
        Ok(Session(Mutex::new(engine)))
    }

    /// Answers a line; `None` if it holds no command.
    fn answer(&self, line: &[u8]) -> Option<String> {
        Some(locked(&self.0).answer(line)?.to_string())
    }

    /// Whether the controller has said `quit`.
    #[getter]
    fn has_quit(&self) -> bool {
        locked(&self.0).has_quit()
    }

    /// The game.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Record>> {
        let record = locked(&self.0).record().clone();
        state::record(py, record)
    }

    /// Splits a line into the number of the command, its name, and its arguments; `None` if it holds no command.
    #[staticmethod]
    fn command(line: &[u8]) -> Option<(Option<u32>, String, String)> {
        let command = GtpCommand::read(line).ok().flatten()?;
        Some((command.id, command.name, command.arguments))
    }
}
