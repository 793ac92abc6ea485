//! One deviation: the question, rebuilt from the results, and its part of the page.

use std::fmt::Write;

use gokata::fixture::{Do, Fixture};
use gokata::questions::line_protocol::{text, unsayable};
use gokata::questions::{Expected, Question, Questions};
use gokata::{
    Action, Color, Diagram, Explanation, KoRule, Labels, Move, Point, Preset, Setup, Suicide,
    explain_move, picture,
};

use super::results::Found;
use crate::html::{escaped, figure};
use crate::judge::ndjson::{ProgramLine, QuestionLine};
use crate::program::process::cut;
use crate::read::rules::{GivenRules, rules};
use crate::terminal::text::{plain, quoted_word};

/// The longest question in the line protocol that a page shows.
const LONGEST_SENT: usize = 6000;

/// The longest command line that stands in an example as it is.
const LONGEST_COMMAND: usize = 300;

/// Returns in words what is wrong. Deviations of one kind stand together.
pub(super) fn kind(line: &QuestionLine<'_>) -> String {
    let is_board = |answer: &str| answer.contains('\n');
    match (&*line.outcome, &line.got) {
        ("wrong", Some(got)) if &*line.question != "board" => {
            format!("expected {}, got {}", said(&line.expected), said(got))
        }
        ("wrong", Some(got)) if is_board(got) => "expected a board, got another one".to_owned(),
        ("wrong", Some(got)) => format!("expected a board, got {}", said(got)),
        ("timed-out", _) => "no answer in time".to_owned(),
        (other, _) => format!("no answer: {}", cut(other, 20)),
    }
}

/// Returns an answer in words: `illegal: ko`.
fn said(answer: &str) -> String {
    cut(&answer.replace("illegal ", "illegal: "), 40)
}

/// A deviation that a page shows with its boards.
pub(super) struct Deviation<'r> {
    line: &'r QuestionLine<'r>,
    question: Question,
    explanation: Explanation,
}

