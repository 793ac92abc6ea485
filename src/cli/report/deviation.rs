//! One deviation: the question, rebuilt from the results, and its part of the page.

use std::error::Error;

use gokata::fixture::{Do, Failure, Fixture};
use gokata::questions::line_protocol::text as sent_text;
use gokata::questions::{Asked, OwnRules, Question, Questions, Step, fixture_of};
use gokata::scoring::{Standing, Status};
use gokata::{
    BoardRecord, Color, Diagram, Explanation, Move, PureGame, Setup, explain_move, picture,
};

use super::facts::LONGEST_COMMAND;
use super::results::Found;
use crate::html::{block, element, escaped, figure, text};
use crate::judge::explain_command::explain;
use crate::judge::ndjson::{ProgramLine, QuestionLine};
use crate::program::process::cut;
use crate::read::corpus_version::comment_of;
use crate::read::link::link_to;
use crate::read::rules::rules;
use crate::terminal::error::CommandError;
use crate::terminal::text::{plain, plain_line, quoted_word};

/// The longest question in the line protocol that a page shows.
const LONGEST_SENT: usize = 6000;

/// A deviation that a page shows with its boards.
pub(super) struct Deviation<'r> {
    line: &'r QuestionLine,
    program: &'r ProgramLine,
    /// As the fixture asks it.
    question: Question,
    /// As the program was asked: under its own rules, if it has any. The right answer is the same.
    asked: Question,
    /// About a move.
    explanation: Option<Explanation>,
}

impl<'r> Deviation<'r> {
    pub(super) fn of(found: &'r Found, program: &'r ProgramLine) -> Result<Self, CommandError> {
        let [question, asked] = rebuilt(found, program)?;
        Ok(Deviation {
            explanation: (asked.asked.mv()).map(|mv| explain_move(mv, &asked.before)),
            line: &found.question,
            program,
            question,
            asked,
        })
    }

    /// Returns its part of the page. `anchor`: its id there; `board`: the address of the page gokata.html.
    pub(super) fn html(&self, anchor: &str, board: Option<&str>) -> String {
        let (line, is_own) = (self.line, self.program.corpus.is_some());
        let name = fixture_of(&line.id);
        let claim = cut(name.rsplit('/').next().unwrap_or_default(), 100);
        let comment = comment_of(name).filter(|_| is_own);
        let case = line.case.as_deref();
        let case = case.map(|case| format!("Case: {}", cut(case, 200)));
        let about = comment.into_iter().chain(case);
        let place = link(anchor, line) + &escaped(&self.rules());
        let fixture = "As a fixture, to be saved as <code>question.txt</code>:";
        let lines = self.question.fixture().to_string();
        let fixture = [element("p", fixture), pre(&lines)];
        let again = [text("p", "To ask it again:"), pre(&self.commands())];
        let again = [fixture, again].map(|parts| block("div", parts));
        let mut parts = vec![text("h3", &capitalized(&claim.replace('-', " ")))];
        parts.extend(about.map(|about| text("p class=\"asked\"", &about)));
        parts.extend([
            element("p class=\"asked\"", &self.answers()),
            block("div class=\"boards\"", self.figures()),
            self.reasons(),
            element("p class=\"place\"", &place),
        ]);
        parts.extend(board.and_then(|board| self.opened(board)));
        parts.push(block("div class=\"again\"", again));
        if let Some(sent) = self.sent() {
            let summary = text("summary", "What the program was sent");
            parts.push(block("details", [summary, pre(&sent)]));
        }
        block(&format!("article id=\"{}\"", escaped(anchor)), parts)
    }

    /// Returns the link that opens the question about a move under the rules asked, if there is one.
    fn opened(&self, board: &str) -> Option<String> {
        let asked = self.asked.asked.mv()?;
        let link = link_to(self.asked.before.clone(), Some(asked)).ok()?;
        let address = format!("a href=\"{}\"", escaped(&link.address(board)));
        Some(element(
            "p class=\"place\"",
            &text(&address, "Open this position"),
        ))
    }

    /// Returns the sentence about the right answer and the program's.
    pub(super) fn answers(&self) -> String {
        let line = self.line;
        let asked = text("b", &capitalized(&self.question.describe()));
        let expected = text("b class=\"good\"", &said(&line.expected));
        let got = line.got.as_deref().map(said);
        let got = got.unwrap_or_else(|| cut(&line.instead(), 300));
        let got = text("b class=\"bad\"", &got);
        format!("{asked}: expected {expected}, got {got}")
    }

