//! The report of `gokata check` on game records: one JSON object or test case for each game, or what is wrong with it.

use std::path::Path;

use gokata::sgf::{IllegalTurn, Judgement, Judging, Lines, SgfGame, Stats, Verdict};
use gokata::{ByColor, IllegalMove, TextError};

use super::fixture::CheckedReferee;
use super::record_json::Fields;
use super::summary::{Count, FileReport};
use super::warnings::Message;
use crate::read::corpus::lasting_name;
use crate::read::rules::GivenRules;
use crate::score::ending::contradiction;
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::{Format, Status, unstyled};
use crate::terminal::report::{Entry, Finding, Stream};
use crate::terminal::text::{name, number, quoted};

const NO_MOVES: &str = "there is no move in the main line";

/// The most illegal moves per game for which an explain command is printed.
const MOST_POINTED_OUT: usize = 3;

/// How the fixtures and games of a run are judged and reported.
pub(super) struct How {
    pub(super) referee: CheckedReferee,
    pub(super) judging: Judging,
    /// The value of `--rules`.
    pub(super) rules: Option<GivenRules>,
    pub(super) format: Format,
}

/// Reports on the games of a file.
pub(super) struct Reporter<'a> {
    how: &'a How,
    file: &'a Path,
    /// The hash of the file, for JSON.
    sha256: Option<&'a str>,
    pub(super) report: FileReport,
    /// The number of bytes of the objects and remarks in the report.
    pub(super) bytes: usize,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(how: &'a How, file: &'a Path, sha256: Option<&'a str>) -> Reporter<'a> {
        Reporter {
            how,
            file,
            sha256,
            report: FileReport::default(),
            bytes: 0,
        }
    }

    fn add(&mut self, entry: Entry) {
        self.report.messages.push(Message::Entry(entry));
    }

    fn line(&mut self, line: String) {
        self.bytes += line.len();
        self.add(Entry::Line(line));
    }

    fn find(&mut self, finding: Finding) {
        self.add(Entry::Finding(finding));
    }

    fn warn(&mut self, place: Option<(usize, usize)>, message: &str) {
        let warning = Finding::warning(self.file, place, message);
        self.report.messages.push(Message::Warning(warning));
    }

    /// Adds a test case, named after the file, and the number of the game if there are several.
    fn case(
        &mut self,
        game: Option<usize>,
        line: Option<usize>,
        result: TestResult,
        remarks: String,
    ) {
        let file = self.file.display().to_string();
        let name = game.map_or_else(|| file.clone(), |game| format!("{file} game {game}"));
        self.bytes += remarks.len();
        let case = TestCase::new(&lasting_name(self.file), &file, name, result);
        self.add(Entry::Case(TestCase {
            line,
            remarks,
            ..case
        }));
    }

    pub(super) fn not_parsed(&mut self, game: Option<usize>, error: &TextError) {
        let place = Some((error.line(), error.column()));
        let message = format!("{}:{error}", name(self.file));
        self.unreadable(game, place, &message, error.message());
    }

    /// Reports a file or game that cannot be read. `message` begins with the name of the file; `why` is for JSON.
    pub(super) fn unreadable(
        &mut self,
        game: Option<usize>,
        place: Option<(usize, usize)>,
        message: &str,
        why: &str,
    ) {
        self.report.status = self.report.status.max(Status::Trouble);
        let games = (Count::Games, usize::from(game.is_some()));
        self.report
            .counts
            .extend([games, (Count::NotUnderstood, 1)]);
        match self.how.format {
            Format::Text | Format::Markdown | Format::Github => {
                self.find(Finding::of_file("cannot read", self.file, place, message));
            }
            Format::Ndjson => {
                let source = Fields::of_source(self.file, game, self.sha256);
                self.line(source.unreadable(place, why));
            }
            Format::Junit => {
                let result = TestResult::Error(message.to_owned(), message.to_owned());
                self.case(game, place.map(|(line, _)| line), result, String::new());
            }
        }
    }

    /// Judges a game, and reports on it.
    pub(super) fn judge(
        &mut self,
        number: usize,
        is_one_of_several: bool,
        game: &SgfGame<'_>,
        encoding_warnings: &[String],
    ) {
        let rules = self.how.rules.map(|rules| rules.over(game.rules_or(None)));
        let judging = Judging {
            rules,
            ..self.how.judging
        };
        let judgement = game.judge(&judging);
        let verdict = judgement.verdict();
        let (status, count) = match verdict {
            Verdict::Legal => (Status::Fine, None),
            Verdict::Illegal => (Status::NotAsExpected, None),
            Verdict::Partial => (Status::Trouble, Some(Count::NotUnderstood)),
            Verdict::Incomplete => (Status::Trouble, Some(Count::Incomplete)),
            Verdict::NoMoves => (Status::Trouble, Some(Count::WithoutMoves)),
            Verdict::Disagreement => (Status::Internal, Some(Count::DisputedGames)),
        };
        self.report.status = self.report.status.max(status);
        let left = match judging.lines {
            Lines::Main => Count::Variations,
            Lines::All => Count::CutOff,
        };
        self.report.counts.extend([
            (Count::Games, 1),
            (Count::Moves, judgement.moves),
            (Count::Illegal, usize::from(!judgement.illegal.is_empty())),
            (left, judgement.variations_left),
        ]);
        self.report.counts.extend(count.map(|count| (count, 1)));
        let is_counted = judging.stats && verdict == Verdict::Legal;
        let contradiction = is_counted.then(|| contradiction(game, rules)).flatten();
        if let Some([recorded, counted]) = contradiction {
            let file = name(self.file);
            let game = if is_one_of_several {
                format!(" game {number}")
            } else {
                String::new()
            };
            let line = format!("{file}{game}: recorded {recorded}, counted {counted}");
            self.report.contradictions.push(line);
        }
        if self.how.format == Format::Ndjson {
            let source = Fields::of_source(self.file, Some(number), self.sha256);
            let counted = contradiction.map(|[_, counted]| counted);
            self.line(source.judged(game, &judging, encoding_warnings, (&judgement, counted)));
            return;
        }
        let number = is_one_of_several.then_some(number);
        let before = self.report.messages.len();
        self.text(number, game, &judgement, encoding_warnings);
        if self.how.format == Format::Junit {
            let text = self.report.messages.split_off(before);
            let (result, remarks) = result_and_remarks(&judgement, text);
            let line = judgement.illegal.first().map(|refusal| refusal.line);
            self.case(number, line, result, remarks);
        }
    }

    /// Reports a game as text. `number` is `None` if it is the only game of the file.
    fn text(
        &mut self,
        number: Option<usize>,
        game: &SgfGame<'_>,
        judgement: &Judgement,
        encoding_warnings: &[String],
    ) {
        let file = name(self.file);
        let in_game = number.map_or_else(String::new, |number| format!("game {number}, "));
        for warning in encoding_warnings {
            self.warn(None, warning);
        }
        for warning in &judgement.warnings {
            self.warn(Some((warning.line(), warning.column())), warning.message());
        }
        if judgement.more_warnings > 0 {
            let place = format!("{file}: {in_game}");
            let unlisted = Message::Unlisted(place, judgement.more_warnings);
            self.report.messages.push(unlisted);
        }
        for refusal in &judgement.illegal {
            let place = Some((refusal.line, refusal.column));
            let sentence = format!("{in_game}{}", refusal.sentence());
            let title = "illegal move";
            self.find(Finding::error("illegal", self.file, place, title, sentence));
        }
        if judgement.more_illegal > 0 {
            let more = judgement.more_illegal;
            self.line(format!("{file}: {in_game}more illegal moves: {more}"));
        }
        if !judgement.illegal.is_empty() {
            self.point_out(number, judgement);
            let is_turn = |refusal: &IllegalTurn| refusal.reason == IllegalMove::Turn;
            if judgement.illegal.first().is_some_and(is_turn) {
                self.line("  --any-order allows a color to move twice in a row".to_owned());
            }
            let from = match (self.how.rules, game.rules()) {
                (Some(_), _) => "as given by --rules",
                (None, Some(_)) => "as the record names them",
                (None, None) => "the record names no known rules",
            };
            self.line(format!("  rules: {} ({from})", judgement.rules));
        }
        if let Some(stats) = &judgement.stats {
            self.line(format!("{file}: {in_game}{}", sentences(stats)));
        }
        let fault = judgement.fault.as_ref();
        let cut_off = judgement.incomplete.as_ref();
        let unread = fault.map(|fault| ("not understood", fault));
        let unread = unread.or_else(|| Some(("incomplete", cut_off?)));
        if let Some((what, fault)) = unread {
            let moves = match judgement.moves {
                1 => "1 move was".to_owned(),
                moves => format!("{moves} moves were"),
            };
            let place = Some((fault.line(), fault.column()));
            self.find(if self.how.format == Format::Github {
                let text = format!("{in_game}{}\n{moves} judged", fault.message());
                Finding::error(what, self.file, place, what, text)
            } else {
                let text = format!("{file}:{fault}\n  {moves} judged");
                Finding::of_file(what, self.file, place, &text)
            });
        } else if judgement.moves == 0 {
            let (what, message) = ("not judged", format!("{in_game}{NO_MOVES}"));
            let game = Finding::error(what, self.file, None, what, message).on_errors();
            self.report.messages.push(Message::NoMoves(game));
        }
        if let Some(disagreement) = &judgement.disagreement {
            let text = format!(
                "{in_game}the referees disagree: {disagreement}\n\
                 This is a bug in gokata. Please report it with this record."
            );
            let title = "a bug of gokata";
            self.find(Finding::error("bug", self.file, None, title, text));
        }
    }

    /// Prints `gokata explain` commands for the first illegal move, and for those in variations, because the value of
    /// `--path` is hard to guess.
    fn point_out(&mut self, number: Option<usize>, judgement: &Judgement) {
        // Standard input cannot be read again.
        if self.file.as_os_str() == "-" {
            return;
        }
        let file = quoted(&name(self.file));
        let game = number.map_or_else(String::new, |number| format!(" --game {number}"));
        // Under other rules the move may be legal.
        let rules = self.how.rules.map(|rules| format!(" --rules {rules}"));
        let rules = rules.unwrap_or_default();
        let refusals = judgement.illegal.iter().enumerate();
        let refusals = refusals
            .filter(|(nth, refusal)| *nth == 0 || !refusal.path.is_main())
            .filter(|(_, refusal)| refusal.reason != IllegalMove::OffBoard)
            // After thirty branchings, a path is not written in full.
            .filter(|(_, refusal)| refusal.path.is_whole());
        for (_, refusal) in refusals.take(MOST_POINTED_OUT) {
            let (side, at) = (refusal.mv.color.letter(), refusal.number - 1);
            let vertex = refusal.mv.action.describe(refusal.size);
            let path = match &refusal.path {
                main if main.is_main() => String::new(),
                path => format!(" --path {path}"),
            };
            self.line(format!(
                "  see: gokata explain {file} {side}:{vertex}{game}{path} --at {at}{rules}"
            ));
        }
    }
}

