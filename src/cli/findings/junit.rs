//! The XML of `JUnit`: a `testsuite` for each file, a `testcase` for each thing that was judged.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::mem;
use std::path::Path;

use gokata::questions::{Reasons, folder_of};

use super::finding::{Finding, Level, Outcome, Remark};
use super::renderer::{Renderer, Totals};
use super::text::{explained, line, placed};
use crate::read::corpus::lasting_name;
use crate::read::corpus_version::path_of;
use crate::terminal::output::{Output, unstyled};
use crate::terminal::text::{markup, name, number};

const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gokata\">";
const END: &str = "</testsuites>";

/// A longer suite is written in several elements of the same name, so that memory is bounded.
const LONGEST: usize = 1 << 20;

/// A document that is written as the cases come.
#[derive(Default)]
pub(super) struct Document {
    has_begun: bool,
    /// The name of the current suite and the path of its file as it was given.
    suite: (String, String),
    /// Its cases that are not written yet, and the number of all, of failures, of errors and of skipped ones.
    cases: String,
    counts: [usize; 4],
    /// Why something was not asked, by folder: one case for each folder, at the end.
    not_asked: BTreeMap<String, Reasons>,
}

impl Document {
    /// Adds a case. Returns what can be written now.
    fn add(&mut self, finding: &Finding) -> Vec<String> {
        if let Outcome::NotAsked(why) = &finding.outcome {
            let name = lasting_name(&finding.file);
            let folder = self.not_asked.entry(folder_of(&name).to_owned());
            folder.or_default().add(why);
            return Vec::new();
        }
        self.add_case(finding)
    }

    fn add_case(&mut self, finding: &Finding) -> Vec<String> {
        let suite = match finding.file.to_str() {
            Some("") => "the program".to_owned(),
            _ => lasting_name(&finding.file),
        };
        let file = if finding.is_own {
            path_of(&suite).display().to_string()
        } else {
            finding.file.display().to_string()
        };
        let mut lines = Vec::new();
        let is_new = (&self.suite.0, &self.suite.1) != (&suite, &file);
        if is_new || self.cases.len() >= LONGEST {
            lines = self.take();
            self.suite = (suite, file);
        }
        let [suite, file, name] =
            [&self.suite.0, &self.suite.1, &finding.asked].map(|text| escaped(text));
        let line = finding.line.map(|line| format!(" line=\"{line}\""));
        let line = line.unwrap_or_default();
        let text = &mut self.cases;
        let _ = write!(
            text,
            "    <testcase name=\"{name}\" classname=\"{suite}\" file=\"{file}\"{line}>"
        );
        self.counts[0] += 1;
        let (all, mut remarks) = content(finding);
        let element = match &finding.outcome {
            // All that is known of a right one, such as what was counted.
            Outcome::Right => {
                remarks.extend(Some(all.clone()).filter(|all| !all.is_empty()));
                None
            }
            Outcome::Wrong(message) => Some((1, "failure", message, &*all)),
            Outcome::Trouble(message) => Some((2, "error", message, &*all)),
            Outcome::Known(why) | Outcome::NotAsked(why) => Some((3, "skipped", why, &*all)),
        };
        if let Some((kind, element, message, all)) = element {
            self.counts[kind] += 1;
            let (message, all) = (escaped(message), with_lines(all));
            let _ = write!(
                text,
                "\n      <{element} message=\"{message}\">{all}</{element}>"
            );
        }
        if !remarks.is_empty() {
            let remarks = with_lines(&remarks.join("\n"));
            let _ = write!(text, "\n      <system-out>{remarks}</system-out>");
        }
        text.push_str("</testcase>\n");
        lines
    }

    /// Returns the beginning of the document, if it is not written yet, and the cases as an element, if there are any.
    fn take(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if !mem::replace(&mut self.has_begun, true) {
            lines.push(BEGIN.to_owned());
        }
        let cases = mem::take(&mut self.cases);
        let [tests, failures, errors, skipped] = mem::take(&mut self.counts);
        if tests > 0 {
            let name = escaped(&self.suite.0);
            lines.push(format!(
                "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
                 skipped=\"{skipped}\">\n{cases}  </testsuite>"
            ));
        }
        lines
    }
}

