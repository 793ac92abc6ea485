//! The XML of `JUnit`, which most programs for continuous integration read: a `testsuite` for each file, a `testcase` for each
//! thing that was judged.

use std::fmt::Write;
use std::mem;

use super::text::markup;

/// The beginning of a document.
const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gokata\">";
/// Its end.
const END: &str = "</testsuites>";

/// A longer suite is written in several elements of the same name, so that memory is bounded.
const LONGEST: usize = 1 << 20;

/// Something that was judged.
pub(crate) struct TestCase {
    /// The suite that it belongs to, which has the name of its file.
    pub(crate) suite: String,
    /// The path of the file as it was given.
    pub(crate) file: String,
    /// The same name in every run.
    pub(crate) name: String,
    /// The line in the file, from 1.
    pub(crate) line: Option<usize>,
    pub(crate) result: TestResult,
    /// Warnings and other remarks.
    pub(crate) remarks: String,
}

impl TestCase {
    pub(crate) fn new(
        suite: &str,
        file: &str,
        name: impl Into<String>,
        result: TestResult,
    ) -> TestCase {
        TestCase {
            suite: suite.to_owned(),
            file: file.to_owned(),
            name: name.into(),
            line: None,
            result,
            remarks: String::new(),
        }
    }
}

pub(crate) enum TestResult {
    Passed,
    /// Holds a sentence, and all that is known.
    Failed(String, String),
    /// Nothing could be judged. Holds a sentence, and all that is known.
    Error(String, String),
    /// Holds the reason.
    Skipped(String),
}

impl TestResult {
    /// The error with this message, whose first line is the sentence.
    pub(crate) fn error(message: &str) -> TestResult {
        let sentence = message.lines().next().unwrap_or_default();
        TestResult::Error(sentence.to_owned(), message.to_owned())
    }
}

/// A document that is written as the cases come.
#[derive(Default)]
pub(crate) struct Document {
    has_begun: bool,
    /// The name of the current suite and the path of its file as it was given.
    suite: (String, String),
    /// Its cases that are not written yet, and the number of all of them, of failures, of errors and of those that were
    /// skipped.
    cases: String,
    counts: [usize; 4],
}

impl Document {
    /// Adds a case. Returns what can be written now.
    pub(crate) fn add(&mut self, case: &TestCase) -> Vec<String> {
        let mut lines = Vec::new();
        let is_new = (&self.suite.0, &self.suite.1) != (&case.suite, &case.file);
        if is_new || self.cases.len() >= LONGEST {
            lines = self.take();
            self.suite = (case.suite.clone(), case.file.clone());
        }
        let (suite, file) = (escaped(&case.suite), escaped(&case.file));
        let name = escaped(&case.name);
        let line = case.line.map(|line| format!(" line=\"{line}\""));
        let line = line.unwrap_or_default();
        let text = &mut self.cases;
        let _ = write!(
            text,
            "    <testcase name=\"{name}\" classname=\"{suite}\" file=\"{file}\"{line}>"
        );
        self.counts[0] += 1;
        let element = match &case.result {
            TestResult::Passed => None,
            TestResult::Failed(message, all) => Some((1, "failure", message, &**all)),
            TestResult::Error(message, all) => Some((2, "error", message, &**all)),
            TestResult::Skipped(why) => Some((3, "skipped", why, "")),
        };
        if let Some((kind, element, message, all)) = element {
            self.counts[kind] += 1;
            let (message, all) = (escaped(message), content(all));
            let _ = write!(
                text,
                "\n      <{element} message=\"{message}\">{all}</{element}>"
            );
        }
        if !case.remarks.is_empty() {
            let remarks = content(&case.remarks);
            let _ = write!(text, "\n      <system-out>{remarks}</system-out>");
        }
        text.push_str("</testcase>\n");
        lines
    }

    /// Returns the rest of the document. An empty one is a document, too.
    pub(crate) fn end(&mut self) -> Vec<String> {
        let mut lines = self.take();
        lines.push(END.to_owned());
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

/// Escapes a text for an element, which keeps its lines.
fn content(text: &str) -> String {
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
        let failed = TestResult::Failed("no".to_owned(), "n".repeat(1000));
        let case = TestCase::new("games", "games.sgf", "game", failed);
        let mut parts: Vec<String> = (0..3000).flat_map(|_| document.add(&case)).collect();
        parts.extend(document.end());
        assert!(parts.iter().all(|part| part.len() < LONGEST + 2000));
        let [begin, parts @ .., end] = &parts[..] else {
            panic!("{} parts", parts.len())
        };
        assert_eq!((&**begin, parts.len(), &**end), (BEGIN, 4, END));
        let tests = |part: &String| part.matches("<testcase ").count();
        assert_eq!(parts.iter().map(tests).sum::<usize>(), 3000);
        assert!(parts[0].contains(&format!(" failures=\"{}\" ", tests(&parts[0]))));
    }
}
