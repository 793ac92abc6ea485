//! The client for programs that speak the line protocol (`--exec`).

use std::borrow::Cow;
use std::mem;
use std::time::{Duration, Instant};

use gokata::Answer;
use gokata::fixture::Fixture;
use gokata::questions::line_protocol::{ParsedAnswer, Start, parse_answer, start, text};
use gokata::questions::{Asked, OwnRules, Question, Questions};

use super::client::{About, Answered, Client, NoAnswer, stated, unaskable};
use super::ndjson::ProgramLine;
use crate::program::error::ProgramError;
use crate::program::process::{Process, cut, shortened};
use crate::read::rules::rules;
use crate::terminal::text::number;

/// Sends all questions to one process, and starts a new process after each failure.
pub(super) struct LineClient {
    /// Its rules, if they are not those of each question, are from the command line, else from its line `start`.
    about: About,
    /// Whether the program has said what it can do besides judging moves, or answered without saying so.
    has_said: bool,
    process: Option<Process>,
    answers: usize,
    takes: Takes,
}

/// The lines that an answer to a question takes.
#[derive(Clone, Default)]
struct Takes {
    /// Whether it is the rows of a board.
    is_board: bool,
    /// `` `legal?` takes one line ``
    text: String,
}

impl Takes {
    fn of(question: &Question) -> Takes {
        let (kind, rows) = (question.asked.kind(), question.before.size().rows());
        let (lines, named) = (rows + 1, number(rows, "row"));
        let (is_board, takes) = match question.asked {
            Asked::Board(..) | Asked::Now(_) => {
                (true, format!("{lines} lines, whose turn it is and {named}"))
            }
            Asked::Owner(..) | Asked::Dead(..) => (true, named),
            Asked::Legal(..) | Asked::Score(..) | Asked::Prisoners(_) => {
                (false, "one line".to_owned())
            }
        };
        let text = format!("`{kind}?` takes {takes}");
        Takes { is_board, text }
    }
}

/// What a process is asked first, where the questions are about the count: the answer comes after the line `start`.
const PROBE: &str = "x\n---\n---\n---\n\nlegal x:B2\n";

/// The number of characters of a program's reason that reports show.
const LONGEST_REASON: usize = 200;

impl LineClient {
    pub(super) fn new(command: &str, own: Option<OwnRules>) -> LineClient {
        let program = ProgramLine {
            command: command.to_owned(),
            option: "exec".to_owned(),
            rules: "sent with each question".to_owned(),
            ..ProgramLine::here()
        };
        let sent = String::new();
        let mut client = LineClient {
            about: About {
                program,
                own,
                sizes: None,
                sent,
            },
            has_said: false,
            process: None,
            answers: 0,
            takes: Takes::default(),
        };
        client.note_rules();
        client
    }

    /// Notes the rules of the program's own, if it plays by such.
    fn note_rules(&mut self) {
        let program = &mut self.about.program;
        if let Some(own) = self.about.own {
            let counts = program.counts();
            program.rules = stated(own, counts);
            program.own_rules = Some(own.text(counts));
        }
    }

    /// Reads a line `start`, the first one of this process.
    fn introduced(&mut self, line: &str, started: Start) -> Result<(), ProgramError> {
        let (program, own) = (&mut self.about.program, started.rules);
        let sizes = started.sizes.as_ref().map(ToString::to_string);
        if self.has_said {
            let can = [&program.can, &started.can].map(|can| said("can", &can.join(",")));
            let boards =
                [&program.sizes, &sizes].map(|it| said("sizes", it.as_deref().unwrap_or_default()));
            let other = [can, boards]
                .into_iter()
                .find(|[before, now]| before != now);
            return other.map_or(Ok(()), |[before, now]| {
                let why =
                    format!("it was {before} when the program was started before, now it is {now}");
                Err(nonsense(line, &why))
            });
        }
        if self.about.own.is_none() && !own.is_empty() {
            let is_name = own.starts_with(|c: char| c.is_ascii_digit());
            let hint = if is_name { SEVERAL_WORDS } else { "" };
            let stated = rules(&own).map_err(|why| {
                let why = format!("after name and version, of one word each: {why}{hint}");
                nonsense(line, &why)
            })?;
            self.about.own = Some(OwnRules(stated));
        }
        program.name = Some(shortened(&started.name));
        program.version = Some(shortened(&started.version));
        program.can = started.can;
        program.sizes = sizes;
        self.about.sizes = started.sizes;
        self.has_said = true;
        self.note_rules();
        Ok(())
    }