    /// Draws the position, the moves so far with their numbers.
    fn position(&self, caption: &str) -> String {
        let before = &self.question.before;
        let numbered = before.moves().into_iter().zip(1..);
        let numbers = numbered.filter_map(|(mv, number)| Some((mv.action.point()?, number)));
        let (now, numbers) = (before.setup(), numbers.collect::<Vec<_>>());
        let svg = picture::numbered(&now, &numbers, self.question.asked.mv());
        figure(&svg, caption, &words(&now))
    }

    /// Draws it for a card: where a board is wrong, with the right one and the wrong one.
    pub(super) fn drawn(&self) -> Vec<String> {
        match self.line.got.as_deref().and_then(board) {
            Some(_) if self.line.question == "board" => self.figures(),
            _ => vec![self.position("The smallest")],
        }
    }

    fn figures(&self) -> Vec<String> {
        let mut caption = format!("{} to play.", self.question.before.to_play());
        let moves = self.moves();
        if !moves.is_empty() {
            caption = format!("{caption} Moves so far: {}.", moves.join(", "));
        }
        let got = match &*self.line.question {
            "dead" => None,
            "owner" => Some("Who owns each point, by the program"),
            _ => Some("Got"),
        };
        let got = got.zip(self.line.got.as_deref().and_then(board));
        let got = got.map(|(caption, (_, setup))| (caption.to_owned(), setup));
        let mut figures = vec![self.position(&caption)];
        for (caption, setup) in self.right_board().into_iter().chain(got) {
            let svg = picture::numbered(&setup, &[], None);
            figures.push(figure(&svg, &caption, &words(&setup)));
        }
        figures
    }

    /// Returns the board that shows the right answer, if there is one, with its caption.
    fn right_board(&self) -> Option<(String, Setup)> {
        let (record, explanation) = (&self.question.before, self.explanation.as_ref());
        let mut setup = Setup::new(record.size(), record.to_play());
        let caption = match &self.question.asked {
            Asked::Prisoners(_) => return None,
            Asked::Board(_, expected) | Asked::Now(expected) => {
                setup = expected.clone();
                "Expected".to_owned()
            }
            Asked::Legal(_, Err(_)) => {
                let turns = explanation?.repeats()?;
                setup = record.at(turns)?.setup();
                let when = match turns {
                    0 => "The opening board".to_owned(),
                    turns => format!("The board after move {turns}"),
                };
                format!("{when}, {} to play, which would return", setup.to_play)
            }
            Asked::Legal(mv, Ok(())) => {
                setup.stones = explanation?.board_after()?.stones().collect();
                setup.to_play = !mv.color;
                format!("After the move, {} to play", setup.to_play)
            }
            Asked::Score(counted, _) | Asked::Owner(counted, _) | Asked::Dead(counted, _) => {
                let owned = setup.size.points().zip(counted.standing.marks.owners());
                let owned = owned.filter_map(|(point, owner)| Some((point, owner?)));
                setup.stones = owned.collect();
                "Who owns each point".to_owned()
            }
        };
        Some((caption, setup))
    }

    /// Why the right answer is right: the rules that forbid the move, or the count.
    fn reasons(&self) -> String {
        let Some(explanation) = &self.explanation else {
            let counted = self.asked.asked.counted();
            let count = counted.map(|counted| counted.standing.count().to_string());
            return pre(&count.unwrap_or_default());
        };
        let mut reasons = explanation.sentences();
        if reasons.is_empty() {
            reasons.push("No rule forbids the move.".to_owned());
        }
        let reasons = reasons.iter().map(|why| text("li", &capitalized(why)));
        block("ul", reasons)
    }

    /// The moves in words, with what else has happened: `1 White B3 takes C3`.
    fn moves(&self) -> Vec<String> {
        let before = &self.question.before;
        let described = |mv: Move, game: &BoardRecord| {
            let (number, taken) = (game.turns() + 1, taken(mv, game));
            format!("{number} {}{taken}", mv.describe(game.size()))
        };
        if !self.question.steps.is_empty() {
            let steps = self.question.games().zip(&self.question.steps);
            let lines = steps.map(|(game, step)| match *step {
                Step::Play(mv) => described(mv, &game),
                Step::Try(mv) => format!("{} is refused", mv.describe(game.size())),
                Step::Undo => format!("move {} is taken back", game.turns()),
            });
            return lines.collect();
        }
        let mut moves = (0..).zip(before.moves());
        let acts = self.question.actions().into_iter();
        let acts = acts.filter_map(|act| match act {
            Do::Play(_) => {
                let (turns, mv) = moves.next()?;
                Some(described(mv, &before.at(turns)?))
            }
            Do::ToPlay(side) => Some(format!("the turn is handed to {side}")),
            Do::Resume(side) => Some(format!("play is resumed with {}", side?)),
            _ => None,
        });
        acts.collect()
    }

