//! The options of `gokata check` about another program, and the loop that sends it the questions.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::NonEmptyStringValueParser;
use gokata::Rules;
use gokata::questions::Question;
use gokata::questions::line_protocol::{text, unsayable};

use super::client::{Client, NoAnswer, unaskable};
use super::failure_limit::FailureLimit;
use super::gtp_client::GtpClient;
use super::line_client::LineClient;
use super::live_report::LiveReport;
use super::ndjson;
use super::question_ids::{Known, keep_only};
use super::record_file;
use super::summary::JudgeSummary;
use super::usage_errors::{nothing_to_ask, refuse_unquoted};
use super::verdict::JudgedQuestion;
use crate::program::error::ProgramError;
use crate::program::process;
use crate::read::arguments::{plain_number, seconds};
use crate::read::corpus::{Corpus, Source};
use crate::read::paths::Files;
use crate::read::rules::{GivenRules, rules};
use crate::terminal::output::{Detail, Format, Output, Status};
use crate::terminal::signals::on_termination;
use crate::terminal::text::{name, plain, plain_line};

/// Options that select the program to judge.
#[derive(clap::Args)]
#[command(next_help_heading = "Judging another program (see fixtures/README.md)")]
pub(crate) struct JudgeArgs {
    /// Ask this program instead of gokata's referees. It must speak the line protocol of fixtures/README.md: its answers
    /// are `legal`, `illegal`, `illegal REASON`, a board, or `cannot WHY`, and before the first one it may write
    /// `start NAME VERSION [RULES]`.
    #[arg(long, value_name = "CMD", group = "asked", conflicts_with_all = OWN_OPTIONS, value_parser = NonEmptyStringValueParser::new())]
    exec: Option<String>,
    /// Ask this Go engine instead of gokata's referees. It must speak GTP, version 2.
    #[arg(long, value_name = "CMD", group = "asked", conflicts_with_all = OWN_OPTIONS, value_parser = NonEmptyStringValueParser::new())]
    engine: Option<String>,
    /// The rules that the program plays by, as in `kata` or `ko=positional`, whatever a fixture asks. gokata skips
    /// questions whose expected answer is different under these rules, and names or sets no other rules. (--rules leaves
    /// the program's rules as they are, and chooses among the questions.)
    #[arg(long, value_name = "RULES", requires = "asked", value_parser = rules)]
    engine_rules: Option<GivenRules>,
    /// The time limit for each answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "asked")]
    timeout: Duration,
    /// Stop after this many wrong or missing answers, and show all of them.
    #[arg(long, value_name = "N", value_parser = count, requires = "asked")]
    first: Option<usize>,
    /// Ask only this question, all questions of this case, or all of this fixture: `kata/6-ko/retake-at-once#C3-xugq7`,
    /// as reports name it. May be repeated.
    #[arg(long, value_name = "ID", requires = "asked")]
    only: Vec<String>,
    /// A list of questions, cases or fixtures, one id per line, whose wrong answers are known: they are counted as known, and do not make the
    /// status 1. `#` begins a comment.
    #[arg(long, value_name = "FILE", requires = "asked")]
    known: Option<PathBuf>,
    /// Print the whole question below each wrong or missing answer, as a Markdown block whose content can be piped
    /// to the program.
    #[arg(long, requires = "asked")]
    show_questions: bool,
}

/// The options of `gokata check` that apply only to gokata's own referees.
const OWN_OPTIONS: [&str; 6] = [
    "referee",
    "jobs",
    "variations",
    "keep_going",
    "any_order",
    "stats",
];