    /// Asks, and forgets a process that has failed.
    fn answer(&mut self, question: &Question, id: &str, patience: Duration) -> Answered {
        let sent = text(question, id).map_err(|why| NoAnswer::Unaskable(why.to_owned()))?;
        let mut answer = self.exchange(question, sent, patience);
        match &mut answer {
            Err(NoAnswer::Failed(error)) => {
                self.process = None;
                if let ProgramError::Crashed {
                    how, is_success, ..
                } = error
                    && *is_success
                    && self.answers == 1
                {
                    *how += " after one answer; a program must read all questions in a loop, until the end of its input";
                }
            }
            _ => self.answers += 1,
        }
        answer
    }

    fn exchange(&mut self, question: &Question, sent: String, patience: Duration) -> Answered {
        let is_new = self.process.is_none();
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.about.program.command)?),
        };
        // A new process may have written its line `start` already.
        if is_new {
            self.answers = 0;
        } else {
            let silence = process.expect_silence(|_| false);
            silence.map_err(|error| too_much(error, &self.takes))?;
        }
        let takes = mem::replace(&mut self.takes, Takes::of(question));
        let took = (!is_new).then_some(takes);
        self.about.sent = sent;
        process.send(self.about.sent.clone());
        let deadline = Instant::now() + patience;
        let mut lines = vec![process.read_line(deadline)?];
        if let Some(started) = start(&lines[0]).filter(|_| is_new) {
            let started = started.map_err(|why| nonsense(&lines[0], why))?;
            self.introduced(&lines[0], started)?;
            lines = vec![self.next_line(deadline)?];
        }
        // A program that answers without the line can do nothing else.
        self.has_said = true;
        loop {
            match parse_answer(question, &lines) {
                ParsedAnswer::Incomplete => {
                    let (line, takes) = (lines.len(), &self.takes.text);
                    let so_far = format!("after line {line} of the answer; {takes}");
                    let line = self.next_line(deadline);
                    lines.push(line.map_err(|error| remarked(error, ", ", &so_far))?);
                }
                ParsedAnswer::Complete(Answer::Cannot(why)) => {
                    let is_size = speaks_of_size(&why, &question.asked);
                    let why = format!("the program says: {}", cut(&why, LONGEST_REASON));
                    return Err(if is_size {
                        NoAnswer::NoBoard(why)
                    } else {
                        NoAnswer::Declined(why)
                    });
                }
                ParsedAnswer::Complete(answer) => return Ok(answer),
                ParsedAnswer::Nonsense(why) => {
                    let line = &lines[lines.len() - 1];
                    let hint = hint(line, lines.len(), &self.takes, took);
                    return Err(nonsense(line, &format!("{why}{hint}")).into());
                }
            }
        }
    }

    fn next_line(&mut self, deadline: Instant) -> Result<String, ProgramError> {
        match &mut self.process {
            Some(process) => process.read_line(deadline),
            None => Err(ProgramError::NotStarted("it has ended".to_owned())),
        }
    }

    /// Fails if the program does not say that it can do this: a word of `can=`, and what it does then. A new process is asked about a
    /// move first.
    fn expect_can(&mut self, what: &str, does: &str, patience: Duration) -> Result<(), NoAnswer> {
        let can = |client: &LineClient| client.about.program.can.iter().any(|can| can == what);
        if self.process.is_none() && (can(self) || !self.has_said) {
            let probe = Fixture::parse(PROBE.as_bytes()).ok();
            let asked = probe.and_then(|probe| Questions::of(&probe).ok());
            if let Some(probe) = asked.as_ref().and_then(|asked| asked.questions.first()) {
                let answer = self.answer(probe, "is-anybody-there", patience);
                if let Err(failed @ NoAnswer::Failed(_)) = answer {
                    return Err(failed);
                }
            }
        }
        if can(self) {
            return Ok(());
        }
        unaskable(format!(
            "the program does not say that it {does} (start NAME VERSION can={what})"
        ))
    }
}

/// `can=score`, or `no can=`.
fn said(key: &str, value: &str) -> String {
    let no = if value.is_empty() { "no " } else { "" };
    format!("{no}{key}={value}")
}

/// True if a reason to decline a question may be the size of its board: `boards are square here`, `only 9x9`, `19 lines`. One
/// that only says `board` may be about `board?`.
fn speaks_of_size(why: &str, asked: &Asked) -> bool {
    let why = why.to_ascii_lowercase();
    let mut words = why.split(|c: char| !c.is_ascii_alphanumeric());
    let is_number = |side: &str| side.parse::<u32>().is_ok();
    words.any(|word| match word.split_once('x') {
        Some((rows, cols)) => is_number(rows) && is_number(cols),
        None if word.starts_with("board") => !matches!(asked, Asked::Board(..)),
        None => ["size", "square", "rectang", "line"]
            .iter()
            .any(|start| word.starts_with(start)),
    })
}