    fn rules(&self) -> String {
        let [rules, asked] = [&self.question, &self.asked].map(Question::rules);
        if asked == rules {
            return format!(", under {rules}");
        }
        let own =
            format!("asked under the program\u{2019}s own, {asked}, where the answer is the same");
        format!(", under {rules}; {own}")
    }

    /// Returns the command lines that ask and explain it.
    fn commands(&self) -> String {
        let check = check_command(self.program, own_rules(self.program));
        // gokata's own fixtures are asked from anywhere.
        let asked = match self.program.corpus {
            Some(_) => format!("--only {}", quoted_word(&self.line.id)),
            None => "question.txt".to_owned(),
        };
        let explain = explain("question.txt", "", &self.asked);
        let explain = explain.map_or_else(String::new, |explain| format!("\n{explain}"));
        format!("{check} {asked}{explain}")
    }

    /// Returns the question as it was sent, if that is known and not too long.
    fn sent(&self) -> Option<String> {
        let rebuilt = || sent_text(&self.asked, &plain_line(&self.line.id)).ok();
        let rebuilt = || rebuilt().filter(|_| self.program.option == "exec");
        let sent = self.line.question_text.clone().or_else(rebuilt)?;
        (sent.len() <= LONGEST_SENT).then_some(sent)
    }
}

/// Returns the command that asks a program, for a shell: all but what is asked.
pub(super) fn check_command(program: &ProgramLine, own: Option<OwnRules>) -> String {
    let option = match &*program.option {
        "engine" => "engine",
        _ => "exec",
    };
    let command = match &*program.command {
        long if long.len() > LONGEST_COMMAND => "'CMD'".to_owned(),
        command => quoted_word(command),
    };
    let own = own.map_or_else(String::new, |own| format!(" --engine-rules {}", own.0));
    format!("gokata check --{option} {command}{own}")
}

/// Returns the board in an answer, and the side to play, which may be missing.
fn board(answer: &str) -> Option<(Option<Color>, Setup)> {
    if let Ok(setup) = setup(answer) {
        return Some((Some(setup.to_play), setup));
    }
    Some((None, setup(&format!("x\n{answer}")).ok()?))
}

fn said(answer: &str) -> String {
    match board(answer) {
        Some((Some(side), _)) => format!("the board below, {side} to play"),
        Some((None, _)) => "the board below".to_owned(),
        None => cut(answer, 40),
    }
}

/// Returns which stones a move takes off, in words.
fn taken(mv: Move, before: &BoardRecord) -> String {
    let explanation = explain_move(mv, before);
    let (whose, points) = match explanation.captured() {
        [] => ("its own ", explanation.self_captured()),
        points => ("", points),
    };
    match &*before.size().vertices(points.iter().copied()) {
        "" => String::new(),
        points => format!(" takes {whose}{points}"),
    }
}

fn words(setup: &Setup) -> String {
    let stones = |color: Color| {
        let stones = setup.stones.iter().filter(|(_, stone)| *stone == color);
        match setup.size.vertices(stones.map(|(point, _)| *point)) {
            none if none.is_empty() => "none".to_owned(),
            points => points,
        }
    };
    let (rows, cols) = (setup.size.rows(), setup.size.cols());
    let (black, white) = (stones(Color::Black), stones(Color::White));
    format!("Board of {rows} rows and {cols} columns. Black: {black}. White: {white}.")
}

/// Returns a link to a deviation on its page, and where the fixture asks it.
pub(super) fn link(anchor: &str, line: &QuestionLine) -> String {
    let fragment = fragment(anchor);
    let link = text(&format!("a href=\"#{fragment}\""), &cut(&line.id, 300));
    format!("{link}, line {}, column {}", line.line, line.column)
}