impl JudgeArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.exec.is_some() || self.engine.is_some()
    }

    fn refuse_without_effect(&self, format: Format, detail: Detail) -> Result<(), String> {
        if detail.list_all && !matches!(format, Format::Text | Format::Github) {
            return Err("--list-all has no effect: this format lists every answer".to_owned());
        }
        if detail.list_all && self.first.is_some() {
            return Err(
                "--list-all has no effect: --first N lists them, and ends the run".to_owned(),
            );
        }
        if detail.has_no_warnings() && (self.exec.is_some() || self.engine_rules.is_some()) {
            return Err(
                "--no-warnings has no effect: the only warning is about an engine whose rules are unknown".to_owned(),
            );
        }
        Ok(())
    }

    /// Returns the option that names the program, and its command line.
    fn command(&self) -> (&'static str, &str) {
        match (&self.engine, &self.exec) {
            (Some(command), _) => ("--engine", command),
            (None, command) => ("--exec", command.as_deref().unwrap_or_default()),
        }
    }

    /// Returns the program's command line and a client for it.
    fn client(&self) -> (&str, Box<dyn Client>) {
        let rules = self.engine_rules.map(GivenRules::over_kata);
        let (_, command) = self.command();
        let client: Box<dyn Client> = if self.engine.is_some() {
            Box::new(GtpClient::new(command, self.timeout, rules))
        } else {
            Box::new(LineClient::new(command, self.timeout, rules))
        };
        (command, client)
    }

    /// Returns the question as it was sent in the line protocol. For a GTP engine, the same text, or the commands that
    /// were sent, if the protocol cannot express the question.
    fn sent_text(&self, question: &Question, id: &str, client: &dyn Client) -> Option<String> {
        let sent = match unsayable(question) {
            None if self.engine.is_some() => text(question, id),
            _ => client.sent(),
        };
        Some(sent).filter(|sent| !sent.is_empty())
    }
}

/// Parses the number of --first.
fn count(text: &str) -> Result<usize, String> {
    let count = plain_number(text).filter(|count| *count > 0);
    count.ok_or_else(|| "a number of wrong or missing answers is needed, from 1".to_owned())
}

/// What a program may have done wrong that never answers in time.
const SILENT: &str = "it has never answered in time: does it end the line of each answer, and flush it (Python: print(answer, \
    flush=True))?";

/// Returns the message about `--rules` without effect.
fn must_choose(rules: GivenRules) -> Result<(), String> {
    let chooses = rules.has_any_of(&["ko", "suicide"]);
    let why = "with --exec and --engine, --rules chooses questions by ko and suicide, and it names neither";
    chooses.then_some(()).ok_or_else(|| why.to_owned())
}

/// Which questions to ask.
pub(crate) struct Asked<'a> {
    pub(crate) files: Files,
    /// The paths among the arguments, where the files do not come from a list.
    pub(crate) paths: &'a [PathBuf],
    /// Only those under these rules.
    pub(crate) rules: Option<GivenRules>,
}

/// What a program is asked, and what it need not answer right.
struct Plan {
    corpus: Corpus,
    known: Known,
    /// The numbers of questions that are not asked, and why.
    left_out: Vec<(usize, String)>,
}

impl Plan {
    /// Reads the questions. Fails if there are none.
    fn new(args: &JudgeArgs, asked: Asked<'_>, output: &mut Output) -> Result<Plan, String> {
        let mut corpus = Corpus::read(asked.files);
        refuse_unquoted(args.command(), &corpus, asked.paths)?;
        let known = match &args.known {
            Some(list) => Known::read(list, &corpus)?,
            None => Known::default(),
        };
        let not_named = keep_only(&args.only, &mut corpus)?;
        let mut left_out = vec![(not_named, "not named by --only".to_owned())];
        let only = asked.rules.map(GivenRules::over_kata);
        if let Some(Rules { ko, suicide, .. }) = only {
            let others = corpus.keep(|question| {
                let rules = question.before.rules();
                (rules.ko, rules.suicide) == (ko, suicide)
            });
            let why = format!("under other rules than ko={ko} suicide={suicide} (--rules)");
            left_out.push((others, why));
        }
        if corpus.asks_nothing() {
            let others = left_out.get(1).map_or(0, |(others, _)| *others);
            return Err(nothing_to_ask(&corpus, others, only, output));
        }
        Ok(Plan {
            corpus,
            known,
            left_out,
        })
    }
}