impl<'r> Deviation<'r> {
    /// Rebuilds the question.
    pub(super) fn of(found: &'r Found<'_>) -> Result<Deviation<'r>, String> {
        let line = &found.question;
        let question = question(line).map_err(|why| {
            let why = cut(&why, 200);
            format!(
                "{}: this is not a question as gokata writes it: {why}",
                found.place
            )
        })?;
        let explanation = explain_move(question.mv, &question.before);
        Ok(Deviation {
            line,
            question,
            explanation,
        })
    }

    /// Returns its part of the page. `anchor`: its id there.
    pub(super) fn html(&self, anchor: &str, program: &ProgramLine<'_>) -> String {
        let line = self.line;
        let mut html = format!("<article id=\"{}\">\n", escaped(anchor));
        // Writing to a string never fails.
        let _ = write!(
            html,
            "<h3>{}</h3>\n<p class=\"asked\">{}</p>\n<div class=\"boards\">\n{}</div>\n",
            escaped(&claim(line)),
            self.answers(),
            self.figures()
        );
        html.push_str("<ul>\n");
        for reason in self.reasons() {
            let _ = writeln!(html, "<li>{}</li>", escaped(&reason));
        }
        html.push_str("</ul>\n");
        let _ = writeln!(
            html,
            "<p class=\"place\"><a href=\"#{}\">{}</a><br>{}</p>",
            fragment(anchor),
            escaped(&cut(&line.id, 300)),
            escaped(&place(line))
        );
        let fixture = self.question.fixture().to_string();
        let _ = write!(
            html,
            "<p>As a fixture, to be saved as <code>question.txt</code>:</p>\n<pre>{}</pre>\n\
             <p>To ask it again:</p>\n<pre>{}</pre>\n",
            pre(&fixture),
            pre(&self.commands(program))
        );
        if let Some(sent) = self.sent(program) {
            let _ = write!(
                html,
                "<details><summary>What the program was sent</summary>\n<pre>{}</pre>\n</details>\n",
                pre(&sent)
            );
        }
        html + "</article>\n"
    }

    /// Returns the sentence about the right answer and the program's.
    fn answers(&self) -> String {
        let (line, question) = (self.line, &self.question);
        let mv = question.mv.describe(question.before.size());
        let (asked, expected, got) = match &question.expected {
            Expected::Verdict(_) => (mv, said(&line.expected), line.got.as_deref().map(said)),
            Expected::Board(_) => {
                let got = line.got.as_deref().map(|got| {
                    if got.contains('\n') {
                        "another board".to_owned()
                    } else {
                        said(got)
                    }
                });
                (
                    format!("The board after {mv}"),
                    "the board below".to_owned(),
                    got,
                )
            }
        };
        let got = got.unwrap_or_else(|| {
            let why = line.detail.as_deref().unwrap_or("nothing");
            format!("{} ({})", kind(line), cut(why, 300))
        });
        format!(
            "<b>{}</b>: expected <b class=\"good\">{}</b>, got <b class=\"bad\">{}</b>",
            escaped(&asked),
            escaped(&expected),
            escaped(&got)
        )
    }

    fn figures(&self) -> String {
        let (question, record) = (&self.question, &self.question.before);
        let now = picture::numbered(&record.setup(), &self.numbers(), Some(question.mv));
        let side = record.to_play();
        let mut caption = format!("Before the move, {side} to play.");
        let moves = self.moves();
        if !moves.is_empty() {
            let _ = write!(caption, " Before it: {}", moves.join(", "));
        }
        let mut figures = figure(&now, &caption, &words(&record.setup()));
        let mut add = |setup: &Setup, caption: &str| {
            let svg = picture::numbered(setup, &[], None);
            figures.push_str(&figure(&svg, caption, &words(setup)));
        };
        match &question.expected {
            Expected::Board(expected) => {
                add(expected, "Expected");
                if let Some(got) = self.line.got.as_deref().and_then(board) {
                    add(&got, "Got");
                }
            }
            Expected::Verdict(Err(_)) => {
                let turns = self.explanation.repeats();
                if let Some((turns, then)) =
                    turns.and_then(|turns| Some((turns, record.at(turns)?)))
                {
                    let when = match turns {
                        0 => "The opening board".to_owned(),
                        turns => format!("The board after move {turns}"),
                    };
                    add(&then.setup(), &format!("{when}, which would return"));
                }
            }
            Expected::Verdict(Ok(())) => {
                if let Some(after) = self.explanation.board_after() {
                    let setup = Setup {
                        size: after.size(),
                        stones: after.stones().collect(),
                        to_play: !question.mv.color,
                    };
                    add(&setup, "After the move");
                }
            }
        }
        figures
    }

    /// The reasons, and the rules in words.
    fn reasons(&self) -> Vec<String> {
        let text = self.explanation.to_string();
        let mut reasons: Vec<String> = text
            .lines()
            .skip(1)
            .map(|line| capitalized(line.trim()))
            .collect();
        if reasons.is_empty() {
            reasons.push("No rule forbids the move.".to_owned());
        }
        let rules = self.question.before.rules();
        let ko = match rules.ko {
            KoRule::Simple => {
                "the board must not be as it was before the opponent\u{2019}s last turn"
            }
            KoRule::Positional => "no earlier board of the game may return",
            KoRule::Situational => "no earlier board may return with the same side to play",
            KoRule::NaturalSituational => {
                "no board may return that the same player has made by playing a stone"
            }
        };
        let suicide = match rules.suicide {
            Suicide::Forbidden => {
                "a move must leave its own stones a liberty, once captured stones are off"
            }
            Suicide::MultiStone => "two or more own stones may be taken off, but not one alone",
            Suicide::Allowed => "a move may take off its own stones",
        };
        reasons.push(format!("ko={}: {ko}.", rules.ko));
        reasons.push(format!("suicide={}: {suicide}.", rules.suicide));
        reasons
    }

    fn plays(&self) -> impl Iterator<Item = Move> {
        let plays = self
            .question
            .actions()
            .into_iter()
            .filter_map(|act| match act {
                Do::Play(word) => Some((word.color, word.action)),
                _ => None,
            });
        plays.map(|(color, action)| Move {
            color: color.unwrap_or(Color::Black),
            action,
        })
    }

    /// The numbers on the stones.
    fn numbers(&self) -> Vec<(Point, usize)> {
        let numbered = self.plays().zip(1..);
        let point = |(mv, number): (Move, usize)| match mv.action {
            Action::Play(point) => Some((point, number)),
            Action::Pass | Action::Resign => None,
        };
        numbered.filter_map(point).collect()
    }

    /// The moves in words, with what else has happened: `1 White B3`.
    fn moves(&self) -> Vec<String> {
        let size = self.question.before.size();
        let mut number = 0;
        let told = self.question.actions().into_iter().map(|act| match act {
            Do::Play(word) => {
                number += 1;
                let color = word.color.unwrap_or(Color::Black);
                let action = word.action;
                format!("{number} {}", Move { color, action }.describe(size))
            }
            Do::ToPlay(side) => format!("the turn is handed to {side}"),
            Do::Resume(side) => {
                let side = side.map_or(String::new(), |side| format!(" with {side}"));
                format!("play is resumed{side}")
            }
            Do::Rules(..) => String::new(),
            other => other.to_string(),
        });
        told.filter(|told| !told.is_empty()).collect()
    }

    /// Returns the command lines that ask and explain it.
    fn commands(&self, program: &ProgramLine<'_>) -> String {
        let command = if program.command.len() > LONGEST_COMMAND {
            "'CMD'".to_owned()
        } else {
            quoted_word(&program.command)
        };
        let option = if program.option == "engine" {
            "engine"
        } else {
            "exec"
        };
        let own = own_rules(program).map(|own| {
            let own = own.to_string();
            format!(" --engine-rules {}", quoted_rules(&own))
        });
        let own = own.unwrap_or_default();
        let mut commands = format!("gokata check --{option} {command}{own} question.txt");
        if let Some(explain) = self.explain() {
            let _ = write!(commands, "\n{explain}");
        }
        commands
    }

    /// Returns the command line of `explain`; `None` for a game with more than moves under the same rules.
    fn explain(&self) -> Option<String> {
        let mut plays = Vec::new();
        let mut given = String::new();
        for (nth, act) in self.question.actions().into_iter().enumerate() {
            match act {
                Do::Play(word) if word.action != Action::Resign => plays.push(word.word),
                Do::Rules(_, rules) if nth == 0 => {
                    let changes = rules.changes(Preset::Kata);
                    let changes: Vec<String> = changes
                        .map(|(key, value)| format!("{key}={value}"))
                        .collect();
                    given = format!(" --rules {}", quoted_rules(&changes.join(",")));
                }
                _ => return None,
            }
        }
        let question = &self.question;
        let mv = question.mv.action.describe(question.before.size());
        let mv = quoted_word(&format!("{}:{mv}", question.mv.color.letter()));
        let plays = match plays.join(" ") {
            none if none.is_empty() => none,
            some => format!(" --play {}", quoted_word(&some)),
        };
        Some(format!("gokata explain question.txt {mv}{given}{plays}"))
    }

    /// Returns the question as it was sent, if that is known and not too long.
    fn sent(&self, program: &ProgramLine<'_>) -> Option<String> {
        let sent = match &self.line.question_text {
            Some(sent) => sent.to_string(),
            None if program.option == "exec" && unsayable(&self.question).is_none() => {
                let mut asked = self.question.clone();
                if let Some(own) = own_rules(program) {
                    asked.before = asked.before.with_rules(own.over_kata());
                }
                text(&asked, &plain(&self.line.id).replace('\n', "\u{fffd}"))
            }
            None => return None,
        };
        (sent.len() <= LONGEST_SENT).then_some(sent)
    }
}