/// Returns the result of a test case about a game, and its remarks. `text`: the report about it as text.
fn result_and_remarks(judgement: &Judgement, text: Vec<Message>) -> (TestResult, String) {
    let (mut lines, mut remarks) = (Vec::new(), Vec::new());
    for message in text {
        match message {
            Message::Entry(Entry::Line(line)) => lines.push(line),
            Message::Entry(Entry::Finding(finding)) if finding.stream == Stream::Output => {
                lines.push(unstyled(&finding.line));
            }
            Message::Entry(Entry::Finding(finding)) | Message::Warning(finding) => {
                remarks.push(unstyled(&finding.line));
            }
            Message::NoMoves(game) => remarks.push(game.annotation.message),
            Message::Unlisted(place, count) => {
                remarks.push(format!("{place}{}", number(count, "more warning")));
            }
            Message::Entry(Entry::Case(_)) => {}
        }
    }
    let lines = lines.join("\n");
    let result = match judgement.verdict() {
        Verdict::Legal => {
            // What was counted (--stats).
            remarks.extend(Some(lines).filter(|lines| !lines.is_empty()));
            TestResult::Passed
        }
        Verdict::Illegal => {
            let first = judgement.illegal.first().map(IllegalTurn::sentence);
            TestResult::Failed(first.unwrap_or_default(), lines)
        }
        Verdict::Disagreement => {
            TestResult::Error("a bug of gokata: its referees disagree".to_owned(), lines)
        }
        Verdict::Partial | Verdict::Incomplete | Verdict::NoMoves => {
            let fault = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
            let why = fault.map_or(NO_MOVES.to_owned(), TextError::to_string);
            TestResult::Error(why, lines)
        }
    };
    (result, remarks.join("\n"))
}

