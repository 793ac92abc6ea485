//! Judging other programs by the fixtures: `gokata check --exec` and `--engine`.

mod client;
mod drawn;
mod engine;
mod exec;
mod family;
mod markdown;
mod ndjson;
mod patience;
mod program;
mod record_file;
mod report;
mod setup;

use std::time::Duration;

use gokata::Rules;
use gokata::questions::{Answer, Question};
use indicatif::{ProgressBar, ProgressStyle};

use self::engine::Engine;
use self::exec::Exec;
use self::patience::Patience;
use self::program::Trouble;
use self::report::{Finding, Outcome, Tally};
use crate::check::Format;
use crate::corpus::Corpus;
use crate::input::rules;
use crate::output::{BAD, Output, Status, plain, styled};
use crate::paths::Found;

/// Which other program is judged, and how.
#[derive(clap::Args)]
#[command(next_help_heading = "Judging another program (see fixtures/README.md)")]
pub(crate) struct Options {
    /// Ask this program, which speaks the line protocol of fixtures/README.md.
    #[arg(long, value_name = "CMD", conflicts_with_all = OURS)]
    exec: Option<String>,
    /// Ask this engine, which speaks GTP, version 2.
    #[arg(long, value_name = "CMD", conflicts_with_all = OURS, conflicts_with = "exec")]
    engine: Option<String>,
    /// The ko and suicide rules that the engine was started with, for one that cannot be told. What is otherwise
    /// under other rules is not asked then. As in `kata` or `kata,ko=positional`.
    #[arg(long, value_name = "RULES", requires = "engine", value_parser = rules)]
    engine_rules: Option<Rules>,
    /// Seconds that a program may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
}

/// What is said to our own referees only.
const OURS: [&str; 7] = [
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

impl Options {
    /// Is another program asked, and not our own referees?
    pub(crate) fn is_some(&self) -> bool {
        self.exec.is_some() || self.engine.is_some()
    }
}

/// Whoever can put a question to a program.
trait Judge {
    /// Before the first question.
    fn begin(&mut self) -> Result<About, Trouble>;

    fn ask(&mut self, question: &Question, id: &str) -> Reply;

    /// There are no more questions. What it says all the same is nonsense.
    fn end(&mut self) -> Option<Trouble>;
}

/// Who is asked.
struct About {
    /// What it calls itself.
    name: Option<String>,
    /// How it knows the rules.
    rules: String,
    /// What else one must know to make something of the results.
    notes: Vec<String>,
}

/// What came of a question.
enum Reply {
    Said(Answer),
    /// There is no way to ask it, and why.
    CannotBeAsked(String),
    Nothing(Trouble),
}

/// Asks the program about all these files.
pub(crate) fn run(
    options: &Options,
    files: impl IntoIterator<Item = Found>,
    format: Format,
    output: &mut Output,
) -> Result<Status, String> {
    program::guard()?;
    let corpus = Corpus::read(files);
    let limit = options.timeout;
    let (command, mut judge): (&str, Box<dyn Judge>) = match (&options.engine, &options.exec) {
        (Some(command), _) => {
            let engine = Engine::new(command, limit, options.engine_rules);
            (command, Box::new(engine))
        }
        (None, command) => {
            let command = command.as_deref().unwrap_or_default();
            (command, Box::new(Exec::new(command, limit)))
        }
    };
    let about = judge.begin().map_err(|trouble| match trouble {
        Trouble::NotStarted(why) => format!("cannot start `{}`: {why}", plain(command)),
        trouble => format!("`{}`: {trouble}", plain(command)),
    })?;
    let mut told = Told {
        format,
        output,
        bar: progress(&corpus),
    };
    told.output_line(|| ndjson::program(command, &about));
    let mut tally = Tally::new(command, about, &corpus);
    for trouble in &corpus.troubles {
        match format {
            Format::Ndjson => told.output_line(|| ndjson::trouble(trouble)),
            Format::Text | Format::Markdown => told.bar.suspend(|| {
                told.output.flush();
                Output::log(&format!(
                    "{} {}",
                    styled(BAD, "cannot ask"),
                    trouble.message
                ));
            }),
        }
    }
    let mut patience = Patience::default();
    for source in &corpus.sources {
        for line in &source.asks.not_asked {
            told.output_line(|| ndjson::line(source, line));
            tally.add_line(source, line);
        }
        for question in &source.asks.questions {
            let id = source.id(question);
            let asked = match patience.end() {
                None => judge.ask(question, &id),
                Some(why) => Reply::CannotBeAsked(why),
            };
            if let Reply::Nothing(Trouble::NotStarted(why)) = &asked {
                return Err(format!("cannot start `{}`: {why}", plain(command)));
            }
            patience.after(&asked);
            let finding = Finding::of(source, question, id, asked);
            told.tell(&finding);
            tally.add(finding);
            told.bar.inc(1);
        }
    }
    if let Some(Trouble::Nonsense(what)) = judge.end() {
        told.output_line(|| ndjson::end(&what));
        tally.add_end(what);
    }
    told.bar.finish_and_clear();
    match format {
        Format::Text => report::print(&tally, told.output),
        Format::Markdown => markdown::print(&tally, told.output),
        Format::Ndjson => {}
    }
    Ok(tally.status())
}

/// Where results go.
struct Told<'a> {
    format: Format,
    output: &'a mut Output,
    bar: ProgressBar,
}

impl Told<'_> {
    /// A line for programs.
    fn output_line(&mut self, line: impl FnOnce() -> String) {
        if self.format == Format::Ndjson {
            self.bar.suspend(|| self.output.line(line()));
        }
    }

    fn tell(&mut self, finding: &Finding<'_>) {
        match self.format {
            Format::Ndjson => self.output_line(|| ndjson::question(finding)),
            Format::Text
                if !matches!(finding.outcome, Outcome::Right | Outcome::CannotBeAsked(_)) =>
            {
                self.bar.suspend(|| self.output.line(finding.sentence()));
            }
            Format::Text | Format::Markdown => {}
        }
    }
}

/// Shown on a terminal only.
fn progress(corpus: &Corpus) -> ProgressBar {
    let questions: usize = corpus
        .sources
        .iter()
        .map(|source| source.asks.questions.len())
        .sum();
    let bar = ProgressBar::new(questions as u64);
    let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {eta}");
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}