fn own_rules(program: &ProgramLine<'_>) -> Option<GivenRules> {
    rules(program.own_rules.as_deref()?).ok()
}

/// Rules as an argument. They have only letters, `-`, `=` and commas.
fn quoted_rules(rules: &str) -> String {
    rules.replace(' ', ",")
}

fn question(line: &QuestionLine<'_>) -> Result<Question, String> {
    let mut fixture = line.opening.as_ref().unwrap_or(&line.board).to_string();
    fixture.push('\n');
    let case = line
        .case
        .as_deref()
        .map(|case| plain(case).replace('\n', " "));
    if let Some(case) = case.filter(|case| !case.trim().is_empty()) {
        let _ = writeln!(fixture, "case {case}");
    }
    for act in &line.actions {
        let _ = writeln!(fixture, "{act}");
    }
    let mv = &line.r#move;
    let _ = match &*line.question {
        "board" => write!(fixture, "play {mv}\nboard\n{}", line.expected),
        _ => writeln!(fixture, "{} {mv}", line.expected),
    };
    let fixture = Fixture::parse(fixture.as_bytes()).map_err(|error| error.to_string())?;
    let questions = Questions::of(&fixture).map_err(|failure| {
        format!(
            "{}: {}, not {}",
            failure.asked, failure.got, failure.expected
        )
    })?;
    let last = questions.questions.into_iter().next_back();
    let last = last.ok_or_else(|| "nothing is asked".to_owned())?;
    if last.before.setup() != setup(&line.board)? {
        return Err("the actions do not lead to the board".to_owned());
    }
    Ok(last)
}

