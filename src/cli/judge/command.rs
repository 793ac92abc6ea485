//! The options of `gokata check` about another program, and the loop that sends it the questions.

use std::mem;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::NonEmptyStringValueParser;
use gokata::fixture::NotAsked;
use gokata::questions::line_protocol::text;
use gokata::questions::{
    Class, KnownList, OwnRules, Question, QuestionIds, Reasons, Sizes, Tallies, UnknownId,
    in_force, names_of,
};

use super::boards::Boards;
use super::client::{Answered, Client, NoAnswer, unaskable};
use super::failure_limit::FailureLimit;
use super::games::{GamesArgs, ended_by, is_first_signal};
use super::gtp_client::GtpClient;
use super::gtp_game::remove_record;
use super::line_client::LineClient;
use super::ndjson::{self, FileLine, NotAskedLine, ProgramLine};
use super::verdict::{Judged, drawing};
use crate::check::is_short;
use crate::findings::ReportFile;
use crate::findings::finding::{Finding, Outcome};
use crate::findings::renderer::{Detail, Renderer, Reporter};
use crate::program::error::ProgramError;
use crate::program::process;
use crate::read::arguments::{date, seconds};
use crate::read::corpus::{Corpus, Source, lasting_name};
use crate::read::corpus_version::CORPUS;
use crate::read::files::read_list;
use crate::read::paths::Files;
use crate::read::rules::{GivenRules, rules};
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, Output, Status, styled};
use crate::terminal::progress;
use crate::terminal::signals::on_termination;
use crate::terminal::text::{name, number, plain, plain_line, quoted_word};

/// Options that select the program to judge.
#[derive(clap::Args)]
#[command(next_help_heading = "Judging another program (see fixtures/README.md)")]
pub(crate) struct JudgeArgs {
    /// Ask this program, by gokata's line protocol.
    #[arg(long, value_name = "CMD", group = "asked", value_parser = NonEmptyStringValueParser::new())]
    #[arg(conflicts_with_all = OWN_OPTIONS, conflicts_with = "no_warnings")]
    pub(super) exec: Option<String>,
    /// Ask this Go engine, by GTP version 2.
    #[arg(long, value_name = "CMD", group = "asked", value_parser = NonEmptyStringValueParser::new())]
    #[arg(conflicts_with_all = OWN_OPTIONS)]
    engine: Option<String>,
    /// The rules that it always plays by, and is asked by.
    #[arg(long, value_name = "RULES", requires = "asked", conflicts_with = "no_warnings", value_parser = rules)]
    engine_rules: Option<GivenRules>,
    /// The time for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "asked")]
    timeout: Duration,
    /// Stop after N wrong answers, and show them all.
    #[arg(long, value_name = "N", requires = "asked")]
    #[arg(conflicts_with = "list_all")]
    first: Option<NonZero<usize>>,
    /// The boards that it has: 9x9,13x13, 5..19, square.
    #[arg(long, value_name = "SIZES", requires = "asked")]
    sizes: Option<Sizes>,
    /// Ask only this question, case or fixture.
    #[arg(long, value_name = "ID", requires = "asked")]
    only: Vec<String>,
    /// A list of ids whose wrong answers are known.
    #[arg(long, value_name = "FILE", requires = "asked")]
    pub(super) known: Option<PathBuf>,
    /// The date of its version, for the scoreboard.
    #[arg(long, value_name = "DATE", requires = "asked", value_parser = date, hide = is_short())]
    released: Option<String>,
    /// Write the wrong answers as such a list.
    #[arg(long, value_name = "FILE", requires = "asked", hide = is_short())]
    pub(crate) write_known: Option<PathBuf>,
    /// Write a report, too: .txt, .ndjson, .xml (JUnit), .md or .svg (a badge).
    #[arg(long, value_name = "FILE", requires = "asked")]
    pub(crate) write: Vec<PathBuf>,
    /// Fail with fewer than N answers, right or wrong.
    #[arg(long, value_name = "N", requires = "asked", hide = is_short())]
    pub(super) at_least: Option<NonZero<usize>>,
    /// Print the question below each wrong answer.
    #[arg(long, requires = "asked")]
    show_questions: bool,
    #[command(flatten)]
    pub(super) games: GamesArgs,
}