impl Renderer for Document {
    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output) {
        for line in findings.iter().flat_map(|finding| self.add(finding)) {
            output.line(line);
        }
    }

    /// Ends the document. An empty one is a document, too.
    fn end(&mut self, _: Option<&Totals>, output: &mut Output) {
        let mut lines = Vec::new();
        for (folder, reasons) in mem::take(&mut self.not_asked) {
            let all = reasons.iter().map(|(_, count)| count).sum();
            let why = format!("{} not asked", number(all, "question or line"));
            let case = Finding {
                evidence: vec![Remark::line(
                    Level::Line,
                    reasons.most_frequent_lines().join("\n"),
                )],
                ..Finding::new(Path::new("not asked"), folder, Outcome::NotAsked(why))
            };
            lines.extend(self.add_case(&case));
        }
        lines.extend(self.take());
        for line in lines {
            output.line(line);
        }
        output.line(END);
    }
}

/// Returns the content of the element about a finding, and what stands beside it.
fn content(finding: &Finding) -> (String, Vec<String>) {
    let (mut content, mut beside) = (Vec::new(), Vec::new());
    let file: &Path = &finding.file;
    for remark in &finding.evidence {
        let Remark { level, message, .. } = remark;
        match level {
            Level::Error => content.push(match (&remark.id, remark.label, remark.place) {
                (Some(_), ..) => explained(remark),
                // The element says so.
                (_, "failed" | "bug", None) => message.trim_end().to_owned(),
                (_, "failed", Some(_)) => placed(file, remark),
                _ => unstyled(&line(file, remark)),
            }),
            Level::Unread | Level::Line => content.push(message.clone()),
            Level::Warning | Level::CutOff => beside.push(unstyled(&line(file, remark))),
            Level::NoMoves | Level::Aside => beside.push(message.clone()),
            Level::MoreWarnings(count) => {
                let (file, more) = (name(file), number(*count, "more warning"));
                beside.push(format!("{file}: {message}{more}"));
            }
            Level::Rest => {}
        }
    }
    (content.join("\n"), beside)
}

/// Escapes a text for an element, which keeps its lines.
fn with_lines(text: &str) -> String {
    escaped(text).replace("&#10;", "\n")
}

/// Escapes a text for an attribute. Replaces what XML 1.0 forbids, and what does not belong into a
/// terminal, with U+FFFD; keeps tabs and line ends.
fn escaped(text: &str) -> String {
    markup(text, |c| match c {
        // As a reference, a line end or tab in an attribute does not become a space.
        '\n' => Some("&#10;"),
        '\t' => Some("&#9;"),
        '\u{fffe}' | '\u{ffff}' => Some("\u{fffd}"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_replaced() {
        let text = "a<b>&\"'\u{0}\u{1b}\u{8}\r\n\t\u{fffe}\u{ffff}\u{202e}é]]>";
        let expected = "a&lt;b&gt;&amp;&quot;'\u{fffd}\u{fffd}\u{fffd}\u{fffd}&#10;&#9;\u{fffd}\u{fffd}\u{fffd}é]]&gt;";
        assert_eq!(escaped(text), expected);
    }

    #[test]
    fn a_long_suite_is_written_in_parts() {
        let mut document = Document::default();
        let failed = Outcome::Wrong("no".to_owned());
        let mut case = Finding::new(Path::new("games.sgf"), "game", failed);
        case.evidence = vec![Remark::line(Level::Line, "n".repeat(1000))];
        let mut parts: Vec<String> = (0..3000).flat_map(|_| document.add(&case)).collect();
        parts.extend(document.take());
        assert!(parts.iter().all(|part| part.len() < LONGEST + 2000));
        let [begin, parts @ ..] = &parts[..] else {
            panic!("{} parts", parts.len())
        };
        assert_eq!((&**begin, parts.len()), (BEGIN, 4));
        let tests = |part: &String| part.matches("<testcase ").count();
        assert_eq!(parts.iter().map(tests).sum::<usize>(), 3000);
        assert!(parts[0].contains(&format!(" failures=\"{}\" ", tests(&parts[0]))));
    }
}