const SEVERAL_WORDS: &str =
    "; a name of several words needs `-` between them, as in `start my-program 0.1`";

const ONCE: &str = "; `start` may be written once, before the first answer";

/// Says what is wrong with an answer, where the reason alone is no help. `took`: what the answer before of this process took.
fn hint(line: &str, number: usize, takes: &Takes, took: Option<Takes>) -> String {
    let is_row = !line.trim().is_empty() && line.trim().chars().all(|c| "xod-".contains(c));
    let text = &takes.text;
    if start(line).is_some() {
        ONCE.to_owned()
    } else if takes.is_board {
        format!("; this is line {number} of the answer, and {text}")
    } else if is_row {
        let before = took.filter(|took| took.is_board);
        let before = before.map(|took| format!("; the question before, {}", took.text));
        let before = before.unwrap_or_default();
        format!("; boards answer `board?`, and {text}{before}")
    } else if looks_like_a_log(line) {
        "; write logs to the standard error".to_owned()
    } else {
        String::new()
    }
}

/// True for several words, or one with a colon, that begin like no answer.
fn looks_like_a_log(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    let answers = ["legal", "illegal", "cannot", "=", "?"];
    let is_answer = answers.iter().any(|answer| first.starts_with(answer));
    let is_tally = ["x", "o"].contains(&&*first);
    !is_answer && !is_tally && (words.count() > 1 || first.contains(':'))
}

/// Adds to the error about lines behind an answer which lines the question takes.
fn too_much(error: ProgramError, takes: &Takes) -> ProgramError {
    let is_start = |what: &str| {
        let quoted = what.split_once('`');
        quoted.is_some_and(|(_, line)| start(line.trim_end_matches('`')).is_some())
    };
    match &error {
        ProgramError::Nonsense(what) if is_start(what) => remarked(error, "", ONCE),
        _ => remarked(error, "; ", &format!("the question before, {}", takes.text)),
    }
}

fn remarked(mut error: ProgramError, separator: &str, remark: &str) -> ProgramError {
    let (ProgramError::Crashed { how: text, .. }
    | ProgramError::NotStarted(text)
    | ProgramError::TimedOut(text)
    | ProgramError::Nonsense(text)) = &mut error;
    if !text.is_empty() {
        text.push_str(separator);
    }
    text.push_str(remark);
    error
}

fn nonsense(line: &str, why: &str) -> ProgramError {
    let hint = if line.starts_with(['=', '?']) {
        "; does it speak GTP? then use --engine"
    } else {
        ""
    };
    let line = shortened(line);
    ProgramError::Nonsense(format!("`{line}`: {why}{hint}"))
}

impl Client for LineClient {
    fn about(&self) -> &About {
        &self.about
    }

    fn ask(&mut self, question: &Question, id: &str, patience: Duration) -> Answered {
        let own = self.about.own;
        // Rules of its own that exclude the question go before what it cannot do.
        if let Some(Err(why)) = self.about.own.map(|own| own.under(question)) {
            return unaskable(why);
        }
        if !question.steps.is_empty() {
            self.expect_can("steps", "takes steps", patience)?;
        }
        if question.asked.counted().is_some() || matches!(question.asked, Asked::Prisoners(_)) {
            let kind = question.asked.kind();
            self.expect_can(kind, &format!("answers `{kind}?`"), patience)?;
        }
        let asked = match self.about.own.map(|own| own.under(question)) {
            None => Cow::Borrowed(question),
            Some(asked) => Cow::Owned(asked.map_err(NoAnswer::Unaskable)?),
        };
        let answer = self.answer(&asked, id, patience);
        let has_answered = matches!(
            answer,
            Ok(_) | Err(NoAnswer::Declined(_) | NoAnswer::NoBoard(_))
        );
        if has_answered && self.about.own != own && question.asked.mv().is_some() {
            // The program has stated its own rules with this answer, which is one under the question's rules.
            return self.ask(question, id, patience);
        }
        answer
    }

    fn finish(&mut self) -> Option<String> {
        match too_much(self.process.take()?.finish().err()?, &self.takes) {
            ProgramError::Nonsense(what) => Some(what),
            _ => None,
        }
    }
}
