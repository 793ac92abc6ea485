//! The report as JSON, one object per line. `judge.schema.json` describes the format. `gokata report` reads it.

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
pub(crate) struct Head {
    #[serde(default)]
    pub(crate) schema: String,
    #[serde(default)]
    pub(crate) kind: String,
}

/// The program under test, of kind `program`.
#[derive(Serialize, Deserialize)]
pub(crate) struct ProgramLine {
    pub(crate) command: String,
    /// `exec` or `engine`.
    pub(crate) option: String,
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) rules: String,
    pub(crate) own_rules: Option<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) corpus: Option<CorpusVersion>,
}

/// A question, of kind `question`.
#[derive(Serialize, Deserialize)]
pub(crate) struct QuestionLine {
    pub(crate) id: String,
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) case: Option<String>,
    pub(crate) rule: String,
    pub(crate) rules: String,
    /// The opening, if actions lead from it to `board`.
    pub(crate) opening: Option<String>,
    pub(crate) actions: Vec<String>,
    pub(crate) board: String,
    pub(crate) r#move: String,
    pub(crate) question: String,
    pub(crate) expected: String,
    pub(crate) got: Option<String>,
    pub(crate) outcome: String,
    pub(crate) detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question_text: Option<String>,
}

/// A line of a fixture that is no question about a move, of kind `line`.
#[derive(Serialize, Deserialize)]
pub(crate) struct NotAskedLine {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) rule: String,
    pub(crate) outcome: String,
    pub(crate) detail: String,
}

/// A file that cannot be used, of kind `file`.
#[derive(Serialize, Deserialize)]
pub(crate) struct FileLine {
    pub(crate) file: String,
    pub(crate) error: String,
}

/// The end of a run that was not interrupted, of kind `end`.
#[derive(Serialize, Deserialize)]
pub(crate) struct EndLine {
    /// The number of objects of the kinds `question` and `line`.
    pub(crate) counted: usize,
    /// The number of questions that `--rules` or `--first` has left out.
    pub(crate) left_out: usize,
    /// What the program wrote after its last answer.
    pub(crate) unrequested: Option<String>,
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
        name: program.name.clone(),
        version: program.version.clone(),
        rules: program.rules.clone(),
        own_rules: own_rules.map(in_force),
        notes: program.notes.clone(),
        corpus: corpus.cloned(),
    };
    line_of("program", &object)
}

pub(super) fn question(judged: &JudgedQuestion<'_>) -> String {
    let question = judged.question;
    let board = diagram(question.before.setup());
    let opening = diagram(question.opening());
    let object = QuestionLine {
        id: judged.id.clone(),
        file: judged.source.file.display().to_string(),
        line: question.line,
        column: question.column,
        case: question.case.clone(),
        rule: judged.source.rule().into(),
        rules: in_force(question.before.rules()),
        actions: actions(question),
        opening: (opening != board).then_some(opening),
        board,
        r#move: format!(
            "{}:{}",
            question.mv.color.letter(),
            question.mv.action.describe(question.before.size())
        ),
        question: match question.expected {
            Expected::Verdict(_) => "legal".into(),
            Expected::Board(_) => "board".into(),
        },
        expected: judged.expected.clone(),
        got: judged.outcome.answer().map(str::to_owned),
        outcome: judged.outcome.name().replace(' ', "-"),
        detail: judged.outcome.why_none(),
        question_text: judged.text.clone(),
    };
    line_of("question", &object)
}

/// Returns the actions that lead to the move, as lines of a fixture.
fn actions(question: &Question) -> Vec<String> {
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
    text.lines().map(str::to_owned).collect()
}

fn diagram(setup: Setup) -> String {
    let labels = Labels::new();
    Diagram { setup, labels }.to_string()
}

pub(super) fn not_asked(source: &Source, line: &NotAsked) -> String {
    let object = NotAskedLine {
        file: source.file.display().to_string(),
        line: line.line,
        rule: source.rule().into(),
        outcome: "cannot-be-asked".into(),
        detail: line.why.into(),
    };
    line_of("line", &object)
}

pub(super) fn unusable((file, message): &UnreadFile) -> String {
    let object = FileLine {
        file: file.display().to_string(),
        error: message.into(),
    };
    line_of("file", &object)
}

/// Returns the last line. `counted`: the questions and lines of the report.
pub(super) fn end(counted: usize, left_out: usize, unrequested: Option<&str>) -> String {
    let object = EndLine {
        counted,
        left_out,
        unrequested: unrequested.map(str::to_owned),
    };
    line_of("end", &object)
}
