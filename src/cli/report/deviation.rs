//! One deviation: the question, rebuilt from the results, and its part of the page.

use std::fmt::Write;

use gokata::fixture::Do;
use gokata::questions::line_protocol::{text, unsayable};
use gokata::questions::{Expected, Question};
use gokata::{Action, Color, Explanation, Move, Point, Preset, Setup, explain_move, picture};

use super::question::{board, question};
use super::results::Found;
use super::words::{
    capitalized, claim, file, fragment, kind, ko_in_words, pre, said, suicide_in_words, words,
};
use crate::html::{escaped, figure};
use crate::judge::ndjson::{ProgramLine, QuestionLine};
use crate::program::process::cut;
use crate::read::corpus_version::comment_of;
use crate::read::rules::{GivenRules, rules};
use crate::terminal::text::{plain_line, quoted_word};

/// The longest question in the line protocol that a page shows.
const LONGEST_SENT: usize = 6000;

/// The longest command line that stands in an example as it is.
const LONGEST_COMMAND: usize = 300;

/// A deviation that a page shows with its boards.
pub(super) struct Deviation<'r> {
    line: &'r QuestionLine,
    program: &'r ProgramLine,
    /// As the fixture asks it.
    question: Question,
    /// As the program was asked: under its own rules, if it has any. The right answer is the same.
    asked: Question,
    explanation: Explanation,
}