pub(super) fn fragment(anchor: &str) -> String {
    let encoded = anchor.bytes().map(|byte| match byte {
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ if b"-._~/:@!$*+,;=".contains(&byte) => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    encoded.collect()
}

pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Returns a text in an element that keeps its line ends.
fn pre(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(escaped).collect();
    element("pre", &lines.join("\n"))
}

/// Why a line is no question as gokata writes it.
type Fault = Box<dyn Error>;

/// Returns the question of a line, and the same as the program was asked: under its own rules, if it has any.
pub(super) fn rebuilt(found: &Found, program: &ProgramLine) -> Result<[Question; 2], CommandError> {
    let question = question(&found.question).map_err(|why| {
        let (place, why) = (&found.place, cut(&why.to_string(), 200));
        let what = "this is not a question as gokata writes it";
        CommandError::usage(format!("{place}: {what}: {why}"))
    })?;
    let own = own_rules(program);
    let asked = own.map_or_else(|| question.clone(), |own| own.put_under(&question));
    Ok([question, asked])
}

pub(super) fn own_rules(program: &ProgramLine) -> Option<OwnRules> {
    let own = program.own_rules.as_deref()?;
    rules(own).ok().map(OwnRules)
}

/// The referee plays the game again, and must give the expected answer.
fn question(line: &QuestionLine) -> Result<Question, Fault> {
    let opening = line.opening.as_ref().unwrap_or(&line.board);
    let case = plain(line.case.as_deref().unwrap_or_default()).replace('\n', " ");
    let case = match case.trim() {
        "" => String::new(),
        _ => format!("case {case}\n"),
    };
    let (acts, expected) = (line.actions.join("\n"), &line.expected);
    let asked = match (&line.r#move, &*line.question) {
        (Some(mv), "board") => format!("play {mv}\nboard\n{expected}"),
        (Some(mv), _) => format!("{expected} {mv}\n"),
        (None, "board") => format!("board\n{expected}"),
        (None, "prisoners") => format!("prisoners {}\n", held(expected)?),
        (None, "owner") => format!("owner\n{expected}"),
        (None, "dead") => statuses(&format!("{opening}\n{acts}\n"), expected)?,
        (None, _) => format!("score {expected}\n"),
    };
    let fixture = Fixture::parse(format!("{opening}\n{case}{acts}\n{asked}").as_bytes())?;
    let wrong = |it: Box<Failure>| format!("{}: {}, not {}", it.asked, it.got, it.expected);
    let mut questions = Questions::of(&fixture).map_err(wrong)?.questions;
    let last = questions.pop().ok_or("nothing is asked")?;
    if last.before.setup() != setup(&line.board)? {
        return Err("the actions do not lead to the board".into());
    }
    Ok(last)
}

/// Returns prisoners as the lines of a fixture write them: `x=3 o=1`.
fn held(tally: &str) -> Result<String, Fault> {
    match tally.split(' ').collect::<Vec<_>>()[..] {
        ["x", black, "o", white] => Ok(format!("x={black} o={white}")),
        _ => Err("prisoners are `x 3 o 1`".into()),
    }
}

/// Returns what a question about dead stones states, as lines of a fixture: of stones that are not dead, the finder says
/// whether they are in seki. `game`: what leads to the question.
fn statuses(game: &str, expected: &str) -> Result<String, Fault> {
    let game = Fixture::parse(game.as_bytes())?;
    let mut played = PureGame::from(BoardRecord::try_from(&game.opening.setup)?);
    for case in &game.cases {
        let all = game.play(case, &mut played);
        all.map_err(|line| format!("line {line} cannot be played"))?;
    }
    let record = played.record();
    let (size, life) = (record.size(), Standing::from(record).life());
    let letters = expected.lines().flat_map(str::chars);
    let lines = size.points().zip(letters).filter_map(|(point, letter)| {
        let status = match (letter, life.chain_at(point)?.finding.status()) {
            ('d', _) => Status::Dead,
            ('-', Some(Status::Seki)) => Status::Seki,
            ('-', _) => Status::Alive,
            _ => return None,
        };
        Some(format!("status {} {}\n", status.name(), point.vertex(size)))
    });
    Ok(lines.collect())
}

pub(super) fn setup(board: &str) -> Result<Setup, Fault> {
    let diagram = Diagram::parse(board.as_bytes())?;
    if diagram.labels.is_empty() {
        Ok(diagram.setup)
    } else {
        Err("the board has labels".into())
    }
}
