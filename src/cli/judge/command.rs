//! The options of `gokata check` about another program, and the loop that sends it the questions.

use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use gokata::questions::Question;
use gokata::questions::line_protocol::{text, unsayable};

use super::client::{Client, NoAnswer, unaskable};
use super::failure_limit::FailureLimit;
use super::gtp_client::GtpClient;
use super::line_client::LineClient;
use super::report::LiveReport;
use super::summary::JudgeSummary;
use super::verdict::JudgedQuestion;
use super::{ndjson, record_file};
use crate::program::error::ProgramError;
use crate::program::process;
use crate::read::corpus::Corpus;
use crate::read::paths::Files;
use crate::read::rules::{GivenRules, rules};
use crate::terminal::output::{Detail, Format, Output, Status};
use crate::terminal::signals::on_termination;
use crate::terminal::text::{plain, plain_line};

/// Options that select the program to judge.
#[derive(clap::Args)]
#[command(next_help_heading = "Judging another program (see fixtures/README.md)")]
pub(crate) struct JudgeArgs {
    /// Ask this program instead of gokata's referees. It must speak the line protocol of fixtures/README.md.
    #[arg(long, value_name = "CMD", group = "asked", conflicts_with_all = OWN_OPTIONS, value_parser = NonEmptyStringValueParser::new())]
    exec: Option<String>,
    /// Ask this Go engine instead of gokata's referees. It must speak GTP, version 2.
    #[arg(long, value_name = "CMD", group = "asked", conflicts_with_all = OWN_OPTIONS, value_parser = NonEmptyStringValueParser::new())]
    engine: Option<String>,
    /// The rules that the engine plays by, as in `kata` or `ko=positional`. Needed if no GTP command sets its rules.
    /// gokata skips questions whose expected answer is different under these rules.
    #[arg(long, value_name = "RULES", requires = "engine", value_parser = rules)]
    engine_rules: Option<GivenRules>,
    /// The time limit for each answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Print the whole question below each wrong or missing answer, as a Markdown block whose content can be piped
    /// to the program.
    #[arg(long, requires = "asked")]
    show_questions: bool,
}

/// The options of `gokata check` that apply only to gokata's own referees.
const OWN_OPTIONS: [&str; 7] = [
    "referee",
    "jobs",
    "rules",
    "variations",
    "keep_going",
    "any_order",
    "stats",
];

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("a number of seconds is needed, from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}

impl JudgeArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.exec.is_some() || self.engine.is_some()
    }

    /// Returns the program's command line and a client for it.
    fn client(&self) -> (&str, Box<dyn Client>) {
        if let Some(command) = &self.engine {
            let rules = self.engine_rules.map(GivenRules::over_kata);
            let client = GtpClient::new(command, self.timeout, rules);
            return (command, Box::new(client));
        }
        let command = self.exec.as_deref().unwrap_or_default();
        (command, Box::new(LineClient::new(command, self.timeout)))
    }
}

/// Sends every question of these files to the program and reports the verdicts.
pub(crate) fn run(
    args: &JudgeArgs,
    files: Files,
    format: Format,
    detail: Detail,
    output: &mut Output,
) -> Result<Status, String> {
    guard()?;
    let corpus = Corpus::read(files);
    let (command, mut client) = args.client();
    let not_started = |why: &str| format!("cannot start `{}`: {why}", plain(command));
    let program = client.describe().map_err(|error| match error {
        ProgramError::NotStarted(why) => not_started(&why),
        // `LineClient::describe` sends nothing and cannot fail, so this is a GTP engine.
        error => format!(
            "`{}`: {error}; does it speak GTP? (gnugo: --mode gtp)",
            plain(command)
        ),
    })?;
    let mut report = LiveReport::new(format, detail, output, &corpus);
    report.begin(command, &program, &corpus);
    let mut summary = JudgeSummary::new(command, program, &corpus);
    let mut failures = FailureLimit::default();
    let mut left = corpus.questions();
    'sources: for source in &corpus.sources {
        for line in &source.asks.not_asked {
            report.ndjson(|| ndjson::not_asked(source, line));
            summary.add_line(source, line);
        }
        for question in &source.asks.questions {
            if report.is_cut_off() {
                break 'sources;
            }
            // It is sent as a part of a line.
            let id = plain_line(&source.id(question));
            let stopped = failures.reached();
            let answer = match &stopped {
                None => client.ask(question, &id),
                Some(why) => unaskable(format!("gokata has stopped asking: {why}")),
            };
            if let Err(NoAnswer::Failed(ProgramError::NotStarted(why))) = &answer {
                return Err(not_started(why));
            }
            failures.count(&answer);
            left -= 1;
            let mut judged = JudgedQuestion::new(source, question, id, answer);
            if args.show_questions && judged.outcome.is_bad() {
                judged.text = sent_text(question, &judged.id, client.as_ref());
            }
            report.judged(&judged);
            summary.add(judged);
            if let (None, Some(why)) = (stopped, failures.reached()) {
                report.stopped(&why, left);
            }
        }
    }
    if let Some(ProgramError::Nonsense(what)) = client.finish() {
        report.ndjson(|| ndjson::unrequested(&what));
        summary.unrequested = Some(what);
    }
    report.end(&summary);
    Ok(summary.status())
}

/// The question as text of the line protocol, or, if the protocol cannot express it, the commands that were sent.
fn sent_text(question: &Question, id: &str, client: &dyn Client) -> Option<String> {
    match unsayable(question) {
        None => Some(text(question, id)),
        Some(_) => Some(client.sent()).filter(|sent| !sent.is_empty()),
    }
}

/// Installs a handler for Ctrl-C and other termination signals that also ends the program under test and removes the
/// temporary file.
fn guard() -> Result<(), String> {
    on_termination(Box::new(|status| {
        // Both locks are held until the process exits, so no program is started and no file written any more.
        let _ended = process::end_running();
        let _removed = record_file::remove();
        std::process::exit(status);
    }))
}