/// The options of `gokata check` that apply only to gokata's own referees.
const OWN_OPTIONS: [&str; 7] = [
    "referee",
    "jobs",
    "variations",
    "keep_going",
    "any_order",
    "stats",
    "verbose",
];

impl JudgeArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.exec.is_some() || self.engine.is_some()
    }

    /// True if no wrong answer may be left out of a report as text.
    pub(crate) fn shows_all(&self) -> bool {
        self.first.is_some() || !self.only.is_empty()
    }

    /// True if the question with this identifier is to be asked.
    fn is_meant(&self, id: &str) -> bool {
        self.only.is_empty() || names_of(id).any(|name| self.only.contains(&name))
    }

    fn command(&self) -> (&'static str, &str) {
        match (&self.engine, &self.exec) {
            (Some(command), _) => ("--engine", command),
            (None, command) => ("--exec", command.as_deref().unwrap_or_default()),
        }
    }

    fn client(&self, command: &str) -> Result<Box<dyn Client>, CommandError> {
        let rules = self.engine_rules.map(OwnRules);
        if self.engine.is_none() {
            return Ok(Box::new(LineClient::new(command, rules)));
        }
        match GtpClient::start(command, self.timeout, rules) {
            Ok(client) => Ok(Box::new(client)),
            Err(ProgramError::NotStarted(why)) => Err(not_started(command, &why)),
            Err(error) => {
                let why = format!("{error}; does it speak GTP? (gnugo: --mode gtp)");
                Err(CommandError::usage(format!("`{}`: {why}", plain(command))))
            }
        }
    }
}

pub(crate) struct Asked<'a> {
    pub(crate) files: Files,
    /// The paths among the arguments, where the files do not come from a list.
    pub(crate) paths: &'a [PathBuf],
    /// Only those under these rules.
    pub(crate) rules: Option<GivenRules>,
}

/// What a program is asked, and what it need not answer right.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) corpus: Corpus,
    known: KnownList,
    /// The number of questions that are not asked.
    pub(super) left_out: usize,
    /// What is not asked, and why.
    pub(super) notes: Vec<String>,
}

impl Plan {
    /// Reads the questions. Fails if there are none, but for random games.
    fn new(args: &JudgeArgs, asked: Asked<'_>, output: &mut Output) -> Result<Plan, CommandError> {
        if args.games.games.is_some() {
            return Ok(Plan::default());
        }
        let mut corpus = Corpus::read(asked.files);
        refuse_unquoted(args.command(), &corpus, asked.paths)?;
        let ids: QuestionIds = corpus.ids().collect();
        let known = args.known.as_deref().map(|list| read_known(list, &ids));
        let known = known.transpose()?.unwrap_or_default();
        let mut notes = corpus.left_out();
        let mut left_out = 0;
        if !args.only.is_empty() {
            for id in &args.only {
                let unknown = |id: UnknownId| format!("--only: {}", plain_line(&id.to_string()));
                ids.check(id).map_err(unknown)?;
            }
            left_out += corpus.keep(|source, question| {
                let mut ids = source.ids(question).into_iter();
                ids.any(|id| args.is_meant(&plain_line(&id)))
            });
            let sources = &mut corpus.sources;
            sources.retain(|source| !source.asks.questions.is_empty());
            let sources = sources.iter_mut();
            sources.for_each(|source| source.asks.not_asked.clear());
            notes.extend(left_out_note(left_out, "not named by --only"));
        }
        if let Some(only) = asked.rules.map(GivenRules::over_kata) {
            let only = in_force(only);
            let others = corpus.keep(|_, question| in_force(question.before.rules()) == only);
            left_out += others;
            let why = format!("under other rules than {only} (--rules)");
            notes.extend(left_out_note(others, &why));
        }
        if corpus.asks_nothing() {
            for (_, message) in &corpus.unusable {
                output.log_in_order(&format!("{} {message}", styled(BAD, "cannot ask")));
            }
            notes.insert(0, "nothing is asked".to_owned());
            return Err(CommandError::usage(notes.join("; ")));
        }
        Ok(Plan {
            corpus,
            known,
            left_out,
            notes,
        })
    }
}

