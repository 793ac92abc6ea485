//! The options of `gokata check` about another program, and the loop that sends it the questions.

use std::mem;
use std::path::Path;
use std::time::Instant;

use gokata::fixture::NotAsked;
use gokata::questions::line_protocol::text;
use gokata::questions::{Class, Question, Reasons, Tallies};

use super::args::{Asked, JudgeArgs, not_started};
use super::boards::Boards;
use super::client::{Answered, Client, NoAnswer, unaskable};
use super::failure_limit::FailureLimit;
use super::gtp_game::remove_record;
use super::ndjson::{self, FileLine, NotAskedLine, ProgramLine};
use super::plan::{Plan, left_out_note};
use super::verdict::{Judged, drawing};
use crate::findings::ReportFile;
use crate::findings::finding::{Finding, Outcome};
use crate::findings::renderer::{Detail, Renderer};
use crate::findings::reporter::Reporter;
use crate::program::error::ProgramError;
use crate::program::process;
use crate::read::corpus::{Source, lasting_name};
use crate::read::rules::GivenRules;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::progress;
use crate::terminal::signals::{ended_by, is_first_signal, on_termination};
use crate::terminal::text::{number, plain_line};

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
