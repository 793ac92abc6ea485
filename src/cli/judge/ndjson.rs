//! The report as JSON, one object per line. `judge.schema.json` describes the format. `gokata report` reads it.

use std::borrow::Cow;

use gokata::fixture::{Case, NotAsked, Placed, Verb};
use gokata::questions::{Expected, Question};
use gokata::{Diagram, Labels, Rules, Setup};
use serde::{Deserialize, Serialize};

use super::client::ProgramInfo;
use super::own_rules::in_force;
use super::verdict::JudgedQuestion;
use crate::read::corpus::Source;
use crate::read::corpus_version::CorpusVersion;
use crate::read::paths::UnreadFile;
use crate::terminal::text::one_line;

/// The name of this format.
pub(crate) const SCHEMA: &str = "gokata-judge-3";

#[derive(Serialize)]
struct Line<'a, T> {
    schema: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    object: &'a T,
}

/// What stands at the beginning of each object.
#[derive(Deserialize)]
pub(crate) struct Head<'a> {
    #[serde(borrow, default)]
    pub(crate) schema: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(crate) kind: Cow<'a, str>,
}

/// The program under test, of kind `program`.
#[derive(Serialize, Deserialize)]
pub(crate) struct ProgramLine<'a> {
    #[serde(borrow)]
    pub(crate) command: Cow<'a, str>,
    /// `exec` or `engine`.
    #[serde(borrow)]
    pub(crate) option: Cow<'a, str>,
    pub(crate) name: Option<Cow<'a, str>>,
    pub(crate) version: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) rules: Cow<'a, str>,
    pub(crate) own_rules: Option<Cow<'a, str>>,
    pub(crate) notes: Vec<Cow<'a, str>>,
    pub(crate) corpus: Option<CorpusVersion>,
}

/// A question, of kind `question`.
#[derive(Serialize, Deserialize)]
pub(crate) struct QuestionLine<'a> {
    #[serde(borrow)]
    pub(crate) id: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) file: Cow<'a, str>,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) case: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) rule: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) rules: Cow<'a, str>,
    /// The opening, if actions lead from it to `board`.
    pub(crate) opening: Option<Cow<'a, str>>,
    pub(crate) actions: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) board: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) r#move: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) question: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) expected: Cow<'a, str>,
    pub(crate) got: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) outcome: Cow<'a, str>,
    pub(crate) detail: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question_text: Option<Cow<'a, str>>,
}

/// A line of a fixture that is no question about a move, of kind `line`.
#[derive(Serialize, Deserialize)]
pub(crate) struct NotAskedLine<'a> {
    #[serde(borrow)]
    pub(crate) file: Cow<'a, str>,
    pub(crate) line: usize,
    #[serde(borrow)]
    pub(crate) rule: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) outcome: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) detail: Cow<'a, str>,
}

/// A file that cannot be used, of kind `file`.
#[derive(Serialize, Deserialize)]
pub(crate) struct FileLine<'a> {
    #[serde(borrow)]
    pub(crate) file: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) error: Cow<'a, str>,
}

/// The end of a run that was not interrupted, of kind `end`.
#[derive(Serialize, Deserialize)]
pub(crate) struct EndLine<'a> {
    /// The number of objects of the kinds `question` and `line`.
    pub(crate) counted: usize,
    /// The number of questions that `--rules` or `--first` has left out.
    pub(crate) left_out: usize,
    /// What the program wrote after its last answer.
    pub(crate) unrequested: Option<Cow<'a, str>>,
}

fn line_of(kind: &str, object: &impl Serialize) -> String {
    one_line(&Line {
        schema: SCHEMA,
        kind,
        object,
    })
}

pub(super) fn program(
    command: &str,
    program: &ProgramInfo,
    own_rules: Option<Rules>,
    corpus: Option<&CorpusVersion>,
) -> String {
    let object = ProgramLine {
        command: command.into(),
        option: program.option.into(),
        name: borrowed(program.name.as_ref()),
        version: borrowed(program.version.as_ref()),
        rules: program.rules.as_str().into(),
        own_rules: own_rules.map(|own| in_force(own).into()),
        notes: program
            .notes
            .iter()
            .map(|note| note.as_str().into())
            .collect(),
        corpus: corpus.cloned(),
    };
    line_of("program", &object)
}

pub(super) fn question(judged: &JudgedQuestion<'_>) -> String {
    let question = judged.question;
    let board = diagram(question.before.setup());
    let opening = diagram(question.opening());
    let object = QuestionLine {
        id: judged.id.as_str().into(),
        file: judged.source.file.display().to_string().into(),
        line: question.line,
        column: question.column,
        case: borrowed(question.case.as_ref()),
        rule: judged.source.rule().into(),
        rules: in_force(question.before.rules()).into(),
        actions: actions(question),
        opening: (opening != board).then(|| opening.into()),
        board: board.into(),
        r#move: format!(
            "{}:{}",
            question.mv.color.letter(),
            question.mv.action.describe(question.before.size())
        )
        .into(),
        question: match question.expected {
            Expected::Verdict(_) => "legal".into(),
            Expected::Board(_) => "board".into(),
        },
        expected: judged.expected.as_str().into(),
        got: borrowed(judged.got.as_ref()),
        outcome: judged.outcome.name().replace(' ', "-").into(),
        detail: judged.outcome.why_none().map(Cow::from),
        question_text: borrowed(judged.text.as_ref()),
    };
    line_of("question", &object)
}

/// Returns the actions that lead to the move, as lines of a fixture.
fn actions(question: &Question) -> Vec<Cow<'static, str>> {
    let steps = question.actions().into_iter().map(|act| Placed {
        line: 1,
        column: 1,
        value: Verb::Do(act),
    });
    let name = None;
    let case = Case {
        name,
        steps: steps.collect(),
    };
    let text = case.to_string();
    text.lines().map(|line| line.to_owned().into()).collect()
}

fn diagram(setup: Setup) -> String {
    let labels = Labels::new();
    Diagram { setup, labels }.to_string()
}

fn borrowed(text: Option<&String>) -> Option<Cow<'_, str>> {
    text.map(|text| text.as_str().into())
}

pub(super) fn not_asked(source: &Source, line: &NotAsked) -> String {
    let object = NotAskedLine {
        file: source.file.display().to_string().into(),
        line: line.line,
        rule: source.rule().into(),
        outcome: "cannot-be-asked".into(),
        detail: line.why.into(),
    };
    line_of("line", &object)
}

pub(super) fn unusable((file, message): &UnreadFile) -> String {
    let object = FileLine {
        file: file.display().to_string().into(),
        error: message.into(),
    };
    line_of("file", &object)
}

/// Returns the last line. `counted`: the questions and lines of the report.
pub(super) fn end(counted: usize, left_out: usize, unrequested: Option<&str>) -> String {
    let object = EndLine {
        counted,
        left_out,
        unrequested: unrequested.map(Cow::from),
    };
    line_of("end", &object)
}