/// Reads a list of known deviations: among these questions, or in gokata's own fixtures, which need not all be asked.
fn read_known(file: &Path, ids: &QuestionIds) -> Result<KnownList, CommandError> {
    let text = String::from_utf8(read_list(file)?);
    let text = text.map_err(|_| CommandError::file(file, "this is not UTF-8"))?;
    KnownList::parse(&text, ids, |id| CORPUS.has_id(id)).map_err(|error| {
        let (list, line) = (name(file), error.line());
        format!("{list}:{line}: {}", plain_line(error.message())).into()
    })
}

/// Returns a note about questions that are not asked, if there are any.
fn left_out_note(questions: usize, why: &str) -> Option<String> {
    let left_out = number(questions, "question");
    (questions > 0).then(|| format!("left out: {left_out} {why}"))
}

/// Fails if a path among the arguments is probably a part of the program's command, which was not quoted.
fn refuse_unquoted(
    (option, command): (&str, &str),
    corpus: &Corpus,
    paths: &[PathBuf],
) -> Result<(), CommandError> {
    let mut unusable = corpus.unusable.iter();
    let part = unusable.find(|(path, _)| {
        let is_fixture = path.extension().is_some_and(|ending| ending == "txt");
        let is_there_or_bare = path.is_file() || path.components().count() == 1;
        paths.contains(path) && !is_fixture && is_there_or_bare
    });
    let Some((path, why)) = part.filter(|_| !command.contains(char::is_whitespace)) else {
        return Ok(());
    };
    let why = why.to_string();
    let why = why.lines().next().unwrap_or_default();
    let whole = quoted_word(&format!("{command} {}", name(path)));
    Err(CommandError::usage(format!(
        "{why}\nIf this is a part of the program's command, quote the whole command: {option} {whole}"
    )))
}

/// Sends every question of these files to the program and reports the verdicts.
pub(crate) fn run(
    args: &JudgeArgs,
    asked: Asked<'_>,
    detail: Detail,
    (renderer, files): (Box<dyn Renderer>, Vec<ReportFile>),
    output: &mut Output,
) -> Result<Status, CommandError> {
    let names_neither = |rules: GivenRules| !rules.has_any_of(&["ko", "suicide"]);
    if asked.rules.is_some_and(names_neither) {
        let why = "with --exec and --engine, --rules chooses questions by ko and suicide, and it names neither";
        return Err(CommandError::usage(why));
    }
    let plays = args.games.games.is_some();
    on_termination(Box::new(move |status| {
        if plays && is_first_signal(status) {
            return;
        }
        // Both locks are held until the process exits, so no program is started and no file written any more.
        let _ended = process::end_running();
        let _removed = remove_record();
        std::process::exit(status);
    }))?;
    let rules = asked.rules.map(GivenRules::over_kata);
    let plan = Plan::new(args, asked, output)?;
    let (_, command) = args.command();
    let client = args.client(command)?;
    let left = plan.corpus.questions();
    let bar = match args.games.games {
        None => progress::bar(left, "{pos}/{len} {wide_bar} {eta}"),
        Some(games) => progress::bar(games.get(), "{pos}/{len} games {wide_bar} {msg} {eta}"),
    };
    let mut run = Run {
        args,
        is_quiet: detail.quiet,
        plan,
        client,
        reporter: Reporter::new(renderer, output, (bar, detail.quiet), true),
        is_introduced: false,
        failures: FailureLimit::new(args.timeout),
        left,
        boards: Boards::new(args.sizes.clone()),
        tallies: Tallies::default(),
        cannot: Reasons::default(),
        declined: Reasons::default(),
        bad: Vec::new(),
        known: Vec::new(),
        unrequested: None,
        is_cut_short: false,
    };
    run.reporter.files = files;
    run.tallies.files = run.plan.corpus.sources.len();
    let warning = run.client.about().program.warning;
    if let Some(warning) = warning.filter(|_| detail.warns()) {
        let reporter = &mut run.reporter;
        reporter.print(|to, output| to.warn("the engine's rules", warning, output));
    }
    let asked = if plays {
        run.play(rules)
    } else {
        run.ask_all()
    };
    if let Err(error) = asked {
        run.reporter.end(None)?;
        return Err(error);
    }
    let status = run.end()?;
    if let Some(signal) = ended_by() {
        output.flush();
        std::process::exit(signal);
    }
    Ok(status)
}