impl<'r> Deviation<'r> {
    /// Rebuilds the question.
    pub(super) fn of(found: &'r Found, program: &'r ProgramLine) -> Result<Deviation<'r>, String> {
        let line = &found.question;
        let question = question(line).map_err(|why| {
            let why = cut(&why, 200);
            format!(
                "{}: this is not a question as gokata writes it: {why}",
                found.place
            )
        })?;
        let mut asked = question.clone();
        if let Some(own) = own_rules(program) {
            asked.before = asked.before.with_rules(own.over_kata());
        }
        let explanation = explain_move(asked.mv, &asked.before);
        Ok(Deviation {
            line,
            program,
            question,
            asked,
            explanation,
        })
    }

    /// Returns its part of the page. `anchor`: its id there. `others`: the questions that ask the same, with their ids there.
    pub(super) fn html(&self, anchor: &str, others: &[(&str, String)]) -> String {
        let line = self.line;
        let mut html = format!("<article id=\"{}\">\n", escaped(anchor));
        // Writing to a string never fails.
        let _ = write!(
            html,
            "<h3>{}</h3>\n{}<p class=\"asked\">{}</p>\n<div class=\"boards\">\n{}</div>\n",
            escaped(&claim(line)),
            self.about(),
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
            escaped(&self.place())
        );
        for (id, anchor) in others {
            let _ = writeln!(
                html,
                "<p class=\"place\" id=\"{}\">also asked by <a href=\"#{}\">{}</a></p>",
                escaped(anchor),
                fragment(anchor),
                escaped(&cut(id, 300))
            );
        }
        let fixture = self.question.fixture().to_string();
        let _ = write!(
            html,
            "<div class=\"again\">\n<div><p>As a fixture, to be saved as <code>question.txt</code>:</p>\n<pre>{}</pre></div>\n\
             <div><p>To ask it again:</p>\n<pre>{}</pre></div>\n</div>\n",
            pre(&fixture),
            pre(&self.commands())
        );
        if let Some(sent) = self.sent() {
            let _ = write!(
                html,
                "<details><summary>What the program was sent</summary>\n<pre>{}</pre>\n</details>\n",
                pre(&sent)
            );
        }
        html + "</article>\n"
    }

    /// Returns what the fixture says about itself, and the name of the case.
    fn about(&self) -> String {
        let line = self.line;
        let name = line.id.split('#').next().unwrap_or_default();
        let is_own = self.program.corpus.is_some();
        let comment = is_own.then(|| comment_of(name)).flatten();
        let case = line
            .case
            .as_deref()
            .map(|case| format!("Case: {}", cut(case, 200)));
        let paragraph = |text: String| format!("<p class=\"asked\">{}</p>\n", escaped(&text));
        comment.into_iter().chain(case).map(paragraph).collect()
    }

    /// Returns the sentence about the right answer and the program's.
    fn answers(&self) -> String {
        let (line, question) = (self.line, &self.question);
        let mv = question.mv.describe(question.before.size());
        let (asked, expected, got) = match &question.expected {
            Expected::Verdict(_) => (mv, said(&line.expected), line.got.as_deref().map(said)),
            Expected::Board(expected) => {
                let got = line.got.as_deref().map(|got| match board(got) {
                    Some((side, setup)) if setup.stones == expected.stones => {
                        let side = side.map_or(String::new(), |side| format!(", {side} to play"));
                        format!("this board{side}")
                    }
                    Some(_) => "another board".to_owned(),
                    None => said(got),
                });
                (
                    format!("The board after {mv}"),
                    format!("the board below, {} to play", expected.to_play),
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
        let mut caption = format!("{side} to play.");
        let moves = self.moves();
        if !moves.is_empty() {
            let _ = write!(caption, " Moves so far: {}.", moves.join(", "));
        }
        let mut figures = figure(&now, &caption, &words(&record.setup()));
        let mut add = |setup: &Setup, caption: &str| {
            let svg = picture::numbered(setup, &[], None);
            figures.push_str(&figure(&svg, caption, &words(setup)));
        };
        match &question.expected {
            Expected::Board(expected) => {
                add(expected, "Expected");
                if let Some((_, got)) = self.line.got.as_deref().and_then(board) {
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
                    add(
                        &then.setup(),
                        &format!("{when}, {} to play, which would return", then.to_play()),
                    );
                }
            }
            Expected::Verdict(Ok(())) => {
                if let Some(after) = self.explanation.board_after() {
                    let setup = Setup {
                        size: after.size(),
                        stones: after.stones().collect(),
                        to_play: !question.mv.color,
                    };
                    add(
                        &setup,
                        &format!("After the move, {} to play", setup.to_play),
                    );
                }
            }
        }
        figures
    }

    /// The reasons, and the rules in words.
    fn reasons(&self) -> Vec<String> {
        let sentences = self.explanation.sentences();
        let mut reasons: Vec<String> = sentences.iter().map(|text| capitalized(text)).collect();
        if reasons.is_empty() {
            reasons.push("No rule forbids the move.".to_owned());
        }
        let answers = [
            &*self.line.expected,
            self.line.got.as_deref().unwrap_or_default(),
        ];
        let is_about = |word: &str| {
            // Without a reason, it may be either.
            let is_any = answers == ["legal", "illegal"];
            is_any || answers.iter().any(|answer| answer.ends_with(word))
        };
        let rules = self.asked.before.rules();
        if is_about("ko") {
            reasons.push(format!("ko={}: {}.", rules.ko, ko_in_words(rules.ko)));
        }
        if is_about("suicide") {
            let words = suicide_in_words(rules.suicide);
            reasons.push(format!("suicide={}: {words}.", rules.suicide));
        }
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
        let acts = self.question.actions().into_iter().map(|act| match act {
            Do::Play(word) => {
                number += 1;
                let color = word.color.unwrap_or(Color::Black);
                let action = word.action;
                let mv = Move { color, action };
                format!("{number} {}{}", mv.describe(size), self.takes(number, mv))
            }
            Do::ToPlay(side) => format!("the turn is handed to {side}"),
            Do::Resume(side) => {
                let side = side.map_or(String::new(), |side| format!(" with {side}"));
                format!("play is resumed{side}")
            }
            Do::Rules(..) => String::new(),
            other => other.to_string(),
        });
        acts.filter(|act| !act.is_empty()).collect()
    }

    /// Returns which stones this move of the game takes off, in words.
    fn takes(&self, number: usize, mv: Move) -> String {
        let Some(before) = number
            .checked_sub(1)
            .and_then(|turns| self.question.before.at(turns))
        else {
            return String::new();
        };
        let names = |points: &[Point]| {
            let names = points.iter().map(|point| point.vertex(before.size()));
            names.collect::<Vec<_>>().join(" ")
        };
        let explanation = explain_move(mv, &before);
        match (explanation.captured(), explanation.self_captured()) {
            ([], []) => String::new(),
            ([], own) => format!(" takes its own {}", names(own)),
            (taken, _) => format!(" takes {}", names(taken)),
        }
    }

    /// Returns where the fixture asks it, and under which rules.
    fn place(&self) -> String {
        let line = self.line;
        let own = own_rules(self.program).map(GivenRules::over_kata);
        let rules = self.question.before.rules();
        let other = own.filter(|own| (own.ko, own.suicide) != (rules.ko, rules.suicide));
        let asked = other.map(|own| {
            format!(
                "; asked under the program\u{2019}s own, ko={} suicide={}, where the answer is the same",
                own.ko, own.suicide
            )
        });
        format!(
            "{}, line {}, column {}, under ko={} suicide={}{}",
            cut(&file(line, self.program), 300),
            line.line,
            line.column,
            rules.ko,
            rules.suicide,
            asked.unwrap_or_default()
        )
    }

    /// Returns the command lines that ask and explain it.
    fn commands(&self) -> String {
        let program = self.program;
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
        // gokata's own fixtures are asked from anywhere.
        let id = program.corpus.is_some().then(|| quoted_word(&self.line.id));
        let asked = id.map_or("question.txt".to_owned(), |id| format!("--only {id}"));
        let mut commands = format!("gokata check --{option} {command}{own} {asked}");
        if let Some(explain) = self.explain() {
            let _ = write!(commands, "\n{explain}");
        }
        commands
    }

    /// Returns the command line of `explain`; `None` for a game with more than moves under the same rules.
    fn explain(&self) -> Option<String> {
        let mut plays = Vec::new();
        let own = own_rules(self.program);
        let mut given = own.map_or(String::new(), |own| {
            format!(" --rules {}", quoted_rules(&own.to_string()))
        });
        for (nth, act) in self.question.actions().into_iter().enumerate() {
            match act {
                Do::Play(word) if word.action != Action::Resign => plays.push(word.word),
                Do::Rules(..) if own.is_some() => {}
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
    fn sent(&self) -> Option<String> {
        let sent = match &self.line.question_text {
            Some(sent) => sent.clone(),
            None if self.program.option == "exec" && unsayable(&self.asked).is_none() => {
                text(&self.asked, &plain_line(&self.line.id))
            }
            None => return None,
        };
        (sent.len() <= LONGEST_SENT).then_some(sent)
    }
}

fn own_rules(program: &ProgramLine) -> Option<GivenRules> {
    rules(program.own_rules.as_deref()?).ok()
}

/// Rules as an argument. They have only letters, `-`, `=` and commas.
fn quoted_rules(rules: &str) -> String {
    rules.replace(' ', ",")
}