/// Sends every question of these files to the program and reports the verdicts.
pub(crate) fn run(
    args: &JudgeArgs,
    asked: Asked<'_>,
    format: Format,
    detail: Detail,
    output: &mut Output,
) -> Result<Status, String> {
    asked.rules.map_or(Ok(()), must_choose)?;
    args.refuse_without_effect(format, detail)?;
    guard()?;
    let plan = Plan::new(args, asked, output)?;
    let (command, mut client) = args.client();
    client.begin().map_err(|error| match error {
        ProgramError::NotStarted(why) => not_started(command, &why),
        // `LineClient::begin` sends nothing and cannot fail, so this is a GTP engine.
        error => format!(
            "`{}`: {error}; does it speak GTP? (gnugo: --mode gtp)",
            plain(command)
        ),
    })?;
    let shows_all = detail.list_all || args.first.is_some() || !args.only.is_empty();
    let mut report = LiveReport::new(format, detail, output, &plan.corpus, shows_all);
    report.begin(&client.describe(), &plan.corpus);
    let mut run = Run {
        args,
        client,
        report,
        summary: JudgeSummary::new(command, &plan.corpus, name(&plan.known.file)),
        failures: FailureLimit::new(args.timeout),
        left: plan.corpus.questions(),
        counted: 0,
    };
    for (questions, why) in &plan.left_out {
        run.summary.leave_out(*questions, why);
    }
    if let Err(why) = run.ask_all(&plan) {
        run.report.abandon();
        return Err(not_started(command, &why));
    }
    Ok(run.end(&plan))
}

fn not_started(command: &str, why: &str) -> String {
    format!("cannot start `{}`: {why}", plain(command))
}

/// A run that has begun.
struct Run<'a> {
    args: &'a JudgeArgs,
    client: Box<dyn Client>,
    report: LiveReport<'a>,
    summary: JudgeSummary<'a>,
    failures: FailureLimit,
    /// The number of questions that have not been asked yet.
    left: usize,
    /// The number of questions and lines that have been reported.
    counted: usize,
}

impl<'a> Run<'a> {
    /// Asks until the questions are asked, the number of --first is reached, or nobody reads the report. Fails if the
    /// program cannot be started.
    fn ask_all(&mut self, plan: &'a Plan) -> Result<(), String> {
        for (files, source) in (1..).zip(&plan.corpus.sources) {
            for line in &source.asks.not_asked {
                self.report.not_asked(source, line);
                self.summary.add_line(source, line);
                self.counted += 1;
            }
            for question in &source.asks.questions {
                if self.report.is_cut_off() {
                    return Ok(());
                }
                self.ask(source, question, &plan.known)?;
                let first = self.args.first;
                if first.is_some_and(|first| self.summary.bad.len() >= first) {
                    self.summary.cut_short(files, self.left);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn ask(
        &mut self,
        source: &'a Source,
        question: &'a Question,
        known: &Known,
    ) -> Result<(), String> {
        // It is sent as a part of a line.
        let id = plain_line(&source.id(question));
        let stopped = self.failures.reached();
        let begun = Instant::now();
        let answer = match &stopped {
            None => self.client.ask(question, &id),
            Some(why) => unaskable(format!("gokata has stopped asking: {why}")),
        };
        if let Err(NoAnswer::Failed(ProgramError::NotStarted(why))) = answer {
            return Err(why);
        }
        self.failures.count(&answer, begun.elapsed());
        self.left -= 1;
        self.counted += 1;
        let client = self.client.as_ref();
        if !matches!(answer, Err(NoAnswer::Unaskable(_))) {
            self.report.introduce(self.summary.command, client);
        }
        let mut judged = JudgedQuestion::new(source, question, id, answer, client.own_rules());
        judged.known = known.line(&judged);
        if self.args.show_questions && judged.is_bad() {
            judged.text = self.args.sent_text(question, &judged.id, client);
        }
        self.report.judged(&judged);
        self.summary.add(judged);
        if let (None, Some(why)) = (stopped, self.failures.reached()) {
            self.report.stopped(&why, self.left);
        }
        Ok(())
    }

    /// Ends the program and the report.
    fn end(mut self, plan: &Plan) -> Status {
        let (report, summary) = (&mut self.report, &mut self.summary);
        report.introduce(summary.command, self.client.as_ref());
        if let Some(ProgramError::Nonsense(what)) = self.client.finish() {
            report.unrequested(&what);
            summary.unrequested = Some(what);
        }
        let left_out: usize = plan.left_out.iter().map(|(questions, _)| questions).sum();
        let unrequested = summary.unrequested.as_deref();
        report.ndjson(|| ndjson::end(self.counted, left_out + self.left, unrequested));
        summary.program = self.client.describe();
        let is_silent = self.args.exec.is_some() && self.failures.was_always_silent();
        summary.hint = is_silent.then_some(SILENT);
        self.report.end(&self.summary);
        self.summary.status()
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