fn not_started(command: &str, why: &str) -> CommandError {
    CommandError::usage(format!("cannot start `{}`: {why}", plain(command)))
}

pub(super) struct Run<'a> {
    pub(super) args: &'a JudgeArgs,
    /// Whether only faults are printed.
    pub(super) is_quiet: bool,
    pub(super) plan: Plan,
    pub(super) client: Box<dyn Client>,
    pub(super) reporter: Reporter<'a>,
    is_introduced: bool,
    pub(super) failures: FailureLimit,
    /// The number of questions that have not been asked yet.
    pub(super) left: usize,
    pub(super) boards: Boards,
    pub(super) tallies: Tallies,
    /// Why questions could not be asked.
    pub(super) cannot: Reasons,
    /// Why the program cannot answer questions, as it says.
    pub(super) declined: Reasons,
    /// The wrong and missing answers, without the known ones.
    pub(super) bad: Vec<Judged>,
    pub(super) known: Vec<Judged>,
    pub(super) unrequested: Option<String>,
    /// True if the run was ended by `--first`, so that the tables say little.
    pub(super) is_cut_short: bool,
}

impl Run<'_> {
    pub(super) fn not_started(&self, why: &str) -> CommandError {
        not_started(self.args.command().1, why)
    }

    /// Asks all, until the number of --first is reached, or nobody reads the report. Fails if the program cannot be started.
    fn ask_all(&mut self) -> Result<(), CommandError> {
        for (path, error) in &self.plan.corpus.unusable {
            let message = &error.to_string();
            let asked = (path.as_path(), lasting_name(path));
            let (file, error) = (path.display().to_string(), message.clone());
            self.reporter.findings(vec![Finding {
                json: Some(ndjson::json("file", &FileLine { file, error })),
                ..Finding::unread(asked, "cannot ask", None, message)
            }]);
        }
        let sources = mem::take(&mut self.plan.corpus.sources);
        for (files, source) in (1..).zip(&sources) {
            for line in &source.asks.not_asked {
                self.not_asked(source, line);
            }
            for question in &source.asks.questions {
                if self.reporter.output.is_cut_off() && self.reporter.files.is_empty() {
                    return Ok(());
                }
                self.ask(source, question)?;
                let bad = self.bad.len();
                if self.args.first.is_some_and(|first| bad >= first.get()) {
                    self.tallies.files = files;
                    self.is_cut_short = true;
                    let bad = number(bad, "wrong or missing answer");
                    let note = left_out_note(self.left, &format!("after {bad} (--first)"));
                    self.plan.notes.extend(note);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn not_asked(&mut self, source: &Source, line: &NotAsked) {
        let asked = format!("{} line {}", source.name, line.line);
        let mut finding = Finding::new(&source.file, asked, Outcome::NotAsked(line.why.clone()));
        (finding.is_own, finding.line) = (source.is_own, Some(line.line));
        let line = NotAskedLine {
            file: source.file.display().to_string(),
            line: line.line,
            rule: source.rule().into(),
            outcome: Class::CannotBeAsked,
            detail: line.why.clone(),
        };
        self.tallies.add_line(&line.rule);
        self.cannot.add(&*line.detail);
        finding.json = Some(ndjson::json("line", &line));
        self.reporter.findings(vec![finding]);
    }

    fn ask(&mut self, source: &Source, question: &Question) -> Result<(), CommandError> {
        let stopped = self.failures.reached();
        let begun = Instant::now();
        let (moved, answer) = match &stopped {
            None => {
                let patience = self.failures.patience();
                let is_meant = |id: &str| self.args.is_meant(id);
                let client = &mut *self.client;
                self.boards
                    .ask(client, (source, question), is_meant, patience)
            }
            Some(why) => (None, unaskable(format!("gokata has stopped asking: {why}"))),
        };
        let question = moved.as_ref().unwrap_or(question);
        if let Err(NoAnswer::Failed(ProgramError::NotStarted(why))) = answer {
            return Err(self.not_started(&why));
        }
        self.failures.count(&answer, begun.elapsed());
        self.left -= 1;
        self.reporter.bar.inc(1);
        self.judge(source, question, answer, None);
        if let (None, Some(why), 1..) = (stopped, self.failures.reached(), self.left) {
            let are = if self.left == 1 { "is" } else { "are" };
            let questions = number(self.left, "more question");
            let line = format!("{why}: {questions} {are} not asked");
            self.reporter.print(|to, output| to.line(&line, output));
        }
        Ok(())
    }

    /// Reports an answer, and counts it. `is_first`: of a random game, whether it is the first wrong one of its kind.
    pub(super) fn judge(
        &mut self,
        source: &Source,
        question: &Question,
        answer: Answered,
        is_first: Option<bool>,
    ) {
        let id = plain_line(&source.id(question));
        if !matches!(answer, Err(NoAnswer::Unaskable(_) | NoAnswer::NoBoard(_))) {
            self.introduce();
        }
        let own = self.client.about().own;
        let asked = own.map_or_else(|| question.clone(), |own| own.put_under(question));
        let mut judged = Judged::new(source, question, &asked, id, answer);
        judged.known = self.plan.known.line(&judged.line.id, judged.line.outcome);
        if is_first == Some(true) {
            judged.line.question_text = Some(question.fixture().to_string());
        } else if self.args.show_questions && judged.class().is_bad() {
            // For an engine in the line protocol, too, unless that cannot express it.
            let sent = text(question, &judged.line.id).ok();
            let sent = sent.filter(|_| self.args.engine.is_some());
            let sent = sent.unwrap_or_else(|| self.client.about().sent.clone());
            judged.line.question_text = Some(sent).filter(|sent| !sent.is_empty());
        }
        let draws = judged.class().is_bad() && self.reporter.renderer.draws() && is_first.is_none();
        let mut finding = judged.finding(source, draws.then(|| drawing(&asked)));
        if is_first == Some(false) {
            finding.evidence.clear();
        }
        for error in finding.evidence.iter_mut().filter(|_| is_first.is_some()) {
            // It has no place in a file, and is not asked again by an id.
            let text = error.text.take().unwrap_or_default();
            error.text = Some(text.replacen(&judged.line.place(), &source.name, 1));
            (error.place, error.id) = (None, None);
        }
        self.reporter.findings(vec![finding]);
        self.add(judged);
    }

    /// Reports the program, once.
    fn introduce(&mut self) {
        if !mem::replace(&mut self.is_introduced, true) {
            let corpus = self.plan.corpus.version();
            let program = self.client.about().program.clone();
            let sizes = self.boards.named(&*self.client).map(ToString::to_string);
            let program = ProgramLine {
                sizes,
                corpus,
                released: self.args.released.clone(),
                ..program
            };
            let program = ndjson::json("program", &program);
            self.reporter
                .print(|to, output| to.program(&program, output));
        }
    }

    fn add(&mut self, judged: Judged) {
        let (line, class) = (&judged.line, judged.class());
        self.tallies.add(&line.rule, line.right_answer(), class);
        if class == Class::CannotBeAsked {
            let why = line.detail.as_deref().unwrap_or_default();
            self.tallies.note(line.right_answer(), why);
            self.cannot.add(why);
        }
        if let Some(NoAnswer::Declined(why) | NoAnswer::NoBoard(why)) = &judged.missing {
            self.declined.add(why);
        }
        if let Some(listed) = judged.right_now() {
            self.tallies.right_now.push((listed, judged.line.id));
        } else if class == Class::Known {
            self.known.push(judged);
        } else if class.is_bad() {
            self.bad.push(judged);
        }
    }

    fn end(mut self) -> Result<Status, CommandError> {
        self.introduce();
        self.unrequested = self.client.finish();
        if let Some(what) = &self.unrequested {
            let outcome = Outcome::Trouble(what.clone());
            let finding = Finding::new(Path::new(""), "after the last answer", outcome);
            self.reporter.findings(vec![finding]);
        }
        self.report_extent();
        let totals = self.totals();
        self.reporter.end(Some(&totals))?;
        Ok(self.status())
    }
}