fn setup(board: &str) -> Result<Setup, String> {
    let diagram = Diagram::parse(board.as_bytes()).map_err(|error| error.to_string())?;
    let none = Labels::new();
    if diagram.labels == none {
        Ok(diagram.setup)
    } else {
        Err("the board has labels".to_owned())
    }
}

/// Returns the board in an answer, which may be without the side to play.
fn board(answer: &str) -> Option<Setup> {
    setup(answer)
        .or_else(|_| setup(&format!("x\n{answer}")))
        .ok()
}

/// Returns what the fixture is about: its folder, its name, which is its claim, and the case.
fn claim(line: &QuestionLine<'_>) -> String {
    let name = line.id.split('#').next().unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    let claim = capitalized(&cut(name, 100).replace('-', " "));
    match line.case.as_deref() {
        Some(case) => format!("{claim}: {}", cut(case, 200)),
        None => claim,
    }
}

fn place(line: &QuestionLine<'_>) -> String {
    format!(
        "{}, line {}, column {}; rules {}",
        cut(&line.file, 300),
        line.line,
        line.column,
        cut(&line.rules, 100)
    )
}

/// Returns the position in words.
fn words(setup: &Setup) -> String {
    let stones = |color: Color| {
        let of_color = setup.stones.iter().filter(|(_, stone)| *stone == color);
        let points = of_color.map(|(point, _)| point.vertex(setup.size));
        let points: Vec<String> = points.collect();
        if points.is_empty() {
            "none".to_owned()
        } else {
            points.join(" ")
        }
    };
    let (rows, cols) = (setup.size.rows(), setup.size.cols());
    format!(
        "Board of {rows} rows and {cols} columns. Black: {}. White: {}.",
        stones(Color::Black),
        stones(Color::White)
    )
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Returns a text for an element `pre`, whose line ends are kept.
fn pre(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(escaped).collect();
    lines.join("\n")
}

/// Returns an id as the fragment of an address.
pub(super) fn fragment(id: &str) -> String {
    let mut fragment = String::new();
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:@!$*+,;=".contains(&byte) {
            fragment.push(char::from(byte));
        } else {
            let _ = write!(fragment, "%{byte:02X}");
        }
    }
    fragment
}
