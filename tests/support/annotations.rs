//! Reads the commands of GitHub Actions as its runner does: `::NAME KEY=VALUE,…::MESSAGE`.

use std::collections::BTreeMap;

#[derive(Debug)]
pub(crate) struct Annotation {
    pub(crate) name: String,
    pub(crate) properties: BTreeMap<String, String>,
    pub(crate) message: String,
}

impl Annotation {
    pub(crate) fn property(&self, key: &str) -> &str {
        self.properties.get(key).map_or("", String::as_str)
    }
}

/// Returns the commands among the lines of an output. The runner ends lines at CR, too, and finds the older form of
/// commands, `##[NAME]`, anywhere in a line.
pub(crate) fn commands(output: &str) -> Vec<Annotation> {
    assert!(!output.contains("##["), "{output}");
    let lines = output.split(['\n', '\r']);
    let lines = lines.filter_map(|line| line.trim_start().strip_prefix("::"));
    lines.map(command).collect()
}

fn command(line: &str) -> Annotation {
    let (command, message) = line.split_once("::").expect("the end of the command");
    let (name, properties) = command.split_once(' ').unwrap_or((command, ""));
    let properties = properties.split(',').filter(|part| !part.is_empty());
    let properties = properties.map(|part| {
        let (key, value) = part.split_once('=').expect("a key and a value");
        (
            key.to_owned(),
            unescaped(value, &[("%3A", ":"), ("%2C", ",")]),
        )
    });
    Annotation {
        name: name.to_owned(),
        properties: properties.collect(),
        message: unescaped(message, &[]),
    }
}

fn unescaped(text: &str, more: &[(&str, &str)]) -> String {
    let mut text = text.replace("%0D", "\r").replace("%0A", "\n");
    for (code, c) in more {
        text = text.replace(code, c);
    }
    text.replace("%25", "%")
}