/// Returns the statistics of a game as text. Only the JSON has the final board and the hashes.
fn sentences(stats: &Stats) -> String {
    let moves = number(stats.moves, "move");
    let first = stats.first;
    let first = first.map_or(String::new(), |color| format!(", {color} first"));
    let passes = match stats.passes {
        1 => "1 pass".to_owned(),
        passes => format!("{passes} passes"),
    };
    let ByColor { black, white } = stats.captured_by;
    let (black, kos) = (number(black, "stone"), number(stats.ko_captures, "ko"));
    let most = match stats.max_capture {
        0 => String::new(),
        most => format!(", at most {most} by one move"),
    };
    let odd = [
        (stats.out_of_turn, "out of turn"),
        (stats.occupied, "on a stone or off the board"),
        (stats.single_suicides, "suicide of one stone"),
        (stats.multi_suicides, "suicide of several"),
        (stats.simple_ko_violations, "retook a ko at once"),
        (stats.positional_repeats, "brought back an earlier board"),
    ];
    let odd = odd.iter().filter(|(count, _)| *count > 0);
    let odd: Vec<String> = odd.map(|(count, what)| format!("{count} {what}")).collect();
    let odd = if odd.is_empty() {
        String::new()
    } else {
        format!("  of the moves {}\n", odd.join(", "))
    };
    let (area, neutral) = (stats.area, stats.neutral);
    format!(
        "{moves}{first}, {passes}\n  Black took {black}, White {white}{most}; {kos} taken\n{odd}  \
         area at the end: Black {}, White {}, nobody's {neutral}",
        area.black, area.white
    )
}
