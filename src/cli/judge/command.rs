//! The options about another program, and the loop that asks it.

use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use gokata::Rules;
use gokata::questions::Question;
use gokata::questions::line_protocol::{text, unsayable};

use super::engine::Engine;
use super::exec::Exec;
use super::finding::Finding;
use super::patience::Patience;
use super::program::{self, Trouble};
use super::protocol::{Judge, Reply};
use super::report::Told;
use super::summary::Tally;
use crate::read::arguments::rules;
use crate::read::corpus::Corpus;
use crate::read::paths::Found;
use crate::terminal::format::Format;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::plain;

/// Which other program is judged, and how.
#[derive(clap::Args)]
#[command(next_help_heading = "Judging another program (see fixtures/README.md)")]
pub(crate) struct JudgeArgs {
    /// Ask this program, which speaks the line protocol of fixtures/README.md.
    #[arg(long, value_name = "CMD", group = "asked", conflicts_with_all = OURS, value_parser = NonEmptyStringValueParser::new())]
    exec: Option<String>,
    /// Ask this engine, which speaks GTP, version 2.
    #[arg(long, value_name = "CMD", group = "asked", conflicts_with_all = OURS, value_parser = NonEmptyStringValueParser::new())]
    engine: Option<String>,
    /// The ko and suicide rules that the engine was started with, for one that cannot be told. What is otherwise
    /// under other rules is not asked then. As in `kata` or `kata,ko=positional`.
    #[arg(long, value_name = "RULES", requires = "engine", value_parser = rules)]
    engine_rules: Option<Rules>,
    /// Seconds that a program may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Below each answer that was wrong or did not come, print the whole question as the line protocol has it,
    /// in a block of Markdown; what stands between them can be piped to the program.
    #[arg(long, requires = "asked")]
    show_questions: bool,
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

impl JudgeArgs {
    /// Is another program asked, and not our own referees?
    pub(crate) fn is_given(&self) -> bool {
        self.exec.is_some() || self.engine.is_some()
    }
}

/// Asks the program about all these files.
pub(crate) fn run(
    options: &JudgeArgs,
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
        // Only an engine is spoken to before the first question.
        trouble => format!(
            "`{}`: {trouble}; does it speak GTP? (gnugo: --mode gtp)",
            plain(command)
        ),
    })?;
    let mut told = Told::new(format, output, &corpus);
    told.begin(command, &about, &corpus);
    let mut tally = Tally::new(command, about, &corpus);
    let mut patience = Patience::default();
    let mut left = corpus.questions();
    'asking: for source in &corpus.sources {
        for line in &source.asks.not_asked {
            told.not_asked(source, line);
            tally.add_line(source, line);
        }
        for question in &source.asks.questions {
            if told.is_cut_off() {
                // Nobody reads any more.
                break 'asking;
            }
            let id = source.id(question);
            let spent = patience.end();
            let asked = match &spent {
                None => judge.ask(question, &id),
                Some(why) => Reply::CannotBeAsked(format!("no more is asked: {why}")),
            };
            if let Reply::Nothing(Trouble::NotStarted(why)) = &asked {
                return Err(format!("cannot start `{}`: {why}", plain(command)));
            }
            patience.after(&asked);
            left -= 1;
            let mut finding = Finding::of(source, question, id, asked);
            if options.show_questions && finding.outcome.is_bad() {
                finding.text = sent(question, &finding.id, judge.as_ref());
            }
            told.finding(&finding);
            tally.add(finding);
            if let (None, Some(why)) = (spent, patience.end()) {
                told.gives_up(&why, left);
            }
        }
    }
    if let Some(Trouble::Nonsense(what)) = judge.end() {
        told.nonsense_at_the_end(&what);
        tally.add_end(what);
    }
    told.end(&tally);
    Ok(tally.status())
}

/// The whole question as the line protocol has it; where that has no words, what was sent.
fn sent(question: &Question, id: &str, judge: &dyn Judge) -> Option<String> {
    match unsayable(question) {
        None => Some(text(question, id)),
        Some(_) => Some(judge.sent()).filter(|sent| !sent.is_empty()),
    }
}
